"""Bid Chess as PGN: its tags, its moves in short lines, and python-chess reading it."""

import io
import random

import chess.pgn
import pytest

from games.rules.bid_chess.pgn import pgn
from games.rules.chance import Chance
from games.rules.exports import Told
from tests.rules.bid_chess_table import ARRAY, BLACK, GAME, WHITE, auction, eager, here, playing, won


def text(state, events=(), names=("North", "South")):
    """The PGN of a match in a state after these events."""
    told = Told("http://localhost", "A duel", "2030-01-31", names, GAME.view(state, None), (tuple(events),))
    return pgn(told)


def after(state, *lines):
    """A state after some turns, each of which is a line or lines by seat, and the events of all."""
    told = []
    for number, line in enumerate(lines, 1):
        asked = list(GAME.decisions(state))
        texts = (line,) if isinstance(line, str) else line
        orders = {seat: GAME.check(state, seat, one) for seat, one in zip(asked, texts, strict=True)}
        state, events = GAME.resolve(state, orders, Chance(bytes(32), number))
        told += [{"kind": event.kind, "data": event.data} for event in events]
    return state, told


def read(written):
    return chess.pgn.read_game(io.StringIO(written))


def test_a_match_before_its_bids_is_no_more_than_tags():
    assert text(auction(5)).split("\n") == [
        '[Event "A duel"]',
        '[Site "http://localhost"]',
        '[Date "2030.01.31"]',
        '[Round "-"]',
        '[White "North"]',
        '[Black "South"]',
        '[Result "*"]',
        '[Variant "Bid Chess"]',
        '[Item "Camel (row 5)"]',
        '[Movement "-"]',
        '[Bids "-"]',
        '[Paid "-"]',
        '[Termination "unterminated"]',
        "",
        "*",
        "",
    ]


def test_a_running_match_tells_what_is_public_so_far():
    state, events = after(auction(5), ("bid 3; pay N", "bid -2"))
    headers = read(text(state, events)).headers
    assert headers["Item"] == "Camel (row 5), 2 X, White"
    assert (headers["Movement"], headers["Bids"], headers["Paid"]) == ("X:C", "White 3, Black -2", "White N")
    assert "FEN" not in headers
    setups = ("setup R.BQKBNR/PPPPPPPP/..X..X..", f"setup {ARRAY}")
    state, more = after(state, setups, "e4", "e5; draw?", "Xb6")
    written = text(state, events + more)
    headers = read(written).headers
    assert (headers["SetUp"], headers["Result"], headers["Termination"]) == ("1", "*", "unterminated")
    assert headers["FEN"] == "rnbqkbnr/pppppppp/8/8/8/2X2X2/PPPPPPPP/R1BQKBNR w KQkq - 0 1"
    assert written.endswith("\n\n1. e4 e5 {draw offered} 2. Xb6 *\n")


def test_men_that_are_added_and_powers_are_told():
    state, events = after(auction(39), ("bid -9", "bid -2"))
    headers = read(text(state, events)).headers
    assert (headers["Item"], headers["Paid"]) == ("Stalemate = Win (row 39), Black", "Black +PP")
    assert headers["Movement"] == "-"


@pytest.mark.parametrize(
    ("lines", "result", "termination", "ending"),
    [
        (("f3", "e5", "g4", "Qh4"), "0-1", "normal", "mate"),
        (("e4", "resign"), "1-0", "normal", "resigned"),
        (("e4; draw?", "draw"), "1/2-1/2", "normal", "agreed"),
        (("time",), "0-1", "time forfeit", "time"),
    ],
)
def test_the_end_of_a_match_is_told(lines, result, termination, ending):
    state, events = after(won(BLACK, 39), (f"setup {ARRAY}",) * 2, *lines)
    headers = read(text(state, events)).headers
    assert [headers[tag] for tag in ("Result", "Termination", "Ending")] == [result, termination, ending]


def test_an_orthodox_match_is_replayed_by_python_chess():
    luck, number = random.Random(3), 2
    state, events = after(won(WHITE, 39), (f"setup {ARRAY}",) * 2)
    while state.result is None and number < 200:
        asked = GAME.decisions(state)
        lines = {seat: eager(GAME, state, seat, decision, luck) for seat, decision in asked.items()}
        state, more = GAME.resolve(state, lines, Chance(bytes(32), number))
        events += [{"kind": event.kind, "data": event.data} for event in more]
        number += 1
    written = text(state, events)
    assert max(map(len, written.split("\n"))) <= 80
    game = read(written.replace('"Bid Chess"', '"Standard"'))
    assert game.errors == []
    assert game.headers["FEN"] == chess.STARTING_FEN
    moves = [event["data"]["line"].lower() for event in events if event["kind"] == "move"]
    assert [move.uci() for move in game.mainline_moves()] == moves
    assert game.end().board().board_fen() == state.board.split(" ")[0]
    assert dict(read(written).headers) == dict(game.headers) | {"Variant": "Bid Chess"}


def test_drops_are_moves_and_exchanges_stand_in_comments():
    hand = here("Kg1 Ra5", "Kg8 Rd3", extra="NP - - 0 0", powers=("enlist", ""), ply=0)
    state, events = after(playing(hand, {19: WHITE}), "N@f3")
    assert text(state, events).endswith("\n1. N@f3 *\n")
    mated = here("Kg1 Ra5 Nb4 f2 g2 h2", "Kg8 Rd1 f7", extra="- - S 0 0", powers=("sacrifice", ""), ply=0)
    state, events = after(playing(mated, {34: WHITE}), "swap a5")
    assert text(state, events).endswith("\n1. -- {swap a5} *\n")


def test_lost_men_and_powers_follow_in_the_position():
    state, events = after(won(WHITE, 28, lost="all"), (f"setup {ARRAY}", f"setup {ARRAY}"))
    assert read(text(state, events)).headers["FEN"].endswith(" w KQkq - 0 1 - - L 0 0")


def test_no_name_breaks_out_of_its_tag():
    written = text(auction(5), names=('No"rth\\', "So]uth\n[Round 5"))
    assert '[White "No\\"rth\\\\"]\n[Black "So]uth [Round 5"]\n' in written
    assert read(written).headers["Black"] == "So]uth [Round 5"
