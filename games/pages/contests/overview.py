"""The page of a contest: what it is and how it is held, who is in it, how it stands, what one can do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Count
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from games.models import Contest, Entry, Group, Match, Pairing
from games.notices import held
from games.pages import lines
from games.pages.contests import joining
from games.pages.contests.estimate import estimates
from games.pages.contests.history import seasons
from games.pages.contests.links import links
from games.pages.contests.log import last_acts
from games.pages.contests.meetings import pairing_lines
from games.pages.contests.ranks import RankLine, rank_lines, tie_heads
from games.pages.contests.rounds import RoundLine, round_lines
from games.pages.contests.rungs import rungs
from games.pages.contests.schedule import whats_next
from games.pages.contests.sight import Called, Sight
from games.pages.parts import part
from games.pages.refusals import sentence
from games.rules.game import Refusal

TOP = 8
"""How many lines of the standings it shows of each group."""
MOST_GROUPS = 6
BOARDS = 12
"""How many pairings of the rounds that are played it shows, beside the reader's own."""
NAMES = 40
"""How many entries it names."""


@dataclass(frozen=True)
class Standing:
    """The top of a group, and the reader's own line."""

    name: str
    url: str
    lines: tuple[RankLine, ...]
    more: int
    """How many lines the whole has that are not shown."""


@require_safe
def contest_page(request: HttpRequest, code: str) -> HttpResponse:
    """A contest."""
    return page(request, Sight.of(request.user, code, timezone.now()))


def page(
    request: HttpRequest,
    sight: Sight,
    status: int = 200,
    refusal: Refusal | None = None,
    typed: QueryDict | None = None,
    at: str = "",
) -> HttpResponse:
    """The page of a contest; a ``refusal`` stands beside the form ``at``, which keeps what was ``typed``."""
    contest = sight.contest
    begun = bool(sight.groups)
    values = {
        "sight": sight,
        "contest": contest,
        "tab": "contest",
        "next": whats_next(contest, sight.now),
        "about": about(contest),
        "counts": counts(contest),
        "names": [] if begun else _names(sight),
        "named": NAMES,
        "standings": standings(sight) if begun else [],
        "heads": tie_heads(contest)[:1],
        "rounds": _open_rounds(sight) if begun else [],
        "seasons": seasons(sight),
        "ladder": rungs(sight) if begun else [],
        "estimates": estimates(contest) if contest.status == Contest.Status.DRAFT else [],
        "links": links(sight),
        "acts": last_acts(contest),
        "refusal": sentence(refusal) if refusal else "",
        "at": at,
        "typed": typed or QueryDict(),
        **joining.values(sight, at, refusal),
    }
    values |= boards(sight) if begun and contest.started_at else {"boards": [], "mine": []}
    return render(request, "games/contests/contest.html", values, status=status)


def about(contest: Contest) -> SafeString:
    """How it is held, at which pace and with which options; remembered, as it changes hardly ever."""
    table = as_table(contest)

    def in_words() -> dict[str, Any]:
        return {
            "stages": held.stages_in_words(contest),
            "points": held.points_in_words(contest),
            "rounds": held.rounds_in_words(contest),
            "admission": held.admission_in_words(contest),
            "pace": lines.pace_in_words(table),
            "options": lines.options(table),
        }

    chosen = (contest.plan, contest.pace, contest.options, contest.size, contest.team, contest.captain)
    entering = (contest.admission, contest.reliability, contest.rating_least, contest.rating_most)
    numbers = (contest.least, contest.most, contest.late_rounds, contest.round_days)
    return part(
        "games/contests/about.html", in_words, game=contest.game, held=repr((chosen, entering, numbers))
    )


def as_table(contest: Contest) -> Match:
    """A table as the contest will open them; not stored."""
    return Match(
        game=contest.game,
        options=contest.options,
        pace=contest.pace,
        size=contest.size,
        team=contest.team,
        captain=contest.captain,
    )


def counts(contest: Contest) -> dict[str, int]:
    """How many entries there are of each status."""
    found = Entry.objects.filter(contest=contest).order_by().values_list("status")
    return dict(found.annotate(number=Count("pk")))


def _names(sight: Sight) -> list[Called]:
    """The entries that take part, the first that entered first, as many as the page names."""
    found = Entry.objects.playing().filter(contest=sight.contest).order_by("created_at", "pk")
    keys = list(found.values_list("pk", flat=True)[:NAMES])
    called = sight.called(keys)
    return [called[key] for key in keys]


def standings(sight: Sight) -> list[Standing]:
    """The top of each group of the stage that is played, the reader's own group first."""
    own = sight.mine.pk if sight.mine else 0
    groups = list(Group.objects.filter(pk__in=[group.pk for group in sight.current]))
    groups.sort(key=lambda group: not any(line["entry"] == own for line in group.standings))
    return [_standing(sight, group, own) for group in groups[:MOST_GROUPS]]


def _standing(sight: Sight, group: Group, own: int) -> Standing:
    shown = rank_lines(sight, group, 0, TOP, (own,))
    return Standing(
        sight.group_name(group),
        sight.address("contest_group", group),
        tuple(shown),
        len(group.standings) - len(shown),
    )


def boards(sight: Sight) -> dict[str, Any]:
    """The pairings that are played now: the reader's own, and the first of all."""
    found = Pairing.objects.filter(round__group__in=sight.current, how=Pairing.How.OPEN)
    found = found.order_by("round__group__number", "round__number", "board")
    keys = list(found.values_list("pk", flat=True)[: BOARDS + 1])
    more = len(keys) > BOARDS
    keys = keys[:BOARDS]
    if sight.mine is not None:
        keys += found.filter(sides__entry=sight.mine).values_list("pk", flat=True)
    lines = pairing_lines(sight, found.filter(pk__in=keys)) if keys else []
    own, others = [line for line in lines if line.mine], [line for line in lines if not line.mine]
    return {"mine": own, "boards": others, "more": more}


def _open_rounds(sight: Sight) -> list[tuple[str, list[RoundLine]]]:
    """The rounds that are played or come next, by their group."""
    found = round_lines(sight, sight.current)
    listed = []
    for group in sight.current:
        rounds = found.get(group.pk, [])
        coming = [line for line in rounds if line.is_open or not line.url]
        listed.append((sight.group_name(group), (coming or rounds[-1:])[:3]))
    return listed[:MOST_GROUPS]
