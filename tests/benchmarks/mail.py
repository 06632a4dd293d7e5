"""Mails from the outbox to a mail server, beside ready bytes over one connection (M1); connections (M3)."""

from __future__ import annotations

import smtplib
import time
from collections.abc import Mapping

from django.conf import settings
from django.utils import timezone

from accounts import outbox
from accounts.models import Notice
from games.actions import telling
from games.models import Turn
from tests.benchmarks import rows
from tests.benchmarks.goals import Count, Figure, Findings, Goal
from tests.benchmarks.sink import Sink
from tests.benchmarks.sizes import Size
from tests.benchmarks.slices import compare
from tests.benchmarks.stage import Stage, say

M1 = Goal(
    "turn mails a second from the outbox ÷ ready bytes over one connection",
    0.6,
    0.8,
    "every mail is written for its reader, with the board as a picture and a signed link, and is marked"
    " as sent by a commit of its own before the next one begins to be sent, so that none goes out twice",
)
M3 = Goal("connections to the mail server for 1,000 mails", 20, 10)


def measure(stage: Stage, size: Size) -> Findings:
    """Both figures of mail, with turn mails of matches in play."""
    settings.EMAIL_HOST, sink = "127.0.0.1", Sink(stage)
    settings.EMAIL_PORT = sink.port
    say(f"mail: making {size.mails:,} matches")
    copies = rows.copy(rows.originals(20, "mail"), size.mails)
    rows.settle()
    turns = list(Turn.objects.filter(pk__in=copies.turns(0, size.mails)).select_related("match"))
    found = connections(sink, turns)
    found.take(beside_bytes(sink, turns, size))
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


def beside_bytes(sink: Sink, turns: list[Turn], size: Size) -> Findings:
    """M1: the same mails as ready bytes, one connection, the same sink."""
    some = turns[: round(200 * size.seconds)]
    send(sink, some)
    ready = sink.counted()["last"].encode("latin-1")

    def peer() -> Mapping[str, float]:
        began = time.perf_counter()
        with smtplib.SMTP("127.0.0.1", sink.port, local_hostname="localhost") as link:
            for _turn in some:
                link.sendmail("bidplay@localhost", ["somebody@bidplay.example"], ready)
        return {"rate": len(some) / (time.perf_counter() - began)}

    found = compare(lambda: send(sink, some), peer, size.rounds, lambda line: say(f"M1: {line}"))
    where = f"{len(ready) / 1024:.0f} KiB each"
    return Findings([Figure.of("M1", M1, found["rate"], "a second", where)])
