"""What happened as an Atom feed (RFC 4287): at a table, an entry for each closed turn, as guests may read."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.models import Match, Turn
from games.notices.letters import About, heading, match_page, page_of
from games.notices.sentences import story

NAMESPACE = "http://www.w3.org/2005/Atom"
ElementTree.register_namespace("", NAMESPACE)
_UNWRITABLE = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 65534, 65535, *range(55296, 57344)))


@dataclass(frozen=True)
class Item:
    """An entry of a feed: what happened, when, and where to read of it."""

    id: str
    """What follows the id of the feed."""
    title: str
    at: datetime.datetime
    page: str
    text: str


def atom(match: Match, turns: Sequence[Turn], names: Sequence[str], own: str = "") -> bytes:
    """The feed of a match, its newest closed turn first; ``own`` is its address where that is no secret."""
    items = [_item(match, turn, names) for turn in turns]
    return feed(match, "match", items, match.started_at or match.created_at, own)


def feed(about: About, kind: str, items: Sequence[Item], began: datetime.datetime, own: str = "") -> bytes:
    """The feed of a match or contest, its newest item first; ``own`` is its address where that is no secret.

    Its id is the same for ever, whatever the site is called later.
    """
    name = f"tag:{settings.MAIL_DOMAIN},{about.created_at:%Y-%m-%d}:{kind}:{about.code}"
    feed = ElementTree.Element(
        f"{{{NAMESPACE}}}feed", {"{http://www.w3.org/XML/1998/namespace}lang": get_language() or "en"}
    )
    _add(feed, "id", name)
    _add(feed, "title", heading(about))
    _add(feed, "updated", _instant(items[0].at if items else began))
    _add(_add(feed, "author"), "name", settings.SITE_NAME)
    _add(feed, "link", rel="alternate", type="text/html", href=page_of(about))
    if own:
        _add(feed, "link", rel="self", type="application/atom+xml", href=own)
    for item in items:
        _entry(feed, name, item)
    written: bytes = ElementTree.tostring(feed, encoding="utf-8", xml_declaration=True)
    return written


def _item(match: Match, turn: Turn, names: Sequence[str]) -> Item:
    assert turn.closed_at is not None  # noqa: S101 - only closed turns are told
    said = story(turn, None, names) or [_("Nothing that everybody may see.")]
    return Item(
        id=str(turn.number),
        title=_("What happened in turn {turn}").format(turn=turn.number),
        at=turn.closed_at,
        page=f"{match_page(match.code)}turn/{turn.number}/",
        text="\n".join(said),
    )


def _entry(feed: ElementTree.Element, name: str, item: Item) -> None:
    entry = _add(feed, "entry")
    _add(entry, "id", f"{name}:{item.id}")
    _add(entry, "title", item.title)
    _add(entry, "updated", _instant(item.at))
    _add(entry, "published", _instant(item.at))
    _add(entry, "link", rel="alternate", type="text/html", href=item.page)
    _add(entry, "content", item.text, type="text")


def _instant(instant: datetime.datetime) -> str:
    return instant.astimezone(datetime.UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _add(parent: ElementTree.Element, name: str, text: str = "", **attributes: str) -> ElementTree.Element:
    child = ElementTree.SubElement(parent, f"{{{NAMESPACE}}}{name}", attributes)
    child.text = text.translate(_UNWRITABLE) or None
    return child
