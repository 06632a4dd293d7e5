"""Whatever people read goes through the catalogs: in a language that puts ⟦marks⟧ round each message, no word
of any page or mail may stand outside of them."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import allauth
import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from django import forms
from django.conf import locale
from django.contrib import auth
from django.test import Client
from django.utils import dates, timezone, translation
from pytest_django.fixtures import Settings

from accounts.models import User
from games.actions import turns
from games.models import Match
from games.rules import GAMES
from games.rules.chance import Chance
from tests.actions.tables import open_turn, order, person, started
from tests.notices.mails import written
from tests.words.catalogs import collected, messages_in

pytestmark = pytest.mark.django_db

TOLD = ("title", "alt", "aria-label", "placeholder")
"""Attributes that people read or hear."""
SAID_AS_IT_IS = re.compile(
    r"Fourbid|Foursquare|Bids\b|Bid N[’'] Bet|Bid Chess|bidplay|\bann\b|\bbob\b|English|Polski|Български"
    r"|\bring36\b|https?://\S+|\bUTC\b|[a-z0-9]{10}\b|[0-9a-f]{16,}|\S+@\S+"
)
"""Names, addresses, codes: no words."""
_LETTERS = re.compile(r"[^\W\d_]{3,}")
CODE = {"time", "code", "pre", "script", "style", "samp", "kbd"}
VOID = {"br", "img", "input", "meta", "link", "hr", "use", "path", "rect", "circle", "line", "polygon"}


class Outside(HTMLParser):
    """Collects the words of a page that stand outside of every message."""

    def __init__(self) -> None:
        super().__init__()
        self.depth, self.hidden, self.found = 0, [], []  # type: ignore[var-annotated]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in TOLD and value:
                self.found += outside(value)
        if tag not in VOID and (self.hidden or tag in CODE or _is_as_it_is(tag, dict(attrs))):
            self.hidden.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.hidden and tag == self.hidden[-1]:
            self.hidden.pop()

    def handle_data(self, data: str) -> None:
        left = []
        for letter in data:
            self.depth += (letter == "⟦") - (letter == "⟧")
            left.append(letter if self.depth == 0 else " ")
        if not self.hidden:
            self.found += outside("".join(left))


def _is_as_it_is(tag: str, attributes: dict[str, str | None]) -> bool:
    """Whether an element holds notation, or the names of places."""
    notation = tag == "option" and "value" not in attributes
    return notation or "code" in (attributes.get("class") or "").split() or attributes.get("name") == "zone"


def outside(text: str) -> list[str]:
    """The words of a text outside of marks."""
    while (cut := re.sub(r"⟦[^⟦⟧]*⟧", " ", text)) != text:
        text = cut
    return _LETTERS.findall(SAID_AS_IT_IS.sub(" ", text))


def unmarked(page: str) -> list[str]:
    """The words of a page that are in no catalog."""
    parser = Outside()
    parser.feed(page)
    notation = set(re.findall(r'value="(\w+)"', page))
    return [word for word in parser.found if word not in notation]


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the catalog of the language of marks; of the packages only what is met on pages."""
    catalog = Catalog(locale="en")
    known = [message for messages in collected().values() for message in messages.values()]
    folders = [Path(package.__file__ or "").parent for package in (allauth, auth, forms)]
    pages = [file for folder in folders for file in folder.rglob("*") if file.suffix in {".py", ".html"}]
    pages.append(Path(dates.__file__))
    known += [message for file in pages if "tests" not in file.parts for message in messages_in(file)]
    for message in known:
        marks = [f"⟦{text}⟧" for text in message.ids]
        one = len(marks) == 1
        catalog.add(
            message.ids[0] if one else message.ids, marks[0] if one else marks, context=message.context
        )
    place = tmp_path_factory.mktemp("locale") / "xx" / "LC_MESSAGES"
    place.mkdir(parents=True)
    with (place / "django.mo").open("wb") as lines:
        write_mo(lines, catalog)
    return place.parents[1]


@pytest.fixture(autouse=True)
def _speaking(marked: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    settings.LANGUAGES = [*settings.LANGUAGES, ("xx", "xx")]
    settings.LOCALE_PATHS = [marked]
    called = {"code": "xx", "name": "xx", "name_local": "xx", "bidi": False}
    monkeypatch.setitem(locale.LANG_INFO, "xx", called)
    monkeypatch.setattr(GAMES["bid_chess"], "budget", 20)
    yield
    translation.activate("en")


def visitor(name: str = "") -> Client:
    client = Client()
    client.cookies["django_language"] = "xx"
    if name:
        User.objects.filter(pk=person(name).pk).update(language="xx")
        client.force_login(person(name))
    return client


def read(client: Client, address: str, status: int = 200) -> list[str]:
    answer = client.get(address)
    assert answer.status_code == status, address
    return unmarked(answer.content.decode())


def in_play(slug: str, turns: int = 3) -> Match:
    """A running match of a game with a few turns behind it."""
    seats = GAMES[slug].seats
    people = ["ann", "bob"][: seats[-1]]
    now = timezone.now()
    bots = max(seats[0] - len(people), 0)
    pace = {"kind": "free"} if seats[-1] == 1 else {}
    match = started(*people, bots=bots, game=slug, now=now, pace=pace)
    for _n in range(turns):
        match.refresh_from_db()
        if match.status == Match.Status.RUNNING:
            played_on(match, now)
    return match


def played_on(match: Match, now: datetime.datetime) -> None:
    """One more turn of a match, with orders such as a bot would give."""
    turn = open_turn(match)
    state = turn.state()
    for slot in turn.orders.filter(commitment="").select_related("seat__user"):
        seat, decisions = slot.seat.index, match.rules.decisions(state)
        line = match.rules.choose(match.rules.view(state, seat), seat, decisions[seat], Chance(b"walk", seat))
        order(slot.seat.user.username, match, line, now, turn.number)
    turns.close_due(now)


GUEST = ["/", "/games/", "/matches/", "/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"]
OWN = [
    "/",
    "/accounts/settings/",
    "/accounts/tokens/",
    "/accounts/deliveries/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/2fa/",
    "/accounts/sessions/",
    "/people/ann/",
]


@pytest.mark.parametrize("address", GUEST)
def test_a_page_for_guests_says_nothing_that_is_in_no_catalog(address: str) -> None:
    assert read(visitor(), address) == []


@pytest.mark.parametrize("address", OWN)
def test_a_page_for_people_says_nothing_that_is_in_no_catalog(address: str) -> None:
    assert read(visitor("ann"), address) == []


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_the_pages_of_a_game_say_nothing_that_is_in_no_catalog(slug: str) -> None:
    assert read(visitor(), f"/games/{slug}/") == []
    assert read(visitor("ann"), f"/matches/new/?game={slug}") == []


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_the_pages_of_a_match_say_nothing_that_is_in_no_catalog(slug: str) -> None:
    match = in_play(slug)
    assert read(visitor("ann"), f"/m/{match.code}/") == []
    if match.size > 1:
        assert read(visitor(), f"/m/{match.code}/") == []


@pytest.mark.parametrize("slug", sorted(slug for slug, game in GAMES.items() if game.seats[-1] > 1))
def test_the_mails_of_a_match_say_nothing_that_is_in_no_catalog(slug: str) -> None:
    visitor("ann"), visitor("bob")
    in_play(slug)
    for kind in ("start", "turn", "result", "reminder"):
        for _notice, mail in written(kind, timezone.now()):
            assert unmarked(mail.html) == [], kind
