"""Orders given ahead: kept sealed with the seat, and followed as soon as the seat owes what they fit.

Works on values in hand; who loads and stores them is not decided here.

Orders given ahead are a text kept sealed with the seat (``actions/ahead.py``), beside the words it came
in, their turn and their receipt: the same words for the same turn get that receipt again and change
nothing. When a turn opens, ``Game.follow`` makes an order of it from the seat's view, which is checked
and sealed like any other (``by`` is ``plan``) before anybody is asked.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any

import msgspec

from games.actions import teams
from games.actions.receipts import Receipt
from games.models import Match
from games.models.light import LightMatch, LightOrder, LightSeat
from games.rules.game import Decision, Game, IllegalOrder
from games.seals import BrokenSeal, seal, seal_order, unseal

_STEP = 256
"""Plans are padded to whole steps of so many bytes, so that the length of a stored one tells nothing."""
DOOR = "plan"
"""The door of orders that came from a plan."""


class Kept(msgspec.Struct, frozen=True):
    """A plan with what it came from: ``words`` for the turn of that number, and the receipt for them.

    What is spent of ``plan`` disappears; the rest stays until other words come, so that the same words sent
    twice are known as such.
    """

    plan: str = ""
    words: str = ""
    turn: int = 0
    receipt: Receipt | None = None

    def answers(self, text: str, number: int) -> bool:
        """Whether this text for that turn is the one that was kept, as it was sent or written in full."""
        known = {self.words, self.receipt.plan if self.receipt else ""}
        return self.turn == number and text.strip() in known

    def own_words(self, game: Game[Any]) -> str:
        """What the owner wrote of the plan, if it is kept in another wording and nothing is spent yet."""
        if self.receipt is None or self.plan != self.receipt.plan:
            return ""
        written = " ".join((game.parted(self.words)[1] or self.words).split())
        return "" if written.casefold() == self.plan.casefold() else written


def sealed(kept: Kept) -> bytes:
    """A plan as it is stored; nothing where nothing was kept."""
    if not (kept.plan or kept.words):
        return b""
    plain = msgspec.json.encode(kept)
    return seal(plain.ljust(-(-len(plain) // _STEP) * _STEP))


def opened(stored: bytes | memoryview[int]) -> Kept:
    """The plan that is stored; raises ``BrokenSeal`` if no key opens it, or what it holds is no plan."""
    if not stored:
        return Kept()
    plain = unseal(stored).rstrip(b" ")
    try:
        # The first plans were stored as nothing but their text.
        return msgspec.json.decode(plain, type=Kept) if plain.startswith(b"{") else Kept(plain.decode())
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BrokenSeal("there is no plan under this seal") from error


def order_of(game: Game[Any], state: Any, seat: int, decision: Decision, plan: str) -> tuple[str | None, str]:
    """The legal order that a plan gives for a decision, or None; and what is left of the plan.

    A plan that the game can't read, or can't read any more, is dropped: the seat is asked, and nobody waits.
    """
    try:
        line, rest = game.follow(game.view(state, seat), seat, decision, plan)
    except IllegalOrder:
        return None, ""
    if line is None:
        return None, rest
    try:
        return game.check(state, seat, line), rest
    except IllegalOrder:
        return None, rest


def follow(
    match: Match | LightMatch,
    number: int,
    read: Callable[[], Any],
    seats: list[LightSeat],
    now: datetime.datetime,
) -> list[LightOrder]:
    """The orders that the plans of these seats, which all owe one, give for a turn that opens.

    Its state is read only if there are plans. What is left of each plan is put on its seat, to be stored with
    the seat's ``sealed_plan``.
    """
    found: list[LightOrder] = []
    if not any(seat.plan for seat in seats):
        return found
    state = read()
    decisions = match.rules.decisions(state)
    for seat in seats:
        if not seat.plan:
            continue
        try:
            kept = opened(bytes.fromhex(seat.plan))
        except BrokenSeal:
            continue  # it can't be read any more; the seat is asked instead
        if not kept.plan:
            continue
        line, rest = order_of(match.rules, state, seat.index, decisions[seat.index], kept.plan)
        if rest != kept.plan:
            seat.sealed_plan = sealed(msgspec.structs.replace(kept, plan=rest))
        if line is not None:
            voice = teams.voice_of(seat, decisions[seat.index])
            secret, commitment = seal_order(match.code, number, seat.index, 1, line, voice)
            giver = teams.position_of(seat)
            order = LightOrder(
                0, 0, seat.pk, "", commitment, 1, DOOR, voice, giver, sealed=secret, given_at=now
            )
            found.append(order)
    return found
