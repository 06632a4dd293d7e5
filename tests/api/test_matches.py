"""Matches by the API: open, list, look at, join, leave, resign, call off, play again."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.actions import turns
from games.models import Match
from tests.actions.tables import NEXT, opened, order, play, seat, started
from tests.api.answers import problem, told
from tests.api.conftest import Caller

pytestmark = pytest.mark.django_db


def test_the_games_are_listed_with_their_options(guest: Caller) -> None:
    games = {game["slug"]: game for game in told(guest.get("games"))["results"]}
    assert games["hush"] == {
        "slug": "hush",
        "name": "Hush",
        "version": 1,
        "seats": [2, 3, 4],
        "options": [
            {
                "name": "turns",
                "label": "turns",
                "help": "",
                "words": [],
                "values": [],
                "least": 1,
                "most": 50,
                "default": 3,
            },
            {
                "name": "forced",
                "label": "forced",
                "help": "",
                "words": [],
                "values": [True, False],
                "least": None,
                "most": None,
                "default": False,
            },
            {
                "name": "solo",
                "label": "solo",
                "help": "",
                "words": [],
                "values": [True, False],
                "least": None,
                "most": None,
                "default": False,
            },
            {
                "name": "jealous",
                "label": "jealous",
                "help": "",
                "words": [],
                "values": [True, False],
                "least": None,
                "most": None,
                "default": False,
            },
            {
                "name": "even",
                "label": "even",
                "help": "",
                "words": [],
                "values": [True, False],
                "least": None,
                "most": None,
                "default": False,
            },
            {
                "name": "mute",
                "label": "mute",
                "help": "",
                "words": [],
                "values": [True, False],
                "least": None,
                "most": None,
                "default": False,
            },
            {
                "name": "cap",
                "label": "cap",
                "help": "",
                "words": [],
                "values": ["none"],
                "least": 10,
                "most": 20,
                "default": "none",
            },
            {
                "name": "pooled",
                "label": "pooled",
                "help": "",
                "words": [],
                "values": ["none", "even", "all"],
                "least": None,
                "most": None,
                "default": "none",
            },
            {
                "name": "quiet",
                "label": "quiet",
                "help": "",
                "words": [],
                "values": [True, False],
                "least": None,
                "most": None,
                "default": False,
            },
            {
                "name": "boom",
                "label": "boom",
                "help": "",
                "words": [],
                "values": [],
                "least": 0,
                "most": 50,
                "default": 0,
            },
        ],
        "orders": {},
        "rules": "http://testserver/games/hush/",
    }
    low_from = next(option for option in games["fourbid"]["options"] if option["name"] == "low_from")
    assert low_from == {
        "name": "low_from",
        "label": "Cards to take",
        "help": "Which cards of the auction the lowest bidder may take.",
        "words": [
            {"value": "all", "label": "any card bid"},
            {"value": "rivals", "label": "cards of rivals only"},
        ],
        "values": ["all", "rivals"],
        "least": None,
        "most": None,
        "default": "all",
    }


def test_a_match_is_opened_and_looked_at(ann: Caller) -> None:
    wish = {"game": "hush", "seats": 3, "bots": 1, "name": "Friday", "word": "poppy", "options": {"turns": 5}}
    response = ann.post("matches", wish)
    match = told(response, 201)
    assert response["Location"] == match["urls"]["self"]
    assert told(ann.get(f"matches/{match['id']}")) == match
    stored = Match.objects.get(code=match["id"])
    assert match == {
        "id": stored.code,
        "game": "hush",
        "name": "Friday",
        "status": "open",
        "visibility": "public",
        "options": stored.options,
        "pace": stored.pace,
        "team": 1,
        "captain": "first",
        "reliability": 0,
        "turn": None,
        "deadline": None,
        "pause": None,
        "seats": [
            {
                "index": 0,
                "name": "ann",
                "bot": False,
                "state": "playing",
                "word": "poppy",
                "in": None,
                "misses": 0,
                "clock": None,
                "vacant": False,
                "since": 1,
                "away": None,
                "pause": False,
                "former": [],
                "members": [],
            },
            {
                "index": 2,
                "name": "Bot 3",
                "bot": True,
                "state": "playing",
                "word": "bot",
                "in": None,
                "misses": 0,
                "clock": None,
                "vacant": False,
                "since": 1,
                "away": None,
                "pause": False,
                "former": [],
                "members": [],
            },
        ],
        "free": 1,
        "seat": 0,
        "view": None,
        "decision": None,
        "order": None,
        "outcome": None,
        "seed_commitment": stored.seed_commitment,
        "seed": None,
        "rematch": None,
        "stopped": None,
        "trouble": False,
        "created_at": stored.created_at.isoformat().replace("+00:00", "Z"),
        "started_at": None,
        "ended_at": None,
        "urls": {
            "page": f"http://testserver{stored.get_absolute_url()}",
            "self": f"http://testserver/api/v1/matches/{stored.code}",
            "turns": f"http://testserver/api/v1/matches/{stored.code}/turns",
            "record": f"http://testserver/api/v1/matches/{stored.code}/record",
            "exports": {},
            "order": None,
        },
    }


def test_a_running_match_shows_each_reader_their_own(ann: Caller, bob: Caller, guest: Caller) -> None:
    match = started("ann", "bob")
    receipt = order("ann", match, "7")
    mine, theirs, nobodys = (told(who.get(f"matches/{match.code}")) for who in (ann, bob, guest))
    assert [(one["in"], one["name"]) for one in nobodys["seats"]] == [(True, "ann"), (False, "bob")]
    assert (mine["seat"], theirs["seat"], nobodys["seat"]) == (0, 1, None)
    assert mine["order"] == {"order": "7", "version": 1, "commitment": receipt.commitment}
    assert (theirs["order"], nobodys["order"]) == (None, None)
    assert nobodys["view"] == {"card": None, "scores": [0, 0], "turn": 1}
    assert {mine["view"]["card"], theirs["view"]["card"]} == set(match.turns.get().state().cards)
    assert theirs["decision"] == {
        "kind": "number",
        "clauses": [
            {
                "word": "",
                "hint": "a number",
                "values": [str(number) for number in range(1, 10)],
                "required": True,
                "least": 1,
                "most": 1,
                "meanings": [],
                "only": [],
                "without": "",
                "instead": "",
            }
        ],
        "default": "1",
        "forced": False,
        "pooled": False,
        "silence": "",
    }
    assert nobodys["decision"] is None
    assert theirs["urls"]["order"] == f"http://testserver/api/v1/matches/{match.code}/turns/1/order"
    assert (nobodys["turn"], nobodys["deadline"]) == (1, "2030-01-04T12:00:00Z")


def test_a_finished_match_shows_how_it_ended(ann: Caller) -> None:
    match = started("ann", "bob", options={"turns": 1})
    play(match, {"ann": "7", "bob": "3"})
    seen = told(ann.get(f"matches/{match.code}"))
    assert (seen["status"], seen["turn"], seen["deadline"]) == ("finished", 1, None)
    assert seen["outcome"] == {"places": [1, 2], "reason": "score", "winners": [0], "scores": [7, 0]}
    assert (seen["seed"], seen["view"]["turn"]) == (match.seed, 2)
    assert (seen["decision"], seen["order"]) == (None, None)
    assert [one["in"] for one in seen["seats"]] == [None, None]


def test_a_guest_is_nobody_even_where_a_seat_has_lost_its_person(guest: Caller) -> None:
    match = started("ann", "bob")
    match.seats.filter(index=1).update(user=None)
    seen = told(guest.get(f"matches/{match.code}"))
    assert (seen["seat"], seen["view"]["card"], seen["decision"]) == (None, None, None)


def test_who_lost_the_seat_to_a_bot_sees_what_a_guest_sees(bob: Caller, guest: Caller) -> None:
    match = started("ann", "bob", "cid", pace={"grace": False, "misses": 1})
    for name in ("ann", "cid"):
        order(name, match, "5")
    turns.close_due(NEXT)
    assert seat(match, "bob").bot is True
    former, nobody = told(bob.get(f"matches/{match.code}")), told(guest.get(f"matches/{match.code}"))
    assert former == nobody
    assert former["view"]["card"] is None


@pytest.mark.parametrize(
    ("wrong", "code", "field"),
    [
        ({"game": "chess"}, "unknown_game", "game"),
        ({"seats": 9}, "illegal_seats", "seats"),
        ({"seats": 2.5}, "invalid", "seats"),
        ({"seats": "2"}, "invalid", "seats"),
        ({"seats": True}, "invalid", "seats"),
        ({"seats": 10**30}, "illegal_seats", "seats"),
        ({"bots": 3}, "illegal_bots", "bots"),
        ({"visibility": "secret"}, "invalid", "visibility"),
        ({"options": []}, "invalid", "options"),
        ({"options": {"turns": 0}}, "illegal_option", "options"),
        ({"options": {"cls": 0}}, "unknown_option", "options"),
        ({"pace": {"interval": 0}}, "pace_bounds", "pace"),
        ({"pace": {"interval": "soon"}}, "illegal_pace", "pace"),
        ({"pace": {"speed": 1}}, "unknown_pace", "pace"),
        ({"pace": {"kind": "slot"}}, "pace_time", "pace"),
        ({"pace": {"kind": "slot", "at": "20:00"}}, "pace_no_weekday", "pace"),
        ({"pace": {"kind": "slot", "at": "20:00", "weekdays": [8]}}, "pace_weekdays", "pace"),
        ({"pace": {"zone": "Europe/Atlantis"}}, "pace_zone", "pace"),
        ({"pace": {"off_days": [0, 1, 2, 3, 4, 5, 6]}}, "pace_days_off", "pace"),
        ({"pace": {"off_days": [10**30]}}, "pace_weekdays", "pace"),
        ({"pace": {"off_dates": ["tomorrow"]}}, "pace_date", "pace"),
        ({"pace": {"early": 1}}, "illegal_pace", "pace"),
        ({"name": "x" * 61}, "too_long", "name"),
        ({"name": "x\r\nBcc: all@example.org"}, "control_characters", "name"),
        ({"word": "a\tb"}, "control_characters", "word"),
        ({"invite": "bob"}, "invalid", "invite"),
        ({"invite": ["bob", 7]}, "invalid", "invite[1]"),
        ({"invite": ["nobody-here"]}, "unknown_person", "invite"),
        ({"colour": "red"}, "unknown_field", "colour"),
    ],
)
def test_a_wish_that_cannot_be_is_refused_by_its_field(
    ann: Caller, wrong: dict[str, Any], code: str, field: str
) -> None:
    refused = problem(ann.post("matches", {"game": "hush", "seats": 2, **wrong}), 400, code)
    assert refused["field"] == field
    assert list(Match.objects.all()) == []


def test_an_unknown_field_is_named_with_those_there_are(ann: Caller) -> None:
    refused = problem(ann.post("matches", {"game": "hush", "seats": 2, "players": 2}), 400, "unknown_field")
    assert refused["detail"] == (
        "There is no field “players” here; there are game, seats, options, pace, bots, team, captain, "
        "reliability, visibility, name, word, invite."
    )


def test_guests_open_nothing(guest: Caller) -> None:
    response = guest.post("matches", {"game": "hush", "seats": 2})
    problem(response, 401, "not_authenticated")
    assert response["WWW-Authenticate"] == "Token"


def test_joining_the_last_seat_starts_the_match(bob: Caller) -> None:
    match = opened("ann")
    joined = told(bob.post(f"matches/{match.code}/join", {"word": "rose"}))
    assert (joined["status"], joined["turn"], joined["seat"]) == ("running", 1, 1)
    assert joined["seats"][1]["word"] == "rose"


def test_joining_needs_no_body(bob: Caller) -> None:
    assert told(bob.post(f"matches/{opened('ann').code}/join"))["seat"] == 1


def test_nobody_joins_twice_or_late(bob: Caller, eve: Caller) -> None:
    match = opened("ann", 3)
    told(bob.post(f"matches/{match.code}/join"))
    problem(bob.post(f"matches/{match.code}/join"), 409, "already_seated")
    told(eve.post(f"matches/{match.code}/join", {"word": ""}))
    late = opened("ann", 2, bots=1)
    problem(eve.post(f"matches/{late.code}/join"), 409, "not_open")


def test_a_word_of_two_lines_is_refused(bob: Caller) -> None:
    match = opened("ann")
    refused = problem(bob.post(f"matches/{match.code}/join", {"word": "a\nb"}), 400, "control_characters")
    assert (refused["field"], match.seats.count()) == ("word", 1)


def test_a_seat_is_given_back(bob: Caller, eve: Caller) -> None:
    match = opened("ann", 3)
    bob.post(f"matches/{match.code}/join")
    response = bob.post(f"matches/{match.code}/leave")
    assert (response.status_code, response.content, match.seats.count()) == (204, b"", 1)
    problem(bob.post(f"matches/{match.code}/leave"), 403, "not_your_seat")


def test_resigning_shows_the_end(ann: Caller, eve: Caller) -> None:
    match = started("ann", "bob")
    problem(eve.post(f"matches/{match.code}/resign"), 403, "not_your_seat")
    ended = told(ann.post(f"matches/{match.code}/resign"))
    assert (ended["status"], ended["outcome"]["winners"]) == ("finished", [1])
    problem(ann.post(f"matches/{match.code}/resign"), 409, "not_running")


def test_calling_off_is_for_the_creator(ann: Caller, bob: Caller) -> None:
    match = opened("ann")
    problem(bob.post(f"matches/{match.code}/call-off"), 403, "not_allowed")
    assert told(ann.post(f"matches/{match.code}/call-off"))["status"] == "aborted"
    problem(ann.post(f"matches/{match.code}/call-off"), 409, "not_open")


def test_a_rematch_is_opened_once_and_then_joined(ann: Caller, bob: Caller, eve: Caller) -> None:
    match = started("ann", "bob", options={"turns": 1})
    problem(ann.post(f"matches/{match.code}/rematch"), 409, "not_over")
    play(match, {"ann": "7", "bob": "3"})
    problem(eve.post(f"matches/{match.code}/rematch"), 403, "not_your_seat")
    first = told(ann.post(f"matches/{match.code}/rematch"))
    assert told(ann.get(f"matches/{match.code}"))["rematch"] == first["id"]
    second = told(bob.post(f"matches/{match.code}/rematch"))
    assert (second["id"], first["status"], second["status"]) == (first["id"], "open", "running")


def test_a_private_rematch_is_not_named_to_strangers(ann: Caller, eve: Caller) -> None:
    match = started("ann", "bob", options={"turns": 1})
    play(match, {"ann": "7", "bob": "3"})
    ann.post(f"matches/{match.code}/rematch")
    Match.objects.filter(rematch_of=match).update(visibility="private")
    assert told(eve.get(f"matches/{match.code}"))["rematch"] is None


PATHS = [
    ("GET", ""),
    ("POST", "/join"),
    ("POST", "/leave"),
    ("POST", "/resign"),
    ("POST", "/rematch"),
    ("POST", "/call-off"),
    ("GET", "/turns"),
    ("GET", "/turns/1"),
    ("GET", "/record"),
    ("PUT", "/turns/1/order"),
    ("DELETE", "/turns/1/order"),
]


@pytest.mark.parametrize(("method", "rest"), PATHS)
def test_a_private_match_is_to_strangers_as_if_it_were_not_there(eve: Caller, method: str, rest: str) -> None:
    match = started("ann", "bob")
    match.visibility = "private"
    match.save()
    body = {"order": "5"} if method == "PUT" else None
    secret, nothing = (eve(method, f"matches/{code}{rest}", body) for code in (match.code, "abcdefghjk"))
    problem(secret, 404, "not_found")
    assert secret.content == nothing.content


def test_a_match_takes_as_many_queries_with_four_seats_as_with_two(ann: Caller) -> None:
    told(ann.get("me"))
    counts = []
    for others in (["bob"], ["bob", "cid", "dot"]):
        match = started("ann", *others)
        with CaptureQueriesContext(connection) as queries:
            told(ann.get(f"matches/{match.code}"))
        counts.append(len(queries))
    assert counts == [6, 6]


def test_a_person_sees_who_they_are(ann: Caller, guest: Caller) -> None:
    assert told(ann.get("me")) == {
        "username": "ann",
        "email": "ann@example.org",
        "zone": "UTC",
        "language": "en",
        "todo": 0,
    }
    problem(guest.get("me"), 401, "not_authenticated")


def test_a_match_in_trouble_says_so_without_details(ann: Caller) -> None:
    match = started("ann", "bob", options={"boom": 1})
    order("ann", match, "7")
    order("bob", match, "7")
    response = ann.get(f"matches/{match.code}")
    assert told(response)["trouble"] is True
    assert b"these rules fail" not in response.content


def test_an_invitation_opens_a_private_match(bob: Caller) -> None:
    match = opened("ann", 3, visibility="private", invite=["bob"])
    assert told(bob.get(f"matches/{match.code}"))["seat"] is None
    assert told(bob.post(f"matches/{match.code}/join"))["seat"] == 1


def test_a_pace_with_slots_is_opened_told_and_described(ann: Caller, guest: Caller) -> None:
    slots = {"kind": "slot", "at": "20:00", "weekdays": [0, 3], "zone": "Europe/Warsaw", "early": False}
    created = told(ann.post("matches", {"game": "hush", "seats": 2, "pace": slots}), 201)
    usual = {"gain": 0, "cap": 0, "off_days": [], "off_dates": [], "vacations": True}
    rest = {"grace": True, "misses": 3, "deserted": "bot", "interval": 4 * 86_400}
    assert created["pace"] == slots | usual | rest
    schema = json.loads(guest.get("schema").content)["components"]["schemas"]
    described = schema["MatchRequest"]["properties"]["pace"]
    assert set(described["properties"]) == set(created["pace"])
    assert described["properties"]["kind"]["enum"] == ["bank", "free", "interval", "slot"]
