"""Giving an order, changing it, taking it back; what is stored of it before and after its turn closes."""

import pytest
from django.db import connection

from games.actions import lobby, orders, seats, turns
from games.actions.refusals import NothingOwed, NotRunning, NotYourSeat, TooEarly, TooLate
from games.models import Match, Order
from games.rules.chance import order_commitment
from games.rules.game import IllegalOrder
from tests.actions.tables import (
    HOUR,
    NEXT,
    NOW,
    SECOND,
    open_turn,
    opened,
    order,
    person,
    play,
    seat,
    started,
)

pytestmark = pytest.mark.django_db


def test_an_order_is_answered_with_its_receipt() -> None:
    match = started("ann", "bob")
    receipt = order("ann", match, " 7 ")
    slot = Order.objects.get(seat=seat(match, "ann"))
    assert receipt == orders.Receipt("7", 1, slot.commitment, NEXT)
    assert (slot.version, slot.given_at, slot.door, slot.opened) == (1, NOW, "web", False)
    assert len(slot.commitment) == 64


def test_a_new_order_takes_the_place_of_the_old_one() -> None:
    match = started("ann", "bob")
    first, second = order("ann", match, "7"), order("ann", match, "3")
    assert (first.version, second.version) == (1, 2)
    assert first.commitment != second.commitment
    assert orders.own_order(person("ann"), open_turn(match)) == "3"


def test_the_same_order_again_answers_with_the_first_receipt() -> None:
    """One click that arrived twice was stored as two moves and spoilt the game: here it is one order."""
    match = started("ann", "bob")
    first = order("ann", match, "7")
    again = order("ann", match, " 7", NOW + HOUR)
    assert again == first
    assert Order.objects.get(seat=seat(match, "ann")).given_at == NOW


def test_the_order_that_closed_the_turn_answers_with_its_receipt_when_it_comes_again() -> None:
    match = started("ann", "bob")
    order("ann", match, "7")
    last = order("bob", match, "3")
    assert (last.closed, order("bob", match, " 3", NOW + HOUR, 1)) == (True, last)
    for line in ("4", "eleven"):
        with pytest.raises(TooLate):
            order("bob", match, line, NOW + HOUR, 1)


@pytest.mark.parametrize("number", [10**9, 2**31, 2**63, 10**30])
def test_a_turn_far_beyond_all_is_one_that_has_not_begun(number: int) -> None:
    match = started("ann", "bob")
    with pytest.raises(TooEarly):
        order("ann", match, "7", number=number)
    with pytest.raises(TooEarly):
        orders.withdraw(person("ann"), match.code, number)


def test_an_illegal_order_changes_nothing() -> None:
    match = started("ann", "bob")
    order("ann", match, "7")
    with pytest.raises(IllegalOrder) as refusal:
        order("ann", match, "eleven")
    assert str(refusal.value) == "“eleven” is no number here."
    assert orders.own_order(person("ann"), open_turn(match)) == "7"


def test_nothing_of_a_sealed_order_can_be_read_from_its_row() -> None:
    match = started("ann", "bob", game="fourbid")
    turn = open_turn(match)
    receipt = order("ann", match, "K 2; low best")
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM games_order WHERE turn_id = %s", [turn.pk])
        row = repr([bytes(v) if isinstance(v, memoryview) else v for v in cursor.fetchall()])
    assert receipt.commitment in row
    assert receipt.line not in row
    assert "best" not in row


def test_the_size_of_a_sealed_order_tells_nothing() -> None:
    match = started("ann", "bob", "cid", game="fourbid")
    order("ann", match, "2")
    order("bob", match, "10 5; low 10 5 K A best")
    assert [len(slot.sealed) for slot in Order.objects.given()] == [440, 440]


def test_the_commitment_fits_the_opened_order() -> None:
    match = started("ann", "bob")
    receipts = {0: order("ann", match, "7"), 1: order("bob", match, "3")}
    for slot in Order.objects.opened().filter(turn__match=match).select_related("seat"):
        receipt = receipts[slot.seat.index]
        salt = bytes.fromhex(slot.salt)
        assert slot.commitment == receipt.commitment
        assert slot.line == receipt.line
        assert order_commitment(salt, match.code, 1, slot.seat.index, 1, slot.line) == slot.commitment


def test_equal_orders_of_two_seats_have_different_commitments() -> None:
    match = started("ann", "bob", "cid")
    assert order("ann", match, "7").commitment != order("bob", match, "7").commitment


def test_an_order_taken_back_leaves_the_slot_empty() -> None:
    match = started("ann", "bob")
    order("ann", match, "7")
    orders.withdraw(person("ann"), match.code, 1)
    slot = Order.objects.get(seat=seat(match, "ann"))
    assert (bytes(slot.sealed), slot.commitment, slot.given_at) == (b"", "", None)
    assert orders.own_order(person("ann"), open_turn(match)) is None
    order("bob", match, "3")
    assert open_turn(match).number == 1


def test_an_order_after_one_taken_back_is_a_new_version() -> None:
    """Version and salt go into the commitment, so no two commitments of a slot are of the same bytes."""
    match = started("ann", "bob")
    first = order("ann", match, "7")
    orders.withdraw(person("ann"), match.code, 1)
    again = order("ann", match, "7")
    assert again.version == 2
    assert again.commitment != first.commitment


def test_the_last_order_owed_closes_the_turn() -> None:
    match = started("ann", "bob")
    assert order("ann", match, "7").closed is False
    receipt = order("bob", match, "3", NOW + HOUR)
    assert receipt.closed is True
    closed = match.turns.get(number=1)
    assert closed.closed_at == NOW + HOUR
    assert [event["kind"] for event in closed.events] == ["won", "hint", "hint"]
    following = open_turn(match)
    assert (following.number, following.due_at) == (2, NEXT + HOUR)


def test_an_order_for_a_closed_turn_is_refused_and_kept_out_of_the_next_one() -> None:
    """Somebody planned on an old board and the click became a real move of the live one."""
    match = started("ann", "bob")
    play(match, {"ann": "7", "bob": "3"})
    with pytest.raises(TooLate) as refusal:
        order("ann", match, "9", number=1)
    assert refusal.value.data == {"turn": 1, "current": 2}
    assert str(refusal.value) == ("Turn 1 has closed; the match is at turn 2 now. Nothing was changed.")
    assert list(Order.objects.given().filter(turn__number=2)) == []


def test_an_order_for_a_turn_to_come_is_refused() -> None:
    match = started("ann", "bob")
    with pytest.raises(TooEarly) as refusal:
        order("ann", match, "9", number=2)
    assert refusal.value.data == {"turn": 2, "current": 1}


def test_an_order_after_the_end_is_too_late() -> None:
    match = started("ann", "bob", options={"turns": 1})
    play(match, {"ann": "7", "bob": "3"})
    with pytest.raises(TooLate) as refusal:
        order("ann", match, "8", number=1)
    assert str(refusal.value) == "Turn 1 has closed and the match is over."


def test_an_order_for_a_turn_that_never_was_says_that_the_match_is_not_running() -> None:
    match = started("ann", "bob", options={"turns": 1})
    play(match, {"ann": "7", "bob": "3"})
    with pytest.raises(NotRunning):
        order("ann", match, "7", number=2)


def test_an_order_before_the_start_says_that_the_match_is_not_running() -> None:
    with pytest.raises(NotRunning):
        order("ann", opened(), "7", number=1)


def test_an_order_for_a_match_called_off_says_that_it_is_not_running() -> None:
    match = opened()
    lobby.call_off(person("ann"), match, NOW)
    with pytest.raises(NotRunning):
        order("ann", match, "7", number=1)


def test_an_order_for_a_match_that_is_none_is_told_apart_by_the_door() -> None:
    with pytest.raises(Match.DoesNotExist):
        orders.submit(person("ann"), "nosuchcode", 1, "7", NOW, "web")


def test_only_who_holds_a_seat_may_order() -> None:
    match = started("ann", "bob")
    with pytest.raises(NotYourSeat):
        order("eve", match, "7")


def test_who_owes_nothing_is_told_so() -> None:
    match = started("ann", "bob", options={"solo": True})
    play(match, {"ann": "7", "bob": "3"})
    with pytest.raises(NothingOwed):
        order("bob", match, "7")


def test_who_resigned_has_no_seat_to_order_for() -> None:
    match = started("ann", "bob", "cid")
    seats.resign(person("cid"), match, NOW)
    with pytest.raises(NotYourSeat):
        order("cid", match, "7")


def test_an_order_after_the_deadline_counts_while_the_turn_is_open() -> None:
    """The clock may be late by a tick; until it closes the turn, nobody has seen anything."""
    match = started("ann", "bob")
    order("ann", match, "7", NEXT + SECOND)
    assert turns.close_due(NEXT + 2 * SECOND) == 1
    assert Order.objects.get(turn__number=1, seat=seat(match, "ann")).commitment != ""


def test_a_withdrawal_for_a_closed_turn_is_refused() -> None:
    match = started("ann", "bob")
    play(match, {"ann": "7", "bob": "3"})
    with pytest.raises(TooLate):
        orders.withdraw(person("ann"), match.code, 1)


def test_an_own_order_is_for_its_owner_only() -> None:
    match = started("ann", "bob")
    order("ann", match, "7")
    turn = open_turn(match)
    assert orders.own_order(person("bob"), turn) is None
    assert orders.own_order(person("eve"), turn) is None
