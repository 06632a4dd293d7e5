"""Signing up, confirming an address, a forgotten password, another address: by pages and mailed links."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Notice, User
from accounts.outbox import send_ready
from tests.accounts.rows import PASSWORD, confirm, member

pytestmark = pytest.mark.django_db
FORM = {"username": "ada", "email": "ada@example.org", "password1": PASSWORD, "zone": "Europe/Warsaw"}


def mailed_link() -> str:
    """Send what is in the outbox; the path of the link in the last mail."""
    send_ready(timezone.now)
    found = re.search(r"https?://[^/]+(/\S+)", str(mail.outbox[-1].body))
    assert found is not None
    return found[1]


def test_signing_up_mails_a_link_that_only_a_press_of_its_button_confirms(client: Client) -> None:
    answer = client.post(reverse("account_signup"), FORM)
    assert answer.headers["Location"] == reverse("account_email_verification_sent")
    ada = User.objects.get()
    assert (ada.username, ada.zone) == ("ada", "Europe/Warsaw")
    link = mailed_link()
    assert mail.outbox[-1].to == ["ada@example.org"]
    for _scan in range(5):
        assert client.get(link).status_code == 200
    assert not EmailAddress.objects.get().verified
    Client().post(link)
    assert EmailAddress.objects.get().verified
    assert "_auth_user_id" not in client.session
    client.post(reverse("account_login"), {"login": "ada", "password": PASSWORD})
    assert client.session["_auth_user_id"] == str(ada.pk)


def test_whoever_is_to_confirm_an_address_reads_so_once_and_in_plain_words(client: Client) -> None:
    page = client.post(reverse("account_signup"), FORM, follow=True)
    assert page.content.decode().count("A mail ") == 1
    link = mailed_link()
    said = " ".join(str(mail.outbox[-1].body).split())
    assert "Somebody gave this address as that of ada on " in said
    assert "If it was you, confirm it on this page: http" in said
    assert "Mail to ada goes to " in client.get(link).content.decode()


def test_whoever_asks_for_the_mail_again_in_the_settings_is_told_that_it_is_sent(client: Client) -> None:
    member("ada")
    client.post(reverse("account_login"), {"login": "ada", "password": PASSWORD})
    confirm(client)
    address = {"email": "new@example.org"}
    page = client.post(reverse("account_email"), address | {"action_add": ""}, follow=True)
    assert "A mail was sent to" not in page.content.decode()
    cache.clear()  # so soon it would not be sent again
    page = client.post(reverse("account_email"), address | {"action_send": ""}, follow=True)
    assert "A mail was sent to new@example.org for confirmation." in page.content.decode()


def test_unconfirmed_person_is_not_signed_in(client: Client) -> None:
    client.post(reverse("account_signup"), FORM)
    client.post(reverse("account_login"), {"login": "ada", "password": PASSWORD})
    assert "_auth_user_id" not in client.session


def test_zone_defaults_to_utc_without_a_script(client: Client) -> None:
    client.post(reverse("account_signup"), FORM | {"zone": ""})
    assert User.objects.get().zone == "UTC"


@pytest.mark.parametrize(
    "name",
    [
        "ab",
        "a" * 25,
        "ada lovelace",
        "ada\r\nBcc",
        "<b>",
        "ädä",
        "日本日本",
        "🎲🎲🎲",
        "a@example.org",
        "bot",
        "Admin",
        "former-7",
    ],
)
def test_name_that_may_not_be_taken_is_refused(client: Client, name: str) -> None:
    answer = client.post(reverse("account_signup"), FORM | {"username": name})
    assert list(answer.context["form"].errors) == ["username"]
    assert User.objects.count() == 0


def test_name_in_other_letters_of_the_same_case_is_taken(client: Client) -> None:
    member("Ada", email="other@example.org")
    answer = client.post(reverse("account_signup"), FORM | {"username": "aDa"})
    assert list(answer.context["form"].errors) == ["username"]


def test_address_that_is_taken_looks_like_any_other_and_its_owner_is_told(client: Client) -> None:
    member("owner", email="ada@example.org")
    known = client.post(reverse("account_signup"), FORM)
    fresh = Client().post(reverse("account_signup"), FORM | {"username": "bob", "email": "bob@example.org"})
    assert known.headers["Location"] == fresh.headers["Location"]
    assert sorted(User.objects.values_list("username", flat=True)) == ["bob", "owner"]
    send_ready(timezone.now)
    assert sorted(one.to[0] for one in mail.outbox) == ["ada@example.org", "bob@example.org"]


def test_forgotten_password_is_set_by_a_mailed_link_once(client: Client) -> None:
    ada = member("ada")
    client.post(reverse("account_reset_password"), {"email": "ada@example.org"})
    link = mailed_link()
    form = client.get(link, follow=True)
    client.post(form.redirect_chain[-1][0], {"password1": "brand-new-words", "password2": "brand-new-words"})
    ada.refresh_from_db()
    assert ada.check_password("brand-new-words")
    assert "_auth_user_id" not in client.session
    again = Client().get(link, follow=True)
    assert again.context["token_fail"]


def test_unknown_address_gets_no_mail_and_the_same_page(client: Client) -> None:
    member("ada")
    known = client.post(reverse("account_reset_password"), {"email": "ada@example.org"}, follow=True)
    other = Client().post(reverse("account_reset_password"), {"email": "eve@example.org"}, follow=True)
    assert known.redirect_chain == other.redirect_chain
    send_ready(timezone.now)
    assert [one.to for one in mail.outbox] == [["ada@example.org"]]


def test_address_changes_only_when_the_new_one_is_confirmed(client: Client) -> None:
    ada = member("ada", mail_failed_at=timezone.now())
    client.post(reverse("account_login"), {"login": "ada@example.org", "password": PASSWORD})
    confirm(client)
    client.post(reverse("account_email"), {"email": "new@example.org", "action_add": ""})
    ada.refresh_from_db()
    assert ada.email == "ada@example.org"
    link = mailed_link()
    assert mail.outbox[-1].to == ["new@example.org"]
    client.post(link)
    ada.refresh_from_db()
    assert (ada.email, ada.mail_failed_at) == ("new@example.org", None)
    assert list(EmailAddress.objects.values_list("email", "verified")) == [("new@example.org", True)]
    send_ready(timezone.now)
    assert mail.outbox[-1].to == ["ada@example.org"]


def test_secret_link_rests_sealed_and_only_until_it_has_left(client: Client) -> None:
    member("ada")
    client.post(reverse("account_reset_password"), {"email": "ada@example.org"})
    waiting = Notice.objects.get()
    link = mailed_link()
    key = link.rstrip("/").rpartition("/")[2]
    assert set(waiting.data) == {"sealed"}
    assert key not in str(waiting.data)
    assert Notice.objects.get().data == {}


def test_nobody_fills_an_inbox_by_typing_its_address_into_forms(client: Client, settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = False  # they come from many places
    ada = member("ada")
    for number in range(12):
        Client().post(reverse("account_reset_password"), {"email": "ada@example.org"})
        Client().post(
            reverse("account_signup"), FORM | {"username": f"eve{number}", "email": "ADA@example.org"}
        )
    assert Notice.objects.filter(user=ada, kind="account").count() == 20
    client.force_login(ada)
    changed = {"oldpassword": PASSWORD, "password1": f"{PASSWORD}2", "password2": f"{PASSWORD}2"}
    client.post(reverse("account_change_password"), changed)
    assert Notice.objects.filter(user=ada, kind="account").count() == 21


def test_an_inbox_is_the_same_whatever_stands_behind_a_plus(client: Client, settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = False
    for number in range(12):
        client.post(
            reverse("account_signup"),
            FORM | {"username": f"a-{number}", "email": f"ada+{number}@example.org"},
        )
    assert Notice.objects.filter(kind="account").count() == 10
