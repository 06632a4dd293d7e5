"""The development mailbox: catches every mail, shows it safely, is not there in production."""

from __future__ import annotations

import datetime
import re
import subprocess
import sys

import pytest
from django.core.mail import send_mail
from django.test import Client
from django.urls import reverse

from accounts import mailbox, outbox
from accounts.models import MailboxMessage, Notice, User
from accounts.outbox import Mail, send_ready
from tests.accounts.rows import notice

pytestmark = pytest.mark.django_db
PNG = b"\x89PNG\r\n\x1a\n" + bytes(64)


@pytest.fixture
def caught(settings, ada: User, now: datetime.datetime, monkeypatch: pytest.MonkeyPatch) -> MailboxMessage:
    """A mail with a board, caught."""
    settings.EMAIL_BACKEND = "accounts.mailbox.MailboxBackend"
    html = (
        '<p onclick="x()">Zażółć</p><img src="cid:board"><script>alert(1)</script><a href="/o/abc/">Play</a>'
    )
    mail = Mail(
        subject="日本 <&>", text="See http://127.0.0.1:8000/o/abc/ <&>", html=html, images=(("board", PNG),)
    )
    monkeypatch.setitem(outbox.BUILDERS, "turn", lambda notices, _now: {one.pk: mail for one in notices})
    notice(ada, "x", now)
    assert send_ready(lambda: now) == 1
    return MailboxMessage.objects.get()


def test_mail_of_the_outbox_is_caught_and_marked_sent(caught: MailboxMessage) -> None:
    assert (caught.sent_to, caught.subject) == ("ada@example.org", "日本 <&>")
    assert Notice.objects.get().status == "sent"


def test_mailbox_lists_mails_by_address(client: Client, caught: MailboxMessage) -> None:
    mailbox.keep("bob@example.org", "other", b"Subject: other\r\n\r\nx")
    page = client.get(reverse("mailbox")).content.decode()
    assert re.findall(r'href="/mailbox/\d+/">([^<]+)</a>', page) == ["other", "日本 &lt;&amp;&gt;"]
    page = client.get(reverse("mailbox"), {"to": "ADA@"}).content.decode()
    assert re.findall(r'href="/mailbox/\d+/">([^<]+)</a>', page) == ["日本 &lt;&amp;&gt;"]


def test_mail_is_shown_with_its_text_its_links_and_its_source(client: Client, caught: MailboxMessage) -> None:
    page = client.get(reverse("mailbox_message", args=[caught.pk])).content.decode()
    assert '<a href="http://127.0.0.1:8000/o/abc/"' in page
    assert "Zażółć" not in page
    assert re.findall(r'sandbox="([^"]*)"', page) == [
        "allow-same-origin allow-popups allow-popups-to-escape-sandbox"
    ]
    source = client.get(reverse("mailbox_source", args=[caught.pk]))
    assert source.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert source.content == bytes(caught.raw)


def test_html_part_may_do_nothing_but_be_seen(client: Client, caught: MailboxMessage) -> None:
    frame = client.get(reverse("mailbox_letter", args=[caught.pk]))
    policy = frame.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src" not in policy
    assert "frame-ancestors 'self'" in policy
    assert frame.headers["X-Frame-Options"] == "SAMEORIGIN"
    assert 'src="data:image/png;base64,iVBORw0KGgo' in frame.content.decode()
    assert "Zażółć" in frame.content.decode()


def test_mail_sent_past_the_outbox_is_caught_too(settings) -> None:
    settings.EMAIL_BACKEND = "accounts.mailbox.MailboxBackend"
    send_mail("hello", "text", None, ["ada@example.org", "bob@example.org"])
    assert list(MailboxMessage.objects.values_list("sent_to", "subject")) == [
        ("ada@example.org, bob@example.org", "hello")
    ]


def test_oldest_mails_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mailbox, "KEPT", 3)
    for n in range(5):
        mailbox.keep("a@example.org", str(n), b"x")
    assert list(MailboxMessage.objects.values_list("subject", flat=True)) == ["4", "3", "2"]


def test_mailbox_is_not_there_in_production() -> None:
    program = """
import django
from django.urls import resolve, Resolver404
django.setup()
from django.conf import settings
assert settings.EMAIL_BACKEND.endswith("smtp.EmailBackend"), settings.EMAIL_BACKEND
try:
    resolve("/mailbox/")
except Resolver404:
    print("none")
"""
    environment = {
        "DJANGO_SETTINGS_MODULE": "bidplay.settings",
        "DEBUG": "0",
        "MAILBOX": "1",
        "SECRET_KEY": "k" * 50,
        "BIDPLAY_SEAL_KEYS": "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=",
        "BASE_URL": "https://bidplay.example",
    }
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.returncode) == ("none\n", 0), done.stderr
