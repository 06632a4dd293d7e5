"""What other programs read of a contest by themselves: the feed of happenings, the calendar of dates."""

from __future__ import annotations

import datetime

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils import timezone, translation
from django.views.decorators.http import require_safe

from games.models import Contest, Match
from games.models.fixture import Round
from games.notices import atom as feeds
from games.notices import contest_dates
from games.notices.naming import Naming
from games.pages.contests.sight import Sight
from games.pages.feeds import is_known, kept, tag_of

MOST_ITEMS = 50


@require_safe
def atom(request: HttpRequest, code: str) -> HttpResponse:
    """What has happened in a contest, in the language that the reader's program asks for."""
    now = timezone.now()
    contest, rounds, private = _read(request, code, now)
    tag = tag_of("contest atom", translation.get_language(), *_known(contest, rounds))
    if is_known(request, tag):
        return kept(HttpResponseNotModified(), tag, private=private)
    with timezone.override(datetime.UTC):
        items = contest_dates.happened(contest, rounds, _naming(rounds), now)[:MOST_ITEMS]
        own = request.build_absolute_uri()
        body = feeds.feed(contest, "contest", items, contest.opens_at or contest.created_at, own)
    return kept(HttpResponse(body, content_type="application/atom+xml; charset=utf-8"), tag, private=private)


@require_safe
def calendar(request: HttpRequest, code: str) -> HttpResponse:
    """When registration of a contest ends and its rounds begin, in UTC."""
    now = timezone.now()
    contest, rounds, private = _read(request, code, now)
    tag = tag_of("contest calendar", translation.get_language(), *_known(contest, rounds))
    if is_known(request, tag):
        return kept(HttpResponseNotModified(), tag, private=private)
    with timezone.override(datetime.UTC):
        body = contest_dates.calendar(contest, rounds, _naming(rounds), now)
    return kept(HttpResponse(body, content_type="text/calendar; charset=utf-8"), tag, private=private)


def _read(request: HttpRequest, code: str, now: datetime.datetime) -> tuple[Contest, list[Round], bool]:
    """The contest, its last rounds, and whether only the reader may keep what is made of them."""
    contest = Sight.of(request.user, code, now).contest
    rows = Round.objects.filter(group__contest=contest).select_related("group")
    rounds = list(rows.defer("sealed_seed", "group__standings").order_by("-number", "-pk")[:MOST_ITEMS])
    for one in rounds:
        one.group.contest = contest
    return contest, rounds, contest.visibility != Match.Visibility.PUBLIC or request.user.is_authenticated


def _naming(rounds: list[Round]) -> Naming:
    return Naming({one.group_id: one.group for one in rounds}.values())


def _known(contest: Contest, rounds: list[Round]) -> tuple[object, ...]:
    """What the answer hangs on."""
    of_rounds = [(one.pk, one.begins_at, one.paired_at, one.ended_at) for one in rounds]
    dates = (contest.opens_at, contest.starts_at, contest.started_at, contest.ended_at)
    return (contest.code, contest.title, contest.status, *dates, *of_rounds)
