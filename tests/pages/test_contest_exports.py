"""A contest as files and feeds: complete, true, and no more than its pages show."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import msgspec
import pytest
from django.test import Client
from py4swiss.trf import TrfParser

from games.contests.field import Entry as FieldEntry
from games.contests.field import Field, Meeting, Share
from games.contests.plan import Plan
from games.contests.standings import standings
from games.models import Contest, Entry, Group
from games.models.lots import chance_of
from games.rules.chance import Chance, match_key, seed_commitment
from tests.actions.conftest import hush  # noqa: F401 - every contest here is in the small game
from tests.actions.contests.cups import START, begun, called, entered, plan_of, played, running, ticked, win
from tests.actions.tables import DAY, NOW, order, person

pytestmark = pytest.mark.django_db
SWISS = plan_of("swiss", rounds=3)
PEOPLE = ("ann", "bob", "cyd", "dan", "eve")


def get(contest: Contest, path: str, name: str = "") -> bytes:
    client = Client()
    if name:
        client.force_login(person(name))
    response = client.get(f"/c/{contest.code}/{path}")
    assert response.status_code == 200
    return response.content


def told(contest: Contest, name: str = "") -> dict:
    return json.loads(get(contest, "export.json", name))


def table(contest: Contest, what: str) -> list[dict[str, str]]:
    text = get(contest, f"export.csv?what={what}").decode()
    return list(csv.DictReader(io.StringIO(text)))


def field_in(document: dict, group: dict, size: int = 2) -> Field:
    """The field of a group, from nothing but what the file says."""
    plan = Plan.read(document["contest"]["plan"])
    by_key = {entry["key"]: entry for entry in document["entries"]}
    return Field(
        plan=plan,
        stage=plan.stages[group["stage"]],
        size=size,
        least=size,
        entries=tuple(
            FieldEntry(
                key=berth["entry"],
                number=berth["number"],
                since=by_key[berth["entry"]]["since"],
                until=by_key[berth["entry"]]["until"],
                absent=tuple(by_key[berth["entry"]]["absent"]),
                playoff=berth["playoff"],
            )
            for berth in group["berths"]
        ),
        meetings=tuple(
            Meeting(
                round_["number"],
                tuple(
                    Share(side["entry"], side["points"], side["place"], side["score"])
                    for side in pairing["sides"]
                ),
                pairing["how"],
                pairing["slot"],
                pairing["board"],
            )
            for round_ in group["rounds"]
            for pairing in round_["pairings"]
        ),
    )


def test_the_standings_can_be_worked_out_again_from_the_file_alone() -> None:
    contest = played(begun(*PEOPLE, plan=SWISS))
    document = told(contest)
    seed = bytes.fromhex(document["contest"]["seed"])
    assert seed_commitment(seed) == document["contest"]["seed_commitment"] == contest.seed_commitment
    (group,) = document["groups"]
    chance = Chance(match_key(seed, ["lot", "0", "1"]), 0)
    found = msgspec.json.encode(standings(field_in(document, group), chance))
    assert json.loads(found) == group["standings"]
    assert [len(round_["pairings"]) for round_ in group["rounds"]] == [3, 3, 3]


def test_a_file_tells_no_seed_before_the_end() -> None:
    contest = begun(*PEOPLE, plan=SWISS)
    document = told(contest)
    assert (document["contest"]["seed"], document["contest"]["status"]) == ("", "running")
    chance = chance_of(contest, "lot", 0, 1)
    assert chance.key.hex().encode() not in get(contest, "export.json")


def test_no_file_and_no_feed_tells_a_sealed_order() -> None:
    files = (
        "export.json",
        "export.csv",
        "export.csv?what=standings",
        "export.trf",
        "export.txt",
        "feed.atom",
    )
    contest = begun(*PEOPLE, plan=SWISS)
    before = {path: get(contest, path) for path in files}
    match = running(contest)[0]
    order(match.seats.select_related("user").first().user.username, match, "7", START)
    assert {path: get(contest, path) for path in files} == before


@pytest.mark.parametrize("visibility", ["private", "unlisted"])
def test_files_are_for_those_who_see_the_page(visibility: str) -> None:
    contest = begun(*PEOPLE, plan=SWISS, visibility=visibility)
    paths = ["export.json", "export.csv", "export.trf", "export.txt", "feed.atom", "calendar.ics"]
    for name, seen in (("", visibility == "unlisted"), ("ann", True), ("dir", True)):
        client = Client()
        if name:
            client.force_login(person(name))
        answers = {path: client.get(f"/c/{contest.code}/{path}") for path in paths}
        expected = dict.fromkeys(paths, 200 if seen else 404)
        assert {path: answer.status_code for path, answer in answers.items()} == expected
        if seen:
            assert answers["feed.atom"]["Cache-Control"] == "private, no-cache"


def test_a_draft_has_no_files_for_others() -> None:
    contest = called()
    Contest.objects.update(status="draft")
    assert Client().get(f"/c/{contest.code}/export.json").status_code == 404


def test_invitations_and_volunteers_are_not_told() -> None:
    contest = entered(called(), "ann", "bob", "cyd", "dan")
    Entry.objects.filter(user__username="bob").update(status="invited")
    Entry.objects.filter(user__username="cyd").update(status="substitute")
    assert [entry["name"] for entry in told(contest)["entries"]] == ["ann", "dan"]


def test_tables_have_a_line_for_each_entry_place_and_side() -> None:
    contest = played(begun(*PEOPLE, plan=SWISS))
    assert [line["name"] for line in table(contest, "entries")] == list(PEOPLE)
    lines = table(contest, "standings")
    assert [(line["rank"], line["name"], line["points"]) for line in lines] == [
        (str(row["rank"]), Entry.objects.get(pk=row["entry"]).title, str(row["points"]))
        for row in Group.objects.get(contest=contest).standings
    ]
    assert [tie for tie in contest.terms.ties if tie in lines[0]] == list(contest.terms.ties)
    sides = table(contest, "pairings")
    assert len(sides) == 3 * 5
    assert {line["how"] for line in sides} == {"played", "bye"}
    assert Client().get(f"/c/{contest.code}/export.csv?what=seeds").status_code == 404


def test_a_table_holds_no_formula_that_somebody_wrote() -> None:
    contest = entered(called(team=2), "ann+bob", "cyd+dan")
    Entry.objects.filter(name="ann+bob").update(name="=1+1")
    assert [line["name"] for line in table(contest, "entries")] == ["'=1+1", "cyd+dan"]


def parsed(contest: Contest, tmp_path: Path, query: str = ""):
    path = tmp_path / "file.trf"
    path.write_bytes(get(contest, f"export.trf{query}"))
    return TrfParser.parse(path, strict=True)


@pytest.mark.parametrize(
    "plan",
    [
        SWISS,
        plan_of("swiss", rounds=4, points="three"),
        plan_of("round_robin", legs=2),
        plan_of("league", division=5, least=3, most=5, up=1),
    ],
)
def test_chess_programs_read_the_report_of_a_contest(plan: Plan, tmp_path: Path) -> None:
    contest = played(begun(*PEOPLE, plan=plan), winner=lambda match: match.pk % 2)
    found = parsed(contest, tmp_path)
    lines = {line["entry"]: line for line in Group.objects.get(contest=contest).standings}
    numbers = {entry.pk: entry for entry in contest.entries.select_related("user")}
    unit = 120
    assert {one.name: (one.points_times_ten, one.rank) for one in found.player_sections} == {
        numbers[key].title: (line["points"] * 10 // unit, line["rank"]) for key, line in lines.items()
    }
    assert found.tournament_section.tournament_name == contest.title


def test_a_report_tells_the_rounds_that_are_over(tmp_path: Path) -> None:
    contest = begun(*PEOPLE, plan=SWISS)
    win(running(contest)[0], 0)
    assert {len(one.results) for one in parsed(contest, tmp_path).player_sections} == {0}
    played(contest, rounds=1)
    assert {len(one.results) for one in parsed(contest, tmp_path).player_sections} == {1}


def test_there_is_a_report_only_of_what_it_can_tell() -> None:
    contest = begun(*PEOPLE, plan=plan_of("knockout"))
    for query in ("", "?stage=2", "?group=x", "?stage=99999"):
        assert Client().get(f"/c/{contest.code}/export.trf{query}").status_code == 404


def test_the_crosstable_has_a_line_for_each_entry_and_a_column_for_each_round() -> None:
    contest = played(begun("ann", "bob", "cyd", plan=plan_of("round_robin")))
    lines = get(contest, "export.txt").decode().split("\n")
    assert lines[0] == "Spring Cup"
    assert [line.split()[1:3] for line in lines[3:6]] == [["ann", "2"], ["bob", "1"], ["cyd", "0"]]


def test_a_feed_tells_what_happened_the_newest_first() -> None:
    contest = played(begun("ann", "bob", "cyd", "dan"))
    Contest.objects.update(opens_at=contest.created_at.replace(year=2020))
    body = get(contest, "feed.atom").decode()
    titles = [part.partition("</title>")[0] for part in body.split("<title>")[2:]]
    assert titles[-1] == "Spring Cup is open for entries"
    assert sorted(titles[:-1]) == sorted(
        ["Spring Cup has begun", "Spring Cup is over"]
        + [f"Round {n} is {what}" for n in (1, 2, 3) for what in ("paired", "over")]
    )


def test_a_calendar_tells_when_it_begins_and_when_rounds_do() -> None:
    contest = called(round_days=7)
    body = get(contest, "calendar.ics").decode()
    assert "DTSTART:20300102T120000Z" in body
    assert body.count("BEGIN:VEVENT") == 1
    ticked(entered(contest, "ann", "bob", "cyd", "dan"), START)
    rounds = contest.groups.get().rounds
    body = get(contest, "calendar.ics").decode()
    assert body.count("BEGIN:VEVENT") == rounds.filter(begins_at__isnull=False, ended_at=None).count()


@pytest.mark.parametrize("path", ["feed.atom", "calendar.ics"])
def test_a_program_that_has_the_last_version_is_sent_nothing(path: str) -> None:
    contest = begun("ann", "bob")
    client = Client()
    first = client.get(f"/c/{contest.code}/{path}")
    again = client.get(f"/c/{contest.code}/{path}", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    played(contest)
    later = client.get(f"/c/{contest.code}/{path}", headers={"If-None-Match": first["ETag"]})
    assert later.status_code == 200


def test_a_file_costs_the_same_however_many_are_entered(django_assert_max_num_queries) -> None:
    names = [f"p{number}" for number in range(24)]
    contest = begun(*names, plan=SWISS, now=START)
    for path in ("export.json", "export.csv", "export.txt", "export.trf", "feed.atom"):
        with django_assert_max_num_queries(16):
            get(contest, path)
    assert NOW + DAY == START
