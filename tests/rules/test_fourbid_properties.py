"""Fourbid against a slow reading of its rules: single turns from any position, and whole matches."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import IllegalOrder
from games.rules.chance import Chance
from tests.rules import slow_fourbid as slow
from tests.rules.fourbid_table import GAME, RANKS, SUITS, Scripted, of, suit, table
from tests.rules.shelf import option_sets
from tests.rules.walking import random_order, silent_order, walk


class Noted(Chance):
    """Chance that keeps a note of its dice."""

    def __init__(self, key: bytes, turn: int) -> None:
        super().__init__(key, turn)
        self.rolled: list[int] = []

    def die(self, sides: int = 6) -> int:
        self.rolled.append(super().die(sides))
        return self.rolled[-1]


def as_slow(state: Any, gone: frozenset[int] = frozenset()) -> slow.Slow:
    return slow.Slow(
        men={space: man for space, man in enumerate(state.owner, 1) if man is not None},
        hands=tuple(frozenset(hand) for hand in state.hand),
        queen=state.queen,
        auctions=state.auction_no,
        resets=state.reset_no,
        gone=gone,
        options={name: getattr(state.options, name) for name in state.options.names()},
    )


def some_position(luck: random.Random) -> tuple[Any, frozenset[int]]:
    """Any table: some men, some cards of one's own and of others, the queen on a space that may be won."""
    seats = luck.choice([2, 2, 3, 4, 4])
    options = luck.choice(OPTIONS)
    if seats > 2:
        options = {name: value for name, value in options.items() if name != "pieces"}
    state = table(seats, **options)
    owner: list[int | None] = [None] * 32
    men = [seat for seat in range(seats) for _ in range(luck.choice([0, 3, 6, 99, state.supply[seat]]))]
    luck.shuffle(men)
    spaces = luck.sample(range(32), 32)
    for man in men:
        if owner.count(man) < state.supply[man] and spaces:
            owner[spaces.pop()] = man
    queen = luck.choice([space for space in range(1, 33) if owner[space - 1] is None] or range(1, 33))
    hands = [list(hand) for hand in state.hand]
    for hand in hands:
        luck.shuffle(hand)
        del hand[luck.choice([1, 1, 2, 4, 6, 9, 13]) :]
    if luck.random() < 0.5:
        giver, taker = luck.sample(range(seats), 2)
        if len(hands[giver]) > 1:
            hands[taker].append(hands[giver].pop())
    state = msgspec.structs.replace(
        state,
        owner=tuple(owner),
        supply=tuple(state.supply[seat] - owner.count(seat) for seat in range(seats)),
        hand=tuple(map(tuple, hands)),
        queen=queen,
    )
    gone: frozenset[int] = frozenset()
    if seats > 2 and luck.random() < 0.3:
        gone = frozenset(luck.sample(range(seats), luck.randint(1, seats - 2)))
        for seat in gone:
            state = GAME.leave(state, seat)[0]
    return state, gone


OPTIONS = list(option_sets("fourbid", mixes=60))


def some_plan(state: Any, seat: int, luck: random.Random) -> slow.Plan:
    """A legal order in parts, with those follow-up clauses that the decision offers."""
    hand = list(state.hand[seat])
    pairs = [pair for pair in combinations(hand, 2) if sum(map(slow.value, pair)) <= 15]
    bid = luck.choice([(card,) for card in hand] + pairs)
    clauses = {clause.word: clause for clause in GAME.decisions(state)[seat].clauses}
    mine, spaces = of(state, seat), list(range(1, 33))
    shown = [card for cards in state.hand for card in cards]
    named = [card[:-1] for card in hand if card not in bid]
    own = ["own"] if state.options.low_from == "all" else []
    none = ["none"] if state.options.low_pick == "may" else []
    words = luck.sample(["best", *own, *none], 1)
    wishes = (*luck.sample(shown, min(3, len(shown))), *luck.sample(named, min(1, len(named))), *words)
    wants = {word for word in clauses if luck.random() < 0.7}
    bonus = tuple(luck.sample(spaces, 3)) if "bonus" in wants else ()
    pieces = mine or [state.queen]
    return slow.Plan(
        bid=bid,
        low=wishes if "low" in wants else (),
        swap=luck.choice(mine) if "swap" in wants and mine else None,
        bonus=bonus,
        source=luck.choice(pieces) if bonus and "from" in wants else None,
        give=luck.choice(mine) if "give" in wants and mine else None,
    )


def played(state: Any, plans: dict[int, slow.Plan], chance: Any) -> tuple[Any, slow.Slow, slow.Slow]:
    """The turn by the real rules, the position before it, and the turn by the slow ones."""
    lines = {seat: GAME.check(state, seat, plan.line()) for seat, plan in plans.items()}
    after, _ = GAME.resolve(state, lines, chance)
    gone = frozenset(range(len(state.hand))) - set(plans)
    before = as_slow(state, gone)
    return after, before, slow.turn(before, plans, chance.rolled)


def same(after: Any, expected: slow.Slow) -> None:
    outcome = GAME.outcome(after)
    if expected.winner is None:
        assert outcome is None
        real = as_slow(after, expected.gone)
        assert (real.men, real.hands, real.queen) == (expected.men, expected.hands, expected.queen)
        assert (real.auctions, real.resets) == (expected.auctions, expected.resets)
    else:
        reason, winner = expected.winner
        assert outcome.reason == reason
        assert outcome.winners == (() if winner is None else (winner,))
        assert as_slow(after).men == expected.men


@settings(max_examples=600, deadline=None)
@given(luck=st.integers(0, 2**64).map(random.Random))
def test_any_turn_from_any_position_ends_where_the_slow_rules_end_it(luck):
    state, gone = some_position(luck)
    plans = {seat: some_plan(state, seat, luck) for seat in GAME.decisions(state)}
    assert set(plans) == set(range(len(state.hand))) - gone
    chance = Noted(luck.randbytes(32), 1)
    after, _, expected = played(state, plans, chance)
    same(after, expected)
    check_conserved(after)


def check_conserved(state: Any) -> None:
    """No piece and no card is lost or made: a card is in one hand, or out until the next reset."""
    for seat in range(len(state.hand)):
        assert state.supply[seat] + len(of(state, seat)) == state.options.pieces
        assert state.supply[seat] >= 0
    cards = Counter(card for hand in state.hand for card in hand)
    assert set(cards) <= {rank + mark for mark in SUITS[: len(state.hand)] for rank in RANKS}
    assert set(cards.values()) <= {1}


@pytest.mark.parametrize("number", range(12))
def test_whole_matches_go_as_the_slow_rules_let_them_go(number):
    luck = random.Random(number)
    seats, key = 2 + number % 3, bytes([number]) * 32
    state = GAME.setup(seats, GAME.options(), Chance(key, 0))
    turn = 0
    while GAME.outcome(state) is None:
        turn += 1
        plans = {seat: some_plan(state, seat, luck) for seat in GAME.decisions(state)}
        state, _, expected = played(state, plans, Noted(key, turn))
        same(state, expected)
        check_conserved(state)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_cards_bid_are_out_until_the_next_reset(seats):
    """Hands, cards on the table and cards out are the whole deck; what is out stays out until a reset."""
    deck = {card for seat in range(seats) for card in suit(seat)}

    def out(state: Any) -> set[str]:
        view = GAME.view(state, None)
        shown = {card for bid in view.bids for card in bid}
        hands = {card for hand in state.hand for card in hand}
        assert view.stage != "bids" or not shown & hands
        return deck - hands - shown

    for number in range(6):
        for step in walk(GAME, seats, GAME.options(), bytes([number]) * 32):
            check_conserved(step.after)
            if step.after.reset_no > step.state.reset_no:
                assert out(step.after) == set()
            else:
                assert out(step.state) <= out(step.after)


@settings(max_examples=300, deadline=None)
@given(
    claimed=st.sets(st.integers(1, 32), max_size=31),
    queen=st.integers(1, 32),
    roll=st.integers(1, 6),
    skip=st.sampled_from(["count", "land"]),
)
def test_the_queen_lands_where_walking_space_by_space_lands_her(claimed, queen, roll, skip):
    claimed = claimed - {queen}
    men = {space: n % 4 for n, space in enumerate(sorted(claimed))}
    state = table(4, owner=[men.get(space) for space in range(1, 33)], queen=queen, skip=skip)
    lines = {seat: GAME.check(state, seat, "2") for seat in range(4)}
    after, _ = GAME.resolve(state, lines, Scripted(roll))
    if GAME.outcome(after) is None:
        assert after.queen == slow.walk(men, queen, roll, skip)


def test_there_are_thirty_eight_lines():
    assert len(slow.LINES) == 38
    assert sum(len({slow.corner(space)[0] for space in line}) == 1 for line in slow.LINES) == 20
    assert sum(len({slow.corner(space)[1] for space in line}) == 1 for line in slow.LINES) == 8


def test_exactly_the_four_in_a_row_win():
    """Every set of four spaces near each other, claimed by one player, wins if and only if it is a line."""
    near = [
        four
        for four in combinations(range(1, 33), 4)
        if all(
            max(corners) - min(corners) <= 3
            for corners in zip(*(slow.corner(space) for space in four), strict=True)
        )
    ]
    assert set(map(frozenset, near)) >= slow.LINES
    state = table(2)
    lines = {0: GAME.check(state, 0, "A"), 1: GAME.check(state, 1, "2")}
    for four in near:
        owner = tuple(0 if space in four[:3] else None for space in range(1, 33))
        before = msgspec.structs.replace(state, owner=owner, supply=(5, 8), queen=four[3])
        after, _ = GAME.resolve(before, lines, Scripted(1))
        assert (GAME.outcome(after) is not None) == (frozenset(four) in slow.LINES), four


@settings(max_examples=200, deadline=None)
@given(data=st.data(), seats=st.integers(2, 4))
def test_the_sole_highest_claims_and_the_sole_lowest_takes(data, seats):
    state = table(seats, queen=9)
    cards = [data.draw(st.sampled_from(RANKS)) for _ in range(seats)]
    lines = {seat: GAME.check(state, seat, cards[seat]) for seat in range(seats)}
    after, _ = GAME.resolve(state, lines, Scripted(1))
    totals = {seat: slow.value(card + "S") for seat, card in enumerate(cards)}
    high, low = slow.sole(totals, max(totals.values())), slow.sole(totals, min(totals.values()))
    assert after.owner[8] == high
    sizes = [13 if seat == low else 12 for seat in range(seats)]
    assert [len(hand) for hand in after.hand] == sizes


@settings(max_examples=100, deadline=None)
@given(hand=st.sets(st.sampled_from([r + s for r in RANKS for s in SUITS]), min_size=1, max_size=12))
def test_legal_bids_are_all_single_cards_and_all_pairs_up_to_fifteen(hand):
    state = table(4)
    state = msgspec.structs.replace(state, hand=(tuple(sorted(hand)), *state.hand[1:]))
    for bid in [*((card,) for card in hand), *combinations(sorted(hand), 2)]:
        legal = len(bid) == 1 or sum(map(slow.value, bid)) <= 15
        try:
            GAME.check(state, 0, " ".join(bid))
        except IllegalOrder:
            assert not legal
        else:
            assert legal


@pytest.mark.parametrize("cap", [1, 7, 30])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_match_has_more_auctions_than_the_cap(cap, seats):
    for choice in (random_order, silent_order):
        *_, last = walk(GAME, seats, GAME.options(auction_cap=cap), bytes([cap]) * 32, [choice])
        outcome = GAME.outcome(last.after)
        bids = last.after.auction_no
        assert outcome is not None
        assert bids <= cap + 1
