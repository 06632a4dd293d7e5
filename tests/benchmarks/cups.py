"""Pages of contests as the server makes them: how long, with how many queries, for 100 and 1,000 entries."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.actions.contests.standing import refresh
from games.contests.field import Field, Meeting
from games.models import Berth, Contest, Entrant, Entry, Group, Pairing, Round, Side
from games.models.field import field_of
from games.pace import Pace
from games.rules.chance import seed_commitment
from games.seals import seal
from tests.benchmarks import rows
from tests.benchmarks.goals import Count, Figure, Findings, Goal
from tests.benchmarks.sizes import Size
from tests.benchmarks.stage import Stage, say

PAGES = {
    "contest": Goal("the page of a contest of 1,000 entries after 9 rounds, ms", 30, 15),
    "standings": Goal("a page of its standings, ms", 30, 15),
    "round": Goal("the page of its last round, ms", 30, 15),
}
READERS = ("a guest", "an entrant")
G8 = Goal("the contest page, 1,000 × 9 ÷ 100 × 5", 15, 12)


def measure(stage: Stage, size: Size, field: Callable[[int, int], Field]) -> Findings:
    """The pages of a small contest and of a large one, with results that ``field`` makes."""
    stage.make_static()
    say("contests: storing contests of 100 and 1,000 entries")
    small, large = stored(field(100, 5)), stored(field(1000, 9))
    rows.settle()
    found = Findings()
    for name, goal in PAGES.items():
        for reader in READERS:
            spent = {
                contest.pk: reading(contest, name, reader, 4 * size.rounds) for contest in (small, large)
            }
            (few, _), (many, median) = spent[small.pk], spent[large.pk]
            found.figures.append(Figure("contest-pages", goal, 1000 * median, reader))
            found.counts.append(
                Count(
                    "contest-pages", f"{name}, {reader}: queries more for 1,000 than for 100", many - few, 0
                )
            )
            if (name, reader) == ("contest", "a guest"):
                found.figures.append(Figure("G8-page", G8, median / spent[small.pk][1]))
    return found


def reading(contest: Contest, name: str, reader: str, times: int) -> tuple[int, float]:
    """How many queries a page takes, and the median of the seconds it takes, which is made anew each time."""
    client = Client(SERVER_NAME="127.0.0.1")
    if reader == "an entrant":
        client.force_login(contest.entrants.order_by("-pk")[0].user)
    last = Round.objects.filter(group__contest=contest).order_by("-number")[0]
    address = {
        "contest": f"/c/{contest.code}/",
        "standings": f"/c/{contest.code}/standings/1/1/",
        "round": f"/c/{contest.code}/rounds/1/1/{last.number}/",
    }[name]
    spent = []
    for _time in range(times + 1):
        began = time.perf_counter()
        response = client.get(address)
        spent.append(time.perf_counter() - began)
        assert response.status_code == 200, (address, response.status_code)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        client.get(address)
    return len(queries), statistics.median(spent[1:])


def stored(known: Field) -> Contest:
    """The rows of a running contest in which all this has happened; its tables are not there."""
    now, seed = timezone.now(), b"bench".ljust(32, b"\0")
    count = len(known.entries)
    contest = Contest.objects.create(
        name=f"Cup of {count}",
        game=rows.GAME,
        pace=Pace().plain(),
        size=2,
        plan=known.plan.plain(),
        status=Contest.Status.RUNNING,
        created_at=now,
        started_at=now,
        starts_at=now,
        sealed_seed=seal(seed),
        seed_commitment=seed_commitment(seed),
    )
    people = get_user_model().objects.bulk_create(
        [
            User(username=f"cup{count}-{one.key}", email=f"cup{count}-{one.key}@bidplay.example")
            for one in known.entries
        ]
    )
    entries = Entry.objects.bulk_create(
        [
            Entry(contest=contest, user=person, number=one.number, created_at=now)
            for person, one in zip(people, known.entries, strict=True)
        ]
    )
    Entrant.objects.bulk_create([Entrant(contest=contest, entry=entry, user=entry.user) for entry in entries])
    group = Group.objects.create(contest=contest)
    Berth.objects.bulk_create([Berth(group=group, entry=entry, number=entry.number) for entry in entries])
    of_key = dict(zip((one.key for one in known.entries), entries, strict=True))
    for number in range(1, known.last_round + 1):
        _store_round(group, number, [one for one in known.meetings if one.round == number], of_key)
    refresh(contest, [group], {group.pk: field_of(group)})
    return contest


def _store_round(group: Group, number: int, meetings: list[Meeting], entries: dict[int, Entry]) -> None:
    now = timezone.now()
    row = Round.objects.create(group=group, number=number, paired_at=now, started_at=now, ended_at=now)
    pairings = Pairing.objects.bulk_create(
        [Pairing(round=row, board=one.board, how=one.how, ended_at=now) for one in meetings]
    )
    Side.objects.bulk_create(
        [
            Side(
                pairing=pairing,
                round=row,
                entry=entries[share.entry],
                index=index,
                points=share.points,
                place=share.place,
            )
            for pairing, one in zip(pairings, meetings, strict=True)
            for index, share in enumerate(one.shares)
        ]
    )
