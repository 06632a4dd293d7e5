"""What a match page offers of seats that anyone may take over, and who held seats before."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Match, Seat
from games.pages.kept import TOKEN
from games.pages.parts import Place, fresh, part
from games.pages.scene import Scene


@dataclass(frozen=True)
class Offer:
    """A seat that is free. ``back`` says that the reader deserted it and may come back."""

    index: int
    number: int
    name: str
    """Who left it; empty where nobody knows any more."""
    back: bool


def offers(scene: Scene) -> tuple[Offer, ...]:
    """The seats of a running match that anyone may take over, in order."""
    if scene.match.status != Match.Status.RUNNING:
        return ()
    return tuple(_offer(scene, seat) for seat in scene.seats if seat.is_vacant)


def _offer(scene: Scene, seat: Seat) -> Offer:
    known = seat.of_team or seat.user_id is not None
    back = scene.leads and seat is scene.mine
    return Offer(seat.index, seat.index + 1, seat.name if known else "", back)


def box(scene: Scene, place: Place, refusal: str, typed: str = "") -> str:
    """The free seats with a button for each that the reader may take; empty without any."""
    found = offers(scene)
    if not found:
        return ""
    make = fresh if refusal else part
    return make(
        "games/vacancies.html",
        match=place,
        offers=found,
        guest=not scene.user.is_authenticated,
        seated=scene.mine is not None,
        private=scene.match.visibility == Match.Visibility.PRIVATE,
        clocks=scene.match.timing.kind == "bank",
        reliability=scene.match.reliability,
        inviting=scene.user.is_authenticated and scene.match.creator_id == scene.user.pk,
        typed=typed,
        refusal=refusal,
        csrf_token=TOKEN,
    )
