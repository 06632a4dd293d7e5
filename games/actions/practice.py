"""Practice against bots at once, for people and for guests; and what becomes of the matches of guests."""

from __future__ import annotations

import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import Notice, User
from games.actions.lobby import MOST_PRACTICE, open_match
from games.actions.proposals import Proposal
from games.actions.refusals import TooMuchPractice
from games.models import Match, Note, Order, Seat, Talk, Tenure, Turn
from games.rules import GAMES

PORTION = 100
"""How many guests one transaction takes away."""


def practise(user: User, game: str, now: datetime.datetime, name: str = "") -> Match:
    """A match of this game against bots that waits for its one person, as its game thinks best to begin with.

    One that is running and has no order of theirs yet is not opened twice; a new one gets this name. Raises
    ``TooMuchPractice``.
    """
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)  # whoever clicks twice waits here
        running = _practice(user)
        fresh = running.filter(game=game).exclude(Exists(_orders_of(user))).order_by("-pk").first()
        if fresh is not None:
            return fresh
        if running.count() >= MOST_PRACTICE:
            raise TooMuchPractice(MOST_PRACTICE)
        rules = GAMES[game]
        seats = rules.practice_seats or rules.seats[0]
        return open_match(
            user,
            Proposal(
                game=game,
                name=name,
                seats=seats,
                bots=seats - 1,
                options=rules.practice,
                pace={} if seats == 1 else {"interval": int(settings.LONGEST_PACE.total_seconds())},
                visibility=Match.Visibility.PRIVATE,
            ),
            now,
        )


def _practice(user: User) -> QuerySet[Match]:
    """A person's running matches among bots that only they see."""
    others = Seat.objects.filter(match=OuterRef("pk"), bot=False).exclude(user=user)
    mine = Match.objects.running().of(user).filter(creator=user, visibility=Match.Visibility.PRIVATE)
    return mine.filter(deal=None, pairing=None, team=1).exclude(Exists(others))


def _orders_of(user: User) -> QuerySet[Order]:
    return Order.objects.filter(turn__match=OuterRef("pk"), seat__user=user).exclude(commitment="")


def keep(guest: User, person: User) -> None:
    """Give a person the matches of a guest, who is alone with bots in all of them."""
    theirs = Note.objects.filter(user=person).values("match")
    Note.objects.filter(user=guest).exclude(match__in=theirs).update(user=person)
    for rows in (Seat.objects, Talk.objects, Tenure.objects):
        rows.filter(user=guest).update(user=person)
    Match.objects.filter(creator=guest).update(creator=person)
    Notice.objects.filter(user=guest).delete()


def clear_guests(now: datetime.datetime) -> int:
    """Take away the guests that have not played for a while, with their matches; how many."""
    before, gone = now - settings.GUESTS_KEPT, 0
    lately = Turn.objects.filter(match__creator=OuterRef("pk"), opened_at__gte=before)
    old = User.objects.filter(is_guest=True, date_joined__lt=before).exclude(Exists(lately))
    while keys := list(old.order_by("date_joined").values_list("pk", flat=True)[:PORTION]):
        with transaction.atomic():
            # Whoever has signed up since keeps everything.
            guests = [user.pk for user in old.filter(pk__in=keys).select_for_update()]
            Match.objects.filter(creator__in=guests).delete()
            User.objects.filter(pk__in=guests).delete()
        gone += len(guests)
    return gone
