"""Tells a match as text from its head and its orders: what the golden playthroughs are made of.

A playthrough is played by the orders that stand in it (lines with ``>``), never by a bot or a walker; all
other lines are what the rules answer. Nothing here knows a game.
"""

from __future__ import annotations

import random
import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from games.rules import GAMES
from games.rules.chance import Chance, match_key
from games.rules.game import Cell, Event, Game, Picture
from tests.rules.walking import Choice

BOARD_EVERY = 5


class Head(NamedTuple):
    """What a match starts from."""

    about: str
    game: str
    options: dict[str, Any]
    seed: bytes
    words: tuple[str, ...]

    def lines(self) -> Iterator[str]:
        yield f"about: {self.about}"
        yield f"game: {self.game}"
        yield "options: " + shlex.join(f"{name}={value}" for name, value in self.options.items())
        yield f"seed: {self.seed.hex()}"
        yield "words: " + " ".join(self.words)


class Move(NamedTuple):
    """One order of a turn; ``order`` None means that the seat leaves for good."""

    turn: int
    seat: int
    order: str | None

    def line(self) -> str:
        return f"> seat {self.seat} leaves" if self.order is None else f"> seat {self.seat}: {self.order}"


def read(text: str) -> tuple[Head, list[Move]]:
    """The head and the orders of a playthrough."""
    top, _, rest = text.partition("\n\n")
    words = {name: value.strip() for name, _, value in (line.partition(":") for line in top.split("\n"))}
    head = Head(
        about=words["about"],
        game=words["game"],
        options=chosen(words["game"], shlex.split(words["options"])),
        seed=bytes.fromhex(words["seed"]),
        words=tuple(words["words"].split()),
    )
    return head, list(moves(rest))


def chosen(slug: str, words: Sequence[str]) -> dict[str, Any]:
    """Options from words such as ``rounds=2``; numbers but for options that are texts."""
    defaults = GAMES[slug].options()
    options = {}
    for word in words:
        name, _, value = word.partition("=")
        number = value.isdigit() or (value.startswith("-") and value[1:].isdigit())
        options[name] = int(value) if number and not isinstance(getattr(defaults, name), str) else value
    return options


def moves(text: str) -> Iterator[Move]:
    turn = 0
    for line in text.split("\n"):
        if line.startswith("turn "):
            turn = int(line.removeprefix("turn "))
        elif line.startswith("> seat "):
            seat, _, order = line.removeprefix("> seat ").partition(":")
            leaves = seat.endswith(" leaves")
            yield Move(turn, int(seat.removesuffix(" leaves")), None if leaves else order.strip())


def told(head: Head, given: Sequence[Move]) -> str:
    """The whole text: head, turns with orders and events, a board now and then, the end."""
    return "\n".join(lines(head, given)) + "\n"


def lines(head: Head, given: Sequence[Move]) -> Iterator[str]:
    game, key = GAMES[head.game], match_key(head.seed, head.words)
    state = game.setup(len(head.words), game.options(**head.options), Chance(key, 0))
    yield from head.lines()
    yield ""
    yield from board(game, state)
    for turn in range(1, max((move.turn for move in given), default=0) + 1):
        yield ""
        yield f"turn {turn}"
        orders = {}
        for move in (move for move in given if move.turn == turn):
            yield move.line()
            if move.order is None:
                state, events = game.leave(state, move.seat)
                yield from happened(events)
            else:
                orders[move.seat] = game.check(state, move.seat, move.order)
        if orders:
            state, events = game.resolve(state, orders, Chance(key, turn))
            yield from happened(events)
        if turn % BOARD_EVERY == 0 or game.outcome(state):
            yield from board(game, state)
    yield ""
    yield f"outcome: {packed(game.outcome(state))}"


def happened(events: Sequence[Event]) -> Iterator[str]:
    for event in events:
        data = " ".join(f"{name}={packed(value)}" for name, value in event.data.items())
        seen = "" if event.seen_by is None else f" (seen by {packed(event.seen_by)})"
        yield f"  {event.kind} {data}".rstrip() + seen


def packed(thing: Any) -> str:
    return msgspec.json.encode(thing).decode().replace('"', "")


def shown(cell: Cell) -> str:
    """A cell by its name, with the seat of a man before it and the card behind it."""
    card = f":{cell.card}{cell.word}" if cell.card else ""
    return ("" if cell.man is None else "*" * (cell.man + 1)) + cell.name + card


def board(game: Game[Any], state: Any) -> Iterator[str]:
    """What a guest sees, as rows of cells: the name of a bare cell, its man or card; marks behind."""
    picture: Picture = game.picture(game.view(state, None))
    width = max(6, *(len(shown(cell)) for cell in picture.cells))
    for y in sorted({cell.y for cell in picture.cells}):
        row = sorted((cell for cell in picture.cells if cell.y == y), key=lambda cell: cell.x)
        marks = ("".join(mark[0] for mark in cell.marks) for cell in row)
        cells = zip(map(shown, row), marks, strict=True)
        yield "  | " + "".join(f"{name:>{width}}{mark:<3}" for name, mark in cells).rstrip()
    for hand in picture.hands:
        facts = "".join(f", {name} {number}" for name, number in hand.facts)
        hidden = f" and {hand.hidden} hidden" if hand.hidden else ""
        yield f"  | seat {hand.seat}: {' '.join(hand.cards) or '–'}{hidden}{facts}"


def recorded(
    head: Head, choices: Sequence[Choice], leaves: Mapping[int, int] = {}, limit: int = 5000
) -> list[Move]:
    """The orders of a new match; ``leaves`` says in which turn a seat leaves."""
    game, key = GAMES[head.game], match_key(head.seed, head.words)
    luck, given = random.Random(key), []
    state = game.setup(len(head.words), game.options(**head.options), Chance(key, 0))
    for turn in range(1, limit):
        for seat in (seat for seat, when in leaves.items() if when == turn and not game.outcome(state)):
            given.append(Move(turn, seat, None))
            state, _ = game.leave(state, seat)
        owed = game.decisions(state)
        if not owed:
            break
        orders = {
            seat: choices[min(seat, len(choices) - 1)](game, state, seat, decision, luck)
            for seat, decision in owed.items()
        }
        given.extend(Move(turn, seat, order) for seat, order in orders.items())
        state, _ = game.resolve(state, orders, Chance(key, turn))
    return given
