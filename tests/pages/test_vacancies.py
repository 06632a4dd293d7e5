"""Seats to take over on the match page and in the lobby: who is offered what, and what is said of it."""

from __future__ import annotations

import datetime
import re

import pytest
from django.utils import timezone

from games.actions import seats, turns
from games.actions.successors import take_over
from games.models import Match
from tests.actions.tables import open_turn, order, person, started
from tests.pages.test_opening import FILLED
from tests.pages.visits import browser, said, waiting

pytestmark = pytest.mark.django_db

PACE = {"grace": False, "misses": 1, "deserted": "substitute"}


def deserted(*names: str, **proposal: object) -> Match:
    """A match of Fourbid whose last player has deserted a seat; turn 2 is open."""
    names = names or ("ann", "bob", "cyd")
    for name in names:
        person(name)
    began = timezone.now() - datetime.timedelta(days=3)
    proposal.setdefault("pace", PACE)
    match = started(*names, game="fourbid", now=began, **proposal)
    silent(match, names[-1])
    return match


def test_whoever_opened_a_private_match_invites_people_to_its_free_seat() -> None:
    for name in ("bob", "cyd", "dan"):
        person(name)
    match = deserted(visibility="private", invite=["bob", "cyd"])
    client, path = browser("ann"), f"/m/{match.code}/"
    assert 'name="invite"' in client.get(path).content.decode()
    assert 'name="invite"' not in browser("bob").get(path).content.decode()
    refused = client.post(f"{path}invite/", {"invite": "nobody-here"})
    assert refused.status_code == 422
    assert "There is nobody called “nobody-here” here." in refused.content.decode()
    assert 'value="nobody-here"' in refused.content.decode()
    assert client.post(f"{path}invite/", {"invite": "dan"}).status_code == 302
    assert "You are invited" in browser("dan").get("/").content.decode()
    assert buttons(browser("dan").get(path)) == ["Take over seat 3"]


def silent(match: Match, name: str) -> None:
    """Let the open turn close with nothing in from one person."""
    turn = open_turn(match)
    decisions = match.rules.decisions(turn.state())
    for slot in turn.orders.select_related("seat__user"):
        if slot.seat.user.username != name:
            line = decisions[slot.seat.index].default
            order(slot.seat.user.username, match, line, turn.opened_at, turn.number)
    turns.close_due(max(turn.due_at, timezone.now()))
    match.refresh_from_db()


def buttons(response) -> list[str]:
    """What the buttons to take a seat say."""
    found = re.findall(r'<button class="button" name="seat" value="\d">([^<]*)', response.content.decode())
    return [text.strip() for text in found]


def test_a_visitor_is_offered_a_free_seat() -> None:
    page = browser("dan").get(deserted().get_absolute_url())
    assert "cyd has deserted seat 3. Until somebody takes it over, its decisions" in said(page)
    assert "There is at least half a turn left for the first order." in said(page)
    assert buttons(page) == ["Take over seat 3"]


def test_a_guest_is_asked_to_sign_in_for_a_free_seat() -> None:
    page = browser().get(deserted().get_absolute_url())
    assert ("Sign in to take it over" in said(page), buttons(page)) == (True, [])


def test_the_others_at_the_table_are_told_and_offered_nothing() -> None:
    page = browser("ann").get(deserted().get_absolute_url())
    assert "cyd has deserted seat 3." in said(page)
    assert "free to take over" in said(page)
    assert buttons(page) == []
    assert "half a turn left for the first order" not in said(page)


def test_who_deserted_a_seat_may_take_it_again() -> None:
    match = deserted()
    browse = browser("cyd")
    page = browse.get(match.get_absolute_url())
    assert "You deserted seat 3. You may take it again as long as nobody else has." in said(page)
    assert buttons(page) == ["Take your seat again"]
    page = browse.post(f"/m/{match.code}/take-over/", {"seat": "2"}, follow=True)
    assert ("The seat is yours." in said(page), buttons(page)) == (True, [])
    assert "Seal this order" in said(page)


def test_taking_a_seat_over_shows_its_hand_and_its_order_form() -> None:
    match = deserted()
    browse = browser("dan")
    page = browse.post(f"/m/{match.code}/take-over/", {"seat": "2"}, follow=True)
    assert "The seat is yours." in said(page)
    assert "Seal this order" in said(page)
    assert "until turn 1: cyd" in said(page)
    guest = said(browser().get(match.get_absolute_url()))
    assert ("until turn 1: cyd" in guest, "has deserted" in guest) == (True, False)


@pytest.mark.parametrize("chosen", ["0", "7", "", "x", "9" * 30])
def test_a_seat_that_is_not_free_is_refused_beside_the_offer(chosen: str) -> None:
    match = deserted()
    page = browser("dan").post(f"/m/{match.code}/take-over/", {"seat": chosen})
    assert page.status_code == 422
    assert said(page).count("can’t be taken over, or somebody else was faster.") == 1


def test_a_refusal_stands_at_the_head_of_a_page_that_offers_nothing() -> None:
    match = deserted()
    take_over(person("dan"), match, 2, timezone.now())
    page = browser("eve").post(f"/m/{match.code}/take-over/", {"seat": "2"})
    assert (page.status_code, "Seat 3 can’t be taken over" in said(page)) == (422, True)


def test_a_table_of_clocks_tells_what_is_left_on_them() -> None:
    pace = {"kind": "bank", "interval": 3600, "misses": 1, "deserted": "substitute"}
    page = browser("dan").get(deserted(pace=pace).get_absolute_url())
    assert "There is at least half of what a clock starts with left on it." in said(page)


def test_a_private_table_says_who_may_take_a_seat() -> None:
    match = deserted(visibility="private", invite=["bob", "cyd", person("dan").username])
    page = browser("dan").get(match.get_absolute_url())
    assert "Only those who are invited may take it over." in said(page)
    assert browser("eve").get(match.get_absolute_url()).status_code == 404
    assert browser("eve").post(f"/m/{match.code}/take-over/", {"seat": "2"}).status_code == 404


def test_a_seat_of_somebody_who_left_the_site_is_offered_by_its_number() -> None:
    match = started("ann", "bob", game="fourbid", pace=PACE, now=timezone.now())
    seats.vacate(person("bob"), timezone.now())
    page = browser("dan").get(match.get_absolute_url())
    assert "Nobody plays seat 2 any more." in said(page)


def test_a_match_that_is_over_offers_no_seat() -> None:
    match = deserted("ann", "bob")
    seats.resign(person("ann"), match, timezone.now())
    page = browser("dan").get(match.get_absolute_url())
    assert buttons(page) == []
    assert "has deserted seat" not in said(page)


def test_the_page_of_an_old_turn_names_who_held_the_seat() -> None:
    match = deserted()
    take_over(person("dan"), match, 2, timezone.now())
    page = said(browser().get(f"/m/{match.code}/turn/1/"))
    assert "dan (cyd)" in page
    assert "dan (cyd)" in said(browser().get(match.get_absolute_url()))


def test_a_page_that_was_kept_is_made_anew_when_a_seat_changes_hands() -> None:
    match = deserted()
    browse = browser("eve")
    assert buttons(browse.get(match.get_absolute_url())) == ["Take over seat 3"]
    live = f"/m/{match.code}/live/"
    etag = browse.get(live)["ETag"]
    take_over(person("dan"), match, 2, timezone.now())
    assert buttons(browse.get(match.get_absolute_url())) == []
    assert browse.get(live, headers={"If-None-Match": etag}).status_code == 200


# The lobby.


def test_the_lobby_lists_deserted_seats() -> None:
    match = deserted(name="Short of one")
    deserted("ann", "bob", visibility="unlisted", name="Hidden")
    started("ann", "bob", game="fourbid", now=timezone.now(), name="Complete")
    page = said(browser().get("/matches/?status=vacant"))
    assert ("Short of one" in page, "Hidden" in page, "Complete" in page) == (True, False, False)
    assert "1 seat to take over" in page
    take_over(person("dan"), match, 2, timezone.now())
    page = said(browser().get("/matches/?status=vacant"))
    assert "No deserted seat waits for somebody to take it over." in page


def test_the_lobby_leads_to_deserted_seats() -> None:
    page = browser().get("/matches/")
    assert '<a href="?status=vacant">Deserted seats to take over</a>' in page.content.decode()


def test_a_finished_match_has_no_seat_to_take_over() -> None:
    match = deserted("ann", "bob")
    seats.resign(person("ann"), match, timezone.now())
    assert (
        "seat to take over" not in said(browser().get("/matches/?status=finished")).split("Filters")[1][-200:]
    )
    assert match.get_absolute_url() not in browser().get("/matches/?status=vacant").content.decode()


# What a table asks of those who join.


def test_a_match_is_opened_for_reliable_people() -> None:
    filled = FILLED | {"deserted": "substitute", "reliability": "80", "visibility": "public", "invite": ""}
    answer = browser("ann").post("/matches/new/", filled)
    match = Match.objects.get()
    assert answer.status_code == 302
    assert (match.reliability, match.timing.deserted) == (80, "substitute")
    page = said(browser("bob").get(match.get_absolute_url()))
    assert "This table asks for 80 percent of orders in time." in page
    assert "Newcomers who have owed fewer than 10 orders, and people who are invited, are let in." in page
    assert "from 80 percent of orders in time" in said(browser().get("/matches/"))


def test_a_table_that_asks_for_nothing_says_nothing_of_it() -> None:
    match = waiting()
    assert "percent of orders" not in said(browser("bob").get(match.get_absolute_url()))
    assert "percent of orders" not in said(browser("bob").get("/matches/"))
