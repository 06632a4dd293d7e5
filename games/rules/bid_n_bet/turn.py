"""What happens in a turn of Bid N' Bet: a token moves, its space is obeyed, and the next seat is up.

Nothing is drawn by chance but the order of the Gamble Cards, when all twelve are shuffled again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.rules.bid_n_bet.asking import asked
from games.rules.bid_n_bet.choices import landing, silent_bets, silent_horse, with_room
from games.rules.bid_n_bet.orders import Order, read
from games.rules.bid_n_bet.ring import CARDS, SPACES
from games.rules.bid_n_bet.state import BidNBetState
from games.rules.bid_n_bet.stop import Stop
from games.rules.chance import Chance
from games.rules.game import Event, Seat


def resolved(
    state: BidNBetState, orders: Mapping[Seat, str], chance: Chance
) -> tuple[BidNBetState, Sequence[Event]]:
    """The next state and what happened, from one legal order of every seat that owed one."""
    turn = Turn(state)
    answers = orders if asked(state) else {}
    if state.pending is not None:
        turn.hear(state.pending, answers)
    elif answers:
        turn.move(state.active, read(answers[state.active]), chance)
    else:
        turn.pass_on()
    return turn.state(), turn.events


class Turn(Stop):
    """One turn in the making."""

    def move(self, seat: Seat, order: Order, chance: Chance) -> None:
        """Move the token and obey the space."""
        space, letter = landing(self.before, seat, order.steps)
        self.token[seat] = space
        self.tell("move", seat=seat, steps=order.steps, space=space, word=SPACES[letter].word)
        if letter == "S":
            self.wishes[seat] = order.horse
            return self.begin()
        self.obey(seat, letter, order, chance)
        return self.pass_on()

    def obey(self, seat: Seat, letter: str, order: Order, chance: Chance) -> None:
        """Carry out a space that is no STOP BID."""
        if letter in "AK":
            self.pay_for_length(seat, letter, order)
        elif letter == "G":
            self.gamble(seat, order, chance)
        elif letter == "U":
            self.buy_card(seat)
        elif letter == "F":
            self.free_card(seat)
        elif letter == "B":
            self.must_bet(seat, order)
        elif letter == "C":
            self.cash()

    def pay_for_length(self, seat: Seat, letter: str, order: Order) -> None:
        """One length forward or back for a horse."""
        horse = silent_horse(self.before, seat, letter) if order.horse is None else order.horse
        if self.pay(seat):
            self.push("advance" if letter == "A" else "back", seat, horse, 1 if letter == "A" else -1)

    def must_bet(self, seat: Seat, order: Order) -> None:
        """Bet as ordered, or out of the race without $20, unless no horse has room."""
        if not with_room(self.before):
            self.tell("no_bet", seat=seat)
        elif self.able(seat):
            self.bet(seat, order.bets or silent_bets(self.before, seat))

    def gamble(self, seat: Seat, order: Order, chance: Chance) -> None:
        """Turn the top Gamble Card and obey it."""
        if not self.deck:
            self.deck, self.discards = chance.shuffle(CARDS), ()
            self.tell("shuffled")
        card, self.deck = self.deck[0], self.deck[1:]
        self.discards = (*self.discards, card)
        self.tell("gamble", seat=seat, card=card)
        if card == "buy":
            self.buy_card(seat)
        elif card == "free":
            self.free_card(seat)
        elif card == "bet":
            self.must_bet(seat, order)
        elif card == "cash":
            self.cash()
        else:
            self.push("own", seat, seat, int(card))
