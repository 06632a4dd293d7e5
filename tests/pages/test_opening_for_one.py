"""The form that opens a match for one seat: nothing in it that takes others, and play begins at once."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Match
from games.models.audit import findings_of
from tests.actions.tables import open_turn
from tests.pages.visits import browser, said

pytestmark = pytest.mark.django_db

FILLED = {
    "game": "foursquare",
    "visibility": "private",
    "name": "",
    "word": "",
    "opt_flip": "all",
    "opt_compare": "all",
    "opt_memory": "off",
    "opt_preview": "0",
    "opt_loss_score": "zero",
}


def sent(**changes: Any) -> Any:
    """The answer to the form, filled in like that but for some fields."""
    form = browser("ann").get("/matches/new/?game=foursquare").context["form"]
    usual = {f"opt_{name[4:]}": form[name].initial for name in form.fields if name.startswith("opt_")}
    return browser("ann").post("/matches/new/", FILLED | usual | changes)


def test_the_form_for_one_seat_asks_for_nothing_that_takes_others() -> None:
    page = browser("ann").get("/matches/new/?game=foursquare")
    fields = [name for name in page.context["form"].fields if not name.startswith("opt_")]
    assert fields == ["visibility", "name", "word"]
    text = said(page)
    assert "Practise Foursquare" in text
    assert [word for word in ("Seats", "Bots", "Grace", "Invite", "Pace") if word in text] == []


def test_the_form_for_several_is_as_before() -> None:
    fields = browser("ann").get("/matches/new/?game=fourbid").context["form"].fields
    assert [name for name in ("seats", "bots", "interval", "invite") if name not in fields] == []


def test_a_match_for_one_begins_at_once_with_its_first_card_placed() -> None:
    answer = sent()
    match = Match.objects.get()
    assert answer["Location"] == match.get_absolute_url()
    assert (match.status, match.visibility, match.pace["kind"]) == ("running", "private", "free")
    assert (open_turn(match).number, open_turn(match).due_at) == (2, None)
    assert findings_of(match) == []


def test_what_one_plays_alone_may_be_shown_to_others() -> None:
    sent(visibility="public", name="Look at me")
    page = said(browser("bob").get("/matches/?status=running"))
    assert "Look at me" in page
    assert "no deadline" in page
    assert "days a turn" not in page


def test_the_dashboard_lists_it_without_a_deadline() -> None:
    sent()
    page = said(browser("ann").get("/"))
    assert "You practise Foursquare" in page
    assert "Nobody waits for you." in page
    assert "ann · no deadline" in page
    assert "3 days" not in page


@pytest.mark.parametrize(("pace", "shown"), [("none", True), ("slow", False), ("quick", False)])
def test_the_lobby_finds_it_among_matches_without_deadlines(pace: str, shown: bool) -> None:
    sent(visibility="public", name="Look at me")
    page = said(browser("bob").get(f"/matches/?status=running&seats=1&pace={pace}"))
    assert ("Look at me" in page) == shown


def test_a_wrong_option_is_refused_at_its_field_and_nothing_is_opened() -> None:
    answer = sent(opt_flip="sideways")
    assert (answer.status_code, Match.objects.count()) == (422, 0)


def test_what_one_plays_alone_says_nothing_of_how_reliable_one_is() -> None:
    sent(visibility="public")
    match = Match.objects.get()
    line = match.rules.decisions(open_turn(match).state())[0].default
    browser("ann").post(f"/m/{match.code}/turn/2/order/", {"line": line})
    assert "came in time" not in said(browser("bob").get("/people/ann/"))
