"""Requests that make no sense are refused in the words of the door they came to, and never break anything."""

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from pytest_django.fixtures import Settings

from tests.pages.visits import browser, person, running, said

pytestmark = pytest.mark.django_db

MANY = "&".join(f"a{n}=1" for n in range(300))


def problem(answer: HttpResponse) -> tuple[int, str]:
    assert answer["Content-Type"] == "application/problem+json"
    return answer.status_code, answer.json()["code"]


@pytest.mark.parametrize("address", ["/matches/?after=%00", "/matches/?x=%00", f"/matches/?{MANY}"])
@pytest.mark.parametrize("debug", [False, True])
def test_a_page_answers_with_a_page(address: str, debug: bool, settings: Settings) -> None:
    settings.DEBUG = debug
    answer = browser("ann").get(address)
    assert answer.status_code == 400
    assert "That was not understood" in said(answer)


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
