"""Looking at a page in Chromium: how it looks and comes, what it weighs, and what is wrong with it."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Error, Page

from accounts.models import User
from tests.browser.gallery.entries import Entry

Scheme = Literal["light", "dark"]
HEIGHTS = {1280: 900, 768: 1024, 360: 740}
UNSEEN = 0.002
"""So little of a shift is a rounding of widths, and nobody sees it."""
OF_THE_LOOK = [
    "color-contrast",
    "link-in-text-block",
    "target-size",
    "scrollable-region-focusable",
    "aria-hidden-focus",
]
"""The rules of the checker that hang on width or scheme."""
WATCH = """
  window.seen = {shift: 0, moved: [], fcp: 0, lcp: 0, refused: []};
  document.addEventListener("securitypolicyviolation", (event) =>
    seen.refused.push(`${event.violatedDirective}: ${event.blockedURI}`));
  const name = (node) => node ? node.nodeName.toLowerCase() + (node.id ? "#" + node.id : "")
    + (typeof node.className === "string" && node.className ? "." + node.className : "") : "?";
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) {
    seen.shift += entry.value; seen.moved.push(...entry.sources.map((source) => name(source.node)));
  } }).observe({type: "layout-shift", buffered: true});
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) seen.lcp = entry.startTime; })
    .observe({type: "largest-contentful-paint", buffered: true});
  new PerformanceObserver((list) => { for (const entry of list.getEntriesByName("first-contentful-paint"))
    seen.fcp = entry.startTime; }).observe({type: "paint", buffered: true});
"""
SETTLED = """async () => {
  await new Promise((done) => setTimeout(done, 60));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const [one] = performance.getEntriesByType("navigation");
  return {...seen, wide: document.documentElement.scrollWidth - innerWidth,
    server: one.responseEnd - one.requestStart};
}"""


@dataclass
class Sight:
    """What was seen of one page at one width in one scheme."""

    entry: Entry
    width: int
    scheme: Scheme
    picture: str
    first: int = 0
    again: int = 0
    requests: int = 0
    server: float = 0.0
    shift: float = 0.0
    fcp: float = 0.0
    lcp: float = 0.0
    faults: list[str] = field(default_factory=list)


class Wire:
    """What goes over the wire to one page of the browser, as the browser counts it."""

    def __init__(self, page: Page) -> None:
        self.bytes = self.requests = 0
        self.session = page.context.new_cdp_session(page)
        self.session.send("Network.enable")
        self.session.on("Network.requestWillBeSent", self._asked)
        self.session.on("Network.loadingFinished", self._came)

    def begin(self, cold: bool) -> None:
        """Count from now on, with nothing in the browser's cache if it shall be ``cold``."""
        if cold:
            self.session.send("Network.clearBrowserCache")
        self.bytes = self.requests = 0

    def _asked(self, event: dict[str, Any]) -> None:
        self.requests += event["request"]["url"].startswith("http")

    def _came(self, event: dict[str, Any]) -> None:
        self.bytes += int(event["encodedDataLength"])


class Eyes:
    """One reader at one width in one scheme, who goes from page to page."""

    def __init__(self, browser: Browser, base: str, reader: str, width: int, scheme: Scheme) -> None:
        self.base, self.width, self.scheme = base, width, scheme
        size: Any = {"width": width, "height": HEIGHTS[width]}
        self.context = browser.new_context(
            base_url=base, viewport=size, color_scheme=scheme, reduced_motion="reduce", locale="en-GB"
        )
        self.context.add_cookies([{"name": "zone", "value": "UTC", "url": base}])
        if reader:
            self.context.add_cookies([signed_in(reader, base)])
        self.context.add_init_script(WATCH)
        self.page = self.context.new_page()
        self.page.set_default_timeout(20_000)
        self.wire = Wire(self.page)
        self.complaints: list[str] = []
        self.page.on("console", self._told)
        self.page.on("pageerror", lambda error: self.complaints.append(f"script: {error.message}"))
        self.page.on("response", self._came)
        self.path = ""

    def close(self) -> None:
        """Look no more."""
        self.context.close()

    def look(self, entry: Entry, folder: Path, weigh: bool) -> Sight:
        """Visit a page, keep a picture of it, and say what is wrong."""
        sight = Sight(entry, self.width, self.scheme, picture_of(entry, self.width, self.scheme))
        self.complaints, self.path = [], entry.path
        self.wire.begin(cold=weigh)
        try:
            answer = self.page.goto(entry.path, wait_until="load")
        except Error as error:
            sight.faults.append(error.message.partition("\n")[0])
            return sight
        found = self.page.evaluate(SETTLED)
        sight.first, sight.requests = self.wire.bytes, self.wire.requests
        for name in ("server", "shift", "fcp", "lcp"):
            setattr(sight, name, found[name])
        self.page.screenshot(path=folder / sight.picture, full_page=True)
        status = answer.status if answer else 0
        if status != entry.status:
            sight.faults.append(f"answers {status}")
        if at(self.page.url) != at(self.base + entry.path):
            sight.faults.append(f"goes on to {self.page.url.removeprefix(self.base)}")
        if found["wide"] > 0:
            sight.faults.append(f"{found['wide']} pixels too wide")
        if found["shift"] > UNSEEN and not entry.moves:
            sight.faults.append(f"shifts by {found['shift']:.4f}: {', '.join(found['moved'][:4])}")
        sight.faults += [f"refused by the policy: {one}" for one in found["refused"]]
        sight.faults += self.complaints + (self.barriers(whole=weigh) if entry.ours else [])
        if weigh:
            self.wire.begin(cold=False)
            self.page.goto(entry.path, wait_until="load")
            self.page.wait_for_timeout(30)
            sight.again = self.wire.bytes
        return sight

    def barriers(self, whole: bool) -> list[str]:
        """What a checker of accessibility finds, with everything unfolded.

        What hangs on neither width nor scheme is looked at once, where ``whole`` is asked for.
        """
        self.page.locator("details").evaluate_all("all => all.forEach(one => one.open = true)")
        options: dict[str, Any] = {"resultTypes": ["violations"]}
        if not whole:
            options["runOnly"] = {"type": "rule", "values": OF_THE_LOOK}
        found = Axe().run(self.page, options=options).response["violations"]
        wide = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        more = [f"{wide} pixels too wide when unfolded"] if wide > 0 else []
        return more + [
            f"axe {one['id']}: {one['nodes'][0]['html'][:160]} ({len(one['nodes'])} times): "
            + one["nodes"][0]["failureSummary"].replace("\n", " ")[:240]
            for one in found
        ]

    def _told(self, message: Any) -> None:
        ours = "Blocked script execution" in message.text  # this very observer, in the frame of a mail
        if message.type == "error" and not ours and not self._is_its_own(message.location.get("url", "")):
            self.complaints.append(f"console: {message.text[:200]}")

    def _came(self, response: Any) -> None:
        if response.status >= 400 and not self._is_its_own(response.url):
            self.complaints.append(f"{response.status} for {response.url.removeprefix(self.base)}")

    def _is_its_own(self, url: str) -> bool:
        """Whether this is the page itself, whose status is looked at elsewhere."""
        return url == self.base + self.path


def at(url: str) -> str:
    """The path of an address."""
    return re.sub(r"^https?://[^/]*|[?#].*", "", url)


def picture_of(entry: Entry, width: int, scheme: str) -> str:
    """The name of the picture of a page."""
    name = re.sub(r"\W+", "-", f"{entry.name} {entry.reader or 'guest'}").strip("-")
    return f"{name}-{width}-{scheme}.png"


def signed_in(name: str, base: str) -> Any:
    """The cookie of somebody who has just signed in with a password."""
    client = Client()
    client.force_login(User.objects.get(username=name))
    session = client.session
    just_now = {"method": "password", "at": time.time() + 3600, "reauthenticated": True}
    session["account_authentication_methods"] = [just_now | {"username": name}]
    session["account_authentication_methods_user"] = str(client.session["_auth_user_id"])
    session.save()
    value = client.cookies[settings.SESSION_COOKIE_NAME].value
    return {"name": settings.SESSION_COOKIE_NAME, "value": value, "url": base}
