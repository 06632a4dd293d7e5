"""Whom no mail has reached is never booked a missed deadline, and has half a turn more."""

from __future__ import annotations

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.bounces import bounced
from accounts.models import Notice, User
from games.actions import turns
from games.models import Match, Order
from games.models.reliability import Reliability, reliability_of
from games.rules import GAMES
from tests.actions.tables import (
    HOUR,
    NEXT,
    NOW,
    SECOND,
    lines,
    open_turn,
    order,
    person,
    play,
    seat,
    started,
    told,
)
from tests.actions.toy import Hush

pytestmark = pytest.mark.django_db

STRICT = {"grace": False}
HALF = 36 * HOUR


def refused(name: str, at: datetime.datetime = NOW) -> None:
    """The server of this person's address refused a mail for good."""
    person(name)
    User.objects.filter(username=name).update(mail_failed_at=at)


def misses(match: Match) -> list[tuple[int, int, bool]]:
    return list(match.seats.values_list("misses", "missed", "grace_used"))


def test_a_seat_whose_turn_mail_was_refused_has_half_a_turn_more_and_no_miss() -> None:
    match = started("ann", "bob", pace=STRICT)
    order("ann", match, "7")
    refused("bob", NOW + HOUR)
    turns.close_due(NEXT)
    turn = open_turn(match)
    assert (turn.number, turn.due_at, turn.remind_at) == (1, NEXT + HALF, None)
    turns.close_due(NEXT + HALF)
    first = match.turns.get(number=1)
    assert lines(first) == {0: ("7", "player"), 1: ("1", "default")}
    assert misses(match) == [(0, 0, False), (0, 0, False)]
    assert list(first.orders.order_by("seat").values_list("excused", flat=True)) == [False, True]
    found = reliability_of([person("ann"), person("bob")])
    assert list(found.values()) == [Reliability(1, 1), Reliability(0, 0)]


def test_the_half_turn_is_given_once_a_turn_and_in_each_turn() -> None:
    match = started("ann", "bob", pace=STRICT, options={"turns": 9})
    for number in range(1, 6):
        refused("bob", open_turn(match).opened_at)
        order("ann", match, "7")
        for _half in range(2):
            due_at = open_turn(match).due_at
            assert due_at is not None
            turns.close_due(due_at)
        assert open_turn(match).number == number + 1
    assert seat(match, "bob").state == "playing"
    assert misses(match) == [(0, 0, False), (0, 0, False)]


def test_grace_is_kept_for_a_turn_whose_mail_comes() -> None:
    match = started("ann", "bob")
    order("ann", match, "7")
    refused("bob")
    turns.close_due(NEXT)
    turns.close_due(NEXT + HALF)
    assert (open_turn(match).number, misses(match)[1]) == (2, (0, 0, False))
    User.objects.update(mail_failed_at=None)
    due_at = open_turn(match).due_at
    assert due_at is not None
    turns.close_due(due_at)
    assert misses(match)[1] == (0, 0, True)


def test_who_orders_in_the_half_turn_was_in_time() -> None:
    match = started("ann", "bob", pace=STRICT)
    order("ann", match, "7")
    refused("bob")
    turns.close_due(NEXT)
    order("bob", match, "3", NEXT + HOUR)
    first = match.turns.get(number=1)
    assert lines(first)[1] == ("3", "player")
    assert not Order.objects.filter(turn=first, excused=True).exists()
    assert reliability_of([person("bob")]) == {person("bob").pk: Reliability(1, 1)}


def test_a_mail_refused_before_the_turn_excuses_nothing() -> None:
    match = started("ann", "bob", pace=STRICT)
    refused("bob", NOW - SECOND)
    turns.close_due(NEXT)
    assert [found[1] for found in misses(match)] == [1, 1]


def test_mails_to_an_address_that_sends_them_back_count_as_lost_until_it_works_again() -> None:
    match = started("ann", "bob", pace=STRICT, options={"turns": 9})
    order("ann", match, "7")
    bounced("bob@example.org", "550 nobody here", NOW - HOUR)
    turns.close_due(NEXT)
    turns.close_due(NEXT + HALF)
    User.objects.update(mail_failed_at=None, mail_bounced=False)
    order("ann", match, "7")
    due_at = open_turn(match).due_at
    assert due_at is not None
    turns.close_due(due_at)
    assert (open_turn(match).number, misses(match)[1]) == (3, (1, 1, False))


@pytest.mark.parametrize("kind", ["turn", "start"])
def test_a_turn_mail_that_was_given_up_excuses_though_the_address_works_again(kind: str) -> None:
    match = started("ann", "bob", pace=STRICT)
    if kind == "turn":
        play(match, {"ann": "7", "bob": "3"})
    Notice.objects.filter(user=person("bob"), kind=kind).update(status=Notice.Status.FAILED)
    turns.close_due(NEXT)
    due_at = open_turn(match).due_at
    assert due_at == NEXT + HALF
    turns.close_due(due_at)
    assert [found[1] for found in misses(match)] == [1, 0]


def test_a_turn_mail_that_was_only_put_off_so_far_excuses() -> None:
    match = started("ann", "bob", pace=STRICT)
    Notice.objects.filter(user=person("bob")).update(attempts=3, error="450 try later")
    turns.close_due(NEXT)
    assert open_turn(match).due_at == NEXT + HALF


def test_a_mail_about_something_else_that_failed_excuses_nothing() -> None:
    match = started("ann", "bob", pace=STRICT)
    other = started("bob", "cid", pace=STRICT | {"interval": 999_999})
    Notice.objects.filter(user=person("bob"), subject__startswith=other.code).update(status="failed")
    turns.close_due(NEXT)
    assert [found[1] for found in misses(match)] == [1, 1]


def test_the_one_who_was_reached_is_booked_and_the_other_is_not() -> None:
    match = started("ann", "bob", "cid")
    refused("bob")
    order("cid", match, "5")
    turns.close_due(NEXT)
    assert misses(match) == [(0, 0, True), (0, 0, False), (0, 0, False)]
    assert told(match, "missed") == [("ann", "missed", "1:grace")]
    turns.close_due(NEXT + HALF)
    assert misses(match) == [(1, 1, True), (0, 0, False), (0, 0, False)]


def test_a_row_of_misses_is_neither_made_longer_nor_ended_by_a_silence_that_is_excused() -> None:
    match = started("ann", "bob", pace=STRICT, options={"turns": 9})
    turns.close_due(NEXT)
    refused("bob", NEXT)
    for _half in range(2):
        due_at = open_turn(match).due_at
        assert due_at is not None
        order("ann", match, "7")
        turns.close_due(due_at)
    assert misses(match) == [(0, 1, False), (1, 1, False)]


def test_in_a_game_that_silence_loses_grace_comes_after_the_half_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Hush, "lost_by_silence", "silence loses")
    match = started("ann", "bob")
    order("ann", match, "7")
    refused("bob")
    turns.close_due(NEXT)
    assert misses(match)[1] == (0, 0, False)
    turns.close_due(NEXT + HALF)
    assert (open_turn(match).due_at, misses(match)[1]) == (NEXT + 2 * HALF, (0, 0, True))
    turns.close_due(NEXT + 2 * HALF)
    assert (open_turn(match).number, misses(match)[1]) == (2, (0, 0, True))


def test_bid_chess_says_that_silence_loses() -> None:
    assert [slug for slug, game in GAMES.items() if game.lost_by_silence] == ["bid_chess"]


def test_a_bank_gives_the_half_turn_too() -> None:
    match = started("ann", "bob", pace={"kind": "bank", "interval": 10 * 3600, "gain": 3600})
    order("ann", match, "7")
    refused("bob")
    turns.close_due(NOW + 10 * HOUR)
    assert open_turn(match).due_at == NOW + 15 * HOUR
    turns.close_due(NOW + 15 * HOUR)
    assert (open_turn(match).number, seat(match, "bob").clock, misses(match)[1][1]) == (2, 3600, 0)


def test_a_team_whose_captain_no_mail_reached_is_excused_when_all_are_silent() -> None:
    match = started("ann", "bob", pace=STRICT, options={"pooled": "all"})
    silent = match.seats.get(index=1)
    turn = open_turn(match)
    Match.objects.update(team=2)
    for index, name in ((0, "ann"), (1, "bob"), (1, "ben")):
        one = match.seats.get(index=index)
        one.members.create(match=match, user=person(name), position=one.members.count() + 1)
    Order.objects.filter(turn=turn, seat=silent).update(voice=1, giver=1)
    Order.objects.create(turn=turn, seat=silent, voice=2, giver=2)
    order("ann", match, "7")
    refused("bob")
    turns.close_due(NEXT)
    assert open_turn(match).due_at == NEXT + HALF
    turns.close_due(NEXT + HALF)
    assert (open_turn(match).number, misses(match)[1]) == (2, (0, 0, False))
    assert Order.objects.get(turn=turn, seat=silent, voice=0).excused


def test_an_order_that_a_leaving_seat_made_illegal_is_no_miss() -> None:
    """Who had given an order was booked a miss, because another seat left and 9 was no longer legal."""
    from games.actions import seats

    match = started("ann", "bob", "cid", options={"jealous": True, "turns": 5})
    order("ann", match, "9", NOW + HOUR)
    order("bob", match, "8")
    seats.resign(person("cid"), match, NOW + 2 * HOUR)
    assert lines(match.turns.get(number=1)) == {0: ("1", "default"), 1: ("8", "player")}
    assert misses(match)[:2] == [(0, 0, False), (0, 0, False)]
    assert reliability_of([person("ann")]) == {person("ann").pk: Reliability(0, 0)}


def test_looking_for_who_was_not_reached_takes_one_statement_a_batch_and_none_without_silence() -> None:
    def count(matches: list[Match], silent: bool) -> int:
        for match in matches:
            order("ann", match, "7")
            if not silent:
                order("bob", match, "3")
        with CaptureQueriesContext(connection) as queries:
            turns.close_due(NEXT)
        return sum("mail_failed_at" in query["sql"] for query in queries)

    def tables(count: int) -> list[Match]:
        return [started("ann", "bob", pace=STRICT | {"early": False}) for _n in range(count)]

    assert [count(tables(1), True), count(tables(4), True), count(tables(3), False)] == [1, 1, 0]


@pytest.mark.parametrize("deserted", ["bot", "out", "substitute"])
def test_a_seat_that_nobody_plays_any_more_extends_no_deadline(deserted: str) -> None:
    """Seats already abandoned used up extensions and stalled the phase for ever."""
    pace = STRICT | {"misses": 1, "deserted": deserted}
    match = started("ann", "bob", "cid", pace=pace, options={"turns": 9})
    order("ann", match, "7")
    order("cid", match, "4")
    turns.close_due(NEXT)
    assert seat(match, "bob").state == "deserted"
    refused("bob", NEXT + HOUR)
    number = open_turn(match).number
    order("ann", match, "5", NEXT + HOUR)
    order("cid", match, "6", NEXT + HOUR)
    assert open_turn(match).number == number + 1


def test_the_last_seat_present_ends_without_a_black_mark() -> None:
    """The remaining player could end the game only in a way that looked like his own drop."""
    match = started("ann", "bob", pace=STRICT | {"misses": 1, "deserted": "out"}, options={"turns": 9})
    order("ann", match, "7")
    turns.close_due(NEXT)
    match.refresh_from_db()
    assert (match.status, match.outcome["winners"]) == (Match.Status.FINISHED, [0])
    assert match.seats.get(index=0).state == "playing"
    assert misses(match)[0] == (0, 0, False)
    assert reliability_of([person("ann")]) == {person("ann").pk: Reliability(1, 1)}
