"""Where a contest can be followed and taken along: its feed, its calendar, its files."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from games.pages.contests.sight import Sight


def links(sight: Sight) -> list[tuple[str, str]]:
    """The feeds and files of a contest: what each is called, and its address."""
    contest = sight.contest
    offered = {
        "contest_atom": _("Feed (Atom)"),
        "contest_calendar": _("Calendar of its dates"),
        "contest_json": _("Everything (JSON)"),
    }
    if sight.groups:
        offered |= {"contest_csv": _("Pairings (CSV)"), "contest_text": _("Crosstable (text)")}
        if contest.size == 2 and contest.terms.stages[0].format == "swiss":
            offered["contest_trf"] = _("Report for chess programs (TRF)")
    return [(words, reverse(name, args=[contest.code])) for name, words in offered.items()]
