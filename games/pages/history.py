"""The log of closed turns. A closed turn never changes, so each entry is made once and remembered."""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from django.core.cache import cache
from django.db.models import Prefetch
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import drawing
from games.models import Match, Order, Turn
from games.models.record import in_order
from games.notices.sentences import story
from games.pages.memory import Memory

OPENED = Prefetch("orders", Order.objects.opened().defer("sealed").select_related("seat"))
PAGE = 20
"""How many turns one page of the log shows."""
_A_DAY = 24 * 3600


@dataclass(frozen=True)
class Entry:
    """A closed turn in the log. ``shared`` says that everybody may see all of it."""

    number: int
    closed_at: datetime.datetime
    html: SafeString
    shared: bool


@dataclass(frozen=True)
class Opened:
    """An order that everybody may read now."""

    seat: int
    name: str
    emblem: SafeString
    order: Order
    voices: tuple[Order, ...] = ()
    """What the members of a team gave, of which the order was made."""


_entries: Memory[Entry] = Memory(4096)
_shown: Memory[SafeString] = Memory(4096)


def shown(match: Match, entries: Sequence[Entry]) -> list[SafeString]:
    """Entries as the log shows them: with their address, and their time in the reader's zone."""
    zone, language = timezone.get_current_timezone_name(), get_language()
    return [
        _shown.made((match.code, entry, zone, language), partial(_headed, match, entry)) for entry in entries
    ]


def _headed(match: Match, entry: Entry) -> SafeString:
    # Written here and not in a template, as the log of a page has twenty of them: a third of a first reading.
    closed_at, path = timezone.localtime(entry.closed_at), reverse("turn", args=[match.code, entry.number])
    return mark_safe(
        f'<div class="row row-apart"><h3><a href="{path}">'
        f"{escape(_('Turn %(number)s') % {'number': entry.number})}</a></h3>"
        f'<time class="small soft" datetime="{closed_at.isoformat()}">'
        f"{escape(date_format(closed_at, 'j M Y, H:i'))}</time></div>\n{entry.html}"
    )


def entries(match: Match, names: Sequence[str], seat: int | None, newest: int) -> list[Entry]:
    """The last turns up to ``newest``, the newest first, as this seat may see them."""
    numbers = range(newest, max(0, newest - PAGE), -1)
    mark, language = hashlib.sha256("\n".join(names).encode()).hexdigest()[:16], get_language()
    keys = {number: f"log:1:{match.code}:{number}:{language}:{mark}" for number in numbers}
    found = {number: entry for number, key in keys.items() if (entry := _entries.get(key))}
    missing = {key: number for number, key in keys.items() if number not in found}
    if missing:
        for key, entry in cache.get_many(missing).items():
            found[missing[key]] = _entries.put(key, entry)
    absent = [number for number in numbers if number not in found]
    if absent:
        made = {entry.number: entry for entry in _made(match, names, seat, absent)}
        shared = {keys[number]: entry for number, entry in made.items() if entry.shared}
        for key, entry in shared.items():
            _entries.put(key, entry)
        cache.set_many(shared, _A_DAY)
        found |= made
    return [found[number] for number in numbers if number in found]


def older(entries: Sequence[Entry]) -> int | None:
    """The number before which there are older turns than these, if there are any."""
    return entries[-1].number if entries and entries[-1].number > 1 else None


def _made(match: Match, names: Sequence[str], seat: int | None, numbers: Iterable[int]) -> Iterable[Entry]:
    turns = match.turns.closed().filter(number__in=numbers).defer("position")
    for turn in turns.prefetch_related(OPENED):
        turn.match = match
        yield _entry(turn, names, seat)


def _entry(turn: Turn, names: Sequence[str], seat: int | None) -> Entry:
    sentences = "".join([f"<li>{escape(sentence)}</li>" for sentence in story(turn, seat, names)])
    orders = " · ".join([_told(entry) for entry in opened(turn, names)])
    assert turn.closed_at is not None  # noqa: S101 - only closed turns are asked for
    return Entry(
        number=turn.number,
        closed_at=turn.closed_at,
        html=mark_safe(
            f'<ul class="said">{sentences}</ul>' + (f'<p class="opened small">{orders}</p>' if orders else "")
        ),
        shared=all(event["seen_by"] is None for event in turn.events),
    )


def _told(entry: Opened) -> str:
    silent = f' <span class="soft">{escape(_("(silent)"))}</span>' if entry.order.by == "default" else ""
    return (
        f'<span class="nowrap">{entry.emblem} {escape(entry.name)}</span> '
        f"<code>{escape(entry.order.line)}</code>{silent}{_made_of(entry)}"
    )


def _made_of(entry: Opened) -> str:
    """What the members of a team gave, behind the order that was made of it."""
    if not entry.voices:
        return ""
    lines = ", ".join(f"<code>{escape(voice.line)}</code>" for voice in entry.voices)
    return f' <span class="soft">({lines})</span>'


def opened(turn: Turn, names: Sequence[str]) -> list[Opened]:
    """The orders of a closed turn, in seat order."""
    found = [order for order in turn.orders.all() if order.opened]
    orders = sorted((order for order in found if not order.voice), key=lambda order: order.seat.index)
    voices = sorted((order for order in found if order.voice and order.commitment), key=in_order)
    return [
        Opened(
            seat=order.seat.index,
            name=names[order.seat.index],
            emblem=mark_safe(drawing.emblem(order.seat.index)),
            order=order,
            voices=tuple(voice for voice in voices if voice.seat_id == order.seat_id),
        )
        for order in orders
    ]
