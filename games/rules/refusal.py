"""What the rules refuse: a message id with gaps, the values for them, a stable code. A door translates."""

from __future__ import annotations


def gettext_noop(sentence: str) -> str:
    """Mark a sentence for translation and return it unchanged; the rules never translate."""
    return sentence


_ = gettext_noop


class Refusal(ValueError):
    """Something was refused: a message id with named gaps, the values for them, and a stable code.

    ``str(refusal)`` is the English sentence; a door shows ``gettext(message).format(**data)``.
    """

    def __init__(self, message: str, code: str, **data: object) -> None:
        super().__init__(message, code)
        self.message = message
        self.code = code
        self.data = data

    def __str__(self) -> str:
        return self.message.format(**self.data)


class IllegalOrder(Refusal):
    """An order that the rules refuse, with what would be legal in the sentence."""


class IllegalOption(Refusal):
    """An option that the game does not have, or a value it can't take."""
