"""Taking one's data along, and leaving for good."""

from __future__ import annotations

import datetime

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from accounts import actions
from accounts.models import ApiToken, Notice, User
from tests.accounts.rows import confirm, member, notice, sign_in

pytestmark = pytest.mark.django_db


def test_export_holds_what_is_known_and_no_secret(
    client: Client, now: datetime.datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = member("ada", zone="Asia/Tokyo")
    member("bob")
    token = actions.issue(ada, "my bot", now)
    notice(ada, "k3x:1", now, data={"sealed": "gAAAA"})
    monkeypatch.setitem(actions.EXPORTERS, "games", lambda user: {"of": user.username})
    sign_in(client, "ada")
    answer = client.get(reverse("account_export"))
    data = answer.json()
    assert answer.headers["Content-Disposition"] == 'attachment; filename="my-data.json"'
    assert sorted(data) == sorted(
        {"account", "tokens", "sessions", "mail", "beside_mail", "vacations", *actions.EXPORTERS}
    )
    assert (data["account"]["name"], data["account"]["zone"]) == ("ada", "Asia/Tokyo")
    assert [one["name"] for one in data["tokens"]] == ["my bot"]
    assert [one["subject"] for one in data["mail"]] == ["k3x:1"]
    assert data["games"] == {"of": "ada"}
    text = answer.content.decode()
    assert [secret for secret in (token, "gAAAA", ada.password, "bob") if secret in text] == []


def test_leaving_takes_all_that_is_ones_own(client: Client, now: datetime.datetime) -> None:
    ada, bob = member("ada", first_name="Ada"), member("bob")
    other = Client()
    for person in (ada, bob):
        actions.issue(person, "bot", now)
        notice(person, "x", now)
        RecoveryCodes.activate(person)
        UserSession.objects.all()
    Authenticator.objects.filter(user=ada).delete()
    sign_in(other, "ada")
    actions.erase(ada, now)
    ada.refresh_from_db()
    assert (ada.username, ada.email, ada.first_name, ada.is_active) == (f"former-{ada.pk}", "", "", False)
    assert not ada.has_usable_password()
    assert ada.erased_at == now
    for rows in (ApiToken, Notice, EmailAddress, Authenticator):
        assert list(rows._default_manager.values_list("user", flat=True)) == [bob.pk]
    assert (UserSession.objects.count(), Session.objects.count()) == (0, 0)
    assert other.get(reverse("account_settings")).status_code == 302
    assert not sign_in(Client(), "ada")


def test_what_other_apps_do_comes_first_and_all_or_nothing(
    ada: User, now: datetime.datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []

    def look(user: User, moment: datetime.datetime) -> None:
        seen.append(f"{user.username} {moment == now}")
        raise RuntimeError("not today")

    monkeypatch.setattr(actions, "ERASERS", [look])
    with pytest.raises(RuntimeError):
        actions.erase(ada, now)
    assert seen == ["ada True"]
    assert User.objects.get().username == "ada"


def test_leaving_asks_for_the_password_and_then_once_more(client: Client) -> None:
    member("ada")
    sign_in(client, "ada")
    client.post(reverse("account_leave"), {"sure": "on"})
    confirm(client, "wrong")
    client.post(reverse("account_leave"), {"sure": "on"})
    assert User.objects.get().username == "ada"
    confirm(client)
    client.post(reverse("account_leave"))
    assert User.objects.get().username == "ada"
    answer = client.post(reverse("account_leave"), {"sure": "on"})
    assert answer.headers["Location"] == "/"
    assert User.objects.get().erased_at is not None
    assert "_auth_user_id" not in client.session


def test_name_of_somebody_who_left_is_free_again(client: Client, ada: User, now: datetime.datetime) -> None:
    actions.erase(ada, now)
    assert member("ada").username == "ada"
