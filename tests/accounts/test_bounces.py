"""Mail that comes back, and people who call it unwanted."""

from __future__ import annotations

import datetime

import pytest

from accounts.bounces import bounced, complained, notice_of
from accounts.letters import message_id
from accounts.models import Notice, User
from tests.accounts.rows import notice, person

pytestmark = pytest.mark.django_db
Status = Notice.Status
HOUR = datetime.timedelta(hours=1)


def test_mail_that_came_back_marks_the_address_and_fails_its_notice(
    ada: User, now: datetime.datetime
) -> None:
    other = person("bob")
    sent = notice(ada, "a", now, status=Status.SENT)
    notice(ada, "b", now, status=Status.SENT)
    assert bounced("ADA@example.org", "550 5.1.1 nobody here", now, message_id(sent)) is True
    ada.refresh_from_db()
    other.refresh_from_db()
    assert (ada.mail_failed_at, ada.mail_failure, ada.mail_bounced) == (now, "550 5.1.1 nobody here", True)
    assert other.mail_failed_at is None
    failed = Notice.objects.order_by("pk").values_list("status", "error")
    assert list(failed) == [("failed", "550 5.1.1 nobody here"), ("sent", "")]


def test_telling_of_a_bounce_once_more_changes_nothing(ada: User, now: datetime.datetime) -> None:
    sent = notice(ada, "a", now, status=Status.SENT)
    bounced("ada@example.org", "550 first", now, message_id(sent))
    bounced("ada@example.org", "550 second", now + HOUR, message_id(sent))
    ada.refresh_from_db()
    assert (ada.mail_failed_at, ada.mail_failure) == (now, "550 first")
    assert Notice.objects.get().error == "550 first"


def test_address_that_is_nobodys_is_ignored(ada: User, now: datetime.datetime) -> None:
    person("gone", email="gone@example.org", is_active=False)
    assert bounced("nobody@example.org", "550", now) is False
    assert bounced("gone@example.org", "550", now, "<1.2@elsewhere.example>") is False
    assert not User.objects.exclude(mail_failed_at=None).exists()


def test_mail_to_an_earlier_address_does_not_blame_the_one_of_now(ada: User, now: datetime.datetime) -> None:
    sent = notice(ada, "a", now, status=Status.SENT)
    assert bounced("before@example.org", "550", now, message_id(sent)) is True
    assert User.objects.get().mail_failed_at is None
    assert Notice.objects.get().status == Status.FAILED


@pytest.mark.parametrize("status", [Status.PENDING, Status.DROPPED, Status.FAILED])
def test_notice_that_is_not_sent_does_not_fail_by_a_bounce(
    ada: User, now: datetime.datetime, status: str
) -> None:
    kept = notice(ada, "a", now, status=status)
    bounced("ada@example.org", "550", now, message_id(kept))
    assert Notice.objects.get().status == status


def test_long_answer_of_a_server_is_cut(ada: User, now: datetime.datetime) -> None:
    bounced("ada@example.org", "x" * 5000, now)
    assert User.objects.get().mail_failure == "x" * 500


def test_notice_is_found_by_the_id_of_its_mail_and_of_its_mail_sent_again(
    ada: User, now: datetime.datetime, settings
) -> None:
    sent = notice(ada, "a", now)
    first = message_id(sent)
    sent.data = {"again": 2}
    assert [notice_of(one) for one in (first, message_id(sent), first.strip("<>"), f" {first}\r\n")] == [
        sent
    ] * 4


def test_id_that_is_none_of_ours_is_nobodys(ada: User, now: datetime.datetime, settings) -> None:
    sent = notice(ada, "a", now)
    mine = message_id(sent)
    assert notice_of(mine) == sent
    pk, at, mac = mine.strip("<>").partition("@")[0].split(".")
    domain = settings.MAIL_DOMAIN
    forged = ["", "<>", f"<{pk}.{at}@{domain}>", f"<{int(pk) + 1}.{at}.{mac}@{domain}>"]
    forged += [
        f"<{pk}.{at}.{mac}@elsewhere.example>",
        f"<{pk}.{at}.{'0' * 16}@{domain}>",
        f"<x.{at}.{mac}@{domain}>",
    ]
    assert [notice_of(one) for one in forged] == [None] * len(forged)


def test_id_signed_before_the_secret_was_changed_is_known(
    ada: User, now: datetime.datetime, settings
) -> None:
    sent = notice(ada, "a", now)
    mine = message_id(sent)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another" * 8, [settings.SECRET_KEY]
    assert notice_of(mine) == sent
    settings.SECRET_KEY_FALLBACKS = []
    assert notice_of(mine) is None


def test_complaint_is_remembered_once(ada: User, now: datetime.datetime) -> None:
    assert [complained("Ada@Example.org", now), complained("ada@example.org", now + HOUR)] == [True, False]
    assert complained("nobody@example.org", now) is False
    assert User.objects.get().mail_complained_at == now
