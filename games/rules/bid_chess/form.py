"""What the order form of Bid Chess shows beside the clauses: the legal moves by man, what can be paid, the
men to place. Values for templates; what is legal is decided elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.rules.bid_chess.asking import AGREE, bids, choices
from games.rules.bid_chess.auction import worth
from games.rules.bid_chess.beside import called, shape
from games.rules.bid_chess.legality import spans
from games.rules.bid_chess.making import DROP, SWAP
from games.rules.bid_chess.men import ARRAY, KING, LETTERS, NAMES, PAWN, VALUES
from games.rules.bid_chess.moves import legal
from games.rules.bid_chess.notation import kind_at, line
from games.rules.bid_chess.orders import men
from games.rules.bid_chess.position import Counts, Position, name
from games.rules.bid_chess.setup import army, usual, written
from games.rules.bid_chess.state import BidChessState, BidChessView, colour, item, position
from games.rules.game import Seat, gettext_noop

_ = gettext_noop

EXAMPLES = 3


class Way(NamedTuple):
    """A legal move: its line, how it is written for people, where it starts and ends, what a pawn becomes.

    A man in hand starts at ``@`` and its letter.
    """

    value: str
    said: str
    start: str
    goal: str
    became: str = ""


class Man(NamedTuple):
    """A man that can move: its name, where it stands (nowhere in the hand), and its moves."""

    name: str
    at: str
    ways: tuple[Way, ...]


class Kind(NamedTuple):
    """Men of one letter that are to be placed: how many, how one is drawn, what one is worth as payment."""

    letter: str
    name: str
    card: str
    number: int
    value: int


class Payment(NamedTuple):
    """Men that pay for an item: the word that is sent, and how many of which letter, the dearest first."""

    value: str
    men: tuple[tuple[str, int], ...]


def form(view: BidChessView, seat: Seat) -> Mapping[str, Any]:
    """The values for the form of a seat that is asked now; their names are those of the templates."""
    state = view.state
    match state.phase:
        case "bid":
            return _bid(state, seat)
        case "pay":
            ways = [Payment(men(paid), _counted(paid)) for paid in choices(state, state.payer, state.due)]
            return {"ways": tuple(ways), "due": abs(state.due), "adds": state.due < 0}
        case "setup":
            return _setup(state, seat)
        case "play":
            found = _men(state, position(state))
            mated = "↔" in found[0].ways[0].said
            return {"men": found, "agree": AGREE if state.offer else "", "mated": mated}
    return {}


def _bid(state: BidChessState, seat: Seat) -> Mapping[str, Any]:
    found = bids(state, seat)
    paid = state.options.pay == "open"
    return {
        "item": item(state, state.row),
        "spans": spans(found),
        "least": found[0],
        "most": found[-1],
        "values": tuple(zip(LETTERS, NAMES, VALUES, strict=False)),
        "paid": paid,
        "adds": paid and state.options.least < 0 and state.options.negative == "add",
        "opponent": state.options.least < 0 and state.options.negative == "opponent",
        "examples": _examples(state, seat, found) if paid else (),
        "setups": state.options.items == 1,
    }


def _examples(state: BidChessState, seat: Seat, found: Sequence[int]) -> tuple[tuple[int, str], ...]:
    """A few bids, each with two ways to pay it in letters."""
    amounts = [amount for amount in (5, 3, 1, 9) if amount in found][:EXAMPLES]
    return tuple(
        [
            (amount, ", ".join([men(paid) for paid in choices(state, seat, amount)[:3]]))
            for amount in sorted(amounts)
        ]
    )


def _counted(paid: Counts) -> tuple[tuple[str, int], ...]:
    return tuple([(LETTERS[kind], paid[kind]) for kind in range(len(paid) - 1, -1, -1) if paid[kind]])


def _setup(state: BidChessState, seat: Seat) -> Mapping[str, Any]:
    found = [
        Kind(letter, called(state, letter), shape(state, letter), count, _value(letter))
        for letter, count in army(state, seat).items()
        if count or state.dues[seat] < 0
    ]
    found.sort(key=lambda kind: (kind.letter != "K", -kind.value if kind.value else -99))
    due = state.dues[seat]
    return {
        "kinds": tuple(found),
        "rows": written(usual(state, seat)).replace("/", "\n"),
        "black": bool(colour(state, seat)),
        "seat": seat,
        "due": due,
        "left": worth(state.men[seat]) - due,
    }


def _value(letter: str) -> int:
    number = LETTERS.index(letter)
    return VALUES[number] if number < len(ARRAY) else 0


def _men(state: BidChessState, here: Position) -> tuple[Man, ...]:
    """The men that can move, the dearest kinds first, those in hand last."""
    found: dict[tuple[bool, int, int], list[int]] = {}
    for move in legal(here):
        held = bool(move & DROP)
        kind = move >> 12 & 15 if held else kind_at(here, move & 63)
        found.setdefault((held, -kind, -1 if held else move & 63), []).append(move)
    return tuple(
        [
            Man(
                called(state, LETTERS[-kind]),
                "" if held else name(start),
                tuple([_way(here, move, -kind) for move in sorted(moves, key=_by_goal)]),
            )
            for (held, kind, start), moves in sorted(found.items())
        ]
    )


def _by_goal(move: int) -> tuple[int, int]:
    return move >> 6 & 63, -(move >> 12 & 15)


def _way(here: Position, move: int, kind: int) -> Way:
    start, goal, became = name(move & 63), name(move >> 6 & 63), move >> 12 & 15
    value = line(move)
    if move & DROP:
        return Way(value, value, f"@{LETTERS[kind]}", goal)
    if move & SWAP:
        return Way(value, f"K{start} ↔ {LETTERS[kind_at(here, move >> 6 & 63)]}{goal}", start, goal)
    across = (move >> 6 & 63) - (move & 63)
    if kind == KING and across in (2, -2):
        return Way(value, "O-O" if across > 0 else "O-O-O", start, goal)
    letter = "" if kind == PAWN else LETTERS[kind]
    takes = here.taken[1 - here.turn] >> (move >> 6 & 63) & 1 or (kind == PAWN and across & 7)
    said = f"{letter}{start}{'x' if takes else '–'}{goal}"
    if not became:
        return Way(value, said, start, goal)
    return Way(value, f"{said}={LETTERS[became]}", start, goal, LETTERS[became])
