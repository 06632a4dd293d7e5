"""A match of Bid Chess as a PGN text: what was bid, the position at the reveal, and the moves.

Beside the seven usual tags: ``Variant``; ``Item`` (name, row, copies and letter, owner), ``Movement`` (letter
and Betza's notation), ``Bids`` and ``Paid`` (letters of men, with ``+`` for added ones), one part for each
item or colour; ``SetUp`` and ``FEN``; ``Termination`` as usual, and ``Ending``, the reason in one word.

``FEN`` is the usual one with the letters X, Y, Z, V, U for items. If a power has something to remember, five
words follow: men in hand, lost men, what is unused (``L`` for a leap, ``S`` for an exchange), and two sets of
squares in hexadecimal (pawns that may still step two squares from the third rank, men that were pawns). A
drop is ``N@f3``; an exchange of the king is no move in PGN and stands in a comment behind ``--``.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from games.rules.bid_chess.position import opened, write
from games.rules.bid_chess.setup import men_of
from games.rules.bid_chess.setup import read as read_setup
from games.rules.bid_chess.state import BidChessState, both, colour, row, seat_of
from games.rules.bid_chess.turn import lost
from games.rules.exports import Told

COLUMNS = 79
COLOURS = ("White", "Black")
TERMINATIONS = {"time": "time forfeit", "": "unterminated"}


def pgn(told: Told) -> str:
    """The whole text, in lines of at most 80 columns but for tags."""
    state: BidChessState = told.view.state
    events = [event for turn in told.events for event in turn]
    tags = "\n".join([f'[{name} "{_quoted(value)}"]' for name, value in _tags(told, state, events)])
    moves = textwrap.wrap(
        " ".join([*_moves(events), _result(state)]), COLUMNS, break_long_words=False, break_on_hyphens=False
    )
    return f"{tags}\n\n" + "\n".join(moves) + "\n"


def _quoted(value: str) -> str:
    """A value as it may stand in a tag."""
    printable = "".join([letter if letter.isprintable() else " " for letter in value])
    return printable.replace("\\", "\\\\").replace('"', '\\"')


def _tags(told: Told, state: BidChessState, events: Sequence[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    yield "Event", told.match
    yield "Site", told.site
    yield "Date", told.began.replace("-", ".")
    yield "Round", "-"
    yield "White", told.names[state.white]
    yield "Black", told.names[1 - state.white]
    yield "Result", _result(state)
    yield "Variant", "Bid Chess"
    yield "Item", "; ".join(_items(state)) or "-"
    yield (
        "Movement",
        "; ".join([f"{award.letter}:{row(state, award.row).betza}" for award in _men(state)]) or "-",
    )
    yield "Bids", "; ".join(_bids(state, events)) or "-"
    yield "Paid", "; ".join(_paid(state, events)) or "-"
    reveal = _fen(state, events)
    if reveal:
        yield "SetUp", "1"
        yield "FEN", reveal
    reason = state.result.reason if state.result else ""
    yield "Termination", TERMINATIONS.get(reason, "normal")
    if reason:
        yield "Ending", reason


def _result(state: BidChessState) -> str:
    if state.result is None:
        return "*"
    if not state.result.winners:
        return "1/2-1/2"
    return "1-0" if state.result.winners[0] == state.white else "0-1"


def _men(state: BidChessState) -> list[Any]:
    return [award for award in state.awards if award.letter]


def _items(state: BidChessState) -> Iterator[str]:
    """What was won, by whom; last what is bid for now."""
    for award in state.awards:
        men = f", {award.copies} {award.letter}" if award.letter else ""
        owner = COLOURS[colour(state, award.seat)]
        yield f"{row(state, award.row).name} (row {award.row}){men}, {owner}"
    if state.phase == "bid":
        yield f"{row(state, state.row).name} (row {state.row})"


def _bids(state: BidChessState, events: Sequence[dict[str, Any]]) -> Iterator[str]:
    for event in events:
        if event["kind"] == "bids":
            bids = event["data"]["bids"]
            yield f"White {bids[state.white]}, Black {bids[1 - state.white]}"


def _paid(state: BidChessState, events: Sequence[dict[str, Any]]) -> Iterator[str]:
    for event in events:
        if event["kind"] in ("paid", "added"):
            men = event["data"]["men"].replace(" ", "")
            sign = "+" if event["kind"] == "added" else ""
            yield f"{COLOURS[colour(state, event['data']['seat'])]} {sign}{men}"


def _fen(state: BidChessState, events: Sequence[dict[str, Any]]) -> str:
    """The position at the reveal; empty before it."""
    setups = {event["data"]["seat"]: event["data"]["setup"] for event in events if event["kind"] == "setup"}
    if not setups:
        return ""
    armies = both(state)
    placements = [read_setup(setups[seat_of(state, turn)]) for turn in (0, 1)]
    gone = lost(state) if state.options.lost == "all" else None
    words = write(opened(armies, men_of(placements, armies.kinds), gone)).split(" ")
    return " ".join([*words[:5], "1", *words[6:]])


def _moves(events: Sequence[dict[str, Any]]) -> Iterator[str]:
    """The moves with their numbers; a draw that is offered, in a comment."""
    for event in events:
        if event["kind"] == "move":
            ply, san = event["data"]["ply"], event["data"]["san"]
            if ply % 2 == 0:
                yield f"{ply // 2 + 1}."
            yield f"-- {{{san}}}" if san.startswith("swap") else san
        elif event["kind"] == "offer":
            yield "{draw offered}"
