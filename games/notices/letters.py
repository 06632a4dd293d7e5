"""A letter: what one mail says, as values in the reader's language, before it is laid out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from django.conf import settings
from django.urls import reverse

from games.models import Match
from games.rules.game import Picture

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
class Letter:
    """What one mail says, in the reader's language, before it is laid out."""

    subject: str
    """What follows the stem of the thread."""
    title: str
    opening: tuple[str, ...]
    match: Match
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


@cache
def rules_page(game: str) -> str:
    """The address of a game's rules."""
    return absolute(reverse("rules", args=[game]))


@cache
def settings_page() -> str:
    """The address where a person chooses which mails to get."""
    return absolute(reverse("account_settings"))


def heading(match: Match) -> str:
    """Game and table."""
    return f"{match.rules.name} · {match.title}" if match.name else match.title


def stem(match: Match) -> str:
    """How every subject about a match begins: site, game, table."""
    return f"[{settings.SITE_NAME}] {heading(match)}"
