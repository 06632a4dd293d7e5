"""The text part of a letter: complete without the HTML, at most 72 columns wide."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import drawing
from games.models import Match
from games.notices.columns import WIDTH, fill, tidy, width
from games.notices.letters import (
    About,
    Chapter,
    Letter,
    Question,
    Words,
    heading,
    page_of,
    rules_page,
    settings_page,
)
from games.notices.placings import in_columns
from games.rules.game import Picture


def plain(letter: Letter) -> str:
    """The whole letter as plain text."""
    return tidy("\n\n".join(_blocks(letter)))


def _blocks(letter: Letter) -> Iterator[str]:
    yield fill(heading(letter.about))
    yield head(letter.title, "=")
    yield from map(fill, letter.opening)
    if letter.quote:
        yield quoted(letter.quote)
    if letter.chapters:
        yield _story(letter.chapters)
    if letter.picture is not None:
        yield head(_("The board; you are {name}").format(name=letter.reader))
        yield from map(fill, letter.standing)
        yield _board(letter.picture, letter.names, letter.about.game, get_language() or "")
    yield from ranked(letter)
    if letter.question is not None:
        yield from _asked(letter.question)
    elif letter.button is not None:
        yield from page(*letter.button)
    if letter.commitments:
        yield head(_("Sealed so far"))
        yield "\n".join(_commitments(letter.commitments))
    if letter.facts:
        yield "\n".join(facts(letter.facts))
    yield from _foot(letter)


def ranked(letter: Letter) -> Iterator[str]:
    """The standings that a letter tells, if it does."""
    if letter.standings is not None:
        yield in_columns(letter.standings)


# What all readers of a turn share is laid out once.


@lru_cache(maxsize=512)
def _story(chapters: tuple[Chapter, ...]) -> str:
    return "\n\n".join(
        "\n".join(
            [head(chapter.heading), "", *(fill(sentence, "- ", "  ") for sentence in chapter.sentences)]
        )
        for chapter in chapters
    )


@lru_cache(maxsize=512)
def _board(picture: Picture, names: tuple[str, ...], game: str, language: str) -> str:
    board = "\n".join(_narrow(line) for line in drawing.text(picture, names).split("\n"))
    return "\n\n".join([board, *_items(picture, rules_page(game))])


def _items(picture: Picture, page: str) -> Iterator[str]:
    """Where the rules tell of each item."""
    for name, anchor in drawing.items(picture):
        said = fill(_("{item} in the rules:").format(item=name))
        yield f"{said}\n{page}#{anchor}"


def _narrow(line: str) -> str:
    if width(line) <= WIDTH:
        return line
    indent = " " * (len(line) - len(line.lstrip()))
    return fill(line, indent, f"{indent}   ")


@lru_cache(maxsize=512)
def _clauses(clauses: tuple[Words, ...]) -> str:
    return "\n".join(line for clause in clauses for line in _clause(*clause))


def head(title: str, under: str = "-") -> str:
    """A heading, underlined."""
    filled = fill(title)
    return f"{filled}\n{under * max(width(line) for line in filled.split(chr(10)))}"


def quoted(words: str) -> str:
    """Somebody's own words."""
    return "\n".join(fill(line, "> ", "> ") for line in words.split("\n"))


def _asked(question: Question) -> Iterator[str]:
    yield head(_("Your order"))
    yield fill(_("An order is one line. Its clauses are parted by a semicolon."))
    yield _clauses(question.clauses)
    yield "\n".join([_("For example:"), *(fill(example, "  ", "    ") for example in question.examples)])
    if question.silence:
        yield fill(_("If you send nothing, this is played for you: {order}").format(order=question.silence))
    else:
        yield fill(_("If you send nothing: {lost}").format(lost=question.lost))
    if question.ahead:
        yield fill(_("Behind it, or alone, may stand orders for turns to come, parted in the same way:"))
        yield _clauses(question.ahead)
    if question.ahead_examples:
        yield "\n".join([_("For example:"), *(fill(text, "  ", "    ") for text in question.ahead_examples)])
    yield head(_("How to answer"))
    if question.mail:
        yield fill(
            _("Answer this mail with your order on the first line, or with “help” to see what else works.")
        )
    yield from page(
        _("Open this page, write your order, press the button. You need not sign in:"), question.link
    )
    yield fill(_("You may change your order until the turn closes."))
    yield "\n".join([_("Programs send it with their token:"), f"PUT {question.address}", question.body])


def _clause(word: str, hint: str, values: str, meanings: tuple[str, ...]) -> Iterator[str]:
    yield fill(f"{word}: {hint}" if word else hint, "  ", "    ")
    if values:
        yield fill(values, "    ", "    ")
    for meaning in meanings:
        yield fill(meaning, "    ", "      ")


def page(words: str, address: str) -> Iterator[str]:
    """What an address is for, and on a line of its own the address."""
    yield f"{fill(words)}\n{address}"


def _commitments(commitments: Iterable[tuple[str, str]]) -> Iterator[str]:
    for name, commitment in commitments:
        yield fill(
            _("{name}: in").format(name=name) if commitment else _("{name}: nothing yet").format(name=name)
        )
        if commitment:
            yield f"  {commitment}"


def facts(known: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Facts by their names, a line for each."""
    for label, value in known:
        line = f"{label}: {value}"
        yield fill(line, "", "  ") if " " in value or width(line) <= WIDTH else f"{fill(label)}:\n  {value}"


def whole_page(about: About) -> str:
    """Where all of what a letter is about can be looked at."""
    if isinstance(about, Match):
        return _("The match: {address}").format(address=page_of(about))
    return _("The contest: {address}").format(address=page_of(about))


def _foot(letter: Letter) -> Iterator[str]:
    yield "\n".join(
        [
            whole_page(letter.about),
            _("Rules of the game: {address}").format(address=rules_page(letter.about.game)),
            _("Which mails you get: {address}").format(address=settings_page()),
        ]
    )
