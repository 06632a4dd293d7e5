"""What every request passes: its policy, its number in the log, and the link to the database."""

from __future__ import annotations

import logging
import select

import pytest
from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from bidplay.csp import PolicyMiddleware
from bidplay.errands import NumberMiddleware

POLICY = "Content-Security-Policy"


def given(response: HttpResponse) -> str:
    """The policy that an answer leaves with."""
    return PolicyMiddleware(lambda _request: response)(RequestFactory().get("/"))[POLICY]


def test_an_answer_has_the_policy_of_the_settings() -> None:
    told = {part.split()[0]: part.split()[1:] for part in given(HttpResponse()).split("; ")}
    assert told == settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]


def test_an_answer_that_names_a_policy_of_its_own_gets_that_one() -> None:
    response = HttpResponse()
    response._csp_config = {"default-src": ["'self'"]}
    assert given(response) == "default-src 'self'"
    assert given(HttpResponse(headers={POLICY: "sandbox"})) == "sandbox"


@pytest.mark.parametrize("level", [logging.INFO, logging.WARNING])
def test_what_went_wrong_is_written_with_the_number_of_the_request(caplog, level) -> None:
    def view(request: HttpRequest) -> HttpResponse:
        return HttpResponse(status=404 if "wrong" in request.path else 200)

    caplog.set_level(level, "django_structlog.middlewares.request")
    for path in ("/right/", "/wrong/"):
        NumberMiddleware(view)(RequestFactory().get(path))
    lines = [record.msg for record in caplog.records]
    wrong = [line for line in lines if line.get("code") == 404]
    assert len(lines) == (4 if level == logging.INFO else 1)
    assert [(line["request"], len(line["request_id"])) for line in wrong] == [("GET /wrong/", 36)]


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no link")
@pytest.mark.django_db(transaction=True)
def test_a_link_that_the_server_has_cut_is_made_anew_for_the_next_request() -> None:
    connection.ensure_connection()
    assert connection.is_usable()
    other = connection.copy()
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [connection.connection.info.backend_pid])
    other.close()
    assert select.select([connection.connection], [], [], 10)[0]  # its last word has come
    usable = connection.is_usable()
    connection.close()
    assert not usable
