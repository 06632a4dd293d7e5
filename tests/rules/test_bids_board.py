"""The drawing of Bids: the trick, the last one, the black cards taken, and the hands beside."""

from __future__ import annotations

from tests.rules.bids_table import GAME, closed, dealt, table, trick, turn


def cells(state, seat=None):
    return {cell.name: cell for cell in GAME.picture(GAME.view(state, seat)).cells}


def marked(state, mark):
    return {name for name, cell in cells(state).items() if mark in cell.marks}


def test_the_trick_lies_in_the_top_row():
    state, _ = turn(dealt(table(4, leader=2), ("R5", "G4", "Y7", "R8")), {2: "Y7"})
    top = sorted((cell for cell in cells(state).values() if cell.y == 0), key=lambda cell: cell.x)
    assert [(cell.name, cell.card, cell.man) for cell in top] == [
        ("centre", "K5", None),
        ("bid 1", "", 0),
        ("bid 2", "", 1),
        ("bid 3", "Y7", 2),
        ("bid 4", "", 3),
    ]
    assert top[0].word == "1/1"
    assert marked(state, "here") == {"bid 4"}


def test_all_are_to_play_in_a_sealed_trick():
    assert marked(table(3, bidding="sealed"), "here") == {"bid 1", "bid 2", "bid 3"}


def test_the_last_trick_lies_below_with_the_card_that_won():
    state = trick(table(3), "R5", "G4", "K7")
    row = {name: cell.card for name, cell in cells(state).items() if cell.y == 1}
    assert row == {"last": "K5", "last 1": "R5", "last 2": "G4", "last 3": "K7"}
    assert marked(state, "line") == {"last 3"}
    assert cells(state)["last"].word == "last trick"
    assert marked(trick(table(3), "R5", "G5", "K3"), "line") == set()


def test_black_cards_taken_lie_under_their_seat():
    state = table(3, taken=((), ("K2", "KTHIEF"), ("K9",)))
    found = {name: (cell.x, cell.y, cell.card) for name, cell in cells(state).items() if cell.y > 1}
    assert found == {"taken 2.1": (2, 2, "K2"), "taken 2.2": (2, 3, "KTHIEF"), "taken 3.1": (3, 2, "K9")}
    assert marked(state, "open") == {"taken 2.2"}
    assert GAME.picture(GAME.view(state, None)).height == 4


def test_a_thief_who_chooses_is_where_everybody_looks_and_the_middle_is_empty():
    taken = (("KTHIEF",), ("K9",), ())
    state = trick(table(taken=taken, holder=0, thief="on"), "R5", "G4", "Y7")
    assert marked(state, "here") == {"bid 1"}
    assert cells(state)["centre"].card == ""
    after, _ = turn(state, {0: "steal 9"})
    assert marked(after, "open") == set()


def test_a_hidden_card_lies_face_down():
    centre = cells(table(hidden=True, centre="K9"))["centre"]
    assert (centre.card, centre.marks) == ("?", ("down",))


def test_lowest_and_allies_are_said():
    state = table(4, low=True, allies=(1, 3))
    assert cells(state)["last"].word == "lowest wins"
    assert {name for name, cell in cells(state).items() if cell.word == "allies"} == {"bid 2", "bid 4"}
    assert cells(table())["last"].word == ""


def test_each_seat_sees_its_own_cards_and_how_many_the_others_hold():
    state = dealt(table(), ("R5", None, None))
    for seat in (None, 0, 1, 2):
        hands = GAME.picture(GAME.view(state, seat)).hands
        assert [hand.cards for hand in hands] == [
            state.hand[other] if other == seat else () for other in range(3)
        ]
        assert [len(hand.cards) + hand.hidden for hand in hands] == [3, 2, 2]


def test_the_facts_tell_points_in_halves_where_they_are_halves():
    state = table(points=(4, 0, 0), score=(15, 8, 0), won=(2, 0, 0), zeros=(0, 1, 0), minus5_bonus="on")
    hands = GAME.picture(GAME.view(state, None)).hands
    assert dict(hands[0].facts) == {
        "points this round": 4,
        "score": 7.5,
        "black cards": 0,
        "tricks won": 2,
        "rounds with the −5": 0,
    }
    assert dict(hands[1].facts)["score"] == 4
    assert dict(hands[1].facts)["rounds without black points"] == 1


def test_nobody_is_to_play_when_the_match_is_over():
    state = closed(table(rounds=1), (0, 0, 0), (True,) * 3)
    assert marked(state, "here") == set()


def test_the_worked_pictures_show_a_trick_and_what_comes_of_it():
    before, after = GAME.worked_pictures().values()
    bids = {cell.name: cell for cell in before.cells}
    assert [bids[name].card for name in ("centre", "bid 1", "bid 2", "bid 3")] == ["K5", "R5", "G4", ""]
    assert bids["bid 3"].marks == ("here",)
    lasts = {cell.name: cell for cell in after.cells}
    assert [lasts[name].card for name in ("last", "last 1", "last 2", "last 3")] == ["K5", "R5", "G4", "K7"]
    assert lasts["last 3"].marks == ("line",)
    assert dict(after.hands[2].facts)["points this round"] == 12
    assert set(before.hands[2].cards) - set(after.hands[2].cards) == {"K7"}
    again = trick(table(3), "R5", "G4", "K7")
    assert (again.points[2], again.taken[2]) == (12, ("K5", "K7"))
