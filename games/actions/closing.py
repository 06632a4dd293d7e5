"""How one turn ends, worked out on values before any row is written: who was silent, what was played,
what happened, what comes next. ``games.actions.turns`` loads and stores; this room only decides.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import msgspec

from games.actions import ahead, standstill, teams
from games.actions.booking import booked
from games.actions.opening import deadline_reached, opening, stays_open
from games.models import Match, Seat
from games.models.light import LightMatch, LightOrder, LightSeat, LightTurn, Sheet, state_of
from games.models.position import pack
from games.models.record import entry_of, header_of
from games.pace import Pace
from games.rules.chance import Chance, bot_chance, match_key
from games.rules.game import Decision, IllegalOrder, Outcome, State
from games.rules.record import header_hash, turn_hash
from games.seals import Sealed, unseal, unseal_order


@dataclass
class Table:
    """A running match at an open turn, with all its rows in hand."""

    match: LightMatch
    turn: LightTurn
    seats: list[LightSeat]
    orders: dict[int, LightOrder]
    """The slots of the open turn, by seat index."""
    previous: str = ""
    """The hash of the turn before, or empty at the first turn."""
    voices: dict[int, list[LightOrder]] = field(default_factory=dict)
    """What the members of teams were asked for, by seat index and in the order of the members."""
    pace: Pace = field(init=False)
    _read: list[tuple[object, ...]] = field(init=False)
    _captains: list[int | None] = field(init=False)

    def __post_init__(self) -> None:
        self.pace = self.match.timing
        self._read = [_counted(seat) for seat in self.seats]
        self._captains = [seat.user_id for seat in self.seats]

    @classmethod
    def of(cls, sheet: Sheet) -> Table:
        """The table that was read on this sheet."""
        by_key = {seat.pk: seat.index for seat in sheet.seats}
        orders = {by_key[order.seat_id]: order for order in sheet.orders if not order.voice}
        table = cls(sheet.match, sheet.turn, sheet.seats, orders, sheet.previous)
        for order in sheet.orders:
            if order.voice:
                table.voices.setdefault(by_key[order.seat_id], []).append(order)
        for voices in table.voices.values():
            voices.sort(key=lambda order: order.voice)
        return table

    @property
    def thinks_long(self) -> bool:
        """Whether a bot plays that may think for longer than a request may wait."""
        return not self.match.rules.quick and any(seat.bot for seat in self.seats)

    def state(self) -> State:
        """The state that the orders of the turn are given in."""
        return state_of(self.match, self.turn)

    def changed(self) -> list[LightSeat]:
        """The seats whose misses or state are no longer as they were read."""
        return [seat for seat, read in zip(self.seats, self._read, strict=True) if _counted(seat) != read]

    def handed(self) -> list[LightSeat]:
        """The seats that have another captain than when they were read."""
        return [seat for seat, user in zip(self.seats, self._captains, strict=True) if seat.user_id != user]

    def silent(self) -> list[LightSeat]:
        """The seats that a turn waits for and that have given nothing."""
        return [seat for seat in self.seats if seat.waits_for_person and self._is_silent(seat.index)]

    def is_excused(self, index: int) -> bool:
        """Whether the silence of a seat in this turn is no fault of its holder's."""
        return any(slot.excused for slot in self.asked(index))

    def excuse(self, index: int) -> None:
        """Let the silence of a seat in this turn not be booked."""
        for slot in self.asked(index):
            slot.excused = True

    def asked(self, index: int) -> Sequence[LightOrder]:
        """The slots that a seat has to fill in the open turn: none, its own, or one for each of a team."""
        return [self.orders[index]] if index in self.orders else self.voices.get(index, ())

    def _is_silent(self, index: int) -> bool:
        if index in self.orders:
            return not self.orders[index].commitment
        return index in self.voices and not any(voice.commitment for voice in self.voices[index])


def _counted(seat: LightSeat) -> tuple[object, ...]:
    """What the end of a turn may change of a seat."""
    return seat.misses, seat.missed, seat.state, seat.bot, seat.clock, seat.away_used, tuple(seat.away)


@dataclass
class Closing:
    """What the end of one turn changes; ``following`` is None where the match has ended."""

    table: Table
    slots: list[LightOrder]
    """The orders of the closed turn, opened; those without a key are of seats that had no slot."""
    following: LightTurn | None
    waiting: list[LightSeat]
    """The seats that the following turn waits for."""
    planned: list[LightOrder]
    """The orders that plans give for the following turn."""
    deserted: list[LightSeat]
    silent: list[LightSeat]
    outcome: Outcome | None

    @property
    def goes_on(self) -> bool:
        """Whether the following turn waits for nobody, and nobody at it takes long to think."""
        return self.following is not None and self.outcome is None and not self.stays_open and self._quick

    @property
    def stays_open(self) -> bool:
        """Whether the following turn waits for somebody, or for its deadline."""
        assert self.following is not None  # noqa: S101 - asked only where there is one
        return stays_open(self.table.pace, self.following, self.waiting, self.planned)

    @property
    def _quick(self) -> bool:
        assert self.following is not None  # noqa: S101 - asked only where there is one
        bots = any(self.table.seats[index].bot for index in self.following.owed)
        return self.table.match.rules.quick or not bots


def key_of(match: Match | LightMatch, seats: Sequence[Seat | LightSeat]) -> bytes:
    """The secret key of a match's chance, from its seed and the words of its seats."""
    return match_key(unseal(match.sealed_seed), [seat.word for seat in seats])


def close(table: Table, now: datetime.datetime) -> Closing:
    """Close the open turn of a table: fill the silent seats, resolve, and open what follows.

    Changes the objects of the table, not the rows.
    """
    game, turn = table.match.rules, table.turn
    state = table.state()
    decisions = game.decisions(state)
    key = key_of(table.match, table.seats)
    standstill.stand(turn, now)
    # Asked before the orders are opened: who gave one that is no longer legal was not silent.
    silent = table.silent()
    slots = _opened_slots(table, state, decisions, key)
    missing = [seat for seat in silent if not table.is_excused(seat.index)]
    for index, slot in slots.items():
        seat = table.seats[index]
        slot.excused = slot.by == "default" and seat.waits_for_person and seat not in missing
    deserted = booked(table, silent, missing, now)
    lines = {seat: slot.line for seat, slot in slots.items()}
    after, events = game.resolve(state, lines, Chance(key, turn.number))
    _shut(table, slots, events, now)
    outcome = game.outcome(after)
    following: LightTurn | None = None
    waiting: list[LightSeat] = []
    planned: list[LightOrder] = []
    if outcome is not None:
        _finish(table.match, outcome, after, now)
    else:
        leaving = [seat for seat in deserted if not seat.bot and seat.until is None]
        following, waiting, planned, outcome = _open_next(table, after, leaving, now)
    return Closing(table, list(slots.values()), following, waiting, planned, deserted, silent, outcome)


def _opened_slots(
    table: Table, state: State, decisions: dict[int, Decision], key: bytes
) -> dict[int, LightOrder]:
    slots: dict[int, LightOrder] = {}
    for index, decision in decisions.items():
        slot = table.orders.get(index) or LightOrder(0, table.turn.pk, table.seats[index].pk)
        slot.line, slot.by, slot.salt = _line_for(table, state, index, decision, slot, key)
        slot.opened = True
        slots[index] = slot
    return slots


def _line_for(
    table: Table, state: State, index: int, decision: Decision, slot: LightOrder, key: bytes
) -> tuple[str, str, str]:
    """The line that counts for a seat, whose it is, and the salt of its commitment."""
    game = table.match.rules
    if index in table.voices:
        legal = partial(_still_legal, table, state, index, voice=True)
        line, by = teams.pool(game, state, table.seats[index], decision, table.voices[index], legal)
        return line, by, ""
    if slot.commitment:
        order = unseal_order(bytes.fromhex(slot.seal))
        if _still_legal(table, state, index, order):
            return order.line, "plan" if slot.door == ahead.DOOR else "player", order.salt
        # The position changed under a sealed order, because another seat left: the default stands in.
        slot.commitment = ""
        return decision.default, "default", ""
    if decision.forced:
        return decision.default, "forced", ""
    if table.seats[index].waits_for_person or table.seats[index].is_silent:
        return decision.default, "default", ""
    chance = bot_chance(key, table.turn.number, index)
    return game.choose(game.view(state, index), index, decision, chance), "bot", ""


def _still_legal(table: Table, state: State, index: int, order: Sealed, voice: bool = False) -> bool:
    if not table.turn.left:
        return True  # it was checked in this very position
    game = table.match.rules
    try:
        return (game.voice if voice else game.check)(state, index, order.line) == order.line
    except IllegalOrder:
        return False


def plain(events: Any) -> list[dict[str, Any]]:
    """Events as JSON values."""
    return [msgspec.to_builtins(event) for event in events]


def _shut(table: Table, slots: dict[int, LightOrder], events: Any, now: datetime.datetime) -> None:
    """Close the turn's row: what happened, and the running hash of the record."""
    turn = table.turn
    turn.closed_at, turn.due_at, turn.remind_at = now, turn.due_at, None
    turn.events = turn.events + plain(events)
    entry = entry_of(turn, slots, table.voices)
    previous = table.previous or header_hash(header_of(table.match, table.seats))
    turn.hash = turn_hash(previous, entry)


def _open_next(
    table: Table, state: Any, leaving: list[LightSeat], now: datetime.datetime
) -> tuple[LightTurn, list[LightSeat], list[LightOrder], Outcome | None]:
    """The turn that follows: the seats it waits for and the orders that plans give; its end if all have left.

    Seats that are out for good leave as its first events.
    """
    teams.rotate(table.match, table.seats, table.orders)
    standstill.settle(table.seats, now)
    reached = deadline_reached(table.turn, now)
    following, waiting = opening(table.match, table.seats, table.turn.number + 1, state, now, reached)
    table_after = Table(table.match, following, table.seats, {}, table.turn.hash)
    outcome = None
    for seat in leaving:
        outcome = outcome or leave(table_after, seat, now)
    waiting = [seat for seat in waiting if seat.waits_for_person and seat.index in following.owed]
    if outcome is not None:
        return following, waiting, [], outcome
    planned = ahead.follow(table.match, following.number, table_after.state, waiting, now)
    given = {order.seat_id for order in planned if not order.voice}
    waiting = [seat for seat in waiting if seat.pk not in given]
    standstill.extend(table.pace, following, waiting, waiting)
    stays = stays_open(table.pace, following, waiting, planned)
    standstill.carry(table.pace, table.turn, following, waiting, stays)
    if planned and not stays:
        following.due_at, following.remind_at = reached or now, None
    return following, waiting, planned, None


def leave(table: Table, seat: LightSeat, now: datetime.datetime) -> Outcome | None:
    """Take a seat out of the match within the open turn; the outcome if that ends it."""
    game, turn = table.match.rules, table.turn
    state, events = game.leave(table.state(), seat.index)
    turn.position = pack(game, state)
    turn.left = [*turn.left, seat.index]
    turn.events = turn.events + plain(events)
    turn.owed = sorted(game.decisions(state))
    outcome = game.outcome(state)
    if outcome is not None:
        _shut(table, {}, [], now)
        _finish(table.match, outcome, state, now)
    return outcome


def _finish(match: LightMatch, outcome: Outcome, state: State, now: datetime.datetime) -> None:
    match.status = Match.Status.FINISHED
    match.ended_at = now
    match.outcome = msgspec.to_builtins(outcome)
    match.last_position = pack(match.rules, state)
    if match.deal_id is None and not match.dealt:  # the seed of a deal is published with the deal
        match.seed = unseal(match.sealed_seed).hex()
