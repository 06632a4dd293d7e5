"""Whatever is sent, the answer is a problem document with a sentence and a code: no page, no crash."""

from __future__ import annotations

import pytest
from django.test import override_settings

from games.api import problems
from games.api.matches import OneMatch
from games.rules.game import Refusal
from tests.actions.tables import started
from tests.api.answers import problem, told
from tests.api.conftest import Caller

pytestmark = pytest.mark.django_db

BROKEN = [
    b"{",
    b'{"game": }',
    b"nonsense",
    b'{"game": "hush", "seats": 2} more',
    b'{"game": "\xff\xfe", "seats": 2}',
    b'{"game": "\\ud800", "seats": 2}',
    b'{"game": NaN, "seats": 2}',
    b"\x00",
    b'{"options": ' + b"[" * 100_000,
    b'{"options": {"a":' * 10_000,
]


@pytest.mark.parametrize("raw", BROKEN, ids=range(len(BROKEN)))
def test_a_body_that_is_no_json_is_a_problem(ann: Caller, raw: bytes) -> None:
    response = ann("POST", "matches", raw=raw)
    assert problem(response, 400, response.json()["code"])


def test_a_deep_body_is_a_problem(ann: Caller) -> None:
    raw = b'{"game": "hush", "seats": 2, "options": {"turns": ' + b"[" * 50_000 + b"]" * 50_000 + b"}}"
    response = ann("POST", "matches", raw=raw)
    problem(response, 400, response.json()["code"])


def test_a_body_of_another_kind_is_refused(ann: Caller) -> None:
    for kind in ("application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x", ""):
        response = ann("POST", "matches", raw=b"game=hush", content_type=kind)
        problem(response, 415, "unsupported_media_type")


def test_json_may_name_its_charset(ann: Caller) -> None:
    body = b'{"game": "hush", "seats": 2}'
    told(ann("POST", "matches", raw=body, content_type="application/json; charset=utf-8"), 201)


def test_a_body_of_ten_megabytes_is_refused(ann: Caller, guest: Caller) -> None:
    raw = b'{"game": "' + b"x" * 10_000_000 + b'"}'
    problem(ann("POST", "matches", raw=raw), 413, "too_big")
    problem(guest("POST", "tokens", raw=raw), 413, "too_big")


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("DELETE", "games"),
        ("POST", "games"),
        ("PUT", "matches"),
        ("PATCH", "me"),
        ("GET", "tokens"),
        ("POST", "matches/abcdefghjk/turns"),
        ("GET", "matches/abcdefghjk/join"),
        ("POST", "matches/abcdefghjk/turns/1/order"),
    ],
)
def test_a_wrong_method_is_a_problem(ann: Caller, method: str, path: str) -> None:
    response = ann(method, path)
    problem(response, 405, "method_not_allowed")
    assert response["Allow"]


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
@pytest.mark.parametrize("path", ["nothing", "", "matches/abc/def/ghi", "v2", "matches/ÄÖ%00", "%"])
def test_an_unknown_address_is_a_problem(guest: Caller, method: str, path: str) -> None:
    problem(guest(method, path), 404, "not_found")


def test_an_unknown_match_is_a_problem(guest: Caller) -> None:
    refused = problem(guest.get("matches/abcdefghjk"), 404, "not_found")
    assert refused["detail"] == "There is nothing here, or nothing that you may see."


def test_every_address_works_with_a_slash_at_its_end(ann: Caller) -> None:
    match = started("ann", "bob")
    told(ann.get("games/"))
    told(ann.get(f"matches/{match.code}/"))
    told(ann.put(f"matches/{match.code}/turns/1/order/", {"order": "7"}))
    assert ann.delete(f"matches/{match.code}/turns/1/order/").status_code == 204


def test_a_program_need_not_say_what_it_accepts(guest: Caller) -> None:
    for accepted in ("text/html", "*/*", "application/xml", ""):
        told(guest("GET", "games", HTTP_ACCEPT=accepted))
        problem(guest("GET", "me", HTTP_ACCEPT=accepted), 401, "not_authenticated")


@pytest.mark.parametrize("token", ["nonsense", "", "bp_" + "x" * 5000, "\xff\xfe", "a b c"])
def test_a_token_that_is_none_is_refused(token: str) -> None:
    response = Caller(token or " ").get("games")
    assert response.status_code in (200, 401)
    if response.status_code == 401:
        problem(response, 401, response.json()["code"])
        assert response["WWW-Authenticate"] == "Token"


def test_a_text_with_a_zero_character_is_refused(ann: Caller, guest: Caller) -> None:
    """PostgreSQL has no such character; what reached it there was a crash."""
    problem(ann.post("matches", {"game": "hush\0", "seats": 2}), 400, "malformed")
    problem(guest.get("matches", player="%00"), 400, "malformed")
    problem(guest.get("matches", game="a%00b"), 400, "malformed")
    problem(guest.post("tokens", {"username": "\0", "password": "x"}), 400, "malformed")


def test_a_failure_of_ours_is_a_problem_without_details(
    guest: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: OneMatch, request: object, code: str) -> None:
        raise RuntimeError("a secret detail")

    monkeypatch.setattr(OneMatch, "get", fail)
    response = guest.get("matches/abcdefghjk")
    refused = problem(response, 500, "server_error")
    assert "secret" not in response.content.decode()
    assert refused["detail"] == "Something went wrong here. Nothing was changed."


def test_a_refusal_of_a_kind_nobody_named_is_a_conflict() -> None:
    class Unheard(Refusal):
        pass

    found = problems.Problem.of(Unheard("No, {name}.", "unheard", name="Ann"))
    assert (found.status, found.code, found.detail) == (409, "unheard", "No, Ann.")


@override_settings(DATA_UPLOAD_MAX_MEMORY_SIZE=10)
def test_the_limit_of_a_body_is_that_of_the_site(ann: Caller) -> None:
    problem(ann.post("matches", {"game": "hush"}), 413, "too_big")


def test_problems_say_what_they_are(guest: Caller) -> None:
    refused = problem(guest.get("me"), 401, "not_authenticated")
    assert refused == {
        "type": "about:blank",
        "title": "Unauthorized",
        "status": 401,
        "detail": "Sign in first: send the header “Authorization: Token …”.",
        "code": "not_authenticated",
    }
