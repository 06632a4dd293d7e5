"""Mails that no person wrote: auto-replies, lists, bounces."""

from __future__ import annotations

from collections.abc import Iterator

from tests.mailroom.ours import ADDRESS, TURN
from tests.mailroom.programs import marked
from tests.mailroom.wire import Case, head, multipart, part

AWAY = {
    "en": (
        "Automatic reply: [bidplay] Fourbid",
        "I am out of the office until 7 December. K 5 is my extension.",
    ),
    "pl": (
        "Odpowiedź automatyczna: [bidplay] Fourbid",
        "Jestem poza biurem do 7 grudnia. W pilnych sprawach: K 5.",
    ),
    "bg": ("Автоматичен отговор: [bidplay] Fourbid", "Извън офиса съм до 7 декември. При спешност: K 5."),
}
SENT = "<turn-12@play.example.org>"


def cases() -> list[Case]:
    """All of them."""
    return [*replies(), *lists(), *reports()]


def reply(language: str, *more: str, subject: str = "") -> bytes:
    """An out-of-office reply."""
    raw = head(language, *more)
    if subject:
        lines = [line for line in raw.split(b"\r\n") if not line.startswith(b"Subject:")]
        raw = b"\r\n".join([*lines[:-1], b"Subject: " + subject.encode(), b""])
    return raw + part("text/plain", f"{AWAY[language][1]}\n\n{marked(TURN[language])}", "utf-8", "8bit")


def replies() -> Iterator[Case]:
    """What programs send while people are away."""
    for language in ("en", "pl", "bg"):
        exchange = ("Auto-Submitted: auto-generated", "X-Auto-Response-Suppress: All")
        yield Case(
            f"away-exchange-{language}",
            reply(language, *exchange, subject=AWAY[language][0]),
            automatic="machine",
        )
        yield Case(
            f"away-vacation-{language}",
            reply(language, "Auto-Submitted: auto-replied (vacation)"),
            automatic="reply",
        )
        yield Case(f"away-subject-{language}", reply(language, subject=AWAY[language][0]), automatic="reply")
    yield Case("away-x-autoreply", reply("pl", "X-Autoreply: yes"), automatic="reply")
    yield Case("away-x-autorespond", reply("en", "X-Autorespond: Re: turn 12"), automatic="reply")
    yield Case("away-precedence", reply("bg", "Precedence: auto_reply"), automatic="reply")
    yield Case(
        "away-suppress", reply("en", "X-Auto-Response-Suppress: DR, OOF, AutoReply"), automatic="reply"
    )
    null = reply("en").replace(b"Return-Path: <north@example.org>", b"Return-Path: <>")
    yield Case("away-null-sender", null, automatic="reply")
    yield Case(
        "own-mail",
        reply("en", "Auto-Submitted: auto-generated", "List-Id: <play.example.org>"),
        automatic="machine",
    )
    yield Case("not-automatic", reply("en", "Auto-Submitted: no"), (AWAY["en"][1],))


def lists() -> Iterator[Case]:
    """Mail over lists, and invitations."""
    yield Case(
        "list-mailman",
        reply("en", "List-Id: Players <players.example.org>", "Precedence: list"),
        automatic="list",
    )
    yield Case(
        "list-google",
        reply("bg", "Mailing-list: list players@example.org; contact players+owners@example.org"),
        automatic="list",
    )
    yield Case("list-bulk", reply("pl", "Precedence: bulk"), automatic="list")
    yield Case(
        "list-unsubscribe", reply("pl", "List-Unsubscribe: <https://example.org/leave>"), automatic="list"
    )
    invitation = part("text/calendar", "BEGIN:VCALENDAR\nEND:VCALENDAR", "utf-8", "8bit", "; method=REPLY")
    yield Case("calendar-alone", head("en") + invitation, automatic="machine")


def report(kind: str, words: str, groups: str, original: str, sender: str) -> bytes:
    """A report: words for people, fields for programs, the mail or its headers."""
    raw = head("en", "Auto-Submitted: auto-replied").replace(b"<north@example.org>", b"<>", 1)
    raw = raw.replace(b"From: North <north@example.org>", f"From: {sender}".encode())
    fields = f"Content-Type: message/delivery-status\r\n\r\n{groups}".replace("\n", "\r\n").encode()
    returned = (
        f"Content-Type: {original}\r\n\r\nFrom: bidplay <bidplay@play.example.org>\r\nTo: "
        f"south@example.net\r\nSubject: turn 12\r\nMessage-ID: {SENT}\r\n\r\n"
    )
    if kind == "feedback-report":
        fields = fields.replace(b"message/delivery-status", b"message/feedback-report")
    return raw + multipart(
        "report",
        part("text/plain", words, "us-ascii", "7bit"),
        fields,
        returned.encode(),
        more=f'; report-type="{kind}"',
    )


def reports() -> Iterator[Case]:
    """What mail servers say of mail that they could not deliver."""
    said = "550 5.1.1 <south@example.net>: Recipient address rejected: User unknown"
    yield Case(
        "bounce-postfix",
        report(
            "delivery-status",
            "This is the mail system at host mx.example.net.\n\nK 5: your message could not be delivered.",
            f"Reporting-MTA: dns; mx.example.net\nArrival-Date: Mon, 30 Nov 2026 12:00:01 "
            f"+0100\n\nFinal-Recipient: rfc822; south@example.net\nOriginal-Recipient: rfc822;"
            f"south@example.net\nAction: failed\nStatus: 5.1.1\nRemote-MTA: dns; "
            f"mx.example.net\nDiagnostic-Code: smtp; {said}\n",
            "message/rfc822",
            "MAILER-DAEMON@mx.example.net (Mail Delivery System)",
        ),
        automatic="bounce",
        bounces=[
            {
                "recipient": "south@example.net",
                "status": "5.1.1",
                "diagnostic": said,
                "message_id": SENT,
                "action": "failed",
            }
        ],
    )
    full = "452 4.2.2 The email account that you tried to reach is over quota"
    yield Case(
        "bounce-gmail-delayed",
        report(
            "delivery-status",
            "** Delivery incomplete **",
            f"Reporting-MTA: dns; googlemail.com\n\nFinal-Recipient: rfc822; "
            f"south@example.net\nAction: delayed\nStatus: 4.2.2\nDiagnostic-Code: smtp; "
            f"{full}\n",
            "message/rfc822",
            "Mail Delivery Subsystem <mailer-daemon@googlemail.com>",
        ),
        automatic="bounce",
        bounces=[
            {
                "recipient": "south@example.net",
                "status": "4.2.2",
                "diagnostic": full,
                "message_id": SENT,
                "action": "delayed",
            }
        ],
    )
    lookup = "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup"
    yield Case(
        "bounce-exchange",
        report(
            "delivery-status",
            "Delivery has failed to these recipients or groups:",
            f"Reporting-MTA: dns;mail.example.net\n\nFinal-Recipient: rfc822;"
            f"south@example.net\nAction: failed\nStatus: 5.1.10\nDiagnostic-Code: smtp;"
            f"{lookup}\nX-Display-Name: South\n\nFinal-Recipient: rfc822;east@example.net\n"
            f"Action: failed\nStatus: 5.7.1\nDiagnostic-Code: smtp;550 5.7.1 blocked\n",
            "text/rfc822-headers",
            "postmaster@example.net",
        ),
        automatic="bounce",
        bounces=[
            {
                "recipient": "south@example.net",
                "status": "5.1.10",
                "diagnostic": lookup,
                "message_id": SENT,
                "action": "failed",
            },
            {
                "recipient": "east@example.net",
                "status": "5.7.1",
                "diagnostic": "550 5.7.1 blocked",
                "message_id": SENT,
                "action": "failed",
            },
        ],
    )
    exim = head("en", "X-Failed-Recipients: south@example.net", "Auto-Submitted: auto-replied").replace(
        b"<north@example.org>", b"<>", 1
    )
    words = (
        f"A message that you sent could not be delivered.\n\n  south@example.net\n    550 "
        f"5.1.1 No such user\n\n------ This is a copy of the message, including all the "
        f"headers. ------\n\nMessage-ID: {SENT}\nTo: south@example.net\n"
    )
    yield Case(
        "bounce-exim",
        exim + part("text/plain", words, "us-ascii", "7bit"),
        automatic="bounce",
        bounces=[{"recipient": "south@example.net", "status": "5.1.1", "message_id": SENT}],
    )
    yield Case(
        "complaint",
        report(
            "feedback-report",
            "This is an email abuse report.",
            "Feedback-Type: abuse\nUser-Agent: Example/1.0\nVersion: 1\nOriginal-Rcpt-To: "
            "<south@example.net>\n",
            "message/rfc822",
            "abuse@example.net",
        ),
        automatic="complaint",
        bounces=[
            {
                "recipient": "south@example.net",
                "status": "",
                "diagnostic": "",
                "message_id": SENT,
                "action": "complaint",
            }
        ],
    )
    receipt = multipart(
        "report",
        part("text/plain", "Your message was read.", "us-ascii", "7bit"),
        more="; report-type=disposition-notification",
    )
    yield Case("read-receipt", head("en") + receipt, automatic="receipt")
    daemon = (
        head("en")
        .replace(b"From: North <north@example.org>", b"From: MAILER-DAEMON@example.net")
        .replace(b"<north@example.org>", b"<>", 1)
    )
    yield Case(
        "bounce-without-report",
        daemon + part("text/plain", f"Sorry, no mailbox here.\n\n{ADDRESS}", "us-ascii", "7bit"),
        automatic="bounce",
    )
