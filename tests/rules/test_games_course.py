"""What can be drawn of the course of every game: numbers of all seats, from what everybody may know alone."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.rules import GAMES
from games.rules.chance import Chance
from games.rules.game import Gauge, Plan, Tally
from tests.actions.toy import Hush
from tests.rules.shelf import named, tables
from tests.rules.test_games_contract import laid, steps
from tests.rules.walking import bot_order, random_order

TABLES = tables()
over_tables = pytest.mark.parametrize("table", TABLES, ids=named)


@pytest.fixture(autouse=True)
def _slow_bots_think_less(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAMES["bid_chess"], "budget", 20, raising=True)


def told(step: Any) -> list[dict[str, Any]]:
    """The events of a turn that everybody may know, as they come back from their rows."""
    events = [event for event in step.events if event.seen_by is None]
    return [msgspec.json.decode(msgspec.json.encode(event)) for event in events]


def is_number(value: object) -> bool:
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool))


@over_tables
def test_gauges_have_a_number_of_each_seat_and_are_the_same_in_every_view(table):
    game, seats, _options, _key = laid(table)
    known: set[tuple[str, str]] = set()
    for step in steps(table, random_order, bot_order):
        gauges = game.gauges(game.view(step.after, None))
        assert all(len(gauge.values) == seats and all(map(is_number, gauge.values)) for gauge in gauges)
        assert all(game.gauges(game.view(step.after, seat)) == gauges for seat in range(seats))
        known.add(tuple((gauge.key, gauge.name) for gauge in gauges))
    (names,) = known
    assert 3 <= len(names) == len(dict(names)) <= 4


@over_tables
def test_sheets_have_a_number_or_none_for_each_seat_of_each_row(table):
    game, seats, _options, _key = laid(table)
    walked = steps(table, random_order, bot_order)
    for end in (0, 1, len(walked) // 2, len(walked)):
        state = walked[end].state if end < len(walked) else walked[-1].after
        sheets = game.sheets(game.view(state, None), [told(step) for step in walked[:end]])
        assert sheets
        assert len({sheet.key for sheet in sheets}) == len(sheets)
        for sheet in sheets:
            assert sheet.about.endswith(".")
            if isinstance(sheet, Tally):
                assert len(sheet.rows) == len(sheet.values)
                assert all(len(row) == seats and all(map(is_number, row)) for row in sheet.values)
            else:
                assert isinstance(sheet, Plan)
                assert len({(spot.x, spot.y) for spot in sheet.spots}) == len(sheet.spots)
                assert all(is_number(spot.value) for spot in sheet.spots)
                assert all(spot.seat is None or 0 <= spot.seat < seats for spot in sheet.spots)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)
def test_the_first_position_has_all_gauges(game):
    _slug, seats, options = next(table for table in TABLES if table[0] == game.slug)
    state = game.setup(seats, game.options(**options), Chance(bytes(32), 0))
    gauges = game.gauges(game.view(state, None))
    assert all(isinstance(gauge, Gauge) and None not in gauge.values for gauge in gauges)


def test_a_game_that_says_nothing_of_its_course_has_none() -> None:
    assert (Hush().gauges(None), Hush().sheets(None, ())) == ((), ())


@pytest.mark.parametrize(("options", "horses"), [({}, 2), ({"extra_horses": "on"}, 5)])
def test_only_horses_that_run_are_listed_with_the_bets_on_them(options: dict[str, str], horses: int) -> None:
    game = GAMES["bid_n_bet"]
    state = game.setup(2, game.options(**options), Chance(bytes(32), 0))
    bets = game.sheets(game.view(state, None), ())[0]
    assert (bets.key, len(bets.rows)) == ("bets", horses)
