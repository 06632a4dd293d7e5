"""Web push in a real browser, as far as it goes without the internet: the worker, the note, the click."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from accounts import vapid
from accounts.channels import Channel
from tests.actions.tables import started
from tests.browser.test_playing import Visit, visit
from tests.receivers import Browser

__all__ = ["visit"]
pytestmark = pytest.mark.django_db(transaction=True)
PAGE = "/accounts/beside-mail/"


class Service:
    """A push service that nobody calls."""

    url = "https://push.example.org"


def subscribing(context: BrowserContext) -> Browser:
    """Let the browser's push service answer at once: the real one is on the internet."""
    browser = Browser(Service())  # type: ignore[arg-type]
    told = json.dumps({"endpoint": browser.endpoint, "keys": browser.keys})
    context.add_init_script(
        f"""PushManager.prototype.getSubscription = async () => null;
        PushManager.prototype.subscribe = async (options) => {{
          window.asked = options;
          return {{ toJSON: () => ({told}) }};
        }};"""
    )
    return browser


@pytest.fixture(autouse=True)
def _key(settings: Any) -> None:
    settings.VAPID_PRIVATE_KEY = vapid.new_key()


def pushed(page: Page, told: dict[str, str]) -> None:
    """Deliver a push to the worker of this page, as the browser's push service does."""
    session = page.context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    page.wait_for_timeout(200)
    origin = page.evaluate("location.origin")
    session.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": origin, "registrationId": found[-1], "data": json.dumps(told)},
    )


def notes(page: Page, count: int = 1) -> Any:
    """The notes that the browser shows from this site, once there are so many."""
    ask = """async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(
        ({title, body, tag, lang, data}) => ({title, body, tag, lang, data}));
    }"""
    end = time.monotonic() + 10
    while len(found := page.evaluate(ask)) != count and time.monotonic() < end:
        page.wait_for_timeout(100)
    return found


def test_a_browser_is_added_by_its_button_and_shows_what_is_pushed(visit: Visit) -> None:
    match = started("ann", "bob", game="fourbid")
    page = visit("ann", PAGE)
    browser = subscribing(page.context)
    page.context.grant_permissions(["notifications"])
    page.reload()
    form = page.locator("form[data-push-key]")
    expect(form).to_be_visible()
    expect(page.locator("#push-cannot")).to_be_hidden()
    form.get_by_role("button", name="Show notes in this browser").click()
    expect(page.get_by_role("status").first).to_contain_text("will show you what happens.")
    device = Channel.objects.get()
    assert (device.form, device.kinds) == ("push", ["turn", "reminder", "start", "end", "missed"])
    assert device.name.startswith("Chrome")
    assert browser.endpoint not in page.content()

    note = {
        "title": "Fourbid · Table 7",
        "body": "Turn 2: you owe an order.",
        "lang": "en",
        "tag": match.code,
    }
    url = f"/m/{match.code}/"
    pushed(page, note | {"url": url})
    assert notes(page) == [note | {"data": {"url": url}}]
    pushed(page, note | {"url": url, "body": "Turn 3: you owe an order."})
    page.wait_for_timeout(300)
    assert [one["body"] for one in notes(page)] == ["Turn 3: you owe an order."]  # one note a match

    worker = page.context.service_workers[0]
    opened = worker.evaluate(
        """async () => {
          let opened = null;
          self.clients.openWindow = async (href) => { opened = href; };
          const [notification] = await self.registration.getNotifications();
          self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
          await new Promise((done) => setTimeout(done, 300));
          return opened;
        }"""
    )
    assert opened == page.evaluate("location.origin") + url
    assert notes(page, 0) == []


def test_who_has_refused_notes_is_told_so(visit: Visit) -> None:
    page = visit("ann", PAGE)
    subscribing(page.context)
    page.add_init_script("Notification.requestPermission = async () => 'denied';")
    page.reload()
    page.get_by_role("button", name="Show notes in this browser").click()
    expect(page.locator("#push-refused")).to_be_visible()
    assert Channel.objects.count() == 0


def test_a_push_service_that_is_away_is_told_of(visit: Visit) -> None:
    page = visit("ann", PAGE)
    page.context.grant_permissions(["notifications"])
    page.add_init_script("PushManager.prototype.subscribe = async () => { throw new Error('away'); };")
    page.reload()
    page.get_by_role("button", name="Show notes in this browser").click()
    expect(page.locator("#push-failed")).to_be_visible()


def test_a_browser_without_push_says_so(visit: Visit) -> None:
    page = visit("ann", PAGE)
    page.add_init_script("delete window.PushManager;")
    page.reload()
    expect(page.locator("#push-cannot")).to_be_visible()
    expect(page.locator("form[data-push-key]")).to_be_hidden()
