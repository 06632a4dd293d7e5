"""Inbound mails read a second of processor time, beside anymail's parser alone (M4); how well (M5, M6).

The mails are the corpus of ``tests/mailroom``; ``tests.mailroom.measure`` tells what libraries make of it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from anymail.inbound import AnymailInboundMessage

from games.mailroom.reading import read
from tests.benchmarks.goals import Count, Figure, Findings, Goal
from tests.benchmarks.sizes import Size
from tests.benchmarks.slices import compare, timed
from tests.benchmarks.stage import Stage, say
from tests.mailroom.measure import corpus, measured

M4 = Goal("inbound mails read a second of processor time ÷ parsed alone by anymail", 1.0, 1.5)
M5 = Goal(
    "share of the writers' lines that are read",
    0.85,
    0.95,
    "below or between the lines of a quote that nothing marks line by line, as some programs write it, new"
    " lines can't be told from old ones, and losing a line is better than playing an old order",
)
M6 = Goal("share of the lines read that are their writers'", 0.95, 0.98)


def measure(stage: Stage, size: Size) -> Findings:
    """All figures, and that no old order is read."""
    mails = corpus()
    raws = [raw for raw, _lines in mails]
    say(f"M4: {len(raws)} mails")
    found = compare(
        lambda: slices(read, raws, size.seconds),
        lambda: slices(AnymailInboundMessage.parse_raw_mime_bytes, raws, size.seconds),
        size.rounds,
        lambda line: say(f"M4: {line}"),
    )
    where = f"{sum(map(len, raws)) / len(raws) / 1024:.0f} KiB each"
    how = measured(lambda raw: read(raw).lines, mails)
    return Findings(
        [
            Figure.of("M4", M4, found["rate"], "a second", where),
            Figure("M5", M5, how.recall, f"{how.exact} of {how.mails} mails exactly"),
            Figure("M6", M6, how.precision),
        ],
        [Count("M6", "mails of which an old order was read", how.old, 0)],
    )


def slices(work: Callable[[bytes], object], raws: list[bytes], seconds: float) -> Mapping[str, float]:
    """Do the work on every mail, again and again for so long."""

    def once() -> int:
        for raw in raws:
            work(raw)
        return len(raws)

    return timed(once, seconds, time.process_time)
