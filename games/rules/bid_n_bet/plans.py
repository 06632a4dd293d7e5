"""Orders given ahead in Bid N' Bet: a queued move, standing orders for a STOP BID; and the bid of a team."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from games.rules.bid_n_bet.choices import RAISE, landing, step_of, wants_bet, wants_horse
from games.rules.bid_n_bet.legality import check_one_horse, checked_move, in_race
from games.rules.bid_n_bet.orders import Order, Plan, bid_line, horse_line, plan_line, read, read_plan
from games.rules.bid_n_bet.ring import COLOURS, MOST_ON_HORSE, PRICE, STEPS
from games.rules.bid_n_bet.state import BidNBetView, running
from games.rules.game import Clause, Decision, IllegalOrder, Seat, gettext_noop

_ = gettext_noop

_BEGIN = re.compile(r"\b(nextmove|standing|clear)\b", re.IGNORECASE)

_STAKES = tuple(f"{name} {dollars}" for name in COLOURS for dollars in range(PRICE, MOST_ON_HORSE + 1, PRICE))

PLANS = (
    Clause(
        "nextmove",
        _("your move for the next turn, not for one you owe now; “after 5”: when five rounds are done"),
        tuple(map(str, STEPS)),
        least=1,
    ),
    Clause("horse", _("the horse for that move"), COLOURS, least=1),
    Clause("bet", _("colour and dollars for that move"), _STAKES, least=1, most=len(COLOURS)),
    Clause(
        "standing bid",
        _("what you bid at every STOP BID, or ask"),
        ("ask", *map(str, range(0, 105, 5))),
        least=1,
    ),
    Clause("standing horse", _("the horse for two lengths you win"), COLOURS, least=1),
    Clause("clear", _("drop all orders ahead"), most=0),
)
"""What a plan is made of; other amounts than those listed may be written too."""


def parted(text: str) -> tuple[str, str]:
    """A text before and from the first word that only a plan has."""
    found = _BEGIN.search(text)
    return (text[: found.start()].rstrip("; \r\n"), text[found.start() :]) if found else (text, "")


def planned(view: BidNBetView, seat: Seat, text: str) -> str:
    """The canonical plan; a move queued while one is owed waits for the round after this one."""
    plan = read_plan(text)
    for colour in (plan.horse, plan.standing, *[colour for colour, _dollars in plan.bets]):
        if colour is not None:
            in_race(view, colour)
    check_one_horse(view, plan.bets)
    owed = view.stage == "move" and view.active == seat
    if plan.steps and not plan.after and owed:
        plan = msgspec.structs.replace(plan, after=view.round_no + 1)
    if not _comes(view, plan.after):
        raise IllegalOrder(
            _("The match ends after {cap} rounds; a move can wait for at most {most} of them to be done."),
            "illegal_value",
            cap=view.options.turn_cap,
            most=view.options.turn_cap - 1,
        )
    return plan_line(plan)


def _comes(view: BidNBetView, done: int) -> bool:
    """Whether a round comes when so many are done."""
    return not done or not view.options.turn_cap or done < view.options.turn_cap


def examples(view: BidNBetView, seat: Seat) -> tuple[str, ...]:
    """Plans that the seat could make now, with a horse in the race and money that it has."""
    if view.result is not None or seat in view.out:
        return ()
    colour, step = COLOURS[seat], step_of(view)
    bid = min(40, view.money[seat] - view.money[seat] % step)
    found = [f"standing bid {bid}", f"standing bid {bid}; standing horse {colour}", "standing bid ask"]
    if _comes(view, view.round_no + 1):
        bet = f"; bet {colour} {PRICE}" if view.money[seat] >= PRICE else ""
        found.append(f"nextmove 2; horse {colour}{bet}")
    return tuple(found)


def followed(view: BidNBetView, seat: Seat, decision: Decision, text: str) -> tuple[str | None, str]:
    """The order that a plan gives for a decision, and what is left of the plan."""
    plan = read_plan(text)
    if decision.kind == "move":
        if not plan.steps or plan.after > view.round_no:
            return None, text
        return _queued(view, seat, plan), plan_line(_spent(plan))
    horse = plan.standing if plan.standing in running(view) else None
    if decision.kind == "horse":
        return None if horse is None else horse_line(horse), text
    if plan.bid is None or decision.forced:
        return None, text
    purse = min(plan.bid, view.money[seat])
    if decision.kind == "auction":
        return bid_line("bid", purse - purse % step_of(view), horse), text
    raised = view.high + RAISE
    return bid_line("raise", raised, horse) if raised <= purse else "pass", text


def _spent(plan: Plan) -> Plan:
    """The standing orders alone."""
    return Plan(bid=plan.bid, ask=plan.ask, standing=plan.standing)


def _queued(view: BidNBetView, seat: Seat, plan: Plan) -> str | None:
    """The queued move with what its space needs; None if it would go out of the race or is not legal now."""
    _space, letter = landing(view, seat, plan.steps)
    order = Order(
        said=("move",),
        steps=plan.steps,
        horse=plan.horse if wants_horse(view, seat, letter) else None,
        bets=plan.bets if wants_bet(view, seat, letter) else (),
    )
    try:
        return checked_move(view, seat, order)
    except IllegalOrder:
        return None


def pooled(view: BidNBetView, seat: Seat, orders: Sequence[str]) -> str:
    """The bid of a team: the average of the amounts that its purse can pay, rounded down; 0 without any.

    The horse is the one that the first of its members names.
    """
    bids = [read(order) for order in orders]
    amounts = [bid.amount for bid in bids if bid.amount <= view.money[seat]]
    average = sum(amounts) // len(amounts) if amounts else 0
    return bid_line("bid", average - average % step_of(view), bids[0].horse)
