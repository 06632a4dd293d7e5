"""The notation of Fourbid: what is read, what it is written as, what is refused and with which words."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import IllegalOrder
from tests.rules.fourbid_table import FULL4, GAME, claims, held, kinds, of, on, play, suit, table

OUT = claims(p1=[1, 3, 5, 9, 11, 24, 26, 31], p2=[8])
"""P1 has all pieces out."""


def refused(state: object, seat: int, order: str) -> str:
    """The sentence with which an order is refused."""
    with pytest.raises(IllegalOrder) as error:
        GAME.check(state, seat, order)
    assert error.value.code
    return str(error.value)


@pytest.mark.parametrize(
    ("order", "line"),
    [
        ("K 2", "K 2"),
        ("k 2", "K 2"),
        ("2 K", "K 2"),
        ("  K   2 ", "K 2"),
        ("K 2;", "K 2"),
        ("bid K 2", "K 2"),
        ("BID K 2", "K 2"),
        ("KS 2S", "K 2"),
        ("K♠ 2♠", "K 2"),
        ("K+2", "K 2"),
        ("K, 2; low 9, best", "K 2; low 9 best"),
        ("ks", "K"),
        ("10", "10"),
        ("10S 5", "10 5"),
        ("K 2; low best", "K 2; low best"),
        ("K 2\nLOW K a Best", "K 2; low K A best"),
        ("K 2\r\nlow own\r\n", "K 2; low own"),
        ("K 2; low KH 9", "K 2; low KH 9"),
        ("K 2; ask", "K 2; ask"),
        ("K 2; ASK ;", "K 2; ask"),
    ],
)
def test_an_order_is_read_in_any_writing_and_kept_in_one(order, line):
    state = table(3, queen=7)
    assert GAME.check(state, 0, order) == line
    assert GAME.check(state, 0, line) == line


@pytest.mark.parametrize(
    ("order", "line"),
    [
        ("A; swap 25; low best", "A; low best; swap 25"),
        ("A; NOSWAP", "A; noswap"),
        ("A\nGIVE 3\nBONUS 14 7 FROM 5\nSWAP 3\nLOW K", "A; low K; swap 3; bonus 14 7 from 5; give 3"),
    ],
)
def test_clauses_are_kept_in_the_order_of_the_rules(order, line):
    state = table(2, owner=claims(p1=[1, 3, 5, 9, 11, 24, 25, 31]), queen=14, hands={0: "A 2", 1: "4"})
    assert GAME.check(state, 0, order) == line
    assert GAME.check(state, 0, line) == line


def test_a_card_not_in_the_hand_is_refused_with_the_hand():
    sentence = refused(table(hands={0: "3 9 Q"}), 0, "K")
    assert "K" in sentence
    assert "3, 9, Q" in sentence


def test_an_unknown_word_for_a_card_is_refused_with_the_hand():
    sentence = refused(table(hands={0: "3 9 Q"}), 0, "king")
    assert "king" in sentence
    assert "3, 9, Q" in sentence


def test_a_bid_above_fifteen_is_refused_with_its_sum_and_the_limit():
    sentence = refused(table(), 0, "K 3")
    assert "16" in sentence
    assert "15" in sentence


def test_the_same_card_twice_is_refused():
    refused(table(), 0, "5 5")
    refused(table(), 0, "5S 5")


def test_three_cards_are_refused_with_how_many_there_may_be():
    assert "2 3 4" in refused(table(), 0, "2 3 4") or "two" in refused(table(), 0, "2 3 4")


def test_an_empty_bid_is_refused_with_the_hand():
    assert "3, 9, Q" in refused(table(hands={0: "3 9 Q"}), 0, "")
    refused(table(), 0, "low best")


def test_an_unknown_clause_is_refused_with_those_there_are():
    sentence = refused(table(), 0, "K 2; high 3")
    assert "high" in sentence
    assert "low" in sentence
    assert "ask" in sentence


@pytest.mark.parametrize("order", ["K; low best; low 2", "K; ask; ask", "K\n2", "K; 2"])
def test_a_clause_twice_is_refused(order):
    refused(table(), 0, order)


def test_two_cards_of_a_rank_need_the_suit():
    state = table(hands={0: "K 5", 1: "3 4"})
    state = play(state, "5", "3")
    state = table(hands={0: "K KH 5"})
    sentence = refused(state, 0, "K")
    assert "KS" in sentence
    assert "KH" in sentence
    assert GAME.check(state, 0, "kh") == "KH"
    assert GAME.check(state, 0, "KS") == "KS"
    assert GAME.check(state, 0, "5") == "5"


def test_two_cards_of_a_rank_are_bid_together_by_their_suits():
    state = table(hands={0: "7 7H 5"}, queen=9)
    line = GAME.check(state, 0, "7H 7S")
    assert GAME.check(state, 0, line) == line
    assert held(play(state, line, "2"), 0) == {"5S"}


def test_a_card_picked_up_is_bid_like_ones_own():
    state = table(hands={0: "5 KH", 1: "3 4"}, queen=9)
    assert GAME.check(state, 0, "KH") == GAME.check(state, 0, "K")
    assert held(play(state, "K", "3"), 0) == {"5S"}


@pytest.mark.parametrize(
    ("order", "card"),
    [
        ("5", "KS"),
        ("5; low best", "KS"),
        ("5; low 9", "9H"),
        ("5; low Q 9 K", "9H"),
        ("5; low own", "5D"),
        ("5; low 5", "5D"),
        ("5; low Q J", "KS"),
        ("5; low KH 2", "2S"),
        ("5; low A best", "KS"),
        ("5; low 2S best", "2S"),
    ],
)
def test_low_takes_the_first_card_of_the_list_that_was_bid(order, card):
    assert held(play(table(3, queen=7), "K 2", "9", order), 2) == (set(suit(2)) - {"5D"}) | {card}


def test_low_own_with_two_cards_keeps_one_of_them():
    after = play(table(3, queen=7), "A", "9", "5 3; low own")
    assert len(held(after, 2) & {"5D", "3D"}) == 1


def test_a_follow_up_that_is_not_needed_is_dropped():
    after = play(table(2, queen=7), "K 2; low own", "5; low 2")
    assert held(after, 0) == set(suit(0)) - {"KS", "2S"}
    assert kinds(after) == {0: "bid", 1: "bid"}


@pytest.mark.parametrize("order", ["A; swap 9", "A"])
def test_a_swap_moves_a_piece_only_if_it_is_named(order):
    after = play(table(owner=OUT, queen=14), order, "2")
    assert on(after, 14) == (0 if "9" in order else None)


def test_a_swap_of_a_space_that_is_not_ones_own_is_refused_with_ones_own():
    sentence = refused(table(owner=OUT, queen=14), 0, "A; swap 8")
    assert "8" in sentence
    assert "1, 3, 5, 9, 11, 24, 26, 31" in sentence


@pytest.mark.parametrize(
    "order", ["A; swap 33", "A; swap 0", "A; swap x", "A; swap", "A; swap 3 5", "A; noswap 3"]
)
def test_a_swap_of_nothing_is_refused(order):
    refused(table(owner=OUT, queen=14), 0, order)


def test_swap_and_noswap_together_are_refused():
    refused(table(owner=OUT, queen=14), 0, "A; swap 3; noswap")


def lead_of_five(**more: object) -> object:
    """P1 will count 6 cards and P2, whose hand runs empty, 1."""
    return table(queen=10, hands={0: "3 4 5 6 7 8 9", 1: "2"}, **more)


@pytest.mark.parametrize(
    ("order", "space"),
    [("3", 1), ("3; bonus 24", 24), ("3; bonus 31 24 7", 24), ("3; bonus 31", 1), ("3; bonus 10 5", 5)],
)
def test_bonus_takes_the_first_space_of_the_list_that_is_legal(order, space):
    assert of(play(lead_of_five(owner=claims(p2=[31])), order, "2"), 0) == sorted([10, space])


@pytest.mark.parametrize(("order", "gone"), [("3; bonus 14 from 5", 5), ("3; bonus 14", 1), ("3", 1)])
def test_bonus_from_names_the_piece_that_moves(order, gone):
    owner = claims(p1=[1, 3, 5, 9, 11, 24, 26])
    after = play(lead_of_five(owner=owner), order, "2")
    assert gone not in of(after, 0)
    assert len(of(after, 0)) == 8


@pytest.mark.parametrize(
    "order", ["3; bonus", "3; bonus 33", "3; bonus x", "3; bonus 14 from", "3; bonus from 3"]
)
def test_a_bonus_that_names_no_space_is_refused(order):
    refused(lead_of_five(owner=claims(p1=[1, 3])), 0, order)


def test_a_piece_for_a_bonus_that_can_not_be_ones_own_is_refused_with_those_that_can():
    for order in ("3; bonus 14 from 4", "3; give 4"):
        assert "1, 3, 10" in refused(lead_of_five(owner=claims(p1=[1, 3])), 0, order)


def test_from_stands_behind_a_bonus_only():
    assert "bonus" in refused(lead_of_five(owner=claims(p1=[1, 3])), 0, "3; from 3")


@pytest.mark.parametrize("order", ["3; give", "3; give 3 5", "3; give x", "3; give 40"])
def test_a_piece_to_give_is_one_space(order):
    refused(lead_of_five(owner=claims(p1=[1, 3, 5])), 0, order)


def test_in_silence_the_lowest_card_is_bid():
    state = table(3, hands={0: "9 4 J", 1: "K 2", 2: "10 3 AH"})
    defaults = {seat: decision.default for seat, decision in GAME.decisions(state).items()}
    assert [GAME.check(state, seat, line).split(";")[0] for seat, line in defaults.items()] == ["4", "2", "3"]


def test_in_silence_the_suit_is_told_where_two_lowest_cards_have_one_rank():
    state = table(hands={0: "4 4H J"})
    assert GAME.decisions(state)[0].default.split(";")[0] in {"4S", "4H"}


def test_a_single_card_leaves_nothing_to_decide():
    state = table(hands={0: "9"}, queen=4)
    assert GAME.check(state, 0, "9") == "9"
    assert GAME.decisions(table())[0].forced is False


def test_orders_of_another_seat_are_refused():
    state = table(2)
    for seat in (-1, 2, 3, 99):
        refused(state, seat, "K")


def test_another_seats_cards_can_not_be_bid():
    refused(table(), 0, "KH")
    refused(table(), 1, "KS")


def test_a_finished_match_takes_no_orders():
    over = play(table(owner=claims(p1=[1, 2, 3]), queen=4), "A", "2")
    assert GAME.outcome(over) is not None
    refused(over, 0, "K")
    refused(over, 1, "")


# --- the extra trip of those who ask


def test_who_asks_and_is_lowest_is_asked_for_the_card():
    asked = play(table(3, queen=12), "K 2", "9", "4; ask")
    assert kinds(asked) == {2: "follow"}
    low = next(clause for clause in GAME.decisions(asked)[2].clauses if clause.word == "low")
    assert {"KS", "2S", "9H", "4D"} <= set(low.values) or {"K", "2", "9", "4"} <= set(low.values)
    after = play(asked, None, None, "low 9")
    assert held(after, 2) == (set(suit(2)) - {"4D"}) | {"9H"}
    assert of(after, 0) == [12]
    assert kinds(after) == {0: "bid", 1: "bid", 2: "bid"}


def test_bids_have_left_the_hands_while_somebody_is_asked():
    asked = play(table(3, queen=12), "K 2", "9", "4; ask")
    assert [held(asked, seat) for seat in range(3)] == [
        set(suit(0)) - {"KS", "2S"},
        set(suit(1)) - {"9H"},
        set(suit(2)) - {"4D"},
    ]


def test_who_is_asked_and_says_nothing_takes_the_best():
    asked = play(table(3, queen=12), "K 2", "9", "4; ask")
    assert "KS" in held(play(asked), 2)


def test_who_asks_without_being_high_or_low_is_not_asked():
    after = play(table(3, queen=12), "K 2", "9; ask", "4; low 9")
    assert set(kinds(after).values()) == {"bid"}
    assert "9H" in held(after, 2)


def test_who_asks_and_wins_with_pieces_left_has_nothing_to_choose():
    after = play(table(3, queen=12), "K 2; ask", "9", "4; low 9")
    assert set(kinds(after).values()) == {"bid"}
    assert of(after, 0) == [12]


def test_who_asks_and_wins_without_pieces_is_asked_for_the_swap():
    asked = play(table(owner=OUT, queen=14), "A; ask", "2; low own")
    assert kinds(asked) == {0: "follow"}
    assert on(play(asked, "swap 3"), 14) == 0
    assert on(play(asked, "swap 3"), 3) is None
    assert on(play(asked, "noswap"), 14) is None
    assert on(play(asked), 14) is None


def test_high_and_low_are_asked_at_once():
    asked = play(table(owner=OUT, queen=14), "A; ask", "2; ask")
    assert kinds(asked) == {0: "follow", 1: "follow"}
    after = play(asked, "swap 3", "low 2")
    assert on(after, 14) == 0
    assert held(after, 1) == set(suit(1))
    assert set(kinds(after).values()) == {"bid"}


def test_the_follow_ups_of_those_who_did_not_ask_are_used_after_the_trip():
    asked = play(table(owner=OUT, queen=14), "A; swap 3", "2; ask")
    assert kinds(asked) == {1: "follow"}
    after = play(asked, None, "low 2")
    assert (on(after, 14), on(after, 3)) == (0, None)


def test_an_asked_exchange_on_a_full_board():
    asked = play(table(4, owner=FULL4, queen=3), "A; ask", "2; low own", "3", "4")
    assert kinds(asked) == {0: "follow"}
    after = play(asked, "swap 32")
    assert (on(after, 3), on(after, 32)) == (0, 3)


def test_a_trip_does_not_count_as_an_auction():
    state = table(3, queen=12)
    straight = play(state, "K 2", "9", "4; low 9")
    asked = play(play(state, "K 2", "9", "4; ask"), None, None, "low 9")
    assert asked.auction_no == straight.auction_no
    assert asked == straight


def test_an_asked_low_pick_decides_who_leads():
    state = table(3, owner=claims(p3=[23]), queen=20, hands={0: "2", 1: "9 3 4 J Q", 2: "7 K 8"})
    after = play(play(state, "2; ask", "9", "7"), "low 9", dice=[3, 2])
    assert of(after, 1) == [20, 23]


def test_who_asks_is_asked_for_a_free_claim_too():
    state = table(owner=claims(p1=[3], p2=[31]), queen=10, hands={0: "3 4 5 6 7 8 9", 1: "2"})
    asked = play(state, "3; ask", "2; low 2")
    assert kinds(asked) == {0: "follow"}
    assert of(play(asked, "bonus 24"), 0) == [3, 10, 24]


def test_a_leader_who_asked_is_asked_once_the_roll_is_known():
    owner = claims(p1=[1, 3, 5, 9, 15, 24, 26], p2=[12])
    state = table(owner=owner, queen=10, hands={0: "3 4 5 6 7 8", 1: "2"})
    asked = play(state, "3; give 5; ask", "2; low 2", dice=[2])
    assert (kinds(asked), asked.queen) == ({0: "follow"}, 12)
    assert on(play(asked, "give 9"), 9) == 1
    assert on(play(asked), 5) == 1, "in silence what was written before holds"
    assert "1, 3, 5, 9, 10, 15, 24, 26" in refused(asked, 0, "give 12")
    refused(asked, 0, "bonus 14")


def test_a_leader_who_asked_has_nothing_to_choose_with_pieces_left():
    state = table(owner=claims(p2=[12]), queen=10, hands={0: "3 4 5 6 7 8", 1: "2"})
    after = play(state, "3; ask", "2; low 2", dice=[2])
    assert of(after, 0) == [10, 12]
    assert set(kinds(after).values()) == {"bid"}


def test_a_leader_who_asked_has_nothing_to_choose_on_an_own_space():
    owner = claims(p1=[1, 3, 5, 9, 12, 24, 26])
    state = table(owner=owner, queen=10, hands={0: "3 4 5 6 7 8", 1: "2"})
    assert set(kinds(play(state, "3; ask", "2; low 2", dice=[2])).values()) == {"bid"}


def test_who_asks_but_may_only_lead_is_asked_beside_who_is_lowest():
    """P1 asked and is neither high nor low, yet may lead by five: there is no second trip to ask in."""
    state = table(3, queen=10, hands={0: "5 6 7 8 9 10 J Q", 1: "A", 2: "2 3"})
    asked = play(state, "5; ask; bonus 9", "A", "2; ask")
    assert kinds(asked) == {0: "follow", 2: "follow"}
    assert of(play(asked, "bonus 24", None, "low 2"), 0) == [24]
    assert of(play(asked, None, None, "low 2"), 0) == [9]


@pytest.mark.parametrize(("lowest", "asked"), [("2 3", {0, 2}), ("2 3 4", {2})])
def test_who_may_lead_is_asked_only_if_there_may_be_something_to_choose(lowest, asked):
    """P1 will hold 7 cards and P3 as many as before: a lead of five is a choice, one of four a roll."""
    state = table(3, queen=10, hands={0: "5 6 7 8 9 10 J Q", 1: "A", 2: lowest})
    assert set(kinds(play(state, "5; ask", "A", "2; ask"))) == asked


@pytest.mark.parametrize(
    ("answer", "space", "gone"),
    [("bonus 14 from 5", 14, 5), ("bonus 14", 14, 1), (None, 20, 3)],
)
def test_an_answer_for_a_free_claim_takes_the_place_of_what_was_written_before(answer, space, gone):
    owner = claims(p1=[1, 3, 5, 9, 11, 24, 26])
    asked = play(lead_of_five(owner=owner), "3; bonus 20 from 3; ask", "2")
    after = play(asked, answer)
    assert on(after, space) == 0
    assert gone not in of(after, 0)


def test_a_bid_has_nothing_to_go_on_with():
    refused(table(), 0, "K; go")


def test_who_must_move_is_asked_which_piece_and_can_not_decline():
    state = table(owner=OUT, queen=14, out_of_pieces="must")
    asked = play(state, "A; ask", "2; low own")
    refused(asked, 0, "noswap")
    assert on(play(asked), 1) is None
    assert on(play(asked, "swap 3"), 3) is None


def test_who_may_decline_the_card_can_say_so_when_asked():
    asked = play(table(queen=14, low_pick="may"), "A", "2; ask")
    assert held(play(asked, None, "low none"), 1) == set(suit(1)) - {"2H"}
    assert held(play(asked, None, "nolow"), 1) == set(suit(1)) - {"2H"}


def test_a_lone_card_of_a_rival_leaves_no_choice_to_the_lowest():
    after = play(table(queen=14, low_from="rivals"), "A", "2; ask")
    assert "AS" in held(after, 1)
    assert set(kinds(after).values()) == {"bid"}


def test_a_very_long_order_is_refused_unread():
    assert "100,000" in refused(table(), 0, "K" * 100_000) or "100000" in refused(table(), 0, "K" * 100_000)


def test_a_refusal_shows_no_more_of_a_word_than_fits_a_sentence():
    assert len(refused(table(), 0, "Ж" * 300)) < 250


@pytest.mark.parametrize("line", ["5\x00", "\u202e5", "5\u200b"])
def test_a_refusal_shows_no_letter_that_can_not_be_seen(line):
    assert refused(table(), 0, line).isprintable()


def test_a_follow_up_takes_no_bid_and_no_second_trip():
    asked = play(table(3, queen=12), "K 2", "9", "4; ask")
    for order in ("5", "low K; ask", "5; low K", "ask"):
        refused(asked, 2, order)
    for seat in (0, 1):
        refused(asked, seat, "low K")
        refused(asked, seat, "5")


def test_a_card_that_was_not_bid_can_not_be_asked_for():
    asked = play(table(3, queen=12), "K 2", "9", "4; ask")
    sentence = refused(asked, 2, "low Q")
    assert all(card in sentence for card in ("K", "2", "9", "4"))


CARDS = ["K", "2", "KS", "10", "KH", "kś", "٣", "²", "14", "3", "-3", "33", ";", ";;", "\n", "  "]
WORDS = ["bid", "low", "best", "own", "swap", "noswap", "bonus", "from", "give", "ask", "resign"]
any_line = st.one_of(
    st.text(max_size=40), st.lists(st.sampled_from([*CARDS, *WORDS]), max_size=9).map(" ".join)
)
TABLE = table(owner=OUT, queen=14)
ASKED = play(TABLE, "A; ask", "2; ask")


@settings(max_examples=400, deadline=None)
@given(line=any_line, seat=st.integers(0, 1))
def test_any_text_is_a_canonical_order_or_refused(line, seat):
    for state in (TABLE, ASKED):
        try:
            canonical = GAME.check(state, seat, line)
        except IllegalOrder:
            continue
        assert GAME.check(state, seat, canonical) == canonical
