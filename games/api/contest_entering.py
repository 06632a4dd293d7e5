"""Entries of contests by the API: list, enter, leave, teams, stepping in, sitting out, challenges, lists."""

from __future__ import annotations

from django.db import transaction
from django.http import Http404, HttpResponse
from django.utils import timezone
from rest_framework.request import Request

from games.actions.contests import absences, entering, inviting, ladder, substitutes, teams
from games.actions.contests.importing import import_entries
from games.actions.contests.refusals import WrongLines
from games.api import contest_sent as asks
from games.api import contest_shapes as shapes
from games.api import sent
from games.api.contest_portraits import entry_shapes, group_of, listed_entries, pairing_shapes, seen
from games.api.contests import CANT
from games.api.door import Door, PeopleDoor, answer, body, described, query, signed_in
from games.api.paging import Pages
from games.api.portraits import address
from games.api.problems import Problem, sentence
from games.models import Contest, Entry, Pairing


def _own(entry: Entry, status: int = 200, headers: dict[str, str] | None = None) -> HttpResponse:
    """An entry, read again, as an answer."""
    found = Entry.objects.select_related("user").get(pk=entry.pk)
    return answer(entry_shapes([found])[0], status, headers)


def entry_in(contest: Contest, key: int) -> Entry:
    """An entry of a contest. Raises ``Http404`` if there is none."""
    found = Entry.objects.filter(contest=contest, pk=key).select_related("user").first()
    if found is None:
        raise Http404
    return found


class Entries(Door):
    """The entries of a contest, and the place to enter."""

    @described("contest_entries_list", shapes.EntryPage, asks=asks.EntryQuery, refuses=(400, 401, 404))
    def get(self, request: Request, code: str) -> HttpResponse:
        """List the entries, those who entered first first. Invitations and volunteers only directors see."""
        asked, contest, pages = query(request, asks.EntryQuery), seen(request, code), _EntryPages()
        found = Entry.objects.filter(contest=contest, status__in=listed_entries(request, contest))
        if asked.status is not None:
            found = found.filter(status=asked.status)
        rows = pages.paginate_queryset(found.select_related("user"), request, self)
        lines = entry_shapes(rows)
        return answer(shapes.EntryPage(pages.get_next_link(), pages.get_previous_link(), lines))

    @described(
        "contest_entries_create", shapes.ContestEntry, status=201, takes=asks.EnterRequest, refuses=CANT
    )
    def post(self, request: Request, code: str) -> HttpResponse:
        """Enter a contest, with your word for the chance of its matches; who has withdrawn comes back.

        Where teams play you are the captain of a team of this ``name``, and the ``mates`` are asked to join.
        If all places are taken you wait for one: ``status`` is ``waiting`` then.
        """
        asked, user, contest = body(request, asks.EnterRequest), signed_in(request), seen(request, code)
        entry = entering.enter(user, contest, timezone.now(), asked.word, asked.name, asked.mates)
        return _own(entry, 201, {"Location": address(request, "api:contest-entry", code, entry.pk)})


class _EntryPages(Pages):
    ordering = "pk"


class OneEntry(Door):
    """One entry."""

    @described("contest_entries_read", shapes.ContestEntry, refuses=(401, 404))
    def get(self, request: Request, code: str, entry: int) -> HttpResponse:
        """Look at an entry: who it is, and from which round to which it plays."""
        contest = seen(request, code)
        found = entry_in(contest, entry)
        if found.status not in listed_entries(request, contest):
            raise Http404
        return _own(found)


class LeaveContest(PeopleDoor):
    """An entry given back."""

    @described("contests_leave", None, status=204, takes=sent.Nothing, refuses=CANT)
    def post(self, request: Request, code: str) -> HttpResponse:
        """Leave: before the draw without a trace, after it you withdraw; an invitation is declined."""
        body(request, sent.Nothing)
        entering.leave(signed_in(request), seen(request, code), timezone.now())
        return HttpResponse(status=204)


class JoinTeam(PeopleDoor):
    """A place in a team."""

    @described("contest_teams_join", shapes.ContestEntry, takes=asks.EntryRequest, refuses=CANT)
    def post(self, request: Request, code: str) -> HttpResponse:
        """Join the team of this entry, if it asks for you."""
        asked, contest = body(request, asks.EntryRequest), seen(request, code)
        user = signed_in(request)
        return _own(teams.join_team(user, contest, entry_in(contest, asked.entry), timezone.now()))


class AskMates(PeopleDoor):
    """People asked to a team."""

    @described("contest_teams_ask", None, status=204, takes=asks.NamesRequest, refuses=CANT)
    def post(self, request: Request, code: str) -> HttpResponse:
        """Ask people by their user names to join the team whose captain you are."""
        asked = body(request, asks.NamesRequest)
        teams.ask(signed_in(request), seen(request, code), asked.names, timezone.now())
        return HttpResponse(status=204)


class TurnDown(PeopleDoor):
    """A team turned down."""

    @described("contest_teams_turn_down", None, status=204, takes=sent.Nothing, refuses=CANT)
    def post(self, request: Request, code: str) -> HttpResponse:
        """Say no to all teams of a contest that ask for you."""
        body(request, sent.Nothing)
        teams.turn_down(signed_in(request), seen(request, code))
        return HttpResponse(status=204)


class Volunteer(PeopleDoor):
    """A place in the queue of those who step in."""

    @described("contests_volunteer", shapes.ContestEntry, takes=sent.Nothing, refuses=CANT)
    def post(self, request: Request, code: str) -> HttpResponse:
        """Be ready to step in for somebody who leaves; ``leave`` ends that."""
        body(request, sent.Nothing)
        return _own(substitutes.volunteer(signed_in(request), seen(request, code), timezone.now()))


class Absences(PeopleDoor):
    """Rounds that are sat out."""

    @described("contest_absences_set", shapes.ContestEntry, takes=asks.AbsenceRequest, refuses=CANT)
    def put(self, request: Request, code: str) -> HttpResponse:
        """Sit out these rounds of the stage that is played, and of those to come no others."""
        asked = body(request, asks.AbsenceRequest)
        return _own(absences.be_absent(signed_in(request), seen(request, code), asked.rounds, timezone.now()))


class Stand(PeopleDoor):
    """The next season of a league."""

    @described("contests_stand", shapes.ContestEntry, takes=asks.StandRequest, refuses=CANT)
    def put(self, request: Request, code: str) -> HttpResponse:
        """Say whether you are in the next season of a league too."""
        asked = body(request, asks.StandRequest)
        return _own(absences.stand(signed_in(request), seen(request, code), asked.stands, timezone.now()))


class Challenges(PeopleDoor):
    """Challenges on a ladder."""

    @described(
        "contest_challenges_create",
        shapes.ContestPairing,
        status=201,
        takes=asks.EntryRequest,
        refuses=CANT,
    )
    def post(self, request: Request, code: str) -> HttpResponse:
        """Challenge an entry that stands higher, within reach. It has some days to take that up."""
        asked, contest = body(request, asks.EntryRequest), seen(request, code)
        rival = entry_in(contest, asked.entry)
        return _pairing(contest, ladder.challenge(signed_in(request), contest, rival, timezone.now()), 201)


class TakeUp(PeopleDoor):
    """A challenge accepted."""

    @described("contest_challenges_take_up", shapes.ContestPairing, takes=sent.Nothing, refuses=CANT)
    def post(self, request: Request, code: str) -> HttpResponse:
        """Take up the challenge that waits for your answer. Its match is opened at once by the clock."""
        body(request, sent.Nothing)
        contest = seen(request, code)
        return _pairing(contest, ladder.take_up(signed_in(request), contest, timezone.now()))


class GiveWay(PeopleDoor):
    """A challenge turned down."""

    @described("contest_challenges_give_way", shapes.ContestPairing, takes=sent.Nothing, refuses=CANT)
    def post(self, request: Request, code: str) -> HttpResponse:
        """Turn down the challenge that waits for your answer: it is lost."""
        body(request, sent.Nothing)
        contest = seen(request, code)
        return _pairing(contest, ladder.give_way(signed_in(request), contest, timezone.now()))


def _pairing(contest: Contest, pairing: Pairing, status: int = 200) -> HttpResponse:
    found = Pairing.objects.select_related("round__group").defer("round__group__standings").get(pk=pairing.pk)
    group = group_of(contest, found.round.group.stage + 1, found.round.group.number)
    return answer(pairing_shapes(group, [found])[0], status)


class Invitations(PeopleDoor):
    """People asked to a contest."""

    @described("contest_invitations_create", shapes.EntryList, takes=asks.NamesRequest, refuses=CANT)
    def post(self, request: Request, code: str) -> HttpResponse:
        """Ask people by their user names to enter a contest that you direct; the new invitations."""
        asked, contest = body(request, asks.NamesRequest), seen(request, code)
        invited = inviting.invite(signed_in(request), contest, asked.names, timezone.now())
        rows = Entry.objects.filter(pk__in=[entry.pk for entry in invited]).select_related("user")
        return answer(shapes.EntryList(entry_shapes(list(rows.order_by("pk")))))


class ImportEntries(PeopleDoor):
    """A list of entries."""

    @described("contest_entries_import", shapes.ImportDone, takes=asks.ImportRequest, refuses=(*CANT, 413))
    def post(self, request: Request, code: str) -> HttpResponse:
        """Invite whom a list (CSV) names, and set what it says of who is in; all of it or nothing.

        What is wrong is told line by line. With ``dry`` nothing is stored and nobody is told.
        """
        asked, user, contest = body(request, asks.ImportRequest), signed_in(request), seen(request, code)
        with transaction.atomic():
            try:
                done = import_entries(user, contest, asked.list, timezone.now())
            except WrongLines as refusal:
                raise Problem.of(refusal, field="list", lines=_lines(refusal)) from refusal
            names = [[entry.title for entry in entries] for entries in (done.invited, done.changed)]
            transaction.set_rollback(asked.dry)
        return answer(shapes.ImportDone(asked.dry, *names))


def _lines(refusal: WrongLines) -> list[dict[str, object]]:
    return [
        {"line": number, "code": wrong.code, "detail": sentence(wrong)} for number, wrong in refusal.lines
    ]
