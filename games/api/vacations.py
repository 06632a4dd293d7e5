"""Your vacations by the API: what is left of a year, book one, come back early."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from rest_framework.request import Request

from accounts import vacations
from accounts.models import User, Vacation
from games.api import pause_shapes as shapes
from games.api import sent
from games.api.door import PeopleDoor, answer, body, described, signed_in
from games.api.problems import Problem


class Vacations(PeopleDoor):
    """Your vacations."""

    @described("vacations_list", shapes.Vacations, refuses=(401,))
    def get(self, request: Request) -> HttpResponse:
        """List your vacations, past ones too, and what is left of your days this year and in the next."""
        user = signed_in(request)
        year = vacations.year_of(user, timezone.now())
        left = [_left(user, year), _left(user, year + 1)]
        return answer(
            shapes.Vacations(left, [shapes.VacationLine(**_shown(one)) for one in Vacation.objects.of(user)])
        )

    @described(
        "vacations_create",
        shapes.Vacation,
        status=201,
        takes=sent.VacationRequest,
        refuses=(400, 401, 409),
    )
    def post(self, request: Request) -> HttpResponse:
        """Book a vacation of whole days in your zone; without a ``first`` day it begins now.

        In matches that honour vacations a deadline that would fall into it leaves you as much time when it
        ends, up to a bound for each match. Everybody at your tables is told until when you are away.
        """
        asked = body(request, sent.VacationRequest)
        with _refused():
            booked = vacations.book(signed_in(request), asked.first, asked.last, timezone.now())
        return answer(shapes.Vacation(**_shown(booked)), 201)


class OneVacation(PeopleDoor):
    """One of your vacations."""

    @described("vacations_delete", None, status=204, refuses=(401, 404))
    def delete(self, request: Request, number: int) -> HttpResponse:
        """Come back now, or cancel a vacation that has not begun. What you did not use is free again."""
        with _refused():
            vacations.finish(signed_in(request), number, timezone.now())
        return HttpResponse(status=204)


_STATUS = {"vacation_overlaps": 409, "vacation_too_long": 409, "vacation_over": 404}


@contextmanager
def _refused() -> Iterator[None]:
    """Turn what ``accounts`` refuses into a problem."""
    try:
        yield
    except vacations.NoVacation as refusal:
        named = {"field": refusal.field} if refusal.field else {}
        code = str(refusal.code)
        raise Problem(_STATUS.get(code, 400), code, refusal.messages[0], **named) from refusal


def _left(user: User, year: int) -> shapes.VacationDays:
    day = datetime.timedelta(days=1)
    return shapes.VacationDays(year, vacations.allowance() / day, vacations.left(user, year) / day)


def _shown(booked: Vacation) -> dict[str, Any]:
    return {name: getattr(booked, name) for name in ("id", "begins_at", "ends_at", "zone")}
