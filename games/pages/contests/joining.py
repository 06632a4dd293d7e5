"""What a reader may do about their own part in a contest, as things stand: the forms that its page offers."""

from __future__ import annotations

from typing import Any

from games.actions.contests.entering import first_round
from games.actions.contests.refusals import EntriesClosed
from games.contests.formats import FORMATS
from games.models import Ask, Berth, Contest, Entrant, Entry, Round
from games.pages.contests.sight import Sight
from games.rules.game import Refusal

AHEAD = 12
"""For so many rounds ahead one can say that one won't play."""
OVER = (Contest.Status.FINISHED, Contest.Status.CALLED_OFF)
DRAWN = (Contest.Status.DRAWN, Contest.Status.RUNNING)


def values(sight: Sight, at: str, refusal: Refusal | None) -> dict[str, Any]:
    """What the box about one's own part needs."""
    contest, mine = sight.contest, sight.mine
    status = mine.status if mine else ""
    over = contest.status in OVER
    # Who has withdrawn, volunteers or is invited may enter as others do.
    entered = status in {Entry.Status.IN, Entry.Status.WAITING}
    return {
        "part": status,
        "over": over,
        "may_enter": not over and not entered and opens(sight),
        "invited_only": contest.admission == Contest.Admission.INVITED and status != Entry.Status.INVITED,
        "full": _is_full(contest),
        "before_draw": contest.status == Contest.Status.REGISTRATION,
        "may_volunteer": contest.status in DRAWN and not entered and status != Entry.Status.SUBSTITUTE,
        "ahead": _waiting_before(contest, mine) if mine is not None and status == Entry.Status.WAITING else 0,
        "wrong": getattr(refusal, "field", "") or at,
        **_rounds(sight),
        **_team(sight),
    }


def opens(sight: Sight) -> bool:
    """Whether anybody may enter now, as far as the time goes."""
    if sight.contest.status not in {Contest.Status.REGISTRATION, *DRAWN}:
        return False
    try:
        first_round(sight.contest, sight.now)
    except EntriesClosed:
        return False
    return True


def _is_full(contest: Contest) -> bool:
    return contest.most is not None and contest.entries.playing().count() >= contest.most


def _waiting_before(contest: Contest, mine: Entry) -> int:
    """How many wait that came before."""
    waiting = contest.entries.filter(status=Entry.Status.WAITING)
    return waiting.filter(created_at__lt=mine.created_at).count()


def _rounds(sight: Sight) -> dict[str, Any]:
    """The rounds that the reader may say they won't play, each with whether they have said so."""
    contest, mine = sight.contest, sight.mine
    if mine is None or not sight.plays or contest.status not in DRAWN:
        return {"absences": [], "league": False}
    stage = contest.terms.stages[contest.stage]
    league = contest.league_id is not None
    if stage.format not in {"swiss", "round_robin", "league", "duplicate"}:
        return {"absences": [], "league": league}
    last, all_ = _numbers(sight, mine)
    numbers = range(last + 1, min(last + AHEAD, all_ or last + AHEAD) + 1)
    return {"absences": [(number, number in mine.absent) for number in numbers], "league": league}


def _numbers(sight: Sight, mine: Entry) -> tuple[int, int | None]:
    """The last round that is paired in the reader's group, and how many there will be."""
    contest = sight.contest
    berth = Berth.objects.filter(entry=mine, group__stage=contest.stage).first()
    if berth is None:
        return 0, 0
    paired = Round.objects.filter(group=berth.group_id, paired_at__isnull=False).order_by("-number")
    last = paired.values_list("number", flat=True).first() or 0
    stage = contest.terms.stages[contest.stage]
    size = Berth.objects.filter(group=berth.group_id).count()
    return last, FORMATS[stage.format].rounds(stage, contest.size, size)


def _team(sight: Sight) -> dict[str, Any]:
    """Who is in the reader's team, whom it asks, and which teams ask for the reader."""
    if sight.contest.team == 1 or not sight.user.is_authenticated:
        return {"members": [], "asked": [], "asking": [], "captain": False}
    asking = Ask.objects.filter(entry__contest=sight.contest, user=sight.user).select_related("entry__user")
    members = Entrant.objects.filter(entry=sight.mine).select_related("user").order_by("position")
    asked = Ask.objects.filter(entry=sight.mine).select_related("user").order_by("pk")
    return {
        "members": [one.user.username for one in members] if sight.mine else [],
        "asked": [one.user.username for one in asked] if sight.mine else [],
        "asking": [one.entry for one in asking],
        "captain": sight.mine is not None and sight.mine.user_id == sight.user.pk,
    }
