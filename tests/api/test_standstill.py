"""Vacations and pauses by the API: booking, who is away, agreeing, and what the shapes of a match say."""

from __future__ import annotations

import datetime
from collections.abc import Callable

import pytest
import time_machine

from accounts.models import Vacation
from games.models import Match
from tests.actions.tables import DAY, NOW, open_turn, started
from tests.api.answers import problem, told
from tests.api.conftest import Caller

pytestmark = pytest.mark.django_db

STAMP = "%Y-%m-%dT%H:%M:%SZ"


@pytest.fixture(autouse=True)
def _clock():
    with time_machine.travel(NOW, tick=False):
        yield


def stamp(instant: datetime.datetime) -> str:
    return instant.strftime(STAMP)


def pause(caller: Caller, match: Match, verb: str = "post") -> dict:
    found: dict = told(getattr(caller, verb)(f"matches/{match.code}/pause"))
    return found


def test_a_vacation_is_booked_listed_and_ended(ann: Caller) -> None:
    booked = told(ann.post("vacations", {"last": "2030-01-03"}), 201)
    assert booked == {
        "id": Vacation.objects.get().pk,
        "begins_at": stamp(NOW),
        "ends_at": "2030-01-04T00:00:00Z",
        "zone": "UTC",
    }
    assert told(ann.get("vacations")) == {
        "years": [{"year": 2030, "days": 28.0, "left": 25.5}, {"year": 2031, "days": 28.0, "left": 28.0}],
        "results": [booked],
    }
    with time_machine.travel(NOW + DAY, tick=False):
        assert ann.delete(f"vacations/{booked['id']}").status_code == 204
        assert told(ann.get("vacations"))["years"][0]["left"] == 27.0
        problem(ann.delete(f"vacations/{booked['id']}"), 404, "vacation_over")


@pytest.mark.parametrize(
    ("wish", "status", "code", "field"),
    [
        ({}, 400, "missing_field", "last"),
        ({"last": "soon"}, 400, "invalid", "last"),
        ({"first": "2029-12-31", "last": "2030-01-02"}, 400, "vacation_past", "first"),
        ({"first": "2030-01-05", "last": "2030-01-04"}, 400, "vacation_backwards", "last"),
        ({"last": "9999-12-31"}, 400, "vacation_far", "last"),
        ({"first": "2030-03-01", "last": "2030-04-01"}, 409, "vacation_too_long", "last"),
        ({"first": "2030-02-02", "last": "2030-02-05"}, 409, "vacation_overlaps", "first"),
    ],
)
def test_a_vacation_that_can_not_be_booked_says_why(
    ann: Caller, wish: dict[str, str], status: int, code: str, field: str
) -> None:
    told(ann.post("vacations", {"first": "2030-02-01", "last": "2030-02-03"}), 201)
    assert problem(ann.post("vacations", wish), status, code)["field"] == field


def test_vacations_are_one_s_own(ann: Caller, eve: Caller, guest: Caller) -> None:
    booked = told(ann.post("vacations", {"last": "2030-01-03"}), 201)
    assert told(eve.get("vacations"))["results"] == []
    problem(eve.delete(f"vacations/{booked['id']}"), 404, "vacation_over")
    problem(guest.get("vacations"), 401, "not_authenticated")


def test_those_at_the_table_see_who_is_away_and_all_see_the_stored_deadline(
    ann: Caller, bob: Caller, eve: Caller, guest: Caller
) -> None:
    match = started("ann", "bob")
    told(bob.post("vacations", {"last": "2030-01-06"}), 201)
    turn = open_turn(match)
    assert turn.due_at == datetime.datetime(2030, 1, 10, tzinfo=datetime.UTC)
    for caller in (ann, bob, eve, guest):
        found = told(caller.get(f"matches/{match.code}"))
        assert found["deadline"] == stamp(turn.due_at)
        away = {"begins_at": stamp(NOW), "ends_at": "2030-01-07T00:00:00Z"}
        assert [seat["away"] for seat in found["seats"]] == [None, away if caller in (ann, bob) else None]
        (line,) = told(caller.get(f"matches/{match.code}/turns"))["results"]
        assert (line["stretched"], line["paused"]) == (int(5.5 * 86_400), False)


def test_a_pause_is_agreed_to_and_ended(ann: Caller, bob: Caller, guest: Caller) -> None:
    match = started("ann", "bob")
    found = pause(ann, match)
    assert (found["pause"], [seat["pause"] for seat in found["seats"]]) == (None, [True, False])
    found = pause(bob, match)
    assert found["pause"] == {
        "begun_at": stamp(NOW),
        "ends_at": stamp(NOW + 30 * DAY),
        "left": 3 * 86_400,
    }
    assert (found["deadline"], [seat["pause"] for seat in found["seats"]]) == (None, [False, False])
    (line,) = told(guest.get("matches"))["results"]
    assert (line["deadline"], line["paused"]) == (None, True)
    (duty,) = told(ann.get("todo"))["results"]
    assert (duty["deadline"], duty["paused"]) == (None, True)
    with time_machine.travel(NOW + DAY, tick=False):
        found = told(ann.post(f"matches/{match.code}/go-on"))
        assert (found["pause"], found["deadline"]) == (None, stamp(NOW + 4 * DAY))
        problem(ann.post(f"matches/{match.code}/go-on"), 409, "not_paused")


def test_a_turn_that_waits_for_nobody_has_nothing_left_when_it_goes_on(ann: Caller) -> None:
    match = started("ann", "bob")
    match.turns.update(paused_at=NOW)
    assert told(ann.get(f"matches/{match.code}"))["pause"]["left"] is None


def test_a_wish_for_a_pause_is_taken_back(ann: Caller, bob: Caller) -> None:
    match = started("ann", "bob")
    pause(ann, match)
    found = pause(ann, match, "delete")
    assert [seat["pause"] for seat in found["seats"]] == [False, False]
    assert pause(bob, match)["pause"] is None


def test_what_can_not_pause_says_why(
    ann: Caller, bob: Caller, eve: Caller, caller: Callable[[str], Caller]
) -> None:
    match = started("ann", "bob")
    path = f"matches/{match.code}/pause"
    problem(eve.post(path), 403, "not_your_seat")
    pause(ann, match)
    pause(bob, match)
    problem(ann.post(path), 409, "already_paused")
    problem(ann.delete(path), 409, "already_paused")
    problem(eve.post(f"matches/{match.code}/go-on"), 403, "not_your_seat")
    alone = started("ann", game="foursquare")
    problem(ann.post(f"matches/{alone.code}/pause"), 409, "no_clock")
