"""Who is asked to a contest, who may ask, and who hears of it."""

from __future__ import annotations

import pytest

from accounts.models import Notice
from games.actions.contests import inviting, rows
from games.actions.contests.entering import enter
from games.actions.contests.refusals import ContestOver, IllegalEntry, NotDirector
from games.models import Contest
from tests.actions.contests.cups import START, begun, called, played
from tests.actions.tables import DAY, NOW, person

pytestmark = pytest.mark.django_db


def told(name: str) -> int:
    return Notice.objects.filter(user=person(name), kind="invitation").count()


def test_directors_invite_people_by_name_once() -> None:
    contest = called()
    enter(person("ann"), contest, NOW)
    person("bob")
    fresh = inviting.invite(person("dir"), contest, ["BOB", " ann", ""], NOW)
    assert [entry.title for entry in fresh] == ["bob"]
    assert inviting.invite(person("dir"), contest, ["bob"], NOW) == []
    assert sorted(contest.entries.values_list("user__username", "status")) == [
        ("ann", "in"),
        ("bob", "invited"),
    ]
    assert (told("ann"), told("bob")) == (0, 1)


def test_only_directors_invite_and_only_people_who_are_there() -> None:
    contest = begun("ann", "bob")
    with pytest.raises(NotDirector):
        inviting.invite(person("ann"), contest, ["dir"], START)
    with pytest.raises(IllegalEntry) as refused:
        inviting.invite(person("dir"), contest, ["nobody"], START)
    assert (refused.value.field, refused.value.data) == ("invite", {"name": "nobody"})
    contest = played(contest)
    with pytest.raises(ContestOver):
        inviting.invite(person("dir"), contest, ["ann"], START)


def test_no_more_are_invited_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "MOST_NAMED", 3)
    monkeypatch.setattr(inviting, "MOST_INVITED", 3)
    contest = called()
    names = [person(f"p{number}").username for number in range(4)]
    inviting.invite(person("dir"), contest, names[:2], NOW)
    for asked, code in [(names, "too_many_named"), (names[2:], "too_many_invited")]:
        with pytest.raises(IllegalEntry) as refused:
            inviting.invite(person("dir"), contest, asked, NOW)
        assert (refused.value.code, refused.value.data) == (code, {"most": 3})


def test_who_is_asked_too_often_finds_the_next_invitation_on_their_page_only() -> None:
    contests = [called(name=f"Cup {number}") for number in range(12)]
    person("ann")
    for contest in contests[:11]:
        inviting.invite(person("dir"), contest, ["ann"], NOW)
    assert told("ann") == 10
    inviting.invite(person("dir"), contests[11], ["ann"], NOW + DAY)
    assert told("ann") == 11
    assert Contest.objects.inviting(person("ann")).count() == 12
