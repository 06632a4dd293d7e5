"""The drawings of Bid Chess: the men, the board in words and as text, diagrams, and the list of the rules."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import msgspec
import pytest
from django.urls import reverse

from games import drawing
from games.drawing import chess, men, pens
from games.notices.pictures import png
from games.rules.bid_chess.men import LETTERS, NAMES, ROWS
from games.rules.game import Group, Hand, Item, Picture
from games.templatetags.play import man
from games.templatetags.play import men as sprite_for
from tests.actions.tables import started
from tests.notices.mails import mail_to
from tests.pages.visits import browser
from tests.rules.bid_chess_table import BLACK, GAME, WHITE, auction, here, playing, won

SIDES = ("ann", "<b>bob</b>")
MOVEMENTS = sorted({row.betza for row in ROWS if row.betza})


def parsed(drawn: str) -> ElementTree.Element:
    """A drawing as a tree; fails if it is not well formed."""
    return ElementTree.fromstring(drawn)  # noqa: S314 - our own drawing


def seen(state, seat: int | None = WHITE) -> Picture:
    return GAME.picture(GAME.view(state, seat))


@pytest.fixture
def checked() -> Picture:
    """White is in check from a bishop; White's Centaur is on the board, a move was just made."""
    at = here("Ke1 Qd1 a2 Xd4", "Kg8 Bb4 h7", items=(9,))
    return seen(msgspec.structs.replace(playing(at, {9: WHITE}), last="f8b4"))


# --- Men --------------------------------------------------------------------------------------------------


def test_every_movement_has_a_shape_of_its_own_and_none_is_a_disc_with_a_letter():
    shapes = [men.parted(f"X:{betza}")[1] for betza in MOVEMENTS]
    assert len(set(shapes)) == 17
    assert "disc" not in shapes
    assert len(set(men.SHAPES.values())) == len(men.SHAPES) == 6 + 15 + 1


def test_an_own_movement_is_a_disc_with_the_letter_of_the_man():
    assert men.parted("Y:FC") == ("Y", "disc")
    assert ">Y</text>" in men.figure("Y:FC", black=False)
    assert men.parted("Z:Q") == ("Z", "Q")


def test_a_rook_by_another_name_carries_a_pennant_and_a_rook_none():
    assert 'class="sign"' in men.figure("X:R", black=True)
    assert 'class="sign"' not in men.figure("R", black=True)
    assert 'class="sign"' not in men.figure("X:RN", black=True)


def test_ordinary_men_are_called_on_drawings_as_in_the_rules():
    assert tuple(men.NAMES.items()) == tuple(zip(LETTERS, NAMES, strict=False))


def test_white_and_black_differ_by_fill_and_outline():
    white, black = (
        png(Picture(8, 8, tuple(cell for cell in seen(state).cells if cell.name[1] in "1278"), look="chess"))
        for state in (playing(here("Ka1 Qb1", "Kh8")), playing(here("Kh8", "Ka1 Qb1")))
    )
    assert white != black
    assert dict(re.findall(r"\.(white|black)\{fill:(#\w+)", men.STYLE)) == {
        "white": "#fff",
        "black": "#23272b",
    }


def test_only_pages_of_the_game_bring_its_men():
    assert sprite_for("fourbid") == ""
    found = re.findall(r'<symbol id="([\w-]+)"', sprite_for("bid_chess"))
    assert found == [*(f"man-{name}" for name in men.SHAPES), "chess-squares"]
    assert len(sprite_for("bid_chess")) < 9_000
    assert man("X:RN", True) == men.figure("X:RN", black=True)


# --- The board --------------------------------------------------------------------------------------------


def test_every_square_of_a_page_can_be_picked_and_files_and_ranks_are_named(checked):
    page = drawing.svg(checked, SIDES)
    assert len(set(re.findall(r'data-pick="(\w\d)"', page))) == 64
    assert re.findall(r">(\w)</text>", page) == [*"87654321", *"abcdefgh"]


def test_a_board_alone_brings_the_men_it_shows_and_no_others(checked):
    alone = drawing.svg(checked, SIDES, standalone=True)
    parsed(alone)
    assert re.findall(r'<symbol id="man-(\w+)"', alone) == ["P", "B", "Q", "K", "RN"]
    assert "class=" not in alone
    assert 4_000 < len(png(drawing.public(checked))) < 80_000


def test_small_letters_that_stand_alone_are_drawn_small():
    assert pens.drawn("h", 0, 0, 12) != pens.drawn("H", 0, 0, 12)
    assert pens.drawn("ha", 0, 0, 12) == pens.drawn("HA", 0, 0, 12)


def test_the_board_says_by_names_where_each_man_stands(checked):
    assert drawing.describe(checked, SIDES) == (
        "ann, White: King e1, Centaur d4, Queen d1, Pawn a2. <b>bob</b>, Black: King g8, Bishop b4, Pawn h7. "
        "Last move: f8–b4. The king on e1 is in check."
    )
    label = parsed(drawing.svg(checked, SIDES)).get("aria-label")
    assert label == drawing.describe(checked, SIDES)


def test_the_board_as_text_is_complete(checked):
    assert drawing.text(checked, SIDES).splitlines() == [
        "8  . . . . . . k .",
        "7  . . . . . . . p",
        "6  . . . . . . . .",
        "5  . . . . . . . .",
        "4  . b . X . . . .",
        "3  . . . . . . . .",
        "2  P . . . . . . .",
        "1  . . . Q K . . .",
        "",
        "   a b c d e f g h",
        "",
        "White's men are capitals, Black's small letters.",
        "Last move: f8–b4.",
        "The king on e1 is in check.",
        "X  Centaur: Moves as rook or knight.",
        "",
        "ann (White)",
        "   captured: q r r b n n p p p p p p p",
        "",
        "<b>bob</b> (Black)",
        "   captured: R R B B N N P P P P P P P",
    ]


def test_the_way_a_man_moves_is_said_and_written_square_by_square():
    cannon = seen(auction(row=7))
    assert drawing.describe(cannon) == (
        "How a man moves from d4. Without capturing it may go to a4, b4, c4, d1, d2, d3, d5, e4. "
        "Only to capture it may go to d7, d8, g4, h4. There are men in between on d6, f4."
    )
    lines = drawing.text(cannon, SIDES).splitlines()
    assert lines[:5] == [
        "8  . . . x . . . .",
        "7  . . . x . . . .",
        "6  . . . # . . . .",
        "5  . . . o . . . .",
        "4  o o o X o # x x",
    ]
    assert lines[11:14] == [
        "o  may be reached, not to capture",
        "x  may be reached only to capture",
        "#  a man in between",
    ]
    assert lines[15] == "ann (White, men worth 39)"
    assert "It may go to c3, c5, d5, e3, e5." in drawing.describe(seen(auction(row=21)))


def test_before_the_reveal_it_is_said_that_the_men_do_not_stand_there_yet():
    waiting = seen(won(WHITE, 3), BLACK)
    assert drawing.describe(waiting, SIDES).startswith(
        "Where the men will stand if nothing else is said. <b>bob</b>, Black: King e8, Queen d8, "
    )
    assert drawing.svg(waiting, SIDES).count('class="far"') == 40
    assert "So the men will stand if nothing else is said." in drawing.text(waiting, SIDES).splitlines()


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (21, ["may be reached, also to capture"]),
        (7, ["may be reached, not to capture", "may be reached only to capture", "a man in between"]),
        (3, ["will stand there if nothing else is said"]),
    ],
)
def test_the_key_tells_the_marks_that_are_there(row: int, said: list[str]):
    assert re.findall(r"</svg>([^<]+)</li>", drawing.key(seen(auction(row=row)))) == said


def test_where_nothing_can_be_drawn_beside_the_board_the_signs_are_told_in_words(checked):
    assert drawing.kinds(seen(auction(row=7))) == [
        "A ring: the square may be reached, not to capture.",
        "A cross: the square may be reached only to capture.",
        "Grey: a man in between.",
    ]
    assert drawing.kinds(seen(won(WHITE, 21))) == [
        "Pale: the men will stand there if nothing else is said.",
        "X · Gaja: Steps one square diagonally any way, or one straight forward.",
    ]
    assert drawing.kinds(checked) == ["X · Centaur: Moves as rook or knight."]
    assert drawing.kinds(seen(auction(row=28))) == ["A disc: the square may be reached, also to capture."]
    assert drawing.kinds(seen(playing(here("Ka1", "Kh8"), {28: WHITE}))) == []


def test_the_key_tells_the_last_move_and_check(checked):
    assert re.findall(r"</svg>([^<]+)</li>", drawing.key(checked)) == ["last move", "in check"]


# --- Beside the board -------------------------------------------------------------------------------------


def test_items_are_told_with_owner_letter_and_a_link_to_their_row(checked):
    drawn = drawing.figure(checked, SIDES, "/rules/")
    assert '<b><a href="/rules/#row-9">Centaur</a></b> <code>X</code>' in drawn
    assert "won by ann" in drawn
    assert "Moves as rook or knight." in drawn
    assert 'class="board chess-move"' in drawn
    assert "href=" not in re.sub(
        r'<use href="#', "", drawing.figure(checked, SIDES).partition("board-items")[2]
    )


def test_an_item_that_is_bid_for_has_no_owner_and_no_letter_yet():
    own = seen(auction(row=42, custom="<i>x</i> FC 2"))
    said = drawing.figure(own, SIDES).partition("board-items")[2]
    assert "&lt;i&gt;x&lt;/i&gt;" in said
    assert drawing.items(own) == [("<i>x</i>", "own")]
    assert "Moves as FC in Betza&#x27;s notation." in said
    assert "copies 2" in said
    assert "won by" not in said
    assert "<code>" not in said


def test_a_power_has_words_and_no_diagram():
    picture = Picture(1, 1, (), (), "chess", (Item(3, "Bare King", "the owner wins", seat=5),))
    said = chess.beside(picture, SIDES)
    assert "won by seat 6" in said
    assert "<svg" not in said
    assert chess.beside(msgspec.structs.replace(picture, items=()), SIDES) == ""


def test_men_beside_the_board_are_drawn_counted_and_said():
    group = Group("in hand", ("Q", "P", "P", "X:RN"), black=True)
    drawn = drawing.cards(Hand(0, men=(group,)))
    parsed(drawn)
    assert drawn.count("<svg") == 3
    assert "in hand" in drawn
    assert ": 1 × Queen, 2 × Pawn, 1 × X<" in drawn
    items = (
        Item(26, "Guard", "moves as rook or knight", card="X:RN", seat=0),
        Item(28, "King's Leap", "once in the match", card="K", seat=1),
        Item(9, "Centaur", "moves as rook or knight", card="X:RN"),
    )
    assert ": 1 × King, 1 × Guard<" in drawing.cards(Hand(0, men=(Group("army", ("K", "X:RN")),)), items)
    assert ">–<" in drawing.cards(Hand(0, men=(Group("in hand", ()),)))
    assert drawing.groups(Hand(0, men=(group, Group("captured", ("R",))))) == [
        ("in hand", "q p p x"),
        ("captured", "R"),
    ]


def test_neither_seat_has_a_colour_of_its_own_in_chess(checked):
    assert drawing.colour(checked, 0) == drawing.colour(checked, 1) == chess.SEATS


# --- Pages ------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_rules_list_every_row_with_its_diagram_and_an_anchor():
    page = browser().get(reverse("rules", args=["bid_chess"])).content.decode()
    assert re.findall(r'<tr id="row-(\d+)"', page) == [str(row.number) for row in ROWS]
    entries = re.split(r'<tr id="row-\d+">', page)[1:]
    for row, entry in zip(ROWS, entries, strict=True):
        drawn = bool(row.betza) or row.power == "leap"
        assert (f'<use href="#move-{"" if drawn else "none"}' in entry) == drawn
        assert f">{drawing.amount(row.value)}</td>" in entry
    assert page.count('id="own"') == 1
    assert len(re.findall(r'<symbol id="move-', page)) == 18
    used = set(re.findall(r'href="#((?:man|move|chess)-[\w-]+)"', page))
    assert used <= set(re.findall(r'<symbol id="([\w-]+)"', page))
    assert len(page) < 90_000


@pytest.mark.django_db
def test_a_mail_shows_the_board_and_tells_the_men_beside_it():
    match = started("ann", "bob", game="bid_chess", options={"pool": "9"})
    mail = mail_to("ann", "start")
    army = "K Q R R B B N N P P P P P P P P"
    letters = (army, army.lower()) if match.turns.get().state().white == 0 else (army.lower(), army)
    assert [f"army: {side}" in mail.text for side in letters] == [True, True]
    assert re.findall(r"army: <span[^>]*>([\w ]+)<", mail.html) == list(letters)
    assert mail.images[0][1][:4] == b"\x89PNG"
    assert 'alt="How a man moves from d4. It may go to a4, ' in mail.html
    assert re.findall(r"Centaur in the rules:\n(\S+)", mail.text) == re.findall(
        r'<a [^>]*href="([^"]+)"[^>]*>Centaur<', mail.html
    )
    assert mail.text.count("/games/bid_chess/#row-9\n") == 1
