"""The notation of Bids: what is read as which order, what is refused and with which sentence."""

from __future__ import annotations

import pytest

from games.rules import IllegalOption, IllegalOrder
from games.rules.chance import Chance
from tests.rules.bids_table import GAME, dealt, table, trick, turn


def state_of_all_cards():
    """A match in which the first seat holds a card of every kind."""
    hand = ("R7", "G10", "K7", "K-5", "K2x", "KLOW", "K?", "KTHIEF", "W")
    return table(hand=(hand, ("Y1", "Y2"), ("Y1", "Y2")))


def stealing(**fields):
    """A match in which the first seat, who holds the Thief, may steal from the second."""
    taken = (("KTHIEF",), ("K2", "K9", "K-5", "K2x"), ("K3",))
    given = {"taken": taken, "points": (0, 6, 3), "holder": 0, "thief": "on"} | fields
    return trick(table(**given), "R5", "G4", "Y7")


def refusal(state, seat, text):
    with pytest.raises(IllegalOrder) as refused:
        GAME.check(state, seat, text)
    return refused.value


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("R7", "R7"),
        ("r7", "R7"),
        (" play g10 ", "G10"),
        ("bid K7;", "K7"),
        ("K−5", "K-5"),
        ("k-5", "K-5"),
        ("K2X", "K2x"),
        ("klow", "KLOW"),
        ("K?", "K?"),
        ("kthief", "KTHIEF"),
        ("w", "W"),
    ],
)
def test_a_card_is_written_by_its_colour_and_number(text, line):
    state = state_of_all_cards()
    assert GAME.check(state, 0, text) == line
    assert GAME.check(state, 0, line) == line


@pytest.mark.parametrize("text", ["steal 9", "STEAL K9", "thief steal 9", "steal k9"])
def test_a_theft_names_the_card(text):
    assert GAME.check(stealing(), 0, text) == "steal 9"


def test_a_five_below_zero_can_be_stolen():
    state = stealing()
    assert GAME.check(state, 0, "steal −5") == "steal -5"
    after, _ = turn(state, {0: "steal -5"})
    assert after.points == (-5, 11, 8)
    assert after.fives == (1, 0, 0)
    assert after.spoiled[0]


@pytest.mark.parametrize("text", ["no", "thief no", "NO"])
def test_a_thief_may_wait(text):
    state = stealing()
    assert GAME.check(state, 0, text) == "no"
    after, events = turn(state, {0: text})
    assert (after.thief, after.thief_used, after.stage) == (0, False, "bid")
    assert events[0].kind == "spared"


def test_a_thief_steals_once_in_a_round():
    after, _ = turn(stealing(), {0: "steal 9"})
    assert after.thief_used
    assert trick(after, "R5", "G4", "Y7").stage == "bid"


def test_a_thief_that_bid_lowest_alone_steals_nothing():
    state = table(taken=(("KTHIEF",), ("K2",), ()), holder=0, thief="on")
    assert trick(state, "R1", "G4", "Y7").stage == "bid"


def test_a_thief_chooses_among_those_who_tied_for_lowest():
    state = table(taken=(("KTHIEF",), ("K2",), ("K8",)), holder=0, thief="on")
    after = trick(state, "R9", "G4", "Y4")
    assert GAME.decisions(after)[0].clauses[0].values == ("2", "8")
    robbed, _ = turn(after, {0: "steal 8"})
    assert robbed.taken == (("KTHIEF", "K5", "K8"), ("K2",), ())


def test_a_thief_may_steal_after_the_very_trick_that_brought_it():
    state = table(centre="KTHIEF", taken=((), ("K2",), ()), thief="on")
    assert list(GAME.decisions(trick(state, "R9", "G4", "Y5"))) == [0]


def test_a_card_without_bid_value_is_no_lowest_bid():
    state = table(taken=(("KTHIEF",), ("K2",), ("K8",)), holder=0, thief="on", ally="on")
    assert trick(state, "R9", "W", "K2x").stage == "bid"
    state = table(taken=(("KTHIEF",), ("K2",), ("K8",)), holder=0, thief="on", ally="on")
    assert trick(state, "W", "K2x", "KLOW").stage == "bid"


@pytest.mark.parametrize(
    ("text", "code", "sentence"),
    [
        ("B7", "not_held", "You don’t hold B7; you hold R7, G10, K7, K-5, K2x, KLOW, K?, KTHIEF, W."),
        (
            "X7",
            "no_card",
            "“X7” is no card; write the colour (R, G, Y, B, K for black) and the number, such as R7, or K-5,"
            " K2x, KLOW, K?, KTHIEF, W.",
        ),
        (
            "R7 G10",
            "no_order",
            "Write one card, such as R7, or, when you may steal, “steal 9” or “no”; “R7 G10” is neither.",
        ),
        (
            "",
            "no_order",
            "Write one card, such as R7, or, when you may steal, “steal 9” or “no”.",
        ),
        (
            "steal 9",
            "no_theft_now",
            "There is a card to play now; you hold R7, G10, K7, K-5, K2x, KLOW, K?, KTHIEF, W.",
        ),
        (
            "steal 2x",
            "no_prize",
            "“2x” can’t be stolen; write the number of a black card, such as “steal 9”.",
        ),
        ("R" * 601, "too_long", "An order has at most 600 characters; this one has 601."),
        ("\x00" * 30, "no_card", None),
    ],
)
def test_what_is_no_legal_card_is_refused_with_what_would_be(text, code, sentence):
    refused = refusal(state_of_all_cards(), 0, text)
    assert refused.code == code
    assert sentence is None or str(refused) == sentence


@pytest.mark.parametrize("text", ["steal 3", "R5", "go"])
def test_a_theft_that_can_not_be_is_refused_with_those_that_can(text):
    refused = refusal(stealing(), 0, text)
    assert refused.code == "illegal_theft"
    assert str(refused) == ("You may steal now, or not; write one of these: steal -5, steal 2, steal 9, no.")


def test_who_is_not_to_play_owes_nothing():
    assert refusal(state_of_all_cards(), 1, "Y1").code == "not_asked"
    assert refusal(stealing(), 1, "Y1").code == "not_asked"
    assert refusal(state_of_all_cards(), 7, "Y1").code == "not_asked"


def test_in_silence_the_lowest_coloured_card_is_bid():
    state = table(hand=(("R3", "G2", "Y9", "K1", "W"), ("Y1",), ("Y1",)))
    assert GAME.decisions(state)[0].default == "G2"


def test_in_silence_under_lowest_the_highest_coloured_card_is_bid():
    state = table(hand=(("R3", "G2", "Y9", "K1", "W"), ("Y1",), ("Y1",)), low=True, lowest="on")
    assert GAME.decisions(state)[0].default == "Y9"


@pytest.mark.parametrize(
    ("hand", "card"),
    [
        (("K4", "K-5", "K2x", "W"), "K-5"),
        (("K4", "K2x", "W"), "K4"),
        (("K2x", "W"), "K2x"),
        (("W",), "W"),
    ],
)
def test_in_silence_black_cards_and_the_ally_go_last(hand, card):
    state = table(hand=(hand, ("Y1",), ("Y1",)))
    assert GAME.decisions(state)[0].default == card
    assert GAME.decisions(state)[0].forced == (len(hand) == 1)


def test_sealed_bidding_asks_all_at_once_and_shows_in_the_order_from_the_leader():
    state = dealt(table(bidding="sealed", leader=1), ("R10", "G10", "Y3"))
    assert set(GAME.decisions(state)) == {0, 1, 2}
    after, events = turn(state, {0: "R10", 1: "G10", 2: "Y3"})
    assert [event.data["seat"] for event in events if event.kind == "bid"] == [1, 2, 0]
    assert after.leader == 0


@pytest.mark.parametrize("seats", [4, 5])
def test_the_ally_can_be_switched_at_smaller_tables(seats):
    for ally, there in (("on", True), ("off", False), ("auto", seats == 5)):
        state = GAME.setup(seats, GAME.options(ally=ally), Chance(bytes(32), 0))
        cards = [card for hand in state.hand for card in hand]
        assert ("W" in cards) is there


@pytest.mark.parametrize(
    ("name", "value"), [("rounds", 0), ("rounds", 11), ("ally", True), ("thief", "maybe"), ("bidding", 1)]
)
def test_a_wrong_value_of_an_option_is_refused(name, value):
    with pytest.raises(IllegalOption):
        GAME.options(**{name: value})


def test_another_number_of_players_is_refused_with_a_sentence():
    with pytest.raises(IllegalOption) as refused:
        GAME.setup(7, GAME.options(), Chance(bytes(32), 0))
    assert str(refused.value) == "Bids is for 3 to 6 players, not 7."


@pytest.mark.parametrize(
    "text",
    ["K 2; low best", "move 3", "d4", "memory r2", "bid 40", "R7 R8", "if lead R7", "thief >=6", "R07", "7R"],
)
def test_orders_of_other_games_and_plans_are_no_orders(text):
    assert refusal(state_of_all_cards(), 0, text).code in {"no_order", "no_card"}
    assert refusal(stealing(), 0, text).code in {"no_order", "no_card", "illegal_theft"}


@pytest.mark.parametrize("text", ["R7", "no", "steal 9", "go", ""])
def test_nothing_can_be_ordered_in_a_match_that_is_over(text):
    state = state_of_all_cards()
    for seat in (1, 2):
        state, _ = GAME.leave(state, seat)
    for seat in (-1, 0, 1, 2, 3):
        assert refusal(state, seat, text).code == "not_asked"
