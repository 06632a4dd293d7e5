"""A small game with secrets, forced turns, turns that ask one seat, and rules that can be made to fail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec

from games.rules.chance import Chance
from games.rules.game import (
    Cell,
    Clause,
    Decision,
    Event,
    Game,
    IllegalOption,
    IllegalOrder,
    Options,
    Outcome,
    Picture,
    Seat,
    State,
    View,
)

NUMBERS = tuple(str(number) for number in range(1, 10))


class HushOptions(Options):
    """``turns``: how long it goes. ``forced``: even turns leave no choice. ``solo``: only the first seat is
    asked in even turns. ``jealous``: when a seat leaves, 9 is no longer legal. ``boom``: the turn on which
    the rules fail. ``even``: only for an even number of seats. ``mute``: events hold what PostgreSQL refuses.
    ``cap``: nothing. ``pooled``: of even turns, or of all, the numbers are pooled.
    ``quiet``: nothing is told.
    """

    turns: Annotated[int, msgspec.Meta(ge=1, le=50)] = 3
    forced: bool = False
    solo: bool = False
    jealous: bool = False
    even: bool = False
    mute: bool = False
    cap: Literal["none"] | Annotated[int, msgspec.Meta(ge=10, le=20)] = "none"
    pooled: Literal["none", "even", "all"] = "none"
    quiet: bool = False
    boom: Annotated[int, msgspec.Meta(ge=0, le=50)] = 0


class HushState(State):
    options: HushOptions
    turn: int
    cards: tuple[int, ...]
    scores: tuple[int, ...]
    gone: tuple[bool, ...]


class HushView(View):
    card: int | None
    scores: tuple[int, ...]
    turn: int


class Hush(Game[HushState]):
    """Everybody names a number; the highest scores it. Each seat has a card that only it sees.

    Orders ahead are numbers, ``then 5 7``; 99 may be planned and stops
    the plan, 98 may be planned and can be read no more, 97 waits for good. A team's number is the
    average of its voices; 99 is a voice that does not count.
    """

    slug = "hush"
    name = "Hush"
    version = 1
    seats = range(2, 5)
    options = HushOptions
    state = HushState
    plans = (Clause("then", "the numbers to come", NUMBERS, least=1, most=9),)

    def setup(self, seats: int, options: HushOptions, chance: Chance) -> HushState:
        if options.even and seats % 2:
            raise IllegalOption("Only for an even number of seats, not {seats}.", "odd_seats", seats=seats)
        cards = tuple(1000 + chance.below(9000) for _seat in range(seats))
        return HushState(options, 1, cards, (0,) * seats, (False,) * seats)

    def decisions(self, state: HushState) -> dict[Seat, Decision]:
        if self.outcome(state) is not None:
            return {}
        even = state.turn % 2 == 0
        numbers = ("1",) if even and state.options.forced else NUMBERS
        if state.options.jealous and any(state.gone):
            numbers = numbers[:8]
        clause = Clause("", "a number", numbers, required=True, least=1)
        pooled = state.options.pooled == "all" or (even and state.options.pooled == "even")
        decision = Decision("number", (clause,), "1", forced=len(numbers) == 1, pooled=pooled)
        asked = [seat for seat, gone in enumerate(state.gone) if not gone]
        return dict.fromkeys(asked[:1] if even and state.options.solo else asked, decision)

    def check(self, state: HushState, seat: Seat, order: str) -> str:
        decision = self.decisions(state).get(seat)
        line = order.strip()
        if decision is None or line not in decision.clauses[0].values:
            raise IllegalOrder("“{order}” is no number here.", "no_number", order=order)
        return line

    def resolve(
        self, state: HushState, orders: Mapping[Seat, str], chance: Chance
    ) -> tuple[HushState, Sequence[Event]]:
        if state.turn == state.options.boom:
            raise RuntimeError("these rules fail")
        bids = {seat: int(line) for seat, line in orders.items()}
        best = max(bids.values())
        winner = min(seat for seat, bid in bids.items() if bid == best)
        scores = tuple(score + best * (seat == winner) for seat, score in enumerate(state.scores))
        events = [Event("won", {"seat": winner, "bid": best, "die": chance.die()})]
        events += [Event("mute", {"text": "\0"})] * state.options.mute
        events += [Event("hint", {"card": state.cards[seat]}, (seat,)) for seat in sorted(bids)]
        after = msgspec.structs.replace(state, turn=state.turn + 1, scores=scores)
        return after, [] if state.options.quiet else events

    def leave(self, state: HushState, seat: Seat) -> tuple[HushState, Sequence[Event]]:
        gone = tuple(left or other == seat for other, left in enumerate(state.gone))
        return msgspec.structs.replace(state, gone=gone), [Event("left", {"seat": seat})]

    def view(self, state: HushState, seat: Seat | None) -> HushView:
        return HushView(None if seat is None else state.cards[seat], state.scores, state.turn)

    def hides(self, state: HushState) -> bool:
        return True

    def plan(self, view: Any, seat: Seat, text: str) -> str:
        words = text.split()
        if words[:1] != ["then"] or not set(words[1:]) <= {*NUMBERS, "97", "98", "99"}:
            raise IllegalOrder("“{plan}” is no plan here; then 5 7 is.", "no_plan", plan=text)
        return " ".join(words) if words[1:] else ""

    def follow(self, view: Any, seat: Seat, decision: Decision, plan: str) -> tuple[str | None, str]:
        _then, line, *rest = plan.split()
        if line == "97":
            return None, plan
        if line == "98":
            raise IllegalOrder("“{line}” was a number once.", "no_number", line=line)
        return (None if line == "99" else line), " ".join(["then", *rest]) if rest else ""

    def voice(self, state: HushState, seat: Seat, order: str) -> str:
        return "99" if order.strip() == "99" else self.check(state, seat, order)

    def pool(self, view: Any, seat: Seat, decision: Decision, orders: Sequence[str]) -> str:
        numbers = [int(line) for line in orders if line != "99"] or [1]
        return str(sum(numbers) // len(numbers))

    def outcome(self, state: HushState) -> Outcome | None:
        here = [seat for seat, gone in enumerate(state.gone) if not gone]
        if len(here) > 1 and state.turn <= state.options.turns:
            return None
        best = max(state.scores[seat] for seat in here)
        winners = tuple(seat for seat in here if state.scores[seat] == best)
        places = tuple(1 if seat in winners else 2 for seat in range(len(state.gone)))
        return Outcome(places, "resigned" if len(here) == 1 else "score", winners, state.scores)

    def picture(self, view: Any) -> Picture:
        return Picture(1, 1, (Cell("1", 0, 0),))

    def worked_pictures(self) -> dict[str, Picture]:
        return {}

    def choose(self, view: Any, seat: Seat, decision: Decision, chance: Chance) -> str:
        return chance.pick(decision.clauses[0].values)
