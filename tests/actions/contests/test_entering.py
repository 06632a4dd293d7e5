"""Who enters a contest, who waits for a place, and who leaves before the draw or comes late."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import Notice
from games.actions import turns
from games.actions.contests.admission import rating_of
from games.actions.contests.entering import enter, leave, withdraw
from games.actions.contests.inviting import invite
from games.actions.contests.refusals import (
    AlreadyEntered,
    ContestOver,
    EntriesClosed,
    NotAsked,
    NotEntered,
    NotReliableEnough,
    RatingOutside,
)
from games.actions.refusals import IllegalText
from games.models import Berth, Contest, Entrant, Entry
from games.models.rating import Rating
from tests.actions.contests.cups import START, begun, boards, called, plan_of, played, points, ticked
from tests.actions.tables import DAY, NOW, order, person, started

pytestmark = pytest.mark.django_db

STRICT = {"grace": False}


def statuses(contest: Contest) -> dict[str, str]:
    return {entry.title: entry.status for entry in contest.entries.select_related("user").order_by("pk")}


def entering(contest: Contest, *names: str, **how: Any) -> list[Entry]:
    return [enter(person(name), contest, NOW, **how) for name in names]


def notices(name: str) -> list[tuple[str, str]]:
    found = Notice.objects.filter(user=person(name), subject__startswith="c:").order_by("pk")
    return [(notice.kind, notice.subject.split(":", 2)[2]) for notice in found]


def unreliable(name: str, owed: int = 12) -> None:
    """Let somebody miss every deadline of a match."""
    match = started("rob", name, pace={**STRICT, "misses": 20}, options={"turns": owed})
    now = NOW
    for number in range(1, owed + 1):
        order("rob", match, "1", now, number)
        now += 3 * DAY
        turns.close_due(now)


def test_whoever_enters_takes_part_with_their_word_and_rating() -> None:
    contest = called()
    (entry,) = entering(contest, "ann", word=" luck ")
    assert (entry.status, entry.word, entry.rating, entry.since) == ("in", "luck", 1500, 1)
    assert list(Entrant.objects.values_list("user__username", "entry")) == [("ann", entry.pk)]
    assert list(Contest.objects.of(person("ann"))) == [contest]


def test_nobody_enters_twice() -> None:
    contest = called()
    entering(contest, "ann")
    with pytest.raises(AlreadyEntered):
        entering(contest, "ann")
    assert Entry.objects.count() == 1


def test_a_word_of_two_lines_is_refused_and_nothing_is_stored() -> None:
    with pytest.raises(IllegalText) as refused:
        entering(called(), "ann", word="a\nb")
    assert (refused.value.field, Entry.objects.count()) == ("word", 0)


def test_nobody_enters_before_entries_open_or_once_they_are_drawn() -> None:
    early = called(opens_at=NOW + DAY / 2)
    for contest in [early, begun("ann", "bob"), called(name="Autumn Cup", starts_at=None)]:
        if contest.starts_at is None:
            Contest.objects.filter(pk=contest.pk).update(status=Contest.Status.DRAFT)
        with pytest.raises(EntriesClosed):
            enter(person("cid"), contest, NOW)


def test_who_enters_when_all_places_are_taken_waits_and_moves_up_when_somebody_leaves() -> None:
    contest = called(most=2)
    entering(contest, "ann", "bob", "cid", "dot")
    assert statuses(contest) == {"ann": "in", "bob": "in", "cid": "waiting", "dot": "waiting"}
    leave(person("ann"), contest, NOW)
    assert statuses(contest) == {"bob": "in", "cid": "in", "dot": "waiting"}
    assert [notices(name) for name in ("cid", "dot")] == [
        [("contest", f"place:{contest.entries.get(user=person('cid')).pk}")],
        [],
    ]
    leave(person("dot"), contest, NOW)
    assert statuses(contest) == {"bob": "in", "cid": "in"}


def test_who_comes_again_waits_behind_the_others() -> None:
    contest = called(most=2)
    entering(contest, "ann", "bob", "cid")
    leave(person("ann"), contest, NOW)
    entering(contest, "ann")
    assert statuses(contest) == {"bob": "in", "cid": "in", "ann": "waiting"}


def test_whoever_is_not_in_a_contest_or_in_one_that_is_over_cannot_leave_it() -> None:
    contest = begun("ann", "bob")
    with pytest.raises(NotEntered):
        leave(person("cid"), contest, START)
    contest = played(contest)
    with pytest.raises(ContestOver):
        leave(person("ann"), contest, START)
    withdraw(contest.entries.get(user=person("ann")), START)
    assert statuses(contest) == {"ann": "in", "bob": "in"}


@pytest.mark.parametrize("how", [{"admission": "invited"}, {"visibility": "private"}])
def test_a_contest_by_invitation_takes_who_is_invited_and_its_directors(how: dict[str, Any]) -> None:
    contest = called(**how)
    with pytest.raises(NotAsked):
        entering(contest, "ann")
    invite(person("dir"), contest, ["ann"], NOW)
    entering(contest, "ann", "dir")
    assert statuses(contest) == {"ann": "in", "dir": "in"}


def test_a_contest_for_some_ratings_takes_no_others_unless_they_are_invited() -> None:
    Rating.objects.create(user=person("ann"), game="hush", mu=30.0)
    for bounds, name in [
        ({"rating_least": 1600}, "bob"),
        ({"rating_most": 1600}, "ann"),
        ({"rating_least": 1000, "rating_most": 1400}, "bob"),
    ]:
        contest = called(**bounds)
        with pytest.raises(RatingOutside) as refused:
            entering(contest, name)
        assert str(refused.value.data["rating"]) in str(refused.value)
        invite(person("dir"), contest, [name], NOW)
        entering(contest, name)
    assert rating_of([person("ann"), person("bob")], contest) == 1650
    entering(called(rating_least=1600), "ann")


def test_a_contest_that_asks_for_reliability_takes_newcomers_but_nobody_who_was_silent() -> None:
    unreliable("bob")
    contest = called(reliability=80)
    entering(contest, "ann", "rob")
    with pytest.raises(NotReliableEnough) as refused:
        entering(contest, "bob")
    assert refused.value.data == {"least": 80, "percent": 0, "owed": 12}


def test_who_was_invited_may_say_no_without_a_trace() -> None:
    contest, ann = called(), person("ann")
    invite(person("dir"), contest, ["ann"], NOW)
    assert (statuses(contest), list(Contest.objects.inviting(ann))) == (
        {"ann": "invited"},
        [contest],
    )
    leave(ann, contest, NOW)
    assert (statuses(contest), list(Contest.objects.inviting(ann))) == ({}, [])


def test_a_swiss_takes_late_entries_until_its_round_for_them_is_paired() -> None:
    contest = begun("ann", "bob", "cid", "dot", plan=plan_of("swiss", rounds=3), late_rounds=2)
    entry = enter(person("eve"), contest, START)
    assert (entry.status, entry.since, entry.number) == ("in", 2, 5)
    assert Berth.objects.get(entry=entry).number == 5
    contest = played(contest, rounds=1)
    assert [sum("eve" in board for board in boards(contest, number)) for number in (1, 2)] == [0, 1]
    with pytest.raises(EntriesClosed):
        enter(person("fay"), contest, START)
    contest = played(contest)
    assert contest.status == Contest.Status.FINISHED


def test_a_late_entry_is_in_the_standings_as_soon_as_the_clock_has_come_by() -> None:
    contest = begun("ann", "bob", "cid", "dot", plan=plan_of("swiss", rounds=3), late_rounds=3)
    contest = played(contest, rounds=1)
    enter(person("eve"), contest, START)
    assert points(ticked(contest)) == {"ann": 1, "bob": 1, "cid": 0, "dot": 0, "eve": 0}


def test_a_late_entry_waits_for_a_place_like_any_other() -> None:
    contest = begun("ann", "bob", "cid", "dot", plan=plan_of("swiss", rounds=3), late_rounds=2, most=4)
    entry = enter(person("eve"), contest, START)
    assert (entry.status, entry.number) == ("waiting", None)
    leave(person("dot"), contest, START)
    entry.refresh_from_db()
    assert (entry.status, entry.number, entry.since) == ("in", 5, 2)
    assert ticked(contest).trouble == ""
