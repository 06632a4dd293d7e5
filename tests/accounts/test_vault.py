"""Secrets of people at rest: sealed, and sealed anew when keys change."""

from __future__ import annotations

import datetime

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from cryptography.fernet import Fernet

from accounts import account_mail, vault
from accounts.account_mail import Text
from accounts.models import Notice, User
from accounts.outbox import send_ready
from tests.accounts.sink import Sink

pytestmark = pytest.mark.django_db
OLD, NEW = (Fernet.generate_key().decode() for _n in range(2))
TEXT = Text(to="ada@example.org", subject="Your link", text="http://example.org/secret")


def test_second_factor_rests_sealed(ada: User) -> None:
    secret = generate_totp_secret()
    totp = TOTP.activate(ada, secret)
    assert secret not in str(totp.instance.data)
    assert vault.unseal(totp.instance.data["secret"]) == secret


def test_rotation_seals_anew_what_the_old_key_had_sealed(
    ada: User, now: datetime.datetime, settings, sink: Sink
) -> None:
    settings.SEAL_KEYS = [OLD]
    TOTP.activate(ada, generate_totp_secret())
    codes = RecoveryCodes.activate(ada)
    expected = codes.get_unused_codes()
    account_mail.post(ada, TEXT, now)
    settings.SEAL_KEYS = [NEW, OLD]
    assert vault.rotate() == (3, 0)
    settings.SEAL_KEYS = [NEW]
    codes.instance.refresh_from_db()
    assert codes.get_unused_codes() == expected
    assert send_ready(lambda: now) == 1
    assert sink.mails[0]["Subject"] == "Your link"
    assert vault.rotate() == (2, 0)


def test_rotation_counts_what_no_key_opens_and_leaves_it(ada: User, now: datetime.datetime, settings) -> None:
    settings.SEAL_KEYS = [OLD]
    account_mail.post(ada, TEXT, now)
    before = Notice.objects.get().data
    settings.SEAL_KEYS = [NEW]
    assert vault.rotate() == (0, 1)
    assert Notice.objects.get().data == before


def test_account_mail_that_waited_for_a_day_is_not_sent(
    ada: User, now: datetime.datetime, sink: Sink
) -> None:
    account_mail.post(ada, TEXT, now)
    assert send_ready(lambda: now + account_mail.USELESS_AFTER) == 0
    row = Notice.objects.get()
    assert (row.status, row.data) == ("dropped", {})


def test_account_mail_given_up_leaves_no_text_behind(ada: User, now: datetime.datetime, sink: Sink) -> None:
    sink.answers["ada@example.org"] = "550 no"
    account_mail.post(ada, TEXT, now)
    send_ready(lambda: now)
    row = Notice.objects.get()
    assert (row.status, row.data) == ("failed", {})
