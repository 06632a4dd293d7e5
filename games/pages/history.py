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
from games.models.recall import covered, may_look_back, waiting_from
from games.models.record import in_order
from games.models.team import Teams
from games.notices.sentences import story
from games.pages import release
from games.pages.memory import Memory

OPENED = Prefetch("orders", Order.objects.opened().defer("sealed").select_related("seat"))
PAGE = 20
"""How many turns one page of the log shows."""
MOST_SINCE = 10
"""How many turns are told at once; those before them are in the log."""
_A_DAY = 24 * 3600


@dataclass(frozen=True)
class Entry:
    """A closed turn in the log. ``shared`` says that everybody may see all of it, now and later."""

    number: int
    closed_at: datetime.datetime
    html: SafeString
    shared: bool
    ordered: tuple[int, ...] = ()
    """The seats whose people gave an order, now and not ahead."""


@dataclass(frozen=True)
class Opened:
    """An order that everybody may read now."""

    seat: int
    name: str
    emblem: SafeString
    order: Order
    giver: str = ""
    """Who of a team gave it, or was silent."""
    voices: tuple[tuple[str, Order], ...] = ()
    """What the members of a team gave, of which the order was made, each with their name."""


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
    named, form = escape(_("Turn %(number)s") % {"number": entry.number}), _("j M Y, H:i")
    return mark_safe(
        f'<div class="row row-apart"><h3><a href="{path}">{named}</a></h3>'
        f'<time class="small soft" datetime="{closed_at.isoformat()}">'
        f"{escape(date_format(closed_at, form))}</time></div>\n{entry.html}"
    )


def entries(
    match: Match, names: Sequence[str], seat: int | None, newest: int, teams: Teams, most: int = PAGE
) -> list[Entry]:
    """The last turns up to ``newest``, the newest first, as this seat may see them."""
    numbers = range(newest, max(0, newest - most), -1)
    called = "\n".join([*names, *teams.names.values(), *map(str, teams.held.items())])
    mark, language = hashlib.sha256(called.encode()).hexdigest()[:16], get_language()
    keys = {number: f"log:{release.mark()}:{match.code}:{number}:{language}:{mark}" for number in numbers}
    found = {number: entry for number, key in keys.items() if (entry := _entries.get(key))}
    missing = {key: number for number, key in keys.items() if number not in found}
    if missing:
        for key, entry in cache.get_many(missing).items():
            found[missing[key]] = _entries.put(key, entry)
    absent = [number for number in numbers if number not in found]
    if absent:
        made = {entry.number: entry for entry in _made(match, names, seat, absent, teams)}
        shared = {keys[number]: entry for number, entry in made.items() if entry.shared}
        for key, entry in shared.items():
            _entries.put(key, entry)
        cache.set_many(shared, _A_DAY)
        found |= made
    return [found[number] for number in numbers if number in found]


def since(entries: Sequence[Entry], seat: int | None) -> int:
    """How many of these turns, the newest first, a seat has not been told of: all from its last order on.

    It is the last one for those who hold no seat.
    """
    if seat is None:
        return 1
    ordered = (count for count, entry in enumerate(entries, 1) if seat in entry.ordered)
    return min(next(ordered, len(entries)), MOST_SINCE)


def happened(match: Match, names: Sequence[str], seat: int | None, first: int, most: int) -> list[str]:
    """What happened in the closed turns from the first on, as this seat may see it, in sentences."""
    turns = match.turns.closed().filter(number__gte=first).order_by("number").defer("position")[:most]
    return [
        sentence
        for turn in covered(match, turns, waiting_from(match))
        for sentence in story(turn, seat, names)
    ]


def older(entries: Sequence[Entry]) -> int | None:
    """The number before which there are older turns than these, if there are any."""
    return entries[-1].number if entries and entries[-1].number > 1 else None


def _made(
    match: Match, names: Sequence[str], seat: int | None, numbers: Iterable[int], teams: Teams
) -> Iterable[Entry]:
    turns = match.turns.closed().filter(number__in=numbers).defer("position")
    lasting, first = may_look_back(match), waiting_from(match)
    for turn in covered(match, turns.prefetch_related(OPENED), first):
        whole = lasting and (first is None or turn.number < first)
        yield _entry(turn, names, seat, teams, whole)


def _entry(turn: Turn, names: Sequence[str], seat: int | None, teams: Teams, whole: bool) -> Entry:
    sentences = "".join([f"<li>{escape(sentence)}</li>" for sentence in story(turn, seat, names)])
    given = opened(turn, names, teams)
    orders = " · ".join([_told(entry) for entry in given])
    written = escape(_("As written:"))
    assert turn.closed_at is not None  # noqa: S101 - only closed turns are asked for
    return Entry(
        number=turn.number,
        closed_at=turn.closed_at,
        html=mark_safe(
            f'<ul class="said">{sentences}</ul>'
            + (f'<p class="opened small">{written} {orders}</p>' if orders else "")
        ),
        shared=whole and all(event["seen_by"] is None for event in turn.events),
        ordered=tuple(entry.seat for entry in given if _came_back(entry.order, turn)),
    )


def _came_back(order: Order, turn: Turn) -> bool:
    """Whether somebody ordered who had the turn before them; what waited for it to open saw nothing."""
    if order.by == "plan" and order.given_at is not None:
        return order.given_at > turn.opened_at
    return order.by in ("player", "team")


def _told(entry: Opened) -> str:
    mark = {"default": _("(silent)"), "plan": _("(ordered ahead)")}.get(entry.order.by, "")
    if entry.order.excused:
        mark = _("(excused)")
    how = f' <span class="soft">{escape(mark)}</span>' if mark else ""
    return (
        f'<span class="nowrap">{entry.emblem} {escape(entry.name)}</span> {_by(entry.giver)}'
        f"<code>{escape(entry.order.line)}</code>{how}{_made_of(entry)}"
    )


def _by(giver: str) -> str:
    """Who gave the order of a team."""
    return f'<span class="soft">({escape(giver)})</span> ' if giver else ""


def _made_of(entry: Opened) -> str:
    """What the members of a team gave, behind the order that was made of it."""
    if not entry.voices:
        return ""
    lines = ", ".join(f"{escape(name)} <code>{escape(voice.line)}</code>" for name, voice in entry.voices)
    return f' <span class="soft">({lines})</span>'


def opened(turn: Turn, names: Sequence[str], teams: Teams) -> list[Opened]:
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
            giver=teams.giver_of(order, turn.number),
            voices=tuple(
                (teams.giver_of(voice, turn.number) or _("former player"), voice)
                for voice in voices
                if voice.seat_id == order.seat_id
            ),
        )
        for order in orders
    ]
