"""Steps of the clock: drawing, calendars, pauses, troubles, an outage; and what a preview promises."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import Notice
from games.actions.contests import booking, drawing, rounds, steps, tables
from games.actions.contests.drawing import draw, preview
from games.actions.contests.entering import withdraw
from games.actions.contests.refusals import NotRegistering, TooFewEntries
from games.contests.plan import IllegalPlan, Stage
from games.models import Contest, Match, Member, Round
from games.models.field import least_seats
from games.models.lots import chance_of
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
from tests.actions.tables import DAY, HOUR, NOW

pytestmark = pytest.mark.django_db

FOUR = ("ann", "bob", "cid", "dot")


def titles(contest: Contest, keys: tuple[int, ...]) -> list[str]:
    names = {entry.pk: entry.title for entry in contest.entries.select_related("user")}
    return [names[key] for key in keys]


def test_a_preview_shows_what_the_draw_makes_and_writes_nothing() -> None:
    plan = plan_of(stages=[Stage(format="round_robin", groups=2, through=1), Stage(format="knockout")])
    contest = entered(called(plan), *FOUR, "eve", "fay")
    shown = preview(contest, NOW)
    assert (shown.stage, shown.fresh, contest.groups.count()) == (0, True, 0)
    contest = ticked(contest)
    for group, drawn in zip(contest.groups.all(), shown.groups, strict=True):
        assert list(group.berths.values_list("entry_id", flat=True)) == list(drawn.entries)
        assert boards(contest, 1, group.number) == [titles(contest, pair.entries) for pair in drawn.pairs]
    assert preview(contest, START).groups[0].round == 0
    for match in running(contest):
        win(match, 0)
    contest = ticked(contest)
    assert boards(contest, 2)


def test_a_preview_of_a_running_contest_shows_the_round_that_follows() -> None:
    contest = begun(*FOUR, plan=plan_of("swiss", rounds=2), round_days=7)
    contest = played(contest, rounds=1)
    shown = preview(contest, START + DAY)
    assert (shown.fresh, shown.groups[0].round) == (False, 2)
    contest = ticked(contest, START + 7 * DAY)
    assert boards(contest, 2) == [titles(contest, pair.entries) for pair in shown.groups[0].pairs]


def test_seeds_are_by_rating_and_then_by_who_entered_first() -> None:
    contest = entered(called(), "ann", "bob", "cid", ratings=[1.0, 2.0, 1.0])
    contest = draw(contest, NOW)
    assert list(contest.entries.order_by("number").values_list("user__username", flat=True)) == [
        "bob",
        "ann",
        "cid",
    ]
    assert (contest.status, contest.wake_at) == (Contest.Status.DRAWN, START)
    assert ticked(contest, NOW).status == Contest.Status.DRAWN
    with pytest.raises(NotRegistering):
        draw(contest, NOW)
    assert ticked(contest).status == Contest.Status.RUNNING


def test_too_few_entries_are_not_drawn() -> None:
    contest = entered(called(least=4), "ann", "bob")
    with pytest.raises(TooFewEntries):
        draw(contest, NOW)
    with pytest.raises(TooFewEntries):
        preview(contest, NOW)


def test_a_number_of_entries_that_the_plan_can_not_hold_calls_the_contest_off() -> None:
    contest = ticked(entered(called(plan_of("pods"), size=3), "ann", "bob"))
    assert contest.status == Contest.Status.CALLED_OFF
    told = Notice.objects.filter(subject__endswith=":called_off")
    assert told.count() == 2


def test_a_contest_without_a_day_waits_for_its_director() -> None:
    contest = entered(called(starts_at=None), "ann", "bob")
    steps.wake(contest, START)
    assert (ticked(contest).status, ticked(contest).wake_at) == (Contest.Status.REGISTRATION, None)
    draw(contest, START)
    assert ticked(contest).status == Contest.Status.RUNNING


def test_a_contest_that_pauses_books_results_and_begins_nothing() -> None:
    contest = entered(called(), *FOUR)
    Contest.objects.update(paused_at=NOW)
    assert (ticked(contest).status, ticked(contest).wake_at) == (Contest.Status.REGISTRATION, None)
    Contest.objects.update(paused_at=None, wake_at=START)
    steps.step(contest.pk, START)
    Contest.objects.update(paused_at=NOW)
    assert ticked(contest).status == Contest.Status.DRAWN
    Contest.objects.update(paused_at=None, wake_at=START)
    contest = ticked(contest)
    Contest.objects.update(paused_at=START)
    for match in running(contest):
        win(match, 0)
    contest = ticked(contest)
    assert sum(points(contest).values()) == 2
    assert (contest.wake_at, running(contest)) == (None, [])
    Contest.objects.update(paused_at=None, wake_at=START)
    assert len(running(ticked(contest))) == 2


def test_a_contest_whose_step_fails_is_put_aside_and_holds_up_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    broken, sound = entered(called(), "ann", "bob"), entered(called(), "cid", "dot")
    whole: Callable[..., Any] = drawing.draw_held

    def failing(contest: Contest, now: Any) -> None:
        if contest.pk == broken.pk:
            raise RuntimeError("no draw today")
        whole(contest, now)

    monkeypatch.setattr(drawing, "draw_held", failing)
    assert ticked(sound).status == Contest.Status.RUNNING
    broken.refresh_from_db()
    assert (broken.trouble, broken.wake_at) == ("RuntimeError: no draw today", START + steps.ANOTHER_TRY)
    assert list(Notice.objects.filter(kind="director").values_list("user__username", flat=True)) == ["dir"]
    ticked(broken, START + HOUR)
    assert Notice.objects.filter(kind="director").count() == 1
    monkeypatch.setattr(drawing, "draw_held", whole)
    broken = ticked(broken, START + 2 * HOUR)
    assert (broken.status, broken.trouble) == (Contest.Status.RUNNING, "")


def test_a_refusal_in_a_step_is_told_by_its_code_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    contest = entered(called(), "ann", "bob")

    def refusing(*_args: Any) -> None:
        raise IllegalPlan("secret", "some_code", "plan")

    monkeypatch.setattr(steps, "_begin", refusing)
    assert ticked(contest).trouble == "IllegalPlan: some_code"


def test_an_outage_lets_rounds_begin_late_and_moves_no_calendar() -> None:
    contest = begun(*FOUR, round_days=7)
    for match in running(contest):
        win(match, 0)
    contest = ticked(contest, START + 10 * DAY)
    assert contest.wake_at is None
    assert len(running(contest)) == 2
    begins = list(Round.objects.order_by("number").values_list("begins_at", flat=True))
    assert begins == [START, START + 7 * DAY]


def test_the_calendar_goes_on_from_one_stage_to_the_next() -> None:
    plan = plan_of(stages=[Stage(format="round_robin", groups=2, through=1), Stage(format="knockout")])
    contest = begun(*FOUR, plan=plan, round_days=7)
    contest = played(contest, rounds=1)
    assert (contest.stage, contest.wake_at) == (1, START + 7 * DAY)
    assert running(ticked(contest, START + 7 * DAY))[0].name == "Spring Cup 1.1"


def test_a_stage_to_which_only_one_can_go_on_is_the_last() -> None:
    plan = plan_of(stages=[Stage(format="round_robin", groups=2, through=1), Stage(format="knockout")])
    contest = begun(*FOUR, plan=plan)
    for name in ("bob", "cid", "dot"):
        withdraw(contest.entries.get(user__username=name), START)
    contest = played(contest)
    assert (contest.status, contest.stage) == (Contest.Status.FINISHED, 0)


def test_tables_of_teams_seat_everybody_of_an_entry() -> None:
    contest = begun("ann+bob", "cid+dot", team=2, captain="rotate")
    (match,) = running(contest)
    assert (match.team, match.captain, match.visibility) == (2, "rotate", "public")
    seated = Member.objects.order_by("seat__index", "position").values_list("user__username", flat=True)
    assert list(seated) == ["ann", "bob", "cid", "dot"]


def test_a_table_is_told_by_contest_season_group_round_board_and_leg() -> None:
    plan = plan_of("league", division=3, least=3, most=5, up=1)
    contest = begun(*FOUR, "eve", "fay", plan=plan, league=True, name="L" * 60)
    names = [match.name for match in running(contest)]
    assert names == ["L" * 52 + " 1 1.1.1", "L" * 52 + " 1 2.1.1"]


def test_the_seed_of_a_contest_leads_to_the_chance_of_its_draws() -> None:
    contest = called()
    assert chance_of(contest, "pair", 0, 1, 1).key == chance_of(contest, "pair", "0", "1", "1").key
    assert chance_of(contest, "pair", 0, 1, 1).key != chance_of(contest, "pair", 0, 1, 2).key


def test_a_table_has_as_few_seats_as_the_game_takes_with_these_options() -> None:
    assert least_seats(called(plan_of("swiss"), size=4)) == 2
    assert least_seats(called(plan_of("swiss"), size=4, options={"turns": 1, "even": True})) == 4
    assert least_seats(called(plan_of("swiss"), size=2)) == 2


def test_whoever_is_absent_sits_a_round_out_and_no_pairing_follows_a_round_that_is_over() -> None:
    contest = entered(called(plan_of("swiss", rounds=1)), *FOUR, "eve")
    contest.entries.filter(user__username="eve").update(absent=[1])
    contest = ticked(contest)
    assert boards(contest)[-1] == ["eve"]
    group = contest.groups.get()
    group.ended_at = START
    assert rounds.next_round(contest, group, steps.fields_of(contest, 0)[group.pk])[1] == ()


def test_only_what_is_due_costs_the_clock_anything(django_assert_num_queries: Any) -> None:
    contest = begun(*FOUR)
    assert Match.objects.running().count() == 2
    with django_assert_num_queries(3):
        assert not steps.is_due(START + DAY)
    win(running(contest)[0], 0)
    assert steps.is_due(START)


def test_a_contest_that_a_director_draws_waits_for_that_whenever_the_clock_looks() -> None:
    contest = entered(called(starts_at=None), *FOUR)
    steps.wake(contest, NOW)
    contest = ticked(contest, NOW)
    assert (contest.status, contest.wake_at) == (Contest.Status.REGISTRATION, None)


def test_a_contest_that_is_drawn_early_begins_on_its_day_whenever_the_clock_looks() -> None:
    contest = draw(entered(called(), *FOUR), NOW)
    steps.wake(contest, NOW)
    contest = ticked(contest, NOW)
    assert (contest.status, contest.wake_at) == (Contest.Status.DRAWN, START)


def test_a_step_that_has_booked_a_whole_batch_does_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    contest = begun(*FOUR)
    for match in running(contest):
        win(match, 0)
    steps.wake(contest, START)
    monkeypatch.setattr(booking, "BATCH", 2)
    assert steps.step(contest.pk, START) is True
    contest.refresh_from_db()
    assert (contest.wake_at, contest.groups.get().rounds.count()) == (START, 1)
    assert ticked(contest).groups.get().rounds.count() == 2


def test_a_contest_that_takes_entries_waits_for_its_day_whenever_the_clock_looks() -> None:
    contest = entered(called(), *FOUR)
    steps.wake(contest, NOW)
    contest = ticked(contest, NOW)
    assert (contest.status, contest.wake_at) == (Contest.Status.REGISTRATION, START)


def test_a_step_that_has_opened_a_whole_portion_of_tables_does_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tables, "PORTION", 2)
    contest = begun(*FOUR)
    assert len(running(contest)) == 2
    assert Round.objects.get().started_at == START
