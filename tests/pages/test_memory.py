"""A game of memory: while it runs nobody looks back, by no address; when it is over everything shows."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.actions import seats
from games.models import Match
from tests.actions.dealing import played
from tests.actions.tables import NOW, SECOND, open_turn, order, person, started
from tests.pages.visits import browser, said

pytestmark = pytest.mark.django_db

HIDDEN = "What happened here may be looked at again when the match is over."
CARD = re.compile(r"The (\d+) goes|The (\d+) is drawn|last card is an? (\d+)")


def table(memory: str = "on", turns: int = 9) -> Match:
    """A match of Foursquare for one, played on for a while."""
    match = started(
        "ann", game="foursquare", pace={"kind": "free"}, options={"memory": memory}, visibility="public"
    )
    return played(match, "ann", turns, lazy=False)


def pages(match: Match, client: Client) -> dict[int, str]:
    """What the pages of the closed turns say, by their numbers."""
    numbers = match.turns.closed().values_list("number", flat=True)
    return {n: said(client.get(f"/m/{match.code}/turn/{n}/")) for n in numbers}


@pytest.mark.parametrize("name", ["ann", ""])
def test_no_page_of_a_running_match_shows_a_card_that_must_be_remembered(name):
    match = table()
    client = browser(name)
    *earlier, last = pages(match, client).items()
    assert len(earlier) > 5
    for _number, text in earlier:
        assert HIDDEN in text
        assert CARD.findall(text) == []
        assert "nobody looks back" in text
    assert CARD.findall(last[1])
    assert "nobody looks back" in last[1]
    page = said(client.get(match.get_absolute_url()))
    assert len(CARD.findall(page)) == len(CARD.findall(last[1]))
    log = said(client.get(f"/m/{match.code}/log/?before={last[0]}"))
    assert CARD.findall(log) == []


def test_an_entry_of_the_log_that_showed_a_card_is_not_kept():
    match = table(turns=6)
    client = browser("ann")
    before = CARD.findall(said(client.get(match.get_absolute_url())))
    played(match, "ann", 1)
    after = CARD.findall(said(client.get(match.get_absolute_url())))
    assert before
    assert len(after) <= 2
    assert len(CARD.findall(said(client.get(f"/m/{match.code}/log/?before=99")))) == len(after)


def test_an_order_for_an_old_turn_is_refused_without_the_cards_since():
    match = table()
    answer = browser("ann").post(f"/m/{match.code}/turn/2/order/", {"line": "d5"})
    assert answer.status_code == 409
    assert HIDDEN in said(answer)
    assert len(CARD.findall(said(answer))) <= 4  # the last turn, once as news and once in the log


def test_what_a_plan_played_is_told_until_the_next_order():
    match = table(turns=2)
    number = open_turn(match).number
    legal = match.rules.decisions(open_turn(match).state())[0].clauses[0].values
    receipt = order("ann", match, f"{legal[0]}\nnext *:{legal[0]}")
    assert receipt.plan
    match.refresh_from_db()
    told = pages(match, browser("ann"))
    assert [number for number, text in told.items() if CARD.search(text)] == [n for n in told if n >= number]


def test_who_orders_by_plans_alone_must_remember_too():
    match = table(turns=2)
    for step in range(1, 4):
        turn = open_turn(match)
        cell = match.rules.decisions(turn.state())[0].clauses[0].values[0]
        receipt = order("ann", match, f"from {turn.number}; next *:{cell}", NOW + step * SECOND)
        assert receipt.by_plan
    match.refresh_from_db()
    told = pages(match, browser("ann"))
    assert [number for number, text in told.items() if CARD.search(text)] == [max(told)]


@pytest.mark.parametrize("memory", ["on", "off"])
def test_when_the_match_is_over_everything_shows(memory):
    match = table(memory)
    looking = pages(match, browser("ann"))
    assert (HIDDEN in "".join(looking.values())) == (memory == "on")
    seats.resign(person("ann"), match, NOW)
    match.refresh_from_db()
    told = pages(match, browser())
    assert HIDDEN not in "".join(told.values())
    assert "nobody looks back" not in "".join(told.values())
    assert all(CARD.search(text) for number, text in told.items() if number < len(told))
    assert len(CARD.findall(said(browser("ann").get(match.get_absolute_url())))) > 9
