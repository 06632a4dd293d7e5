"""Each option of Fourbid: a position where its readings part, and the refusal of everything else."""

from __future__ import annotations

import pytest

from games.rules import IllegalOption, IllegalOrder
from tests.rules.fourbid_table import (
    FULL2,
    FULL4,
    GAME,
    Scripted,
    claims,
    counts,
    held,
    of,
    on,
    owners,
    play,
    suit,
    table,
)

SEVEN = "3 4 5 6 7 8 9"
SIX = "3 4 5 6 7 8"
EIGHT = [1, 3, 5, 9, 11, 24, 26, 31]

RIVALS_LINE = owners(
    """
    1 4 4 4 1 1 1 2
    2 4 3 2 3 4 3 3
    4 3 4 2 1 2 2 3
    2 1 2 1 3 1 3 4
    """
)

DEFAULTS = {
    "first_roll": "from1",
    "skip": "count",
    "low_from": "all",
    "low_pick": "must",
    "out_of_pieces": "may",
    "empty_at": "bid",
    "bonus5": "free",
    "bonus_roll": "all",
    "check": "turn",
    "auction_cap": 150,
    "pieces": 8,
}


def test_the_defaults_are_those_of_the_rules():
    options = GAME.options()
    assert {name: getattr(options, name) for name in options.names()} == DEFAULTS


@pytest.mark.parametrize(("value", "queen"), [("from1", 7), ("onto1", 6)])
def test_first_roll_says_whether_space_one_is_counted(value, queen):
    assert GAME.setup(3, GAME.options(first_roll=value), Scripted(6)).queen == queen


@pytest.mark.parametrize(("value", "queen"), [("count", 11), ("land", 8)])
def test_skip_says_whether_claimed_spaces_are_counted(value, queen):
    state = table(owner=claims(p1=[6, 7], p2=[9]), queen=5, skip=value)
    assert play(state, "2", "2", dice=[3]).queen == queen


@pytest.mark.parametrize("value", ["count", "land"])
def test_the_queen_comes_back_to_the_only_free_space(value):
    owner = list(FULL4)
    owner[16] = None
    state = table(4, owner=owner, queen=17, skip=value)
    assert play(state, "2", "2", "2", "2", dice=[4]).queen == 17


@pytest.mark.parametrize(("value", "card"), [("all", "QH"), ("rivals", "9S")])
def test_low_from_says_whose_cards_the_lowest_may_take(value, card):
    after = play(table(low_from=value), "9 4", "Q")
    assert held(after, 1) == (set(suit(1)) - {"QH"}) | {card}


def test_the_own_card_can_not_be_named_where_only_rivals_cards_may_be_taken():
    with pytest.raises(IllegalOrder):
        GAME.check(table(low_from="rivals"), 1, "Q; low own")


@pytest.mark.parametrize("value", ["must", "may"])
def test_the_lowest_takes_the_best_in_silence_whatever_low_pick_says(value):
    assert "KS" in held(play(table(low_pick=value), "K 2", "9"), 1)


def test_low_pick_says_whether_the_lowest_may_take_nothing():
    after = play(table(low_pick="may"), "K 2", "9; nolow")
    assert held(after, 1) == set(suit(1)) - {"9H"}
    with pytest.raises(IllegalOrder):
        GAME.check(table(low_pick="must"), 1, "9; nolow")


def test_out_of_pieces_says_what_a_winner_with_none_left_may_do():
    def spaces(value: str, order: str) -> list[int]:
        return of(play(table(owner=claims(p1=EIGHT), queen=14, out_of_pieces=value), order, "2"), 0)

    moved = [1, 5, 9, 11, 14, 24, 26, 31]
    assert spaces("may", "A; swap 3") == moved
    assert spaces("may", "A") == EIGHT
    assert spaces("must", "A; swap 3") == moved
    assert spaces("must", "A") == [3, 5, 9, 11, 14, 24, 26, 31], "in silence the lowest must go"
    assert spaces("none", "A") == EIGHT


def test_who_must_move_a_piece_can_not_decline():
    with pytest.raises(IllegalOrder):
        GAME.check(table(owner=claims(p1=EIGHT), queen=14, out_of_pieces="must"), 0, "A; noswap")


def test_who_gets_nothing_without_pieces_can_not_swap():
    with pytest.raises(IllegalOrder):
        GAME.check(table(owner=claims(p1=EIGHT), queen=14, out_of_pieces="none"), 0, "A; swap 3")


@pytest.mark.parametrize("value", ["may", "none", "must"])
def test_a_swap_on_a_full_board_may_be_made_or_declined_whatever_out_of_pieces_says(value):
    state = table(4, owner=FULL4, queen=3, out_of_pieces=value)
    assert on(state, 3) == 3
    swapped = play(state, "A; swap 32", "2", "3", "4")
    assert (on(swapped, 3), on(swapped, 32)) == (0, 3)
    assert play(state, "A; noswap", "2", "3", "4").owner == FULL4
    assert play(state, "A", "2", "3", "4").owner == FULL4


def test_a_winner_on_an_own_space_of_a_full_board_changes_nothing():
    state = table(4, owner=FULL4, queen=32)
    assert play(state, "A; swap 31", "2", "3", "4").owner == FULL4


@pytest.mark.parametrize(("value", "resets"), [("bid", 1), ("resolve", 0)])
def test_empty_at_says_whether_a_card_taken_fills_an_empty_hand_in_time(value, resets):
    state = table(hands={0: "9 3 4", 1: "2"}, queen=10, empty_at=value)
    after = play(state, "9", "2; low 9")
    assert after.reset_no - state.reset_no == resets
    assert counts(after) == ([13, 13] if resets else [2, 1])


def test_a_hand_still_empty_after_the_low_pick_is_empty_in_both_readings():
    for value in ("bid", "resolve"):
        state = table(hands={0: "9", 1: "2 K"}, queen=10, empty_at=value)
        assert counts(play(state, "9", "2")) == [13, 13]


def test_a_hand_emptied_by_a_low_pick_declined_is_empty_in_both_readings():
    for value in ("bid", "resolve"):
        state = table(hands={0: "9 3", 1: "2"}, queen=10, empty_at=value, low_pick="may")
        assert counts(play(state, "9", "2; nolow")) == [13, 13]


def test_bonus5_says_whether_a_rivals_space_may_be_claimed():
    def after(value: str) -> object:
        state = table(owner=claims(p1=[3], p2=[24, 31]), queen=10, hands={0: SEVEN, 1: "2"}, bonus5=value)
        return play(state, "3; bonus 24 17", "2")

    assert of(after("any"), 0) == [3, 10, 24]
    assert after("any").supply == (5, 7)
    assert of(after("free"), 0) == [3, 10, 17]
    assert after("free").supply == (5, 6)


@pytest.mark.parametrize(("value", "spaces"), [("free", [1, 4, 10]), ("any", [1, 2, 10])])
def test_bonus5_in_silence_is_the_lowest_legal_space_of_its_reading(value, spaces):
    owner = claims(p1=[1], p2=[2, 3])
    state = table(owner=owner, queen=10, hands={0: SEVEN, 1: "2"}, bonus5=value)
    assert of(play(state, "3", "2"), 0) == spaces


@pytest.mark.parametrize("value", ["free", "any"])
def test_a_free_claim_without_pieces_moves_the_one_named(value):
    owner = claims(p1=[1, 3, 5, 9, 11, 24, 26])
    state = table(owner=owner, queen=10, hands={0: SEVEN, 1: "2"}, bonus5=value)
    after = play(state, "3; bonus 14 from 5", "2")
    assert of(after, 0) == [1, 3, 9, 10, 11, 14, 24, 26]
    assert after.supply == (0, 8)


def test_a_free_claim_of_a_rivals_space_without_pieces_sends_the_rival_home():
    owner = claims(p1=[1, 3, 5, 9, 11, 24, 26], p2=[14])
    state = table(owner=owner, queen=10, hands={0: SEVEN, 1: "2"}, bonus5="any")
    after = play(state, "3; bonus 14 from 5", "2")
    assert of(after, 0) == [1, 3, 9, 10, 11, 14, 24, 26]
    assert on(after, 5) is None
    assert after.supply == (0, 8)


@pytest.mark.parametrize("value", ["free", "any"])
def test_a_free_claim_on_a_full_board_is_an_exchange_with_a_rival(value):
    state = table(2, owner=FULL2, queen=32, hands={0: SEVEN, 1: "2"}, pieces=16, bonus5=value)
    assert (on(state, 32), on(state, 3), on(state, 31)) == (0, 0, 0)
    after = play(state, "3; bonus 31 2 from 3", "2", dice=[2])
    assert (on(after, 2), on(after, 3)) == (0, 1)
    assert after.supply == (0, 0)
    assert after.queen == 2


@pytest.mark.parametrize(("value", "queen"), [("all", 13), ("skip", 16)])
def test_bonus_roll_says_whether_the_queen_counts_claimed_spaces(value, queen):
    owner = claims(p1=[12, 14], p2=[11])
    state = table(owner=owner, queen=10, hands={0: SIX, 1: "2"}, bonus_roll=value)
    after = play(state, "3", "2", dice=[3, 1])
    assert of(after, 0) == sorted([10, 12, 14, queen])
    assert after.queen == queen + 1 + (queen == 13)


def test_a_bonus_roll_on_a_full_board_counts_every_space_in_both_readings():
    for value in ("all", "skip"):
        state = table(2, owner=FULL2, queen=31, hands={0: SIX, 1: "2"}, pieces=16, bonus_roll=value)
        after = play(state, "3; give 4", "2", dice=[6, 1])
        assert (on(after, 5), on(after, 4)) == (0, 1)
        assert after.queen == 6


def test_a_bonus_roll_on_an_own_space_changes_nothing():
    state = table(owner=claims(p1=[12], p2=[11]), queen=10, hands={0: SIX, 1: "2"})
    after = play(state, "3", "2", dice=[2])
    assert (of(after, 0), of(after, 1), after.supply) == ([10, 12], [11], (6, 7))


def test_a_bonus_roll_without_pieces_exchanges_the_piece_given():
    owner = claims(p1=[1, 3, 5, 9, 15, 24, 26], p2=[12])
    state = table(owner=owner, queen=10, hands={0: SIX, 1: "2"})
    onto_a_rival = play(state, "3; give 5", "2", dice=[2])
    assert of(onto_a_rival, 0) == [1, 3, 9, 10, 12, 15, 24, 26]
    assert on(onto_a_rival, 5) == 1
    onto_a_free_space = play(state, "3; give 5", "2", dice=[3])
    assert of(onto_a_free_space, 0) == [1, 3, 9, 10, 13, 15, 24, 26]
    assert on(onto_a_free_space, 5) is None
    in_silence = play(state, "3", "2", dice=[2])
    assert of(in_silence, 0) == [3, 5, 9, 10, 12, 15, 24, 26]
    assert on(in_silence, 1) == 1
    assert in_silence.supply == (0, 7)


def bonus_over_a_line(check: str) -> object:
    """P1 claims 30 and has 29–32; P2, with the longer hand, rolls 2 onto 32 and takes it."""
    state = table(owner=claims(p1=[29, 31, 32], p2=[20]), queen=30, hands={0: "A", 1: "3 5 6 7"}, check=check)
    return play(state, "A", "3; low A", dice=[2])


def test_check_says_whether_a_bonus_can_break_a_line():
    late = bonus_over_a_line("turn")
    assert GAME.outcome(late) is None
    assert (of(late, 0), of(late, 1)) == ([29, 30, 31], [20, 32])
    early = GAME.outcome(bonus_over_a_line("instant"))
    assert (early.reason, early.winners) == ("line", (0,))


def test_check_says_whether_a_bonus_can_rival_a_line():
    def after(check: str) -> object:
        state = table(
            owner=claims(p1=[29, 31, 32], p2=[1, 2, 3]),
            queen=30,
            hands={0: "A", 1: "3 5 6 7"},
            check=check,
        )
        return GAME.outcome(play(state, "A", "3; low A", dice=[6]))

    assert (after("turn").reason, after("turn").winners) == ("two_lines", ())
    assert (after("instant").reason, after("instant").winners) == ("line", (0,))


def test_a_line_made_by_the_bonus_wins_in_both_readings():
    for check in ("turn", "instant"):
        state = table(owner=claims(p1=[9], p2=[1, 2, 3]), queen=30, hands={0: "A", 1: "3 5 6 7"}, check=check)
        outcome = GAME.outcome(play(state, "A", "3; low A", dice=[6]))
        assert (outcome.reason, outcome.winners) == ("line", (1,))


def test_a_swap_that_completes_a_rivals_line_only_wins_for_the_rival():
    for check in ("turn", "instant"):
        state = table(4, owner=RIVALS_LINE, queen=2, check=check)
        assert (on(state, 2), on(state, 25)) == (0, 1)
        outcome = GAME.outcome(play(state, "2", "A; swap 25", "3", "4"))
        assert (outcome.reason, outcome.winners) == ("line", (0,))


def test_more_than_four_in_a_row_win_too():
    after = play(table(owner=claims(p1=[1, 2, 4, 5]), queen=3), "A", "2")
    assert GAME.outcome(after).winners == (0,)


def test_auction_cap_ends_a_match_without_a_winner():
    state = table(3, auction_cap=2)
    after = play(state, "2", "2", "2")
    assert GAME.outcome(after) is None
    outcome = GAME.outcome(play(after, "3", "3", "3"))
    assert (outcome.reason, outcome.winners) == ("cap", ())


def test_a_line_in_the_last_auction_still_wins():
    state = table(owner=claims(p1=[1, 2, 4]), queen=3, auction_cap=1)
    assert GAME.outcome(play(state, "A", "2")).reason == "line"


def test_without_an_auction_cap_silence_goes_on():
    state = table(auction_cap=0)
    for _ in range(400):
        state = play(state)
    assert GAME.outcome(state) is None


@pytest.mark.parametrize("pieces", [8, 11, 16])
def test_pieces_says_how_many_pieces_two_players_have(pieces):
    assert GAME.setup(2, GAME.options(pieces=pieces), Scripted(1)).supply == (pieces, pieces)


def test_pieces_are_eight_with_more_players():
    assert GAME.setup(3, GAME.options(pieces=8), Scripted(1)).supply == (8, 8, 8)


@pytest.mark.parametrize("seats", [3, 4])
def test_more_pieces_are_for_two_players_only(seats):
    with pytest.raises(IllegalOption):
        GAME.setup(seats, GAME.options(pieces=9), Scripted(1))


@pytest.mark.parametrize("seats", [0, 1, 5, -2])
def test_a_table_has_two_to_four_seats(seats):
    with pytest.raises(IllegalOption):
        GAME.setup(seats, GAME.options(), Scripted(1))


@pytest.mark.parametrize(
    ("name", "value", "legal"),
    [
        ("first_roll", "onto2", "from1, onto1"),
        ("skip", "jump", "count, land"),
        ("low_from", "", "all, rivals"),
        ("low_pick", "MUST", "must, may"),
        ("out_of_pieces", None, "may, none, must"),
        ("empty_at", 3, "bid, resolve"),
        ("bonus5", "rival", "free, any"),
        ("bonus_roll", ["all"], "all, skip"),
        ("check", True, "turn, instant"),
        ("pieces", 7, "8..16"),
        ("pieces", 17, "8..16"),
        ("pieces", "8", "8..16"),
    ],
)
def test_a_wrong_value_is_refused_with_the_legal_ones(name, value, legal):
    with pytest.raises(IllegalOption) as refused:
        GAME.options(**{name: value})
    assert str(refused.value) == f"“{value}” is no value for the option “{name}”: {legal}."
    assert refused.value.code == "illegal_option"


@pytest.mark.parametrize("value", [-1, 1.5, "150", None])
def test_a_wrong_auction_cap_is_refused(value):
    with pytest.raises(IllegalOption):
        GAME.options(auction_cap=value)


def test_an_unknown_option_is_refused_with_the_names_of_all():
    with pytest.raises(IllegalOption) as refused:
        GAME.options(skips="land")
    assert str(refused.value) == (f"There is no option “skips”; the options are {', '.join(DEFAULTS)}.")


def test_options_are_given_by_name():
    with pytest.raises(IllegalOption):
        GAME.options("onto1")
