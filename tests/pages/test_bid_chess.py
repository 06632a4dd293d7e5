"""Bid Chess on the pages: its own order forms, which need no script, and the list of moves."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.utils import timezone

from games.links import order_token
from games.models import Match, Order
from tests.actions.tables import open_turn, order, started
from tests.pages.visits import browser, order_path, person, queries, said

pytestmark = pytest.mark.django_db

ARRAY = "setup RNBQKBNR/PPPPPPPP/........"
BACK_AND_FORTH = ("g1f3", "g8f6", "f3g1", "f6g8")


def opened(**options: Any) -> Match:
    """A match that began just now, for King's Leap unless something else is said."""
    options = {"pool": "28"} | options
    return started("ann", "bob", game="bid_chess", options=options, now=timezone.now())


def sides(match: Match) -> tuple[str, str]:
    """Who has White, and who has Black."""
    state: Any = match.turns.get(number=1).state()
    names = ("ann", "bob")
    return names[state.white], names[1 - state.white]


def give(match: Match, name: str, line: str) -> None:
    order(name, match, line, timezone.now())


def set_up(match: Match, bid: str = "bid 0") -> tuple[str, str]:
    """Play up to the first move."""
    for line in (bid, ARRAY):
        number = open_turn(match).number
        for name in ("ann", "bob"):
            order(name, match, line, timezone.now(), number)
    return sides(match)


def moved(match: Match, *lines: str) -> None:
    for at, line in enumerate(lines):
        give(match, sides(match)[at % 2], line)


def form(match: Match, name: str) -> str:
    """The order form as the page has it."""
    page = browser(name).get(match.get_absolute_url()).content.decode()
    found = re.search(r'<form[^>]*class="form order-form".*?</form>', page, re.S)
    assert found
    return html.unescape(found[0])


def send(match: Match, name: str, **fields: str) -> Any:
    return browser(name).post(order_path(match), fields)


def own(match: Match, number: int, name: str) -> str:
    """The line that was opened when a turn closed."""
    return Order.objects.get(turn__match=match, turn__number=number, seat__user=person(name)).line


# --- Forms ------------------------------------------------------------------------------------------------


def test_the_form_of_a_bid_says_what_can_be_bid_and_what_men_are_worth():
    text = form(opened(pool="5"), "ann")
    assert "Your bid for 2 × Camel" in text
    assert "You can bid −9…39" in text
    assert 'min="-9" max="39"' in text
    assert re.findall(r"\d\">(\w)</code> (\w+) (\d)", text) == [
        ("P", "Pawn", "1"),
        ("N", "Knight", "3"),
        ("B", "Bishop", "3"),
        ("R", "Rook", "5"),
        ("Q", "Queen", "9"),
    ]
    assert "5 = <code>R, BPP, NPP</code>" in text


def test_a_bid_is_made_of_its_fields_and_kept_when_it_is_refused():
    match = opened()
    answer = send(match, "ann", c0="5", c1="RP")
    assert answer.status_code == 422
    text = html.unescape(answer.content.decode())
    assert "RP is worth 6, and 5 is due exactly" in text
    assert 'name="c0" type="number" step="1" min="-9" max="39" value="5"' in text
    assert 'name="c1" value="RP"' in text
    send(match, "ann", c0="5", c1="n p p")
    send(match, "bob", c0="-3")
    assert (own(match, 1, "ann"), own(match, 1, "bob")) == ("bid 5; pay NPP", "bid -3")


def test_a_hidden_payment_has_no_field():
    text = form(opened(pay="hidden"), "ann")
    assert 'name="c1"' not in text
    assert "What you pay stays hidden" in text


def test_what_a_bid_below_0_means_is_said_as_the_match_has_it():
    assert "costs your opponent men of that value" in form(opened(negative="opponent"), "ann")
    assert "adds men of that value" in form(opened(), "ann")
    plain = form(opened(negative="off"), "ann")
    assert "below 0" not in plain


def test_payments_are_chosen_in_words():
    match = opened()
    give(match, "ann", "bid 5; pay ask")
    give(match, "bob", "bid 0")
    text = form(match, "ann")
    assert re.findall(r'value="(\w+)"><b>\w+</b> <span>(.*?)\s*</span>', text) == [
        ("R", "Rook"),
        ("BPP", "Bishop, 2 Pawns"),
        ("NPP", "Knight, 2 Pawns"),
        ("PPPPP", "5 Pawns"),
    ]
    send(match, "ann", c0="NPP")
    assert own(match, 2, "ann") == "pay NPP"


def test_many_payments_stand_in_a_list():
    match = opened()
    give(match, "ann", "bid 14; pay ask")
    give(match, "bob", "bid 0")
    text = form(match, "ann")
    assert text.count("<option") > 8
    assert re.search(r'<option value="QR">Queen, Rook\s*</option>', text)
    assert "2 Rooks, Knight, Pawn" in text


def test_men_to_add_are_named_as_such():
    match = opened()
    give(match, "ann", "bid -3; pay ask")
    give(match, "bob", "bid -5")
    assert "The men to add, worth 3" in form(match, "ann")


def test_the_usual_setup_stands_in_its_form_and_can_just_be_sent():
    match = opened(pool="9")
    for name in ("ann", "bob"):
        give(match, name, "bid 0")
    _white, black = sides(match)
    text = form(match, black)
    rows = re.search(r"<textarea[^>]*>(.*?)</textarea>", text, re.S)
    assert rows
    assert rows[1] == "RNBQKBNR\nPPPPPPPP\n...X...."
    assert 'data-letter="X" data-number="1" data-value="0" data-name="Centaur"' in text
    send(match, black, c0=rows[1].replace("\n", "\r\n"))
    send(match, sides(match)[0], c0="RNBQKBNR\nPPPPPPPP\n........")
    assert own(match, 2, black) == "setup RNBQKBNR/PPPPPPPP/...X...."


def test_a_refused_setup_keeps_its_rows():
    match = opened()
    for name in ("ann", "bob"):
        give(match, name, "bid 0")
    wrong = "RNBQKBNR\nPPPPPPP.\n........"
    answer = send(match, "ann", c0=wrong)
    assert answer.status_code == 422
    assert "You have 8 × P to place, and this setup has 7." in html.unescape(answer.content.decode())
    assert f"{wrong}</textarea>" in answer.content.decode()


def test_a_hidden_payment_says_how_much_has_to_stay_out_or_come_in():
    match = opened(pay="hidden")
    give(match, "ann", "bid 5")
    give(match, "bob", "bid 0")
    assert "Leave out men worth 5" in form(match, "ann")
    assert 'data-left="34" data-due="5"' in form(match, "ann")
    match = opened(pay="hidden")
    for name in ("ann", "bob"):
        give(match, name, "bid -3")
    text = form(match, sides(match)[1])
    assert "You may add men" in text
    assert text.count("data-more") == 5


def test_moves_are_listed_by_man_and_one_is_chosen():
    match = opened()
    white, black = set_up(match)
    text = form(match, white)
    assert re.findall(r'label="(Knight \w\w)">(.*?)</optgroup>', text)[1][1].count("<option") == 2
    assert '<option value="g1f3" data-from="g1" data-to="f3">Ng1–f3</option>' in text
    assert "offers a draw" not in text
    send(match, white, c0="g1f3", c1="on")
    assert own(match, 3, white) == "g1f3; draw?"
    text = form(match, black)
    assert "Your opponent offers a draw." in text
    assert '<option value="draw">agree to a draw</option>' in text


def test_a_refused_move_stays_chosen():
    match = opened()
    white, _black = set_up(match)
    answer = send(match, white, c0="g1f3", line="e2e5")
    assert answer.status_code == 422
    text = answer.content.decode()
    assert '<option value="g1f3" data-from="g1" data-to="f3" selected>' in text
    assert 'value="e2e5"' in text


def test_the_page_of_a_mail_has_the_same_form():
    match = opened()
    white, _black = set_up(match)
    slot = Order.objects.select_related("seat").get(turn=open_turn(match), seat__user=person(white))
    page = browser().get(f"/o/{order_token(slot)}/").content.decode()
    assert 'data-chess="move"' in page
    assert "bidplay/chess" in page


def test_names_of_own_rows_are_text_and_no_markup():
    match = opened(pool="", custom="<b>&'\" FC 2")
    page = browser("ann").get(match.get_absolute_url()).content.decode()
    assert "<b>&'" not in page
    assert "Your bid for 2 × &lt;b&gt;&amp;&#x27;&quot;" in page
    give(match, "ann", "bid 1")
    give(match, "bob", "bid 0")
    page = browser("ann").get(match.get_absolute_url()).content.decode()
    assert "<b>&'" not in page
    assert 'data-name="&lt;b&gt;&amp;&#x27;&quot;"' in page


# --- Moves ------------------------------------------------------------------------------------------------


def listed(path: str, name: str = "") -> list[tuple[str, str, bool]]:
    """The moves on a page: how each is written, where it leads, whether it is the one that is shown."""
    page = browser(name).get(path).content.decode().partition('<ol class="moves"')[2].partition("</ol>")[0]
    found = re.findall(r'<a href="([^"]*)"( aria-current="true")?>([^<]*)</a>', page)
    return [(san, href, bool(current)) for href, current, san in found]


def test_each_move_leads_to_the_position_after_it():
    match = opened()
    set_up(match)
    home = match.get_absolute_url()
    assert 'id="moves-title"' not in browser().get(home).content.decode()
    moved(match, "e2e4", "e7e5", "g1f3")
    assert listed(home) == [
        ("e4", f"{home}turn/4/", False),
        ("e5", f"{home}turn/5/", False),
        ("Nf3", home, True),
    ]
    assert "Pawn e4" in said(browser().get(f"{home}turn/4/text/"))
    assert [current for _san, _href, current in listed(f"{home}turn/4/")] == [True, False, False]
    assert [current for _san, _href, current in listed(f"{home}turn/3/")] == [False, False, False]


def test_the_last_move_of_a_match_that_was_resigned_leads_to_the_position_after_it():
    match = opened()
    set_up(match)
    moved(match, "e2e4", "resign")
    home = match.get_absolute_url()
    assert listed(home) == [("e4", f"{home}turn/4/", True)]


def test_a_long_match_shows_the_last_twenty_pairs_and_the_others_on_a_page_of_their_own(monkeypatch):
    monkeypatch.setattr("games.pages.moves.PAIRS", 2)
    match = opened()
    set_up(match)
    home = match.get_absolute_url()
    moved(match, *BACK_AND_FORTH[:2])
    assert "All moves" not in said(browser().get(home))
    moved(match, *BACK_AND_FORTH[2:], "e2e4", "e7e5", "g1f3")
    page = browser().get(home)
    assert '<ol class="moves" start="2">' in page.content.decode()
    assert [san for san, _href, _current in listed(home)] == ["Ng1", "Ng8", "e4", "e5", "Nf3"]
    assert f'{home}moves/">All moves' in page.content.decode()
    everything = ["Nf3", "Nf6", "Ng1", "Ng8", "e4", "e5", "Nf3"]
    assert [san for san, _href, _current in listed(f"{home}moves/")] == everything
    assert [san for san, _href, _current in listed(f"{home}turn/4/")] == ["Nf3", "Nf6", "Ng1"]


def test_a_longer_match_asks_the_database_no_more():
    match = opened()
    white, _black = set_up(match)
    moved(match, "e2e4", "e7e5")
    before = queries(browser(white), match.get_absolute_url())
    moved(match, *BACK_AND_FORTH)
    assert queries(browser(white), match.get_absolute_url()) == before


def test_a_game_without_a_list_of_moves_has_no_page_for_it():
    match = started("ann", "bob", game="fourbid", now=timezone.now())
    assert browser().get(f"{match.get_absolute_url()}moves/").status_code == 404


def test_nobody_sees_the_moves_of_a_match_that_they_may_not_see():
    person("bob")
    match = started("ann", "bob", game="bid_chess", visibility="private", invite=["bob"], now=timezone.now())
    assert browser("cid").get(f"{match.get_absolute_url()}moves/").status_code == 404
    assert browser("bob").get(f"{match.get_absolute_url()}moves/").status_code == 200
