"""Whom a contest lets in: who is invited, or has the rating and the reliability that it asks for."""

from __future__ import annotations

from collections.abc import Sequence

from accounts.models import User
from games.actions.admission import NEWCOMER
from games.actions.contests.refusals import NotAsked, NotReliableEnough, RatingOutside
from games.models import Contest, Match
from games.models.rating import rating_of as mean_of
from games.models.rating import skills_of
from games.models.reliability import reliability_of


def rating_of(users: Sequence[User], contest: Contest) -> float:
    """What an entry of these people is seeded by: the mean of their ratings in the game of the contest."""
    return mean_of(users, contest.game)


def ratings_of(users: Sequence[int], game: str) -> dict[int, int]:
    """The ratings of people in a game by their keys; of who has none, that of somebody new."""
    return {user: skill.figure for user, skill in skills_of(users, game).items()}


def admit(user: User, contest: Contest, rating: float, *, invited: bool) -> None:
    """Refuse somebody whom a contest does not let in; who is invited or directs it is always let in.

    Raises ``NotAsked``, ``NotReliableEnough`` or ``RatingOutside``.
    """
    if invited or contest.directors.filter(pk=user.pk).exists():
        return
    private = contest.visibility == Match.Visibility.PRIVATE
    if private or contest.admission == Contest.Admission.INVITED:
        raise NotAsked
    _check_rating(contest, round(rating))
    if not contest.reliability:
        return
    figure = reliability_of([user])[user.pk]
    if figure.owed >= NEWCOMER and figure.percent < contest.reliability:
        raise NotReliableEnough(figure.percent, figure.owed, contest.reliability)


def _check_rating(contest: Contest, rating: int) -> None:
    least, most = contest.rating_least, contest.rating_most
    if (least is not None and rating < least) or (most is not None and rating > most):
        raise RatingOutside(rating, least, most)
