"""Whom a contest lets in: who is invited, or has the rating and the reliability that it asks for."""

from __future__ import annotations

from accounts.models import User
from games.actions.admission import NEWCOMER
from games.actions.contests.refusals import NotAsked, NotReliableEnough, RatingOutside
from games.models import Contest, Match
from games.models.reliability import reliability_of


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
