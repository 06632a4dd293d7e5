"""What the page of a match answers to who has ordered, who waits, and who comes next in the same browser."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone

from games.actions import lobby
from games.models import Match
from games.pages.match import version
from games.pages.scene import seen_pulse
from tests.actions.tables import started
from tests.pages.visits import (
    browser,
    finished,
    open_turn,
    order_path,
    pass_turn,
    person,
    running,
    said,
    waiting,
)

pytestmark = pytest.mark.django_db


def live(match: Match) -> str:
    return reverse("match_live", args=[match.code])


def test_who_closes_a_turn_reads_at_once_what_came_of_it() -> None:
    match = running("ann", bots=1)
    answer = browser("ann").post(order_path(match), {"line": "2"}, follow=True)
    told = answer.content.decode().partition('role="status"')[2].partition("</div>")[0]
    assert "Your order was played at once." in told
    assert "Bids: ann 2♠; Bot 2" in told


def test_who_seals_an_order_that_waits_for_others_reads_nothing_of_them() -> None:
    match = running("ann", "bob")
    told = said(browser("ann").post(order_path(match), {"line": "2"}, follow=True))
    assert "Your order is in, sealed, as version 1." in told
    assert "Bids:" not in told


def test_who_owes_nothing_reads_whom_the_turn_waits_for() -> None:
    match = running("ann", "bob")
    page = browser("ann")
    assert "It waits for" not in said(page.get(match.get_absolute_url()))
    page.post(order_path(match), {"line": "2"})
    assert "It waits for bob." in said(page.get(match.get_absolute_url()))
    assert "It waits for bob." in said(browser().get(match.get_absolute_url()))


def test_nobody_is_told_that_time_is_up_while_bots_choose() -> None:
    match = started("ann", bots=1, game="bid_chess", now=timezone.now())
    page = browser("ann")
    while (
        (turn := open_turn(match)).orders.filter(seat__user__isnull=False).exists()
    ):  # until the bot is to move
        asked = match.rules.decisions(turn.state())[0]
        line = next(iter(asked.clauses[0].values)) if asked.kind == "move" else asked.default
        page.post(order_path(match), {"line": line})
        assert turn.number < 9
    told = said(page.get(match.get_absolute_url()))
    assert "The bots are choosing; this takes a moment." in told
    assert "The time is up" not in told


def test_a_turn_that_closes_no_sooner_says_so_also_when_bots_and_people_have_ordered() -> None:
    match = running("ann", bots=1, pace={"early": False})
    page = browser("ann")
    page.post(order_path(match), {"line": "2"})
    told = said(page.get(match.get_absolute_url()))
    assert open_turn(match).number == 1
    assert "It closes no sooner; until then orders may be changed." in told
    assert "The bots are choosing" not in told


def test_who_has_not_won_reads_which_place_is_theirs() -> None:
    match = finished("ann", "bob")
    winner = match.outcome["places"].index(1)
    first, second = ("ann", "bob") if winner == 0 else ("bob", "ann")
    over = f"The match is over. {first} wins."
    assert f"{over} You are number 2 of 2." in said(browser(second).get(match.get_absolute_url()))
    for reader in (first, ""):
        page = said(browser(reader).get(match.get_absolute_url()))
        assert over in page
        assert "You are number" not in page


def test_a_table_that_begins_renews_its_whole_page() -> None:
    match = waiting("ann")
    host = browser("ann")
    assert f"{live(match)}?seen=" in (page := host.get(match.get_absolute_url()).content.decode())
    assert "&amp;open" in page
    assert "HX-Refresh" not in host.get(live(match), {"open": ""})
    lobby.join(person("bob"), match, "", timezone.now())
    assert host.get(live(match), {"open": ""})["HX-Refresh"] == "true"
    assert "HX-Refresh" not in host.get(live(match))
    assert "&amp;open" not in host.get(match.get_absolute_url()).content.decode()


def test_what_one_reader_has_seen_is_news_for_the_next() -> None:
    match = running("ann", "bob")
    client = browser("ann")
    client.post(order_path(match), {"line": "2"})
    seen = version(seen_pulse(match.code, person("ann")), person("ann"), timezone.now())
    first = client.get(live(match), {"seen": seen})
    assert (first.status_code, client.get(live(match), {"seen": "older"})["ETag"]) == (204, first["ETag"])
    client.logout()
    after = client.get(live(match), {"seen": seen}, headers={"if-none-match": first["ETag"]})
    assert after.status_code == 200
    assert "own-order" not in after.content.decode()


@pytest.mark.parametrize(
    "path", ["", "live/", "text/", "log/?before=3", "talk/?before=9", "turn/1/", "turn/1/text/"]
)
def test_a_browser_stores_nothing_of_a_match_that_somebody_reads_who_is_signed_in(path: str) -> None:
    match = running("ann", "bob", pace={"misses": 20})
    pass_turn(match, 2)
    address = match.get_absolute_url() + path
    assert browser("ann").get(address)["Cache-Control"] == "private, no-store"
    assert "no-store" not in browser().get(address).get("Cache-Control", "")
