"""What each seat owes in a position of Bid N' Bet: its clauses and the line played in silence."""

from __future__ import annotations

from functools import lru_cache

from games.rules.bid_n_bet.choices import (
    RAISE,
    alive,
    holders,
    limits,
    outs,
    reach,
    silent_steps,
    step_of,
    wants_horse,
)
from games.rules.bid_n_bet.orders import horse_line, move_line
from games.rules.bid_n_bet.ring import COLOURS, PRICE, SPACES
from games.rules.bid_n_bet.state import BidNBetState, Pending, running
from games.rules.game import Clause, Decision, Seat, gettext_noop

_ = gettext_noop

MOVE_HINT = _("how many spaces your token moves")
OUT = _("you can’t pay: “!” means that you go out of the race")
HORSE_HINT = _("the horse for Advance, Back or two lengths")
BET_HINT = _("colour and dollars for Must bet, also if a Gamble Card says so")
BID_HINT = _("dollars for two lengths; the highest bid pays and moves a horse")
LIMIT_HINT = _("the most you would pay for two lengths, in steps of $5")
RAISE_HINT = _("your new bid for two lengths, at least $5 more than the highest")
LENGTHS_HINT = _("the horse for the two lengths")
WIN_HINT = _("the horse for the two lengths, if I win")
OWN = _("your own horse")
RIVAL = _("the leading rival")
OWN_OR_RIVAL = _("your own horse; for Back the leading rival")
LATER = _("you are asked if you win")
FOREMOST = _("$20 on the foremost horse with room")
PASS = Clause("pass", _("bid no more in this auction"), most=0, instead="raise")
GO = Decision("go", (Clause("go", _("go on"), required=True, most=0),), "go", forced=True)
"""Owed by the first seat in the race when all who were asked are out of it: nothing to choose."""


def asked(state: BidNBetState) -> tuple[Seat, ...]:
    """The seats that owe something; empty when they are all out of the race."""
    if state.pending is not None:
        return state.pending.asked
    return () if state.active in state.out else (state.active,)


def decisions(state: BidNBetState) -> dict[Seat, Decision]:
    """What each seat owes now."""
    if state.result is not None:
        return {}
    seats = asked(state)
    if not seats:
        return {alive(state)[0]: GO}
    pending = state.pending
    if pending is None:
        return {state.active: _move(state, state.active)}
    horses = running(state)
    if pending.stage == "horse":
        return {seats[0]: _horse(horses, seats[0])}
    if pending.stage == "open":
        return {seats[0]: _raise(horses, pending, state.money[seats[0]])}
    step = step_of(state)
    return {seat: _bid(horses, state.money[seat] // step * step, step) for seat in seats}


def _move(state: BidNBetState, seat: Seat) -> Decision:
    letters = reach(state, seat)
    naming = "".join([letter for letter in "AKS" if letter in letters and wants_horse(state, seat, letter)])
    bets = ("B" in letters or "G" in letters) and state.money[seat] >= PRICE
    return _move_decision(
        letters,
        outs(state, seat, letters),
        naming,
        LATER if naming == "S" and len(holders(state)) > 1 else _unnamed(naming),
        running(state) if naming else (),
        limits(state, seat) if bets else (),
        state.options.bet_colours == "many",
    )


def _unnamed(naming: str) -> str:
    """Which horse moves on these kinds of spaces if none is named, as a message id."""
    if "K" not in naming:
        return OWN
    return RIVAL if naming == "K" else OWN_OR_RIVAL


@lru_cache(maxsize=4096)
def _move_decision(
    letters: str,
    out: tuple[bool, ...],
    naming: str,
    unnamed: str,
    horses: tuple[int, ...],
    limits: tuple[tuple[int, int], ...],
    many: bool,
) -> Decision:
    clauses = [moves := _moves(letters, out)]

    def on(kinds: str) -> tuple[str, ...]:
        return tuple([value for value, letter in zip(moves.values, letters, strict=True) if letter in kinds])

    if horses:
        clauses.append(_named("horse", HORSE_HINT, horses, only=on(naming), without=unnamed))
    if limits:
        clauses.append(_bets(limits, many, on("BG")))
    steps = silent_steps(letters, out)
    return Decision("move", tuple(clauses), move_line(steps, out[steps - 1], None, ()))


@lru_cache(maxsize=256)
def _moves(letters: str, accept: tuple[bool, ...]) -> Clause:
    values = tuple([move_line(steps, out, None, ()) for steps, out in enumerate(accept, 1)])
    meanings = [
        (*SPACES[letter], *((OUT,) if out else ())) for letter, out in zip(letters, accept, strict=True)
    ]
    return Clause("", MOVE_HINT, values, required=True, least=1, meanings=tuple(meanings))


@lru_cache(maxsize=256)
def _named(
    word: str,
    hint: str,
    horses: tuple[int, ...],
    *,
    required: bool = False,
    only: tuple[str, ...] = (),
    without: str = "",
) -> Clause:
    values = tuple([COLOURS[colour] for colour in horses])
    return Clause(word, hint, values, required=required, least=1, only=only, without=without)


def _bets(limits: tuple[tuple[int, int], ...], many: bool, only: tuple[str, ...]) -> Clause:
    values = [
        f"{COLOURS[colour]} {dollars}" for colour, most in limits for dollars in range(PRICE, most + 1, PRICE)
    ]
    return Clause(
        "bet", BET_HINT, tuple(values), least=1, most=len(limits) if many else 1, only=only, without=FOREMOST
    )


@lru_cache(maxsize=256)
def _horse(horses: tuple[int, ...], seat: Seat) -> Decision:
    return Decision("horse", (_named("horse", LENGTHS_HINT, horses, required=True),), horse_line(seat))


@lru_cache(maxsize=1024)
def _amounts(word: str, hint: str, least: int, most: int, step: int, required: bool = False) -> Clause:
    values = tuple(map(str, range(least, most + 1, step)))
    return Clause(word, hint, values, required=required, least=1)


def _bid(horses: tuple[int, ...], purse: int, step: int) -> Decision:
    hint = BID_HINT if step == 1 else LIMIT_HINT
    amount = _amounts("bid", hint, 0, purse, step, required=True)
    return Decision(
        "auction", (amount, _named("horse", WIN_HINT, horses, without=LATER)), "bid 0", pooled=True
    )


def _raise(horses: tuple[int, ...], pending: Pending, purse: int) -> Decision:
    amount = _amounts("raise", RAISE_HINT, pending.high + RAISE, purse, RAISE)
    return Decision(
        "open", (amount, PASS, _named("horse", WIN_HINT, horses, only=("raise",), without=LATER)), "pass"
    )
