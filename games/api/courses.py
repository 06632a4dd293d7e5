"""The course of a match for programs: the numbers behind the pictures, of what everybody may know."""

from __future__ import annotations

import msgspec
from django.http import Http404, HttpResponse
from django.utils.translation import gettext
from rest_framework.request import Request

from games.api.door import Door, answer, described
from games.api.matches import seen
from games.models.course import Course, course_of
from games.models.match import Match
from games.rules.game import Plan, Sheet, Spot


class GaugeLine(msgspec.Struct, frozen=True):
    """A number to follow: for each turn listed, one value per seat, null for a seat that has none.

    ``goal`` is the number that everybody plays for, if there is one.
    """

    key: str
    name: str
    goal: int | float | None
    values: list[list[int | float | None]]


class CourseSheet(msgspec.Struct, frozen=True):
    """What the events so far come to. ``look`` is ``heat`` or ``bars`` for a table of ``rows``, with a number
    per seat in each of ``values``, and ``plan`` for a board of ``spots``."""

    key: str
    name: str
    about: str
    look: str
    head: str
    rows: list[str]
    values: list[list[int | float | None]]
    spots: list[Spot]


class MatchCourse(msgspec.Struct, frozen=True):
    """The course of a match. ``turns`` are those before which the gauges were read: the first, every
    ``step``-th from it, and the open turn, or the one that would have come after the end."""

    id: str
    closed: int
    step: int
    turns: list[int]
    gauges: list[GaugeLine]
    sheets: list[CourseSheet]


class OneCourse(Door):
    """The course of one match."""

    @described("course_read", MatchCourse, refuses=(401, 404))
    def get(self, request: Request, code: str) -> HttpResponse:
        """Look at the course of a match: its numbers turn by turn, and what its events come to.

        It is what a guest may know. There is none before the first turn has closed, and none in a running
        match of a game of memory.
        """
        match = seen(request, code)
        turn = match.turns.open().first()
        if turn is not None:
            turn.match = match
        course = course_of(match, turn)
        if course is None:
            raise Http404
        return answer(course_shape(match, course))


def course_shape(match: Match, course: Course) -> MatchCourse:
    """A course as it goes over the wire."""
    gauges = [
        GaugeLine(last.key, gettext(last.name), last.goal, [[*found[at].values] for found in course.gauges])
        for at, last in enumerate(course.gauges[-1])
    ]
    sheets = [_sheet(sheet) for sheet in course.sheets]
    return MatchCourse(match.code, course.closed, course.step, [*course.numbers], gauges, sheets)


def _sheet(sheet: Sheet) -> CourseSheet:
    name, about = gettext(sheet.name), gettext(sheet.about)
    if isinstance(sheet, Plan):
        return CourseSheet(sheet.key, name, about, "plan", gettext("Space"), [], [], [*sheet.spots])
    rows, values = [gettext(row) for row in sheet.rows], [[*row] for row in sheet.values]
    return CourseSheet(sheet.key, name, about, sheet.look, gettext(sheet.head), rows, values, [])
