"""A real Chromium for what a page does in a browser; without one, the tests are skipped and say why."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, sync_playwright

from tests.browser.gallery.sheet import told

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """The machine's Chromium, or the one that Playwright has installed."""
    # Playwright runs its loop in this thread, which Django takes for code that must not wait for a database.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as playwright:
        installed = Path(playwright.chromium.executable_path)
        path = next(filter(None, map(shutil.which, NAMES)), installed)
        if not Path(path).exists():
            pytest.skip(
                "there is no Chromium: ./run test installs it as root, or playwright install chromium"
            )
        try:
            browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        except Error as error:
            pytest.skip(f"{path} does not start: {error.message.splitlines()[0]}")
        yield browser
        browser.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What the gallery has measured, and where its pictures are."""
    for text in told():
        terminalreporter.write_line(text)
