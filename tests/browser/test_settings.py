"""What people set about themselves, by the pages alone: words, times, mail, programs, days off."""

from __future__ import annotations

import datetime
import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from tests.browser.test_playing import PHONE, Visit, visit
from tests.pages.visits import person

__all__ = ["visit"]
pytestmark = pytest.mark.django_db(transaction=True)


def test_language_zone_and_mails_are_chosen_and_hold_on_every_page(visit: Visit) -> None:
    page = visit("ann", "/accounts/settings/")
    page.get_by_label("Time zone").select_option("Europe/Sofia")
    page.locator("#id_language").select_option("pl")
    page.locator("[name=way_talk][value=off]").check()
    page.locator("[name=way_result][value=digest]").check()
    page.get_by_label("Quiet hours from").fill("22:00")
    page.get_by_label("Quiet hours until").fill("07:00")
    page.get_by_role("button", name="Keep").click()
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    page.goto("/matches/")
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    expect(page.locator(".foot")).to_contain_text("Europe/Sofia")
    ann = User.objects.get(username="ann")
    assert (ann.zone, ann.language, ann.mail_off, ann.mail_digest) == (
        "Europe/Sofia",
        "pl",
        ["talk"],
        ["result"],
    )
    assert (ann.quiet_from, ann.quiet_until) == (datetime.time(22), datetime.time(7))


def test_a_token_is_shown_once_works_and_is_taken_back(visit: Visit) -> None:
    page = visit("ann", "/accounts/tokens/", PHONE)
    page.get_by_label("What is it for?").fill("my bot")
    page.get_by_role("button", name="Make a token").click()
    token = page.locator("#token").inner_text()
    asked = page.context.request
    me = asked.get("/api/v1/me", headers={"Authorization": f"Token {token}"})
    assert (me.status, me.json()["username"]) == (200, "ann")
    page.goto("/accounts/tokens/")
    assert token not in page.content()
    page.get_by_role("button", name=re.compile("Take back")).click()
    expect(page.get_by_text("You have no tokens.")).to_be_visible()
    assert asked.get("/api/v1/me", headers={"Authorization": f"Token {token}"}).status == 401


def test_a_vacation_is_booked_and_called_off(visit: Visit) -> None:
    page = visit("ann", "/accounts/vacations/")
    today = timezone.now().date()
    page.get_by_label("First day").fill(f"{today + datetime.timedelta(days=3)}")
    page.get_by_label("Last day").fill(f"{today + datetime.timedelta(days=5)}")
    page.get_by_role("button", name="Book").click()
    expect(page.get_by_text("Your vacation is booked.")).to_be_visible()
    assert person("ann").vacations.count() == 1
    page.locator("main table button").first.click()
    expect(page.locator("main table button")).to_have_count(0)


def test_a_webhook_is_added_and_a_calendar_made_and_removed(visit: Visit) -> None:
    page = visit("ann", "/accounts/beside-mail/")
    page.get_by_role("button", name="Make an address").first.click()
    expect(page.locator("main")).to_contain_text(re.compile("/calendar/.+\\.ics"))
    page.get_by_text("A new webhook").click()
    page.locator("form[action$='/hooks/'] [name=address]").fill("https://hooks.example.org/bidplay")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("main")).to_contain_text("hooks.example.org")
    page.get_by_role("button", name="Remove the address").click()
    expect(page.locator("main")).not_to_contain_text(re.compile("/calendar/.+\\.ics"))
