"""Contests for the demo: a cup in its second round, a league that takes entries, and a cup that is over."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from accounts.models import User
from games.actions.contests import booking, steps
from games.actions.contests.entering import enter
from games.actions.contests.founding import Call, announce, found
from games.actions.orders import submit
from games.actions.turns import close_due
from games.contests.plan import Plan, Stage
from games.models import Contest, Match, Turn
from games.rules.chance import Chance

DAY = datetime.timedelta(days=1)
MOST_TURNS = 400
"""No demo match lasts as many turns."""
ROUND_ROBIN = Plan(stages=(Stage(format="round_robin"),), ties=("direct", "sonneborn_berger", "wins", "lot"))
SWISS = Plan(stages=(Stage(format="swiss", rounds=2),))
LEAGUE = Plan(stages=(Stage(format="league"),), ties=("direct", "sonneborn_berger", "wins", "lot"))


def make_contests(now: datetime.datetime, people: Sequence[User]) -> None:
    """One that is over, one that is played, one that may be entered; all directed by the first person."""
    over = _begun("The winds of March", SWISS, people, now - 2 * DAY)
    while _play_round(over, now - DAY):
        _tick(now - DAY)
    cup = _begun("Cup of the four winds", ROUND_ROBIN, people, now)
    _play_round(cup, now)
    _tick(now)
    _open_league(people, now)


def _begun(name: str, plan: Plan, people: Sequence[User], now: datetime.datetime) -> Contest:
    """A cup of Fourbid whose first round is played from now on."""
    before = now - DAY
    contest = found(people[0], Call(name, "fourbid", plan=plan, starts_at=now), before)
    announce(people[0], contest, before)
    for person in people:
        enter(person, contest, before, word=person.username)
    _tick(now)
    return contest


def _open_league(people: Sequence[User], now: datetime.datetime) -> None:
    about = "Divisions of eight, two up and two down, a season at a time. Newcomers begin at the bottom."
    call = Call(
        "Fourbid league", "fourbid", plan=LEAGUE, about=about, least=4, starts_at=now + 7 * DAY, league=True
    )
    league = announce(people[0], found(people[0], call, now), now)
    for person in people[1:]:
        enter(person, league, now, word=person.username)


def _play_round(contest: Contest, now: datetime.datetime) -> bool:
    """Play every table that is open to its end; whether there was any."""
    tables = list(Match.objects.running().filter(pairing__round__group__contest=contest))
    for table in tables:
        _play_out(table, now)
    return bool(tables)


def _play_out(match: Match, now: datetime.datetime) -> None:
    """Let the game's own bot order for everybody at a table."""
    game = match.rules
    for _n in range(MOST_TURNS):
        turn = Turn.objects.open().filter(match=match).select_related("match").first()
        if turn is None:
            return
        state = turn.state()
        decisions = game.decisions(state)
        slots = list(turn.orders.filter(commitment="").select_related("seat__user").order_by("seat__index"))
        for slot in slots:
            index = slot.seat.index
            luck = Chance(match.code.encode(), 8 * turn.number + index)
            line = game.choose(game.view(state, index), index, decisions[index], luck)
            assert slot.seat.user is not None  # noqa: S101 - an order is asked of a person
            submit(slot.seat.user, match.code, turn.number, line, now, "web")
        if not slots:
            close_due(now)


def _tick(now: datetime.datetime) -> None:
    """Let the clock do what is due for contests."""
    while booking.count_ended(now) or steps.step_due(now):
        pass
