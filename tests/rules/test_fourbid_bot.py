"""The bot of Fourbid: what it does where the right thing is plain, and how it fares against chance."""

from __future__ import annotations

from collections import Counter

import pytest

from games.rules.chance import Chance
from tests.rules.fourbid_table import (
    FULL4,
    GAME,
    RANKS,
    claims,
    held,
    kinds,
    of,
    on,
    play,
    suit,
    table,
    value,
)
from tests.rules.walking import bot_order, random_order, walked

KEY = bytes(range(32))


def chosen(state: object, seat: int = 0, turn: int = 1) -> str:
    """What the bot orders there, canonical."""
    decision = GAME.decisions(state)[seat]
    order = GAME.choose(GAME.view(state, seat), seat, decision, Chance(KEY, turn))
    return GAME.check(state, seat, order)


def bid(line: str) -> list[str]:
    return line.split(";", maxsplit=1)[0].split()


def total(line: str) -> int:
    return sum(value(card) for card in bid(line))


def clause(line: str, word: str) -> str | None:
    found = [part.strip() for part in line.split(";") if part.strip().startswith(word)]
    return found[0].removeprefix(word).strip() if found else None


@pytest.mark.parametrize("turn", range(5))
def test_it_bids_high_for_a_space_that_wins(turn):
    state = table(owner=claims(p1=[1, 2, 3]), queen=4)
    assert total(chosen(state, turn=turn)) >= 14


@pytest.mark.parametrize("turn", range(5))
def test_it_bids_high_for_a_space_that_keeps_a_rival_from_winning(turn):
    state = table(3, owner=claims(p2=[1, 2, 3]), queen=4)
    assert total(chosen(state, turn=turn)) >= 14


def test_it_does_not_care_for_the_line_of_a_player_who_left():
    state = GAME.leave(table(3, owner=claims(p2=[1, 2, 3]), queen=4), 1)[0]
    assert total(chosen(state)) < 14


@pytest.mark.parametrize("turn", range(5))
def test_it_bids_no_more_than_beats_everybody(turn):
    state = table(owner=claims(p1=[1, 2, 3]), queen=4, hands={1: "2 3 4"})
    assert total(chosen(state, turn=turn)) == 8


def test_it_reaches_a_total_with_one_card_where_it_can():
    state = table(owner=claims(p1=[1, 2, 3]), queen=4, hands={0: "2 6 9 K A"})
    assert bid(chosen(state)) == ["A"] or total(chosen(state)) == 15
    low = table(owner=claims(p1=[1, 2, 3]), queen=4, hands={0: "2 6 8", 1: "2 3 J"})
    assert bid(chosen(low)) in (["8", "6"], ["6", "8"])


def test_it_saves_its_cards_where_nothing_is_to_be_won():
    blocked = claims(p1=[31, 17, 18], p2=[30, 16, 14])
    for turn in range(10):
        line = chosen(table(owner=blocked, queen=32), turn=turn)
        assert len(bid(line)) == 1
        assert total(line) <= 4


def test_it_is_not_the_same_low_bid_every_time():
    blocked = claims(p1=[31, 17, 18], p2=[30, 16, 14])
    lines = {chosen(table(owner=blocked, queen=32), turn=turn) for turn in range(30)}
    assert len(lines) > 1


def test_without_pieces_it_moves_the_one_that_makes_a_line():
    owner = claims(p1=[1, 2, 3, 12, 13, 20, 24, 31], p2=[9])
    line = chosen(table(owner=owner, queen=4))
    assert int(clause(line, "swap")) not in (1, 2, 3)
    after = play(table(owner=owner, queen=4), line, "2")
    assert GAME.outcome(after).winners == (0,)


def test_without_pieces_it_stays_rather_than_break_a_strong_row():
    owner = claims(p1=[1, 2, 3, 13, 14, 15, 26, 27], p2=[24, 8, 23, 25])
    state = table(owner=owner, queen=9)
    after = play(state, chosen(state), "2")
    assert {1, 2, 3, 13, 14, 15} <= set(of(after, 0))


def test_where_a_winner_must_move_it_names_a_piece():
    owner = claims(p1=[1, 2, 3, 13, 14, 15, 26, 27], p2=[24, 8, 23, 25])
    state = table(owner=owner, queen=9, out_of_pieces="must")
    assert int(clause(chosen(state), "swap")) in of(state, 0)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_free_claim_completes_a_line(seat):
    players = {"p1" if seat == 0 else "p2": [1, 2, 3]}
    hands = {seat: "3 4 5 6 7 8 9", 1 - seat: "2"}
    state = table(owner=claims(**players), queen=22, hands=hands)
    lines: list[str | None] = [None, None]
    lines[seat] = chosen(state, seat)
    lines[1 - seat] = "2"
    after = play(state, *lines)
    assert on(after, 4) == seat
    assert GAME.outcome(after).winners == (seat,)


def test_it_answers_when_it_is_asked():
    """A seat may ask and then be taken over: the bot answers every kind of question."""
    out = claims(p1=[1, 2, 3, 12, 13, 20, 24, 31], p2=[9])
    bids = play(table(owner=out, queen=4), "A; ask", "2; ask")
    assert kinds(bids) == {0: "follow", 1: "follow"}
    after = play(bids, chosen(bids, 0), chosen(bids, 1))
    assert GAME.outcome(after).winners == (0,)
    claim = play(
        table(owner=claims(p1=[1, 2, 3]), queen=22, hands={0: "3 4 5 6 7 8 9", 1: "2"}), "3; ask", "2; low 2"
    )
    assert GAME.outcome(play(claim, chosen(claim))).winners == (0,)
    owner = claims(p1=[1, 2, 3, 13, 14, 15, 26], p2=[24])
    exchange = play(
        table(owner=owner, queen=22, hands={0: "3 4 5 6", 1: "2"}), "3; ask", "2; low 2", dice=[2]
    )
    assert kinds(exchange) == {0: "follow"}
    assert {1, 2, 3, 13, 14, 15} <= set(of(play(exchange, chosen(exchange)), 0))


def test_it_bids_low_where_a_winner_without_pieces_gets_nothing():
    owner = claims(p1=[1, 2, 3, 10, 12, 22, 24, 31])
    assert total(chosen(table(owner=owner, queen=4, out_of_pieces="none"))) <= 3


def test_it_bids_low_for_a_space_of_its_own_on_a_full_board():
    assert total(chosen(table(4, owner=FULL4, queen=32))) <= 3


def test_it_bids_all_it_can_where_that_is_not_enough():
    assert chosen(table(owner=claims(p1=[1, 2, 3]), queen=4, hands={0: "2 3 4"})) == "4 3"


def test_it_bids_the_only_card_it_has():
    assert bid(chosen(table(hands={0: "9"}, queen=4))) == ["9"]
    assert bid(chosen(table(3, queen=9, hands={0: "9"}, empty_at="resolve"))) == ["9"]


def test_it_takes_the_best_card_when_it_is_asked():
    asked = play(table(3, queen=12), "K 2", "9", "4; ask")
    assert held(play(asked, None, None, chosen(asked, 2)), 2) == (set(suit(2)) - {"4D"}) | {"KS"}


def test_the_same_chance_gives_the_same_order():
    state = table(3, owner=claims(p1=[1, 2], p2=[19, 22]), queen=9)
    for seat in range(3):
        assert len({chosen(state, seat, turn=7) for _ in range(5)}) == 1


def wins(seats: int, matches: int, **options: object) -> Counter:
    """How often the bot wins among players who order at random; it sits at each seat in turn."""
    count: Counter = Counter()
    for number in range(matches):
        bot = number % seats
        choices = [bot_order if seat == bot else random_order for seat in range(seats)]
        state, _ = walked(GAME, seats, GAME.options(**options), bytes([seats, number]) * 16, choices)
        winners = GAME.outcome(state).winners
        count["bot" if winners == (bot,) else "others" if winners else "nobody"] += 1
    return count


def test_against_one_random_player_it_wins_nearly_always():
    assert wins(2, 60)["bot"] >= 54


@pytest.mark.parametrize("seats", [3, 4])
def test_among_random_players_it_wins_most_matches(seats):
    assert wins(seats, 15)["bot"] >= 10


def test_among_bots_every_match_comes_to_an_end_with_a_line_or_two():
    reasons = Counter()
    for number in range(12):
        state, _ = walked(GAME, 2 + number % 3, GAME.options(), bytes([number]) * 32, [bot_order])
        reasons[GAME.outcome(state).reason] += 1
    assert set(reasons) <= {"line", "two_lines"}


def test_bots_bid_only_cards_they_hold():
    state = table(2, hands={0: "7 7H 9", 1: "2 3"}, queen=9)
    assert set(bid(chosen(state))) <= {"7S", "7H", "9"}
    assert set(bid(chosen(state, 1))) <= set(RANKS)
