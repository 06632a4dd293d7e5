"""What mails say after a fault of ours, and that an outage of mail ends without a flood."""

import pytest

from accounts.models import Outgoing
from games.actions import clock, turns
from games.models import Turn
from tests.actions.tables import DAY, HOUR, NEXT, NOW, SECOND, open_turn, order
from tests.notices.mails import mail_to, plain_lines, readers, silence, table, turns_played

pytestmark = pytest.mark.django_db

KINDS = ("start", "turn", "reminder", "result", "missed", "end")
MOVED = "The deadline was moved by 6 hours, because the site or its mail was down."


def test_the_next_mail_says_that_the_deadline_was_moved_and_why() -> None:
    match = table()
    turns_played(match, 1)
    assert MOVED not in mail_to("ann", "turn").text
    Turn.objects.filter(match=match, number=2).update(moved=6 * 3600)
    mail = mail_to("ann", "turn")
    assert MOVED in " ".join(plain_lines(mail))
    assert MOVED in mail.html


def test_mails_that_leave_after_an_outage_name_the_deadline_that_the_clock_will_set() -> None:
    match = table()
    turns_played(match, 1)
    due_at = open_turn(match).due_at
    assert due_at is not None
    clock.stamp(due_at - HOUR)
    clock.stamp(due_at - HOUR + SECOND)
    mail = mail_to("ann", "turn", due_at + 5 * HOUR - SECOND)
    assert "59 minutes left" in " ".join(plain_lines(mail))
    assert open_turn(match).due_at == due_at


def test_after_a_day_without_mail_each_person_has_one_mail_a_match_at_the_most() -> None:
    """The queue sent a flood of mails about turns long played."""
    for _n in range(3):
        match = table()
        turns_played(match, 4)
        turns.remind_due(NEXT - HOUR)
    Outgoing.objects.create(down_since=NOW)
    told = [(name, kind) for kind in KINDS for name in readers(kind, NOW + DAY)]
    assert sorted(told) == [("ann", "turn")] * 3 + [("bob", "turn")] * 3
    order("ann", match, silence(match, "ann"))
    assert readers("turn", NOW + DAY).count("ann") == 2
