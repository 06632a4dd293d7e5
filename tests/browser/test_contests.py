"""Contests in a real browser: no barrier for anybody, nothing sticks out on a phone, no script needed."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, Page

from games.models import Contest
from games.rules import GAMES
from tests.actions.contests.cups import begun, called, entered, plan_of, played
from tests.actions.toy import Hush
from tests.pages.visits import person

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = ("ann", "bartholomew-the-second-of-his-name", "cid", "dan", "eve", "fay", "gus")


@pytest.fixture(autouse=True)
def hush(monkeypatch: pytest.MonkeyPatch) -> None:
    """The small game that contests of tests are held in."""
    monkeypatch.setitem(GAMES, "hush", Hush())


def opened(chromium: Browser, server: Any, name: str, path: str, width: int, **options: Any) -> Page:
    """A page as somebody who is signed in sees it."""
    context = chromium.new_context(base_url=server.url, viewport={"width": width, "height": 800}, **options)
    client = Client()
    client.force_login(person(name))
    value = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": value, "url": server.url}])
    page = context.new_page()
    page.set_default_timeout(30_000)
    page.goto(path)
    return page


def barriers(page: Page) -> list[str]:
    """What a checker finds, each with its first place."""
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html']}" for one in found]


def cup() -> Contest:
    """A Swiss after two rounds, and a knock-out after one."""
    played(begun(*NAMES, plan=plan_of("knockout"), name="Winter Cup"), rounds=1)
    return played(begun(*NAMES, plan=plan_of("swiss", rounds=4)), rounds=2)


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1280, "light")])
def test_pages_of_contests_have_no_barrier_and_fit_the_screen(
    chromium: Browser, live_server: Any, width: int, scheme: str
) -> None:
    swiss = cup()
    winter = Contest.objects.get(name="Winter Cup")
    now = timezone.now()
    spring = entered(
        called(plan_of("swiss"), name="Open", now=now, starts_at=now + datetime.timedelta(days=2)), "bob"
    )
    key = swiss.entries.get(user__username="ann").pk
    at = swiss.get_absolute_url()
    paths = ["/contests/", "/contests/new/", at, spring.get_absolute_url(), f"{at}standings/"]
    paths += [f"{at}crosstable/1/1/", f"{at}rounds/1/1/1/", f"{at}entries/{key}/"]
    paths += [f"/c/{winter.code}/bracket/1/1/"]
    page = opened(chromium, live_server, "ann", paths[0], width, color_scheme=scheme)
    for path in paths:
        page.goto(path)
        assert barriers(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
    page.context.close()


def test_somebody_enters_by_keyboard_and_without_scripts(chromium: Browser, live_server: Any) -> None:
    now = timezone.now()
    contest = called(plan_of("swiss"), now=now, starts_at=now + datetime.timedelta(days=2))
    page = opened(chromium, live_server, "ann", contest.get_absolute_url(), 360, java_script_enabled=False)
    page.get_by_text("A fair deal").click()
    page.get_by_label("Your public word").fill("plum")
    page.get_by_role("button", name="Enter", exact=True).press("Enter")
    page.get_by_role("heading", name="You take part").wait_for()
    assert contest.entries.get().word == "plum"
    page.context.close()


def test_of_the_numbers_of_all_formats_only_those_of_the_chosen_one_are_in_sight(
    chromium: Browser, live_server: Any
) -> None:
    page = opened(chromium, live_server, "ann", "/contests/new/?game=bid_chess", 1280)
    legs, rounds, reach = (page.locator(f"[name={name}]") for name in ("legs", "rounds", "reach"))
    page.locator("[name=format]").select_option("swiss")
    assert (legs.is_visible(), rounds.is_visible(), reach.is_visible()) == (False, True, False)
    page.locator("[name=format]").select_option("ladder")
    assert (legs.is_visible(), rounds.is_visible(), reach.is_visible()) == (False, False, True)
    page.context.close()
