"""Getting a token: name and password, a second factor, and no word about which of them was wrong."""

from __future__ import annotations

import time
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from django.core.cache import cache
from rest_framework.settings import api_settings

from accounts.models import ApiToken, User
from tests.actions.tables import person
from tests.api.answers import problem, told
from tests.api.conftest import Caller

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery"


@pytest.fixture(autouse=True)
def fresh_counts() -> None:
    """Attempts are counted in the cache, for longer than a test lasts."""
    cache.clear()


@pytest.fixture
def zoe() -> User:
    """A person with a password and a confirmed address."""
    user = person("zoe")
    user.set_password(PASSWORD)
    user.save()
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def ask(guest: Caller, **fields: Any) -> Any:
    return guest.post("tokens", {"username": "zoe", "password": PASSWORD, **fields})


def test_name_and_password_give_a_token_that_works(guest: Caller, zoe: User) -> None:
    token = told(ask(guest, name="my bot"), 201)["token"]
    assert told(Caller(token).get("me"))["username"] == "zoe"
    kept = ApiToken.objects.get()
    assert (kept.user, kept.name) == (zoe, "my bot")
    assert token not in (kept.digest, kept.name)


def test_the_address_is_as_good_as_the_name(guest: Caller, zoe: User) -> None:
    assert told(ask(guest, username="ZOE@example.org"), 201)["token"]


def test_an_unknown_name_and_a_wrong_password_give_the_same_answer(guest: Caller, zoe: User) -> None:
    unknown = ask(guest, username="nobody-here")
    wrong = ask(guest, password="wrong")
    problem(unknown, 400, "sign_in_failed")
    assert (unknown.status_code, unknown.content) == (wrong.status_code, wrong.content)


def test_who_has_been_shut_out_gets_the_same_answer(guest: Caller, zoe: User) -> None:
    zoe.is_active = False
    zoe.save()
    problem(ask(guest), 400, "sign_in_failed")


def test_an_unconfirmed_address_gives_no_token(guest: Caller, zoe: User) -> None:
    EmailAddress.objects.update(verified=False)
    problem(ask(guest), 403, "unconfirmed")
    problem(ask(guest, password="wrong"), 400, "sign_in_failed")


def code_of(secret: str) -> str:
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30))


def test_a_second_factor_is_asked_for(guest: Caller, zoe: User) -> None:
    secret = generate_totp_secret()
    TOTP.activate(zoe, secret)
    assert problem(ask(guest), 400, "code_required")["field"] == "code"
    assert problem(ask(guest, code="000000x"), 400, "wrong_code")["field"] == "code"
    problem(ask(guest, password="wrong", code=code_of(secret)), 400, "sign_in_failed")
    assert told(ask(guest, code=code_of(secret)), 201)["token"]


def test_a_code_works_once(guest: Caller, zoe: User) -> None:
    secret = generate_totp_secret()
    TOTP.activate(zoe, secret)
    code = code_of(secret)
    told(ask(guest, code=code), 201)
    problem(ask(guest, code=code), 400, "wrong_code")
    assert ApiToken.objects.count() == 1


def test_a_recovery_code_is_as_good_as_one_of_the_app(guest: Caller, zoe: User) -> None:
    TOTP.activate(zoe, generate_totp_secret())
    code = RecoveryCodes.activate(zoe).generate_codes()[0]
    assert told(ask(guest, code=code), 201)["token"]
    assert Authenticator.objects.filter(last_used_at__isnull=False).count() == 1


def test_attempts_are_counted_by_address(guest: Caller, zoe: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(api_settings.DEFAULT_THROTTLE_RATES, "tokens", "3/day")
    for number in range(3):
        problem(ask(guest, username=f"n{number}"), 400, "sign_in_failed")
    response = ask(guest)
    problem(response, 429, "throttled")
    assert 0 < int(response["Retry-After"]) <= 86_400
    assert ApiToken.objects.count() == 0


def test_attempts_are_counted_by_name_whatever_the_address(
    zoe: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(api_settings.DEFAULT_THROTTLE_RATES, "tokens", "2/day")
    answers = []
    for number in range(4):
        caller = Caller()
        caller.client.defaults["REMOTE_ADDR"] = f"10.0.0.{number}"
        answers.append(ask(caller, username="Zoe" if number % 2 else "zoe", password="guess").status_code)
    assert answers == [400, 400, 429, 429]


def test_failures_on_the_sign_in_page_count_here_too(guest: Caller, zoe: User) -> None:
    """One lock for both doors: guesses can't be split between them."""
    for _n in range(5):
        guest.client.post("/accounts/login/", {"login": "zoe", "password": "guess"})
    problem(ask(guest), 429, "throttled")


def test_a_forwarded_address_is_not_believed(zoe: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(api_settings.DEFAULT_THROTTLE_RATES, "tokens", "2/day")
    answers = []
    for number in range(3):
        caller = Caller()
        caller.client.defaults["HTTP_X_FORWARDED_FOR"] = f"10.0.0.{number}"
        answers.append(ask(caller, username=f"n{number}").status_code)
    assert answers == [400, 400, 429]


@pytest.mark.parametrize("name", ["a\nb", "x" * 61])
def test_a_token_has_a_plain_name(guest: Caller, zoe: User, name: str) -> None:
    response = ask(guest, name=name)
    assert problem(response, 400, response.json()["code"])["field"] == "name"


@pytest.mark.parametrize("password", ["", "x" * 200_000])
def test_any_password_is_only_right_or_wrong(guest: Caller, zoe: User, password: str) -> None:
    problem(ask(guest, password=password), 400, "sign_in_failed")


def test_a_token_taken_back_is_refused(guest: Caller, zoe: User) -> None:
    token = told(ask(guest), 201)["token"]
    ApiToken.objects.all().delete()
    problem(Caller(token).get("games"), 401, "token")


def test_a_token_of_who_was_shut_out_is_refused(guest: Caller, zoe: User) -> None:
    token = told(ask(guest), 201)["token"]
    zoe.is_active = False
    zoe.save()
    problem(Caller(token).get("me"), 401, "token")


def test_a_bad_token_does_not_stop_one_from_getting_another(zoe: User) -> None:
    assert told(ask(Caller("old")), 201)["token"]
