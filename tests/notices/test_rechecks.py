"""What is looked at again before a mail is written: nothing stale, nothing twice, no flood."""

import pytest
from django.utils import timezone

from accounts.models import Notice
from accounts.outbox import BUILDERS, finished
from games.actions import lobby, orders, seats, turns
from games.models import Invitation
from tests.actions.tables import DAY, HOUR, NEXT, NOW, open_turn, opened, order, person, seat
from tests.notices.mails import SOON, deliver, mail_to, pending, readers, silence, table, turns_played

pytestmark = pytest.mark.django_db
KINDS = ("start", "turn", "reminder", "result", "missed", "end", "invitation", "talk")


def total():
    """Who would get which mails now."""
    return [(name, kind) for kind in KINDS for name in readers(kind)]


def test_every_kind_of_mail_has_a_builder():
    assert [kind for kind in KINDS if kind not in BUILDERS] == []


def test_a_turn_mail_for_a_closed_turn_is_dropped():
    match = table()
    turns_played(match, 1)
    deliver("start")
    first = pending("turn")
    turns_played(match, 1)
    assert BUILDERS["turn"](first, SOON) == {}
    assert readers("turn") == ["ann", "bob"]


def test_a_turn_mail_for_somebody_who_has_ordered_is_dropped():
    match = table()
    turns_played(match, 1)
    order("ann", match, silence(match, "ann"))
    assert readers("turn") == ["bob"]


def test_a_turn_mail_comes_back_when_the_order_is_withdrawn():
    match = table()
    turns_played(match, 1)
    order("ann", match, silence(match, "ann"))
    orders.withdraw(person("ann"), match.code, 2)
    assert readers("turn") == ["ann", "bob"]


def test_a_turn_mail_for_a_seat_that_changed_hands_is_dropped():
    match = table("ann", "bob", "cyd")
    turns_played(match, 1)
    seats.vacate(person("bob"), NOW)
    assert readers("turn") == ["ann", "cyd"]


def test_a_turn_mail_for_somebody_who_resigned_is_dropped():
    match = table("ann", "bob", "cyd")
    turns_played(match, 1)
    seats.resign(person("bob"), match, NOW)
    assert readers("turn") == ["ann", "cyd"]


def test_a_mail_about_a_match_that_is_over_is_dropped_but_for_its_end():
    match = table()
    turns_played(match, 1)
    seats.resign(person("bob"), match, NOW)
    assert total() == [("ann", "end"), ("bob", "end")]


def test_a_reminder_is_dropped_once_the_order_is_in():
    match = table()
    deliver()
    assert turns.remind_due(NOW + 3 * DAY - HOUR) == 1
    order("ann", match, silence(match, "ann"))
    assert readers("reminder") == ["bob"]


def test_a_reminder_is_dropped_while_the_turn_mail_itself_is_still_on_its_way():
    match = table()
    turns_played(match, 1)
    turns.remind_due(NOW + 3 * DAY - HOUR)
    assert readers("reminder") == []
    assert readers("turn") == ["ann", "bob"]
    deliver("turn")
    assert readers("reminder") == ["ann", "bob"]


def test_a_result_is_dropped_when_a_newer_turn_has_opened():
    match = table("ann", "bob", "cyd")
    order("ann", match, "K 2; ask")
    order("bob", match, "9; ask")
    order("cyd", match, "4; ask")
    assert open_turn(match).owed == [2]
    assert readers("result") == ["ann", "bob"]
    order("cyd", match, "low K")
    assert readers("result") == []
    assert readers("turn") == ["ann", "bob", "cyd"]


def test_a_start_is_dropped_when_the_first_turn_is_played_and_the_turn_mail_tells_more():
    match = table()
    assert readers("start") == ["ann", "bob"]
    turns_played(match, 1)
    assert readers("start") == []
    assert "What happened in turn 1" in mail_to("ann", "turn").text


def test_after_an_outage_each_person_gets_one_mail_a_match():
    matches = [table() for _n in range(3)]
    for match in matches:
        turns_played(match, 5)
    turns.remind_due(NOW + 3 * DAY - HOUR)
    assert Notice.objects.count() == 3 * 2 * 7
    assert total() == [("ann", "turn")] * 3 + [("bob", "turn")] * 3


def test_the_grace_mail_is_dropped_when_the_order_came_or_the_turn_closed():
    match = table()
    deliver()
    turns.close_due(NEXT)
    assert readers("missed") == ["ann", "bob"]
    order("ann", match, silence(match, "ann"), NEXT)
    assert readers("missed") == ["bob"]
    order("bob", match, silence(match, "bob"), NEXT)
    assert readers("missed") == []


def test_the_mail_about_a_lost_seat_is_dropped_when_the_match_is_over():
    match = table(pace={"grace": False, "misses": 1})
    order("ann", match, silence(match, "ann"))
    turns.close_due(NEXT)
    assert readers("missed") == ["bob"]
    seats.resign(person("ann"), match, NEXT)
    assert readers("missed") == []


def test_an_invitation_is_dropped_when_it_no_longer_stands():
    for name in ("bob", "cyd"):
        person(name)
    match = opened("ann", 3, game="fourbid", invite=["bob", "cyd"])
    assert readers("invitation") == ["bob", "cyd"]
    lobby.join(person("bob"), match, "", NOW)
    assert readers("invitation") == ["cyd"]
    Invitation.objects.all().delete()
    assert readers("invitation") == []


def test_an_invitation_is_dropped_when_the_match_was_called_off_or_has_started():
    for name in ("bob", "cyd"):
        person(name)
    off = opened("ann", 3, game="fourbid", invite=["cyd"])
    opened("ann", 2, game="fourbid", invite=["cyd"])
    lobby.call_off(person("ann"), off, NOW)
    assert readers("invitation") == ["cyd"]
    full = opened("ann", 2, game="fourbid", invite=["cyd"])
    lobby.join(person("bob"), full, "", NOW)
    assert readers("invitation") == ["cyd"]


def test_table_talk_is_dropped_for_those_who_no_longer_sit_there():
    match = table("ann", "bob", "cyd")
    seats.say(person("ann"), match, "Hello", NOW)
    seats.vacate(person("bob"), NOW)
    assert readers("talk") == ["cyd"]


@pytest.mark.parametrize("kind", ["start", "turn", "reminder", "missed", "end", "talk", "invitation"])
def test_thirty_mails_are_written_with_as_many_queries_as_one(kind, django_assert_num_queries):
    few = made(kind, 1)
    Notice.objects.all().delete()
    with counting() as one:
        assert len(finished_mails(kind, few)) == len(few)
    many = made(kind, 15)
    assert len(many) >= 15
    with django_assert_num_queries(len(one)):
        assert len(finished_mails(kind, many)) == len(many)


def finished_mails(kind, notices):
    return [finished(mail) for mail in BUILDERS[kind](notices, NOW + HOUR).values()]


def counting():
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    return CaptureQueriesContext(connection)


def made(kind, count):
    """Waiting notices of a kind from so many matches, with all rows that their mails are about."""
    person("guest")
    for number in range(count):
        if kind == "invitation":
            opened(f"ann-{number}", 3, game="fourbid", invite=["guest"])
            continue
        match = table(pace={"grace": kind == "missed", "interval": 7200})
        if kind != "start":
            deliver("start")
        if kind == "turn":
            turns_played(match, 2)
        if kind == "talk":
            seats.say(person("ann"), match, "Hello", NOW)
        if kind == "end":
            turns_played(match, 1)
            seats.resign(person("bob"), match, NOW)
    if kind == "reminder":
        turns.remind_due(NOW + 2 * HOUR)
    if kind == "missed":
        turns.close_due(NOW + 2 * HOUR)
    waiting = pending(kind)
    newest = {}
    for notice in waiting:
        newest[notice.user_id, notice.data["match"]] = notice
    return list(newest.values()) if kind == "turn" else waiting


def test_a_builder_reads_no_clock(monkeypatch):
    match = table()
    turns_played(match, 1)
    monkeypatch.setattr(timezone, "now", lambda: pytest.fail("a builder read the clock"))
    assert readers("turn") == ["ann", "bob"]
    assert seat(match, "ann").misses == 0
