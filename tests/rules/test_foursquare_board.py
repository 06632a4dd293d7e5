"""What is seen of a match of Foursquare: the sheet within reach, the card drawn, what must be remembered."""

from __future__ import annotations

import msgspec
import pytest

from games.rules.chance import Chance
from tests.rules.foursquare_table import GAME, play, table
from tests.rules.walking import random_order, walk


def cells(state: object) -> dict[str, object]:
    return {cell.name: cell for cell in GAME.picture(GAME.view(state, None)).cells}


def test_equal_keys_deal_equal_stocks_and_words_do_not_matter_to_the_rules():
    """A deal for many: everybody who plays by one key finds the same cards in the same order."""
    one, same, other = (GAME.setup(1, GAME.options(), Chance(bytes([n]) * 32, 0)) for n in (1, 1, 2))
    assert one.stock == same.stock != other.stock
    memory = GAME.setup(1, GAME.options(memory="on", flip="all", preview=3), Chance(bytes([1]) * 32, 0))
    assert memory.stock == one.stock


def test_the_stock_never_changes_but_by_drawing():
    stock = GAME.setup(1, GAME.options(), Chance(bytes(32), 0)).stock
    for step in walk(GAME, 1, GAME.options(), bytes(32), [random_order]):
        assert stock[step.turn :] == step.after.stock


def test_the_whole_sheet_is_within_reach_at_first_and_only_the_middle_is_open():
    first = cells(table(card=5))
    assert len(first) == 49
    assert [name for name, cell in first.items() if "open" in cell.marks] == ["d4"]
    assert (first["a7"].x, first["a7"].y, first["g1"].x, first["g1"].y) == (0, 0, 6, 6)


def test_the_picture_shrinks_to_the_grid():
    wide = cells(table("d4:5u e4:5u f4:5u g4:5u", 6))
    assert {name[0] for name in wide} == {"d", "e", "f", "g"}
    assert {name[1] for name in wide} == set("1234567")
    whole = cells(table("d4:5u e4:5u f4:5u g4:5u d3:5u d2:5u d1:5u", 6))
    assert len(whole) == 16
    assert (whole["d4"].x, whole["d4"].y, whole["g1"].x, whole["g1"].y) == (0, 0, 3, 3)


def test_cells_show_the_top_card_its_face_the_height_and_what_changed():
    after = cells(play(table("d4:6u e4:2u d5:8u d3:7u", 10), "d4"))
    assert (after["d4"].card, after["d4"].word, after["d4"].marks) == ("10", "×2", ("new", "open"))
    assert (after["e4"].card, after["e4"].word, after["e4"].marks) == ("2", "", ("new", "down", "open"))
    assert (after["e5"].card, after["e5"].word, after["e5"].marks) == ("", "", ("open",))
    full = cells(table("d4:1u/2u/3u/4u", 5))["d4"]
    assert (full.card, full.word, full.marks) == ("4", "×4", ())


def test_the_hand_shows_the_card_drawn_and_counts():
    (hand,) = GAME.picture(GAME.view(table("d4:6u/3d e4:2u", 10), 0)).hands
    assert hand.cards == ("10",)
    assert hand.facts == (("cards in the stock", 36), ("face down", 1), ("cards placed", 3))


@pytest.mark.parametrize(
    ("preview", "left", "shown"), [(0, 9, 1), (2, 9, 3), (3, 9, 4), (3, 1, 2), (1, 0, 1)]
)
def test_as_many_cards_are_shown_ahead_as_was_agreed(preview, left, shown):
    state = table("d4:6u", 10, left=left, preview=preview)
    view = GAME.view(state, 0)
    assert view.shown == state.stock[:shown]
    assert view.left == left


def test_nothing_of_the_stock_is_shown_once_it_is_over():
    over, _ = GAME.leave(table("d4:6u", 10, preview=3), 0)
    view = GAME.view(over, 0)
    assert (view.shown, view.left, view.placed) == ((), 39, 1)
    assert all("open" not in cell.marks for cell in GAME.picture(view).cells)
    assert GAME.hides(over)


def test_what_must_be_remembered_is_hidden_and_seen_again_when_it_turns_up():
    state = table("d4:5u/3d e4:9u/2u", 4, memory="on")
    seen = {pile for pile in GAME.view(state, 0).piles if pile}
    assert seen == {(0, 0), (0, 2)}
    assert (cells(state)["d4"].card, cells(state)["e4"].card) == ("?", "2")
    after = play(state, "f4")
    assert (cells(after)["d4"].card, cells(after)["e4"].card) == ("3", "?")


def test_the_log_names_no_card_but_the_one_placed_and_the_one_drawn():
    """So it says no more of a face-down card than was seen when it was played."""
    for step in walk(GAME, 1, GAME.options(memory="on"), bytes(32), [random_order]):
        for event in step.events:
            assert event.seen_by is None
            if event.kind == "turned":
                assert set(event.data) == {"line", "up", "down"}
            elif event.kind in ("placed", "drawn"):
                stock = step.state.stock if event.kind == "placed" else step.after.stock
                assert event.data["card"] == stock[0]
            else:
                assert set(event.data) <= {"left", "down", "score"}


def test_the_pictures_of_the_rules_page_are_the_worked_example():
    before, after = GAME.worked_pictures().values()
    state = table("d4:6u e4:2u d5:8u d3:7u", 10)
    cards = {cell.name: (cell.card, cell.word) for cell in after.cells}
    played = play(state, "d4")
    assert cards == {name: (cell.card, cell.word) for name, cell in cells(played).items()}
    assert [hand.cards for picture in (before, after) for hand in picture.hands] == [("10",), ("5",)]
    again = play(msgspec.structs.replace(played, stock=(5, *played.stock)), "d4")
    assert again.down == ()
