"""How strong people are in each game, and the log of rated matches that it follows from. Reads only.

The log is the truth: whoever replays it gets the same ratings to the last digit. It stays when people leave.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.conf import settings
from django.db import models
from django.db.models import Q

from accounts.models import User
from games.contests.ratings import NEW, Skill, team_figure
from games.models.match import Match
from games.rules import GAMES

LISTED = 100
"""How many people the list of a game shows."""


class RatingQuerySet(models.QuerySet["Rating"]):
    """Reads of ratings."""

    def of(self, user: User) -> RatingQuerySet:
        """The ratings of a person, in the order of the names of games."""
        return self.filter(user=user).order_by("game")

    def best(self, game: str) -> RatingQuerySet:
        """The ratings of people in a game, the highest first that they have at the least."""
        known = self.filter(game=game, user__isnull=False, user__is_active=True)
        return known.select_related("user").order_by("-floor", "pk")


class Rating(models.Model):
    """What is known of somebody's strength in a game. Nobody's, once its person has left the site."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="ratings"
    )
    game = models.CharField(max_length=30)
    mu = models.FloatField(default=NEW.mu)
    sigma = models.FloatField(default=NEW.sigma)
    floor = models.FloatField(default=NEW.floor)
    """What the strength is at the least, almost surely; what people are sorted by."""
    matches = models.PositiveIntegerField(default=0)
    """How many rated matches it follows from."""

    objects = RatingQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "game"], condition=Q(user__isnull=False), name="one_rating_per_game"
            )
        ]
        indexes = [models.Index(fields=["game", "-floor"], name="rating_list")]

    def __str__(self) -> str:
        return f"{self.game}: {self.skill.figure} ± {self.skill.margin}"

    @property
    def skill(self) -> Skill:
        """What is known."""
        return Skill(self.mu, self.sigma)

    @property
    def title(self) -> str:
        """The name of the game, for people."""
        return str(GAMES[self.game].name) if self.game in GAMES else self.game


class RatingBook(models.Model):
    """The log of a game: the row that whoever writes to it holds, and how many numbers it has given."""

    game = models.CharField(max_length=30, unique=True)
    length = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"ratings of {self.game}"


class RatedMatch(models.Model):
    """A match in the log. Matches are rated in the order of their numbers."""

    # Needs no index of its own: a unique constraint begins with it.
    book = models.ForeignKey(RatingBook, on_delete=models.CASCADE, related_name="rated", db_index=False)
    number = models.PositiveIntegerField()
    match = models.OneToOneField(Match, null=True, on_delete=models.SET_NULL, related_name="rating_entry")
    rated_at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["book", "number"], name="one_rated_match_per_number")]

    def __str__(self) -> str:
        return f"number {self.number} of book {self.book_id}"


class RatingChange(models.Model):
    """What a rated match did to the rating of one person."""

    # Needs no index of its own: a unique constraint begins with it.
    rated = models.ForeignKey(RatedMatch, on_delete=models.CASCADE, related_name="changes", db_index=False)
    rating = models.ForeignKey(Rating, on_delete=models.PROTECT, related_name="changes")
    seat = models.PositiveSmallIntegerField()
    """The index of the seat; people of the same one are a team."""
    place = models.PositiveSmallIntegerField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu_after = models.FloatField()
    sigma_after = models.FloatField()

    class Meta:
        ordering = ["rated_id", "seat", "pk"]
        constraints = [models.UniqueConstraint(fields=["rated", "rating"], name="one_change_per_rating")]

    def __str__(self) -> str:
        return f"rating {self.rating_id} in rated match {self.rated_id}"

    @property
    def before(self) -> Skill:
        """What was known before the match."""
        return Skill(self.mu_before, self.sigma_before)

    @property
    def after(self) -> Skill:
        """What was known after it."""
        return Skill(self.mu_after, self.sigma_after)


@dataclass(frozen=True)
class Ranked:
    """One line of the list of a game."""

    place: int
    """Equal ratings share a place."""
    rating: Rating


def best_rated(game: str, most: int = LISTED) -> list[Ranked]:
    """The best rated people of a game, one query."""
    lines: list[Ranked] = []
    for number, rating in enumerate(Rating.objects.best(game)[:most], start=1):
        same = lines and lines[-1].rating.floor == rating.floor
        lines.append(Ranked(lines[-1].place if same else number, rating))
    return lines


def skills_of(users: Collection[User | int], game: str) -> dict[int, Skill]:
    """What is known of each of these people in a game, by their keys; one query however many there are."""
    keys = [user if isinstance(user, int) else user.pk for user in users]
    found = dict.fromkeys(keys, NEW)
    for rating in Rating.objects.filter(user__in=keys, game=game):
        if rating.user_id is not None:
            found[rating.user_id] = rating.skill
    return found


def rating_of(users: Iterable[User | int], game: str) -> float:
    """What an entry of these people is seeded by: their rating as they read it, for a team the mean.

    Who is new counts as such, and so does nobody at all.
    """
    return team_figure(list(skills_of(list(users), game).values()))
