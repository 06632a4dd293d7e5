"""What mail servers say, in plain words."""

from __future__ import annotations

import pytest

from accounts.reasons import AWAY, LATER, NEVER, OURS, in_words


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("", ""),
        ("550 5.1.1 no such mailbox", "The mail server does not know this address."),
        ("552 5.2.2 over quota", "The mailbox is full."),
        (
            "554 5.7.1 message rejected as spam",
            "The mail server refuses our mail by its rules, perhaps as unwanted.",
        ),
        ("550 5.1.99 odd", "The mail server does not take this address."),
        ("550 5.9.9 odder", NEVER),
        ("550 go away", NEVER),
        ("451 come back later", LATER),
        ("ConnectionRefusedError: [Errno 111]", AWAY),
        ("SMTPServerDisconnected: Connection unexpectedly closed", AWAY),
        ("TimeoutError: timed out", AWAY),
        ("KeyError: 'board'", OURS),
        ("AnymailRecipientsRefused: nobody lives there", NEVER),
        ("no-address", NEVER),
    ],
)
def test_what_a_server_said_is_told_in_a_sentence(said: str, words: str) -> None:
    assert in_words(said) == words
