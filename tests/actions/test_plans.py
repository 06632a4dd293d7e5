"""Orders given ahead: sealed, followed when they fit, spent in order, told as what they are."""

from __future__ import annotations

import msgspec
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.actions import orders, seats, turns
from games.actions.refusals import NotRunning, NotYourSeat, PlanLost
from games.models import Match, Order, Seat
from games.models.record import document_of
from games.own_data import own_data
from games.rules.game import IllegalOrder
from games.rules.record import verify
from games.seals import seal
from tests.actions.tables import (
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
    walked,
)

pytestmark = pytest.mark.django_db


def plan(name: str, match: Match, text: str) -> orders.Receipt:
    return orders.plan(person(name), match.code, text, NOW)


def own(name: str, match: Match) -> str:
    return orders.own_plan(person(name), match).plan


@pytest.fixture
def match() -> Match:
    return started("ann", "bob", options={"turns": 20})


def test_a_plan_behind_an_order_is_followed_turn_by_turn_and_spent(match: Match) -> None:
    receipt = order("ann", match, "7; then 5 6")
    assert (receipt.line, receipt.plan, own("ann", match)) == ("7", "then 5 6", "then 5 6")
    for line, left in (("5", "then 6"), ("6", "")):
        order("bob", match, "3")
        turn = open_turn(match)
        (slot,) = Order.objects.given().filter(turn=turn)
        assert (slot.seat.index, slot.version, slot.door, slot.line) == (0, 1, "plan", "")
        assert orders.own_order(person("ann"), turn) == line
        assert own("ann", match) == left
    order("bob", match, "3")
    assert list(Order.objects.given().filter(turn=open_turn(match))) == []
    played = [lines(turn)[0] for turn in match.turns.closed()]
    assert played == [("7", "player"), ("5", "plan"), ("6", "plan")]


def test_a_plan_given_alone_plays_the_order_that_is_owed(match: Match) -> None:
    receipt = plan("ann", match, "then 5 6")
    assert (receipt.line, receipt.version, receipt.plan) == ("5", 1, "then 5 6")
    assert own("ann", match) == "then 6"
    assert len(receipt.commitment) == 64


def test_a_plan_alone_may_come_as_an_order(match: Match) -> None:
    assert order("ann", match, "then 5 6").line == "5"
    assert own("ann", match) == "then 6"


def test_a_plan_leaves_an_order_that_is_in_already(match: Match) -> None:
    order("ann", match, "7")
    assert plan("ann", match, "then 5").line == ""
    assert orders.own_order(person("ann"), open_turn(match)) == "7"
    assert own("ann", match) == "then 5"


def test_a_seat_that_owes_nothing_may_plan(match: Match) -> None:
    match = started("cid", "dan", options={"solo": True, "turns": 20})
    play(match, {"cid": "7", "dan": "3"})
    assert plan("dan", match, "then 4").line == ""
    assert order("dan", match, "then 5").plan == "then 5"
    order("cid", match, "7")
    assert orders.own_order(person("dan"), open_turn(match)) == "5"


def test_when_everybody_planned_the_match_plays_on_at_once(match: Match) -> None:
    order("ann", match, "7; then 5 6")
    receipt = order("bob", match, "3; then 4 8 9")
    assert receipt.closed
    turn = open_turn(match)
    assert turn.number == 4
    assert [lines(turn) for turn in match.turns.closed()] == [
        {0: ("7", "player"), 1: ("3", "player")},
        {0: ("5", "plan"), 1: ("4", "plan")},
        {0: ("6", "plan"), 1: ("8", "plan")},
    ]
    assert orders.own_order(person("bob"), turn) == "9"
    assert told(match, "turn") == [("ann", "turn", "4")]


def test_a_plan_sent_for_a_turn_that_is_over_is_followed_in_the_one_that_is_owed(match: Match) -> None:
    play(match, {"ann": "7", "bob": "3"})
    assert order("ann", match, "then 5 6", number=1).line == "5"
    assert (orders.own_order(person("ann"), open_turn(match)), own("ann", match)) == ("5", "then 6")


def test_a_planned_order_can_be_changed_and_taken_back(match: Match) -> None:
    order("ann", match, "7; then 5")
    order("bob", match, "3")
    assert order("ann", match, "8").version == 2
    orders.withdraw(person("ann"), match.code, 2)
    order("bob", match, "3")
    order("ann", match, "9")
    assert lines(match.turns.get(number=2))[0] == ("9", "player")


def test_a_plan_that_fits_no_more_is_dropped_and_the_seat_is_asked(match: Match) -> None:
    order("ann", match, "7; then 99 5")
    order("bob", match, "3")
    assert list(Order.objects.given().filter(turn=open_turn(match))) == []
    assert own("ann", match) == "then 5"
    assert ("ann", "turn", "2") in told(match)


def test_an_illegal_planned_order_is_asked_for_instead(match: Match) -> None:
    match = started("cid", "dan", "eve", options={"turns": 20, "jealous": True})
    order("cid", match, "7; then 9")
    order("dan", match, "3")
    seats.resign(person("eve"), match, NOW)
    turn = open_turn(match)
    assert turn.number == 2
    assert list(Order.objects.given().filter(turn=turn)) == []


def test_a_plan_that_does_not_fit_yet_waits(match: Match) -> None:
    order("ann", match, "7; then 97 5")
    order("bob", match, "3")
    assert own("ann", match) == "then 97 5"


def test_a_plan_that_can_be_read_no_more_is_dropped_and_holds_nobody_up(match: Match) -> None:
    order("ann", match, "7; then 98 5")
    order("bob", match, "3")
    match.refresh_from_db()
    assert (match.trouble, open_turn(match).number, own("ann", match)) == ("", 2, "")
    assert ("ann", "turn", "2") in told(match)


def test_a_plan_whose_key_is_lost_holds_nobody_up(match: Match) -> None:
    order("ann", match, "7; then 5")
    Seat.objects.filter(pk=seat(match, "ann").pk).update(sealed_plan=b"no seal of ours")
    order("bob", match, "3")
    match.refresh_from_db()
    assert (match.trouble, open_turn(match).number) == ("", 2)
    assert list(Order.objects.given().filter(turn=open_turn(match))) == []


@pytest.mark.parametrize("plain", [b"{", b'{"plan": 5}', b"\xff"])
def test_a_plan_that_is_none_under_its_seal_holds_nobody_up(match: Match, plain: bytes) -> None:
    order("ann", match, "7; then 5")
    Seat.objects.filter(pk=seat(match, "ann").pk).update(sealed_plan=seal(plain))
    order("bob", match, "3")
    match.refresh_from_db()
    assert (match.trouble, open_turn(match).number) == ("", 2)
    with pytest.raises(PlanLost):
        orders.own_plan(person("ann"), match)


def test_what_stands_between_an_order_and_a_plan_may_not_be_endless(match: Match) -> None:
    with pytest.raises(IllegalOrder) as refused:
        order("ann", match, f"7{' ' * 1200}; then 5")
    assert (refused.value.code, refused.value.data["most"]) == ("too_long", 1200)
    assert (own("ann", match), open_turn(match).orders.given().count()) == ("", 0)
    assert order("ann", match, f"7{' ' * 500}; then 5").plan == "then 5"


def test_no_text_clears_a_plan(match: Match) -> None:
    order("ann", match, "7; then 5")
    assert plan("ann", match, "  ").plan == ""
    assert own("ann", match) == ""
    assert bytes(seat(match, "ann").sealed_plan) == b""


@pytest.mark.parametrize("text", ["then x", "7; then x", "when 5"])
def test_a_wrong_plan_is_refused_and_nothing_is_kept(match: Match, text: str) -> None:
    with pytest.raises(IllegalOrder):
        order("ann", match, text)
    assert own("ann", match) == ""
    assert list(Order.objects.given()) == []


def test_a_wrong_order_keeps_no_plan_either(match: Match) -> None:
    with pytest.raises(IllegalOrder):
        order("ann", match, "77; then 5")
    assert own("ann", match) == ""


def test_who_has_no_seat_or_no_running_match_can_plan_nothing(match: Match) -> None:
    with pytest.raises(NotYourSeat):
        plan("eve", match, "then 5")
    with pytest.raises(NotRunning):
        plan("ann", opened("ann"), "then 5")
    assert own("eve", match) == ""


def test_a_plan_lies_sealed_and_of_even_length(match: Match) -> None:
    plan("ann", match, "then 5 6")
    short = bytes(seat(match, "ann").sealed_plan)
    plan("ann", match, "then 5 6 7 8 9 5 6 7 8")
    long = bytes(seat(match, "ann").sealed_plan)
    assert len(short) == len(long)
    assert b"then" not in short


def test_a_position_with_secrets_lies_sealed(match: Match) -> None:
    cards = msgspec.to_builtins(open_turn(match).state())["cards"]
    stored = bytes(open_turn(match).position)
    assert not any(str(card).encode() in stored for card in cards)


def test_the_record_of_a_match_with_plans_verifies(match: Match) -> None:
    order("ann", match, "7; then 5 6 4 4 4")
    match = walked(match)
    assert verify(document_of(match)) == []
    assert {by for turn in match.turns.all() for _line, by in lines(turn).values()} == {"player", "plan"}


def test_a_deserted_seat_follows_its_plan_no_more(match: Match) -> None:
    match = started("cid", "dan", options={"turns": 20}, pace={"grace": False, "misses": 1})
    plan("cid", match, "then 5 99 6")
    order("dan", match, "3")
    turns.close_due(NEXT)
    assert seat(match, "cid").state == Seat.State.DESERTED
    assert [lines(turn)[0][1] for turn in match.turns.closed()][:2] == ["plan", "default"]


def test_no_plan_costs_no_statement(match: Match) -> None:
    def used() -> int:
        with CaptureQueriesContext(connection) as captured:
            order("bob", match, "3")
        return len(captured)

    order("ann", match, "7")
    without = used()
    order("ann", match, "7; then 5")
    assert used() == without + 1


def test_ones_data_has_what_was_ordered_ahead_once_it_is_opened(match: Match) -> None:
    order("ann", match, "7; then 5 6")
    play(match, {"bob": "3"}, {"bob": "3"})
    assert [row["line"] for row in own_data(person("ann"))["orders"]] == ["7", "5"]
