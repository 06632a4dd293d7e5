"""The calendar of one's deadlines and the feed of a table: what they say, to whom, and when they are new."""

from __future__ import annotations

import datetime
from typing import Any
from xml.etree import ElementTree

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from icalendar import Calendar

from accounts import beside
from accounts.models import User
from games.actions import lobby, seats, turns
from games.models import Match, Turn
from tests.actions.tables import DAY, NEXT, NOW, order, person, started
from tests.notices.mails import silence, turns_played
from tests.pages.visits import browser

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"


def table(*names: str, **proposal: Any) -> Match:
    return started(*(names or ("ann", "bob")), game="fourbid", name="Table 7 <&> „é”", **proposal)


def calendar_path(name: str = "ann") -> str:
    return f"/calendar/{beside.make_feed(person(name), '', NOW)}.ics"


def events(path: str) -> list[Any]:
    answer = Client().get(path)
    assert answer.status_code == 200
    return list(Calendar.from_ical(answer.content).walk("VEVENT"))


def feed(path: str) -> ElementTree.Element:
    answer = Client().get(path)
    assert answer.status_code == 200
    return ElementTree.fromstring(answer.content)  # noqa: S314 - our own


# --- The calendar ------------------------------------------------------------------------------------------


def test_each_order_that_is_owed_is_an_event_that_ends_at_the_deadline() -> None:
    person("ann", zone="Europe/Warsaw")
    match = table()
    (event,) = events(calendar_path())
    assert str(event["SUMMARY"]) == "Fourbid · Table 7 <&> „é”, turn 1: your order is due"
    assert event["DTEND"].dt == NEXT
    assert event["DTEND"].dt.tzinfo.key == "Europe/Warsaw"
    assert event["DTSTART"].dt == NEXT - datetime.timedelta(minutes=30)
    assert str(event["UID"]).startswith(f"{match.code}-0-1@")
    assert str(event["URL"]) == f"http://127.0.0.1:8000/m/{match.code}/"
    (alarm,) = event.walk("VALARM")
    assert alarm["TRIGGER"].dt == -3 * DAY / 5


def test_zones_are_described_and_the_head_names_the_feed() -> None:
    person("ann", zone="America/New_York")
    table()
    answer = Client().get(calendar_path())
    text = answer.content.decode()
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert "BEGIN:VTIMEZONE\r\nTZID:America/New_York\r\n" in text
    assert "X-WR-CALNAME:Orders due at bidplay\r\n" in text
    assert "METHOD:PUBLISH\r\n" in text


def test_an_order_that_is_in_takes_its_event_away() -> None:
    match, path = table(), calendar_path()
    order("ann", match, silence(match, "ann"))
    assert events(path) == []


def test_a_deadline_that_moves_moves_its_event_and_no_other_appears() -> None:
    table()
    path = calendar_path()
    with time_machine.travel(NOW, tick=False):
        (before,) = events(path)
    assert turns.close_due(NEXT) == 1
    with time_machine.travel(NEXT, tick=False):
        (after,) = events(path)
    assert after["UID"] == before["UID"]
    assert after["DTEND"].dt == NEXT + 1.5 * DAY
    assert (after["DTSTAMP"].dt, after["LAST-MODIFIED"].dt) == (NEXT, NEXT)


def test_an_event_whose_deadline_comes_back_is_newer_all_the_same() -> None:
    """Programs take no event whose number has become smaller."""
    match = table()
    path = calendar_path()
    match.turns.update(due_at=NEXT + DAY)
    (before,) = events(path)
    match.turns.update(due_at=NEXT)
    (after,) = events(path)
    assert after["DTEND"].dt == NEXT
    assert [event.get("SEQUENCE") for event in (before, after)] == [None, None]
    assert after["LAST-MODIFIED"].dt >= before["LAST-MODIFIED"].dt


def test_a_calendar_is_known_to_be_the_same_until_something_changes() -> None:
    match, path = table(), calendar_path()
    client = Client()
    first = client.get(path)
    assert first["Cache-Control"] == "private, no-cache"
    assert (first["X-Robots-Tag"], first["Referrer-Policy"]) == ("noindex", "no-referrer")
    for told in (first["ETag"], f"W/{first['ETag']}", f'"x", {first["ETag"]}', "*"):
        again = client.get(path, headers={"If-None-Match": told})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    order("bob", match, silence(match, "bob"))
    assert client.get(path, headers={"If-None-Match": first["ETag"]}).status_code == 304
    order("ann", match, silence(match, "ann"))
    assert client.get(path, headers={"If-None-Match": first["ETag"]}).status_code == 200
    User.objects.filter(username="ann").update(zone="Asia/Tokyo")
    assert client.get(path, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_an_answer_costs_two_queries_whether_new_or_not(django_assert_num_queries: Any) -> None:
    for other in ("bob", "cyd", "dan"):
        table("ann", other)
    path = calendar_path()
    with django_assert_num_queries(2):
        first = Client().get(path)
    with django_assert_num_queries(2):
        Client().get(path, headers={"If-None-Match": first["ETag"]})


def test_an_unknown_or_old_address_is_nothing() -> None:
    old = calendar_path()
    assert events(calendar_path()) == []
    for path in (old, "/calendar/x.ics", f"/calendar/{beside.make_feed(person('ann'), 'abc', NOW)}.ics"):
        assert Client().get(path).status_code == 404


def test_a_sealed_order_changes_no_byte_of_a_calendar() -> None:
    match = table("ann", "bob", "cyd")
    path = calendar_path()
    told = []
    for line in ("Q 3; low Q 7 best", "4"):
        with transaction.atomic():
            order("bob", match, line)
            with time_machine.travel(NOW, tick=False):
                answer = Client().get(path)
            told.append((answer.content, answer["ETag"]))
            transaction.set_rollback(True)
    assert told[0] == told[1]


# --- The feed of a table -----------------------------------------------------------------------------------


def test_each_closed_turn_is_an_entry_with_what_everybody_may_know() -> None:
    match = table()
    turns_played(match, 2)
    found = feed(f"/m/{match.code}/feed.atom")
    assert found.findtext(f"{ATOM}title") == "Fourbid · Table 7 <&> „é”"
    entries = found.findall(f"{ATOM}entry")
    assert [entry.findtext(f"{ATOM}title") for entry in entries] == [
        "What happened in turn 2",
        "What happened in turn 1",
    ]
    ids = [entry.findtext(f"{ATOM}id") for entry in entries]
    root = found.findtext(f"{ATOM}id")
    assert ids == [f"{root}:2", f"{root}:1"]
    assert {entry.findtext(f"{ATOM}updated") for entry in entries} == {"2030-01-01T12:00:00Z"}
    content = entries[1].find(f"{ATOM}content")
    assert content is not None
    assert content.get("type") == "text"
    assert len((content.text or "").split("\n")) > 1
    links = {link.get("rel"): link.get("href") for link in found.findall(f"{ATOM}link")}
    assert links == {
        "alternate": f"http://127.0.0.1:8000/m/{match.code}/",
        "self": f"http://testserver/m/{match.code}/feed.atom",
    }


def test_a_table_that_has_not_begun_has_an_empty_feed() -> None:
    match = lobby.open_match(person("ann"), lobby.Proposal(game="fourbid", seats=2), NOW)
    assert feed(f"/m/{match.code}/feed.atom").findall(f"{ATOM}entry") == []


def test_a_feed_is_known_to_be_the_same_until_a_turn_closes() -> None:
    match, client = table(), Client()
    path = f"/m/{match.code}/feed.atom"
    first = client.get(path)
    assert (first["Content-Type"], first["Cache-Control"]) == (
        "application/atom+xml; charset=utf-8",
        "public, max-age=60",
    )
    order("bob", match, silence(match, "bob"))
    assert client.get(path, headers={"If-None-Match": first["ETag"]}).status_code == 304
    order("ann", match, silence(match, "ann"))
    second = client.get(path, headers={"If-None-Match": first["ETag"]})
    assert second.status_code == 200
    seats.resign(person("bob"), match, NOW)
    assert client.get(path, headers={"If-None-Match": second["ETag"]}).status_code == 200


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
def test_a_table_that_is_not_public_tells_only_by_a_secret_address(visibility: str) -> None:
    person("bob")
    match = table("ann", "bob", visibility=visibility, invite=["bob"])
    assert Client().get(f"/m/{match.code}/feed.atom").status_code == 404
    secret = beside.make_feed(person("bob"), match.code, NOW)
    path = f"/m/{match.code}/feed/{secret}.atom"
    answer = Client().get(path)
    assert (answer.status_code, answer["Cache-Control"]) == (200, "private, no-cache")
    assert secret not in answer.content.decode()
    other = table("cyd", "dan")
    assert Client().get(f"/m/{other.code}/feed/{secret}.atom").status_code == 404
    assert Client().get(f"/m/{match.code}/feed/x{secret}.atom").status_code == 404
    assert Client().get(path, headers={"If-None-Match": answer["ETag"]}).status_code == 304


def test_who_may_no_longer_watch_reads_no_feed_either() -> None:
    match = table("ann", "bob", visibility="private", invite=[person("bob").username])
    secret = beside.make_feed(person("eve"), match.code, NOW)
    assert Client().get(f"/m/{match.code}/feed/{secret}.atom").status_code == 404


def test_what_xml_can_not_hold_is_left_out() -> None:
    match = table()
    Match.objects.filter(pk=match.pk).update(name="a\x08b\ufffec]]>")
    assert feed(f"/m/{match.code}/feed.atom").findtext(f"{ATOM}title") == "Fourbid · abc]]>"


def test_a_turn_of_which_guests_see_nothing_says_so() -> None:
    match = table()
    turns_played(match, 1)
    Turn.objects.filter(match=match, number=1).update(events=[])
    (entry,) = feed(f"/m/{match.code}/feed.atom").findall(f"{ATOM}entry")
    assert entry.findtext(f"{ATOM}content") == "Nothing that everybody may see."


# --- The page that leads there -----------------------------------------------------------------------------


def test_the_match_page_leads_to_feed_and_webhooks() -> None:
    match = table()
    assert f"/m/{match.code}/beside/" in browser("bob").get(f"/m/{match.code}/").content.decode()
    page = browser().get(f"/m/{match.code}/beside/").content.decode()
    assert f"http://127.0.0.1:8000/m/{match.code}/feed.atom" in page


def test_whoever_may_watch_makes_an_address_of_their_own() -> None:
    match = table("ann", "bob", visibility="unlisted")
    path = f"/m/{match.code}/beside/"
    assert "Sign in to make an address of your own" in browser().get(path).content.decode()
    client = browser("bob")
    assert "/feed/" not in client.get(path).content.decode().replace("beside/feed/", "")
    page = client.post(f"{path}feed/", follow=True).content.decode()
    (link,) = [part.partition('"')[0] for part in page.split('href="http://127.0.0.1:8000')[1:]]
    assert Client().get(link).status_code == 200
    assert browser("ann").get(path).content.decode().count("/feed/") == 1


def test_nobody_makes_an_address_for_a_table_they_may_not_watch() -> None:
    match = table("ann", "bob", visibility="private", invite=[person("bob").username])
    client = browser("eve")
    assert [
        client.get(f"/m/{match.code}/beside/").status_code,
        client.post(f"/m/{match.code}/beside/feed/").status_code,
        client.post(f"/m/{match.code}/beside/hooks/").status_code,
    ] == [404] * 3


def test_too_many_addresses_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "MOST_FEEDS", 0)
    match = table("ann", "bob", visibility="unlisted")
    page = browser("bob").post(f"/m/{match.code}/beside/feed/", follow=True)
    assert "You have too many already." in page.content.decode()


def test_whoever_opened_the_table_sets_up_its_webhooks_and_all_see_that_there_are_some() -> None:
    match = table()
    path = f"/m/{match.code}/beside/"
    assert "also sent to a webhook" not in browser("bob").get(f"/m/{match.code}/").content.decode()
    sent = {"form": "json", "address": "https://hooks.example.org/secret-part", "name": "our channel"}
    refused = browser("bob").post(f"{path}hooks/", sent, follow=True)
    assert "Only whoever opened the table sets up its webhooks." in refused.content.decode()
    ann = browser("ann")
    wrong = ann.post(f"{path}hooks/", sent | {"address": "https://127.0.0.1/"})
    assert (wrong.status_code, "not on the open internet" in wrong.content.decode()) == (400, True)
    made = ann.post(f"{path}hooks/", sent).content.decode()
    assert 'id="secret">bps_' in made
    ann.post(f"{path}hooks/", {"form": "discord", "address": "https://chat.example.org/x"}, follow=True)
    assert "also sent to a webhook" in browser("bob").get(f"/m/{match.code}/").content.decode()
    own, others = ann.get(path).content.decode(), browser("bob").get(path).content.decode()
    assert ("hooks.example.org" in own, "our channel" in own) == (True, True)
    assert others.count("A webhook (") == 2
    assert [word for word in ("example.org", "our channel", "bps_") if word in others] == []
    assert "secret-part" not in made + own + others


def test_a_button_at_the_table_leads_back_to_it() -> None:
    match = table()
    channel, _secret = beside.add_hook(
        person("ann"), "json", "https://hooks.example.org/", "t", (), NOW, table=match.code
    )
    path, ann = f"/accounts/beside-mail/{channel.pk}/", browser("ann")
    answer = ann.post(path, {"act": "on", "back": match.code})
    assert answer.headers["Location"] == f"/m/{match.code}/beside/"
    answer = ann.post(path, {"act": "on", "back": "//evil.example"})
    assert answer.headers["Location"] == "/accounts/beside-mail/"
