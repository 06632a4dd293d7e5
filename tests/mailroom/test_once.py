"""A mail is dealt with once, however often it comes; machines get no answer; who writes too much waits."""

from __future__ import annotations

from email.message import EmailMessage

import pytest
from django.core.cache import cache
from pytest_django.fixtures import Settings

from accounts.letters import message_id, write
from accounts.models import Notice, User
from accounts.outbox import BUILDERS, finished
from games.actions import orders
from games.mailroom.receiving import Outcome, TooMany, receive
from games.models import Match, Order, Talk
from tests.actions.tables import HOUR, NOW, open_turn, order, person
from tests.actions.test_races import at_once
from tests.mailroom.posting import address, answer, answers, letter, mailed, slot, table

pytestmark = pytest.mark.django_db


def sealed(match: Match, name: str = "ann") -> tuple[str | None, int]:
    """The line a person has sealed, and its version."""
    return orders.own_order(person(name), open_turn(match)), slot(match, name).version


def test_a_mail_that_comes_twice_is_answered_once() -> None:
    match = table()
    raw, to = letter("K 2", address(match, "ann")).as_bytes(), address(match, "ann")
    assert receive(raw, "ann@example.org", to, NOW) is Outcome.ANSWERED
    assert receive(raw, "ann@example.org", to, NOW + HOUR) is Outcome.REPEATED
    assert receive(b"Received: from elsewhere\n" + raw, "", to, NOW) is Outcome.DROPPED
    assert receive(b"Received: from elsewhere\n" + raw, None, to.upper(), NOW) is Outcome.REPEATED
    assert sealed(match) == ("K 2", 1)
    assert answer("ann")[0] == "receipt"


def test_a_mail_that_comes_again_late_does_not_undo_a_later_one() -> None:
    match = table()
    to = address(match, "ann")
    first = letter("K 2", to).as_bytes()
    receive(first, "ann@example.org", to, NOW)
    mailed(match, "ann", "Q 3")
    assert receive(first, "ann@example.org", to, NOW) is Outcome.REPEATED
    assert sealed(match) == ("Q 3", 2)


def test_a_refused_mail_that_comes_twice_is_refused_once() -> None:
    match = table()
    to = address(match, "ann")
    raw = letter("xyzzy", to).as_bytes()
    assert [receive(raw, None, to, NOW) for _n in range(3)] == [
        Outcome.ANSWERED,
        Outcome.REPEATED,
        Outcome.REPEATED,
    ]
    assert answer("ann")[0] == "refusal"


def test_a_message_that_comes_twice_stands_at_the_table_once() -> None:
    match = table()
    to = address(match, "ann")
    raw = letter("say Hello", to).as_bytes()
    receive(raw, None, to, NOW)
    receive(raw, None, to, NOW)
    assert Talk.objects.count() == 1


def test_mails_without_an_id_are_told_apart_by_their_dates_and_words() -> None:
    match = table()
    for text, date, outcome in [
        ("K 2", "1", Outcome.ANSWERED),
        ("K 2", "1", Outcome.REPEATED),
        ("Q 3", "1", Outcome.ANSWERED),
        ("K 2", "2", Outcome.ANSWERED),
    ]:
        when = f"Tue, 01 Jan 2030 12:3{date}:00 +0000"
        assert mailed(match, "ann", text, Message_ID="", Date=when) is outcome
    assert sealed(match) == ("K 2", 3)


def test_the_same_id_in_another_match_is_another_mail() -> None:
    one, other = table("ann", "bob"), table("ann", "cyd")
    for match in (one, other):
        assert mailed(match, "ann", "K 2", Message_ID="<1@x>") is Outcome.ANSWERED


@pytest.mark.django_db(transaction=True)
def test_a_mail_that_comes_at_once_by_several_ways_is_dealt_with_once() -> None:
    match = table()
    order("bob", match, "3")
    to = address(match, "ann")
    raw = letter("K 2", to).as_bytes()
    came = at_once([lambda: receive(raw, "ann@example.org", to, NOW)] * 5)
    assert sorted(outcome.value for outcome in came) == ["answered"] + ["repeated"] * 4
    assert (open_turn(match).number, match.turns.count()) == (2, 2)
    assert answer("ann")[0] == "receipt"


@pytest.mark.django_db(transaction=True)
def test_a_refused_mail_that_comes_at_once_by_several_ways_is_answered_once() -> None:
    match = table()
    to = address(match, "ann")
    raw = letter("xyzzy", to).as_bytes()
    came = at_once([lambda: receive(raw, "ann@example.org", to, NOW)] * 5)
    assert sorted(outcome.value for outcome in came) == ["answered"] + ["repeated"] * 4
    assert answer("ann")[0] == "refusal"


@pytest.mark.django_db(transaction=True)
def test_the_last_orders_of_all_by_mail_at_once_close_the_turn_once() -> None:
    match = table("ann", "bob", "cyd")
    bring = [
        (letter("4", address(match, name), name).as_bytes(), address(match, name))
        for name in ("ann", "bob", "cyd")
    ]
    came = at_once([lambda raw=raw, to=to: receive(raw, None, to, NOW) for raw, to in bring])
    assert came == [Outcome.ANSWERED] * 3
    assert match.turns.count() == 2
    assert all(answer(name)[0] == "receipt" for name in ("ann", "bob", "cyd"))


@pytest.mark.django_db(transaction=True)
def test_where_the_answer_can_not_be_kept_nothing_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    match = table()

    def broken(*_args: object, **_more: object) -> None:
        raise RuntimeError("the power went")

    with monkeypatch.context() as patch:
        patch.setattr(Notice, "save", broken)
        with pytest.raises(RuntimeError):
            mailed(match, "ann", "K 2", Message_ID="<1@x>")
    assert not Order.objects.given().exists()
    assert answers("ann") == []
    assert mailed(match, "ann", "K 2", Message_ID="<1@x>") is Outcome.ANSWERED


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto_Submitted": "auto-replied"},
        {"Auto_Submitted": "auto-generated"},
        {"Precedence": "bulk"},
        {"List_Id": "<players.example.org>"},
        {"Return_Path": "<>"},
        {"X_Autoreply": "yes"},
        {"Subject": "Automatic reply: [bidplay] Fourbid"},
    ],
)
def test_a_mail_that_no_person_wrote_is_dropped_without_an_answer(headers: dict[str, str]) -> None:
    match = table()
    Notice.objects.all().delete()
    assert mailed(match, "ann", "K 2", **headers) is Outcome.DROPPED
    assert not Order.objects.given().exists()
    assert not Notice.objects.exists()


def test_a_mail_with_a_null_sender_is_dropped_without_an_answer() -> None:
    match = table()
    to = address(match, "ann")
    assert receive(letter("K 2", to).as_bytes(), "", to, NOW) is Outcome.DROPPED
    assert answers("ann") == []


def test_our_own_mails_that_come_back_are_dropped() -> None:
    match = table()
    to = address(match, "ann")
    mailed(match, "ann", "K 2")
    notices = list(Notice.objects.pending().filter(user=person("ann")).select_related("user"))
    assert {notice.kind for notice in notices} == {"start", "receipt"}
    for notice in notices:
        mail = finished(BUILDERS[notice.kind]([notice], NOW)[notice.pk])
        for sender in (None, "table@bidplay.example"):
            assert receive(write(notice, mail, NOW).as_bytes(), sender, to, NOW) is Outcome.DROPPED
    assert len(answers("ann")) == 1


def test_whoever_writes_too_often_for_one_order_must_wait_and_loses_nothing(settings: Settings) -> None:
    settings.MAIL_IN_RATE = 3
    match, other = table("ann", "bob"), table("ann", "cyd")
    for card in ("2", "3", "4"):
        mailed(match, "ann", card)
    with pytest.raises(TooMany):
        mailed(match, "ann", "5", Message_ID="<5@x>")
    assert sealed(match) == ("4", 3)
    assert mailed(other, "ann", "5") is Outcome.ANSWERED
    cache.clear()  # an hour has passed
    assert mailed(match, "ann", "5", Message_ID="<5@x>") is Outcome.ANSWERED
    assert sealed(match) == ("5", 4)


def test_one_sender_may_not_write_for_every_order_there_is(settings: Settings) -> None:
    settings.MAIL_IN_RATE = 1
    names = ["bob", "cyd", "dan", "eva", "fay"]
    matches = [table("ann", name) for name in names]
    for match in matches[:4]:
        assert mailed(match, "ann", "K 2") is Outcome.ANSWERED
    with pytest.raises(TooMany):
        mailed(matches[4], "ann", "K 2")


@pytest.fixture
def sent() -> Notice:
    """A mail of ours that was sent to ann."""
    table()
    notice = Notice.objects.filter(user__username="ann", kind="start").get()
    Notice.objects.filter(pk=notice.pk).update(status=Notice.Status.SENT)
    return notice


def bounce(
    notice: Notice | None, to: str = "ann@example.org", status: str = "5.1.1", kind: str = ""
) -> bytes:
    """What a mail server says that could not deliver a mail."""
    about = message_id(notice) if notice else "<1.1@localhost>"
    mail = EmailMessage()
    mail["From"], mail["To"] = "MAILER-DAEMON@mail.example.org", "table@bidplay.example"
    mail["Message-ID"], mail["Subject"] = "<b1@mail.example.org>", "Undelivered"
    report = f"""Content-Type: text/plain

It did not go.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example.org

Final-Recipient: rfc822; {to}
Action: {kind or "failed"}
Status: {status}
Diagnostic-Code: smtp; 550 no such user

--b
Content-Type: message/rfc822

Message-ID: {about}
Subject: x

x
--b--
"""
    head = mail.as_string().rstrip("\n")
    kind = 'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\n\n--b\n'
    return f"{head}\n{kind}{report}".encode()


def test_a_bounce_marks_the_address_and_gets_no_answer(sent: Notice, settings: Settings) -> None:
    settings.MAIL_DOMAIN = "localhost"
    before = Notice.objects.count()
    assert receive(bounce(sent), "", "table@bidplay.example", NOW) is Outcome.BOUNCE
    ann = User.objects.get(username="ann")
    assert ann.mail_failed_at == NOW
    sent.refresh_from_db()
    assert (sent.status, Notice.objects.count()) == (Notice.Status.FAILED, before)


@pytest.mark.parametrize(
    "raw",
    [
        lambda sent: bounce(None),
        lambda sent: bounce(sent, status="4.2.2"),
        lambda sent: bounce(sent, kind="delayed"),
    ],
    ids=["about no mail of ours", "for now only", "not yet"],
)
def test_what_is_no_final_word_about_a_mail_of_ours_marks_nobody(
    raw: object, sent: Notice, settings: Settings
) -> None:
    settings.MAIL_DOMAIN = "localhost"
    receive(raw(sent), "", "table@bidplay.example", NOW)  # type: ignore[operator]
    assert User.objects.filter(mail_failed_at__isnull=False).count() == 0


def test_nobody_can_say_that_somebody_elses_mail_came_back(sent: Notice, settings: Settings) -> None:
    settings.MAIL_DOMAIN = "localhost"
    receive(bounce(sent, to="bob@example.org"), "", "table@bidplay.example", NOW)
    complaint = bounce(sent).replace(
        b"delivery-status\n\nReporting-MTA: dns; mail.example.org\n",
        b"feedback-report\n\nOriginal-Rcpt-To: bob@example.org\n",
    )
    receive(
        complaint.replace(b"type=delivery-status", b"type=feedback-report"), "", "table@bidplay.example", NOW
    )
    marks = User.objects.filter(username__in=["ann", "bob"]).values_list(
        "mail_failed_at", "mail_complained_at"
    )
    assert list(marks) == [(None, None), (None, None)]


def test_a_reader_may_complain_of_their_own_mail(sent: Notice, settings: Settings) -> None:
    settings.MAIL_DOMAIN = "localhost"
    complaint = bounce(sent).replace(
        b"delivery-status\n\nReporting-MTA: dns; mail.example.org\n",
        b"feedback-report\n\nOriginal-Rcpt-To: ann@example.org\n",
    )
    receive(
        complaint.replace(b"type=delivery-status", b"type=feedback-report"), "", "table@bidplay.example", NOW
    )
    assert User.objects.get(mail_complained_at=NOW).username == "ann"


def test_nobody_uses_up_what_somebody_else_may_write(settings: Settings) -> None:
    settings.MAIL_IN_RATE = 2
    matches = [table() for _n in range(5)]
    for match in matches:
        for _n in range(2):
            assert mailed(match, "bob", "K 2", From="Ann <ann@example.org>") is Outcome.DOUBTED
        if match is matches[3]:
            break
    assert mailed(matches[4], "ann", "K 2") is Outcome.ANSWERED


def test_other_mail_to_our_own_address_is_not_taken() -> None:
    table()
    raw = letter("K 2", "table@bidplay.example").as_bytes()
    assert receive(raw, "", "table@bidplay.example", NOW) is Outcome.DROPPED
    assert answers("ann") == []
