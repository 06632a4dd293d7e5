"""Bid Chess beside what doesn't share its code: pyffish for the movements that it can express, and the slow
reading of the rules for those it can't, for drops and for powers.

pyffish has no Griffon (a path that bends), no Giraffe and no Lion (leaps of four squares).
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import pyffish
import pytest

from games.rules.bid_chess.ending import finished
from games.rules.bid_chess.making import made
from games.rules.bid_chess.moves import legal
from games.rules.bid_chess.notation import line
from games.rules.bid_chess.position import Position, read, write
from tests.rules.bid_chess_positions import NEW, NOTHING, USUAL, law, scattered
from tests.rules.slow_bid_chess import Standing, board_of, square

EXPRESSED = (("BN", "A", "C", "mRcpR", "RN"), ("KN", "K", "RF", "F", "FfW"), ("QN", "W", "R", "B"))
FAIRY = {"C": "L"}
"""The movement that pyffish writes in another way."""


def fairy(ways: Sequence[str]) -> str:
    """A variant of pyffish with these movements."""
    name = "bid" + "".join(letter for letter in "".join(ways).lower() if letter.isalnum())
    men = [
        f"customPiece{number} = {letter.lower()}:{FAIRY.get(way, way)}"
        for number, (letter, way) in enumerate(zip(NEW, ways, strict=False), 1)
    ]
    pyffish.load_variant_config("\n".join([f"[{name}:chess]", *men, "castling = true", "nMoveRule = 0"]))
    return name


@pytest.mark.parametrize("ways", EXPRESSED, ids="-".join)
def test_each_movement_goes_where_pyffish_lets_it_go(ways):
    luck, variant, kinds = random.Random(len(ways[0])), fairy(ways), Counter[str]()
    letters = NEW[: len(ways)]
    men = ("KPPPQRBN" + letters, "KPPPQRN" + letters)
    for standing in itertools.islice(scattered(luck, ways, men, reveals=0), 2000):
        words = standing.line(plain=True).split()
        found = [line(move).lower() for move in legal(read(" ".join(words), law(standing)))]
        fen = " ".join([*words[:4], "0", "1"])
        assert sorted(found) == sorted(pyffish.legal_moves(variant, fen, [])), fen
        kinds.update(what_it_is(standing, move) for move in found)
    assert set(kinds) == {*"PNBRQK", *letters, "castling", "en passant", "promotion"}


def what_it_is(standing: Standing, move: str) -> str:
    """The letter of the man that moves, or what is special about the move."""
    if move[1] == "@" or move.startswith("swap"):
        return "drop" if move[1] == "@" else "swap"
    at, to = square(move[:2]), square(move[2:4])
    man = standing.board[at].upper()
    if man == "P" and (move[4:] or (to == standing.passed and at[0] != to[0])):
        return "promotion" if move[4:] else "en passant"
    if man == "K" and max(abs(at[0] - to[0]), abs(at[1] - to[1])) > 1:
        return "castling" if at[1] == to[1] else "leap"
    return man


def same(here: Position, there: Position) -> bool:
    """Whether positions agree in all but their tables, which are the same anyway."""
    return all(getattr(here, field) == getattr(there, field) for field in Position.__struct_fields__[1:])


def compared(standings: Iterator[Standing], count: int, luck: random.Random) -> Counter[str]:
    """How often each kind of move was legal in so many positions; each is as the slow reading has it, and so
    is what one of them leads to."""
    kinds = Counter[str]()
    for standing in itertools.islice(standings, count):
        armies = law(standing)
        here = read(standing.line(armies.plain), armies)
        found = {line(move): move for move in legal(here)}
        expected = standing.moves()
        assert set(found) == expected, standing.line(False)
        assert len(found) == len(legal(here))
        kinds.update(what_it_is(standing, move) for move in expected)
        kinds["none"] += not expected
        if expected:
            chosen = luck.choice(sorted(expected))
            after = made(here, found[chosen])
            assert write(after) == standing.after(chosen).line(armies.plain), chosen
            assert same(after, read(write(after), armies))
    return kinds


GRIFFON_AND_CANNON = ("t[FR]", "mRcpR")
VARIED = (
    {},
    {"double": "on", "enlist_promoted": "pawn", "white": "QRBNX"},
    {"first_ban": "strict", "leap": "unmoved"},
    {"sacrifice": "once", "leap": "unmoved", "black": "QRBNXY", "double": "on"},
    {"enlist_promoted": "pawn", "sacrifice": "once", "first_ban": "strict"},
)


def both(*powers: str) -> dict[str, set[str]]:
    return {"w": set(powers), "b": set(powers)}


def varied(
    luck: random.Random, ways: Sequence[str], men: tuple[str, str], powers: Mapping[str, set[str]]
) -> Counter[str]:
    """How often each kind of move was legal in 5,000 positions with different options."""
    kinds = Counter[str]()
    for options in VARIED:
        kinds += compared(scattered(luck, ways, men, powers, USUAL | options), 1000, luck)
    return kinds


def test_griffon_cannon_drops_and_the_kings_leap_are_as_in_the_slow_reading():
    men = ("KPPPQRBNXXY", "KPPPQBXYY")
    kinds = varied(random.Random(1), GRIFFON_AND_CANNON, men, both("enlist", "leap"))
    assert set(kinds) == {*"PNBRQKXY", "drop", "leap", "castling", "en passant", "promotion", "none"}


def test_promotions_and_pawns_with_restrictions_are_as_in_the_slow_reading():
    men = ("KPPPPPQRBNXXY", "KPPPRBXYY")
    kinds = varied(random.Random(2), ("(1,4)", "(0,4)"), men, both("restrict", "single", "leap"))
    assert set(kinds) == {*"PNBRQKXY", "leap", "castling", "en passant", "promotion", "none"}


def test_the_exchange_of_a_mated_king_is_as_in_the_slow_reading():
    men = ("KPPNBRXX", "KQQQQRRXXYY")
    kinds = varied(random.Random(3), GRIFFON_AND_CANNON, men, both("sacrifice", "leap"))
    assert kinds["swap"] > 500
    assert kinds["none"] > 500


def test_a_king_mated_only_because_it_may_not_capture_at_once_may_be_exchanged():
    standing = Standing(
        ways={"X": "C"},
        powers={"w": {"sacrifice"}, "b": set()},
        options=USUAL | {"first_ban": "strict"},
        board=board_of("7k/7p/xnn5/8/8/PKP5/PPP4P/5B2"),
        turn="w",
        castles="",
        passed=None,
        quiet=0,
        ply=0,
        unused="S",
    )
    assert standing.moves() == {"swap f1"}
    assert compared(iter([standing]), 1, random.Random(0))["swap"] == 1


@pytest.mark.parametrize(
    "powers",
    [
        {"w": {"bare", "stalemate"}, "b": set()},
        {"w": set(), "b": {"bare", "stalemate"}},
        {"w": {"bare", "enlist"}, "b": {"stalemate", "sacrifice"}},
        {"w": {"stalemate", "leap"}, "b": {"bare", "enlist"}},
        NOTHING,
    ],
)
def test_ends_of_few_men_are_as_in_the_slow_reading(powers):
    luck, ends = random.Random(4), Counter[str]()
    for men in ("KQX", "K"), ("KQR", "KP"), ("KX", "KN"), ("K", "KX"), ("KQQ", "KPP"):
        for before in itertools.islice(scattered(luck, ("t[FR]",), men, powers), 200):
            before.quiet = luck.choice((5, 98, 99))
            moves = telling(before)
            after = before.after(luck.choice(moves)) if moves else before
            armies, captured = law(after), len(after.board) < len(before.board)
            found = finished(read(after.line(armies.plain), armies), ("once",), captured)
            expected = after.end(captured)
            winner = {"w": 0, "b": 1, "": None}
            assert found == (expected and (expected[0], winner[expected[1]])), after.line(False)
            ends[expected[0] if expected else "none"] += 1
    assert min(ends[reason] for reason in ("none", "quiet", "mate", "stalemate")) > 5
    assert ends["bare" if "bare" in powers["w"] | powers["b"] else "kings"] > 5


def telling(before: Standing) -> list[str]:
    """The moves that leave the other side none; without, those that capture; without, all."""
    armies = law(before)
    here = read(before.line(armies.plain), armies)
    after = {line(move): made(here, move) for move in legal(here)}
    last = [move for move, there in after.items() if not legal(there)]
    takes = [move for move, there in after.items() if there.quiet == 0 and move[1] != "@"]
    return sorted(last or takes or after)
