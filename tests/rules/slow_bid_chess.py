"""Bid Chess again, slowly and from the rules text alone: a yardstick for the real moves, not a part of them.

The board is a dictionary from (file, rank) to a letter, capital for White; every move is tried out. Nothing
of the real rules is used; only the line that a position is stored as is written here once more.
"""

from __future__ import annotations

import dataclasses
import functools
from collections import Counter
from collections.abc import Iterator, Mapping

At = tuple[int, int]
Board = dict[At, str]

FILES = "abcdefgh"
LETTERS = "PNBRQKXYZVU"
SQUARES = [(x, y) for y in range(8) for x in range(8)]


def turned(m: int, n: int) -> list[At]:
    """A step in all its directions."""
    return sorted({(x * a, y * b) for x, y in ((m, n), (n, m)) for a in (1, -1) for b in (1, -1)})


STRAIGHT, DIAGONAL, HORSE = turned(0, 1), turned(1, 1), turned(1, 2)
AROUND = STRAIGHT + DIAGONAL
LEAPS = {"N": HORSE, "K": AROUND, "A": turned(2, 2), "C": turned(1, 3), "F": DIAGONAL, "W": STRAIGHT}
LEAPS |= {"(1,4)": turned(1, 4), "(0,4)": turned(0, 4)}
SLIDES = {"B": DIAGONAL, "R": STRAIGHT, "Q": AROUND}


def slide(board: Board, at: At, step: At) -> Iterator[At]:
    """The squares one after the other as far as the first man, his own too."""
    x, y = at[0] + step[0], at[1] + step[1]
    while 0 <= x < 8 and 0 <= y < 8:
        yield x, y
        if (x, y) in board:
            return
        x, y = x + step[0], y + step[1]


def leap(at: At, steps: list[At]) -> list[At]:
    return [(at[0] + x, at[1] + y) for x, y in steps if 0 <= at[0] + x < 8 and 0 <= at[1] + y < 8]


def griffon(board: Board, at: At) -> Iterator[At]:
    """One square diagonally; from there outward along the rank or the file."""
    for x, y in DIAGONAL:
        for corner in leap(at, [(x, y)]):
            yield corner
            if corner not in board:
                yield from slide(board, corner, (x, 0))
                yield from slide(board, corner, (0, y))


def cannon(board: Board, at: At) -> tuple[set[At], set[At]]:
    """The empty squares of a rook's lines, and the man behind the first man of each."""
    quiet, hits = set(), set()
    for step in STRAIGHT:
        path = list(slide(board, at, step))
        quiet |= {to for to in path if to not in board}
        if path and path[-1] in board:
            behind = list(slide(board, path[-1], step))
            hits |= {to for to in behind[-1:] if to in board}
    return quiet, hits


def reached(board: Board, at: At, how: str, forward: int) -> tuple[set[At], set[At]]:
    """Where a man that moves in this way may go, and what squares it attacks."""
    if how == "mRcpR":
        return cannon(board, at)
    if how == "t[FR]":
        found = set(griffon(board, at))
    elif how == "FfW":
        found = set(leap(at, [*DIAGONAL, (0, forward)]))
    else:
        found = {to for part in ([how] if how in LEAPS else how) for to in leap(at, LEAPS.get(part, []))}
        for step in [step for part in how for step in SLIDES.get(part, [])]:
            found.update(slide(board, at, step))
    return found, found


@functools.cache
def lines(at: At, how: str, forward: int) -> set[At]:
    """All that a man could ever attack from a square, were nothing else on the board."""
    quiet, hits = reached({}, at, how, forward)
    return quiet | hits


@dataclasses.dataclass
class Standing:
    """A position. ``hand`` and ``lost`` count letters, ``unused`` holds some of ``LlSs``.

    ``ways`` tells how X, Y … move; ``powers`` what White and Black own; ``options`` those of the match.
    """

    ways: Mapping[str, str]
    powers: Mapping[str, set[str]]
    options: Mapping[str, str]
    board: Board
    turn: str
    castles: str
    passed: At | None
    quiet: int
    ply: int
    hand: Counter[str] = dataclasses.field(default_factory=Counter)
    lost: Counter[str] = dataclasses.field(default_factory=Counter)
    unused: str = ""
    fresh: set[At] = dataclasses.field(default_factory=set)
    promoted: set[At] = dataclasses.field(default_factory=set)

    # who is who

    def own(self, letter: str) -> bool:
        return letter.isupper() == (self.turn == "w")

    def mine(self, letter: str) -> str:
        return letter.upper() if self.turn == "w" else letter.lower()

    def theirs(self, letter: str) -> str:
        return letter.lower() if self.turn == "w" else letter.upper()

    def power(self, name: str) -> bool:
        return name in self.powers[self.turn]

    @property
    def forward(self) -> int:
        return 1 if self.turn == "w" else -1

    def rank(self, number: int) -> int:
        """A rank as its owner counts it, from 1."""
        return number - 1 if self.turn == "w" else 8 - number

    # attacks

    def attacked(self, board: Board, square: At) -> bool:
        """Whether the side that is not to move attacks a square."""
        white = self.turn == "w"
        for at, letter in board.items():
            if letter.isupper() == white:
                continue
            kind, forward = letter.upper(), -self.forward
            if kind == "P":
                if square[1] == at[1] + forward and abs(square[0] - at[0]) == 1:
                    return True
                continue
            how = self.ways.get(kind, kind)
            if square in lines(at, how, forward) and square in reached(board, at, how, forward)[1]:
                return True
        return False

    def safe(self, board: Board) -> bool:
        """Whether no king of the side to move is attacked on a board."""
        king = self.mine("K")
        return not self.attacked(board, next(at for at, letter in board.items() if letter == king))

    # moves

    def moves(self) -> set[str]:
        """The lines of all legal moves."""
        found = {move for move in self.tries() if self.safe(self.moved(move))}
        if self.ply == 0:
            quiet = {move for move in found if move[1] == "@" or square(move[2:4]) not in self.board}
            found = quiet if quiet or self.options["first_ban"] == "strict" else found
        if not found and self.mine("S") in self.unused and not self.safe(self.board):
            swaps = {f"swap {name(at)}" for at in self.pieces()}
            found = {move for move in swaps if self.safe(self.moved(move))}
        return found

    def pieces(self) -> list[At]:
        """Own men other than pawns and the king."""
        return [at for at, man in self.board.items() if self.own(man) and man.upper() not in "PK"]

    def tries(self) -> Iterator[str]:
        """Moves that may leave the own king attacked."""
        for at, letter in self.board.items():
            if not self.own(letter):
                continue
            kind = letter.upper()
            if kind == "P":
                yield from self.of_pawn(at)
                continue
            quiet, hits = reached(self.board, at, self.ways.get(kind, kind), self.forward)
            for to in quiet | hits:
                if self.empty(to) if to in quiet and to not in hits else self.free(to):
                    yield name(at) + name(to)
            if kind == "K":
                yield from self.of_king(at)
        if self.power("enlist"):
            yield from self.drops()

    def empty(self, to: At) -> bool:
        return to not in self.board

    def free(self, to: At) -> bool:
        """Empty, or held by an enemy other than the king."""
        return self.empty(to) or self.prey(to)

    def prey(self, to: At) -> bool:
        return to in self.board and not self.own(self.board[to]) and self.board[to].upper() != "K"

    def of_pawn(self, at: At) -> Iterator[str]:
        goals = []
        (one,) = leap(at, [(0, self.forward)])
        if self.empty(one):
            goals.append(one)
            may = at[1] == self.rank(2) or at in self.fresh
            two = (at[0], at[1] + 2 * self.forward)
            if may and not self.power("single") and self.empty(two):
                goals.append(two)
        goals += [
            to
            for to in leap(at, [(-1, self.forward), (1, self.forward)])
            if self.prey(to) or to == self.passed
        ]
        for to in goals:
            if to[1] != self.rank(8):
                yield name(at) + name(to)
                continue
            for kind in self.options["white" if self.turn == "w" else "black"]:
                if not self.power("restrict") or self.lost[self.mine(kind)]:
                    yield name(at) + name(to) + kind

    def of_king(self, at: At) -> Iterator[str]:
        """Castling and the leap."""
        if self.mine("L") in self.unused and (
            self.options["leap"] == "free" or not self.attacked(self.board, at)
        ):
            yield from (name(at) + name(to) for to in leap(at, HORSE) if self.free(to))
        home = self.rank(1)
        for letter, over, between in (("K", 5, (5, 6)), ("Q", 3, (1, 2, 3))):
            if self.mine(letter) in self.castles and all(self.empty((x, home)) for x in between):
                passing = {to: man for to, man in self.board.items() if to != at} | {
                    (over, home): self.mine("K")
                }
                if self.safe(self.board) and self.safe(passing):
                    yield name(at) + name((6 if letter == "K" else 2, home))

    def drops(self) -> Iterator[str]:
        half = {self.rank(number) for number in (2, 3, 4)}
        for letter in +self.hand:
            if self.own(letter):
                for to in SQUARES:
                    if self.empty(to) and (letter.upper() != "P" or to[1] in half):
                        yield f"{letter.upper()}@{name(to)}"

    # what a move does

    def moved(self, move: str) -> Board:
        """The board after a move."""
        board = dict(self.board)
        if move[1] == "@":
            board[square(move[2:])] = self.mine(move[0])
        elif move.startswith("swap"):
            king, other = self.king, square(move[5:])
            board[king], board[other] = board[other], board[king]
        else:
            at, to, kind = square(move[:2]), square(move[2:4]), move[4:]
            board.pop(self.victim(at, to), None)
            man = board.pop(at)
            board[to] = self.mine(kind) if kind else man
            if man.upper() == "K" and abs(to[0] - at[0]) == 2 and to[1] == at[1]:
                corner = 7 if to[0] == 6 else 0
                board[((at[0] + to[0]) // 2, to[1])] = board.pop((corner, to[1]))
        return board

    @property
    def king(self) -> At:
        return next(at for at, letter in self.board.items() if letter == self.mine("K"))

    def victim(self, at: At, to: At) -> At:
        """The square on which a move captures if there is anybody: beside the pawn when it is en passant."""
        passing = self.board[at].upper() == "P" and to == self.passed and to[0] != at[0]
        return (to[0], at[1]) if passing else to

    def after(self, move: str) -> Standing:
        """The position after a move."""
        new = dataclasses.replace(
            self,
            board=self.moved(move),
            turn="b" if self.turn == "w" else "w",
            passed=None,
            quiet=self.quiet + 1,
            ply=self.ply + 1,
            hand=Counter(self.hand),
            lost=Counter(self.lost),
            fresh=set(self.fresh),
            promoted=set(self.promoted),
        )
        if move[1] == "@":
            new.hand[self.mine(move[0])] -= 1
            new.quiet = 0
            return new
        for letter, corners in (("K", "e1 h1"), ("Q", "e1 a1"), ("k", "e8 h8"), ("q", "e8 a8")):
            if any(corner in move for corner in corners.split()):
                new.castles = new.castles.replace(letter, "")
        if move.startswith("swap"):
            self.swap(new, square(move[5:]))
        else:
            self.walk(new, square(move[:2]), square(move[2:4]), move[4:])
        return new

    def swap(self, new: Standing, other: At) -> None:
        for letter in "KQ":
            new.castles = new.castles.replace(self.mine(letter), "")
        if self.options["sacrifice"] == "once":
            new.unused = new.unused.replace(self.mine("S"), "")
        if self.options["leap"] == "unmoved":
            new.unused = new.unused.replace(self.mine("L"), "")
        if other in self.promoted:
            new.promoted = self.promoted - {other} | {self.king}

    def walk(self, new: Standing, at: At, to: At, kind: str) -> None:
        man, prey = self.board[at].upper(), self.victim(at, to)
        if prey in self.board:
            self.take(new, prey)
        new.fresh -= {at, prey}
        if at in new.promoted:
            new.promoted = new.promoted - {at} | {to}
        if man == "P":
            new.quiet = 0
            if abs(to[1] - at[1]) == 2:
                new.passed = (at[0], (at[1] + to[1]) // 2)
        if kind and self.power("restrict"):
            new.lost[self.mine(kind)] -= 1
        if kind and self.options["enlist_promoted"] == "pawn":
            new.promoted.add(to)
        leapt = {abs(to[0] - at[0]), abs(to[1] - at[1])} == {1, 2}
        if man == "K" and (leapt or self.options["leap"] == "unmoved"):
            new.unused = new.unused.replace(self.mine("L"), "")

    def take(self, new: Standing, prey: At) -> None:
        caught = self.board[prey].upper()
        new.quiet = 0
        new.lost[self.theirs(caught)] += 1
        if self.power("enlist"):
            new.hand[self.mine("P" if prey in self.promoted else caught)] += 1
        new.promoted.discard(prey)

    # ends

    def end(self, captured: bool) -> tuple[str, str] | None:
        """Why the match ends here, repetition left out, and who wins, if anybody."""
        other = "b" if self.turn == "w" else "w"
        bare = {side: self.bare(side) for side in "wb"}
        if captured and bare[self.turn] and "bare" in self.powers[other]:
            return "bare", other
        if not self.moves():
            if not self.safe(self.board):
                return "mate", other
            return "stalemate", other if "stalemate" in self.powers[other] else ""
        if all(bare.values()):
            return "kings", ""
        return ("quiet", "") if self.quiet >= 100 else None

    def bare(self, side: str) -> bool:
        men = [*self.board.values(), *(+self.hand)]
        return [man.upper() for man in men if man.isupper() == (side == "w")] == ["K"]

    # the line

    def line(self, plain: bool) -> str:
        """The line that the position is stored as; ``plain`` leaves away what only powers need."""
        rows = []
        for y in range(7, -1, -1):
            row = "".join(self.board.get((x, y), ".") for x in range(8))
            for count in range(8, 0, -1):
                row = row.replace("." * count, str(count))
            rows.append(row)
        words = ["/".join(rows), self.turn, self.castles or "-", name(self.passed) if self.passed else "-"]
        words += [str(self.quiet), str(self.ply)]
        if not plain:
            words += [counted(self.hand), counted(self.lost), self.unused or "-"]
            words += [bits(self.fresh), bits(self.promoted)]
        return " ".join(words)


def name(at: At) -> str:
    return f"{FILES[at[0]]}{at[1] + 1}"


def square(text: str) -> At:
    return FILES.index(text[0]), int(text[1]) - 1


def board_of(text: str) -> Board:
    rows = ["".join("." * int(sign) if sign.isdigit() else sign for sign in row) for row in text.split("/")]
    return {(x, 7 - y): sign for y, row in enumerate(rows) for x, sign in enumerate(row) if sign != "."}


def counted(letters: Counter[str]) -> str:
    return "".join(letter * letters[letter] for letter in LETTERS + LETTERS.lower()) or "-"


def bits(squares: set[At]) -> str:
    return f"{sum(1 << x + 8 * y for x, y in squares):x}"
