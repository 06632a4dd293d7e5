"""Twins: two states that differ only in what a seat may not know look alike to it, byte by byte.

Each game gives its own twins; a game with nothing hidden in its states has none to give and says so here.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec
import pytest

from games.rules import GAMES, Game
from games.rules.chance import Chance
from tests.rules import foursquare_table
from tests.rules.fourbid_table import claims, play, table


class Twins(NamedTuple):
    """Two states, and the seats (None is a guest) that may not see what tells them apart."""

    name: str
    one: Any
    other: Any
    blind: tuple[int | None, ...]


def fourbid_twins() -> Iterator[Twins]:
    """Follow-up clauses that wait while P1, who has no piece left and asked, is asked what to do."""
    owner = claims(p1=[1, 3, 5, 9, 11, 24, 26, 31], p2=[8])
    before = table(3, owner=owner, queen=14, hands={1: "2 3 4 5 6 7 8 9", 2: "7"})

    def waiting(*orders: str) -> Any:
        return play(before, *orders)

    yield Twins(
        "which card the lowest wants",
        waiting("A; ask", "2; low A", "7"),
        waiting("A; ask", "2; low own", "7"),
        blind=(None, 0, 2),
    )
    yield Twins(
        "which space the longest hand wants",
        waiting("A; ask", "2; low A; bonus 20", "7"),
        waiting("A; ask", "2; low A; bonus 30 29 28 27", "7"),
        blind=(None, 0, 2),
    )
    yield Twins(
        "follow-ups or none",
        waiting("A; ask", "2; low own; bonus 20", "7; low best"),
        waiting("A; ask", "2", "7"),
        blind=(None, 0),
    )
    yield Twins(
        "what the seat that asked had written before",
        waiting("A; swap 3; ask", "2", "7"),
        waiting("A; swap 31; ask", "2", "7"),
        blind=(None, 1, 2),
    )


def foursquare_twins() -> Iterator[Twins]:
    """The stock, and what must be remembered. The order of the stock is a secret from everybody."""
    everybody = (None, 0)
    sheet = "d4:5u/3d e4:9u d5:2d"

    def stocked(*cards: int, **options: Any) -> Any:
        state = foursquare_table.table(sheet, **options)
        rest = sorted(state.stock)
        for card in cards:
            rest.remove(card)
        return msgspec.structs.replace(state, stock=(*cards, *rest))

    def remembered(sheet: str, **options: Any) -> Any:
        state = foursquare_table.table(sheet, memory="on", **options)
        return msgspec.structs.replace(state, stock=(7, *state.stock[:-1]))

    yield Twins("what comes behind the card drawn", stocked(7, 1, 10), stocked(7, 10, 1), everybody)
    yield Twins(
        "what comes behind the cards shown",
        stocked(7, 1, 10, 4, 6, preview=2),
        stocked(7, 1, 10, 6, 4, preview=2),
        everybody,
    )
    yield Twins(
        "what is left in the end",
        GAMES["foursquare"].leave(stocked(7, 1, 10), 0)[0],
        GAMES["foursquare"].leave(stocked(7, 10, 1), 0)[0],
        everybody,
    )
    for compare in ("up", "all"):
        yield Twins(
            f"which cards lie face down (compare={compare})",
            remembered("d4:5u/3d e4:9u d5:2d", compare=compare),
            remembered("d4:5u/10d e4:9u d5:8d", compare=compare),
            everybody,
        )
    yield Twins(
        "which cards lie beneath others",
        remembered("d4:5u/3u e4:9u"),
        remembered("d4:6u/3u e4:9u"),
        everybody,
    )


def bids_twins() -> Iterator[Twins]:
    """Hands, the centre stack, the cards taken out, and the card that lies face down under a Surprise."""
    game = GAMES["bids"]
    rich = {"ally": "on", "lowest": "on", "surprise": "on", "thief": "on", "minus5_bonus": "on"}
    for bidding in ("open", "sealed"):
        state = game.setup(4, game.options(**rich, bidding=bidding), Chance(bytes(32), 0))
        one, other, third, own = (list(hand) for hand in state.hand)
        one[0], other[0] = other[0], one[0]
        hands = tuple(map(tuple, (one, other, third, own)))
        changed = functools.partial(msgspec.structs.replace, state)
        yield Twins(f"the hands of two others, {bidding}", state, changed(hand=hands), blind=(None, 2, 3))
        yield Twins(
            f"a hand and a card taken out, {bidding}",
            state,
            changed(hand=(*state.hand[:3], (state.out[0], *own[1:])), out=(own[0], *state.out[1:])),
            blind=(None, 0, 1, 2),
        )
        stack = state.stack[::-1]
        yield Twins(f"the centre stack, {bidding}", state, changed(stack=stack), blind=(None, 0, 1, 2, 3))
        yield Twins(
            f"the hidden card under Surprise, {bidding}",
            changed(hidden=True, centre="K9"),
            changed(hidden=True, centre="K-5"),
            blind=(None, 0, 1, 2, 3),
        )


def bid_n_bet_twins() -> Iterator[Twins]:
    """The order of the Gamble Cards face down, and the horse that who landed on a STOP BID would move."""
    game, everybody = GAMES["bid_n_bet"], (None, 0, 1, 2)
    state = game.setup(3, game.options(), Chance(bytes(32), 0))
    turned = msgspec.structs.replace(state, deck=state.deck[::-1])
    yield Twins("the order of the Gamble Cards", state, turned, everybody)
    used = [
        msgspec.structs.replace(state, deck=deck, discards=state.deck[:9])
        for deck in (state.deck[9:], state.deck[:8:-1])
    ]
    yield Twins("the last three Gamble Cards", *used, everybody)
    lander = state.active
    corner = msgspec.structs.replace(state, token=(6, 6, 6))
    stopped = [
        game.resolve(corner, {lander: line}, Chance(bytes(32), 1))[0]
        for line in ("3; horse red", "3; horse blue")
    ]
    yield Twins("the horse that who landed would move", *stopped, everybody)


def bid_chess_twins() -> Iterator[Twins]:
    """None: bids, payments and setups are sealed orders, and no state holds one before it is opened."""
    yield from ()


TWINS: dict[str, Callable[[], Iterator[Twins]]] = {
    "fourbid": fourbid_twins,
    "foursquare": foursquare_twins,
    "bids": bids_twins,
    "bid_n_bet": bid_n_bet_twins,
    "bid_chess": bid_chess_twins,
}
ALL = [
    pytest.param(GAMES[slug], twins, id=f"{slug}: {twins.name}") for slug in TWINS for twins in TWINS[slug]()
]
over_twins = pytest.mark.parametrize(("game", "twins"), ALL)


def packed(thing: Any) -> bytes:
    return msgspec.json.encode(thing)


def test_every_game_brings_its_twins():
    assert set(TWINS) == set(GAMES)


@over_twins
def test_the_secret_is_in_the_state(game: Game[Any], twins: Twins):
    assert packed(twins.one) != packed(twins.other)


@over_twins
def test_a_state_with_a_secret_says_so_and_is_stored_encrypted(game: Game[Any], twins: Twins):
    assert game.hides(twins.one)
    assert game.hides(twins.other)


@over_twins
def test_twins_look_alike_to_who_may_not_know(game: Game[Any], twins: Twins):
    for seat in twins.blind:
        one, other = (game.view(state, seat) for state in (twins.one, twins.other))
        assert packed(one) == packed(other)
        assert packed(game.picture(one)) == packed(game.picture(other))
        decisions = [packed(game.decisions(state).get(seat)) for state in (twins.one, twins.other)]
        assert decisions[0] == decisions[1]
        assert packed(game.outcome(twins.one)) == packed(game.outcome(twins.other))


@over_twins
def test_twins_are_played_alike_by_a_bot_that_may_not_know(game: Game[Any], twins: Twins):
    for seat in twins.blind:
        decision = game.decisions(twins.one).get(seat)
        if decision is not None:
            orders = {
                game.choose(game.view(state, seat), seat, decision, Chance(bytes(32), 1))
                for state in (twins.one, twins.other)
            }
            assert len(orders) == 1


def test_nothing_of_a_hidden_payment_or_a_setup_of_bid_chess_is_in_a_state_before_the_reveal():
    """What is due is known from the bids; two ways to pay it lead to the same state up to the reveal."""
    game = GAMES["bid_chess"]
    state = game.setup(2, game.options(pay="hidden"), Chance(bytes(32), 0))
    bids = {seat: game.check(state, seat, "bid 5") for seat in (0, 1)}
    setup, _events = game.resolve(state, bids, Chance(bytes(32), 1))
    payer = setup.awards[0].seat
    assert game.hides(setup) is False
    assert (setup.men, setup.given) == (state.men, state.given)
    assert sorted(setup.dues) == [0, 5]
    item = "X" * setup.awards[0].copies
    lines = [
        game.check(setup, payer, f"{first}/{second}/{item}{'.' * (8 - len(item))}")
        for first, second in ((".NBQKBNR", "PPPPPPPP"), ("RNBQKBNR", "PPP....."))
    ]
    assert len(set(lines)) == 2
    assert not any(word.encode() in packed(setup) for line in lines for word in (line, "PPPPPPPP"))
