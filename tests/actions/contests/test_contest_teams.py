"""Teams in a contest: founded by a captain, joined by who is asked, gone on with by who is left."""

from __future__ import annotations

import pytest

from accounts.models import Notice
from games.actions.contests import teams
from games.actions.contests.entering import enter, leave
from games.actions.contests.inviting import invite
from games.actions.contests.refusals import (
    AlreadyEntered,
    ContestOver,
    EntryFull,
    IllegalEntry,
    NotEntered,
    NotOfTeam,
)
from games.actions.contests.substitutes import volunteer
from games.models import Ask, Contest, Entry, Member, Seat
from games.models.rating import Rating
from tests.actions.contests.cups import START, called, played, ticked
from tests.actions.tables import NOW, person

pytestmark = pytest.mark.django_db


def pairs(**call: object) -> Contest:
    for name in ("bob", "cid", "dot", "eve"):
        person(name)
    return called(team=2, **call)


def people(entry: Entry) -> list[str]:
    return list(entry.entrants.order_by("position").values_list("user__username", flat=True))


def test_a_captain_enters_a_team_and_its_mates_join_it_themselves() -> None:
    contest = pairs()
    team = enter(person("ann"), contest, NOW, name="Red & White", mates=["Bob", "cid", "ann"])
    assert (team.name, team.status, people(team)) == ("Red & White", "in", ["ann"])
    assert sorted(Ask.objects.values_list("user__username", flat=True)) == ["bob", "cid"]
    assert sorted(Notice.objects.values_list("user__username", "kind")) == [
        ("bob", "invitation"),
        ("cid", "invitation"),
    ]
    assert list(Contest.objects.inviting(person("bob"))) == [contest]
    teams.join_team(person("bob"), contest, team, NOW)
    assert teams.join_team(person("bob"), contest, team, NOW).pk == team.pk
    assert people(team) == ["ann", "bob"]
    with pytest.raises(EntryFull):
        teams.join_team(person("cid"), contest, team, NOW)
    assert list(Contest.objects.visible_to(person("cid")).filter(visibility="private")) == []


def test_a_private_contest_is_shown_to_those_whom_a_team_asks() -> None:
    contest = pairs(visibility="private")
    invite(person("dir"), contest, [person("ann").username], NOW)
    enter(person("ann"), contest, NOW, name="Reds", mates=["bob"])
    shown = [list(Contest.objects.visible_to(person(name))) for name in ("bob", "cid")]
    assert shown == [[contest], []]


@pytest.mark.parametrize(("name", "code"), [("", "no_name"), ("REDS", "name_taken")])
def test_a_team_needs_a_name_that_no_other_has(name: str, code: str) -> None:
    contest = pairs()
    enter(person("ann"), contest, NOW, name="Reds")
    with pytest.raises(IllegalEntry) as refused:
        enter(person("bob"), contest, NOW, name=name)
    assert (refused.value.field, refused.value.code) == ("name", code)


def test_only_a_captain_asks_and_nobody_is_asked_who_is_in_another_team() -> None:
    contest = pairs()
    team = enter(person("ann"), contest, NOW, name="Reds", mates=["bob"])
    teams.join_team(person("bob"), contest, team, NOW)
    enter(person("cid"), contest, NOW, name="Blues")
    for name in ("bob", "dot"):
        with pytest.raises(NotOfTeam):
            teams.ask(person(name), contest, ["eve"], NOW)
    with pytest.raises(IllegalEntry) as refused:
        teams.ask(person("ann"), contest, ["cid"], NOW)
    assert (refused.value.code, refused.value.data) == ("already_entered", {"name": "cid"})
    with pytest.raises(IllegalEntry) as refused:
        teams.ask(person("ann"), contest, ["nobody"], NOW)
    assert refused.value.code == "unknown_person"
    many = [person(f"p{number}").username for number in range(21)]
    with pytest.raises(IllegalEntry) as refused:
        teams.ask(person("ann"), contest, many, NOW)
    assert refused.value.code == "too_many_asked"
    teams.ask(person("ann"), contest, ["eve"], NOW)
    assert list(Ask.objects.values_list("user__username", flat=True)) == ["eve"]


def test_nobody_has_mates_where_everybody_plays_alone() -> None:
    person("bob")
    with pytest.raises(EntryFull):
        enter(person("ann"), called(), NOW, mates=["bob"])
    assert Entry.objects.count() == 0


def test_nobody_joins_a_team_unasked_or_from_another_team() -> None:
    contest = pairs()
    reds = enter(person("ann"), contest, NOW, name="Reds", mates=["bob"])
    blues = enter(person("cid"), contest, NOW, name="Blues", mates=["dot", "bob"])
    with pytest.raises(NotOfTeam):
        teams.join_team(person("dot"), contest, reds, NOW)
    teams.join_team(person("bob"), contest, reds, NOW)
    with pytest.raises(AlreadyEntered):
        teams.join_team(person("bob"), contest, blues, NOW)
    assert Ask.objects.filter(user=person("bob")).count() == 0
    teams.turn_down(person("dot"), contest)
    with pytest.raises(NotEntered):
        teams.turn_down(person("dot"), contest)


def test_who_is_invited_or_volunteers_may_join_a_team_instead() -> None:
    contest = pairs()
    team = enter(person("ann"), contest, NOW, name="Reds", mates=["bob"])
    invite(person("dir"), contest, ["bob"], NOW)
    teams.join_team(person("bob"), contest, team, NOW)
    assert (Entry.objects.count(), people(team)) == (1, ["ann", "bob"])
    volunteer(person("cid"), contest, NOW)
    blues = enter(person("dot"), contest, NOW, name="Blues", mates=["cid"])
    teams.join_team(person("cid"), contest, blues, NOW)
    assert people(blues) == ["dot", "cid"]


def test_a_team_is_seeded_by_the_mean_of_its_people_unless_a_director_said_otherwise() -> None:
    Rating.objects.create(user=person("bob"), game="hush", mu=30.0)
    contest = pairs()
    team = enter(person("ann"), contest, NOW, name="Reds", mates=["bob"])
    teams.join_team(person("bob"), contest, team, NOW)
    assert Entry.objects.get(pk=team.pk).rating == 1650
    blues = enter(person("cid"), contest, NOW, name="Blues", mates=["dot"])
    Entry.objects.filter(pk=blues.pk).update(rating=2000)
    teams.join_team(person("dot"), contest, blues, NOW)
    assert Entry.objects.get(pk=blues.pk).rating == 2000


def test_a_team_goes_on_with_who_is_left_and_its_next_captain() -> None:
    contest = pairs()
    team = enter(person("ann"), contest, NOW, name="Reds", mates=["bob"])
    teams.join_team(person("bob"), contest, team, NOW)
    leave(person("bob"), contest, NOW)
    team.refresh_from_db()
    assert (team.user, people(team)) == (person("ann"), ["ann"])
    teams.ask(person("ann"), contest, ["bob"], NOW)
    teams.join_team(person("bob"), contest, team, NOW)
    leave(person("ann"), contest, NOW)
    team.refresh_from_db()
    assert (team.user, people(team)) == (person("bob"), ["bob"])
    leave(person("bob"), contest, NOW)
    assert Entry.objects.count() == 0


def test_who_leaves_a_team_that_plays_leaves_its_tables_to_the_others() -> None:
    contest = pairs()
    reds = enter(person("ann"), contest, NOW, name="Reds", mates=["bob"])
    teams.join_team(person("bob"), contest, reds, NOW)
    enter(person("cid"), contest, NOW, name="Blues")
    contest = ticked(contest)
    leave(person("ann"), contest, START)
    seat = Seat.objects.get(user=person("bob"))
    assert (seat.state, Member.objects.get(user=person("ann")).active) == ("playing", False)
    assert Entry.objects.get(pk=reds.pk).status == "in"
    leave(person("bob"), contest, START)
    assert Entry.objects.get(pk=reds.pk).status == "withdrawn"


def test_nobody_asks_or_joins_once_it_is_over() -> None:
    contest = pairs()
    team = enter(person("ann"), contest, NOW, name="Reds", mates=["bob"])
    enter(person("cid"), contest, NOW, name="Blues")
    contest = played(contest)
    with pytest.raises(ContestOver):
        teams.ask(person("ann"), contest, ["dot"], START)
    with pytest.raises(ContestOver):
        teams.join_team(person("bob"), contest, team, START)
