"""The race of Bid N' Bet: spaces, Gamble Cards, ways out of the race, ends, options, leaving."""

from __future__ import annotations

import pytest

from games.rules import IllegalOption
from games.rules.chance import Chance
from tests.rules.bid_n_bet_table import (
    ADVANCE,
    BACK,
    BET,
    BUY,
    CARDS,
    CASH,
    FREE,
    GAMBLE,
    GAME,
    KEY,
    STOP,
    asked,
    before,
    clause,
    kinds,
    play,
    play_seen,
    refused,
    table,
    won,
)


def test_a_match_begins_with_300_dollars_and_an_order_by_lot():
    orders = set()
    for number in range(30):
        state = GAME.setup(3, GAME.options(), Chance(bytes([number]) * 32, 0))
        orders.add(state.order)
        assert state.active == state.order[0]
        assert sorted(state.deck) == sorted(CARDS)
    assert len(orders) == 6
    assert (state.money, state.bidcards, state.token, state.horse) == (
        (300,) * 3,
        (0,) * 3,
        (0,) * 3,
        (0,) * 5,
    )


def test_turns_go_round_in_the_order_drawn():
    state = table(order=(2, 0, 1), active=2, token={2: FREE - 1, 0: FREE - 1, 1: FREE - 1})
    for seat in (2, 0, 1, 2):
        assert asked(state) == {seat: "move"}
        state = play(state, "1")
    assert state.round_no == 1


# spaces


def test_an_advance_moves_the_own_horse_without_a_word():
    assert play(before(ADVANCE), "1").horse[0] == 1


@pytest.mark.parametrize(
    ("horses", "moved"), [({1: 3, 2: 5}, 2), ({1: 5, 2: 5}, 1), ({0: 9, 1: 1, 2: 2}, 2), ({}, 1)]
)
def test_back_moves_the_leading_rival_without_a_word(horses, moved):
    state = play(before(BACK, horse=horses), "1")
    assert state.horse[moved] == max(0, horses.get(moved, 0) - 1)
    assert [state.horse[other] for other in range(3) if other != moved] == [
        horses.get(other, 0) for other in range(3) if other != moved
    ]


def test_of_equal_rivals_the_next_colour_after_the_own_goes_back():
    state = table(active=1, token={1: BACK - 1}, horse={0: 4, 2: 4})
    assert play(state, "1").horse[:3] == (4, 0, 3)


@pytest.mark.parametrize(("space", "money"), [(FREE, 300), (BUY, 300), (BUY, 0)])
def test_without_bid_cards_in_the_bank_nothing_is_taken_or_paid(space, money):
    state = before(space, money={0: money}, cards={0: 4, 1: 10, 2: 6})
    state, events = play_seen(state, "1")
    assert (state.bidcards, state.money[0], state.out) == ((4, 10, 6), money, ())
    assert kinds(events) == ["move", "no_card"]


@pytest.mark.parametrize(
    ("horses", "bets", "on"),
    [
        ({1: 3}, {}, "blue"),
        ({}, {}, "red"),
        ({0: 1, 1: 3}, {(2, "blue"): 100}, "red"),
        ({1: 3, 2: 3}, {}, "blue"),
        ({0: 2, 2: 2}, {}, "red"),
    ],
)
def test_a_bet_without_a_word_is_20_on_the_foremost_horse_with_room(horses, bets, on):
    state, events = play_seen(before(BET, horse=horses, bets=bets), "1")
    assert events[-1].data == {"seat": 0, "horse": on, "dollars": 20}
    assert state.money[0] == 280


@pytest.mark.parametrize("money", [0, 300])
def test_must_bet_does_nothing_where_no_horse_has_room(money):
    full = {(1, "red"): 100, (1, "blue"): 100, (2, "green"): 100}
    state, events = play_seen(before(BET, money={0: money}, bets=full), "1")
    assert (state.money[0], state.out) == (money, ())
    assert kinds(events) == ["move", "no_bet"]


def test_no_bet_is_offered_or_taken_where_no_horse_has_room():
    full = {(1, "red"): 100, (1, "blue"): 100, (2, "green"): 100}
    state = before(BET, bets=full)
    assert clause(state, "bet") is None
    assert refused(state, "1; bet red 20").code == "no_bet_needed"


def test_all_tickets_are_refunded_when_all_horses_are_level():
    bets = {(0, "red"): 60, (1, "green"): 20, (2, "blue"): 40}
    state = play(before(CASH, bets=bets), "1")
    assert state.money == (360, 320, 340)


@pytest.mark.parametrize(
    ("card", "change"),
    [
        ("+1", {"horse": (4, 0, 0, 0, 0)}),
        ("-1", {"horse": (2, 0, 0, 0, 0)}),
        ("+2", {"horse": (5, 0, 0, 0, 0)}),
        ("-2", {"horse": (1, 0, 0, 0, 0)}),
        ("buy", {"money": (280, 300, 300), "bidcards": (1, 0, 0)}),
        ("free", {"bidcards": (1, 0, 0)}),
        ("bet", {"money": (240, 300, 300), "tickets": ((0, 60, 0, 0, 0), (40, 0, 0, 0, 0), (0,) * 5)}),
        ("cash", {"money": (300, 380, 300), "tickets": ((0,) * 5,) * 3}),
    ],
)
def test_a_gamble_card_is_obeyed_and_laid_aside(card, change):
    state = before(GAMBLE, horse={0: 3}, bets={(1, "red"): 40}, deck=[card, "cash"])
    after = play(state, "1; bet blue 60")
    fields = ("horse", "money", "bidcards", "tickets")
    assert {name: getattr(after, name) for name in fields} == {
        name: change.get(name, getattr(state, name)) for name in fields
    }
    assert (after.deck, after.discards) == (("cash",), (card,))


def test_the_twelve_gamble_cards_are_shuffled_when_the_next_is_drawn():
    state = before(GAMBLE, deck=["free"])
    state = play(state, "1")
    assert (state.deck, state.discards) == ((), ("free",))
    state, events = play_seen(before(GAMBLE, deck=[]), "1", turn=7)
    assert kinds(events)[:3] == ["move", "shuffled", "gamble"]
    assert (*state.discards, *state.deck) == Chance(KEY, 7).shuffle(CARDS)


# out of the race


@pytest.mark.parametrize("space", [ADVANCE, BACK, BUY, BET])
def test_a_payment_that_can_t_be_made_takes_out(space):
    state, events = play_seen(before(space, money={0: 19}, horse={0: 5}, cards={0: 3}), "1!")
    assert (state.out, state.money[0], state.bidcards[0]) == ((0,), 19, 0)
    assert state.horse[1:3] == (0, 0)
    assert kinds(events) == ["move", "broke", "out"]
    assert asked(state) == {1: "move"}


@pytest.mark.parametrize("card", ["buy", "bet"])
def test_a_gamble_card_that_can_t_be_paid_takes_out(card):
    assert play(before(GAMBLE, money={0: 19}, deck=[card]), "1").out == (0,)


@pytest.mark.parametrize(("dq_bets", "back"), [("refund", 60), ("lose", 0)])
def test_bets_on_a_removed_horse_are_refunded_unless_they_are_lost(dq_bets, back):
    bets = {(0, "red"): 20, (0, "blue"): 40, (1, "red"): 60, (1, "green"): 20}
    state = before(BUY, money={0: 0}, bets=bets, dq_bets=dq_bets)
    state, events = play_seen(state, "1!")
    assert state.money == (0, 300 + back, 300)
    assert state.tickets == ((0,) * 5, (0, 0, 20, 0, 0), (0,) * 5)
    assert events[-1].data == {
        "seat": 0,
        "horse": "red",
        "bets": [0, 60, 0],
        "refunded": dq_bets == "refund",
    }


def test_a_removed_horse_is_neither_moved_nor_bet_on():
    state, _ = GAME.leave(before(BET), 1)
    assert all("blue" not in value for value in clause(state, "bet"))
    assert clause(state, "horse") == ("red", "green")


def test_a_silent_seat_stays_in_the_race_where_it_can():
    state = table(money={0: 0}, token={0: ADVANCE}, layout="SAAGAAAAA")
    assert GAME.decisions(state)[0].default == "2"
    state = table(money={0: 0}, token={0: 1}, layout="SAAAAAAAA")
    assert GAME.decisions(state)[0].default == "1!"
    assert play(state, None).out == (0,)


def test_silence_prefers_free_cash_stop_gamble_in_this_order():
    assert GAME.decisions(table(token={0: GAMBLE - 1}))[0].default == "2"
    assert GAME.decisions(table(token={0: FREE}))[0].default == "1"
    assert GAME.decisions(table(token={0: CASH}))[0].default == "4"
    assert GAME.decisions(table(token={0: 0}, layout="SAABAGAAA"))[0].default == "5"
    assert GAME.decisions(table(token={0: 0}, layout="SAAAAAAAA"))[0].default == "1"


# ends


def test_the_last_owner_in_the_race_wins():
    state = play(before(BUY, seats=2, money={0: 0}), "1!")
    assert won(state) == ("last_horse", (1,))
    assert GAME.outcome(state).places == (2, 1)


def test_a_horse_on_the_line_wins_for_its_owner():
    state, events = play_seen(before(ADVANCE, track=6, horse={0: 5}), "1")
    assert won(state) == ("finish", (0,))
    assert GAME.outcome(state).places == (1, 2, 2)
    assert kinds(events) == ["move", "advance", "finish"]
    assert GAME.decisions(state) == {}


def test_the_first_out_of_the_race_is_last():
    state = before(ADVANCE, seats=5, horse={0: 9})
    for seat in (3, 1):
        state, _ = GAME.leave(state, seat)
    assert GAME.outcome(play(state, "1")).places == (1, 4, 2, 5, 2)


@pytest.mark.parametrize(
    ("horses", "winners", "places"),
    [({0: 2, 1: 3}, (1,), (2, 1, 2)), ({0: 3, 1: 3}, (0, 1), (1, 1, 3)), ({}, (0, 1, 2), (1, 1, 1))],
)
def test_after_the_last_round_the_leader_wins_or_leaders_share(horses, winners, places):
    state = table(active=2, token={2: FREE - 1}, horse=horses, rounds=79)
    state = play(state, "1")
    assert won(state) == ("cap", winners)
    assert GAME.outcome(state).places == places


def test_without_a_cap_the_race_goes_on():
    state = table(active=2, token={2: FREE - 1}, rounds=79, turn_cap=0)
    assert asked(play(state, "1")) == {0: "move"}


def test_a_round_ends_when_the_last_in_the_race_has_moved():
    state = table(active=1, token={1: FREE - 1}, rounds=4, turn_cap=5)
    state, _ = GAME.leave(state, 2)
    assert won(play(state, "1"))[0] == "cap"


# horses without owner


def test_horses_without_owner_stay_away():
    state = table(horse={3: 9, 4: 9})
    assert clause(state, "horse") == ("red", "blue", "green")


def test_horses_without_owner_may_run():
    state = before(ADVANCE, extra_horses="on")
    assert clause(state, "horse") == ("red", "blue", "green", "yellow", "black")
    assert play(state, "1; horse black").horse[4] == 1
    state = play(before(CASH, extra_horses="on", horse={4: 1}, bets={(0, "black"): 20}), "1")
    assert state.money[0] == 340


def test_nobody_wins_when_a_horse_without_owner_crosses_the_line():
    state, events = play_seen(before(ADVANCE, extra_horses="on", horse={4: 9}), "1; horse black")
    assert won(state) == ("stray", ())
    assert GAME.outcome(state).places == (1, 1, 1)
    assert events[-1].data == {"seat": None, "horse": "black"}


def test_nobody_wins_by_the_cap_when_a_horse_without_owner_leads():
    told = {"active": 2, "token": {2: FREE - 1}, "rounds": 79, "extra_horses": "on"}
    assert won(play(table(horse={4: 2, 0: 1}, **told), "1")) == ("cap", ())
    assert won(play(table(horse={4: 2, 0: 2}, **told), "1")) == ("cap", (0,))


def test_the_last_owner_wins_though_horses_without_owner_run():
    state = play(before(BUY, seats=2, money={0: 0}, extra_horses="on"), "1!")
    assert won(state) == ("last_horse", (1,))


# the ring


def test_start_is_a_stop_bid_unless_it_is_plain():
    assert asked(play(table(token={0: 35}), "1")) == {0: "auction", 1: "auction", 2: "auction"}
    state, events = play_seen(table(token={0: 35}, start_corner="plain"), "1")
    assert asked(state) == {1: "move"}
    assert kinds(events) == ["move"]
    assert asked(play(before(STOP, start_corner="plain"), "1"))[0] == "auction"


def test_a_ring_may_be_laid_otherwise():
    state = play(table(token={0: 0}, layout="FFFFFUUUK"), "1")
    assert state.bidcards[0] == 1
    assert play(table(token={0: 35}, layout="FFFFFUUUK"), "1").bidcards[0] == 1


@pytest.mark.parametrize(
    "layout", ["", "ring", "SABGFCAK", "SABGFCAKUU", "SABGFCAKX", "sabgfcaku", "SABGFCAKU\n"]
)
def test_a_ring_that_is_none_is_refused(layout):
    with pytest.raises(IllegalOption) as refusal:
        GAME.options(layout=layout)
    assert str(refusal.value).endswith(": ring36, 9 letters of SABGFCKU.")


# leaving


def test_who_leaves_is_out_of_the_race():
    state = table(horse={1: 4}, cards={1: 2}, bets={(0, "blue"): 40, (1, "red"): 20})
    after, events = GAME.leave(state, 1)
    assert (after.out, after.bidcards[1], after.money) == ((1,), 0, (340, 300, 300))
    assert kinds(events) == ["resigned", "out"]
    assert asked(after) == {0: "move"}


def test_when_the_active_seat_leaves_the_next_is_asked_in_a_turn_of_its_own():
    state, _ = GAME.leave(table(order=(0, 2, 1)), 0)
    assert asked(state) == {2: "go"}
    assert refused(state, "1", 2).code == "not_asked_for"
    assert refused(state, "go", 1).code == "not_asked"
    state, events = play_seen(state, "go")
    assert (asked(state), list(events)) == ({2: "move"}, [])


def test_leaving_twice_or_after_the_end_changes_nothing():
    state, _ = GAME.leave(table(), 1)
    assert GAME.leave(state, 1) == (state, ())
    state, events = GAME.leave(state, 0)
    assert won(state) == ("last_horse", (2,))
    assert kinds(events) == ["resigned", "out", "last"]
    assert GAME.leave(state, 2) == (state, ())
