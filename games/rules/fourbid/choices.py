"""What may be chosen in an auction of Fourbid, and by whom: cards to take, pieces to move, free claims."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from games.rules.fourbid.cards import VALUE
from games.rules.fourbid.geometry import Owner
from games.rules.fourbid.state import FourbidOptions
from games.rules.game import Seat

Bids = Sequence[tuple[str, ...]]
"""The cards shown, per seat; a seat that did not bid has none."""


def totals_of(bids: Bids) -> dict[Seat, int]:
    """What each seat bid in all."""
    return {seat: sum([VALUE[card] for card in cards]) for seat, cards in enumerate(bids) if cards}


def sole(totals: dict[Seat, int], total: int) -> Seat | None:
    """The seat that alone has that much."""
    found = [seat for seat, one in totals.items() if one == total]
    return found[0] if len(found) == 1 else None


def sole_high(bids: Bids) -> Seat | None:
    """The sole highest bidder."""
    totals = totals_of(bids)
    return sole(totals, max(totals.values()))


def sole_low(bids: Bids) -> Seat | None:
    """The sole lowest bidder."""
    totals = totals_of(bids)
    return sole(totals, min(totals.values()))


def takeable(options: FourbidOptions, bids: Bids, low: Seat) -> list[str]:
    """The cards that the lowest bidder may take, in seat order."""
    every = options.low_from == "all"
    return [card for seat, cards in enumerate(bids) if every or seat != low for card in cards]


@lru_cache(maxsize=4096)
def own_spaces(owner: tuple[Owner, ...], seat: Owner) -> tuple[int, ...]:
    """The spaces of a seat (None: the unclaimed ones), lowest number first."""
    return tuple([space for space, man in enumerate(owner, 1) if man == seat])


def moving(options: FourbidOptions, owner: Sequence[Owner], supply: int, queen: int, seat: Seat) -> str:
    """Whether a highest bidder ``may`` or ``must`` move an own piece to the queen's space, or ``none``."""
    if None in owner:
        return "none" if supply else options.out_of_pieces
    return "none" if owner[queen - 1] == seat else "may"


def bonus_targets(options: FourbidOptions, owner: tuple[Owner, ...], seat: Seat) -> tuple[int, ...]:
    """The spaces that a free claim may take, lowest number first."""
    if None in owner and options.bonus5 == "free":
        return own_spaces(owner, None)
    return tuple([space for space, man in enumerate(owner, 1) if man != seat])


def leader_of(sizes: dict[Seat, int]) -> tuple[Seat | None, int]:
    """Who holds most cards and by how many more than anyone else; nobody if that is shared."""
    ranked = sorted(sizes.values())
    lead = ranked[-1] - ranked[-2]
    return (sole(sizes, ranked[-1]), lead) if lead else (None, 0)


def leads(
    options: FourbidOptions, hands: Sequence[tuple[str, ...]], left: Collection[Seat], bids: Bids
) -> list[tuple[Seat, int]]:
    """Who may come to lead in cards in this auction and by how many, whatever the lowest bidder does."""
    low = sole_low(bids)
    takes = [0] if low is None or low in left else [1] if options.low_pick == "must" else [0, 1]
    found = []
    for taken in takes:
        held = {seat: len(hand) for seat, hand in enumerate(hands) if seat not in left}
        sizes = {seat: size + taken if seat == low else size for seat, size in held.items()}
        if 0 in (held if options.empty_at == "bid" else sizes).values():
            leader, lead = leader_of(sizes)
            if leader is not None:
                found.append((leader, lead))
    return found
