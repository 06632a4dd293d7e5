"""Orders given ahead in Bids: how they are written, when they may be given, and what they make of a turn."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import IllegalOrder
from games.rules.chance import Chance
from tests.rules.bids_table import GAME, table, trick, turn
from tests.rules.walking import random_order

HAND = ("R1", "R3", "G4", "G10", "B8", "K1")
WHOLE = "if lead R3; if top<=6 B8; if top>=9 R1; if last and top<=9 G10; if black K1; else G4"


def waiting(*plays, seats=4, leader=0, **given):
    """A match in which some have played, and everybody else holds the same hand."""
    hand = tuple(("Y1", "Y2") if seat < len(plays) else HAND for seat in range(seats))
    return table(seats, hand=hand, plays=tuple(enumerate(plays)), leader=leader, **given)


def planned(state, seat, text):
    return GAME.plan(GAME.view(state, seat), seat, text)


def refusal(state, seat, text):
    with pytest.raises(IllegalOrder) as refused:
        planned(state, seat, text)
    assert str(refused.value)
    return refused.value.code


def followed(state, seat, plan):
    """What the plan of a seat that owes something gives, and what is left of it."""
    return GAME.follow(GAME.view(state, seat), seat, GAME.decisions(state)[seat], plan)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        (WHOLE, f"trick 1/1; {WHOLE}"),
        ("R1", "trick 1/1; else R1"),
        ("play r1", "trick 1/1; else R1"),
        ("else R1", "trick 1/1; else R1"),
        ("PLAN\nIF LEAD R3\nIF TOP<=6 B8\nELSE G4", "trick 1/1; if lead R3; if top<=6 B8; else G4"),
        ("plan if top <= 6 b8", "trick 1/1; if top<=6 B8"),
        ("if top ≤ 6: B8, if", None),
        ("if top≤6, last: B8", "trick 1/1; if top<=6 and last B8"),
        ("if top≥6 then B8", "trick 1/1; if top>=6 B8"),
        ("if top<6 B8; if top>6 R1; if top=6 R3", "trick 1/1; if top<=5 B8; if top>=7 R1; if top=6 R3"),
        ("if top>-5 B8", "trick 1/1; if top>=-4 B8"),
        ("trick 1/1; R1", "trick 1/1; else R1"),
        ("", ""),
        (" ;\n; ", ""),
        ("trick 7/9", ""),
    ],
)
def test_a_plan_is_read_and_written_back(text, canonical):
    state = waiting("R6")
    if canonical is None:
        assert refusal(state, 2, text)
        return
    assert planned(state, 2, text) == canonical
    assert planned(state, 2, canonical) == canonical


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("thief >=6", "thief >=6"),
        ("THIEF no", "thief no"),
        ("thief >= 06", "thief >=6"),
        ("thief≥-5", "thief >=-5"),
        ("R1; thief no", "trick 1/1; else R1; thief no"),
    ],
)
def test_a_word_for_the_thief_stands_beside_the_conditions(text, canonical):
    state = waiting("R6", thief="on")
    assert planned(state, 2, text) == canonical
    assert planned(state, 2, canonical) == canonical


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("if lead", "bad_if"),
        ("if", "bad_if"),
        ("if and R1", "bad_if"),
        ("if lead X7", "no_card"),
        ("if rich R1", "bad_test"),
        ("if top<= R1", "bad_if"),
        ("if top<=999 R1", "bad_test"),
        ("if top>99 R1", "no_worth"),
        ("if top<-99 R1", "no_worth"),
        ("if top>14 R1", "no_worth"),
        ("if top<=15 R1", "no_worth"),
        ("thief >=99", "no_worth"),
        (";".join(["if last lead black top<=14 top>=-5 R1"] * 12), "too_long"),
        ("else R1; if lead R3", "after_else"),
        ("else R1; else R3", "twice"),
        ("else R1 R3", "unknown_clause"),
        ("R1 R3", "unknown_clause"),
        ("R1; R3", "twice"),
        ("else", "unknown_clause"),
        ("R9", "not_held"),
        ("thief maybe", "bad_thief"),
        ("thief >=six", "bad_thief"),
        ("thief", "unknown_clause"),
        ("thief no; thief no", "twice"),
        ("trick one; R1", "bad_trick"),
        ("trick 1/2; R1", "other_trick"),
        ("if lead R1;" * 13, "too_many"),
        ("R" * 601, "too_long"),
        ("\ud800", "no_card"),
    ],
)
def test_what_is_no_plan_is_refused(text, code):
    assert refusal(waiting("R6", thief="on"), 2, text) == code


def test_a_number_that_no_card_has_is_refused_with_those_there_are():
    with pytest.raises(IllegalOrder, match="No card is worth what “top>99” asks for; numbers are -5 to 14"):
        planned(waiting("R6"), 2, "if top>99 R1")


def test_no_word_for_a_thief_that_is_not_in_the_match():
    assert refusal(waiting(), 2, "thief no") == "no_thief"


def test_who_has_played_may_plan_only_for_the_thief():
    state = waiting("R6", thief="on")
    assert refusal(state, 0, "Y1") == "played"
    assert planned(state, 0, "thief no") == "thief no"


def test_where_all_bid_at_once_only_the_thief_can_be_planned_for():
    state = waiting(bidding="sealed", thief="on")
    assert refusal(state, 0, "R1") == "sealed"
    assert planned(state, 0, "thief >=3") == "thief >=3"


def test_nothing_is_planned_while_a_thief_chooses_nor_by_guests_or_who_left():
    taken = (("KTHIEF",), ("K2",), (), ())
    state = trick(table(4, taken=taken, holder=0, thief="on"), "R5", "G4", "Y7", "R8")
    assert refusal(state, 2, "Y1") == "played"
    state = waiting()
    assert refusal(GAME.leave(state, 2)[0], 2, "R1") == "not_asked"
    with pytest.raises(IllegalOrder):
        GAME.plan(GAME.view(state, None), 2, "R1")


def test_nothing_is_planned_once_the_match_is_over():
    state = waiting()
    for seat in (0, 1, 3):
        state = GAME.leave(state, seat)[0]
    assert refusal(state, 2, "thief no") == "not_asked"


@pytest.mark.parametrize(
    ("plays", "card"),
    [
        ((), "R3"),
        (("R6",), "B8"),
        (("R2", "K3"), "B8"),
        (("R7", "K3"), "K1"),
        (("R7",), "G4"),
        (("R9",), "R1"),
        (("W",), "G4"),
        (("K2x",), "K1"),
        (("R7", "R8", "R8"), "G10"),
        (("R7", "R8", "K10"), "R1"),
    ],
)
def test_the_first_condition_that_fits_is_played(plays, card):
    state = waiting(*plays, ally="on")
    seat = len(plays)
    plan = planned(state, seat, WHOLE)
    assert followed(state, seat, plan) == (card, "")
    assert GAME.check(state, seat, card) == card


@pytest.mark.parametrize(("top", "fits"), [(5, False), (6, True), (7, False)])
def test_top_may_be_met_exactly(top, fits):
    state = waiting(f"R{top}")
    assert followed(state, 1, planned(state, 1, "if top=6 B8"))[0] == ("B8" if fits else None)


def test_under_lowest_top_is_the_lowest_so_far():
    state = waiting("R9", "R4", low=True, lowest="on")
    assert followed(state, 2, planned(state, 2, "if top>=9 R1; if top<=4 B8"))[0] == "B8"


def test_where_nothing_fits_the_seat_is_asked_and_the_plan_stays():
    state = waiting("R7")
    plan = planned(state, 1, "if lead R3; if top<=6 B8")
    assert followed(state, 1, plan) == (None, plan)


def test_a_plan_made_before_others_played_looks_at_what_they_played():
    state = waiting("R6")
    plan = planned(state, 2, "if top>=9 R1; else G4")
    after, _ = turn(state, {1: "G10"})
    assert followed(after, 2, plan) == ("R1", "")


def test_a_plan_is_spent_when_its_trick_ends():
    state = table(3, thief="on")
    plan = planned(state, 1, "Y1; thief >=6")
    assert plan == "trick 1/1; else Y1; thief >=6"
    after = trick(state, "R5", "G4", "Y7")
    view = GAME.view(after, 1)
    decision = GAME.decisions(after)[2]
    assert GAME.follow(view, 1, decision, plan) == (None, "thief >=6")
    assert GAME.follow(view, 1, decision, "trick 1/1; else Y1") == (None, "")


def stealing(held=("K2", "K9", "K2x")):
    taken = (("KTHIEF",), held, (), ())
    return trick(table(4, taken=taken, holder=0, thief="on"), "R5", "G4", "Y7", "R8")


@pytest.mark.parametrize(
    ("plan", "order"),
    [
        ("thief >=6", "steal 9"),
        ("thief >=9", "steal 9"),
        ("thief >=10", "no"),
        ("thief no", "no"),
        ("", None),
        ("trick 1/1; else R5", None),
    ],
)
def test_a_standing_word_answers_for_the_thief(plan, order):
    left = plan if plan.startswith("thief") else ""
    assert followed(stealing(), 0, plan) == (order, left)


def test_a_standing_word_steals_nothing_where_nothing_is_left_to_steal():
    state = GAME.leave(stealing(), 1)[0]
    decision = GAME.decisions(state)[0]
    assert (decision.forced, decision.default) == (True, "no")
    assert followed(state, 0, "thief >=-5")[0] == "no"


def test_a_plan_says_nothing_where_there_is_nothing_to_choose():
    state = GAME.leave(stealing(), 0)[0]
    (seat,) = GAME.decisions(state)
    assert followed(state, seat, "thief no") == (None, "thief no")


@settings(max_examples=300, deadline=None)
@given(text=st.text(max_size=60), option=st.sampled_from(["off", "on"]))
def test_any_text_is_a_plan_or_an_illegal_order(text, option):
    state = waiting("R6", thief=option)
    try:
        canonical = planned(state, 2, text)
    except IllegalOrder:
        return
    assert planned(state, 2, canonical) == canonical
    assert "\n" not in canonical


@settings(max_examples=200, deadline=None)
@given(luck=st.integers(0, 2**64).map(random.Random))
def test_a_random_plan_gives_a_legal_card_or_none(luck):
    """Plans made at the opening of a trick and followed when the turn comes; stored views serve as well."""
    state = GAME.setup(luck.choice([3, 4, 5, 6]), GAME.options(ally="on", lowest="on"), Chance(bytes(32), 0))
    seats = range(len(state.hand))
    plans = {seat: planned(state, seat, random_plan(state.hand[seat], luck)) for seat in seats}
    number = state.trick_no
    while state.trick_no == number:
        (seat,) = GAME.decisions(state)
        view = GAME.view(state, seat)
        stored = msgspec.json.decode(msgspec.json.encode(view), type=type(view))
        decision = GAME.decisions(state)[seat]
        order, left = GAME.follow(view, seat, decision, plans[seat])
        assert (order, left) == GAME.follow(stored, seat, decision, plans[seat])
        assert left == ("" if order else plans[seat])
        assert order is None or GAME.check(state, seat, order) == order
        state, _ = turn(state, {seat: order or random_order(GAME, state, seat, decision, luck)})


def random_plan(hand, luck):
    tests = ["lead", "last", "black", *(f"top{sign}{n}" for sign in ("<=", ">=", "=") for n in range(1, 11))]
    lines = [
        f"if {' and '.join(luck.sample(tests, luck.randint(1, 2)))} {luck.choice(hand)}"
        for _ in range(luck.randint(0, 4))
    ]
    return "; ".join([*lines, *([f"else {luck.choice(hand)}"] if luck.random() < 0.5 else [])])


@pytest.mark.parametrize(
    ("text", "order", "ahead"),
    [
        ("R7", "R7", ""),
        ("", "", ""),
        ("R7; thief >=6", "R7", "thief >=6"),
        ("R7\nThief>=6", "R7", "Thief>=6"),
        ("if lead R3; else G4", "", "if lead R3; else G4"),
        ("PLAN\nIF LEAD R3", "", "PLAN\nIF LEAD R3"),
        ("thief steal 9", "thief steal 9", ""),
        ("steal 9; thief no", "steal 9", "thief no"),
        ("trick 1/2; else R1", "", "trick 1/2; else R1"),
    ],
)
def test_an_order_and_a_plan_may_come_in_one_text(text, order, ahead):
    assert GAME.parted(text) == (order, ahead)


def test_a_match_takes_those_plans_that_its_options_have_a_use_for():
    def words(**options):
        return [clause.word for clause in GAME.ahead(GAME.options(**options))]

    assert words() == ["if", "else", "trick"]
    assert words(thief="on") == ["if", "else", "trick", "thief"]
    assert words(bidding="sealed", thief="on") == ["thief"]
    assert words(bidding="sealed") == []
