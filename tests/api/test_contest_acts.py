"""Acts of directors by the API: the log, previews, doing, undoing, refusals, and nothing that is secret."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from games.actions.contests.directing import acts
from games.models import Act, Contest
from tests.actions.contests.directing import (
    EXAMPLES,
    drawn,
    everything,
    key,
    pairing,
    playing,
    registering,
    take_back,
)
from tests.actions.tables import NOW, open_turn, order, person
from tests.api.answers import problem, told

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def at_noon(time_machine: Any) -> None:
    time_machine.move_to(NOW, tick=False)


def path(contest: Contest, more: str = "") -> str:
    return f"contests/{contest.code}/acts{more}"


def test_a_director_looks_acts_and_undoes(caller: Any, guest: Any) -> None:
    contest, director = drawn(), caller("dir")
    wanted = {
        "verb": "swap",
        "data": {"one": key(contest, "ann"), "other": key(contest, "bob")},
        "why": "They share a car.",
    }
    before = everything()
    shown = told(director.post(path(contest, "/preview"), wanted))
    after = everything()
    assert {name for name in before if before[name] != after[name]} <= {"ApiToken"}
    assert shown["said"] == "dir swapped ann and bob."
    assert shown["groups"] == [[key(contest, name) for name in ("bob", "ann", "cid", "dan")]]
    assert (shown["told"], shown["lasts"], shown["own"]) == (2, None, False)
    done = told(director.post(path(contest), wanted), 201)
    assert (done["verb"], done["why"], done["lasts"]) == ("swap", "They share a car.", None)
    undone = told(director.post(path(contest, f"/{done['id']}/undo")))
    assert undone["undone_at"] is not None
    problem(director.post(path(contest, f"/{done['id']}/undo")), 409, "undone")


def test_everybody_who_sees_a_contest_reads_its_log(caller: Any, guest: Any) -> None:
    contest = playing()
    act = acts.act(person("dir"), contest, "bye", {"entry": key(contest, "ann"), "round": 2}, "Away", NOW)
    take_back(act, NOW)
    page = told(guest.get(path(contest)))
    assert [(one["verb"], one["said"], one["why"]) for one in page["results"]] == [
        ("undo", "dir undid what was done before.", ""),
        ("bye", "dir gave ann a bye in round 2.", "Away"),
    ]
    assert "before" not in str(page["results"][0].keys())
    Contest.objects.filter(pk=contest.pk).update(visibility="private")
    problem(guest.get(path(contest)), 404, "not_found")


def test_a_former_director_is_named_no_more(caller: Any, guest: Any) -> None:
    contest = playing()
    acts.act(person("dir"), contest, "pause", {}, "Away", NOW)
    Act.objects.update(user=None)
    (line,) = told(guest.get(path(contest)))["results"]
    assert line["director"] is None


def test_what_changes_in_tables_and_standings_is_told(caller: Any, guest: Any) -> None:
    contest = playing()
    wanted = {"verb": "adjudicate", "data": {"pairing": pairing(contest).pk, "places": [2, 1]}}
    shown = told(caller("dir").post(path(contest, "/preview"), wanted))
    (table,) = shown["tables"]
    (group,) = shown["standings"]
    assert (table["what"], len(table["entries"])) == ("stopped", 2)
    assert [place["points_after"] for place in group["places"]] == [1.0, 0.0, 0.0, 0.0]
    assert group["places"][0]["changed"] is True


def test_what_lasts_is_told_before(caller: Any, guest: Any) -> None:
    wanted = {"verb": "call_off"}
    shown = told(caller("dir").post(path(playing(), "/preview"), wanted))
    assert shown["lasts"] == "Everybody is told at once, so the contest stays called off."


def test_the_verbs_say_what_they_want(caller: Any, guest: Any) -> None:
    contest = registering()
    found = {line["verb"]: line for line in told(caller("dir").get(path(contest, "/verbs")))["results"]}
    assert set(found) == {example.verb for example in EXAMPLES.values()}
    assert (found["draw"]["now"], found["repair"]["now"]) == (True, False)
    assert set(found["swap"]["data"]["properties"]) == {"one", "other"}
    problem(caller("ann").get(path(contest, "/verbs")), 403, "not_director")


@pytest.mark.parametrize(
    ("wanted", "status", "code", "field"),
    [
        ({"verb": "dance"}, 400, "unknown_verb", "verb"),
        ({"verb": "undo"}, 400, "unknown_verb", "verb"),
        ({"verb": "pause"}, 400, "no_reason", "why"),
        ({"verb": "pause", "why": "x" * 301}, 400, "too_long", "why"),
        ({"verb": "swap", "data": {"one": "ann"}, "why": "x"}, 400, "illegal_data", "one"),
        ({"verb": "swap", "data": {"a": 1}, "why": "x"}, 400, "illegal_data", "data"),
        ({"verb": "swap", "data": {"one": 0, "other": 1}, "why": "x"}, 400, "unknown_entry", "one"),
        ({"verb": "repair", "data": {"pairing": 0}, "why": "x"}, 400, "unknown_pairing", "pairing"),
        ({"verb": "add_director", "data": {"person": "nobody"}}, 400, "unknown_person", "person"),
        ({"verb": "seed", "data": {"entries": []}, "why": "x"}, 409, "not_now", None),
    ],
)
def test_refusals_name_the_field(
    caller: Any, guest: Any, wanted: dict[str, Any], status: int, code: str, field: str | None
) -> None:
    found = problem(caller("dir").post(path(playing()), wanted), status, code)
    assert found.get("field") == field


def test_only_directors_act(caller: Any, guest: Any) -> None:
    contest = playing()
    wanted = {"verb": "pause", "why": "x"}
    for more in ("", "/preview"):
        problem(caller("ann").post(path(contest, more), wanted), 403, "not_director")
        problem(guest.post(path(contest, more), wanted), 401, "not_authenticated")
    problem(caller("dir").post(path(contest, "/1/undo")), 404, "not_found")


def test_a_director_sees_nothing_that_is_sealed(caller: Any, guest: Any) -> None:
    contest = playing()
    match = pairing(contest).matches.get()
    wanted = {"verb": "repair", "data": {"pairing": pairing(contest).pk}, "why": "x"}
    director, seen = caller("dir"), []
    for line in ("3", "8"):
        order("ann", match, line, timezone.now()) if open_turn(match) else None
        shown = director.post(path(contest, "/preview"), wanted).content
        seen.append((shown, director.get(path(contest)).content))
    assert seen[0] == seen[1]


def test_a_stopped_match_says_why(caller: Any, guest: Any) -> None:
    contest = playing()
    match = pairing(contest).matches.get()
    assert told(guest.get(f"matches/{match.code}"))["stopped"] is None
    data = {"pairing": pairing(contest).pk}
    told(caller("dir").post(path(contest), {"verb": "repair", "data": data, "why": "A wrong form."}), 201)
    found = told(guest.get(f"matches/{match.code}"))
    assert (found["status"], found["stopped"], found["seed"]) == ("aborted", "A wrong form.", None)
