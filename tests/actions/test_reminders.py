"""Reminders: once, only to who is silent, in time with the pace."""

import datetime

import pytest

from games.actions import seats, turns
from games.models import Turn
from tests.actions.tables import NEXT, NOW, SECOND, open_turn, order, person, play, started, told

pytestmark = pytest.mark.django_db

MOST = NOW + datetime.timedelta(days=3) * 0.8


def test_a_silent_seat_is_reminded_when_most_of_the_time_has_passed() -> None:
    match = started("ann", "bob")
    order("ann", match, "7")
    assert turns.remind_due(MOST - SECOND) == 0
    assert turns.remind_due(MOST) == 1
    assert told(match, "reminder") == [("bob", "reminder", "1")]


def test_nobody_is_reminded_twice() -> None:
    match = started("ann", "bob")
    assert [turns.remind_due(MOST) for _n in range(3)] == [1, 0, 0]
    assert told(match, "reminder") == [("ann", "reminder", "1"), ("bob", "reminder", "1")]


def test_a_reminder_missed_by_a_clock_that_stood_still_goes_out_later() -> None:
    """The alarm was sent only inside a window of two minutes, and a restart there lost it."""
    match = started("ann", "bob")
    assert turns.remind_due(NEXT - SECOND) == 1
    assert len(told(match, "reminder")) == 2


def test_who_has_ordered_is_not_taken_for_absent() -> None:
    """People who had given orders were flagged as away."""
    match = started("ann", "bob")
    order("ann", match, "7")
    order("ann", match, "8")
    turns.remind_due(MOST)
    assert told(match, "reminder") == [("bob", "reminder", "1")]


def test_who_has_left_is_not_reminded() -> None:
    match = started("ann", "bob", "cid")
    seats.resign(person("cid"), match, NOW)
    turns.remind_due(MOST)
    assert [name for name, _kind, _about in told(match, "reminder")] == ["ann", "bob"]


def test_a_bot_is_not_reminded() -> None:
    match = started("ann", bots=1)
    turns.remind_due(MOST)
    assert told(match, "reminder") == [("ann", "reminder", "1")]


def test_a_closed_turn_reminds_nobody() -> None:
    match = started("ann", "bob")
    play(match, {"ann": "7", "bob": "3"})
    assert match.turns.get(number=1).remind_at is None
    assert [turn.number for turn in Turn.objects.remindable(MOST)] == [2]
    turns.remind_due(MOST)
    assert told(match, "reminder") == [("ann", "reminder", "2"), ("bob", "reminder", "2")]


def test_there_is_no_reminder_in_grace() -> None:
    match = started("ann", "bob")
    turns.close_due(NEXT)
    assert open_turn(match).remind_at is None
    assert turns.remind_due(NEXT) == 0
