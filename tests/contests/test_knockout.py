"""Knock-outs, single and double: who meets whom where, byes, walk-overs, level groups at the end."""

import random
from collections import Counter

import msgspec
import pytest

from games.contests.bracket import seeds, slots, spots
from games.contests.field import Field, Meeting, Share
from games.contests.formats import FORMATS
from games.contests.plan import UNIT, IllegalPlan, Stage
from tests.contests.schedules import Life, field_of, met, paired

RULES = FORMATS["knockout"]
SINGLE = Stage(format="knockout")
THIRD = Stage(format="knockout", third=True)
DOUBLE = Stage(format="knockout", double=True)


def won(field: Field, number: int, winners: dict[str, int] | None = None) -> Field:
    """The field after a round: by slot the index of who wins, else the better seed."""
    meetings = []
    for pair in paired(field, number):
        by_seed = min(range(len(pair.entries)), key=lambda at: field.by_key[pair.entries[at]].number)
        best = (winners or {}).get(pair.slot, by_seed)
        shares = tuple(Share(key, UNIT * (at == best)) for at, key in enumerate(pair.entries))
        meetings.append(
            Meeting(number, shares, "played" if pair.begins == "open" else pair.begins, pair.slot)
        )
    return msgspec.structs.replace(field, meetings=(*field.meetings, *meetings))


def numbers(field: Field, levels: tuple[tuple[int, ...], ...] | None) -> list[list[int]]:
    assert levels is not None
    return [sorted(field.by_key[key].number for key in level) for level in levels]


def test_the_best_two_can_only_meet_in_the_final() -> None:
    assert seeds(3) == [1, 8, 4, 5, 2, 7, 3, 6]
    field = field_of(SINGLE, 8)
    for number in (1, 2, 3):
        field = won(field, number)
    final = field.meetings[-1]
    assert sorted(field.by_key[share.entry].number for share in final.shares) == [1, 2]
    assert numbers(field, RULES.ranking(field)) == [[1], [2], [3, 4], [5, 6, 7, 8]]


def test_byes_go_to_the_best_seeds() -> None:
    for entries in range(2, 40):
        for stage in (SINGLE, DOUBLE):
            field = field_of(stage, entries)
            byes = [pair.entries[0] for pair in paired(field, 1) if pair.is_bye]
            full = 1 << max(1, (entries - 1).bit_length())
            assert sorted(field.by_key[key].number for key in byes) == list(range(1, full - entries + 1))


def test_the_third_place_is_played_for_beside_the_final() -> None:
    field = won(won(field_of(THIRD, 5), 1), 2)
    assert numbers(field, RULES.ranking(field)) == [[1, 2], [3, 4], [5]]
    assert {pair.slot for pair in paired(field, 3)} == {"w3.1", "t1"}
    over = won(field, 3)
    assert RULES.is_over(over)
    assert numbers(over, RULES.ranking(over)) == [[1], [2], [3], [4], [5]]


def test_nobody_plays_alone_for_the_third_place() -> None:
    field = won(field_of(THIRD, 3), 1)
    assert [pair.slot for pair in paired(field, 2)] == ["w2.1"]
    assert numbers(field, RULES.ranking(won(field, 2))) == [[1], [2], [3]]


def test_who_loses_twice_is_out() -> None:
    chance = random.Random(3)
    for _time in range(200):
        entries = chance.randint(2, 34)
        life = Life(field_of(DOUBLE, entries), chance).play()
        losses = Counter(
            share.entry
            for meeting in life.field.meetings
            if meeting.how == "played"
            for share in meeting.shares
            if share.place == 2
        )
        champion = (RULES.ranking(life.field) or ())[0]
        assert len(champion) == 1
        assert losses.pop(champion[0], 0) <= 1
        assert losses == dict.fromkeys(
            (entry.key for entry in life.field.entries if entry.key not in champion), 2
        )
        assert max(Counter(met(life.pairs)).values()) <= 3
        assert life.number in ((RULES.rounds(DOUBLE, 2, entries) or 0) - 1, RULES.rounds(DOUBLE, 2, entries))


def test_the_second_final_is_played_only_if_the_winner_of_the_lower_bracket_wins_the_first() -> None:
    field = field_of(DOUBLE, 4)
    for number in (1, 2, 3):
        field = won(field, number)
    first = paired(field, 4)
    assert [pair.slot for pair in first] == ["f1"]
    unbeaten = next(at for at, key in enumerate(first[0].entries) if field.by_key[key].number == 1)
    over = won(field, 4, {"f1": unbeaten})
    assert RULES.is_over(over)
    assert paired(over, 5) == ()
    again = won(field, 4, {"f1": 1 - unbeaten})
    assert not RULES.is_over(again)
    assert [pair.slot for pair in paired(again, 5)] == ["f2"]
    assert numbers(again, RULES.ranking(again))[:2] == [[2], [1]]
    assert RULES.is_over(won(again, 5))


@pytest.mark.parametrize("stage", [SINGLE, THIRD, DOUBLE])
def test_whoever_withdraws_the_bracket_comes_to_its_end(stage: Stage) -> None:
    chance = random.Random(4)
    for _time in range(250):
        life = Life(
            field_of(stage, chance.randint(2, 33)), chance, drops=chance.choice([0.0, 0.1, 0.5]), draws=0.2
        )
        field = life.play().field
        ranking = RULES.ranking(field)
        assert ranking is not None
        assert sorted(key for level in ranking for key in level) == sorted(
            entry.key for entry in field.entries
        )
        assert len(ranking[0]) == 1


def test_a_walk_over_takes_whoever_is_there_further() -> None:
    field = field_of(SINGLE, 4)
    gone = msgspec.structs.replace(field.entries[0], until=0)
    field = msgspec.structs.replace(field, entries=(gone, *field.entries[1:]))
    pairs = {pair.slot: pair.begins for pair in paired(field, 1)}
    assert pairs == {"w1.1": "forfeit", "w1.2": "open"}
    # Under a scheme in which a forfeit has no points the place says who has won.
    shares = {pair.slot: pair.entries for pair in paired(field, 1)}["w1.1"]
    meeting = Meeting(1, tuple(Share(key, 0, 1 + (key == gone.key)) for key in shares), "forfeit", "w1.1")
    after = msgspec.structs.replace(field, meetings=(meeting,))
    assert spots(after)["w1.1"].winner != gone.key


def test_level_points_take_the_better_seed_further_and_annulled_ones_nobody() -> None:
    field = field_of(SINGLE, 2)
    shares = tuple(Share(entry.key, UNIT // 2) for entry in reversed(field.entries))
    drawn = msgspec.structs.replace(field, meetings=(Meeting(1, shares, "played", "w1.1"),))
    assert spots(drawn)["w1.1"].winner == field.entries[0].key
    annulled = msgspec.structs.replace(field, meetings=(Meeting(1, shares, "annulled", "w1.1"),))
    assert spots(annulled)["w1.1"].winner is None
    assert not RULES.is_over(annulled)


def test_seats_are_held_in_turn() -> None:
    field = won(won(field_of(SINGLE, 8), 1), 2)
    firsts = Counter(meeting.shares[0].entry for meeting in field.meetings)
    assert max(firsts.values()) == 1 + (sum(firsts.values()) > len(firsts))
    first_round = won(field_of(SINGLE, 4), 1)
    (final,) = paired(first_round, 2)
    assert [first_round.by_key[key].number for key in final.entries] == [1, 2]


def test_a_round_is_ready_when_it_is_known_who_plays_in_it() -> None:
    field = field_of(SINGLE, 4)
    assert RULES.ready(field, 1)
    assert not RULES.ready(field, 2)
    half = won(field, 1)
    assert not RULES.ready(msgspec.structs.replace(half, meetings=half.meetings[:1]), 2)
    assert RULES.ready(half, 2)
    assert not RULES.is_over(half)


def test_slots_say_where_they_stand() -> None:
    single = slots(5, False, True)
    assert [(slot.name, slot.part, slot.column, slot.round) for slot in single[-3:]] == [
        ("w2.2", "w", 2, 2),
        ("w3.1", "w", 3, 3),
        ("t1", "t", 1, 3),
    ]
    lower = {slot.name: slot for slot in slots(8, True, False)}
    assert [side.slot for side in lower["l2.1"].sides] == ["w2.2", "l1.1"]
    assert lower["l4.1"].place == 3
    assert [name for name, spot in spots(field_of(DOUBLE, 5)).items() if spot.is_void] == ["l1.2"]


def test_rounds_have_names() -> None:
    field, double = field_of(SINGLE, 16), field_of(DOUBLE, 4)
    assert [RULES.title(field, number)[0] for number in range(1, 5)] == [
        *("Round {number}", "Quarter-finals", "Semi-finals", "Final"),
    ]
    assert [RULES.title(double, number)[0] for number in range(3, 6)] == [
        *("Round {number}", "Final", "Second final"),
    ]
    assert RULES.rounds(SINGLE, 2, 0) is None


@pytest.mark.parametrize(
    ("stage", "size", "entries", "field"),
    [
        ({}, 3, 0, "size"),
        ({"best_of": 2}, 2, 0, "best_of"),
        ({"best_of": 11}, 2, 0, "best_of"),
        ({"double": True, "third": True}, 2, 0, "third"),
        ({}, 2, 1, "entries"),
    ],
)
def test_knock_outs_that_cannot_be_are_refused(
    stage: dict[str, int], size: int, entries: int, field: str
) -> None:
    with pytest.raises(IllegalPlan) as refused:
        RULES.check(Stage(format="knockout", **stage), size, entries)  # type: ignore[arg-type]
    assert refused.value.field == field
    assert "{" not in str(refused.value)
