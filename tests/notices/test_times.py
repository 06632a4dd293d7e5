"""Deadlines as a reader says them: in their own zone, with the zone named and the time left in words."""

import datetime

import pytest
from django.utils import timezone

from games.notices.times import deadline, duration, moment, moved, pace_in_words, short_moment
from games.pace import Pace
from games.rules import GAMES

NOON = datetime.datetime(2026, 3, 2, 12, 0, tzinfo=datetime.UTC)


def after(**span):
    return NOON + datetime.timedelta(**span)


@pytest.mark.parametrize(
    ("zone", "words"),
    [
        ("UTC", "Wednesday 4 March 2026, 16:00 (UTC)"),
        ("Europe/Warsaw", "Wednesday 4 March 2026, 17:00 (Europe/Warsaw, CET)"),
        ("Asia/Kolkata", "Wednesday 4 March 2026, 21:30 (Asia/Kolkata, IST)"),
        ("America/Sao_Paulo", "Wednesday 4 March 2026, 13:00 (America/Sao_Paulo)"),
        ("Pacific/Kiritimati", "Thursday 5 March 2026, 06:00 (Pacific/Kiritimati)"),
    ],
)
def test_a_deadline_is_told_in_the_readers_zone_with_the_zone_named(zone, words):
    with timezone.override(zone):
        assert deadline(after(days=2, hours=4), NOON) == f"{words}; 2 days 4 hours left"


def test_a_deadline_behind_a_change_to_summer_time_is_told_in_summer_time():
    with timezone.override("Europe/Warsaw"):
        assert moment(after(days=27)) == "Sunday 29 March 2026, 14:00 (Europe/Warsaw, CEST)"


def test_a_subject_names_the_weekday_within_a_week_and_the_date_beyond():
    with timezone.override("Europe/Warsaw"):
        assert short_moment(after(days=2), NOON) == "Wed 13:00"
        assert short_moment(after(days=9), NOON) == "Wed 11 Mar 13:00"


def test_seconds_are_told_only_when_the_deadline_is_near():
    assert short_moment(after(seconds=7), NOON) == "Mon 12:00:07"
    assert "12:00:07 (UTC); 7 seconds left" in deadline(after(seconds=7), NOON)


@pytest.mark.parametrize(
    ("span", "words"),
    [
        ({"days": 1}, "1 day"),
        ({"days": 2, "hours": 1, "minutes": 50}, "2 days 1 hour"),
        ({"hours": 5, "minutes": 1}, "5 hours 1 minute"),
        ({"minutes": 36, "seconds": 5}, "36 minutes"),
        ({"seconds": 1}, "1 second"),
        ({"seconds": -5}, "0 seconds"),
    ],
)
def test_a_span_is_told_in_its_two_largest_units(span, words):
    assert duration(datetime.timedelta(**span)) == words


def test_a_pace_is_told_with_grace_and_what_follows_misses():
    assert pace_in_words(Pace(interval=3 * 86400), teams=False) == (
        "a turn lasts 3 days, less when all orders are in earlier; half a turn more for each seat, once; "
        "after 3 missed deadlines in a row a bot plays on"
    )
    assert pace_in_words(Pace(interval=3600, grace=False, misses=2, deserted="out"), teams=False) == (
        "a turn lasts 1 hour, less when all orders are in earlier; "
        "after 2 missed deadlines in a row the seat leaves the match"
    )
    assert pace_in_words(Pace(interval=3600, grace=False, misses=1), teams=False).endswith(
        "; after 1 missed deadline a bot plays on"
    )


def test_a_pace_tells_that_anyone_may_take_a_deserted_seat_over():
    assert pace_in_words(Pace(interval=3600, grace=False, deserted="substitute"), teams=False).endswith(
        "; after 3 missed deadlines in a row anyone may take the seat over, and until then its decisions get"
        " their default"
    )


def test_slots_are_told_with_their_zone_and_weekdays():
    pace = Pace(kind="slot", at="20:00", weekdays=(3, 0), zone="Europe/Warsaw", grace=False)
    then = "after 3 missed deadlines in a row a bot plays on"
    assert pace_in_words(pace, teams=False) == (
        f"turns end at 20:00 (Europe/Warsaw) on Monday, Thursday; earlier when all orders are in; {then}"
    )
    daily = Pace(kind="slot", at="07:05", weekdays=tuple(range(7)), grace=False, early=False)
    assert pace_in_words(daily, teams=False) == (
        "turns end every day at 07:05 (UTC); no turn closes before its deadline, and until then orders may be"
        f" changed; {then}"
    )


def test_days_off_vacations_and_late_closing_are_told_where_they_are_not_as_usual():
    pace = Pace(
        interval=86400,
        off_days=(6, 5),
        off_dates=("2026-12-25", "2026-12-24"),
        zone="Europe/Warsaw",
        early=False,
        vacations=False,
    )
    assert pace_in_words(pace, teams=False) == (
        "a turn lasts 1 day; no turn closes before its deadline, and until then orders may be changed; "
        "days off, on which no time passes (Europe/Warsaw): "
        "Saturday, Sunday, 24 December 2026, 25 December 2026; "
        "deadlines do not wait for vacations; half a turn more for each seat, once; "
        "after 3 missed deadlines in a row a bot plays on"
    )
    bank = Pace(kind="bank", interval=86400, early=False)
    assert pace_in_words(bank, teams=False) == (
        "each seat has a clock of 1 day that runs while it is asked; "
        "no turn closes before its deadline, and until then orders may be changed; "
        "after 3 missed deadlines in a row a bot plays on"
    )


def test_a_pace_of_teams_tells_that_the_captain_leaves_and_what_follows_without_another():
    pace = Pace(interval=3600, grace=False, misses=3, deserted="out")
    assert pace_in_words(pace, teams=True).endswith(
        "; after 3 missed deadlines in a row a captain leaves the team and the next member takes over; "
        "where there is nobody else, the seat leaves the match"
    )


def test_a_pace_tells_which_silence_loses_the_match_at_once():
    """After three missed deadlines a bot played on, said a game that was lost on time at the first."""
    lost = GAMES["bid_chess"].lost_by_silence
    assert pace_in_words(Pace(interval=3600), False, lost).endswith(
        "; half a turn more for each seat, once; whoever has made no move at the deadline loses the match;"
        " in all else, after 3 missed deadlines in a row a bot plays on"
    )


def test_an_outage_that_moved_a_deadline_is_told_with_its_length():
    assert moved(6 * 3600) == "The deadline was moved by 6 hours, because the site or its mail was down."
    assert moved(0) == ""
