"""A caller of the API, people with tokens, and the small game of ``tests.actions.toy``."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from rest_framework.settings import api_settings

from accounts.actions import issue
from games.rules import GAMES
from tests.actions.tables import person
from tests.actions.toy import Hush


class Caller:
    """A program that talks to the API, with a token or without."""

    def __init__(self, token: str = "") -> None:
        self.client = Client(headers={"Authorization": f"Token {token}"} if token else {})

    def __call__(
        self, method: str, path: str, body: Any = None, *, raw: bytes | None = None, **extra: Any
    ) -> HttpResponse:
        data = raw if raw is not None else (b"" if body is None else json.dumps(body).encode())
        kind = extra.pop("content_type", "application/json")
        return self.client.generic(method, f"/api/v1/{path}", data, content_type=kind, **extra)

    def get(self, path: str, **query: Any) -> HttpResponse:
        return self("GET", path, QUERY_STRING="&".join(f"{name}={value}" for name, value in query.items()))

    def post(self, path: str, body: Any = None) -> HttpResponse:
        return self("POST", path, body)

    def put(self, path: str, body: Any) -> HttpResponse:
        return self("PUT", path, body)

    def delete(self, path: str) -> HttpResponse:
        return self("DELETE", path)


@pytest.fixture(autouse=True)
def hush(monkeypatch: pytest.MonkeyPatch) -> Hush:
    game = Hush()
    monkeypatch.setitem(GAMES, game.slug, game)
    return game


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rates that no test exceeds by accident."""
    for scope in ("person", "guest", "tokens"):
        monkeypatch.setitem(api_settings.DEFAULT_THROTTLE_RATES, scope, "100000/min")


@pytest.fixture
def guest() -> Caller:
    return Caller()


@pytest.fixture
def caller(db: None) -> Callable[[str], Caller]:
    """Make the caller of a person."""

    def make(name: str) -> Caller:
        return Caller(issue(person(name), "test", timezone.now()))

    return make


@pytest.fixture
def ann(caller: Callable[[str], Caller]) -> Caller:
    return caller("ann")


@pytest.fixture
def bob(caller: Callable[[str], Caller]) -> Caller:
    return caller("bob")


@pytest.fixture
def eve(caller: Callable[[str], Caller]) -> Caller:
    """Somebody who has no part in any match."""
    return caller("eve")
