"""Tokens of programs: stored as hashes, one query a request, stamped now and then, taken back at once."""

from __future__ import annotations

import datetime

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from accounts import actions
from accounts.models import ApiToken, User
from accounts.tokens import TokenAuthentication, digest, stamp
from tests.accounts.rows import member, sign_in

pytestmark = pytest.mark.django_db


def authenticate(header: str | None) -> tuple[User, ApiToken] | None:
    """What the API makes of a header."""
    headers = {} if header is None else {"authorization": header}
    return TokenAuthentication().authenticate(Request(RequestFactory().get("/", headers=headers)))


def test_token_signs_its_person_in_with_one_query(
    ada: User, now: datetime.datetime, django_assert_num_queries
) -> None:
    token = actions.issue(ada, "bot", now)
    stamp(ApiToken.objects.get(), now)
    ApiToken.objects.update(used_at=datetime.datetime(9999, 1, 1, tzinfo=datetime.UTC))
    with django_assert_num_queries(1):
        found = authenticate(f"Token {token}")
    assert found is not None
    assert (found[0], found[1].name) == (ada, "bot")


def test_only_the_hash_of_a_token_is_stored(ada: User, now: datetime.datetime) -> None:
    token = actions.issue(ada, "bot", now)
    row = ApiToken.objects.values().get()
    assert row["digest"] == digest(token)
    assert token not in str(row)


@pytest.mark.parametrize("header", [None, "", "Basic YTpi", "Tokens x", "Bearer x"])
def test_request_without_token_is_a_guest(ada: User, header: str | None) -> None:
    assert authenticate(header) is None


@pytest.mark.parametrize("token", ["", "wrong", "bp_", "\x00", "é", "x" * 5000])
def test_unknown_token_is_refused(ada: User, now: datetime.datetime, token: str) -> None:
    actions.issue(ada, "bot", now)
    with pytest.raises(AuthenticationFailed):
        authenticate(f"Token {token}")


def test_token_of_somebody_inactive_is_refused(ada: User, now: datetime.datetime) -> None:
    token = actions.issue(ada, "bot", now)
    User.objects.update(is_active=False)
    with pytest.raises(AuthenticationFailed):
        authenticate(f"Token {token}")


def test_use_is_stamped_at_the_most_once_an_hour(
    ada: User, now: datetime.datetime, django_assert_num_queries
) -> None:
    actions.issue(ada, "bot", now)
    stamp(ApiToken.objects.get(), now)
    with django_assert_num_queries(1):
        stamp(ApiToken.objects.get(), now + datetime.timedelta(minutes=59))
    assert ApiToken.objects.get().used_at == now
    later = now + datetime.timedelta(minutes=61)
    stamp(ApiToken.objects.get(), later)
    assert ApiToken.objects.get().used_at == later


def test_token_page_shows_a_new_token_once_and_takes_tokens_back(client: Client) -> None:
    ada = member("ada")
    sign_in(client, "ada")
    page = client.post(reverse("account_tokens"), {"name": "my <bot>"})
    token = page.context["token"]
    assert authenticate(f"Token {token}") is not None
    assert "no-store" in page.headers["Cache-Control"]
    again = client.get(reverse("account_tokens")).content.decode()
    assert token not in again
    assert "my &lt;bot&gt;" in again
    client.post(reverse("account_revoke_token", args=[ada.tokens.get().pk]))
    assert ApiToken.objects.count() == 0


def test_nobody_takes_back_the_token_of_another(client: Client, ada: User, now: datetime.datetime) -> None:
    actions.issue(ada, "bot", now)
    member("bob")
    sign_in(client, "bob")
    client.post(reverse("account_revoke_token", args=[ApiToken.objects.get().pk]))
    assert ApiToken.objects.count() == 1


def test_one_token_too_many_costs_the_one_used_longest_ago(ada: User, now: datetime.datetime) -> None:
    day = datetime.timedelta(days=1)
    for n in range(actions.MOST_TOKENS + 1):
        actions.issue(ada, f"n{n}", now + n * day)
        if n == 0:
            ApiToken.objects.update(used_at=now + 100 * day)
    names = set(ApiToken.objects.values_list("name", flat=True))
    assert names == {f"n{n}" for n in range(actions.MOST_TOKENS + 1)} - {"n1"}


def test_every_page_leads_to_the_words_of_the_api_and_that_of_tokens_says_why(client: Client) -> None:
    member("ada")
    assert client.get("/matches/").content.decode().count('href="/api/v1/docs"') == 1
    sign_in(client, "ada")
    page = client.get(reverse("account_tokens")).content.decode()
    assert '<a href="/api/v1/docs">What the API takes and gives</a>' in page
