"""Golden playthroughs: readable matches under ``playthroughs/``, compared line by line with the rules of now.

After a change that is meant: ``python -m tests.rules.playthroughs --refresh``, then read the difference.
A new match: ``python -m tests.rules.playthroughs --record …`` (``--help`` tells how).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from games.rules import GAMES
from tests.rules.playthroughs.telling import read, told

HERE = Path(__file__).parent / "playthroughs"
FILES = sorted(HERE.glob("*/*.txt"))
over_files = pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(HERE)))


@over_files
def test_a_playthrough_goes_as_it_is_told(path: Path):
    text = path.read_text()
    assert told(*read(text)).split("\n") == text.split("\n")


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_playthroughs_of_every_table_size(slug: str):
    heads = [read(path.read_text())[0] for path in FILES if path.parent.name == slug]
    assert {len(head.words) for head in heads} == set(GAMES[slug].seats)


@pytest.mark.parametrize("slug", GAMES)
def test_the_playthroughs_of_a_game_cover_each_of_its_options(slug: str):
    heads = [read(path.read_text())[0] for path in FILES if path.parent.name == slug]
    assert {name for head in heads for name in head.options} == set(GAMES[slug].options.names())


def fourbid_lines() -> list[str]:
    texts = [path.read_text() for path in FILES if path.parent.name == "fourbid"]
    return [line.strip() for text in texts for line in text.split("\n")]


def test_the_playthroughs_of_fourbid_show_every_end():
    ends = {line.split("reason:")[1].split(",")[0] for line in fourbid_lines() if "outcome:" in line}
    assert ends == {"line", "two_lines", "cap", "resigned"}


def test_the_playthroughs_of_fourbid_show_leads_of_every_kind():
    leads = {int(line.rsplit("lead=", 1)[1]) for line in fourbid_lines() if line.startswith("counts ")}
    assert leads >= {0, 1, 4}
    assert max(leads) >= 5


def test_the_playthroughs_of_fourbid_show_every_kind_of_order():
    orders = [line for line in fourbid_lines() if line.startswith("> seat ")]
    for words in ("; ask", "; low ", "; swap ", "; noswap", "; bonus ", " from ", "; give ", " leaves"):
        assert any(words in order for order in orders), words
    assert any(": low " in order for order in orders), "an answer"


def test_the_playthroughs_of_foursquare_show_every_end():
    texts = [path.read_text() for path in FILES if path.parent.name == "foursquare"]
    ends = {text.rpartition("reason:")[2].split(",")[0] for text in texts}
    assert ends == {"won", "lost_down", "lost_stock", "resigned"}


def bid_n_bet_lines() -> list[str]:
    texts = [path.read_text() for path in FILES if path.parent.name == "bid_n_bet"]
    return [line.strip() for text in texts for line in text.split("\n")]


def test_the_playthroughs_of_bid_n_bet_show_every_end():
    ends = {line.split("reason:")[1].split(",")[0] for line in bid_n_bet_lines() if "outcome:" in line}
    assert ends == {"finish", "last_horse", "cap", "stray"}


def test_the_playthroughs_of_bid_n_bet_show_nearly_all_that_can_happen():
    kinds = {line.split(" ")[0] for line in bid_n_bet_lines()}
    moves = {"move", "advance", "back", "own", "lengths", "buy", "free", "bet", "cash", "gamble", "shuffled"}
    auctions = {"stop", "bids", "again", "raise", "pass", "won", "no_bids", "cards_back"}
    assert moves | auctions | {"broke", "out", "resigned", "finish", "last", "cap"} <= kinds


def bids_lines() -> list[str]:
    texts = [path.read_text() for path in FILES if path.parent.name == "bids"]
    return [line.strip() for text in texts for line in text.split("\n")]


def test_the_playthroughs_of_bids_show_every_end():
    ends = {line.split("reason:")[1].split(",")[0] for line in bids_lines() if "outcome:" in line}
    assert ends == {"rounds", "resigned"}


def test_the_playthroughs_of_bids_show_nearly_all_that_can_happen():
    kinds = {line.split(" ")[0] for line in bids_lines()}
    tricks = {"centre", "bid", "won", "lost", "leads", "round", "counted", "bonus", "over"}
    specials = {"ally", "lowest", "surprise", "turned", "thief", "may_steal", "stolen", "doubled"}
    assert tricks | specials | {"resigned", "last_left"} <= kinds


def bid_chess_lines() -> list[str]:
    texts = [path.read_text() for path in FILES if path.parent.name == "bid_chess"]
    return [line.strip() for text in texts for line in text.split("\n")]


def test_the_playthroughs_of_bid_chess_show_every_end():
    ends = {line.split("reason:")[1].split(",")[0] for line in bid_chess_lines() if "outcome:" in line}
    wins = {"mate", "bare", "stalemate", "resigned", "time"}
    assert ends == wins | {"kings", "quiet", "repetition", "agreed"}
    stalemates = [line for line in bid_chess_lines() if line.startswith("outcome:") and "stalemate" in line]
    assert {"winners:[]" in line for line in stalemates} == {True, False}


def test_the_playthroughs_of_bid_chess_show_nearly_all_that_can_happen():
    kinds = {line.split(" ")[0] for line in bid_chess_lines()}
    assert kinds >= {"bids", "award", "next", "paid", "added", "setup", "move", "offer", "agreed", "resigned"}


def test_the_playthroughs_of_bid_chess_show_every_kind_of_order():
    orders = [line for line in bid_chess_lines() if line.startswith("> seat ")]
    for words in ("; pay ", ": pay ", "@", ": swap ", "; draw?", ": draw", ": time", ": resign"):
        assert any(words in order for order in orders), words
