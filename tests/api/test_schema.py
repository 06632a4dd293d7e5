"""The description of the API: valid, served, shown, and true of whatever is sent."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
import schemathesis
import yaml
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.utils import timezone
from hypothesis import given, settings
from openapi_spec_validator import validate
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from accounts.actions import issue
from games.api.urls import _PLACES
from games.rules import GAMES
from tests.actions.contests.cups import begun, called, plan_of
from tests.actions.tables import order, person, play, started
from tests.api.answers import told
from tests.api.conftest import Caller
from tests.rules.shelf import option_sets, takes
from tests.rules.walking import walk

pytestmark = pytest.mark.django_db

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


def served(guest: Caller) -> dict[str, Any]:
    response = guest.get("schema")
    assert response["Content-Type"] == "application/vnd.oai.openapi+json"
    return json.loads(response.content)


def test_the_description_is_made_without_a_warning() -> None:
    out = StringIO()
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=out)
    assert yaml.safe_load(out.getvalue())["openapi"] == "3.1.0"


def test_the_description_served_is_valid_openapi(guest: Caller) -> None:
    validate(served(guest))


def test_the_description_is_also_served_as_yaml(guest: Caller) -> None:
    response = guest("GET", "schema", HTTP_ACCEPT="application/vnd.oai.openapi")
    assert yaml.safe_load(response.content) == served(guest)


def test_every_address_is_described_once_and_without_its_slash(guest: Caller) -> None:
    described = set(served(guest)["paths"])
    routes = {
        "/api/" + re.sub(r"<\w+:(\w+)>", r"{\1}", route)
        for route, _view, name in _PLACES
        if name not in ("schema", "docs")
    }
    assert described == routes


def test_every_operation_says_how_it_refuses(guest: Caller) -> None:
    for path, operations in served(guest)["paths"].items():
        for method, operation in operations.items():
            assert operation["description"], (method, path)
            refused = {code: answer for code, answer in operation["responses"].items() if code >= "400"}
            assert "429" in refused
            for answer in refused.values():
                assert answer["content"] == {
                    "application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}
                }


def test_a_body_has_no_other_fields_than_those_described(guest: Caller) -> None:
    schemas = served(guest)["components"]["schemas"]
    for name in ("MatchRequest", "OrderRequest", "JoinRequest", "TokenRequest"):
        assert schemas[name]["additionalProperties"] is False


def test_the_docs_page_loads_nothing_from_elsewhere_and_no_inline_code(guest: Caller) -> None:
    response = guest.get("docs")
    page = response.content.decode()
    assert response.status_code == 200
    assert "'unsafe-inline'" not in response["Content-Security-Policy"]
    assert re.findall(r"<style|style=|<script>|javascript:|https?://", page) == []
    sources = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert len(sources) >= 4
    assert [source for source in sources if not source.startswith("/")] == []


def test_the_script_of_the_docs_page_is_served_from_here(guest: Caller) -> None:
    page = guest.get("docs").content.decode()
    script = re.search(r'src="(/api/v1/docs\?[^"]*script[^"]*)"', page)
    assert script is not None
    response = guest.client.get(script[1])
    assert response["Content-Type"] == "application/javascript"
    assert "SwaggerUIBundle" in response.content.decode()


@pytest.fixture
def described() -> Iterator[Any]:
    # As Django's own test client does: the connection belongs to the test's transaction.
    request_started.disconnect(close_old_connections)
    request_finished.disconnect(close_old_connections)
    yield schemathesis.openapi.from_wsgi("/api/v1/schema", get_wsgi_application())
    request_started.connect(close_old_connections)
    request_finished.connect(close_old_connections)


@pytest.fixture
def way_in() -> dict[str, Any]:
    """A token, and matches with something to see, for whatever comes."""
    running = started("ann", "bob", options={"turns": 40})
    play(running, {"ann": "7", "bob": "3"})
    order("ann", running, "5")
    over = started("ann", "bob", options={"turns": 1})
    play(over, {"ann": "7", "bob": "3"})
    cup = begun("ann", "bob", "cyd", plan=plan_of("swiss", rounds=2))
    called_up = called(director="ann", plan=plan_of("knockout"))
    token = issue(person("ann"), "fuzz", timezone.now())
    codes = [running.code, over.code, cup.code, called_up.code]
    return {"headers": {"Authorization": f"Token {token}"}, "codes": codes}


def answers(operation: Any, way_in: dict[str, Any]) -> None:
    """Send an operation all sorts of things, without a token, with one, and about matches that are there."""
    headers = way_in["headers"]

    @settings(max_examples=8, deadline=None, derandomize=True, database=None)
    @given(case=operation.as_strategy())
    def send(case: Any) -> None:
        case.call_and_validate(checks=CHECKS)
        case.call_and_validate(checks=CHECKS, headers=headers)
        for code in way_in["codes"] if "code" in (case.path_parameters or {}) else []:
            case.path_parameters["code"] = code
            case.call_and_validate(checks=CHECKS, headers=headers)

    send()


def test_whatever_is_sent_is_answered_as_described(described: Any, way_in: dict[str, Any]) -> None:
    operations = [found.ok() for found in described.get_all_operations()]
    for operation in operations:
        answers(operation, way_in)
    assert len(operations) == 82


def test_a_program_can_learn_from_the_description_where_orders_go(ann: Caller) -> None:
    match = started("ann", "bob")
    template = next(path for path in served(ann)["paths"] if path.endswith("/order"))
    path = template.replace("{code}", match.code).replace("{number}", "1").removeprefix("/api/v1/")
    told(ann.put(path, {"order": "5"}))


@pytest.mark.parametrize("slug", list(GAMES))
def test_every_kind_of_decision_has_an_order_for_example(guest: Caller, slug: str) -> None:
    game, kinds = GAMES[slug], set()
    for number, options in enumerate(option_sets(slug, mixes=2)):
        if takes(game, max(game.seats), options):
            for step in walk(game, max(game.seats), game.options(**options), bytes([number]) * 32):
                kinds |= {decision.kind for decision in step.decisions.values()}
        if kinds == set(game.written):
            break
    assert kinds - set(game.written) == set()
    put = served(guest)["paths"]["/api/v1/matches/{code}/turns/{number}/order"]["put"]
    shown = put["requestBody"]["content"]["application/json"]["examples"]
    orders = {example["summary"]: example["value"]["order"] for example in shown.values()}
    assert orders | {f"{game.name}: {kind}": order for kind, order in game.written.items()} == orders
    (shape,) = [one for one in told(guest.get("games"))["results"] if one["slug"] == slug]
    assert shape["orders"] == dict(game.written)
