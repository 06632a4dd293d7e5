"""Many who enter, leave or step in at once, on real connections."""

from __future__ import annotations

from collections import Counter

import pytest

from games.actions.contests import drawing, teams
from games.actions.contests.entering import enter, leave
from games.actions.contests.refusals import AlreadyChallenged, AlreadyEntered, EntriesClosed, EntryFull
from games.actions.contests.seasons import turn_over
from games.actions.contests.steps import step_due
from games.actions.contests.substitutes import fill, volunteer
from games.models import Contest, Entrant, Entry, Match, Seat
from games.rules.game import Refusal
from tests.actions.contests.cups import START, begun, called, entered, plan_of, played, running
from tests.actions.contests.test_ladder_challenges import challenged, standing
from tests.actions.contests.test_seasons import season
from tests.actions.tables import NOW, person
from tests.actions.test_races import at_once, held_up, refused

pytestmark = pytest.mark.django_db(transaction=True)


def statuses(contest: Contest) -> Counter[str]:
    return Counter(contest.entries.values_list("status", flat=True))


def test_of_many_who_want_the_last_place_one_gets_it_and_the_others_wait() -> None:
    contest = entered(called(most=2), "ann")
    people = [person(f"p{number}") for number in range(5)]
    results = at_once([lambda one=one: enter(one, contest, NOW) for one in people])
    assert refused(results) == []
    assert statuses(contest) == {"in": 2, "waiting": 4}


def test_who_enters_from_many_tabs_is_in_once() -> None:
    contest, ann = called(), person("ann")
    results = at_once([lambda: enter(ann, contest, NOW)] * 5)
    assert refused(results) == [AlreadyEntered] * 4
    assert (Entry.objects.count(), Entrant.objects.count()) == (1, 1)


def test_a_free_place_goes_to_one_of_those_who_wait_whoever_leaves_at_once() -> None:
    contest = entered(called(most=2), "ann", "bob")
    for name in ("cid", "dot", "eve"):
        enter(person(name), contest, NOW)
    people = [person(name) for name in ("ann", "bob", "eve")]
    at_once([lambda one=one: leave(one, contest, NOW) for one in people])
    assert sorted(contest.entries.values_list("user__username", "status")) == [("cid", "in"), ("dot", "in")]


def test_who_leaves_while_the_draw_is_made_has_withdrawn() -> None:
    contest = entered(called(), "ann", "bob", "cid", "dot")
    held_up(lambda: leave(person("dot"), contest, START), lambda: drawing.draw(contest, START))
    dot = contest.entries.get(user=person("dot"))
    assert (dot.status, dot.until, dot.number) == ("withdrawn", 0, 4)
    contest = played(contest)
    assert contest.status == Contest.Status.FINISHED
    assert Match.objects.filter(seats__user=person("dot")).count() == 0


def test_who_enters_while_the_draw_is_made_comes_too_late() -> None:
    contest = entered(called(), "ann", "bob")
    refusal = held_up(lambda: enter(person("cid"), contest, START), lambda: drawing.draw(contest, START))
    assert type(refusal) is EntriesClosed


def test_a_person_joins_one_of_two_teams_at_once_and_no_team_is_too_large() -> None:
    contest = called(team=2)
    names = [person(name).username for name in ("cid", "dot", "eve")]
    reds = enter(person("ann"), contest, NOW, name="Reds", mates=names)
    blues = enter(person("bob"), contest, NOW, name="Blues", mates=names)
    wishes = [("cid", reds), ("cid", blues), ("dot", reds), ("eve", reds)]
    results = at_once(
        [
            lambda name=name, team=team: teams.join_team(person(name), contest, team, NOW)
            for name, team in wishes
        ]
    )
    assert {type(one) for one in results if isinstance(one, Exception)} <= {
        AlreadyEntered,
        EntryFull,
        teams.NotOfTeam,
    }
    assert reds.entrants.count() == 2
    assert Entrant.objects.filter(user=person("cid")).count() <= 1


def test_a_deserted_seat_goes_to_one_volunteer_however_many_clocks_come_by() -> None:
    contest = begun("ann", "bob", options={"turns": 3}, pace={"grace": False, "deserted": "substitute"})
    for name in ("cid", "dot"):
        volunteer(person(name), contest, START)
    leave(person("bob"), contest, START)
    at_once([lambda: fill(contest, START)] * 3 + [lambda: step_due(START)] * 2)
    (match,) = running(contest)
    assert sorted(match.seats.values_list("user__username", flat=True)) == ["ann", "cid"]
    assert statuses(contest) == {"in": 2, "substitute": 1}
    assert Seat.objects.vacant().count() == 0


def test_of_two_who_challenge_one_at_once_one_does() -> None:
    contest = standing()
    results = at_once(
        [lambda: challenged(contest, "bob", "ann"), lambda: challenged(contest, "cid", "ann")] * 2
    )
    assert Counter(refused(results)) == {AlreadyChallenged: 3}


def test_the_next_season_is_opened_once_by_many_at_once() -> None:
    contest = season("ann", "bob", "cid")
    Contest.objects.filter(pk=contest.pk).update(status="finished")
    results = at_once([lambda: turn_over(contest, START)] * 4)
    assert not [one for one in results if isinstance(one, Exception)]
    assert Contest.objects.filter(season=2).count() == 1
    assert Entry.objects.filter(contest__season=2).count() == 3


def test_leaving_and_coming_back_at_once_leaves_one_entry() -> None:
    contest = begun("ann", "bob", "cid", "dot", plan=plan_of("swiss", rounds=3))
    dot = person("dot")
    results = at_once([lambda: leave(dot, contest, START), lambda: enter(dot, contest, START)] * 3)
    assert all(not isinstance(one, Exception) or isinstance(one, Refusal) for one in results)
    assert contest.entries.filter(user=dot).count() == 1
    assert played(contest).status == Contest.Status.FINISHED
