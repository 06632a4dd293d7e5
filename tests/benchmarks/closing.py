"""Closing what is due: beside plain SQL (L1, L2), in storms (L3), in few messages (L4), past a kill (L5)."""

from __future__ import annotations

import datetime
import os
import re
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
import redis
from django.db.models import Count as Number
from django.db.models import F, QuerySet
from django.utils import timezone

from accounts.models import Notice
from games.actions.turns import BATCH
from games.models import Match, Seat, Turn
from games.tasks import tick
from tests.benchmarks import duels, rows
from tests.benchmarks.goals import Count, Figure, Findings, Goal
from tests.benchmarks.sizes import Size
from tests.benchmarks.slices import Side, compare, in_turn
from tests.benchmarks.stage import Stage, say
from tests.benchmarks.worker import close_one

PEERS = Path(__file__).parent / "peers"
L1 = Goal(
    "reveals a second through the queue ÷ pgbench's plain row writes",
    0.5,
    1.0,
    "pgbench stores two narrow rows; a close opens sealed orders, plays the turn, hashes the record, and"
    " stores the events, the next position, both orders, two empty slots, the silent seat and two notices",
)
L2 = Goal(
    "moves of Bid Chess a second through the queue ÷ pgbench's plain row writes",
    0.15,
    0.3,
    "beside what L1 does, a close reads a position, plays the move, writes it in two notations, looks whether"
    " that ends the match, and finds the moves of the next turn",
)
L3 = Goal("storm: lag of the last reveal ÷ that of a task a match", 0.3, 0.15)
BEAT = 5.0
"""Seconds between two ticks, as in production."""


@dataclass
class Lags:
    """When how many turns of a storm were closed, in seconds after its deadline."""

    total: int
    seen: list[tuple[float, int]] = field(default_factory=list)

    def at(self, share: float) -> float:
        """When this share of the turns was closed."""
        return next(seconds for seconds, closed in self.seen if closed >= share * self.total)

    def told(self) -> str:
        """The lags in words."""
        return (
            f"half after {self.at(0.5):.2f} s, 95 % after {self.at(0.95):.2f} s, all after {self.at(1):.2f} s"
        )


Kick = Callable[[range], None]


def storm(turns: range, kick: Kick, *, patience: float = 300) -> Lags:
    """Let these turns fall due now, kick off their closing, and watch until none is left."""
    rows.make_due(turns, timezone.now())
    lags = Lags(len(turns))
    began = beaten = time.perf_counter()
    kick(turns)
    while not lags.seen or lags.seen[-1][1] < lags.total:
        seconds = time.perf_counter() - began
        lags.seen.append((seconds, lags.total - rows.left(turns)))
        if seconds > patience:
            raise RuntimeError(f"of {lags.total} due turns {lags.seen[-1][1]} were closed in {patience} s")
        if time.perf_counter() - beaten > BEAT and kick is by_batch:
            beaten = time.perf_counter()
            tick.delay()
        time.sleep(0.02)
    return lags


def by_batch(turns: range) -> None:
    """The clock ticks."""
    tick.delay()


def by_task(turns: range) -> None:
    """A message for each turn."""
    for turn in turns:
        close_one.delay(turn)


class Messages:
    """Counts what is put into the queue."""

    def __init__(self, stage: Stage) -> None:
        self.client = redis.Redis.from_url(stage.valkey.url)

    def put(self) -> int:
        """How many messages were put into queues so far."""
        return int(self.client.info("commandstats").get("cmdstat_lpush", {}).get("calls", 0))


def measure(stage: Stage, size: Size) -> Findings:
    """All figures and counts of closing, on one site with idle matches."""
    say(f"closing: making {size.idle:,} idle matches")
    originals = rows.originals(20, "closing")
    rows.copy(originals, size.idle)
    worker = stage.worker()
    found = reveals(stage, originals, size)
    found.take(storms(stage, originals, size))
    found.take(killed(stage, originals, worker, size))
    return found


def reveals(stage: Stage, originals: list[Match], size: Size) -> Findings:
    """L1 and L2: due turns closed through the queue in short slices, beside pgbench."""
    pgbench = stage.postgres.bin / "pgbench"
    if not pgbench.exists():
        return Findings(skipped=["L1, L2: this PostgreSQL comes without pgbench"])
    database = stage.postgres.create("peer")
    with psycopg.connect(database, autocommit=True) as link:
        link.execute((PEERS / "reveal_setup.sql").read_text())

    def peer() -> Mapping[str, float]:
        return {"rate": transactions(pgbench, stage, size.seconds)}

    moves = duels.originals(20, "moves")
    return Findings(
        [
            beside("L1", L1, peer, (originals, round(1500 * size.seconds)), size),
            beside("L2", L2, peer, (moves, round(700 * size.seconds)), size),
        ]
    )


def beside(name: str, goal: Goal, peer: Side, matches: tuple[list[Match], int], size: Size) -> Figure:
    """Due turns closed in slices of so many copies of these matches, beside a peer."""
    originals, per_slice = matches
    copies = rows.copy(originals, per_slice * (2 * size.rounds + 1))
    rows.settle()
    parts = iter(copies.parts(per_slice))

    def ours() -> Mapping[str, float]:
        return {"rate": per_slice / storm(next(parts), by_batch).at(1)}

    found = compare(ours, peer, size.rounds, lambda line: say(f"{name}: {line}"))
    assert not Match.objects.exclude(trouble="").exists(), "what was put aside was not closed"
    return Figure.of(name, goal, found["rate"], "a second")


def transactions(pgbench: Path, stage: Stage, seconds: float) -> float:
    """pgbench's transactions a second with eight clients."""
    line = (
        f"{pgbench} -n -M prepared -c 8 -j 2 -T {max(1, round(seconds))} -f {PEERS / 'reveal.pgbench'} peer"
    )
    environment = {**os.environ, "PGHOST": str(stage.postgres.folder), "PGUSER": "bidplay"}
    done = subprocess.run(line.split(), env=environment, capture_output=True, text=True, check=True)
    found = re.search(r"^tps = ([0-9.]+)", done.stdout, re.MULTILINE)
    assert found is not None, done.stdout
    return float(found.group(1))


def storms(stage: Stage, originals: list[Match], size: Size) -> Findings:
    """L3 and L4: storms by the clock and by a task a match, in turn; the messages each takes."""
    copies = rows.copy(originals, size.due * 3)
    rows.settle()
    messages = Messages(stage)
    parts = iter(copies.parts(size.due))
    by: dict[Kick, list[Lags]] = {by_batch: [], by_task: []}
    puts: list[int] = []

    def side(kick: Kick) -> Mapping[str, float]:
        before = messages.put()
        lags = storm(next(parts), kick)
        puts.append(messages.put() - before)
        by[kick].append(lags)
        return {"rate": lags.total / lags.at(1)}

    # A round's ratio of rates, a task a match to batches, is the ratio of lags the other way about.
    found = in_turn(lambda: side(by_task), lambda: side(by_batch), 1, lambda line: say(f"L3: {line}"))["rate"]
    told = f"by batch {by[by_batch][0].told()}; by task {by[by_task][0].told()}"
    where = f"{size.due:,} due among {size.idle:,}"
    figure = Figure("L3", L3, found.ratio.median, told, where, found.ratio, found.control.median)
    most = size.due // BATCH + 2
    counts = [Count("L4", f"messages a storm of {size.due:,}", max(puts[0], puts[2]), most, 1)]
    return Findings([figure], [*counts, idle(messages)])


def idle(messages: Messages) -> Count:
    """L4: what a tick puts into the queue, beside itself, when nothing is due."""
    before = messages.put()
    tick.delay()
    time.sleep(1)
    return Count("L4", "messages of a tick with nothing due, beside its own", messages.put() - before - 1, 0)


def killed(stage: Stage, originals: list[Match], worker: subprocess.Popen[bytes], size: Size) -> Findings:
    """L5: a worker killed in the middle of a storm, another started; what was closed, when and how often."""
    say("L5: a worker is killed in the middle of a storm")
    count = size.due // 2
    copies = rows.copy(originals, 2 * count)
    due, later = copies.parts(count)
    rows.make_due(later, timezone.now() + datetime.timedelta(hours=1))
    rows.make_due(due, timezone.now())
    tick.delay()
    while rows.left(due) > count * 2 // 3:
        time.sleep(0.01)
    os.killpg(worker.pid, signal.SIGKILL)
    worker.wait()
    at_kill = rows.left(due)
    stage.worker()
    end = time.monotonic() + 60
    while rows.left(due) and time.monotonic() < end:
        tick.delay()
        time.sleep(1)
    return Findings(
        counts=[Count("L5", "turns open when the worker was killed", at_kill, count, 1), *audit(due, later)]
    )


def audit(due: range, later: range) -> list[Count]:
    """What the rows say of a storm: lost, doubled and early closes, and who was told of them."""
    stormed = Turn.objects.filter(pk__in=due)
    early = Turn.objects.filter(pk__in=[*due, *later], closed_at__lt=F("due_at"))
    # A silent seat had missed nothing yet, so closing its turn twice would book a second miss.
    silent = Seat.objects.filter(match__turns__in=due, index=1)
    behind = stormed[0].match.turns.closed().filter(number__lt=stormed[0].number).count()
    turns = Turn.objects.filter(match__turns__in=due).values("match_id").annotate(number=Number("pk"))
    return [
        Count("L5", "due turns lost", stormed.open().count(), 0),
        Count("L5", "silent seats booked other than one miss", silent.exclude(missed=1).count(), 0),
        Count("L5", "matches with more than one turn after", turns.filter(number__gt=behind + 2).count(), 0),
        Count("L5", "turns closed before their deadline", early.count(), 0),
        Count("L5", "turns not yet due and closed", Turn.objects.closed().filter(pk__in=later).count(), 0),
        Count("L5", "people told other than once", told_wrongly(stormed), 0),
    ]


def told_wrongly(stormed: QuerySet[Turn]) -> int:
    """How many matches' people were not told exactly once that a turn closed."""
    told = Counter(
        Notice.objects.filter(kind__in=("turn", "result", "end")).values_list("subject", flat=True)
    )
    wrong = 0
    for turn in stormed.select_related("match").prefetch_related("match__turns__orders"):
        following = [other for other in turn.match.turns.all() if other.number == turn.number + 1]
        subject = f"{turn.match.code}:{turn.number + len(following)}"
        asked = not following or following[0].orders.all()
        wrong += told[subject] != (rows.SEATS if asked else 0)
    return wrong
