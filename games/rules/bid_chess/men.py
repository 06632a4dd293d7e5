"""The list: 41 men, powers and restrictions as data. Values and lots are our own estimates."""

from __future__ import annotations

from typing import Literal

import msgspec

from games.rules.game import gettext_noop

_ = gettext_noop

Power = Literal["", "bare", "enlist", "leap", "restrict", "sacrifice", "single", "stalemate"]

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(6)
LETTERS = "PNBRQKXYZVU"
"""The letter of each kind on the board: the six ordinary ones, then the items in the order they were won."""
VALUES = (1, 3, 3, 5, 9)
"""What an ordinary man is worth when it is given up."""
ARRAY = (8, 2, 2, 2, 1)
"""How many pawns, knights, bishops, rooks and queens an army begins with."""
ORDINARY = ("", "N", "B", "R", "Q", "K")
"""How the ordinary men but the pawn move."""
NAMES = (_("Pawn"), _("Knight"), _("Bishop"), _("Rook"), _("Queen"), _("King"))
"""How the ordinary men are called, in the order of their letters."""


class Row(msgspec.Struct, frozen=True):
    """One row of the list.

    ``name`` and ``words`` are message ids, ``betza`` is how a man moves (empty for a power), ``value`` what
    one copy is worth in pawns, ``lot`` how many copies one bid buys.
    """

    number: int
    name: str
    words: str
    value: float
    lot: int = 1
    betza: str = ""
    power: Power = ""


_BN = _("moves as bishop or knight")
_A = _("leaps exactly two squares diagonally, over anything")
_C = _("leaps three squares one way and one to the side, over anything")
_RN = _("moves as rook or knight")
_K = _("steps one square any way like a king, but may be captured")
_B = _("moves as bishop")
_F = _("steps one square diagonally")
_G = _("leaps four squares one way and one to the side, over anything")

ROWS: tuple[Row, ...] = (
    Row(1, _("Adjutant"), _BN, 8, 1, "BN"),
    Row(2, _("Alfil"), _A, 1, 3, "A"),
    Row(3, _("Bare King"), _("the owner wins by capturing the last man beside the king"), 0.5, power="bare"),
    Row(4, _("Camel"), _A, 1, 3, "A"),
    Row(5, _("Camel"), _C, 2, 2, "C"),
    Row(6, _("Camel"), _C, 2, 2, "C"),
    Row(7, _("Cannon"), _("moves as rook; captures along a rook's line over exactly one man"), 4, 1, "mRcpR"),
    Row(8, _("Cannon"), _("moves as rook"), 5, 1, "R"),
    Row(9, _("Centaur"), _RN, 8.5, 1, "RN"),
    Row(10, _("Centurion"), _("steps like a king or leaps like a knight; may be captured"), 7, 1, "KN"),
    Row(11, _("Champion"), _RN, 8.5, 1, "RN"),
    Row(12, _("Chancellor"), _RN, 8.5, 1, "RN"),
    Row(13, _("Concubine"), _RN, 8.5, 1, "RN"),
    Row(14, _("Counsellor"), _K, 3, 1, "K"),
    Row(15, _("Courier"), _B, 3, 1, "B"),
    Row(16, _("Crowned Rook"), _("moves as rook or one step like a king"), 6.5, 1, "RF"),
    Row(17, _("Decurion"), _F, 1.5, 2, "F"),
    Row(18, _("Dragoon"), _B, 3, 1, "B"),
    Row(
        19,
        _("Enlisting Captives"),
        _("men that the owner captures change sides, and may be placed instead of moving"),
        6,
        power="enlist",
    ),
    Row(20, _("Equerry"), _BN, 8, 1, "BN"),
    Row(21, _("Gaja"), _("steps one square diagonally any way, or one straight forward"), 2.5, 1, "FfW"),
    Row(22, _("Gazelle"), _C, 2, 2, "C"),
    Row(23, _("General"), _("moves as queen or knight"), 12, 1, "QN"),
    Row(24, _("Giraffe"), _G, 1.2, 3, "(1,4)"),
    Row(
        25, _("Griffon"), _("steps one square diagonally, then may go on outward like a rook"), 8, 1, "t[FR]"
    ),
    Row(26, _("Guard"), _RN, 8.5, 1, "RN"),
    Row(27, _("Jester"), _("steps one square along rank or file"), 1.5, 2, "W"),
    Row(
        28,
        _("King's Leap"),
        _("once in the match the owner's king may move like a knight"),
        0.7,
        power="leap",
    ),
    Row(29, _("Lion"), _("leaps exactly four squares along rank or file, over anything"), 0.5, 3, "(0,4)"),
    Row(30, _("Mantri"), _F, 1.5, 2, "F"),
    Row(31, _("Marshal"), _RN, 8.5, 1, "RN"),
    Row(
        32,
        _("Restricted Promotion"),
        _("the owner's pawns promote only to own men that are lost"),
        -0.5,
        power="restrict",
    ),
    Row(33, _("Rhinoceros"), _BN, 8, 1, "BN"),
    Row(
        34,
        _("Sacrifice"),
        _("the owner's king, when checkmated, may change places with a piece of its side"),
        3,
        power="sacrifice",
    ),
    Row(35, _("Scout"), _B, 3, 1, "B"),
    Row(36, _("Single-Move Pawn"), _("the owner's pawns never move two squares"), -0.7, power="single"),
    Row(37, _("Sow"), _K, 3, 1, "K"),
    Row(38, _("Sow"), _A, 1, 3, "A"),
    Row(
        39, _("Stalemate = Win"), _("the owner wins when the opponent is stalemated"), 0.5, power="stalemate"
    ),
    Row(40, _("Unicorn"), _BN, 8, 1, "BN"),
    Row(41, _("Vizier"), _G, 1.2, 3, "(1,4)"),
)
