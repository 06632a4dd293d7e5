"""Every format from its call to its end by the clock alone: a match a pairing, totals kept, nothing open."""

from __future__ import annotations

import datetime

import pytest

from games.contests.plan import Stage
from games.models import Berth, Contest, Match, Pairing, Round
from tests.actions.contests.cups import (
    START,
    begun,
    boards,
    plan_of,
    played,
    points,
    running,
    stronger,
    ticked,
    win,
)
from tests.actions.tables import DAY

pytestmark = pytest.mark.django_db

NAMES = ("ann", "bob", "cid", "dot", "eve", "fay", "gus", "hal")


def fates(contest: Contest) -> dict[str, tuple[int | None, str]]:
    berths = Berth.objects.filter(group__contest=contest, group__stage=contest.stage)
    return {berth.entry.title: (berth.place, berth.fate) for berth in berths.select_related("entry__user")}


def test_a_knock_out_is_won_by_whoever_never_loses() -> None:
    contest = begun(*NAMES, plan=plan_of("knockout"))
    assert boards(contest) == [["ann", "hal"], ["dot", "eve"], ["bob", "gus"], ["cid", "fay"]]
    contest = played(contest)
    assert contest.status == Contest.Status.FINISHED
    assert Match.objects.count() == 7
    assert fates(contest)["ann"] == (1, "champion")
    assert fates(contest)["bob"] == (2, "out")


def test_a_series_is_played_with_seats_in_turn_until_it_is_decided() -> None:
    contest = begun("ann", "bob", plan=plan_of("knockout", best_of=3))
    holders = []
    winners = iter([0, 0, 1])
    while contest.status == Contest.Status.RUNNING:
        (match,) = running(contest)
        holders.append([seat.name for seat in match.seats.order_by("index")])
        contest = played(contest, winner=lambda _match: next(winners), rounds=1)
    assert holders == [["ann", "bob"], ["bob", "ann"], ["ann", "bob"]]
    assert [match.leg for match in Match.objects.order_by("pk")] == [1, 2, 3]
    assert fates(contest) == {"ann": (2, "out"), "bob": (1, "champion")}


def test_a_swiss_has_its_rounds_and_a_bye_for_whoever_is_over() -> None:
    contest = played(begun(*NAMES[:7], plan=plan_of("swiss", rounds=3)))
    assert contest.status == Contest.Status.FINISHED
    assert Pairing.objects.filter(how="bye").count() == 3
    assert Match.objects.count() == 9
    assert sum(points(contest).values()) == 12


def test_pods_go_on_until_one_table_is_left() -> None:
    contest = played(begun(*NAMES, plan=plan_of("pods", advance=2), size=4))
    assert contest.status == Contest.Status.FINISHED
    assert [match.size for match in Match.objects.order_by("pk")] == [4, 4, 4]


def test_groups_are_followed_by_a_knock_out_of_the_best() -> None:
    plan = plan_of(stages=[Stage(format="round_robin", groups=2, through=2), Stage(format="knockout")])
    contest = begun(*NAMES, plan=plan)
    assert [group.berths.count() for group in contest.groups.all()] == [4, 4]
    contest = played(contest)
    assert contest.status == Contest.Status.FINISHED
    assert Match.objects.count() == 12 + 3
    first = Berth.objects.filter(group__contest=contest, group__stage=0)
    assert sorted(berth.fate for berth in first) == ["out"] * 4 + ["through"] * 4
    assert fates(contest)["ann"] == (1, "champion")


def test_a_league_turns_over_into_its_next_season() -> None:
    plan = plan_of("league", division=3, least=3, most=5, up=1)
    names = (*NAMES, "ida")
    contest = played(begun(*names, plan=plan, league=True))
    assert contest.status == Contest.Status.FINISHED
    assert [group.berths.count() for group in contest.groups.all()] == [3, 3, 3]
    following = Contest.objects.get(league=contest.league, season=2)
    assert following.status == Contest.Status.REGISTRATION
    assert following.wake_at == following.starts_at
    assert following.entries.count() == 9
    told = fates(contest)
    assert sorted(fate for _place, fate in told.values()) == sorted(
        ["champion", "stays", "down", "up", "stays", "down", "up", "stays", "stays"]
    )
    following = played(following, following.starts_at)
    assert following.status == Contest.Status.FINISHED


def test_a_duplicate_has_one_deal_at_every_table_of_a_round() -> None:
    contest = begun(*NAMES, plan=plan_of("duplicate", rounds=2), size=4)
    (round,) = contest.groups.get().rounds.all()
    assert {match.seed_commitment for match in running(contest)} == {round.seed_commitment}
    assert round.seed == ""
    contest = played(contest)
    assert contest.status == Contest.Status.FINISHED
    rounds = list(contest.groups.get().rounds.all())
    assert all(one.seed for one in rounds)
    assert rounds[0].seed != rounds[1].seed
    assert {match.seed for match in Match.objects.all()} == {one.seed for one in rounds}


def test_a_calendar_begins_rounds_whether_or_not_the_last_was_short() -> None:
    contest = begun("ann", "bob", "cid", plan=plan_of(), round_days=7)
    assert contest.wake_at is None
    contest = played(contest, rounds=1)
    assert contest.wake_at == START + 7 * DAY
    contest = played(contest, START + 7 * DAY, apart=7 * DAY)
    begins = [one.begins_at for one in contest.groups.get().rounds.all()]
    assert begins == [START, START + 7 * DAY, START + 14 * DAY]


@pytest.mark.parametrize("at_once", [0, 2])
def test_several_rounds_of_a_round_robin_are_played_at_once(at_once: int) -> None:
    contest = begun(*NAMES[:4], plan=plan_of(at_once=at_once))
    assert len(running(contest)) == 2 * (at_once or 3)
    contest = played(contest)
    assert (contest.status, Match.objects.count()) == (Contest.Status.FINISHED, 6)


def test_pairings_of_a_bracket_begin_as_soon_as_both_are_known_where_the_plan_says_so() -> None:
    contest = begun(*NAMES, plan=plan_of("knockout", third=True, wait=False))
    for match in running(contest)[:2]:
        win(match, stronger(match))
    contest = ticked(contest)
    assert boards(contest, 2) == [["ann", "dot"]]
    assert [one.ended_at for one in contest.groups.get().rounds.all()] == [None, None]
    win(running(contest)[-1], None)
    contest = ticked(contest)
    assert [one.ended_at for one in contest.groups.get().rounds.all()] == [None, None]
    contest = played(contest)
    assert (contest.status, Match.objects.count()) == (Contest.Status.FINISHED, 8)
    assert [one.pairings.count() for one in contest.groups.get().rounds.all()] == [4, 2, 2]
    assert Round.objects.filter(ended_at=None).count() == 0


def test_pairings_of_a_bracket_wait_for_their_round_where_the_plan_says_nothing_else() -> None:
    contest = begun(*NAMES, plan=plan_of("knockout"))
    for match in running(contest)[:2]:
        win(match, stronger(match))
    assert boards(ticked(contest), 2) == []


def test_a_round_may_begin_before_its_day_when_the_one_before_has_ended() -> None:
    contest = begun("ann", "bob", "cid", plan=plan_of(early=True), round_days=7)
    assert rounds_begin(contest) == [START]
    contest = played(contest, START + DAY, rounds=1)
    assert rounds_begin(contest) == [START, START + 2 * DAY]
    assert ticked(contest, START + 8 * DAY).groups.get().rounds.count() == 2


def rounds_begin(contest: Contest) -> list[datetime.datetime | None]:
    return list(contest.groups.get().rounds.order_by("number").values_list("begins_at", flat=True))
