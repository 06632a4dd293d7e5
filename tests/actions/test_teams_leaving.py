"""Who leaves a team, and what a member may not do for it."""

from __future__ import annotations

import msgspec
import pytest

from games.actions import lobby, orders, seats
from games.actions.refusals import NotYourSeat
from games.models import Order
from games.models.record import document_of
from games.rules import record
from tests.actions.tables import NOW, open_turn, opened, person, play
from tests.actions.test_teams import POOLED, sides, teams

pytestmark = pytest.mark.django_db


def test_a_member_who_is_asked_for_a_voice_can_not_plan_for_the_team() -> None:
    match = teams("ann amy", "bob", options=POOLED)
    with pytest.raises(NotYourSeat):
        orders.plan(person("amy"), match.code, "then 5", NOW)


def test_a_member_leaves_before_the_start_and_the_captain_stays() -> None:
    match = opened("ann", 2, team=2)
    lobby.join(person("amy"), match, "", NOW, 0)
    lobby.leave(person("amy"), match)
    assert sides(match) == [["ann"]]


def test_who_left_a_team_may_leave_the_site_too() -> None:
    match = teams("ann amy", "bob", options=POOLED)
    seats.resign(person("amy"), match, NOW)
    seats.vacate(person("amy"), NOW)
    assert sides(match)[0] == ["ann"]


@pytest.mark.parametrize("line", ["no number", "11"])
def test_a_voice_that_the_rules_do_not_take_is_found_in_the_record(line: str) -> None:
    match = teams("ann amy", "bob", options={**POOLED, "turns": 1})
    play(match, {"ann": "9", "amy": "4", "bob": "2"})
    document = document_of(match)
    entry = document.turns[0].orders["0"]
    assert entry.voices
    wrong = [msgspec.structs.replace(entry.voices[0], line=line), *entry.voices[1:]]
    document.turns[0].orders["0"] = msgspec.structs.replace(entry, voices=wrong)
    found = [str(finding) for finding in record.verify(document)]
    assert any("not as the rules take them" in sentence for sentence in found)


@pytest.mark.parametrize("captain", ["first", "rotate"])
def test_what_a_captain_planned_is_not_handed_on(captain: str) -> None:
    match = teams("ann amy", "bob ben", options={"turns": 9}, captain=captain)
    orders.submit(person("ann"), match.code, 1, "7; then 9 8", NOW, "web")
    if captain == "first":
        seats.resign(person("ann"), match, NOW)
    orders.submit(person("bob"), match.code, 1, "3", NOW, "web")
    turn = open_turn(match)
    assert (turn.number, orders.own_plan(person("amy"), match).plan) == (2, "")
    assert orders.own_order(person("amy"), turn) is None
    assert Order.objects.owing(person("amy")).count() == 1
