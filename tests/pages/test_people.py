"""The pages of people and of games."""

from __future__ import annotations

import re

import pytest

from games.actions import orders
from games.models.reliability import Reliability, reliability_of
from tests.actions.nonsense import default
from tests.actions.tables import NOW, open_turn, order, started
from tests.pages.visits import browser, finished, pass_turn, person, queries, running, said, waiting

pytestmark = pytest.mark.django_db


def test_a_person_has_a_page_with_results_and_reliability():
    finished("ann", "bob", name="the duel")
    page = said(browser().get("/people/bob/"))
    assert "the duel" in page
    assert re.search(r"ann, bob · [0-9]+ \w+ a turn · ", page)
    assert "place 2 of 2" in page
    assert "0 % of the last 1 orders came in time." in page


def test_an_order_given_ahead_came_in_time():
    match = started("ann", "bob", game="bid_n_bet")
    first = open_turn(match).orders.get().seat.user
    second = match.seats.exclude(user=first).get().user
    orders.plan(second, match.code, "nextmove 2; horse red", NOW)
    order(first.username, match, default(match))
    assert [order.by for order in match.turns.get(number=2).orders.all()] == ["plan"]
    for who in (first, second):
        assert reliability_of([who]) == {who.pk: Reliability(owed=1, given=1)}


def test_matches_that_are_not_listed_stand_only_on_ones_own_page():
    finished("ann", "bob", name="whispered", visibility="private")
    running("ann", "bob", name="quiet", visibility="unlisted")
    waiting("ann", name="loud")
    seen = {name: said(browser(name).get("/people/ann/")) for name in ("", "bob", "ann")}
    for reader in ("", "bob"):
        assert "whispered" not in seen[reader]
        assert "quiet" not in seen[reader]
        assert "loud" in seen[reader]
    assert "whispered" in seen["ann"]
    assert "quiet" in seen["ann"]


@pytest.mark.parametrize("name", ["nobody", "%00", "a" * 300])
def test_nobody_is_not_found(name):
    assert browser().get(f"/people/{name}/").status_code == 404


def test_who_has_left_the_site_has_no_page():
    person("gone", is_active=False)
    assert browser().get("/people/gone/").status_code == 404


def test_a_page_costs_the_same_for_1_match_and_for_20():
    cost = []
    for count in (1, 19):
        for _match in range(count):
            pass_turn(running("ann", "bob"))
            waiting("ann")
            finished("ann", "bob")
        cost.append(queries(browser(), "/people/ann/"))
    assert cost[0] == cost[1]


def test_the_shelf_and_the_rules_are_there_with_the_worked_pictures():
    assert "Fourbid" in said(browser().get("/games/"))
    answer = browser().get("/games/fourbid/")
    assert answer.status_code == 200
    assert answer.content.decode().count('class="board"') == 2
    assert browser().get("/games/ludo/").status_code == 404


def test_the_rules_name_matches_that_wait():
    waiting("ann", name="come in")
    assert "come in" in said(browser().get("/games/fourbid/"))
