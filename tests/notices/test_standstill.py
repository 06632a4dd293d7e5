"""What mails say of vacations and pauses: why a deadline moved, who is away, that a table pauses."""

from __future__ import annotations

import datetime

import pytest

from accounts.models import Notice, Vacation
from games.actions import pausing, turns
from games.actions.vacations import follow
from games.models import Match
from tests.actions.tables import DAY, HOUR, NOW, order, person
from tests.notices.mails import SOON, mail_to, pending, readers, table, turns_played, widest

pytestmark = pytest.mark.django_db


def words(mail):
    return " ".join(mail.text.split())


def away(name: str, begins: datetime.datetime, ends: datetime.datetime) -> None:
    Vacation.objects.create(person=person(name), begins_at=begins, ends_at=ends, zone="UTC")
    follow(person(name), NOW)


def ask(match: Match, *names: str, now: datetime.datetime = NOW) -> None:
    for name in names:
        pausing.ask(person(name), match.code, now)


def test_a_mail_names_the_moved_deadline_why_it_moved_and_who_is_away_until_when():
    match = table("ann", "bob")
    away("bob", NOW, NOW + 6 * DAY)
    turns_played(match, 1)
    mail = mail_to("ann", "turn")
    assert "You owe an order until Thursday 10 January 2030, 12:00 (UTC); 8 days 23 hours left." in words(
        mail
    )
    assert "The deadline was moved by 6 days, because somebody at the table is on vacation." in words(mail)
    assert "bob: on vacation until Monday 7 January 2030, 12:00 (UTC)." in words(mail)
    assert "on vacation until" in mail.html
    assert mail.subject.endswith("turn 2, your order until Thu 10 Jan 12:00")
    assert widest(mail) <= 72
    assert "bob: on vacation" not in words(mail_to("bob", "turn"))


def test_a_turn_mail_says_that_the_table_pauses():
    match = table("ann", "bob")
    pausing.begin(match.code, NOW)
    turns_played(match, 1)
    mail = mail_to("ann", "turn")
    assert mail.subject.endswith("turn 2, your order; the table pauses")
    assert (
        "You owe an order. The table pauses: no time runs until one of its players lets it go on, or until"
        " Thursday 31 January 2030, 12:00 (UTC). What is left then: 3 days." in words(mail)
    )
    assert "There is no deadline" not in words(mail)


def test_a_result_mail_says_that_the_table_pauses():
    match = table("ann", "bob", "cyd")
    pausing.begin(match.code, NOW)
    turns_played(match, 1)
    notice = next(one for one in pending("turn") if one.user.username == "ann")
    notice.kind = "result"
    notice.save()
    mail = mail_to("ann", "result")
    assert mail.subject.endswith("turn 2; the table pauses")
    assert "You owe nothing now. The table pauses" in words(mail)


def test_those_who_have_not_agreed_hear_that_a_pause_is_asked_for():
    match = table("ann", "bob", "cyd", name="Friday night")
    ask(match, "ann")
    assert readers("pause") == ["bob", "cyd"]
    mail = mail_to("bob", "pause")
    assert mail.subject == "[bidplay] Fourbid · Friday night: a pause is asked for"
    assert "You are asked to agree to a pause. For it so far: ann." in words(mail)
    ask(match, "cyd")
    assert readers("pause") == ["bob"]
    assert "For it so far: ann, cyd." in words(mail_to("bob", "pause"))
    pausing.take_back(person("ann"), match.code)
    pausing.take_back(person("cyd"), match.code)
    assert readers("pause") == []


def test_everybody_hears_that_a_pause_has_begun_and_only_while_it_lasts():
    match = table("ann", "bob")
    ask(match, "ann", "bob")
    assert readers("pause") == ["ann", "bob"]
    mail = mail_to("bob", "pause")
    assert mail.subject.endswith("your table pauses")
    assert "What is left then: 3 days." in words(mail)
    pausing.go_on(match.code, NOW + DAY, person("ann"))
    assert [notice.data["what"] for notice in pending("pause") if notice.user.username == "bob"] == [
        "asked",
        "begun",
        "over",
    ]
    assert mail_to("bob", "pause", SOON + DAY).subject.endswith("your match goes on")


def test_everybody_hears_until_when_orders_are_taken_when_a_match_goes_on():
    """Who owed an order was told of the turn alone, without the button that takes it."""
    match = table("ann", "bob")
    pausing.begin(match.code, NOW)
    order("bob", match, "3")
    pausing.go_on(match.code, NOW + DAY)
    until = "Saturday 5 January 2030, 12:00 (UTC); 2 days 23 hours left."
    mail = mail_to("ann", "pause", NOW + DAY + HOUR)
    assert f"You owe an order until {until}" in words(mail)
    assert "Write your order http://127.0.0.1:8000/o/" in words(mail)
    mail = mail_to("bob", "pause", NOW + DAY + HOUR)
    assert f"Turn 1 closes {until}" in words(mail)
    pausing.begin(match.code, NOW + DAY + HOUR)
    assert [one.data["what"] for one in pending("pause") if one.user.username == "ann"] == [
        "begun",
        "over",
        "begun",
    ]


def test_who_no_longer_plays_hears_nothing_of_pauses():
    match = table("ann", "bob", "cyd")
    pausing.begin(match.code, NOW)
    match.seats.filter(user=person("cyd")).update(state="resigned")
    assert readers("pause") == ["ann", "bob"]
    match.turns.update(closed_at=NOW)
    assert readers("pause") == []


def test_nobody_is_reminded_once_the_table_pauses():
    match = table("ann", "bob")
    Notice.objects.all().delete()
    turns.remind_due(NOW + 2.9 * DAY)
    assert readers("reminder") == ["ann", "bob"]
    pausing.begin(match.code, NOW + 2.9 * DAY)
    assert readers("reminder") == []
