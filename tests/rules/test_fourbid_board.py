"""The drawing of Fourbid: where spaces lie, whose men stand on them, what is marked, and the hands beside."""

from __future__ import annotations

from tests.rules.fourbid_table import FULL4, GAME, PRINTED, claims, play, suit, table
from tests.rules.slow_fourbid import LINES


def pictured(state: object, seat: int | None = None) -> object:
    return GAME.picture(GAME.view(state, seat))


def marked(picture: object, mark: str) -> set[int]:
    return {int(cell.name) for cell in picture.cells if mark in cell.marks}


def test_spaces_lie_as_the_rules_print_them():
    picture = pictured(table())
    assert (picture.width, picture.height) == (8, 4)
    places = {(cell.y, cell.x): int(cell.name) for cell in picture.cells}
    assert places == {(y, x): space for y, row in enumerate(PRINTED) for x, space in enumerate(row)}


def test_men_stand_where_they_were_put():
    cells = pictured(table(4, owner=FULL4)).cells
    assert {int(cell.name): cell.man for cell in cells} == dict(enumerate(FULL4, 1))


def test_the_queen_is_where_everybody_looks():
    assert marked(pictured(table(queen=17)), "here") == {17}


def test_a_winning_line_is_marked():
    state = table(owner=claims(p1=[1, 2, 3], p2=[20]), queen=4)
    assert marked(pictured(state), "line") == set()
    assert marked(pictured(play(state, "A", "2")), "line") == {1, 2, 3, 4}


def test_a_line_of_a_player_who_left_is_not_marked():
    state = GAME.leave(table(3, owner=claims(p2=[1, 2, 3, 4])), 1)[0]
    assert marked(pictured(state), "line") == set()


def test_hands_and_pieces_left_are_shown_to_everybody():
    state = table(3, owner=claims(p1=[1, 2], p3=[9]), hands={1: "3 K"})
    for seat in (None, 0, 1, 2):
        hands = pictured(state, seat).hands
        assert [set(hand.cards) for hand in hands] == [set(suit(0)), {"3H", "KH"}, set(suit(2))]
        assert [dict(hand.facts)["pieces left"] for hand in hands] == [6, 8, 7]
        assert [hand.hidden for hand in hands] == [0, 0, 0]


def test_the_worked_pictures_show_a_line_made_in_one_auction():
    before, after = GAME.worked_pictures().values()
    assert marked(before, "line") == set()
    line = marked(after, "line")
    assert frozenset(line) in LINES
    assert marked(before, "here") == marked(after, "here") <= line
    men = [{cell.name: cell.man for cell in picture.cells} for picture in (before, after)]
    assert [name for name in men[0] if men[0][name] != men[1][name]] == [str(*marked(before, "here"))]
