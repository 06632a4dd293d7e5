"""Demo accounts and matches for the embedded set-up, so that a newcomer finds something to play at once."""

from __future__ import annotations

import datetime
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.actions import deals
from games.actions.lobby import Proposal, join, open_match
from games.actions.orders import submit
from games.actions.turns import close_due
from games.management.demo_contests import make_contests
from games.models import Match, Seat, Turn
from games.rules.chance import Chance

NAMES = ("north", "east", "south", "west")
PASSWORD = "bidplay-demo"  # noqa: S105 - a public password, of accounts that exist on one machine only
ROUNDS = 400
"""No demo match lasts as many turns."""
TRIES = 5
"""So often a match that shall still run is begun anew, should it be over by chance."""
TABLES = (
    ("fourbid", "First lesson", 2, ROUNDS),
    ("fourbid", "North against the bot", 2, 12),
    ("fourbid", "One among three bots", 4, 5),
    ("foursquare", "Practice", 1, ROUNDS),
    ("foursquare", "Half a solitaire", 1, 12),
    ("bids", "Tricks against three bots", 4, 15),
    ("bid_n_bet", "A day at the races", 4, 9),
    ("bid_chess", "A new man for old ones", 2, 0),
)
"""North alone or among bots: game, name, seats, and how many turns are played."""


class Command(BaseCommand):
    """Make the demo accounts, matches and contests, unless they are there."""

    help = (
        "Make the demo accounts north, east, south, west, their matches and contests (embedded set-up only)."
    )

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Make everything in one transaction, once; and the deals of the day, if they are missing."""
        if not settings.EMBEDDED:
            raise CommandError("Demo accounts have a public password: they are for the embedded set-up only.")
        now = timezone.now()
        deals.prepare(now)  # at every start, so that nobody waits for the clock to make them
        if User.objects.filter(username=NAMES[0]).exists():
            return
        with transaction.atomic():
            people = [make_person(name) for name in NAMES]
            make_matches(now, *people)
            make_contests(now, people)
        self.stdout.write("made the demo accounts, matches and contests")


def make_person(name: str) -> User:
    """A demo account with a confirmed address."""
    user = User.objects.create_user(name, f"{name}@demo.localhost", PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def make_matches(now: datetime.datetime, north: User, east: User, south: User, west: User) -> None:
    """North's matches; two among people; one that waits for a second player."""
    for game, name, seats, turns in TABLES:
        for _try in range(TRIES):
            match = open_match(north, Proposal(game, seats, name=name, bots=seats - 1), now)
            play(match, north, turns, now)
            if turns == ROUNDS or Match.objects.running().filter(pk=match.pk).exists():
                break
    four = open_match(north, Proposal("fourbid", 4, name="The four winds", word="frost"), now)
    for person, word in ((east, "dawn"), (south, "noon"), (west, "dusk")):
        join(person, four, word, now)
    bids = open_match(south, Proposal("bids", 4, name="Tricks of the south", bots=2), now)
    join(north, bids, "thaw", now)
    open_match(east, Proposal("fourbid", 2, name="Who plays East?", word="sunrise"), now)
    desert(now, east, south, west)


def desert(now: datetime.datetime, *people: User) -> None:
    """A match whose last player has just missed a deadline, so that north may take the seat over."""
    began = now - datetime.timedelta(days=1)
    pace = {"interval": 86_400, "grace": False, "misses": 1, "deserted": "substitute"}
    first, *others = people
    match = open_match(first, Proposal("fourbid", len(people), name="Short of one", pace=pace), began)
    for person in others:
        join(person, match, "", began)
    for person in people[:-1]:
        play(match, person, 1, began)
    close_due(now)


def play(match: Match, user: User, turns: int, now: datetime.datetime) -> None:
    """Let the game's own bot give a person's orders for so many turns, or to the end of the match."""
    game = match.rules
    seat = Seat.objects.get(match=match, user=user).index
    for _n in range(turns):
        turn = Turn.objects.open().filter(match=match).select_related("match").first()
        if turn is None:
            return
        state = turn.state()
        decision = game.decisions(state).get(seat)
        if decision is None or not turn.orders.exists():
            close_due(now)  # the turn asks only bots
            continue
        luck = Chance(match.code.encode(), turn.number)
        submit(
            user,
            match.code,
            turn.number,
            game.choose(game.view(state, seat), seat, decision, luck),
            now,
            "web",
        )
