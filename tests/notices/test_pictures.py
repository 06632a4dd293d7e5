"""The drawn board in a mail: really drawn, once for all readers, and never missed where it can't be drawn."""

import re
import struct

import pytest
from django.utils import translation

from games import drawing
from games.drawing.race import INKS
from games.notices import pictures
from games.notices.layout import _hands, _source
from games.rules.game import Hand, Picture
from tests.actions.tables import order, started
from tests.notices.mails import SOON, mail_to, table, turns_played, written

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(autouse=True)
def _nothing_drawn_yet():
    pictures._png.cache_clear()


def size(png):
    return struct.unpack(">II", png[16:24])


@pytest.mark.django_db
def test_the_board_of_a_mail_is_a_png_that_fits_a_narrow_sheet():
    match = table()
    turns_played(match, 1)
    ((cid, png),) = mail_to("ann", "turn").images
    assert cid == "board"
    assert png[:8] == PNG
    width, height = size(png)
    assert 300 <= width <= 480
    assert 100 <= height <= width
    assert 4_000 < len(png) < 40_000


@pytest.mark.django_db
def test_a_man_on_the_board_changes_the_picture():
    match = table()
    pictures_seen = set()
    for line in ("A", "K"):
        order("ann", match, line)
        order("bob", match, "2" if line == "A" else "3")
        pictures_seen.add(mail_to("ann", "turn").images[0][1])
    assert len(pictures_seen) == 2


@pytest.mark.django_db
def test_four_readers_of_one_turn_cost_one_drawing():
    match = table("ann", "bob", "cyd", "dan")
    turns_played(match, 1)
    images = [mail.images for _notice, mail in written("turn")]
    assert len(images) == 4
    assert len(set(images)) == 1
    assert pictures._png.cache_info().misses == 1


@pytest.mark.django_db
def test_the_html_shows_the_board_by_its_content_id_with_the_position_in_words_beside_it():
    match = table()
    turns_played(match, 1)
    html = mail_to("ann", "turn").html
    assert 'src="cid:board"' in html
    assert 'alt="In play: ' in html
    assert html.count("<img") == 1


@pytest.mark.django_db
def test_a_mail_is_complete_without_the_picture(monkeypatch):
    empty = '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="240"/>'
    match = table()
    turns_played(match, 1)
    monkeypatch.setattr(drawing, "svg", lambda *args, **kwargs: empty)
    mail = mail_to("ann", "turn", SOON)
    assert mail.images == ()
    assert "<img" not in mail.html
    assert "In play: " in mail.html


def test_every_seat_of_a_large_table_has_its_own_emblem_in_a_mail():
    hands = tuple(Hand(seat, facts=(("score", seat + 0.5),)) for seat in range(6))
    shown = list(_hands(Picture(1, 1, (), hands), ("ann", "bob", "cyd", "dan", "eve", "fay")))
    assert [hand["emblem"][0] for hand in shown] == list("♠♥♦♣★☾")
    assert len({hand["colour"] for hand in shown}) == 6
    assert [hand["facts"] for hand in shown][:2] == ["score ½", "score 1½"]


def test_the_owners_of_a_race_wear_the_colours_of_their_horses_in_a_mail():
    hands = tuple(Hand(seat) for seat in range(5))
    shown = _hands(Picture(1, 1, (), hands, "race"), ("ann", "bob", "cyd", "dan", "eve"))
    assert [hand["colour"] for hand in shown] == list(INKS[:5])


def test_in_the_dark_every_seat_has_a_brighter_colour_of_the_same_kind():
    """The red seat is red there too, whether it is the second at a table or the first of a race."""
    names = ("ann", "bob", "cyd", "dan", "eve", "fay")
    dark = {
        name: colour
        for chosen, colour in re.findall(
            r"^ *(\.\w+\d[^{]*) { color: (\S+) !important }", _source("mail/head.html"), re.M
        )
        for name in re.findall(r"\w+", chosen)
    }
    brighter: dict[object, set[str]] = {}
    for look, seats in (("", 6), ("race", 5)):
        for hand in _hands(Picture(1, 1, (), tuple(map(Hand, range(seats))), look), names):
            brighter.setdefault(hand["colour"], set()).add(dark[str(hand["wears"])])
    assert [len(colours) for colours in brighter.values()] == [1] * len(brighter)
    assert brighter[INKS[0]] == {"#ff8b93"}


@pytest.mark.django_db
def test_readers_who_hold_different_cards_share_one_drawing():
    match = started("ann", "bob", "cyd", game="bids")
    state = match.turns.get().state()
    for seat in (None, 0, 1, 2):
        picture = match.rules.picture(match.rules.view(state, seat))
        assert pictures.png(drawing.public(picture))[:8] == PNG
    assert pictures._png.cache_info().misses == 1


@pytest.mark.django_db
def test_the_words_on_a_board_are_those_of_its_reader():
    match = started("ann", "bob", "cyd", game="bids")
    picture = drawing.public(match.rules.picture(match.rules.view(match.turns.get().state(), 0)))
    drawn = {}
    for language in ("en", "pl", "bg", "en"):
        with translation.override(language):
            drawn.setdefault(language, set()).add(pictures.png(picture))
    assert [len(boards) for boards in drawn.values()] == [1, 1, 1]
    assert len(set.union(*drawn.values())) == 3
