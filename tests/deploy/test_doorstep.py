"""Requests that make no sense are refused in the words of the door they came to, and never break anything."""

from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from pytest_django.fixtures import Settings

from tests.pages.visits import browser, person, running, said

pytestmark = pytest.mark.django_db

MANY = "&".join(f"a{n}=1" for n in range(300))


def problem(answer: Any) -> tuple[int, str]:
    assert answer["Content-Type"] == "application/problem+json"
    return answer.status_code, answer.json()["code"]


@pytest.mark.parametrize("address", ["/matches/?after=%00", "/matches/?x=%00", f"/matches/?{MANY}"])
@pytest.mark.parametrize("debug", [False, True])
def test_a_page_answers_with_a_page(address: str, debug: bool, settings: Settings) -> None:
    settings.DEBUG = debug
    answer = browser("ann").get(address)
    assert answer.status_code == 400
    assert "That was not understood" in said(answer)


@pytest.mark.parametrize("debug", [False, True])
def test_a_form_that_can_not_be_meant_is_answered_with_a_page(debug: bool, settings: Settings) -> None:
    settings.DEBUG = debug
    match, ann = running("ann", "bob"), Client(enforce_csrf_checks=True)
    ann.force_login(person("ann"))
    path, form = f"/m/{match.code}/turn/1/order/", "application/x-www-form-urlencoded"
    answer = ann.post(path, "line=" + "K" * 10_000_000, content_type=form)
    assert (answer.status_code, "That is too much" in said(answer)) == (413, True)
    for body, kind in ((MANY, form), ("x", "multipart/form-data"), ("x=1", f"{form}; charset=iso-8859-1")):
        answer = ann.post(path, body, content_type=kind)
        assert (answer.status_code, "That was not understood" in said(answer)) == (400, True)


@pytest.mark.parametrize("debug", [False, True])
def test_what_is_not_here_is_said_in_plain_words(debug: bool, settings: Settings) -> None:
    settings.DEBUG = debug
    for address in ("/m/nothing123/", "/o/forged/", "/people/nobody/", "/games/chess/"):
        answer = browser("ann").get(address)
        assert (answer.status_code, "There is nothing here" in said(answer)) == (404, True)


@pytest.mark.parametrize("content_type", ["application/x-www-form-urlencoded", "multipart/form-data"])
def test_a_program_that_sends_a_form_is_told_what_is_read(content_type: str) -> None:
    for body in ("a=1", MANY):
        answer = Client().post("/api/v1/tokens", body, content_type=content_type)
        assert problem(answer) == (415, "unsupported_media_type")
    assert problem(Client().post("/api/v1/tokens", "x" * 10_000_000, content_type=content_type)) == (
        413,
        "too_big",
    )


@pytest.mark.parametrize("address", ["/api/v1/matches?x=%00", f"/api/v1/matches?{MANY}"])
def test_a_program_is_answered_with_a_problem(address: str) -> None:
    assert problem(Client().get(address)) == (400, "malformed")


@pytest.mark.parametrize(
    "path", ["m/{}", "people/{}", "o/{}", "games/{}", "accounts/unsubscribe/{}", "mailbox/{}"]
)
def test_an_address_with_the_character_nul_is_none(path: str) -> None:
    for name in ("%00", "a%00b", "%ff", "%F0%9F%92%A5", "9" * 40):
        assert Client().get(f"/{path.format(name)}/").status_code == 404


def test_a_cookie_that_can_not_be_ours_is_as_good_as_none() -> None:
    person("ann")
    client = Client()
    for name in (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, "zone"):
        client.cookies[name] = "x"
        client.cookies[name].set(name, "\0aaaaaaaaaaaa", '"\\000aaaaaaaaaaaa"')
    assert client.get("/people/ann/").status_code == 200


def test_another_host_name_is_refused_whoever_asks() -> None:
    match = running("ann", "bob")
    for client in (Client(), browser("ann")):
        answer = client.get(match.get_absolute_url(), headers={"host": "elsewhere.example"})
        assert answer.status_code == 400
        assert "That was not understood" in said(answer)
        answer = client.get(f"/api/v1/matches/{match.code}", headers={"host": "elsewhere.example"})
        assert problem(answer) == (400, "malformed")
