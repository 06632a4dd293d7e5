"""The check of a record that anyone can run offline: no server, no database, no network, no clock.

``python -m games.rules.record verify FILE [NOTED …]`` says what fits and what does not. A record alone shows
that it agrees with the rules and with the commitments in it; that these are those of their time is shown by
what was noted then: commitments and running hashes. What a record is: document.py.

The check replays it: the seed fits its commitment, every sealed order and every
voice of a team its own, each line was legal, defaults, forced lines and those of teams are what the rules
make of them, events, outcome and running hash come out the same; nothing can be left out, doubled or
swapped (``tests/rules/test_record_forgery.py``). A file can't prove when its commitments were made:
whoever remakes them too may tell another match, say that an order did not come, that a seat or a member
of a team left, or that a bot played what it did not choose, and change what made no difference (an
option, a word where nothing was drawn, ``plan`` for ``player``, who of a team was captain). What one
noted while the match ran proves that as well: ``verify FILE NOTED …`` looks for commitments of receipts
and for running hashes, and the running hash of a turn stands for all that is before it.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import msgspec

from games.rules import GAMES
from games.rules.document import (
    ClosedTurn,
    Document,
    Header,
    OrderEntry,
    Step,
    TurnEntry,
    VoiceEntry,
    fold,
    header_hash,
    read,
    schema,
    turn_hash,
)
from games.rules.finding import Finding
from games.rules.game import gettext_noop
from games.rules.promises import fits_commitment, noted_findings, seal_findings
from games.rules.replay import Replay, short

__all__ = [
    "ClosedTurn",
    "Document",
    "Finding",
    "Header",
    "OrderEntry",
    "Step",
    "TurnEntry",
    "VoiceEntry",
    "fold",
    "header_hash",
    "read",
    "schema",
    "turn_hash",
    "verify",
]

_ = gettext_noop

LARGEST = 64 * 1024 * 1024
"""A file with more bytes is no record."""
CHECKS = {
    "document": _("The document is whole."),
    "seed": _("The seed fits the commitment in the record."),
    "commitments": _("Every sealed order fits its commitment, and so does what each member of a team gave."),
    "hashes": _("The running hash fits from the first turn to the last."),
    "orders": _("Every order was legal in its position."),
    "sources": _(
        "What was played in silence, was forced or was made by a team is what the rules make of it."
    ),
    "events": _("Every die, shuffle and event comes out the same."),
    "outcome": _("The outcome is the one the rules give."),
    "noted": _("Everything that you noted while the match ran is in the record."),
}
"""What is checked, with what is said where it fits; the last only where something was noted."""


def verify(document: Document | Mapping[str, Any] | bytes | str, noted: Sequence[str] = ()) -> list[Finding]:
    """Everything in a record that does not fit; empty if all does. Never raises, whatever it is given.

    ``noted`` are commitments and running hashes from the time of the match, each of which must be in it.
    """
    try:
        whole = _document(document)
        promised = [*seal_findings(whole), *noted_findings(whole, noted)]
        return [*_head_findings(whole), *promised, *_hash_findings(whole), *_replay(whole)]
    except Exception as error:  # what a damaged text can break has no end; each way is one finding
        return [Finding("document", _("This is no record: {error}."), {"error": short(error)})]


def _document(document: Document | Mapping[str, Any] | bytes | str) -> Document:
    if isinstance(document, Document):
        return document
    if not isinstance(document, bytes | str):
        return msgspec.convert(document, Document)
    whole = read(document)
    json.loads(document, object_pairs_hook=_each_once)
    return whole


def _each_once(pairs: list[tuple[str, Any]]) -> None:
    """Refuse a text that says something twice: which of the two holds would depend on the reader."""
    if len({name for name, _value in pairs}) != len(pairs):
        raise ValueError("a name stands twice in one object")


def _head_findings(document: Document) -> Iterator[Finding]:
    if document.bidplay != 1:
        yield Finding("document", _("The format {number} is unknown here."), {"number": document.bidplay})
    if len(document.words) != document.seats:
        yield Finding("document", _("There must be one word for each seat."))
    numbers = [entry.turn for entry in document.turns]
    if numbers != list(range(1, len(numbers) + 1)):
        yield Finding("document", _("The turns do not count up from 1."))
    if not fits_commitment(document):
        yield Finding("seed", _("The seed does not fit its commitment."))


def _hash_findings(document: Document) -> Iterator[Finding]:
    """The turns at which the chain of hashes breaks."""
    running = header_hash(document)
    for entry in document.turns:
        if turn_hash(running, entry) != entry.hash:
            yield Finding("hashes", _("The running hash does not fit."), turn=entry.turn)
        running = entry.hash


def _replay(document: Document) -> list[Finding]:
    """What does not fit when the match is played again."""
    game = GAMES.get(document.game)
    if game is None:
        message = _("There is no game “{game}” here, so nothing was replayed.")
        return [Finding("orders", message, {"game": document.game})]
    if game.version != document.version:
        message = _("The match was played by version {old} of the rules; version {new} can’t replay it.")
        return [Finding("orders", message, {"old": document.version, "new": game.version})]
    return Replay(document).findings


def asked(noted: bool) -> list[str]:
    """The checks that are made, with something noted or without."""
    return [check for check in CHECKS if noted or check != "noted"]


def report(findings: Sequence[Finding], noted: bool = False) -> Iterator[str]:
    """Line by line what fits and what does not; ``noted`` says that there was something to compare with."""
    broken = {finding.check for finding in findings}
    unseen = {"sources", "events", "outcome"} if "orders" in broken else set()
    if "document" not in broken:
        fitting = [check for check in asked(noted) if check not in broken | unseen]
        yield from (f"ok     {CHECKS[check]}" for check in fitting)
    yield from (f"WRONG  {_one_line(str(finding))}" for finding in findings)
    yield from (f"?      Not replayed to the end: {check}." for check in sorted(unseen - broken))


def _one_line(text: str) -> str:
    """A text without what moves about on a terminal: a record may quote itself to look whole."""
    return "".join([letter if letter.isprintable() else "�" for letter in text])


def main(arguments: Sequence[str]) -> int:
    """``verify FILE [NOTED …]``: 0 if everything fits, 1 if not, 2 if there is nothing to check."""
    cast(io.TextIOWrapper, sys.stdout).reconfigure(errors="replace")
    if len(arguments) < 2 or arguments[0] != "verify":
        sys.stdout.write("Usage: python -m games.rules.record verify FILE [NOTED …]\n")
        return 2
    try:
        with Path(arguments[1]).open("rb") as file:
            raw = file.read(LARGEST + 1)
    except OSError as error:
        sys.stdout.write(f"{arguments[1]}: {error.strerror}\n")
        return 2
    if len(raw) > LARGEST:
        sys.stdout.write(f"{arguments[1]}: too large for a record\n")
        return 2
    noted = arguments[2:]
    findings = verify(raw, noted)
    sys.stdout.write("".join(f"{line}\n" for line in report(findings, bool(noted))))
    if any(finding.check == "document" for finding in findings):
        return 2
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
