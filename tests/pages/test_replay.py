"""Turns by their own address, and the record of a finished match."""

from __future__ import annotations

import json
import re

import pytest
from django.utils import timezone

from games.actions import seats
from games.models import Match, Order
from games.rules import record
from tests.actions import tables
from tests.pages.visits import (
    browser,
    finished,
    open_turn,
    order_path,
    pass_turn,
    person,
    queries,
    running,
    said,
)

pytestmark = pytest.mark.django_db


def played() -> Match:
    """A match with one turn behind it, to which ann ordered and bob did not."""
    match = running("ann", "bob")
    browser("ann").post(order_path(match), {"c0": ["K", "2"]})
    pass_turn(match)
    return match


def test_a_closed_turn_shows_its_position_events_and_opened_orders():
    match = played()
    answer = browser().get(f"/m/{match.code}/turn/1/")
    order = Order.objects.get(turn__match=match, turn__number=1, seat__user=person("ann"))
    assert answer.status_code == 200
    assert "K 2" in said(answer)
    assert order.commitment in said(answer)
    assert order.salt in said(answer)
    assert "Nothing was in at the deadline: the default was played." in said(answer)
    assert "claims space" in said(answer)
    assert match.turns.get(number=1).hash in said(answer)


def test_turns_lead_to_each_other_and_the_open_turn_is_the_match_itself():
    match = played()
    pass_turn(match)
    page = browser().get(f"/m/{match.code}/turn/2/").content.decode()
    assert f'href="/m/{match.code}/turn/1/"' in page
    assert f'rel="next" href="/m/{match.code}/"' in page
    assert browser().get(f"/m/{match.code}/turn/3/")["Location"] == match.get_absolute_url()


@pytest.mark.parametrize("number", [0, 9, 2**40])
def test_a_turn_that_was_not_played_is_not_found(number):
    match = played()
    assert browser("ann").get(f"/m/{match.code}/turn/{number}/").status_code == 404


def test_the_last_turn_leads_to_the_end():
    match = finished("ann", "bob")
    last = match.turns.order_by("-number").first()
    page = said(browser().get(f"/m/{match.code}/turn/{last.number}/"))
    assert "The end" in page


def test_a_turn_costs_the_same_however_long_the_match_is():
    match = running("ann", "bob", pace={"misses": 20})
    pass_turn(match, 2)
    few = queries(browser("ann"), f"/m/{match.code}/turn/1/")
    pass_turn(match, 20)
    assert queries(browser("ann"), f"/m/{match.code}/turn/1/") == few


def test_a_turn_shows_what_was_before_and_after():
    match = played()
    pass_turn(match)
    page = browser().get(f"/m/{match.code}/turn/1/").content.decode()
    following = browser().get(f"/m/{match.code}/turn/2/").content.decode()
    boards = [re.findall(r'<svg class="board".*?</svg>', text, re.DOTALL) for text in (page, following)]
    assert len(boards[0]) == 2
    assert boards[0][0] != boards[0][1] == boards[1][0]


def test_the_last_turn_shows_the_end():
    match = finished("ann", "bob")
    last = match.turns.order_by("-number").first()
    assert "After" in said(browser().get(f"/m/{match.code}/turn/{last.number}/"))


def cards() -> Match:
    """A match of Bids, in which hands are hidden, with one turn behind it."""
    match = tables.started("ann", "bob", "cid", game="bids", now=timezone.now())
    pass_turn(match)
    return match


def test_when_a_match_is_over_its_turns_are_seen_through_every_seat():
    match = cards()
    for name in ("bob", "cid"):
        seats.resign(person(name), match, timezone.now())
    pages = [
        browser().get(f"/m/{match.code}/turn/1/?as={eyes}").content.decode()
        for eyes in ("all", "1", "2", "9", "x", "")
    ]
    hands = [re.findall(r'<div class="hand">.*?</div>', page, re.DOTALL) for page in pages]
    assert hands[1] != hands[2]
    assert hands[0] not in (hands[1], hands[2])
    assert hands[0] == hands[3] == hands[4] == hands[5]


def test_nobody_chooses_eyes_while_a_match_runs():
    match = cards()
    for name in ("", "ann"):
        pages = [
            re.sub(r'value="[^"]{64}"', "", browser(name).get(path).content.decode())
            for path in (f"/m/{match.code}/turn/1/{eyes}" for eyes in ("", "?as=1", "?as=2", "?as=all"))
        ]
        assert len(set(pages)) == 1


def test_the_record_is_a_document_that_fits():
    match = finished("ann", "bob")
    answer = browser().get(f"/m/{match.code}/record.json")
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"] == f'attachment; filename="fourbid-{match.code}.json"'
    assert record.verify(answer.content) == []
    assert json.loads(answer.content)["match"] == match.code


def test_the_check_says_that_everything_fits():
    match = finished("ann", "bob")
    page = said(browser().get(f"/m/{match.code}/check/"))
    assert "Everything fits." in page
    assert "The seed fits the commitment in the record." in page
    assert "every order is opened as a whole, wishes that were never used included" in page


def test_the_check_says_what_does_not_fit():
    match = finished("ann", "bob")
    Match.objects.filter(pk=match.pk).update(seed="00" * 32)
    Order.objects.filter(turn__match=match, turn__number=1).update(line="3")
    page = said(browser().get(f"/m/{match.code}/check/"))
    assert "Something does not fit." in page
    assert "The seed does not fit its commitment." in page
    assert "turn 1: The running hash does not fit." in page
    assert "turn 1, ann: What is played in silence here is" in page


@pytest.mark.parametrize("part", ["record.json", "check/"])
def test_there_is_no_record_before_the_end(part):
    match = played()
    answer = browser("ann").get(f"/m/{match.code}/{part}", follow=True)
    assert answer.redirect_chain == [(match.get_absolute_url(), 302)]
    assert "This match is not over yet." in said(answer)


class TestHush:
    """A game with hidden cards: each seat sees its own in every view of every turn, and nobody another's."""

    @pytest.fixture(autouse=True)
    def _hush(self, monkeypatch, tmp_path, settings):
        from games.rules import GAMES
        from tests.actions.toy import Hush

        monkeypatch.setitem(GAMES, "hush", Hush())
        templates = tmp_path / "games" / "hush"
        templates.mkdir(parents=True)
        (templates / "events.txt").write_text("{{ event.kind }} {{ event.data.card }}")
        settings.TEMPLATES = [{**settings.TEMPLATES[0], "DIRS": [*settings.TEMPLATES[0]["DIRS"], tmp_path]}]

    def test_what_only_one_seat_may_know_is_on_no_other_page(self):
        match = tables.started("ann", "bob", game="hush")
        card = open_turn(match).state().cards[0]
        tables.play(match, {"ann": "3", "bob": "4"})
        for path in (f"/m/{match.code}/", f"/m/{match.code}/turn/1/"):
            assert f"hint {card}" in said(browser("ann").get(path))
            for reader in ("bob", "cid", ""):
                assert str(card) not in said(browser(reader).get(path))
