"""``./run test``: the tests on PostgreSQL and, at the same time, on SQLite those that touch a database; with
these go those of the rules, which touch none.

With arguments it is pytest with these arguments. COVERAGE=1 in the environment measures what the tests reach.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile

from bidplay.services import spawn, stop

ON_SQLITE = ("tests/accounts", "tests/actions", "tests/api", "tests/notices", "tests/pages")
WITHOUT = "tests/rules"
"""Tests that need no database; about as much work as the others have more on PostgreSQL."""
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
    """The whole suite; what runs beside PostgreSQL is shown when both are done."""
    say(f"at the same time {WITHOUT} and, on SQLite, {' '.join(ON_SQLITE)}; their lines come last")
    own_data = os.environ | {"COVERAGE_FILE": ".coverage.sqlite"}
    with tempfile.TemporaryFile() as lines:
        beside = spawn(
            pytest("--database", "sqlite", *ON_SQLITE, WITHOUT),
            last_word=signal.SIGINT,
            stdout=lines,
            stderr=subprocess.STDOUT,
            env=own_data,
        )
        try:
            code = subprocess.run(pytest("--ignore", WITHOUT), check=False).returncode
            beside.wait()
        finally:
            stop(beside, 20, signal.SIGINT)
        lines.seek(0)
        shutil.copyfileobj(lines, sys.stdout.buffer)
    return code or beside.returncode


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
