"""Intervals and clocks that stand still on days off and in stops; deadlines never on a day off."""

import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.pace import FREE, Pace
from tests.pace import slow
from tests.pace.slow import DAY, HOUR, MINUTE, ZONES, utc

NO_SUNDAYS = Pace(interval=2 * 86_400, zone="Europe/Warsaw", off_days=(5, 6), off_dates=("2026-01-06",))
"""Two days of Monday to Friday, without Epiphany."""
few = settings(max_examples=40, deadline=None)
zones = st.sampled_from(ZONES)


def test_no_time_passes_on_days_off() -> None:
    monday = utc(2026, 1, 5, 12)
    friday = utc(2026, 1, 9, 12)
    assert NO_SUNDAYS.due_at(monday) == utc(2026, 1, 8, 12)
    assert NO_SUNDAYS.due_at(friday) == utc(2026, 1, 13, 12)


def test_a_turn_that_opens_on_a_day_off_begins_with_the_next_day_on() -> None:
    saturday = utc(2026, 1, 10, 12)
    assert NO_SUNDAYS.due_at(saturday) == utc(2026, 1, 13, 23)


def test_a_deadline_at_the_midnight_before_a_day_off_is_that_after_it() -> None:
    wednesday = utc(2026, 1, 7, 23)
    assert NO_SUNDAYS.due_at(wednesday) == utc(2026, 1, 11, 23)


def test_an_empty_clock_ends_a_turn_at_once_but_on_no_day_off() -> None:
    bank = Pace(kind="bank", interval=3600, off_days=(6,))
    assert bank.due_at(utc(2026, 1, 10, 12), [0]) == utc(2026, 1, 10, 12)
    assert bank.due_at(utc(2026, 1, 11, 12), [0]) == utc(2026, 1, 12)


@few
@given(st.data())
def test_a_turn_lasts_its_interval_in_working_time(data: st.DataObject) -> None:
    pace = data.draw(zones.flatmap(slow.timed))
    opened_at = data.draw(slow.instants(pace.zone))
    due_at = pace.due_at(opened_at)
    assert due_at == slow.later(pace, opened_at, pace.interval // 60)
    assert not slow.is_off(pace, due_at)
    assert pace.used(opened_at, due_at) == datetime.timedelta(seconds=pace.interval)


@few
@given(st.data())
def test_a_bank_lasts_its_fullest_clock_in_working_time(data: st.DataObject) -> None:
    pace = data.draw(zones.flatmap(slow.timed))
    clocks = data.draw(st.lists(st.integers(0, 3 * 1440), min_size=1, max_size=4))
    opened_at = data.draw(slow.instants(pace.zone))
    bank = Pace(kind="bank", interval=pace.interval, off_days=pace.off_days, zone=pace.zone)
    due_at = bank.due_at(opened_at, [60 * clock for clock in clocks])
    assert due_at == slow.later(bank, opened_at, max(clocks))


@few
@given(st.data())
def test_grace_and_reminder_are_shares_of_the_same_working_time(data: st.DataObject) -> None:
    """Extensions and warnings used a length of a day in games with another pace."""
    pace = data.draw(zones.flatmap(slow.timed))
    opened_at = data.draw(slow.instants(pace.zone))
    due_at = pace.due_at(opened_at)
    until, reminded_at = pace.grace_until(due_at), pace.remind_at(opened_at, due_at)
    assert pace.used(due_at, until) == datetime.timedelta(seconds=pace.interval / 2)
    assert pace.used(opened_at, reminded_at) == datetime.timedelta(seconds=pace.interval) * 0.8
    assert [slow.is_off(pace, instant) for instant in (until, reminded_at)] == [False, False]


@few
@given(st.data())
def test_what_was_left_when_a_stop_began_is_left_when_it_ends(data: st.DataObject) -> None:
    pace = data.draw(zones.flatmap(slow.timed))
    opened_at = data.draw(slow.instants(pace.zone))
    due_at = pace.due_at(opened_at)
    begins = opened_at + data.draw(st.integers(-600, int((due_at - opened_at) / MINUTE) - 1)) * MINUTE
    ends = begins + data.draw(st.integers(1, 10 * 1440)) * MINUTE
    moved = pace.after_stop(due_at, opened_at, begins, ends)
    if ends > opened_at:
        assert moved == slow.later(pace, ends, slow.worked(pace, max(begins, opened_at), due_at))
    assert pace.used(opened_at, moved, [(begins, ends)]) == pace.used(opened_at, due_at)
    assert not slow.is_off(pace, moved)


def test_a_stop_outside_of_a_turn_moves_nothing() -> None:
    opened_at, due_at = utc(2026, 1, 7, 12), utc(2026, 1, 9, 12)
    outside = [(due_at, due_at + DAY), (opened_at - DAY, opened_at), (opened_at + HOUR, opened_at)]
    assert {NO_SUNDAYS.after_stop(due_at, opened_at, *stop) for stop in outside} == {due_at}


def test_time_in_two_stops_at_once_is_not_taken_off_twice() -> None:
    opened_at = utc(2026, 1, 7, 0)
    stops = [
        ["2026-01-07T06:00:00+00:00", "2026-01-07T10:00:00Z"],
        ["2026-01-07T02:00:00+00:00", "2026-01-07T07:00:00+00:00"],
        ["2026-01-07T03:00:00+00:00", "2026-01-07T04:00:00+00:00"],
        ["2026-01-06T20:00:00+00:00", "2026-01-07T01:00:00+00:00"],
        ["2026-01-07T23:00:00+00:00", "2026-01-08T23:00:00+00:00"],
    ]
    assert Pace().used(opened_at, opened_at + DAY, stops) == 14 * HOUR
    assert Pace().used(opened_at, opened_at - HOUR, stops) == 0 * HOUR


@pytest.mark.parametrize("zone", ZONES)
def test_a_fixed_time_is_as_long_over_a_clock_change(zone: str) -> None:
    """Adding days to a deadline across the change moved it by an hour."""
    for change in slow.CHANGES[zone]:
        opened_at = utc(*change) - 3 * DAY
        assert Pace(interval=7 * 86_400, zone=zone).due_at(opened_at) == opened_at + 7 * DAY


def test_days_off_begin_at_local_midnight_on_the_day_of_a_clock_change() -> None:
    """In Havana clocks go forward at midnight: that day begins at one o'clock."""
    pace = Pace(interval=3600, zone="America/Havana", off_dates=("2026-03-08",))
    day_before = utc(2026, 3, 8, 4, 30)
    assert pace.due_at(day_before) == utc(2026, 3, 9, 4, 30)
    assert slow.later(pace, day_before, 60) == utc(2026, 3, 9, 4, 30)


def test_clocks_and_used_time_add_up_to_what_was_given() -> None:
    bank = Pace(kind="bank", interval=10 * 3600, gain=600, cap=24 * 3600)
    clock, used = None, 0
    for minutes in (30, 0, 200, 61):
        clock = bank.clock_after(clock, minutes * MINUTE)
        used += 60 * minutes
    assert clock + used == bank.interval + 4 * bank.gain


def test_without_a_deadline_nobody_is_reminded() -> None:
    assert FREE.due_at(utc(2026, 1, 1)) is None
    assert FREE.remind_at(utc(2026, 1, 1), None) is None
