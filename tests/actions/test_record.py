"""The record made from rows: whole, verified offline, and the same as the positions that are stored."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.actions import seats, turns
from games.models import Match
from games.models.audit import findings_of
from games.models.record import document_of
from games.rules import record
from tests.actions.tables import NEXT, NOW, open_turn, order, person, play, seat, started, walked
from tests.actions.test_teams import POOLED, teams

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("people", [("ann", "bob"), ("ann", "bob", "cid"), ("ann", "bob", "cid", "dot")])
def test_a_match_of_fourbid_verifies(people: tuple[str, ...]) -> None:
    match = walked(started(*people, game="fourbid"))
    assert record.verify(document_of(match)) == []
    assert findings_of(match) == []


def test_a_match_with_bots_verifies() -> None:
    match = walked(started("ann", bots=3, game="fourbid"))
    assert record.verify(document_of(match)) == []
    played = {(slot.by, slot.seat.bot) for turn in match.turns.all() for slot in turn.orders.all()}
    assert played - {("forced", True), ("forced", False)} == {("player", False), ("bot", True)}


def test_a_match_of_hush_with_secrets_verifies() -> None:
    match = walked(started("ann", "bob", options={"forced": True, "turns": 6}))
    document = document_of(match)
    assert record.verify(document) == []
    assert [event["kind"] for event in document.turns[0].events] == ["won", "hint", "hint"]


def test_a_match_with_a_resignation_mid_turn_verifies() -> None:
    match = started("ann", "bob", "cid", game="fourbid")
    order("ann", match, "A")
    seats.resign(person("ann"), match, NOW)
    order("bob", match, "K")
    seats.resign(person("cid"), match, NOW)
    match.refresh_from_db()
    document = document_of(match)
    assert (match.status, document.turns[-1].left) == (Match.Status.FINISHED, [0, 2])
    assert record.verify(document) == []
    assert findings_of(match) == []


def test_a_match_that_goes_on_after_a_resignation_verifies() -> None:
    match = started("ann", "bob", "cid", game="fourbid")
    seats.resign(person("cid"), match, NOW)
    document = document_of(walked(match))
    assert document.turns[0].left == [2]
    assert record.verify(document) == []
    assert findings_of(match) == []


@pytest.mark.parametrize("what", ["bot", "out"])
def test_a_match_with_a_deserted_seat_verifies(what: str) -> None:
    pace = {"grace": False, "misses": 1, "deserted": what}
    match = started("ann", "bob", "cid", game="fourbid", pace=pace)
    order("ann", match, "A")
    order("bob", match, "K")
    turns.close_due(NEXT)
    assert seat(match, "cid").state == "deserted"
    document = document_of(walked(match))
    assert [entry.left for entry in document.turns[:2]] == [[], [] if what == "bot" else [2]]
    assert record.verify(document) == []
    assert findings_of(match) == []


def test_a_match_that_ends_by_desertion_verifies() -> None:
    pace = {"grace": False, "misses": 1, "deserted": "out"}
    match = started("ann", "bob", "cid", pace=pace)
    order("ann", match, "5")
    turns.close_due(NEXT)
    match.refresh_from_db()
    document = document_of(match)
    assert (document.outcome.winners, document.turns[-1].left) == ((0,), [1, 2])
    assert record.verify(document) == []


def test_a_match_with_a_replaced_order_verifies() -> None:
    match = started("ann", "bob", "cid", options={"jealous": True, "turns": 1})
    order("ann", match, "9")
    order("bob", match, "8")
    seats.resign(person("cid"), match, NOW)
    match.refresh_from_db()
    assert record.verify(document_of(match)) == []


def asked(match: Match) -> bool:
    return any(decision.kind == "follow" for decision in decisions_of(match).values())


def decisions_of(match: Match) -> dict[int, Any]:
    return match.rules.decisions(open_turn(match).state())


def test_a_match_with_a_turn_that_asks_again_verifies() -> None:
    match = started("ann", "bob", game="fourbid")
    order("ann", match, "2; ask")
    order("bob", match, "A")
    assert asked(match)
    assert [slot.seat.index for slot in open_turn(match).orders.select_related("seat")] == [0]
    order("ann", match, "low A")
    document = document_of(walked(match))
    assert document.turns[0].orders["0"].line == "2; ask"
    assert record.verify(document) == []
    assert findings_of(match) == []


def test_a_record_is_read_with_few_queries_however_long_the_match_was() -> None:
    counts = []
    for length in (1, 12):
        match = walked(started("ann", "bob", options={"turns": length}))
        with CaptureQueriesContext(connection) as queries:
            document = document_of(match)
        assert len(document.turns) == length
        counts.append(len(queries))
    assert counts == [3, 3]


def test_a_record_goes_through_json_unchanged() -> None:
    match = walked(started("ann", "bob", game="fourbid"))
    document = document_of(match)
    assert record.read(msgspec.json.encode(document)) == document
    assert record.verify(json.loads(msgspec.json.encode(document))) == []


def test_a_record_that_was_tampered_with_does_not_verify() -> None:
    match = started("ann", "bob", options={"turns": 2})
    play(match, {"ann": "7", "bob": "3"}, {"ann": "7", "bob": "3"})
    slot = match.turns.get(number=1).orders.get(seat__index=1)
    slot.line = "9"
    slot.save()
    found = {finding.check for finding in record.verify(document_of(match))}
    assert found == {"commitments", "hashes", "events", "outcome"}


def test_a_member_who_was_silent_stands_in_the_record_with_nothing() -> None:
    match = teams("ann amy", "bob ben", options={**POOLED, "turns": 2}, pace={"grace": False})
    play(match, {"amy": "4", "bob": "5", "ben": "2"})
    turns.close_due(NEXT)
    turns.close_due(NEXT + (NEXT - NOW))
    match.refresh_from_db()
    document = document_of(match)
    assert document.captain == "first"
    told = [
        [(voice.member, voice.line, voice.captain) for voice in turn.orders["0"].voices or ()]
        for turn in document.turns
    ]
    assert told == [[(1, "", False), (2, "4", False)], [(1, "", False), (2, "", False)]]
    assert [turn.orders["0"].by for turn in document.turns] == ["team", "default"]
    assert record.verify(document) == []
    assert findings_of(match) == []


def test_a_record_without_a_member_who_had_left_by_then_verifies() -> None:
    match = teams("ann amy art", "bob", options={**POOLED, "turns": 3})
    play(match, {"ann": "9", "amy": "4", "art": "2", "bob": "5"})
    seats.resign(person("ann"), match, NOW)
    play(match, {"amy": "4", "art": "2", "bob": "5"})
    seats.resign(person("art"), match, NOW)
    play(match, {"amy": "1", "bob": "2"})
    document = document_of(match)
    asked = [[voice.member for voice in turn.orders["0"].voices or ()] for turn in document.turns]
    assert asked == [[1, 2, 3], [2, 3], [2]]
    assert record.verify(document) == []
    slot = match.turns.get(number=2).orders.get(voice=3)
    slot.delete()
    assert {finding.check for finding in record.verify(document_of(match))} >= {"hashes"}
