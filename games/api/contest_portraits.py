"""How a contest looks to one reader by the API: rows in, shapes out, and nothing not meant for them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Count, IntegerField, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404
from rest_framework.request import Request

from accounts.models import User
from games.api import contest_shapes as shapes
from games.api.portraits import address
from games.contests.plan import UNIT
from games.contests.ties import TIES
from games.models import Contest, Entrant, Entry, Group, Match, Pairing, Round, Side
from games.models.contest import ContestQuerySet
from games.models.dossier import LISTED
from games.notices.held import kind
from games.notices.naming import Naming


def seen(request: Request, code: str) -> Contest:
    """The contest with this code, if the person who asks may see it."""
    found = Contest.objects.visible_to(request.user).select_related("league").defer("sealed_seed")
    contest = found.filter(code=code).first()
    if contest is None:
        raise Http404
    return contest


def group_of(contest: Contest, stage: int, number: int) -> Group:
    """A group by its stage, counted from 1, and its number. Raises ``Http404`` if there is none."""
    found = Group.objects.filter(contest=contest, stage=min(stage, 99) - 1, number=min(number, 9999)).first()
    if found is None:
        raise Http404
    found.contest = contest
    return found


def points(units: int | None) -> float | None:
    """Points as people count them."""
    return None if units is None else units / UNIT


def counted(contests: ContestQuerySet) -> ContestQuerySet:
    """The same, each with the number of those who take part."""
    playing = Entry.objects.playing().filter(contest=OuterRef("pk")).order_by().values("contest")
    number = Subquery(playing.annotate(number=Count("pk")).values("number"), output_field=IntegerField())
    light = contests.select_related("league").defer("sealed_seed")
    return light.annotate(entered=Coalesce(number, 0))


def contest_lines(request: Request, contests: Sequence[Contest]) -> list[shapes.ContestLine]:
    """Contests in a list, those who take part ``counted``."""
    return [shapes.ContestLine(**_line(request, contest, contest.entered)) for contest in contests]  # type: ignore[attr-defined]


def _line(request: Request, contest: Contest, entered: int) -> dict[str, Any]:
    return {
        "id": contest.code,
        "name": contest.title,
        "league": contest.league.code if contest.league is not None else None,
        "format": kind(contest.terms),
        "entries": entered,
        "url": address(request, "api:contest", contest.code),
        **{
            name: getattr(contest, name)
            for name in (
                *("season", "game", "status", "visibility", "size", "team", "most"),
                *("starts_at", "started_at", "ended_at", "created_at"),
            )
        },
    }


def contest_shape(request: Request, contest: Contest) -> shapes.Contest:
    """A contest as its reader may see it."""
    directors = list(contest.directors.order_by("pk"))
    directs = any(director.pk == request.user.pk for director in directors)
    mine = entry_of(request.user, contest) if isinstance(request.user, User) else None
    own = entry_shapes([mine])[0] if mine is not None else None
    in_league = mine is not None and contest.league_id is not None
    return shapes.Contest(
        **_line(request, contest, contest.entries.playing().count()),
        **{
            name: getattr(contest, name)
            for name in (
                *("about", "options", "pace", "captain", "plan", "admission", "reliability"),
                *("rating_least", "rating_most", "least", "late_rounds", "opens_at", "round_days"),
                *("paused_at", "seed_commitment"),
            )
        },
        stage=contest.stage + 1,
        directors=[director.username for director in directors],
        seed=contest.seed or None,
        trouble=(contest.trouble or None) if directs else None,
        entry=own,
        stands=mine.stands if mine is not None and in_league else None,
        groups=_groups(contest),
        urls=_urls(request, contest),
    )


def _urls(request: Request, contest: Contest) -> shapes.ContestUrls:
    return shapes.ContestUrls(
        page=address(request, "contest", contest.code),
        entries=address(request, "api:contest-entries", contest.code),
        acts=address(request, "api:contest-acts", contest.code),
        export=address(request, "api:contest-export", contest.code),
        feed=address(request, "contest_atom", contest.code),
        calendar=address(request, "contest_calendar", contest.code),
    )


def entry_of(user: User, contest: Contest) -> Entry | None:
    """Somebody's entry, whatever its status."""
    found = Entrant.objects.filter(contest=contest, user=user).select_related("entry__user").first()
    return found.entry if found is not None else None


def entry_shapes(entries: Sequence[Entry]) -> list[shapes.ContestEntry]:
    """Entries with their people, with one query for all of them."""
    people: dict[int, list[str]] = defaultdict(list)
    rows = Entrant.objects.filter(entry__in=entries).order_by("entry_id", "position")
    for key, name in rows.values_list("entry_id", "user__username"):
        people[key].append(name)
    return [
        shapes.ContestEntry(
            id=entry.pk,
            name=entry.title,
            people=people[entry.pk],
            **{
                name: getattr(entry, name)
                for name in (*("number", "status", "rating", "word", "since", "until", "absent", "division"),)
            },
        )
        for entry in entries
    ]


def listed_entries(request: Request, contest: Contest) -> Iterable[str]:
    """The statuses of entries that this reader may see: directors see all."""
    directs = contest.directors.filter(pk=request.user.pk or 0).exists()
    return [status.value for status in Entry.Status] if directs else LISTED


def _groups(contest: Contest) -> list[shapes.GroupLine]:
    groups = list(Group.objects.filter(contest=contest).defer("standings").order_by("stage", "number"))
    for group in groups:
        group.contest = contest
    naming = Naming(groups)
    rounds: dict[int, list[Round]] = defaultdict(list)
    for one in Round.objects.filter(group__in=groups).defer("sealed_seed").order_by("group", "number"):
        rounds[one.group_id].append(one)
    stages = contest.terms.stages
    return [
        shapes.GroupLine(
            stage=group.stage + 1,
            group=group.number,
            name=naming.of_group(group),
            format=stages[group.stage].format,
            entries=naming.size(group),
            ended_at=group.ended_at,
            rounds=[round_line(group, one, naming) for one in rounds[group.pk]],
        )
        for group in groups
    ]


def round_line(group: Group, one: Round, naming: Naming) -> shapes.RoundLine:
    """A round without its pairings."""
    return shapes.RoundLine(
        one.number,
        naming.of_round(group, one.number),
        one.begins_at,
        one.paired_at,
        one.started_at,
        one.ended_at,
    )


def standings_shape(group: Group) -> shapes.Standings:
    """The standings of a group, as of the last result."""
    names, ties = titles(line["entry"] for line in group.standings), group.contest.terms.ties
    lines = [
        shapes.StandingsLine(
            rank=line["rank"],
            entry=line["entry"],
            name=names.get(line["entry"], ""),
            points=line["points"] / UNIT,
            played=line["played"],
            wins=line["wins"],
            draws=line["draws"],
            losses=line["losses"],
            byes=line["byes"],
            terms=[
                shapes.Term(tie, term / TIES[tie].scale)
                for tie, term in zip(ties, line["terms"], strict=False)
            ],
        )
        for line in group.standings
    ]
    return shapes.Standings(group.stage + 1, group.number, lines)


def titles(keys: Iterable[int]) -> dict[int, str]:
    """What entries are called, by their keys."""
    return {entry.pk: entry.title for entry in Entry.objects.filter(pk__in=set(keys)).select_related("user")}


def pairing_shapes(group: Group, pairings: Sequence[Pairing]) -> list[shapes.ContestPairing]:
    """Pairings of a group with those who meet and their matches, with three queries; the round is read."""
    keys = [pairing.pk for pairing in pairings]
    sides: dict[int, list[Side]] = defaultdict(list)
    for side in Side.objects.filter(pairing__in=keys).order_by("pairing", "index"):
        sides[side.pairing_id].append(side)
    names = titles(side.entry_id for found in sides.values() for side in found)
    matches: dict[int, list[str]] = defaultdict(list)
    played = Match.objects.filter(pairing__in=keys).order_by("pairing", "leg", "pk")
    for key, code in played.values_list("pairing_id", "code"):
        matches[key or 0].append(code)
    return [
        shapes.ContestPairing(
            stage=group.stage + 1,
            group=group.number,
            round=pairing.round.number,
            board=pairing.board,
            slot=pairing.slot,
            how=pairing.how,  # type: ignore[arg-type]
            sides=[
                shapes.SideLine(
                    side.entry_id,
                    names[side.entry_id],
                    side.index,
                    points(side.points),
                    side.place,
                    side.score,
                )
                for side in sides[pairing.pk]
            ],
            matches=matches[pairing.pk],
        )
        for pairing in pairings
    ]
