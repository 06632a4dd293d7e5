"""How often one may knock, and that nobody is held up by a cache that is away."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import RequestFactory
from redis.exceptions import ConnectionError as CacheAwayError
from rest_framework.request import Request
from rest_framework.settings import api_settings

from games.api import throttles
from tests.actions.tables import started
from tests.api.answers import problem, told
from tests.api.conftest import Caller

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh_counts() -> None:
    cache.clear()
    throttles.OrderThrottle._knocks.clear()


def allow(monkeypatch: pytest.MonkeyPatch, **rates: str) -> None:
    for scope, rate in rates.items():
        monkeypatch.setitem(api_settings.DEFAULT_THROTTLE_RATES, scope, rate)


def test_a_person_is_held_up_after_too_many_requests(
    ann: Caller, bob: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    allow(monkeypatch, person="3/day")
    assert [ann.get("me").status_code for _n in range(4)] == [200, 200, 200, 429]
    refused = ann.get("games")
    assert problem(refused, 429, "throttled")["detail"].startswith("Too many requests. Wait ")
    assert 0 < int(refused["Retry-After"]) <= 86_400
    told(bob.get("me"))


def test_guests_are_counted_by_address(guest: Caller, ann: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    allow(monkeypatch, guest="2/hour")
    assert [guest.get("games").status_code for _n in range(3)] == [200, 200, 429]
    told(ann.get("games"))
    other = Caller()
    other.client.defaults["REMOTE_ADDR"] = "10.9.8.7"
    told(other.get("games"))


def test_orders_are_counted_apart_and_by_person(
    ann: Caller, bob: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    allow(monkeypatch, person="3/day")
    match = started("ann", "bob", "cid")
    path = f"matches/{match.code}/turns/1/order"
    assert [ann.put(path, {"order": "5"}).status_code for _n in range(5)] == [200, 200, 200, 429, 429]
    told(bob.put(path, {"order": "5"}))
    told(ann.get("me"))


def test_a_new_stretch_begins_with_nothing(monkeypatch: pytest.MonkeyPatch, ann: Caller) -> None:
    allow(monkeypatch, person="1/s")
    match = started("ann", "bob")
    path = f"matches/{match.code}/turns/1/order"
    codes = set()
    for moment in (1000.0, 1000.5, 1001.0, 1001.9, 1002.0):
        monkeypatch.setattr(throttles.time, "time", lambda moment=moment: moment)
        codes.add((moment, ann.put(path, {"order": "5"}).status_code))
    assert codes == {(1000.0, 200), (1000.5, 429), (1001.0, 200), (1001.9, 429), (1002.0, 200)}


def test_orders_are_taken_while_the_cache_is_away(ann: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*args: object, **kwargs: object) -> None:
        raise CacheAwayError("away")

    monkeypatch.setattr("bidplay.cache._away", {})
    monkeypatch.setattr(cache._cache, "get_client", away)
    match = started("ann", "bob")
    told(ann.put(f"matches/{match.code}/turns/1/order", {"order": "5"}))
    told(ann.get(f"matches/{match.code}"))


def test_an_address_that_cannot_be_told_is_one_address() -> None:
    plain = RequestFactory().get("/")
    plain.META["REMOTE_ADDR"] = ""
    assert throttles.address_of(Request(plain)) == "unknown"
