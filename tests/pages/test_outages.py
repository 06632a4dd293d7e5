"""What pages say of faults of ours: deadlines that moved, turns that wait for mail, excused silence."""

from __future__ import annotations

import datetime

import pytest
from django.utils import timezone

from games.models import Clock, Order, Turn
from tests.pages.visits import browser, open_turn, order_path, pass_turn, person, running, said

pytestmark = pytest.mark.django_db

HOUR = datetime.timedelta(hours=1)
MOVED = "The deadline was moved by 6 hours, because the site or its mail was down."


def test_a_match_says_that_its_deadline_was_moved_and_why() -> None:
    match = running("ann", "bob")
    assert "was moved" not in said(browser("ann").get(match.get_absolute_url()))
    turn = open_turn(match)
    assert turn.due_at is not None
    Turn.objects.filter(pk=turn.pk).update(moved=6 * 3600, due_at=turn.due_at + 6 * HOUR)
    for reader in ("ann", ""):
        assert MOVED in said(browser(reader).get(match.get_absolute_url()))


def test_a_turn_that_waits_for_mail_to_leave_says_so() -> None:
    match = running("ann", "bob")
    now = timezone.now()
    Turn.objects.filter(match=match).update(due_at=now - HOUR)
    page = said(browser("ann").get(match.get_absolute_url()))
    assert "The time is up; the turn closes in a moment." in page
    Clock.objects.create(ticked_at=now, mail_down_since=now - 2 * HOUR)
    page = said(browser("ann").get(match.get_absolute_url()))
    assert "The time is up; but no mail leaves now, so the turn waits for what is missing." in page


def test_the_log_and_the_page_of_a_turn_say_that_a_silence_is_excused() -> None:
    match = running("ann", "bob")
    browser("ann").post(order_path(match), {"c0": ["K", "2"]})
    Order.objects.filter(seat__user=person("bob")).update(excused=True)
    pass_turn(match)
    assert "(excused)" in said(browser("ann").get(match.get_absolute_url()))
    page = said(browser("ann").get(f"{match.get_absolute_url()}turn/1/"))
    assert "no missed deadline is booked: no mail about the turn came through" in page
    assert "Nothing was in at the deadline" not in page
