"""Directors and the clock at the same moment: one of them comes first, and nothing is done by halves."""

from __future__ import annotations

from typing import Any

import pytest

from games.actions import turns
from games.actions.contests import booking, steps
from games.actions.contests.directing.refusals import NotUndone
from games.actions.refusals import NotRunning
from games.models import Act, Contest, Match, Pairing, Round, Side
from games.rules.game import Refusal
from tests.actions.contests.cups import START, called, entered, running, win
from tests.actions.contests.directing import FOUR, LATER, do, drawn, key, pairing, playing, take_back
from tests.actions.tables import DAY, NOW, SECOND, order, person
from tests.actions.test_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def codes(results: list[Any]) -> list[str]:
    """What came of acts: a refusal's code, or done."""
    return sorted(one.code if isinstance(one, Refusal) else "done" for one in results)


def test_two_directors_do_the_same_once() -> None:
    contest = playing()
    contest.directors.add(person("eve"))
    key_of = pairing(contest).pk
    results = at_once(
        [lambda by=by: do(contest, "repair", by=by, pairing=key_of) for by in ("dir", "eve")]  # type: ignore[misc]
    )
    assert codes(results) == ["done", "pairing_decided"]
    assert Act.objects.filter(verb="repair").count() == 1
    assert Pairing.objects.filter(how="annulled").count() == 1


def test_two_directors_undo_the_same_once() -> None:
    contest = playing()
    contest.directors.add(person("eve"))
    act = do(contest, "annul", pairing=pairing(contest).pk)
    results = at_once([lambda by=by: take_back(act, by=by) for by in ("dir", "eve")])  # type: ignore[misc]
    assert codes(results) == ["done", "undone"]
    assert Match.objects.running().count() == 2


def test_a_swap_and_the_beginning_of_the_round_come_one_after_the_other() -> None:
    contest = drawn()
    ann, bob = key(contest, "ann"), key(contest, "bob")
    results = at_once(
        [
            lambda: do(contest, "swap", START, one=ann, other=bob),
            lambda: steps.step_due(START),
        ]
    )
    assert codes(results[:1]) in (["done"], ["round_begun"])
    for _n in range(5):
        steps.step_due(START + DAY)
    for side in Side.objects.select_related("entry__user", "pairing"):
        seat = side.pairing.matches.get().seats.get(index=side.index)
        assert seat.user == side.entry.user


def test_undo_and_the_next_step_come_one_after_the_other() -> None:
    contest = entered(called(starts_at=None), *FOUR)
    act = do(contest, "draw", NOW)
    results = at_once([lambda: take_back(act, START), lambda: steps.step_due(START)])
    steps.step_due(START)
    contest.refresh_from_db()
    if isinstance(results[0], NotUndone):
        assert (contest.status, Round.objects.exists()) == ("running", True)
    else:
        assert not isinstance(results[0], Exception), results[0]
        assert (contest.status, Round.objects.exists()) == ("registration", False)


def test_a_match_that_ends_while_it_is_stopped_does_one_of_both() -> None:
    contest = playing()
    match = pairing(contest).matches.get()
    for number in (1, 2):
        for seat in match.seats.select_related("user"):
            order(seat.user.username, match, "5", LATER, number)  # type: ignore[union-attr]
    first, last = (seat.user.username for seat in match.seats.select_related("user"))  # type: ignore[union-attr]
    order(first, match, "5", LATER, 3)
    key_of = pairing(contest).pk
    results = at_once(
        [
            lambda: do(contest, "adjudicate", pairing=key_of, places=[2, 1]),
            lambda: order(last, match, "5", LATER, 3),
            lambda: booking.count_ended(LATER),
        ]
    )
    assert not isinstance(results[0], Exception), results[0]
    booking.count_ended(LATER + SECOND)
    match.refresh_from_db()
    assert match.status in {"finished", "aborted"}
    assert pairing(contest).how == "adjudicated"
    assert match.turns.filter(closed_at=None).count() == 0
    assert [side.place for side in pairing(contest).sides.order_by("index")] == [2, 1]


def test_a_result_and_a_pause_lose_nothing() -> None:
    contest = playing()
    win(running(contest)[0], 0)
    results = at_once([lambda: do(contest, "pause"), lambda: booking.count_ended(LATER)])
    assert not isinstance(results[0], Exception), results[0]
    booking.count_ended(LATER + SECOND)
    contest.refresh_from_db()
    assert contest.paused_at == LATER
    assert Pairing.objects.filter(how="played").count() == 1


def test_more_time_and_the_end_of_the_turn_come_one_after_the_other() -> None:
    contest = playing()
    due_at = running(contest)[0].turns.get().due_at
    assert due_at is not None
    results = at_once([lambda: do(contest, "extend", due_at, hours=24), lambda: turns.close_due(due_at)])
    assert not isinstance(results[0], (NotRunning, AssertionError)), results[0]
    assert Contest.objects.filter(pk=contest.pk).exists()
    for match in running(contest):
        assert match.turns.filter(closed_at=None).count() == 1
