"""Directors ask people to a contest on a page: by names, or by a list that is looked at first."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import escape

from accounts.models import Notice
from games.models import Contest, Entry
from games.rules import GAMES
from tests.actions.contests.cups import begun, called, entered, played
from tests.actions.tables import person
from tests.actions.toy import Hush

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def hush(monkeypatch: pytest.MonkeyPatch) -> None:
    """The small game that contests of tests are held in."""
    monkeypatch.setitem(GAMES, "hush", Hush())


def soon(**call: Any) -> Contest:
    """A contest that takes entries by the clock on the wall."""
    now = timezone.now()
    return called(now=now, starts_at=now + datetime.timedelta(days=2), **call)


def visitor(name: str = "dir") -> Client:
    client = Client()
    client.force_login(person(name))
    return client


def page(contest: Contest) -> str:
    return f"/c/{contest.code}/director/people/"


def invited(contest: Contest) -> list[str]:
    return [entry.title for entry in contest.entries.filter(status=Entry.Status.INVITED).order_by("pk")]


def test_a_director_invites_people_by_their_names() -> None:
    contest = soon(admission="invited")
    person("ann"), person("bob")
    answer = visitor().post(page(contest), {"invite": "ann, bob"}, follow=True)
    assert answer.status_code == 200
    assert "Invited: ann, bob" in answer.content.decode()
    assert invited(contest) == ["ann", "bob"]
    told = Notice.objects.filter(kind="invitation", subject__startswith=f"c:{contest.code}")
    assert sorted(told.values_list("user__username", flat=True)) == ["ann", "bob"]
    again = visitor().post(page(contest), {"invite": "ann"}, follow=True)
    assert "Nobody new is invited." in again.content.decode()


def test_an_unknown_name_loses_nothing_that_was_typed() -> None:
    contest = soon()
    person("ann")
    answer = visitor().post(page(contest), {"invite": "ann zoltan"})
    assert answer.status_code == 422
    assert escape("There is nobody called “zoltan” here.") in answer.content.decode()
    assert "ann zoltan" in answer.content.decode()
    assert invited(contest) == []


def test_a_list_is_looked_at_before_it_counts() -> None:
    contest = soon()
    person("ann"), person("bob")
    entered(contest, "cid")
    text = "name,rating\nann,1700\nbob,1600\ncid,1500\n"
    looked = visitor().post(page(contest), {"list": text, "check": ""}).content.decode()
    assert "Would be invited: ann, bob" in looked
    assert "Are there already: cid" in looked
    assert text.strip() in looked
    assert (invited(contest), contest.entries.get(user=person("cid")).rating) == ([], 0.0)
    done = visitor().post(page(contest), {"list": text}, follow=True).content.decode()
    assert "Invited: ann, bob" in done
    assert (invited(contest), contest.entries.get(user=person("cid")).rating) == (["ann", "bob"], 1500.0)


def test_wrong_lines_of_a_list_are_named_and_nothing_is_stored() -> None:
    contest = soon()
    person("ann")
    answer = visitor().post(page(contest), {"list": "name,rating\nann,strong\nzoltan,1\n"})
    assert answer.status_code == 422
    html = answer.content.decode()
    assert "Line 2: " in html
    assert "Line 3: " in html
    assert "ann,strong" in html
    assert invited(contest) == []


def test_a_text_that_is_no_list_is_refused_beside_it() -> None:
    contest = soon()
    answer = visitor().post(page(contest), {"list": "hello\0"})
    assert answer.status_code == 422
    assert 'id="list-error"' in answer.content.decode()


def test_lists_end_with_the_draw_and_looking_changes_nothing() -> None:
    contest = begun("ann", "bob")
    html = visitor().get(page(contest)).content.decode()
    assert 'name="list"' not in html
    assert visitor().post(page(contest), {"list": "name\nann\n"}).status_code == 422
    contest = played(contest)
    assert visitor().post(page(contest), {"invite": "ann"}).status_code == 422


def test_others_find_no_such_page() -> None:
    contest = soon()
    person("ann")
    assert visitor("ann").get(page(contest)).status_code == 404
    assert visitor("ann").post(page(contest), {"invite": "ann"}).status_code == 404
    assert Client().get(page(contest)).status_code == 302
    checked = Client(enforce_csrf_checks=True)
    checked.force_login(person("dir"))
    assert checked.post(page(contest), {"invite": "ann"}).status_code == 403
