"""Records of matches played by chance, with orders from everywhere they can come from. No tests."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec

from games.rules import GAMES
from games.rules.chance import Chance, match_key, order_commitment, seed_commitment
from games.rules.game import Decision, Game
from games.rules.record import (
    ClosedTurn,
    Document,
    Header,
    OrderEntry,
    TurnEntry,
    VoiceEntry,
    header_hash,
    turn_hash,
)
from tests.rules.walking import Choice, random_order, start

SEED = bytes(range(32))
CODE = "m4x"


def recorded(
    seats: int = 2,
    choice: Choice = random_order,
    leaving: int | None = None,
    slug: str = "fourbid",
    *,
    silent: bool = False,
    team: int = 0,
    **options: Any,
) -> Document:
    """A whole match, in which a bot plays the last of several seats.

    With ``leaving`` all seats but the last leave one after the other from that turn on; with ``silent`` some
    orders are missing; with ``team`` so many people hold the first seat, of whom some are silent at times.
    """
    game, words = GAMES[slug], [f"wörd {seat}" for seat in range(seats)]
    options = msgspec.to_builtins(game.options(**options))
    head = Header(
        match=CODE,
        game=slug,
        version=game.version,
        options=options,
        seats=seats,
        words=words,
        seed_commitment=seed_commitment(SEED),
        captain="first" if team else msgspec.UNSET,
    )
    key = match_key(SEED, words)
    table = _Table(game, choice, random.Random(key), silent, team, seats - 1 if seats > 1 else None)
    state, entries = start(game, seats, game.options(**options), key), []
    while (outcome := game.outcome(state)) is None:
        number = len(entries) + 1
        gone = number - leaving if leaving is not None else -1
        left = [gone] if 0 <= gone < seats - 1 else []
        events: list[Any] = []
        for seat in left:
            state, more = game.leave(state, seat)
            events += more
        orders = {
            seat: table.ordered(state, number, seat, decision, changed=bool(left))
            for seat, decision in game.decisions(state).items()
        }
        if orders:
            lines = {seat: entry.line for seat, entry in orders.items()}
            state, more = game.resolve(state, lines, Chance(key, number))
            events += more
        entries.append(
            TurnEntry(
                turn=number,
                left=left,
                orders={str(seat): entry for seat, entry in orders.items()},
                events=[msgspec.to_builtins(event) for event in events],
            )
        )
    values = {name: getattr(head, name) for name in Header.__struct_fields__}
    return Document(**values, turns=chained(head, entries), seed=SEED.hex(), outcome=outcome)


def chained(head: Header, entries: Sequence[TurnEntry]) -> list[ClosedTurn]:
    """Turns with the running hashes that belong to them; what hash they had does not count."""
    running, turns = header_hash(head), []
    for entry in entries:
        running = turn_hash(running, entry)
        values = {name: getattr(entry, name) for name in TurnEntry.__struct_fields__}
        turns.append(ClosedTurn(**values, hash=running))
    return turns


def rehashed(document: Document) -> Document:
    """A record with the hashes that a forger would make anew."""
    return msgspec.structs.replace(document, turns=chained(document, document.turns))


class _Table:
    """Whoever orders in a match."""

    def __init__(
        self, game: Game[Any], choice: Choice, luck: random.Random, silent: bool, team: int, bot: int | None
    ) -> None:
        self.game, self.choice, self.luck = game, choice, luck
        self.silent, self.team, self.bot = silent, team, bot

    def ordered(self, state: Any, number: int, seat: int, decision: Decision, *, changed: bool) -> OrderEntry:
        """The order of a seat, opened."""
        if self.team and seat == 0 and decision.pooled and not decision.forced:
            return self.pooled(state, number, seat, decision)
        if self.silent and not decision.forced and seat != self.bot and (number + seat) % 5 == 0:
            return OrderEntry(line=decision.default, by="default")
        line = self.choice(self.game, state, seat, decision, self.luck)
        if decision.forced and not changed:
            return OrderEntry(line=line, by="forced")
        if seat == self.bot:
            return OrderEntry(line=line, by="bot")
        by = "plan" if self.game.plans and number % 4 == 0 else "player"
        return OrderEntry(line, by, *_sealed(number, seat, line))  # type: ignore[arg-type]

    def pooled(self, state: Any, number: int, seat: int, decision: Decision) -> OrderEntry:
        """The order that is made of what the members give, the first of them being captain."""
        voices = []
        for member in range(1, self.team + 1):
            if (number + member) % 4 == 0 and self.silent:
                voices.append(VoiceEntry(member))
                continue
            line = self.game.voice(state, seat, self.choice(self.game, state, seat, decision, self.luck))
            voices.append(VoiceEntry(member, line, *_sealed(number, seat, line, member), captain=member == 1))
        lines = [voice.line for voice in voices if voice.commitment]
        if not lines:
            return OrderEntry(line=decision.default, by="default", voices=voices)
        made = self.game.pool(self.game.view(state, seat), seat, decision, lines)
        return OrderEntry(line=made, by="team", voices=voices)


def _sealed(number: int, seat: int, line: str, member: int = 0) -> tuple[str, int, str]:
    """The salt, the version and the commitment of an order."""
    salt = bytes([number % 256, seat + 16 * member]) * 16
    return salt.hex(), 2, order_commitment(salt, CODE, number, seat, 2, line, member)
