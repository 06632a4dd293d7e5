"""What a Fourbid decision offers: the clauses that can matter in the position, and no others."""

from __future__ import annotations

import pytest

from games.rules.game import Clause, Decision
from tests.rules.fourbid_table import FULL2, FULL4, GAME, RANKS, claims, play, table

EIGHT = [1, 3, 5, 9, 11, 24, 26, 31]
SPACES = tuple(str(space) for space in range(1, 33))
LONG = "3 4 5 6 7 8 9"


def owed(state: object, seat: int = 0) -> Decision:
    return GAME.decisions(state)[seat]


def words(state: object, seat: int = 0) -> list[str]:
    return [clause.word for clause in owed(state, seat).clauses]


def clause(state: object, word: str, seat: int = 0) -> Clause:
    return next(clause for clause in owed(state, seat).clauses if clause.word == word)


def shape(clause: Clause) -> tuple[tuple[str, ...], bool, int, int]:
    return clause.values, clause.required, clause.least, clause.most


def test_a_plain_auction_asks_for_cards_a_wish_and_whether_to_ask_again():
    state = table(3)
    for seat in range(3):
        assert words(state, seat) == ["", "low", "ask"]
    assert shape(clause(state, "")) == (RANKS, True, 1, 2)
    assert shape(clause(state, "ask")) == ((), False, 0, 0)
    assert owed(state).kind == "bid"


def test_every_clause_says_what_it_is_for():
    state = table(owner=claims(p1=EIGHT), queen=14, hands={0: LONG, 1: "2"})
    assert words(state) == ["", "low", "swap", "noswap", "bonus", "from", "give", "ask"]
    hints = [clause.hint for clause in owed(state).clauses]
    assert all(hints)
    assert len(set(hints)) == len(hints)


def test_cards_of_one_rank_are_listed_with_their_suits():
    values = clause(table(hands={0: "2 7 7H J"}), "").values
    assert set(values) == {"2", "7S", "7H", "J"}


@pytest.mark.parametrize(
    ("options", "extra"),
    [
        ({}, {"best", "own"}),
        ({"low_pick": "may"}, {"best", "own", "none"}),
        ({"low_from": "rivals"}, {"best"}),
        ({"low_from": "rivals", "low_pick": "may"}, {"best", "none"}),
    ],
)
def test_the_wish_for_a_card_lists_every_rank_and_the_words_of_the_options(options, extra):
    low = clause(table(**options), "low")
    assert set(low.values) == {*RANKS, *extra}
    assert (low.required, low.least) == (False, 1)
    assert low.most > 1


@pytest.mark.parametrize(
    ("value", "offered"), [("may", ["swap", "noswap"]), ("must", ["swap"]), ("none", [])]
)
def test_who_has_no_pieces_left_is_offered_what_out_of_pieces_allows(value, offered):
    state = table(owner=claims(p1=EIGHT), queen=14, out_of_pieces=value)
    assert words(state) == ["", "low", *offered, "ask"]
    assert words(state, 1) == ["", "low", "ask"]
    if offered:
        assert shape(clause(state, "swap")) == (tuple(map(str, EIGHT)), False, 1, 1)


def test_on_a_full_board_an_exchange_is_offered_to_all_but_the_owner_of_the_space():
    state = table(4, owner=FULL4, queen=3)
    assert [words(state, seat)[2:-1] for seat in range(4)] == [
        ["swap", "noswap"],
        ["swap", "noswap"],
        ["swap", "noswap"],
        [],
    ]


@pytest.mark.parametrize(
    ("rival", "offered"),
    [("2", True), ("9 6", True), ("K 2", True), ("9 7", False), ("2 3 4", False), ("K A", False)],
)
def test_a_bonus_is_offered_where_some_hand_may_run_empty(rival, offered):
    state = table(queen=10, hands={0: LONG, 1: rival})
    assert words(state) == (["", "low", "bonus", "ask"] if offered else ["", "low", "ask"])


@pytest.mark.parametrize(("hand", "offered"), [("3 4 5 6 7", True), ("3 4 5 6", False)])
def test_a_free_claim_is_offered_where_the_hand_is_long_enough(hand, offered):
    state = table(queen=10, hands={0: hand, 1: "2"})
    assert ("bonus" in words(state)) is offered


def test_a_free_claim_takes_several_spaces_in_order():
    bonus = clause(table(queen=10, hands={0: LONG, 1: "2"}), "bonus")
    assert (bonus.values, bonus.required, bonus.least) == (SPACES, False, 1)
    assert bonus.most > 1


@pytest.mark.parametrize(("pieces", "offered"), [(6, False), (7, True), (8, True)])
def test_a_piece_for_a_bonus_is_offered_where_the_pieces_may_be_out_by_then(pieces, offered):
    """With one piece left it may be the one that claims the queen's space, and none is left then."""
    own = EIGHT[:pieces]
    state = table(owner=claims(p1=own), queen=10, hands={0: LONG, 1: "2"}, out_of_pieces="none")
    assert ("from" in words(state), "give" in words(state)) == (offered, offered)
    if offered:
        for word in ("from", "give"):
            assert shape(clause(state, word)) == (tuple(map(str, sorted([*own, 10]))), False, 1, 1)


def test_a_short_hand_is_offered_a_piece_to_give_and_no_free_claim():
    state = table(owner=claims(p1=EIGHT), queen=10, hands={0: "3 4 5", 1: "2"}, out_of_pieces="none")
    assert words(state) == ["", "low", "give", "ask"]


def test_the_queens_space_is_no_piece_twice():
    state = table(owner=FULL2, queen=3, hands={0: LONG, 1: "2"}, pieces=16)
    own = tuple(str(space) for space, man in enumerate(FULL2, 1) if man == 0)
    assert clause(state, "give").values == own


def test_the_last_card_is_forced_where_nothing_that_follows_can_matter():
    state = table(3, queen=10, owner=claims(p1=[1, 2]), hands={0: "9"})
    decision = owed(state)
    assert (decision.forced, decision.default, words(state)) == (True, "9", [""])
    assert not owed(state, 1).forced
    plain = play(state, "9", "2", "3", dice=[2, 3])
    for order in ("9; low 2", "9; low own; give 1", "9; bonus 14"):
        assert play(state, order, "2", "3", dice=[2, 3]) == plain
        assert play(state, order, "K", "A", dice=[2, 3]) == play(state, "9", "K", "A", dice=[2, 3])


@pytest.mark.parametrize(
    "options", [{"empty_at": "resolve"}, {"low_pick": "may"}, {"empty_at": "resolve", "low_pick": "may"}]
)
def test_the_last_card_is_not_forced_where_the_low_pick_changes_what_follows(options):
    state = table(queen=10, hands={0: "9"}, **options)
    assert not owed(state).forced
    assert "low" in words(state)


def test_the_last_card_is_not_forced_where_a_piece_may_be_moved():
    state = table(queen=10, owner=claims(p1=EIGHT), hands={0: "9"})
    assert not owed(state).forced
    assert "swap" in words(state)


def test_two_cards_that_can_not_be_bid_together_are_a_choice():
    assert not owed(table(hands={0: "K A"})).forced


# --- answers of those who asked


def test_the_lowest_is_asked_with_the_cards_shown():
    asked = play(table(3, queen=12), "K 2", "9", "4; ask")
    assert words(asked, 2) == ["low"]
    low = clause(asked, "low", 2)
    assert set(low.values) == {"best", "own", "KS", "2S", "9H", "4D"}
    assert (low.required, low.least) == (True, 1)
    assert owed(asked, 2).default == "low best"


def test_the_lowest_is_asked_with_what_the_options_allow():
    asked = play(table(3, queen=12, low_pick="may", low_from="rivals"), "K 2", "9", "4; ask")
    assert set(clause(asked, "low", 2).values) == {"best", "none", "KS", "2S", "9H"}


def test_what_was_written_before_is_the_default_of_the_answer():
    asked = play(table(3, queen=12), "K 2", "9", "4; low 9; ask")
    assert owed(asked, 2).default == "low 9"
    nothing_of_it = play(table(3, queen=12), "K 2", "9", "4; low Q J; ask")
    assert owed(nothing_of_it, 2).default == "low best"
    out = table(owner=claims(p1=EIGHT), queen=14)
    assert owed(play(out, "A; swap 5; ask", "2")).default == "swap 5"
    assert owed(play(out, "A; ask", "2")).default == "noswap"


def test_a_leader_is_asked_for_legal_spaces_only():
    state = table(owner=claims(p1=[3], p2=[31]), queen=10, hands={0: LONG, 1: "2"})
    asked = play(state, "3; bonus 31 24; ask", "2")
    assert words(asked) == ["bonus"]
    bonus = clause(asked, "bonus")
    assert bonus.values == tuple(space for space in SPACES if space not in ("3", "10", "31"))
    assert bonus.required
    assert owed(asked).default == "bonus 24"


def test_a_leader_without_pieces_is_asked_which_one_moves():
    state = table(owner=claims(p1=EIGHT[:-1]), queen=10, hands={0: LONG, 1: "2"})
    asked = play(state, "3; bonus 14 from 5; ask", "2")
    assert words(asked) == ["bonus", "from"]
    assert clause(asked, "from").values == ("1", "3", "5", "9", "10", "11", "24", "26")
    assert owed(asked).default == "bonus 14 from 5"


def test_an_exchange_is_asked_for_when_the_roll_is_known():
    state = table(owner=claims(p1=EIGHT[:-1]), queen=12, hands={0: "3 4 5 6", 1: "2"})
    asked = play(state, "3; ask", "2", dice=[2])
    assert words(asked) == ["give"]
    assert shape(clause(asked, "give")) == (("1", "3", "5", "9", "11", "12", "24", "26"), True, 1, 1)
    assert owed(asked).default == "give 1"
