"""What happened at a table as an Atom feed (RFC 4287): an entry for each closed turn, as guests may read."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from xml.etree import ElementTree

from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.models import Match, Turn
from games.notices.letters import heading, match_page
from games.notices.sentences import story

NAMESPACE = "http://www.w3.org/2005/Atom"
ElementTree.register_namespace("", NAMESPACE)
_UNWRITABLE = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 65534, 65535, *range(55296, 57344)))


def atom(match: Match, turns: Sequence[Turn], names: Sequence[str], own: str = "") -> bytes:
    """The feed of a match, its newest closed turn first; ``own`` is its address where that is no secret."""
    page = match_page(match.code)
    feed = ElementTree.Element(
        f"{{{NAMESPACE}}}feed", {"{http://www.w3.org/XML/1998/namespace}lang": get_language() or "en"}
    )
    _add(feed, "id", _id(match))
    _add(feed, "title", heading(match))
    _add(feed, "updated", _instant(turns[0].closed_at if turns else match.started_at or match.created_at))
    _add(_add(feed, "author"), "name", settings.SITE_NAME)
    _add(feed, "link", rel="alternate", type="text/html", href=page)
    if own:
        _add(feed, "link", rel="self", type="application/atom+xml", href=own)
    for turn in turns:
        _entry(feed, match, turn, names)
    written: bytes = ElementTree.tostring(feed, encoding="utf-8", xml_declaration=True)
    return written


def _entry(feed: ElementTree.Element, match: Match, turn: Turn, names: Sequence[str]) -> None:
    entry = _add(feed, "entry")
    _add(entry, "id", f"{_id(match)}:{turn.number}")
    _add(entry, "title", _("What happened in turn {turn}").format(turn=turn.number))
    _add(entry, "updated", _instant(turn.closed_at))
    _add(entry, "published", _instant(turn.closed_at))
    _add(
        entry, "link", rel="alternate", type="text/html", href=f"{match_page(match.code)}turn/{turn.number}/"
    )
    said = story(turn, None, names) or [_("Nothing that everybody may see.")]
    _add(entry, "content", "\n".join(said), type="text")


def _id(match: Match) -> str:
    """The same for ever, whatever the site is called later."""
    return f"tag:{settings.MAIL_DOMAIN},{match.created_at:%Y-%m-%d}:match:{match.code}"


def _instant(instant: datetime.datetime | None) -> str:
    assert instant is not None  # noqa: S101 - what is told has happened
    return instant.astimezone(datetime.UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _add(parent: ElementTree.Element, name: str, text: str = "", **attributes: str) -> ElementTree.Element:
    child = ElementTree.SubElement(parent, f"{{{NAMESPACE}}}{name}", attributes)
    child.text = text.translate(_UNWRITABLE) or None
    return child
