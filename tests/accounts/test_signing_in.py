"""Signing in: by name or address, with a second factor, throttled, and when the cache is away."""

from __future__ import annotations

import datetime
import socket
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value, yield_hotp_counters_from_time
from allauth.usersessions.models import UserSession
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import User
from bidplay import settings as base
from tests.accounts.rows import PASSWORD, confirm, member, sign_in

pytestmark = pytest.mark.django_db
LOGIN = "/accounts/login/"


def code_of(secret: str) -> str:
    """What an authenticator app shows now."""
    return str(format_hotp_value(hotp_value(secret, next(yield_hotp_counters_from_time()))))


@pytest.mark.parametrize("login", ["Ada", "ada", "ADA@example.org"])
def test_name_or_address_signs_in(client: Client, login: str) -> None:
    member("Ada", email="ada@example.org")
    assert sign_in(client, login)


def test_wrong_password_and_unknown_name_get_the_same_answer(client: Client) -> None:
    member("ada")
    wrong = client.post(LOGIN, {"login": "ada", "password": "x" * 12})
    unknown = Client().post(LOGIN, {"login": "eve", "password": "x" * 12})
    assert wrong.context["form"].errors == unknown.context["form"].errors


def test_sign_in_goes_back_to_where_one_came_from_but_to_no_other_site(client: Client) -> None:
    member("ada")
    form = {"login": "ada", "password": PASSWORD}
    assert client.post(f"{LOGIN}?next=/games/", form).headers["Location"] == "/games/"
    assert Client().post(f"{LOGIN}?next=https://evil.example/", form).headers["Location"] == "/"


def test_too_many_wrong_passwords_close_the_door_for_a_while(client: Client) -> None:
    member("ada")
    member("bob")
    for _try in range(5):
        assert not sign_in(client, "ada", "wrong")
    assert not sign_in(client, "ada")
    assert sign_in(Client(), "bob")


def test_endless_name_is_refused_like_any_other(client: Client) -> None:
    assert not sign_in(client, "x" * 100_000)


def test_server_of_the_cache_that_hangs_is_asked_once(client: Client, settings, tmp_path: Path) -> None:
    member("ada")
    place = str(tmp_path / "hangs.sock")
    with socket.socket(socket.AF_UNIX) as hanging:
        hanging.bind(place)
        hanging.listen(100)  # the kernel takes connections, and nobody ever answers
        settings.CACHES = {"default": settings.CACHES["default"] | {"LOCATION": f"unix://{place}?db=0"}}
        assert sign_in(client, "ada")
        assert accepted(hanging) == 1


def accepted(listening: socket.socket) -> int:
    """How many connections have come to a socket."""
    listening.setblocking(False)
    found = []
    with ExitStack() as stack, suppress(BlockingIOError):
        while True:
            found.append(stack.enter_context(listening.accept()[0]))
    return len(found)


def test_sign_in_works_while_the_cache_is_away(client: Client, settings) -> None:
    settings.CACHES = {
        "default": settings.CACHES["default"] | {"LOCATION": "unix:///nowhere/valkey.sock?db=0"}
    }
    assert cache.get("x", "away") == "away"
    member("ada")
    for _try in range(6):
        assert not sign_in(client, "ada", "wrong")
    assert sign_in(client, "ada")
    assert client.get(reverse("account_settings")).status_code == 200


def test_second_factor_is_asked_for_and_recovery_codes_help_once(client: Client) -> None:
    from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
    from allauth.mfa.totp.internal.auth import generate_totp_secret

    ada = member("ada")
    secret = generate_totp_secret()
    TOTP.activate(ada, secret)
    codes = RecoveryCodes.activate(ada).get_unused_codes()
    assert not sign_in(client, "ada")
    client.post(reverse("mfa_authenticate"), {"code": "000000"})
    assert "_auth_user_id" not in client.session
    client.post(reverse("mfa_authenticate"), {"code": code_of(secret)})
    assert client.session["_auth_user_id"] == str(ada.pk)
    other = Client()
    sign_in(other, "ada")
    other.post(reverse("mfa_authenticate"), {"code": codes[0]})
    assert "_auth_user_id" in other.session
    third = Client()
    sign_in(third, "ada")
    third.post(reverse("mfa_authenticate"), {"code": codes[0]})
    assert "_auth_user_id" not in third.session


def test_authenticator_app_is_set_up_on_its_page(client: Client) -> None:
    ada = member("ada")
    sign_in(client, "ada")
    confirm(client)
    page = client.get(reverse("mfa_activate_totp"))
    secret = page.context["form"].secret
    client.post(reverse("mfa_activate_totp"), {"code": code_of(secret)})
    assert sorted(Authenticator.objects.filter(user=ada).values_list("type", flat=True)) == [
        "recovery_codes",
        "totp",
    ]


@pytest.mark.parametrize(
    "name",
    [
        "account_email",
        "account_change_password",
        "mfa_index",
        "mfa_activate_totp",
        "mfa_add_webauthn",
        "usersessions_list",
        "account_settings",
        "account_tokens",
        "account_deliveries",
        "account_leave",
        "account_logout",
    ],
)
def test_page_about_oneself_opens_for_oneself_only(client: Client, name: str) -> None:
    member("ada")
    assert Client().get(reverse(name)).status_code == 302
    sign_in(client, "ada")
    confirm(client)
    page = client.get(reverse(name))
    assert page.status_code == 200
    assert b'<main id="main"' in page.content
    assert b"style=" not in page.content


@pytest.mark.parametrize("name", ["account_login", "account_signup", "account_reset_password"])
def test_page_for_guests_has_the_look_of_the_site(client: Client, name: str) -> None:
    page = client.get(reverse(name))
    assert page.status_code == 200
    assert b'<main id="main"' in page.content
    assert b"style=" not in page.content


def test_other_sessions_are_ended_from_the_sessions_page(client: Client) -> None:
    member("ada")
    other = Client()
    sign_in(other, "ada")
    sign_in(client, "ada")
    assert UserSession.objects.count() == 2
    client.post(reverse("usersessions_list"))
    assert other.get(reverse("account_settings")).status_code == 302
    assert client.get(reverse("account_settings")).status_code == 200


@pytest.mark.parametrize("name", ["mfa_activate_totp", "mfa_add_webauthn", "account_leave"])
def test_page_that_could_hurt_asks_for_the_password_once_more(client: Client, name: str) -> None:
    member("ada")
    sign_in(client, "ada")
    assert client.get(reverse(name)).headers["Location"].startswith("/accounts/reauthenticate/")


def test_passwords_are_hashed_by_argon2() -> None:
    assert base.PASSWORD_HASHERS[0].endswith("Argon2PasswordHasher")


def test_inactive_person_is_not_signed_in(client: Client) -> None:
    member("ada")
    User.objects.update(is_active=False)
    assert not sign_in(client, "ada")


def test_old_session_of_somebody_who_left_is_a_guest(client: Client, now: datetime.datetime) -> None:
    member("ada")
    sign_in(client, "ada")
    User.objects.update(is_active=False)
    assert client.get(reverse("account_settings")).status_code == 302
