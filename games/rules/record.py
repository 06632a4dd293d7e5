"""The check of a record that anyone can run offline: no server, no database, no network, no clock.

``python -m games.rules.record verify FILE`` says what fits and what does not. What a record is: document.py.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import msgspec

from games.rules import GAMES
from games.rules.chance import Chance, order_commitment, seed_commitment
from games.rules.document import (
    ClosedTurn,
    Document,
    Header,
    OrderEntry,
    Step,
    TurnEntry,
    VoiceEntry,
    canonical,
    departed,
    fold,
    header_hash,
    opening,
    read,
    schema,
    turn_hash,
)
from games.rules.game import Decision, Refusal, Seat, gettext_noop

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
    "seed": _("The seed fits the commitment published before the match."),
    "commitments": _("Every sealed order fits the commitment published when it was given."),
    "hashes": _("The running hash fits from the first turn to the last."),
    "orders": _("Every order was legal in its position."),
    "events": _("Every die and event comes out the same."),
    "outcome": _("The outcome is the one the rules give."),
}
"""What is checked, with what is said where it fits."""


class Finding(msgspec.Struct, frozen=True):
    """Something that does not fit: which check, where, and a message id with the values for its gaps."""

    check: str
    message: str
    data: dict[str, Any] = {}
    turn: int | None = None
    seat: Seat | None = None

    def __str__(self) -> str:
        sentence = self.message.format(**self.data)
        place = [f"turn {self.turn}"] if self.turn is not None else []
        place += [f"seat {self.seat}"] if self.seat is not None else []
        return ", ".join(place) + ": " + sentence if place else sentence


def verify(document: Document | Mapping[str, Any] | bytes | str) -> list[Finding]:
    """Everything in a record that does not fit; empty if all does. Never raises, whatever it is given."""
    try:
        whole = _document(document)
        return [*_head_findings(whole), *_seal_findings(whole), *_hash_findings(whole), *_replay(whole)]
    except Exception as error:  # what a damaged text can break has no end; each way is one finding
        return [Finding("document", _("This is no record: {error}."), {"error": _short(error)})]


def _document(document: Document | Mapping[str, Any] | bytes | str) -> Document:
    if isinstance(document, Document):
        return document
    return read(document) if isinstance(document, bytes | str) else msgspec.convert(document, Document)


def _short(error: object) -> str:
    """What an error says, in one short line."""
    return " ".join(str(error).split())[:200].rstrip(".")


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


def fits_commitment(document: Document) -> bool:
    """Whether the seed is the one that was promised."""
    try:
        return seed_commitment(bytes.fromhex(document.seed)) == document.seed_commitment
    except ValueError:
        return False


def _seal_findings(document: Document) -> Iterator[Finding]:
    """Orders that are not what was promised when they were given."""
    for entry in document.turns:
        for seat, order in entry.orders.items():
            message = _seal_fault(document.match, entry.turn, int(seat), order)
            if message:
                yield Finding("commitments", message, turn=entry.turn, seat=int(seat))
            for voice in order.voices or ():
                if not _order_fits(document.match, entry.turn, int(seat), voice, voice.member):
                    message = _("What member {member} gave does not fit its commitment.")
                    yield Finding("commitments", message, {"member": voice.member}, entry.turn, int(seat))


def _seal_fault(match: str, turn: int, seat: Seat, order: OrderEntry) -> str:
    """What is wrong with an order's commitment, or nothing."""
    if order.commitment:
        fits = _order_fits(match, turn, seat, order)
        return "" if fits else _("The order does not fit its commitment.")
    return _("A player’s order has no commitment.") if order.by in ("player", "plan") else ""


def _order_fits(match: str, turn: int, seat: Seat, order: OrderEntry | VoiceEntry, member: int = 0) -> bool:
    try:
        salt = bytes.fromhex(order.salt)
        made = order_commitment(salt, match, turn, seat, order.version, order.line, member)
    except ValueError:
        return False
    return len(salt) == 32 and made == order.commitment


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


class Replay:
    """One match played again turn by turn, with what does not fit."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.findings: list[Finding] = []
        self.turn = 0
        # A record that was tampered with can make rules fail in any way; each way is a finding.
        try:
            self.game, self.key, self.state = opening(document)
            if all(self.play(entry) for entry in document.turns):
                self.end()
        except Exception as error:
            self.find("orders", _("The rules can’t go on from here: {error}."), error=_short(error))

    def find(self, check: str, message: str, seat: Seat | None = None, **data: Any) -> None:
        """Note what does not fit."""
        self.findings.append(Finding(check, message, data, self.turn or None, seat))

    def play(self, entry: ClosedTurn) -> bool:
        """Play one turn; False where it can't be played."""
        self.turn = entry.turn
        if self.game.outcome(self.state) is not None:
            self.find("outcome", _("The match was over before this turn."))
            return False
        self.state, events = departed(self.game, self.state, entry.left)
        owed = self.game.decisions(self.state)
        if set(entry.orders) != set(map(str, owed)):
            seats = ", ".join(map(str, owed)) or "–"
            self.find("orders", _("Orders must be there of these seats and no others: {seats}."), seats=seats)
            return False
        lines = {seat: entry.orders[str(seat)].line for seat in owed}
        if not all(self.legal(seat, line) for seat, line in lines.items()):
            return False
        for seat, decision in owed.items():
            self.pooled(seat, decision, entry.orders[str(seat)])
        if owed:
            self.state, more = self.game.resolve(self.state, lines, Chance(self.key, entry.turn))
            events += more
        if canonical(events) != canonical(entry.events):
            self.find("events", _("Other events come of this turn."))
        return True

    def legal(self, seat: Seat, line: str) -> bool:
        """Whether a line is legal and written as the rules write it."""
        try:
            written = self.game.check(self.state, seat, line)
        except Refusal as refusal:
            self.find("orders", _("The order is not legal: {why}"), seat, why=str(refusal))
            return False
        if written != line:
            self.find("orders", _("The order is not written as “{written}”."), seat, written=written)
        return written == line

    def pooled(self, seat: Seat, decision: Decision, order: OrderEntry) -> None:
        """Whether the line of a team is the one that its voices make."""
        voices = [voice.line for voice in order.voices or ()]
        if order.by != "team" and not voices:
            return
        try:
            heard = decision.pooled and [self.game.voice(self.state, seat, line) for line in voices] == voices
        except Refusal:
            heard = False
        if not heard or not voices or order.by != "team":
            self.find("orders", _("The voices of the team are not as the rules take them."), seat)
            return
        made = self.game.pool(self.game.view(self.state, seat), seat, decision, voices)
        if made != order.line:
            self.find("orders", _("The voices of the team make another order."), seat)

    def end(self) -> None:
        """Compare the ends."""
        self.turn = 0
        outcome = self.game.outcome(self.state)
        if outcome is None:
            self.find("outcome", _("The record stops before the match is over."))
        elif canonical(outcome) != canonical(self.document.outcome):
            self.find("outcome", _("Another outcome comes of the match."))


def report(findings: Sequence[Finding]) -> Iterator[str]:
    """Line by line what fits and what does not."""
    broken = {finding.check for finding in findings}
    unseen = {"events", "outcome"} if "orders" in broken else set()
    if "document" not in broken:
        fitting = [check for check in CHECKS if check not in broken | unseen]
        yield from (f"ok     {CHECKS[check]}" for check in fitting)
    yield from (f"WRONG  {finding}" for finding in findings)
    yield from (f"?      Not replayed to the end: {check}." for check in sorted(unseen - broken))


def main(arguments: Sequence[str]) -> int:
    """``verify FILE``: 0 if everything fits, 1 if not, 2 if there is nothing to check."""
    cast(io.TextIOWrapper, sys.stdout).reconfigure(errors="replace")
    if len(arguments) != 2 or arguments[0] != "verify":
        sys.stdout.write("Usage: python -m games.rules.record verify FILE\n")
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
    findings = verify(raw)
    sys.stdout.write("".join(f"{line}\n" for line in report(findings)))
    if any(finding.check == "document" for finding in findings):
        return 2
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
