"""Bids again, slowly and from the rules text alone: a yardstick for the real rules, not a part of them.

The cards as they were dealt are given; everything else is counted here, with fractions, lists and loops.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

LUCKY = {3: 12, 4: 8, 5: 8, 6: 7}


def number(card: str) -> int | None:
    """The bid value of a card, None if it has none."""
    try:
        return int(card[1:])
    except ValueError:
        return None


class Slow:
    """A match that is changed as it goes on. ``table`` is what was played in this trick, in order."""

    def __init__(self, seats: int, first: int, options: Mapping[str, object]) -> None:
        self.seats, self.first, self.options = range(seats), first, options
        self.round = 0
        self.score = {seat: Fraction(0) for seat in self.seats}
        self.lucky_rounds = dict.fromkeys(self.seats, 0)
        self.fives = dict.fromkeys(self.seats, 0)
        self.gone: list[int] = []
        self.over = False
        self.waiting_for_thief = False

    def on(self, option: str) -> bool:
        return self.options[option] == "on"

    def deal(self, hands: Sequence[Sequence[str]], stack: Sequence[str]) -> None:
        """A new round; ``stack`` holds every card of the centre stack, the first trick's on top."""
        self.round += 1
        self.trick = 0
        self.hands = {seat: set(hands[seat]) for seat in self.seats}
        self.stack = list(stack)
        self.leader = (self.first + self.round - 1) % len(self.seats)
        self.points = dict.fromkeys(self.seats, 0)
        self.held: dict[int, list[str]] = {seat: [] for seat in self.seats}
        self.ever: dict[int, list[str]] = {seat: [] for seat in self.seats}
        self.low, self.thief, self.stolen = False, None, False
        self.allies: set[int] = set()
        self.next_trick()

    def next_trick(self) -> None:
        self.trick += 1
        self.table: list[tuple[int, str]] = []
        self.centre, self.covered = self.stack.pop(0), False
        if self.centre == "K?":
            self.centre, self.covered = self.stack.pop(0), True
        elif self.centre == "KLOW":
            self.low = True

    def clockwise(self) -> list[int]:
        """The seats from the leader on that are still there and have not played."""
        order = [(self.leader + step) % len(self.seats) for step in self.seats]
        played = [seat for seat, _card in self.table]
        return [seat for seat in order if seat not in played and seat not in self.gone]

    def play(self, cards: Mapping[int, str]) -> None:
        """One card, or all cards of a sealed trick."""
        for seat in self.clockwise():
            if seat in cards:
                self.play_one(seat, cards[seat])
        if not self.clockwise():
            self.end_trick()

    def play_one(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.table.append((seat, card))
        if card == "KLOW":
            self.low = True
        if card == "K?":
            self.centre, self.covered = self.stack.pop(0), True

    def best(self, cards: Sequence[str]) -> int | None:
        values = [value for value in map(number, cards) if value is not None]
        return (min(values) if self.low else max(values)) if values else None

    def race(self) -> list[str]:
        """The colours that may win."""
        if not self.on("colour"):
            return list("RGYBK")
        colours = ["K"] + [card[0] for _seat, card in self.table if card != "W"]
        return [colour for colour in "RGYBK" if colours.count(colour) == max(map(colours.count, colours))]

    def end_trick(self) -> None:
        if self.covered and self.centre == "KLOW":
            self.low = True
        self.covered = False
        race = self.race()
        runners = [(seat, card) for seat, card in self.table if card[0] in race and number(card) is not None]
        best = self.best([card for _seat, card in runners])
        top = [seat for seat, card in runners if number(card) == best]
        winner = top[0] if len(top) == 1 else None
        if top and self.on("colour") and "K" in race and number(self.centre) is not None:
            both = self.best([self.centre, *(card for _seat, card in runners)])
            if number(self.centre) == both:
                winner = None
        if top:
            self.leader = top[-1]
        if winner is not None and winner not in self.gone:
            self.take(winner)
        if self.prey():
            self.waiting_for_thief = True
        else:
            self.after_trick()

    def take(self, winner: int) -> None:
        cards = [self.centre] + [card for _seat, card in self.table if card[0] == "K" and card != "K?"]
        gained = sum(number(card) or 0 for card in cards)
        if "K2x" in cards and self.options["double_scope"] == "game":
            self.score[winner] *= 2
        if "K2x" not in cards:
            self.points[winner] += gained
        elif self.options["double_order"] == "after":
            self.points[winner] = 2 * (self.points[winner] + gained)
        else:
            self.points[winner] = 2 * self.points[winner] + gained
        self.get(winner, cards)
        if "KTHIEF" in cards:
            self.thief = winner
        for seat, card in self.table:
            if card == "W" and seat not in self.gone:
                self.allies = {seat, winner}

    def get(self, seat: int, cards: Sequence[str]) -> None:
        self.held[seat] += cards
        self.ever[seat] += cards
        self.fives[seat] += "K-5" in cards

    def prey(self) -> dict[str, int]:
        if self.thief is None or self.stolen or self.thief in self.gone:
            return {}
        bids = {seat: number(card) for seat, card in self.table if number(card) is not None}
        return {
            card: seat
            for seat, value in bids.items()
            for card in self.held[seat]
            if value == min(bids.values())
            and seat != self.thief
            and seat not in self.gone
            and number(card) is not None
        }

    def steal(self, card: str | None) -> None:
        """What the thief does; None is nothing."""
        self.waiting_for_thief = False
        if card is not None:
            victim = self.prey()[card]
            self.held[victim].remove(card)
            self.get(self.thief, [card])
            self.points[victim] -= number(card)
            self.points[self.thief] += number(card)
            self.stolen = True
        self.after_trick()

    def after_trick(self) -> None:
        if self.trick < 10:
            self.next_trick()
            return
        earned = {}
        for seat in self.seats:
            spoiling = self.ever[seat] if self.on("lucky_strict") else map(number, self.ever[seat])
            lucky = all(value is None for value in spoiling) and seat not in self.gone
            earned[seat] = Fraction(0 if seat in self.gone else self.points[seat])
            if lucky:
                self.lucky_rounds[seat] += 1
                times = self.lucky_rounds[seat] if self.options["lucky_growth"] == "rising" else 1
                earned[seat] += LUCKY[len(self.seats)] * times
        if not self.allies & set(self.gone):
            both = sum(earned[seat] for seat in self.allies)
            earned.update(dict.fromkeys(self.allies, both / 2))
        for seat in self.seats:
            self.score[seat] += earned[seat]
        if self.round == self.options["rounds"]:
            self.end()

    def end(self) -> None:
        self.over = True
        counts = {seat: self.fives[seat] for seat in self.seats if seat not in self.gone}
        most = max(counts.values())
        if self.on("minus5_bonus") and most:
            lucky = [seat for seat in counts if counts[seat] == most]
            for seat in lucky:
                self.score[seat] += Fraction(30, len(lucky))

    def places(self) -> list[int]:
        """The places at the end: those who stayed by score, then the rest, the first to leave last."""
        stayed = sorted((seat for seat in self.seats if seat not in self.gone), key=lambda s: -self.score[s])
        found = {}
        for place, seat in enumerate(stayed, 1):
            before = stayed[place - 2] if place > 1 else None
            tied = before is not None and self.score[before] == self.score[seat]
            found[seat] = found[before] if tied else place
        for place, seat in enumerate(reversed(self.gone), len(stayed) + 1):
            found[seat] = place
        return [found[seat] for seat in self.seats]
