"""What the gallery hands on: a table of figures as text, and a sheet with all pictures."""

from __future__ import annotations

import html
import os
from collections.abc import Sequence
from pathlib import Path

from django.conf import settings

from tests.benchmarks.table import lines
from tests.browser.gallery.looking import Sight

HEAD = ["page", "who", "first visit", "again", "requests", "server", "first paint", "largest", "shift"]
_told: list[str] = []


def folder() -> Path:
    """Where the artefacts of this run go."""
    found = Path(os.environ.get("ARTEFACTS") or Path(settings.BASE_DIR) / "artefacts") / "gallery"
    found.mkdir(parents=True, exist_ok=True)
    return found


def tell(text: str) -> None:
    """Say something when the tests are done."""
    _told.append(text)


def told() -> list[str]:
    """What there is to say when the tests are done."""
    return list(_told)


def row(sight: Sight) -> list[str]:
    """A page as a line of the table."""
    return [
        sight.entry.name,
        sight.entry.reader or "guest",
        f"{sight.first / 1000:.1f} kB",
        f"{sight.again / 1000:.1f} kB",
        str(sight.requests),
        f"{sight.server:.0f} ms",
        f"{sight.fcp:.0f} ms",
        f"{sight.lcp:.0f} ms",
        f"{sight.shift:.3f}",
    ]


def table(sights: Sequence[Sight]) -> str:
    """Pages as a table."""
    return "\n".join(lines([HEAD, *map(row, sights)], right=range(2, len(HEAD))))


def hang(sights: Sequence[Sight], where: Path) -> None:
    """Write the table, the faults and the sheet of pictures."""
    weighed = [sight for sight in sights if sight.again]
    faults = [f"{named(sight)}: {fault}" for sight in sights for fault in sight.faults]
    said = "\n".join(faults) or "No page has a fault."
    (where.parent / "pages.txt").write_text(f"{table(weighed)}\n\n{said}\n", encoding="utf-8")
    (where / "index.html").write_text(sheet(sights), encoding="utf-8")


def named(sight: Sight) -> str:
    """Which page it is, for a line of text."""
    return f"{sight.entry.name} ({sight.entry.reader or 'guest'}), {sight.width} {sight.scheme}"


def sheet(sights: Sequence[Sight]) -> str:
    """All pictures side by side, each with its figures."""
    figures = []
    for sight in sights:
        said = html.escape(f"{named(sight)} · {sight.first / 1000:.1f} kB · {sight.server:.0f} ms")
        wrong = "".join(f"<br><b>{html.escape(fault)}</b>" for fault in sight.faults)
        path = html.escape(sight.entry.path)
        figures.append(
            f'<figure><a href="{sight.picture}"><img src="{sight.picture}" alt="" loading="lazy"></a>'
            f"<figcaption>{said}<br><code>{path}</code>{wrong}</figcaption></figure>"
        )
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Every page</title><style>'
        "body{font:14px system-ui;display:grid;gap:1rem;"
        "grid-template-columns:repeat(auto-fill,minmax(300px,1fr))}"
        "figure{margin:0}img{inline-size:100%;max-block-size:420px;object-fit:cover;object-position:top;"
        "border:1px solid #999}b{color:#b00}</style>" + "".join(figures)
    )
