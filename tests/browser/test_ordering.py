"""Orders in a real browser: by pointing, by keys, by writing; taken back, kept as drafts, without scripts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from games.actions import orders
from games.models import Match
from games.rules.chance import Chance
from tests.actions.tables import open_turn, order, person, started
from tests.browser.test_playing import PHONE, Visit, visit

__all__ = ["visit"]
pytestmark = pytest.mark.django_db(transaction=True)


def asked(match: Match, kind: str, word: str = "", most: int = 150) -> str:
    """Play as bots would until somebody is asked this, with a clause of that word; who it is."""
    for step in range(most):
        turn = open_turn(match)
        state = turn.state()
        decisions = match.rules.decisions(state)
        for slot in turn.orders.filter(commitment="").select_related("seat__user"):
            index, name = slot.seat.index, slot.seat.user.username
            decision = decisions[index]
            if decision.kind == kind and (not word or word in {clause.word for clause in decision.clauses}):
                return name
            view = match.rules.view(state, index)
            line = match.rules.choose(view, index, decision, Chance(b"walk", step * 10 + index))
            if kind in ("auction", "open") and decision.kind == "move":
                meanings = dict(zip(decision.clauses[0].values, decision.clauses[0].meanings, strict=True))
                line = next((value for value, said in meanings.items() if said[0] == "Stop bid"), line)
            order(name, match, line, timezone.now(), turn.number)
    raise AssertionError(f"nobody is asked for {kind} {word}")


def line_of(page: Page) -> str:
    """The line that the page shows."""
    return page.locator("[data-line]").inner_text()


def given(match: Match, name: str, number: int) -> str | None:
    """What a person has sealed in a turn, whether it has closed since or not."""
    slot = match.turns.get(number=number).orders.get(seat__user__username=name)
    return slot.line if slot.opened else orders.own_order(person(name), slot.turn)


def send(page: Page) -> None:
    """Seal the order and wait for the answer."""
    with page.expect_response(re.compile("/order/$")):
        page.locator(".order-form > .button").click()
    page.wait_for_load_state()


def drafts(page: Page) -> int:
    """How many drafts of orders the tab keeps."""
    found: int = page.evaluate("Object.keys(sessionStorage).filter(key => key.startsWith('bidplay:')).length")
    return found


def spot(page: Page, name: str) -> Locator:
    """A part of the board."""
    return page.locator(f'.table-board [data-pick="{name}"]')


def held(page: Page, card: str) -> Locator:
    """A card of a hand beside the board."""
    return page.locator(f'.seat .hand [data-card="{card}"]').first


def point(page: Page, *places: Locator) -> None:
    for place in places:
        place.click(position={"x": 6, "y": 14})


def ready(page: Page) -> Page:
    """The page when its scripts have come."""
    expect(page.locator(".order-form.scripted")).to_be_attached()
    expect(page.locator(".pickable, [data-chess]").first).to_be_attached()
    return page


def tables(game: str, *names: str, **options: Any) -> Match:
    return started(*(names or ("ann", "bob")), game=game, options=options, now=timezone.now())


def test_cards_of_a_hand_are_pointed_at_and_the_line_is_what_is_sealed(visit: Visit) -> None:
    match = tables("fourbid")
    page = ready(visit("ann", match.get_absolute_url()))
    point(page, held(page, "KS"), held(page, "2S"), held(page, "QH"), held(page, "AH"))
    assert line_of(page) == "K 2; low Q A"
    expect(page.get_by_role("checkbox", name="king of spades", exact=True)).to_be_checked()
    expect(held(page, "QH").locator(".pick-no")).to_have_text("low 1")
    expect(held(page, "AH").locator(".pick-no")).to_have_text("low 2")
    assert page.locator(".board .picked").count() == 0
    send(page)
    assert given(match, "ann", 1) == "K 2; low Q A"
    expect(page.locator(".receipt")).to_contain_text("1 of 2 orders are in.")
    expect(page.locator(".receipt.fresh .seal")).to_be_visible()


def test_spaces_of_the_board_are_wishes_in_the_order_of_the_clicks(visit: Visit) -> None:
    match = tables("fourbid", "ann", "bob", "cid")
    name = asked(match, "bid", "bonus")
    number = open_turn(match).number
    page = ready(visit(name, match.get_absolute_url()))
    page.keyboard.press("Tab")
    page.locator(".picks input").first.press("Space")
    bonus = page.locator(".wishes", has=page.get_by_text("bonus", exact=True))
    bonus.get_by_role("button", name="Choose by pointing").click()
    expect(bonus.get_by_role("status")).to_have_text("Now point at a gold frame.")
    spaces = bonus.locator("select").first.locator("option").all_inner_texts()[1:]
    point(page, spot(page, spaces[1]), spot(page, spaces[0]))
    expect(spot(page, spaces[1]).locator(".pick-no")).to_contain_text("bonus 1")
    expect(spot(page, spaces[0]).locator(".pick-no")).to_contain_text("bonus 2")
    assert line_of(page).endswith(f"; bonus {spaces[1]} {spaces[0]}")
    point(page, spot(page, spaces[1]))
    expect(spot(page, spaces[0]).locator(".pick-no")).to_contain_text("bonus 1")
    line = line_of(page)
    send(page)
    assert given(match, name, number) == line


def test_a_move_a_horse_and_a_bet_are_chosen_on_the_race_track(visit: Visit) -> None:
    match = tables("bid_n_bet")
    name = asked(match, "move")
    page = ready(visit(name, match.get_absolute_url()))
    point(page, spot(page, "1"), spot(page, "blue"))
    assert line_of(page) == "1; horse blue"
    point(page, spot(page, "2"))
    assert line_of(page) == "2"
    point(page, spot(page, "red"), spot(page, "red"))
    assert line_of(page) == "2; bet red 40"
    expect(spot(page, "red").locator(".pick-no")).to_contain_text("bet 40")
    send(page)
    assert given(match, name, 1) == "2; bet red 40"


def test_a_bid_is_stepped_slid_and_had_by_one_click(visit: Visit) -> None:
    match = tables("bid_n_bet", auction="sealed")
    name = asked(match, "auction")
    number = open_turn(match).number
    page = ready(visit(name, match.get_absolute_url()))
    page.locator(".chips button").nth(1).click()
    half = int(page.locator("#c0").input_value())
    page.locator("[data-step='-1']").click()
    point(page, spot(page, "red"))
    assert line_of(page) == f"bid {half - 1}; horse red"
    expect(page.locator("input[type=range]")).to_have_value(str(half - 1))
    page.locator("input[type=range]").fill(str(half + 2))
    page.locator("#c0").press("ArrowDown")
    assert line_of(page) == f"bid {half + 1}; horse red"
    send(page)
    assert given(match, name, number) == f"bid {half + 1}; horse red"


def test_a_raise_or_a_pass_is_one_choice_and_steps_back(visit: Visit) -> None:
    match = tables("bid_n_bet", auction="open5")
    name = asked(match, "open")
    page = ready(visit(name, match.get_absolute_url()))
    page.get_by_role("button", name="+5").click()
    first = line_of(page)
    assert re.fullmatch(r"raise \d+", first)
    page.get_by_role("radio", name="pass").check(force=True)
    assert line_of(page) == "pass"
    page.get_by_role("button", name="Undo").click()
    assert line_of(page) == first


def test_a_card_of_bids_is_pointed_at_and_a_card_is_stolen_from_the_table(visit: Visit) -> None:
    match = tables("bids", "ann", "bob", "cid", thief="on")
    page = ready(visit(asked(match, "bid"), match.get_absolute_url()))
    card = page.locator(".seat-mine [data-card]").first
    name = card.get_attribute("data-card")
    point(page, card)
    assert line_of(page) == name
    page.context.close()
    thief = asked(match, "steal", "steal")
    number = open_turn(match).number
    page = ready(visit(thief, match.get_absolute_url()))
    booty = page.locator(".table-board .pickable").first
    wanted = booty.get_attribute("data-pick")
    booty.click()
    assert line_of(page) == f"steal {wanted}"
    send(page)
    assert given(match, thief, number) == f"steal {wanted}"


def test_help_on_keys_moves_nothing_and_takes_no_click(visit: Visit) -> None:
    match = tables("fourbid")
    page = ready(visit("ann", match.get_absolute_url()))
    form, help_on_keys = page.locator(".order-form"), page.locator(".keys").first
    high = form.evaluate("form => form.offsetHeight")
    page.locator(".picks input").first.focus()
    page.keyboard.press("ArrowRight")
    expect(help_on_keys).to_be_visible()
    assert form.evaluate("form => form.offsetHeight") == high
    under = page.get_by_role("button", name="Choose by pointing")
    under.click()
    expect(under).to_have_attribute("aria-pressed", "true")
    expect(help_on_keys).to_be_hidden()


def test_a_cell_is_pointed_at_or_named_by_keys(visit: Visit) -> None:
    match = started("ann", game="foursquare", now=timezone.now())
    number = open_turn(match).number
    page = ready(visit("ann", match.get_absolute_url()))
    point(page, spot(page, "d4"))
    assert line_of(page) == "d4"
    for key in "e4":
        page.keyboard.press(key)
    page.wait_for_timeout(700)
    assert line_of(page) == "e4"
    with page.expect_response(re.compile("/order/$")):
        page.keyboard.press("Enter")
    assert given(match, "ann", number) == "e4"


def test_men_are_bid_paid_with_set_up_and_moved_by_pointing(visit: Visit) -> None:
    match = tables("bid_chess", pool="28")
    page = ready(visit("ann", match.get_absolute_url()))
    page.locator("#c0").fill("3")
    page.get_by_role("button", name="Knight").click()
    assert line_of(page) == "bid 3; pay N"
    page.get_by_role("button", name="Pawn").click()
    page.get_by_role("button", name="Undo").click()
    assert line_of(page) == "bid 3; pay N"
    send(page)
    assert given(match, "ann", 1) == "bid 3; pay N"
    order("bob", match, "bid 0", timezone.now(), 1)
    page.goto(match.get_absolute_url())
    page = ready(page)
    line = line_of(page)
    assert line.startswith("setup ")
    expect(page.get_by_text("Choose a man on the board, then the square it goes to.")).to_be_visible()
    page.locator(".setup-board button[data-name$='2']").first.click()
    page.locator(".setup-board button[data-name$='3']").first.click()
    assert line_of(page) != line
    page.get_by_role("button", name="Undo").click()
    assert line_of(page) == line


def test_each_choice_is_taken_back_and_all_at_once(visit: Visit) -> None:
    match = tables("fourbid")
    page = ready(visit("ann", match.get_absolute_url()))
    point(page, held(page, "KS"), held(page, "2S"))
    page.get_by_label("low, choice 1").select_option("best")
    assert line_of(page) == "K 2; low best"
    page.locator("h1").click()
    page.keyboard.press("Control+z")
    assert line_of(page) == "K 2"
    page.get_by_role("button", name="Undo").click()
    assert line_of(page) == "K"
    page.get_by_role("button", name="Start over").click()
    expect(page.get_by_text("nothing is chosen yet")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    assert line_of(page) == "K"


def test_a_draft_outlasts_a_reload_and_a_refusal_and_not_the_sealing(visit: Visit) -> None:
    match = tables("fourbid")
    page = ready(visit("ann", match.get_absolute_url()))
    point(page, held(page, "KS"), held(page, "3S"))
    page.reload()
    ready(page)
    assert line_of(page) == "K 3"
    send(page)
    alert = page.get_by_role("alert")
    expect(alert).to_be_focused()
    assert alert.evaluate("said => said.parentElement.className") == "picks-of"
    assert line_of(page) == "K 3"
    page.get_by_role("button", name="Undo").click()
    assert line_of(page) == "K"
    assert drafts(page) == 1
    send(page)
    expect(page.get_by_role("heading", name="Your sealed order")).to_be_visible()
    assert drafts(page) == 0


def test_a_draft_goes_with_whoever_signs_out(visit: Visit) -> None:
    match = tables("fourbid")
    page = ready(visit("ann", match.get_absolute_url()))
    point(page, held(page, "KS"))
    assert drafts(page) == 1
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_load_state()
    assert drafts(page) == 0


def test_what_is_missing_is_said_before_anything_is_sent(visit: Visit) -> None:
    match = tables("fourbid")
    page = ready(visit("ann", match.get_absolute_url()))
    page.get_by_label("low, choice 1").select_option("best")
    expect(page.locator("[data-missing]")).to_have_text(
        "Still to choose: one or two cards, 15 at most together."
    )
    page.get_by_role("button", name="Seal this order").click()
    expect(page.get_by_role("checkbox", name="2 of spades", exact=True)).to_be_focused()
    assert given(match, "ann", 1) is None


def test_a_line_that_is_written_counts_and_the_fields_follow_it(visit: Visit) -> None:
    match = tables("fourbid")
    page = ready(visit("ann", match.get_absolute_url()))
    point(page, held(page, "KS"))
    page.get_by_role("button", name="Write it yourself").click()
    field = page.get_by_label("Your order as one line")
    expect(field).to_have_value("K")
    field.fill("q 3; low best a; ask")
    expect(page.get_by_role("checkbox", name="queen of spades", exact=True)).to_be_checked()
    expect(page.get_by_label("low, choice 2")).to_have_value("A")
    expect(page.get_by_text("They show the same.")).to_be_visible()
    field.fill("Q; low 99")
    expect(page.get_by_text("They show the same.")).to_be_hidden()
    expect(page.get_by_text("What you wrote counts")).to_be_visible()
    field.fill("Q 2; low K")
    send(page)
    assert given(match, "ann", 1) == "Q 2; low K"
    page.get_by_text("Change it", exact=True).click()
    assert line_of(page) == "Q 2; low K"


def test_the_way_back_from_writing_leads_to_the_fields(visit: Visit) -> None:
    match = tables("fourbid")
    page = ready(visit("ann", match.get_absolute_url()))
    point(page, held(page, "KS"))
    page.get_by_role("button", name="Write it yourself").click()
    page.get_by_label("Your order as one line").fill("anything")
    page.get_by_role("button", name="Back to the fields").click()
    assert line_of(page) == "K"
    expect(page.get_by_label("Your order as one line")).to_be_hidden()


def test_an_order_takes_a_few_keys(visit: Visit) -> None:
    match = tables("fourbid")
    page = ready(visit("ann", match.get_absolute_url()))
    page.get_by_role("checkbox", name="2 of spades", exact=True).focus()
    page.keyboard.press("q")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("checkbox", name="king of spades", exact=True)).to_be_focused()
    page.keyboard.press("3")
    assert line_of(page) == "Q 3"
    page.keyboard.press("Control+z")
    assert line_of(page) == "Q"
    with page.expect_response(re.compile("/order/$")):
        page.keyboard.press("Control+Enter")
    page.wait_for_load_state()
    assert given(match, "ann", 1) == "Q"


def test_orders_ahead_are_built_line_by_line(visit: Visit) -> None:
    match = tables("bid_n_bet")
    page = (
        ready(visit("ann", match.get_absolute_url()))
        if asked(match, "move") == "ann"
        else visit("ann", match.get_absolute_url())
    )
    page.locator(".ahead > summary").click()
    text = page.get_by_label("Your orders ahead")
    new = page.get_by_role("group", name="A new line")
    new.get_by_label("First word").select_option("standing bid")
    new.get_by_label("What follows it").fill("40")
    page.keyboard.press("Enter")
    new.get_by_label("First word").select_option("standing horse")
    new.get_by_label("What follows it").click()
    point(page, spot(page, "blue"))
    new.get_by_role("button", name="Add").click()
    expect(text).to_have_value("standing bid 40; standing horse blue")
    page.get_by_role("button", name="Down: standing bid 40").click()
    expect(text).to_have_value("standing horse blue; standing bid 40")
    page.get_by_role("button", name="Remove: standing horse blue").click()
    expect(text).to_have_value("standing bid 40")
    text.fill("standing bid 40; standing horse red")
    expect(page.locator(".plan-editor li")).to_have_count(2)
    with page.expect_response(re.compile("/plan/$")):
        page.get_by_role("button", name="Keep these orders").click()
    assert orders.own_plan(person("ann"), match).plan == "standing bid 40; standing horse red"


def test_without_scripts_there_is_no_summary_and_the_form_works(visit: Visit) -> None:
    match = tables("fourbid")
    page = visit("ann", match.get_absolute_url(), PHONE, java_script_enabled=False)
    expect(page.get_by_text("Or write the line yourself")).to_be_visible()
    expect(page.get_by_text("Start over")).to_be_hidden()
    expect(page.get_by_text("Choose by pointing")).to_be_hidden()
    page.get_by_role("checkbox", name="queen of spades", exact=True).check()
    page.get_by_role("button", name="Seal this order").click()
    expect(page.get_by_role("heading", name="Your sealed order")).to_be_visible()
    expect(page.get_by_role("button", name="Copy")).to_be_hidden()
    assert given(match, "ann", 1) == "Q"
