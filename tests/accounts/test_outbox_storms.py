"""Many mails, several senders, senders that are killed: every mail leaves once."""

from __future__ import annotations

import datetime
import os
import signal
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from accounts import outbox
from accounts.models import Notice
from accounts.outbox import send_ready
from accounts.wires import Down
from tests.accounts.rows import person
from tests.accounts.sink import Sink

pytestmark = pytest.mark.django_db(transaction=True)


def storm(size: int, now: datetime.datetime) -> list[str]:
    """So many notices for ten people; the subjects of their mails."""
    people = [person(f"person{n}") for n in range(10)]
    subjects = [f"match {n}" for n in range(size)]
    Notice.objects.bulk_create(
        Notice(user=people[n % 10], kind="turn", subject=subject, created_at=now, send_at=now)
        for n, subject in enumerate(subjects)
    )
    return [f"about {subject}" for subject in subjects]


def arrived(sink: Sink) -> list[str]:
    """The subjects of what arrived."""
    return sorted(str(mail["Subject"]) for mail in sink.mails)


def in_child(work: Callable[[], object]) -> int:
    """Run something in a process of its own, that can be killed; its pid."""
    connection.close()
    pid = os.fork()
    if pid == 0:
        try:
            work()
        finally:
            os._exit(0)
    return pid


def test_storm_is_sent_over_few_connections(sink: Sink, now: datetime.datetime) -> None:
    subjects = storm(400, now)
    assert send_ready(lambda: now, seconds=60) == 400
    assert arrived(sink) == sorted(subjects)
    assert len({mail["Message-ID"] for mail in sink.mails}) == 400
    assert sink.connections <= 4
    assert set(Notice.objects.values_list("status", "attempts")) == {("sent", 1)}


def test_storm_waits_when_the_server_is_away(sink: Sink, now: datetime.datetime) -> None:
    storm(outbox.STORM + 1, now)
    sink.stop()
    with pytest.raises(Down):
        send_ready(lambda: now)
    assert set(Notice.objects.values_list("status", "attempts")) == {("pending", 0)}


def test_two_senders_at_once_send_each_mail_once(sink: Sink, now: datetime.datetime) -> None:
    subjects = storm(250, now)
    with ThreadPoolExecutor(4) as pool:
        sent = [task.result() for task in [pool.submit(send_and_hang_up, now) for _n in range(4)]]
    assert sum(sent) == 250
    assert arrived(sink) == sorted(subjects)


def test_storm_leaves_one_mail_in_doubt_at_a_time(sink: Sink, now: datetime.datetime) -> None:
    storm(400, now)
    sink.hold_after = 50
    with ThreadPoolExecutor(1) as pool:
        sending = pool.submit(send_and_hang_up, now)
        assert sink.held.wait(30)
        time.sleep(0.5)  # for the other connections to come as far as they can
        connections, in_doubt = sink.connections, sink.holding
        sink.hold_after = None
        assert sending.result() == 400
    helpers = outbox.HELPERS if connection.features.has_select_for_update_skip_locked else 0
    assert (connections, in_doubt) == (1 + helpers, 1)


def send_and_hang_up(now: datetime.datetime) -> int:
    """Send in a thread, which has a database connection of its own."""
    try:
        return send_ready(lambda: now, seconds=60)
    finally:
        connection.close()


def test_killed_senders_lose_no_mail_and_send_none_twice(sink: Sink, now: datetime.datetime) -> None:
    subjects = storm(250, now)
    moment = now
    for taken in (0, 1, 40, 137, 200):
        sink.hold_after = taken
        sink.held.clear()
        child = in_child(lambda: send_ready(lambda: moment, seconds=60))  # noqa: B023 - called at once
        assert sink.held.wait(30)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        assert len(sink.raw) == taken
        assert Notice.objects.filter(status="sent").count() == taken
        moment += outbox.LEASE
    sink.hold_after = None
    assert send_ready(lambda: moment, seconds=60) == 50
    assert arrived(sink) == sorted(subjects)


def test_sender_killed_between_answer_and_mark_sends_again_under_the_same_id(
    sink: Sink, now: datetime.datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    storm(1, now)

    def send_and_die() -> None:
        monkeypatch.setattr(outbox, "_mark_sent", lambda *_args: os.kill(os.getpid(), signal.SIGKILL))
        send_ready(lambda: now)

    os.waitpid(in_child(send_and_die), 0)
    assert send_ready(lambda: now) == 0
    assert send_ready(lambda: now + outbox.LEASE) == 1
    assert list(Counter(mail["Message-ID"] for mail in sink.mails).values()) == [2]
