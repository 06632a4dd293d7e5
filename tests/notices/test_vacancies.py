"""Mails about seats that change hands: who hears of it, in which words, and what is no longer true."""

import pytest

from games.actions import seats, turns
from games.actions.successors import take_over
from games.models import Match
from tests.actions.tables import DAY, NEXT, NOW, open_turn, order, person
from tests.notices.mails import mail_to, readers, silence, table, widest

pytestmark = pytest.mark.django_db

PACE = {"grace": False, "misses": 1, "deserted": "substitute"}


def words(mail):
    return " ".join(mail.text.split())


def deserted(*names: str, **proposal: object) -> Match:
    """A match whose last player has deserted a seat; turn 2 is open."""
    match = table(*(names or ("ann", "bob", "cyd")), pace=PACE, **proposal)
    for name in (names or ("ann", "bob", "cyd"))[:-1]:
        order(name, match, silence(match, name))
    turns.close_due(NEXT)
    return match


def test_the_table_hears_that_a_seat_is_free():
    deserted(name="Friday night")
    assert readers("seat") == ["ann", "bob"]
    mail = mail_to("ann", "seat")
    assert mail.subject == "[bidplay] Fourbid · Friday night: a seat is free at your table: cyd"
    assert "You play on without cyd: whoever wants to may take that seat over." in words(mail)
    assert "You wait for nobody there: until somebody comes," in words(mail)
    assert "You may send the address of the match to anybody who would like to play." in words(mail)
    assert widest(mail) <= 72


def test_at_a_private_table_the_mail_says_who_may_come():
    for name in ("bob", "cyd"):
        person(name)
    deserted(visibility="private", invite=["bob", "cyd"])
    assert "only who was invited, too, can take such a seat over." in words(mail_to("bob", "seat"))


def test_who_deserted_a_seat_hears_how_to_come_back():
    match = deserted()
    mail = mail_to("cyd", "missed")
    assert "Your seat is free for others" in mail.text.split("\n")
    assert "You missed 1 deadline. From turn 2 on anyone may take your seat over." in words(mail)
    assert "as long as nobody else has." in words(mail)
    take_over(person("cyd"), match, 2, NEXT)
    assert readers("missed") == []


def test_who_lost_a_seat_to_somebody_hears_nothing_of_having_missed():
    match = deserted()
    take_over(person("dan"), match, 2, NEXT)
    assert readers("missed") == []


def test_the_table_hears_who_has_taken_a_seat_over():
    match = deserted()
    take_over(person("dan"), match, 2, NEXT)
    assert readers("seat") == ["ann", "bob"]
    mail = mail_to("ann", "seat")
    assert "dan has taken over a seat at your table" in mail.text.split("\n")
    assert "You play with dan now, who has taken over seat 3 in turn 2." in words(mail)
    assert "cyd" not in mail.text


def test_the_table_hears_who_has_come_back():
    match = deserted()
    take_over(person("cyd"), match, 2, NEXT)
    assert "You play with cyd again, who has come back in turn 2." in words(mail_to("ann", "seat"))


def test_the_seat_of_somebody_who_left_the_site_is_free_without_a_name():
    match = table("ann", "bob", "cyd", pace=PACE)
    seats.vacate(person("cyd"), NOW)
    assert "You play on without seat 3: whoever" in words(mail_to("ann", "seat"))
    take_over(person("dan"), match, 2, NOW)
    assert "You play with dan now" in words(mail_to("ann", "seat"))


def test_what_is_no_longer_true_of_a_seat_is_not_told():
    match = deserted()
    take_over(person("dan"), match, 2, NEXT)
    order("ann", match, silence(match, "ann"), NEXT)
    order("bob", match, silence(match, "bob"), NEXT)
    turns.close_due(NEXT + 3 * DAY)
    mail_to("ann", "seat")
    take_over(person("eve"), match, 2, NEXT + 3 * DAY)
    assert "eve" in words(mail_to("ann", "seat"))
    seats.resign(person("eve"), match, NEXT + 3 * DAY)
    assert readers("seat") == []


def test_who_no_longer_plays_hears_of_no_seat():
    match = deserted()
    seats.resign(person("ann"), match, NEXT)
    assert readers("seat") == ["bob"]
    seats.resign(person("bob"), match, NEXT)
    assert readers("seat") == []


def test_a_successor_is_asked_by_a_mail_of_the_turn():
    match = deserted()
    take_over(person("dan"), match, 2, NEXT)
    mail = mail_to("dan", "turn", NEXT)
    assert "Turn 2: you owe an order" in mail.text.split("\n")
    assert open_turn(match).number == 2


def test_a_warning_says_that_anyone_may_take_the_seat_over():
    match = table(pace=PACE | {"misses": 2})
    order("ann", match, silence(match, "ann"))
    turns.close_due(NEXT)
    assert "After 2 in a row anyone may take your seat over." in words(mail_to("bob", "turn", NEXT))
