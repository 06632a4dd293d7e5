"""Prints what a benchmark run found as one plain table, and writes the same as JSON."""

from __future__ import annotations

import datetime
import json
import os
import platform
import textwrap
from collections.abc import Sequence
from pathlib import Path

from tests.benchmarks.goals import Count, Figure, Findings

WIDTH = 118


def number(value: float | None) -> str:
    """A figure with about three digits."""
    if value is None:
        return "–"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def lines(rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> list[str]:
    """Rows as aligned columns; those numbered in ``right`` end flush."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def figure_row(figure: Figure) -> list[str]:
    """One line of the table of figures."""
    middle = figure.middle
    return [
        figure.name,
        figure.goal.what + (f", {figure.where}" if figure.where else ""),
        number(figure.value),
        number(figure.goal.floor),
        number(figure.goal.goal),
        figure.goal.verdict(figure.value),
        f"{number(middle.low)} .. {number(middle.high)}" if middle else "",
        number(figure.control),
    ]


def count_row(count: Count) -> list[str]:
    """One line of the table of counts."""
    limit = f"{count.least} .. {count.most}" if count.least else f"at most {count.most}"
    if count.least == count.most:
        limit = f"exactly {count.most}"
    return [count.name, count.what, f"{count.found:,}", limit, "holds" if count.holds else "BROKEN"]


def text(found: Findings) -> str:
    """The whole table."""
    out: list[str] = []
    if found.figures:
        head = ["", "figure (ratios: ours ÷ peer)", "found", "floor", "goal", "", "middle half", "control"]
        rows = lines([head, *map(figure_row, found.figures)], right=(2, 3, 4, 7))
        out.append(rows[0])
        for figure, row in zip(found.figures, rows[1:], strict=True):
            out.append(row)
            out += _remarks(figure)
    if found.counts:
        head = ["", "count", "found", "limit", ""]
        out += ["", *lines([head, *map(count_row, found.counts)], right=(2,))]
    return "\n".join([*out, *(f"skipped: {reason}" for reason in found.skipped)])


def _remarks(figure: Figure) -> list[str]:
    remarks = [figure.told] if figure.told else []
    if figure.goal.verdict(figure.value) != "goal met" and figure.goal.why:
        remarks.append(f"why: {figure.goal.why}")
    return [
        line
        for remark in remarks
        for line in textwrap.wrap(remark, WIDTH, initial_indent="      ", subsequent_indent="           ")
    ]


def document(found: Findings, seconds: float, *, quick: bool) -> dict[str, object]:
    """The same as plain values."""
    return {
        "made_at": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "seconds": round(seconds),
        "quick": quick,
        "machine": {
            "cores": os.cpu_count(),
            "load": os.getloadavg()[0],
            "python": platform.python_version(),
            "system": platform.platform(),
        },
        "figures": [
            {
                "name": figure.name,
                "what": figure.goal.what,
                "where": figure.where,
                "value": figure.value,
                "floor": figure.goal.floor,
                "goal": figure.goal.goal,
                "verdict": figure.goal.verdict(figure.value),
                "middle_half": [figure.middle.low, figure.middle.high] if figure.middle else None,
                "control": figure.control,
                "told": figure.told,
            }
            for figure in found.figures
        ],
        "counts": [
            {
                "name": count.name,
                "what": count.what,
                "found": count.found,
                "least": count.least,
                "most": count.most,
                "holds": count.holds,
            }
            for count in found.counts
        ],
        "skipped": found.skipped,
    }


def write(path: Path, values: dict[str, object]) -> None:
    """Keep a run as JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(values, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
