"""Mails to teams: who is asked, who hears, whose link it is, what a captain who stayed away is told."""

from __future__ import annotations

import re

import pytest

from games.actions import lobby, turns
from games.links import slot_of
from games.models import Match
from games.rules import GAMES
from tests.actions.tables import NEXT, NOW, open_turn, opened, order, person, told
from tests.actions.toy import Hush
from tests.notices.mails import SOON, mail_to, readers

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def hush(monkeypatch: pytest.MonkeyPatch) -> Hush:
    game = Hush()
    monkeypatch.setitem(GAMES, game.slug, game)
    return game


def table(pooled: str = "even", **more: object) -> Match:
    """A running match: ann, who is captain, and amy play against bob."""
    options = {"pooled": pooled, "turns": 9, "quiet": True}
    match = opened("ann", 2, team=2, options=options, **more)  # type: ignore[arg-type]
    for name, index in (("amy", 0), ("bob", 1)):
        lobby.join(person(name), match, "", NOW, index)
    lobby.start_now(person("ann"), match, NOW)
    match.refresh_from_db()
    return match


def test_the_start_tells_every_member_who_is_in_the_team_and_asks_the_captain() -> None:
    table()
    assert readers("start") == ["amy", "ann", "bob"]
    assert "You play against Team 2 (bob)." in _said("amy", "start")
    assert "You play in Team 1 (ann, amy). ann is captain and orders for all." in _said("amy", "start")
    assert "/o/" in mail_to("ann", "start").text
    assert "/o/" not in mail_to("amy", "start").text


def test_everybody_of_a_team_is_asked_for_a_pooled_decision_by_a_link_of_their_own() -> None:
    match = table()
    order("ann", match, "9")
    order("bob", match, "2")
    assert readers("turn") == ["amy", "ann", "bob"]
    assert "You owe an order until" in _said("amy", "turn")
    assert "All of Team 1 are asked: you and ann. One order is made of what you all send." in _said(
        "amy", "turn"
    )
    tokens = {name: re.search(r"/o/(\S+)/$", mail_to(name, "turn").text, re.M) for name in ("ann", "amy")}
    holders = {name: slot_of(token[1]) for name, token in tokens.items() if token}
    assert {name: slot.holder.username for name, slot in holders.items() if slot and slot.holder} == {
        "ann": "ann",
        "amy": "amy",
    }


def test_a_member_who_owes_nothing_hears_the_result_and_whom_the_table_waits_for() -> None:
    match = table("none")
    order("ann", match, "9")
    order("bob", match, "2")
    assert (readers("turn"), readers("result")) == (["ann", "bob"], ["amy"])
    assert "Your table waits for Team 1, Team 2 until" in _said("amy", "result")
    assert "ann is captain and orders for Team 1, your team. You need do nothing." in _said("amy", "result")
    assert "You are captain and order for Team 1: for yourself and amy." in _said("ann", "turn")
    assert "captain" not in _said("bob", "turn")


def test_no_mail_to_a_fellow_member_tells_an_amount() -> None:
    match = table("all")
    before = mail_to("ann", "start").text
    sealed = order("amy", match, "8")
    after = mail_to("ann", "start").text
    assert sealed.commitment in after
    told = [
        line for line in after.split("\n") if line not in before.split("\n") and sealed.commitment not in line
    ]
    assert not any(re.search(r"\b8\b", line) for line in told)


def test_a_captain_who_missed_a_deadline_is_told_what_follows_for_them_or_for_the_seat() -> None:
    match = table("none", pace={"grace": False})
    order("bob", match, "2")
    turns.close_due(NEXT)
    told = (
        "You missed the last deadline. After 3 in a row you leave your team, and the next member is captain."
    )
    assert told in " ".join(mail_to("ann", "turn", NEXT).text.split())
    match.members.filter(user=person("amy")).update(active=False)
    told = "You missed the last deadline. After 3 in a row a bot takes your seat."
    assert told in " ".join(mail_to("ann", "turn", NEXT).text.split())


def test_a_captain_who_stayed_away_is_told_that_the_team_plays_on() -> None:
    match = table("none", pace={"grace": False, "misses": 1})
    order("bob", match, "2")
    turns.close_due(NEXT)
    assert "Your team has another captain" in mail_to("ann", "missed", NEXT).text
    assert readers("turn", NEXT) == ["amy", "bob"]


def test_the_start_names_who_orders_first_where_the_captain_changes() -> None:
    match = table("none", captain="rotate")
    assert "You play in Team 1 (ann, amy). ann is captain first and orders" in _said("amy", "start")
    assert open_turn(match).orders.get(seat__index=0).holder == person("ann")
    order("ann", match, "9")
    order("bob", match, "2")
    assert (readers("turn"), readers("result")) == (["amy", "bob"], ["ann"])
    assert "amy is captain and orders for Team 1, your team." in _said("ann", "result")


def test_extra_time_is_told_to_everybody_who_is_asked() -> None:
    match = table("all")
    order("bob", match, "2")
    turns.close_due(NEXT)
    assert told(match, "missed") == [("amy", "missed", "1:grace"), ("ann", "missed", "1:grace")]
    assert "All of Team 1 are asked: you and ann." in " ".join(mail_to("amy", "missed", NEXT).text.split())


def test_the_end_is_told_to_every_member() -> None:
    match = opened("ann", 2, team=2, options={"turns": 1, "quiet": True})
    for name, index in (("amy", 0), ("bob", 1)):
        lobby.join(person(name), match, "", NOW, index)
    lobby.start_now(person("ann"), match, NOW)
    order("ann", match, "9")
    order("bob", match, "2")
    assert readers("end") == ["amy", "ann", "bob"]


def _said(name: str, kind: str) -> str:
    return " ".join(mail_to(name, kind, SOON).text.split())


def test_a_captain_who_leaves_with_the_last_deadline_hears_how_it_ended() -> None:
    match = opened("ann", 2, team=2, options={"turns": 1, "quiet": True}, pace={"grace": False, "misses": 1})
    for name, index in (("amy", 0), ("bob", 1)):
        lobby.join(person(name), match, "", NOW, index)
    lobby.start_now(person("ann"), match, NOW)
    order("bob", match, "2")
    turns.close_due(NEXT)
    assert readers("end", NEXT) == ["amy", "ann", "bob"]


def test_an_invitation_to_a_match_of_teams_says_so() -> None:
    opened("ann", 2, team=3, invite=[person("amy").username])
    assert "You choose a team of up to 3" in _said("amy", "invitation")


def test_an_invitation_to_a_rematch_of_teams_says_that_they_stay() -> None:
    match = opened("ann", 2, team=2, options={"turns": 1, "quiet": True})
    for name, index in (("amy", 0), ("bob", 1)):
        lobby.join(person(name), match, "", NOW, index)
    lobby.start_now(person("ann"), match, NOW)
    order("ann", match, "9")
    order("bob", match, "2")
    again = lobby.rematch(person("ann"), match, NOW)
    again.refresh_from_db()
    assert "All who played before have places in their teams" in _said("amy", "invitation")
    assert "At the table so far: Team 1 (ann)" in _said("amy", "invitation")
