"""Matches whose turns end at a local time on chosen weekdays, or in which days off count for nothing."""

import datetime
from typing import Any

import pytest
import time_machine

from games import tasks
from games.actions import clock, lobby, turns
from games.models import Match, Turn
from games.rules.game import IllegalOption
from tests.actions.tables import (
    DAY,
    HOUR,
    NOW,
    SECOND,
    last_turn,
    lines,
    open_turn,
    opened,
    order,
    person,
    play,
    seat,
    started,
    told,
)

pytestmark = pytest.mark.django_db

SLOTS = {"kind": "slot", "at": "20:00", "weekdays": [0, 3], "zone": "Europe/Warsaw", "grace": False}
"""Mondays and Thursdays; matches here are opened on a Tuesday."""
THURSDAY = datetime.datetime(2030, 1, 3, 19, tzinfo=datetime.UTC)
MONDAY = THURSDAY + 4 * DAY
BANK = {"kind": "bank", "interval": 10 * 3600, "gain": 3600, "cap": 12 * 3600}
PACES: dict[str, dict[str, Any]] = {
    "interval": {},
    "hours": {"interval": 3600},
    "slot": SLOTS | {"grace": True},
    "bank": BANK,
    "days off": {"off_days": [2, 3], "zone": "America/New_York"},
    "never early": {"early": False},
}


def test_the_first_turn_lasts_until_the_second_slot() -> None:
    turn = open_turn(started("ann", "bob", pace=SLOTS))
    assert turn.due_at == MONDAY
    assert turn.remind_at == NOW + (MONDAY - NOW) * 0.8


def test_a_tick_that_comes_late_skips_no_slot() -> None:
    match = started("ann", "bob", pace=SLOTS)
    turns.close_due(MONDAY + 9 * SECOND)
    assert (open_turn(match).number, open_turn(match).due_at) == (2, MONDAY + 3 * DAY)
    turns.close_due(MONDAY + 3 * DAY + 9 * SECOND)
    assert open_turn(match).due_at == MONDAY + 7 * DAY


def test_a_deadline_that_an_outage_has_moved_does_not_cost_a_slot() -> None:
    match = started("ann", "bob", pace=SLOTS)
    clock.stamp(MONDAY - HOUR)
    clock.stamp(MONDAY + HOUR)
    assert open_turn(match).due_at == MONDAY + 2 * HOUR
    turns.close_due(MONDAY + 2 * HOUR + 9 * SECOND)
    assert (open_turn(match).number, open_turn(match).due_at) == (2, MONDAY + 3 * DAY)


def test_four_early_closes_in_a_row_keep_the_grid() -> None:
    match = started("ann", "bob", pace=SLOTS, options={"turns": 9})
    due = []
    for hours in range(4):
        play(match, {"ann": "7", "bob": "6"}, now=NOW + hours * HOUR)
        due.append(open_turn(match).due_at)
    assert due == [MONDAY] * 4


def test_a_turn_that_is_played_at_once_does_not_take_a_slot() -> None:
    match = started("ann", "bob", pace=SLOTS, options={"turns": 9, "forced": True})
    turns.close_due(MONDAY + 9 * SECOND)
    assert (open_turn(match).number, open_turn(match).due_at) == (3, MONDAY + 3 * DAY)


def test_a_turn_that_plans_play_does_not_take_a_slot() -> None:
    match = started("ann", "bob", pace=SLOTS, options={"turns": 9, "solo": True})
    order("ann", match, "7; then 5")
    turns.close_due(MONDAY + 9 * SECOND)
    assert (open_turn(match).number, open_turn(match).due_at) == (3, MONDAY + 3 * DAY)


def test_grace_lasts_half_of_the_time_to_the_next_slot() -> None:
    match = started("ann", "bob", pace=SLOTS | {"grace": True})
    turns.close_due(MONDAY + 9 * SECOND)
    assert open_turn(match).number == 1
    assert open_turn(match).due_at == MONDAY + 9 * SECOND + (3 * DAY - 9 * SECOND) / 2
    turns.close_due(MONDAY + 2 * DAY)
    assert (open_turn(match).number, open_turn(match).due_at) == (2, MONDAY + 7 * DAY)


def test_a_slot_is_once_and_at_the_right_hour_on_the_day_of_a_clock_change() -> None:
    """Entries in a zone with summer time ran an hour off on the day of the change."""
    before = datetime.datetime(2030, 3, 30, 19, tzinfo=datetime.UTC)
    daily = SLOTS | {"weekdays": [0, 1, 2, 3, 4, 5, 6]}
    with time_machine.travel(before, tick=False):
        match = started("ann", "bob", pace=daily, now=before)
    due = open_turn(match).due_at
    assert due == before + 23 * HOUR
    for moment in (due - SECOND, due, due + HOUR):
        with time_machine.travel(moment, tick=False):
            clock.stamp(moment)
            tasks.tick()
    assert [turn.closed_at for turn in match.turns.closed()] == [due]
    assert open_turn(match).due_at == due + DAY


def test_no_deadline_and_no_grace_ends_on_a_day_off() -> None:
    match = started("ann", "bob", pace={"interval": 86_400, "off_days": [2, 5, 6], "zone": "Europe/Warsaw"})
    assert open_turn(match).due_at == NOW + 2 * DAY
    turns.close_due(NOW + 2 * DAY)
    assert open_turn(match).due_at == NOW + 2.5 * DAY
    turns.close_due(NOW + 2.5 * DAY)
    assert open_turn(match).due_at == NOW + 5.5 * DAY


@pytest.mark.parametrize("off", [{"off_days": [4]}, {"off_dates": ["2030-01-04"]}])
def test_a_deadline_that_an_outage_moves_onto_a_day_off_waits_for_the_next_day(off: dict[str, Any]) -> None:
    match, other = (
        started(*names, pace=pace) for names, pace in ((("ann", "bob"), off), (("cid", "dot"), {}))
    )
    due = NOW + 2 * DAY + 11 * HOUR
    Turn.objects.update(due_at=due)
    clock.stamp(due - HOUR)
    clock.stamp(due + HOUR)
    assert open_turn(match).due_at == NOW + 3.5 * DAY
    assert open_turn(other).due_at == due + 2 * HOUR


def test_a_clock_stands_still_on_days_off_and_while_the_turn_has_stopped() -> None:
    match = started("ann", "bob", pace=BANK | {"off_days": [2]})
    turn = open_turn(match)
    assert turn.due_at == NOW + 10 * HOUR
    stops = [[(NOW + 2 * HOUR).isoformat(), (NOW + 5 * HOUR).isoformat()]]
    Turn.objects.filter(pk=turn.pk).update(stops=stops)
    order("ann", match, "7", NOW + 7 * HOUR)
    order("bob", match, "6", NOW + 37 * HOUR)
    # Ann's stood for three hours of seven; Bob's for those, and all through Wednesday.
    assert [seat(match, name).clock for name in ("ann", "bob")] == [7 * 3600, 1 * 3600]


def test_a_rematch_keeps_the_pace() -> None:
    pace = SLOTS | {"off_dates": ["2030-12-24"], "early": False, "vacations": False}
    match = started("ann", "bob", pace=pace, options={"turns": 1})
    turns.close_due(MONDAY)
    match.refresh_from_db()
    again = lobby.rematch(person("ann"), match, MONDAY + DAY)
    again.refresh_from_db()
    assert again.pace == match.pace == {**match.pace, **pace, "interval": 4 * 86_400}


def test_a_wrong_pace_opens_no_match() -> None:
    with pytest.raises(IllegalOption):
        opened(pace=SLOTS | {"zone": "Europe/Atlantis"})
    assert Match.objects.count() == 0


@pytest.mark.parametrize("silent", [[], ["bob"], ["bob", "cid"], ["ann", "bob", "cid"]], ids=len)
@pytest.mark.parametrize("pace", PACES)
def test_whoever_is_silent_at_whatever_pace_the_match_goes_on(pace: str, silent: list[str]) -> None:
    """Two time-outs in one round froze a game; one time-out zeroed everybody's clock."""
    match = started("ann", "bob", "cid", pace=PACES[pace], options={"turns": 9})
    names = ["ann", "bob", "cid"]
    for name in names:
        if name not in silent:
            order(name, match, "7")
    for _look in range(3):
        turn = open_turn(match)
        if turn.number == 1:
            turns.close_due(turn.due_at)
    first, second = match.turns.get(number=1), open_turn(match)
    assert lines(first) == {
        index: ("1", "default") if name in silent else ("7", "player") for index, name in enumerate(names)
    }
    assert [seat(match, name).misses for name in names] == [int(name in silent) for name in names]
    assert (second.number, second.orders.filter(commitment="").count()) == (2, 3)
    assert first.closed_at < second.due_at
    assert sorted(told(match, "turn")) == [(name, "turn", "2") for name in names]
    clocks = [seat(match, name).clock for name in names]
    if pace == "bank":
        assert clocks == [3600 if name in silent else 11 * 3600 for name in names]
    else:
        assert clocks == [None] * 3


def test_bots_alone_never_wait_for_a_slot() -> None:
    match = opened("ann", 2, bots=2, pace=SLOTS)
    match.refresh_from_db()
    assert (match.status, last_turn(match).closed_at) == (Match.Status.FINISHED, NOW)
