"""The bot of Foursquare: what it does where the right thing is plain, and how it fares."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from games.rules.chance import Chance
from games.rules.foursquare import bot
from games.rules.foursquare.turning import count_down, tops_of, turned, turning
from tests.rules.foursquare_table import GAME, down, legal, play, table
from tests.rules.test_foursquare_examples import FULL
from tests.rules.walking import bot_order, silent_order, walked


def chosen(state: object) -> str:
    decision = GAME.decisions(state)[0]
    return GAME.check(state, 0, GAME.choose(GAME.view(state, 0), 0, decision, Chance(bytes(32), 1)))


def test_it_places_the_first_card():
    assert chosen(table(card=7)) == "d4"


def test_it_wins_where_it_can():
    assert chosen(table(FULL, 6, left=11)) == "d4"
    assert GAME.outcome(play(table(FULL, 6, left=0), chosen(table(FULL, 6, left=0)))).winners == (0,)


def test_it_opens_what_lies_face_down():
    before = table("d4:2d e4:9d f4:9d", 4)
    assert down(play(before, chosen(before))) == 0


def test_it_does_not_lose_where_it_need_not():
    before = table("d4:4u e4:6u d5:2d e5:3d d6:8d", 9)
    assert GAME.outcome(play(before, chosen(before))) is None


def test_it_takes_the_card_shown_ahead_into_account():
    """A 6 would fit between 3 and 8, a 10 would turn the row: so that is grown for the 6 only."""
    row = table("d4:3u e4:8u", 5, preview=1)
    assert chosen(msgspec.structs.replace(row, stock=(5, 6, 1))) == "c4"
    assert chosen(msgspec.structs.replace(row, stock=(5, 10, 1))) == "d3"


@pytest.mark.parametrize("flip", ["others", "all"])
@pytest.mark.parametrize("compare", ["up", "all"])
def test_what_it_expects_is_what_trying_every_cell_finds(flip, compare):
    """The quick count of the second card against placing it on each cell by the rules."""
    for number in range(12):
        state, _ = GAME.setup(1, GAME.options(flip=flip, compare=compare), Chance(bytes([number]) * 32, 0)), 0
        for _turn in range(18):
            if GAME.outcome(state) is not None:
                break
            tops, tall = tops_of(state.piles, state.down), tuple(map(len, state.piles))
            tried = []
            for rank in range(1, 11):
                worths = []
                for name in legal(state):
                    cell = bot.CELLS[name]
                    lines = turning(tops, cell, rank, compare)
                    after = turned(tops, cell, rank, lines, flip)
                    piles = sum(map(bool, tall)) + (not tall[cell])
                    worths.append(bot.WORTH[piles][count_down(after)])
                tried.append(max(worths))
            coming = dict.fromkeys(range(1, 11), 0.1)
            assert bot.expected(tops, tall, coming, compare, flip) == pytest.approx(sum(tried) / 10)
            state = play(state, chosen(state))


def ends(choice: object, matches: int, **options: object) -> Counter:
    count: Counter = Counter()
    for number in range(matches):
        state, _ = walked(GAME, 1, GAME.options(**options), bytes([number, 7]) * 16, [choice])
        count[GAME.outcome(state).reason] += 1
    return count


def test_it_wins_most_deals():
    assert ends(bot_order, 40)["won"] >= 28


def test_silence_wins_seldom():
    assert ends(silent_order, 40)["won"] <= 20


@pytest.mark.parametrize(
    "options", [{"flip": "all"}, {"compare": "all"}, {"memory": "on"}, {"preview": 3}], ids=str
)
def test_it_wins_some_deals_by_every_reading(options):
    assert ends(bot_order, 12, **options)["won"] >= 2
