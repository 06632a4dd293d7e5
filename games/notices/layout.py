"""How a letter becomes a mail: the text part, the HTML part, the drawn board."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache, partial

import css_inline
from django.template import Context, Engine, Template
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, get_language_bidi
from django.utils.translation import gettext as _

from accounts.models import Notice, User
from accounts.outbox import Draft, Mail, reading_as
from games import drawing
from games.models import Contest
from games.notices.letters import (
    Chapter,
    Letter,
    Standings,
    Words,
    heading,
    page_of,
    rules_page,
    settings_page,
    stem,
)
from games.notices.pictures import png
from games.notices.plain import plain
from games.rules.game import Picture

BOARD = "board"
"""The content id of the drawn board."""
AS_LETTERS = {ord(suit): f"{suit}\ufe0e" for suit in "♠♥♦♣"}
"""The selector behind a suit keeps mail programs from drawing a pictograph."""
WHOLE = ("letter", "digest")
"""The templates of whole mails; the others are parts of them."""
STYLED = ("standings",)
"""Parts that bring their styles along: in a table, what fills it in would be moved out of it with them."""
LOADED = "{% load i18n %}"
HEAD = "<!-- what every mail begins with -->"
FIXED_WORDS = re.compile(r'\{% translate "([^"]*)" %\}')


Letters = Mapping[int, Callable[[], Letter]]
"""Letters by the keys of their notices, each written in the language and zone that are active then."""


def mails(letters: Letters, notices: Iterable[Notice]) -> dict[int, Draft]:
    """Letters as mails to the readers of their notices, each laid out when its turn comes."""
    return {
        notice.pk: partial(_for, notice.user, letters[notice.pk])
        for notice in notices
        if notice.pk in letters
    }


def _for(reader: User, letter: Callable[[], Letter]) -> Mail:
    with reading_as(reader):
        return mail(letter())


def mail(letter: Letter) -> Mail:
    """Lay a letter out as a mail."""
    board = png(drawing.public(letter.picture)) if letter.picture is not None else b""
    return Mail(
        subject=" ".join(f"{stem(letter.about)}: {letter.subject}".split()),
        text=plain(letter),
        html=_html(letter, drawn=bool(board)),
        thread=letter.about.code,
        reply_to=letter.reply_to,
        answers=letter.answers,
        images=((BOARD, board),) if board else (),
        told=letter,
    )


def _html(letter: Letter, *, drawn: bool) -> str:
    language = get_language() or ""
    values = {
        "letter": letter,
        "language": language,
        "direction": direction(),
        "heading": heading(letter.about),
        "story": _story(letter.chapters),
        "standings": standings(letter.standings),
        "position": _position(
            letter.picture, letter.standing, letter.names, drawn, rules_page(letter.about.game), language
        )
        if letter.picture
        else "",
        "clauses": _clauses(letter.question.clauses) if letter.question else "",
        "ahead": _clauses(letter.question.ahead) if letter.question else "",
        "of_contest": isinstance(letter.about, Contest),
        "page": page_of(letter.about),
        "rules_page": rules_page(letter.about.game),
        "settings_page": settings_page(),
    }
    return whole("letter", **values)


def whole(name: str, **values: object) -> str:
    """The HTML of a whole mail."""
    return "<!doctype html>\n" + _compiled(name, get_language() or "").render(Context(values))


def direction() -> str:
    """Which way the language of the moment is written."""
    return "rtl" if get_language_bidi() else "ltr"


def standings(told: Standings | None) -> SafeString:
    """The standings of a contest as a table, with the reader's own line marked."""
    return _part("standings", told=told) if told is not None else SafeString()


# The parts that all readers of a turn share are made once.


@lru_cache(maxsize=512)
def _story(chapters: tuple[Chapter, ...]) -> SafeString:
    return mark_safe(_part("story", chapters=chapters).translate(AS_LETTERS))


@lru_cache(maxsize=512)
def _position(
    picture: Picture,
    standing: tuple[str, ...],
    names: tuple[str, ...],
    drawn: bool,
    rules: str,
    language: str,
) -> SafeString:
    return _part(
        "position",
        standing=standing,
        board=f"cid:{BOARD}" if drawn else "",
        words=drawing.describe(picture, names),
        kinds=drawing.kinds(picture),
        items=drawing.items(picture),
        rules=rules,
        hands=list(_hands(picture, names)),
    )


@lru_cache(maxsize=512)
def _clauses(clauses: tuple[Words, ...]) -> SafeString:
    return _part("clauses", clauses=clauses)


def _part(name: str, **values: object) -> SafeString:
    return mark_safe(_compiled(name, get_language() or "").render(Context(values)))


def _hands(picture: Picture, names: tuple[str, ...]) -> Iterator[dict[str, object]]:
    """The hands of a position, each beside the emblem that its men wear on the board."""
    for hand in picture.hands:
        yield {
            "wears": f"{'horse' if picture.look == 'race' else 'seat'}{hand.seat}",
            "emblem": f"{drawing.sign(hand.seat)}\ufe0e",
            "colour": drawing.colour(picture, hand.seat),
            "name": names[hand.seat],
            "facts": ", ".join(drawing.facts(hand)),
            "cards": " ".join(hand.cards),
            "men": drawing.groups(hand),
            "hidden": hand.hidden,
        }


@cache
def _compiled(name: str, language: str) -> Template:
    """A template, compiled once a language: fixed words are translated, and styles moved into the elements,
    here and not in every mail.
    """
    source, css = _source(f"mail/{name}.html"), _source("mail/letter.css")
    if name in STYLED:
        inlined = source
    elif name in WHOLE:
        # Text before the first element would end the head where it begins; its contents went into the body.
        source = source.removeprefix(LOADED).replace(HEAD, _source("mail/head.html"))
        inlined = LOADED + css_inline.CSSInliner(extra_css=css).inline(source)
    else:
        inlined = css_inline.CSSInliner().inline_fragment(source, css)
    return Engine.get_default().from_string(FIXED_WORDS.sub(lambda words: _(words[1]), inlined))


def _source(name: str) -> str:
    source: str = get_template(name).template.source  # type: ignore[attr-defined]
    return source
