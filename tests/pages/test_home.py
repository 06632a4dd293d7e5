"""The front page: a welcome for guests, and for people what they owe, the most urgent first."""

from __future__ import annotations

import datetime

import pytest
from django.utils import timezone

from games.models import Match
from tests.pages.visits import (
    browser,
    finished,
    open_turn,
    order_path,
    person,
    queries,
    running,
    said,
    waiting,
)

pytestmark = pytest.mark.django_db


def test_a_guest_is_told_what_this_is_and_sees_a_worked_board():
    answer = browser().get("/")
    assert answer.status_code == 200
    assert "Sealed until the turn closes" in said(answer)
    assert 'class="board"' in answer.content.decode()
    assert list(answer.cookies) == ["csrftoken"]  # of the buttons to play now


def test_a_guest_sees_the_board_of_a_running_public_match():
    running("ann", "bob", name="hidden", visibility="unlisted")
    assert "hidden" not in said(browser().get("/"))
    running("ann", "bob", name="in the open")
    assert "in the open" in said(browser().get("/"))


def test_what_is_owed_comes_first_by_time_left():
    for name, days in (("slow", 5), ("quick", 1), ("middling", 3)):
        running("ann", "bob", name=name, pace={"interval": days * 86_400})
    answer = browser("ann").get("/")
    assert [row.match.name for row in answer.context["owing"]] == ["quick", "middling", "slow"]
    assert "Nobody waits for you." not in said(answer)
    assert "23 hours" in said(answer)


def test_each_match_stands_in_its_place():
    person("bob")
    owed = running("ann", "bob", name="owed")
    given = running("ann", "bob", name="given")
    browser("ann").post(order_path(given), {"c0": ["K"]})
    waiting("ann", name="waiting")
    waiting("bob", name="inviting", invite=["ann"])
    finished("ann", "bob", name="over")
    context = browser("ann").get("/").context
    places = {
        place: [row.match.name for row in context[place]]
        for place in ("owing", "running", "waiting", "inviting", "ended")
    }
    assert places == {
        "owing": [owed.name],
        "running": ["given"],
        "waiting": ["waiting"],
        "inviting": ["inviting"],
        "ended": ["over"],
    }
    assert "Nobody waits for you." in said(browser("cid").get("/"))


def test_what_is_over_says_how_the_reader_came_off():
    finished("ann", "bob", name="duel")
    assert "duel Fourbid ann, bob · 3 days a turn place 1 of 2" in said(browser("ann").get("/"))
    assert "duel Fourbid ann, bob · 3 days a turn place 2 of 2" in said(browser("bob").get("/"))


def test_that_you_wait_for_nobody_either_is_only_said_where_nobody_waits_for_you():
    running("ann", "bob")
    assert "You wait for nobody. " in said(browser("ann").get("/"))
    assert "You wait for nobody either." in said(browser("cid").get("/"))


def test_the_dashboard_costs_the_same_for_1_match_and_for_20():
    cost = []
    for count in (1, 19):
        for _match in range(count):
            running("ann", "bob")
            waiting("ann")
        cost.append(queries(browser("ann"), "/"))
    assert cost[0] == cost[1]


def test_a_turn_that_has_closed_is_no_longer_owed():
    match = running("ann", "bob")
    assert len(browser("ann").get("/").context["owing"]) == 1
    Match.objects.filter(pk=match.pk).update(status="finished", outcome=None, ended_at=timezone.now())
    open_turn(match)
    match.turns.update(closed_at=timezone.now() - datetime.timedelta(seconds=1))
    assert browser("ann").get("/").context["owing"] == []
