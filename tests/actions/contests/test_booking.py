"""Every way a match can end reaches the standings, once; what comes too late changes nothing."""

from __future__ import annotations

import datetime

import pytest

from accounts.actions import erase
from accounts.models import Notice
from games.actions import seats, turns
from games.actions.contests import booking, steps
from games.actions.contests.booking import decide
from games.actions.contests.entering import withdraw
from games.contests.field import Share
from games.models import Contest, Match, Pairing, Seat, Side
from tests.actions.contests.cups import (
    START,
    begun,
    called,
    entered,
    plan_of,
    played,
    points,
    running,
    ticked,
    win,
)
from tests.actions.contests.directing import do
from tests.actions.tables import DAY, order, person

pytestmark = pytest.mark.django_db

STRICT = {"kind": "interval", "interval": 86_400, "grace": False, "misses": 1}
LATE = START + 2 * DAY


def hows() -> list[str]:
    return list(Pairing.objects.order_by("round__number", "board").values_list("how", flat=True))


def lapsed(contest: Contest, now: datetime.datetime = LATE) -> Contest:
    """The contest after every deadline that has come by then."""
    while turns.close_due(now):
        pass
    return ticked(contest, now)


def test_a_match_that_is_played_out_counts() -> None:
    contest = begun("ann", "bob")
    win(running(contest)[0], 1)
    assert points(ticked(contest)) == {"ann": 0, "bob": 1}
    assert hows() == ["played"]


def test_a_match_that_somebody_resigns_counts() -> None:
    contest = begun("ann", "bob")
    seats.resign(person("ann"), running(contest)[0], START)
    assert points(ticked(contest)) == {"ann": 0, "bob": 1}
    assert hows() == ["played"]


@pytest.mark.parametrize("deserted", ["bot", "out", "substitute"])
def test_a_match_that_somebody_deserts_is_lost_by_them_whatever_plays_on(deserted: str) -> None:
    """A ladder loss by time-out was not booked, again and again for the same player."""
    contest = begun("ann", "bob", pace={**STRICT, "deserted": deserted}, options={"turns": 2})
    match = running(contest)[0]
    order("bob", match, "1", START)
    contest = lapsed(contest)
    if deserted != "out":
        order("bob", match, "1", LATE)
        contest = lapsed(contest, LATE + 2 * DAY)
    assert points(contest) == {"ann": 0, "bob": 1}
    assert hows() == ["forfeit"]
    assert contest.status == Contest.Status.FINISHED


def test_a_match_that_is_deserted_counts_as_it_was_played_out_where_the_plan_says_so() -> None:
    plan = plan_of(deserted="result")
    contest = begun("ann", "bob", plan=plan, pace={**STRICT, "deserted": "substitute"}, options={"turns": 2})
    match = running(contest)[0]
    order("ann", match, "9", START)
    order("bob", match, "1", START)
    contest = lapsed(contest, START + 3 * DAY)
    assert points(contest) == {"ann": 1, "bob": 0}
    assert hows() == ["played"]


def test_whoever_ordered_before_they_were_gone_has_played_the_match_they_lose() -> None:
    contest = begun("ann", "bob", pace={**STRICT, "deserted": "out"}, options={"turns": 2})
    match = running(contest)[0]
    order("ann", match, "9", START)
    order("bob", match, "1", START)
    order("bob", match, "1", START)
    contest = lapsed(contest)
    assert points(contest) == {"ann": 0, "bob": 1}
    assert hows() == ["played"]


def test_a_match_that_everybody_deserts_is_lost_by_all() -> None:
    contest = lapsed(begun("ann", "bob", pace={**STRICT, "deserted": "out"}))
    assert points(contest) == {"ann": 0, "bob": 0}
    assert hows() == ["forfeit"]


def test_a_knock_out_that_both_desert_is_decided_for_the_better_seed_and_not_played_again() -> None:
    contest = lapsed(begun("ann", "bob", plan=plan_of("knockout"), pace={**STRICT, "deserted": "out"}))
    assert contest.status == Contest.Status.FINISHED
    assert Match.objects.count() == 1
    assert contest.groups.get().berths.get(entry__user__username="ann").fate == "champion"


def test_a_match_that_the_host_calls_off_is_played_again() -> None:
    contest = begun("ann", "bob")
    match = running(contest)[0]
    match.turns.update(closed_at=START)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.ABORTED, ended_at=START)
    contest = ticked(contest)
    assert hows() == ["open"]
    assert [one.leg for one in Match.objects.order_by("pk")] == [1, 2]
    assert points(played(contest)) == {"ann": 1, "bob": 0}


def test_a_contest_waits_for_a_table_that_was_put_aside_and_calls_its_director() -> None:
    contest = begun("ann", "bob", options={"turns": 2, "boom": 1})
    match = running(contest)[0]
    for name in ("ann", "bob"):
        order(name, match, "1", START)
    assert running(contest)[0].trouble
    contest = ticked(contest)
    assert contest.status == Contest.Status.RUNNING
    assert list(Notice.objects.filter(kind="director").values_list("user__username", flat=True)) == ["dir"]


def test_a_match_that_goes_on_when_a_person_leaves_the_site_is_booked_and_others_stay_as_they_are() -> None:
    """The account-deletion job deleted the games that a user took part in."""
    contest = begun("ann", "bob", "cid", "dot")
    for match in running(contest):
        win(match, 0)
    contest = ticked(contest)
    before = points(contest)
    erase(person("ann"), START)
    contest = played(ticked(contest))
    assert contest.status == Contest.Status.FINISHED
    assert Match.objects.finished().count() + Pairing.objects.filter(how="forfeit").count() >= 6
    after = points(contest)
    assert after["former player"] == before["ann"]
    assert sum(after.values()) == 6


def test_a_match_of_an_entry_that_has_withdrawn_is_lost_and_its_late_end_changes_nothing() -> None:
    contest = begun("ann", "bob", "cid", "dot")
    withdraw(contest.entries.get(user__username="ann"), START)
    contest = ticked(contest)
    assert points(contest)["dot"] == 1
    contest = played(contest)
    assert (contest.status, sum(points(contest).values())) == (Contest.Status.FINISHED, 6)
    assert points(contest)["ann"] == 0


def test_the_end_of_a_match_whose_pairing_is_decided_already_changes_nothing() -> None:
    """An update for a player who had left re-created his entry in the next cup."""
    contest = begun("ann", "bob", "cid", "dot")
    match = running(contest)[0]
    pairing = match.pairing
    assert pairing is not None
    sides = list(pairing.sides.order_by("index"))
    decide(pairing, [Share(sides[0].entry_id, 120, 1), Share(sides[1].entry_id, 0, 2)], "adjudicated", START)
    win(match, 1)
    contest = ticked(contest)
    assert (points(contest)["ann"], points(contest)["dot"]) == (1, 0)
    match.refresh_from_db()
    assert match.counted


def test_a_contest_does_not_close_while_a_table_that_counts_is_open() -> None:
    """A last-round game was still running when the event closed and both were marked absent."""
    contest = begun("ann", "bob", "cid", plan=plan_of(at_once=0))
    first, *others = running(contest)
    for match in others:
        win(match, 0)
    contest = ticked(contest, START + 365 * DAY)
    assert contest.status == Contest.Status.RUNNING
    win(first, 0)
    assert ticked(contest).status == Contest.Status.FINISHED


def test_whoever_is_gone_when_a_larger_table_is_set_comes_last_there_and_the_others_play() -> None:
    contest = called(plan_of("swiss", rounds=1), size=3)
    contest = ticked(entered(contest, "ann", "bob", "cid", "dot", "eve", "fay"), START - DAY)
    for _n in range(3):  # drawn, begun, paired; no table is set yet
        steps.step(contest.pk, START)
    assert Match.objects.count() == 0
    withdraw(contest.entries.get(user__username="fay"), START)
    contest = played(contest)
    assert sorted(match.size for match in Match.objects.all()) == [2, 3]
    assert Side.objects.get(entry__user__username="fay").place == 3
    assert points(contest)["fay"] == 0
    assert sum(points(contest).values()) == 2


def test_nobody_may_call_a_match_of_a_contest_off_and_its_creator_is_nobody() -> None:
    match = running(begun("ann", "bob"))[0]
    assert match.creator_id is None
    assert Seat.objects.filter(match=match, user=None).count() == 0


def test_nothing_is_counted_where_nothing_has_ended() -> None:
    begun("ann", "bob")
    assert booking.count_ended(START) == 0


def test_a_table_whose_entry_is_gone_before_it_is_set_is_a_forfeit_without_a_match() -> None:
    contest = entered(called(), "ann", "bob")
    for _n in range(3):  # drawn, begun, paired; no table is set yet
        steps.step(contest.pk, START)
    withdraw(contest.entries.get(user__username="ann"), START)
    contest = ticked(contest)
    assert (hows(), Match.objects.count()) == (["forfeit"], 0)
    assert (points(contest), contest.status) == ({"ann": 0, "bob": 1}, Contest.Status.FINISHED)


def test_scores_of_a_deal_are_added_up_where_the_plan_counts_scores() -> None:
    names = ("ann", "bob", "cid", "dot")
    contest = played(begun(*names, plan=plan_of("duplicate", rounds=1, points="score")))
    assert sorted(points(contest).values()) == [0, 0, 9, 9]


def test_whoever_withdraws_from_a_league_neither_goes_down_nor_stays() -> None:
    plan = plan_of("league", division=3, least=3, most=5, up=1)
    contest = begun("ann", "bob", "cid", "dot", "eve", "fay", plan=plan, league=True)
    withdraw(contest.entries.get(user__username="ann"), START)
    contest = played(contest)
    fates = dict(contest.groups.values_list("berths__entry__user__username", "berths__fate"))
    assert fates["ann"] == "out"
    assert fates["dot"] == "up"


def test_matches_of_a_contest_that_is_over_are_counted_after_its_seed_is_out_as_well() -> None:
    contest = begun("ann", "bob", "cid", "dot")
    do(contest, "call_off", START)
    for match in running(contest):
        win(match, 0)
    assert [booking.count_ended(START, most=1) for _n in range(3)] == [1, 1, 0]
    contest.refresh_from_db()
    assert (contest.status, bool(contest.seed)) == (Contest.Status.CALLED_OFF, True)
