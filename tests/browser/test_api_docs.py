"""The page that documents the API, in a browser that is told to load and run nothing from elsewhere."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect


@pytest.mark.django_db(transaction=True)
def test_the_docs_of_the_api_are_shown_and_tried_out(chromium: Browser, live_server: Any) -> None:
    complaints: list[str] = []
    page = chromium.new_page(viewport={"width": 1280, "height": 900})
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(error.message))
    page.goto(f"{live_server.url}/api/v1/docs")
    games = page.locator("#operations-games-games_list")
    expect(games).to_be_visible()
    games.locator(".opblock-summary-control").click()
    games.get_by_role("button", name="Try it out").click()
    games.get_by_role("button", name="Execute").click()
    answer = games.locator(".live-responses-table tbody")
    expect(answer.locator(".response-col_status")).to_contain_text("200")
    expect(answer).to_contain_text("fourbid")
    assert complaints == []
    page.close()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_docs_follow_the_readers_colours(chromium: Browser, live_server: Any, scheme: Any) -> None:
    page = chromium.new_page(color_scheme=scheme)
    page.goto(f"{live_server.url}/api/v1/docs")
    expect(page.locator("#operations-games-games_list")).to_be_visible()
    ink = page.evaluate("getComputedStyle(document.querySelector('.info .title')).color")
    bright = int(ink.split("(")[1].split(",")[0]) > 128
    assert bright == (scheme == "dark"), ink
    page.close()
