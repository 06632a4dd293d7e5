"""Bid N' Bet again, slowly and from the rules text alone: a yardstick for the real rules, not a part of them.

Everything is a dictionary by colour, spaces are walked one by one. Nothing of the real rules is used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

COLOURS = ["red", "blue", "green", "yellow", "black"]
SIDE = "SABGFCAKU"
CARDS = 2 * ["own 2", "own -2", "own 1", "own -1"] + ["buy", "free", "bet", "cash"]


class Race:
    """A race that goes on by ``answer``. Owners are called by their horses.

    ``asked`` names who owes an answer and of what kind; it is empty once ``ended`` is (reason, winners).
    """

    def __init__(self, owners: int, order: Sequence[str], deck: Sequence[str], options: Mapping[str, Any]):
        self.options = options
        self.owners = COLOURS[:owners]
        self.order = list(order)
        self.turn = self.order[0]
        self.money = dict.fromkeys(self.owners, 300)
        self.cards = dict.fromkeys(self.owners, 0)
        self.token = dict.fromkeys(self.owners, 0)
        self.bets = {owner: dict.fromkeys(COLOURS, 0) for owner in self.owners}
        running = COLOURS if options["extra_horses"] == "on" else self.owners
        self.horse = dict.fromkeys(running, 0)
        self.deck = list(deck)
        self.used: list[str] = []
        self.rounds = 0
        self.gone: list[str] = []
        self.ended: tuple[str, set[str]] | None = None
        self.asked: dict[str, str] = {self.turn: "move"}
        self.named: dict[str, str] = {}
        self.bid_again = False
        self.still_bidding: list[str] = []
        self.highest = 0
        self.highest_bidder = ""
        self.waiting = "move"

    # what is where

    def inside(self) -> list[str]:
        return [owner for owner in self.order if owner not in self.gone]

    def space(self, owner: str) -> str:
        side = SIDE if self.options["layout"] == "ring36" else self.options["layout"]
        ring = list(side + side + side + side)
        if self.options["start_corner"] == "plain":
            ring[0] = "nothing"
        return ring[self.token[owner]]

    def free_dollars(self, colour: str) -> int:
        return 100 - sum(self.bets[owner][colour] for owner in self.owners)

    def in_front(self) -> list[str]:
        return [colour for colour in self.horse if self.horse[colour] == max(self.horse.values())]

    def after_own(self, owner: str, colours: Sequence[str]) -> list[str]:
        """Those colours in the order of the list from the own one on."""
        at = COLOURS.index(owner)
        return [colour for colour in COLOURS[at:] + COLOURS[:at] if colour in colours]

    # what happens

    def answer(self, lines: Mapping[str, str], reshuffle: Callable[[], Sequence[str]]) -> None:
        told = {owner: read(line) for owner, line in lines.items()}
        for owner, parts in told.items():
            if "horse" in parts and self.asked.get(owner) != "move":
                self.named[owner] = parts["horse"]
        kinds = set(self.asked.values())
        asked, self.asked = list(self.asked), {}
        if kinds == {"go"}:
            self.go_on()
        elif kinds == {"move"}:
            self.move(asked[0], told[asked[0]], reshuffle)
        elif kinds == {"auction"}:
            self.sealed({owner: int(told[owner]["bid"]) for owner in asked})
        elif kinds == {"open"}:
            self.spoken(asked[0], told[asked[0]])
        else:
            self.two_lengths(asked[0], self.named[asked[0]])

    def resign(self, owner: str) -> None:
        """Somebody leaves for good; without anybody left who was asked, the next turn goes on of itself."""
        self.waiting = (
            next(iter(self.asked.values()), "go") if "go" not in self.asked.values() else self.waiting
        )
        self.leaves(owner)
        self.asked.pop(owner, None)
        if owner in self.still_bidding:
            self.still_bidding.remove(owner)
        if owner == self.highest_bidder:
            self.highest, self.highest_bidder = 0, ""
        if self.ended:
            self.asked = {}
        elif not self.asked:
            self.asked = {self.inside()[0]: "go"}

    def go_on(self) -> None:
        if self.waiting == "move":
            self.next_turn()
        elif self.waiting == "auction":
            self.nobody_bids()
        elif self.waiting == "open":
            self.after_words()
        else:
            self.cards_return()

    def move(self, owner: str, parts: Mapping[str, str], reshuffle: Callable[[], Sequence[str]]) -> None:
        for _ in range(int(parts["move"].rstrip("!"))):
            self.token[owner] = self.token[owner] + 1 if self.token[owner] < 35 else 0
        space = self.space(owner)
        if space == "S":
            self.named = {owner: parts["horse"]} if "horse" in parts else {}
            self.stop_the_bid(owner)
            return
        if space == "A" and self.pays(owner):
            self.length(parts.get("horse", owner), 1)
        elif space == "K":
            rivals = [colour for colour in self.after_own(owner, list(self.horse)) if colour != owner]
            leading = max(rivals, key=lambda colour: self.horse[colour])
            if self.pays(owner):
                self.length(parts.get("horse", leading), -1)
        elif space == "U":
            self.buys(owner)
        elif space == "F":
            self.takes(owner)
        elif space == "B":
            self.bets_now(owner, parts)
        elif space == "C":
            self.cash_in()
        elif space == "G":
            self.gambles(owner, parts, reshuffle)
        self.next_turn()

    def pays(self, owner: str) -> bool:
        if self.money[owner] < 20:
            self.leaves(owner)
            return False
        self.money[owner] -= 20
        return True

    def takes(self, owner: str) -> None:
        if sum(self.cards.values()) < 20:
            self.cards[owner] += 1

    def buys(self, owner: str) -> None:
        if sum(self.cards.values()) < 20 and self.pays(owner):
            self.cards[owner] += 1

    def bets_now(self, owner: str, parts: Mapping[str, str]) -> None:
        open_horses = [colour for colour in self.horse if self.free_dollars(colour) >= 20]
        if not open_horses:
            return
        if self.money[owner] < 20:
            self.leaves(owner)
            return
        if "bet" in parts:
            words = parts["bet"].split()
            wanted = dict(zip(words[::2], map(int, words[1::2]), strict=True))
        else:
            first = max(self.after_own(owner, open_horses), key=lambda colour: self.horse[colour])
            wanted = {first: 20}
        for colour, dollars in wanted.items():
            assert dollars <= self.free_dollars(colour)
            self.bets[owner][colour] += dollars
            self.money[owner] -= dollars

    def gambles(self, owner: str, parts: Mapping[str, str], reshuffle: Callable[[], Sequence[str]]) -> None:
        if len(self.used) == 12:
            self.deck, self.used = list(reshuffle()), []
        card = self.deck.pop(0)
        self.used.append(card)
        if card.startswith("own"):
            self.length(owner, int(card.split()[1]))
        elif card == "buy":
            self.buys(owner)
        elif card == "free":
            self.takes(owner)
        elif card == "bet":
            self.bets_now(owner, parts)
        else:
            self.cash_in()

    def cash_in(self) -> None:
        front = self.in_front()
        for owner in self.owners:
            for colour in front:
                face = self.bets[owner][colour]
                self.money[owner] += 2 * face if len(front) == 1 else face
            self.bets[owner] = dict.fromkeys(COLOURS, 0)

    def length(self, colour: str, lengths: int) -> None:
        self.horse[colour] += lengths
        self.horse[colour] = max(self.horse[colour], 0)
        if self.horse[colour] >= self.options["track"]:
            owned = colour in self.owners
            self.ended = ("finish", {colour}) if owned else ("stray", set())

    def leaves(self, owner: str) -> None:
        self.gone.append(owner)
        del self.horse[owner]
        self.cards[owner] = 0
        self.bets[owner] = dict.fromkeys(COLOURS, 0)
        for other in self.owners:
            if self.options["dq_bets"] == "refund":
                self.money[other] += self.bets[other][owner]
            self.bets[other][owner] = 0
        if len(self.inside()) == 1:
            self.ended = ("last_horse", set(self.inside()))

    def next_turn(self) -> None:
        if self.ended:
            return
        before = self.order.index(self.turn)
        at = before + 1
        while self.order[at % len(self.order)] in self.gone:
            at += 1
        self.turn = self.order[at % len(self.order)]
        if at >= len(self.order):
            self.rounds += 1
            if self.options["turn_cap"] and self.rounds >= self.options["turn_cap"]:
                self.ended = ("cap", {colour for colour in self.in_front() if colour in self.owners})
                return
        self.asked = {self.turn: "move"}

    # stop bid

    def from_lander(self) -> list[str]:
        at = self.order.index(self.turn)
        return [owner for owner in self.order[at:] + self.order[:at] if owner not in self.gone]

    def stop_the_bid(self, lander: str) -> None:
        most = max(self.cards[owner] for owner in self.inside())
        tied = [owner for owner in self.from_lander() if self.cards[owner] == most]
        self.bid_again = False
        if len(tied) == 1:
            self.wins_lengths(tied[0], lander if tied[0] == lander else None)
            return
        least = 1 if self.options["auction"] == "sealed" else 5
        able = [owner for owner in tied if self.money[owner] >= least]
        if not able:
            self.nobody_bids()
        elif self.options["auction"] == "open5":
            self.still_bidding = [owner for owner in able if owner != lander]
            self.still_bidding += [owner for owner in able if owner == lander]
            self.highest, self.highest_bidder = 0, ""
            self.asked = {self.still_bidding[0]: "open"}
        else:
            self.asked = dict.fromkeys(able, "auction")

    def sealed(self, bids: Mapping[str, int]) -> None:
        best = max(bids.values())
        if best == 0:
            self.nobody_bids()
            return
        equal = [owner for owner in self.from_lander() if bids.get(owner) == best]
        if len(equal) > 1 and self.options["auction_tie"] == "rebid" and not self.bid_again:
            self.bid_again = True
            self.asked = dict.fromkeys(equal, "auction")
            return
        winner = equal[0]
        if self.options["auction"] == "proxy5":
            others = [bids[owner] for owner in bids if owner != winner] + [0]
            best = min(best, max(others) + 5)
        self.money[winner] -= best
        self.wins_lengths(winner, None)

    def spoken(self, owner: str, parts: Mapping[str, str]) -> None:
        self.still_bidding.remove(owner)
        if "raise" in parts:
            self.highest, self.highest_bidder = int(parts["raise"]), owner
            self.still_bidding.append(owner)
        self.after_words()

    def after_words(self) -> None:
        for other in list(self.still_bidding):
            if other == self.highest_bidder or self.money[other] >= self.highest + 5:
                break
            self.still_bidding.remove(other)
        if not self.still_bidding:
            self.nobody_bids()
        elif self.still_bidding == [self.highest_bidder]:
            self.money[self.highest_bidder] -= self.highest
            self.wins_lengths(self.highest_bidder, None)
        else:
            self.asked = {self.still_bidding[0]: "open"}

    def nobody_bids(self) -> None:
        if self.turn in self.gone:
            self.cards_return()
        else:
            self.wins_lengths(self.turn, self.turn)

    def wins_lengths(self, owner: str, silent: str | None) -> None:
        colour = self.named.get(owner)
        if colour not in self.horse:
            colour = silent
        if colour is None:
            self.asked = {owner: "horse"}
        else:
            self.two_lengths(owner, colour)

    def two_lengths(self, owner: str, colour: str) -> None:
        self.length(colour, 2)
        self.cards_return()

    def cards_return(self) -> None:
        if not self.ended:
            self.cards = dict.fromkeys(self.owners, 0)
        self.next_turn()


def read(line: str) -> dict[str, str]:
    """The parts of a canonical line by their words."""
    parts = {}
    for part in line.split("; "):
        word, _, rest = part.partition(" ")
        if word[0].isdigit():
            word, rest = "move", word
        parts[word] = rest
    return parts
