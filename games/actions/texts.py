"""What people may write into a match: names of tables, words, talk. One place refuses what does harm."""

from __future__ import annotations

import unicodedata

from games.actions.refusals import IllegalText
from games.rules.game import gettext_noop

_ = gettext_noop

WORD_LENGTH = 60
NAME_LENGTH = 60
TALK_LENGTH = 2000
NOTE_LENGTH = 10_000
_TURNS_ROUND = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def one_line(text: str, most: int, field: str) -> str:
    """The text without outer blanks, or ``IllegalText`` if it has control characters or is too long.

    A line end in a table name would be a header of its own in a mail, and one of the characters that turn
    the direction of writing round would turn round what stands beside the name.
    """
    text = unicodedata.normalize("NFC", text.strip())
    if all(unicodedata.category(letter) in {"Cf", "Zs"} for letter in text):
        return ""  # nothing to see: a table of this name could not be clicked
    if not _TURNS_ROUND.isdisjoint(text) or any(
        unicodedata.category(letter) in {"Cc", "Zl", "Zp", "Cs"} for letter in text
    ):
        raise IllegalText(
            _("This must be one line of text without control characters."), "control_characters", field
        )
    return _short_enough(text, most, field)


def some_lines(text: str, most: int, field: str) -> str:
    """The text with plain line ends, or ``IllegalText`` if it is too long or has other control characters."""
    text = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n").strip())
    if any(unicodedata.category(letter) in {"Cc", "Cs"} and letter not in "\n\t" for letter in text):
        raise IllegalText(_("This text has control characters in it."), "control_characters", field)
    return _short_enough(text, most, field)


def _short_enough(text: str, most: int, field: str) -> str:
    if len(text) > most:
        raise IllegalText(
            _("This text has {length} characters; at most {most} fit."),
            "too_long",
            field,
            length=len(text),
            most=most,
        )
    return text
