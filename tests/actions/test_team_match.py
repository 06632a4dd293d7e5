"""Whole matches of Bid N' Bet between teams: auctions pooled, captains in turn, records verified."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from games.actions import turns
from games.models import Match, Order
from games.models.audit import findings_of
from games.models.record import document_of
from games.rules import record
from games.rules.chance import Chance
from tests.actions.tables import NOW, open_turn, order
from tests.actions.test_teams import teams

pytestmark = pytest.mark.django_db

SIDES = ("ann amy art", "bob ben bea", "cid coy")


@pytest.mark.parametrize(
    ("captain", "auction"),
    [("first", "sealed"), ("rotate", "sealed"), ("rotate", "proxy5"), ("first", "open5")],
)
def test_a_match_of_teams_is_played_to_its_end_and_its_record_verifies(captain: str, auction: str) -> None:
    match = teams(*SIDES, game="bid_n_bet", captain=captain, options={"auction": auction, "turn_cap": 6})
    heard = _played_to_the_end(match)
    assert bool(heard) == (auction != "open5")
    document = document_of(match)
    assert record.verify(document) == []
    assert findings_of(match) == []
    pooled = [entry for turn in document.turns for entry in turn.orders.values() if entry.by == "team"]
    assert sum(len(entry.voices or ()) for entry in pooled) == heard
    if auction == "sealed":
        assert [_average(entry, document, turn) for turn, entry in _pooled(document)] == [
            _amount(entry.line) for _turn, entry in _pooled(document)
        ]


def _played_to_the_end(match: Match) -> int:
    """Let everybody play as the bot would, and send amounts, some above the purse; how many amounts."""
    heard = 0
    for step in itertools.count():
        match.refresh_from_db()
        if match.status != Match.Status.RUNNING:
            return heard
        turn = open_turn(match)
        state: Any = turn.state()
        slots = list(turn.orders.filter(commitment="").select_related("seat__user"))
        for slot in slots:
            order(_holder(slot), match, _line(match, state, slot, step), NOW, turn.number)
            heard += slot.voice > 0
        if not slots:
            turns.close_due(NOW)
    raise AssertionError("this match does not end")


def _holder(slot: Order) -> str:
    assert slot.holder is not None
    return slot.holder.username


def _line(match: Match, state: Any, slot: Order, step: int) -> str:
    index = slot.seat.index
    if slot.voice:
        return f"bid {(step * 35 + slot.voice * 140) % (state.money[index] + 150) // 5 * 5}"
    decision = match.rules.decisions(state)[index]
    if decision.kind == "move":  # on towards the next STOP BID
        return f"move {min(5, 9 - state.token[index] % 9)}!"
    return match.rules.choose(
        match.rules.view(state, index), index, decision, Chance(b"teams", step * 10 + index)
    )


def _pooled(document: record.Document) -> list[tuple[int, record.OrderEntry]]:
    return [
        (entry.turn, order)
        for entry in document.turns
        for order in entry.orders.values()
        if order.by == "team"
    ]


def _average(entry: record.OrderEntry, document: record.Document, turn: int) -> int:
    """By the rules: amounts above the purse are ignored, the rest averaged and rounded down."""
    before: Any = next(step.before for step in record.fold(document) if step.turn == turn)
    seat = next(int(s) for s, order in document.turns[turn - 1].orders.items() if order is entry)
    amounts = [_amount(voice.line) for voice in entry.voices or ()]
    fitting = [amount for amount in amounts if amount <= before.money[seat]]
    return sum(fitting) // len(fitting) if fitting else 0


def _amount(line: str) -> int:
    return int(line.split()[1].rstrip(";"))
