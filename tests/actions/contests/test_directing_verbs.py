"""What each act of a director does, and what it refuses."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from games.actions import orders, pausing, ratings, turns
from games.actions.contests import booking, steps
from games.actions.contests.directing import stopping
from games.actions.contests.directing.acts import act
from games.actions.contests.directing.refusals import NotNow, NotUndone
from games.actions.refusals import TooLate
from games.actions.texts import IllegalText
from games.contests.plan import Stage
from games.models import Act, Berth, Contest, Entry, League, Match, Pairing, Rating, Round, Seat, Side
from games.rules.chance import seed_commitment
from games.rules.game import Refusal
from tests.actions.contests.cups import (
    START,
    begun,
    boards,
    called,
    entered,
    plan_of,
    played,
    points,
    running,
    ticked,
    win,
)
from tests.actions.contests.directing import (
    EXAMPLES,
    FOUR,
    LATER,
    do,
    drawn,
    half_played,
    key,
    look,
    paired,
    pairing,
    paused,
    playing,
    registering,
    take_back,
)
from tests.actions.tables import DAY, HOUR, NOW, open_turn, order, person, told

pytestmark = pytest.mark.django_db


def refused(contest: Contest, verb: str, code: str, now: datetime.datetime = LATER, **data: Any) -> Refusal:
    """The refusal of an act with this code; a preview says the same."""
    with pytest.raises(Refusal) as shown:
        look(contest, verb, now, **data)
    with pytest.raises(Refusal) as done:
        do(contest, verb, now, **data)
    assert (shown.value.code, done.value.code) == (code, code)
    assert str(done.value)
    return done.value


def order_of(contest: Contest) -> list[str]:
    """The entries of the first group in the order of the draw."""
    berths = Berth.objects.filter(group__contest=contest).order_by("group__number", "number")
    return [berth.entry.title for berth in berths.select_related("entry__user")]


def fresh(contest: Contest) -> Contest:
    return Contest.objects.get(pk=contest.pk)


# The draw


def test_a_draw_is_the_same_as_often_as_it_is_made() -> None:
    contest = drawn("swiss")
    before = order_of(contest)
    do(contest, "draw", NOW)
    assert order_of(contest) == before


def test_a_draw_anew_takes_in_who_came_since_and_keeps_the_seeding_that_was_named() -> None:
    contest = registering(least=2)
    do(contest, "seed", NOW, entries=[key(contest, "dan"), key(contest, "cid")])
    do(contest, "draw", NOW)
    assert order_of(contest) == ["dan", "cid", "ann", "bob"]
    Entry.objects.filter(contest=contest, user=person("ann")).delete()
    do(contest, "draw", NOW)
    assert order_of(contest) == ["dan", "cid", "bob"]
    assert list(contest.entries.order_by("number").values_list("number", flat=True)) == [1, 2, 3]


def test_nothing_is_drawn_anew_once_a_round_has_begun() -> None:
    contest = drawn()
    ticked(contest, START)
    Contest.objects.filter(pk=contest.pk).update(status="drawn")
    refused(contest, "draw", "round_begun")
    Round.objects.update(started_at=None)
    refused(contest, "draw", "round_begun")


def test_a_draw_waits_a_little_so_that_it_can_be_undone() -> None:
    contest = entered(called(starts_at=None), *FOUR)
    done = do(contest, "draw", NOW)
    assert steps.step_due(NOW + datetime.timedelta(minutes=9)) == 0
    take_back(done, NOW + datetime.timedelta(minutes=9))
    assert fresh(contest).status == "registration"
    do(contest, "draw", NOW)
    assert ticked(contest, NOW + datetime.timedelta(minutes=10)).status == "running"


def test_a_seeding_names_everybody_once_who_takes_part() -> None:
    contest = registering()
    ann = key(contest, "ann")
    assert refused(contest, "seed", "named_twice", NOW, entries=[ann, ann]).field == "entries"  # type: ignore[attr-defined]
    refused(contest, "seed", "unknown_entry", NOW, entries=[ann, 0])


def test_who_waits_gets_the_place_of_who_is_removed() -> None:
    contest = registering(most=4)
    waiting = Entry.objects.create(contest=contest, user=person("eve"), status="waiting", created_at=NOW)
    done = do(contest, "remove", NOW, entry=key(contest, "bob"))
    waiting.refresh_from_db()
    assert (waiting.status, contest.entries.filter(user=person("bob")).exists()) == ("in", False)
    take_back(done, NOW)
    waiting.refresh_from_db()
    assert (waiting.status, contest.entries.filter(user=person("bob")).exists()) == ("waiting", True)
    do(contest, "remove", NOW, entry=waiting.pk)
    assert contest.entries.count() == 4


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"starts_at": "soon"}, "no_instant"),
        ({"starts_at": "2030-01-05T12:00:00"}, "no_instant"),
        ({"starts_at": NOW.isoformat()}, "starts_in_the_past"),
        ({"starts_at": (NOW + 4000 * DAY).isoformat()}, "starts_in_the_past"),
        ({"starts_at": START.isoformat(), "round_days": -1}, "illegal_number"),
    ],
)
def test_dates_that_make_no_sense_are_refused(data: dict[str, Any], code: str) -> None:
    refused(registering(), "dates", code, NOW, **data)


def test_dates_may_move_until_it_begins() -> None:
    contest = drawn()
    do(contest, "dates", NOW, starts_at=(START + DAY).isoformat())
    assert (fresh(contest).starts_at, fresh(contest).wake_at) == (START + DAY, START + DAY)
    refused(contest, "dates", "no_start", NOW)
    other = registering()
    do(other, "dates", NOW)
    assert (fresh(other).starts_at, fresh(other).wake_at) == (None, None)
    contest = ticked(contest, START + DAY)
    refused(contest, "dates", "begun", START + 2 * DAY, starts_at=(START + 3 * DAY).isoformat())
    do(contest, "dates", START + 2 * DAY, starts_at=(START + DAY).isoformat(), round_days=3)
    assert fresh(contest).round_days == 3


# Pairings


def test_a_round_is_paired_ahead_only_while_no_table_can_open() -> None:
    contest = playing()
    refused(contest, "pair", "not_paused")
    do(contest, "pause")
    refused(contest, "pair", "no_round")


def test_a_round_that_was_paired_ahead_is_played_as_it_was_paired() -> None:
    contest = paired()
    was = boards(contest, 2)
    do(contest, "pair", START)
    assert boards(contest, 2) == was
    do(contest, "swap", one=key(contest, was[0][0]), other=key(contest, was[1][0]))
    now = boards(contest, 2)
    assert now == [[was[1][0], was[0][1]], [was[0][0], was[1][1]]]
    do(contest, "go_on")
    ticked(contest, LATER + HOUR)
    seats = Seat.objects.filter(match__in=running(contest)).select_related("user", "match")
    held = sorted((seat.match.pairing.board, seat.index, seat.user.username) for seat in seats)  # type: ignore[union-attr]
    assert held == [(1, 0, now[0][0]), (1, 1, now[0][1]), (2, 0, now[1][0]), (2, 1, now[1][1])]


def test_a_swap_in_the_draw_changes_all_rounds_that_follow_from_it() -> None:
    contest = drawn()
    do(contest, "pair", NOW)
    before = boards(contest, 1)
    do(contest, "swap", NOW, one=key(contest, "ann"), other=key(contest, "dan"))
    named = {"ann": "dan", "dan": "ann"}
    assert order_of(contest) == ["dan", "bob", "cid", "ann"]
    assert boards(contest, 1) == [[named.get(name, name) for name in row] for row in before]
    ended = played(contest, apart=HOUR)
    assert ended.status == "finished"
    met = [frozenset(row) for number in (1, 2, 3) for row in boards(contest, number)]
    assert len(set(met)) == 6


def test_swaps_that_make_no_sense_are_refused() -> None:
    contest = drawn()
    ann, bob = key(contest, "ann"), key(contest, "bob")
    refused(contest, "swap", "same_entry", NOW, one=ann, other=ann)
    stranger = Entry.objects.create(contest=contest, user=person("eve"), created_at=NOW)
    refused(contest, "swap", "no_berth", NOW, one=ann, other=stranger.pk)
    ticked(contest, START)
    refused(contest, "swap", "round_begun", LATER, one=ann, other=bob)


def test_a_swap_between_groups_that_are_not_paired_is_one_of_places() -> None:
    plan = plan_of(stages=(Stage(format="round_robin", groups=2, through=1), Stage(format="knockout")))
    contest = entered(called(plan), *FOUR)
    do(contest, "draw", NOW)
    before = order_of(contest)
    do(contest, "swap", NOW, one=key(contest, before[0]), other=key(contest, before[3]))
    assert order_of(contest) == [before[3], before[1], before[2], before[0]]
    do(contest, "pair", NOW)
    refused(contest, "swap", "other_group", NOW, one=key(contest, before[0]), other=key(contest, before[3]))


def test_a_round_robin_that_has_begun_takes_no_swap_of_a_later_round() -> None:
    contest = played(drawn(), rounds=0, apart=HOUR)
    do(contest, "pause", START)
    for match in running(contest):
        win(match, 0)
    ticked(contest, START)
    do(contest, "pair", START)
    refused(contest, "swap", "round_begun", LATER, one=key(contest, "ann"), other=key(contest, "bob"))


def test_a_swap_gives_nobody_a_second_bye() -> None:
    contest = begun(*FOUR, "eve", plan=plan_of("swiss", rounds=3), options={"turns": 3})
    do(contest, "pause", START)
    had = Side.objects.get(pairing__how="bye").entry
    for match in running(contest):
        win(match, 0)
    ticked(contest, START)
    do(contest, "pair", START)
    now = Side.objects.filter(pairing__how="bye").exclude(entry=had).get().entry
    refused(contest, "swap", "second_bye", LATER, one=had.pk, other=now.pk)


def test_a_table_that_is_played_anew_keeps_its_seats_and_gets_other_chance() -> None:
    contest = playing()
    one = pairing(contest)
    match = one.matches.get()
    do(contest, "repair", pairing=one.pk)
    match.refresh_from_db()
    assert (match.status, match.stopped, match.seed, match.counted) == ("aborted", "a reason", "", True)
    ticked(contest, LATER + HOUR)
    (again,) = Match.objects.filter(pairing__round=one.round, pairing__board=3)
    assert again.seed_commitment != match.seed_commitment
    assert [seat.user for seat in again.seats.all()] == [seat.user for seat in match.seats.all()]
    with pytest.raises(TooLate):
        orders.submit(match.seats.get(index=0).user, match.code, 1, "3", LATER, "web")  # type: ignore[arg-type]
    refused(contest, "repair", "pairing_decided", pairing=one.pk)


def test_what_is_played_anew_is_not_undone_once_its_match_is_there() -> None:
    contest = playing()
    acts = [
        do(contest, "repair", pairing=pairing(contest, 1, 1).pk),
        do(contest, "annul", pairing=pairing(contest, 1, 2).pk, replay=True),
    ]
    ticked(contest, LATER + HOUR)
    for one in acts:
        with pytest.raises(NotUndone) as why:
            take_back(one, LATER + HOUR)
        assert why.value.code == "opened_since"


def test_in_a_series_the_next_match_takes_the_place_of_one_that_is_stopped() -> None:
    contest = begun("ann", "bob", plan=plan_of("knockout", best_of=3), options={"turns": 1})
    one = pairing(contest)
    done = do(contest, "repair", pairing=one.pk)
    take_back(done)
    done = do(contest, "repair", pairing=one.pk)
    refused(contest, "repair", "no_table", pairing=one.pk)
    ticked(contest, LATER + HOUR)
    assert list(one.matches.order_by("leg").values_list("leg", "status")) == [(1, "aborted"), (2, "running")]
    with pytest.raises(NotUndone):
        take_back(done, LATER + HOUR)
    ended = played(contest, LATER + HOUR)
    assert (ended.status, one.matches.filter(status="finished").count()) == ("finished", 2)


# Results


def test_an_adjudicated_pairing_counts_as_it_was_decided() -> None:
    contest = playing()
    one = pairing(contest)
    names = [side.entry.title for side in one.sides.select_related("entry__user")]
    do(contest, "adjudicate", pairing=one.pk, places=[2, 1])
    ticked(contest, LATER + HOUR)
    one.refresh_from_db()
    assert (one.how, points(contest)[names[1]], points(contest)[names[0]]) == ("adjudicated", 1.0, 0.0)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"places": [1]}, "illegal_places"),
        ({"places": [1, 3]}, "illegal_places"),
        ({"places": [1, 2], "points": [1.0]}, "illegal_points"),
        ({"places": [1, 2], "points": [0.7001, 0.0]}, "illegal_points"),
        ({"places": [1, 2], "points": [1e9, 0.0]}, "illegal_points"),
    ],
)
def test_a_result_that_makes_no_sense_is_refused(data: dict[str, Any], code: str) -> None:
    contest = playing()
    refused(contest, "adjudicate", code, pairing=pairing(contest).pk, **data)


def test_what_rests_on_a_result_or_is_none_stays() -> None:
    contest = begun("ann", "bob", "cid", plan=plan_of("knockout"), options={"turns": 1})
    bye = Pairing.objects.get(how="bye")
    refused(contest, "annul", "nothing_to_decide", pairing=bye.pk, replay=True)
    played_one = Pairing.objects.get(how="open")
    refused(contest, "annul", "bracket", pairing=played_one.pk)
    played(contest, rounds=1, apart=HOUR)
    refused(contest, "adjudicate", "result_used", pairing=played_one.pk, places=[2, 1])


def test_the_final_standings_of_a_group_stay() -> None:
    contest = half_played()
    one = pairing(contest)
    one.round.group.ended_at = LATER
    one.round.group.save()
    refused(contest, "annul", "group_over", pairing=one.pk)


def test_a_deal_that_is_published_is_not_played_anew() -> None:
    contest = half_played()
    Round.objects.update(seed="ab" * 32)
    refused(contest, "annul", "revealed", pairing=pairing(contest).pk, replay=True)


def test_an_annulled_match_and_an_adjudicated_one_change_no_ratings() -> None:
    contest = half_played()
    ratings.rate_due(START)
    assert Rating.objects.count() == 2
    done = do(contest, "annul", pairing=pairing(contest).pk)
    ratings.rate_due(LATER)
    assert Rating.objects.count() == 0
    take_back(done)
    ratings.rate_due(LATER)
    assert Rating.objects.count() == 2
    do(contest, "adjudicate", pairing=pairing(contest).pk, places=[1, 1])
    ratings.rate_due(LATER)
    assert Rating.objects.count() == 0


def test_a_round_is_open_again_when_what_ended_it_is_undone() -> None:
    contest = half_played()
    Contest.objects.filter(pk=contest.pk).update(paused_at=START)
    done = do(contest, "adjudicate", pairing=pairing(contest, 1, 2).pk, places=[1, 2])
    contest = ticked(contest, LATER + HOUR)
    row = Round.objects.get()
    assert row.ended_at is not None
    take_back(done, LATER + HOUR)
    row.refresh_from_db()
    assert row.ended_at is None
    done = do(contest, "adjudicate", LATER + HOUR, pairing=pairing(contest, 1, 2).pk, places=[1, 2])
    ticked(contest, LATER + 2 * HOUR)
    Round.objects.update(seed="ab" * 32)
    with pytest.raises(NotUndone) as why:
        take_back(done, LATER + 2 * HOUR)
    assert why.value.code == "revealed"


# Stopped matches


def test_a_stopped_match_goes_on_with_what_was_left_and_its_orders() -> None:
    contest = playing()
    match = pairing(contest).matches.get()
    name = match.seats.get(index=0).user.username  # type: ignore[union-attr]
    order(name, match, "7", START)
    due_at = open_turn(match).due_at
    done = do(contest, "annul", LATER, pairing=pairing(contest).pk)
    assert turns.close_due(LATER + 30 * DAY) <= 1
    take_back(done, LATER + DAY)
    turn = open_turn(match)
    assert (turn.due_at, turn.paused_at) == (due_at + DAY, None)  # type: ignore[operator]
    assert turn.orders.get(seat__index=0).commitment
    win(match, 0, LATER + DAY)
    assert match.status == "finished"


def test_a_match_that_paused_before_it_was_stopped_pauses_after() -> None:
    contest = playing()
    match = pairing(contest).matches.get()
    pausing.begin(match.code, START)
    done = do(contest, "annul", pairing=pairing(contest).pk)
    take_back(done)
    assert open_turn(match).paused_at == START
    assert told(match, "pause") != []


def test_a_match_without_deadlines_is_stopped_and_goes_on() -> None:
    contest = playing()
    match = pairing(contest).matches.get()
    Match.objects.filter(pk=match.pk).update(pace={"kind": "free"})
    open_turn(match)
    match.turns.update(due_at=None)
    done = do(contest, "annul", pairing=pairing(contest).pk)
    take_back(done)
    assert open_turn(match).paused_at is None


def test_the_seed_of_a_stopped_match_is_published_when_nothing_is_undone_any_more() -> None:
    contest = playing()
    one = pairing(contest)
    match = one.matches.get()
    order(match.seats.get(index=0).user.username, match, "7", START)  # type: ignore[union-attr]
    done = do(contest, "annul", pairing=one.pk)
    for other in running(contest):
        win(other, 0, LATER)
    ticked(contest, LATER + HOUR)
    match.refresh_from_db()
    assert seed_commitment(bytes.fromhex(match.seed)) == match.seed_commitment
    assert not match.turns.get().orders.sealed().exists()
    assert stopping.publish(contest) == 0
    Act.objects.filter(pk=done.pk).update(step=fresh(contest).step)
    Pairing.objects.filter(round__number__gt=1).delete()
    with pytest.raises(NotUndone) as why:
        take_back(done, LATER + HOUR)
    assert why.value.code == "revealed"


def test_a_match_that_ends_before_it_can_be_stopped_is_left_alone() -> None:
    contest = playing()
    match = pairing(contest).matches.get()
    match.turns.update(closed_at=START)
    done = do(contest, "annul", pairing=pairing(contest).pk)
    assert done.data["before"]["kept"]["stopped"] == []


# People


def test_who_is_replaced_plays_no_more() -> None:
    contest = playing()
    person("eve")
    match = Match.objects.get(seats__user=person("ann"))
    do(contest, "replace", entry=key(contest, "ann"), person="eve")
    assert contest.entries.filter(user=person("eve")).exists()
    assert not match.seats.filter(user=person("ann")).exists()
    refused(contest, "replace", "nobody", entry=key(contest, "eve"), person=" ")
    refused(contest, "replace", "already_entered", entry=key(contest, "eve"), person="bob")


def test_who_has_withdrawn_withdraws_no_more_and_who_has_not_comes_not_back() -> None:
    contest = drawn("swiss")
    dan = key(contest, "dan")
    refused(contest, "bring_back", "not_withdrawn", NOW, entry=dan)
    do(contest, "withdraw", NOW, entry=dan)
    refused(contest, "withdraw", "withdrawn", NOW, entry=dan)
    do(contest, "bring_back", NOW, entry=dan)
    assert contest.entries.get(pk=dan).status == "in"


@pytest.mark.parametrize(("how", "worth"), [("full", 1.0), ("half", 0.5), ("zero", 0.0)])
def test_a_bye_is_worth_what_was_said(how: str, worth: float) -> None:
    contest = drawn("swiss")
    do(contest, "bye", NOW, entry=key(contest, "ann"), round=1, how=how)
    contest = ticked(contest, START)
    assert (points(contest)["ann"], Side.objects.get(entry=key(contest, "ann")).pairing.how) == (
        worth,
        {"full": "bye", "half": "half_bye", "zero": "zero_bye"}[how],
    )


def test_byes_that_can_not_be_are_refused() -> None:
    contest = playing()
    ann = key(contest, "ann")
    refused(contest, "bye", "illegal_bye", entry=ann, round=2, how="double")
    refused(contest, "bye", "no_such_round", entry=ann, round=1)
    refused(contest, "bye", "no_such_round", entry=ann, round=4)
    do(contest, "bye", entry=ann, round=2, how="full")
    refused(contest, "bye", "second_bye", entry=ann, round=3, how="full")
    do(contest, "bye", entry=ann, round=2, how="full")
    refused(drawn(), "bye", "no_byes", NOW, entry=Entry.objects.latest("pk").pk, round=1)
    other = begun("eve", "fay", "gus", "hal", "ida", plan=plan_of("swiss", rounds=3))
    had = Side.objects.get(pairing__how="bye", pairing__round__group__contest=other).entry
    refused(other, "bye", "second_bye", entry=had.pk, round=2, how="full")


# Clocks


@pytest.mark.parametrize(
    "pace",
    [
        {"interval": 3 * 86_400},
        {"kind": "slot", "at": "12:00", "weekdays": [0, 1, 2, 3, 4, 5, 6]},
        {"kind": "bank", "interval": 10 * 86_400, "gain": 0},
    ],
)
def test_more_time_moves_deadlines_and_takes_nothing_from_clocks(pace: dict[str, Any]) -> None:
    contest = playing(pace=pace)
    match = running(contest)[0]
    before = open_turn(match)
    done = do(contest, "extend", hours=24)
    turn = open_turn(match)
    assert turn.due_at == before.due_at + DAY  # type: ignore[operator]
    assert turn.remind_at == before.remind_at + DAY  # type: ignore[operator]
    take_back(done)
    after = open_turn(match)
    assert (after.due_at, after.remind_at, after.stops) == (before.due_at, before.remind_at, before.stops)
    do(contest, "extend", hours=24)
    win(match, 0, LATER + DAY)
    clocks = {seat.clock for seat in match.seats.all()}
    assert clocks == ({None} if pace.get("kind") != "bank" else {10 * 86_400 - 3600})


def test_more_time_is_for_the_tables_that_are_meant() -> None:
    contest = playing()
    one, other = running(contest)
    before = open_turn(other).due_at
    do(contest, "extend", hours=2, pairing=one.pairing_id)
    assert open_turn(other).due_at == before
    do(contest, "extend", hours=2, round=1)
    assert open_turn(other).due_at == before + 2 * HOUR  # type: ignore[operator]
    refused(contest, "extend", "no_clock", hours=2, round=2)
    refused(contest, "extend", "illegal_hours", hours=0)


def test_more_time_for_a_table_that_pauses_is_left_when_it_goes_on() -> None:
    contest = playing()
    match = running(contest)[0]
    pausing.begin(match.code, START)
    before = open_turn(match).paused_due
    done = do(contest, "extend", hours=2, pairing=match.pairing_id)
    assert open_turn(match).paused_due == before + 2 * HOUR  # type: ignore[operator]
    take_back(done)
    assert open_turn(match).paused_due == before


def test_more_time_is_not_taken_back_where_something_happened_since() -> None:
    contest = playing()
    one, other = running(contest)
    acts = [do(contest, "extend", hours=2, pairing=match.pairing_id) for match in (one, other)]
    for seat in one.seats.select_related("user"):
        order(seat.user.username, one, "5", LATER, 1)  # type: ignore[union-attr]
    do(contest, "extend", hours=2, pairing=other.pairing_id)
    for done, code in zip(acts, ("turn_closed", "deadline_moved"), strict=True):
        with pytest.raises(NotUndone) as why:
            take_back(done)
        assert why.value.code == code


def test_a_deadline_comes_back_no_sooner_than_is_fair() -> None:
    contest = playing()
    match = running(contest)[0]
    before = open_turn(match).due_at
    assert before is not None
    late = before - HOUR
    done = do(contest, "extend", late, hours=48, pairing=match.pairing_id)
    match.turns.update(remind_at=None)
    take_back(done, late)
    assert open_turn(match).due_at == late + DAY


def test_a_turn_without_a_reminder_gets_none() -> None:
    contest = playing()
    match = running(contest)[0]
    match.turns.update(remind_at=None)
    take_back(do(contest, "extend", hours=2, pairing=match.pairing_id))
    assert open_turn(match).remind_at is None


# The whole


def test_a_pause_holds_up_rounds_and_its_end_lets_them_go_on() -> None:
    contest = paused()
    refused(contest, "pause", "already_paused")
    assert Round.objects.count() == 1
    do(contest, "go_on", LATER)
    refused(contest, "go_on", "not_paused")
    ticked(contest, LATER)
    assert Round.objects.count() == 2


def test_a_pause_holds_up_the_draw_too() -> None:
    contest = registering()
    do(contest, "pause", NOW)
    assert ticked(contest, START).status == "registration"
    do(contest, "go_on", START + HOUR)
    assert ticked(contest, START + HOUR).status == "running"


def test_a_pause_with_its_tables_leaves_alone_what_pauses_already() -> None:
    contest = playing()
    one, other = running(contest)
    pausing.begin(one.code, START)
    done = do(contest, "pause", tables=True)
    assert done.data["before"]["kept"]["tables"] == [other.code]
    take_back(done)
    assert (open_turn(one).paused_at, open_turn(other).paused_at) == (START, None)


def test_directors_come_and_go_but_one_stays() -> None:
    contest = playing()
    refused(contest, "remove_director", "last_director", person="dir")
    refused(contest, "remove_director", "not_a_director", person="ann")
    refused(contest, "add_director", "nobody", person="")
    contest.directors.add(*(person(f"dir{number}") for number in range(9)))
    person("eve")
    refused(contest, "add_director", "too_many_directors", person="eve")


def test_a_word_reaches_everybody_a_few_times_a_day() -> None:
    contest = playing()
    refused(contest, "word", "empty", text=" ")
    for number in range(3):
        do(contest, "word", text=f"Word {number}")
    refused(contest, "word", "too_many_words", text="one more")
    do(contest, "word", LATER + DAY + HOUR, text="tomorrow")
    with pytest.raises(IllegalText):
        do(contest, "word", text="x" * 2000)


def test_a_reason_is_asked_for_where_it_matters() -> None:
    contest = playing()
    with pytest.raises(Refusal) as why:
        act(person("dir"), contest, "call_off", {}, " ", LATER)
    assert (why.value.code, why.value.field) == ("no_reason", "why")  # type: ignore[attr-defined]


def test_what_was_changed_again_is_undone_in_its_order() -> None:
    contest = drawn()
    first = do(contest, "swap", NOW, one=key(contest, "ann"), other=key(contest, "bob"))
    second = do(contest, "swap", NOW, one=key(contest, "ann"), other=key(contest, "cid"))
    with pytest.raises(NotUndone) as why:
        take_back(first, NOW)
    assert why.value.code == "changed_since"
    take_back(second, NOW)
    take_back(first, NOW)
    assert order_of(contest) == list(FOUR)


def test_nothing_is_undone_once_a_contest_is_over() -> None:
    contest = playing()
    done = do(contest, "pause")
    Contest.objects.filter(pk=contest.pk).update(status="finished")
    with pytest.raises(NotUndone) as why:
        take_back(done)
    assert why.value.code == "step_ran"


def test_the_row_that_says_undone_is_not_undone() -> None:
    contest = playing()
    said = take_back(do(contest, "pause"))
    with pytest.raises(NotUndone) as why:
        take_back(said)
    assert why.value.code == "undo_of_undo"


def test_an_act_on_a_table_of_ones_own_is_marked() -> None:
    contest = playing()
    contest.directors.add(person("ann"))
    mine = Pairing.objects.get(sides__entry=key(contest, "ann"))
    assert look(contest, "repair", by="ann", pairing=mine.pk).own
    assert not look(contest, "repair", by="dir", pairing=mine.pk).own
    assert do(contest, "repair", by="ann", pairing=mine.pk).data["own"] is True


def test_a_result_that_comes_while_a_director_decides_is_booked_once() -> None:
    contest = playing()
    match = pairing(contest).matches.get()
    win(match, 0, LATER)
    do(contest, "adjudicate", pairing=pairing(contest).pk, places=[2, 1])
    booking.count_ended(LATER)
    assert pairing(contest).how == "adjudicated"
    assert [side.place for side in pairing(contest).sides.order_by("index")] == [2, 1]


def test_what_the_clock_wants_since_stays_when_an_act_is_undone() -> None:
    contest = entered(called(starts_at=None), *FOUR)
    done = do(contest, "draw", NOW)
    Contest.objects.filter(pk=contest.pk).update(wake_at=START)
    take_back(done, NOW)
    assert (fresh(contest).status, fresh(contest).wake_at) == ("registration", START)


def test_more_time_is_nothing_to_tables_without_deadlines() -> None:
    contest = playing()
    for match in running(contest):
        match.turns.update(due_at=None)
    refused(contest, "extend", "no_clock", hours=2)


def test_a_swap_may_give_a_first_bye_to_another() -> None:
    contest = entered(called(plan_of("swiss", rounds=3)), *FOUR, "eve")
    do(contest, "draw", NOW)
    do(contest, "pair", NOW)
    bye = Side.objects.get(pairing__how="bye")
    other = Side.objects.filter(pairing__how="open").earliest("pk")
    do(contest, "swap", NOW, one=bye.entry_id, other=other.entry_id)
    assert Side.objects.get(pairing__how="bye").entry_id == other.entry_id


def test_there_is_no_act_beside_the_verbs_and_none_with_other_data() -> None:
    contest = playing()
    refused(contest, "dance", "unknown_verb")
    refused(contest, "repair", "illegal_data", pairing="first")
    refused(contest, "repair", "unknown_pairing", pairing=0)
    refused(contest, "withdraw", "unknown_entry", entry=0)
    refused(contest, "seed", "not_now", entries=[])


def test_a_league_is_ended_once() -> None:
    contest = EXAMPLES["end a league"].made()
    do(contest, "close_league", LATER)
    with pytest.raises(NotNow) as refused:
        do(contest, "close_league", LATER)
    assert refused.value.code == "league_ended"


def test_undoing_the_end_of_a_league_lets_seasons_follow() -> None:
    contest = EXAMPLES["end a league"].made()
    ended = do(contest, "close_league", LATER)
    assert League.objects.get().closed_at == LATER
    take_back(ended, LATER)
    assert League.objects.get().closed_at is None


def test_a_play_off_decides_between_those_who_are_level() -> None:
    contest = EXAMPLES["play-off"].made()
    for match in running(contest):
        win(match, 0)
    do(contest, "pause", LATER)
    contest = ticked(contest, LATER)
    before = standing_order(contest)
    assert before[0] != "bob"
    asked = do(contest, "play_off", LATER, entry=key(contest, before[1]), won=2)
    contest = ticked(contest, LATER + DAY)
    assert standing_order(contest)[:2] == [before[1], before[0]]
    take_back(asked, LATER + DAY)
    assert standing_order(ticked(contest, LATER + 2 * DAY)) == before


def standing_order(contest: Contest) -> list[str]:
    names = {entry.pk: entry.title for entry in contest.entries.select_related("user")}
    return [names[line["entry"]] for line in contest.groups.get().standings]


@pytest.mark.parametrize(
    ("made", "data", "code"),
    [
        ("extend", {"won": 1}, "no_play_offs"),
        ("play-off", {"won": 100}, "illegal_number"),
        ("play-off", {"won": -1}, "illegal_number"),
    ],
)
def test_a_play_off_that_can_not_count_is_refused(made: str, data: dict[str, Any], code: str) -> None:
    contest = EXAMPLES[made].made()
    with pytest.raises(Refusal) as refused:
        do(contest, "play_off", LATER, entry=key(contest, "ann"), **data)
    assert refused.value.code == code


def test_a_play_off_of_who_is_in_no_open_group_is_refused() -> None:
    contest = EXAMPLES["play-off"].made()
    contest.groups.update(ended_at=LATER)
    with pytest.raises(NotNow) as refused:
        do(contest, "play_off", LATER, entry=key(contest, "ann"), won=1)
    assert refused.value.code == "group_over"
