"""Whether an order of Bid N' Bet may stand in a position, and how it is written then."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.rules.bid_n_bet.asking import asked
from games.rules.bid_n_bet.choices import (
    RAISE,
    alive,
    cost,
    landing,
    rooms,
    silent_move,
    step_of,
    wants_bet,
    wants_horse,
    with_room,
)
from games.rules.bid_n_bet.orders import Bets, Order, bid_line, horse_line, move_line, named, read
from games.rules.bid_n_bet.ring import COLOURS
from games.rules.bid_n_bet.state import BidNBetState, Pending, Position, running
from games.rules.game import IllegalOrder, Seat, gettext_noop

_ = gettext_noop


def checked(state: BidNBetState, seat: Seat, text: str, above: bool = False) -> str:
    """The canonical line of a legal order, or raise ``IllegalOrder``; a bid may go ``above`` the purse."""
    seats = asked(state)
    waiting = state.result is None and (seat in seats if seats else seat == alive(state)[0])
    if not waiting:
        raise IllegalOrder(_("You owe no order now."), "not_asked")
    order, pending = read(text), state.pending
    if not seats:
        _only(order, ("go",), lambda: "go")
        return "go"
    if pending is None:
        return checked_move(state, seat, order)
    if pending.stage == "horse":
        _only(order, ("horse",), lambda: horse_line(seat))
        return horse_line(in_race(state, order.horse or 0))
    if pending.stage == "open":
        return _checked_raise(state, seat, order, pending)
    return _checked_bid(state, seat, order, above)


def _only(order: Order, words: Sequence[str], example: Callable[[], str]) -> None:
    """Refuse an order that says nothing, or something else than is asked, with one that is legal."""
    other = next((word for word in order.said if word not in words), None)
    if other is not None:
        raise IllegalOrder(
            _("“{word}” is not asked of you now; write an order such as “{example}”."),
            "not_asked_for",
            word=other,
            example=example(),
        )
    if words[0] not in order.said:
        raise IllegalOrder(
            _("Your order lacks “{word}”; write one such as “{example}”."),
            "missing",
            word=words[0],
            example=example(),
        )


def in_race(position: Position, horse: int) -> int:
    """The horse, refused if it is not in the race."""
    horses = running(position)
    if horse not in horses:
        raise IllegalOrder(
            _("The horse {horse} is not in the race; legal: {legal}."),
            "no_horse",
            horse=COLOURS[horse],
            legal=named(horses),
        )
    return horse


def checked_move(position: Position, seat: Seat, order: Order) -> str:
    """The canonical line of a move; asked of a view too, for moves that were queued."""
    _only(order, ("move", "horse", "bet"), lambda: silent_move(position, seat))
    space, letter = landing(position, seat, order.steps)
    accept = cost(position, letter) > position.money[seat]
    if accept and not order.accept:
        raise IllegalOrder(
            _("Space {space} costs $20 and you have ${money}: write {steps}! to go there, out of the race."),
            "goes_out",
            space=space,
            money=position.money[seat],
            steps=order.steps,
        )
    if order.horse is not None:
        in_race(position, order.horse)
        if not wants_horse(position, seat, letter):
            raise IllegalOrder(
                _("Nothing moves a horse of your choice on space {space}; leave “horse” out."),
                "no_horse_needed",
                space=space,
            )
    if order.bets:
        if not wants_bet(position, seat, letter):
            raise IllegalOrder(
                _("Nobody bets on space {space} now; leave “bet” out."), "no_bet_needed", space=space
            )
        _check_bets(position, seat, order.bets)
    return move_line(order.steps, accept, order.horse, order.bets)


def _check_bets(position: Position, seat: Seat, bets: Bets) -> None:
    """Refuse bets beyond the room on a horse, the purse, or the number of horses."""
    check_one_horse(position, bets)
    for colour, dollars in bets:
        in_race(position, colour)
        free = rooms(position)[colour]
        if dollars > free:
            raise IllegalOrder(
                _("There is room for ${room} on {horse}; there is room on: {legal}."),
                "no_room",
                room=free,
                horse=COLOURS[colour],
                legal=named(with_room(position)),
            )
    stake = sum([dollars for _colour, dollars in bets])
    _check_purse(stake, position.money[seat])


def check_one_horse(position: Position, bets: Bets) -> None:
    """Refuse bets on several horses where the match takes them on one only."""
    if len(bets) > 1 and position.options.bet_colours == "one":
        raise IllegalOrder(_("In this match a bet is on one horse, such as bet red 20."), "one_horse")


def _check_purse(amount: int, purse: int) -> None:
    if amount > purse:
        raise IllegalOrder(
            _("You have ${money} and can’t spend ${amount}."), "no_money", money=purse, amount=amount
        )


def _checked_bid(state: BidNBetState, seat: Seat, order: Order, above: bool) -> str:
    """The canonical line of a sealed bid or limit."""
    _only(order, ("bid", "horse"), lambda: bid_line("bid", 0, seat))
    if order.amount % step_of(state):
        raise IllegalOrder(
            _("Limits go in steps of $5 in this match, such as 0, 5 or 40; not {amount}."),
            "illegal_step",
            amount=order.amount,
        )
    if not above:
        _check_purse(order.amount, state.money[seat])
    horse = None if order.horse is None else in_race(state, order.horse)
    return bid_line("bid", order.amount, horse)


def _checked_raise(state: BidNBetState, seat: Seat, order: Order, pending: Pending) -> str:
    """The canonical line of a raise, or of passing."""
    if "pass" in order.said:
        _only(order, ("pass",), lambda: "pass")
        return "pass"
    _only(order, ("raise", "horse"), lambda: "pass")
    least = pending.high + RAISE
    if order.amount < least or order.amount % RAISE:
        raise IllegalOrder(
            _("A raise is {least} or more here, in steps of $5; not {amount}. Or pass."),
            "illegal_raise",
            least=least,
            amount=order.amount,
        )
    _check_purse(order.amount, state.money[seat])
    horse = None if order.horse is None else in_race(state, order.horse)
    return bid_line("raise", order.amount, horse)
