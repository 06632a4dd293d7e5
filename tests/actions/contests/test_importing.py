"""Entries from a director's list: everything or nothing, with each wrong line named."""

from __future__ import annotations

import pytest

from accounts.models import Notice
from games.actions.contests.entering import enter
from games.actions.contests.founding import announce
from games.actions.contests.importing import LONGEST, MOST_LINES, import_entries
from games.actions.contests.inviting import invite
from games.actions.contests.refusals import EntriesClosed, IllegalEntry, NotDirector, WrongLines
from games.models import Ask, Contest, Entry
from tests.actions.contests.cups import START, begun, called, plan_of
from tests.actions.tables import NOW, person

pytestmark = pytest.mark.django_db

DIR = "dir"


def imported(contest: Contest, text: str) -> tuple[int, int]:
    result = import_entries(person(DIR), contest, text, NOW)
    return len(result.invited), len(result.changed)


def entries(contest: Contest) -> list[tuple[str, str, float, int | None]]:
    found = contest.entries.order_by("pk")
    return list(found.values_list("user__username", "status", "rating", "division"))


@pytest.mark.parametrize("sign", [",", ";", "\t"])
def test_a_list_invites_people_and_seeds_those_who_are_there(sign: str) -> None:
    contest = called()
    for name in ("ann", "bob"):
        person(name)
    enter(person("cid"), contest, NOW)
    text = f"\ufeffName{sign}Rating\r\nann{sign}1700\r\n\r\nBOB{sign}\r\ncid{sign} 1650.5\r\n"
    assert imported(contest, text) == (2, 1)
    assert entries(contest) == [
        ("cid", "in", 1650.5, None),
        ("ann", "invited", 1700, None),
        ("bob", "invited", 0, None),
    ]
    assert imported(contest, text) == (0, 3)
    assert Notice.objects.filter(kind="invitation").count() == 2
    for name in ("ann", "bob"):
        enter(person(name), contest, NOW)
    assert entries(contest)[1:] == [("ann", "in", 1700, None), ("bob", "in", 1500, None)]


def test_nothing_is_stored_unless_every_line_is_right() -> None:
    contest = called()
    person("ann")
    text = "name,team,rating,division\nann\nzoe\nann\nbob,Reds\nbob,,high\nbob,,9999\nbob,,,2\n\0\n"
    person("bob")
    with pytest.raises(WrongLines) as refused:
        imported(contest, text)
    assert [(number, refusal.code) for number, refusal in refused.value.lines] == [
        (3, "unknown_person"),
        (4, "named_twice"),
        (5, "no_teams"),
        (6, "illegal_number"),
        (7, "illegal_number"),
        (8, "illegal_division"),
        (9, "control_characters"),
    ]
    assert str(refused.value) == "Nothing was imported. Wrong lines: 3, 4, 5, 6, 7, 8, 9."
    assert Entry.objects.count() == 0


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "illegal_columns"),
        ("ann\nbob", "illegal_columns"),
        ("name,shoes\nann,42", "illegal_columns"),
        ("name,name\nann,ann", "illegal_columns"),
        ("name\n" + "x" * LONGEST, "list_too_long"),
        ("name\n" + "ann\n" * (MOST_LINES + 1), "too_many_lines"),
        ("name\n" + "x" * 140_000, "no_csv"),
    ],
)
def test_what_is_no_list_is_refused(text: str, code: str) -> None:
    with pytest.raises(IllegalEntry) as refused:
        imported(called(), text)
    assert (refused.value.code, refused.value.field) == (code, "list")


def test_only_a_director_imports_and_only_before_the_draw() -> None:
    with pytest.raises(NotDirector):
        import_entries(person("ann"), called(), "name\nann", NOW)
    with pytest.raises(EntriesClosed):
        import_entries(person(DIR), begun("ann", "bob"), "name\nann", START)


def test_the_first_of_a_team_is_invited_as_its_captain_and_the_others_are_asked() -> None:
    contest = called(team=3)
    for name in ("ann", "bob", "cid", "dot", "eve"):
        person(name)
    text = "name,team,rating\nann,Reds,\nbob,reds,1600\ncid,Blues,\n"
    assert imported(contest, text) == (2, 0)
    assert list(Ask.objects.values_list("user__username", "entry__name")) == [("bob", "Reds")]
    reds = enter(person("ann"), contest, NOW)
    assert (reds.name, reds.rating, reds.status) == ("Reds", 1600, "in")
    assert imported(contest, text + "dot,REDS,\n") == (0, 2)
    assert sorted(Ask.objects.values_list("user__username", flat=True)) == ["bob", "dot"]
    with pytest.raises(WrongLines) as refused:
        imported(contest, "name,team\nann,Blues\neve,\n")
    assert [refusal.code for _line, refusal in refused.value.lines] == ["in_another_team", "no_name"]


def test_who_was_only_invited_may_still_be_put_into_a_team() -> None:
    contest = called(team=2)
    person("ann")
    person("bob")
    invite(person(DIR), contest, ["ann", "bob"], NOW)
    assert imported(contest, "name,team\nann,Reds\nbob,Reds\n") == (0, 1)
    assert entries(contest)[0][:2] == ("ann", "invited")
    assert list(Ask.objects.values_list("user__username", "entry__name")) == [("bob", "Reds")]


def test_the_divisions_of_a_league_come_with_the_list() -> None:
    contest = called(plan_of("league"), league=True)
    person("ann")
    assert imported(contest, "name;division\nann;2\n") == (1, 0)
    for division in ("0", "1.5"):
        with pytest.raises(WrongLines):
            imported(contest, f"name;division\nann;{division}\n")
    assert enter(person("ann"), contest, NOW).division == 2


def test_nobody_hears_of_a_list_before_the_contest_is_announced() -> None:
    contest = called()
    Contest.objects.filter(pk=contest.pk).update(status=Contest.Status.DRAFT)
    person("ann")
    assert imported(contest, "name\nann") == (1, 0)
    assert Notice.objects.count() == 0
    announce(person(DIR), contest, NOW)
    assert list(Notice.objects.values_list("user__username", "kind")) == [("ann", "invitation")]
