"""Fair outages: nobody loses by a clock that stood still or by mail that did not leave."""

from __future__ import annotations

import datetime
import json
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Outgoing
from games import tasks
from games.actions import clock, turns
from games.models import Clock, Match, Outage, Seat, Turn
from games.models.outage import foresee
from tests.actions.tables import DAY, HOUR, NEXT, NOW, SECOND, lines, open_turn, opened, order, started, told

pytestmark = pytest.mark.django_db

MINUTE = datetime.timedelta(minutes=1)
STRICT = {"grace": False}


def tick(now: datetime.datetime) -> None:
    """One tick of the clock, as the beat calls it."""
    with time_machine.travel(now, tick=False):
        tasks.tick()


def stopped(since: datetime.datetime, until: datetime.datetime) -> None:
    """A clock that ticked, stood still, and ticks again."""
    clock.stamp(since)
    clock.stamp(until)


def mail_down(since: datetime.datetime | None) -> None:
    Outgoing.objects.update_or_create(pk=1, defaults={"down_since": since})


def outages() -> list[tuple[str, datetime.datetime, datetime.datetime, int]]:
    return [(one.what, one.began_at, one.ended_at, one.turns) for one in Outage.objects.order_by("ended_at")]


# The clock.


def test_a_deadline_within_an_outage_moves_by_the_gap_and_nobody_is_booked_a_miss() -> None:
    match = started("ann", "bob", pace=STRICT)
    tick(NEXT - 5 * HOUR)
    tick(NEXT + HOUR)
    turn = open_turn(match)
    assert (turn.number, turn.due_at, turn.moved) == (1, NEXT + 6 * HOUR, 6 * 3600)
    assert outages() == [("clock", NEXT - 5 * HOUR, NEXT + HOUR, 1)]
    assert turns.close_due(NEXT + 6 * HOUR - SECOND) == 0
    turns.close_due(NEXT + 6 * HOUR)
    assert open_turn(match).number == 2
    assert list(match.seats.values_list("missed", flat=True)) == [1, 1]


def test_a_deadline_soon_after_an_outage_moves_and_a_later_one_stays() -> None:
    soon = started("ann", "bob", pace={"interval": 24 * 3600})
    later = started("cid", "dot", pace={"interval": 24 * 3600 + 1})
    stopped(NOW + 17 * HOUR, NOW + 23 * HOUR)
    assert open_turn(soon).due_at == NOW + 30 * HOUR
    assert (open_turn(later).due_at, open_turn(later).moved) == (NOW + DAY + SECOND, 0)


def test_a_deadline_that_had_passed_before_an_outage_stays() -> None:
    match = started("ann", "bob")
    stopped(NEXT, NEXT + HOUR)
    assert open_turn(match).due_at == NEXT


@pytest.mark.parametrize(("gap", "moved"), [(10 * MINUTE, 0), (10 * MINUTE + SECOND, 601)])
def test_a_deploy_moves_nothing(gap: datetime.timedelta, moved: int) -> None:
    match = started("ann", "bob")
    stopped(NEXT - MINUTE, NEXT - MINUTE + gap)
    assert open_turn(match).moved == moved


def test_a_first_start_is_no_outage() -> None:
    match = started("ann", "bob", pace=STRICT)
    tick(NEXT + DAY)
    assert (open_turn(match).number, outages()) == (2, [])


def test_a_clock_that_goes_back_is_no_outage() -> None:
    match = started("ann", "bob")
    clock.stamp(NEXT)
    clock.stamp(NEXT - HOUR)
    assert (Clock.last_tick(), open_turn(match).moved) == (NEXT, 0)


def test_reminders_move_with_their_deadlines_and_go_out_once() -> None:
    match = started("ann", "bob", pace={"interval": 10 * 3600})
    tick(NOW + 7 * HOUR)
    tick(NOW + 11 * HOUR)
    assert (open_turn(match).remind_at, told(match, "reminder")) == (NOW + 12 * HOUR, [])
    for minutes in range(60, 120, 10):
        tick(NOW + 11 * HOUR + minutes * MINUTE)
    assert len(told(match, "reminder")) == 2


def test_who_was_reminded_before_an_outage_is_not_reminded_again() -> None:
    match = started("ann", "bob", pace={"interval": 10 * 3600})
    tick(NOW + 8 * HOUR)
    for hours in (12, 13):
        tick(NOW + hours * HOUR)
    assert (open_turn(match).number, len(told(match, "reminder"))) == (1, 2)


def test_an_outage_moves_all_turns_with_one_statement() -> None:
    clock.stamp(NOW)
    counts = []
    for number in range(2):
        for other in range(3 * number + 1):
            started(f"a{number}{other}", f"b{number}{other}", now=NOW + number * 4 * DAY)
        with CaptureQueriesContext(connection) as queries:
            clock.stamp(NOW + (4 * number + 3) * DAY)
        counts.append(len(queries))
    assert counts[0] == counts[1]
    assert [turns for *_span, turns in outages()] == [1, 5]


def test_a_second_outage_moves_a_deadline_once_more() -> None:
    match = started("ann", "bob", pace={"interval": 3600})
    stopped(NOW, NOW + 2 * HOUR)
    clock.stamp(NOW + 4 * HOUR)
    turn = open_turn(match)
    assert (turn.due_at, turn.moved) == (NOW + 5 * HOUR, 4 * 3600)
    assert turn.stops == [
        [NOW.isoformat(), (NOW + 2 * HOUR).isoformat()],
        [(NOW + 2 * HOUR).isoformat(), (NOW + 4 * HOUR).isoformat()],
    ]


def test_an_outage_holds_up_nothing_that_waits_for_nobody() -> None:
    match = started("ann", "bob", pace=STRICT, options={"boom": 1})
    clock.stamp(NOW)
    order("ann", match, "7")
    order("bob", match, "3")
    due_at = open_turn(match).due_at
    clock.stamp(NOW + HOUR)
    assert open_turn(match).due_at == due_at == NOW + turns.ANOTHER_TRY


def test_where_turns_never_close_early_everybody_may_still_change_their_order() -> None:
    match = started("ann", "bob", pace={"early": False})
    order("ann", match, "7")
    order("bob", match, "3")
    stopped(NEXT - HOUR, NEXT + HOUR)
    assert (open_turn(match).number, open_turn(match).due_at) == (1, NEXT + 2 * HOUR)


def test_a_bank_does_not_run_through_an_outage_whenever_its_deadline_is() -> None:
    match = started("ann", "bob", pace={"kind": "bank", "interval": 100 * 3600, "cap": 0})
    stopped(NOW + HOUR, NOW + 7 * HOUR)
    assert open_turn(match).due_at == NOW + 106 * HOUR
    order("ann", match, "7", NOW + 8 * HOUR)
    order("bob", match, "3", NOW + 9 * HOUR)
    assert list(Seat.objects.values_list("clock", flat=True)) == [98 * 3600, 97 * 3600]


def test_a_moved_slot_stands_and_the_next_is_on_the_grid_again() -> None:
    pace = {"kind": "slot", "at": "20:00", "weekdays": [0, 3], "zone": "Europe/Warsaw", "grace": False}
    match = started("ann", "bob", pace=pace)
    slot = open_turn(match).due_at
    assert slot is not None
    tick(slot - HOUR)
    tick(slot + 5 * HOUR)
    assert open_turn(match).due_at == slot + 6 * HOUR
    turns.close_due(slot + 6 * HOUR)
    following = open_turn(match)
    assert following.number == 2
    assert following.due_at is not None
    assert following.due_at.hour == slot.hour
    assert following.due_at > slot + 2 * DAY


def test_a_tick_that_dies_half_way_has_moved_nothing_and_the_next_one_moves_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = started("ann", "bob")
    clock.stamp(NEXT - HOUR)
    create = Outage.objects.create

    def dying(**values: Any) -> None:
        create(**values)
        raise RuntimeError("killed")

    monkeypatch.setattr(Outage.objects, "create", dying)
    with pytest.raises(RuntimeError):
        clock.stamp(NEXT + HOUR)
    assert (open_turn(match).moved, Clock.last_tick(), outages()) == (0, NEXT - HOUR, [])
    monkeypatch.undo()
    clock.stamp(NEXT + HOUR)
    assert open_turn(match).moved == 2 * 3600


# Mail.


def test_turns_wait_for_mail_that_does_not_leave_and_have_their_time_when_it_does() -> None:
    match = started("ann", "bob", pace=STRICT)
    order("ann", match, "7")
    tick(NEXT - HOUR)
    mail_down(NEXT - HOUR)
    for hours in (0, 3, 11):
        tick_steadily(NEXT + hours * HOUR)
        assert open_turn(match).number == 1
    mail_down(None)
    tick(NEXT + 11 * HOUR + MINUTE)
    gap = 12 * HOUR + MINUTE
    assert (open_turn(match).due_at, open_turn(match).moved) == (NEXT + gap, gap.total_seconds())
    assert outages() == [("mail", NEXT - HOUR, NEXT + 11 * HOUR + MINUTE, 1)]
    assert list(match.seats.values_list("missed", flat=True)) == [0, 0]
    order("bob", match, "3", NEXT + 12 * HOUR)
    assert open_turn(match).number == 2


def tick_steadily(until: datetime.datetime) -> None:
    """Ticks every few minutes up to an instant, so that the clock does not stand still."""
    last = Clock.last_tick()
    assert last is not None
    while last < until:
        last = min(until, last + 9 * MINUTE)
        tick(last)


def test_mail_that_is_down_for_a_few_minutes_moves_nothing() -> None:
    match = started("ann", "bob", pace=STRICT)
    tick(NEXT - 5 * MINUTE)
    mail_down(NEXT - 5 * MINUTE)
    tick(NEXT)
    assert open_turn(match).number == 2
    mail_down(None)
    tick(NEXT + MINUTE)
    assert outages() == []


def test_turns_in_which_nothing_is_missing_close_while_mail_is_down() -> None:
    complete = started("ann", "bob", pace=STRICT | {"early": False})
    held = started("cid", "dot", pace=STRICT | {"early": False})
    bots = opened("eve", 2, bots=2)
    for name, match in (("ann", complete), ("bob", complete), ("cid", held)):
        order(name, match, "7")
    Turn.objects.filter(match=bots).update(due_at=NEXT)
    clock.stamp(NEXT - HOUR)
    mail_down(NEXT - HOUR)
    tick_steadily(NEXT)
    assert [open_turn(match).number for match in (complete, held)] == [2, 1]
    bots.refresh_from_db()
    assert bots.status == Match.Status.FINISHED


def test_after_some_days_turns_wait_for_mail_no_longer_but_nobody_is_blamed() -> None:
    match = started("ann", "bob", pace=STRICT | {"interval": 24 * 3600})
    order("ann", match, "7")
    clock.stamp(NOW)
    mail_down(NOW)
    end = NOW + settings.MAIL_WAIT
    tick_steadily(end)
    assert open_turn(match).number == 1
    tick(end + SECOND)
    assert (open_turn(match).number, open_turn(match).due_at) == (1, end + SECOND + 12 * HOUR)
    tick_steadily(end + SECOND + 12 * HOUR)
    first = match.turns.get(number=1)
    assert lines(first) == {0: ("7", "player"), 1: ("1", "default")}
    assert list(match.seats.values_list("misses", "missed")) == [(0, 0), (0, 0)]
    assert list(first.orders.values_list("excused", flat=True)) == [False, True]


def test_an_outage_of_the_clock_within_one_of_mail_counts_once() -> None:
    match = started("ann", "bob", pace=STRICT)
    mail_down(NEXT - 50 * MINUTE)
    stopped(NEXT - 45 * MINUTE, NEXT + 5 * HOUR)
    assert open_turn(match).moved == 0
    mail_down(None)
    clock.stamp(NEXT + 5 * HOUR + MINUTE)
    assert outages() == [("mail", NEXT - 50 * MINUTE, NEXT + 5 * HOUR + MINUTE, 1)]


def test_an_outage_of_clock_and_mail_that_ends_together_counts_once() -> None:
    match = started("ann", "bob", pace=STRICT)
    clock.stamp(NEXT - 2 * HOUR)
    mail_down(NEXT - 2 * HOUR)
    clock.stamp(NEXT - 2 * HOUR + 9 * MINUTE)
    clock.stamp(NEXT - 2 * HOUR + 11 * MINUTE)
    mail_down(None)
    clock.stamp(NEXT + 4 * HOUR)
    assert outages() == [("clock", NEXT - 2 * HOUR, NEXT + 4 * HOUR, 1)]
    assert open_turn(match).due_at == NEXT + 6 * HOUR


def test_a_long_outage_of_the_clock_after_the_wait_for_mail_counts_by_itself() -> None:
    match = started("ann", "bob", pace=STRICT | {"interval": 20 * 24 * 3600})
    mail_down(NOW)
    clock.stamp(NOW)
    clock.stamp(NOW + 9 * MINUTE)
    stopped(NOW + 17 * DAY, NOW + 21 * DAY)
    assert [(what, turns) for what, _since, _until, turns in outages()][-1] == ("clock", 1)
    assert open_turn(match).due_at == NOW + 24 * DAY
    mail_down(None)
    clock.stamp(NOW + 21 * DAY + MINUTE)
    assert outages()[-1][:3] == ("mail", NOW + 21 * DAY, NOW + 21 * DAY + MINUTE)


def test_mail_that_is_back_leaves_no_trace_on_the_clock() -> None:
    opened()
    mail_down(None)
    stopped(NOW, NOW + MINUTE)
    assert (Clock.objects.get().mail_down_since, outages()) == (None, [])


def test_mails_that_leave_before_the_clock_ticks_know_the_deadlines_that_it_will_set() -> None:
    match = started("ann", "bob", pace=STRICT)
    late = started("cid", "dot", pace=STRICT | {"interval": 7 * 24 * 3600})
    clock.stamp(NEXT - HOUR)
    mail_down(NEXT - HOUR)
    until = NEXT + 5 * HOUR
    tick_steadily(until - MINUTE)
    found = [open_turn(match), open_turn(late), match.turns.get()]
    found[2].closed_at = NOW
    foresee(found, until)
    assert [turn.due_at for turn in found] == [NEXT + 6 * HOUR, NOW + 7 * DAY, NEXT]
    mail_down(None)
    clock.stamp(until)
    assert [open_turn(one).due_at for one in (match, late)] == [NEXT + 6 * HOUR, NOW + 7 * DAY]
    assert [open_turn(one).moved for one in (match, late)] == [turn.moved for turn in found[:2]]


def test_no_deadline_on_a_day_off_is_foreseen() -> None:
    match = started("ann", "bob", pace=STRICT | {"off_days": [5, 6]})
    clock.stamp(NEXT - 3 * HOUR)
    until = NEXT + 10 * HOUR
    turn = open_turn(match)
    foresee([turn], until)
    clock.stamp(until)
    assert turn.due_at == open_turn(match).due_at == NOW + 5 * DAY + 12 * HOUR


def test_nothing_is_foreseen_where_nothing_was_down() -> None:
    match = started("ann", "bob")
    turn = open_turn(match)
    foresee([turn], NEXT)
    clock.stamp(NOW)
    foresee([turn], NOW + MINUTE)
    assert (turn.due_at, turn.moved) == (NEXT, 0)


def test_stops_are_plain_json() -> None:
    match = started("ann", "bob")
    stopped(NEXT - HOUR, NEXT + HOUR)
    assert json.loads(json.dumps(open_turn(match).stops)) == [
        [(NEXT - HOUR).isoformat(), (NEXT + HOUR).isoformat()]
    ]
    assert Match.objects.count() == 1
