"""Foursquare against a slow reading of its rules: single turns from any position, and whole matches."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import IllegalOrder
from games.rules.chance import Chance
from tests.rules import slow_foursquare as slow
from tests.rules.foursquare_table import GAME, NAMES, legal, silent, table
from tests.rules.shelf import option_sets
from tests.rules.walking import random_order, walk

OPTIONS = list(option_sets("foursquare", mixes=40))
DECK = Counter(dict.fromkeys(range(1, 11), 4))


def as_slow(state: Any) -> slow.Slow:
    piles = {
        slow.cell_of(name): [slow.Card(rank, up=True) for rank in pile]
        for name, pile in zip(NAMES, state.piles, strict=True)
        if pile
    }
    for cell in state.down:
        piles[slow.cell_of(NAMES[cell])][-1].up = False
    options = {name: getattr(state.options, name) for name in state.options.names()}
    return slow.Slow(piles, list(state.stock), options)


def tops(position: slow.Slow) -> dict[tuple[int, int], tuple[int, bool, int]]:
    return {cell: (pile[-1].rank, pile[-1].up, len(pile)) for cell, pile in position.piles.items()}


def same(after: Any, expected: slow.Slow) -> None:
    assert tops(as_slow(after)) == tops(expected)
    assert list(after.stock) == expected.stock
    outcome = GAME.outcome(after)
    assert (outcome.reason if outcome else "") == expected.end
    if outcome:
        assert outcome.scores == (expected.score,)
        assert outcome.winners == ((0,) if expected.end == "won" else ())


def some_position(luck: random.Random) -> Any:
    """Any sheet that may come about, with up to four piles face down, whatever turned them."""
    state = table(**luck.choice(OPTIONS))
    stock = [rank for rank in range(1, 11) for _ in range(4)]
    luck.shuffle(stock)
    position = slow.Slow({}, stock, {"flip": "others", "compare": "up", "loss_score": "zero"})
    for _ in range(luck.choice([0, 1, 2, 5, 12, 20, 30, 38, 39])):
        cell = slow.cell_of(luck.choice(slow.cells(position)))
        position.piles.setdefault(cell, []).append(slow.Card(stock.pop(0), up=True))
    cells = {slow.name_of(cell): pile for cell, pile in position.piles.items()}
    closed = luck.sample(sorted(cells), min(luck.choice([0, 1, 2, 3, 4]), len(cells)))
    return msgspec.structs.replace(
        state,
        piles=tuple(tuple(card.rank for card in cells.get(name, ())) for name in NAMES),
        down=tuple(cell for cell, name in enumerate(NAMES) if name in closed),
        stock=tuple(stock),
    )


@settings(max_examples=500, deadline=None)
@given(luck=st.integers(0, 2**64).map(random.Random))
def test_any_turn_from_any_position_ends_where_the_slow_rules_end_it(luck):
    state = some_position(luck)
    assert legal(state) == slow.cells(as_slow(state))
    name = luck.choice(legal(state))
    after, _ = GAME.resolve(state, {0: GAME.check(state, 0, name)}, Chance(bytes(32), 1))
    expected = as_slow(state)
    slow.turn(expected, name)
    same(after, expected)


@settings(max_examples=200, deadline=None)
@given(luck=st.integers(0, 2**64).map(random.Random))
def test_silence_takes_the_cell_that_the_slow_rules_find_quietest(luck):
    state = some_position(luck)
    seen = as_slow(state)
    if state.options.memory == "on":
        seen.options = {**seen.options, "compare": "up"}
    assert silent(state) == slow.quietest(seen)


@pytest.mark.parametrize("options", OPTIONS[:14], ids=str)
def test_whole_matches_go_as_the_slow_rules_let_them_go(options):
    for number in range(6):
        key = bytes([number]) * 32
        expected = as_slow(GAME.setup(1, GAME.options(**options), Chance(key, 0)))
        for step in walk(GAME, 1, GAME.options(**options), key, [random_order]):
            assert legal(step.state) == slow.cells(expected)
            slow.turn(expected, step.orders[0])
            same(step.after, expected)
            assert sum((Counter(pile) for pile in step.after.piles), Counter(step.after.stock)) == DECK


@settings(max_examples=200, deadline=None)
@given(luck=st.integers(0, 2**64).map(random.Random))
def test_every_other_cell_is_refused_with_the_legal_ones(luck):
    state = some_position(luck)
    for name in set(NAMES) - set(legal(state)):
        with pytest.raises(IllegalOrder) as refused:
            GAME.check(state, 0, name)
        assert refused.value.data["legal"] == ", ".join(legal(state))


@settings(max_examples=100, deadline=None)
@given(luck=st.integers(0, 2**64).map(random.Random))
def test_events_tell_every_change_of_the_sheet(luck):
    state = some_position(luck)
    name = luck.choice(legal(state))
    after, events = GAME.resolve(state, {0: name}, Chance(bytes(32), 1))
    closed = {NAMES[cell] for cell in state.down} - {name}
    for event in events:
        if event.kind == "turned":
            assert closed.isdisjoint(event.data["down"])
            assert closed.issuperset(event.data["up"])
            closed = (closed | set(event.data["down"])) - set(event.data["up"])
    assert closed == {NAMES[cell] for cell in after.down}
