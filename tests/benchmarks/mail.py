"""Mails from the outbox to a mail server, beside ready bytes over one connection (M1, and M2 with a server in
C); mails built, beside Django's own class (M2-built); connections (M3).
"""

from __future__ import annotations

import os
import shutil
import smtplib
import subprocess
import time
from collections.abc import Callable, Mapping

from django.conf import settings
from django.utils import timezone

from accounts import outbox
from accounts.letters import Letter, write
from accounts.models import Notice
from accounts.wires import message
from games.actions import telling
from games.models import Turn
from tests.benchmarks import rows
from tests.benchmarks.goals import Count, Figure, Findings, Goal
from tests.benchmarks.sink import Sink
from tests.benchmarks.sizes import Size
from tests.benchmarks.slices import Comparison, compare
from tests.benchmarks.stage import Stage, say

M1 = Goal(
    "turn mails a second from the outbox ÷ ready bytes over one connection",
    0.6,
    0.8,
    "every mail is written for its reader, with the board as a picture and a signed link, and is marked"
    " as sent by a commit of its own before the next one begins to be sent, so that none goes out twice",
)
M2 = Goal("the same with a mail server in C", 0.3, 0.5, M1.why)
BUILT = Goal("a mail's bytes built ÷ by Django's EmailMultiAlternatives", 2, 5)
M3 = Goal("connections to the mail server for 1,000 mails", 20, 10)


def measure(stage: Stage, size: Size) -> Findings:
    """All figures of mail, with turn mails of matches in play."""
    settings.EMAIL_HOST, sink = "127.0.0.1", Sink(stage)
    settings.EMAIL_PORT = sink.port
    say(f"mail: making {size.mails:,} matches")
    copies = rows.copy(rows.originals(20, "mail"), size.mails)
    rows.settle()
    turns = list(Turn.objects.filter(pk__in=copies.turns(0, size.mails)).select_related("match"))
    found = connections(sink, turns)
    some = turns[: round(200 * size.seconds)]
    send(sink, some)
    ready = sink.counted()["last"].encode("latin-1")
    where = f"{len(ready) / 1024:.0f} KiB each"
    one = beside_bytes("M1", lambda: send(sink, some), sink.port, ready, len(some), size)
    found.take(Findings([Figure.of("M1", M1, one, "a second", where)]))
    found.take(built(turns[0], size))
    found.take(in_c(stage, some, ready, size, where))
    return found


def write_notices(turns: list[Turn]) -> None:
    """Put a turn mail for the silent seat of each match into the outbox, anew."""
    now = timezone.now()
    Notice.objects.all().delete()
    telling.tell(
        telling.about_turn("turn", turn.match, turn, turn.match.seats.all()[1], now) for turn in turns
    )


def send(sink: Sink, turns: list[Turn]) -> Mapping[str, float]:
    """Send one mail for each turn; how many a second, and over how many connections."""
    write_notices(turns)
    sink.counted()
    began = time.perf_counter()
    outbox.send_ready(timezone.now, 300)
    seconds = time.perf_counter() - began
    counted = sink.counted()
    assert counted["mails"] == len(turns), f"{counted['mails']} of {len(turns)} mails arrived"
    return {"rate": len(turns) / seconds, "connections": counted["connections"]}


def connections(sink: Sink, turns: list[Turn]) -> Findings:
    """M3, counted."""
    say(f"M3: {len(turns):,} mails")
    used = int(send(sink, turns)["connections"])
    figure = Figure("M3", M3, used * 1000 / len(turns), f"{used} for {len(turns):,} mails")
    return Findings([figure], [Count("M3", f"connections for {len(turns):,} mails", used, int(M3.floor), 1)])


def beside_bytes(
    name: str, ours: Callable[[], Mapping[str, float]], port: int, ready: bytes, count: int, size: Size
) -> Comparison:
    """The mails of the outbox beside as many ready ones over one connection to the same server."""

    def peer() -> Mapping[str, float]:
        began = time.perf_counter()
        with smtplib.SMTP("127.0.0.1", port, local_hostname="localhost") as link:
            for _n in range(count):
                link.sendmail("bidplay@localhost", ["somebody@bidplay.example"], ready)
        return {"rate": count / (time.perf_counter() - began)}

    return compare(ours, peer, size.rounds, lambda line: say(f"{name}: {line}"))["rate"]


def in_c(stage: Stage, some: list[Turn], ready: bytes, size: Size, where: str) -> Findings:
    """M2: the same to smtp-sink, which comes with Postfix and costs next to nothing itself."""
    program = shutil.which("smtp-sink", path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin")
    if program is None:
        return Findings(skipped=["M2: smtp-sink is not installed here (it comes with Postfix)"])
    settings.EMAIL_PORT = port = stage.port()
    as_somebody = [] if os.geteuid() else ["-u", "nobody"]
    stage.keep(subprocess.Popen([program, *as_somebody, f"127.0.0.1:{port}", "100"], stderr=stage.log))
    wait_for(port)

    def ours() -> Mapping[str, float]:
        write_notices(some)
        began = time.perf_counter()
        outbox.send_ready(timezone.now, 300)
        seconds = time.perf_counter() - began
        sent = Notice.objects.filter(status=Notice.Status.SENT).count()
        assert sent == len(some), f"{sent} of {len(some)} mails left"
        return {"rate": sent / seconds}

    found = beside_bytes("M2", ours, port, ready, len(some), size)
    return Findings([Figure.of("M2", M2, found, "a second", where)])


def built(turn: Turn, size: Size) -> Findings:
    """M2-built: the bytes of one turn mail, from its parts, beside the same by Django's class."""
    write_notices([turn])
    notice = Notice.objects.select_related("user").get()
    made = outbox.finished(outbox.BUILDERS["turn"]([notice], timezone.now())[notice.pk])
    letter = write(notice, made, timezone.now())
    found = compare(
        lambda: many(letter, Letter.as_bytes, size),
        lambda: many(letter, lambda one: message(one).message().as_bytes(), size),
        size.rounds,
        lambda line: say(f"M2-built: {line}"),
    )
    return Findings([Figure.of("M2-built", BUILT, found["rate"], "a second")])


def many(letter: Letter, make: Callable[[Letter], bytes], size: Size) -> Mapping[str, float]:
    """Build a mail again and again; how many a second."""
    made, began = 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < size.seconds:
        make(letter)
        made += 1
    return {"rate": made / spent}


def wait_for(port: int) -> None:
    """Wait until a server takes connections; raises after some seconds."""
    end = time.monotonic() + 10
    while True:
        try:
            smtplib.SMTP("127.0.0.1", port, local_hostname="localhost").quit()
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)
        else:
            return
