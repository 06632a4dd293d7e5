"""The setup behind the barrier: how a placement is written, which are legal, and what silence means.

A placement is three rows of eight letters, the own first rank first, files from a to h for both colours.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from games.rules.bid_chess.auction import MOST_MEN, additions, letters, minus, payments, plus
from games.rules.bid_chess.men import ARRAY, LETTERS
from games.rules.bid_chess.position import Counts, name
from games.rules.bid_chess.state import BidChessState, kinds, lot
from games.rules.game import IllegalOrder, Seat, gettext_noop

_ = gettext_noop

RANKS, FILES = 3, 8
HOME = "RNBQKBNR"
THIRD = (19, 20, 18, 21, 17, 22, 16, 23)
"""The squares of the third rank in the order in which silence fills them: d3 e3 c3 f3 b3 g3 a3 h3."""
LEFT_OUT = {"P": (8, 15, 9, 14, 10, 13, 11, 12), "N": (1, 6), "B": (2, 5), "R": (0, 7), "Q": (3,)}
"""The squares of the array that stay empty first when men are missing."""
Placement = tuple[str, ...]
"""A letter for each of the 24 squares, from the own side's a1; empty where nobody stands."""


def army(state: BidChessState, seat: Seat) -> dict[str, int]:
    """How many men of each letter a seat has to place, before what is still due."""
    found = dict(zip(LETTERS[: len(ARRAY)], state.men[seat], strict=True)) | {"K": 1}
    for award in state.awards:
        if award.letter and award.seat == seat:
            found[award.letter] = award.copies
    return found


def others(state: BidChessState, seat: Seat) -> int:
    """The king and the men that were bid for."""
    return 1 + sum([award.copies for award in state.awards if award.seat == seat])


def copies(state: BidChessState, seat: Seat) -> int:
    """How many copies of what is bid for now a seat gets if it wins.

    An army has at most 24 men, as many as there are squares to set them up on; what a lot has more is lost.
    Men to be added for earlier bids have their places already; men to be given up for this one make none.
    """
    free = MOST_MEN - sum(state.men[seat]) - others(state, seat)
    if state.dues[seat] < 0:
        free -= sum(additions(-state.dues[seat], state.men[seat], others(state, seat))[0])
    return min(lot(state, state.row), free)


def read(text: str) -> Placement:
    """The placement of a text, whatever men stand in it; raises ``IllegalOrder`` for any other text."""
    rows = [row for row in re.split(r"[/;\n]", re.sub(r"[^\S\n]", "", text)) if row]
    if len(rows) == 1 and len(rows[0]) == RANKS * FILES:
        rows = [rows[0][at : at + FILES] for at in range(0, RANKS * FILES, FILES)]
    spread = [re.sub(r"[1-8]", lambda digit: "." * int(digit[0]), row).upper() for row in rows]
    if len(spread) != RANKS or any(len(row) != FILES for row in spread):
        raise IllegalOrder(
            _(
                "A setup has three rows of eight squares, your first rank first, with a point for an empty"
                " square, such as “{example}”."
            ),
            "no_setup",
            example="RNBQKBNR/PPPPPPPP/........",
        )
    return tuple(["" if letter == "." else letter for row in spread for letter in row])


def written(placement: Placement) -> str:
    """The canonical text of a placement."""
    rows = ["".join([letter or "." for letter in placement[at : at + FILES]]) for at in (0, 8, 16)]
    return "/".join(rows)


def checked(state: BidChessState, seat: Seat, placement: Placement) -> Placement:
    """The placement if it is legal for a seat; raises ``IllegalOrder`` that says what is wrong and right."""
    flipped = seat != state.white
    _check_letters(state, placement, flipped)
    _check_pawns(placement, flipped)
    _check_men(state, seat, placement)
    _check_bishops(placement, flipped)
    return placement


def check_shape(placement: Placement) -> None:
    """Refuse what no army could ever set up: pawns on the first rank, bishops on one colour."""
    _check_pawns(placement, flipped=False)
    _check_bishops(placement, flipped=False)


def _check_letters(state: BidChessState, placement: Placement, flipped: bool) -> None:
    known = kinds(state)
    for at, letter in enumerate(placement):
        if letter and letter not in known:
            raise IllegalOrder(
                _("“{letter}” on {square} is no man of this match; the men are {letters}."),
                "no_letter",
                letter=letter if letter.isprintable() else "�",
                square=_named(at, flipped),
                letters=" ".join(known),
            )


def _check_pawns(placement: Placement, flipped: bool) -> None:
    wrong = [_named(at, flipped) for at in range(FILES) if placement[at] == "P"]
    if wrong:
        raise IllegalOrder(
            _("A pawn may not stand on your first rank ({squares}); put it on the second or third."),
            "pawn_first",
            squares=", ".join(wrong),
        )


def _check_men(state: BidChessState, seat: Seat, placement: Placement) -> None:
    """All men have to be placed; with a hidden payment, all but men of just that value."""
    have = army(state, seat)
    placed = {letter: placement.count(letter) for letter in kinds(state)}
    due = state.dues[seat]
    free = LETTERS[: len(ARRAY)] if due else ""
    for letter, count in placed.items():
        if letter not in free and count != have.get(letter, 0):
            raise IllegalOrder(
                _("You have {count} × {letter} to place, and this setup has {placed}."),
                "wrong_men",
                letter=letter,
                count=have.get(letter, 0),
                placed=count,
            )
    if due and not _pays(state, seat, placement):
        message = _(
            "Your bids cost {due}: of {men} leave out men worth just that and place all others; this setup"
            " has {placed}."
        )
        if due < 0:
            message = _(
                "Your bids add {due}: place {men} and more men worth just that; this setup has {placed}."
            )
        raise IllegalOrder(
            message,
            "wrong_payment",
            due=abs(due),
            men=letters(state.men[seat]) or "–",
            placed=letters(ordinary(placement)) or "–",
        )


def _pays(state: BidChessState, seat: Seat, placement: Placement) -> bool:
    """Whether the men that a setup leaves away, or those it adds, are worth what is due.

    That is how a hidden payment is made: nobody names it before the reveal.
    """
    men, placed, due = state.men[seat], ordinary(placement), state.dues[seat]
    if due > 0:
        return minus(men, placed) in payments(due, men)
    return minus(placed, men) in additions(-due, men, others(state, seat))


def ordinary(placement: Placement) -> Counts:
    """How many ordinary men but the king stand in a placement."""
    return tuple([placement.count(letter) for letter in LETTERS[: len(ARRAY)]])


def _check_bishops(placement: Placement, flipped: bool) -> None:
    found = [at for at, letter in enumerate(placement) if letter == "B"]
    dark = sum([_dark(at) != flipped for at in found])
    if abs(len(found) - 2 * dark) > 1:
        raise IllegalOrder(
            _(
                "Bishops stand on squares of both colours: {dark} on dark and {light} on light ones is too"
                " uneven; the numbers may differ by one."
            ),
            "bishops",
            dark=dark,
            light=len(found) - dark,
        )


def _dark(at: int) -> bool:
    """Whether a square is dark, as White sees it; for Black all are the other way round."""
    return (at // FILES + at % FILES) % 2 == 0


def _named(at: int, flipped: bool) -> str:
    rank = at // FILES
    return name(at % FILES + FILES * (7 - rank if flipped else rank))


def usual(state: BidChessState, seat: Seat) -> Placement:
    """The setup that silence means: the ordinary array without what is missing, the rest before it.

    Where many bishops find no squares of the right colours that way, all men are set up anew.
    """
    due = state.dues[seat]
    men = state.men[seat]
    if due > 0:
        men = minus(men, payments(due, men)[0])
    elif due < 0:
        men = plus(men, additions(-due, men, others(state, seat))[0])
    left = army(state, seat) | dict(zip(LETTERS[: len(ARRAY)], men, strict=True))
    everybody = dict(left)
    placement = _array(left)
    pawns = left.pop("P")
    rest = [
        letter
        for letter in [*sorted(set(left) - set("KQRBN")), *"QRBN"]
        for _each in range(left.get(letter, 0))
    ]
    second = [at for at in range(FILES, 2 * FILES) if not placement[at]]
    first = [at for at in range(FILES) if not placement[at]]
    order = [*THIRD, *second, *first]
    if len(THIRD) + len(second) - len(rest) < pawns:
        order = [*first, *THIRD, *second]
    if _filled(placement, [*rest, *"P" * pawns], order):
        return tuple(placement)
    return _anew(everybody)


def _filled(placement: list[str], letters: Sequence[str], order: Sequence[int]) -> bool:
    """Whether all these men found a square, each the first that suits it."""
    for letter in letters:
        at = next((at for at in order if not placement[at] and _suits(placement, at, letter)), -1)
        if at < 0:
            return False
        placement[at] = letter
    return True


def _anew(men: dict[str, int]) -> Placement:
    """Bishops first, from a1 on, so that their colours alternate; then the others, pawns last."""
    placement = [""] * RANKS * FILES
    letters = [letter for letter in sorted(men, key="KQRN".find) if letter not in "BP"]
    others = [letter for letter in letters for _each in range(men[letter])]
    _filled(placement, [*"B" * men["B"], *others, *"P" * men["P"]], [*range(FILES), *THIRD, *range(8, 16)])
    return tuple(placement)


def _array(left: dict[str, int]) -> list[str]:
    """The ordinary array with the men there are; takes them out of ``left``."""
    placement = [*HOME, *"P" * FILES, *[""] * FILES]
    for letter, gaps in LEFT_OUT.items():
        missing = max(0, len(gaps) - left[letter])
        for at in gaps[:missing]:
            placement[at] = ""
        left[letter] -= len(gaps) - missing
    return placement


def _suits(placement: Sequence[str], at: int, letter: str) -> bool:
    """Whether a man may come to an empty square beside those that stand already."""
    if letter == "P":
        return at >= FILES
    if letter != "B":
        return True
    dark = sum([_dark(other) for other, there in enumerate(placement) if there == "B"])
    count = sum([there == "B" for there in placement])
    return abs(count + 1 - 2 * (dark + _dark(at))) <= 1


def men_of(placements: Sequence[Placement], kinds_count: int) -> tuple[list[int], list[int]]:
    """The bit boards of both setups, White's first."""
    boards = ([0] * kinds_count, [0] * kinds_count)
    for colour, placement in enumerate(placements):
        for at, letter in enumerate(placement):
            if letter:
                square = at % FILES + FILES * (7 - at // FILES if colour else at // FILES)
                boards[colour][LETTERS.index(letter)] |= 1 << square
    return boards
