"""What devices and webhooks are told of contests: the title of the mail, if that would still be sent."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from accounts.channels import Delivery
from accounts.envelopes import Message
from accounts.models import Notice
from accounts.outbox import reading_as
from games.models import Contest
from games.notices import contest_calls, contests, round_mails
from games.notices.layout import Letters
from games.notices.letters import About, Letter, contest_page, heading

LETTERS: Mapping[str, Callable[[Sequence[Notice], datetime.datetime], Letters]] = {
    "contest": contests.letters,
    "round": round_mails.letters,
    "challenge": contest_calls.challenging,
    "director": contest_calls.troubled,
    "invitation": contest_calls.asking,
}
"""Who writes the letters of each kind of notice about a contest."""

_TOLD_BY_SUBJECT = ("round", "challenge")
"""The kinds whose subject says more than their title, and begins with a name."""


def about_contests(
    deliveries: Sequence[Delivery], notices: Sequence[Notice], now: datetime.datetime
) -> dict[int, Message]:
    """Messages about contests that are still true; all are of one kind, each with its notice."""
    if not deliveries:
        return {}
    letters = LETTERS[deliveries[0].kind](notices, now)
    messages = {}
    for delivery in deliveries:
        if delivery.pk in letters:
            with reading_as(delivery.channel.user):
                messages[delivery.pk] = _message(delivery, letters[delivery.pk]())
    return messages


def _message(delivery: Delivery, letter: Letter) -> Message:
    return Message(
        title=heading(letter.about),
        text=letter.subject if delivery.kind in _TOLD_BY_SUBJECT else letter.title,
        url=contest_page(letter.about.code),
        topic=letter.about.code,
        facts=facts(delivery.kind, letter.about),
    )


def facts(event: str, contest: About) -> dict[str, Any]:
    """What programs are told: what happened, and in which contest."""
    assert isinstance(contest, Contest)  # noqa: S101 - letters of these kinds are about contests
    address = contest_page(contest.code)
    told = {"code": contest.code, "name": contest.title, "game": contest.game, "url": address}
    return {"event": event, "contest": told}
