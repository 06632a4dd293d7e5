"""How a letter becomes a mail: the text part, the HTML part, the drawn board."""

from __future__ import annotations

from functools import cache

import css_inline
from django.template import Context, Engine, Template
from django.template.loader import get_template
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.outbox import Mail
from games import drawing
from games.notices.letters import Letter, heading, match_page, settings_page, stem
from games.notices.pictures import png
from games.notices.plain import plain

BOARD = "board"
"""The content id of the drawn board."""
EMBLEMS = tuple(f"{suit}\ufe0e" for suit in "♠♥♦♣")
"""The emblems of the seats; the selector behind each letter keeps mail programs from drawing a pictograph."""


def mail(letter: Letter) -> Mail:
    """Lay a letter out as a mail."""
    board = png(letter.picture) if letter.picture is not None else b""
    return Mail(
        subject=" ".join(f"{stem(letter.match)}: {letter.subject}".split()),
        text=plain(letter),
        html=_html(letter, f"cid:{BOARD}" if board else ""),
        thread=letter.match.code,
        images=((BOARD, board),) if board else (),
    )


def _html(letter: Letter, board: str) -> str:
    values = {
        "letter": letter,
        "board": board,
        "hands": _hands(letter),
        "board_in_words": drawing.describe(letter.picture, letter.names) if letter.picture else "",
        "language": get_language(),
        "heading": heading(letter.match),
        "match_page": match_page(letter.match),
        "settings_page": settings_page(),
    }
    return _layout().render(Context(values))


def _hands(letter: Letter) -> list[dict[str, object]]:
    """The hands of a position, each beside the emblem that its men wear on the board."""
    return [
        {
            "seat": hand.seat % len(EMBLEMS),
            "emblem": EMBLEMS[hand.seat % len(EMBLEMS)],
            "name": letter.names[hand.seat],
            "facts": ", ".join(f"{_(fact)} {number}" for fact, number in hand.facts),
            "cards": " ".join(hand.cards),
            "hidden": hand.hidden,
        }
        for hand in (letter.picture.hands if letter.picture is not None else ())
    ]


@cache
def _layout() -> Template:
    """The layout, compiled once: its styles move into its elements here and not in every mail."""
    source = get_template("mail/letter.html").template.source  # type: ignore[attr-defined]
    inlined = css_inline.CSSInliner(keep_style_tags=False).inline(source)
    return Engine.get_default().from_string(f"<!doctype html>\n{inlined}")
