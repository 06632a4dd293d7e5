"""What a view of Bid N' Bet shows: the five spaces ahead, and the ring and track as a picture."""

from __future__ import annotations

from tests.rules.bid_n_bet_table import ADVANCE, BUY, GAME, STOP, before, play, table


def test_a_view_lists_the_five_spaces_ahead_with_what_each_costs_and_does():
    state = table(token={0: STOP - 1}, money={0: 10})
    ahead = GAME.view(state, 0).ahead
    assert [(spot.steps, spot.space, spot.word, spot.cost, spot.out) for spot in ahead] == [
        (1, 9, "Stop bid", 0, False),
        (2, 10, "Advance $20", 20, True),
        (3, 11, "Must bet", 20, True),
        (4, 12, "Gamble", 0, False),
        (5, 13, "Free card", 0, False),
    ]
    assert ahead[1].does == "pay $20, any horse one length forward"


def test_each_seat_sees_its_own_spaces_ahead_and_a_guest_those_of_the_active_seat():
    state = table(active=1, token={0: 5, 1: 20})
    assert GAME.view(state, 0).ahead[0].space == 6
    assert GAME.view(state, None).ahead[0].space == 21
    state, _ = GAME.leave(state, 2)
    assert GAME.view(state, 2).ahead == ()


def test_nothing_is_paid_for_a_bid_card_that_is_not_there():
    state = before(BUY, cards={1: 20}, money={0: 0})
    assert (GAME.view(state, 0).ahead[0].cost, GAME.view(state, 0).ahead[0].out) == (0, False)


def test_a_view_tells_of_an_auction():
    state = play(play(before(STOP, auction="open5"), "1"), "raise 15")
    view = GAME.view(state, None)
    assert (view.stage, view.asked, view.queue, view.high, view.leader) == ("open", (2,), (2, 0, 1), 15, 1)
    assert GAME.view(table(), None).stage == "move"
    assert GAME.view(GAME.leave(table(), 0)[0], None).stage == ""


def cells(state):
    return {cell.name: cell for cell in GAME.picture(GAME.view(state, None)).cells}


def test_the_ring_goes_clockwise_round_a_frame():
    ring = cells(table())
    corners = [(ring[name].x, ring[name].y) for name in ("0", "9", "18", "27")]
    assert corners == [(0, 0), (9, 0), (9, 9), (0, 9)]
    steps = [(ring[str(n)], ring[str((n + 1) % 36)]) for n in range(36)]
    assert all(abs(a.x - b.x) + abs(a.y - b.y) == 1 for a, b in steps)


def test_the_spaces_that_may_be_chosen_are_open_and_the_active_token_is_here():
    ring = cells(table(token={0: 34, 1: 34, 2: 3}))
    assert {name for name, cell in ring.items() if "open" in cell.marks} == {"35", "0", "1", "2", "3"}
    assert (ring["34"].man, ring["34"].others, ring["34"].marks) == (0, (1,), ("here",))
    assert (ring["3"].man, ring["3"].word) == (2, "Gamble")
    stopped = cells(play(before(STOP), "1"))
    assert {name for name, cell in stopped.items() if "open" in cell.marks} == set()
    assert stopped["9"].marks == ("here",)


def test_horses_stand_in_their_lanes_as_far_as_they_ran():
    found = cells(table(horse={0: 5, 1: 10, 2: 12}))
    assert [(found[name].x, found[name].word, found[name].man) for name in ("red", "blue", "green")] == [
        (4.5, "5/10", 0),
        (8, "10/10", 1),
        (8, "12/10", 2),
    ]
    assert [found[name].marks for name in ("red", "blue", "green")] == [(), ("line",), ("line",)]
    assert "yellow" not in found
    assert cells(table(extra_horses="on"))["yellow"].man is None


def test_what_each_owner_holds_is_told():
    state = table(horse={0: 4}, cards={0: 2}, token={0: 7}, bets={(0, "blue"): 40}, money={0: 120})
    hands = GAME.picture(GAME.view(state, None)).hands
    assert hands[0].facts == (
        ("dollars", 120),
        ("Bid Cards", 2),
        ("lengths run", 4),
        ("token on space", 7),
        ("dollars on blue", 40),
    )
    state, _ = GAME.leave(state, 0)
    hands = GAME.picture(GAME.view(state, None)).hands
    assert hands[0].facts == (("place of the horse taken out", 3), ("dollars", 120))
    assert cells(state)["7"].man is None


def test_the_worked_pictures_show_a_stop_bid():
    pictures = GAME.worked_pictures()
    before_it = {cell.name: cell for cell in pictures["worked_picture"].cells}
    after_it = {cell.name: cell for cell in pictures["worked_stop"].cells}
    assert (before_it["14"].man, after_it["18"].man) == (0, 0)
    assert (before_it["red"].word, after_it["red"].word) == ("4/10", "6/10")


def test_an_advance_shows_in_the_picture():
    assert cells(play(before(ADVANCE), "1"))["red"].word == "1/10"
