"""Why a mail did not arrive, in plain words: what mail servers say is code and jargon."""

from __future__ import annotations

import re
from functools import lru_cache

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

_STATUS = re.compile(r"\b([245])\.(\d{1,3})\.(\d{1,3})\b")
_FAULT = re.compile(r"[A-Za-z]+Error\b")
_CODE = re.compile(r"\b([45])\d\d\b")

BY_DETAIL = {
    "1.0": gettext_noop("The mail server does not know this address."),
    "1.1": gettext_noop("The mail server does not know this address."),
    "1.2": gettext_noop("There is no such mail domain."),
    "1.3": gettext_noop("The mail server does not take this address."),
    "1.6": gettext_noop("The mailbox has moved away."),
    "1.10": gettext_noop("This mail domain takes no mail."),
    "2.1": gettext_noop("The mailbox is switched off."),
    "2.2": gettext_noop("The mailbox is full."),
    "2.3": gettext_noop("The mail was too large for the mailbox."),
    "3.4": gettext_noop("The mail was too large for the mail server."),
    "4.1": gettext_noop("The mail server of your address did not answer."),
    "4.4": gettext_noop("There is no such mail domain."),
    "4.7": gettext_noop("The mail could not be brought in time."),
}
"""What the second and third numbers of a status mean (RFC 3463)."""
BY_SUBJECT = {
    "1": gettext_noop("The mail server does not take this address."),
    "2": gettext_noop("Something is wrong with the mailbox."),
    "3": gettext_noop("Something is wrong with the mail server."),
    "4": gettext_noop("The mail could not be brought to its server."),
    "5": gettext_noop("The mail servers did not understand each other."),
    "6": gettext_noop("The mail server could not read the mail."),
    "7": gettext_noop("The mail server refuses our mail by its rules, perhaps as unwanted."),
}
"""What the second number alone means."""
LATER, NEVER = (
    gettext_noop("The mail server takes no mail at the moment."),
    gettext_noop("The mail server refuses our mail."),
)
AWAY = gettext_noop("Our mail server could not be reached.")
OURS = gettext_noop("The mail could not be written; that is our fault.")


def in_words(error: str) -> str:
    """What a server said, in a sentence; nothing for nothing."""
    return _(_message(error)) if error else ""


@lru_cache(maxsize=256)
def _message(error: str) -> str:
    if status := _STATUS.search(error):
        _class, subject, detail = status.groups()
        return BY_DETAIL.get(f"{subject}.{detail}") or BY_SUBJECT.get(subject, NEVER)
    if code := _CODE.search(error):
        return LATER if code[1] == "4" else NEVER
    if any(word in error for word in ("Disconnected", "Timeout", "Connection", "OSError", "gaierror")):
        return AWAY
    return OURS if _FAULT.match(error) else NEVER
