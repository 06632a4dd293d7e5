"""What pages of contests cost: the same number of queries for eight entries and for two hundred."""

from __future__ import annotations

import datetime

import pytest

from accounts.models import User
from games.contests.plan import Plan, Stage
from games.models import Act, Berth, Contest, Entrant, Entry, Group, Pairing, Round, Side
from games.seals import seal
from tests.pages.visits import browser, person, queries

pytestmark = pytest.mark.django_db

NOW = datetime.datetime(2026, 3, 2, 12, tzinfo=datetime.UTC)


def held(count: int, rounds: int = 2, plan: Plan | None = None, **more: object) -> Contest:
    """A contest of so many, all rounds won by the first of each pairing, the last one still open."""
    contest = Contest.objects.create(
        name=f"Cup of {count}",
        game="bids",
        options={},
        pace={"kind": "interval", "interval": 86_400},
        size=2,
        plan=(plan or Plan(stages=(Stage(format="swiss", rounds=5),))).plain(),
        status=Contest.Status.RUNNING,
        created_at=NOW,
        started_at=NOW,
        sealed_seed=seal(b"s" * 32),
        **more,
    )
    contest.directors.add(person("dir"))
    users = User.objects.bulk_create(
        User(username=f"p{count}x{n}", email=f"p{count}x{n}@bidplay.test") for n in range(count)
    )
    entries = Entry.objects.bulk_create(
        Entry(contest=contest, user=user, number=n, created_at=NOW) for n, user in enumerate(users, 1)
    )
    Entrant.objects.bulk_create(
        Entrant(contest=contest, entry=entry, user=user) for entry, user in zip(entries, users, strict=True)
    )
    group = Group.objects.create(contest=contest, standings=lines(entries))
    Berth.objects.bulk_create(Berth(group=group, entry=entry, number=entry.number or 0) for entry in entries)
    for number in range(1, rounds + 1):
        fill(group, entries, number, is_open=number == rounds)
    Act.objects.create(
        contest=contest, verb="pause", data={"facts": {"director": "dir"}}, step=1, done_at=NOW
    )
    return contest


def lines(entries: list[Entry]) -> list[dict[str, object]]:
    numbers = {"points": 120, "played": 1, "wins": 1, "draws": 0, "losses": 0, "byes": 0, "terms": [0] * 6}
    return [{"entry": entry.pk, "rank": rank, **numbers} for rank, entry in enumerate(entries, 1)]


def fill(group: Group, entries: list[Entry], number: int, is_open: bool) -> None:
    row = Round.objects.create(group=group, number=number, paired_at=NOW, started_at=NOW)
    how = "open" if is_open else "played"
    pairings = Pairing.objects.bulk_create(
        Pairing(round=row, board=board, how=how) for board in range(1, len(entries) // 2 + 1)
    )
    Side.objects.bulk_create(
        Side(
            pairing=pairing,
            round=row,
            entry=entries[2 * at + index],
            index=index,
            points=None if is_open else 120 * (1 - index),
            place=None if is_open else index + 1,
        )
        for at, pairing in enumerate(pairings)
        for index in (0, 1)
    )


@pytest.mark.parametrize(
    "path",
    ["", "standings/", "crosstable/1/1/", "rounds/", "rounds/1/1/2/", "entries/", "entries/{own}/", "log/"],
)
def test_a_page_of_a_contest_costs_the_same_for_eight_entries_and_for_two_hundred(path):
    cost = []
    for count in (8, 200):
        contest = held(count)
        own = contest.entries.get(user__username=f"p{count}x3")
        at = f"/c/{contest.code}/" + path.format(own=own.pk)
        cost.append((queries(browser(f"p{count}x3"), at), queries(browser(), at)))
    assert cost[0] == cost[1]


def test_the_page_of_a_contest_takes_few_queries():
    contest = held(60)
    assert queries(browser(), contest.get_absolute_url()) <= 16
    assert queries(browser("p60x3"), contest.get_absolute_url()) <= 26
    assert queries(browser("p60x3"), f"{contest.get_absolute_url()}standings/") <= 9


def test_the_list_costs_the_same_for_one_contest_and_for_many():
    held(8)
    first = queries(browser(), "/contests/")
    for count in range(10, 20):
        held(count)
    assert queries(browser(), "/contests/") == first
    assert first <= 3


def test_the_bracket_costs_the_same_for_eight_entries_and_for_sixty_four():
    plan = Plan(stages=(Stage(format="knockout"),))
    cost = [queries(browser(), f"/c/{held(n, 1, plan).code}/bracket/1/1/") for n in (8, 64)]
    assert cost[0] == cost[1]


def test_standings_of_a_thousand_are_paged():
    contest = held(1000, 1)
    page = browser().get(f"/c/{contest.code}/standings/?page=10").content.decode()
    assert "p1000x900" in page
    assert "p1000x899" not in page
    assert browser().get(f"/c/{contest.code}/standings/?page=11").status_code == 404
