"""What stands beside the board of Bid Chess: each side's men that are not on it, and the items in words."""

from __future__ import annotations

from functools import lru_cache

from games.rules.bid_chess.auction import worth
from games.rules.bid_chess.men import LETTERS, NAMES, ORDINARY, PAWN, ROWS, Row
from games.rules.bid_chess.position import Counts, Extra, Position, name, squares
from games.rules.bid_chess.rays import kind
from games.rules.bid_chess.setup import army
from games.rules.bid_chess.state import BidChessState, colour, lot, row, seat_of
from games.rules.game import Group, Hand, Item, Seat, gettext_noop

_ = gettext_noop

MIDDLE = 27
"""The square d4, from which the move of a man is shown."""
SCREENS = 1 << 43 | 1 << 29
"""The squares d6 and f4, on which men stand to be captured over."""
IN_HAND = _("in hand")
COLOURS = (_("White"), _("Black"))
LEAP = (_("King's Leap used"), _("King's Leap still there"))
SACRIFICE = (_("Sacrifice used"), _("Sacrifice still there"))


def shape(state: BidChessState, letter: str) -> str:
    """How a man is named in a picture: its letter; with its movement if it was bid for."""
    if letter in LETTERS[: len(ORDINARY)]:
        return letter
    betza = next(row(state, award.row).betza for award in state.awards if award.letter == letter)
    return f"{letter}:{betza}"


def called(state: BidChessState, letter: str) -> str:
    """The name of a man by its letter, a message id."""
    number = LETTERS.index(letter)
    if number < len(NAMES):
        return NAMES[number]
    return next(row(state, award.row).name for award in state.awards if award.letter == letter)


# --- Items ------------------------------------------------------------------------------------------------


def items(state: BidChessState, shown: int = 0) -> tuple[Item, ...]:
    """What is bid for, then what was won; the row that is ``shown`` large needs no diagram."""
    found = []
    if state.phase == "bid":
        up = row(state, state.row)
        copies = lot(state, state.row) if up.betza else 0
        found.append(_item(up, "", None, copies, state.row != shown))
    for award in state.awards:
        card = shape(state, award.letter) if award.letter else ""
        found.append(_item(row(state, award.row), card, award.seat, award.copies, award.row != shown))
    return tuple(found)


def _item(row: Row, card: str, seat: Seat | None, copies: int, drawn: bool) -> Item:
    listed = row.number <= len(ROWS)
    facts: list[tuple[str, float]] = [(_("value"), row.value)] if listed else []
    if copies > 1:
        facts.append((_("copies"), copies))
    betza = moved_as(row)
    return Item(
        row=row.number if listed else 0,
        name=row.name,
        words=row.words,
        betza=row.betza,
        card=card or ("K" if row.power == "leap" else f"X:{betza}" if betza else ""),
        seat=seat,
        facts=tuple(facts),
        reach=reach(betza) if drawn and betza else (),
    )


def moved_as(row: Row) -> str:
    """The movement that a diagram of a row shows, that of the leap for a king; none for other powers."""
    return "N" if row.power == "leap" else row.betza


@lru_cache(maxsize=256)
def reach(betza: str) -> tuple[tuple[str, str], ...]:
    """The squares reached from d4 on an empty board, each with a mark that says how.

    A man that captures over others has two in its way.
    """
    made = kind(betza, black=False)
    screens = SCREENS if made.hops else 0
    takes = made.capture[MIDDLE][screens] & ~screens
    goes = (made.quiet or made.capture)[MIDDLE][screens] & ~screens
    marks = (("open", goes & takes), ("goes", goes & ~takes), ("takes", takes & ~goes), ("grey", screens))
    return tuple([(name(at), mark) for mark, found in marks for at in squares(found)])


# --- Each side's men --------------------------------------------------------------------------------------


def hands(state: BidChessState, here: Position | None = None) -> tuple[Hand, ...]:
    """What each seat has beside the board: before the reveal all its men, then those that are not on it."""
    return tuple([_hand(state, seat) if here is None else _beside(state, here, seat) for seat in (0, 1)])


def _hand(state: BidChessState, seat: Seat) -> Hand:
    turn = colour(state, seat)
    label = _("to set up") if state.phase == "setup" else _("army")
    men = [shape(state, letter) for letter, count in _from_king(army(state, seat)) for _each in range(count)]
    groups = [Group(label, tuple(men), bool(turn)), *_given(state, seat)]
    facts = ((_("men worth"), worth(state.men[seat])),)
    return Hand(seat, facts=facts, words=(COLOURS[turn],), men=tuple(groups))


def _from_king(men: dict[str, int]) -> list[tuple[str, int]]:
    """Kinds of men, the king first, then what was bid for, the ordinary men from the queen down."""
    ordinary = "QRBNP"
    new = [letter for letter in men if letter not in LETTERS[: len(ORDINARY)]]
    return [(letter, men[letter]) for letter in ("K", *new, *ordinary) if letter in men]


def _given(state: BidChessState, seat: Seat) -> list[Group]:
    men = _told(state, state.given[seat])
    return [Group(_("men given up"), men, bool(colour(state, seat)))] if men else []


def _told(state: BidChessState, counts: Counts) -> tuple[str, ...]:
    """Men by kind as a picture names them, those from the queen down behind what was bid for."""
    found = {LETTERS[number]: count for number, count in enumerate(counts)}
    return tuple([shape(state, letter) for letter, count in _from_king(found) for _each in range(count)])


def _beside(state: BidChessState, here: Position, seat: Seat) -> Hand:
    """During play: captured and lost men, men in hand, and what is left of powers."""
    turn = colour(state, seat)
    powers = here.armies.sides[turn].powers
    words, groups = [COLOURS[turn]], []
    extra = here.extra
    if extra is not None:
        words += _left(state, extra, turn, powers)
        if "enlist" in powers:
            groups.append(Group(IN_HAND, _told(state, extra.hands[turn]), bool(turn)))
        if "restrict" in powers:
            lost = (0, *extra.lost[turn][1:])
            groups.append(Group(_("lost, to promote to"), _told(state, lost), bool(turn)))
    if "enlist" not in powers:
        groups.append(Group(_("captured"), _told(state, _missing(state, here, 1 - turn)), not turn))
    shown = [group for group in groups if group.men or group.label == IN_HAND]
    return Hand(seat, words=tuple(words), men=(*shown, *_given(state, seat)))


def _left(state: BidChessState, extra: Extra, turn: int, powers: frozenset[str]) -> list[str]:
    """Which of the powers that work once are still there."""
    found = [LEAP[extra.spare >> turn & 1]] if "leap" in powers else []
    if "sacrifice" in powers and state.options.sacrifice == "once":
        found.append(SACRIFICE[extra.spare >> 2 + turn & 1])
    return found


def _missing(state: BidChessState, here: Position, turn: int) -> Counts:
    """The men of a colour that were captured. Where nothing counts them they are those gone from the board,
    and a pawn that was promoted is no loss, whatever became of it."""
    seat = seat_of(state, turn)
    if here.extra is not None:
        before = state.given[seat] if state.options.lost == "all" else ()
        lost = here.extra.lost[turn]
        return tuple([count - sum(before[at : at + 1]) for at, count in enumerate(lost)])
    began = army(state, seat)
    kinds = LETTERS[: here.armies.kinds]
    gone = [began.get(letter, 0) - here.men[turn][at].bit_count() for at, letter in enumerate(kinds)]
    gone[PAWN] += sum([min(0, count) for count in gone])
    return tuple([max(0, count) for count in gone])
