"""Standings and each of their terms as they were published, with byes, forfeits and a withdrawal."""

from __future__ import annotations

import pytest

from games.contests.explain import explain
from games.contests.field import Field
from games.contests.plan import UNIT
from games.contests.standings import Line, standings
from games.contests.ties import TIES
from games.rules.chance import Chance
from tests.contests import published
from tests.contests.tables import field_of, plan_of

LUCK = Chance(b"published".ljust(32, b"\0"), 1)


def lines(field: Field) -> dict[int, Line]:
    return {line.entry: line for line in standings(field, LUCK)}


def column(field: Field, tie: str) -> dict[int, float]:
    """The terms of one tie-break as people read them, by entry."""
    place = field.plan.ties.index(tie)
    return {key: line.terms[place] / TIES[tie].scale for key, line in lines(field).items()}


def swiss() -> Field:
    return field_of(plan_of("swiss", ties=tuple(published.SWISS_TERMS)), 16, published.SWISS)


@pytest.mark.parametrize("tie", published.SWISS_TERMS)
def test_a_swiss_with_byes_and_forfeits_has_the_terms_of_the_exercise(tie: str):
    assert column(swiss(), tie) == dict(enumerate(published.SWISS_TERMS[tie], start=1))


def test_a_swiss_with_byes_and_forfeits_has_the_points_of_the_exercise():
    found = lines(swiss())
    assert [found[key].points / UNIT for key in range(1, 17)] == published.SWISS_POINTS
    assert (found[12].played, found[12].wins, found[12].draws, found[12].losses, found[12].byes) == (
        1,
        1,
        0,
        1,
        3,
    )
    assert (found[9].played, found[9].wins, found[9].draws, found[9].losses, found[9].byes) == (2, 0, 0, 3, 2)


def test_a_swiss_without_rows_for_absences_has_the_same_standings():
    rounds = [" ".join(word for word in words.split() if word[-1] != "Z") for words in published.SWISS]
    assert standings(field_of(swiss().plan, 16, rounds), LUCK) == standings(swiss(), LUCK)


def test_direct_encounters_part_players_who_have_all_met():
    field = field_of(plan_of("swiss", ties=("direct",)), 16, published.LONG_SWISS)
    found = lines(field)
    ahead = {key: number for key, number in column(field, "direct").items() if found[key].points == 6 * UNIT}
    assert ahead == published.LONG_SWISS_AHEAD
    assert sum(column(field, "direct").values()) == sum(ahead.values())
    assert [found[key].rank for key in (3, 6, 1, 4, 2)] == [1, 2, 3, 3, 5]


@pytest.mark.parametrize("tie", published.ROUND_ROBIN_TERMS)
def test_a_round_robin_with_a_forfeit_has_the_terms_of_the_exercise(tie: str):
    field = field_of(
        plan_of("round_robin", ties=tuple(published.ROUND_ROBIN_TERMS)), 6, published.ROUND_ROBIN
    )
    assert column(field, tie) == dict(enumerate(published.ROUND_ROBIN_TERMS[tie], start=1))


@pytest.mark.parametrize(
    ("rows", "points", "berger"),
    [
        (published.BUDAPEST, published.BUDAPEST_POINTS, published.BUDAPEST_BERGER),
        (published.ZURICH, published.ZURICH_POINTS, published.ZURICH_BERGER),
    ],
    ids=["Budapest 1950", "Zurich 1953"],
)
def test_a_double_round_robin_has_the_order_that_was_published(
    rows: list[str], points: list[float], berger: dict[int, float]
):
    field = published.crosstable(plan_of("round_robin", ties=("sonneborn_berger",)), rows)
    found = standings(field, LUCK)
    assert [line.entry for line in found] == list(range(1, len(points) + 1))
    assert [line.rank for line in found] == [line.entry for line in found]
    assert [line.points / UNIT for line in found] == points
    terms = column(field, "sonneborn_berger")
    assert {key: terms[key] for key in berger} == berger


def test_a_virtual_opponent_is_told_as_such():
    parts = explain(swiss(), 4, "buchholz_cut1", LUCK).parts
    assert [(part.round, part.opponent, part.score, part.virtual, part.cut) for part in parts] == [
        (1, 12, 3 * UNIT, False, False),
        (2, None, 5 * UNIT // 2, True, True),
        (3, 13, 3 * UNIT // 2, False, False),
        (4, 3, 7 * UNIT // 2, False, False),
        (5, 1, 7 * UNIT // 2, False, False),
    ]


def test_every_term_of_the_published_tables_is_the_sum_of_its_parts():
    for field in (swiss(), published.crosstable(plan_of("round_robin", ties=("direct",)), published.ZURICH)):
        for line in standings(field, LUCK):
            for tie, term in zip(field.plan.ties, line.terms, strict=True):
                told = explain(field, line.entry, tie, LUCK)
                assert told.term == term == sum(part.value for part in told.parts if not part.cut)
