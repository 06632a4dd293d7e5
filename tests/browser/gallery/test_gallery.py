"""Every page of the site, looked at: nothing is forgotten, and none has a fault that a browser can find."""

from __future__ import annotations

import os
from itertools import groupby

import pytest
from django.test import RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver, resolve
from django.urls.converters import IntConverter
from playwright.sync_api import Browser

from accounts.models import User
from tests.browser.gallery.entries import NO_PAGES, Entry, entries
from tests.browser.gallery.looking import Eyes, Scheme
from tests.browser.gallery.rows import sown
from tests.browser.gallery.sheet import folder, hang, named, table, tell
from tests.browser.served import serving

pytestmark = pytest.mark.django_db(transaction=True)

FEW: tuple[tuple[int, Scheme], ...] = ((1280, "light"), (360, "dark"))
ALL: tuple[tuple[int, Scheme], ...] = tuple(
    (width, scheme)
    for width in (1280, 768, 360)
    for scheme in ("light", "dark")  # type: ignore[misc]
)
FULL = os.environ.get("GALLERY") == "full"
"""Every page at three widths and in both schemes; else those that differ, at two."""
LIGHT = 100_000
"""The first visit to a match page takes fewer bytes than this."""


def test_every_page_is_listed_so_that_none_is_forgotten() -> None:
    seen = {route_of(entry) for entry in entries(sown())}
    routes = named_routes()
    sent = {name for name, pattern in routes.items() if is_sent_to(pattern)}
    assert set(routes) - sent - seen == set(NO_PAGES)


def named_routes(resolver: URLResolver | None = None) -> dict[str, URLPattern]:
    """The routes of the site by name; those of programs and of the host's admin are no pages."""
    found: dict[str, URLPattern] = {}
    for one in (resolver or get_resolver()).url_patterns:
        if isinstance(one, URLPattern):
            found[str(one.name)] = one
        elif one.namespace is None:
            found |= named_routes(one)
    return found


def route_of(entry: Entry) -> str:
    """The name of the route that an entry shows, if it is one."""
    path = entry.path.partition("?")[0]
    return "" if entry.status != 200 and path == "/nowhere/" else str(resolve(path).url_name)


def is_sent_to(pattern: URLPattern) -> bool:
    """Whether a route answers to POST alone."""
    request = RequestFactory().get("/")
    request.user = User.objects.get(username="newcomer")
    values = {
        key: 1 if isinstance(converter, IntConverter) else "x"
        for key, converter in pattern.pattern.converters.items()
    }
    try:
        return bool(pattern.callback(request, **values).status_code == 405)
    except Exception:  # it has read the request, so it does not mind how that was sent
        return False


def is_wanted(entry: Entry) -> bool:
    """Whether a page is looked at in this run; ``PAGES`` in the environment has parts of their names."""
    wanted = [part for part in os.environ.get("PAGES", "").split(",") if part]
    return any(part in entry.name for part in wanted) if wanted else entry.often or FULL


def test_no_page_has_a_fault_that_a_browser_finds(chromium: Browser) -> None:
    where, sights = folder(), []
    with serving() as base:
        for old in where.glob("*.png"):
            old.unlink()
        listed = [entry for entry in entries(sown()) if is_wanted(entry)]
        listed.sort(key=lambda entry: entry.reader)
        for width, scheme in ALL if FULL else FEW:
            for reader, pages in groupby(listed, key=lambda entry: entry.reader):
                eyes = Eyes(chromium, base, reader, width, scheme)
                sights += [eyes.look(page, where, weigh=(width, scheme) == FEW[0]) for page in pages]
                eyes.close()
                hang(sights, where)  # so that a run that is stopped leaves something, too
    told = [sight for sight in sights if sight.again and sight.entry.name.startswith("match ")]
    tell(f"pictures and figures of {len(listed)} pages: {where.parent}/pages.txt and {where}/index.html")
    tell(table(told))
    heavy = [named(one) for one in told if one.first >= LIGHT]
    assert [f"{named(sight)}: {fault}" for sight in sights for fault in sight.faults] == []
    assert heavy == []
