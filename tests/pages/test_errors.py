"""What goes wrong gets a plain page; what every answer carries for safety."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client, RequestFactory
from django.urls import path

from games.pages import urls as pages
from tests.pages.visits import browser, person, running, said

pytestmark = pytest.mark.django_db

GUEST_PATHS = ["/", "/matches/", "/games/", "/games/fourbid/", "/robots.txt", "/people/ann/"]


def _broken(request):
    raise RuntimeError("a secret detail")


urlpatterns = [path("broken/", _broken), *pages.urlpatterns]


@pytest.mark.parametrize("name", ["", "ann"])
def test_an_unknown_address_has_a_helpful_page(name):
    answer = browser(name).get("/nowhere/at/all/")
    assert answer.status_code == 404
    assert "There is nothing here" in said(answer)


@pytest.mark.parametrize("name", ["", "ann"])
def test_an_unknown_address_has_the_same_page_where_developers_play(settings, name):
    settings.DEBUG = True
    answer = browser(name).get("/nowhere/at/all/")
    assert answer.status_code == 404
    assert "There is nothing here" in said(answer)
    assert "URLconf" not in said(answer)


def test_a_slash_left_out_is_put_on_where_developers_play(settings):
    settings.DEBUG = True
    answer = browser().get("/matches")
    assert (answer.status_code, answer["Location"]) == (301, "/matches/")


def test_a_bug_is_told_to_developers_in_full(settings):
    settings.ROOT_URLCONF, settings.DEBUG = __name__, True
    answer = Client(raise_request_exception=False).get("/broken/")
    assert answer.status_code == 500
    assert "a secret detail" in answer.content.decode()


def test_ten_megabytes_are_refused_with_a_sentence_and_nothing_is_changed():
    match = running("ann", "bob")
    body = "line=" + "K" * 10_000_000
    answer = browser("ann").post(
        f"/m/{match.code}/turn/1/order/", body, content_type="application/x-www-form-urlencoded"
    )
    assert answer.status_code == 413
    assert "That is too much" in said(answer)


def test_too_many_fields_are_refused_with_a_sentence():
    match = running("ann", "bob")
    answer = browser("ann").post(f"/m/{match.code}/turn/1/order/", {f"f{n}": "x" for n in range(500)})
    assert answer.status_code == 400
    assert "That was not understood" in said(answer)


def test_a_bug_shows_a_page_without_details(settings):
    settings.ROOT_URLCONF = __name__
    client = Client(raise_request_exception=False)
    answer = client.get("/broken/")
    assert answer.status_code == 500
    assert "Something broke on our side" in said(answer)
    assert "secret detail" not in answer.content.decode()


def test_robots_are_told_what_to_leave_alone():
    answer = browser().get("/robots.txt")
    assert answer["Content-Type"].startswith("text/plain")
    assert "Disallow: /o/" in answer.content.decode()


@pytest.mark.parametrize("address", GUEST_PATHS)
def test_every_page_is_framed_by_safe_headers_and_has_nothing_inline(address):
    person("ann")
    answer = browser().get(address)
    assert answer.status_code == 200
    policy = answer["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["X-Content-Type-Options"] == "nosniff"
    text = answer.content.decode()
    assert " style=" not in text
    assert "<style" not in text
    assert "onclick" not in text
    assert set(answer.cookies) <= {"csrftoken"}  # of the buttons to play now


@pytest.mark.parametrize("address", ["/", "/matches/", "/games/", "/robots.txt", "/people/ann/"])
def test_pages_that_only_show_take_nothing(address):
    person("ann")
    assert browser("ann").post(address, {"x": "y"}).status_code == 405


def test_the_size_that_is_taken_is_modest():
    assert settings.DATA_UPLOAD_MAX_MEMORY_SIZE <= 1024 * 1024
    assert RequestFactory().get("/").method == "GET"
