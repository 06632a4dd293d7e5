"""Deals of the day: made ahead with their commitment, tried once by each person, published in the end.

Deals of the day of games for one (``actions/deals.py``) are made a day ahead with their commitment. A try
is a private match with the deal's seed; the seed and all tries become public together, after whatever was
unfinished has ended. Only tries that ended within their day (UTC) count, so it does not matter when the
clock comes by. Whoever plays alone is answered at once and has no deadlines.
"""

from __future__ import annotations

import datetime
import secrets

import msgspec
import structlog
from django.db import transaction

from accounts.models import User
from games.actions.lobby import start
from games.actions.refusals import DealOver
from games.actions.seats import abandon
from games.models import Deal, Match, Seat
from games.models.deal import day_of
from games.pace import FREE
from games.rules import GAMES
from games.rules.chance import seed_commitment
from games.seals import BrokenSeal, seal, unseal

log = structlog.get_logger(__name__)

AHEAD = 2
"""For how many days, today being the first, deals are there with their commitments."""
PORTION = 50
"""How many unfinished tries end in one transaction."""


def daily_games() -> list[str]:
    """The slugs of the games that have a deal of the day: those for a single seat."""
    return [slug for slug, game in GAMES.items() if game.seats[-1] == 1]


def prepare(now: datetime.datetime) -> None:
    """Make the deals of today and tomorrow, each once."""
    days = [day_of(now) + datetime.timedelta(days=n) for n in range(AHEAD)]
    wanted = {(slug, day) for slug in daily_games() for day in days}
    made = set(Deal.objects.filter(day__in=days).values_list("game", "day"))
    Deal.objects.bulk_create(
        [_deal(slug, day, now) for slug, day in sorted(wanted - made)], ignore_conflicts=True
    )


def _deal(slug: str, day: datetime.date, now: datetime.datetime) -> Deal:
    seed = secrets.token_bytes(32)
    return Deal(
        game=slug, day=day, sealed_seed=seal(seed), seed_commitment=seed_commitment(seed), created_at=now
    )


def attempt(user: User, deal: Deal, now: datetime.datetime) -> Match:
    """A person's one scored try at a deal: begun now, or the one begun before.

    Nobody else may see it until the deal is published. Raises ``DealOver`` outside of the deal's day.
    Whoever asks twice at once has one try: the deal's row is held meanwhile.
    """
    with transaction.atomic():
        held = Deal.objects.select_for_update().get(pk=deal.pk)
        mine = Match.objects.filter(deal=held, creator=user).first()
        if mine is not None:
            return mine
        if held.day != day_of(now) or held.seed:
            raise DealOver(held.day)
        game = GAMES[held.game]
        match = Match.objects.create(
            game=held.game,
            rules_version=game.version,
            deal=held,
            name=held.day.isoformat(),
            options=msgspec.to_builtins(game.options()),
            pace=FREE.plain(),
            size=1,
            visibility=Match.Visibility.PRIVATE,
            creator=user,
            created_at=now,
            sealed_seed=held.sealed_seed,
            seed_commitment=held.seed_commitment,
        )
        # Without a word of the player, so that everybody gets the same chance.
        start(match, [Seat.objects.create(match=match, index=0, user=user, word="")], now)
    return match


def publish(now: datetime.datetime) -> None:
    """End what is still being tried of deals whose day is over, and publish their seeds.

    A deal that no key opens any more stays secret, and holds up no other.
    """
    for deal in Deal.objects.over(now).secret():
        try:
            while _abandon_some(deal, now) or not _open(deal):
                pass
        except BrokenSeal as error:
            log.error("deal_not_published", game=deal.game, day=deal.day.isoformat(), trouble=str(error))


def _abandon_some(deal: Deal, now: datetime.datetime) -> bool:
    """End some of the tries of a deal; whether there were any."""
    with transaction.atomic():
        running = list(Match.objects.running().filter(deal=deal).order_by("pk")[:PORTION])
        for match in running:
            abandon(match, now)
    return bool(running)


def _open(deal: Deal) -> bool:
    """Publish the seed of a deal that nobody tries any more, and with it the tries; whether that was so."""
    with transaction.atomic():
        held = Deal.objects.select_for_update().get(pk=deal.pk)
        # A try that was asked for in the last moment of the day may have begun since.
        if Match.objects.running().filter(deal=held).exists():
            return False
        held.seed = unseal(held.sealed_seed).hex()
        held.save(update_fields=["seed"])
        Match.objects.filter(deal=held).update(seed=held.seed, visibility=Match.Visibility.UNLISTED)
    return True
