"""Every game behind the pages: what it can't take is refused beside the form, and nothing changes."""

from __future__ import annotations

import re
from html import escape, unescape

import pytest
from django.http import HttpResponse
from django.test import Client

from games.links import order_token
from games.models import Match, Order
from games.rules import GAMES
from tests.actions import nonsense
from tests.actions.tables import open_turn, person, walked
from tests.pages.visits import browser

pytestmark = [pytest.mark.django_db, pytest.mark.parametrize("slug", sorted(GAMES))]

WRONG = [text for text in (*nonsense.TEXTS, "DAY", "4; low K; low Q") if text.strip()]


@pytest.fixture(autouse=True)
def _thinks_little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAMES["bid_chess"], "budget", 20)


def alert(answer: HttpResponse) -> str:
    """The sentence that a page gives as the reason."""
    found = re.search(r'role="alert"[^>]*>(.*?)</p>', answer.content.decode(), re.S)
    assert found, answer.status_code
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", found[1])).split())


def refused(answer: HttpResponse, *statuses: int) -> None:
    assert answer.status_code in statuses
    assert alert(answer)[-1] in ".?!"


def address(match: Match) -> str:
    return f"/m/{match.code}/turn/{open_turn(match).number}/order/"


def test_a_text_that_is_no_order_is_refused_on_the_match_page_and_changes_nothing(slug: str) -> None:
    match, name, _idle = nonsense.at_play(slug)
    visitor, before = browser(name), nonsense.rows(match)
    for text in WRONG:
        if not nonsense.takes(match, name, text.strip()):
            refused(visitor.post(address(match), {"line": text}), 422)
            assert nonsense.rows(match) == before
    refused(visitor.post(address(match), {}), 422)
    refused(visitor.post(address(match), {"c0": ["?", "!"], "c1": "x", "c9": "y"}), 422)
    assert nonsense.rows(match) == before


def test_a_text_that_is_no_order_is_refused_on_the_page_of_a_mail_and_changes_nothing(slug: str) -> None:
    match, name, _idle = nonsense.at_play(slug)
    slot = Order.objects.select_related("seat").get(turn=open_turn(match), seat__user=person(name))
    before = nonsense.rows(match)
    for text in WRONG:
        if not nonsense.takes(match, name, text.strip()):
            refused(Client().post(f"/o/{order_token(slot)}/", {"line": text}), 422)
    assert nonsense.rows(match) == before


def test_the_default_sent_through_the_fields_of_the_form_is_taken(slug: str) -> None:
    match, name, _idle = nonsense.at_play(slug)
    turn = open_turn(match)
    decision = match.rules.decisions(turn.state())[match.seats.get(user__username=name).index]
    values = decision.default.removeprefix(f"{decision.clauses[0].word} ").split()
    answer = browser(name).post(address(match), {"c0": values})
    assert answer.status_code == 302
    turn.refresh_from_db()
    slot = turn.orders.get(seat__user=person(name))
    assert slot.commitment


def test_those_who_owe_nothing_are_refused_and_change_nothing(slug: str) -> None:
    match, _name, idle = nonsense.at_play(slug)
    line, before = nonsense.default(match), nonsense.rows(match)
    assert Client().post(address(match), {"line": line}).status_code == 302
    assert browser("eve").post(address(match), {"line": line}).status_code in (403, 404, 409, 422)
    if idle:
        refused(browser(idle).post(address(match), {"line": line}), 409)
    assert nonsense.rows(match) == before


def test_a_match_that_is_over_takes_nothing_any_more(slug: str) -> None:
    match, name, _idle = nonsense.at_play(slug)
    line = nonsense.default(match)
    match = walked(match, 1200)
    before, last = nonsense.rows(match), match.turns.last().number
    visitor = browser(name)
    for text in (line, *WRONG[:8]):
        for number in (last, last + 1):
            answer = visitor.post(f"/m/{match.code}/turn/{number}/order/", {"line": text})
            assert answer.status_code in (302, 409, 422)
        assert visitor.post(f"/m/{match.code}/plan/", {"plan": text}).status_code in (409, 422)
    assert nonsense.rows(match) == before


def test_the_rules_page_names_every_option_and_says_which_value_is_usual(slug: str) -> None:
    page = Client().get(f"/games/{slug}/").content.decode()
    options = page[page.index('id="options"') :]
    game = GAMES[slug]
    for name in game.options.names():
        label = game.label(name)
        assert f"<strong>{escape(label.name)}</strong><br><code>{name}</code>" in options
    assert options.count("(usual") == len(game.options.names())


def test_a_table_of_the_rules_loses_no_heading_where_its_rows_are_stacked(slug: str) -> None:
    page = Client().get(f"/games/{slug}/").content.decode()
    for table in re.findall(r'<div class="wide">(.*?)</table>', page, re.S):
        heads = re.findall(r"<th[^>]*>(.*?)</th>", table)
        for row in re.findall(r"<tr><td.*?</tr>", table, re.S):
            assert re.findall(r'<td data-of="(.*?)"', row) == heads[2:]
