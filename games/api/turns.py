"""Turns and orders: give one, take it back, read what was played, fetch the record."""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch, QuerySet
from django.http import Http404, HttpResponse
from django.utils import timezone
from drf_spectacular.utils import OpenApiExample
from rest_framework.request import Request

from games.actions import orders
from games.actions.refusals import NotOver, SeedSecret, TooEarly, TooLate
from games.api import sent, shapes
from games.api.door import Door, PeopleDoor, answer, body, described, query, signed_in
from games.api.matches import seen
from games.api.paging import Pages
from games.api.portraits import plain, seat_of, turn_line
from games.api.problems import Problem
from games.api.throttles import OrderThrottle
from games.models import Match, Order, Seat, Turn
from games.models.export import export_of, exported
from games.models.recall import covered, may_look_back, told, waiting_from
from games.models.record import document_of
from games.models.team import Teams
from games.rules import GAMES
from games.rules.game import IllegalOrder, Refusal
from games.rules.record import Document

MOST_SINCE = 20
"""How many turns a refused order is told of at the most."""

ORDERS = tuple(
    [
        OpenApiExample(f"{slug}_{kind}", {"order": order}, summary=f"{game.name}: {kind}", request_only=True)
        for slug, game in GAMES.items()
        for kind, order in game.written.items()
    ]
)
"""An order for each kind of decision of each game."""


class OneOrder(PeopleDoor):
    """Your order for one turn. The busiest address of the API, so it takes no detour."""

    throttle_classes = [OrderThrottle]

    @described(
        "orders_put",
        shapes.Receipt,
        takes=sent.OrderRequest,
        refuses=(400, 401, 403, 404, 409, 413),
        examples=ORDERS,
    )
    def put(self, request: Request, code: str, number: int) -> HttpResponse:
        """Seal an order, in place of any earlier one. The same order again gives the same receipt.

        It may be changed until the turn closes. An order for another turn changes nothing: the answer is 409
        with the number of the current turn and the events since.
        """
        line = body(request, sent.OrderRequest).order
        try:
            given = orders.submit(signed_in(request), code, number, line, timezone.now(), "api")
        except (Refusal, Match.DoesNotExist) as refusal:
            raise _refused(request, code, number, refusal) from refusal
        return answer(receipt(given))

    @described("orders_delete", None, status=204, refuses=(401, 403, 404, 409))
    def delete(self, request: Request, code: str, number: int) -> HttpResponse:
        """Take a sealed order back. Nothing happens if there is none."""
        try:
            orders.withdraw(signed_in(request), code, number)
        except (Refusal, Match.DoesNotExist) as refusal:
            raise _refused(request, code, number, refusal) from refusal
        return HttpResponse(status=204)


class OnePlan(PeopleDoor):
    """Your orders ahead in one match."""

    @described("plan_read", shapes.Plan, refuses=(401, 404, 409))
    def get(self, request: Request, code: str) -> HttpResponse:
        """Look at what is left of your orders ahead; 409 if no key of the host opens them any more."""
        match = seen(request, code)
        kept = orders.own_plan(signed_in(request), match)
        return answer(shapes.Plan(kept.plan, kept.own_words(match.rules)))

    @described("plan_put", shapes.Receipt, takes=sent.PlanRequest, refuses=(400, 401, 403, 404, 409))
    def put(self, request: Request, code: str) -> HttpResponse:
        """Keep orders ahead in place of those before; an empty text clears them.

        If you owe an order that they fit and have given none, it is given at once: then the receipt has it.
        The same text for the same turn gives the first receipt again.
        """
        wish = body(request, sent.PlanRequest)
        match = seen(request, code)
        try:
            given = orders.plan(signed_in(request), match.code, wish.plan, timezone.now(), wish.turn)
        except IllegalOrder as refusal:
            problem = Problem.of(refusal)
            problem.members["field"] = "plan"
            raise problem from refusal
        return answer(receipt(given))


def receipt(given: orders.Receipt) -> shapes.Receipt:
    """What a program gets for an order or a plan."""
    return shapes.Receipt(
        given.line,
        given.version,
        given.commitment,
        given.due_at,
        given.closed,
        given.plan,
        given.played,
        given.left,
    )


def _refused(request: Request, code: str, number: int, refusal: Exception) -> Exception:
    """A refusal with what happened since; as if there were no match, for those who may not see it."""
    match = seen(request, code)
    if not isinstance(refusal, TooLate | TooEarly):
        return refusal
    mine = _my_seat(request, match)
    since = match.turns.closed().filter(number__gte=number).order_by("-number")[:MOST_SINCE]
    events = [
        {"turn": turn.number, **event}
        for turn in reversed(since.only("match_id", "number", "events"))
        for event in told(_at(match, turn), mine)
    ]
    return Problem.of(refusal, current=refusal.data["current"], events=events)


def _at(match: Match, turn: Turn) -> Turn:
    turn.match = match
    return turn


def _my_seat(request: Request, match: Match) -> int | None:
    seat = seat_of(request, match.seats.all(), Teams.of(match, None))
    return None if seat is None else seat.index


class Turns(Door):
    """All turns of a match."""

    @described("turns_list", shapes.TurnPage, asks=sent.PageQuery, refuses=(400, 401, 404))
    def get(self, request: Request, code: str) -> HttpResponse:
        """List the turns from the first on: closed ones with opened orders, the open one with commitments."""
        query(request, sent.PageQuery)
        match = seen(request, code)
        seats = {seat.pk: seat for seat in match.seats.all()}
        pages = _TurnPages()
        rows = pages.paginate_queryset(_with_orders(match).defer("position"), request, self)
        teams = Teams.of(match, None).recall(seats.values())
        mine = seat_of(request, seats.values(), teams)
        index = mine.index if mine else None
        found = covered(match, rows, waiting_from(match))
        lines = [shapes.TurnLine(**turn_line(turn, seats, index, teams)) for turn in found]
        return answer(shapes.TurnPage(pages.get_next_link(), pages.get_previous_link(), lines))


class _TurnPages(Pages):
    ordering = "number"


def _with_orders(match: Match) -> QuerySet[Turn]:
    # What is sealed is not even read where lists are made.
    orders = Order.objects.defer("sealed")
    return Turn.objects.filter(match=match).prefetch_related(Prefetch("orders", orders))


class OneTurn(Door):
    """One turn of a match."""

    @described("turns_read", shapes.Turn, refuses=(401, 404))
    def get(self, request: Request, code: str, number: int) -> HttpResponse:
        """Look at a turn: the position its orders are given in, as you may see it, orders, and events."""
        match = seen(request, code)
        turn = _with_orders(match).filter(number=number).first()
        if turn is None:
            raise Http404
        covered(match, [turn], waiting_from(match))
        seats: dict[int, Seat] = {seat.pk: seat for seat in match.seats.all()}
        teams = Teams.of(match, None).recall(seats.values())
        mine = seat_of(request, seats.values(), teams)
        index = mine.index if mine else None
        shown = turn.closed_at is None or may_look_back(match)
        view: dict[str, Any] | None = plain(match.rules.view(turn.state(), index)) if shown else None
        return answer(shapes.Turn(**turn_line(turn, seats, index, teams), view=view))


class Exported(Door):
    """The match as another text."""

    @described("export_read", str, refuses=(401, 404), media="*/*")
    def get(self, request: Request, code: str, name: str) -> HttpResponse:
        """Fetch a match that has begun as a text such as ``pgn``; of a running one what is public so far.

        A match lists its texts in ``urls.exports``. The text comes as itself, not as JSON.
        """
        match = seen(request, code)
        found = export_of(match, name)
        if found is None:
            raise Http404
        text = exported(match, found, request.build_absolute_uri("/"))
        return HttpResponse(text, content_type=f"{found.media_type}; charset=utf-8")


class Record(Door):
    """The whole match as one document."""

    @described("record_read", Document, refuses=(401, 404, 409))
    def get(self, request: Request, code: str) -> HttpResponse:
        """Fetch the record of a finished match, which anyone can verify offline; 409 until the end.

        The record of a deal of the day is there when the seed of the deal is published.
        """
        match = seen(request, code)
        if not match.provable:
            raise SeedSecret if match.status == Match.Status.FINISHED else NotOver
        name = f'inline; filename="{match.game}-{match.code}.json"'
        return answer(document_of(match), headers={"Content-Disposition": name})
