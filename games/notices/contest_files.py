"""A group of a contest as plain text: the report that chess programs read, and the crosstable."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.contests import trf
from games.models import Entry, Group
from games.models.field import field_of
from games.notices.crosstable import crosstable


def report(group: Group) -> str | None:
    """The Tournament Report File of a group; None if such a file can't tell it. The contest is read."""
    field, contest = field_of(group), group.contest
    if not trf.can_be_told(field):
        return None
    entries = Entry.objects.filter(berths__group=group).select_related("user")
    director = contest.directors.order_by("pk").first()
    told = trf.Report(
        name=contest.title,
        names={entry.pk: entry.title for entry in entries},
        ranks={line["entry"]: line["rank"] for line in group.standings},
        ratings={entry.pk: entry.rating for entry in entries},
        began=contest.started_at.date() if contest.started_at is not None else None,
        ended=contest.ended_at.date() if contest.ended_at is not None else None,
        director=director.username if director is not None else "",
    )
    return trf.trf(field, told)


def crossed(group: Group) -> str:
    """The crosstable of a group as plain text. The contest is read."""
    entries = Entry.objects.filter(berths__group=group).select_related("user")
    names = {entry.pk: entry.title for entry in entries}
    return f"{group.contest.title}\n\n{crosstable(field_of(group), group.standings, names)}"


FILES: Mapping[str, Callable[[Group], str | None]] = {"trf": report, "crosstable": crossed}
