"""Leaving a contest that has been drawn, coming back to it, and rounds that are sat out."""

from __future__ import annotations

import pytest

from games.actions.contests.absences import be_absent, stand
from games.actions.contests.entering import enter, leave, withdraw
from games.actions.contests.refusals import (
    ContestOver,
    IllegalEntry,
    NoLeague,
    NotEntered,
    NoWayBack,
    PlaceTaken,
)
from games.actions.contests.substitutes import volunteer
from games.contests.plan import Stage
from games.models import Contest, Entry, Match, Pairing, Seat, Side
from games.models.field import field_of
from tests.actions.contests.cups import START, begun, plan_of, played, points, running, ticked
from tests.actions.tables import DAY, person

pytestmark = pytest.mark.django_db

SUBSTITUTE = {"grace": False, "deserted": "substitute"}


def entry(contest: Contest, name: str) -> Entry:
    return contest.entries.get(user__username=name)


def hows(contest: Contest, name: str) -> dict[int, str]:
    """How the pairings of somebody ended, by the numbers of their rounds."""
    sides = Side.objects.filter(entry=entry(contest, name)).order_by("round__number")
    return dict(sides.values_list("round__number", "pairing__how"))


def swiss(*names: str, rounds: int = 4) -> Contest:
    return begun(*(names or ("ann", "bob", "cid", "dot")), plan=plan_of("swiss", rounds=rounds))


def test_who_leaves_after_the_draw_gives_up_their_match_and_is_paired_no_more() -> None:
    contest = swiss()
    leave(person("dot"), contest, START)
    gone = entry(contest, "dot")
    assert (gone.status, gone.until, gone.left_stage, gone.stands) == ("withdrawn", 1, 0, False)
    assert Seat.objects.get(user=person("dot")).state == "resigned"
    contest = played(contest)
    assert contest.status == Contest.Status.FINISHED
    assert list(hows(contest, "dot")) == [1]


def test_leaving_again_or_withdrawing_twice_changes_nothing() -> None:
    contest = swiss()
    leave(person("dot"), contest, START)
    before = Entry.objects.values().get(user=person("dot"))
    leave(person("dot"), contest, START + DAY)
    withdraw(entry(contest, "dot"), START + DAY)
    assert Entry.objects.values().get(user=person("dot")) == before


def test_a_seat_that_was_given_up_waits_for_others_where_the_pace_says_so() -> None:
    contest = begun("ann", "bob", pace=SUBSTITUTE)
    leave(person("bob"), contest, START)
    seat = Seat.objects.get(user=person("bob"))
    assert (seat.state, seat.is_vacant) == ("deserted", True)


def test_who_withdraws_before_the_tables_open_has_lost_by_forfeit() -> None:
    contest = begun("ann", "bob", "cid", "dot", plan=plan_of(at_once=0))
    contest = played(contest, rounds=0)
    assert Match.objects.count() == 6
    leave(person("dot"), contest, START)
    contest = played(contest)
    assert points(contest)["dot"] == 0
    assert contest.status == Contest.Status.FINISHED


def test_who_comes_back_plays_from_the_next_round_on() -> None:
    contest = swiss("ann", "bob", "cid", "dot", "eve", "fay", rounds=5)
    leave(person("fay"), contest, START)
    contest = played(contest, rounds=2)
    assert enter(person("fay"), contest, START).pk == entry(contest, "fay").pk
    back = entry(contest, "fay")
    assert (back.status, back.until, back.left_stage, back.stands) == ("in", None, None, True)
    contest = played(contest)
    assert Entry.objects.filter(user=person("fay")).count() == 1
    assert {1, 4, 5} <= set(hows(contest, "fay"))
    assert hows(contest, "fay").get(2, "zero_bye") != "bye"


def test_leaving_and_coming_back_gives_one_full_point_bye_at_the_most() -> None:
    """Leaving and rejoining at the right moment gave full-point byes again and again."""
    contest = swiss("ann", "bob", "cid", "dot", "eve", rounds=5)
    now = START
    while contest.status == Contest.Status.RUNNING:
        leave(person("eve"), contest, now)
        contest = ticked(contest, now)
        enter(person("eve"), contest, now)
        contest = played(contest, now, rounds=1)
        now += DAY
    byes = Pairing.objects.filter(how="bye").values_list("sides__entry", flat=True)
    assert len(byes) == len(set(byes))


def test_nobody_comes_back_to_a_knock_out_or_to_a_stage_that_is_over() -> None:
    names = ["ann", "bob", "cid", "dot"]
    knockout = begun(*names, plan=plan_of("knockout"))
    leave(person("dot"), knockout, START)
    with pytest.raises(NoWayBack):
        enter(person("dot"), knockout, START)
    stages = [Stage(format="round_robin", groups=1, through=2), Stage(format="round_robin")]
    staged = begun(*names, plan=plan_of(stages=stages), name="Two stages")
    leave(person("dot"), staged, START)
    staged = played(staged, rounds=4)
    assert staged.stage == 1
    with pytest.raises(NoWayBack):
        enter(person("dot"), staged, START)


def test_who_has_withdrawn_is_out_of_the_stages_that_follow() -> None:
    stages = [Stage(format="round_robin", groups=1, through=3), Stage(format="round_robin")]
    contest = begun("ann", "bob", "cid", "dot", plan=plan_of(stages=stages))
    contest = played(contest, rounds=2)
    leave(person("ann"), contest, START)
    contest = played(contest, rounds=1)
    assert contest.stage == 1
    fields = {group.stage: field_of(group) for group in contest.groups.all()}
    ann = entry(contest, "ann")
    first = next(one for one in fields[0].entries if one.key == ann.pk)
    assert (first.plays(3), first.plays(4)) == (True, False)
    assert all(one.key != ann.pk or not one.plays(1) for one in fields[1].entries)
    contest = played(contest)
    assert contest.status == Contest.Status.FINISHED


def test_a_round_that_is_sat_out_is_worth_nothing_and_uses_up_no_bye() -> None:
    contest = swiss("ann", "bob", "cid", "dot", "eve", "fay", rounds=4)
    be_absent(person("ann"), contest, [3], START)
    contest = played(contest)
    assert hows(contest, "ann")[3] == "zero_bye"
    assert points(contest)["ann"] <= 3
    assert contest.status == Contest.Status.FINISHED


def test_rounds_to_come_can_be_chosen_anew_and_those_that_are_paired_stay() -> None:
    contest = swiss()
    be_absent(person("ann"), contest, [2, 3], START)
    be_absent(person("ann"), contest, [2], START)
    contest = played(contest, rounds=1)
    assert be_absent(person("ann"), contest, [2, 4], START).absent == [2, 4]
    assert be_absent(person("ann"), contest, [], START).absent == [2]
    for numbers in ([1], [401]):
        with pytest.raises(IllegalEntry) as refused:
            be_absent(person("ann"), contest, numbers, START)
        assert (refused.value.field, refused.value.data) == ("numbers", {"first": 3})


def test_no_round_is_sat_out_in_a_knock_out_or_by_who_has_withdrawn_or_once_it_is_over() -> None:
    knockout = begun("ann", "bob", "cid", "dot", plan=plan_of("knockout"))
    with pytest.raises(IllegalEntry) as refused:
        be_absent(person("ann"), knockout, [2], START)
    assert refused.value.code == "no_absence"
    contest = swiss("ann", "bob", "cid", "dot")
    leave(person("dot"), contest, START)
    with pytest.raises(NotEntered):
        be_absent(person("dot"), contest, [2], START)
    contest = played(contest)
    with pytest.raises(ContestOver):
        be_absent(person("ann"), contest, [9], START)
    assert entry(contest, "dot").absent == []


def test_only_a_league_has_seasons_to_stand_for() -> None:
    with pytest.raises(NoLeague):
        stand(person("ann"), begun("ann", "bob"), False, START)


def test_no_match_is_left_running_by_an_entry_that_has_withdrawn() -> None:
    contest = begun("ann", "bob", "cid", "dot", plan=plan_of(at_once=0))
    leave(person("dot"), contest, START)
    assert [seat.state for seat in Seat.objects.filter(user=person("dot"))] == ["resigned"] * 3
    assert len(running(contest)) == 3


def test_who_withdraws_may_lose_their_place_to_somebody_who_waited() -> None:
    contest = begun("ann", "bob", "cid", "dot", plan=plan_of("swiss", rounds=3), late_rounds=3, most=4)
    enter(person("eve"), contest, START)
    leave(person("dot"), contest, START)
    assert entry(contest, "eve").status == "in"
    with pytest.raises(PlaceTaken):
        enter(person("dot"), contest, START)
    volunteer(person("fay"), contest, START)
    ticked(contest)
    assert (entry(contest, "dot").status, entry(contest, "fay").status) == ("withdrawn", "substitute")


def test_a_bye_that_a_director_gave_stays_whatever_else_is_sat_out() -> None:
    contest = swiss()
    Entry.objects.filter(user=person("ann")).update(absent=[3], byes={"3": "half_bye"})
    assert be_absent(person("ann"), contest, [2], START).absent == [2, 3]
    assert be_absent(person("ann"), contest, [], START).absent == [3]


def test_a_round_of_a_schedule_that_is_sat_out_is_won_by_the_other() -> None:
    contest = begun("ann", "bob", "cid", "dot")
    be_absent(person("ann"), contest, [2], START)
    contest = played(contest)
    assert (hows(contest, "ann")[2], points(contest)["ann"]) == ("forfeit", 2)
    assert contest.status == Contest.Status.FINISHED
