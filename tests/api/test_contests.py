"""Contests by the API, from the draft to the last standings, and nothing that isn't meant for the reader."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.contests.plan import UNIT
from games.models import Ask, Contest, Entrant, Entry, Group, Pairing
from tests.actions.contests.cups import START, begun, called, entered, plan_of, played, running, ticked, win
from tests.actions.tables import DAY, NOW, order, person
from tests.api.answers import problem, told
from tests.api.conftest import Caller

pytestmark = pytest.mark.django_db
SWISS = plan_of("swiss", rounds=3)
DRAFT: dict[str, Any] = {
    "name": "Spring Cup",
    "game": "hush",
    "options": {"turns": 1},
    "plan": {"stages": [{"format": "swiss", "rounds": 3}]},
    "starts_at": "2040-01-02T12:00:00Z",
}


def test_a_contest_is_drafted_changed_announced_and_called_off(
    ann: Caller, bob: Caller, guest: Caller
) -> None:
    response = ann.post("contests", DRAFT)
    found = told(response, 201)
    code = found["id"]
    assert response["Location"] == f"http://testserver/api/v1/contests/{code}"
    assert (found["status"], found["directors"], found["entries"], found["seed"]) == (
        "draft",
        ["ann"],
        0,
        None,
    )
    problem(bob.get(f"contests/{code}"), 404, "not_found")
    changed = told(ann.put(f"contests/{code}", {**DRAFT, "name": "Autumn Cup", "most": 8}))
    assert (changed["name"], changed["most"]) == ("Autumn Cup", 8)
    assert told(ann.post(f"contests/{code}/announce"))["status"] == "registration"
    assert told(guest.get(f"contests/{code}"))["plan"]["stages"][0]["rounds"] == 3
    problem(bob.post(f"contests/{code}/call-off", {"why": "no"}), 403, "not_director")
    problem(ann.post(f"contests/{code}/call-off"), 400, "no_reason")
    over = told(ann.post(f"contests/{code}/call-off", {"why": "snow"}))
    assert (over["status"], bool(over["seed"])) == ("called_off", True)
    problem(ann.post(f"contests/{code}/announce"), 409, "contest_over")


@pytest.mark.parametrize(
    ("wrong", "status", "code", "field"),
    [
        ({"plan": {"stages": []}}, 400, None, None),
        ({"plan": {"stages": [{"format": "cricket"}]}}, 400, None, None),
        ({"plan": 3}, 400, "invalid", "plan"),
        ({"size": 9}, 400, None, None),
        ({"game": "tag"}, 400, "unknown_game", "game"),
        ({"surprise": 1}, 400, "unknown_field", "surprise"),
        ({"name": ""}, 400, None, "name"),
    ],
)
def test_a_draft_that_is_wrong_is_refused_with_what_is_wrong(
    ann: Caller, wrong: dict[str, Any], status: int, code: str | None, field: str | None
) -> None:
    response = ann.post("contests", {**DRAFT, **wrong})
    found = problem(response, status, code or response.json()["code"])
    assert found["field"] == (field or found["field"])
    assert Contest.objects.count() == 0


def test_contests_are_listed_by_what_is_asked_for(ann: Caller, guest: Caller) -> None:
    open_ = entered(called(name="Open", starts_at=START + DAY), "ann", "bob")
    going = begun("bob", "cyd", "dan", "eve", plan=SWISS, name="Going", director="ann")
    hidden = called(name="Hidden", visibility="private")

    def names(caller: Caller, **query: object) -> list[str]:
        return [line["name"] for line in told(caller.get("contests", **query))["results"]]

    assert names(guest) == ["Going", "Open"]
    assert names(guest, status="registration") == ["Open"]
    assert names(guest, game="bids") == []
    assert names(ann, mine="true") == ["Open"]
    assert names(ann, directed="true") == ["Going"]
    assert names(ann, invited="true") == []
    problem(guest.get("contests", mine="true"), 401, "not_authenticated")
    (line,) = [line for line in told(guest.get("contests"))["results"] if line["name"] == "Open"]
    assert (line["entries"], line["format"], line["id"]) == (2, "round robin", open_.code)
    problem(guest.get(f"contests/{hidden.code}"), 404, "not_found")
    assert told(guest.get(f"contests/{going.code}"))["groups"][0]["rounds"][0]["number"] == 1


def test_the_seasons_of_a_league_are_listed_by_its_id(guest: Caller) -> None:
    season = called(plan=plan_of("league"), league=True)
    called(name="Other")
    league = told(guest.get(f"contests/{season.code}"))["league"]
    found = told(guest.get("contests", league=league))["results"]
    assert [line["name"] for line in found] == ["Spring Cup, season 1"]


def test_somebody_enters_and_leaves(ann: Caller, guest: Caller) -> None:
    contest = called(plan=SWISS, now=timezone.now())
    response = ann.post(f"contests/{contest.code}/entries", {"word": "owl"})
    found = told(response, 201)
    assert (found["name"], found["word"], found["status"], found["people"]) == ("ann", "owl", "in", ["ann"])
    assert told(ann.get(f"contests/{contest.code}/entries/{found['id']}")) == found
    assert told(ann.get(f"contests/{contest.code}"))["entry"] == found
    problem(ann.post(f"contests/{contest.code}/entries"), 409, "already_entered")
    assert told(guest.get(f"contests/{contest.code}/entries"))["results"] == [found]
    assert ann.post(f"contests/{contest.code}/leave").status_code == 204
    problem(ann.post(f"contests/{contest.code}/leave"), 409, "not_entered")
    assert told(guest.get(f"contests/{contest.code}/entries"))["results"] == []


def test_entries_come_by_the_page(guest: Caller) -> None:
    contest = entered(called(), *(f"p{number}" for number in range(5)))
    page = told(guest.get(f"contests/{contest.code}/entries", size=3))
    rest = told(guest(method="GET", path=page["next"].partition("/api/v1/")[2]))
    names = [entry["name"] for found in (page, rest) for entry in found["results"]]
    assert names == ["p0", "p1", "p2", "p3", "p4"]


def test_a_team_is_founded_asked_for_joined_and_turned_down(
    ann: Caller, caller: Callable[[str], Caller]
) -> None:
    contest = called(team=3, plan=plan_of("knockout"), now=timezone.now())
    people = [person(name) for name in ("bob", "cyd")]
    team = told(ann.post(f"contests/{contest.code}/entries", {"name": "Owls", "mates": ["bob"]}), 201)
    assert ann.post(f"contests/{contest.code}/team/ask", {"names": ["cyd"]}).status_code == 204
    assert Ask.objects.filter(user__in=people).count() == 2
    joined = told(caller("bob").post(f"contests/{contest.code}/team/join", {"entry": team["id"]}))
    assert (joined["name"], joined["people"]) == ("Owls", ["ann", "bob"])
    assert caller("cyd").post(f"contests/{contest.code}/team/turn-down").status_code == 204
    problem(caller("cyd").post(f"contests/{contest.code}/team/join", {"entry": 99}), 404, "not_found")


def test_somebody_volunteers_sits_rounds_out_and_says_whether_they_stand(
    ann: Caller, eve: Caller, guest: Caller
) -> None:
    contest = begun(
        "ann", "bob", "cyd", "dan", plan=plan_of("league", least=3, up=1), league=True, director="dir"
    )
    code = contest.code
    assert told(eve.post(f"contests/{code}/volunteer"))["status"] == "substitute"
    assert "eve" not in [entry["name"] for entry in told(guest.get(f"contests/{code}/entries"))["results"]]
    mine = told(eve.get(f"contests/{code}"))["entry"]
    problem(guest.get(f"contests/{code}/entries/{mine['id']}"), 404, "not_found")
    assert told(ann.put(f"contests/{code}/stand", {"stands": False}))["name"] == "ann"
    assert told(ann.get(f"contests/{code}"))["stands"] is False
    swiss = begun("ann", "bob", "cyd", "dan", plan=SWISS)
    absent = told(ann.put(f"contests/{swiss.code}/absences", {"rounds": [3]}))
    assert absent["absent"] == [3]


def test_a_ladder_is_climbed(caller: Callable[[str], Caller]) -> None:
    contest = begun("ann", "bob", "cyd", plan=plan_of("ladder", reach=1))
    entries = {entry.title: entry for entry in contest.entries.select_related("user")}
    url = f"contests/{contest.code}/challenges"
    problem(caller("cyd").post(url, {"entry": entries["ann"].pk}), 409, "out_of_reach")
    made = told(caller("cyd").post(url, {"entry": entries["bob"].pk}), 201)
    assert [side["name"] for side in made["sides"]] == ["cyd", "bob"]
    assert told(caller("bob").post(f"{url}/take-up"))["how"] == "open"
    problem(caller("bob").post(f"{url}/give-way"), 409, "no_challenge")
    assert Pairing.objects.count() == 1


def test_a_director_invites_people_and_imports_lists(ann: Caller, bob: Caller) -> None:
    contest = called(director="ann")
    for name in ("cyd", "dan", "eve"):
        person(name)
    url = f"contests/{contest.code}"
    found = told(ann.post(f"{url}/invitations", {"names": ["cyd"]}))["results"]
    assert [(entry["name"], entry["status"]) for entry in found] == [("cyd", "invited")]
    problem(bob.post(f"{url}/invitations", {"names": ["cyd"]}), 403, "not_director")
    dry = told(ann.post(f"{url}/entries/import", {"list": "name,rating\ndan,1700\neve,\n", "dry": True}))
    assert dry == {"dry": True, "invited": ["dan", "eve"], "changed": []}
    assert Entry.objects.count() == 1
    wrong = problem(
        ann.post(f"{url}/entries/import", {"list": "name,rating\ndan,1700\nzed,\neve,many\n"}),
        400,
        "wrong_lines",
    )
    assert [line["line"] for line in wrong["lines"]] == [3, 4]
    assert Entry.objects.count() == 1
    done = told(ann.post(f"{url}/entries/import", {"list": "name,rating\ndan,1700\neve,\n"}))
    assert done == {"dry": False, "invited": ["dan", "eve"], "changed": []}
    assert Entrant.objects.count() == 3


def test_standings_tell_every_term_and_a_term_tells_every_part(guest: Caller) -> None:
    contest = played(begun("ann", "bob", "cyd", "dan", "eve", plan=SWISS))
    found = told(guest.get(f"contests/{contest.code}/groups/1/1/standings"))["results"]
    stored = Group.objects.get(contest=contest).standings
    assert [(line["entry"], line["points"]) for line in found] == [
        (line["entry"], line["points"] / UNIT) for line in stored
    ]
    assert [term["tie"] for term in found[0]["terms"]] == list(contest.terms.ties)
    for line in found:
        for term in line["terms"]:
            path = f"contests/{contest.code}/entries/{line['entry']}/terms/{term['tie']}"
            explained = told(guest.get(path, stage=1))
            assert explained["value"] == pytest.approx(term["value"])
            parts = sum(part["value"] for part in explained["parts"] if not part["cut"])
            assert parts == pytest.approx(term["value"])
    for path in ("terms/progress", "terms/three_points"):
        problem(guest.get(f"contests/{contest.code}/entries/{found[0]['entry']}/{path}"), 404, "not_found")
    problem(guest.get(f"contests/{contest.code}/entries/0/terms/wins"), 404, "not_found")
    problem(guest.get(path := f"contests/{contest.code}/groups/1/7/standings"), 404, "not_found")
    assert path


def test_a_waiting_entry_has_no_terms(guest: Caller) -> None:
    contest = entered(called(), "ann", "bob")
    entry = contest.entries.first()
    assert entry is not None
    problem(guest.get(f"contests/{contest.code}/entries/{entry.pk}/terms/wins"), 404, "not_found")


def test_a_round_tells_who_meets_whom_and_where(guest: Caller) -> None:
    contest = begun("ann", "bob", "cyd", "dan", "eve", plan=SWISS)
    match = running(contest)[0]
    win(match, 0)
    contest = ticked(contest)
    found = told(guest.get(f"contests/{contest.code}/groups/1/1/rounds/1"))
    assert (found["name"], found["stage"], found["group"]) == ("Round 1", 1, 1)
    boards = {pairing["how"]: pairing for pairing in found["pairings"]}
    assert boards["played"]["matches"] == [match.code]
    assert [side["points"] for side in boards["played"]["sides"]] == [1.0, 0.0]
    assert [side["points"] for side in boards["bye"]["sides"]] == [1.0]
    problem(guest.get(f"contests/{contest.code}/groups/1/1/rounds/9"), 404, "not_found")


def test_a_bracket_tells_its_slots_and_where_their_sides_come_from(guest: Caller) -> None:
    contest = played(begun("ann", "bob", "cyd", "dan", plan=plan_of("knockout", third=True)))
    found = told(guest.get(f"contests/{contest.code}/groups/1/1/bracket"))["slots"]
    assert [(slot["slot"], slot["sides"]) for slot in found] == [
        ("w1.1", ["seed 1", "seed 4"]),
        ("w1.2", ["seed 2", "seed 3"]),
        ("w2.1", ["winner w1.1", "winner w1.2"]),
        ("t1", ["loser w1.1", "loser w1.2"]),
    ]
    assert sorted(side["name"] for side in found[2]["pairing"]["sides"]) == ["ann", "bob"]
    swiss = begun("ann", "bob", "cyd", "dan", plan=SWISS)
    problem(guest.get(f"contests/{swiss.code}/groups/1/1/bracket"), 404, "not_found")


def test_a_crosstable_tells_the_way_of_each_entry(guest: Caller) -> None:
    contest = played(begun("ann", "bob", "cyd"))
    rows = told(guest.get(f"contests/{contest.code}/groups/1/1/crosstable"))["results"]
    keys = {row["name"]: row["entry"] for row in rows}
    (ann,) = [row for row in rows if row["name"] == "ann"]
    met = [other for cell in ann["cells"] for other in cell["others"]]
    assert sorted(met) == sorted([keys["bob"], keys["cyd"]])
    assert ann["points"] == sum(cell["points"] for cell in ann["cells"] if cell["others"])


def test_files_are_fetched(guest: Caller) -> None:
    contest = played(begun("ann", "bob", "cyd", "dan", "eve", plan=SWISS))
    document = told(guest.get(f"contests/{contest.code}/export"))
    assert (document["format"], document["contest"]["seed"]) == ("bidplay contest", contest.seed)
    report = guest.get(f"contests/{contest.code}/groups/1/1/files/trf")
    assert report.content.decode().startswith("012 Spring Cup\r\n")
    table = guest.get(f"contests/{contest.code}/groups/1/1/files/crosstable")
    assert table["Content-Type"] == "text/plain; charset=utf-8"
    for name in ("pgn", "seed"):
        problem(guest.get(f"contests/{contest.code}/groups/1/1/files/{name}"), 404, "not_found")


def test_trouble_is_told_to_directors_alone(ann: Caller, bob: Caller) -> None:
    contest = begun("bob", "cyd", director="ann")
    Contest.objects.update(trouble="a cog is loose")
    assert told(ann.get(f"contests/{contest.code}"))["trouble"] == "a cog is loose"
    assert told(bob.get(f"contests/{contest.code}"))["trouble"] is None


def test_nothing_of_a_contest_tells_a_sealed_order_or_a_seed(ann: Caller, guest: Caller) -> None:
    contest = begun("ann", "bob", "cyd", "dan", plan=SWISS)
    url = f"contests/{contest.code}"
    group = f"{url}/groups/1/1"
    paths = [url, f"{url}/entries", f"{url}/export", f"{group}/standings", f"{group}/crosstable"]
    paths += [f"{group}/rounds/1", f"{group}/files/crosstable", f"{group}/files/trf", "contests"]
    before = {path: guest.get(path).content for path in paths}
    match = running(contest)[0]
    seated = match.seats.select_related("user").first()
    assert seated is not None
    assert seated.user is not None
    order(seated.user.username, match, "7", START)
    assert {path: guest.get(path).content for path in paths} == before
    assert b'"seed":null' in before[url]


def test_what_is_private_is_for_those_who_have_a_part_in_it(ann: Caller, eve: Caller) -> None:
    contest = played(begun("ann", "bob", "cyd", "dan", plan=SWISS, visibility="private"))
    url = f"contests/{contest.code}"
    group = f"{url}/groups/1/1"
    for path in (url, f"{url}/entries", f"{url}/export", f"{group}/standings", f"{group}/rounds/1"):
        assert told(ann.get(path))
        problem(eve.get(path), 404, "not_found")


def test_reading_costs_the_same_however_many_are_entered(guest: Caller) -> None:
    def cost(contest: Contest) -> list[int]:
        url, found = f"contests/{contest.code}", []
        group = f"{url}/groups/1/1"
        for path in (url, f"{url}/entries", f"{group}/standings", f"{group}/rounds/1", f"{group}/crosstable"):
            guest.get(path)
            with CaptureQueriesContext(
                connection,
            ) as queries:
                told(guest.get(path))
            found.append(len(queries))
        return found

    few = begun("ann", "bob", "cyd", "dan", "eve", plan=SWISS)
    many = begun(*(f"p{number}" for number in range(15)), plan=SWISS)
    assert cost(few) == cost(many)
    assert NOW < START
