"""What the listener says to mail servers, with its desk in this process; and when it does not start."""

from __future__ import annotations

import asyncio
import smtplib
import socket
import threading
from collections.abc import Iterator

import pytest
from django.core.management import CommandError, call_command
from django.db import connections
from django.utils import timezone
from pytest_django.fixtures import Settings

from bidplay.management.commands import play
from games.mailroom import listening
from games.mailroom.listening import LATER, NOBODY, ONE_BY_ONE, TOO_MANY, Desk
from games.models import Order
from tests.mailroom.posting import address, letter, table
from tests.ports import free_port

pytestmark = pytest.mark.django_db(transaction=True)


class Counter:
    """A listener that runs in a thread."""

    def __init__(self) -> None:
        self.desk, self.loop, self.port = Desk(), asyncio.new_event_loop(), free_port()
        make = listening.speaker("smtp", self.desk)
        self.server = self.loop.run_until_complete(self.loop.create_server(make, "127.0.0.1", self.port))
        self.thread = threading.Thread(target=self.loop.run_forever)
        self.thread.start()

    def close(self) -> None:
        self.desk.pool.submit(connections.close_all).result()
        self.desk.pool.shutdown()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(30)
        self.server.close()
        self.loop.run_until_complete(self.desk.rest())
        self.loop.close()


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[smtplib.SMTP]:
    monkeypatch.setattr(listening, "THREADS", 1)
    counter = Counter()
    with smtplib.SMTP("127.0.0.1", counter.port, timeout=30) as connection:
        yield connection
    counter.close()


def said(reply: tuple[int, bytes]) -> str:
    return f"{reply[0]} {reply[1].decode()}"


def begun(server: smtplib.SMTP, to: str, sender: str = "ann@example.org") -> str:
    """Begin a mail; what is said to its recipient."""
    server.ehlo_or_helo_if_needed()
    server.rset()
    server.mail(sender)
    return said(server.rcpt(to))


def test_a_known_recipient_is_taken_one_at_a_time(server: smtplib.SMTP) -> None:
    match = table(now=timezone.now())
    assert begun(server, address(match, "ann")) == "250 2.1.5 OK"
    assert said(server.rcpt(address(match, "bob"))) == ONE_BY_ONE
    assert said(server.data(letter("K 2", address(match, "ann")).as_bytes())) == listening.DONE
    assert Order.objects.get(door="mail").seat.user.username == "ann"


@pytest.mark.parametrize(
    "to", ["bid+aaaa@bidplay.example", "postmaster@bidplay.example", "table@bidplay.example"]
)
def test_nobody_is_told_more_than_that_there_is_nobody(server: smtplib.SMTP, to: str) -> None:
    assert begun(server, to) == NOBODY


def test_bounces_of_our_mails_are_taken(server: smtplib.SMTP) -> None:
    assert begun(server, "Table@bidplay.example", "") == "250 2.1.5 OK"
    assert said(server.data(b"From: MAILER-DAEMON@x.example\r\n\r\nx\r\n")) == listening.DONE


def test_too_many_mails_must_wait(server: smtplib.SMTP, settings: Settings) -> None:
    settings.MAIL_IN_RATE = 0
    to = address(table(now=timezone.now()), "ann")
    begun(server, to)
    assert said(server.data(letter("K 2", to).as_bytes())) == TOO_MANY


def test_what_breaks_is_told_to_come_again_and_logged_without_its_words(
    server: smtplib.SMTP, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(raw: bytes, *_more: object) -> None:
        raise ValueError(raw)

    monkeypatch.setattr(listening, "receive", broken)
    to = address(table(now=timezone.now()), "ann")
    begun(server, to)
    assert said(server.data(letter("K 2; low best", to).as_bytes())) == LATER
    assert "mail_not_dealt_with" in caplog.text
    assert "low best" not in caplog.text
    assert asyncio.run(Desk().handle_exception(_raised())) == LATER


def _raised() -> Exception:
    try:
        raise ValueError("low best")
    except ValueError as error:
        return error


def test_the_mailroom_does_not_start_where_no_mail_is_taken(settings: Settings) -> None:
    settings.MAIL_IN = ""
    with pytest.raises(CommandError, match="MAIL_IN names no address"):
        call_command("mailroom")


def test_the_mailroom_says_what_is_wrong_with_a_place() -> None:
    with pytest.raises(CommandError, match="is no place to listen at"):
        call_command("mailroom", listen="http:127.0.0.1:80")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(CommandError, match="Nobody can listen at"):
            call_command("mailroom", listen=f"smtp:127.0.0.1:{taken.getsockname()[1]}")


def test_the_site_on_one_machine_finds_a_free_port_for_its_mailroom(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        settings.MAIL_IN_LISTEN = f"smtp:127.0.0.1:{port}"
        found = play.mailroom_place()
        assert found.startswith("smtp:127.0.0.1:")
        assert int(found.rpartition(":")[2]) > port
        monkeypatch.setenv("MAIL_IN_LISTEN", settings.MAIL_IN_LISTEN)
        assert play.mailroom_place() == settings.MAIL_IN_LISTEN
