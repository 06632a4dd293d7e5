"""What a mail carries to be answered without signing in: a link and a reply address, each for one order.

Both are signed for one slot and the person who was to fill it when they were made; they give no other right.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator
from typing import NamedTuple

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.utils.crypto import constant_time_compare, salted_hmac

from games.models import Order, Seat

_signer = Signer(sep=".", salt="games.links.order")
_REPLY = "games.links.reply"
_MAC = 16
"""So many bytes of the signature of a reply address are kept: nobody guesses 128 bits."""
_LONGEST = 60
"""The part before the @ has 64 characters at the most, four of which are ``bid+``."""


def order_token(slot: Order) -> str:
    """The token for the slot of a turn, made out to the person who is to fill it now."""
    return _signer.sign(f"{slot.pk}-{_holder_id(slot)}")


def _holder_id(slot: Order) -> int | None:
    return slot.holder.pk if slot.voice and slot.holder else slot.seat.user_id


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


class Asked(NamedTuple):
    """What a reply address is for: a turn of a match, a seat there, and the person who was asked.

    None of it need be true any more: who answers looks again.
    """

    match: int
    turn: int
    seat: int
    user: int


def reply_address(slot: Order) -> str:
    """Where the person who is to fill a slot may mail their order; empty where no mail is taken."""
    asked = Asked(slot.turn.match_id, slot.turn.number, slot.seat.index, _holder_id(slot) or 0)
    return address_for(asked)


def address_for(asked: Asked) -> str:
    """The reply address for what somebody was asked; empty where no mail is taken."""
    local, at, domain = settings.MAIL_IN.rpartition("@")
    return f"{local}+{_reply_token(asked)}{at}{domain}" if at else ""


def _reply_token(asked: Asked) -> str:
    """Small letters and digits only: servers on the way may fold capitals."""
    plain = b"".join(map(_packed, asked))
    return base64.b32encode(plain + _mac(plain, settings.SECRET_KEY)).decode().rstrip("=").lower()


def asked_by(address: str) -> Asked | None:
    """What a reply address is for; None if it is none of ours, or forged."""
    local, at, domain = settings.MAIL_IN.rpartition("@")
    head, _at, tail = address.lower().rpartition("@")
    if not at or tail != domain or not head.startswith(f"{local}+"):
        return None
    return _read(head.removeprefix(f"{local}+"))


def _read(token: str) -> Asked | None:
    if len(token) > _LONGEST:
        return None
    try:
        signed = base64.b32decode(token.upper() + "=" * (-len(token) % 8))
    except (binascii.Error, ValueError):
        return None
    plain, mac = signed[:-_MAC], signed[-_MAC:]
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    if not any(constant_time_compare(mac, _mac(plain, key)) for key in keys):
        return None
    return Asked(*_numbers(plain))


def _mac(plain: bytes, key: str) -> bytes:
    return salted_hmac(_REPLY, plain, secret=key, algorithm="sha256").digest()[:_MAC]


def _packed(number: int) -> bytes:
    """A number in as few bytes as it takes, seven bits each; the last one has the high bit set."""
    found = [number & 127 | 128]
    while number := number >> 7:
        found.append(number & 127)
    return bytes(reversed(found))


def _numbers(plain: bytes) -> Iterator[int]:
    number = 0
    for byte in plain:
        number = number << 7 | byte & 127
        if byte & 128:
            yield number
            number = 0
