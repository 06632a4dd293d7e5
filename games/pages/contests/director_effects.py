"""What an act would change, made ready for the page that asks whether it is meant."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.actions.contests.directing.effects import (
    ContestChange,
    Effect,
    EntryChange,
    PairingChange,
    Place,
)
from games.actions.contests.directing.verbs import VERBS
from games.models import Contest, Entry, Pairing
from games.notices.held import figure
from games.notices.times import moment


@dataclass(frozen=True)
class PairingLine:
    """A pairing before and after."""

    name: str
    before: str
    after: str


@dataclass(frozen=True)
class PlaceLine:
    """A line of the standings before and after."""

    name: str
    before: str
    after: str
    points_before: str
    points_after: str
    changed: bool


@dataclass(frozen=True)
class EffectPage:
    """What an act would change, in words."""

    said: str
    sentences: list[str]
    seedings: list[list[str]]
    pairings: list[PairingLine]
    tables: list[tuple[str, str]]
    """Sentences with the addresses of matches."""
    standings: list[list[PlaceLine]]
    told: str
    own: bool
    undo: str


def in_words(effect: Effect) -> EffectPage:
    """The effect of an act for people."""
    return EffectPage(
        said=_(VERBS[effect.verb].said).format(**effect.facts),
        sentences=[*map(_contest, effect.contest), *_entries(effect)],
        seedings=[[_name(effect, key) for key in keys] for keys in effect.groups],
        pairings=[_pairing(effect, one) for one in effect.pairings],
        tables=[_table(one) for one in effect.tables],
        standings=[[_place(effect, place) for place in group.places] for group in effect.standings],
        told=_told(effect.told),
        own=effect.own,
        undo=_undo(effect),
    )


def _told(people: int) -> str:
    return ngettext("{people} person is told.", "{people} people are told.", people).format(people=people)


def _undo(effect: Effect) -> str:
    if effect.lasting is None:
        return _("You can undo it until the contest takes its next step.")
    message, data = effect.lasting
    return _("It can’t be undone. {why}").format(why=_(message).format(**data))


def _contest(change: ContestChange) -> str:
    if change.what == "status":
        return _("The contest is then: {status}.").format(status=Contest.Status(change.after).label)
    if change.what == "directors":
        return _("Its directors are then: {names}.").format(names=", ".join(change.after))
    if change.what == "round_days":
        return _("Days from round to round: {before} before, {after} then.").format(
            before=change.before, after=change.after
        )
    if change.what == "paused_at":
        return _("The contest pauses.") if change.after else _("The contest goes on.")
    if change.after is None:
        return _("It begins when a director draws it.")
    return _("It begins {moment}.").format(moment=moment(_instant(change.after)))


def _instant(text: str) -> datetime.datetime:
    return timezone.localtime(datetime.datetime.fromisoformat(text))


def _entries(effect: Effect) -> Iterable[str]:
    for change in effect.entries:
        said = _entry(change)
        if said:
            yield said.format(
                entry=_name(effect, change.entry), before=_plain(change.before), after=_plain(change.after)
            )


def _entry(change: EntryChange) -> str:
    """The sentence for a change of an entry; what is told elsewhere has none."""
    if change.what == "entry":
        return "" if change.after else _("The entry is gone.")
    if change.what == "status":
        sentences = {
            Entry.Status.IN: _("{entry} takes part."),
            Entry.Status.WITHDRAWN: _("{entry} has withdrawn then."),
        }
        return sentences.get(change.after, _("{entry} changes its status."))
    return {
        "person": _("{entry} was played by {before}, and is by {after} then."),
        "absent": _("{entry} is left out in rounds: {after}."),
        "wanted_number": _("{entry} is seeded at {after}."),
    }.get(change.what, "")


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "–"
    return "–" if value is None else str(value)


def _name(effect: Effect, key: int) -> str:
    return effect.names.get(key) or _("somebody who is gone")


def _pairing(effect: Effect, change: PairingChange) -> PairingLine:
    return PairingLine(
        f"{change.round}.{change.board}",
        _meeting(effect, change.before, change.how_before),
        _meeting(effect, change.after, change.how_after),
    )


def _meeting(effect: Effect, keys: Iterable[int], how: str) -> str:
    names = " – ".join(_name(effect, key) for key in keys)
    return f"{names} ({Pairing.How(how).label})" if how else "–"


def _table(table: Any) -> tuple[str, str]:
    url = reverse("match", args=[table.code])
    title = table.title or table.code
    if table.what == "moved":
        said = _("{table}: the deadline moves from {before} to {after}.")
        return said.format(table=title, before=_at(table.before), after=_at(table.after)), url
    said = {
        "stopped": _("{table} is stopped: nobody can order any more."),
        "paused": _("{table} pauses."),
        "goes_on": _("{table} goes on."),
    }[table.what]
    return said.format(table=title), url


def _at(when: datetime.datetime | None) -> str:
    return "–" if when is None else moment(when)


def _place(effect: Effect, place: Place) -> PlaceLine:
    return PlaceLine(
        _name(effect, place.entry),
        _plain(place.before),
        _plain(place.after),
        _points(place.points_before),
        _points(place.points_after),
        place.changed,
    )


def _points(units: int | None) -> str:
    return "–" if units is None else figure(units)
