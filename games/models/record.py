"""A match's rows as its record: the document that anyone can verify offline. Reads only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from games.models.light import LightMatch, LightOrder, LightSeat, LightTurn
from games.models.match import Match
from games.models.seat import Seat
from games.models.turn import Order, Turn
from games.rules.game import Outcome
from games.rules.record import ClosedTurn, Document, Header, OrderEntry, TurnEntry, VoiceEntry
from games.seals import unseal


def document_of(match: Match) -> Document:
    """The record of a finished match, with three queries however long it was."""
    return _document(match, match.seed, msgspec.convert(match.outcome, Outcome))


def secret_document_of(match: Match) -> Document:
    """The turns closed so far as a record, with the secret seed in it: for the host's own checks only."""
    outcome = msgspec.convert(match.outcome, Outcome) if match.outcome else Outcome((), "running")
    return _document(match, unseal(match.sealed_seed).hex(), outcome)


def _document(match: Match, seed: str, outcome: Outcome) -> Document:
    seats = list(match.seats.all())
    index = {seat.pk: seat.index for seat in seats}
    turns = match.turns.closed().defer("position").prefetch_related("orders")
    head = header_of(match, seats)
    return Document(
        **{name: getattr(head, name) for name in Header.__struct_fields__},
        turns=[_closed_turn(turn, index) for turn in turns],
        seed=seed,
        outcome=outcome,
    )


def _closed_turn(turn: Turn, index: Mapping[int, int]) -> ClosedTurn:
    opened = [order for order in turn.orders.all() if order.opened]
    slots = {index[order.seat_id]: order for order in opened if not order.voice}
    voices = {seat: [o for o in opened if o.voice and index[o.seat_id] == seat] for seat in slots}
    entry = entry_of(turn, slots, voices)
    return ClosedTurn(**{name: getattr(entry, name) for name in TurnEntry.__struct_fields__}, hash=turn.hash)


def header_of(match: Match | LightMatch, seats: Sequence[Seat | LightSeat]) -> Header:
    """The head of the match's record, public from the start."""
    return Header(
        match=match.code,
        game=match.game,
        version=match.rules_version,
        options=match.options,
        seats=match.size,
        words=[seat.word for seat in seats],
        seed_commitment=match.seed_commitment,
        captain=match.captain if match.team > 1 else msgspec.UNSET,  # type: ignore[arg-type]
    )


def entry_of(
    turn: Turn | LightTurn,
    slots: Mapping[int, Order | LightOrder],
    voices: Mapping[int, Sequence[Order | LightOrder]],
) -> TurnEntry:
    """A closed turn as the record has it, without its hash.

    ``slots`` are its opened orders by seat index, ``voices`` what members of teams gave for them.
    """
    return TurnEntry(
        turn=turn.number,
        left=turn.left,
        orders={str(index): _entry(slot, voices.get(index)) for index, slot in sorted(slots.items())},
        events=turn.events,
    )


def _entry(slot: Order | LightOrder, voices: Sequence[Order | LightOrder] | None) -> OrderEntry:
    return OrderEntry(
        line=slot.line,
        by=slot.by,  # type: ignore[arg-type]
        salt=slot.salt,
        version=slot.version if slot.commitment else 0,
        commitment=slot.commitment,
        voices=_heard(voices) if voices else msgspec.UNSET,
    )


def _heard(voices: Sequence[Order | LightOrder]) -> list[VoiceEntry]:
    """What the members of a team gave, in the order in which it was pooled; of the silent ones nothing."""
    return [
        VoiceEntry(v.voice, v.line, v.salt, v.version, v.commitment, v.by == "captain")
        if v.commitment
        else VoiceEntry(v.voice)
        for v in sorted(voices, key=in_order)
    ]


def in_order(voice: Order | LightOrder) -> tuple[bool, int]:
    """Where a voice stands in its team: the acting captain's comes first."""
    return voice.by != "captain", voice.voice
