"""A record played again by the rules: what comes of it, and who could order what. No seals are looked at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.rules.chance import Chance
from games.rules.document import ClosedTurn, Document, OrderEntry, canonical, opening
from games.rules.finding import Finding
from games.rules.game import Decision, Event, Refusal, Seat, gettext_noop

_ = gettext_noop


def short(error: object) -> str:
    """What an error says, in one short line."""
    return " ".join(str(error).split())[:200].rstrip(".")


class Replay:
    """One match played again turn by turn, with what does not fit."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.findings: list[Finding] = []
        self.turn = 0
        self.gone: set[Seat] = set()
        self.bots: set[Seat] = set()
        self.asked: dict[Seat, set[int]] = {}
        """Who of a team was asked last; whoever has left it never comes back."""
        # A record that was tampered with can make rules fail in any way; each way is a finding.
        try:
            self.game, self.key, self.state = opening(document)
            if all(self.play(entry) for entry in document.turns):
                self.end()
        except Exception as error:
            self.find("orders", _("The rules can’t go on from here: {error}."), error=short(error))

    def find(self, check: str, message: str, seat: Seat | None = None, **data: Any) -> None:
        """Note what does not fit."""
        self.findings.append(Finding(check, message, data, self.turn or None, seat))

    def play(self, entry: ClosedTurn) -> bool:
        """Play one turn; False where it can't be played."""
        self.turn = entry.turn
        if self.game.outcome(self.state) is not None:
            self.find("outcome", _("The match was over before this turn."))
            return False
        events: list[Event] = []
        if not all(self.leave(seat, events) for seat in entry.left):
            return False
        owed = self.game.decisions(self.state)
        if set(entry.orders) != set(map(str, owed)):
            seats = ", ".join(map(str, owed)) or "–"
            self.find("orders", _("Orders must be there of these seats and no others: {seats}."), seats=seats)
            return False
        orders = {seat: entry.orders[str(seat)] for seat in owed}
        if not all(self.legal(seat, order.line) for seat, order in orders.items()):
            return False
        for seat, decision in owed.items():
            self.source(seat, decision, orders[seat], changed=bool(entry.left))
        if owed:
            lines = {seat: order.line for seat, order in orders.items()}
            self.state, more = self.game.resolve(self.state, lines, Chance(self.key, entry.turn))
            events += more
        if canonical(events) != canonical(entry.events):
            self.find("events", _("Other events come of this turn."))
        return True

    def leave(self, seat: Seat, events: list[Event]) -> bool:
        """Let a seat leave; False where there is none that could."""
        there = seat in range(self.document.seats) and seat not in self.gone
        if not there or self.game.outcome(self.state) is not None:
            self.find("orders", _("There is no such seat that could leave here."), seat)
            return False
        self.gone.add(seat)
        self.state, more = self.game.leave(self.state, seat)
        events += more
        return True

    def legal(self, seat: Seat, line: str) -> bool:
        """Whether a line is legal and written as the rules write it."""
        try:
            written = self.game.check(self.state, seat, line)
        except Refusal as refusal:
            self.find("orders", _("The order is not legal: {why}"), seat, why=str(refusal))
            return False
        if written != line:
            self.find("orders", _("The order is not written as “{written}”."), seat, written=written)
        return written == line

    def source(self, seat: Seat, decision: Decision, order: OrderEntry, *, changed: bool) -> None:
        """Whether an order could come from whom it is said to come.

        ``changed`` says that somebody left in this turn, so that what was asked may be no more what it was.
        """
        self.silence(seat, decision, order, changed)
        if order.by == "plan" and not self.game.plans:
            self.find("sources", _("This game takes no orders ahead."), seat)
        if order.by == "bot":
            self.bots.add(seat)
        elif seat in self.bots and order.by != "forced":
            self.find("sources", _("A bot plays this seat, so nobody else can order for it."), seat)
        self.team(seat, decision, order, changed)

    def silence(self, seat: Seat, decision: Decision, order: OrderEntry, changed: bool) -> None:
        """Whether what was played for want of an order is what the rules play then."""
        if order.by in ("default", "forced") and order.line != decision.default:
            message = _("What is played in silence here is “{default}”, not “{line}”.")
            self.find("sources", message, seat, default=decision.default, line=order.line)
        if order.by == "forced" and not decision.forced:
            self.find("sources", _("There was more than one legal order, so none was forced."), seat)
        if order.by != "forced" and decision.forced and not changed:
            self.find("sources", _("There was only one legal order, so nobody was asked."), seat)

    def team(self, seat: Seat, decision: Decision, order: OrderEntry, changed: bool) -> None:
        """Whether the line of a team is what its voices make, and whether these can be its members."""
        voices = order.voices or []
        if voices or (decision.pooled and order.by in ("player", "plan", "default")):
            members = {voice.member for voice in voices}
            if not members <= self.asked.get(seat, members):
                self.find("sources", _("Somebody is asked here who had left the team before."), seat)
            self.asked[seat] = members
        if voices and not (decision.pooled or changed):
            self.find("sources", _("The members of a team are not asked for this."), seat)
        lines = [voice.line for voice in voices if voice.commitment]
        if order.by == "team" and self.heard(seat, lines):
            made = self.game.pool(self.game.view(self.state, seat), seat, decision, lines)
            if made != order.line:
                self.find("sources", _("The voices of the team make another order."), seat)

    def heard(self, seat: Seat, lines: Sequence[str]) -> bool:
        """Whether there are voices, and the rules take each of them as it is written."""
        try:
            heard = bool(lines) and [self.game.voice(self.state, seat, line) for line in lines] == lines
        except Refusal:
            heard = False
        if not heard:
            self.find("sources", _("The voices of the team are not as the rules take them."), seat)
        return heard

    def end(self) -> None:
        """Compare the ends."""
        self.turn = 0
        outcome = self.game.outcome(self.state)
        if outcome is None:
            self.find("outcome", _("The record stops before the match is over."))
        elif canonical(outcome) != canonical(self.document.outcome):
            self.find("outcome", _("Another outcome comes of the match."))
