"""What refusals quote: the words of whoever wrote them, not the folded form in which they were read."""

from __future__ import annotations

import pytest

from games.rules.bid_n_bet import orders as race
from games.rules.bids import orders, plans
from games.rules.foursquare import ahead
from games.rules.game import IllegalOrder


@pytest.mark.parametrize(
    ("read", "text", "quoted"),
    [
        (plans.read, "if lede  R3", "lede"),
        (plans.read, "else Queen", "Queen"),
        (plans.read, "r3  please", "r3 please"),
        (plans.read, "if top ≥ 99 R3", "top ≥ 99"),
        (plans.read, "if top > x R3", "top > x"),
        (plans.read, "k–77", "k–77"),
        (plans.read, "if " + "e" * 30 + " R3", "e" * 24 + "…"),
        (plans.read, "if ß R3", "SS"),
        (plans.read, "else E", "E"),
        (orders.read, "Rot 7", "Rot 7"),
        (race.read_plan, "NextMove Two", "Two"),
        (race.read, "Hors red", "Hors"),
        (ahead.read, "Next 3:Z9", "3:Z9"),
    ],
)
def test_a_refusal_quotes_what_was_written(read, text, quoted):
    with pytest.raises(IllegalOrder) as refused:
        read(text)
    data = refused.value.data
    assert data.get("word", data.get("words")) == quoted
    assert f"“{quoted}”" in str(refused.value)


def test_a_refusal_of_nothing_quotes_nothing():
    with pytest.raises(IllegalOrder, match=r"“steal 9” or “no”\.$"):
        orders.read(" ")


def test_a_refusal_without_a_quotation_stays_as_it_is():
    with pytest.raises(IllegalOrder, match="Behind “thief” stand"):
        plans.read("Thief maybe")
