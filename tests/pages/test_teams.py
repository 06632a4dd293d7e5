"""Matches of teams on the pages: open, join a team, start, see who is in, send an amount, see no other's."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from games.actions import lobby, seats
from games.links import order_token
from games.models import Match, Order
from games.models.reliability import reliability_of
from games.pages import kept, listing
from games.pages.scene import Scene
from games.rules import GAMES
from tests.actions import tables
from tests.actions.tables import person
from tests.actions.toy import Hush
from tests.pages.visits import browser, order_path, said

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def hush(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, settings: Settings) -> Hush:
    game = Hush()
    monkeypatch.setitem(GAMES, game.slug, game)
    templates = tmp_path / "games" / game.slug
    templates.mkdir(parents=True)
    (templates / "teaser.html").write_text("<p>Of hidden cards.</p>")
    settings.TEMPLATES = [{**settings.TEMPLATES[0], "DIRS": [*settings.TEMPLATES[0]["DIRS"], tmp_path]}]
    return game


def waiting(team: int = 2, **more: object) -> Match:
    """An open match of Fourbid for teams."""
    return tables.opened("ann", 2, game="fourbid", now=timezone.now(), team=team, **more)  # type: ignore[arg-type]


def pooled() -> Match:
    """A running match of the small game in which everybody of both teams is asked."""
    match = tables.opened("ann", 2, team=2, options={"pooled": "all", "turns": 2}, now=timezone.now())
    for name, index in (("amy", 0), ("bob", 1), ("ben", 1)):
        lobby.join(person(name), match, "", timezone.now(), index)
    match.refresh_from_db()
    return match


def page(client: Client, match: Match) -> str:
    response = client.get(match.get_absolute_url())
    assert response.status_code == 200
    return said(response)


def test_the_form_opens_a_match_of_teams() -> None:
    ann = browser("ann")
    form = {"game": "fourbid", "seats": 2, "bots": 0, "team": 3, "captain": "rotate", "interval": 86_400}
    form |= {"misses": 3, "deserted": "bot", "visibility": "public"}
    form |= {f"opt_{name}": value for name, value in _usual("fourbid").items() if value is not False}
    assert ann.post("/matches/new/?game=fourbid", form).status_code == 302
    match = Match.objects.get()
    assert (match.team, match.captain) == (3, "rotate")


def _usual(game: str) -> dict[str, object]:
    options = GAMES[game].options()
    return {name: getattr(options, name) for name in options.names()}


def test_a_waiting_match_has_a_button_for_each_team_with_room() -> None:
    match = waiting()
    text = page(browser("bob"), match)
    assert "Join seat 1: ann 1 place free" in text
    assert "Join seat 2: nobody yet 2 places free" in text
    assert "starts by itself when every team is full" in text


def test_a_public_word_is_only_asked_for_where_it_counts() -> None:
    match = waiting()
    bob = browser("bob")
    assert "For a team the word of its first member counts." in page(bob, match)
    lobby.join(person("eve"), match, "", timezone.now(), 1)
    text = page(bob, match)
    assert "Join seat 2: eve 1 place free" in text
    assert "Your public word" not in text
    assert bob.post(f"/m/{match.code}/join/", {"seat": "1"}).status_code == 302


def test_joining_takes_the_chosen_team() -> None:
    match = waiting()
    assert browser("amy").post(f"/m/{match.code}/join/", {"seat": "0", "word": ""}).status_code == 302
    assert sorted(match.members.filter(seat__index=0).values_list("user__username", flat=True)) == [
        "amy",
        "ann",
    ]
    assert browser("eve").post(f"/m/{match.code}/join/", {"seat": "0"}).status_code == 422


def test_the_creator_starts_a_match_whose_teams_are_not_full() -> None:
    match = waiting(8)
    ann = browser("ann")
    assert "Start now" not in page(ann, match)
    lobby.join(person("bob"), match, "", timezone.now())
    assert "Start now" in page(ann, match)
    assert "Start now" not in page(browser("bob"), match)
    assert ann.post(f"/m/{match.code}/start/").status_code == 302
    match.refresh_from_db()
    assert match.status == "running"


def test_a_private_match_of_a_team_is_there_for_its_members_alone() -> None:
    match = waiting(visibility="private", invite=[person("amy").username])
    lobby.join(person("amy"), match, "", timezone.now(), 0)
    match.invitations.all().delete()
    assert browser("amy").get(match.get_absolute_url()).status_code == 200
    assert browser("eve").get(match.get_absolute_url()).status_code == 404


def test_everybody_of_a_team_is_shown_at_their_seat_and_how_far_they_are() -> None:
    match = pooled()
    tables.order("amy", match, "4", timezone.now())
    text = page(browser(), match)
    assert "ann captain to order" in text
    assert "amy amount is in" in text


def test_a_member_sees_the_form_of_a_pooled_decision_and_seals_an_amount() -> None:
    match, amy = pooled(), browser("amy")
    assert "Your turn" in page(amy, match)
    assert "Everybody in your team is asked" in page(amy, match)
    assert amy.post(order_path(match), {"line": "4"}).status_code == 302
    text = page(amy, match)
    assert "Your sealed order" in text
    assert Order.objects.voices().given().get().voice == 2
    assert amy.post(f"/m/{match.code}/turn/1/take-back/").status_code == 302
    assert not Order.objects.given().exists()


def test_a_member_is_asked_nothing_where_the_captain_orders() -> None:
    match = waiting()
    for name, index in (("amy", 0), ("bob", 1)):
        lobby.join(person(name), match, "", timezone.now(), index)
    lobby.start_now(person("ann"), match, timezone.now())
    assert "Seal this order" not in page(browser("amy"), match)
    assert "Seal this order" in page(browser("ann"), match)
    assert "everyone who may see the match reads it" in page(browser("amy"), match)


def test_the_dashboard_lists_what_a_member_owes_and_where_they_play() -> None:
    match = pooled()
    assert match.title in said(browser("amy").get("/"))
    assert "all of your team are asked" in said(browser("amy").get("/"))


def test_a_look_for_news_sees_that_a_member_has_answered() -> None:
    match, ann = pooled(), browser("ann")
    seen = re.search(r"live/\?seen=([\w-]+)", ann.get(match.get_absolute_url()).content.decode())
    known = seen[1] if seen else ""
    tables.order("amy", match, "4", timezone.now())
    assert ann.get(f"/m/{match.code}/live/", {"seen": known}).status_code == 200


class _Undone(Exception):
    """Takes a world back."""


@pytest.mark.parametrize("reader", ["ann", "bob", "eve", ""])
def test_no_page_of_anybody_else_tells_an_amount_before_the_turn_closes(reader, time_machine):
    """Twins: the same match in which one member of a team sealed this amount or that."""
    time_machine.move_to("2030-01-01T12:00:00Z", tick=False)
    match = pooled()
    client = browser(reader)
    client.get(match.get_absolute_url())
    paths = [match.get_absolute_url(), f"/m/{match.code}/live/", "/", "/matches/", "/people/amy/"]
    paths += [f"/m/{match.code}/turn/1/", f"/m/{match.code}/log/?before=9", *_links(match, reader)]
    worlds = []
    for line in ("3", "99"):
        kept._pages.clear()
        try:
            with transaction.atomic():
                tables.order("amy", match, line, timezone.now())
                worlds.append([_blanked(client.get(path).content) for path in paths])
                raise _Undone
        except _Undone:
            pass
    assert worlds[0] == worlds[1]


def _links(match: Match, reader: str) -> list[str]:
    """The pages behind the buttons of a person's mails."""
    slots = Order.objects.voices().filter(turn=tables.open_turn(match))
    return [f"/o/{order_token(slot)}/" for slot in slots if slot.holder and slot.holder.username == reader]


def _blanked(body: bytes) -> bytes:
    """A page without what is drawn by chance for each: commitments and form tokens."""
    body = re.sub(rb"\b[0-9a-f]{64}\b", b"H" * 64, body)
    return re.sub(rb'name="csrfmiddlewaretoken" value="\w+"', b"T", body)


def test_the_link_in_a_mail_is_for_the_member_it_was_sent_to() -> None:
    match = pooled()
    slot = Order.objects.voices().get(turn=tables.open_turn(match), seat__index=0, voice=2)
    path = f"/o/{order_token(slot)}/"
    assert "Seal this order" in said(browser().get(path))
    assert "Everybody in your team is asked" in said(browser().get(path))
    assert "With you: ann." in said(browser().get(path))
    assert browser().post(path, {"line": "4"}).status_code == 200
    assert Order.objects.voices().given().get() == slot
    seats.resign(person("amy"), match, timezone.now())
    assert browser().get(path).status_code == 404


def test_a_match_says_who_orders_for_its_teams() -> None:
    match = waiting(3, captain="rotate")
    text = page(browser(), match)
    assert "Up to 3 people hold a seat together, and their captain orders." in text
    assert (
        "After 3 missed deadlines in a row a captain leaves the team and the next member takes over; "
        "where there is nobody else, a bot plays on."
    ) in text
    assert "teams of up to 3" in said(browser().get("/matches/"))


def test_a_member_is_told_what_happened_since_the_last_order_of_their_team() -> None:
    match = tables.opened("ann", 3, game="bids", now=timezone.now(), team=2)
    for name, index in (("amy", 0), ("bob", 1), ("cid", 2)):
        lobby.join(person(name), match, "", timezone.now(), index)
    lobby.start_now(person("ann"), match, timezone.now())
    names = []
    for _bid in range(3):
        turn = tables.open_turn(match)
        seat = turn.orders.get().seat
        names.append(seat.user.username)
        tables.order(seat.user.username, match, match.rules.decisions(turn.state())[seat.index].default)
    assert "Since your team’s last order Turn 1 " in page(browser(names[0]), match)


def test_an_old_turn_is_told_alike_whoever_is_captain_now() -> None:
    match = waiting(captain="rotate")
    for name, index in (("amy", 0), ("bob", 1), ("ben", 1)):
        lobby.join(person(name), match, "", timezone.now(), index)
    _silence(match, "ann", "bob")
    path = f"/m/{match.code}/turn/1/"
    before = said(browser().get(path))
    assert "Team 1 (ann)" in before
    assert "Team 1 (ann)" in page(browser(), match)
    _silence(match, "amy", "ben")
    seats.resign(person("ann"), match, timezone.now())
    # There is one turn more by now, to which the page leads.
    assert said(browser().get(path)).replace("of 2", "of 1") == before
    seats.vacate(person("ann"), timezone.now())
    assert "(ann)" not in said(browser().get(path))
    assert "(ann)" not in page(browser(), match)


def _silence(match: Match, *names: str) -> None:
    """Let these captains play what silence would."""
    turn = tables.open_turn(match)
    decisions = match.rules.decisions(turn.state())
    for name in names:
        index = match.seats.get(user__username=name).index
        tables.order(name, match, decisions[index].default, timezone.now(), turn.number)


def test_a_member_is_told_who_orders_for_the_team() -> None:
    match = waiting()
    for name, index in (("amy", 0), ("bob", 1)):
        lobby.join(person(name), match, "", timezone.now(), index)
    lobby.start_now(person("ann"), match, timezone.now())
    assert "ann orders for your team in this turn; you owe nothing." in page(browser("amy"), match)
    assert "ann orders for your team" in said(browser("amy").get("/"))
    assert "you order for your team" in said(browser("ann").get("/"))
    assert "You are captain: your order counts for amy too." in page(browser("ann"), match)
    assert "for your team" not in page(browser("bob"), match)
    refused = browser("amy").post(order_path(match), {"line": "4"})
    assert "ann orders for your team in turn 1; you owe nothing." in said(refused)
    _silence(match, "ann")
    assert "ann has ordered for your team in this turn; you owe nothing." in page(browser("amy"), match)
    assert "for your team" not in said(browser("amy").get("/"))


def test_lists_show_teams_and_the_places_still_free() -> None:
    match = waiting(3)
    lobby.join(person("amy"), match, "", timezone.now(), 0)
    assert "Team 1 (ann, amy) · 4 places free · teams of up to 3" in said(browser().get("/matches/"))
    assert match.title in said(browser().get("/matches/", {"free": "1"}))
    for name, index in (("art", 0), ("bob", 1), ("ben", 1)):
        lobby.join(person(name), match, "", timezone.now(), index)
    assert "Team 1 (ann, amy, art), Team 2 (bob, ben) · 1 place free" in said(browser().get("/matches/"))
    lobby.join(person("bea"), match, "", timezone.now())
    running = said(browser().get("/matches/", {"status": "running"}))
    assert "Team 2 (bob, ben, bea) · teams of up to 3" in running


def test_a_list_of_teams_takes_as_many_queries_for_one_as_for_many(django_assert_num_queries: Any) -> None:
    matches = [waiting() for _n in range(3)]
    for count in (1, 3):
        with django_assert_num_queries(5):
            listing.rows(list(Match.objects.filter(pk__in=[match.pk for match in matches[:count]])))


def test_a_former_member_finds_their_place_at_a_rematch_in_their_team() -> None:
    match = waiting()
    for name, index in (("amy", 0), ("bob", 1)):
        lobby.join(person(name), match, "", timezone.now(), index)
    lobby.start_now(person("ann"), match, timezone.now())
    seats.resign(person("bob"), match, timezone.now())
    match.refresh_from_db()
    again = lobby.rematch(person("bob"), match, timezone.now())
    text = page(browser("amy"), again)
    assert "Join seat 1: nobody yet" in text
    assert "Join seat 2" not in text
    assert "All who played before have places in their teams" in text
    assert "Join seat 2: bob" in page(browser("eve"), again)


def test_a_person_has_the_results_of_their_teams_and_their_own_reliability() -> None:
    match = waiting(captain="rotate")
    for name, index in (("amy", 0), ("bob", 1), ("ben", 1)):
        lobby.join(person(name), match, "", timezone.now(), index)
    _silence(match, "ann", "bob")
    found = reliability_of([person("ann"), person("amy")])
    assert [found[person(name).pk].owed for name in ("ann", "amy")] == [1, 0]
    for name in ("bob", "ben"):
        seats.resign(person(name), match, timezone.now())
    assert "place 1 of 2" in said(browser().get("/people/amy/"))
    assert "place 2 of 2" in said(browser().get("/people/ben/"))


def test_the_link_of_an_earlier_captain_says_in_words_who_orders_now() -> None:
    match = waiting(captain="rotate")
    for name, index in (("amy", 0), ("bob", 1), ("ben", 1)):
        lobby.join(person(name), match, "", timezone.now(), index)
    turn = tables.open_turn(match)
    line = match.rules.decisions(turn.state())[0].default
    path = f"/o/{order_token(turn.orders.get(seat__index=0))}/"
    assert "You are captain: your order counts for amy too." in said(browser().get(path))
    _silence(match, "ann", "bob")
    closed = browser().get(path)
    assert closed.status_code == 410
    assert "Turn 1 has closed" in said(closed)
    assert "amy is captain of the team now. You still see the match" in said(closed)
    assert "Your order is in" in said(browser().post(path, {"line": line}))
    path = f"/o/{order_token(tables.open_turn(match).orders.get(seat__index=0))}/"
    seats.resign(person("amy"), match, timezone.now())
    for response in (browser().get(path), browser().post(path, {"line": line})):
        assert response.status_code == 410
        assert "ann orders in turn 2" in said(response)
        assert "You have left the team, and may go on watching" in said(response)
    assert not Order.objects.given().filter(opened=False).exists()


def test_the_fields_about_teams_are_folded_until_they_are_used() -> None:
    ann = browser("ann")
    fold = re.compile(r"<details( open)?>\s*<summary>Teams")
    fields = {"game": "fourbid", "seats": "2", "bots": "0", "team": "3", "captain": "nobody"}

    def is_open(response: Any) -> bool:
        found = fold.search(response.content.decode())
        assert found is not None
        return bool(found[1])

    assert not is_open(ann.get("/matches/new/?game=fourbid"))
    assert is_open(ann.post("/matches/new/?game=fourbid", fields))
    assert not is_open(ann.post("/matches/new/?game=fourbid", {**fields, "team": "1", "captain": "first"}))
    assert "Teams" not in said(ann.get("/matches/new/?game=foursquare"))


def test_a_captain_never_reads_a_fellows_voice_as_their_own() -> None:
    match = pooled()
    tables.order("amy", match, "4", timezone.now())
    scene = Scene.of(person("ann"), match.code, timezone.now())
    assert scene.slots == {}
    assert scene.slot is not None
    assert (scene.slot.voice, scene.owes) == (1, True)
    Order.objects.voices().get(turn=tables.open_turn(match), seat__index=0, voice=1).delete()
    assert Scene.of(person("ann"), match.code, timezone.now()).slot is None


def test_a_closed_turn_shows_what_each_member_sent() -> None:
    sides = (("ann", 0), ("amy", 0), ("bob", 1), ("ben", 1))
    match = tables.opened("ann", 2, game="bid_n_bet", team=2, now=timezone.now())
    for name, index in sides[1:]:
        lobby.join(person(name), match, "", timezone.now(), index)
    while not Order.objects.voices().filter(turn__match=match).exists():
        turn = tables.open_turn(match)
        (slot,) = turn.orders.filter(commitment="").select_related("seat__user")
        state: Any = turn.state()
        line = match.rules.decisions(state)[slot.seat.index].default
        if line.startswith("move") or line[0].isdigit():
            line = f"move {min(5, 9 - state.token[slot.seat.index] % 9)}!"
        assert slot.holder is not None
        tables.order(slot.holder.username, match, line, timezone.now())
    number = tables.open_turn(match).number
    for name, amount in zip((name for name, _index in sides), (40, 9999, 11, 20), strict=True):
        tables.order(name, match, f"bid {amount}", timezone.now(), number)
    assert "bid 40 (ann bid 40 , amy bid 9999 )" in page(browser(), match)
    text = said(browser().get(f"/m/{match.code}/turn/{number}/"))
    assert "Made of what the members of the team sent: bid 40 ann, bid 9999 amy" in text
    assert "bid 40 ann, version 1; commitment and salt:" in text
