"""The shelf of games: what each is, for how many, how long, and what it looks like."""

from __future__ import annotations

import re

import pytest

from games.rules import GAMES
from tests.pages.visits import browser, said

pytestmark = pytest.mark.django_db


def test_the_shelf_says_of_every_game_what_it_is_and_shows_it() -> None:
    response = browser().get("/games/")
    entries = response.content.decode().split('<li class="panel of-')[1:]
    assert len(entries) == len(GAMES)
    for game, entry in zip(GAMES.values(), entries, strict=True):
        assert f'href="/games/{game.slug}/"' in entry
        assert entry.count('<svg class="board') >= 1
        assert len(re.findall(r"<p[ >]", entry)) == 3  # what it is, how long, for how many
    assert f"For {GAMES['bids'].seats[0]} to {GAMES['bids'].seats[-1]} players." in said(response)
    assert "For one player." in said(response)


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_the_rules_have_a_list_of_their_parts_each_with_an_anchor(slug: str) -> None:
    text = browser().get(f"/games/{slug}/").content.decode()
    anchors = re.findall(r'<h2 id="([\w-]+)">', text.partition("<article")[2].partition("</article>")[0])
    listed = re.findall(r'<li><a href="#([\w-]+)">', text.partition("<article")[0])
    assert listed == anchors
    assert len(set(anchors)) == len(anchors) > 4


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_rules_say_whoever_where_nobody_is_named_before(slug: str) -> None:
    rules = said(browser().get(f"/games/{slug}/"))
    assert re.findall(r"\b(?:from|of|to|with) who\b.{30}", rules) == []
    begun = re.findall(r"(?<=\. )Who .*?[.?]", rules)
    assert [
        sentence for sentence in begun if sentence[-1] != "?" and " is drawn by lot" not in sentence
    ] == []
