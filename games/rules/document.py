"""The record of a match: the shape of the document, its running hash, and the fold back to its positions.

The running hash starts with SHA-256 over ``bidplay record v1\\n`` and the head as canonical JSON, and goes on
with SHA-256 over the hash before (hex), ``\\n``, and the turn without its hash as canonical JSON. Canonical
JSON is UTF-8 with sorted keys and without spaces.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from games.rules import GAMES
from games.rules.chance import Chance, match_key
from games.rules.game import Event, Game, Outcome, Seat, State

LABEL = b"bidplay record v1\n"
Captain = Literal["first", "rotate"] | msgspec.UnsetType
"""How whoever orders for a team is chosen; unset in a match without teams."""


class VoiceEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one member of a team gave, opened, and what its commitment was made of.

    Whoever was asked and gave nothing has an entry too, with nothing in it. ``captain`` is true of the
    acting captain, if the team had more than one member and the captain gave something.
    """

    member: int
    line: str = ""
    salt: str = ""
    version: int = 0
    commitment: str = ""
    captain: bool = False


class OrderEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An opened order: its canonical line, whose it is, and what its commitment was made of.

    ``voices`` are all members of a team who were asked, the captain first, the others by their numbers; what
    they gave makes the line, in that order. An order that nobody sealed has no salt, version or commitment.
    """

    line: str
    by: Literal["player", "plan", "default", "bot", "forced", "team"]
    salt: str = ""
    version: int = 0
    commitment: str = ""
    voices: list[VoiceEntry] | msgspec.UnsetType = msgspec.UNSET


class TurnEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One closed turn. ``left`` are the seats that left in it, in that order and before the orders; a turn in
    which the match ended by leaving has no orders. ``orders`` go by seat; ``events`` are as they happened."""

    turn: int
    left: list[Seat] = []
    orders: dict[str, OrderEntry] = {}
    events: list[dict[str, Any]] = []


class ClosedTurn(TurnEntry, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A turn with the running hash up to and including it."""

    hash: str


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is known before the first turn. ``words`` are the public words of the seats, in seat order;
    ``captain``, in a match of teams, is how those who order for them are chosen."""

    bidplay: int = 1
    match: str
    game: str
    version: int
    options: dict[str, Any]
    seats: int
    words: list[str]
    seed_commitment: str
    captain: Captain = msgspec.UNSET


class Document(Header, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The record of a finished match."""

    turns: list[ClosedTurn]
    seed: str
    outcome: Outcome


class Step(NamedTuple):
    """One turn of the fold."""

    turn: int
    before: Any
    after: Any
    events: list[Event]


def schema() -> dict[str, Any]:
    """The JSON Schema of a record."""
    return msgspec.json.schema(Document)


def canonical(thing: Any) -> bytes:
    """The one way to write a JSON value."""
    return msgspec.json.encode(thing, order="sorted")


def header_hash(header: Header) -> str:
    """The hash with which a match begins; a whole document counts with its head."""
    values = ((name, getattr(header, name)) for name in Header.__struct_fields__)
    fields = {name: value for name, value in values if value is not msgspec.UNSET}
    return hashlib.sha256(LABEL + canonical(fields)).hexdigest()


def turn_hash(previous: str, entry: TurnEntry) -> str:
    """The running hash after a turn; a closed turn counts without its own hash."""
    fields = {name: getattr(entry, name) for name in TurnEntry.__struct_fields__}
    return hashlib.sha256(previous.encode() + b"\n" + canonical(fields)).hexdigest()


def read(raw: bytes | str) -> Document:
    """The record in a JSON text; raises ``msgspec.MsgspecError`` if it is none."""
    return msgspec.json.decode(raw, type=Document)


def opening(document: Document) -> tuple[Game[Any], bytes, Any]:
    """The game, the key and the first state of a record."""
    game = GAMES[document.game]
    key = match_key(bytes.fromhex(document.seed), document.words)
    return game, key, game.setup(document.seats, game.options(**document.options), Chance(key, 0))


def fold(document: Document) -> Iterator[Step]:
    """Every turn of a record with the states before and after it; a broken one raises as the rules do."""
    game, key, state = opening(document)
    for entry in document.turns:
        after, left_events = departed(game, state, entry.left)
        resolved: Sequence[Event] = ()
        if entry.orders:
            lines = {int(seat): order.line for seat, order in entry.orders.items()}
            after, resolved = game.resolve(after, lines, Chance(key, entry.turn))
        yield Step(entry.turn, state, after, [*left_events, *resolved])
        state = after


def departed(game: Game[Any], state: State, left: Sequence[Seat]) -> tuple[Any, list[Event]]:
    """The state after some seats left in that order, and what happened."""
    events: list[Event] = []
    for seat in left:
        state, more = game.leave(state, seat)
        events += more
    return state, events
