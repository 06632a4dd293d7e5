"""Knock-outs at tables: the best of each go on, down to one last table."""

import random

import msgspec
import pytest

from games.contests.field import Meeting, Share
from games.contests.formats import FORMATS
from games.contests.plan import IllegalPlan, Stage
from tests.contests.schedules import Life, field_of, paired

RULES = FORMATS["pods"]


def test_the_best_of_each_table_go_on_until_one_table_is_left() -> None:
    life = Life(field_of(Stage(format="pods", advance=2), 16, 4), random.Random(1)).play()
    assert [[len(pair.entries) for pair in pairs] for pairs in life.pairs] == [[4] * 4, [4] * 2, [4]]
    for number, meetings in ((1, life.field.meetings[:4]), (2, life.field.meetings[4:6])):
        best = {share.entry for meeting in meetings for share in meeting.shares if (share.place or 9) <= 2}
        assert {key for pair in life.pairs[number] for key in pair.entries} == best
    ranking = RULES.ranking(life.field)
    assert ranking is not None
    assert [len(level) for level in ranking] == [1, 1, 1, 1, 2, 2, 4, 4]
    last = sorted(life.field.meetings[-1].shares, key=lambda share: share.place or 0)
    assert [level[0] for level in ranking[:4]] == [share.entry for share in last]
    assert [RULES.title(life.field, number)[0] for number in (1, 2, 3)] == ["Round {number}"] * 2 + ["Final"]


def test_strength_is_dealt_out_to_the_tables() -> None:
    field = field_of(Stage(format="pods"), 8, 4)
    tables = [sorted(field.by_key[key].number for key in pair.entries) for pair in paired(field, 1)]
    assert tables == [[1, 4, 5, 8], [2, 3, 6, 7]]
    assert RULES.title(field, 2)[0] == "Final"


def test_whoever_withdraws_it_comes_to_its_end_with_everybody_ranked() -> None:
    chance = random.Random(2)
    for _time in range(500):
        size = chance.randint(3, 6)
        least = chance.randint(2, 3)
        stage = Stage(format="pods", advance=chance.randint(1, size - 1))
        field = field_of(stage, chance.randint(3, 60), size, least, chance.choice(["classic", "places"]))
        life = Life(field, chance, drops=chance.choice([0.0, 0.0, 0.1, 0.4]), draws=0.1).play()
        ranking = RULES.ranking(life.field)
        assert ranking is not None
        assert sorted(key for level in ranking for key in level) == sorted(
            entry.key for entry in field.entries
        )
        if all(entry.until is None for entry in life.field.entries):
            assert [len(pairs) == 1 for pairs in life.pairs] == [False] * (life.number - 1) + [True]
            assert least == 3 or life.number == RULES.rounds(stage, size, len(field.entries))


def test_who_is_left_over_has_a_bye_and_goes_on() -> None:
    field = field_of(Stage(format="pods", advance=1), 4, 3, 3)
    first = paired(field, 1)
    assert [(len(pair.entries), pair.begins) for pair in first] == [(3, "open"), (1, "bye")]
    assert field.by_key[first[1].entries[0]].number == 1
    shares = tuple(Share(key, 0, place) for place, key in enumerate(first[0].entries, 1))
    meetings = (Meeting(1, shares, "played"), Meeting(1, (Share(first[1].entries[0], 0, 1),), "bye"))
    # Two go on by right, but the game takes three: the second of the table fills the last one.
    (last,) = paired(msgspec.structs.replace(field, meetings=meetings), 2)
    assert set(last.entries) == {*first[0].entries[:2], *first[1].entries}


def test_a_last_table_is_not_set_for_fewer_than_the_game_takes() -> None:
    field = field_of(Stage(format="pods"), 6, 3, 3)
    pairs = paired(field, 1)
    meetings = tuple(
        Meeting(
            1, tuple(Share(key, 0, place) for place, key in enumerate(pair.entries, 1)), "played", board=at
        )
        for at, pair in enumerate(pairs, 1)
    )
    stay = {pairs[0].entries[0], pairs[1].entries[0]}
    entries = tuple(
        entry if entry.key in stay else msgspec.structs.replace(entry, until=1) for entry in field.entries
    )
    field = msgspec.structs.replace(field, meetings=meetings, entries=entries)
    assert paired(field, 2) == ()
    assert RULES.is_over(field)


@pytest.mark.parametrize(
    ("advance", "size", "entries", "field"),
    [(1, 2, 0, "size"), (0, 4, 0, "advance"), (4, 4, 0, "advance"), (1, 4, 2, "entries")],
)
def test_knock_outs_at_tables_that_cannot_be_are_refused(
    advance: int, size: int, entries: int, field: str
) -> None:
    with pytest.raises(IllegalPlan) as refused:
        RULES.check(Stage(format="pods", advance=advance), size, entries)
    assert refused.value.field == field
    assert "{" not in str(refused.value)
    RULES.check(Stage(format="pods"), 4, 0)
    assert RULES.rounds(Stage(format="pods"), 4, 0) is None
