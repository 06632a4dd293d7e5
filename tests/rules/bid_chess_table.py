"""Bid Chess set by hand: positions from a few words, auctions at any stage, setups by chance. No tests."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from games.rules.bid_chess.army import Law, armies
from games.rules.bid_chess.ending import key
from games.rules.bid_chess.men import LETTERS, ROWS
from games.rules.bid_chess.moves import legal
from games.rules.bid_chess.notation import line
from games.rules.bid_chess.position import Position, cased, read, square, write
from games.rules.bid_chess.rules import BidChess
from games.rules.bid_chess.setup import army
from games.rules.bid_chess.state import Award, BidChessState
from games.rules.chance import Chance
from games.rules.game import Decision, Game, IllegalOrder
from tests.rules.walking import random_order

GAME = BidChess()
WHITE, BLACK = 0, 1
"""The seats too: at these tables seat 0 has White."""
ARRAY = "RNBQKBNR/PPPPPPPP/........"


def movement(row: int) -> str:
    return ROWS[row - 1].betza


def here(
    white: str,
    black: str,
    *,
    turn: str = "w",
    ply: int = 9,
    rights: str = "-",
    extra: str = "",
    items: tuple[int, ...] = (),
    own: tuple[str, ...] = (),
    powers: tuple[str, str] = ("", ""),
    ep: str = "-",
    quiet: int = 0,
    **law: Any,
) -> Position:
    """A position: men such as ``Kg1 Xd4 a2``; ``items`` are the rows that X, Y, … move like.

    ``powers`` are words, White's first; ``extra`` is hands, lost men, what is unused, fresh and promoted.
    """
    owned: Any = tuple(tuple(sorted(side.split())) for side in powers)
    rows = tuple([movement(row) for row in items]) + own
    return read(
        f"{squares(white, black)} {turn} {rights} {ep} {quiet} {ply} {extra}".strip(),
        armies(Law(movements=rows, powers=owned, **law)),
    )


def squares(white: str, black: str) -> str:
    """The board as it is stored."""
    men = [""] * 64
    for colour, words in enumerate((white, black)):
        for word in words.split():
            men[square(word[-2:])] = cased(word[:-2] or "P", colour)
    ranks = ["".join(man or "1" for man in men[8 * rank : 8 * rank + 8]) for rank in range(7, -1, -1)]
    return "/".join(ranks)


def moves(position: Position, start: str = "") -> set[str]:
    """The legal moves, of the man on one square if that is named."""
    return {line(move) for move in legal(position) if line(move).startswith(start)}


def goals(position: Position, start: str) -> str:
    """Where the man on a square may go."""
    return " ".join(sorted(move[2:] for move in moves(position, start)))


def auction(row: int = 1, **options: Any) -> BidChessState:
    """A match before its first bids."""
    state = GAME.setup(2, GAME.options(**options), Chance(bytes(32), 0))
    return msgspec.structs.replace(state, white=WHITE, row=row)


def won(seat: int, row: int, bid: int = 0, copies: int = 1, **options: Any) -> BidChessState:
    """A match after its auction, in which nothing was given up."""
    letter = "X" if movement(row) else ""
    awards = (Award(row, seat, bid, copies if letter else 0, letter),)
    return msgspec.structs.replace(auction(row, **options), phase="setup", row=0, awards=awards)


def playing(position: Position, rows: dict[int, int] | None = None, **options: Any) -> BidChessState:
    """A match that has come to a position; ``rows`` says who won which of them."""
    awards = []
    for row, seat in (rows or {}).items():
        letter = LETTERS[6 + sum(bool(award.letter) for award in awards)] if movement(row) else ""
        awards.append(Award(row, seat, 0, 1 if letter else 0, letter))
    return msgspec.structs.replace(
        auction(**options),
        phase="play",
        row=0,
        awards=tuple(awards),
        board=write(position),
        past=(key(position),),
    )


def ordered(state: BidChessState, *lines: str, turn: int = 1) -> tuple[BidChessState, list[Any]]:
    """The state after one order of every seat that owes one, seats in order, and what happened."""
    owed = GAME.decisions(state)
    orders = {seat: GAME.check(state, seat, text) for seat, text in zip(owed, lines, strict=True)}
    after, events = GAME.resolve(state, orders, Chance(bytes(32), turn))
    return after, list(events)


def played(state: BidChessState, *lines: str) -> BidChessState:
    """The state after some turns in which one seat orders."""
    for text in lines:
        state, _events = ordered(state, text)
    return state


def refused(state: BidChessState, seat: int, text: str) -> str:
    """What the refusal of a text says."""
    with pytest.raises(IllegalOrder) as caught:
        GAME.check(state, seat, text)
    return str(caught.value)


def random_setup(state: BidChessState, seat: int, luck: random.Random) -> str:
    """A legal setup by chance."""
    men = army(state, seat)
    bishops, pawns = men.pop("B"), men.pop("P")
    others = [letter for letter, count in men.items() for _each in range(count)]
    while True:
        placed = [""] * 24
        ranks = luck.sample(range(8, 24), pawns)
        for at in ranks:
            placed[at] = "P"
        free = [at for at in range(24) if not placed[at]]
        luck.shuffle(free)
        for at, letter in zip(free, [*"B" * bishops, *others], strict=False):
            placed[at] = letter
        rows = ["".join(letter or "." for letter in placed[at : at + 8]) for at in (0, 8, 16)]
        try:
            return GAME.check(state, seat, f"setup {'/'.join(rows)}")
        except IllegalOrder:
            continue


def eager(game: Game[Any], state: Any, seat: int, decision: Decision, luck: random.Random) -> str:
    """Orders by chance that lead to an end on the board: setups of any shape, no talk of draws."""
    if decision.kind == "setup" and state.dues == (0, 0):
        return random_setup(state, seat, luck)
    if decision.kind == "move":
        return luck.choice([value for value in decision.clauses[0].values if value != "draw"])
    return random_order(game, state, seat, decision, luck)
