"""Every game of the shelf drawn, said and written as text, at random positions of every table size."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
from django.conf import settings

from games import drawing
from games.drawing import chess, emblems, faces, pens, piles, race, sheets
from games.notices.pictures import png
from games.rules import GAMES
from games.rules.bid_n_bet import ring
from games.rules.bids import board as bids_board
from games.rules.bids.cards import ALL
from games.rules.foursquare import board as foursquare_board
from games.rules.game import Cell, Hand, Picture
from tests.rules.foursquare_table import table as sheet
from tests.rules.walking import walk

NAMES = ("ann", "<b>bob</b>", "cid" * 40, "dot", "eve", "fay")
OPTIONS: dict[str, tuple[dict[str, Any], ...]] = {
    "fourbid": ({},),
    "foursquare": ({}, {"memory": "on", "preview": 3}),
    "bids": ({}, {"lowest": "on", "surprise": "on", "thief": "on", "bidding": "sealed"}),
    "bid_n_bet": ({"extra_horses": "on", "start_corner": "plain"}, {"track": 40, "layout": "GGGSFCBKU"}),
    "bid_chess": ({"pool": "7"}, {"pool": "", "custom": "Wizard FC 2; Tower R; Ferry mWcF", "items": 3}),
}
TABLES = [
    pytest.param(slug, seats, options, id=f"{slug}-{seats}-{number}")
    for slug, sets in OPTIONS.items()
    for seats in GAMES[slug].seats
    for number, options in enumerate(sets)
]
STYLES = Path(settings.BASE_DIR, "templates/static/bidplay")
STYLE_SHEET = "".join([(STYLES / f"{name}.css").read_text() for name in ("bidplay", "boards", "chess")])
OWN_STYLE = sheets._STYLE + sheets.SQUARES_STYLE + piles._STYLE + race._STYLE + chess.STYLE + ".s4{}.s5{}"
ON_PAGES = {"board", "board-key", "sign", "num", "word", "kW", "kN", "piles", "trick", "race", "allied"}
ON_PAGES |= {"chess", "chess-man", "chess-move", "board-items", "on-open", "on-goes", "on-takes", "on-grey"}
ON_PAGES |= {"in-goes", "small"}
ON_PAGES |= {f"t{size}" for size in (11, 12, 13, 14, 15, 16, 18, 20, 28)}


def parsed(drawn: str) -> ElementTree.Element:
    """A drawing as a tree; fails if it is not well formed."""
    return ElementTree.fromstring(drawn)  # noqa: S314 - our own drawing


def positions(slug: str, seats: int, options: dict[str, Any]) -> list[tuple[Any, Any]]:
    """A few states of a random match from its first to its last, with the game."""
    game = GAMES[slug]
    steps = list(walk(game, seats, game.options(**options), bytes([seats]) * 32))
    luck = random.Random(slug)
    some = {0, len(steps) - 1, *luck.sample(range(len(steps)), min(5, len(steps)))}
    return [(game, steps[at].state) for at in sorted(some)] + [(game, steps[-1].after)]


def seen(game: Any, state: Any, seat: int | None) -> Picture:
    picture: Picture = game.picture(game.view(state, seat))
    return picture


def faces_of(picture: Picture) -> tuple[str, ...]:
    """All that a picture becomes."""
    return (
        drawing.figure(picture, NAMES),
        drawing.svg(picture, NAMES, standalone=True),
        drawing.text(picture, NAMES),
        drawing.describe(picture, NAMES),
        *map(drawing.cards, picture.hands),
    )


@pytest.mark.parametrize(("slug", "seats", "options"), TABLES)
def test_every_position_is_drawn_well_formed_and_from_what_is_there(slug, seats, options):
    sprite = set(re.findall(r'<symbol id="([\w-]+)"', drawing.sprite() + drawing.sprite_of_men()))
    for game, state in positions(slug, seats, options):
        picture = seen(game, state, 0)
        page, alone = drawing.svg(picture, NAMES), drawing.svg(picture, NAMES, standalone=True)
        for drawn in (page, alone, f"<p>{drawing.key(picture)}</p>"):
            parsed(drawn)
            assert "<b>" not in drawn
        assert "style" not in page
        assert " id=" not in page
        assert "<text" not in alone
        assert set(re.findall(r'href="#([\w-]+)"', alone)) <= set(re.findall(r'<symbol id="([\w-]+)"', alone))
        assert set(re.findall(r'href="#([\w-]+)"', page)) <= sprite


@pytest.mark.parametrize(("slug", "seats", "options"), TABLES)
def test_every_position_as_text_fits_72_columns(slug, seats, options):
    for game, state in positions(slug, seats, options):
        for seat in (0, None):
            lines = drawing.text(seen(game, state, seat), NAMES).splitlines()
            assert max(map(len, lines)) <= 72
            assert [line for line in lines if line != line.rstrip()] == []
            assert "" not in (lines[0], lines[-1])


@pytest.mark.parametrize(("slug", "seats", "options"), TABLES)
def test_all_that_is_written_in_a_drawing_is_dressed_on_pages_and_alone(slug, seats, options):
    css = STYLE_SHEET
    for game, state in positions(slug, seats, options):
        picture = seen(game, state, 0)
        page = drawing.figure(picture, NAMES)
        looks = {look for found in re.findall(r'class="([^"]+)"', page) for look in found.split()}
        assert {look for look in looks - ON_PAGES if not re.search(rf"\.{look}\b", css)} == set()
        assert {look for look in looks - ON_PAGES if not re.search(rf"\.{look}\b", OWN_STYLE)} == set()


def test_a_drawing_that_stands_alone_wears_its_looks_as_attributes():
    cell = Cell("d4", 0, 0, marks=("open", "down"), card="7", word="×2")
    drawn = drawing.svg(Picture(1, 1, (cell,), look="piles"), standalone=True)
    assert "class=" not in drawn
    assert '<rect fill="none" stroke="#1d5a45" stroke-width="2.5" stroke-dasharray="6 4" x="18"' in drawn
    assert '<rect fill="#2b3e63" stroke="#fffdf6" stroke-width="1.2" x=".75"' in drawn


def test_hidden_cards_change_nothing_in_what_others_are_shown():
    game = GAMES["bids"]
    for _game, state in positions("bids", 4, {"lowest": "on"})[:4]:
        others = tuple(reversed([card for hand in state.hand[1:] for card in hand]))
        size = len(state.hand[1])
        hands = tuple(others[size * at : size * (at + 1)] for at in range(3))
        if not size or {len(hand) for hand in state.hand[1:]} != {size}:
            continue
        twin = msgspec.structs.replace(state, hand=(state.hand[0], *hands))
        assert twin != state
        assert faces_of(seen(game, twin, 0)) == faces_of(seen(game, state, 0))


def test_the_board_in_a_mail_is_the_same_for_all_readers():
    for slug in ("bids", "bid_n_bet", "fourbid"):
        game, state = positions(slug, 4, {})[1]
        shown = {drawing.public(seen(game, state, seat)) for seat in (None, 0, 1, 2, 3)}
        assert len(shown) == 1
        assert len(png(shown.pop())) > 4_000


@pytest.mark.parametrize("slug", sorted(OPTIONS))
def test_every_board_becomes_a_png(slug):
    for game, state in positions(slug, max(GAMES[slug].seats), OPTIONS[slug][-1]):
        assert 4_000 < len(png(drawing.public(seen(game, state, 0)))) < 80_000


# --- Seats and cards --------------------------------------------------------------------------------------


def test_every_seat_has_an_emblem_of_its_own_shape_colour_letter_and_sign():
    seats = range(6)
    shapes = {re.search(r'href="(#suit-\w)"', drawing.emblem(seat))[1] for seat in seats}
    assert len(shapes) == 6
    assert (
        len({re.search(r'd="([^"]+)"', emblems.symbols((emblems.letter(seat),)))[1] for seat in seats}) == 6
    )
    board = Picture(1, 1, ())
    assert len({drawing.colour(board, seat) for seat in seats}) == 6
    assert len({drawing.sign(seat) for seat in seats}) == 6
    assert emblems.letters(seats) == "SHDCTM"
    css = STYLE_SHEET
    assert [f"--seat-{seat}: {drawing.colour(board, seat)};" in css for seat in seats] == [True] * 6


def test_in_a_race_seats_wear_the_colours_of_their_horses():
    assert race.HORSES == ring.COLOURS
    board = Picture(1, 1, (), look="race")
    assert [drawing.colour(board, seat) for seat in range(5)] == list(race.INKS[:5])
    worn = "; ".join(f"--seat-{seat}: {drawing.colour(board, seat)}" for seat in range(5))
    assert f":has(.board.race) {{ {worn}; }}" in STYLE_SHEET


def test_no_two_cards_look_or_are_called_the_same_and_none_needs_its_colour():
    drawn = [re.sub(r' class="[^"]*"| aria-label="[^"]*"', "", drawing.card(card)) for card in ALL]
    assert len(set(drawn)) == len(ALL)
    assert len({drawing.card_name(card) for card in ALL}) == len(ALL)
    for card in ALL:
        parsed(drawing.card(card))
        assert faces.parted(card)[0] == card[0]


@pytest.mark.parametrize(
    ("card", "name"),
    [
        ("R10", "red 10"),
        ("K-5", "black −5"),
        ("K2x", "black card “2×”"),
        ("KLOW", "black card “lowest wins”"),
        ("KTHIEF", "black card “thief”"),
        ("K?", "black card “surprise”"),
        ("W", "the Ally"),
        ("7", "7"),
        ("?", "a card face down"),
        ("KD", "king of diamonds"),
    ],
)
def test_every_kind_of_card_names_itself_in_words(card, name):
    assert drawing.card_name(card) == name
    assert f'aria-label="{name}"' in drawing.card(card)


def test_there_is_a_shape_for_each_kind_of_space_and_each_is_drawn_its_own_way():
    words = [space.word for space in ring.SPACES.values()]
    assert set(race._ICONS) == set(words)
    assert len(set(race._ICONS.values())) == len(words)


def test_words_that_games_and_drawings_share_are_the_same():
    assert bids_board.LAST_TRICK == "last trick"
    assert foursquare_board.LEFT == "cards in the stock"


# --- Numbers and signs ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "written"),
    [(5, "5"), (7.5, "7½"), (0.5, "½"), (-0.5, "−½"), (-3, "−3"), (0, "0"), (-2.5, "−2½")],
)
def test_halves_are_written_as_people_write_them(number, written):
    assert drawing.amount(number) == written
    assert drawing.facts(Hand(0, facts=(("points before", number),))) == [f"points before {written}"]


def test_what_a_drawing_alone_says_is_drawn_sign_by_sign():
    for text, strokes in (("d4", 2), ("Round 12", 7), ("×3", 2), ("é", 1), ("字", 0), ("$20", 3)):
        assert pens.drawn(text, 0, 0, 12).count("<path") == strokes
    assert pens.drawn("dè", 0, 0, 12) == pens.drawn("DE", 0, 0, 12)


def test_the_anchor_of_drawn_words_moves_them():
    lefts = [
        float(re.search(r"translate\(([-\d.]+)", pens.drawn("AB", 50, 0, 11, side))[1]) for side in ANCHORS
    ]
    assert lefts == [50, 43.4, 36.8]


ANCHORS = ("start", "middle", "end")


def test_a_mark_without_rounded_corners_has_none():
    assert sheets.box("open", 1, 2, 3, 4) == '<rect class="open" x="1" y="2" width="3" height="4"/>'


# --- Text and words, look by look -------------------------------------------------------------------------


def test_the_frame_of_a_cell_that_may_take_the_card_keeps_clear_of_its_name():
    cell = Cell("a1", 0, 0, marks=("open",), card="5", word="×2")
    drawn = drawing.svg(Picture(1, 1, (cell,), look="piles"), standalone=False)
    lines = [float(y) for y in re.findall(r'<text[^>]* y="([0-9.]+)"', drawn)]
    frame = re.search(r'class="open" x="[0-9.]+" y="([0-9.]+)"', drawn)
    assert frame is not None
    assert len(lines) >= 2
    assert float(frame[1]) - 1.5 - max(lines[:2]) >= 2


def test_a_sheet_of_piles_as_text_and_in_words():
    state = sheet("d4:6u/10u e4:2d d5:8u d3:7u", card=5, preview=1, left=20)
    picture = seen(GAMES["foursquare"], state, 0)
    rows = drawing.text(picture, ["ann"]).split("\n\n")[1].splitlines()
    assert [row.split() for row in rows][1:4] == [
        ["b5", ".", "c5>.", "d5>8", "e5>.", "f5", ".", "g5", "."],
        ["b4", ".", "c4>.", "d4>10x2", "e4>(2)", "f4>.", "g4", "."],
        ["b3", ".", "c3>.", "d3>7", "e3>.", "f3", ".", "g3", "."],
    ]
    said = drawing.describe(picture)
    assert said.startswith("Drawn: 5. Then come ")
    assert (
        "d3: 7. d4: 10, on a pile of 2. d5: 8. e4: 2 face down. The card may go to c3, c4, c5, d2, " in said
    )
    assert "Within reach and empty: b2, b3, b4, " in said


def test_a_card_that_must_be_remembered_is_not_told():
    state = sheet("d4:6u/10d e4:2d", card=5, memory="on")
    picture = seen(GAMES["foursquare"], state, 0)
    for shown in faces_of(picture)[:3]:
        assert "10" not in re.sub(r"<svg.*?>|[a-z]+=\"[^\"]*\"|\(cards.*?\)", "", shown).replace("0 10", "")
    assert "d4: a card face down, on a pile of 2. e4: a card face down." in drawing.describe(picture)


def test_an_empty_sheet_says_so():
    said = drawing.describe(seen(GAMES["foursquare"], sheet(), 0))
    assert "No card lies on the sheet. The card may go to d4." in said


def test_a_trick_as_text_and_in_words():
    before, after = GAMES["bids"].worked_pictures().values()
    assert drawing.text(before, NAMES[:1]).splitlines()[:7] == [
        "Round 1, trick 8",
        "",
        "            middle   S    H    D",
        "this trick   K5      R5   G4  *.",
        "",
        "*  to play: seat 3",
        "R red, G green, Y yellow, B blue, K black, W the Ally",
    ]
    assert drawing.describe(after) == (
        "Round 1, trick 9. In the middle: black 3. seat 3 is to play. "
        "Last trick, for black 5: seat 1 red 5, seat 2 green 4, seat 3 black 7. seat 3 won it. "
        "seat 3 has taken black 5, black 7."
    )


def test_what_holds_for_a_trick_is_said_in_every_way():
    cells = (
        Cell("centre", 0, 0, card="?", marks=("down",), word="2/3"),
        Cell("last", 0, 1, card="KLOW", word="lowest wins"),
        Cell("bid 1", 1, 0, 0, ("here",), word="allies"),
        Cell("bid 2", 2, 0, 1, card="W", word="allies"),
        Cell("last 1", 1, 1, card="R1"),
        Cell("last 2", 2, 1, card="G1"),
        Cell("taken 1.1", 1, 2, marks=("open",), card="KTHIEF"),
    )
    picture = Picture(3, 3, cells, (Hand(0, ("R2",)), Hand(1, hidden=1)), "trick")
    assert drawing.describe(picture, NAMES) == (
        "Round 2, trick 3. In the middle: a card face down. Lowest wins. ann is to play. ann: allies. "
        "<b>bob</b> played the Ally. <b>bob</b>: allies. "
        "Last trick, for black card “lowest wins”: ann red 1, <b>bob</b> green 1. Nobody won it. "
        "ann has taken black card “thief”. The thief may still steal."
    )
    assert drawing.text(picture, NAMES).splitlines() == [
        "Round 2, trick 3",
        "lowest wins",
        "",
        "            middle   S        H",
        "this trick   ?      *.        W",
        "last trick   KLOW    R1       G1",
        "taken               ~KTHIEF",
        "",
        "*  to play: ann",
        "~  the thief may still steal",
        "allies: ann, <b>bob</b>",
        "R red, G green, Y yellow, B blue, K black, W the Ally",
        "",
        "S  ann",
        "   hand: R2",
        "",
        "H  <b>bob</b>",
        "   hand: 1 hidden",
    ]
    key = re.findall(r"</svg>([^<]+)</li>", drawing.key(picture))
    assert key == ["to play", "lowest wins", "allies", "the thief may still steal"]


def test_a_race_as_text_and_in_words():
    before, _after = GAMES["bid_n_bet"].worked_pictures().values()
    assert drawing.text(before, NAMES).splitlines()[:17] == [
        "red    S   4/10  ---->------|",
        "blue   H   5/10  ----->-----|",
        "green  D   3/10  --->-------|",
        "",
        "Stop bid       0    9    18>   27",
        "Advance $20    1   10    19>   28",
        "Must bet       2   11    20 D  29",
        "Gamble         3   12    21    30",
        "Free card      4   13    22    31",
        "Cash in        5   14*S  23    32",
        "Advance $20    6   15>   24    33",
        "Back $20       7   16>   25    34",
        "Buy card $20   8   17>H  26    35",
        "",
        "*  whose turn it is: on 14",
        ">  may be chosen: 15, 16, 17, 18, 19",
        "",
    ]
    said = drawing.describe(before, NAMES)
    assert said.startswith("ann is on 14, Cash in. <b>bob</b> is on 17, Buy card $20. ")
    assert "It is the turn of ann. May be chosen: 15 Advance $20, 16 Back $20, 17 Buy card $20, " in said
    assert "Red, the horse of ann, has run 4 of 10 lengths. " in said
    assert said.endswith("Back $20: 7, 16, 25, 34. Buy card $20: 8, 17, 26, 35.")


@pytest.mark.parametrize("count", range(1, 7))
def test_tokens_on_one_space_are_all_to_be_seen(count):
    cell = Cell("0", 0, 0, 0, ("here",), tuple(range(1, count)), word="Start")
    drawn = drawing.svg(Picture(10, 10, (cell,), look="race"))
    places = re.findall(
        r'class="disc s(\d)" transform="translate\(([\d.]+) ([\d.]+)\)"><circle r="([\d.]+)"', drawn
    )
    assert sorted(int(seat) for seat, *_place in places) == list(range(count))
    spots = [(float(x), float(y), float(r)) for _seat, x, y, r in places]
    for at, (x, y, r) in enumerate(spots):
        assert x - r >= 12
        assert x + r <= 72
        assert y + r <= 72
        assert all((x - a) ** 2 + (y - b) ** 2 >= (1.9 * r) ** 2 for a, b, _c in spots[:at])


def test_a_long_table_of_text_is_cut_to_fit():
    lines = drawing.words.columns([["label", "x" * 60, "y" * 30], ["", "1", "2"]])
    assert len(lines[0]) == 72
    assert lines[0].startswith("label  xxx")
