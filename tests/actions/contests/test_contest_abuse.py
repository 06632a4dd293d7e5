"""What people and directors might try in contests at the cost of others, and what they would only do once."""

from __future__ import annotations

import datetime
from dataclasses import replace
from typing import Any

import pytest

from accounts.actions import erase
from accounts.models import Notice
from games.actions.contests import ladder, substitutes, teams
from games.actions.contests.directing import acts
from games.actions.contests.directing.refusals import NotUndone
from games.actions.contests.entering import enter
from games.actions.contests.founding import Call, announce, change, found
from games.actions.contests.inviting import invite
from games.actions.contests.refusals import AlreadyEntered, NoChallenge
from games.actions.lobby import MOST_MAILED
from games.contests.plan import IllegalPlan
from games.models import Act, Ask, Contest, Entry
from tests.actions.contests.cups import SHORT, START, begun, called, entered, plan_of
from tests.actions.contests.directing import do, key, take_back
from tests.actions.tables import DAY, NOW, person

pytestmark = pytest.mark.django_db
CALL = Call(name="Spring Cup", game="hush", options=SHORT, plan=plan_of(), starts_at=START)


def statuses(contest: Contest) -> dict[str, str]:
    return {entry.title: entry.status for entry in contest.entries.select_related("user")}


def drafted() -> Contest:
    contest = found(person("dir"), CALL, NOW)
    invite(person("dir"), contest, ["ann"], NOW)
    return contest


@pytest.fixture(autouse=True)
def people() -> None:
    for name in ("ann", "bob", "cid", "eve"):
        person(name)


def seen_by(name: str, contest: Contest) -> tuple[bool, bool]:
    found = Contest.objects.filter(pk=contest.pk)
    return found.visible_to(person(name)).exists(), found.listed_for(person(name)).exists()


def test_a_draft_is_seen_by_its_directors_alone_whom_it_invites_too() -> None:
    contest = drafted()
    assert [seen_by(name, contest) for name in ("dir", "ann", "bob")] == [
        (True, True),
        (False,) * 2,
        (False,) * 2,
    ]
    announce(person("dir"), contest, NOW)
    assert [seen_by(name, contest) for name in ("dir", "ann", "bob")] == [(True, True)] * 3


def test_a_draft_that_is_called_off_stays_unknown_and_nobody_is_told() -> None:
    contest = drafted()
    acts.act(person("dir"), contest, "call_off", {}, "rain", NOW)
    assert [seen_by(name, contest) for name in ("dir", "ann", "bob")] == [
        (True, True),
        (False,) * 2,
        (False,) * 2,
    ]
    assert not Notice.objects.exclude(kind="director").exists()


def test_a_volunteer_does_not_give_away_the_place_of_a_team() -> None:
    contest = entered(called(game="bid_n_bet", options={}, size=2, team=2, most=2), "ann+bob", "cid+dot")
    team = enter(person("eve"), contest, NOW, name="Third")
    Ask.objects.create(entry=team, user=person("fay"), created_at=NOW)
    teams.join_team(person("fay"), contest, team, NOW)
    with pytest.raises(AlreadyEntered):
        substitutes.volunteer(person("fay"), contest, NOW)
    team.refresh_from_db()
    assert (team.status, team.user_id) == (Entry.Status.WAITING, person("eve").pk)


def test_those_who_wait_have_the_places_that_are_added() -> None:
    call = replace(CALL, most=2)
    contest = found(person("dir"), call, NOW)
    announce(person("dir"), contest, NOW)
    for name in ("ann", "bob", "cid"):
        enter(person(name), contest, NOW)
    assert statuses(contest)["cid"] == "waiting"
    change(person("dir"), contest, replace(call, most=3, opens_at=NOW), NOW)
    assert statuses(contest)["cid"] == "in"


@pytest.mark.parametrize("wrong", [2**40, -1])
@pytest.mark.parametrize("field", ["rating_least", "rating_most"])
def test_a_rating_that_nobody_has_is_refused(field: str, wrong: int) -> None:
    with pytest.raises(IllegalPlan) as refused:
        found(person("dir"), replace(CALL, **{field: wrong}), NOW)
    assert refused.value.field in {"rating_least", "rating_most"}


@pytest.mark.parametrize(
    ("instant", "code"),
    [
        (datetime.datetime(2026, 4, 1), "no_instant"),
        (datetime.datetime.max.replace(tzinfo=datetime.UTC), "starts_in_the_past"),
        (
            datetime.datetime.min.replace(tzinfo=datetime.timezone(datetime.timedelta(hours=14))),
            "starts_in_the_past",
        ),
    ],
)
@pytest.mark.parametrize("field", ["opens_at", "starts_at"])
def test_a_moment_that_no_calendar_has_is_refused(field: str, instant: Any, code: str) -> None:
    with pytest.raises(IllegalPlan) as refused:
        found(person("dir"), replace(CALL, **{field: instant}), NOW)
    assert (refused.value.code, refused.value.field) == (code, field)


def test_more_points_for_places_than_a_table_has_seats_are_refused() -> None:
    with pytest.raises(IllegalPlan) as refused:
        found(person("dir"), replace(CALL, plan=plan_of(points="places", places=(1.0,) * 17)), NOW)
    assert refused.value.code == "illegal_places"


def test_nobody_is_mailed_of_more_than_some_contests_a_day_whoever_asks() -> None:
    for number in range(MOST_MAILED + 3):
        contest = called(director=f"dir{number % 3}", name=f"Cup {number}")
        invite(person(f"dir{number % 3}"), contest, ["ann"], NOW)
        do(contest, "remove", NOW, by=f"dir{number % 3}", entry=key(contest, "ann"))
    assert Notice.objects.filter(user=person("ann"), kind="invitation").count() == MOST_MAILED
    contest = called(name="Next day", director="dir0")
    invite(person("dir0"), contest, ["ann"], NOW + DAY)
    assert Notice.objects.filter(user=person("ann"), kind="invitation").count() == MOST_MAILED + 1


def test_a_challenge_ends_with_its_ladder() -> None:
    contest = begun("ann", "bob", "cid", plan=plan_of("ladder"))
    ladder.challenge(person("bob"), contest, Entry.objects.get(pk=key(contest, "ann")), START)
    do(contest, "call_off")
    for answer in (ladder.take_up, ladder.give_way):
        with pytest.raises(NoChallenge):
            answer(person("ann"), contest, START)


def test_a_removal_stays_once_its_person_has_entered_anew() -> None:
    contest = entered(called(), "ann", "bob", "cid")
    act = do(contest, "remove", NOW, entry=key(contest, "cid"))
    enter(person("cid"), contest, NOW)
    with pytest.raises(NotUndone):
        take_back(act, NOW)
    assert statuses(contest) == {"ann": "in", "bob": "in", "cid": "in"}


def test_a_removal_stays_once_somebody_has_the_place() -> None:
    contest = entered(called(most=3), "ann", "bob", "cid")
    act = do(contest, "remove", NOW, entry=key(contest, "cid"))
    enter(person("dot"), contest, NOW)
    with pytest.raises(NotUndone):
        take_back(act, NOW)
    assert statuses(contest) == {"ann": "in", "bob": "in", "dot": "in"}


def test_who_has_left_the_site_is_put_back_by_no_undo() -> None:
    contest = entered(called(), "ann", "bob", "cid")
    act = do(contest, "remove", NOW, entry=key(contest, "cid"))
    erase(person("cid"), NOW)
    with pytest.raises(NotUndone):
        take_back(act, NOW)
    assert statuses(contest) == {"ann": "in", "bob": "in"}


def test_no_log_tells_the_name_of_who_has_left_the_site() -> None:
    contest = begun("ann", "bob", "cid", "dot", plan=plan_of("swiss", rounds=2))
    table = contest.groups.get().rounds.get().pairings.filter(sides__entry=key(contest, "ann")).get()
    do(contest, "adjudicate", pairing=table.pk, places=(1, 2))
    do(contest, "replace", entry=key(contest, "bob"), person="eve")
    do(contest, "add_director", person="ann")
    do(contest, "pause", by="ann")
    gone = person("ann")
    erase(gone, START)
    facts = [act.data["facts"] for act in Act.objects.order_by("pk")]
    assert f"former-{gone.pk} " in facts[0]["result"]
    assert (facts[1]["person"], facts[2]["person"], facts[3]["director"]) == (
        "eve",
        *[f"former-{gone.pk}"] * 2,
    )
    assert "ann" not in str(facts)
