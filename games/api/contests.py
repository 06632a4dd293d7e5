"""Contests: list, open, look at, change, announce, call off. Entering and playing them are next door."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import OpenApiExample
from rest_framework.request import Request

from games.actions.contests import founding
from games.actions.contests.directing import acts
from games.api import contest_sent as asks
from games.api import contest_shapes as shapes
from games.api import sent
from games.api.contest_portraits import contest_lines, contest_shape, counted, seen
from games.api.door import Door, PeopleDoor, answer, body, described, query, signed_in
from games.api.paging import Pages
from games.api.portraits import address
from games.models import Contest
from games.models.contest import ContestQuerySet

CANT = (400, 401, 403, 404, 409)
EXAMPLES = (
    OpenApiExample(
        "A Swiss of five rounds",
        request_only=True,
        value={
            "name": "Spring Cup",
            "game": "fourbid",
            "plan": {"stages": [{"format": "swiss", "rounds": 5}]},
            "starts_at": "2030-03-01T18:00:00Z",
        },
    ),
    OpenApiExample(
        "Groups of a round robin, then a knock-out",
        request_only=True,
        value={
            "name": "Winter Cup",
            "game": "bid_chess",
            "plan": {
                "stages": [
                    {"format": "round_robin", "groups": 4, "through": 2},
                    {"format": "knockout", "third": True},
                ]
            },
            "most": 32,
        },
    ),
)


def shown(request: Request, contest: Contest, status: int = 200) -> HttpResponse:
    """A contest, read again, as an answer."""
    headers = {"Location": address(request, "api:contest", contest.code)} if status == 201 else None
    found = Contest.objects.select_related("league").defer("sealed_seed").get(pk=contest.pk)
    return answer(contest_shape(request, found), status, headers)


def _call(request: Request) -> founding.Call:
    wanted = body(request, asks.ContestRequest)
    return founding.Call(**{name: getattr(wanted, name) for name in wanted.__struct_fields__})


class Contests(Door):
    """All contests that one may find, and the place to open one."""

    @described("contests_list", shapes.ContestPage, asks=asks.ContestQuery, refuses=(400, 401))
    def get(self, request: Request) -> HttpResponse:
        """List contests, the newest first: public ones, and those that you have a part in.

        ``mine`` asks for those you are entered in, ``directed`` for those you direct, ``invited`` for those
        that invite you, ``league`` for the seasons of the league with this id.
        """
        pages = Pages()
        asked = _asked_for(request, query(request, asks.ContestQuery))
        rows = pages.paginate_queryset(asked, request, self)
        lines = contest_lines(request, rows)
        return answer(shapes.ContestPage(pages.get_next_link(), pages.get_previous_link(), lines))

    @described(
        "contests_create",
        shapes.Contest,
        status=201,
        takes=asks.ContestRequest,
        refuses=(400, 401, 409),
        examples=EXAMPLES,
    )
    def post(self, request: Request) -> HttpResponse:
        """Write the draft of a contest. Only you see it until you announce it."""
        contest = founding.found(signed_in(request), _call(request), timezone.now())
        return shown(request, contest, 201)


def _asked_for(request: Request, asked: asks.ContestQuery) -> ContestQuerySet:
    found = counted(Contest.objects.listed_for(request.user))
    if asked.game is not None:
        found = found.filter(game=asked.game)
    if asked.status is not None:
        found = found.filter(status=asked.status)
    if asked.league is not None:
        found = found.filter(league__code=asked.league)
    return _of_mine(request, found, asked)


def _of_mine(request: Request, found: ContestQuerySet, asked: asks.ContestQuery) -> ContestQuerySet:
    """Those of the contests that have to do with who asks, if that is asked for."""
    if asked.mine:
        found = found.filter(pk__in=Contest.objects.of(signed_in(request)).values("pk"))
    if asked.directed:
        found = found.filter(directors=signed_in(request))
    if asked.invited:
        found = found.filter(pk__in=Contest.objects.inviting(signed_in(request)).values("pk"))
    return found


class OneContest(Door):
    """One contest."""

    @described("contests_read", shapes.Contest, refuses=(401, 404))
    def get(self, request: Request, code: str) -> HttpResponse:
        """Look at a contest: how it is held, its groups and rounds, and your part in it."""
        return answer(contest_shape(request, seen(request, code)))

    @described(
        "contests_change", shapes.Contest, takes=asks.ContestRequest, refuses=CANT, examples=EXAMPLES[:1]
    )
    def put(self, request: Request, code: str) -> HttpResponse:
        """Change a contest that you direct: all of it in a draft, later only what nobody entered for."""
        call, user, contest = _call(request), signed_in(request), seen(request, code)
        founding.change(user, contest, call, timezone.now())
        return shown(request, contest)


class Announce(PeopleDoor):
    """A draft made known."""

    @described("contests_announce", shapes.Contest, takes=sent.Nothing, refuses=CANT)
    def post(self, request: Request, code: str) -> HttpResponse:
        """Open a draft for entries, now or when it says. From then on the clock looks after it."""
        body(request, sent.Nothing)
        contest = seen(request, code)
        founding.announce(signed_in(request), contest, timezone.now())
        return shown(request, contest)


class CallOffContest(PeopleDoor):
    """A contest that will not be."""

    @described("contests_call_off", shapes.Contest, takes=asks.WhyRequest, refuses=CANT)
    def post(self, request: Request, code: str) -> HttpResponse:
        """Call a contest off that you direct, with a reason that everybody can read. Nothing undoes that.

        Matches that have begun go on, but count for nothing.
        """
        asked, contest = body(request, asks.WhyRequest), seen(request, code)
        acts.act(signed_in(request), contest, "call_off", {}, asked.why, timezone.now())
        return shown(request, contest)
