"""What a record shows of the commitments behind it: whether seals fit, whatever the lines say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.rules.chance import order_commitment, seed_commitment
from games.rules.document import Captain, Document, OrderEntry, VoiceEntry
from games.rules.finding import Finding
from games.rules.game import Seat, gettext_noop

_ = gettext_noop

Sealed = OrderEntry | VoiceEntry


def fits_commitment(document: Document) -> bool:
    """Whether the seed is the one that was promised."""
    try:
        return seed_commitment(_bytes(document.seed)) == document.seed_commitment
    except ValueError:
        return False


def seal_findings(document: Document) -> Iterator[Finding]:
    """Orders and voices that are not what was promised when they were given."""
    for entry in document.turns:
        for name, order in entry.orders.items():
            place = (document.match, entry.turn, int(name))
            message = _order_fault(*place, order)
            if message:
                yield Finding("commitments", message, turn=entry.turn, seat=int(name))
            voices = order.voices or []
            if voices or order.by == "team":
                yield from _team_findings(*place, order.by, voices, document.captain)


def noted_findings(document: Document, noted: Sequence[str]) -> Iterator[Finding]:
    """Commitments and hashes that somebody noted while the match ran and that are not in its record."""
    orders = [order for entry in document.turns for order in entry.orders.values()]
    there = {document.seed_commitment, *(entry.hash for entry in document.turns)}
    there |= {order.commitment for order in orders}
    there |= {voice.commitment for order in orders for voice in order.voices or ()}
    for text in noted:
        if text.strip().lower() not in there - {""}:
            yield Finding("noted", _("What you noted is not in this record: {text}."), {"text": text})


def _order_fault(match: str, turn: int, seat: Seat, order: OrderEntry) -> str:
    """What is wrong with an order's commitment, or nothing."""
    if order.by in ("player", "plan"):
        if not order.commitment:
            return _("A player’s order has no commitment.")
        return "" if _fits(match, turn, seat, order) else _("The order does not fit its commitment.")
    return "" if _is_bare(order) else _("An order that nobody sealed has a commitment.")


def _team_findings(
    match: str, turn: int, seat: Seat, by: str, voices: Sequence[VoiceEntry], captain: Captain
) -> Iterator[Finding]:
    for voice in voices:
        sealed = _fits(match, turn, seat, voice, voice.member) if voice.commitment else _is_silent(voice)
        if not sealed:
            message = _("What member {member} gave does not fit its commitment.")
            yield Finding("commitments", message, {"member": voice.member}, turn, seat)
    spoken = any(voice.commitment for voice in voices)
    if by not in ("team", "default") or spoken != (by == "team"):
        yield Finding("commitments", _("The voices of a team are not those of this order."), {}, turn, seat)
    if not captain or not _in_order(voices, captain == "first"):
        message = _("The voices of the team are not each there once, the captain’s first.")
        yield Finding("commitments", message, {}, turn, seat)


def _in_order(voices: Sequence[VoiceEntry], first_leads: bool) -> bool:
    """Whether voices stand as a server writes them: the captain's first, then by member, each member once.

    Who is silent is nobody's captain here, and neither is who is asked alone.
    """
    members = [voice.member for voice in voices]
    lowest = min(members, default=0)
    if lowest < 1 or [voice.member for voice in sorted(voices, key=_place)] != members:
        return False
    if len(set(members)) != len(members):
        return False
    led = [voice.member for voice in voices if voice.captain]
    if len(voices) == 1 or not first_leads:
        return len(led) <= (len(voices) > 1)
    speaks = any(voice.commitment for voice in voices if voice.member == lowest)
    return led == ([lowest] if speaks else [])


def _place(voice: VoiceEntry) -> tuple[bool, int]:
    return not voice.captain, voice.member


def _fits(match: str, turn: int, seat: Seat, sealed: Sealed, member: int = 0) -> bool:
    try:
        salt = _bytes(sealed.salt)
        made = order_commitment(salt, match, turn, seat, sealed.version, sealed.line, member)
    except ValueError:
        return False
    return sealed.version > 0 and made == sealed.commitment


def _bytes(text: str) -> bytes:
    """The 32 bytes of a seed or a salt, which there is one way to write."""
    found = bytes.fromhex(text)
    if len(found) != 32 or found.hex() != text:
        raise ValueError(text)
    return found


def _is_bare(order: Sealed) -> bool:
    return (order.salt, order.version, order.commitment) == ("", 0, "")


def _is_silent(voice: VoiceEntry) -> bool:
    return _is_bare(voice) and not voice.line and not voice.captain
