"""Whom a table lets in: who is invited to a private one, and how reliable the others must be."""

from __future__ import annotations

from accounts.models import User
from games.actions.refusals import NotInvited, NotReliable
from games.models import Match
from games.models.reliability import reliability_of

NEWCOMER = 10
"""Whoever has owed fewer orders has no figure yet, and is let in."""


def admit(user: User, match: Match) -> None:
    """Refuse somebody whom a table does not let in; who is invited is always let in.

    Raises ``NotInvited`` or ``NotReliable``.
    """
    if not match.reliability and match.visibility != Match.Visibility.PRIVATE:
        return
    if match.creator_id == user.pk or match.invitations.filter(user=user).exists():
        return
    if match.visibility == Match.Visibility.PRIVATE:
        raise NotInvited
    figure = reliability_of([user])[user.pk]
    if figure.owed >= NEWCOMER and figure.percent < match.reliability:
        raise NotReliable(figure.percent, figure.owed, match.reliability)
