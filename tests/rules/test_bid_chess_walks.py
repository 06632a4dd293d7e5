"""Random matches of Bid Chess for each of the 41 rows, owned by either colour: they go on to an end."""

from __future__ import annotations

import random

import pytest

from games.rules import GAMES, IllegalOrder
from games.rules.bid_chess.men import ROWS
from games.rules.bid_chess.setup import usual, written
from games.rules.game import Decision
from tests.rules.walking import walk

GAME = GAMES["bid_chess"]
REASONS = {"bare", "kings", "mate", "quiet", "repetition", "stalemate"}


def buyer(black):
    """Bids so that a colour gets the item, sets up at random, moves at random and never draws."""

    def order(game, state, seat, decision: Decision, luck: random.Random) -> str:
        if decision.kind == "bid":
            return "bid 1" if (seat != state.white) == black else "bid 0"
        if decision.kind == "setup":
            return scattered_setup(state, seat, luck)
        return luck.choice([value for value in decision.clauses[0].values if value != "draw"])

    return order


def scattered_setup(state, seat, luck: random.Random) -> str:
    """The men of the usual setup anywhere they may stand."""
    men = list(usual(state, seat))
    while True:
        luck.shuffle(men)
        try:
            return GAME.check(state, seat, f"setup {written(tuple(men))}")
        except IllegalOrder:
            continue


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.number}")
def test_random_matches_with_a_row_go_on_to_an_end_whoever_owns_it(row):
    for black in (False, True):
        *_turns, last = walk(
            GAME, 2, GAME.options(pool=str(row.number)), bytes([row.number, black] * 16), (buyer(black),)
        )
        assert last.after.awards[0].seat == (last.after.white ^ black)
        assert last.after.result.reason in REASONS
