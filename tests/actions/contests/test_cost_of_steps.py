"""What the clock's work on contests costs: nothing for what lies idle, and no more than what is due."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.actions.contests import booking, steps, substitutes
from games.models import Contest, Group
from tests.actions.contests.cups import START, begun, plan_of, running, ticked, win
from tests.actions.tables import HOUR

pytestmark = pytest.mark.django_db

SIX = ("ann", "bob", "cid", "dot", "eve", "fay")


def test_what_lies_idle_is_not_read_to_find_contests_that_are_due() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("asks the planner of PostgreSQL")
    begun(*SIX)
    with connection.cursor() as cursor:
        # What the planner thinks of the tables comes from this moment and not from a run of other tests.
        cursor.execute("ANALYZE games_contest, games_match, games_seat")
        cursor.execute("SET LOCAL enable_seqscan = off")
    assert " contest_due" in Contest.objects.due(START).explain()
    assert " match_to_count" in booking.ended().explain()
    assert " seat_vacant" in substitutes.wanting(START).explain()


def test_opening_tables_and_booking_results_reads_no_standings_for_each_of_them() -> None:
    contest = begun(*SIX, plan=plan_of("swiss", rounds=3))
    for match in running(contest):
        win(match, 0)
    with CaptureQueriesContext(connection) as booked:
        assert booking.count_ended(START + HOUR) == 3
    assert '"standings"' not in str(booked.captured_queries)
    with CaptureQueriesContext(connection) as stepped:
        ticked(contest, START + HOUR)
    assert len(running(contest)) == 3
    asked = [query["sql"] for query in stepped if '"standings"' in query["sql"]]
    assert [sql for sql in asked if '"games_pairing"."id",' in sql] == []


def test_a_step_reads_the_field_of_a_group_once() -> None:
    contest = begun(*SIX, plan=plan_of("swiss", rounds=3))
    win(running(contest)[0], 0)
    booking.count_ended(START + HOUR)
    with CaptureQueriesContext(connection) as stepped:
        assert steps.step(contest.pk, START + HOUR)
    assert sum('FROM "games_berth"' in query["sql"] for query in stepped) == 1
    assert sum("games_side" in query["sql"] and "ORDER BY" in query["sql"] for query in stepped) == 1


def test_standings_are_read_as_they_were_written() -> None:
    contest = ticked(begun(*SIX, plan=plan_of("swiss", rounds=3)))
    group = contest.groups.get()
    assert Group.objects.get(pk=group.pk).standings == group.standings
    group.standings = [{"entry": 1, "terms": [1, 2**60, -3]}, {}]
    group.save()
    assert Group.objects.values_list("standings", flat=True).get(pk=group.pk) == group.standings
    assert Group.objects.values_list("standings__0__entry", flat=True).get(pk=group.pk) == 1
