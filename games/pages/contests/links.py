"""Where a contest can be followed and taken along: its feeds and files, as far as there are any."""

from __future__ import annotations

from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _

from games.pages.contests.sight import Sight


def links(sight: Sight) -> list[tuple[str, str]]:
    """The feeds and files of a contest: what each is called, and its address."""
    offered = {
        "contest_atom": _("Feed (Atom)"),
        "contest_calendar": _("Calendar of its dates"),
        "contest_json": _("Everything (JSON)"),
        "contest_csv": _("Results (CSV)"),
    }
    found = []
    for name, words in offered.items():
        try:
            found.append((words, reverse(name, args=[sight.contest.code])))
        except NoReverseMatch:
            continue
    return found
