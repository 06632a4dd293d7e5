"""Standings of whatever chance makes up: a total order, stable, and every term the sum of its parts."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.contests.explain import explain, explained
from games.contests.field import Entry, Field, Meeting, Share
from games.contests.formats import FORMATS
from games.contests.plan import UNIT, Plan, Stage
from games.contests.points import bye_points, forfeit_points, share_points
from games.contests.standings import placed, standings
from games.contests.ties import TIES
from games.rules.chance import Chance
from tests.contests.tables import field_of, plan_of

LUCK = Chance(b"standings".ljust(32, b"\0"), 7)
FORMS = ("swiss", "round_robin", "pods")
HOWS = ("played", "played", "played", "adjudicated", "forfeit", "annulled", "open")


def made_up(seed: int, format_: str, points: str, size: int) -> Field:
    """A field of some entries that meet in some rounds, in whatever way."""
    luck = random.Random(seed)
    plan = Plan(stages=(Stage(format=format_),), points=points, ties=tuple(luck.sample(list(TIES), 5)))
    keys = [7 * number for number in range(1, luck.randint(2, 9) + 1)]
    meetings = []
    for number in range(1, luck.randint(0, 5) + 1):
        order = luck.sample(keys, luck.randint(0, len(keys)))
        while order:
            table, order = order[:size], order[size:]
            meetings.append(_meeting(luck, plan, number, table, size))
    entries = tuple(Entry(key, key // 7, playoff=luck.randint(0, 1)) for key in keys)
    return Field(plan, plan.stages[0], size, 2, entries, tuple(meetings))


def _meeting(luck: random.Random, plan: Plan, number: int, table: list[int], size: int) -> Meeting:
    if len(table) == 1:
        how = luck.choice(["bye", "half_bye", "zero_bye"])
        return Meeting(number, (Share(table[0], bye_points(plan, how, size)),), how)
    how = luck.choice(HOWS)
    if how in {"open", "annulled"}:
        return Meeting(number, tuple(Share(key) for key in table), how)
    if how == "forfeit":
        present = [luck.random() < 0.7 for _key in table]
        worth = forfeit_points(plan, present)
        return Meeting(number, tuple(map(Share, table, worth)), how)
    scores = [luck.randint(-8, 40) / 2 for _key in table]
    places = [1 + sum(other > score for other in scores) for score in scores]
    worth = share_points(plan, places, scores)
    return Meeting(number, tuple(map(Share, table, worth, places, scores)), how)


FIELDS = st.builds(
    made_up,
    st.integers(0, 10**9),
    st.sampled_from(FORMS),
    st.sampled_from(["classic", "three", "places", "score"]),
    st.integers(2, 4),
)


@settings(max_examples=300, deadline=None)
@given(FIELDS)
def test_standings_have_everybody_once_the_better_before_the_worse(field: Field):
    lines = standings(field, LUCK)
    assert sorted(line.entry for line in lines) == [entry.key for entry in field.entries]
    worth = [(line.points, *line.terms) for line in lines]
    assert worth == sorted(worth, reverse=True)
    assert [line.rank for line in lines] == [1 + sum(other > one for other in worth) for one in worth]
    level = [
        [field.by_key[line.entry].number for line in lines if line.rank == rank] for rank in range(1, 10)
    ]
    assert level == [sorted(numbers) for numbers in level]


@settings(max_examples=300, deadline=None)
@given(FIELDS, st.randoms())
def test_standings_do_not_hang_on_the_order_in_which_results_came_in(field: Field, luck: random.Random):
    other = msgspec.structs.replace(
        field,
        meetings=tuple(luck.sample(field.meetings, len(field.meetings))),
        entries=tuple(luck.sample(field.entries, len(field.entries))),
    )
    assert standings(other, LUCK) == standings(field, LUCK) == standings(field, LUCK)


@settings(max_examples=300, deadline=None)
@given(FIELDS)
def test_points_are_those_of_the_meetings_that_count(field: Field):
    lines = standings(field, LUCK)
    counting = [meeting for meeting in field.meetings if meeting.how not in {"open", "annulled"}]
    assert sum(line.points for line in lines) == sum(
        share.points or 0 for meeting in counting for share in meeting.shares
    )
    against = sum(len(meeting.shares) for meeting in counting if not meeting.is_bye)
    assert sum(line.wins + line.draws + line.losses for line in lines) == against
    forfeits = sum(len(meeting.shares) for meeting in counting if meeting.how == "forfeit")
    assert sum(line.played for line in lines) == against - forfeits


@settings(max_examples=200, deadline=None)
@given(FIELDS)
def test_every_term_is_the_sum_of_its_parts(field: Field):
    for line in standings(field, LUCK):
        for tie, term in zip(field.plan.ties, line.terms, strict=True):
            told = explain(field, line.entry, tie, LUCK)
            assert (told.entry, told.tie, told.term) == (line.entry, tie, term)
            assert term == sum(part.value for part in told.parts if not part.cut)
            assert line.entry in told.level


@settings(max_examples=100, deadline=None)
@given(FIELDS)
def test_terms_told_together_are_the_same_as_one_by_one(field: Field):
    for entry in field.entries:
        ties = (*field.plan.ties, "lot")
        alone = tuple(explain(field, entry.key, tie, LUCK) for tie in ties)
        assert explained(field, entry.key, ties, LUCK) == alone
    with pytest.raises(KeyError):
        explained(field, 10**6, field.plan.ties, LUCK)


@settings(max_examples=100, deadline=None)
@given(FIELDS)
def test_lines_and_explanations_travel_as_json(field: Field):
    lines = standings(field, LUCK)
    assert msgspec.json.decode(msgspec.json.encode(lines), type=type(lines)) is not None
    told = [explain(field, lines[0].entry, tie, LUCK) for tie in TIES]
    assert msgspec.json.encode(told)


def test_lots_stay_whoever_enters_later():
    plan = plan_of("swiss", ties=("lot",))
    few = {line.entry: line.terms for line in standings(field_of(plan, 4, []), LUCK)}
    many = {line.entry: line.terms for line in standings(field_of(plan, 9, []), LUCK)}
    assert {key: many[key] for key in few} == few
    assert len(set(many.values())) == 9


def test_lots_differ_from_contest_to_contest():
    field = field_of(plan_of("swiss", ties=("lot",)), 4, [])
    assert standings(field, Chance(b"another".ljust(32, b"\0"), 7)) != standings(field, LUCK)


def test_a_play_off_parts_who_are_level():
    plan = plan_of("round_robin", ties=("playoff",))
    field = field_of(plan, 2, ["1-2="])
    winner = msgspec.structs.replace(field.entries[1], playoff=1)
    field = msgspec.structs.replace(field, entries=(field.entries[0], winner))
    assert [(line.entry, line.rank, line.terms) for line in standings(field, LUCK)] == [
        (2, 1, (1,)),
        (1, 2, (0,)),
    ]


def test_open_and_annulled_meetings_count_for_nothing():
    plan = plan_of("swiss", ties=("buchholz", "wins"))
    before = standings(field_of(plan, 4, ["1-21 3-40"]), LUCK)
    going_on = field_of(plan, 4, ["1-21 3-40", "1-4? 2-3?"])
    assert standings(going_on, LUCK) == before
    annulled = tuple(
        msgspec.structs.replace(one, how="annulled") if one.is_open else one for one in going_on.meetings
    )
    assert standings(msgspec.structs.replace(going_on, meetings=annulled), LUCK) == before


def test_a_bye_that_was_asked_for_is_no_draw_while_its_entry_plays_on():
    plan = plan_of("swiss", ties=("buchholz",))
    ended = {line.entry: line.terms[0] for line in standings(field_of(plan, 3, ["1-21 3Z", "1-31 2Z"]), LUCK)}
    playing = field_of(plan, 3, ["1-21 3Z", "1-31 2Z", "2-3?"])
    going_on = {line.entry: line.terms[0] for line in standings(playing, LUCK)}
    assert (ended[1] / TIES["buchholz"].scale, going_on[1]) == (0.5, 0)


def test_everybody_at_a_table_of_four_is_an_opponent():
    plan = plan_of("pods", "places", ("buchholz", "sonneborn_berger", "direct"))
    shares = tuple(Share(key, (4 - key) * UNIT, key) for key in range(1, 5))
    people = tuple(Entry(key, key) for key in range(1, 5))
    field = Field(plan, plan.stages[0], 4, 4, people, (Meeting(1, shares, "played"),))
    found = {line.entry: line for line in standings(field, LUCK)}
    scale = TIES["buchholz"].scale
    assert [found[key].terms[0] / scale * 3 for key in range(1, 5)] == [3, 4, 5, 6]
    scale = TIES["sonneborn_berger"].scale
    assert [round(found[key].terms[1] / scale * 3, 9) for key in range(1, 5)] == [3, 1, 0, 0]
    told = explain(field, 2, "sonneborn_berger", LUCK)
    assert [(part.opponent, part.points, part.score) for part in told.parts] == [
        (1, 0, 3 * UNIT),
        (3, UNIT, UNIT),
        (4, UNIT, 0),
    ]


def test_a_median_leaves_out_a_whole_table():
    plan = plan_of("pods", "places", ("buchholz_median",))
    tables = [(1, 2, 3), (1, 4, 5), (1, 6, 7)]
    meetings = tuple(
        Meeting(number, tuple(Share(key, (2 - n) * UNIT, n + 1) for n, key in enumerate(table)), "played")
        for number, table in enumerate(tables, start=1)
    )
    field = Field(plan, plan.stages[0], 3, 3, tuple(Entry(key, key) for key in range(1, 8)), meetings)
    told = explain(field, 1, "buchholz_median", LUCK)
    assert [(part.round, part.cut) for part in told.parts] == [
        (1, True),
        (1, True),
        (2, True),
        (2, True),
        (3, False),
        (3, False),
    ]


def test_nobody_has_won_what_nobody_came_to():
    (one, two) = standings(field_of(plan_of("swiss", ties=("wins",)), 2, ["1-2x"]), LUCK)
    assert (one.losses, two.losses, one.rank, two.rank, one.terms) == (1, 1, 1, 1, (0,))


@pytest.mark.parametrize(("tie", "entry"), [("nothing", 1), ("wins", 9)])
def test_what_does_not_exist_is_not_explained(tie: str, entry: int):
    with pytest.raises(KeyError):
        explain(field_of(plan_of("swiss", ties=("wins",)), 2, ["1-21"]), entry, tie, LUCK)


def test_a_tie_break_beyond_the_plan_counts_after_all_others():
    field = field_of(plan_of("round_robin", ties=("wins",)), 4, ["1-21 3-41", "1-30 2-41"])
    told = explain(field, 1, "direct", LUCK)
    assert (told.level, told.term) == ((1, 2), 1)


def test_the_final_order_is_that_of_the_standings_where_the_format_has_none():
    swiss = field_of(plan_of("swiss", ties=("wins",)), 4, ["1-21 3-41", "1-31 2-4="])
    assert placed(swiss, LUCK) == ((1,), (3,), (2, 4))


def test_the_final_order_is_that_of_the_format_where_it_has_one():
    cup = field_of(plan_of("knockout", ties=("lot",)), 4, [])
    ranking = FORMATS["knockout"].ranking(cup)
    assert ranking is not None
    order = placed(cup, LUCK)
    assert sorted(key for group in order for key in group) == [1, 2, 3, 4]
    assert [len(group) for group in order] == [1, 1, 1, 1]
    ranks = {key: place for place, group in enumerate(ranking) for key in group}
    assert [ranks[group[0]] for group in order] == sorted(ranks.values())
