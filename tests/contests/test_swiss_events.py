"""Published Swiss events: their rounds are legal by our criteria, and so are ours from the same results."""

from __future__ import annotations

import pytest

from games.contests.field import Pair
from games.contests.swiss import Swiss
from games.contests.swiss.criteria import breaches
from games.contests.swiss.past import pasts
from games.rules.chance import Chance
from tests.contests.swiss_events import EVENTS, TOTALS

ROUNDS = [(name, number) for name, event in EVENTS.items() for number in range(1, event.rounds + 1)]


def published(name: str, number: int) -> tuple[Pair, ...]:
    """The pairings of a round. Of games that weren't played one source has no colours: either way will do."""
    event = EVENTS[name]
    field = event.before(number)
    pairs = []
    for meeting in event.paired(number):
        pair = Pair(tuple(share.entry for share in meeting.shares), how="bye" if meeting.is_bye else "")
        if (
            name == "koshnitsky"
            and meeting.how == "forfeit"
            and any(breach.criterion == "seat" for breach in breaches(field, number, [pair]))
        ):
            pair = Pair(pair.entries[::-1])
        pairs.append(pair)
    return tuple(pairs)


def ours(name: str, number: int) -> tuple[Pair, ...]:
    """How we pair a round from the same results."""
    return Swiss().pair(EVENTS[name].before(number), number, Chance(b"\1" * 32, number))


@pytest.mark.parametrize("name", EVENTS)
def test_a_table_is_copied_rightly_as_its_totals_are_those_of_the_source(name: str) -> None:
    event = EVENTS[name]
    after = 1 + max(meeting.round for meeting in event.meetings if meeting.how == "played")
    past = pasts(event.before(after), after)
    assert [past[entry.key].points / 120 for entry in event.entries] == list(map(float, TOTALS[name].split()))


@pytest.mark.parametrize(("name", "number"), ROUNDS)
def test_every_published_round_is_legal(name: str, number: int) -> None:
    assert breaches(EVENTS[name].before(number), number, published(name, number)) == ()


@pytest.mark.parametrize(("name", "number"), ROUNDS)
def test_our_round_from_the_same_results_is_legal(name: str, number: int) -> None:
    field = EVENTS[name].before(number)
    assert breaches(field, number, ours(name, number)) == ()


@pytest.mark.parametrize("number", range(1, EVENTS["gros"].rounds + 1))
def test_our_rounds_of_an_open_are_as_even_in_points_as_the_published_ones(number: int) -> None:
    field = EVENTS["gros"].before(number)
    past = pasts(field, number)

    def uneven(pairs: tuple[Pair, ...]) -> int:
        gaps = ([past[key].points for key in pair.entries] for pair in pairs if len(pair.entries) == 2)
        return sum((one - other) ** 2 for one, other in gaps)

    assert uneven(ours("gros", number)) == uneven(published("gros", number))


def test_the_first_round_is_the_one_that_was_published() -> None:
    paired = [{frozenset(pair.entries) for pair in pairs("gros", 1)} for pairs in (ours, published)]
    assert paired[0] == paired[1]
