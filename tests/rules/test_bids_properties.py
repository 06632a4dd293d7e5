"""Bids against a slow reading of its rules, over whole matches; and the arithmetic of every deal."""

from __future__ import annotations

import itertools
import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.chance import Chance
from tests.rules.bids_table import GAME
from tests.rules.shelf import option_sets, takes
from tests.rules.slow_bids import Slow, number
from tests.rules.walking import Step, bot_order, random_order, silent_order, walk

OPTIONS = list(option_sets("bids", mixes=60))
COUNTS = {3: (3, 10, 1), 4: (4, 10, 1), 5: (4, 12, 2), 6: (4, 14, 3)}
"""Colours, numbers, black cards in hands."""
DECKS = [
    (seats, dict(zip(("ally", "lowest", "surprise", "thief", "specials_in_hands"), values, strict=True)))
    for seats in COUNTS
    for values in itertools.product(("auto", "on", "off"), *[("off", "on")] * 3, ("yes", "no"))
    if (seats, values[0]) != (6, "off")
]


@pytest.mark.parametrize(("seats", "options"), DECKS, ids=str)
def test_a_deal_uses_every_card_once_and_keeps_the_numbers_of_the_rules(seats, options):
    colours, top, in_hands = COUNTS[seats]
    for number_ in range(3):
        state = GAME.setup(seats, GAME.options(**options), Chance(bytes([number_]) * 32, 0))
        surprised = ["K?"] if state.hidden else []
        stack = [*surprised, state.centre, *state.stack]
        held = [card for hand in state.hand for card in hand]
        cards = sorted([*held, *stack, *state.out])
        blacks = [f"K{n}" for n in range(1, top + 1)] + ["K-5", "K2x"]
        switches = {"lowest": "KLOW", "surprise": "K?", "thief": "KTHIEF"}
        blacks += [card for switch, card in switches.items() if options[switch] == "on"]
        ally = options["ally"] == "on" or (options["ally"] == "auto" and seats >= 5)
        coloured = [f"{colour}{n}" for colour in "RGYB"[:colours] for n in range(1, top + 1)]
        assert cards == sorted([*blacks, *coloured, *(["W"] if ally else [])])
        assert [len(hand) for hand in state.hand] == [10] * seats
        assert sum(card[0] == "K" for card in held) == in_hands
        assert held.count("W") == ally
        assert len(stack) - 10 == {3: 1, 4: 1, 5: 2, 6: 3}[seats] + len(blacks) - top - 2
        assert len(state.out) == len(coloured) + in_hands + ally - 10 * seats
        assert all(card[0] in "RGYB" for card in state.out)
        if options["specials_in_hands"] == "no":
            assert all((number(card) or 0) > 0 for card in held if card[0] == "K")


def test_every_card_can_be_dealt_everywhere_it_may_be():
    hands, stacks, outs, firsts = set(), set(), set(), set()
    options = GAME.options(ally="on", lowest="on", surprise="on", thief="on")
    for number_ in range(400):
        state = GAME.setup(3, options, Chance(number_.to_bytes(32, "big"), 0))
        hands |= {card for hand in state.hand for card in hand}
        stacks |= {state.centre, *state.stack} | ({"K?"} if state.hidden else set())
        outs |= set(state.out)
        firsts.add(state.leader)
    blacks = {*(f"K{n}" for n in range(1, 11)), "K-5", "K2x", "KLOW", "K?", "KTHIEF"}
    colours = {f"{colour}{n}" for colour in "RGY" for n in range(1, 11)}
    assert hands == blacks | colours | {"W"}
    assert (stacks, outs, firsts) == (blacks, colours, {0, 1, 2})


def started(state: Any) -> Slow:
    slow = Slow(len(state.hand), state.first, {name: getattr(state.options, name) for name in NAMES})
    dealt(slow, state)
    return slow


NAMES = GAME.options.names()


def dealt(slow: Slow, state: Any) -> None:
    """Give the slow match the cards of a round that has just begun."""
    top = ["K?"] if state.hidden else []
    slow.deal(state.hand, [*top, state.centre, *state.stack])


def advance(slow: Slow, step: Step) -> None:
    """Play one turn of the real match in the slow one."""
    order = next(iter(step.orders.values()))
    if slow.waiting_for_thief:
        word, _, value = order.partition(" ")
        slow.steal(f"K{value}" if word == "steal" else None)
    elif order == "go":
        slow.play({})
    else:
        slow.play(dict(step.orders))
    if step.after.round_no > slow.round:
        dealt(slow, step.after)


def same(slow: Slow, state: Any) -> None:
    seats = range(len(state.hand))
    assert [2 * slow.score[seat] for seat in seats] == list(state.score)
    assert [slow.points[seat] for seat in seats] == list(state.points)
    assert [sorted(slow.held[seat]) for seat in seats] == [sorted(cards) for cards in state.taken]
    assert [slow.fives[seat] for seat in seats] == list(state.fives)
    assert slow.over == (state.result is not None and state.result.reason == "rounds")
    if state.result is not None:
        return
    assert (slow.round, slow.trick, slow.low) == (state.round_no, state.trick_no, state.low)
    assert slow.waiting_for_thief == (state.stage == "steal")
    assert (slow.thief, slow.stolen) == (state.thief, state.thief_used)
    if state.stage == "bid":
        assert (slow.centre, slow.covered) == (state.centre, state.hidden)
        waiting = slow.clockwise()
        if state.options.bidding == "open":
            waiting = waiting[:1]
        assert set(waiting) <= set(GAME.decisions(state))
    assert [slow.hands[s] for s in seats if s not in slow.gone] == [
        set(state.hand[s]) for s in seats if s not in slow.gone
    ]


def random_table(luck: random.Random) -> tuple[int, Any]:
    while True:
        seats, options = luck.choice([3, 4, 5, 6]), luck.choice(OPTIONS)
        if takes(GAME, seats, options):
            return seats, GAME.options(**options)


@settings(max_examples=60, deadline=None)
@given(luck=st.integers(0, 2**64).map(random.Random))
def test_a_match_goes_as_the_slow_rules_say(luck):
    seats, options = random_table(luck)
    choices = [luck.choice([random_order, random_order, bot_order, silent_order]) for _ in range(seats)]
    slow = None
    for step in walk(GAME, seats, options, luck.randbytes(32), choices):
        if slow is None:
            slow = started(step.state)
        same(slow, step.state)
        advance(slow, step)
        same(slow, step.after)
    assert list(GAME.outcome(step.after).places) == slow.places()


@settings(max_examples=60, deadline=None)
@given(luck=st.integers(0, 2**64).map(random.Random))
def test_a_match_that_some_leave_goes_as_the_slow_rules_say(luck):
    seats, options = random_table(luck)
    key = luck.randbytes(32)
    state = GAME.setup(seats, options, Chance(key, 0))
    slow, turn = started(state), 0
    while GAME.outcome(state) is None:
        turn += 1
        if luck.random() < 0.04:
            leaver = luck.choice([seat for seat in range(seats) if seat not in state.left])
            state, _ = GAME.leave(state, leaver)
            slow.gone.append(leaver)
        owed = GAME.decisions(state)
        if owed:
            orders = {seat: random_order(GAME, state, seat, owed[seat], luck) for seat in owed}
            after, events = GAME.resolve(state, orders, Chance(key, turn))
            if slow.waiting_for_thief and next(iter(orders.values())) == "go":
                slow.steal(None)
                if after.round_no > slow.round:
                    dealt(slow, after)
            else:
                advance(slow, Step(turn, state, owed, orders, after, events))
            same(slow, after)
            state = after
    assert list(GAME.outcome(state).places) == slow.places()


def test_no_card_is_lost_or_made_through_a_round():
    options = GAME.options(rounds=1, ally="on", surprise="on", thief="on", lowest="on")
    for number_ in range(20):
        for step in walk(GAME, 4, options, bytes([number_]) * 32):
            before, after = cards_of(step.state), cards_of(step.after)
            assert len(after) == len(set(after))
            assert set(after) >= set(before)
            assert "?" not in step.after.seen


def cards_of(state: Any) -> list[str]:
    """Every card of the round that is somewhere: in hands, stack, out, hidden, or seen."""
    hidden = [state.centre] if state.hidden else []
    return [*hidden, *state.stack, *state.out, *state.seen, *(card for hand in state.hand for card in hand)]


def test_a_state_does_not_grow_with_the_match():
    """The state of the tenth round is no larger than that of the first."""
    sizes = {}
    for step in walk(GAME, 4, GAME.options(rounds=10), bytes(32)):
        round_no = step.state.round_no
        sizes[round_no] = max(sizes.get(round_no, 0), len(msgspec.json.encode(step.state)))
    assert sizes[10] < sizes[1] * 1.1
