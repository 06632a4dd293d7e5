"""The guided first turns: in a match of practice, what one sees, what is asked, and what happened."""

from __future__ import annotations

from games.models import Match, Order
from games.pages.parts import part
from games.pages.scene import Scene

FIRST = 3
"""After so many orders nobody needs a guide any more."""


def guide(scene: Scene) -> str:
    """What the person is told at the beginning of a match among bots alone; empty everywhere else."""
    if not is_practice(scene) or scene.mine is None:
        return ""
    given = Order.objects.opened().filter(seat=scene.mine).exclude(commitment="").count()
    if given >= FIRST:
        return ""
    game = scene.match.game
    steps = f"games/{game}/{'next' if given else 'first'}_turn.html"
    return part("games/guide.html", first=not given, game=game, steps=steps)


def is_practice(scene: Scene) -> bool:
    """Whether somebody plays with bots alone, for their own eyes."""
    match = scene.match
    return (
        scene.turn is not None
        and match.visibility == Match.Visibility.PRIVATE
        and match.deal_id is None
        and match.pairing_id is None
        and all(seat.bot or seat is scene.mine for seat in scene.seats)
    )
