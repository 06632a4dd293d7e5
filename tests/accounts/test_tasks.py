"""The clock's door to the outbox: one task at a time, a rest after the mail server was away."""

from __future__ import annotations

import datetime

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.utils import timezone

from accounts import tasks
from accounts.models import Notice, Outgoing, User
from tests.accounts.rows import notice
from tests.accounts.sink import Sink

pytestmark = pytest.mark.django_db


def test_task_sends_what_is_ready_and_makes_room_for_the_next(ada: User, sink: Sink) -> None:
    for subject in "ab":
        notice(ada, subject, timezone.now())
        tasks.send_pending()
    assert len(sink.raw) == 2


def test_task_leaves_the_outbox_to_one_that_is_at_it(ada: User, sink: Sink) -> None:
    cache.add(tasks.SENDING, True, timeout=60)
    notice(ada, "a", timezone.now())
    tasks.send_pending()
    assert sink.raw == []
    assert Notice.objects.get().attempts == 0


def test_task_rests_after_the_server_was_away(ada: User, sink: Sink) -> None:
    sink.stop()
    notice(ada, "a", timezone.now())
    tasks.send_pending()
    sink.start()
    tasks.send_pending()
    assert sink.raw == []
    cache.delete(tasks.SENDING)
    tasks.send_pending()
    assert len(sink.raw) == 1


def down_since() -> list[datetime.datetime | None]:
    """What is noted of the mail server."""
    return list(Outgoing.objects.values_list("down_since", flat=True))


def test_since_when_the_server_is_away_is_remembered_until_a_mail_has_left(
    ada: User, sink: Sink, time_machine
) -> None:
    began = timezone.now()
    notice(ada, "a", began)
    tasks.send_pending()
    assert down_since() == []
    notice(ada, "b", began)
    sink.stop()
    for minutes in (1, 2):
        time_machine.move_to(began + minutes * datetime.timedelta(minutes=1), tick=False)
        cache.delete(tasks.SENDING)
        tasks.send_pending()
    assert down_since() == [began + datetime.timedelta(minutes=1)]
    sink.start()
    cache.delete(tasks.SENDING)
    tasks.send_pending()
    assert (len(sink.raw), down_since()) == (2, [None])


def test_server_that_takes_no_mail_is_away_though_it_answers(ada: User, sink: Sink, time_machine) -> None:
    began = timezone.now()
    sink.answers["ada@example.org"] = "421 4.3.2 going down"
    notice(ada, "a", began)
    for minutes in (0, 5):
        time_machine.move_to(began + minutes * datetime.timedelta(minutes=1), tick=False)
        cache.delete(tasks.SENDING)
        tasks.send_pending()
    assert down_since() == [began]


def test_server_that_is_back_is_noticed_though_nothing_is_to_be_sent(ada: User, sink: Sink) -> None:
    Outgoing.objects.create(pk=1, down_since=timezone.now())
    sink.stop()
    tasks.send_pending()
    assert down_since() != [None]
    sink.start()
    cache.delete(tasks.SENDING)
    tasks.send_pending()
    assert (sink.connections, down_since()) == (1, [None])


def test_task_that_fails_makes_room_too(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_clock: object) -> None:
        raise RuntimeError("no database")

    monkeypatch.setattr(tasks.outbox, "send_ready", broken)
    with pytest.raises(RuntimeError):
        tasks.send_pending()
    assert cache.get(tasks.SENDING) is None


def test_notices_done_with_are_deleted_once_they_are_old(
    ada: User, settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.NOTICES_KEPT = datetime.timedelta(days=90)
    monkeypatch.setattr(tasks, "PORTION", 2)
    now = timezone.now()
    old, young = now - datetime.timedelta(days=91), now - datetime.timedelta(days=89)
    for status in Notice.Status.values:
        notice(ada, f"old {status}", old, status=status)
        notice(ada, f"young {status}", young, status=status)
    tasks.clear_old()
    left = Notice.objects.order_by("pk").values_list("subject", flat=True)
    waiting = [
        name for status in ("pending", "quiet", "digest") for name in (f"old {status}", f"young {status}")
    ]
    assert list(left) == [*waiting, "young sent", "young dropped", "young failed"]


def test_sessions_that_have_run_out_are_deleted(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "PORTION", 2)
    now, day = timezone.now(), datetime.timedelta(days=1)
    for n in range(5):
        Session.objects.create(session_key=f"old{n}", session_data="", expire_date=now - day)
    Session.objects.create(session_key="valid", session_data="", expire_date=now + day)
    tasks.clear_old()
    assert [session.session_key for session in Session.objects.all()] == ["valid"]
