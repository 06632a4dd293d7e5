"""Vacations in play: a deadline that falls into one moves, at most so far, and comes back fairly."""

from __future__ import annotations

import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import actions, vacations
from accounts.models import Notice, User, Vacation
from games.actions import lobby, seats, standstill, turns
from games.actions.vacations import follow
from games.models import Match, Seat
from tests.actions.tables import (
    DAY,
    HOUR,
    NEXT,
    NOW,
    SECOND,
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
from tests.actions.test_teams import teams

pytestmark = pytest.mark.django_db

SLOTS = {"kind": "slot", "at": "20:00", "weekdays": [0, 3], "zone": "Europe/Warsaw"}
BANK = {"kind": "bank", "interval": 10 * 86_400, "gain": 0}


def away(
    name: str, begins: datetime.datetime, ends: datetime.datetime, now: datetime.datetime = NOW
) -> Vacation:
    """A vacation that is booked now, to the hour."""
    booked = Vacation.objects.create(person=person(name), begins_at=begins, ends_at=ends, zone="UTC")
    follow(person(name), now)
    return booked


def stops(match: Match, name: str) -> list[list[str]]:
    found: list[list[str]] = seat(match, name).away
    return found


def test_a_deadline_that_falls_into_a_vacation_leaves_as_much_when_it_ends() -> None:
    match = started("ann", "bob")
    away("bob", NOW + DAY, NOW + 6 * DAY)
    turn = open_turn(match)
    assert (turn.due_at, turn.stretched) == (NOW + 8 * DAY, 5 * 86_400)
    assert stops(match, "bob") == [[(NOW + DAY).isoformat(), (NOW + 6 * DAY).isoformat()]]


def test_a_vacation_that_ends_before_the_deadline_moves_nothing() -> None:
    match = started("ann", "bob")
    away("bob", NOW + DAY, NOW + 2 * DAY)
    away("ann", NOW + 3 * DAY, NOW + 4 * DAY)
    assert open_turn(match).due_at == NEXT
    assert stops(match, "bob") == []


def test_a_vacation_moves_the_deadline_of_a_turn_that_opens_during_it() -> None:
    match = started("ann", "bob")
    away("bob", NOW + DAY, NOW + 8 * DAY)
    play(match, {"ann": "7", "bob": "6"}, now=NOW + 2 * DAY)
    assert open_turn(match).due_at == NOW + 11 * DAY


def test_a_match_that_starts_during_a_vacation_waits_for_its_end() -> None:
    away("bob", NOW - DAY, NOW + 8 * DAY)
    match = started("ann", "bob")
    assert open_turn(match).due_at == NOW + 11 * DAY
    assert stops(match, "bob") == [[NOW.isoformat(), (NOW + 8 * DAY).isoformat()]]


def test_a_match_may_take_no_heed_of_vacations() -> None:
    away("bob", NOW - DAY, NOW + 8 * DAY)
    match = started("ann", "bob", pace={"vacations": False})
    assert open_turn(match).due_at == NEXT
    away("ann", NOW, NOW + 5 * DAY)
    assert open_turn(match).due_at == NEXT
    play(match, {"ann": "7", "bob": "6"})
    assert open_turn(match).due_at == NEXT


def test_a_seat_that_has_ordered_holds_up_nobody() -> None:
    match = started("ann", "bob")
    order("bob", match, "6")
    away("bob", NOW + DAY, NOW + 6 * DAY)
    assert open_turn(match).due_at == NEXT


def test_an_order_given_during_a_vacation_leaves_the_others_their_time() -> None:
    match = started("ann", "bob")
    away("bob", NOW + DAY, NOW + 6 * DAY)
    order("bob", match, "6", NEXT)
    assert open_turn(match).due_at == NOW + 8 * DAY


def test_nobody_is_booked_a_miss_during_a_vacation_and_it_ends_by_itself() -> None:
    match = started("ann", "bob", pace={"grace": False})
    away("bob", NOW + DAY, NOW + 6 * DAY)
    order("ann", match, "7")
    turns.close_due(NOW + 8 * DAY - SECOND)
    assert open_turn(match).number == 1
    turns.close_due(NOW + 8 * DAY)
    assert lines(match.turns.get(number=1)) == {0: ("7", "player"), 1: ("1", "default")}
    assert seat(match, "bob").misses == 1


def test_vacations_one_after_the_other_count_as_one() -> None:
    match = started("ann", "bob")
    away("ann", NOW + DAY, NOW + 6 * DAY)
    away("bob", NOW + 4 * DAY, NOW + 9 * DAY)
    assert open_turn(match).due_at == NOW + 11 * DAY


def test_vacations_apart_move_a_deadline_twice() -> None:
    match = started("ann", "bob")
    away("bob", NOW + 2 * DAY, NOW + 4 * DAY)
    away("ann", NOW + 4 * DAY + HOUR, NOW + 6 * DAY)
    turn = open_turn(match)
    assert turn.due_at == NOW + 7 * DAY - HOUR
    assert turn.stretched == 4 * 86_400 - 3600


def test_a_seat_holds_up_a_match_for_a_fortnight_at_the_most() -> None:
    match = started("ann", "bob")
    away("bob", NOW + 2 * DAY, NOW + 22 * DAY)
    assert open_turn(match).due_at == NOW + 17 * DAY


def test_what_earlier_turns_took_is_counted_by_the_time_that_passed() -> None:
    match = started("ann", "bob")
    away("bob", NOW + DAY, NOW + 21 * DAY)
    play(match, {"ann": "7", "bob": "6"}, now=NOW + 5 * DAY)
    assert seat(match, "bob").away_used == 4 * 86_400
    # Ten days are left, in the middle of which the vacation goes on.
    assert open_turn(match).due_at == NOW + 5 * DAY + 10 * DAY + 3 * DAY


def test_coming_back_early_brings_the_deadline_back() -> None:
    match = started("ann", "bob")
    booked = away("bob", NOW + DAY, NOW + 6 * DAY)
    vacations.finish(person("bob"), booked.pk, NOW + 4 * DAY)
    turn = open_turn(match)
    assert (turn.due_at, turn.stretched) == (NOW + 6 * DAY, 3 * 86_400)
    assert stops(match, "bob") == [[(NOW + DAY).isoformat(), (NOW + 4 * DAY).isoformat()]]


def test_cancelling_a_vacation_takes_the_deadline_back_where_it_was() -> None:
    match = started("ann", "bob")
    booked = away("bob", NOW + 2 * DAY, NOW + 6 * DAY)
    vacations.finish(person("bob"), booked.pk, NOW + DAY)
    turn = open_turn(match)
    assert (turn.due_at, turn.stretched, stops(match, "bob")) == (NEXT, 0, [])


def test_a_deadline_that_comes_back_leaves_a_fair_time() -> None:
    match = started("ann", "bob")
    booked = away("bob", NOW + 3 * DAY - HOUR, NOW + 6 * DAY)
    assert open_turn(match).due_at == NOW + 6 * DAY + HOUR
    vacations.finish(person("bob"), booked.pk, NOW + 4 * DAY)
    turn = open_turn(match)
    assert (turn.due_at, turn.stretched) == (NOW + 5 * DAY, 2 * 86_400)


def test_a_deadline_that_comes_back_never_moves_later() -> None:
    match = started("ann", "bob")
    booked = away("bob", NOW + 3 * DAY - HOUR, NOW + 6 * DAY)
    vacations.finish(person("bob"), booked.pk, NOW + 6 * DAY - HOUR)
    assert open_turn(match).due_at == NOW + 6 * DAY + HOUR


def test_who_ordered_and_comes_back_early_gives_the_others_a_fair_time() -> None:
    match = started("ann", "bob")
    booked = away("bob", NOW + 2 * DAY, NOW + 9 * DAY)
    order("bob", match, "6", NOW + 4 * DAY)
    vacations.finish(person("bob"), booked.pk, NOW + 4 * DAY)
    assert open_turn(match).due_at == NOW + 5 * DAY


def test_a_vacation_of_another_goes_on_counting_when_one_ends_early() -> None:
    match = started("ann", "bob")
    away("ann", NOW + DAY, NOW + 5 * DAY)
    booked = away("bob", NOW + 4 * DAY, NOW + 9 * DAY)
    vacations.finish(person("bob"), booked.pk, NOW + 4 * DAY + HOUR)
    assert open_turn(match).due_at == NOW + 7 * DAY


def test_what_moved_a_deadline_otherwise_stays_when_a_vacation_is_cancelled() -> None:
    match = started("ann", "bob")
    booked = away("bob", NOW + 2 * DAY, NOW + 6 * DAY)
    turn = open_turn(match)
    assert turn.due_at is not None
    match.turns.update(due_at=turn.due_at + 6 * HOUR)
    vacations.finish(person("bob"), booked.pk, NOW + DAY)
    assert open_turn(match).due_at == NEXT + 6 * HOUR


def test_a_deadline_that_has_passed_is_not_saved_by_a_vacation() -> None:
    match = started("ann", "bob")
    away("bob", NOW + 2 * DAY, NOW + 6 * DAY, now=NEXT)
    assert open_turn(match).due_at == NEXT


def test_extra_time_that_falls_into_a_vacation_waits_for_its_end() -> None:
    match = started("ann", "bob")
    away("bob", NOW + 4 * DAY, NOW + 7 * DAY)
    order("ann", match, "7")
    turns.close_due(NEXT)
    assert open_turn(match).due_at == NOW + 7 * DAY + 12 * HOUR
    assert stops(match, "bob")[1:] == [[(NOW + 4 * DAY).isoformat(), (NOW + 7 * DAY).isoformat()]]


def test_time_used_before_extra_time_counts_for_the_whole_match() -> None:
    match = started("ann", "bob")
    away("bob", NOW + DAY, NOW + 6 * DAY)
    away("bob", NOW + 9 * DAY, NOW + 20 * DAY)
    order("ann", match, "7")
    turns.close_due(NOW + 8 * DAY)
    # Nine days are left of the fortnight.
    assert open_turn(match).due_at == NOW + 18 * DAY + 12 * HOUR
    play(match, {"bob": "6"}, now=NOW + 10 * DAY)
    assert seat(match, "bob").away_used == 6 * 86_400


def test_a_clock_stands_while_its_holder_is_away_even_if_it_would_have_sufficed() -> None:
    match = started("ann", "bob", pace=BANK)
    away("bob", NOW + DAY, NOW + 3 * DAY)
    assert open_turn(match).due_at == NOW + 12 * DAY
    order("ann", match, "7", NOW + 4 * DAY)
    order("bob", match, "6", NOW + 4 * DAY)
    assert [one.clock for one in match.seats.all()] == [6 * 86_400, 8 * 86_400]


def test_a_vacation_moves_the_deadline_only_if_that_clock_is_the_last_to_run_out() -> None:
    match = started("ann", "bob", pace=BANK)
    play(match, {"ann": "7"}, now=NOW)
    play(match, {"bob": "6"}, now=NOW + 8 * DAY)
    now = NOW + 8 * DAY
    assert [one.clock for one in match.seats.all()] == [10 * 86_400, 2 * 86_400]
    away("bob", now + DAY, now + 6 * DAY, now)
    assert open_turn(match).due_at == now + 10 * DAY
    away("bob", now + 6 * DAY, now + 12 * DAY, now)
    assert open_turn(match).due_at == now + 13 * DAY


def test_a_slot_moves_to_the_grid_again() -> None:
    warsaw = ZoneInfo("Europe/Warsaw")
    match = started("ann", "bob", pace=SLOTS)
    turn = open_turn(match)
    assert turn.due_at == datetime.datetime(2030, 1, 7, 20, tzinfo=warsaw)
    away("bob", NOW + 4 * DAY, NOW + 12 * DAY)
    due_at = open_turn(match).due_at
    assert due_at is not None
    assert due_at.astimezone(warsaw) == datetime.datetime(2030, 1, 17, 20, tzinfo=warsaw)


def test_a_slot_that_comes_back_early_stays_on_the_grid() -> None:
    match = started("ann", "bob", pace=SLOTS)
    booked = away("bob", NOW + 6 * DAY, NOW + 13 * DAY)
    vacations.finish(person("bob"), booked.pk, NOW + 8 * DAY)
    due_at = open_turn(match).due_at
    assert due_at is not None
    assert due_at.astimezone(ZoneInfo("Europe/Warsaw")).isoformat() == "2030-01-10T20:00:00+01:00"


@pytest.mark.parametrize(
    ("zone", "change"),
    [
        ("Europe/Warsaw", datetime.datetime(2030, 3, 31)),
        ("Europe/Warsaw", datetime.datetime(2030, 10, 27)),
        ("America/New_York", datetime.datetime(2030, 3, 10)),
        ("America/New_York", datetime.datetime(2030, 11, 3)),
        ("Australia/Lord_Howe", datetime.datetime(2030, 4, 7)),
        ("Australia/Lord_Howe", datetime.datetime(2030, 10, 6)),
    ],
)
def test_a_slot_keeps_its_local_hour_over_a_vacation_and_a_change_of_clocks(
    zone: str, change: datetime.datetime
) -> None:
    place = ZoneInfo(zone)
    now = change.replace(hour=12, tzinfo=place) - 3 * DAY
    match = started(
        "ann", "bob", pace={"kind": "slot", "at": "20:00", "weekdays": list(range(7)), "zone": zone}, now=now
    )
    person("bob")
    User.objects.filter(username="bob").update(zone=zone)
    first = now.date()
    vacations.book(person("bob"), first, first + 7 * DAY, now)
    due_at = open_turn(match).due_at
    assert due_at is not None
    local = due_at.astimezone(place)
    assert (local.hour, local.minute, local.date() > first + 7 * DAY) == (20, 0, True)


def test_the_captain_of_now_counts_for_a_team() -> None:
    match = opened("ann", 2, team=2)
    for name, index in (("bob", 1), ("cid", 0), ("dan", 1)):
        lobby.join(person(name), match, "", NOW, index)
    match.refresh_from_db()
    away("cid", NOW + DAY, NOW + 6 * DAY)
    assert open_turn(match).due_at == NEXT
    away("ann", NOW + 2 * DAY, NOW + 6 * DAY)
    assert open_turn(match).due_at == NOW + 7 * DAY


def test_the_next_captain_brings_their_own_vacation() -> None:
    match = opened("ann", 2, team=2, captain="rotate")
    for name, index in (("bob", 1), ("cid", 0), ("dan", 1)):
        lobby.join(person(name), match, "", NOW, index)
    match.refresh_from_db()
    away("cid", NOW + DAY, NOW + 6 * DAY)
    play(match, {"ann": "7", "bob": "6"})
    assert seat(match, "cid").index == 0
    assert open_turn(match).due_at == NOW + 8 * DAY


def test_a_reminder_leaves_as_long_before_the_deadline_as_ever() -> None:
    match = started("ann", "bob")
    before = open_turn(match)
    away("bob", NOW + DAY, NOW + 6 * DAY)
    after = open_turn(match)
    assert before.due_at
    assert before.remind_at
    assert after.due_at
    assert after.remind_at
    assert after.due_at - after.remind_at == before.due_at - before.remind_at


def test_nobody_is_reminded_before_they_are_back() -> None:
    match = started("ann", "bob")
    away("bob", NEXT - HOUR, NOW + 6 * DAY)
    assert open_turn(match).remind_at == NOW + 6 * DAY


def test_somebody_on_vacation_is_reminded_when_they_are_back_if_that_is_soon_enough() -> None:
    started("ann", "bob", "cid")
    away("bob", NOW + DAY, NEXT - HOUR)
    Vacation.objects.create(person=person("cid"), begins_at=NOW, ends_at=NEXT, zone="UTC")
    turns.remind_due(NEXT - 10 * HOUR)
    reminders = Notice.objects.filter(kind="reminder").order_by("user__username")
    assert list(reminders.values_list("user__username", "send_at")) == [
        ("ann", NEXT - 10 * HOUR),
        ("bob", NEXT - HOUR),
    ]


def test_a_reminder_that_was_sent_is_not_sent_anew_because_of_a_vacation() -> None:
    match = started("ann", "bob")
    turns.remind_due(NEXT - HOUR)
    away("bob", NEXT - HOUR, NOW + 6 * DAY, NEXT - HOUR)
    assert open_turn(match).remind_at is None
    assert told(match, "reminder") == [("ann", "reminder", "1"), ("bob", "reminder", "1")]


def test_turn_mails_go_out_to_those_on_vacation_too() -> None:
    match = started("ann", "bob")
    away("bob", NOW, NOW + 6 * DAY)
    play(match, {"ann": "7", "bob": "6"})
    assert ("bob", "turn", "2") in told(match)


def test_booking_moves_all_turns_with_as_many_statements_for_three_matches_as_for_one() -> None:
    counts = []
    for name, count in (("bob", 1), ("cid", 3)):
        for _n in range(count):
            started("ann", name)
        with CaptureQueriesContext(connection) as found:
            vacations.book(person(name), (NOW + 2 * DAY).date(), (NOW + 5 * DAY).date(), NOW)
        counts.append(len(found))
    assert counts[0] == counts[1]
    moved = Match.objects.filter(seats__user=person("cid"), turns__due_at=NOW + 7 * DAY)
    assert moved.count() == 3


def test_leaving_the_site_takes_vacations_away() -> None:
    match = started("ann", "bob")
    away("bob", NOW + DAY, NOW + 6 * DAY)
    actions.erase(person("bob"), NOW + DAY)
    assert Vacation.objects.count() == 0
    assert seat_states(match) == [("playing", False), ("deserted", True)]


def seat_states(match: Match) -> list[tuple[str, bool]]:
    return list(Seat.objects.filter(match=match).values_list("state", "bot"))


def test_spans_that_touch_are_one() -> None:
    spans = [(NOW + 2 * DAY, NOW + 3 * DAY), (NOW, NOW + DAY), (NOW + DAY, NOW + 1.5 * DAY)]
    assert standstill.merged(spans) == [(NOW, NOW + 1.5 * DAY), (NOW + 2 * DAY, NOW + 3 * DAY)]


def test_the_vacation_of_who_leaves_holds_up_nobody() -> None:
    match = started("ann", "bob", "cid")
    away("bob", NOW + DAY, NOW + 6 * DAY)
    seats.resign(person("bob"), match, NOW + DAY)
    assert (open_turn(match).due_at, open_turn(match).stretched) == (NEXT, 0)


def test_the_vacation_of_who_leaves_the_site_holds_up_nobody() -> None:
    match = started("ann", "bob", "cid")
    away("bob", NOW + DAY, NOW + 6 * DAY)
    seats.vacate(person("bob"), NOW + 5 * DAY)
    assert open_turn(match).due_at == NOW + 6 * DAY


@pytest.mark.parametrize("leave", [seats.vacate, None])
def test_the_vacation_of_the_captain_who_follows_moves_the_deadline(leave: Any) -> None:
    match = teams("ann amy", "bob")
    away("amy", NOW + DAY, NOW + 6 * DAY)
    assert open_turn(match).due_at == NEXT
    if leave is None:
        seats.resign(person("ann"), match, NOW)
    else:
        leave(person("ann"), NOW)
    assert open_turn(match).due_at == NOW + 8 * DAY
