"""Mails that mean harm, or came to it, at the function behind every door: all are dealt with, none raises."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from anymail.inbound import AnymailInboundMessage
from anymail.signals import AnymailInboundEvent
from pytest_django.fixtures import Settings

from accounts.models import Notice
from games.mailroom import webhooks
from games.mailroom.receiving import Outcome, receive
from games.models import Match, Order, Talk
from tests.actions.tables import NOW, person
from tests.mailroom import ours
from tests.mailroom.posting import address, answers, mailed, table
from tests.mailroom.test_reading import MONSTERS
from tests.mailroom.writing import CORPUS

pytestmark = pytest.mark.django_db

FROM = b"From: ann@example.org\r\n"


def brought(match: Match, raw: bytes) -> Outcome:
    return receive(raw, "ann@example.org", address(match, "ann"), NOW)


@pytest.mark.parametrize("name", sorted(MONSTERS))
def test_a_monster_is_dealt_with(name: str, settings: Settings) -> None:
    settings.MAIL_IN_RATE = 1000
    match = table()
    raw = MONSTERS[name].replace(b"From: North <north@example.org>", b"From: ann@example.org")
    assert brought(match, raw) in (Outcome.ANSWERED, Outcome.DROPPED)
    assert not Order.objects.given().exists()


@pytest.mark.parametrize(
    ("raw", "outcome"),
    [
        (b"From: \xe4nn@example.org\r\n\r\nK 2", Outcome.DOUBTED),
        ("From: änn@example.org\r\n\r\nK 2".encode(), Outcome.DOUBTED),
        (b"From: ann\x00@example.org\r\n\r\nK 2", Outcome.DROPPED),
        (
            FROM + b"Message-ID: <\xff\xfe\x00@x>\r\nSubject: \xff\x00\r\n\r\nsay \x00\xff hello",
            Outcome.ANSWERED,
        ),
        (FROM + b"Content-Type: text/html\r\n\r\nsay &#xD800;&#0;&#1114112; hello", Outcome.ANSWERED),
        (
            FROM + b"Content-Type: text/plain; charset=utf-16\r\n\r\ns\x00a\x00y\x00 \x00\x00\xd8x\x00",
            Outcome.ANSWERED,
        ),
        (FROM + b"Content-Type: text/plain; charset=utf-7\r\n\r\nsay +2AA- hello", Outcome.ANSWERED),
        (FROM + b"Date: \xff\xff\r\n\r\nK 2", Outcome.ANSWERED),
        (FROM, Outcome.ANSWERED),
        (b"", Outcome.DROPPED),
        (b"\x00" * 1000, Outcome.DROPPED),
    ],
)
def test_bytes_that_no_database_takes_are_dealt_with(raw: bytes, outcome: Outcome) -> None:
    match = table()
    assert brought(match, raw) is outcome
    for _kind, mail in answers("ann"):
        assert "\x00" not in mail.text + mail.html


@pytest.mark.parametrize(
    "sender", ["mıke@example.org", "mi\u212ae@example.org", "mike@exampıe.org", "miſe@example.org"]
)
def test_a_letter_that_only_looks_like_another_makes_another_address(sender: str) -> None:
    match = table()
    EmailAddress.objects.filter(user=person("ann")).update(email="mike@example.org")
    raw = f"From: {sender}\r\n\r\nsay hello".encode()
    assert brought(match, raw) is Outcome.DOUBTED
    assert brought(match, b"From: Mike@Example.ORG\r\n\r\nsay hello") is Outcome.ANSWERED


def test_mails_of_the_corpus_are_never_played_as_they_quote(settings: Settings) -> None:
    settings.MAIL_IN_RATE = 10_000
    match = table()
    said = []
    for path in sorted(CORPUS.glob("*.eml"))[::4]:
        raw = path.read_bytes().replace(b"From: North <north@example.org>", b"From: ann@example.org")
        raw = raw.replace(b"<answer-12@example.org>", f"<{path.stem}@example.org>".encode())
        assert brought(match, raw) in (Outcome.ANSWERED, Outcome.DROPPED, Outcome.BOUNCE)
        said += [order.line for order in Order.objects.given()]
    told = " ".join(Talk.objects.values_list("text", flat=True))
    assert [order for order in said if order in ours.ORDERS] == []
    assert [word for word in (ours.PAGE, ours.SEAL) if word in told] == []


def test_a_provider_hands_a_mail_on_as_it_came(monkeypatch: pytest.MonkeyPatch) -> None:
    match = table()
    to = address(match, "ann")
    subject = b"=?utf-8?q?" + b"x" * 120 + b"?= y"
    raw = (
        FROM
        + b"To: "
        + to.encode()
        + b"\nSubject: "
        + subject
        + b"\nDKIM-Signature: v=1; d=example.org;\n b=abc\n\nsay hello\n"
    )
    message = AnymailInboundMessage.parse_raw_mime_bytes(raw.replace(b"\r\n", b"\n"))
    message.envelope_sender, message.envelope_recipient = "ann@example.org", to
    seen: list[bytes] = []

    def received(raw: bytes, *more: object) -> Outcome:
        seen.append(raw)
        return receive(raw, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(webhooks, "receive", received)
    webhooks.came(object, AnymailInboundEvent(event_type="inbound", message=message), "any")
    assert seen == [raw.replace(b"\r\n", b"\n")]
    assert [message.text for message in Talk.objects.filter(match=match)] == ["hello"]


def test_a_mail_that_quotes_a_whole_mail_of_ours_says_only_its_own_words() -> None:
    match = table()
    mailed(
        match,
        "ann",
        f"say hello\n\nOn 1 Jan 2030, bidplay <{address(match, 'ann')}> wrote:\n\n" + ours.TURN["pl"],
    )
    assert [message.text for message in Talk.objects.filter(match=match)] == ["hello"]
    assert not Notice.objects.filter(kind="refusal").exists()
