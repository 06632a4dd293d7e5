"""The style sheets as text: colours have names, and what a page links to is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from games.rules import GAMES

SHEETS = Path("templates/static/bidplay")
_LITERAL = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl|oklch)\(")
_TOKEN = re.compile(r"--[\w-]+:[^;]+;")


@pytest.mark.parametrize("name", ["bidplay", "play", "welcome", "contests", "help"])
def test_no_rule_of_the_site_names_a_colour_that_is_no_token(name: str) -> None:
    text = re.sub(r"/\*.*?\*/", "", (SHEETS / f"{name}.css").read_text(), flags=re.DOTALL)
    assert _LITERAL.findall(_TOKEN.sub("", text)) == []


def test_every_token_that_a_rule_asks_for_has_a_value() -> None:
    sheets = [path.read_text() for path in SHEETS.glob("*.css")]
    given = {name for text in sheets for name in re.findall(r"(--[\w-]+):", text)}
    asked = {name for text in sheets for name in re.findall(r"var\((--[\w-]+)\)", text)}
    assert asked - given == set()


def test_the_site_wide_styles_stay_small() -> None:
    assert (SHEETS / "bidplay.css").stat().st_size < 22_000


def test_every_game_has_a_mark_and_a_colour_of_its_own() -> None:
    marks = re.findall(r'<symbol id="(\w+)"', (SHEETS / "marks.svg").read_text())
    colours = re.findall(r"\.of-(\w+) \{ --game: var\((--[\w-]+)\); \}", (SHEETS / "bidplay.css").read_text())
    assert marks == [*GAMES]
    assert [game for game, _colour in colours] == [*GAMES]
    assert len({colour for _game, colour in colours}) == len(GAMES)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/matches/", "/games/", "/contests/", "/accounts/login/", "/nowhere/"])
def test_every_file_that_a_page_links_to_is_there(client: Client, path: str) -> None:
    page = client.get(path).content.decode()
    linked = {name.split("#")[0] for name in re.findall(r'(?:href|src)="/static/([^"]+)"', page)}
    assert linked
    assert {name for name in linked if finders.find(name) is None} == set()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "marked"),
    [
        ("/matches/", ["Matches"]),
        ("/games/", ["Games"]),
        ("/games/bids/", ["Games"]),
        ("/contests/", ["Contests"]),
    ],
)
def test_the_header_marks_where_one_is(client: Client, path: str, marked: list[str]) -> None:
    top = client.get(path).content.decode().partition("</header>")[0]
    assert re.findall(r'aria-current="(?:page|true)">([^<]+)</a>', top) == marked
