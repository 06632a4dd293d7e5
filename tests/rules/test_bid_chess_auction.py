"""The auction of Bid Chess: what may be bid, who wins, who pays what, and how many men there may be."""

from __future__ import annotations

import random

import msgspec
import pytest

from games.rules.bid_chess.auction import payments, worth
from games.rules.bid_chess.lists import listed, pool
from games.rules.bid_chess.setup import army
from games.rules.chance import Chance
from games.rules.game import IllegalOption
from tests.rules.bid_chess_table import BLACK, GAME, WHITE, auction, eager, ordered, refused
from tests.rules.walking import walk


def bids(state, seat: int = WHITE) -> list[int]:
    return [int(value) for value in GAME.decisions(state)[seat].clauses[0].values]


def test_a_full_army_can_bid_from_9_below_0_to_all_it_is_worth():
    assert bids(auction()) == list(range(-9, 40))
    assert bids(auction(min_bid=-2)) == list(range(-2, 40))
    assert bids(auction(min_bid=0)) == list(range(40))
    assert bids(auction(negative="off")) == list(range(40))
    assert bids(auction(negative="opponent")) == list(range(-9, 40))


def test_a_bid_is_legal_only_if_it_can_be_paid_exactly():
    state = msgspec.structs.replace(auction(), men=((0, 1, 0, 1, 0), (8, 2, 2, 2, 1)))
    assert bids(state) == [*range(-9, 1), 3, 5, 8]
    assert refused(state, WHITE, "bid 4") == "You can't bid 4; what you can pay exactly is -9…0, 3, 5, 8."


def test_the_opponent_can_only_give_up_what_it_has():
    state = msgspec.structs.replace(auction(negative="opponent"), men=((8, 2, 2, 2, 1), (1, 1, 0, 0, 0)))
    assert bids(state)[:3] == [-4, -3, -1]
    assert bids(state, BLACK)[:3] == [-9, -8, -7]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("bid 5", "bid 5"),
        ("BID 5 PAY R", "bid 5; pay R"),
        ("5", "bid 5"),
        ("+5", "bid 5"),
        ("bid −2 pay P P", "bid -2; pay PP"),
        ("bid 5; pay p, p + n", "bid 5; pay NPP"),
        ("BID 3\nPAY ASK", "bid 3; pay ask"),
        ("bid 3 n", "bid 3; pay N"),
    ],
)
def test_a_bid_is_read_as_people_write_it(text: str, line: str):
    assert GAME.check(auction(), WHITE, text) == line


@pytest.mark.parametrize(
    ("options", "text", "says"),
    [
        ({}, "five", "A bid is a whole number"),
        ({}, "bid 5; pay X", "“X” is no payment; write the men as letters, such as R P P."),
        ({}, "bid 5; pay K", "“K” is no payment"),
        ({}, "bid 5; pay \x00", "“�” is no payment"),
        ({}, "bid 5; pay N P", "NP is worth 4, and 5 is due exactly; you can choose R, BPP, NPP, PPPPP."),
        ({}, "bid 18; pay Q Q", "You don't have QQ to give up; you can choose QRBP"),
        ({}, "bid 0; pay P", "A bid of 0 costs nothing; leave “pay” out."),
        ({}, "bid -9; pay PPPPPPPPP", "no room for PPPPPPPPP: 24 men and 16 pawns are the most"),
        ({"pay": "hidden"}, "bid 5; pay R", "What you pay stays hidden here"),
        ({"negative": "opponent"}, "bid -5; pay R", "Your opponent chooses"),
        ({"negative": "off"}, "bid -1", "You can't bid -1; what you can pay exactly is 0…39."),
    ],
)
def test_a_bid_is_refused_with_what_would_be_legal(options, text: str, says: str):
    assert says in refused(auction(**options), WHITE, text)


def test_an_order_is_refused_for_its_length():
    assert "at most 600 characters" in refused(auction(), WHITE, "bid 5" + " " * 600)


def test_a_payment_is_what_the_bid_names():
    after, events = ordered(auction(), "bid 5; pay NPP", "bid 0")
    assert after.men[WHITE] == (6, 1, 2, 2, 1)
    assert after.given == ((2, 1, 0, 0, 0), (0, 0, 0, 0, 0))
    assert events[-1].data == {"seat": WHITE, "men": "N P P", "value": 5}
    assert after.phase == "setup"


@pytest.mark.parametrize(
    ("amount", "men"),
    [(1, "P"), (3, "B"), (4, "B P"), (5, "R"), (6, "R P"), (8, "R B"), (9, "Q"), (10, "Q P"), (14, "Q R")],
)
def test_silence_about_the_payment_gives_up_the_fewest_men(amount: int, men: str):
    """Among as few the choice with more queens, then rooks, bishops, knights."""
    after, events = ordered(auction(), f"bid {amount}", "bid 0")
    assert events[-1].data == {"seat": WHITE, "men": men, "value": amount}
    assert worth(after.given[WHITE]) == amount


def test_whoever_asked_says_after_the_award_what_to_pay():
    state, _events = ordered(auction(), "bid 5; pay ask", "bid 0")
    assert set(GAME.decisions(state)) == {WHITE}
    assert GAME.decisions(state)[WHITE].default == "pay R"
    assert refused(state, BLACK, "pay R") == "This seat owes no order now."
    assert "Now you have to say what you pay: R, BPP, NPP, PPPPP." in refused(state, WHITE, "ask")
    assert "N is worth 3" in refused(state, WHITE, "N")
    after, _events = ordered(state, "P P P P P")
    assert after.men[WHITE] == (3, 2, 2, 2, 1)


def test_a_payment_that_leaves_no_choice_is_made_without_asking():
    after, _events = ordered(auction(), "bid 39; pay ask", "bid 0")
    assert after.phase == "setup"


def test_men_to_add_may_be_asked_for_too():
    state, _events = ordered(auction(), "bid -3; pay ask", "bid -3; pay ask")
    assert (state.payer, state.due) == (BLACK, -3)
    assert GAME.decisions(state)[BLACK].clauses[0].values == ("B", "N", "PPP")
    after, events = ordered(state, "pay N")
    assert after.men[BLACK] == (8, 3, 2, 2, 1)
    assert after.given[BLACK] == (0, 0, 0, 0, 0)
    assert events[-1].kind == "added"


def test_the_opponent_chooses_what_a_bid_below_0_costs_it():
    state, _events = ordered(auction(negative="opponent"), "bid -5", "bid -6")
    assert (state.awards[0].seat, state.payer, state.due) == (WHITE, BLACK, 5)
    after, _events = ordered(state, "pay PPPPP")
    assert after.men == ((8, 2, 2, 2, 1), (3, 2, 2, 2, 1))


def test_the_opponent_is_not_asked_where_it_has_no_choice():
    poor = msgspec.structs.replace(auction(negative="opponent"), men=((8, 2, 2, 2, 1), (1, 1, 0, 0, 0)))
    after, events = ordered(poor, "bid -3", "bid -9")
    assert after.phase == "setup"
    assert events[-1].data == {"seat": BLACK, "men": "N", "value": 3}


def test_equal_bids_below_0_give_the_item_to_black_too():
    after, _events = ordered(auction(), "bid -4", "bid -4")
    assert after.awards[0].seat == BLACK


def test_a_lot_buys_as_many_copies_as_the_list_or_the_option_says():
    for options, copies in (({}, 3), ({"lot": "1"}, 1), ({"lot": "2"}, 2)):
        after, _events = ordered(auction(row=2, **options), "bid 1", "bid 0")
        assert army(after, WHITE)["X"] == copies
    power, _events = ordered(auction(row=19, lot="3"), "bid 1", "bid 0")
    assert "X" not in army(power, WHITE)


def test_items_are_bid_for_one_after_the_other_and_each_row_once():
    state = auction(row=2, items=5, pool="2, 5, 19, 24, 25")
    rows = []
    for _item in range(5):
        rows.append(state.row)
        state, _events = ordered(state, "bid 1", "bid 0")
    assert sorted(rows) == [2, 5, 19, 24, 25]
    assert state.phase == "setup"
    assert [award.letter for award in state.awards if award.letter] == ["X", "Y", "Z", "V"]


def test_more_items_than_rows_are_refused():
    with pytest.raises(IllegalOption, match="3 items need as many rows that may come up; these are 2"):
        GAME.setup(2, GAME.options(items=3, pool="7, 8"), Chance(bytes(32), 0))


def test_an_army_has_no_more_than_24_men():
    """Eight places are free: two lots of three find room, of the third a part, of the fourth nothing."""
    state = auction(row=2, items=4, pool="2, 4, 5, 24", lot="3")
    for _lot in range(4):
        state, _events = ordered(state, "bid 0", "bid -1")
    assert [award.copies for award in state.awards] == [3, 3, 2, 0]
    assert sum(army(state, WHITE).values()) == 24


def test_of_a_lot_that_finds_no_room_the_rest_is_lost():
    full = msgspec.structs.replace(auction(row=2), men=((16, 2, 2, 2, 0), (8, 2, 2, 2, 1)))
    after, _events = ordered(full, "bid 0", "bid -1")
    assert after.awards[0].copies == 1
    assert bids(full)[0] == 0


def test_added_men_need_room_beside_the_item():
    nearly = msgspec.structs.replace(auction(row=2), men=((12, 2, 2, 2, 1), (8, 2, 2, 2, 1)))
    assert bids(nearly)[:5] == [-9, -5, -3, -1, 0]
    after, _events = ordered(nearly, "bid -9", "bid -9")
    assert sum(army(after, BLACK).values()) == 16 + 1 + 3
    assert "24 men and 16 pawns are the most" in refused(auction(row=2), WHITE, "bid -8; pay PPPPPPPP")


def test_hidden_payments_add_up_until_the_setup():
    state = auction(items=3, pool="9, 11, 12", pay="hidden")
    state, events = ordered(state, "bid 3", "bid 0")
    assert [event.kind for event in events] == ["bids", "award", "next"]
    assert (state.dues, state.men[WHITE]) == ((3, 0), (8, 2, 2, 2, 1))
    assert bids(state) == list(range(-9, 37))
    state, _events = ordered(state, "bid -5", "bid -6")
    assert state.dues == (-2, 0)
    assert bids(state)[-1] == 41
    state, _events = ordered(state, "bid 1", "bid -1")
    assert state.dues == (-1, 0)


def test_hidden_payment_of_the_opponent_is_due_from_it():
    state, _events = ordered(auction(pay="hidden", negative="opponent"), "bid -5", "bid -6")
    assert (state.phase, state.dues) == ("setup", (0, 5))


def test_men_to_be_added_keep_their_places_before_more_copies():
    state = auction(row=2, items=2, pool="2, 4", pay="hidden")
    full = msgspec.structs.replace(state, men=((14, 2, 2, 2, 1), (8, 2, 2, 2, 1)), dues=(-1, 0))
    after, _events = ordered(full, "bid 0", "bid -1")
    assert after.awards[0].copies == 1


@pytest.mark.parametrize(
    ("amount", "men", "found"),
    [(5, (8, 2, 2, 2, 1), 4), (39, (8, 2, 2, 2, 1), 1), (2, (1, 1, 0, 0, 0), 0), (0, (0, 0, 0, 0, 0), 1)],
)
def test_payments_are_all_that_are_exact(amount: int, men, found: int):
    ways = payments(amount, men)
    assert len(ways) == found
    assert all(worth(paid) == amount for paid in ways)
    assert [sum(paid) for paid in ways] == sorted(sum(paid) for paid in ways)


@pytest.mark.parametrize(
    ("rows", "custom", "numbers"),
    [
        ("", "", tuple(range(1, 42))),
        ("7", "", (7,)),
        ("1-3, 23,", "", (1, 2, 3, 23)),
        ("3, 1-4", "", (3, 1, 2, 4)),
        ("", "Wizard FC 2; Nightrider NN", (42, 43)),
        ("41-42", "Wizard FC 2", (41, 42)),
    ],
)
def test_the_pool_is_the_list_or_what_is_named_of_it(rows: str, custom: str, numbers):
    assert pool(rows, custom) == numbers


@pytest.mark.parametrize("rows", ["0", "42", "5-3", "1-42"])
def test_a_pool_of_rows_that_are_not_there_is_refused(rows: str):
    with pytest.raises(IllegalOption, match="names no rows of the list; there are 1 to 41"):
        pool(rows, "")


@pytest.mark.parametrize("rows", ["x", "1;2", "-3", "123"])
def test_a_pool_that_is_no_list_of_numbers_is_refused(rows: str):
    with pytest.raises(IllegalOption, match="rows of the list such as 7 or 1-10, 23"):
        GAME.options(pool=rows)


def test_rows_of_ones_own_come_behind_the_list():
    rows = listed("Great Wizard FC 2; Nightrider NN")
    assert [rows[42].name, rows[42].betza, rows[42].lot] == ["Great Wizard", "FC", 2]
    assert [rows[43].name, rows[43].betza, rows[43].lot] == ["Nightrider", "NN", 1]


@pytest.mark.parametrize(
    ("custom", "says"),
    [
        ("Wizard", "is no row: write a name, a movement and 1, 2 or 3 copies"),
        ("Wizard FC 4", "is no row"),
        ("2", "is no row"),
        ("Wizard Q!", "is no movement"),
        ("Wizard (0,0)", "is no movement"),
        ("Wizard F\u202eC", "“F�C” is no movement"),
        (f"Wizard {'W' * 41}", "is no movement"),
        ("Wizard of the Northern Isles FC", "has at most 24 characters"),
        ("Wiz\u202eard FC", "“Wiz�ard” is no name"),
        ("Wizard\x00FC", "“Wizard�FC” is no row"),
        (";".join(["W W"] * 21), "at most 20 rows"),
    ],
)
def test_a_row_of_ones_own_is_refused_with_what_is_wrong(custom: str, says: str):
    with pytest.raises(IllegalOption, match=says):
        listed(custom)


@pytest.mark.parametrize(
    "custom", ["Wizard FC\nYou have won W", "Wiz\x1card FC", "Wiz\u2028ard FC", "W\x85 W"]
)
def test_rows_of_ones_own_are_one_line(custom: str):
    with pytest.raises(IllegalOption, match="own rows such as Wizard FC 2"):
        GAME.options(custom=custom)


@pytest.mark.parametrize("number", range(30))
def test_whatever_is_won_and_paid_leaves_an_army_that_can_be_set_up(number: int):
    """Five lots of three with every reading of payments: silence and chance alike place all men."""
    luck = random.Random(number)
    options = GAME.options(
        items=5,
        lot="3",
        pool="2, 5, 7, 17, 24, 32",
        pay=luck.choice(("open", "hidden")),
        negative=luck.choice(("add", "add", "opponent")),
    )
    for step in walk(GAME, 2, options, bytes([number]) * 32, (eager,)):
        if step.state.phase == "setup":
            for seat, decision in step.decisions.items():
                assert GAME.check(step.state, seat, decision.default) == decision.default
                paid = step.state.dues[seat]
                men = decision.default.removeprefix("setup ").replace("/", "").replace(".", "")
                assert len(men) <= 24
                assert paid or len(men) == sum(army(step.state, seat).values())
            return
