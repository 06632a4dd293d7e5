"""``./run test``: the tests in two halves at the same time, which take about as long.

One half is on PostgreSQL; the other has the tests of rules and pace, on SQLite what touches a database once
more, and then the journeys. With arguments it is pytest with these arguments. COVERAGE=1 in the
environment measures what the tests reach.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

from bidplay.services import spawn, stop

TWICE = ("tests/accounts", "tests/actions", "tests/api", "tests/mailroom", "tests/notices", "tests/pages")
"""What is tested on both databases."""
ELSEWHERE = ("tests/rules", "tests/pace", "tests/journeys")
"""What the half on PostgreSQL leaves to the other."""
NO_ROWS = tuple(f"--ignore=tests/mailroom/test_{name}.py" for name in ("corpus", "reading"))
"""What need not be tested on a second database: it touches none."""
HALVES = (
    (tuple(f"--ignore={path}" for path in ELSEWHERE),),
    (("--database", "sqlite", *TWICE, "tests/rules", "tests/pace", *NO_ROWS), ("tests/journeys",)),
)
APART = os.environ | {"COVERAGE_FILE": ".coverage.sqlite"}
"""The second half measures into a file of its own."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
APT = "apt-get -qq update && apt-get -qq install -y --no-install-recommends chromium"


def main(arguments: list[str]) -> int:
    """Run the tests that were asked for; 0 if all is well."""
    if not arguments or any("browser" in argument for argument in arguments):
        find_browser()
    if arguments:
        os.execv(sys.executable, pytest(*arguments))  # noqa: S606
    return everything()


def pytest(*arguments: str) -> list[str]:
    """The command line of pytest, under coverage if that was asked for."""
    measured = ["-m", "coverage", "run", "--append"] if "COVERAGE" in os.environ else []
    return [sys.executable, *measured, "-m", "pytest", *arguments]


def everything() -> int:
    """The whole suite; the lines of the second half are shown when both are done."""
    say("two halves at the same time; the lines of the second come last")
    with tempfile.TemporaryFile() as lines, ThreadPoolExecutor() as pool, ExitStack() as running:
        second = pool.submit(half, HALVES[1], running, stdout=lines, stderr=subprocess.STDOUT, env=APART)
        codes = half(HALVES[0], running)
        codes += second.result()
        lines.seek(0)
        shutil.copyfileobj(lines, sys.stdout.buffer)
    return max(codes)


def half(parts: Sequence[Sequence[str]], running: ExitStack, **options: Any) -> list[int]:
    """Run some parts of the suite, one after the other; how each ended."""
    codes = []
    for arguments in parts:
        process = spawn(pytest(*arguments), last_word=signal.SIGINT, **options)
        running.callback(stop, process, 20, signal.SIGINT)
        codes.append(process.wait())
        if codes[-1] not in (0, 1):
            break  # it was interrupted, or there is nothing to run
    return codes


def find_browser() -> None:
    """Have a Chromium: the machine's, the distribution's where we may install it, or Playwright's."""
    if any(map(shutil.which, BROWSERS)):
        return
    say("installing Chromium for the browser tests")
    ways = [["sh", "-c", APT]] if os.getuid() == 0 and shutil.which("apt-get") else []
    for way in [*ways, [sys.executable, "-m", "playwright", "install", "chromium"]]:
        if subprocess.run(way, check=False, capture_output=True).returncode == 0:
            return
    say("Chromium can't be had here: the browser tests will be skipped")


def say(line: str) -> None:
    """A line in the manner of the run script."""
    print(f"run    | {line}", flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
