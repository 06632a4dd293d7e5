"""Deals of the day for tests: days, tries played to some point, and a clock that goes on."""

from __future__ import annotations

import datetime

from games.actions import deals, orders
from games.models import Deal, Match
from games.rules.chance import Chance
from tests.actions.tables import DAY, HOUR, NOW, open_turn, person

__all__ = ["DAY", "HOUR", "NOW", "TODAY", "TONIGHT", "begun", "dealt", "played", "won"]

TODAY = NOW.date()
TONIGHT = datetime.datetime.combine(TODAY + DAY, datetime.time.min, datetime.UTC)
"""When the day of ``NOW`` is over."""


def dealt(now: datetime.datetime = NOW, game: str = "foursquare") -> Deal:
    """The deal of this day."""
    deals.prepare(now)
    return Deal.objects.get(game=game, day=now.date())


def begun(name: str, deal: Deal, now: datetime.datetime = NOW) -> Match:
    """This person's try."""
    match = deals.attempt(person(name), deal, now)
    match.refresh_from_db()
    return match


def played(
    match: Match, name: str, turns: int = 100, now: datetime.datetime = NOW, lazy: bool = False
) -> Match:
    """A try played on by so many orders, or to its end: as a bot would, or always the first legal cell."""
    game = match.rules
    for number in range(turns):
        match.refresh_from_db()
        if match.ended_at is not None:
            break
        turn = open_turn(match)
        state = turn.state()
        decision = game.decisions(state)[0]
        chosen = game.choose(game.view(state, 0), 0, decision, Chance(b"walk", number))
        line = decision.clauses[0].values[0] if lazy else chosen
        orders.submit(person(name), match.code, turn.number, line, now, "web")
    match.refresh_from_db()
    return match


def won(match: Match) -> bool:
    """Whether a finished try was won."""
    return bool(match.outcome["winners"])
