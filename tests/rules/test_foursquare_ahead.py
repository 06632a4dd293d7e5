"""Orders given ahead in Foursquare: how they may be written, and how a match plays on by them."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import IllegalOrder
from games.rules.chance import Chance
from tests.rules.foursquare_table import GAME, NAMES, play, table

TWO = "d4:5u e4:5u"


def planned(text: str, state: object = None, seat: int = 0) -> str:
    """The canonical text; without a position, the third card is drawn."""
    state = state or table(TWO, 7)
    return GAME.plan(GAME.view(state, seat), seat, text)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("next 1-3:d5 4-7:e5 8-10:f4", "from 4; next 1-3:d5 4-7:e5 8-10:f4"),
        ("NEXT *:D5", "from 4; next *:d5"),
        ("next d5", "from 4; next *:d5"),
        ("next 1-10:d5", "from 4; next *:d5"),
        ("next *:stop", "from 4; next *:stop"),
        ("next stop", "from 4; next *:stop"),
        ("next 5:e5 *:d5", "from 4; next 1-4:d5 5:e5 6-10:d5"),
        ("next 1:d5 2:d5 3:d5", "from 4; next 1-3:d5"),
        ("next 8-10:STOP a-7:d5", "from 4; next 1-7:d5 8-10:stop"),
        ("next 10 : d5, 1 – 3 : e5", "from 4; next 1-3:e5 10:d5"),
        ("1-3:d5", "from 4; next 1-3:d5"),
        ("next 1:d5; next 2:e5\nnext *:f4\r\n", "from 4; next 1:d5; next 2:e5; next *:f4"),
        ("from 7; next *:d5", "from 7; next *:d5"),
        ("next *:d5; from 40", "from 40; next *:d5"),
        ("from 3; next *:d5", "from 3; next *:d5"),
        ("", ""),
        (" ;\n", ""),
        ("from 7", ""),
        (";".join(["next *:d5"] * 5), "from 4" + "; next *:d5" * 5),
    ],
)
def test_orders_ahead_are_read_and_written_in_one_way(text, canonical):
    assert planned(text) == canonical
    assert planned(canonical) == canonical


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("d5", "unknown_clause", "“d5” is no order ahead; write such as next 1-5:c4 6-10:f4."),
        ("ask", "unknown_clause", "“ask” is no order ahead; write such as next 1-5:c4 6-10:f4."),
        ("next", "value_count", "“next” names cells, such as next 1-5:c4 6-10:f4."),
        ("next 1-3:h5", "illegal_value", "“1-3:h5” is no rank with a cell."),
        ("next 0:d5", "illegal_value", "“0:d5” is no rank with a cell."),
        ("next 11:d5", "illegal_value", "“11:d5” is no rank with a cell."),
        ("next 3-1:d5", "illegal_value", "“3-1:d5” is no rank with a cell."),
        ("next k:d5", "illegal_value", "“k:d5” is no rank with a cell."),
        ("next 1:2:d5", "illegal_value", "“1:2:d5” is no rank with a cell."),
        ("next 1-3:d5 next", "illegal_value", "“next” is no rank with a cell."),
        (
            "next 1-3:d5 3:e5",
            "twice",
            "A line names each rank only once; one that goes to d5 is named again.",
        ),
        ("next *:d5 e5", "twice", "A line names each rank only once; one that goes to d5 is named again."),
        ("next *:a4", "illegal_cell", "No card can go to a4 any more; the grid lies within b1 to g7."),
        ("from 2; next *:d5", "illegal_value", "“from” names a card to come, 3 to 40; card 2 is none."),
        ("from 41; next *:d5", "illegal_value", "“from” names a card to come, 3 to 40; card 41 is none."),
        ("from 5; from 6; next *:d5", "illegal_value", "“from” stands once in all orders ahead"),
        ("from; next *:d5", "illegal_value", "“from” stands once in all orders ahead"),
        ("from x; next *:d5", "illegal_value", "“from” stands once in all orders ahead"),
        ("from 5 6; next *:d5", "illegal_value", "“from” stands once in all orders ahead"),
        (";".join(["next *:d5"] * 6), "value_count", "Orders ahead have at most 5 lines with “next”; these"),
        (" " * 601, "too_long", "Orders ahead have at most 600 characters; these have 601."),
    ],
)
def test_wrong_orders_ahead_are_refused_with_what_would_be_right(text, code, said):
    with pytest.raises(IllegalOrder) as refused:
        planned(text)
    assert refused.value.code == code
    assert str(refused.value).startswith(said)


def test_a_full_pile_is_refused_ahead():
    with pytest.raises(IllegalOrder, match="The pile on d4 has four cards already"):
        planned("next *:d4", table("d4:1u/2u/3u/4u", 5))


def test_nobody_plans_in_a_finished_match_or_for_another_seat():
    over = play(table(TWO, 5, left=0), "f4")
    for state, seat in ((over, 0), (table(TWO, 7), 1), (table(TWO, 7), -1)):
        with pytest.raises(IllegalOrder, match="none to give ahead"):
            planned("next *:d5", state, seat)


def followed(state: object, plan: str) -> tuple[str | None, str]:
    return GAME.follow(GAME.view(state, 0), 0, GAME.decisions(state)[0], plan)


def carried(state: object, plan: str) -> tuple[list[str], str]:
    """The orders that a plan gives from here on until the player is asked, and what is left of it."""
    orders = []
    while GAME.decisions(state):
        order, plan = followed(state, plan)
        if order is None:
            break
        orders.append(order)
        state = play(state, order)
    return orders, plan


def stocked(*cards: int) -> object:
    """The third card is the first of these, and those behind it follow."""
    state = table("d4:5u e4:5u", cards[0])
    return msgspec.structs.replace(state, stock=cards)


def test_the_first_line_is_for_the_card_behind_the_one_drawn():
    state = stocked(5, 2, 9, 5, 5)
    plan = planned("next 1-3:d5 4-10:e5; next 1-3:d3 4-10:e3", state)
    assert followed(state, plan) == (None, plan)
    assert carried(play(state, "f4"), plan) == (["d5", "e3"], "")


def test_a_plan_stops_where_it_has_no_cell_for_the_card():
    after = play(stocked(5, 2, 9, 5, 5), "f4")
    for line in ("next *:stop", "next 1:d5 3-10:d5", "next 2:stop *:d5"):
        assert carried(after, planned(f"{line}; next *:d5", stocked(5, 2, 9, 5, 5))) == ([], "")
    plan = planned("next *:d5; next 1-8:e5; next *:f5", stocked(5, 2, 9, 5, 5))
    assert carried(after, plan) == (["d5"], "")


def test_a_plan_stops_where_its_cell_is_not_legal():
    after = play(stocked(5, 5, 9, 5, 5), "f4")
    assert carried(after, "from 4; next *:d6; next *:d5") == ([], "")
    assert carried(after, "from 4; next *:d5; next *:d6; next *:d6; next *:d6") == (
        ["d5", "d6", "d6", "d6"],
        "",
    )


def test_a_plan_waits_for_the_card_it_is_for_and_skips_cards_played_by_hand():
    state = stocked(5, 5, 5, 5, 5)
    assert followed(state, "from 5; next *:d5") == (None, "from 5; next *:d5")
    assert followed(state, "from 1; next *:d3; next *:d5; next *:e5; next *:f4") == (
        "e5",
        "from 4; next *:f4",
    )
    assert followed(state, "from 1; next *:d3; next *:d5") == (None, "")
    assert followed(state, "") == (None, "")


def test_nothing_follows_in_a_finished_match():
    before = table(TWO, 5, left=0)
    view = GAME.view(play(before, "f4"), 0)
    assert GAME.follow(view, 0, GAME.decisions(before)[0], "from 4; next *:d5") == (None, "")


def test_a_plan_is_followed_blind():
    """What follows a card is the same whatever lies behind it in the stock."""
    for rest in ((1, 10), (10, 1)):
        assert followed(stocked(5, *rest), "from 3; next *:d5; next *:e5") == ("d5", "from 4; next *:e5")


@settings(max_examples=300, deadline=None)
@given(luck=st.integers(0, 2**64).map(random.Random))
def test_any_plan_that_is_taken_stays_as_it_is_written_and_gives_legal_orders(luck):
    state = GAME.setup(1, GAME.options(), Chance(luck.randbytes(32), 0))
    targets = ["d5", "e4", "d3", "c4", "stop", *luck.sample(NAMES, 3)]
    lines = []
    for _ in range(luck.randint(1, 5)):
        cuts = sorted(luck.sample(range(1, 11), luck.randint(1, 4)))
        ends = [cut - 1 for cut in cuts[1:]] + [10]
        lines.append(" ".join(f"{a}-{b}:{luck.choice(targets)}" for a, b in zip(cuts, ends, strict=True)))
    plan = planned("\n".join("next " + line for line in lines), state)
    assert planned(plan, state) == plan
    state, count = play(state, "d4"), 0
    while GAME.decisions(state):
        order, plan = followed(state, plan)
        if order is None:
            break
        count += 1
        state = play(state, order)
    assert count <= len(lines)
    assert plan == ""


@settings(max_examples=300, deadline=None)
@given(text=st.text(max_size=40) | st.text("next stopfrom:-*;\n1230456789abcdefgh ", max_size=60))
def test_any_text_is_a_plan_or_is_refused(text):
    try:
        plan = planned(text)
    except IllegalOrder as refusal:
        plan = ""
        str(refusal).encode()
    assert planned(plan) == plan
