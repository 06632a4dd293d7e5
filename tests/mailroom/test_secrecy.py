"""Nothing of a mailed order is anywhere but under its seal and in the mail to its writer."""

from __future__ import annotations

import logging
import re
from email.message import EmailMessage

import pytest
from django.core import serializers

from accounts import vault
from accounts.letters import write
from accounts.models import MailboxMessage, Notice, User
from accounts.outbox import BUILDERS, finished, send_batch
from accounts.wires import MailboxWire
from games.links import reply_address
from games.mailroom.receiving import receive
from games.models import Match, Order
from tests.actions.tables import NOW, open_turn, order, person
from tests.mailroom.posting import address, answer, answers, letter, mailed, slot, table

pytestmark = pytest.mark.django_db
SECRETS = ("Q 3; low Q 7", "low Q")
"""What must be nowhere of the order ``Q 3; low Q 7``."""


def stored() -> str:
    """Every notice as it lies in the database."""
    return serializers.serialize("json", Notice.objects.all())


@pytest.mark.parametrize(
    "text", ["Q 3; low Q 7", "Q 3; low Q nonsense", "plan Q 3; low Q 7", "note Q 3; low Q 7"]
)
def test_a_notice_holds_nothing_of_an_order_in_clear(text: str) -> None:
    match = table()
    mailed(match, "ann", text)
    assert "low Q" in answer("ann")[1].text
    assert [secret for secret in SECRETS if secret in stored()] == []


def test_the_size_of_a_notice_tells_nothing_of_an_order() -> None:
    sizes = set()
    for name, text in (("bob", "2"), ("cyd", "Q 3; low Q 7 A K J 10 9 8"), ("dan", "3 4; ask")):
        mailed(table("ann", name), "ann", text)
        sizes.add(len(str(Notice.objects.filter(kind="receipt").latest("pk").data["sealed"])))
    assert len(sizes) == 1


def test_the_outbox_wipes_an_answer_that_has_left() -> None:
    match = table()
    mailed(match, "ann", "Q 3; low Q 7")
    assert vault.unseal(Notice.objects.get(kind="receipt").data["sealed"]).count("low Q") == 2
    send_batch(MailboxWire(), NOW)
    notice = Notice.objects.get(kind="receipt")
    assert (notice.status, notice.data) == (Notice.Status.SENT, {})
    assert "low Q" in bytes(MailboxMessage.objects.get(subject__contains="your order is in").raw).decode()


def test_answers_can_be_sealed_anew() -> None:
    match = table()
    mailed(match, "ann", "Q 3; low Q 7")
    before = Notice.objects.get(kind="receipt").data["sealed"]
    assert vault.rotate() == (1, 0)
    assert Notice.objects.get(kind="receipt").data["sealed"] != before
    assert "low Q" in answer("ann")[1].text


def test_nobody_else_is_mailed_a_word_of_it() -> None:
    match = table("ann", "bob", "cyd")
    mailed(match, "ann", "Q 3; low Q 7")
    others = Notice.objects.pending().exclude(user=person("ann")).select_related("user")
    for notice in others:
        mail = finished(BUILDERS[notice.kind]([notice], NOW)[notice.pk])
        text = mail.subject + mail.text + mail.html
        assert "low Q 7" not in text
        assert reply_address(slot(match, "ann")) not in text + mail.reply_to
    assert {notice.kind for notice in others} == {"start"}
    mailed(match, "bob", "status")
    assert "low Q 7" not in answer("bob")[1].text + answer("bob")[1].html


def test_in_two_worlds_a_mailed_order_changes_no_byte_of_what_others_are_answered() -> None:
    match, worlds = table(), []
    for text in ("Q 3; low Q 7", "2"):
        mailed(match, "ann", text)
        mailed(match, "bob", "status", Message_ID="<1@x>")
        mail = answer("bob")[1]
        worlds.append(re.sub(r"\b[0-9a-f]{64}\b", "…", mail.text + mail.html))
        Notice.objects.filter(user=person("bob"), kind="receipt").delete()
    assert worlds[0] == worlds[1]


def test_no_log_line_tells_of_the_mail(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    match = table()
    to = address(match, "ann")
    mailed(match, "ann", "Q 3; low Q 7")
    mailed(match, "ann", "Q 3; low Q nonsense")
    mailed(match, "ann", "K 2", From="eve@elsewhere.example")
    lines = "\n".join(
        record.getMessage() for record in caplog.records if record.name.startswith("games.mailroom")
    )
    assert "answered" in lines
    assert "doubted" in lines
    for secret in (*SECRETS, "example.org", "elsewhere", to.partition("@")[0], match.code):
        assert secret not in lines


HOSTILE = "<a\r\nBcc: eve@elsewhere.example\r\n@x>"


@pytest.mark.parametrize(
    "raw",
    [
        "From: ann@example.org\r\nMessage-ID: <a@x>\r\n Bcc: eve@elsewhere.example\r\n\r\nK 2\r\n",
        "From: ann@example.org\r\nSubject: =?utf-8?q?a=0D=0ABcc:_eve?=\r\n\r\nK 2\r\n",
        "From: ann@example.org\r\nMessage-ID: =?utf-8?q?<a=0D=0ABcc:eve@elsewhere.example>?=\r\n\r\nK 2\r\n",
        "From: ann@example.org\r\nMessage-ID: <é@x>\r\n\r\nK 2\r\n",
        "From: ann@example.org\r\nMessage-ID: <" + "a" * 900 + "@x>\r\n\r\nK 2\r\n",
        "From: ann@example.org\r\n\r\nK 2\r\n",
    ],
)
def test_no_header_of_an_answer_can_be_broken(raw: str) -> None:
    match = table()
    receive(raw.encode(), "ann@example.org", address(match, "ann"), NOW)
    kind, mail = answer("ann")
    notice = Notice.objects.select_related("user").get(kind=kind)
    sent = write(notice, mail, NOW).as_bytes()
    head, _blank, _body = sent.partition(b"\r\n\r\n")
    assert b"\r\nBcc" not in head
    assert b"\neve" not in head.lower()
    assert [line for line in head.split(b"\r\n") if len(line) > 998] == []
    assert kind == "receipt"


def test_what_a_mail_quotes_is_escaped_in_the_html() -> None:
    match = table()
    mailed(match, "ann", "say <b>Hello</b><script>alert(1)</script>")
    assert "<script>" not in answer("ann")[1].html
    mailed(match, "bob", "<img src=x onerror=alert(1)>")
    assert "<img src=x" not in answer("bob")[1].html


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\x00" * 1000,
        b"\xff\xfe" * 1000,
        b"From: ann@example.org\n" * 10_000,
        b"From: ann@example.org\nContent-Type: multipart/mixed; boundary=b\n\n" + b"--b\n" * 50_000,
        b"From: ann@example.org\nContent-Transfer-Encoding: base64\n\n" + b"!" * 100_000,
        b"From: ann@example.org\nContent-Type: text/plain; charset=nonsense\n\nK 2\n",
        "From: ann@example.org\n\nK\u20282\u0000\u202e\n".encode(),
        b"From: ann@example.org\n\n" + b"K " * 100_000,
        b"From: ann@example.org\n\nsay \x00\x01\x02\n",
        b"From: ann@example.org\nMessage-ID: <\x00@x>\n\nplan \x00 if\n",
    ],
)
def test_hostile_bytes_break_nothing(raw: bytes) -> None:
    match = table()
    receive(raw, "ann@example.org", address(match, "ann"), NOW)
    assert [kind for kind, _mail in answers("ann")] in ([], ["refusal"], ["receipt"])
    assert open_turn(match).number == 1


def test_a_mail_with_an_attachment_is_read_all_the_same() -> None:
    match = table()
    to = address(match, "ann")
    mail: EmailMessage = letter("K 2", to)
    mail.add_attachment(b"Q 3" * 100_000, maintype="text", subtype="plain", filename="Q 3.txt")
    receive(mail.as_bytes(), "ann@example.org", to, NOW)
    assert Order.objects.given().count() == 1
    order("bob", match, "3")
    assert Match.objects.get().turns.count() == 2
    assert User.objects.count() == 2
