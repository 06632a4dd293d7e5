"""Quiet hours and the hour of the digest, by the clock on the wall, over both changes of the clocks."""

from __future__ import annotations

import datetime
from zoneinfo import ZoneInfo

import pytest

from accounts.hours import leaves_enough, next_digest, quiet_end

HOUR = datetime.timedelta(hours=1)
ZONES = ("Europe/Warsaw", "America/New_York", "Australia/Lord_Howe")
NIGHT = (datetime.time(22), datetime.time(7))
CHANGES = {
    "Europe/Warsaw": ((2026, 10, 25), (2027, 3, 28)),
    "America/New_York": ((2026, 11, 1), (2027, 3, 14)),
    "Australia/Lord_Howe": ((2026, 10, 4), (2027, 4, 4)),
}


def at(zone: str, *moment: int) -> datetime.datetime:
    """An instant by its local time, in UTC."""
    return datetime.datetime(*moment, tzinfo=ZoneInfo(zone)).astimezone(datetime.UTC)  # type: ignore[misc]


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("hour", [0, 1, 2, 3, 18, 23])
def test_digest_leaves_once_a_day_at_its_local_hour_over_both_changes(zone: str, hour: int) -> None:
    place = ZoneInfo(zone)
    for change in CHANGES[zone]:
        moment = at(zone, *change) - 72 * HOUR
        digests = []
        for _n in range(5):
            moment = next_digest(hour, place, moment, moment if digests else None)
            digests.append(moment.astimezone(place))
        days = [digest.date() for digest in digests]
        assert days == [days[0] + datetime.timedelta(days=n) for n in range(5)]
        odd = [digest for digest in digests if (digest.hour, digest.minute) != (hour, 0)]
        # Only an hour that the clocks skip on that day may be another one: the moment of the change.
        assert [(one.year, one.month, one.day) for one in odd] in ([], [change])
        assert all(digest.fold == 0 for digest in digests)


def test_digest_hour_that_the_clocks_skip_is_the_moment_of_the_change() -> None:
    before = at("Europe/Warsaw", 2027, 3, 28, 0, 30)
    found = next_digest(2, ZoneInfo("Europe/Warsaw"), before)
    assert found == at("Europe/Warsaw", 2027, 3, 28, 3, 0)


def test_digest_that_came_late_keeps_the_next_one_away_for_half_a_day() -> None:
    warsaw = ZoneInfo("Europe/Warsaw")
    late = at("Europe/Warsaw", 2026, 12, 2, 17)
    assert next_digest(18, warsaw, late, late) == at("Europe/Warsaw", 2026, 12, 3, 18)
    assert next_digest(18, warsaw, late, late - 12 * HOUR) == at("Europe/Warsaw", 2026, 12, 2, 18)


@pytest.mark.parametrize("zone", ZONES)
def test_quiet_hours_go_over_midnight(zone: str) -> None:
    place = ZoneInfo(zone)
    ends = at(zone, 2026, 12, 2, 7)
    for day, hour, end in (
        (1, 21, None),
        (1, 22, ends),
        (2, 0, ends),
        (2, 6, ends),
        (2, 7, None),
        (2, 12, None),
    ):
        assert quiet_end(*NIGHT, place, at(zone, 2026, 12, day, hour, 0)) == end


def test_quiet_hours_may_lie_within_a_day() -> None:
    work, zone = (datetime.time(9), datetime.time(17)), "Europe/Warsaw"
    found = [quiet_end(*work, ZoneInfo(zone), at(zone, 2026, 12, 1, hour)) for hour in (8, 9, 16, 17, 23)]
    end = at(zone, 2026, 12, 1, 17)
    assert found == [None, end, end, None, None]


@pytest.mark.parametrize("zone", ZONES)
def test_quiet_hours_keep_to_the_clock_on_the_wall_over_both_changes(zone: str) -> None:
    place = ZoneInfo(zone)
    for year, month, day in CHANGES[zone]:
        ends = at(zone, year, month, day, 7)
        begins = ends.astimezone(place).replace(hour=22) - datetime.timedelta(days=1)
        moment = begins.astimezone(datetime.UTC)
        assert quiet_end(*NIGHT, place, moment - HOUR / 60) is None
        while moment < ends:
            assert quiet_end(*NIGHT, place, moment) == ends
            moment += HOUR / 4
        assert quiet_end(*NIGHT, place, ends) is None


def test_quiet_hours_that_end_in_an_hour_that_comes_twice_end_with_the_second_one() -> None:
    warsaw = ZoneInfo("Europe/Warsaw")
    night = (datetime.time(23), datetime.time(2, 30))
    found = quiet_end(*night, warsaw, at("Europe/Warsaw", 2026, 10, 25, 1))
    assert found == datetime.datetime(2026, 10, 25, 1, 30, tzinfo=datetime.UTC)


def test_quiet_hours_that_end_in_an_hour_that_is_skipped_end_as_much_later() -> None:
    warsaw = ZoneInfo("Europe/Warsaw")
    night = (datetime.time(23), datetime.time(2, 30))
    found = quiet_end(*night, warsaw, at("Europe/Warsaw", 2027, 3, 28, 1))
    assert found == at("Europe/Warsaw", 2027, 3, 28, 3, 30)


@pytest.mark.parametrize(
    "hours", [(None, None), (datetime.time(22), None), (None, datetime.time(7)), (datetime.time(7),) * 2]
)
def test_without_a_beginning_and_an_end_no_hour_is_quiet(
    hours: tuple[datetime.time | None, datetime.time | None], now: datetime.datetime
) -> None:
    assert quiet_end(*hours, ZoneInfo("UTC"), now) is None


def test_mail_may_wait_if_two_hours_or_half_of_the_time_are_left_then(now: datetime.datetime) -> None:
    def may_wait(due: float, until: float) -> bool:
        return leaves_enough(now + due * HOUR, now + until * HOUR, now)

    assert leaves_enough(None, now + 9 * HOUR, now)
    assert [may_wait(due, 8) for due in (7, 8, 9.9, 10, 30)] == [False, False, False, True, True]
    assert [may_wait(1, until) for until in (0.2, 0.5, 0.6)] == [True, True, False]
