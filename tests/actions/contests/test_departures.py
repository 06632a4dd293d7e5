"""People who leave the site: what stays of them in contests, and what they could take along before."""

from __future__ import annotations

import pytest

from accounts import actions
from games.actions.contests import teams
from games.actions.contests.entering import enter, leave
from games.actions.contests.inviting import invite
from games.actions.contests.substitutes import volunteer
from games.actions.ratings import rate_due
from games.models import Ask, Contest, Entrant, Entry, Match
from games.models.rating import Rating
from games.models.record import document_of
from games.own_data import own_data
from games.rules import record
from tests.actions.contests.cups import START, begun, boards, called, played, points
from tests.actions.tables import NOW, person

pytestmark = pytest.mark.django_db


def test_who_leaves_the_site_leaves_results_without_a_name() -> None:
    """The account-deletion job deletes the games that user took part in."""
    contest = played(begun("ann", "bob", "cid", "dot"))
    assert rate_due(START) == 6
    before = [points(contest), Match.objects.finished().count(), Entry.objects.count()]
    documents = [document_of(match) for match in Match.objects.order_by("pk")]
    ratings = list(Rating.objects.exclude(user=person("ann")).order_by("pk").values("user", "mu", "sigma"))
    assert len(ratings) == 3
    actions.erase(person("ann"), START)
    after = points(Contest.objects.get())
    assert after == {name.replace("ann", "former player"): count for name, count in before[0].items()}
    assert [Match.objects.finished().count(), Entry.objects.count()] == before[1:]
    assert boards(contest)[0] == ["former player", "dot"]
    again = [document_of(match) for match in Match.objects.order_by("pk")]
    assert [one.turns for one in again] == [one.turns for one in documents]
    assert [record.verify(one) for one in again] == [[]] * 6
    assert list(Rating.objects.exclude(user=None).order_by("pk").values("user", "mu", "sigma")) == ratings


def test_who_leaves_the_site_while_it_runs_has_withdrawn() -> None:
    contest = begun("ann", "bob", "cid", "dot")
    actions.erase(person("dot"), START)
    entry = contest.entries.get(number=4)
    assert (entry.title, entry.status, entry.until) == ("former player", "withdrawn", 1)
    assert Entrant.objects.filter(contest=contest).count() == 3
    contest = played(contest)
    assert contest.status == Contest.Status.FINISHED
    assert points(contest) == {"ann": 3, "bob": 2, "cid": 1, "former player": 0}


def test_what_somebody_only_wanted_goes_without_a_trace() -> None:
    drawn = begun("ann", "bob")
    volunteer(person("cid"), drawn, START)
    contest = called(name="Autumn Cup", most=2)
    for name in ("cid", "ann", "bob"):
        enter(person(name), contest, NOW)
    other = called(name="Winter Cup")
    invite(person("dir"), other, ["cid"], NOW)
    paired = called(name="Pairs", team=2)
    enter(person("ann"), paired, NOW, name="Reds", mates=["cid"])
    actions.erase(person("cid"), NOW)
    assert [one.entries.count() for one in (drawn, contest, other)] == [2, 2, 0]
    assert contest.entries.get(user=person("bob")).status == "in"
    assert Ask.objects.count() == 0


def test_a_team_goes_on_without_who_left_the_site() -> None:
    contest = called(team=2)
    person("bob")
    team = enter(person("ann"), contest, NOW, name="Reds", mates=["bob"])
    teams.join_team(person("bob"), contest, team, NOW)
    enter(person("cid"), contest, NOW, name="Blues")
    contest = played(contest)
    actions.erase(person("ann"), START)
    team.refresh_from_db()
    assert (team.title, team.user) == ("Reds", person("bob"))
    actions.erase(person("bob"), START)
    team.refresh_from_db()
    assert (team.title, team.user) == ("Reds", None)


def test_a_contest_goes_on_without_its_director() -> None:
    contest = begun("ann", "bob")
    actions.erase(person("dir"), START)
    assert contest.directors.count() == 0
    assert played(contest).status == Contest.Status.FINISHED


def test_everybody_can_take_along_what_they_are_in() -> None:
    contest = played(begun("ann", "bob"))
    later = called(name="Autumn Cup", director="ann", team=2)
    enter(person("bob"), later, NOW, name="Reds", mates=["ann"])
    data = own_data(person("ann"))["contests"]
    assert {name: len(rows) for name, rows in data.items()} == {
        "entries": 1,
        "places": 1,
        "asked_to": 1,
        "directs": 1,
        "acts": 0,
    }
    assert data["entries"][0]["contest__code"] == contest.code
    assert (data["places"][0]["entry__berths__place"], data["directs"][0]["name"]) == (1, "Autumn Cup")
    leave(person("bob"), later, NOW)
    assert own_data(person("ann"))["contests"]["asked_to"] == []


def test_a_team_goes_on_without_a_member_who_leaves_the_site() -> None:
    contest = begun("ann+bob", "cid+dot", team=2)
    actions.erase(person("bob"), START)
    entry = contest.entries.get(number=1)
    assert (entry.status, list(entry.entrants.values_list("user__username", flat=True))) == ("in", ["ann"])
