"""Who volunteers to step in, whom for, and what a director's replacement hands over."""

from __future__ import annotations

from typing import Any

import pytest

from accounts import actions
from accounts.models import Notice
from games.actions import seats, turns
from games.actions.contests import chairs
from games.actions.contests.entering import enter, leave, withdraw
from games.actions.contests.refusals import AlreadyEntered, ContestOver, EntriesClosed, NotAsked
from games.actions.contests.steps import step_due
from games.actions.contests.substitutes import fill, queue, replace, volunteer, wake_wanting
from games.models import Contest, Entry, Match, Member, Seat, Tenure
from tests.actions.contests.cups import START, begun, called, plan_of, played, points, running, ticked
from tests.actions.tables import DAY, NOW, order, person

pytestmark = pytest.mark.django_db

SUBSTITUTE = {"grace": False, "misses": 1, "deserted": "substitute"}
LONG = {"turns": 3}


def entry(contest: Contest, name: str) -> Entry:
    return contest.entries.get(user=person(name))


def silent(match: Match, *names: str) -> Contest:
    """The contest of a match after a deadline by which only these people had ordered."""
    number = match.turns.open().get().number
    for name in names:
        order(name, match, "5", START, number)
    due = match.turns.open().get().due_at
    assert due is not None
    turns.close_due(due)
    return Contest.objects.get(groups__rounds__pairings__matches=match)


def holders(match: Match) -> list[str]:
    return list(match.seats.order_by("index").values_list("user__username", flat=True))


def test_a_volunteer_stands_in_a_queue_and_takes_part_in_nothing() -> None:
    contest = begun("ann", "bob")
    first = volunteer(person("cid"), contest, START)
    volunteer(person("dot"), contest, START + DAY)
    assert volunteer(person("cid"), contest, START + 2 * DAY).created_at == first.created_at
    assert [one.title for one in queue(contest)] == ["cid", "dot"]
    assert contest.entries.playing().count() == 2
    leave(person("cid"), contest, START)
    assert [one.title for one in queue(contest)] == ["dot"]


def test_not_everybody_may_volunteer() -> None:
    contest = begun("ann", "bob")
    with pytest.raises(AlreadyEntered):
        volunteer(person("ann"), contest, START)
    closed = called(name="Closed", admission="invited")
    with pytest.raises(NotAsked):
        volunteer(person("cid"), closed, NOW)
    Contest.objects.filter(pk=closed.pk).update(status="draft")
    with pytest.raises(EntriesClosed):
        volunteer(person("cid"), closed, NOW)
    with pytest.raises(ContestOver):
        volunteer(person("cid"), played(contest), START)


def test_who_waits_may_volunteer_and_who_volunteers_may_enter() -> None:
    contest = called(most=2)
    for name in ("ann", "bob", "cid"):
        enter(person(name), contest, NOW)
    assert volunteer(person("cid"), contest, NOW).pk == entry(contest, "cid").pk
    leave(person("bob"), contest, NOW)
    assert entry(contest, "cid").status == "substitute"
    assert enter(person("cid"), contest, NOW).status == "in"


def test_a_deserted_seat_goes_to_the_first_volunteer_who_stays_in_the_queue() -> None:
    contest = begun("ann", "bob", "cid", "dot", pace=SUBSTITUTE, options=LONG)
    for name in ("eve", "fay"):
        volunteer(person(name), contest, START)
    first, second = running(contest)
    gone = [holders(match)[1] for match in (first, second)]
    now = START + 3 * DAY
    for match in (first, second):
        order(holders(match)[0], match, "5", START)
    turns.close_due(now)
    assert Seat.objects.vacant().count() == 2
    step_due(now)
    assert [holders(match)[1] for match in (first, second)] == ["eve", "fay"]
    assert [entry(contest, name).status for name in ("eve", "fay", *gone)] == [
        *("substitute", "substitute", "in", "in")
    ]
    assert list(Tenure.objects.order_by("pk").values_list("user__username", flat=True)) == gone
    assert Notice.objects.filter(user=person("eve"), kind="start").count() == 1


def test_who_has_stepped_in_already_steps_in_again_only_after_the_others() -> None:
    contest = begun("ann", "bob", "cid", "dot", pace=SUBSTITUTE, options=LONG)
    volunteer(person("eve"), contest, START)
    volunteer(person("fay"), contest, START + DAY)
    first, second = running(contest)
    seats.desert(person(holders(first)[1]), first, START)
    assert fill(contest, START) == 1
    assert [one.title for one in queue(contest)] == ["fay", "eve"]
    seats.desert(person(holders(second)[1]), second, START)
    assert fill(contest, START) == 1
    assert (holders(first)[1], holders(second)[1]) == ("eve", "fay")


def test_who_withdraws_leaves_a_seat_alone_that_somebody_else_plays() -> None:
    contest = begun("ann", "bob", pace=SUBSTITUTE, options=LONG)
    (match,) = running(contest)
    gone = holders(match)[1]
    seats.desert(person(gone), match, START)
    volunteer(person("cid"), contest, START)
    assert fill(contest, START) == 1
    leave(person(gone), contest, START)
    assert holders(match)[1] == "cid"
    assert match.seats.get(index=1).state == "playing"


def test_a_seat_that_nobody_wants_wakes_nobody() -> None:
    contest = begun("ann", "bob", pace=SUBSTITUTE, options=LONG)
    (match,) = running(contest)
    silent(match, holders(match)[0])
    assert (wake_wanting(START), fill(contest, START)) == (0, 0)
    volunteer(person("cid"), contest, START)
    ticked(contest, START + 3 * DAY)
    assert (holders(match)[1], wake_wanting(START)) == ("cid", 0)


def test_volunteers_who_know_what_another_seat_knows_are_passed_over() -> None:
    contest = begun("ann", "bob", pace=SUBSTITUTE, options=LONG)
    (match,) = running(contest)
    for name in ("cid", "dot"):
        volunteer(person(name), contest, START)
    silent(match, holders(match)[0])
    Tenure.objects.create(seat=match.seats.get(index=0), user=person("cid"), since=1, until=1)
    assert fill(contest, START + 3 * DAY) == 1
    assert holders(match)[1] == "dot"


def test_an_entry_that_withdrew_goes_to_the_first_volunteer_with_its_results_and_its_match() -> None:
    contest = begun("ann", "bob", "cid", "dot", options=LONG)
    contest = played(contest, rounds=1)
    before = entry(contest, "ann")
    volunteer(person("eve"), contest, START)
    leave(person("ann"), contest, START)
    assert Seat.objects.filter(user=person("ann"), until__isnull=False).count() == 1
    ticked(contest, START)
    before.refresh_from_db()
    assert (before.title, before.status, before.until, before.left_stage) == ("eve", "in", None, None)
    assert not contest.entries.filter(user=person("ann")).exists()
    assert sum("eve" in holders(match) for match in running(contest)) == 1
    contest = played(contest)
    assert points(contest)["eve"] == 3


def test_an_entry_that_lost_a_knock_out_goes_to_nobody() -> None:
    contest = begun("ann", "bob", "cid", "dot", plan=plan_of("knockout"))
    contest = played(contest, rounds=1)
    leave(person("dot"), contest, START)
    volunteer(person("eve"), contest, START)
    ticked(contest, START)
    assert (entry(contest, "dot").status, entry(contest, "eve").status) == ("withdrawn", "substitute")
    leave(person("ann"), contest, START)
    ticked(contest, START)
    assert entry(contest, "eve").status == "in"


@pytest.mark.parametrize("deserted", ["bot", "out", "substitute"])
def test_a_director_replaces_somebody_who_is_there(deserted: str) -> None:
    pace = {**SUBSTITUTE, "deserted": deserted}
    contest = begun("ann", "bob", pace=pace, options=LONG)
    (match,) = running(contest)
    order("bob", match, "9", START)
    replaced = replace(entry(contest, "bob"), person("cid"), START)
    assert (replaced.title, replaced.status) == ("cid", "in")
    assert sorted(name or "" for name in holders(match)) == ["ann", "cid"]
    assert match.turns.open().get().orders.filter(seat__user=person("cid"), commitment="").count() == 1
    assert list(contest.entrants.values_list("user__username", flat=True)) == ["ann", "cid"]
    assert played(contest).status == Contest.Status.FINISHED


def test_a_replacement_takes_a_seat_from_a_bot_but_none_that_the_rules_took() -> None:
    for deserted, names in [("bot", ["ann", "cid"]), ("out", ["ann", "bob"])]:
        pace: dict[str, Any] = {**SUBSTITUTE, "deserted": deserted}
        contest = begun("ann", "bob", "eve", pace=pace, options=LONG, size=3, name=deserted)
        (match,) = running(contest)
        silent(match, *(name for name in holders(match) if name != "bob"))
        replace(entry(contest, "bob"), person("cid"), START + 3 * DAY)
        assert [name for name in sorted(holders(match)) if name != "eve"] == names


def test_whoever_waited_or_volunteered_does_so_no_more_once_they_replace_somebody() -> None:
    contest = begun("ann", "bob")
    volunteer(person("cid"), contest, START)
    replace(entry(contest, "bob"), person("cid"), START)
    assert (contest.entries.count(), queue(contest)) == (2, [])
    with pytest.raises(AlreadyEntered):
        replace(entry(contest, "cid"), person("ann"), START)
    with pytest.raises(ContestOver):
        replace(entry(contest, "cid"), person("dot"), START) if played(contest) else None


def test_a_replacement_of_a_team_is_its_one_member() -> None:
    contest = begun("ann+bob", "cid+dot", team=2, options=LONG)
    (match,) = running(contest)
    replace(entry(contest, "ann"), person("eve"), START)
    active = Member.objects.filter(active=True).order_by("seat", "position")
    assert sorted(active.values_list("user__username", flat=True)) == ["cid", "dot", "eve"]
    assert list(entry(contest, "eve").entrants.values_list("user__username", flat=True)) == ["eve"]
    assert entry(contest, "eve").name == "ann+bob"
    assert sorted(holders(match)) == ["cid", "eve"]


def test_an_entry_that_has_withdrawn_takes_part_again_with_somebody_else() -> None:
    contest = begun("ann", "bob", "cid", "dot")
    withdraw(entry(contest, "dot"), START)
    contest = played(contest, rounds=1)
    again = replace(Entry.objects.get(user=person("dot")), person("eve"), START)
    assert (again.status, again.absent) == ("in", [2])
    assert played(contest).status == Contest.Status.FINISHED


def test_a_match_that_ends_while_somebody_is_replaced_stays_as_it_ended() -> None:
    contest = begun("ann", "bob", "cid")
    for match in running(contest):
        for name in holders(match):
            order(name, match, "5", START)
    replace(entry(contest, "ann"), person("eve"), START)
    assert Seat.objects.filter(user=person("eve")).count() == 0


def test_only_who_holds_a_seat_deserts_it() -> None:
    contest = begun("ann", "bob")
    (match,) = running(contest)
    with pytest.raises(seats.NotYourSeat):
        seats.desert(person("cid"), match, START)
    played(contest)
    with pytest.raises(seats.NotRunning):
        seats.desert(person("ann"), match, START)


def test_a_seat_of_who_left_the_site_goes_to_a_volunteer_too() -> None:
    contest = begun("ann", "bob", options=LONG)
    volunteer(person("cid"), contest, START)
    actions.erase(person("bob"), START)
    contest = ticked(contest, START)
    assert entry(contest, "cid").status == "in"
    assert "cid" in holders(running(contest)[0])


def test_a_seat_that_one_volunteer_may_not_take_is_the_next_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    contest = begun("ann", "bob", pace=SUBSTITUTE, options=LONG)
    for name in ("cid", "dot"):
        volunteer(person(name), contest, START)
    sit = chairs.seat_at
    monkeypatch.setattr(chairs, "seat_at", lambda user, *at: user != person("cid") and sit(user, *at))
    match = running(contest)[0]
    contest = silent(match, "ann")
    fill(contest, START + DAY)
    assert sorted(holders(match)) == ["ann", "dot"]


def test_a_seat_that_no_volunteer_may_take_stays_deserted(monkeypatch: pytest.MonkeyPatch) -> None:
    contest = begun("ann", "bob", pace=SUBSTITUTE, options=LONG)
    volunteer(person("cid"), contest, START)
    monkeypatch.setattr(chairs, "seat_at", lambda *_at: False)
    match = running(contest)[0]
    contest = silent(match, "ann")
    assert fill(contest, START + DAY) == 0
    assert [one.title for one in queue(contest)] == ["cid"]
