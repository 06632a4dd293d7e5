"""Deals of the day and matches for one seat, by programs."""

from __future__ import annotations

from typing import Any

import pytest

from games.actions import deals
from games.models import Match
from games.rules import record
from tests.actions.dealing import NOW, TODAY, TONIGHT, begun, dealt, played
from tests.actions.tables import DAY, open_turn
from tests.api.answers import problem, told
from tests.api.conftest import Caller

pytestmark = pytest.mark.django_db

DEALS = "games/foursquare/deals"


@pytest.fixture(autouse=True)
def today(time_machine: Any) -> None:
    """It is the day of these deals."""
    time_machine.move_to(NOW, tick=False)


def test_deals_are_listed_with_their_commitments_and_without_seeds(guest: Caller) -> None:
    deal = dealt()
    tomorrow, current = told(guest.get(DEALS))["results"]
    assert (tomorrow["day"], current["day"]) == (str(TODAY + DAY), str(TODAY))
    assert current == {
        "game": "foursquare",
        "day": str(TODAY),
        "begins_at": "2030-01-01T00:00:00Z",
        "ends_at": "2030-01-02T00:00:00Z",
        "seed_commitment": deal.seed_commitment,
        "seed": None,
    }
    problem(guest.get("games/fourbid/deals"), 404, "not_found")


@pytest.mark.parametrize("day", ["today", "2030-02-30", "2020-01-01"])
def test_a_day_without_a_deal_is_not_found(ann: Caller, day: str) -> None:
    dealt()
    problem(ann.get(f"{DEALS}/{day}"), 404, "not_found")
    problem(ann.post(f"{DEALS}/{day}/try"), 404, "not_found")


def test_a_try_is_begun_once_and_played_to_its_end(ann: Caller) -> None:
    dealt()
    match = told(ann.post(f"{DEALS}/{TODAY}/try"), 201)
    assert told(ann.post(f"{DEALS}/{TODAY}/try"), 201)["id"] == match["id"]
    while match["outcome"] is None:
        order = {"order": match["decision"]["default"]}
        told(ann.put(f"matches/{match['id']}/turns/{match['turn']}/order", order))
        match = told(ann.get(f"matches/{match['id']}"))
    assert match["seed"] is None
    (line,) = told(ann.get(f"{DEALS}/{TODAY}"))["lines"]
    assert (line["player"], line["place"], line["match"]) == ("ann", None, match["id"])


def test_a_try_belongs_to_people_and_to_its_day(guest: Caller, ann: Caller, time_machine: Any) -> None:
    dealt()
    problem(guest.post(f"{DEALS}/{TODAY}/try"), 401, "not_authenticated")
    problem(ann.post(f"{DEALS}/{TODAY + DAY}/try"), 409, "deal_over")
    time_machine.move_to(TONIGHT, tick=False)
    problem(ann.post(f"{DEALS}/{TODAY}/try"), 409, "deal_over")
    assert Match.objects.count() == 0


def test_the_table_is_ones_own_line_until_the_day_is_over(ann: Caller, bob: Caller, guest: Caller) -> None:
    deal = dealt()
    for name in ("ann", "bob"):
        played(begun(name, deal), name)
    seen = [
        [line["player"] for line in told(caller.get(f"{DEALS}/{TODAY}"))["lines"]]
        for caller in (ann, bob, guest)
    ]
    assert seen == [["ann"], ["bob"], []]
    deals.publish(TONIGHT)
    table = told(guest.get(f"{DEALS}/{TODAY}"))
    assert sorted(line["player"] for line in table["lines"]) == ["ann", "bob"]
    assert table["deal"]["seed"] is not None
    for line in table["lines"]:
        assert record.verify(guest.get(f"matches/{line['match']}/record").content) == []


def test_the_record_of_a_try_is_refused_until_the_seed_is_out(ann: Caller, bob: Caller) -> None:
    match = begun("ann", dealt())
    problem(ann.get(f"matches/{match.code}/record"), 409, "not_over")
    played(match, "ann")
    refused = problem(ann.get(f"matches/{match.code}/record"), 409, "seed_secret")
    assert refused["detail"] == "The seed of this deal is published when its day is over."
    problem(bob.get(f"matches/{match.code}/record"), 404, "not_found")


def test_a_match_for_one_needs_no_more_than_its_game(ann: Caller) -> None:
    match = told(ann.post("matches", {"game": "foursquare", "seats": 1}), 201)
    assert (match["status"], match["visibility"], match["turn"], match["deadline"]) == (
        "running",
        "private",
        2,
        None,
    )
    assert told(ann.post("matches", {"game": "fourbid", "seats": 2}), 201)["visibility"] == "public"


@pytest.mark.parametrize(
    ("extra", "field", "code"),
    [
        ({"bots": 1}, "bots", "bots_alone"),
        ({"invite": ["bob"]}, "invite", "invite_alone"),
        ({"pace": {"interval": 3600}}, "pace", "pace_alone"),
        ({"pace": {"kind": "interval"}}, "pace", "pace_alone"),
        ({"seats": 2}, "seats", "illegal_seats"),
        ({"seats": 0}, "seats", "illegal_seats"),
    ],
)
def test_a_match_for_one_with_what_takes_several_is_refused(
    ann: Caller, bob: Caller, extra: dict[str, Any], field: str, code: str
) -> None:
    refused = problem(ann.post("matches", {"game": "foursquare", "seats": 1} | extra), 400, code)
    assert refused["field"] == field
    assert Match.objects.count() == 0


def test_a_match_for_several_can_not_be_without_deadlines(ann: Caller) -> None:
    body = {"game": "fourbid", "seats": 2, "pace": {"kind": "free"}}
    problem(ann.post("matches", body), 400, "pace_free")


def test_nobody_joins_and_nobody_is_invited_to_what_one_plays_alone(ann: Caller, bob: Caller) -> None:
    match = told(ann.post("matches", {"game": "foursquare", "seats": 1, "visibility": "public"}), 201)
    problem(bob.post(f"matches/{match['id']}/join"), 409, "not_open")


def test_ones_duties_have_the_try_until_it_is_over(ann: Caller) -> None:
    match = begun("ann", dealt())
    (duty,) = told(ann.get("todo"))["results"]
    assert (duty["id"], duty["turn"], duty["deadline"]) == (match.code, open_turn(match).number, None)
    played(match, "ann")
    assert told(ann.get("todo"))["results"] == []
