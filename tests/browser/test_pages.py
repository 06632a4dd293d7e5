"""Pages as a browser sees them: nothing is blocked, nothing fails, nothing sticks out on a small screen."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

WIDTHS = (360, 1280)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(
    "path", ["/", "/games/", "/games/fourbid/", "/matches/", "/accounts/signup/", "/accounts/login/"]
)
def test_a_page_breaks_no_rule_of_its_own_and_fits_the_screen(
    chromium: Browser, live_server: Any, path: str, width: int
) -> None:
    complaints: list[str] = []
    page = chromium.new_page(viewport={"width": width, "height": 800})
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(error.message))
    answer = page.goto(live_server.url + path)
    assert answer is not None
    assert answer.status == 200
    page.wait_for_load_state("load")
    assert complaints == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.close()
