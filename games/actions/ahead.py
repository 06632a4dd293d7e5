"""Orders given ahead: kept sealed with the seat, and followed as soon as the seat owes what they fit.

Works on values in hand; who loads and stores them is not decided here.
"""

from __future__ import annotations

import datetime
from typing import Any

from games.actions import teams
from games.models import Match
from games.models.light import LightMatch, LightOrder, LightSeat
from games.rules.game import Decision, Game, IllegalOrder
from games.seals import BrokenSeal, seal, seal_order, unseal

_STEP = 256
"""Plans are padded to whole steps of so many bytes, so that the length of a stored one tells nothing."""
DOOR = "plan"
"""The door of orders that came from a plan."""


def sealed(text: str) -> bytes:
    """A plan as it is stored; nothing for an empty one."""
    if not text:
        return b""
    plain = text.encode()
    return seal(plain.ljust(-(-len(plain) // _STEP) * _STEP))


def opened(stored: bytes | memoryview[int]) -> str:
    """The plan that is stored."""
    return unseal(stored).decode().rstrip(" ") if stored else ""


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
    match: Match | LightMatch, number: int, state: Any, seats: list[LightSeat], now: datetime.datetime
) -> list[LightOrder]:
    """The orders that the plans of these seats, which all owe one, give for a turn that opens in this state.

    What is left of each plan is put on its seat, to be stored with the seat's ``sealed_plan``.
    """
    found: list[LightOrder] = []
    if not any(seat.plan for seat in seats):
        return found
    decisions = match.rules.decisions(state)
    for seat in seats:
        if not seat.plan:
            continue
        try:
            plan = opened(bytes.fromhex(seat.plan))
        except BrokenSeal:
            continue  # its key is lost; the seat is asked instead
        line, rest = order_of(match.rules, state, seat.index, decisions[seat.index], plan)
        if rest != plan:
            seat.sealed_plan = sealed(rest)
        if line is not None:
            voice = teams.voice_of(seat, decisions[seat.index])
            secret, commitment = seal_order(match.code, number, seat.index, 1, line, voice)
            order = LightOrder(0, 0, seat.pk, "", commitment, 1, DOOR, voice, sealed=secret, given_at=now)
            found.append(order)
    return found
