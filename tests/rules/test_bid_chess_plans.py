"""Orders given ahead in Bid Chess: lines of answers, chains, setups for either result, and stale ones."""

import pytest

from games.rules.bid_chess.state import position
from games.rules.game import IllegalOrder
from tests.rules.bid_chess_table import (
    ARRAY,
    BLACK,
    GAME,
    WHITE,
    auction,
    here,
    ordered,
    played,
    playing,
    won,
)

START = playing(here("Ke1 Qd1 Bc1 Ng1 d2 e2 h2", "Ke8 Qd8 Bf8 Nb8 d7 e7 a7", ply=12))
"""White is to move at ply 12."""
REPLY = played(START, "e2e4")
"""Black is to move at ply 13."""


def plan(state, seat, text):
    """The canonical text, which is a fixed point."""
    view = GAME.view(state, seat)
    canonical = GAME.plan(view, seat, text)
    assert GAME.plan(view, seat, canonical) == canonical
    return canonical


def refusal(state, seat, text):
    with pytest.raises(IllegalOrder) as caught:
        GAME.plan(GAME.view(state, seat), seat, text)
    return caught.value.code, str(caught.value)


def followed(state, seat, text):
    """What a plan orders now, as a canonical line, and what is left of it."""
    line, left = GAME.follow(GAME.view(state, seat), seat, GAME.decisions(state)[seat], text)
    return (line if line is None else GAME.check(state, seat, line)), left


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("if e5 then Nf3", "ply 13; if e7e5 then g1f3"),
        ("IF E5 THEN NF3", "ply 13; if e7e5 then g1f3"),
        ("e5 then Nf3", "ply 13; if e7e5 then g1f3"),
        ("ply 13; if e7-e5 then Ng1–f3", "ply 13; if e7e5 then g1f3"),
        ("if e5 then Nf3, if d6 then d4", "ply 13; if e7e5 then g1f3, if d7d6 then d2d4"),
        ("if e5 then Nf3\nif d5 then exd5", "ply 13; if e7e5 then g1f3; if d7d5 then e4d5"),
        ("if e5 then Nf3; if d5 then exd5;", "ply 13; if e7e5 then g1f3; if d7d5 then e4d5"),
        ("if e5 then Nf3 draw?", "ply 13; if e7e5 then g1f3 draw?"),
        ("if e5 then Nf3 (draw?)", "ply 13; if e7e5 then g1f3 draw?"),
        ("", ""),
        (" ; ", ""),
        ("ply 13", ""),
    ],
)
def test_answers_are_kept_in_coordinates_while_the_opponent_is_to_move(text, canonical):
    assert plan(REPLY, WHITE, text) == canonical


def test_answers_given_before_the_own_move_are_kept_as_they_were_written():
    text = "ply 13; if e5 then Nf3, if d6 then d4 draw?; if d5 then exd5"
    assert plan(START, WHITE, "if e5   then Nf3, d6 THEN d4 draw?; if d5 then exd5") == text
    assert plan(START, WHITE, text) == text


def test_an_order_and_the_answers_behind_it_are_parted():
    assert GAME.parted("e4; draw?; if e5 then Nf3") == ("e4; draw?", "if e5 then Nf3")
    assert GAME.parted("e4\nIF e5 THEN Nf3\nIF d5 THEN exd5") == ("e4", "IF e5 THEN Nf3\nIF d5 THEN exd5")
    assert GAME.parted("e4; ply 13; if e5 then Nf3") == ("e4", "ply 13; if e5 then Nf3")
    assert GAME.parted("if e5 then Nf3") == ("", "if e5 then Nf3")
    assert GAME.parted(f"bid 5; pay R; SETUP WIN {ARRAY}") == ("bid 5; pay R", f"SETUP WIN {ARRAY}")
    assert GAME.parted(f"setup {ARRAY}") == (f"setup {ARRAY}", "")
    assert GAME.parted("bid 5;\r\n\r\nsetup lose x") == ("bid 5", "setup lose x")


def test_a_text_of_empty_lines_is_parted_in_one_pass():
    # Looked through again from each of its lines, a text that may be posted would take hours.
    lines = "\n" * 100_000
    assert GAME.parted(f"e4{lines}Nf3") == (f"e4{lines}Nf3", "")


@pytest.mark.parametrize("kept", [START, REPLY], ids=["before the own move", "after it"])
@pytest.mark.parametrize(
    ("reply", "order", "left"),
    [
        ("e7e5", "g1f3", "ply 15; if d7d6 then d2d4; if b8c6 then d2d4"),
        ("d7d5", "e4d5; draw?", ""),
        ("a7a6", None, ""),
    ],
)
def test_an_answer_is_played_when_its_move_comes_and_the_rest_waits(kept, reply, order, left):
    text = plan(
        kept, WHITE, "if e5 then Nf3, if d6 then d4; if d5 then exd5 draw?; if e5 then Nf3, if Nc6 then d4"
    )
    answer, rest = followed(played(REPLY, reply), WHITE, text)
    assert answer == order
    written = {"ply 15; if d6 then d4; if Nc6 then d4": "ply 15; if d7d6 then d2d4; if b8c6 then d2d4"}
    assert written.get(rest, rest) == left


def test_a_chain_is_played_to_its_end():
    text = plan(REPLY, WHITE, "if e5 then Nf3, if d6 then d4, if exd4 then Nxd4")
    state = REPLY
    for reply, answer in (("e7e5", "g1f3"), ("d7d6", "d2d4"), ("e5d4", "f3d4")):
        state = played(state, reply)
        order, text = followed(state, WHITE, text)
        assert order == answer
        state = played(state, order)
    assert text == ""


def test_a_line_goes_on_only_behind_the_answer_that_was_played():
    text = "ply 13; if e5 then d4, if exd4 then Qd3; if E5 then Nf3, if Nc6 then Bb5"
    assert followed(played(REPLY, "e7e5"), WHITE, text) == ("d2d4", "ply 15; if exd4 then Qd3")


def test_lines_for_another_ply_answer_nothing():
    text = "ply 15; if e5 then Nf3"
    later = played(REPLY, "e7e5")
    assert followed(later, WHITE, text) == (None, text)
    assert followed(later, WHITE, "ply 11; if e5 then Nf3") == (None, "")
    assert refusal(REPLY, WHITE, text) == (
        "stale",
        "These lines answer ply 15, and your opponent's next one is 13; leave “ply” out.",
    )
    assert refusal(START, WHITE, "ply 11; if e5 then Nf3")[0] == "stale"


def test_a_line_that_is_no_plan_is_quoted_in_short_with_what_a_plan_is():
    said = (
        "is no plan; write a move of your opponent and your answer, such as if Nf6 then Bg5, or before play"
        " setup win or setup lose, and the setup for it."
    )
    for text, quoted in ((f"setup wins {ARRAY}", "“setup wins RNBQKBNR/PPPPPPPP/.…”"), ("if e5", "“if e5”")):
        assert refusal(START, WHITE, text) == ("no_plan", f"{quoted} {said}")


def test_an_answer_that_is_not_legal_counts_as_none():
    text = plan(START, WHITE, "if e5 then Bb5")
    view = GAME.view(played(REPLY, "e7e5"), WHITE)
    line, left = GAME.follow(view, WHITE, GAME.decisions(view.state)[WHITE], text)
    assert (line, left) == ("Bb5", "")
    with pytest.raises(IllegalOrder):
        GAME.check(view.state, WHITE, line)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("if e5", "no_plan"),
        ("if e5 then", "no_plan"),
        ("if hello then Nf3", "no_plan"),
        ("if e5 then resign", "no_plan"),
        ("if e5 then Nf3, and so on", "no_plan"),
        ("hello\x07", "no_plan"),
        (f"hello; setup win {ARRAY}", "no_plan"),
        ("; ".join(["if e5 then Nf3"] * 13), "too_many"),
        ("if e5 then Nf3; if e5 then d4", "two_answers"),
        ("if e4 then Nf3", "no_reply"),
        ("if e5 then Nf4", "illegal_move"),
        (f"setup win {ARRAY}", "too_late"),
        ("x" * 601, "too_long"),
    ],
)
def test_a_text_that_is_no_plan_now_is_refused(text, code):
    assert refusal(REPLY, WHITE, text)[0] == code


def test_a_plan_that_would_be_too_long_in_full_is_refused():
    code, sentence = refusal(START, WHITE, ", ".join(["a6 then h3"] * 49))
    assert code == "too_long"
    assert sentence.startswith("A plan has at most 600 characters when its moves are written in full; this")


def test_a_line_with_a_move_that_can_not_come_says_which_can():
    later = played(REPLY, "e7e5", "d2d4")
    code, sentence = refusal(later, WHITE, "if exd4 then Qxd4, if Nc4 then Qc4")
    assert code == "no_reply"
    assert sentence.startswith("“Nc4” is no legal move of your opponent there, or not only one; legal are ")
    mated = playing(here("Kf7 Qg6 h5", "Kh8 a7", ply=12))
    assert refusal(played(mated, "g6g5"), WHITE, "if Kh7 then Qg7, if Kh8 then Qg8")[1].endswith("are –.")


def test_two_answers_are_refused_wherever_their_line_stands():
    code, sentence = refusal(START, WHITE, "if e5 then Nf3, if d6 then d4; if e5 then Nf3, if d6 then Bb5")
    assert (code, sentence) == (
        "two_answers",
        "You answer d6 with d4 and with Bb5; only one answer can be played.",
    )


def test_setups_are_kept_with_a_bid_for_either_result():
    state = auction(1)
    text = f"setup lose {ARRAY}\nSETUP WIN\nR.BQKBNR\nPPPPPPPP\n...X...."
    canonical = f"setup win R.BQKBNR/PPPPPPPP/...X....; setup lose {ARRAY}"
    assert plan(state, WHITE, text) == canonical
    assert plan(state, WHITE, f"setup win: {ARRAY}") == f"setup win {ARRAY}"


@pytest.mark.parametrize(
    ("winner", "order"), [(WHITE, "setup R.BQKBNR/PPPPPPPP/...X...."), (BLACK, f"setup {ARRAY}")]
)
def test_the_setup_for_the_result_that_came_out_is_played(winner, order):
    text = f"setup win R.BQKBNR/PPPPPPPP/...X....; setup lose {ARRAY}"
    state = auction(1)
    view = GAME.view(state, WHITE)
    assert GAME.follow(view, WHITE, GAME.decisions(state)[WHITE], text) == (None, text)
    bids = ("bid 3; pay N", "bid 0") if winner == WHITE else ("bid 0", "bid 1")
    after, _events = ordered(state, *bids)
    assert followed(after, WHITE, text) == (order, "")


def test_a_setup_for_the_other_result_alone_is_asked_for():
    assert followed(won(WHITE, 1), WHITE, f"setup lose {ARRAY}") == (None, "")
    assert followed(won(WHITE, 1), WHITE, "ply 1; if e5 then Nf3") == (None, "")


def test_setups_wait_while_men_are_paid():
    state, _events = ordered(auction(1), "bid 5; pay ask", "bid 0")
    text = f"setup win {ARRAY}"
    assert plan(state, WHITE, text) == text
    assert followed(state, WHITE, text) == (None, text)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("if e5 then Nf3", "too_early"),
        (f"setup win {ARRAY}; setup win {ARRAY}", "twice"),
        ("setup win RNBQ", "no_setup"),
        (f"setup win {ARRAY}; if e5 then Nf3", "mixed"),
        ("setup win PNBQKBNR/RPPPPPPP/........", "pawn_first"),
        ("setup lose RNBBKQNR/PPPPPPPP/........".replace("BBKQ", "BQBK"), "bishops"),
    ],
)
def test_a_plan_that_does_not_fit_an_auction_is_refused(text, code):
    assert refusal(auction(1), WHITE, text)[0] == code


def test_setups_come_with_a_single_item_only():
    state = auction(1, items=2)
    assert refusal(state, WHITE, f"setup win {ARRAY}")[0] == "too_late"
    assert [clause.word for clause in GAME.ahead(state.options)] == ["if", "ply"]
    assert [clause.word for clause in GAME.ahead(auction(1).options)] == ["setup", "if", "ply"]


def test_every_example_is_a_plan_that_says_something():
    sets = [auction(1), auction(2), auction(19), auction(1, items=2), auction(1, pay="hidden"), START, REPLY]
    sets += [ordered(auction(1), "bid 5; pay ask", "bid 0")[0], won(WHITE, 1)]
    for state in sets:
        for seat in (WHITE, BLACK):
            for text in GAME.examples(GAME.view(state, seat), seat):
                assert plan(state, seat, text)
    assert position(REPLY).ply == 13
