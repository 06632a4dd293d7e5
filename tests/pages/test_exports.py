"""Texts that a match can be read as beside its record: where they are offered, and no more than is public."""

import msgspec
import pytest
from django.test import Client

from accounts.actions import issue
from games.models.export import exported
from games.rules import GAMES
from games.rules.exports import Export
from tests.actions.tables import NOW, open_turn, opened, order, person, started

pytestmark = pytest.mark.django_db
RAW = Export("raw", "", "text/plain", lambda told: msgspec.json.encode([told.view, told.events]).decode())


def api(name):
    token = issue(person(name), "tests", NOW)
    return Client(headers={"Authorization": f"Token {token}"})


def test_only_bid_chess_offers_another_text():
    assert {slug: [text.name for text in game.exports] for slug, game in GAMES.items() if game.exports} == {
        "bid_chess": ["pgn"]
    }


def test_the_moves_are_offered_on_the_page_and_by_the_api():
    match = started("ann", "bob", game="bid_chess", options={"pool": "39"}, name="A duel")
    address = f"/m/{match.code}/match.pgn"
    assert f'href="{address}"' in Client().get(f"/m/{match.code}/").content.decode()
    answer = Client().get(address)
    assert answer["Content-Type"] == "application/vnd.chess-pgn; charset=utf-8"
    assert answer["Content-Disposition"] == f'attachment; filename="bid_chess-{match.code}.pgn"'
    text = answer.content.decode()
    assert text.startswith('[Event "A duel"]\n[Site "http://127.0.0.1:8000"]\n[Date "2030.01.01"]\n')
    shape = api("ann").get(f"/api/v1/matches/{match.code}").json()
    assert list(shape["urls"]["exports"]) == ["pgn"]
    answer = api("ann").get(shape["urls"]["exports"]["pgn"])
    assert answer["Content-Type"] == "application/vnd.chess-pgn; charset=utf-8"
    assert answer.content.decode().split("\n")[2:] == text.split("\n")[2:]


def test_sealed_bids_are_not_in_it():
    match = started("ann", "bob", game="bid_chess", options={"pool": "39"})
    before = Client().get(f"/m/{match.code}/match.pgn").content
    order("ann", match, "bid 7; pay RPP")
    assert Client().get(f"/m/{match.code}/match.pgn").content == before
    order("bob", match, "bid 3")
    assert b'[Paid "' in Client().get(f"/m/{match.code}/match.pgn").content
    assert b" 7" in Client().get(f"/m/{match.code}/match.pgn").content


@pytest.mark.parametrize("path", ["/m/{code}/match.{name}", "/api/v1/matches/{code}/exports/{name}"])
def test_there_is_no_text_of_another_name_or_before_the_match_begins(path):
    match = opened("ann", 2, game="bid_chess")
    running = started("ann", "bob", game="bid_chess")
    private = opened("ann", 2, bots=1, game="bid_chess", visibility="private")
    for code, name in ((match.code, "pgn"), (running.code, "fen"), (private.code, "pgn")):
        assert Client().get(path.format(code=code, name=name)).status_code == 404
    assert "match.pgn" not in Client().get(f"/m/{match.code}/").content.decode()


def test_a_text_is_made_of_what_a_guest_may_see():
    match = started("ann", "bob", "cyd", game="bids")
    state = open_turn(match).state()
    game = match.rules
    view, events = msgspec.json.decode(exported(match, RAW, ""))
    guests, anns = [msgspec.json.decode(msgspec.json.encode(game.view(state, seat))) for seat in (None, 0)]
    assert view == guests != anns
    assert events == []


def test_a_match_of_memory_tells_in_it_only_what_was_shown_last():
    match = started("ann", game="foursquare", options={"memory": "on"})
    for _n in range(3):
        turn = open_turn(match)
        order("ann", match, match.rules.decisions(turn.state())[0].default)
    _view, events = msgspec.json.decode(exported(match, RAW, ""))
    assert [bool(told) for told in events[-4:]] == [False, False, False, True]
