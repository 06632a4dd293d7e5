"""A letter: what one mail says, as values in the reader's language, before it is laid out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TypeAlias

from django.conf import settings
from django.urls import reverse

from games.models import Contest, Match
from games.rules.game import Picture

About: TypeAlias = Match | Contest

Words = tuple[str, str, str, tuple[str, ...]]
"""A clause in words: how it begins, what it is for, its legal values, what each of them leads to."""


@dataclass(frozen=True)
class Chapter:
    """What happened in one turn."""

    heading: str
    sentences: tuple[str, ...]


@dataclass(frozen=True)
class Question:
    """What the reader owes: how an order is written, and what is played in silence."""

    clauses: tuple[Words, ...]
    examples: tuple[str, ...]
    silence: str
    """The order that silence means; empty where nobody would order that."""
    lost: str
    """What silence leads to, where it is no such order."""
    link: str
    """The page that takes the order without signing in."""
    address: str
    """Where programs put the order."""
    body: str
    mail: str = ""
    """Where the order may be mailed to; empty where no mail is taken."""
    ahead: tuple[Words, ...] = ()
    """What orders given ahead are made of, in a game that takes some."""
    ahead_examples: tuple[str, ...] = ()
    """Orders ahead that could be given now."""


@dataclass(frozen=True)
class Placed:
    """A line of standings, in words and numbers as people read them."""

    place: str
    name: str
    played: str
    points: str
    own: bool = False
    """Whether it is the reader's own entry."""


@dataclass(frozen=True)
class Standings:
    """How a group stands: lines from the first on, None where some are left out."""

    title: str
    lines: tuple[Placed | None, ...]


@dataclass(frozen=True)
class Letter:
    """What one mail says, in the reader's language, before it is laid out."""

    subject: str
    """What follows the stem of the thread."""
    title: str
    opening: tuple[str, ...]
    about: About
    """The match or the contest that it is about."""
    chapters: tuple[Chapter, ...] = ()
    picture: Picture | None = None
    standing: tuple[str, ...] = ()
    """What holds beside what the picture shows, in sentences."""
    names: tuple[str, ...] = ()
    reader: str = ""
    """Which of the names is the reader's."""
    question: Question | None = None
    commitments: tuple[tuple[str, str], ...] = ()
    """Who has an order in, and the commitment to it; empty where nothing is in yet."""
    facts: tuple[tuple[str, str], ...] = ()
    standings: Standings | None = None
    """How a group of a contest stands, or as much of it as its reader wants to see."""
    quote: str = ""
    """Somebody's own words."""
    button: tuple[str, str] | None = None
    reply_to: str = ""
    """Where answers go, if the mail may be answered."""
    answers: str = ""
    """The Message-ID of the mail that this one answers."""


def absolute(path: str) -> str:
    """The full address of a page."""
    return f"{settings.BASE_URL}{path}"


@lru_cache(maxsize=1024)
def match_page(code: str) -> str:
    """The address of a match."""
    return absolute(reverse("match", args=[code]))


@lru_cache(maxsize=1024)
def contest_page(code: str) -> str:
    """The address of a contest."""
    return absolute(reverse("contest", args=[code]))


def page_of(about: About) -> str:
    """The address of what a letter is about."""
    return match_page(about.code) if isinstance(about, Match) else contest_page(about.code)


@cache
def rules_page(game: str) -> str:
    """The address of a game's rules."""
    return absolute(reverse("rules", args=[game]))


@cache
def settings_page() -> str:
    """The address where a person chooses which mails to get."""
    return absolute(reverse("account_settings"))


def heading(about: About) -> str:
    """Game and table, or game and contest."""
    return f"{about.rules.name} · {about.title}" if about.name else about.title


def stem(about: About) -> str:
    """How every subject about a match or a contest begins: site, game, table or contest."""
    return f"[{settings.SITE_NAME}] {heading(about)}"
