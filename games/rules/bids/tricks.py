"""What happens in a trick of Bids: it is decided and taken, a thief steals, and the round is counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from games.rules.bids import scoring
from games.rules.bids.cards import ALLY, BLACK, DOUBLE, FIVE, SURPRISE, THIEF, VALUE
from games.rules.bids.deciding import Verdict, prey, verdict
from games.rules.bids.state import TRICKS, BidsState, Trick, to_play
from games.rules.bids.table import Table
from games.rules.chance import Chance
from games.rules.game import Event, Seat


def resolved(
    state: BidsState, orders: Mapping[Seat, str], chance: Chance
) -> tuple[BidsState, Sequence[Event]]:
    """The next state and what happened, from one legal order of every seat that owed one."""
    table = Tricks(state, chance)
    table.run(orders)
    return table.state(), table.events


class Tricks(Table):
    """A match that goes on by one turn."""

    def run(self, orders: Mapping[Seat, str]) -> None:
        """Go on from where the match stands until the next decisions are due."""
        if self.stage == "steal":
            if self.thief is not None and self.thief not in self.left:
                self.steal(self.thief, orders[self.thief])
            self.go_on()
            return
        waiting = to_play(self.before, self.seats)
        for seat in waiting:
            if seat in orders:
                self.play(seat, orders[seat])
        if all(seat in orders for seat in waiting):
            self.finish()

    def finish(self) -> None:
        """Decide a trick in which all have played."""
        if self.hidden:
            self.hidden = False
            self.seen.append(self.centre)
            self.tell("turned", card=self.centre)
            self.see_lowest(self.centre)
        found = verdict(self.plays, self.centre, low=self.low, colour=self.options.colour == "on")
        winner = found.winner
        if winner is None or winner in self.left:
            self.lose(found)
        else:
            self.take(winner)
            self.ally(winner)
        self.last = Trick(self.centre, tuple(self.plays), None if winner in self.left else winner)
        self.plays = []
        if found.best:
            self.leader = found.best[-1]
        if self.prey():
            self.stage = "steal"
            self.tell("may_steal", seat=self.thief, victims=self.victims())
        else:
            self.go_on()

    def pot(self) -> list[str]:
        """The black cards of the trick; a Surprise belongs to nobody."""
        played = [card for _seat, card in self.plays if card[0] == BLACK and card != SURPRISE]
        return [self.centre, *played]

    def lose(self, found: Verdict) -> None:
        """Nobody takes the trick."""
        why = "left" if found.why == "won" else found.why
        self.tell("lost", why=why, seats=list(found.best), value=found.value, cards=self.pot())

    def take(self, winner: Seat) -> None:
        """The winner takes the black cards."""
        cards = self.pot()
        gained = sum([VALUE.get(card, 0) for card in cards])
        doubled = DOUBLE in cards
        before = self.points[winner]
        if doubled and self.options.double_order == "before":
            self.points[winner] = before * 2 + gained
        else:
            self.points[winner] = (before + gained) * (2 if doubled else 1)
        self.taken[winner] += cards
        self.won[winner] += 1
        self.tell("won", seat=winner, cards=cards, gained=gained, points=self.points[winner], doubled=doubled)
        if doubled and self.options.double_scope == "game":
            self.score[winner] *= 2
            self.tell("doubled", seat=winner, halves=self.score[winner])
        self.spoil(winner, cards)
        if THIEF in cards:
            self.thief = winner
            self.tell("thief", seat=winner)

    def spoil(self, seat: Seat, cards: Sequence[str]) -> None:
        """Note what taking those cards does to lucky points and the −5 bonus."""
        if self.options.lucky_strict == "on" or any(card in VALUE for card in cards):
            self.spoiled[seat] = True
        if FIVE in cards:
            self.fives[seat] += 1

    def ally(self, winner: Seat) -> None:
        """Who played the Ally is the winner's partner."""
        friends = [seat for seat, card in self.plays if card == ALLY and seat not in self.left]
        if friends:
            self.allies = (friends[0], winner)
            self.tell("ally", seat=friends[0], partner=winner)

    # the thief

    def prey(self) -> dict[str, Seat]:
        """What the thief may take after the trick that is over; nothing without a thief."""
        if self.last is None or self.thief is None or self.thief_used or self.thief in self.left:
            return {}
        return prey(self.last.plays, self.taken, (self.thief, *self.left))

    def victims(self) -> list[Seat]:
        return sorted(set(self.prey().values()))

    def steal(self, thief: Seat, order: str) -> None:
        """The thief takes a card, or lets it be."""
        word, _, number = order.partition(" ")
        card = BLACK + number
        victim = self.prey().get(card) if word == "steal" else None
        if victim is None:
            self.tell("spared", seat=thief)
            return
        self.taken[victim].remove(card)
        self.taken[thief].append(card)
        self.points[victim] -= VALUE[card]
        self.points[thief] += VALUE[card]
        self.thief_used = True
        self.tell("stolen", seat=thief, victim=victim, card=card)
        self.spoil(thief, [card])

    # the round

    def go_on(self) -> None:
        """The next trick, the next round, or the end."""
        if self.trick_no < TRICKS:
            self.trick_no += 1
            self.tell("leads", seat=self.next_to_lead())
            self.open()
            return
        self.count()
        if self.round_no == self.options.rounds:
            self.end()
            return
        self.clear()
        self.tell("round", round=self.round_no)
        self.deal()

    def next_to_lead(self) -> Seat:
        order = [(self.leader + step) % self.seats for step in range(self.seats)]
        return next(seat for seat in order if seat not in self.left)

    def count(self) -> None:
        """Add the round to the scores."""
        lucky = [
            0
            if self.spoiled[seat] or seat in self.left
            else scoring.lucky(self.seats, self.options.lucky_growth, self.zeros[seat] + 1)
            for seat in range(self.seats)
        ]
        self.zeros = [zeros + (pay > 0) for zeros, pay in zip(self.zeros, lucky, strict=True)]
        earned = [
            0 if seat in self.left else 2 * (points + pay)
            for seat, (points, pay) in enumerate(zip(self.points, lucky, strict=True))
        ]
        allies = () if set(self.allies) & set(self.left) else self.allies
        halves = scoring.shared(earned, allies)
        self.score = [score + more for score, more in zip(self.score, halves, strict=True)]
        self.tell(
            "counted", points=self.points, lucky=lucky, allies=list(allies), halves=halves, score=self.score
        )

    def clear(self) -> None:
        """Forget the round."""
        self.round_no, self.trick_no = self.round_no + 1, 1
        self.seen, self.last, self.allies = [], None, ()
        self.low, self.thief, self.thief_used = False, None, False
        self.taken = [[] for _ in range(self.seats)]
        self.points, self.won = [0] * self.seats, [0] * self.seats
        self.spoiled = [False] * self.seats

    def end(self) -> None:
        """Pay the bonus and name the winners."""
        if self.options.minus5_bonus == "on":
            self.score, most = scoring.with_bonus(self.score, self.fives, self.left)
            self.tell("bonus", seats=list(most), halves=60 // max(len(most), 1))
        self.stage = "bid"
        self.result = scoring.ended(self.score, self.left)
        self.tell("over", seats=list(self.result.winners), score=self.score)


def opened(seats: int, options: Any, chance: Chance) -> BidsState:
    """The first state of a match: the first seat drawn, then the deal."""
    nought = (0,) * seats
    first = chance.below(seats)
    empty = BidsState(
        options=options,
        round_no=1,
        trick_no=1,
        leader=first,
        first=first,
        centre="",
        hand=((),) * seats,
        stack=(),
        out=(),
        taken=((),) * seats,
        points=nought,
        score=nought,
        spoiled=(False,) * seats,
        zeros=nought,
        fives=nought,
        won=nought,
    )
    table = Tricks(empty, chance)
    table.deal()
    return table.state()


def departed(state: BidsState, seat: Seat) -> tuple[BidsState, Sequence[Event]]:
    """The state after a seat left: its hand is out, and the last one left wins."""
    left = (*state.left, seat)
    events = [Event("resigned", {"seat": seat})]
    hand = tuple([() if other == seat else cards for other, cards in enumerate(state.hand)])
    out, result = state.out + state.hand[seat], None
    stayed = [other for other in range(len(hand)) if other not in left]
    if len(stayed) == 1:
        events.append(Event("last_left", {"seat": stayed[0]}))
        result = scoring.ended(state.score, left)
    return msgspec.structs.replace(state, left=left, hand=hand, out=out, result=result), events
