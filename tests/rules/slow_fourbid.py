"""Fourbid again, slowly and from the rules text alone: a yardstick for the real rules, not a part of them.

Spaces are walked one by one, bids are counted, boards are dicts. Nothing of the real rules is used.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
SUITS = "SHDC"


@dataclass(frozen=True)
class Plan:
    """One seat's order in parts."""

    bid: tuple[str, ...]
    low: tuple[str, ...] = ()
    swap: int | None = None
    bonus: tuple[int, ...] = ()
    source: int | None = None
    give: int | None = None

    def line(self) -> str:
        clauses = [" ".join(self.bid)]
        if self.low:
            clauses.append("low " + " ".join(self.low))
        if self.swap:
            clauses.append(f"swap {self.swap}")
        if self.bonus:
            source = f" from {self.source}" if self.source else ""
            clauses.append("bonus " + " ".join(map(str, self.bonus)) + source)
        if self.give:
            clauses.append(f"give {self.give}")
        return "; ".join(clauses)


@dataclass(frozen=True)
class Slow:
    """A position. ``men`` holds the claimed spaces only."""

    men: dict[int, int]
    hands: tuple[frozenset[str], ...]
    queen: int
    auctions: int
    resets: int
    gone: frozenset[int] = frozenset()
    options: Mapping[str, object] = field(default_factory=dict)
    winner: object = None
    """None while it goes on, else ``("line", seat)``, ``("two_lines", None)`` or ``("cap", None)``."""

    @property
    def seats(self) -> list[int]:
        return [seat for seat in range(len(self.hands)) if seat not in self.gone]

    def supply(self, seat: int) -> int:
        return int(self.options["pieces"]) - len(self.mine(seat))

    def mine(self, seat: int) -> list[int]:
        return sorted(space for space, man in self.men.items() if man == seat)

    def full(self) -> bool:
        return len(self.men) == 32


def after(space: int) -> int:
    return 1 if space == 32 else space + 1


def walk(men: Mapping[int, int], queen: int, steps: int, way: str) -> int:
    """``every`` counts every space, ``count`` only unclaimed ones, ``land`` slides off a claimed last one."""
    if way == "every" or len(men) == 32:
        for _ in range(steps):
            queen = after(queen)
        return queen
    if way == "land":
        for _ in range(steps):
            queen = after(queen)
        while queen in men:
            queen = after(queen)
        return queen
    while steps:
        queen = after(queen)
        if queen not in men:
            steps -= 1
    return queen


def corner(space: int) -> tuple[int, int]:
    """Row and column, as printed."""
    for row, numbers in enumerate([range(1, 9), range(16, 8, -1), range(17, 25), range(32, 24, -1)]):
        if space in numbers:
            return row, list(numbers).index(space)
    raise ValueError(space)


def all_lines() -> set[frozenset[int]]:
    """All sets of four spaces that lie side by side in one direction, found by looking at the board."""
    at = {corner(space): space for space in range(1, 33)}
    lines = set()
    for row, column in at:
        for down, right in [(0, 1), (1, 0), (1, 1), (1, -1)]:
            four = [at.get((row + n * down, column + n * right)) for n in range(4)]
            if None not in four:
                lines.add(frozenset(four))
    return lines


LINES = all_lines()


def judged(position: Slow) -> Slow:
    having = {
        man
        for line in LINES
        for man in position.seats
        if all(position.men.get(space) == man for space in line)
    }
    if len(having) == 1:
        return replace(position, winner=("line", having.pop()))
    return replace(position, winner=("two_lines", None)) if having else position


def changed(position: Slow, men: dict[int, int]) -> Slow:
    """The position with those men, looked at at once where lines count at once."""
    position = replace(position, men=men)
    return judged(position) if position.options["check"] == "instant" else position


def value(card: str) -> int:
    return RANKS.index(card[:-1]) + 2


def sole(totals: Mapping[int, int], best: int) -> int | None:
    who = [seat for seat, total in totals.items() if total == best]
    return who[0] if len(who) == 1 else None


def claimed(position: Slow, high: int, plan: Plan) -> Slow:
    men, queen = dict(position.men), position.queen
    mine = position.mine(high)
    swap = plan.swap if plan.swap in mine else None
    if not position.full():
        if position.supply(high) > 0:
            men[queen] = high
        elif position.options["out_of_pieces"] != "none":
            if swap is None and position.options["out_of_pieces"] == "must":
                swap = mine[0]
            if swap is not None:
                del men[swap]
                men[queen] = high
    elif men[queen] != high and swap is not None:
        men[queen], men[swap] = high, men[queen]
    return changed(position, men)


def taken(position: Slow, low: int, plans: Mapping[int, Plan]) -> str | None:
    """The card the sole lowest bidder takes; None if it declines."""
    shown = {
        card: seat
        for seat, plan in plans.items()
        for card in plan.bid
        if position.options["low_from"] == "all" or seat != low
    }
    for wish in (*plans[low].low, "best"):
        if wish == "none":
            return None
        if wish == "best":
            return max(shown, key=value)
        wished = [
            card for card, seat in shown.items() if wish in (card, card[:-1], "own" if seat == low else "")
        ]
        if wished:
            return max(wished, key=value)
    raise AssertionError("something was bid")


def freely(position: Slow, leader: int, plan: Plan) -> Slow:
    """A lead of five or more."""
    men, mine = dict(position.men), position.mine(leader)
    if position.full():
        legal = [space for space in range(1, 33) if men[space] != leader]
    elif position.options["bonus5"] == "free":
        legal = [space for space in range(1, 33) if space not in men]
    else:
        legal = [space for space in range(1, 33) if men.get(space) != leader]
    target = next((space for space in plan.bonus if space in legal), legal[0])
    source = plan.source if plan.source in mine else None
    if position.full():
        source = source or mine[0]
        men[source], men[target] = men[target], leader
    else:
        if position.supply(leader) == 0:
            del men[source or mine[0]]
        men[target] = leader
    return changed(position, men)


def by_roll(position: Slow, leader: int, plan: Plan, roll: int) -> Slow:
    """A lead of one to four."""
    way = "every" if position.options["bonus_roll"] == "all" else str(position.options["skip"])
    queen = walk(position.men, position.queen, roll, way)
    men, mine = dict(position.men), position.mine(leader)
    if men.get(queen) != leader:
        if position.supply(leader) == 0:
            source = plan.give if plan.give in mine else mine[0]
            rival = men.pop(queen, None)
            del men[source]
            if rival is not None:
                men[source] = rival
        men[queen] = leader
    return changed(replace(position, queen=queen), men)


def bonus(position: Slow, plans: Mapping[int, Plan], dice: list[int]) -> Slow:
    sizes = sorted((len(position.hands[seat]), seat) for seat in position.seats)
    (second, _), (most, leader) = sizes[-2:]
    if most - second >= 5:
        return freely(position, leader, plans[leader])
    if most > second:
        return by_roll(position, leader, plans[leader], dice.pop(0))
    return position


def turn(position: Slow, plans: Mapping[int, Plan], dice: Sequence[int]) -> Slow:
    """One auction of everybody left, and the roll for the next one. ``dice`` must be just enough."""
    dice = list(dice)
    position = replace(position, auctions=position.auctions + 1)
    totals = {seat: sum(map(value, plan.bid)) for seat, plan in plans.items()}
    hands = list(position.hands)
    for seat, plan in plans.items():
        hands[seat] = hands[seat] - set(plan.bid)
    emptied = any(not hands[seat] for seat in position.seats)
    high, low = sole(totals, max(totals.values())), sole(totals, min(totals.values()))
    if low is not None:
        hands[low] = hands[low] | ({taken(position, low, plans)} - {None})
    if position.options["empty_at"] == "resolve":
        emptied = any(not hands[seat] for seat in position.seats)
    position = replace(position, hands=tuple(hands))
    if high is not None:
        position = claimed(position, high, plans[high])
    if position.winner is None and emptied:
        position = bonus(position, plans, dice)
        if position.winner is None:
            full = tuple(frozenset(rank + SUITS[seat] for rank in RANKS) for seat in range(len(hands)))
            position = replace(position, hands=full, resets=position.resets + 1)
    position = judged(position)
    if position.winner is None and position.auctions == position.options["auction_cap"] != 0:
        position = replace(position, winner=("cap", None))
    if position.winner is None:
        position = replace(
            position, queen=walk(position.men, position.queen, dice.pop(0), str(position.options["skip"]))
        )
    assert not dice, "dice were rolled that the rules do not know"
    return position
