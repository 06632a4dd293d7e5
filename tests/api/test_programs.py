"""The short way of programs: past what serves browsers, but past no check."""

from __future__ import annotations

import pytest
from django.test import Client, override_settings
from django.utils import translation

from tests.actions.tables import person, started
from tests.api.answers import problem, told
from tests.api.conftest import Caller

pytestmark = pytest.mark.django_db


def test_an_answer_to_a_program_is_kept_shown_and_framed_by_no_browser(guest: Caller) -> None:
    response = guest.get("games")
    assert response["Cache-Control"] == "no-store"
    assert response["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Content-Length"] == str(len(response.content))


def test_a_program_gets_no_cookie_and_its_cookies_open_nothing(ann: Caller) -> None:
    browser = Client()
    browser.force_login(person("ann"))
    response = browser.get("/api/v1/me")
    problem(response, 401, "not_authenticated")
    assert response.cookies == {}


def test_a_host_name_that_is_none_of_ours_is_refused(guest: Caller) -> None:
    problem(guest("GET", "games", HTTP_HOST="elsewhere.example"), 400, "malformed")


@override_settings(SECURE_SSL_REDIRECT=True)
def test_a_program_is_sent_to_the_safe_address_too(guest: Caller) -> None:
    assert guest.get("games").status_code == 301


def test_the_language_of_one_request_is_not_that_of_the_next(guest: Caller) -> None:
    with translation.override("pl"):
        told(guest("GET", "games", HTTP_ACCEPT_LANGUAGE="en"))
        assert translation.get_language() == "pl"


def test_a_head_says_what_a_get_would(guest: Caller) -> None:
    match = started("ann", "bob")
    response = guest("HEAD", f"matches/{match.code}")
    assert (response.status_code, response.content) == (200, b"")
    assert int(response["Content-Length"]) == len(guest.get(f"matches/{match.code}").content)


def test_what_is_senseless_is_refused_before_any_view(guest: Caller) -> None:
    problem(guest.get("matches", x="%00"), 400, "malformed")
    problem(guest("GET", "matches", QUERY_STRING="&".join(f"a{n}=1" for n in range(300))), 400, "malformed")
