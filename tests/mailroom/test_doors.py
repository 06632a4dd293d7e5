"""The doors themselves: sessions with the listener, a pipe, webhooks of a provider."""

from __future__ import annotations

import base64
import io
import json
import os
import smtplib
import stat
import threading
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import clear_url_caches, set_urlconf
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import Notice, User
from games.mailroom.listening import parted
from games.models import Order
from games.models.turn import Turn
from tests.mailroom import hooked_urls
from tests.mailroom.doors import AWAY, mailroom, piped
from tests.mailroom.posting import address, letter, table
from tests.ports import free_port

pytestmark = pytest.mark.django_db(transaction=True)


def bring(server: smtplib.SMTP, raw: bytes, to: str, sender: str = "ann@example.org") -> tuple[int, str]:
    """Bring one mail to a mail server; its last answer."""
    try:
        server.sendmail(sender, [to], raw)
    except smtplib.SMTPRecipientsRefused as refused:
        code, answer = refused.recipients[to]
        return code, answer.decode()
    except smtplib.SMTPResponseException as refused:
        return refused.smtp_code, str(refused.smtp_error)
    return 250, ""


def sealed() -> list[str]:
    """Who has sealed an order by mail."""
    given = Order.objects.given().filter(door="mail")
    return sorted(given.values_list("seat__user__username", flat=True))


def test_a_mail_server_brings_orders_by_smtp(tmp_path: Path) -> None:
    match = table(now=timezone.now())
    port, log = free_port(), tmp_path / "log"
    ann, bob = address(match, "ann"), address(match, "bob")
    with mailroom(f"smtp:127.0.0.1:{port}", log), smtplib.SMTP("127.0.0.1", port, timeout=30) as server:
        assert bring(server, letter("K 2", ann).as_bytes(), ann) == (250, "")
        assert sealed() == ["ann"]
        # One connection may bring many, and a server may have made all letters capitals.
        raw = letter("3", bob.upper(), "bob").as_bytes()
        assert bring(server, raw, bob.upper(), "bob@example.org") == (250, "")
        assert Turn.objects.count() == 2
        code, said = bring(server, letter("K 2", "x").as_bytes(), "bid+aaaaaaaa@bidplay.example")
        assert (code, "nobody" in said) == (550, True)
        assert bring(server, letter("K 2", "x").as_bytes(), "postmaster@bidplay.example")[0] == 550
        assert bring(server, letter("K 2", "x").as_bytes(), "table@bidplay.example")[0] == 550
        assert bring(server, letter("K 2", "x").as_bytes(), "table@bidplay.example", "")[0] == 250
        large = letter("K 2", ann).as_bytes() + b"x" * 10_000_000
        assert bring(server, large, ann)[0] == 552
        assert bring(server, letter("help", ann).as_bytes(), ann)[0] == 250
    assert Notice.objects.filter(kind="receipt").count() == 3
    printed = log.read_text()
    assert "Traceback" not in printed
    for secret in ("K 2", "example.org", ann.partition("@")[0], "Fourbid"):
        assert secret not in printed


def test_a_mail_of_one_giant_line_is_read_up_to_its_order(tmp_path: Path) -> None:
    match = table(now=timezone.now())
    port, to = free_port(), address(match, "ann")
    raw = letter("K 2\n\n> quoted", to).as_bytes() + b"> " + b"y" * 1_500_000 + b"\n"
    with (
        mailroom(f"smtp:127.0.0.1:{port}", tmp_path / "log"),
        smtplib.SMTP("127.0.0.1", port, timeout=30) as server,
    ):
        assert bring(server, raw, to) == (250, "")
    assert sealed() == ["ann"]


def test_two_recipients_of_one_mail_are_taken_one_by_one(tmp_path: Path) -> None:
    match = table(now=timezone.now())
    port = free_port()
    ann, bob = address(match, "ann"), address(match, "bob")
    with (
        mailroom(f"smtp:127.0.0.1:{port}", tmp_path / "log"),
        smtplib.SMTP("127.0.0.1", port, timeout=30) as server,
    ):
        left = server.sendmail("ann@example.org", [ann, bob], letter("K 2", ann).as_bytes())
    assert {to: code for to, (code, _said) in left.items()} == {bob: 452}
    assert sealed() == ["ann"]


def test_a_mail_server_brings_orders_by_lmtp_through_a_socket(tmp_path: Path) -> None:
    match = table(now=timezone.now())
    place, to = tmp_path / "mail.sock", address(match, "ann")
    place.touch()  # what one that was killed left behind
    with mailroom(f"lmtp:{place}", tmp_path / "log") as process:
        assert stat.S_IMODE(place.stat().st_mode) == 0o660
        with smtplib.LMTP(str(place)) as server:
            assert bring(server, letter("K 2", to).as_bytes(), to) == (250, "")
            assert sealed() == ["ann"]
        process.terminate()
        assert process.wait(30) == 0


def test_a_mail_that_is_brought_over_many_connections_at_once_is_played_once(tmp_path: Path) -> None:
    match = table(now=timezone.now())
    port, to = free_port(), address(match, "ann")
    raw, answers = letter("K 2", to).as_bytes(), []

    def once() -> None:
        with smtplib.SMTP("127.0.0.1", port, timeout=60) as server:
            answers.append(bring(server, raw, to))

    with mailroom(f"smtp:127.0.0.1:{port}", tmp_path / "log"):
        threads = [threading.Thread(target=once) for _n in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
    assert answers == [(250, "")] * 6
    assert (Order.objects.get(door="mail").version, Notice.objects.filter(kind="receipt").count()) == (1, 1)


def test_without_a_database_a_mail_must_come_again(tmp_path: Path) -> None:
    match = table(now=timezone.now())
    port, to, log = free_port(), address(match, "ann"), tmp_path / "log"
    raw = letter("K 2", to).as_bytes()
    with (
        mailroom(f"smtp:127.0.0.1:{port}", log, DATABASE_URL=AWAY),
        smtplib.SMTP("127.0.0.1", port, timeout=30) as server,
    ):
        assert bring(server, raw, to)[0] == 451
    assert "mail_not_dealt_with" in log.read_text()
    assert "K 2" not in log.read_text()
    assert to.partition("@")[0] not in log.read_text()
    assert piped(raw, to, DATABASE_URL=AWAY).returncode == os.EX_TEMPFAIL
    assert piped(raw, to).returncode == 0
    assert sealed() == ["ann"]


def test_whoever_writes_too_often_is_told_to_come_again(tmp_path: Path) -> None:
    match = table(now=timezone.now())
    port, to = free_port(), address(match, "ann")
    with (
        mailroom(f"smtp:127.0.0.1:{port}", tmp_path / "log", MAIL_IN_RATE="1"),
        smtplib.SMTP("127.0.0.1", port, timeout=30) as server,
    ):
        assert bring(server, letter("K 2", to).as_bytes(), to)[0] == 250
        assert bring(server, letter("Q 2", to).as_bytes(), to)[0] == 451
    assert Order.objects.get(door="mail").version == 1


def test_a_pipe_brings_a_mail_and_ends_as_mail_servers_expect() -> None:
    match = table(now=timezone.now())
    to = address(match, "ann")
    done = piped(letter("K 2", to).as_bytes(), to, "--sender", "ann@example.org")
    assert (done.returncode, done.stdout) == (0, b"")
    assert sealed() == ["ann"]
    assert b"K 2" not in done.stderr
    assert to.partition("@")[0].encode() not in done.stderr


def test_a_pipe_finds_the_address_in_the_mail() -> None:
    match = table(now=timezone.now())
    ann, bob = address(match, "ann"), address(match, "bob")
    assert piped(letter("K 2", f"Table <{ann}>").as_bytes()).returncode == 0
    raw = letter("3", "undisclosed:;", "bob", Delivered_To=bob).as_bytes()
    assert piped(raw).returncode == 0
    assert Turn.objects.count() == 2


def ended(monkeypatch: pytest.MonkeyPatch, raw: bytes, to: str, **more: str) -> object:
    """How the command for a pipe ends."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw)))
    try:
        call_command("receive_mail", to, stderr=io.StringIO(), **more)
    except SystemExit as end:
        return end.code
    return 0


@pytest.mark.parametrize(
    ("raw", "to", "code"),
    [
        (b"", "", os.EX_NOUSER),
        (b"To: someone@bidplay.example\n\nK 2\n", "", os.EX_NOUSER),
        (b"From: ann@example.org\n\nK 2\n", "bid+aaaa@bidplay.example", os.EX_NOUSER),
        (b"x" * 3_000_000, "", os.EX_DATAERR),
    ],
)
def test_a_pipe_takes_no_mail_for_nobody_and_none_that_is_too_large(
    raw: bytes, to: str, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ended(monkeypatch, raw, to) == code


def test_a_pipe_knows_a_bounce_by_its_sender(monkeypatch: pytest.MonkeyPatch) -> None:
    raw, to = b"From: x@y.example\n\nx\n", "table@bidplay.example"
    assert ended(monkeypatch, raw, to, sender="MAILER-DAEMON") == 0
    assert ended(monkeypatch, raw, to, sender="someone@y.example") == os.EX_NOUSER
    assert ended(monkeypatch, raw, to) == os.EX_NOUSER


@pytest.mark.parametrize("place", ["http:127.0.0.1:1", "smtp", "smtp:", "smtp:127.0.0.1:x", "lmtp:localhost"])
def test_a_place_that_is_none_is_refused(place: str) -> None:
    with pytest.raises(ValueError):
        parted(place)


def test_places_are_read() -> None:
    assert parted("smtp:127.0.0.1:2525") == ("smtp", "127.0.0.1", 2525)
    assert parted("lmtp:[::1]:24") == ("lmtp", "::1", 24)
    assert parted("lmtp:/run/bidplay/mail.sock") == ("lmtp", "/run/bidplay/mail.sock", 0)


@pytest.fixture
def hooks(settings: Settings) -> Any:
    """The site with the addresses for a provider."""
    settings.ANYMAIL_WEBHOOK_SECRET = "provider:sesame"
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = settings.LARGEST_MAIL
    settings.ROOT_URLCONF = hooked_urls.__name__
    clear_url_caches()
    yield
    set_urlconf(None)
    clear_url_caches()


def posted(path: str, body: object, who: str = "provider:sesame") -> int:
    """What the site answers a provider."""
    pass_ = base64.b64encode(who.encode()).decode()
    client = Client(raise_request_exception=False)
    return client.post(
        f"/mail-in/{path}",
        json.dumps(body),
        content_type="application/json",
        headers={"authorization": f"Basic {pass_}"},
    ).status_code


def came(raw: EmailMessage, to: str = "") -> dict[str, object]:
    """What Postmark says of a mail that came."""
    headers = [{"Name": "Return-Path", "Value": "<ann@example.org>"}]
    return {"RawEmail": raw.as_string(), "Headers": headers, "OriginalRecipient": to}


def test_a_provider_brings_a_mail(hooks: None) -> None:
    match = table(now=timezone.now())
    to = address(match, "ann")
    raw = letter("K 2", to)
    assert posted("postmark/inbound/", came(raw, to)) == 200
    assert posted("postmark/inbound/", came(raw)) == 200
    assert sealed() == ["ann"]
    assert Notice.objects.filter(kind="receipt").count() == 1


def test_a_provider_may_bring_a_large_mail_but_no_larger_than_is_read(hooks: None) -> None:
    match = table(now=timezone.now())
    to = address(match, "ann")
    raw = letter("K 2\n\n> " + "z" * 900_000, to)
    assert posted("postmark/inbound/", came(raw, to)) == 200
    assert sealed() == ["ann"]
    assert posted("postmark/inbound/", {"RawEmail": "x" * 10_000_000}) == 413


def test_nobody_but_the_provider_may_bring_a_mail(hooks: None) -> None:
    match = table(now=timezone.now())
    to = address(match, "ann")
    assert posted("postmark/inbound/", came(letter("K 2", to), to), "provider:wrong") == 400
    assert (
        Client().post("/mail-in/postmark/inbound/", "{}", content_type="application/json").status_code == 400
    )
    assert sealed() == []


def test_a_mail_to_nobody_is_taken_from_a_provider_and_forgotten(hooks: None) -> None:
    assert posted("postmark/inbound/", came(letter("K 2", "someone@bidplay.example"))) == 200
    assert Notice.objects.count() == 0


def test_a_provider_is_told_to_come_again(hooks: None, settings: Settings) -> None:
    settings.MAIL_IN_RATE = 0
    match = table(now=timezone.now())
    to = address(match, "ann")
    assert posted("postmark/inbound/", came(letter("K 2", to), to)) == 503
    assert sealed() == []


@pytest.mark.parametrize(
    ("told", "failed", "complained"),
    [
        ({"RecordType": "Bounce", "TypeCode": 1, "Type": "HardBounce", "Email": "ann@example.org"}, 1, 0),
        (
            {
                "RecordType": "Bounce",
                "Type": "SoftBounce",
                "Email": "ann@example.org",
                "Details": "smtp;452 4.2.2 the mailbox is full",
            },
            0,
            0,
        ),
        ({"RecordType": "SpamComplaint", "Type": "SpamComplaint", "Email": "ann@example.org"}, 0, 1),
        ({"RecordType": "Delivery", "Recipient": "ann@example.org"}, 0, 0),
        ({"RecordType": "Bounce", "TypeCode": 1, "Type": "HardBounce", "Email": ""}, 0, 0),
    ],
)
def test_a_provider_tells_what_came_back(
    told: dict[str, object], failed: int, complained: int, hooks: None
) -> None:
    table(now=timezone.now())
    assert posted("postmark/tracking/", {"ID": 1, "MessageID": "x", **told}) == 200
    assert User.objects.filter(mail_failed_at__isnull=False).count() == failed
    assert User.objects.filter(mail_complained_at__isnull=False).count() == complained


def test_the_addresses_for_providers_exist_only_where_there_is_a_secret() -> None:
    assert Client().post("/mail-in/postmark/inbound/").status_code == 404


@pytest.mark.parametrize("quoted", [10, 900_000])
def test_a_provider_may_bring_a_mail_in_a_form(hooks: None, quoted: int) -> None:
    match = table(now=timezone.now())
    to = address(match, "ann")
    raw = letter("K 2\n\n> " + "z" * quoted, to).as_string()
    form = {"email": raw, "envelope": json.dumps({"from": "ann@example.org", "to": [to]})}
    pass_ = base64.b64encode(b"provider:sesame").decode()
    answer = Client().post("/mail-in/sendgrid/inbound/", form, headers={"authorization": f"Basic {pass_}"})
    assert answer.status_code == 200
    assert sealed() == ["ann"]


def test_no_other_door_takes_more_where_providers_bring_mails(hooks: None) -> None:
    answer = Client().post("/api/v1/tokens", "x" * 300_000, content_type="application/json")
    assert answer.status_code == 413
