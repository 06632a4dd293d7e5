"""Webhooks and feeds by the API: made, told once what is secret, changed, tested, removed; one's own only."""

from __future__ import annotations

import datetime
import hashlib
import hmac
import textwrap
import time
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import beside, couriers
from accounts.channels import Channel, Delivery, Feed
from games.actions import turns
from games.api.beside import Hooks
from tests.actions.tables import opened, person, started
from tests.api.answers import problem, told
from tests.api.conftest import Caller
from tests.receivers import receiver

pytestmark = pytest.mark.django_db
ADDRESS = "https://hooks.example.org/secret-part"


def test_a_hook_is_made_and_its_secret_told_once(ann: Caller) -> None:
    made = told(
        ann.post("hooks", {"form": "json", "address": ADDRESS, "name": "bot", "kinds": ["turn"]}), 201
    )
    hook, secret = made["hook"], made["secret"]
    assert secret.startswith("bps_")
    assert hook == {
        "id": Channel.objects.get().pk,
        "form": "json",
        "name": "bot",
        "match": None,
        "kinds": ["turn"],
        "host": "hooks.example.org",
        "made_at": hook["made_at"],
        "error": "",
        "off_at": None,
    }
    listed = ann.get("hooks")
    assert told(listed)["results"] == [hook]
    assert [word for word in (secret, "secret-part") if word in listed.content.decode()] == []


def test_a_hook_without_kinds_gets_the_usual_ones(ann: Caller) -> None:
    made = told(ann.post("hooks", {"form": "discord", "address": ADDRESS}), 201)
    assert made["secret"] is None
    assert made["hook"]["kinds"] == ["turn", "reminder", "start", "end", "missed"]


@pytest.mark.parametrize(
    ("wrong", "code", "field"),
    [
        ({"address": "http://hooks.example.org"}, "not_https", "address"),
        ({"address": "https://[::1]/"}, "private", "address"),
        ({"address": "https://hooks.example.org:25/"}, "port", "address"),
        ({"address": "x"}, "malformed", "address"),
        ({"kinds": ["turn", "odd"]}, "invalid", "kinds"),
        ({"form": "push"}, "invalid", "form"),
    ],
)
def test_a_hook_that_may_not_be_is_refused(ann: Caller, wrong: dict[str, Any], code: str, field: str) -> None:
    found = problem(ann.post("hooks", {"form": "json", "address": ADDRESS} | wrong), 400, code)
    assert found["field"] == field
    assert Channel.objects.count() == 0


def test_nobody_has_hooks_or_feeds_without_end(ann: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "MOST_HOOKS", 0)
    monkeypatch.setattr(beside, "MOST_FEEDS", 0)
    problem(ann.post("hooks", {"form": "json", "address": ADDRESS}), 409, "too_many")
    problem(ann.post("feeds/calendar"), 409, "too_many")


def test_only_whoever_opened_a_match_gives_it_a_hook(ann: Caller, bob: Caller, guest: Caller) -> None:
    match = started("ann", "bob")
    sent = {"form": "json", "address": ADDRESS, "match": match.code}
    problem(bob.post("hooks", sent), 403, "not_allowed")
    problem(ann.post("hooks", sent | {"match": "nothing"}), 404, "not_found")
    alone = opened("ann", 1, game="foursquare")
    problem(ann.post("hooks", sent | {"match": alone.code}), 404, "not_found")
    made = told(ann.post("hooks", sent), 201)["hook"]
    assert (made["match"], made["kinds"]) == (match.code, [])
    everybody = told(guest.get(f"matches/{match.code}/hooks"))["results"]
    assert everybody == [{"form": "json", "made_at": made["made_at"], "off": False}]


def test_ones_own_hook_is_changed_tested_and_removed(ann: Caller, bob: Caller) -> None:
    pk = told(ann.post("hooks", {"form": "json", "address": ADDRESS}), 201)["hook"]["id"]
    Channel.objects.update(off_at=timezone.now(), error="no answer", failures=9)
    assert told(ann.get("hooks"))["results"][0]["error"] == "no answer that makes sense"
    problem(ann.post(f"hooks/{pk}/test"), 409, "too_soon")
    problem(ann.put(f"hooks/{pk}", {"kinds": ["odd"]}), 400, "invalid")
    changed = told(ann.put(f"hooks/{pk}", {"kinds": ["end"]}))
    assert (changed["kinds"], changed["off_at"], changed["error"]) == (["end"], None, "")
    assert ann.post(f"hooks/{pk}/test").status_code == 204
    problem(ann.post(f"hooks/{pk}/test"), 409, "too_soon")
    assert [one.kind for one in Delivery.objects.all()] == ["test"]
    problem(bob.put(f"hooks/{pk}", {"kinds": []}), 404, "not_found")
    problem(bob.post(f"hooks/{pk}/test"), 404, "not_found")
    problem(bob.delete(f"hooks/{pk}"), 404, "not_found")
    assert ann.delete(f"hooks/{pk}").status_code == 204
    assert Channel.objects.count() == 0


def test_the_hook_of_a_match_is_switched_on_again(ann: Caller) -> None:
    match = started("ann", "bob")
    made = told(ann.post("hooks", {"form": "slack", "address": ADDRESS, "match": match.code}), 201)
    Channel.objects.update(off_at=timezone.now())
    changed = told(ann.put(f"hooks/{made['hook']['id']}", {"kinds": ["end"]}))
    assert (changed["off_at"], changed["kinds"]) == (None, [])


def test_guests_have_neither_hooks_nor_feeds(guest: Caller) -> None:
    for answer in (
        guest.get("hooks"),
        guest.get("feeds"),
        guest.post("feeds/calendar"),
        guest.post("hooks", {}),
    ):
        problem(answer, 401, "not_authenticated")


def test_feeds_are_made_anew_and_removed(ann: Caller, bob: Caller) -> None:
    match = started("ann", "bob", game="fourbid")
    first = told(ann.post("feeds/calendar"), 201)
    second = told(ann.post("feeds/calendar"), 201)
    assert first["url"] != second["url"]
    table = told(ann.post(f"feeds/{match.code}"), 201)
    assert told(ann.get("feeds"))["results"] == [second, table]
    assert told(bob.get("feeds"))["results"] == []
    for url, status in ((first["url"], 404), (second["url"], 200), (table["url"], 200)):
        assert Client().get(url.removeprefix("http://127.0.0.1:8000")).status_code == status
    for name in ("calendar", match.code):
        assert ann.delete(f"feeds/{name}").status_code == 204
        problem(ann.delete(f"feeds/{name}"), 404, "not_found")
    assert Feed.objects.count() == 0


def test_no_feed_is_made_of_what_one_may_not_see(ann: Caller, bob: Caller) -> None:
    alone = opened("ann", 1, game="foursquare")
    for caller in (ann, bob):
        problem(caller.post(f"feeds/{alone.code}"), 404, "not_found")


def test_the_check_in_the_documentation_is_right(ann: Caller, settings) -> None:
    """Runs the very lines that programs are told to use, on a call that came over the wire."""
    lines = textwrap.dedent((Hooks.post.__doc__ or "").partition("in Python:\n")[2])
    known: dict[str, Any] = {}
    exec(lines, known)  # noqa: S102 - our own documentation
    settings.HOOK_PRIVATE_OK = True
    match = started("ann", "bob", game="fourbid")
    with receiver() as server:
        secret = told(ann.post("hooks", {"form": "json", "address": server.url, "kinds": ["reminder"]}), 201)[
            "secret"
        ]
        turn = match.turns.get()
        turns.remind_due(turn.remind_at)
        Delivery.objects.update(send_at=timezone.now())
        assert couriers.send_ready(timezone.now) == 1
        (call,) = server.calls
    assert known["is_genuine"](secret, call.headers, call.body) is True
    assert known["is_genuine"](secret, call.headers, call.body + b" ") is False
    assert known["is_genuine"]("another", call.headers, call.body) is False
    old = str(int(time.time() - 3600))
    signed = hmac.new(secret.encode(), f"{old}.".encode() + call.body, hashlib.sha256).hexdigest()
    stale = {"Bidplay-Timestamp": old, "Bidplay-Signature": f"v1={signed}"}
    assert known["is_genuine"](secret, stale, call.body) is False
    assert datetime.datetime.fromisoformat(call.json["deadline"]) == turn.due_at
    assert person("ann").channels.count() == 1
