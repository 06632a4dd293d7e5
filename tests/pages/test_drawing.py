"""The drawings of a position: complete, fast to read, safe to put into a page."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from games import drawing
from games.drawing import pens
from games.rules.game import Cell, Hand, Picture

NAMES = ("ann", "<b>bob</b>", "cid", "dot")
PRINTED = (
    (32, 31, 30, 29, 28, 27, 26, 25),
    (17, 18, 19, 20, 21, 22, 23, 24),
    (16, 15, 14, 13, 12, 11, 10, 9),
    (1, 2, 3, 4, 5, 6, 7, 8),
)
MEN = {1: 0, 16: 0, 17: 0, 32: 0, 5: 1, 9: 2, 20: 3, 21: 3}
MARKS = {12: ("here",), 9: ("here", "new"), 1: ("line",), 16: ("line",)}


def parsed(drawn: str) -> ElementTree.Element:
    """A drawing as a tree; fails if it is not well formed."""
    return ElementTree.fromstring(drawn)  # noqa: S314 - our own drawing


@pytest.fixture
def picture() -> Picture:
    cells = tuple(
        Cell(str(number), x, y, MEN.get(number), MARKS.get(number, ()))
        for y, row in enumerate(PRINTED)
        for x, number in enumerate(row)
    )
    hands = tuple(
        Hand(
            seat,
            tuple(f"{rank}{'SHDC'[seat]}" for rank in ("2", "10", "A")),
            seat,
            (("pieces left", 8 - seat),),
        )
        for seat in range(4)
    )
    return Picture(8, 4, cells, hands)


def test_a_standalone_drawing_is_well_formed_and_needs_nothing_from_outside(picture):
    svg = drawing.svg(picture, NAMES, standalone=True)
    root = parsed(svg)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "<text" not in svg
    used = set(re.findall(r'href="#([\w-]+)"', svg))
    assert used == set(re.findall(r'<symbol id="([\w-]+)"', svg)) & used
    assert "url(" not in svg


def test_a_drawing_on_a_page_has_no_inline_style_and_no_id(picture):
    svg = drawing.svg(picture, NAMES)
    parsed(svg)
    assert "style" not in svg
    assert " id=" not in svg


def test_a_drawing_says_in_words_what_it_shows(picture):
    label = parsed(drawing.svg(picture, NAMES)).get("aria-label")
    assert label == (
        "In play: 9, 12. ann has 1, 16, 17, 32. <b>bob</b> has 5. cid has 9. dot has 20, 21. "
        "Winning line: 1, 16. 24 spaces are free."
    )


def test_names_in_a_drawing_are_escaped(picture):
    assert "<b>" not in drawing.svg(picture, NAMES)
    assert "<b>" not in drawing.svg(picture, NAMES, standalone=True)


def test_men_differ_by_shape_and_not_only_by_colour(picture):
    svg = drawing.svg(picture, NAMES)
    emblems = {seat: set(re.findall(rf'class="s{seat}".*?href="#(suit-\w)"', svg)) for seat in range(4)}
    assert emblems == {0: {"suit-S"}, 1: {"suit-H"}, 2: {"suit-D"}, 3: {"suit-C"}}


def test_the_text_board_is_complete_and_fits_72_columns(picture):
    text = drawing.text(picture, ("ann", "bob", "c" * 150, "dot"))
    assert max(map(len, text.splitlines())) <= 72
    assert text.splitlines()[:4] == [
        "32 S  31 .  30 .  29 .  28 .  27 .  26 .  25 .",
        "17 S  18 .  19 .  20 C  21 C  22 .  23 .  24 .",
        "16#S  15 .  14 .  13 .  12*.  11 .  10 .   9*D",
        " 1#S   2 .   3 .   4 .   5 H   6 .   7 .   8 .",
    ]
    assert "S  ann (pieces left 8)\n   spaces: 1 16 17 32\n   hand: 2S 10S AS\n" in text
    assert "   hand: 2H 10H AH 1 hidden\n" in text


def test_a_card_names_itself_in_words():
    assert drawing.card_name("KH") == "king of hearts"
    assert drawing.card_name("10C") == "10 of clubs"
    assert drawing.card_name("7") == "7"
    assert 'aria-label="ace of spades"' in drawing.card("AS")


def test_what_is_no_card_is_drawn_as_it_is_written_and_escaped():
    face = drawing.card("<x>")
    parsed(face)
    assert "&lt;x&gt;" in face


def test_spaces_with_letters_in_their_names_are_written_out():
    picture = Picture(1, 1, (Cell("a1", 0, 0),))
    assert ">a1</text>" in drawing.svg(picture, standalone=True)
    assert drawing.text(picture).splitlines()[0] == "a1 ."


def test_hidden_cards_are_a_back_with_their_number():
    drawn = drawing.cards(Hand(0, ("KS",), hidden=3))
    assert 'aria-label="king of spades"' in drawn
    assert 'aria-label="3 hidden cards"' in drawn


def test_hidden_cards_look_like_a_card_that_lies_face_down_and_not_like_a_red_three():
    back = drawing.back(3)
    assert 'class="card back down"' in back
    assert 'class="net"' in back


@pytest.mark.parametrize(
    "words", ["ВЗЯТКА 7", "ЖЪЛТ", "чщшюяфцйьдбгипз", "ŻÓŁTY", "ąćęłńśź", "ROUND 2", "d4"]
)
def test_there_is_a_stroke_for_every_letter_of_the_languages(words: str) -> None:
    assert pens.drawn(words, 0, 0, 11).count("<path") == len(words.replace(" ", ""))


def test_an_accent_is_drawn_with_its_letter() -> None:
    assert len(pens.drawn("Ż", 0, 0, 11)) > len(pens.drawn("Z", 0, 0, 11))
