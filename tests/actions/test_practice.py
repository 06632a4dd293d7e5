"""Practice against bots, and guests: who play without having signed up."""

from __future__ import annotations

import datetime

import pytest

from accounts import guests
from accounts.models import Notice, User
from games.actions import lobby, orders, practice, seats
from games.actions.lobby import MOST_PRACTICE
from games.actions.refusals import IllegalTable, TooMuchPractice
from games.models import Match, Note, Turn
from games.rules import GAMES
from tests.actions.tables import DAY, NOW, open_turn, person

pytestmark = pytest.mark.django_db


def guest() -> User:
    return guests.welcome("en", "UTC", NOW)


def played(user: User, match: Match) -> None:
    """Give one order."""
    turn = open_turn(match)
    line = match.rules.decisions(turn.state())[0].default
    orders.submit(user, match.code, turn.number, line, NOW, "web")


@pytest.mark.parametrize("game", GAMES)
def test_practice_of_every_game_begins_at_once_and_waits_for_its_one_person(game: str) -> None:
    user = guest()
    match = practice.practise(user, game, NOW)
    assert (match.status, match.visibility, match.creator) == ("running", "private", user)
    assert match.seats.filter(bot=False).get().user == user
    assert match.seats.count() == (GAMES[game].practice_seats or GAMES[game].seats[0])


def test_practice_without_an_order_yet_is_not_opened_twice() -> None:
    user = guest()
    first = practice.practise(user, "foursquare", NOW)
    assert practice.practise(user, "foursquare", NOW) == first
    assert practice.practise(user, "fourbid", NOW) != first
    played(user, first)
    assert practice.practise(user, "foursquare", NOW) != first


def test_five_matches_of_practice_run_at_a_time() -> None:
    user = guest()
    for _n in range(MOST_PRACTICE):
        match = practice.practise(user, "foursquare", NOW)
        played(user, match)
    with pytest.raises(TooMuchPractice):
        practice.practise(user, "foursquare", NOW)
    seats.resign(user, match, NOW)
    assert practice.practise(user, "foursquare", NOW).status == "running"


def test_matches_with_others_are_no_practice() -> None:
    ann = person("ann")
    for name in ("bob", "cid", "dot", "eve", "fay"):
        wanted = lobby.Proposal(game="fourbid", seats=2, visibility="private", invite=[person(name).username])
        lobby.join(person(name), lobby.open_match(ann, wanted, NOW), "", NOW)
    assert practice.practise(ann, "fourbid", NOW).seats.filter(bot=True).count() == 1


def test_what_a_guest_played_becomes_the_account_s_where_they_sign_in() -> None:
    user, ann = guest(), person("ann")
    match = practice.practise(user, "fourbid", NOW)
    seats.note(user, match, "hearts are cheap")
    guests.keep(user, ann)
    match.refresh_from_db()
    assert (match.creator, match.seats.get(bot=False).user) == (ann, ann)
    assert Note.objects.get().user == ann
    assert not User.objects.filter(is_guest=True).exists()
    guests.keep(user, person("bob"))
    assert match.seats.get(bot=False).user == ann


def test_guests_are_invited_nowhere_and_get_no_mail() -> None:
    user = guest()
    practice.practise(user, "fourbid", NOW)
    assert not any(user.wants(notice.kind) for notice in Notice.objects.all())
    with pytest.raises(IllegalTable):
        lobby.open_match(person("ann"), lobby.Proposal(game="fourbid", seats=2, invite=[user.username]), NOW)


def test_guests_who_have_not_played_for_long_are_taken_away_with_their_matches() -> None:
    gone, here, person_ = guest(), guests.welcome("pl", "UTC", NOW), person("ann")
    for user in (gone, here, person_):
        practice.practise(user, "fourbid", NOW)
    later = NOW + 31 * DAY
    Turn.objects.filter(match__creator=here).update(opened_at=later - DAY)
    assert practice.clear_guests(NOW + 29 * DAY) == 0
    assert practice.clear_guests(later) == 1
    assert set(User.objects.values_list("pk", flat=True)) == {here.pk, person_.pk}
    assert Match.objects.count() == 2


def test_names_of_guests_are_tried_again_where_one_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    names = iter(["aaaaaa", "aaaaaa", "bbbbbb"])
    monkeypatch.setattr(guests, "_drawn", lambda: next(names))
    assert (guest().username, guest().username) == ("guest-aaaaaa", "guest-bbbbbb")
    monkeypatch.setattr(guests, "_drawn", lambda: "aaaaaa")
    with pytest.raises(RuntimeError):
        guest()


def test_a_guest_has_no_password_and_a_zone() -> None:
    user = guests.welcome("bg", "Europe/Sofia", NOW + datetime.timedelta(hours=1))
    assert (user.has_usable_password(), user.zone, user.language, user.email) == (
        False,
        "Europe/Sofia",
        "bg",
        "",
    )
