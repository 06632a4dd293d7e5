"""Where everything stands: a position as an immutable value of bit boards, and the line it is kept as.

What is legal in it is the business of ``moves.py``, what a move does to it that of ``making.py``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

import msgspec

from games.rules.bid_chess.army import BLACK, WHITE, Armies
from games.rules.bid_chess.men import KING, LETTERS, PAWN

FILES = "abcdefgh"
NAMES = tuple([f"{file}{rank}" for rank in range(1, 9) for file in FILES])
RIGHTS = "KQkq"
"""Castling, by bit: White's king's side, White's queen's side, Black's."""
SPARE = "LlSs"
"""What can be used once, by bit: the leap of White's king, of Black's, the exchange of each."""

Men = Sequence[int]
"""One colour's men: for each kind the squares it stands on, as bits."""
Counts = tuple[int, ...]


class Extra(msgspec.Struct, frozen=True, kw_only=True):
    """What powers make a position remember. Tuples go by colour, then by kind.

    ``hands`` are captured men that may be dropped, ``lost`` own men that were captured and are off the board,
    ``spare`` the bits of what is still unused, ``fresh`` the pawns deployed on the third rank that may still
    step two squares, ``promoted`` the men that were pawns.
    """

    hands: tuple[Counts, Counts]
    lost: tuple[Counts, Counts]
    spare: int = 0
    fresh: int = 0
    promoted: int = 0


class Position(msgspec.Struct, frozen=True, gc=False):
    """A position: whose turn it is, the men and the taken squares of each colour, and what else counts.

    ``ep`` is the square that a pawn has just stepped over (0 for none), ``quiet`` the plies since a capture,
    a pawn's move or a drop, ``ply`` the plies since the reveal.
    """

    armies: Armies
    turn: int
    men: tuple[Men, Men]
    taken: tuple[int, int]
    rights: int
    ep: int
    quiet: int
    ply: int
    extra: Extra | None


def at(position: Position, square: int) -> str:
    """The letter of the man on a square, capital for White; empty for an empty square."""
    bit = 1 << square
    for colour in (WHITE, BLACK):
        if position.taken[colour] & bit:
            number = next(number for number, men in enumerate(position.men[colour]) if men & bit)
            return cased(LETTERS[number], colour)
    return ""


def cased(letter: str, colour: int) -> str:
    """A letter as it stands on the board."""
    return letter.lower() if colour else letter


CASED = tuple([tuple([cased(letter, colour) for letter in LETTERS]) for colour in (WHITE, BLACK)])
PLACES = {letter: (colour, at) for colour, row in enumerate(CASED) for at, letter in enumerate(row)}


def name(square: int) -> str:
    """A square as people write it, such as ``e4``."""
    return NAMES[square]


def square(text: str) -> int:
    """The square of a name; raises ``ValueError`` for anything else."""
    if len(text) != 2 or text[1] not in "12345678":
        raise ValueError(text)
    return FILES.index(text[0]) + 8 * (int(text[1]) - 1)


def write(position: Position) -> str:
    """The position as a line: board, turn, castling, en passant, quiet plies, plies, what powers need."""
    words = [
        board(position),
        "wb"[position.turn],
        _letters(RIGHTS, position.rights),
        name(position.ep) if position.ep else "-",
        str(position.quiet),
        str(position.ply),
    ]
    extra = position.extra
    if extra is not None:
        words += [_counts(extra.hands), _counts(extra.lost), _letters(SPARE, extra.spare)]
        words += [f"{extra.fresh:x}", f"{extra.promoted:x}"]
    return " ".join(words)


def board(position: Position) -> str:
    """The men from the eighth rank down, as in FEN."""
    letters = [" "] * 64
    for men, cased_letters in zip(position.men, CASED, strict=True):
        for letter, bits in zip(cased_letters, men, strict=False):
            for found in squares(bits):
                letters[found] = letter
    text = "".join(letters)
    return "/".join([_rank(text[at : at + 8]) for at in range(56, -1, -8)])


def squares(bits: int) -> list[int]:
    """The squares of a bit board, lowest first."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found


@lru_cache(maxsize=4096)
def _rank(letters: str) -> str:
    """A rank with its empty squares counted; most ranks stay as they were from move to move."""
    return re.sub(" +", lambda empty: str(len(empty[0])), letters)


def _letters(all_letters: str, bits: int) -> str:
    return "".join([letter for place, letter in enumerate(all_letters) if bits >> place & 1]) or "-"


def _counts(both: tuple[Counts, Counts]) -> str:
    found = [
        cased(LETTERS[number], colour) * count
        for colour in (WHITE, BLACK)
        for number, count in enumerate(both[colour])
    ]
    return "".join(found) or "-"


def read(line: str, armies: Armies) -> Position:
    """The position of a line that ``write`` made; raises ``ValueError`` for anything else."""
    words = line.split(" ")
    men = _placed(words[0], armies.kinds)
    return Position(
        armies,
        "wb".index(words[1]),
        men,
        (sum(men[WHITE]), sum(men[BLACK])),
        _bits(RIGHTS, words[2]),
        0 if words[3] == "-" else square(words[3]),
        int(words[4]),
        int(words[5]),
        _extra(words[6:], armies),
    )


def _placed(text: str, kinds: int) -> tuple[list[int], list[int]]:
    men = ([0] * kinds, [0] * kinds)
    for rank, row in enumerate(text.split("/")):
        bit = 1 << 8 * (7 - rank)
        for letter in row:
            if letter in PLACES:
                colour, number = PLACES[letter]
                men[colour][number] |= bit
                bit <<= 1
            else:
                bit <<= int(letter)
    if not all(kings[KING] for kings in men):
        raise ValueError(text)
    return men


def _bits(all_letters: str, found: str) -> int:
    return sum([1 << all_letters.index(letter) for letter in found if letter != "-"])


def _extra(words: Sequence[str], armies: Armies) -> Extra | None:
    if armies.plain:
        return None
    hands, lost, spare, fresh, promoted = words or ("-", "-", "-", "0", "0")
    return Extra(
        hands=_counted(hands, armies.kinds),
        lost=_counted(lost, armies.kinds),
        spare=_bits(SPARE, spare),
        fresh=int(fresh, 16),
        promoted=int(promoted, 16),
    )


def _counted(text: str, kinds: int) -> tuple[Counts, Counts]:
    white = tuple([text.count(letter) for letter in LETTERS[:kinds]])
    black = tuple([text.count(letter) for letter in LETTERS[:kinds].lower()])
    return white, black


def opened(armies: Armies, men: tuple[Men, Men], lost: tuple[Counts, Counts] | None = None) -> Position:
    """The position at the reveal: White to move, all powers unused; kings and rooks at home may castle."""
    law, none = armies.law, (0,) * armies.kinds
    extra = None
    if not armies.plain:
        owners = [power in side.powers for power in ("leap", "sacrifice") for side in armies.sides]
        fresh = (men[WHITE][PAWN] & 0xFF0000 | men[BLACK][PAWN] & 0xFF0000000000) if law.double else 0
        spare = sum([1 << place for place, owned in enumerate(owners) if owned])
        extra = Extra(hands=(none, none), lost=lost or (none, none), spare=spare, fresh=fresh)
    rights = _at_home(men) if law.castling else 0
    return Position(armies, WHITE, men, (sum(men[WHITE]), sum(men[BLACK])), rights, 0, 0, 0, extra)


def _at_home(men: tuple[Men, Men]) -> int:
    """The castling rights of kings and rooks that were deployed where they usually stand."""
    rook = LETTERS.index("R")
    found = 0
    for place, (king, corner) in enumerate(((4, 7), (4, 0), (60, 63), (60, 56))):
        own = men[place // 2]
        if own[KING] >> king & 1 and own[rook] >> corner & 1:
            found |= 1 << place
    return found
