"""Booking what matches change of ratings, and taking it back. Which matches count: ``games.models.rateable``.

Whoever writes holds the row of the game's book, so that matches are rated one after the other.

Ratings follow from a log of rated matches (``models/rating.py``), which the clock writes in the order in
which matches ended, holding the game's book. ``models/rateable.py`` says which matches count. Taking one
back works out anew what was rated since; whoever replays the log gets the same to the last digit
(``manage.py ratings``). Who leaves the site leaves their rows without a name, so that nobody else's
change.
"""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import cast

import structlog
from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from games.contests.ratings import NEW, Skill, rated
from games.models import Match, RatedMatch, Rating, RatingBook, RatingChange
from games.models.rateable import RatedSeat, rateable

log = structlog.get_logger(__name__)

BATCH = 100
"""How many matches are looked at in one transaction."""
RATING = ["mu", "sigma", "floor", "matches"]
CHANGE = ["mu_before", "sigma_before", "mu_after", "sigma_after"]


def is_due() -> bool:
    """Whether there is a finished match to look at."""
    return Match.objects.to_rate().exists()


def rate_due(now: datetime.datetime, most: int = BATCH) -> int:
    """Look at finished matches that the ratings don't know yet, in the order in which they ended; how many.

    One that was rated before and no longer counts is taken back; one that still counts stays as it is. Any
    number of workers may call this at once: a game that another one is at is passed over. One that fails is
    told to the host and holds up no other.
    """
    looked_at = 0
    for game in sorted(set(Match.objects.to_rate().values_list("game", flat=True)[:most])):
        RatingBook.objects.get_or_create(game=game)
        try:
            with transaction.atomic():
                looked_at += _rate_game(game, now, most)
        except Exception as error:
            log.error("matches_not_rated", game=game, exc_info=error)
    return looked_at


def _rate_game(game: str, now: datetime.datetime, most: int) -> int:
    book = RatingBook.objects.select_for_update(skip_locked=True).filter(game=game).first()
    if book is None:
        return 0
    due = Match.objects.to_rate().filter(game=game).defer("sealed_seed", "last_position")
    matches = list(due.select_related("pairing")[:most])
    _rate(book, matches, now)
    return len(matches)


def unrate(match: Match) -> bool:
    """Take back what a match has changed, as if it had never been rated; whether it had changed anything.

    Whatever was rated since is worked out anew. It isn't rated again unless ``look_again`` asks for it.
    """
    with transaction.atomic():
        RatingBook.objects.get_or_create(game=match.game)
        book = RatingBook.objects.select_for_update().get(game=match.game)
        Match.objects.filter(pk=match.pk).update(rated=True)
        entry = RatedMatch.objects.filter(match=match).first()
        if entry is not None:
            _take_back(book, entry)
    return entry is not None


def rate_again(match: Match) -> None:
    """Let the clock look at one match once more."""
    look_again(Match.objects.filter(pk=match.pk))


def look_again(matches: QuerySet[Match]) -> None:
    """Let the clock look at matches once more, as something has changed that they count by.

    What counts no more is taken back, what counts anew is rated as if it had ended now.
    """
    matches.filter(status=Match.Status.FINISHED).update(rated=False)


def forget(user: User, now: datetime.datetime) -> None:
    """Take the name of somebody who leaves the site from their ratings; those of others stay as they are."""
    Rating.objects.filter(user=user).update(user=None)


def faults(game: str) -> list[str]:
    """What is stored otherwise than the log of a game says, in plain words; empty if all is well."""
    found = []
    known: dict[int, Skill] = {}
    counts: Counter[int] = Counter()
    for change, before, after in _replayed(_log(game), known, lambda _change: NEW):
        counts[change.rating_id] += 1
        if (change.before, change.after) != (before, after):
            found.append(
                f"{game}, match {change.rated.number}: rating {change.rating_id} is stored otherwise"
            )
    for rating in Rating.objects.filter(game=game).order_by("pk"):
        skill = known.get(rating.pk, NEW)
        stored = (rating.skill, rating.floor, rating.matches)
        if stored != (skill, skill.floor, counts[rating.pk]):
            found.append(f"{game}: rating {rating.pk} is not what its matches make it")
    return found


def recompute(game: str) -> None:
    """Work out all ratings of a game anew from its log."""
    with transaction.atomic():
        RatingBook.objects.select_for_update().filter(game=game).first()
        known: dict[int, Skill] = {}
        counts: Counter[int] = Counter()
        counts.subtract(dict(Rating.objects.filter(game=game).values_list("pk", "matches")))
        found = list(_replayed(_log(game), known, lambda _change: NEW))
        counts.update(change.rating_id for change, _before, _after in found)
        _store_changes(found)
        _store(dict.fromkeys(counts, NEW) | known, counts)


def _rate(book: RatingBook, matches: Sequence[Match], now: datetime.datetime) -> None:
    """Write these matches into the log, and mark them as looked at."""
    found = rateable(matches)
    for entry in book.rated.filter(match__in=matches).order_by("-number"):
        if not found.pop(cast("int", entry.match_id)):
            _take_back(book, entry)
    counting = [(match, found[match.pk]) for match in matches if found.get(match.pk)]
    ratings = _ratings(
        book.game, [user for _match, seats in counting for seat in seats for user in seat.people]
    )
    entries: list[RatedMatch] = []
    changes: list[RatingChange] = []
    for match, seats in counting:
        book.length += 1
        entries.append(RatedMatch(book=book, number=book.length, match=match, rated_at=now))
        changes += _changes(entries[-1], seats, ratings)
    RatedMatch.objects.bulk_create(entries)
    RatingChange.objects.bulk_create(changes)
    Rating.objects.bulk_update(ratings.values(), RATING)
    book.save(update_fields=["length"])
    Match.objects.filter(pk__in=[match.pk for match in matches]).update(rated=True)


def _take_back(book: RatingBook, entry: RatedMatch) -> None:
    """Remove a match from the log, and work out anew what was rated since."""
    removed = list(entry.changes.all())
    known = {change.rating_id: change.before for change in removed}
    later = book.rated.filter(number__gt=entry.number)
    entry.delete()
    _store_changes(_replayed(later, known, lambda change: change.before))
    _store(known, Counter({change.rating_id: -1 for change in removed}))


def _ratings(game: str, users: Iterable[int]) -> dict[int, Rating]:
    """The ratings of these people in a game by their keys; who is new gets one."""
    wanted = sorted(set(users))
    rows = list(Rating.objects.filter(game=game, user__in=wanted))
    there = {rating.user_id for rating in rows}
    rows += Rating.objects.bulk_create(
        [Rating(user_id=user, game=game) for user in wanted if user not in there]
    )
    return {cast("int", rating.user_id): rating for rating in rows}


def _changes(
    entry: RatedMatch, seats: Sequence[RatedSeat], ratings: dict[int, Rating]
) -> Iterator[RatingChange]:
    """What a match changes; the ratings are changed too."""
    teams = [[ratings[user].skill for user in seat.people] for seat in seats]
    after = rated(teams, [seat.place for seat in seats])
    for seat, befores, afters in zip(seats, teams, after, strict=True):
        for user, before, skill in zip(seat.people, befores, afters, strict=True):
            rating = ratings[user]
            change = RatingChange(rated=entry, rating=rating, seat=seat.index, place=seat.place)
            _fill(change, before, skill)
            _set(rating, skill)
            rating.matches += 1
            yield change


def _fill(change: RatingChange, before: Skill, after: Skill) -> None:
    change.mu_before, change.sigma_before = before.mu, before.sigma
    change.mu_after, change.sigma_after = after.mu, after.sigma


def _set(rating: Rating, skill: Skill) -> None:
    rating.mu, rating.sigma, rating.floor = skill.mu, skill.sigma, skill.floor


def _log(game: str) -> QuerySet[RatedMatch]:
    return RatedMatch.objects.filter(book__game=game)


def _replayed(
    log: QuerySet[RatedMatch], known: dict[int, Skill], unknown: Callable[[RatingChange], Skill]
) -> Iterator[tuple[RatingChange, Skill, Skill]]:
    """Each change of a log with what it should be; ``known`` is the skill of ratings, and is kept up to date.

    ``unknown`` says what a rating is that is not known yet.
    """
    rows = RatingChange.objects.filter(rated__in=log.order_by()).select_related("rated")
    ordered = rows.order_by("rated__number", "seat", "pk")
    for _number, group in groupby(ordered.iterator(), lambda change: change.rated.number):
        changes = list(group)
        before = [known.get(change.rating_id) or unknown(change) for change in changes]
        after = _played(changes, before)
        for change, old, new in zip(changes, before, after, strict=True):
            known[change.rating_id] = new
            yield change, old, new


def _played(changes: Sequence[RatingChange], before: Sequence[Skill]) -> list[Skill]:
    """What everybody is after a match of the log, where they were this before it."""
    seats = [
        list(group) for _seat, group in groupby(zip(changes, before, strict=True), lambda pair: pair[0].seat)
    ]
    teams = [[skill for _change, skill in seat] for seat in seats]
    return [skill for team in rated(teams, [seat[0][0].place for seat in seats]) for skill in team]


def _store_changes(replayed: Iterable[tuple[RatingChange, Skill, Skill]]) -> None:
    """Write the changes that are other than stored."""
    other = []
    for change, before, after in replayed:
        if (change.before, change.after) != (before, after):
            _fill(change, before, after)
            other.append(change)
    RatingChange.objects.bulk_update(other, CHANGE, batch_size=500)


def _store(known: dict[int, Skill], more: Counter[int]) -> None:
    """Write these ratings, and by how many matches more they follow from; those without any go."""
    ratings = list(Rating.objects.filter(pk__in=known))
    for rating in ratings:
        _set(rating, known[rating.pk])
        rating.matches += more[rating.pk]
    Rating.objects.bulk_update(ratings, RATING, batch_size=500)
    Rating.objects.filter(pk__in=[rating.pk for rating in ratings if not rating.matches]).delete()
