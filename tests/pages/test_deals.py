"""The pages of the deal of the day, and what others see of a try: nothing before it is published."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.actions import issue
from accounts.models import Notice
from games.actions import deals
from games.models import Deal, Match
from games.notices.letters import heading
from games.pages import history, kept, order_form, parts, scene
from games.rules import record
from tests.actions.dealing import NOW, TODAY, TONIGHT, begun, dealt, played
from tests.actions.tables import DAY, HOUR, open_turn, person
from tests.pages.visits import browser, order_path, said

pytestmark = pytest.mark.django_db

DAILY = "/games/foursquare/daily/"
TABLE = f"{DAILY}{TODAY}/"


@pytest.fixture(autouse=True)
def today(time_machine: Any) -> None:
    """It is the day of these deals."""
    time_machine.move_to(NOW, tick=False)


def test_a_guest_is_shown_the_deal_and_asked_to_sign_in() -> None:
    deal = dealt()
    text = said(browser().get(DAILY))
    assert "Sign in to play today’s deal" in text
    assert "Nobody has finished it yet." in text
    assert deal.seed_commitment in text
    assert Deal.objects.get(day=TODAY + DAY).seed_commitment in text


def test_before_the_deals_are_made_the_page_says_so() -> None:
    assert "Today’s deal is being made." in said(browser("ann").get(DAILY))


@pytest.mark.parametrize("slug", ["fourbid", "nothing"])
def test_games_for_several_have_no_deal_of_the_day(slug: str) -> None:
    client = browser("ann")
    answers = [client.get(f"/games/{slug}/daily/"), client.post(f"/games/{slug}/daily/try/")]
    assert [answer.status_code for answer in answers] == [404, 404]


def test_one_click_begins_the_try_and_another_goes_on_with_it() -> None:
    dealt()
    client = browser("ann")
    answer = client.post(f"{DAILY}try/")
    match = Match.objects.get()
    assert answer["Location"] == match.get_absolute_url()
    assert "Go on with your try" in said(client.get(DAILY))
    assert client.post(f"{DAILY}try/")["Location"] == match.get_absolute_url()
    played(match, "ann")
    assert "You have had your try:" in said(client.get(DAILY))
    assert "One person has finished it so far." in said(client.get(DAILY))
    assert Match.objects.count() == 1


def test_a_try_needs_somebody_who_is_signed_in() -> None:
    dealt()
    assert browser().post(f"{DAILY}try/")["Location"].startswith(reverse("account_login"))
    assert Match.objects.count() == 0


def test_the_dashboard_says_how_one_stands_with_todays_deal() -> None:
    client = browser("ann")
    assert "deal of the day" not in said(client.get("/"))
    deal = dealt()
    assert "Foursquare: deal of the day Play today’s deal" in said(client.get("/"))
    match = begun("ann", deal)
    assert "Foursquare: deal of the day Go on with your try" in said(client.get("/"))
    played(match, "ann")
    assert re.search(r"deal of the day (won|lost).* Look at your try Table of the day", said(client.get("/")))


def test_a_try_is_called_after_the_day_of_its_deal() -> None:
    match = begun("ann", dealt())
    name = f"Deal of {TODAY.day} {TODAY:%B %Y}"
    assert (match.title, heading(match)) == (name, f"Foursquare · {name}")
    client = browser("ann")
    assert f"<title>Your turn: {name} · " in client.get(match.get_absolute_url()).content.decode()
    played(match, "ann")
    assert f"{name} Foursquare ann · " in said(client.get("/"))


def test_a_try_is_called_after_its_day_whatever_day_the_reader_has() -> None:
    match = begun("ann", dealt(), TONIGHT - HOUR)
    with timezone.override("Pacific/Auckland"):
        assert match.title == f"Deal of {TODAY.day} {TODAY:%B %Y}"


def test_orders_are_answered_with_the_next_card_at_once() -> None:
    match = begun("ann", dealt())
    client = browser("ann")
    page = said(client.get(match.get_absolute_url()))
    assert "Deal of the day" in page
    number = open_turn(match).number
    answer = client.post(
        order_path(match), {"line": match.rules.decisions(open_turn(match).state())[0].default}
    )
    assert answer["Location"] == match.get_absolute_url()
    page = said(client.get(match.get_absolute_url()))
    assert f"Turn {number + 1}" in page
    assert " is drawn; " in page


@pytest.mark.parametrize("ended", [False, True])
def test_nothing_on_the_page_speaks_of_others_or_of_sealing(ended: bool) -> None:
    match = begun("ann", dealt())
    played(match, "ann", 100 if ended else 4)
    page = said(browser("ann").get(match.get_absolute_url()))
    spoken = ["others", "sealed", "resign", "deadline", "silent", "rematch", "anyone", "joined"]
    about_cards = page.lower().replace("no deadline", "").replace("* for all others", "")
    assert [word for word in spoken if word in about_cards] == []


def test_after_the_end_the_page_has_the_score_the_table_and_practice() -> None:
    match = played(begun("ann", dealt()), "ann")
    client = browser("ann")
    page = client.get(match.get_absolute_url())
    assert re.search(r"(Won with \d+ points?|Lost)\. Practise again Table of the day", said(page))
    assert "Check the record" not in said(page)
    again = client.post(f"/m/{match.code}/rematch/")
    practice = Match.objects.get(deal=None)
    assert again["Location"] == practice.get_absolute_url()
    assert (practice.status, practice.visibility) == ("running", "private")
    assert "practice" in said(client.get(practice.get_absolute_url()))


def test_giving_up_asks_first_and_then_counts_as_lost() -> None:
    match = begun("ann", dealt())
    client = browser("ann")
    assert "It is your one try at this deal, and it counts as lost." in said(
        client.get(f"/m/{match.code}/resign/")
    )
    answer = client.post(f"/m/{match.code}/resign/", follow=True)
    assert "You gave it up." in said(answer)
    assert "Given up." in said(answer)
    assert "given up" in said(client.get(TABLE))


def test_the_table_of_a_running_day_has_ones_own_line_only() -> None:
    deal = dealt()
    for name in ("ann", "bob"):
        played(begun(name, deal), name)
    page = said(browser("ann").get(TABLE))
    assert ("ann" in page, "bob" in page, "2 people have finished it so far." in page) == (True, False, True)
    assert "bob" not in said(browser().get(TABLE))


def test_the_table_of_a_day_that_is_over_has_everybody_with_a_replay(time_machine: Any) -> None:
    deal = dealt()
    tries = [played(begun(name, deal), name) for name in ("ann", "bob")]
    deals.publish(TONIGHT)
    time_machine.move_to(TONIGHT + HOUR, tick=False)
    guest = browser()
    page = guest.get(TABLE)
    deal.refresh_from_db()
    assert deal.seed in said(page)
    for match in tries:
        assert match.get_absolute_url() in page.content.decode()
        answers = [guest.get(f"/m/{match.code}/"), guest.get(f"/m/{match.code}/turn/5/")]
        assert [answer.status_code for answer in answers] == [200, 200]
        assert record.verify(guest.get(f"/m/{match.code}/record.json").content) == []


def test_the_day_to_come_has_no_table_yet() -> None:
    dealt()
    assert browser("ann").get(f"{DAILY}{TODAY + DAY}/").status_code == 404
    assert browser("ann").get(f"{DAILY}2030-02-30/").status_code == 404


def test_the_record_of_a_try_is_refused_before_the_seed_is_out_and_the_page_says_why() -> None:
    match = played(begun("ann", dealt()), "ann")
    client = browser("ann")
    for part in ("record.json", "check/"):
        answer = client.get(f"/m/{match.code}/{part}", follow=True)
        assert "The seed of this deal is published when its day is over." in said(answer)
    token = issue(person("ann"), "test", NOW)
    answer = Client(headers={"Authorization": f"Token {token}"}).get(f"/api/v1/matches/{match.code}/record")
    assert answer.status_code == 409
    assert "published when its day is over" in msgspec.json.decode(answer.content)["detail"]


def test_no_page_of_a_running_day_has_the_seed_or_a_card_to_come() -> None:
    deal = dealt()
    match = played(begun("ann", deal), "ann", 3)
    secret = deals.unseal(deal.sealed_seed).hex()
    client = browser("ann", is_staff=True, is_superuser=True)
    token = issue(person("ann"), "test", NOW)
    api = Client(headers={"Authorization": f"Token {token}"})
    pages = [client.get(path).content for path in ("/", DAILY, TABLE, match.get_absolute_url())]
    pages += [
        api.get(f"/api/v1/{path}").content
        for path in (f"matches/{match.code}", f"games/foursquare/deals/{TODAY}", "games/foursquare/deals")
    ]
    assert [page for page in pages if secret.encode() in page or b'stock":[' in page] == []


# Twins: two worlds in which ann's try went differently are the same to everybody else.


class _Undone(Exception):
    """Takes a world back."""


def world(tell: Callable[[], Any], look: Callable[[], Any]) -> Any:
    """What is seen in a world in which this happened."""
    seen = None
    memories = (history._entries, history._shown, order_form._forms, scene._faces, parts._parts)
    for memory in (*memories, kept._frames, kept._pages):
        memory.clear()
    try:
        with transaction.atomic():
            tell()
            seen = look()
            raise _Undone
    except _Undone:
        return seen


def fetched(client: Client, path: str) -> tuple[int, bytes]:
    """An answer without what is drawn by chance for each."""
    response = client.get(path)
    return response.status_code, re.sub(rb'name="csrfmiddlewaretoken" value="\w+"', b"T", response.content)


@pytest.mark.parametrize("ended", [False, True])
@pytest.mark.parametrize("reader", ["bob", "eve", ""])
def test_how_a_try_goes_changes_no_byte_of_what_others_fetch(reader: str, ended: bool) -> None:
    deal = dealt()
    begun("bob", deal)
    match = begun("ann", deal)
    person("eve", is_staff=True, is_superuser=True)
    client = browser(reader)
    api = Client()
    if reader:
        api = Client(headers={"Authorization": f"Token {issue(person(reader), 'test', NOW)}"})
    base = match.get_absolute_url()
    paths = ["/", "/matches/?status=running", "/matches/?status=finished", "/people/ann/", DAILY, TABLE]
    paths += [
        base,
        f"{base}live/",
        f"{base}turn/2/",
        f"{base}record.json",
        f"{base}check/",
        "/games/foursquare/",
    ]
    calls = ["matches", "matches?player=ann", "matches?game=foursquare", f"matches/{match.code}"]
    calls += [f"matches/{match.code}/turns", f"matches/{match.code}/turns/2", f"matches/{match.code}/record"]
    calls += ["games/foursquare/deals", f"games/foursquare/deals/{TODAY}", "todo"]

    def look() -> list[Any]:
        others = (
            Notice.objects.exclude(user__username="ann").order_by("pk").values_list("user", "kind", "data")
        )
        seen = [fetched(client, path) for path in paths] + [fetched(api, f"/api/v1/{call}") for call in calls]
        return [*seen, *others]

    count = 100 if ended else 5
    one = world(lambda: played(match, "ann", count), look)
    other = world(lambda: played(match, "ann", count if ended else 7, lazy=True), look)
    assert one == other


def test_the_one_who_tries_sees_the_difference() -> None:
    match = begun("ann", dealt())
    client = browser("ann")

    def look() -> Any:
        return fetched(client, match.get_absolute_url())

    assert world(lambda: played(match, "ann", 5), look) != world(
        lambda: played(match, "ann", 5, lazy=True), look
    )


def test_orders_ahead_are_played_at_once_for_as_long_as_they_fit() -> None:
    match = begun("ann", dealt())
    client = browser("ann")
    assert 'id="ahead"' in client.get(match.get_absolute_url()).content.decode()
    client.post(f"/m/{match.code}/plan/", {"plan": "next *:d4\nnext *:d4"})
    number = open_turn(match).number
    client.post(order_path(match), {"line": "e4"})
    assert open_turn(match).number > number + 1
    assert "d4" in said(client.get(match.get_absolute_url()))


def test_a_plan_that_makes_no_sense_is_refused_beside_its_form() -> None:
    match = begun("ann", dealt())
    answer = browser("ann").post(f"/m/{match.code}/plan/", {"plan": "next week"})
    assert answer.status_code == 422
    assert "next week" in answer.content.decode()
    assert 'id="ahead-error"' in answer.content.decode()
