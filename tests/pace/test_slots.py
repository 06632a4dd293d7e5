"""Slots: a local time of day on chosen weekdays, kept through both clock changes and every early close."""

import datetime
from itertools import islice, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.pace import Pace
from tests.pace import slow
from tests.pace.slow import DAY, HOUR, MINUTE, ZONES, utc

WEEKLY = Pace(kind="slot", at="20:00", weekdays=(0, 3), zone="Europe/Warsaw")
"""Mondays and Thursdays at 20:00 in Warsaw."""
NIGHTLY = {"kind": "slot", "weekdays": (0, 1, 2, 3, 4, 5, 6)}
few = settings(max_examples=25, deadline=None)
zones = st.sampled_from(ZONES)


def following(pace: Pace, instant: datetime.datetime, count: int = 1) -> list[datetime.datetime]:
    """The slots from an instant on, slowly."""
    return list(islice(slow.slots(pace, instant), count))


def shown(pace: Pace, instants: list[datetime.datetime]) -> list[str]:
    return [f"{slow.local(pace, instant):%a %d %b %H:%M}" for instant in instants]


def played(pace: Pace, opened_at: datetime.datetime, turns: int) -> list[datetime.datetime]:
    """The deadlines of turns that all end at their deadline, by a clock that comes half a minute late."""
    found = [pace.due_at(opened_at)]
    while len(found) < turns:
        found.append(pace.due_at(found[-1] + MINUTE / 2, since=found[-1]))
    return found


def test_a_first_turn_lasts_at_least_one_whole_interval() -> None:
    wednesday = utc(2026, 1, 7, 12)
    assert WEEKLY.due_at(wednesday) == utc(2026, 1, 12, 19)


def test_a_turn_that_opens_on_the_grid_has_exactly_one_interval() -> None:
    assert WEEKLY.due_at(utc(2026, 1, 8, 19)) == utc(2026, 1, 12, 19)


def test_a_clock_that_ticks_late_skips_no_slot() -> None:
    thursday = utc(2026, 1, 8, 19)
    assert WEEKLY.due_at(thursday + 2 * MINUTE, since=thursday) == utc(2026, 1, 12, 19)


def test_a_clock_that_ticks_very_late_leaves_a_whole_interval() -> None:
    thursday = utc(2026, 1, 8, 19)
    assert WEEKLY.due_at(thursday + 2 * DAY, since=thursday) == utc(2026, 1, 12, 19)
    assert WEEKLY.due_at(thursday + 3 * DAY, since=thursday) == utc(2026, 1, 15, 19)


def test_a_deadline_that_an_outage_has_moved_a_little_stands_for_its_slot() -> None:
    thursday = utc(2026, 1, 8, 19)
    moved = [thursday + hours * HOUR for hours in (1, 23, 24)]
    found = [WEEKLY.due_at(late, since=late) for late in moved]
    assert shown(WEEKLY, found) == ["Mon 12 Jan 20:00", "Mon 12 Jan 20:00", "Thu 15 Jan 20:00"]


def test_a_turn_after_grace_has_more_than_one_interval() -> None:
    until = WEEKLY.grace_until(utc(2026, 1, 8, 19))
    assert until == utc(2026, 1, 10, 19)
    assert WEEKLY.due_at(until, since=until) == utc(2026, 1, 15, 19)


def test_four_early_closes_in_a_row_keep_the_grid() -> None:
    """After several early reveals the fixed grid handed the next phase far more than one cycle."""
    opened_at = utc(2026, 1, 8, 19)
    found = [WEEKLY.due_at(opened_at + n * 5 * HOUR) for n in range(1, 5)]
    assert shown(WEEKLY, found) == ["Thu 15 Jan 20:00"] * 4


@few
@given(st.data())
def test_any_four_early_closes_keep_the_grid_one_to_two_intervals_away(data: st.DataObject) -> None:
    pace = data.draw(zones.flatmap(slow.slotted))
    opened_at = data.draw(slow.instants(pace.zone))
    for _close in range(4):
        opened_at += data.draw(st.integers(1, 2000)) * MINUTE
        due_at = pace.due_at(opened_at)
        assert following(pace, opened_at, 2)[-1] == due_at


@few
@given(st.data())
def test_each_turn_that_runs_its_time_ends_at_the_next_slot(data: st.DataObject) -> None:
    pace = data.draw(zones.flatmap(slow.slotted))
    opened_at = data.draw(slow.instants(pace.zone))
    assert played(pace, opened_at, 3) == following(pace, opened_at, 4)[1:]


@pytest.mark.parametrize("zone", ZONES)
def test_a_slot_keeps_its_local_time_over_both_clock_changes_and_comes_once_a_day(zone: str) -> None:
    """Entries in a zone with summer time ran an hour off on the day of the change."""
    pace = Pace(at="20:00", zone=zone, **NIGHTLY)
    found = played(pace, utc(2026, 1, 1, 0), 364)
    local = [slow.local(pace, due_at) for due_at in found]
    assert {due_at.time() for due_at in local} == {datetime.time(20)}
    assert {later.date() - day.date() for day, later in pairwise(local)} == {DAY}


@pytest.mark.parametrize(
    ("zone", "at", "day", "instant"),
    [
        ("Europe/Warsaw", "02:30", (2026, 3, 29), utc(2026, 3, 29, 1, 30)),
        ("America/New_York", "02:30", (2026, 3, 8), utc(2026, 3, 8, 7, 30)),
        ("Australia/Lord_Howe", "02:15", (2026, 10, 4), utc(2026, 10, 3, 15, 45)),
    ],
)
def test_a_local_time_that_is_skipped_is_as_much_later_by_the_new_time(zone, at, day, instant) -> None:
    pace = Pace(at=at, zone=zone, **NIGHTLY)
    before, there, after = played(pace, instant - 3 * DAY + MINUTE, 3)
    assert (slow.local(pace, there).date(), there) == (datetime.date(*day), instant)
    assert shown(pace, [before, after]) == [
        f"{datetime.date(*day) - DAY:%a %d %b} {at}",
        f"{datetime.date(*day) + DAY:%a %d %b} {at}",
    ]


@pytest.mark.parametrize(
    ("zone", "at", "instant"),
    [
        ("Europe/Warsaw", "02:30", utc(2026, 10, 25, 0, 30)),
        ("America/New_York", "01:30", utc(2026, 11, 1, 5, 30)),
        ("Australia/Lord_Howe", "01:45", utc(2026, 4, 4, 14, 45)),
    ],
)
def test_of_a_local_time_that_is_shown_twice_the_first_counts(zone, at, instant) -> None:
    pace = Pace(at=at, zone=zone, **NIGHTLY)
    before, there, after = played(pace, instant - 3 * DAY + 2 * HOUR, 3)
    assert there == instant
    assert slow.local(pace, after) - slow.local(pace, there) == DAY
    assert slow.local(pace, there) - slow.local(pace, before) == DAY


def test_a_slot_on_a_day_off_is_left_out() -> None:
    pace = Pace(
        kind="slot", at="20:00", weekdays=(0, 3), zone="UTC", off_days=(0,), off_dates=("2026-01-15",)
    )
    assert shown(pace, played(pace, utc(2026, 1, 1, 20), 2)) == ["Thu 08 Jan 20:00", "Thu 22 Jan 20:00"]


@few
@given(st.data())
def test_grace_ends_before_the_next_slot_and_on_no_day_off(data: st.DataObject) -> None:
    pace = data.draw(zones.flatmap(slow.slotted))
    due_at, following_slot = following(pace, data.draw(slow.instants(pace.zone)), 2)
    until = pace.grace_until(due_at)
    assert due_at <= until <= following_slot
    assert not slow.is_off(pace, until)
    minutes = slow.worked(pace, due_at, following_slot)
    assert slow.later(pace, due_at, minutes // 2) <= until <= slow.later(pace, due_at, minutes // 2 + 1)


@few
@given(st.data())
def test_after_a_stop_a_slot_is_the_first_that_leaves_as_much_time(data: st.DataObject) -> None:
    pace = data.draw(zones.flatmap(slow.slotted))
    opened_at = data.draw(slow.instants(pace.zone))
    due_at = pace.due_at(opened_at)
    begins = data.draw(st.integers(0, int((due_at - opened_at) / MINUTE) - 1)) * MINUTE + opened_at
    ends = begins + data.draw(st.integers(1, 10 * 1440)) * MINUTE
    moved = pace.after_stop(due_at, opened_at, begins, ends)
    assert moved >= max(due_at, ends)
    # As clocks on the wall show it: they may be set forward or back by an hour meanwhile.
    left, kept = due_at - begins, moved - ends
    assert kept >= left - HOUR
    skipped = [slot for slot in following(pace, ends + left + HOUR, 1) if slot < moved]
    assert skipped == []


@pytest.mark.parametrize(("month", "day"), [(3, 26), (10, 22)])
def test_a_stop_of_whole_weeks_moves_a_slot_by_whole_weeks_over_a_clock_change(month, day) -> None:
    begins = utc(2026, month, day, 7)
    due_at = WEEKLY.due_at(begins)
    moved = WEEKLY.after_stop(due_at, begins, begins, begins + 14 * DAY)
    assert slow.local(WEEKLY, moved) - slow.local(WEEKLY, due_at) == 14 * DAY


def test_a_slot_in_a_skipped_hour_moves_by_whole_weeks_too() -> None:
    pace = Pace(at="02:30", zone="Europe/Warsaw", **NIGHTLY)
    due_at = utc(2026, 3, 29, 1, 30)
    moved = pace.after_stop(due_at, due_at - DAY, due_at - DAY, due_at + 6 * DAY)
    assert shown(pace, [due_at, moved]) == ["Sun 29 Mar 03:30", "Sun 05 Apr 02:30"]


def test_a_stop_in_grace_moves_to_the_grid() -> None:
    until = WEEKLY.grace_until(utc(2026, 1, 8, 19))
    moved = WEEKLY.after_stop(until, until - 7 * DAY, until - HOUR, until)
    assert moved == utc(2026, 1, 12, 19)


def test_a_reminder_for_a_slot_comes_after_most_of_the_time() -> None:
    opened_at = utc(2026, 1, 8, 19)
    due_at = WEEKLY.due_at(opened_at)
    assert WEEKLY.remind_at(opened_at, due_at) == opened_at + (due_at - opened_at) * 0.8
