"""The link in a mail that takes one order without signing in: what it is signed for, and whose it is.

A link names one slot and the person who was to fill it when it was made; it gives no other right.
"""

from __future__ import annotations

from django.core.signing import BadSignature, Signer

from games.models import Order, Seat

_signer = Signer(sep=".", salt="games.links.order")


def order_token(slot: Order) -> str:
    """The token for the slot of a turn, made out to the person who is to fill it now."""
    holder_id = slot.holder.pk if slot.voice and slot.holder else slot.seat.user_id
    return _signer.sign(f"{slot.pk}-{holder_id}")


def slot_of(token: str) -> Order | None:
    """The slot a token is for, with turn, match and seat; None if it is forged or the seat changed hands.

    Its holder is the person the token was made out to, also where another member of their team has become
    captain since. The slot may belong to a turn that has closed: the caller says so.
    """
    try:
        slot_id, user_id = map(int, _signer.unsign(token).split("-"))
    except (BadSignature, ValueError):
        return None
    slot = (
        Order.objects.filter(pk=slot_id, seat__bot=False, seat__state=Seat.State.PLAYING)
        .select_related("turn__match", "seat__user")
        .first()
    )
    if slot is None:
        return None
    if slot.holder is None or slot.holder.pk != user_id:
        fellow = slot.seat.members.filter(user=user_id).select_related("user").first()
        slot.holder = fellow.user if fellow is not None and not slot.voice else None
    return slot if slot.holder is not None and slot.holder.is_active else None
