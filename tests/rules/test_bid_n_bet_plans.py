"""Orders ahead in Bid N' Bet: queued moves, standing orders, and when they are followed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import IllegalOrder
from tests.rules.bid_n_bet_table import (
    ADVANCE,
    BET,
    BUY,
    FREE,
    GAMBLE,
    GAME,
    STOP,
    before,
    play,
    table,
)


def plan(state: Any, text: str, seat: int = 0) -> str:
    return GAME.plan(GAME.view(state, seat), seat, text)


def follow(state: Any, text: str, seat: int = 0) -> tuple[str | None, str]:
    return GAME.follow(GAME.view(state, seat), seat, GAME.decisions(state)[seat], text)


WHOLE = "nextmove 2; horse red; bet blue 40; standing bid 40; standing horse green"


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        (WHOLE, WHOLE),
        ("STANDING  HORSE GREEN\nstanding bid $40; NEXTMOVE 2 bet 40 blue horse red", WHOLE),
        ("nextmove 3", "nextmove 3"),
        ("nextmove 3 after 7", "nextmove 3 after 7"),
        ("3; horse red", "nextmove 3; horse red"),
        ("standing bid ask", "standing bid ask"),
        ("standing bid 0", "standing bid 0"),
        ("clear", ""),
        ("", ""),
    ],
)
def test_a_plan_is_written_in_one_way(written, canonical):
    state = table(active=1)
    assert plan(state, written) == canonical
    assert plan(state, canonical) == canonical


@pytest.mark.parametrize(
    ("text", "active"), [("nextmove 3 after 9", 1), ("nextmove 3 after 99999", 1), ("3", 0)]
)
def test_a_move_for_a_round_that_never_comes_is_refused_with_how_many_there_are(text, active):
    state = table(active=active, rounds=8, turn_cap=9)
    with pytest.raises(IllegalOrder) as refused:
        plan(state, text)
    assert str(refused.value) == (
        "The match ends after 9 rounds; a move can wait for at most 8 of them to be done."
    )


def test_a_move_may_wait_for_any_round_of_a_match_without_a_cap():
    assert plan(table(active=1, turn_cap=0), "nextmove 3 after 99999") == "nextmove 3 after 99999"


@pytest.mark.parametrize(
    ("dollars", "examples"),
    [
        (60, ("standing bid 40", "nextmove 2; horse green; bet green 20")),
        (12, ("standing bid 10", "nextmove 2; horse green")),
    ],
)
def test_examples_of_plans_name_what_the_seat_can_pay(dollars, examples):
    state = table(active=1, money={2: dollars}, auction="proxy5")
    shown = GAME.examples(GAME.view(state, 2), 2)
    assert (shown[0], shown[-1]) == examples


@pytest.mark.parametrize(
    ("text", "order", "ahead"),
    [
        ("3; horse red; bet red 20", "3; horse red; bet red 20", ""),
        ("3; horse red; NEXTMOVE 2; horse blue", "3; horse red", "NEXTMOVE 2; horse blue"),
        ("3\nhorse red\nstanding bid 40\n", "3\nhorse red", "standing bid 40\n"),
        ("3 standing horse red", "3", "standing horse red"),
        ("clear", "", "clear"),
        ("", "", ""),
    ],
)
def test_an_order_and_a_plan_may_stand_in_one_text(text, order, ahead):
    assert GAME.parted(text) == (order, ahead)


def test_a_move_queued_while_one_is_owed_waits_for_the_next_round():
    assert plan(table(rounds=4), "nextmove 2; standing bid 5") == "nextmove 2 after 5; standing bid 5"
    assert plan(table(rounds=4, active=1), "nextmove 2") == "nextmove 2"
    assert follow(table(rounds=4), "nextmove 2 after 5") == (None, "nextmove 2 after 5")
    assert follow(table(rounds=5), "nextmove 2 after 5") == ("2", "")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("nextmove 2!", "queued_accept"),
        ("nextmove 6", "illegal_value"),
        ("nextmove after 3", "illegal_value"),
        ("nextmove 2 after soon", "illegal_value"),
        ("horse red", "no_nextmove"),
        ("bet red 20", "no_nextmove"),
        ("standing bid ask ask", "illegal_value"),
        ("standing bid maybe", "illegal_value"),
        ("standing horse pink", "illegal_value"),
        ("standing horse black", "no_horse"),
        ("nextmove 1; horse black", "no_horse"),
        ("nextmove 1; bet black 20", "no_horse"),
        ("nextmove 1; bet red 20 blue 20", "one_horse"),
        ("clear; nextmove 2", "clear_alone"),
        ("bid 40", "unknown_clause"),
        ("standing", "unknown_clause"),
        ("nextmove 1; nextmove 2", "twice"),
    ],
)
def test_a_plan_that_can_t_be_meant_is_refused(text, code):
    with pytest.raises(IllegalOrder) as refusal:
        plan(table(active=1), text)
    assert refusal.value.code == code
    assert str(refusal.value)


def test_a_queued_move_is_followed_once_and_standing_orders_stay():
    order, rest = follow(before(ADVANCE), "nextmove 1; horse red; standing bid 40; standing horse red")
    assert (order, rest) == ("1; horse red", "standing bid 40; standing horse red")
    assert follow(before(ADVANCE), rest) == (None, rest)


@pytest.mark.parametrize(
    ("space", "order"),
    [
        (ADVANCE, "1; horse blue"),
        (BET, "1; bet green 40"),
        (GAMBLE, "1; bet green 40"),
        (FREE, "1"),
        (STOP, "1; horse blue"),
    ],
)
def test_a_queued_move_says_only_what_its_space_needs(space, order):
    assert follow(before(space), "nextmove 1; horse blue; bet green 40") == (order, "")


def test_a_queued_move_that_would_go_out_of_the_race_is_not_followed():
    assert follow(before(BUY, money={0: 10}), "nextmove 1; standing bid 5") == (None, "standing bid 5")


def test_a_queued_move_that_is_no_longer_legal_is_not_followed():
    state, _ = GAME.leave(before(ADVANCE), 1)
    assert follow(state, "nextmove 1; horse blue") == (None, "")
    full = before(BET, bets={(1, "blue"): 80})
    assert follow(full, "nextmove 1; bet blue 40") == (None, "")
    assert follow(full, "nextmove 1; bet blue 20") == ("1; bet blue 20", "")
    assert follow(before(BET, money={0: 20}), "nextmove 1; bet blue 40") == (None, "")


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("standing bid 40", "bid 40"),
        ("standing bid 40; standing horse red", "bid 40; horse red"),
        ("standing bid 400; standing horse red", "bid 300; horse red"),
        ("standing bid 0", "bid 0"),
        ("standing bid ask; standing horse red", None),
        ("standing horse red", None),
        ("nextmove 2", None),
    ],
)
def test_a_standing_bid_answers_an_auction(text, order):
    assert follow(play(before(STOP), "1"), text) == (order, text)


def test_a_standing_bid_is_a_limit_in_steps_of_5_where_limits_are():
    state = play(before(STOP, auction="proxy5", money={0: 38}), "1")
    assert follow(state, "standing bid 24") == ("bid 20", "standing bid 24")
    assert follow(state, "standing bid 100") == ("bid 35", "standing bid 100")


def test_a_standing_bid_raises_by_5_up_to_itself():
    state = play(before(STOP, auction="open5"), "1")
    text = "standing bid 12; standing horse blue"
    assert follow(state, text, 1) == ("raise 5; horse blue", text)
    state = play(state, "raise 5")
    assert follow(state, "standing bid 12", 2) == ("raise 10", "standing bid 12")
    assert follow(play(state, "raise 10"), "standing bid 12") == ("pass", "standing bid 12")


def test_a_standing_horse_answers_who_won_two_lengths():
    state = play(before(STOP, cards={1: 1}), "1")
    assert follow(state, "standing horse green", 1) == ("horse green", "standing horse green")
    assert follow(state, "standing bid 40", 1) == (None, "standing bid 40")


def test_a_standing_horse_out_of_the_race_is_not_named():
    state, _ = GAME.leave(play(before(STOP, cards={1: 1}), "1"), 2)
    assert follow(state, "standing horse green", 1) == (None, "standing horse green")
    state, _ = GAME.leave(play(before(STOP), "1"), 2)
    text = "standing bid 4; standing horse green"
    assert follow(state, text, 1) == ("bid 4", text)


def test_a_plan_says_nothing_where_there_is_nothing_to_choose():
    state, _ = GAME.leave(table(), 0)
    assert follow(state, "nextmove 2; standing bid 4", 1) == (None, "nextmove 2; standing bid 4")


def test_a_plan_knows_its_view_and_no_more():
    state = before(ADVANCE)
    decision = GAME.decisions(state)[0]
    assert GAME.follow(GAME.view(state, 0), 0, decision, WHOLE) == GAME.follow(
        GAME.view(state, None), 0, decision, WHOLE
    )


PIECE = st.sampled_from(
    (
        "nextmove",
        "2",
        "3!",
        "horse",
        "red",
        "black",
        "bet",
        "40",
        "standing",
        "bid",
        "ask",
        "after",
        "clear",
        ";",
    )
)


@settings(max_examples=200, deadline=None)
@given(pieces=st.lists(PIECE, max_size=9))
def test_any_words_are_a_plan_that_can_be_followed_or_refused(pieces):
    text = " ".join(pieces)
    state = before(ADVANCE)
    try:
        canonical = plan(state, text)
    except IllegalOrder:
        return
    assert plan(state, canonical) == canonical
    for there in (state, play(before(STOP), "1")):
        order, rest = follow(there, canonical)
        assert plan(there, rest) == rest
        assert order is None or GAME.check(there, 0, order) == order
