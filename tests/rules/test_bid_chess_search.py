"""How the bot of Bid Chess plays: what it must see, how it uses its powers, that it wins what is won."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from games.rules.bid_chess import bot
from games.rules.bid_chess.checks import attacked
from games.rules.bid_chess.ending import key
from games.rules.bid_chess.making import made
from games.rules.bid_chess.moves import legal
from games.rules.bid_chess.notation import line
from games.rules.bid_chess.position import Position, name
from games.rules.bid_chess.searching import WON, Search
from games.rules.bid_chess.state import BidChessState
from games.rules.bid_chess.weighing import MOST_KEPT, Sums, weigh, weights
from games.rules.chance import Chance
from games.rules.game import Decision, Game
from tests.rules.bid_chess_rivals import greedy_order
from tests.rules.bid_chess_table import BLACK, GAME, WHITE, here, played, playing
from tests.rules.walking import Choice, random_order, walked

LITTLE = 150
"""Enough positions to beat those who look no further than a move."""


def chosen(state: BidChessState, budget: int = bot.BUDGET, luck: int = 0) -> str:
    """What the bot does, which has to be legal."""
    ((seat, decision),) = GAME.decisions(state).items()
    chance = Chance(luck.to_bytes(32, "big"), 1)
    return GAME.check(state, seat, bot.choose(GAME.view(state, seat), seat, decision, chance, budget))


def finish(state: BidChessState, budget: int) -> tuple[BidChessState, int]:
    """The end of a match of the bot against itself, and after how many moves of both."""
    moves = 0
    while state.result is None:
        state, moves = played(state, chosen(state, budget, moves)), moves + 1
    return state, moves


def searched(place: Position, budget: int = bot.BUDGET) -> tuple[int, Search]:
    """The move that a search finds, and the search."""
    search = Search(weights(place.armies.law, ()), budget)
    return search.move(place, legal(place)), search


@pytest.mark.parametrize(
    ("white", "black", "move"),
    [
        ("Kg1 Re1 f2 g2 h2", "Kg8 f7 g7 h7 Qe5", "e1e5"),
        ("Kg1 Re1 f2 g2 h2", "Kg8 f7 g7 h7 Qa5", "e1e8"),
        ("Kc6 Qb1 a2", "Ka8 a7 Qh2 Rh3", "b1b7"),
        ("Kf7 Nf5 Rb1", "Kh8 h7 h6 Qa1", "b1b8"),
    ],
)
def test_it_mates_in_one_and_takes_what_hangs(white: str, black: str, move: str):
    assert chosen(playing(here(white, black))) == move


@pytest.mark.parametrize(
    ("white", "black", "move"),
    [
        ("Kg1 Ra6 Rb1", "Ke8 h7", "b1b7"),
        ("Kh1 Qc4 Nh6 h2", "Kh8 Ra8 Qa5 g7 h7", "c4g8"),
    ],
)
def test_it_mates_in_two(white: str, black: str, move: str):
    found, search = searched(here(white, black))
    assert (line(found), search.score) == (move, 99_997)


def test_it_moves_its_queen_away():
    state = playing(here("Kg1 Qd4 a2 f2 g2 h2", "Kg8 Rd8 Rc8 e5 f7 g7 h7 a7"))
    assert chosen(state).startswith("d4")


def test_it_moves_at_once_where_only_one_move_is_legal():
    assert chosen(playing(here("Ka1", "Kc3 Rb8 h7")), budget=0) == "a1a2"


def test_it_moves_somehow_when_it_may_look_at_nothing():
    state = playing(here("Kg1 Qd4 a2", "Kg8 a7"))
    assert chosen(state, budget=0) in {*GAME.decisions(state)[WHITE].clauses[0].values}


def test_it_finds_the_same_move_again():
    state = playing(here("Kg1 Qd4 Rc1 Nf3 a2 f2 g2 h2", "Kg8 Qd8 Rc8 Bf6 f7 g7 h7 a7"))
    assert chosen(state, LITTLE) == chosen(state, LITTLE)


@pytest.mark.parametrize(
    ("white", "black", "power", "extra", "row", "moves"),
    [
        ("Kg1 f2 g2 h2", "Kg8 Rd1 f7", "enlist", "PN - - 0 0", 19, {"N@e1", "N@f1"}),
        ("Kg1 f2 g2 h2", "Kg8 Rd1 f7", "leap", "- - L 0 0", 28, {"g1e2", "g1f3", "g1h3"}),
        ("Kg1 Ra5 Nb4 f2 g2 h2", "Kg8 Rd1 f7", "sacrifice", "- - S 0 0", 34, {"swap a5", "swap b4"}),
    ],
)
def test_it_is_saved_by_its_power(white: str, black: str, power: str, extra: str, row: int, moves: set[str]):
    state = playing(here(white, black, powers=(power, ""), extra=extra), {row: WHITE})
    assert chosen(state) in moves


def test_it_drops_what_it_has_caught_where_that_mates():
    place = here("Kg6 a2", "Kh8 a7 b7", powers=("enlist", ""), extra="R - - 0 0")
    state = playing(place, {19: WHITE})
    assert played(state, chosen(state)).result.reason == "mate"


def test_it_keeps_the_leap_of_its_king_for_later():
    place = here("Kg1 a2 b2 f2 g2 h2", "Kg8 a7 b7 f7 g7 h7", powers=("leap", ""), extra="- - L 0 0")
    assert chosen(playing(place, {28: WHITE})) not in {"g1e2", "g1f3", "g1h3"}


def test_it_stalemates_where_that_wins():
    found, search = searched(here("Ke6 f7", "Kf8", powers=("stalemate", "")))
    assert (line(found), search.score > WON) == ("e6f6", True)
    assert searched(here("Ke6 f7", "Kf8"))[1].score == 0


def test_it_takes_the_last_man_where_that_wins():
    state = playing(here("Kc3 Ne4 Rh1 a2", "Kg8 Rh2 Qf6", powers=("bare", "")), {3: WHITE})
    assert chosen(playing(here("Kc3 Ne4 a2", "Kg8 Bf6", powers=("bare", "")), {3: WHITE})) == "e4f6"
    assert chosen(state) in {"e4f6", "h1h2"}


def test_it_does_not_lose_its_last_man_where_that_loses():
    place = here("Kc3 Rd4", "Kg8 Re4 Bg7", powers=("", "bare"), quiet=3)
    assert chosen(playing(place, {3: BLACK})) != "d4e4"
    assert searched(here("Kc3 Rd4", "Kg8 Rd8", powers=("", "bare"), quiet=3))[1].score > -WON


def test_a_bare_king_with_men_in_hand_is_not_lost():
    place = here("Kc3 Rd4", "Kg8 e5", turn="b", powers=("enlist", "bare"), extra="PN - - 0 0", quiet=3)
    assert searched(place)[1].score < WON


def test_it_promotes_only_to_what_is_lost_and_values_its_pawns_by_that():
    owned = {"powers": ("restrict", "")}
    assert chosen(playing(here("Kc6 a7", "Kh1 Rb8", extra="- NQ - 0 0", **owned), {32: WHITE}))[4:] == "Q"
    pawn = here("Kc6 a6", "Kh1", extra="- - - 0 0", **owned)
    free = here("Kc6 a6", "Kh1")
    assert worth(pawn) < worth(free)


def test_what_is_known_about_men_does_not_grow_without_end():
    sums = Sums(tuple(range(64)))
    assert [sums[1 << at % 64 | 1 << at // 64] for at in range(4096)][64] == 1
    assert [sums[bits] for bits in (0, 1, 6, 7)] == [0, 0, 3, 3]
    assert [len(sums) for bits in range(2 * MOST_KEPT) if sums[bits] < 0 or len(sums) > MOST_KEPT] == []


def worth(place: Position) -> int:
    """What a position is worth at a glance."""
    return weigh(place, weights(place.armies.law, ()))


def test_it_repeats_nothing_when_it_is_ahead_and_gladly_when_it_is_behind():
    ahead = here("Kg1 Qd4", "Kg8 a7 f7 g7 h7", quiet=10)
    best = chosen(playing(ahead))
    assert chosen(repeated(ahead, best, 1)) != best
    behind = here("Kg1", "Kg8 Qd4 a7", quiet=10)
    moves = [line(move) for move in legal(behind)]
    assert [chosen(repeated(behind, move, 2)) for move in moves] == moves


def repeated(place: Position, move: str, times: int) -> BidChessState:
    """A match in which the position after a move has been there before."""
    after = next(made(place, each) for each in legal(place) if line(each) == move)
    return msgspec.structs.replace(playing(place), past=(key(after),) * times + (key(place),))


@pytest.mark.parametrize(
    ("white", "black", "quiet", "answer"),
    [
        ("Kg1 a2", "Kg8 Qd5 a7", 1, True),
        ("Kg1 Qd1 a2", "Kg8 a7", 1, False),
        ("Kg1 Nc3 a2", "Kg8 Nc6 a7", 1, False),
        ("Kg1 Nc3", "Kg8 Nc6", 30, True),
    ],
)
def test_it_agrees_to_a_draw_when_it_is_behind_or_nothing_goes_on(
    white: str, black: str, quiet: int, answer: bool
):
    state = msgspec.structs.replace(playing(here(white, black, quiet=quiet)), offer=True)
    assert (chosen(state, LITTLE) == "draw") == answer


@pytest.mark.parametrize(
    ("men", "quiet", "offers"),
    [("Nc3", 40, True), ("Nc3", 41, True), ("Nc3", 30, False), ("Nc3", 0, False), ("a2", 40, False)],
)
def test_it_offers_a_draw_now_and_then_in_a_dead_equal_ending(men: str, quiet: int, offers: bool):
    other = "Nc6" if men == "Nc3" else "a7"
    state = playing(here(f"Ke1 {men}", f"Ke8 {other}", quiet=quiet))
    assert chosen(state, LITTLE).endswith("; draw?") == offers


@pytest.mark.parametrize("men", ["Q", "R"])
def test_it_mates_a_bare_king_with_a_queen_or_a_rook_within_fifty_moves(men: str):
    luck = random.Random(men)
    for _n in range(2):
        place = next(filter(is_calm, iter(lambda: scattered(luck, men), None)))
        after, moves = finish(playing(place), LITTLE * 9)
        assert (after.result.reason, after.result.winners) == ("mate", (WHITE,))
        assert moves < 100


def scattered(luck: random.Random, man: str) -> Position:
    """Two kings and a man anywhere, perhaps where they cannot be."""
    white, black, other = luck.sample(range(64), 3)
    return here(f"K{name(white)} {man}{name(other)}", f"K{name(black)}")


def is_calm(place: Position) -> bool:
    """Whether the kings stand apart, and nothing of White's attacks Black's, nor it White's man."""
    black = place.men[BLACK][5]
    return not black & attacked(place, BLACK, place.taken[0] | place.taken[1]) and not (
        attacked(place, WHITE, black) & place.taken[WHITE]
    )


@pytest.mark.parametrize("rival", [random_order, greedy_order])
def test_it_beats_those_who_look_no_further_than_a_move(rival: Choice):
    won = 0
    for number in range(8):
        orders = [little, rival] if number % 2 else [rival, little]
        options = GAME.options(pool=str(1 + number * 17 % 41))
        state, _turns = walked(GAME, 2, options, number.to_bytes(32, "big"), orders)
        won += state.result.winners == (0 if number % 2 else 1,)
    assert won >= 7


def test_matches_between_bots_end_by_mate():
    ends = [
        walked(GAME, 2, GAME.options(), number.to_bytes(32, "big"), [little])[0].result.reason
        for number in range(2)
    ]
    assert ends == ["mate", "mate"]


def little(game: Game[Any], state: Any, seat: int, decision: Decision, luck: random.Random) -> str:
    """The order of the bot when it thinks little."""
    chance = Chance(luck.randbytes(32), 0)
    return game.check(state, seat, bot.choose(game.view(state, seat), seat, decision, chance, LITTLE))
