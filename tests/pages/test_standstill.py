"""What the pages of a match and the lists say of vacations and pauses, and the forms for a pause."""

from __future__ import annotations

import datetime

import pytest
import time_machine
from django.urls import reverse

from accounts.models import Vacation
from games.actions import pausing
from games.actions.vacations import follow
from games.models import Match
from tests.actions.tables import DAY, NOW, open_turn, person, seat, started
from tests.pages.visits import browser, running, said

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _clock():
    with time_machine.travel(NOW, tick=False):
        yield


def away(name: str, begins: datetime.datetime, ends: datetime.datetime) -> None:
    Vacation.objects.create(person=person(name), begins_at=begins, ends_at=ends, zone="UTC")
    follow(person(name), NOW)


def looked(name: str, match: Match) -> str:
    return said(browser(name).get(match.get_absolute_url()))


def test_everybody_at_the_table_sees_who_is_away_until_when_and_why_the_deadline_moved():
    match = running("ann", "bob")
    away("bob", NOW - DAY, NOW + 6 * DAY)
    for name in ("ann", "bob"):
        text = looked(name, match)
        assert "on vacation until Monday 7 January 2030, 12:00 (UTC)" in text
        assert "Closes Thursday 10 January 2030, 12:00 (UTC); 9 days left." in text
        assert "The deadline was moved by 6 days, because somebody at the table is on vacation." in text
    for name in ("", "eve"):
        text = looked(name, match)
        assert "on vacation until" not in text
        assert "Closes Thursday 10 January 2030, 12:00 (UTC); 9 days left." in text


def test_a_vacation_that_begins_before_the_deadline_is_told_ahead_and_a_later_one_is_not():
    match = running("ann", "bob")
    away("bob", NOW + 2 * DAY, NOW + 4 * DAY)
    away("ann", NOW + 30 * DAY, NOW + 34 * DAY)
    text = looked("ann", match)
    assert "on vacation from Thursday 3 January 2030, 12:00 (UTC) to Saturday 5 January 2030" in text
    assert "February" not in text


def test_a_kept_page_learns_of_a_vacation_that_is_booked_and_one_that_begins():
    match = running("ann", "bob")
    ann = browser("ann")
    ann.get(match.get_absolute_url())
    away("bob", NOW + 2 * DAY, NOW + 4 * DAY)
    assert "on vacation from" in said(ann.get(match.get_absolute_url()))
    with time_machine.travel(NOW + 2 * DAY, tick=False):
        assert "on vacation until" in said(ann.get(match.get_absolute_url()))


def test_the_live_part_tells_of_a_pause_and_of_its_wishes():
    match = running("ann", "bob")
    ann, path = browser("ann"), reverse("match_live", args=[match.code])
    etags = [ann.get(path)["ETag"]]
    pausing.ask(person("bob"), match.code, NOW)
    etags.append(ann.get(path)["ETag"])
    assert "Agree to the pause" in said(ann.get(path))
    pausing.ask(person("ann"), match.code, NOW)
    etags.append(ann.get(path)["ETag"])
    pausing.go_on(match.code, NOW + DAY)
    etags.append(ann.get(path)["ETag"])
    assert len(set(etags)) == 4


def test_people_ask_for_a_pause_agree_and_go_on_without_a_script():
    match = running("ann", "bob")
    ann, bob = browser("ann"), browser("bob")
    assert "Ask for a pause" in looked("ann", match)
    text = said(ann.post(reverse("match_pause", args=[match.code]), follow=True))
    assert "You ask for a pause. It begins when all have agreed." in text
    assert "Agreed so far: ann." in looked("bob", match)
    assert "Ask for a pause" not in looked("bob", match)
    text = said(bob.post(reverse("match_pause", args=[match.code]), follow=True))
    assert "Your table pauses." in text
    assert "The table pauses: no time runs until one of its players lets it go on" in text
    assert "What is left then: 3 days." in text
    assert "Closes" not in text
    text = said(bob.post(reverse("match_go_on", args=[match.code]), follow=True))
    assert "Your match goes on." in text
    assert "Closes Friday 4 January 2030, 12:00 (UTC); 3 days left." in text


def test_a_wish_is_taken_back_on_the_page():
    match = running("ann", "bob")
    ann = browser("ann")
    ann.post(reverse("match_pause", args=[match.code]))
    assert "I no longer ask for it" in looked("ann", match)
    text = said(ann.post(reverse("match_pause_back", args=[match.code]), follow=True))
    assert "You no longer ask for a pause." in text
    assert seat(match, "ann").pause_wish == 0


def test_guests_see_that_a_table_pauses_and_can_do_nothing():
    match = running("ann", "bob")
    pausing.begin(match.code, NOW)
    text = looked("", match)
    assert "The table pauses" in text
    assert "Go on" not in text
    assert browser("eve").post(reverse("match_go_on", args=[match.code])).status_code == 422
    assert browser("ann").get(reverse("match_go_on", args=[match.code])).status_code == 405
    assert open_turn(match).paused_at == NOW


def test_who_plays_alone_is_offered_no_pause():
    match = started("ann", game="foursquare")
    assert "Ask for a pause" not in looked("ann", match)


def test_lists_for_everybody_do_not_say_who_is_away():
    running("ann", "bob")
    away("bob", NOW - DAY, NOW + 6 * DAY)
    assert "on vacation" not in said(browser("eve").get("/matches/"))
    assert "on vacation" not in said(browser("eve").get("/people/bob/"))


def test_the_dashboard_says_who_is_away_and_which_tables_pause():
    match = running("ann", "bob")
    away("bob", NOW - DAY, NOW + 6 * DAY)
    quiet = running("ann", "cid")
    pausing.begin(quiet.code, NOW)
    text = said(browser("ann").get("/"))
    assert "bob: on vacation until Monday 7 January 2030, 12:00 (UTC)." in text
    assert text.count("the table pauses") == 1
    assert match.code in text or match.title in text
