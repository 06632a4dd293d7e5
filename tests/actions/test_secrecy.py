"""Two worlds: matches that differ only in what is sealed or hidden look the same to everybody else."""

import json
import re
from typing import Any

import pytest
from django.db import connection

from accounts.models import Notice
from games.actions import turns
from games.models import Match, Turn
from games.models.turn import published
from tests.actions.tables import NOW, open_turn, order, play, started

pytestmark = pytest.mark.django_db

PUBLIC_UNTIL_CLOSED = ("version", "given_at", "door", "opened", "line", "salt", "by")


def world(line: str) -> Match:
    """A match in which ann has ordered this."""
    match = started("ann", "bob", "cid", word="same")
    order("ann", match, line)
    return match


def rows(match: Match) -> list[Any]:
    """What the orders of a match show while its turn is open, but for the commitment, which is random."""
    return list(open_turn(match).orders.values(*PUBLIC_UNTIL_CLOSED))


def test_two_sealed_orders_leave_the_same_rows() -> None:
    one, other = world("2"), world("9")
    assert rows(one) == rows(other)
    assert {row["line"] for row in rows(one)} == {""}


def test_a_sealed_order_is_in_no_state_and_no_notice() -> None:
    one, other = world("2"), world("9")
    assert len(bytes(open_turn(one).position)) == len(bytes(open_turn(other).position))
    texts = [
        json.dumps(list(Notice.objects.filter(subject__startswith=m.code).values("kind", "data")))
        for m in (one, other)
    ]
    assert texts[0].replace(one.code, "") == texts[1].replace(other.code, "")


def test_no_table_of_the_database_holds_the_line_of_a_sealed_order() -> None:
    match = started("ann", "bob", game="fourbid")
    order("ann", match, "Q 3; low Q 7 best")
    for table in connection.introspection.table_names():
        with connection.cursor() as cursor:
            cursor.execute(f'SELECT * FROM "{table}"')  # noqa: S608 - a name the database gave
            text = " ".join(
                str(bytes(value) if isinstance(value, memoryview) else value)
                for row in cursor.fetchall()
                for value in row
            )
        assert "low Q" not in text, table
        assert not re.search(r"\bQ 3\b", text), table


def test_the_seed_of_a_running_match_is_not_in_its_row() -> None:
    match = started("ann", "bob", options={"turns": 1})
    sealed = bytes(match.sealed_seed)
    play(match, {"ann": "5", "bob": "4"})
    assert len(match.seed) == 64
    assert match.seed.encode() not in sealed
    assert bytes.fromhex(match.seed) not in sealed


def test_the_seed_cannot_be_read_from_its_commitment() -> None:
    """The commitment that was published was the very hash that results were computed from."""
    from games.rules.chance import match_key, seed_commitment

    match = started("ann", "bob", options={"turns": 1})
    commitment = match.seed_commitment
    play(match, {"ann": "5", "bob": "4"})
    seed = bytes.fromhex(match.seed)
    words = [seat.word for seat in match.seats.all()]
    assert seed_commitment(seed) == commitment
    assert match_key(seed, words).hex() != commitment
    assert match_key(bytes.fromhex(commitment), words) != match_key(seed, words)


def test_events_for_one_seat_are_for_that_seat_alone() -> None:
    match = started("ann", "bob")
    play(match, {"ann": "5", "bob": "4"})
    events = match.turns.get(number=1).events
    assert [event["kind"] for event in events] == ["won", "hint", "hint"]
    assert [event["kind"] for event in published(events, None)] == ["won"]
    assert published(events, 0) == events[:2]
    assert published(events, 1) == [events[0], events[2]]


def test_a_view_has_no_card_of_another_seat() -> None:
    match = started("ann", "bob")
    turn = open_turn(match)
    cards = turn.state().cards
    assert [match.rules.view(turn.state(), seat).card for seat in (0, 1, None)] == [*cards, None]


def test_a_closed_turn_opens_every_order_of_it_and_no_other() -> None:
    match = started("ann", "bob")
    play(match, {"ann": "5", "bob": "4"})
    order("ann", match, "8")
    first, second = match.turns.all()
    assert {slot.opened for slot in first.orders.all()} == {True}
    assert {(slot.opened, slot.line, slot.salt) for slot in second.orders.all()} == {(False, "", "")}


def test_a_late_order_does_not_learn_who_is_missing_from_its_receipt() -> None:
    match = started("ann", "bob", "cid")
    receipts = [order("ann", match, "5"), order("bob", match, "4")]
    assert [receipt.closed for receipt in receipts] == [False, False]
    assert Turn.objects.open().get().closed_at is None
    assert turns.close_due(NOW) == 0
