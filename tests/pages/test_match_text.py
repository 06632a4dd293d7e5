"""A match as a page of words: it says what the match page shows, takes the same orders, and tells no more."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from django.utils import timezone

from games import drawing
from games.actions import orders
from games.models import Match
from games.rules import GAMES
from tests.actions import nonsense
from tests.actions.tables import open_turn, person, started, walked
from tests.pages.visits import browser, finished, pass_turn, running, said, waiting

pytestmark = pytest.mark.django_db

SMALL = 15_000


@pytest.fixture(autouse=True)
def _thinks_little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAMES["bid_chess"], "budget", 20)


def address(match: Match) -> str:
    return f"/m/{match.code}/text/"


def form(match: Match) -> str:
    return f"/m/{match.code}/turn/{open_turn(match).number}/order/"


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_the_page_is_small_has_one_heading_on_top_and_no_scripts_or_drawings(slug: str) -> None:
    match, name, _idle = nonsense.at_play(slug)
    answer = browser(name).get(address(match))
    page = answer.content.decode()
    main = page[page.index("<main") : page.index("</main>")]
    assert len(answer.content) < SMALL
    assert "<script" not in page
    assert "<svg" not in main
    levels = [int(level) for level in re.findall(r"<h(\d)", main)]
    assert levels.count(1) == 1
    assert [pair for pair in pairwise(levels) if pair[1] > pair[0] + 1] == []


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_every_listed_value_of_what_is_asked_is_on_the_page(slug: str) -> None:
    match, name, _idle = nonsense.at_play(slug)
    decision = match.rules.decisions(open_turn(match).state())[match.seats.get(user__username=name).index]
    page = browser(name).get(address(match)).content.decode()
    listed = {value for clause in decision.clauses if not clause.numbers() for value in clause.values}
    told = page.replace("“ask”", "<code>ask</code>")  # in a sentence of its own in Bid Chess
    assert {value for value in listed if f"<code>{value}</code>" not in told} == set()


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_an_order_written_there_is_the_same_order_and_leads_back(slug: str) -> None:
    match, name, _idle = nonsense.at_play(slug)
    turn = open_turn(match)
    seat = match.seats.get(user__username=name)
    line = match.rules.decisions(turn.state())[seat.index].default
    if line == "time":
        line = match.rules.decisions(turn.state())[seat.index].clauses[0].values[0]
    answer = browser(name).post(form(match), {"page": "text", "line": line})
    assert (answer.status_code, answer["Location"]) == (302, address(match))
    assert turn.orders.get(seat=seat).commitment


def test_a_refusal_stands_beside_the_line_which_keeps_what_was_typed() -> None:
    match = running("ann", "bob")
    answer = browser("ann").post(form(match), {"page": "text", "line": "K K K"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert re.search(
        r'<input id="line" [^>]*value="K K K"[^>]*aria-describedby="order-error line-hint"', page
    )
    assert 'role="alert" id="order-error"' in page
    assert page.count('aria-invalid="true" autofocus') == 1


def test_a_late_order_tells_what_happened_since() -> None:
    match = running("ann", "bob")
    path = form(match)
    pass_turn(match)
    answer = browser("ann").post(path, {"page": "text", "line": "K"})
    assert answer.status_code == 409
    assert "as text" in said(answer)
    assert "What happened" in said(answer)


def test_a_sealed_order_is_shown_to_its_owner_alone_and_can_be_taken_back() -> None:
    match = running("ann", "bob")
    ann, bob = browser("ann"), browser("bob")
    ann.post(form(match), {"page": "text", "line": "Q 3"})
    assert "Your order is in: Q 3" in said(ann.get(address(match)))
    for other in (bob, browser()):
        assert "Q 3" not in said(other.get(address(match)))
    turn = open_turn(match).number
    answer = ann.post(f"/m/{match.code}/turn/{turn}/take-back/", {"page": "text"})
    assert answer["Location"] == address(match)
    assert "You are asked for this" in said(ann.get(address(match)))


def test_the_board_of_fourbid_is_a_table_with_rows_and_columns() -> None:
    match = running("ann", "bob")
    page = browser("ann").get(address(match)).content.decode()
    assert '<th scope="col">Column 8</th>' in page
    assert '<th scope="row">Row 4</th><td>32</td><td>31</td>' in page
    assert "<li>spades (13): 2, 3, 4, 5, 6, 7, 8, 9, 10, jack, queen, king, ace</li>" in page


def test_a_private_match_is_told_to_nobody_else() -> None:
    match = running("ann", "bob", visibility="private")
    assert browser("ann").get(address(match)).status_code == 200
    assert browser("cid").get(address(match)).status_code == 404
    assert browser().get(f"/m/{match.code}/turn/1/text/").status_code == 404


def test_hands_that_are_hidden_are_counted_and_not_told() -> None:
    match = started("ann", "bob", "cid", game="bids", now=timezone.now())
    state = open_turn(match).state()
    index = match.seats.get(user__username="bob").index
    bobs = [drawing.card_name(card) for card in match.rules.view(state, index).hand]
    page = browser("ann").get(address(match)).content.decode()
    assert f"{len(bobs)} hidden cards" in page
    guest = said(browser().get(address(match)))
    assert "What you may order" not in guest


def test_an_open_and_an_ended_match_can_be_read_too() -> None:
    assert "free seat" in said(browser().get(address(waiting("ann"))))
    over = finished("ann", "bob")
    told = said(browser("ann").get(address(over)))
    assert "The match is over. ann wins." in told
    assert "You owe nothing" not in told


def test_a_closed_turn_can_be_read_as_text_and_the_open_one_is_the_match() -> None:
    match = running("ann", "bob")
    orders.submit(person("ann"), match.code, 1, "K 2", timezone.now(), "web")
    pass_turn(match, 2)
    answer = browser().get(f"/m/{match.code}/turn/1/text/")
    told = said(answer)
    assert "ann: K 2" in told
    assert "Row 4" in told
    assert 'rel="next"' in answer.content.decode()
    assert browser().get(f"/m/{match.code}/turn/3/text/")["Location"] == address(match)
    assert browser().get(f"/m/{match.code}/turn/9/text/").status_code == 404


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_the_last_turn_of_a_whole_match_is_small_too(slug: str) -> None:
    match, _name, _idle = nonsense.at_play(slug)
    if slug in ("bids", "bid_chess"):
        pytest.skip("their whole matches are walked elsewhere")
    walked(match)
    answer = browser().get(address(match))
    assert len(answer.content) < SMALL


def test_the_match_page_leads_to_it_and_it_leads_back() -> None:
    match = running("ann", "bob")
    assert f'href="{address(match)}"' in browser("ann").get(match.get_absolute_url()).content.decode()
    assert f'href="/m/{match.code}/"' in browser("ann").get(address(match)).content.decode()
