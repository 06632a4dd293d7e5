"""Whether an order of Fourbid may stand in a position, and how it is written then."""

from __future__ import annotations

from collections.abc import Collection

from games.rules.fourbid.asking import decisions, is_wish, movable
from games.rules.fourbid.cards import bid_of
from games.rules.fourbid.choices import own_spaces
from games.rules.fourbid.orders import Order, illegal_value, read
from games.rules.fourbid.state import FourbidState
from games.rules.game import Clause, IllegalOrder, Seat, gettext_noop

_ = gettext_noop


def checked(state: FourbidState, seat: Seat, text: str) -> str:
    """The canonical line of a legal order, or raise ``IllegalOrder``."""
    if state.result is not None or seat in state.left or not 0 <= seat < len(state.hand):
        raise IllegalOrder(_("You owe no order now."), "not_asked")
    order = read(text)
    if state.pending is not None:
        return _checked_answer(state, seat, order)
    bid = bid_of(state.hand[seat], order.bid)
    if not order.tail:
        return bid.text
    _check_wishes(state, order)
    if order.swap is not None:
        _check_swap(state, seat, order.swap)
    if order.source or order.give:
        _check_pieces(order, movable(state, seat))
    return f"{bid.text}; {order.tail}"


def _check_wishes(state: FourbidState, order: Order) -> None:
    """Refuse what the options of the match do not know."""
    if "own" in order.low and state.options.low_from == "rivals":
        raise IllegalOrder(
            _("“own” can’t stand after “low” here: the lowest bidder takes a rival’s card in this match."),
            "illegal_value",
        )
    if "none" in order.low and state.options.low_pick == "must":
        raise IllegalOrder(
            _("“none” can’t stand after “low” here: the lowest bidder must take a card in this match."),
            "illegal_value",
        )
    if order.go:
        raise IllegalOrder(_("There is nothing to go on with; name the cards you bid."), "unknown_clause")


def _check_swap(state: FourbidState, seat: Seat, swap: int) -> None:
    """Refuse a swap that can't come to pass, and a refusal to move where moving is a must."""
    options, open_board = state.options, None in state.owner
    if open_board and swap and options.out_of_pieces == "none":
        raise IllegalOrder(
            _("“swap {space}” is not possible: in this match a winner without pieces gets nothing."),
            "no_swap",
            space=swap,
        )
    own = own_spaces(state.owner, seat)
    if swap and swap not in own:
        raise illegal_value("swap", str(swap), _listed(own))
    if open_board and not swap and options.out_of_pieces == "must" and not state.supply[seat]:
        raise IllegalOrder(
            _("“noswap” is not possible: you must move a piece if you win. Write swap and one of {legal}."),
            "must_swap",
            legal=_listed(own),
        )


def _check_pieces(order: Order, pieces: Collection[int]) -> None:
    """Refuse a piece for a bonus that can't be the seat's own then."""
    for clause, space in (("from", order.source), ("give", order.give)):
        if space and space not in pieces:
            raise illegal_value(clause, str(space), _listed(pieces))


def _listed(spaces: Collection[int]) -> str:
    return ", ".join(map(str, spaces))


def _checked_answer(state: FourbidState, seat: Seat, order: Order) -> str:
    decision = decisions(state).get(seat)
    if decision is None:
        raise IllegalOrder(_("You owe no order now; others are asked first."), "not_asked")
    offered = {clause.word: clause for clause in decision.clauses}
    said = _said(order)
    for word, values in said.items():
        if word not in offered:
            raise IllegalOrder(
                _("The bids are shown; “{word}” is not asked of you now. You may say: {clauses}."),
                "unknown_clause",
                word=word,
                clauses=", ".join(offered),
            )
        _check_values(offered[word], values)
    if not said:
        raise IllegalOrder(
            _("Say what you choose, such as “{example}”. You may say: {clauses}."),
            "empty",
            example=decision.default,
            clauses=", ".join(offered),
        )
    return order.tail


def _said(order: Order) -> dict[str, tuple[str, ...]]:
    """The clauses of an answer with their values; a bid stands under its own cards."""
    said: dict[str, tuple[str, ...]] = {" ".join(order.bid[:4]): ()} if order.bid else {}
    lists = (("low", order.low), ("bonus", tuple(map(str, order.bonus))))
    said.update({word: values for word, values in lists if values})
    one = (("swap", order.swap), ("from", order.source), ("give", order.give))
    said.update({word: (str(space),) for word, space in one if space})
    bare = (("noswap", order.swap == 0), ("ask", order.ask), ("go", order.go))
    said.update({word: () for word, there in bare if there})
    return said


def _check_values(clause: Clause, values: Collection[str]) -> None:
    for value in values:
        if not is_wish(value, clause.values):
            raise illegal_value(clause.word, value, ", ".join(clause.values))
