"""Playing in a real browser: by clicks, without scripts, by keyboard, on a phone; and a checker's word."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, Locator, Page, expect

from games.actions import orders, seats
from games.links import order_token
from games.models import Match, Order
from games.rules import GAMES
from tests.actions.tables import opened, started
from tests.pages.visits import finished, open_turn, pass_turn, person, running, waiting

pytestmark = pytest.mark.django_db(transaction=True)

ARTEFACTS = Path(settings.BASE_DIR) / "artefacts"
PHONE = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 900}
Visit = Callable[..., Page]


@pytest.fixture
def visit(chromium: Browser, live_server: Any) -> Iterator[Visit]:
    """Opens pages for a person, signed in; ``visit("ann", path, …)`` with options of the browser."""
    contexts = []

    def open_page(name: str, path: str, viewport: Any = None, **options: Any) -> Page:
        context = chromium.new_context(base_url=live_server.url, viewport=viewport or DESK, **options)
        contexts.append(context)
        if name:
            client = Client()
            client.force_login(person(name))
            value = client.cookies[settings.SESSION_COOKIE_NAME].value
            context.add_cookies(
                [{"name": settings.SESSION_COOKIE_NAME, "value": value, "url": live_server.url}]
            )
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()


def card(page: Page, name: str) -> Locator:
    """The card of the hand that can be picked."""
    return page.get_by_role("checkbox", name=name, exact=True)


def test_a_match_against_a_bot_is_opened_and_played_by_clicks(visit: Visit) -> None:
    page = visit("ann", "/matches/new/")
    page.get_by_label("Bots among them").select_option("1")
    page.get_by_label("Name of the table").fill("First steps")
    assert len(page.get_by_label("Your public word").input_value()) == 12
    page.get_by_role("button", name="Open the match").click()
    expect(page.get_by_role("heading", name="First steps")).to_be_visible()
    card(page, "king of spades").check()
    card(page, "2 of spades").check()
    assert card(page, "ace of spades").is_disabled()
    page.get_by_role("button", name="Seal this order").click()
    expect(page.get_by_text("Your order was played at once.")).to_be_visible()
    expect(page.get_by_role("heading", name="The last turn")).to_be_visible()
    expect(page.get_by_text("K 2", exact=True)).to_be_visible()
    assert Match.objects.get().turns.count() == 2


def test_a_refused_order_is_said_without_losing_what_was_chosen(visit: Visit) -> None:
    match = running("ann", "bob")
    page = visit("ann", match.get_absolute_url())
    card(page, "king of spades").check()
    card(page, "3 of spades").check()
    page.get_by_role("button", name="Seal this order").click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("15")
    expect(alert).to_be_focused()
    expect(card(page, "king of spades")).to_be_checked()
    assert page.url.endswith(match.get_absolute_url())


def test_an_order_is_changed_and_taken_back(visit: Visit) -> None:
    match = running("ann", "bob")
    page = visit("ann", match.get_absolute_url())
    card(page, "queen of spades").check()
    page.get_by_role("button", name="Seal this order").click()
    expect(page.get_by_role("heading", name="Your sealed order")).to_be_visible()
    page.get_by_text("Change it", exact=True).click()
    card(page, "queen of spades").uncheck()
    card(page, "jack of spades").check()
    page.get_by_role("button", name="Seal the new order").click()
    expect(page.get_by_text("Version 2. Nobody")).to_be_visible()
    page.get_by_role("button", name="Take it back").click()
    expect(page.get_by_role("heading", name="Your order", exact=True)).to_be_visible()
    assert orders.own_order(person("ann"), open_turn(match)) is None


def test_everything_works_without_scripts(visit: Visit) -> None:
    match = waiting("bob")
    page = visit("ann", match.get_absolute_url(), java_script_enabled=False)
    page.get_by_role("button", name="Join").click()
    card(page, "king of hearts").check()
    card(page, "2 of hearts").check()
    page.get_by_label("low, choice 1").select_option("best")
    page.get_by_role("button", name="Seal this order").click()
    expect(page.get_by_text("K 2; low best")).to_be_visible()
    page.get_by_label("Say something").fill("Good luck!")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("Good luck!")).to_be_visible()
    page.get_by_text("Resign…").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.get_by_text("The match is over. bob wins.")).to_be_visible()
    page.get_by_role("link", name="Check the record").click()
    expect(page.get_by_text("Everything fits.")).to_be_visible()


def test_a_bid_is_made_with_the_keyboard_alone(visit: Visit) -> None:
    match = running("ann", "bob")
    page = visit("ann", match.get_absolute_url())
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    wanted = card(page, "queen of spades")
    for _step in range(60):
        page.keyboard.press("Tab")
        if wanted.evaluate("card => card === document.activeElement"):
            break
    outline = wanted.evaluate("card => getComputedStyle(card.closest('label')).outlineStyle")
    assert outline == "solid"
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Your sealed order")).to_be_visible()
    assert orders.own_order(person("ann"), open_turn(match)) == "Q"


def test_news_arrive_by_themselves_while_others_play(visit: Visit) -> None:
    match = running("ann", "bob", pace={"interval": 600})
    orders.submit(person("ann"), match.code, 1, "K", timezone.now(), "web")
    page = visit("ann", match.get_absolute_url())
    expect(page.get_by_text("Turn 1").first).to_be_visible()
    orders.submit(person("bob"), match.code, 1, "3", timezone.now(), "web")
    expect(page.get_by_role("heading", name="The last turn")).to_be_visible()
    expect(page).to_have_title(f"Your turn: {match.title} · {settings.SITE_NAME}")
    card(page, "queen of spades").check()
    page.get_by_role("button", name="Seal this order").click()
    expect(page.get_by_role("heading", name="Your sealed order")).to_be_visible()


def test_news_wipe_out_nothing_that_is_being_filled_in(visit: Visit) -> None:
    match = running("ann", "bob", "cid", pace={"interval": 600})
    orders.submit(person("ann"), match.code, 1, "K", timezone.now(), "web")
    page = visit("ann", match.get_absolute_url())
    page.get_by_text("Change it", exact=True).click()
    card(page, "queen of spades").check()
    orders.submit(person("bob"), match.code, 1, "3", timezone.now(), "web")
    page.wait_for_timeout(3_000)
    expect(card(page, "queen of spades")).to_be_checked()
    expect(page.get_by_text("order is in", exact=True)).to_have_count(1)


def test_news_fold_up_nothing_that_is_being_read(visit: Visit) -> None:
    match = running("ann", "bob", "cid", pace={"interval": 600})
    page = visit("", match.get_absolute_url())
    page.get_by_text("The position as text").click()
    orders.submit(person("bob"), match.code, 1, "3", timezone.now(), "web")
    expect(page.get_by_text("order is in", exact=True)).to_have_count(1)
    expect(page.get_by_text("hand: 2S 3S")).to_be_visible()


def test_the_button_of_a_mail_takes_an_order_from_a_phone(visit: Visit) -> None:
    match = running("ann", "bob")
    slot = Order.objects.select_related("seat").get(seat__user=person("ann"))
    page = visit("", f"/o/{order_token(slot)}/", PHONE)
    card(page, "10 of spades").check()
    page.get_by_role("button", name="Seal this order").click()
    expect(page.get_by_role("heading", name="Your order is in")).to_be_visible()
    assert orders.own_order(person("ann"), open_turn(match)) == "10"
    assert page.context.cookies() == [] or {c["name"] for c in page.context.cookies()} == {"zone"}


def tables() -> dict[str, tuple[str, str]]:
    """The main pages with much on them: by name who looks and where."""
    played = running("ann", "bob", "cid", bots=1, name="Thursday at the club", pace={"misses": 20})
    pass_turn(played, 3)  # in more the bot might get a line
    seats.say(person("bob"), played, "Good luck, everyone!", timezone.now())
    ordered = running("ann", "bob", name="A line with a very long name that goes on and on and on")
    orders.submit(person("ann"), ordered.code, 1, "K 2; low best; ask", timezone.now(), "web")
    over = finished("ann", "bob", name="The last one")
    open_match = waiting("bob", 4, name="Come in")
    link = order_token(
        Order.objects.select_related("seat").get(turn=open_turn(played), seat__user=person("ann"))
    )
    return {
        "home": ("", "/"),
        "dashboard": ("ann", "/"),
        "lobby": ("", "/matches/"),
        "new": ("ann", "/matches/new/"),
        "bidder": ("ann", played.get_absolute_url()),
        "ordered": ("ann", ordered.get_absolute_url()),
        "guest": ("", played.get_absolute_url()),
        "over": ("ann", over.get_absolute_url()),
        "open": ("ann", open_match.get_absolute_url()),
        "turn": ("", f"/m/{played.code}/turn/3/"),
        "check": ("", f"/m/{over.code}/check/"),
        "rules": ("", "/games/fourbid/"),
        "person": ("", "/people/ann/"),
        "link": ("", f"/o/{link}/"),
        "lost": ("", "/nowhere/"),
    }


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_the_main_pages_fit_and_a_checker_of_accessibility_finds_nothing(
    visit: Visit, size: dict[str, int], scheme: Any
) -> None:
    ARTEFACTS.mkdir(exist_ok=True)
    faults = []
    for name, (reader, path) in tables().items():
        page = visit(reader, path, size, color_scheme=scheme, reduced_motion="reduce")
        page.locator("details").evaluate_all("all => all.forEach(one => one.open = true)")
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > size["width"]:
            faults.append(f"{name}: {width} pixels wide")
        faults += [
            f"{name}: {found['id']}: {found['nodes'][0]['html'][:200]}: {found['nodes'][0]['failureSummary']}"
            for found in Axe().run(page).response["violations"]
        ]
        page.screenshot(path=ARTEFACTS / f"{name}-{size['width']}-{scheme}.png", full_page=True)
        page.context.close()
    assert faults == []


def test_a_cell_is_chosen_by_clicking_it_on_the_board(visit: Visit) -> None:
    match = opened("ann", 1, game="foursquare", now=timezone.now())
    page = visit("ann", match.get_absolute_url(), PHONE)
    spot = page.locator(".board [data-pick=d5]")
    assert spot.evaluate("spot => spot.querySelector('.cell').getBoundingClientRect().width") > 40
    spot.click()
    choice = page.get_by_role("radio", name="d5", exact=True)
    expect(choice).to_be_checked()
    expect(choice).to_be_focused()
    page.get_by_role("radio", name="e4", exact=True).check(force=True)
    expect(spot).not_to_have_class(re.compile("picked"))
    expect(page.locator(".board [data-pick=e4]")).to_have_class(re.compile("picked"))
    spot.click()
    page.keyboard.press("Enter")
    expect(page.get_by_text("goes to d5.")).to_be_visible()


def test_a_field_of_other_moves_is_out_of_sight_and_needs_no_script(visit: Visit) -> None:
    match = started("ann", "bob", game="bid_n_bet", now=timezone.now())
    name = open_turn(match).orders.get().seat.user.username
    page = visit(name, match.get_absolute_url(), java_script_enabled=False)
    horse = page.get_by_label("the horse for Advance, Back or two lengths", exact=True)
    bet = page.get_by_label("colour and dollars for Must bet, also if a Gamble Card says so", exact=True)
    expect(page.get_by_text("Only for 1.")).to_be_visible()
    expect(page.get_by_text("Only for 2, 3.")).to_be_visible()
    horse.select_option("red")
    page.get_by_role("radio", name="Free card").check(force=True)
    expect(horse).to_be_hidden()
    expect(bet).to_be_hidden()
    page.get_by_role("button", name="Seal this order").click()
    expect(page.get_by_role("listitem").filter(has_text="takes a Bid Card")).to_be_visible()


def test_boxes_to_tick_keep_their_size_beside_words_that_wrap(visit: Visit) -> None:
    page = visit("ann", "/accounts/beside-mail/", PHONE)
    page.get_by_text("A new webhook").click()
    sizes = page.eval_on_selector_all(
        ".tick input", "boxes => boxes.map(box => box.getBoundingClientRect().width).filter(Boolean)"
    )
    assert len(sizes) > 1
    assert len(set(sizes)) == 1


def test_on_a_desk_the_longest_choice_about_captains_and_seats_left_can_be_read(visit: Visit) -> None:
    page = visit("ann", "/matches/new/?game=bid_n_bet")
    page.get_by_text("Teams: several people at one seat").click()
    for name in ("captain", "deserted"):
        has, needs = page.eval_on_selector(
            f"select[name={name}]",
            "box => { const has = box.offsetWidth; box.style.inlineSize = 'max-content';"
            " return [has, box.offsetWidth]; }",
        )
        assert needs <= has, name


PARTS = {
    "A turn lasts at most": "interval",
    "A clock gains": "bank",
    "Turns end at": "slot",
    "Grace": "grace",
}
"""A field of each part of a pace, and of which kind it is."""


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "none"])
def test_only_the_fields_of_the_chosen_pace_are_in_sight(visit: Visit, scripts: bool) -> None:
    page = visit("ann", "/matches/new/", java_script_enabled=scripts)
    seen = {}
    for kind in ("interval", "slot", "bank"):
        page.get_by_label("Time", exact=True).select_option(kind)
        seen[kind] = [part for label, part in PARTS.items() if page.get_by_label(label).is_visible()]
    assert seen == {
        "interval": ["interval", "grace"],
        "slot": ["slot", "grace"],
        "bank": ["interval", "bank"],
    }


def test_a_match_with_slots_and_days_off_is_opened_without_scripts(visit: Visit) -> None:
    page = visit("ann", "/matches/new/", java_script_enabled=False)
    page.get_by_label("Time", exact=True).select_option("slot")
    page.get_by_label("Turns end at").fill("19:30")
    page.get_by_role("group", name="On these weekdays").get_by_label("Sunday").check()
    page.get_by_label("Time zone of the table").select_option("Europe/Warsaw")
    page.get_by_text("Days off: no time passes").click()
    page.get_by_role("group", name="Every week on").get_by_label("Monday").check()
    page.get_by_role("button", name="Open the match").click()
    expect(page.get_by_text("Turns end at 19:30 (Europe/Warsaw) on Thursday, Sunday.")).to_be_visible()


CUT = """() => {
  document.querySelectorAll("details").forEach(part => part.open = true);
  const cut = [];
  for (const box of document.querySelectorAll("select"))
    for (const choice of box.options) {
      choice.selected = true;
      if (box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight)
        cut.push(`${box.name}: ${choice.text}`);
    }
  return cut;
}"""


@pytest.mark.parametrize("screen", [PHONE, DESK], ids=["phone", "desk"])
def test_every_choice_of_a_new_match_can_be_read_whole(visit: Visit, screen: dict[str, int]) -> None:
    page = visit("ann", "/matches/new/", screen)
    for game in GAMES:
        page.goto(f"/matches/new/?game={game}")
        assert page.locator("select").count() > 2
        assert page.evaluate(CUT) == [], game
    page.goto("/matches/new/?game=fourbid")
    long = page.get_by_label("Who may see it")
    wrapped = long.bounding_box()["height"] > 50  # type: ignore[index]
    assert wrapped is (screen is PHONE)
