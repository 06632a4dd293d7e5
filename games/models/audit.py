"""What does not fit in the stored rows of a match: record, positions, sealed orders. Reads only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from games.models.match import Match
from games.models.position import plain
from games.models.record import document_of, secret_document_of
from games.models.turn import Order, Turn
from games.rules import GAMES
from games.rules.chance import order_commitment
from games.rules.document import departed, opening
from games.rules.record import Document, fold, verify
from games.seals import BrokenSeal, unseal_order


def findings_of(match: Match) -> list[str]:
    """Every fault in what is stored of a match that was started, in plain words; empty if there is none."""
    try:
        return list(_findings(match))
    except BrokenSeal as error:
        return [f"the seed can't be read: {error}"]


def _findings(match: Match) -> Iterator[str]:
    over = match.status == Match.Status.FINISHED
    document = document_of(match) if match.provable else secret_document_of(match)
    found = [finding for finding in verify(document) if over or finding.check != "outcome"]
    if found:
        yield from map(str, found)
        return  # positions can't be compared with a record that does not hold
    yield from _wrong_positions(match, document)
    yield from _wrong_seals(match)


def _wrong_positions(match: Match, document: Document) -> Iterator[str]:
    """Stored positions that the record does not lead to; they are those after the turn's leavings."""
    turns: dict[int, Turn] = {turn.number: turn for turn in match.turns.all()}
    _game, _key, state = opening(document)
    for step in fold(document):
        if _differs(match, turns[step.turn], step.before):
            yield f"turn {step.turn}: another position is stored than the record leads to"
        state = step.after
    following = turns.get(len(document.turns) + 1)
    if match.last_position is not None and plain(match.last_position) != msgspec.json.encode(state):
        yield "another last position is stored than the record leads to"
    if following is not None and _differs(match, following, state):
        yield f"turn {following.number}: another position is stored than the record leads to"


def _differs(match: Match, turn: Turn, before: Any) -> bool:
    state, _events = departed(GAMES[match.game], before, turn.left)
    return plain(turn.position) != msgspec.json.encode(state)


def _wrong_seals(match: Match) -> Iterator[str]:
    """Sealed orders that can't be opened or do not fit what was published of them."""
    for slot in Order.objects.sealed().filter(turn__match=match).select_related("turn", "seat"):
        try:
            order = unseal_order(slot.sealed)
        except BrokenSeal as error:
            yield f"turn {slot.turn.number}, seat {slot.seat.index}: {error}"
            continue
        place = (match.code, slot.turn.number, slot.seat.index, slot.version)
        if order_commitment(bytes.fromhex(order.salt), *place, order.line, slot.voice) != slot.commitment:
            yield f"turn {slot.turn.number}, seat {slot.seat.index}: the order does not fit its commitment"
