"""A clock for each seat: it runs while the seat is asked, gains with each turn, and ends the turn."""

import pytest

from games.actions import turns
from games.models import Match, Seat
from games.rules.game import IllegalOption
from tests.actions.tables import HOUR, NOW, SECOND, lines, open_turn, opened, order, started

pytestmark = pytest.mark.django_db

BANK = {"kind": "bank", "interval": 10 * 3600, "gain": 3600, "cap": 12 * 3600}


def clocks(match: Match) -> list[int | None]:
    return list(Seat.objects.filter(match=match).values_list("clock", flat=True))


def test_a_first_turn_lasts_as_long_as_a_clock_starts_with() -> None:
    match = started("ann", "bob", pace=BANK)
    assert open_turn(match).due_at == NOW + 10 * HOUR
    assert clocks(match) == [None, None]


def test_a_clock_runs_until_the_own_order_and_gains_with_the_turn() -> None:
    match = started("ann", "bob", pace=BANK)
    order("ann", match, "7", NOW + 3 * HOUR)
    order("bob", match, "6", NOW + 5 * HOUR + SECOND)
    assert clocks(match) == [8 * 3600, 6 * 3600 - 1]


def test_a_turn_lasts_until_the_fullest_clock_has_run_out() -> None:
    match = started("ann", "bob", pace=BANK)
    order("ann", match, "7", NOW + 3 * HOUR)
    order("bob", match, "6", NOW + 5 * HOUR)
    assert open_turn(match).due_at == NOW + 13 * HOUR


def test_a_clock_never_holds_more_than_its_cap() -> None:
    match = started("ann", "bob", pace=BANK | {"gain": 5 * 3600})
    order("ann", match, "7", NOW)
    order("bob", match, "6", NOW + 9 * HOUR)
    assert clocks(match) == [12 * 3600, 6 * 3600]


def test_a_changed_order_counts_until_its_last_change() -> None:
    match = started("ann", "bob", pace=BANK)
    order("ann", match, "7", NOW + HOUR)
    order("ann", match, "8", NOW + 4 * HOUR)
    order("bob", match, "6", NOW + 5 * HOUR)
    assert clocks(match) == [7 * 3600, 6 * 3600]


def test_who_lets_the_clock_run_out_misses_without_grace_and_has_what_a_turn_adds() -> None:
    match = started("ann", "bob", pace=BANK)
    order("ann", match, "7", NOW)
    turns.close_due(NOW + 10 * HOUR)
    assert lines(match.turns.get(number=1)) == {0: ("7", "player"), 1: ("1", "default")}
    assert clocks(match) == [11 * 3600, 3600]


def test_at_other_paces_no_clock_runs() -> None:
    match = started("ann", "bob", pace={"interval": 3600})
    order("ann", match, "7", NOW)
    order("bob", match, "6", NOW)
    assert clocks(match) == [None, None]


def test_a_bot_has_no_clock() -> None:
    match = started("ann", bots=1, pace=BANK)
    order("ann", match, "7", NOW + HOUR)
    assert clocks(match) == [10 * 3600, None]


@pytest.mark.parametrize(
    "wrong", [{"gain": -1}, {"cap": 3600}, {"cap": -1}, {"gain": 13 * 3600}, {"cap": 31 * 24 * 3600}]
)
def test_a_bank_that_makes_no_sense_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(IllegalOption):
        opened(pace=BANK | wrong)
    assert Match.objects.count() == 0
