"""Leaving a running match: resigning, and leaving the site for good."""

import pytest

from games.actions import lobby, seats, turns
from games.actions.refusals import NotRunning, NotYourSeat
from games.models import Invitation, Match, Note, Order, Seat, Talk
from tests.actions.tables import (
    HOUR,
    NEXT,
    NOW,
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


def test_resigning_ends_a_match_of_two() -> None:
    match = started("ann", "bob")
    order("bob", match, "3")
    seats.resign(person("ann"), match, NOW + HOUR)
    match.refresh_from_db()
    assert (match.status, match.ended_at) == (Match.Status.FINISHED, NOW + HOUR)
    assert (match.outcome["winners"], match.outcome["reason"]) == ([1], "resigned")
    assert (seat(match, "ann").state, seat(match, "bob").state) == ("resigned", "playing")
    turn = match.turns.get()
    assert (turn.closed_at, turn.left, len(turn.hash)) == (NOW + HOUR, [0], 64)
    assert len(match.seed) == 64
    assert told(match, "end") == [("ann", "end", "1"), ("bob", "end", "1")]


def test_an_order_sealed_before_the_end_stays_sealed() -> None:
    match = started("ann", "bob")
    order("bob", match, "3")
    seats.resign(person("ann"), match, NOW)
    slot = Order.objects.get(seat=seat(match, "bob"))
    assert (slot.opened, slot.line) == (False, "")


def test_three_play_on_when_one_resigns() -> None:
    match = started("ann", "bob", "cid")
    order("ann", match, "7")
    seats.resign(person("bob"), match, NOW)
    turn = open_turn(match)
    assert (turn.number, turn.left, turn.owed) == (1, [1], [0, 2])
    assert [event["kind"] for event in turn.events] == ["left"]
    assert order("cid", match, "3").closed is True
    assert lines(match.turns.get(number=1)) == {0: ("7", "player"), 2: ("3", "player")}
    play(match, {"ann": "7", "cid": "3"})
    assert open_turn(match).number == 3


def test_a_turn_closes_when_the_last_seat_missing_resigns() -> None:
    match = started("ann", "bob", "cid")
    order("ann", match, "7")
    order("bob", match, "3")
    seats.resign(person("cid"), match, NOW + HOUR)
    assert lines(match.turns.get(number=1)) == {0: ("7", "player"), 1: ("3", "player")}
    assert (open_turn(match).number, open_turn(match).due_at) == (2, NEXT + HOUR)


def test_an_order_of_who_resigns_does_not_count() -> None:
    match = started("ann", "bob", "cid")
    order("ann", match, "9")
    seats.resign(person("ann"), match, NOW)
    play(match, {"bob": "3", "cid": "4"})
    assert match.turns.get(number=1).events[1]["data"]["bid"] == 4
    assert list(Order.objects.filter(seat__user__username="ann")) == []


def test_who_resigned_holds_up_no_turn_and_misses_nothing() -> None:
    match = started("ann", "bob", "cid", pace={"grace": False})
    seats.resign(person("cid"), match, NOW)
    turns.close_due(NEXT)
    assert (seat(match, "cid").misses, seat(match, "cid").state) == (0, Seat.State.RESIGNED)
    assert [notice for notice in told(match) if notice[0] == "cid"] == [("cid", "start", "1")]


def test_when_only_bots_are_left_to_play_the_turn_closes_at_once() -> None:
    match = started("ann", bots=2)
    seats.resign(person("ann"), match, NOW)
    assert {by for _line, by in lines(match.turns.get(number=1)).values()} == {"bot"}
    turns.close_due(NOW)
    turns.close_due(NOW)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED


def test_nobody_resigns_twice() -> None:
    match = started("ann", "bob", "cid")
    seats.resign(person("cid"), match, NOW)
    with pytest.raises(NotYourSeat):
        seats.resign(person("cid"), match, NOW)


def test_a_guest_has_nothing_to_resign() -> None:
    with pytest.raises(NotYourSeat):
        seats.resign(person("eve"), started("ann", "bob"), NOW)


def test_a_match_that_is_not_running_is_not_resigned() -> None:
    match = opened()
    with pytest.raises(NotRunning):
        seats.resign(person("ann"), match, NOW)
    match = started("ann", "bob", options={"turns": 1})
    play(match, {"ann": "7", "bob": "3"})
    with pytest.raises(NotRunning):
        seats.resign(person("ann"), match, NOW)


def test_a_bot_takes_every_seat_of_who_leaves_the_site() -> None:
    """Deleting an account deleted the matches of everybody it had played with."""
    running = started("ann", "bob")
    ended = started("ann", "bob", options={"turns": 1})
    play(ended, {"ann": "7", "bob": "3"})
    waiting = opened("ann")
    seats.note(person("ann"), running, "bob bids low")
    seats.say(person("ann"), running, "hello", NOW)
    seats.vacate(person("ann"), NOW)
    assert [(one.user_id, one.bot, one.state) for one in running.seats.all()] == [
        (None, True, "deserted"),
        (person("bob").pk, False, "playing"),
    ]
    assert [(one.user_id, one.bot, one.state) for one in ended.seats.all()] == [
        (None, False, "playing"),
        (person("bob").pk, False, "playing"),
    ]
    assert list(waiting.seats.all()) == []
    assert list(Note.objects.all()) == []
    assert [(talk.user_id, talk.text) for talk in Talk.objects.all()] == [(None, "hello")]
    order("bob", running, "3")
    assert open_turn(running).number == 2
    ended.refresh_from_db()
    assert (ended.status, ended.outcome["winners"]) == (Match.Status.FINISHED, [0])


def test_the_order_of_who_leaves_the_site_goes_with_them() -> None:
    match = started("ann", "bob", "cid")
    order("ann", match, "9")
    seats.vacate(person("ann"), NOW)
    play(match, {"bob": "3", "cid": "4"})
    assert lines(match.turns.get(number=1))[0][1] == "bot"


def test_a_turn_that_waited_only_for_who_left_the_site_is_due() -> None:
    match = started("ann", "bob")
    order("bob", match, "3")
    seats.vacate(person("ann"), NOW + HOUR)
    assert open_turn(match).due_at == NOW + HOUR
    assert turns.close_due(NOW + HOUR) == 1
    assert open_turn(match).number == 2
    assert seat(match, "bob").missed == 0


def test_who_leaves_the_site_after_resigning_is_no_bot() -> None:
    match = started("ann", "bob", "cid")
    seats.resign(person("ann"), match, NOW)
    seats.vacate(person("ann"), NOW)
    first = match.seats.get(index=0)
    assert (first.user_id, first.bot, first.state) == (None, False, "resigned")


def test_invitations_of_who_leaves_the_site_go() -> None:
    person("bob")
    opened("ann", invite=["bob"])
    seats.vacate(person("bob"), NOW)
    assert list(Invitation.objects.all()) == []


def test_the_successor_does_not_get_the_private_notes() -> None:
    """Who took over a seat could read the private messages of the one before."""
    match = started("ann", "bob")
    seats.note(person("ann"), match, "bob bids low")
    seats.vacate(person("ann"), NOW)
    assert list(match.notes.all()) == []


def test_leaving_before_the_start_frees_the_seat() -> None:
    match = opened("ann", 3)
    lobby.join(person("bob"), match, "", NOW)
    lobby.leave(person("ann"), match)
    assert [one.user.username for one in match.seats.select_related("user") if one.user] == ["bob"]
    lobby.join(person("cid"), match, "", NOW)
    assert seat(match, "cid").index == 0
