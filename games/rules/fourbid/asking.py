"""What each seat owes in a position of Fourbid: its clauses and the line played in silence.

There is at most one question more in an auction. Those who asked and have something to choose as highest or
lowest bidder are asked when the bids are shown, and with them those who asked and may come to lead in cards;
they may say then what a bonus shall do. Only if nobody was asked then, a leader who asked is asked when the
bonus is known. Whatever is not answered follows the clauses given before, then the defaults.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from games.rules.fourbid.cards import LIMIT, RANK, RANKS, VALUE, lowest, names
from games.rules.fourbid.choices import (
    Bids,
    bonus_targets,
    leads,
    moving,
    own_spaces,
    sole_high,
    sole_low,
    takeable,
)
from games.rules.fourbid.geometry import Owner
from games.rules.fourbid.orders import MOST_WISHES, Order, read
from games.rules.fourbid.state import FourbidState, Pending
from games.rules.game import Clause, Decision, Seat, gettext_noop

_ = gettext_noop

ALL_SPACES = tuple(str(space) for space in range(1, 33))
ASK = Clause("ask", _("if there is something to choose, ask me again instead"), most=0)
NOSWAP = Clause("noswap", _("if I win: leave all pieces where they are"), most=0, instead="swap")
BEST = _("the highest card")
STAY = _("nothing moves")
FIRST_PIECE = _("the piece with the lowest number")
BONUS = Clause(
    "bonus",
    _("spaces for a free claim, favourite first"),
    ALL_SPACES,
    least=1,
    most=MOST_WISHES,
    without=_("the space with the lowest number"),
)
HEAD_HINT = _("one or two cards, 15 at most together")
LOW_HINT = _("if I am lowest: the card to take, favourite first")
SWAP_HINT = _("if I win: the own piece that moves there")
FROM_HINT = _("the own piece that moves to a free claim")
GIVE_HINT = _("the own piece for a bonus roll")
GO = Decision("follow", (Clause("go", _("go on"), required=True, most=0),), "go", forced=True)
"""Owed by the first seat left when everybody who was asked has left: nothing to choose."""


def decisions(state: FourbidState) -> dict[Seat, Decision]:
    """What each seat owes now."""
    if state.result is not None:
        return {}
    pending = state.pending
    seats = [seat for seat in range(len(state.hand)) if seat not in state.left]
    if pending is None:
        may_end = may_run_empty(state, seats)
        return {seat: _bid(state, seat, may_end) for seat in seats}
    if not pending.asked:
        return {seats[0]: GO}
    return {seat: _follow(state, pending, seat) for seat in pending.asked}


def may_run_empty(state: FourbidState, seats: Collection[Seat]) -> bool:
    """Whether some hand may be empty after this auction's bids."""
    for seat in seats:
        hand = state.hand[seat]
        if (len(hand) < 3 and sum([VALUE[card] for card in hand]) <= LIMIT) or len(hand) == 1:
            return True
    return False


def _head(hand: tuple[str, ...]) -> tuple[Clause, str]:
    """The clause of the bid, and the bid made in silence."""
    written = names(hand)
    clause = Clause("", HEAD_HINT, written, required=True, least=1, most=2)
    return clause, written[hand.index(lowest(hand))]


def _low_clause(low_from: str, low_pick: str) -> Clause:
    own = ("own",) if low_from == "all" else ()
    none = ("none",) if low_pick == "may" else ()
    values = ("best", *own, *none, *reversed(RANKS))
    return Clause("low", LOW_HINT, values, least=1, most=MOST_WISHES, without=BEST)


_LOW = {
    (low_from, low_pick): _low_clause(low_from, low_pick)
    for low_from in ("all", "rivals")
    for low_pick in ("must", "may")
}


def _names(spaces: Collection[int]) -> tuple[str, ...]:
    return tuple([str(space) for space in spaces])


@lru_cache(maxsize=1024)
def _piece(
    word: str, hint: str, spaces: tuple[int, ...], *, required: bool = False, without: str = FIRST_PIECE
) -> Clause:
    without = "" if required else without
    return Clause(
        word,
        hint,
        _names(spaces),
        required=required,
        least=1,
        only=("bonus",) if word == "from" else (),
        without=without,
    )


def _bid(state: FourbidState, seat: Seat, may_end: bool) -> Decision:
    hand, options = state.hand[seat], state.options
    head, silent = _head(hand)
    low = _LOW[options.low_from, options.low_pick]
    if not may_end:
        swaps = () if state.supply[seat] > 1 else _swaps(state, seat)
        return Decision("bid", (head, low, *swaps, ASK), silent)
    if _nothing_follows(state, seat):
        return Decision("bid", (head,), silent, forced=True)
    clauses = (head, low, *_swaps(state, seat), *_bonuses(state, seat, len(hand)), ASK)
    return Decision("bid", clauses, silent)


def _nothing_follows(state: FourbidState, seat: Seat) -> bool:
    """Whether the last card of a seat must be bid and no clause could change what becomes of it."""
    options = state.options
    surely_empty = options.empty_at == "bid" and options.low_pick == "must"
    return len(state.hand[seat]) == 1 and surely_empty and state.supply[seat] > 0


def _swaps(state: FourbidState, seat: Seat) -> tuple[Clause, ...]:
    """The clauses for a winner who has no pieces left, or wins on a full board."""
    mode = moving(state.options, state.owner, state.supply[seat], state.queen, seat)
    return () if mode == "none" else _moves(mode, state.owner, seat)


@lru_cache(maxsize=1024)
def _moves(mode: str, owner: tuple[Owner, ...], seat: Seat) -> tuple[Clause, ...]:
    swap = _piece("swap", SWAP_HINT, own_spaces(owner, seat), without=STAY if mode == "may" else FIRST_PIECE)
    return (swap, NOSWAP) if mode == "may" else (swap,)


def _bonuses(state: FourbidState, seat: Seat, cards: int) -> list[Clause]:
    """The clauses for a bonus that a seat with so many cards at most may come to."""
    clauses = []
    pieces = movable(state, seat) if state.supply[seat] < 2 else ()
    if cards >= 5:
        clauses.append(BONUS)
        if pieces:
            clauses.append(_piece("from", FROM_HINT, pieces))
    if pieces:
        clauses.append(_piece("give", GIVE_HINT, pieces))
    return clauses


def movable(state: FourbidState, seat: Seat) -> tuple[int, ...]:
    """The spaces where a seat may have a piece once high and low are settled."""
    own = own_spaces(state.owner, seat)
    return own if state.queen in own else tuple(sorted((*own, state.queen)))


def _follow(state: FourbidState, pending: Pending, seat: Seat) -> Decision:
    if pending.stage == "bids":
        return _follow_bids(state, pending, seat)
    sealed, pieces = read(pending.sealed[seat]), own_spaces(state.owner, seat)
    if pending.stage == "exchange":
        give = sealed.give if sealed.give in pieces else pieces[0]
        return Decision("follow", (_piece("give", GIVE_HINT, pieces, required=True),), f"give {give}")
    targets = bonus_targets(state.options, state.owner, seat)
    most = min(len(targets), MOST_WISHES)
    clauses = [Clause("bonus", BONUS.hint, _names(targets), required=True, least=1, most=most)]
    if state.supply[seat] == 0:
        clauses.append(_piece("from", FROM_HINT, pieces))
    return Decision("follow", tuple(clauses), _claim_default(sealed, targets, pieces))


def _claim_default(sealed: Order, targets: tuple[int, ...], pieces: tuple[int, ...]) -> str:
    target = next((space for space in sealed.bonus if space in targets), targets[0])
    return f"bonus {target}" + (f" from {sealed.source}" if sealed.source in pieces else "")


def _follow_bids(state: FourbidState, pending: Pending, seat: Seat) -> Decision:
    """The question to an asking seat that is highest or lowest, or may come to lead in cards."""
    sealed = read(pending.sealed[seat])
    clauses: list[Clause] = []
    default = []
    if seat == sole_low(pending.bids):
        clauses.append(low := _shown_cards(state, pending, seat))
        wish = next((word for word in sealed.low if is_wish(word, low.values)), "best")
        default.append(f"low {wish}")
    if seat == sole_high(pending.bids) and (swaps := _swaps(state, seat)):
        clauses += swaps
        declines = "noswap" if len(swaps) > 1 else f"swap {swaps[0].values[0]}"
        default.append(f"swap {sealed.swap}" if sealed.swap else declines)
    lead = may_lead(state, pending.bids, seat)
    if lead:
        clauses += _bonuses(state, seat, lead)
        default += [] if default else [_any_bonus(state, sealed, seat, lead)]
    return Decision("follow", tuple(clauses), "; ".join(default))


def may_lead(state: FourbidState, bids: Bids, seat: Seat) -> int:
    """By how many cards a seat may come to lead at most; 0 if it can't."""
    found = leads(state.options, state.hand, state.left, bids)
    return max([lead for leader, lead in found if leader == seat], default=0)


def _any_bonus(state: FourbidState, sealed: Order, seat: Seat, lead: int) -> str:
    """The silent answer of a seat that is asked only because it may come to lead."""
    pieces = movable(state, seat)
    if lead >= 5:
        targets = bonus_targets(state.options, state.owner, seat)
        return _claim_default(sealed, sealed.bonus or targets, pieces)
    return f"give {sealed.give or pieces[0]}"


def _shown_cards(state: FourbidState, pending: Pending, seat: Seat) -> Clause:
    """The clause of the lowest bidder once the cards are shown."""
    own = ("own",) if state.options.low_from == "all" else ()
    none = ("none",) if state.options.low_pick == "may" else ()
    cards = takeable(state.options, pending.bids, seat)
    return Clause("low", LOW_HINT, ("best", *own, *none, *cards), required=True, least=1, most=MOST_WISHES)


def is_wish(word: str, values: Collection[str]) -> bool:
    """Whether a word is one of the values, or the rank of one of the cards among them."""
    return word in values or any(RANK.get(value) == word for value in values)
