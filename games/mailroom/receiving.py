"""The one function behind every door for mail: whose mail it is, whether it counts, and what becomes of it.

What comes back from here is safely dealt with. Whatever is raised is not: the door must say "later", and the
mail comes again. No address, text or reply address of a mail gets into a log.
"""

from __future__ import annotations

import datetime
import hashlib
from email.parser import BytesHeaderParser
from enum import Enum

import structlog
from django.conf import settings
from django.core.cache import cache

from accounts import bounces
from accounts.letters import envelope_sender
from accounts.models import User
from games.actions import answers
from games.links import Asked, asked_by
from games.mailroom import doing, senders
from games.mailroom.reading import Letter, read
from games.models import Match

log = structlog.get_logger(__name__)

HOUR = 3600
PERSON_SHARE = 4
"""A person may write so many times as often as one order may be written for."""


class Outcome(Enum):
    """What became of a mail."""

    ANSWERED = "answered"
    REPEATED = "repeated"
    """It came before, and was answered then."""
    DROPPED = "dropped"
    """Nobody wrote it, or nobody we know."""
    DOUBTED = "doubted"
    """It bears the name of somebody else; the person who is concerned is told."""
    BOUNCE = "bounce"
    UNKNOWN = "unknown"
    """There is nobody of that address here."""


class TooMany(Exception):
    """More mails than are read in an hour: this one must wait. It is not lost, it comes again."""


def is_known(address: str, envelope_from: str | None) -> bool:
    """Whether mail to an address is taken: it is one we gave out, or a server's word about our mail."""
    return asked_by(address) is not None or (envelope_from == "" and _takes_bounces(address))


def _takes_bounces(address: str) -> bool:
    return address.lower() == envelope_sender().lower()


def receive(
    raw: bytes,
    envelope_from: str | None,
    envelope_to: str,
    now: datetime.datetime,
    dns: senders.Dns | None = None,
) -> Outcome:
    """Deal with one mail to one address. ``envelope_from`` is None where the door does not know it.

    Raises ``TooMany``, or whatever the database says when it is away; then nothing was done.
    """
    outcome = _received(raw, envelope_from, envelope_to, now, dns)
    log.info("mail_in", outcome=outcome.value)
    return outcome


def _received(
    raw: bytes, envelope_from: str | None, envelope_to: str, now: datetime.datetime, dns: senders.Dns | None
) -> Outcome:
    asked = asked_by(envelope_to)
    if asked is None and not _takes_bounces(envelope_to):
        return Outcome.UNKNOWN
    letter = read(raw, envelope_from)
    if letter.bounces:
        return _bounced(letter, now)
    if asked is None and envelope_from != "":
        return Outcome.UNKNOWN
    if asked is None or letter.automatic or envelope_from == "" or not letter.sender:
        return Outcome.DROPPED
    _hold_back(asked)
    match = Match.objects.filter(pk=asked.match).first()
    user = User.objects.filter(pk=asked.user, is_active=True).first()
    if match is None or user is None:
        return Outcome.DROPPED
    if not senders.is_theirs(user, letter.sender) or not senders.is_genuine(raw, letter.sender, dns):
        answers.warn_of_forgery(answers.Place(user, match, asked.turn, asked.seat), now)
        return Outcome.DOUBTED
    return _answered(raw, letter, asked, user, match, now)


def _answered(
    raw: bytes, letter: Letter, asked: Asked, user: User, match: Match, now: datetime.datetime
) -> Outcome:
    post = doing.Post(user, match, asked.turn, asked.seat, letter.lines)

    def do() -> answers.Answer:
        return doing.carry_out(post, letter.message_id, now)

    place = answers.Place(user, match, asked.turn, asked.seat)
    new = answers.once(place, _identity(raw, letter), now, do)
    return Outcome.ANSWERED if new else Outcome.REPEATED


def _identity(raw: bytes, letter: Letter) -> str:
    """What a mail that is delivered twice has both times: its id, or without one its date and words."""
    known = letter.message_id
    if not known:
        date = BytesHeaderParser().parsebytes(raw).get("Date", "")
        known = "\n".join([str(date), letter.subject, *letter.lines])
    return hashlib.sha256(known.encode("utf-8", "replace")).hexdigest()[:32]


def _hold_back(asked: Asked) -> None:
    """Count one mail for an order and one for its person; raises ``TooMany`` for one too many within an hour.

    Not one of the sender: whoever wrote that name into mails to reply addresses of their own would use up
    what somebody else may write.
    """
    most = settings.MAIL_IN_RATE
    about = f"mailroom:order:{asked.match}:{asked.turn}:{asked.user}"
    for key, limit in ((about, most), (f"mailroom:person:{asked.user}", PERSON_SHARE * most)):
        if cache.count(key, HOUR) > limit:  # type: ignore[attr-defined]
            raise TooMany


def _bounced(letter: Letter, now: datetime.datetime) -> Outcome:
    """Tell the accounts what servers said of mails of ours. Whoever can't name one may have made it up."""
    for bounce in letter.bounces:
        if bounces.notice_of(bounce.message_id) is None:
            continue
        if bounce.action == "complaint":
            bounces.complained(bounce.recipient, now, bounce.message_id)
        elif bounce.hard:
            reason = f"{bounce.status} {bounce.diagnostic}".strip() or bounce.action
            bounces.bounced(bounce.recipient, reason, now, bounce.message_id)
    return Outcome.BOUNCE
