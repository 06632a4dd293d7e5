"""What a running match may not show although it is over with: cards to remember, clauses that wait."""

from __future__ import annotations

import msgspec
import pytest

from games.rules import GAMES
from games.rules.chance import Chance
from tests.rules.fourbid_table import claims, play, table


def first_state(slug, **options):
    game = GAMES[slug]
    return game.setup(max(game.seats), game.options(**options), Chance(bytes(32), 0))


@pytest.mark.parametrize("slug", GAMES)
def test_people_may_look_back_by_default_and_nothing_waits_at_first(slug):
    game = GAMES[slug]
    assert game.recalls(game.options())
    assert not game.waits(first_state(slug))


def test_nobody_looks_back_at_cards_that_must_be_remembered():
    game = GAMES["foursquare"]
    assert not game.recalls(game.options(memory="on"))


def test_follow_up_clauses_wait_while_who_asked_decides():
    owner = claims(p1=[1, 3, 5, 9, 11, 24, 26, 31], p2=[8])
    before = table(3, owner=owner, queen=14, hands={1: "2 3 4 5 6 7 8 9", 2: "7"})
    assert not GAMES["fourbid"].waits(before)
    assert GAMES["fourbid"].waits(play(before, "A; ask", "2; low A", "7"))


def test_the_horse_named_with_a_move_waits_for_the_bids():
    game = GAMES["bid_n_bet"]
    state = msgspec.structs.replace(first_state("bid_n_bet"), token=(6,) * 5)
    after, _events = game.resolve(state, {state.active: "3; horse red"}, Chance(bytes(32), 1))
    assert game.waits(after)
