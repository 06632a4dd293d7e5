"""Moves of Bid Chess as words: all ways to write one, and what is said of a text that is none."""

import random

import chess
import pytest

from games.rules.bid_chess.army import Law, armies
from games.rules.bid_chess.making import made
from games.rules.bid_chess.moves import legal
from games.rules.bid_chess.notation import algebraic, line, looks, meant_by, read
from games.rules.bid_chess.position import read as position_of
from games.rules.bid_chess.state import position
from games.rules.chance import Chance
from games.rules.game import IllegalOrder
from tests.rules.bid_chess_table import GAME, eager, here

START = position_of(chess.STARTING_FEN, armies(Law()))
MEN = here("Ke1 Rh1 Ra1 Nd2 Nf4 Bb4 b5 e7 g5 a2", "Kg8 h5 c6 Nd8 c3", rights="KQ", ep="h6")
"""White may castle both ways, promote, take in passing, and move either knight to b3, d3 or e2."""
HAND = here("Kg1 Ra5", "Kg8 Rd3", extra="PN - - 0 0", powers=("enlist sacrifice", ""), turn="w")
MATED = here("Kg1 Ra5 Nb4 f2 g2 h2", "Kg8 Rd1 f7", extra="- - S 0 0", powers=("sacrifice", ""))


def meaning(position, text):
    return line(read(position, text, legal(position)))


def refusal(position, text):
    with pytest.raises(IllegalOrder) as caught:
        read(position, text, legal(position))
    return caught.value.code, str(caught.value)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("a2a4", "a2a4"),
        ("A2-A4", "a2a4"),
        ("a2:a4", "a2a4"),
        ("a4", "a2a4"),
        ("A4", "a2a4"),
        ("12. a4!?", "a2a4"),
        ("12… a4", "a2a4"),
        ("O-O", "e1g1"),
        ("0-0", "e1g1"),
        ("o-o", "e1g1"),
        ("OO", "e1g1"),
        ("0-0-0", "e1c1"),
        ("O-O-O !", "e1c1"),
        ("e1c1", "e1c1"),
        ("e7e8Q", "e7e8Q"),
        ("e7e8", "e7e8Q"),
        ("e7-e8=n", "e7e8N"),
        ("e8=Q", "e7e8Q"),
        ("E8=Q", "e7e8Q"),
        ("e8Q", "e7e8Q"),
        ("e8r", "e7e8R"),
        ("e8", "e7e8Q"),
        ("exd8=B+", "e7d8B"),
        ("ed8", "e7d8Q"),
        ("EXD8N", "e7d8N"),
        ("gxh6 e.p.", "g5h6"),
        ("gxh6 ep", "g5h6"),
        ("Nfe2", "f4e2"),
        ("N4e2", "f4e2"),
        ("nf4e2", "f4e2"),
        ("Nfd3", "f4d3"),
        ("Nb3", "d2b3"),
        ("NB3", "d2b3"),
        ("nb3", "d2b3"),
        ("Bxc3", "b4c3"),
        ("bxc6", "b5c6"),
        ("BXC6", "b5c6"),
        ("bxc3", "b4c3"),
        ("Kf2", "e1f2"),
        ("kf2", "e1f2"),
    ],
)
def test_a_move_is_read_in_coordinates_and_as_chess_players_write_it(text, move):
    assert meaning(MEN, text) == move
    assert looks(text)


@pytest.mark.parametrize(
    ("text", "move"),
    [("N@f3", "N@f3"), ("n@F3", "N@f3"), ("P@e4", "P@e4"), ("@e4", "P@e4"), ("p@e4", "P@e4")],
)
def test_a_drop_is_read(text, move):
    assert meaning(HAND, text) == move
    assert looks(text)


@pytest.mark.parametrize("text", ["SWAP a5", "swap A5", "Swap a5!", "swapa5"])
def test_an_exchange_of_the_king_is_read(text):
    assert meaning(MATED, text) == "swap a5"
    assert looks(text)


@pytest.mark.parametrize("text", ["", "hello", "draw?", "e9", "resign", "O-O-O-O", "Nf3 and more"])
def test_other_words_look_like_no_move(text):
    assert not looks(text)


@pytest.mark.parametrize(
    ("position", "move", "texts", "others"),
    [
        (MEN, "e1g1", ["O-O", "0-0", "e1g1"], ["O-O-O", "Kg1", "Rf1", "swap a5"]),
        (MEN, "e1c1", ["O-O-O", "E1C1"], ["O-O", "Kc1"]),
        (MEN, "e1f2", ["Kf2", "kf2", "e1f2"], ["O-O", "f2", "Nf2", "e1e2"]),
        (MEN, "e7e8Q", ["e8=Q", "e8", "e8Q", "e7e8", "e7e8q"], ["e8=N", "Qe8", "e7e8N", "d8"]),
        (MEN, "e7d8N", ["exd8=N", "xd8N", "e7d8n"], ["exd8", "exd8=Q", "Nd8", "e7d8"]),
        (MEN, "g5h6", ["gxh6", "gxh6 e.p.", "h6"], ["hxg6", "Nh6"]),
        (MEN, "b4c3", ["Bxc3", "Bc3", "BXC3"], ["bxc3", "c3"]),
        (MEN, "b5c6", ["bxc6", "bc6"], ["Bxc6"]),
        (MEN, "f4d3", ["Nfd3", "N4d3", "nd3", "Nf4d3"], ["Ndd3", "N2d3", "d3", "hello"]),
        (HAND, "N@f3", ["N@f3", "n@f3"], ["Nf3", "@f3", "P@f3"]),
        (HAND, "P@e4", ["@e4", "p@e4"], ["e4", "N@e4", "swap e4"]),
        (MATED, "swap a5", ["SWAP A5"], ["swap b4", "Ka5", "K@a5"]),
    ],
)
def test_a_text_means_the_move_that_was_made_or_another(position, move, texts, others):
    after = made(position, read(position, move, legal(position)))
    assert [text for text in texts if not meant_by(after, move, text)] == []
    assert [text for text in others if meant_by(after, move, text)] == []


def test_two_men_that_may_be_meant_are_named():
    rooks = here("Kh1 Ra1 Ra5", "Kg8")
    assert refusal(rooks, "Ra3") == ("ambiguous", "“Ra3” could be a1a3, a5a3; say which.")
    assert meaning(rooks, "R1a3") == "a1a3"
    assert meaning(rooks, "r5a3") == "a5a3"
    knights = here("Kh1 Nb1 Nf3", "Kg8")
    assert (meaning(knights, "Nbd2"), meaning(knights, "Nfd2")) == ("b1d2", "f3d2")


def test_a_man_among_several_is_named_by_file_rank_or_both():
    queens = here("Ka2 Qe4 Qh4 Qh1", "Kb8")
    moves = {line(move): algebraic(queens, move) for move in legal(queens)}
    assert (moves["e4e1"], moves["h4e1"], moves["h1e1"]) == ("Qee1", "Qh4e1", "Q1e1")


def test_letters_of_items_are_read_as_those_of_other_men():
    griffons = here("Kh1 Xd4 Yb2", "Kg8 c3", items=(25, 5))
    assert meaning(griffons, "Xxc3") == meaning(griffons, "xxc3") == meaning(griffons, "xc3") == "d4c3"
    assert meaning(griffons, "Yc5") == meaning(griffons, "yc5") == "b2c5"


@pytest.mark.parametrize(
    ("text", "code", "sentence"),
    [
        (
            "e5",
            "illegal_move",
            "“e5” is no legal move; with a pawn you may play a3, b3, c3, d3, e3, f3, g3, h3,",
        ),
        ("Nc4", "illegal_move", "“Nc4” is no legal move; with N you may play Na3, Nc3, Nf3, Nh3."),
        ("nc4", "illegal_move", "“nc4” is no legal move; with N you may play Na3, Nc3, Nf3, Nh3."),
        (
            "Bd4",
            "stuck",
            "“Bd4” is no legal move: no B of yours can move now. Legal are Na3, Nc3, Nf3, Nh3, a3,",
        ),
        (
            "Xe2",
            "stuck",
            "“Xe2” is no legal move: you have no X on the board. Legal are Na3, Nc3, Nf3, Nh3, a3,",
        ),
        ("O-O", "illegal_move", "You can't castle that way now. King and rook have to stand where they were"),
        ("b1c4", "illegal_move", "“b1c4” is no legal move: from b1 you may play b1a3, b1c3."),
        ("e1e3", "stuck", "“e1e3” is no legal move: the man on e1 can't move now. Legal are b1a3, b1c3,"),
        (
            "e4e5",
            "no_man",
            "“e4e5” is no legal move: no man of yours stands on e4; yours stand on a1, b1, c1, d1, e1,"
            " f1, g1, h1, a2, b2, c2, d2, e2, f2, g2, h2.",
        ),
        ("N@f3", "illegal_move", "“N@f3” is no legal move here. Write where a man stands and where it goes,"),
        ("swap a1", "illegal_move", "Your king changes places with a piece only when it is checkmated and"),
        ("hello\x07", "illegal_move", "“hello�” is no legal move here."),
        ("x" * 30, "illegal_move", f"“{'x' * 24}…” is no legal move here."),
    ],
)
def test_a_refusal_says_what_is_legal_instead(text, code, sentence):
    found, said = refusal(START, text)
    assert (found, said[: len(sentence)]) == (code, sentence)


def test_a_refusal_of_a_drop_says_where_men_may_be_dropped():
    code, said = refusal(HAND, "N@d3")
    assert code == "illegal_drop"
    assert said.startswith("“N@d3” is no legal move; of the men in your hand you may play P@a2, P@b2,")


def test_pawns_that_can_not_move_are_named_as_pawns():
    code, said = refusal(here("Kh1 a4", "Kg8 a5"), "b5")
    assert code == "stuck"
    assert said.startswith("“b5” is no legal move: no pawn of yours can move now. Legal are Kg1,")


@pytest.mark.parametrize("seed", range(4))
def test_moves_of_orthodox_armies_are_written_as_python_chess_writes_them(seed):
    luck, board = random.Random(seed), chess.Board()
    now = START
    for _ply in range(120):
        moves = legal(now)
        written = {line(move).lower(): algebraic(now, move, moves) for move in moves}
        assert written == {move.uci(): board.san(move) for move in board.legal_moves}
        if not moves:
            break
        move = luck.choice(moves)
        now = made(now, move)
        board.push_uci(line(move).lower())


@pytest.mark.parametrize("rows", ["1,7", "19,34", "25,28", "21,24", "3,32", "19,2"])
def test_every_move_is_read_back_from_both_of_its_spellings(rows):
    luck = random.Random(rows)
    for now in list(positions(luck, rows, plies=60))[::4]:
        moves = legal(now)
        for move in moves:
            written = algebraic(now, move, moves)
            assert read(now, written, moves) == move
            assert read(now, line(move), moves) == move
            assert read(now, line(move).upper(), moves) == move
            after = made(now, move)
            assert meant_by(after, line(move), written)
            assert meant_by(after, line(move), line(move))


def positions(luck, rows, plies):
    """The positions of a match in which all is ordered by chance."""
    state = GAME.setup(2, GAME.options(items=2, pool=rows, promote_new="both", lot="2"), Chance(bytes(32), 0))
    turn = 1
    while plies and state.result is None:
        asked = GAME.decisions(state)
        orders = {seat: eager(GAME, state, seat, decision, luck) for seat, decision in asked.items()}
        state, _events = GAME.resolve(state, orders, Chance(bytes(32), turn))
        turn += 1
        if state.phase == "play":
            plies -= 1
            yield position(state)
