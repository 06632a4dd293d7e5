"""Bid N' Bet against a slow reading of its rules over whole matches, and what holds in every position."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from games.rules.chance import Chance
from games.rules.game import Decision
from tests.rules import slow_bid_n_bet as slow
from tests.rules.bid_n_bet_table import CARDS, COLOURS, GAME, table
from tests.rules.shelf import option_sets
from tests.rules.walking import bot_order, random_order, silent_order, start, walk

OPTIONS = [
    *option_sets("bid_n_bet", mixes=60),
    *[{"auction": "proxy5", "auction_tie": "rebid", "track": 40}] * 12,
]
WORDS = {"+2": "own 2", "-2": "own -2", "+1": "own 1", "-1": "own -1"}


def careful_order(game: Any, state: Any, seat: int, decision: Decision, luck: random.Random) -> str:
    """A random order that does not take its seat out of the race on purpose."""
    for _ in range(20):
        order = random_order(game, state, seat, decision, luck)
        if "!" not in order:
            return order
    return decision.default


def as_words(cards: Any) -> list[str]:
    return [WORDS.get(card, card) for card in cards]


def begun(state: Any) -> slow.Race:
    """The slow race that stands where a first state does."""
    options = {name: getattr(state.options, name) for name in state.options.names()}
    order = [COLOURS[seat] for seat in state.order]
    return slow.Race(len(state.money), order, as_words(state.deck), options)


def check_alike(state: Any, race: slow.Race) -> None:
    """The state says what the slow race says, in all that is to be seen."""
    owners = race.owners
    assert state.money == tuple(race.money[owner] for owner in owners)
    assert state.bidcards == tuple(race.cards[owner] for owner in owners)
    assert state.tickets == tuple(tuple(race.bets[owner].values()) for owner in owners)
    assert state.out == tuple(COLOURS.index(owner) for owner in race.gone)
    assert all(state.horse[COLOURS.index(colour)] == at for colour, at in race.horse.items())
    inside = [COLOURS.index(owner) for owner in race.inside()]
    assert all(state.token[seat] == race.token[COLOURS[seat]] for seat in inside)
    assert as_words(state.deck) == race.deck
    assert state.round_no == race.rounds
    owed = {seat: decision.kind for seat, decision in GAME.decisions(state).items()}
    assert owed == {COLOURS.index(owner): kind for owner, kind in race.asked.items()}
    outcome = GAME.outcome(state)
    assert (outcome is None) == (race.ended is None)
    if race.ended:
        winners = {COLOURS[seat] for seat in outcome.winners}
        assert (outcome.reason, winners) == race.ended


def played_alike(seats: int, options: dict[str, Any], key: bytes, choices: Any) -> Counter[str]:
    """Play a match on both sides; what happened, counted."""
    seen: Counter[str] = Counter()
    race = None
    for step in walk(GAME, seats, GAME.options(**options), key, choices):
        race = race or begun(step.state)
        check_alike(step.state, race)
        lines = {COLOURS[seat]: line for seat, line in step.orders.items()}
        chance = Chance(key, step.turn)
        race.answer(lines, lambda chance=chance: as_words(chance.shuffle(CARDS)))
        check_alike(step.after, race)
        seen.update(event.kind for event in step.events)
        seen.update(decision.kind for decision in step.decisions.values())
    seen[f"end {GAME.outcome(step.after).reason}"] += 1
    return seen


@pytest.mark.parametrize("seats", GAME.seats)
def test_whole_matches_go_as_the_slow_rules_say(seats):
    seen: Counter[str] = Counter()
    for number, options in enumerate(OPTIONS):
        choices = [(random_order,), (careful_order,), (bot_order, careful_order)][number % 3]
        seen += played_alike(seats, options, number.to_bytes(32, "big"), choices)
    everything = {"advance", "back", "own", "buy", "free", "bet", "cash", "shuffled", "gamble", "lengths"}
    bidding = {"stop", "bids", "again", "raise", "pass", "won", "no_bids", "auction", "open", "horse"}
    ends = {"broke", "out", "end finish", "end last_horse", "end cap"}
    assert everything | bidding | ends <= set(seen)


def test_silent_matches_go_as_the_slow_rules_say():
    for number, options in enumerate(OPTIONS[::4]):
        played_alike(2 + number % 4, options, bytes([number]) * 32, (silent_order,))


@pytest.mark.parametrize("number", range(60))
def test_matches_that_seats_leave_go_as_the_slow_rules_say(number):
    luck, key = random.Random(number), number.to_bytes(32, "big")
    options = GAME.options(**OPTIONS[number % len(OPTIONS)])
    state = start(GAME, 3 + number % 3, options, key)
    race, turn = begun(state), 0
    while owed := GAME.decisions(state):
        turn += 1
        if luck.random() < (0.4 if state.pending else 0.04):
            leaver = luck.choice([seat for seat in state.order if seat not in state.out])
            state, _ = GAME.leave(state, leaver)
            race.resign(COLOURS[leaver])
        else:
            orders = {seat: careful_order(GAME, state, seat, owed[seat], luck) for seat in owed}
            state, _ = GAME.resolve(state, orders, Chance(key, turn))
            chance = Chance(key, turn)
            lines = {COLOURS[seat]: line for seat, line in orders.items()}
            race.answer(lines, lambda chance=chance: as_words(chance.shuffle(CARDS)))
        check_alike(state, race)


def paid(event: Any) -> int:
    """What the bank takes by an event, less what it gives."""
    data = event.data
    if event.kind in ("advance", "back", "buy"):
        return 20
    if event.kind in ("bet", "won"):
        return data["dollars"] if event.kind == "bet" else data["bid"]
    if event.kind == "cash":
        return -sum(data["paid"])
    return -sum(data["bets"]) if event.kind == "out" and data["refunded"] else 0


@pytest.mark.parametrize("number", range(30))
def test_money_goes_to_the_bank_and_comes_from_it_and_nowhere_else(number):
    options = OPTIONS[number * len(OPTIONS) // 30]
    key = bytes([number]) * 32
    for step in walk(GAME, 2 + number % 4, GAME.options(**options), key, [careful_order]):
        taken = sum(paid(event) for event in step.events)
        assert sum(step.state.money) - taken == sum(step.after.money)
        assert min(step.after.money) >= 0
        assert 0 <= sum(step.after.bidcards) <= 20
        assert min(step.after.horse) >= 0
        on_horses = [sum(row[colour] for row in step.after.tickets) for colour in range(5)]
        assert all(dollars in range(0, 101, 20) for dollars in on_horses)
        cards = sorted([*step.after.deck, *step.after.discards])
        assert cards == sorted(CARDS)


def test_the_usual_ring_never_forces_a_seat_out():
    for space in range(36):
        state = table(token={0: space}, money={0: 0})
        assert "!" not in GAME.decisions(state)[0].default
