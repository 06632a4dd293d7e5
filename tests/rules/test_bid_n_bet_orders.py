"""The notation of Bid N' Bet: what may be written, how it is written canonically, what is refused and why."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import IllegalOrder
from tests.rules.bid_n_bet_table import (
    ADVANCE,
    BACK,
    BET,
    BUY,
    CASH,
    FREE,
    GAMBLE,
    GAME,
    STOP,
    asked,
    before,
    clause,
    play,
    refused,
    table,
)


@pytest.mark.parametrize(
    ("space", "written", "canonical"),
    [
        (ADVANCE, "1", "1"),
        (ADVANCE, "move 1", "1"),
        (ADVANCE, "MOVE 1; HORSE RED", "1; horse red"),
        (ADVANCE, "1\nhorse blue", "1; horse blue"),
        (ADVANCE, "horse green; 1", "1; horse green"),
        (ADVANCE, " ;; 1 horse red ;", "1; horse red"),
        (ADVANCE, "1!; horse red", "1; horse red"),
        (ADVANCE, "1 !", "1"),
        (BET, "1; bet blue 60", "1; bet blue 60"),
        (BET, "1; bet 60 blue", "1; bet blue 60"),
        (BET, "1; bet blue $60", "1; bet blue 60"),
        (GAMBLE, "1, bet blue 20", "1; bet blue 20"),
        (STOP, "1; horse red", "1; horse red"),
    ],
)
def test_a_move_is_written_in_one_way(space, written, canonical):
    assert GAME.check(before(space), 0, written) == canonical


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("6", "“6” can’t stand after “move”; legal: 1, 2, 3, 4, 5."),
        ("0", "“0” can’t stand after “move”; legal: 1, 2, 3, 4, 5."),
        ("1 2", "“1 2” can’t stand after “move”; legal: 1, 2, 3, 4, 5."),
        ("1!!", "“1!!” can’t stand after “move”; legal: 1, 2, 3, 4, 5."),
        ("move", "“” can’t stand after “move”; legal: 1, 2, 3, 4, 5."),
        ("1; 2", "“move” may stand only once in an order."),
        ("fly", "There is no clause “fly”; there are move, horse, bet, bid, raise, pass, go."),
        ("pass 3", "There is no clause “3”; there are move, horse, bet, bid, raise, pass, go."),
        ("1; horse pink", "“pink” can’t stand after “horse”; legal: red, blue, green, yellow, black."),
        ("1; horse", "“” can’t stand after “horse”; legal: red, blue, green, yellow, black."),
        ("1; bet blue", "“blue” can’t stand after “bet”; legal: red … black 20, 40, 60, 80, 100."),
        ("1; bet blue 30", "“blue 30” can’t stand after “bet”; legal: red … black 20, 40, 60, 80, 100."),
        ("1; bet 20 20", "“20 20” can’t stand after “bet”; legal: red … black 20, 40, 60, 80, 100."),
        (
            "1; bet red 20 red 20",
            "“red 20 red 20” can’t stand after “bet”; legal: red … black 20, 40, 60, 80, 100.",
        ),
        ("bid x", "“x” can’t stand after “bid”; legal: 0, 1, 2 …."),
        ("bid 20", "“bid” is not asked of you now; write an order such as “4”."),
        ("", "Your order lacks “move”; write one such as “4”."),
        ("horse red", "Your order lacks “move”; write one such as “4”."),
        ("1" * 700, "An order has at most 600 characters; this one has 700."),
    ],
)
def test_what_can_t_be_read_is_refused_with_what_can(line, says):
    assert str(refused(before(ADVANCE), line)) == says


@pytest.mark.parametrize("space", [BET, FREE, CASH, BUY, GAMBLE])
def test_a_horse_is_refused_where_the_space_moves_none_of_choice(space):
    refusal = refused(before(space), "1; horse red")
    assert str(refusal) == f"Nothing moves a horse of your choice on space {space}; leave “horse” out."


@pytest.mark.parametrize("space", [ADVANCE, BACK, FREE, CASH, BUY, STOP])
def test_a_bet_is_refused_where_nobody_bets(space):
    refusal = refused(before(space), "1; bet red 20")
    assert str(refusal) == f"Nobody bets on space {space} now; leave “bet” out."


def test_a_horse_is_refused_on_a_stop_bid_that_another_wins_surely():
    state = before(STOP, cards={1: 2, 2: 1})
    assert refused(state, "1; horse red").code == "no_horse_needed"
    assert clause(state, "horse") is not None  # the spaces behind may need it
    assert GAME.check(before(STOP, cards={0: 2}), 0, "1; horse red") == "1; horse red"


@pytest.mark.parametrize("space", [ADVANCE, BACK, BUY, BET])
def test_a_move_out_of_the_race_needs_its_mark(space):
    state = before(space, money={0: 19})
    assert str(refused(state, "1")) == (
        f"Space {space} costs $20 and you have $19: write 1! to go there, out of the race."
    )
    assert GAME.check(state, 0, "1!") == "1!"
    assert "1!" in clause(state, "")
    assert refused(state, "1!; horse red").code == "no_horse_needed"


def test_a_gamble_needs_no_mark_though_it_may_take_out():
    assert GAME.check(before(GAMBLE, money={0: 0}), 0, "1") == "1"


def test_a_horse_out_of_the_race_can_t_be_named():
    state, _ = GAME.leave(before(ADVANCE), 1)
    assert str(refused(state, "1; horse blue")) == "The horse blue is not in the race; legal: red, green."
    assert refused(before(BET), "1; bet yellow 20").code == "no_horse"


def test_a_bet_is_bounded_by_the_purse():
    refusal = refused(before(BET, money={0: 30}), "1; bet red 40")
    assert str(refusal) == "You have $30 and can’t spend $40."


def test_one_bet_names_one_horse_unless_the_match_takes_many():
    line = "1; bet green 20 red 40"
    assert refused(before(BET), line).code == "one_horse"
    state = before(BET, bet_colours="many")
    assert GAME.check(state, 0, line) == "1; bet red 40 green 20"
    assert play(state, line).tickets[0] == (40, 0, 20, 0, 0)
    assert refused(before(BET, bet_colours="many", money={0: 50}), line).code == "no_money"


def test_bids_are_written_in_one_way():
    state = play(before(STOP), "1")
    assert GAME.check(state, 0, "BID $40 HORSE RED") == "bid 40; horse red"
    assert GAME.check(state, 0, "bid 007") == "bid 7"
    assert str(refused(state, "bid 301")) == "You have $300 and can’t spend $301."
    assert refused(state, "3").code == "not_asked_for"
    assert refused(state, "bid 3; horse black").code == "no_horse"
    assert refused(state, "horse red").code == "missing"


def test_limits_go_in_steps_of_5():
    state = play(before(STOP, auction="proxy5", money={0: 33}), "1")
    assert clause(state, "bid") == ("0", "5", "10", "15", "20", "25", "30")
    assert str(refused(state, "bid 7")) == (
        "Limits go in steps of $5 in this match, such as 0, 5 or 40; not 7."
    )


def test_raises_go_up_by_5_at_least():
    state = play(before(STOP, auction="open5"), "1")
    assert asked(state) == {1: "open"}
    state = play(state, "raise 25")
    assert str(refused(state, "raise 25", 2)) == (
        "A raise is 30 or more here, in steps of $5; not 25. Or pass."
    )
    assert refused(state, "raise 33", 2).code == "illegal_raise"
    assert refused(state, "raise 305", 2).code == "no_money"
    assert refused(state, "pass; horse red", 2).code == "not_asked_for"
    assert GAME.check(state, 2, "raise 40 horse green") == "raise 40; horse green"
    assert GAME.check(state, 2, "PASS") == "pass"
    assert refused(state, "bid 40", 2).code == "not_asked_for"


def test_a_horse_is_all_that_is_said_for_two_lengths():
    state = play(before(STOP, cards={1: 1}), "1")
    assert GAME.check(state, 1, "horse red") == "horse red"
    assert refused(state, "bid 5", 1).code == "not_asked_for"
    assert refused(state, "", 1).code == "missing"


def test_who_owes_nothing_can_order_nothing():
    state = table()
    assert refused(state, "3", 1).code == "not_asked"
    assert refused(state, "3", 7).code == "not_asked"
    for seat in (0, 1):
        state, _ = GAME.leave(state, seat)
    assert refused(state, "3", 2).code == "not_asked"


@pytest.mark.parametrize("auction", ["sealed", "proxy5", "open5"])
def test_the_order_that_a_refusal_gives_as_an_example_is_legal(auction):
    moving, _ = GAME.leave(before(STOP, auction=auction), 1)
    bidding, naming = play(moving, "1"), play(before(STOP, cards={1: 1}), "1")
    left, _ = GAME.leave(before(STOP), 0)
    for state in (moving, bidding, naming, left):
        seat = next(iter(GAME.decisions(state)))
        for line in ("", "move 1; go; pass; bid 1"):
            example = refused(state, line, seat).data["example"]
            assert GAME.check(state, seat, example) == example


def test_seats_beyond_the_table_can_t_leave():
    with pytest.raises(IllegalOrder):
        GAME.leave(table(), 3)


WORDS = (
    "1",
    "2!",
    "6",
    "60",
    "$20",
    "move",
    "horse",
    "red",
    "black",
    "bet",
    "bid",
    "raise",
    "pass",
    "go",
    ";",
    "\n",
)
WORD = st.sampled_from(WORDS)


@settings(max_examples=200, deadline=None)
@given(words=st.lists(WORD, max_size=8))
def test_any_words_are_an_order_or_refused(words):
    line = " ".join(words)
    for state in (table(), play(before(STOP), "1"), play(before(STOP, auction="open5"), "1")):
        seat = next(iter(GAME.decisions(state)))
        try:
            canonical = GAME.check(state, seat, line)
        except IllegalOrder:
            continue
        assert GAME.check(state, seat, canonical) == canonical


@pytest.mark.parametrize(
    ("position", "only", "without"),
    [
        (table(token={0: BET - 1}), ("5",), "your own horse"),
        (table(token={0: BACK - 5}), ("4", "5"), "your own horse; for Back the leading rival"),
        (table(token={0: BACK - 1}), ("1", "3", "4"), "your own horse; for Back the leading rival"),
        (before(STOP, money={0: 10}), ("1",), "you are asked if you win"),
        (before(STOP, money={0: 10}, cards={0: 1}), ("1",), "your own horse"),
        (table(token={0: BACK - 4}, layout="SGGGGKGGG"), ("2",), "the leading rival"),
    ],
)
def test_a_move_says_for_which_spaces_it_names_a_horse_and_which_moves_without_one(position, only, without):
    clauses = {part.word: part for part in GAME.decisions(position)[0].clauses}
    assert (clauses["horse"].only, clauses["horse"].without) == (only, without)
    for value in clauses[""].values:
        if value in only:
            assert GAME.check(position, 0, f"{value}; horse red") == f"{value}; horse red"
        else:
            refused(position, f"{value}; horse red")


def test_a_raise_and_passing_are_one_choice_and_only_a_raise_names_a_horse():
    state = play(before(STOP, auction="open5"), "1")
    (decision,) = GAME.decisions(state).values()
    assert [(part.word, part.instead, part.only) for part in decision.clauses] == [
        ("raise", "", ()),
        ("pass", "raise", ()),
        ("horse", "", ("raise",)),
    ]
