"""The course of a match in pictures: its gauges as lines over the turns, and the game's own maps and bars.

Each picture has a table of the same numbers beside it.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from html import escape

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.drawing import charts, tallies
from games.drawing.charts import Chart, Line, Number
from games.drawing.emblems import emblem
from games.drawing.scales import within
from games.drawing.words import amount
from games.models.course import Course, course_of
from games.models.recall import may_look_back
from games.pages.memory import Memory
from games.pages.scene import Scene
from games.rules.game import Gauge, Plan, Sheet, Tally

MOST_BARS = 10
"""So many rows of bars are drawn, the last ones."""
NONE = "–"

_courses: Memory[Course] = Memory(64)
_figures: Memory[tuple[SafeString, SafeString]] = Memory(64)


@require_safe
def course_page(request: HttpRequest, code: str) -> HttpResponse:
    """What a match has come to, turn by turn."""
    scene = Scene.of(request.user, code, timezone.now())
    course = _course(scene)
    here = _here(request, course)
    lines, sheets = ("", "") if course is None else figures(scene, course, here)
    values = {
        "match": scene.match,
        "course": course,
        "covered": course is None and not may_look_back(scene.match),
        "lines": lines,
        "sheets": sheets,
        "seats": [(mark_safe(emblem(seat)), name) for seat, name in enumerate(scene.names)],
        "listed": scene.match.visibility == scene.match.Visibility.PUBLIC,
    }
    return render(request, "games/course.html", values)


def _course(scene: Scene) -> Course | None:
    """Read once for all readers: it is the same for a guest."""
    key = scene.moment[:-2]
    found = _courses.get(key)
    if found is None:
        found = course_of(scene.match, scene.turn)
        return None if found is None else _courses.put(key, found)
    return found


def _here(request: HttpRequest, course: Course | None) -> int | None:
    """The turn that somebody comes from."""
    given = request.GET.get("turn", "")
    if course is None or not given.isdecimal() or len(given) > 9:
        return None
    return int(given) if 1 <= int(given) <= course.closed else None


def figures(scene: Scene, course: Course, here: int | None) -> tuple[SafeString, SafeString]:
    """The pictures as HTML: the lines, and the game's own; made once for those who see the same."""
    key: Hashable = (*scene.moment[:-2], scene.names, here, get_language())
    found = _figures.get(key)
    if found is None:
        names, code = scene.names, scene.match.code
        ended = scene.match.ended_at is not None
        kept = [_gauge(course, at, names, code, here, ended) for at in range(len(course.gauges[0]))]
        drawn = [_sheet(sheet, names) for sheet in course.sheets]
        found = _figures.put(key, (mark_safe("".join(kept)), mark_safe("".join(drawn))))
    return found


# --- Lines --------------------------------------------------------------------------------------------------


def _gauge(course: Course, at: int, names: Sequence[str], code: str, here: int | None, ended: bool) -> str:
    gauges = [found[at] for found in course.gauges]
    name = _(gauges[-1].name)
    lines = tuple(
        [
            Line(names[seat], tuple([gauge.values[seat] for gauge in gauges]), seat)
            for seat in range(len(gauges[0].values))
        ]
    )
    said = " ".join([sentence(line.name, line.values) for line in lines])
    chart = Chart(
        label=name,
        said=said,
        xs=course.numbers,
        lines=lines,
        x_names=turn_names(course.numbers),
        hits=_hits(course, gauges, names, code, ended),
        goal=_goal(gauges),
        here=None if here is None else (here, _("Turn %(number)s") % {"number": here}),
    )
    return figure(name, "", charts.svg(chart), _turn_table(course, gauges, names, code, ended))


def _goal(gauges: Sequence[Gauge]) -> tuple[Number, str] | None:
    """The goal, from when somebody has come half the way to it."""
    goal = gauges[-1].goal
    best = max([value for gauge in gauges for value in gauge.values if value is not None], default=0)
    if goal is None or 2 * best < goal:
        return None
    return goal, _("goal: {number}").format(number=amount(goal))


def turn_names(numbers: Sequence[int]) -> dict[int, str]:
    """What stands below a few turns."""
    first, *others = within(numbers[0], numbers[-1], 8)
    return {first: _("Turn %(number)s") % {"number": first}} | {at: str(at) for at in others}


def sentence(name: str, values: Sequence[Number | None]) -> str:
    """What a line does, in words."""
    found = [value for value in values if value is not None]
    if not found:
        return _("{name}: nothing.").format(name=name)
    return _("{name}: from {first} to {last}, between {least} and {most}.").format(
        name=name,
        first=amount(found[0]),
        last=amount(found[-1]),
        least=amount(min(found)),
        most=amount(max(found)),
    )


def _called(course: Course, at: int, code: str, ended: bool) -> tuple[str, str]:
    """The address of a point's turn, and what it is called."""
    number = course.numbers[at]
    if number <= course.closed:
        return reverse("turn", args=[code, number]), _("Turn %(number)s") % {"number": number}
    return reverse("match", args=[code]), _("The end") if ended else _("Now")


def _hits(
    course: Course, gauges: Sequence[Gauge], names: Sequence[str], code: str, ended: bool
) -> tuple[tuple[int, str, str], ...]:
    found = []
    for at, gauge in enumerate(gauges):
        url, called = _called(course, at, code, ended)
        held = [
            f"{name} {amount(value)}"
            for name, value in zip(names, gauge.values, strict=True)
            if value is not None
        ]
        found.append((at, url, f"{called}: {', '.join(held)}"))
    return tuple(found)


def _turn_table(course: Course, gauges: Sequence[Gauge], names: Sequence[str], code: str, ended: bool) -> str:
    rows = []
    for at, gauge in enumerate(gauges):
        url, called = _called(course, at, code, ended)
        rows.append((f'<a href="{url}">{escape(called)}</a>', gauge.values))
    return table(_("Turn"), names, rows)


# --- The game's own -----------------------------------------------------------------------------------------


def _sheet(sheet: Sheet, names: Sequence[str]) -> str:
    name, about = _(sheet.name), _(sheet.about)
    if isinstance(sheet, Plan):
        rows = [(escape(spot.name), _spot_words(spot.value, spot.seat, names)) for spot in sheet.spots]
        beside = words_table((_("Space"), name), rows)
        return figure(name, about, tallies.plan(sheet, name, about), beside)
    if not sheet.rows:
        return ""
    return figure(name, about, _tally(sheet, name, about, names), _tally_table(sheet, names))


def _tally(sheet: Tally, name: str, about: str, names: Sequence[str]) -> str:
    rows = [_(row) for row in sheet.rows]
    if sheet.look == "heat":
        return tallies.heat(_(sheet.head), rows, sheet.values, name, about)
    left_out = len(rows) - MOST_BARS
    drawn = tallies.bars(_(sheet.head), rows[-MOST_BARS:], sheet.values[-MOST_BARS:], name, about)
    if left_out <= 0:
        return drawn
    said = _("The last {drawn} of {all} are drawn; the table has all.")
    note = said.format(drawn=MOST_BARS, all=len(rows))
    return f'{drawn}<p class="small soft">{escape(note)}</p>'


def _tally_table(sheet: Tally, names: Sequence[str]) -> str:
    rows = [(escape(_(row)), values) for row, values in zip(sheet.rows, sheet.values, strict=True)]
    return table(_(sheet.head), names, rows)


def _spot_words(value: Number | None, seat: int | None, names: Sequence[str]) -> str:
    number = NONE if value is None else amount(value)
    return number if seat is None else f"{number}, {names[seat]}"


# --- What all pictures have ---------------------------------------------------------------------------------


def figure(name: str, about: str, drawn: str, beside: str) -> str:
    """A picture with its name, and the same as a table to be opened."""
    said, called = f'<p class="small soft">{escape(about)}</p>' if about else "", escape(_("As a table"))
    return (
        f'<figure class="panel chart-figure"><figcaption><h2 class="chart-name">{escape(name)}</h2>{said}'
        f"</figcaption>{drawn}<details><summary>{called}</summary>{beside}</details>"
        "</figure>"
    )


def scrolled(table: str) -> str:
    """A table that scrolls by itself where it is wider than the screen."""
    called = escape(_("As a table"))
    return f'<div class="scroll" tabindex="0" role="group" aria-label="{called}">{table}</div>'


def table(head: str, names: Sequence[str], rows: Sequence[tuple[str, Sequence[Number | None]]]) -> str:
    """Numbers by name; the first of each row is HTML that says what it is about."""
    heads = "".join([f'<th scope="col" class="number">{escape(name)}</th>' for name in names])
    lines = "".join(
        [
            f'<tr><th scope="row">{called}</th>'
            + "".join([f'<td class="number">{_number(value)}</td>' for value in values])
            + "</tr>"
            for called, values in rows
        ]
    )
    first = f'<th scope="col">{escape(head)}</th>'
    return scrolled(
        f'<table class="list"><thead><tr>{first}{heads}</tr></thead><tbody>{lines}</tbody></table>'
    )


def words_table(heads: Sequence[str], rows: Sequence[tuple[str, str]]) -> str:
    """Words in two columns."""
    top = "".join([f'<th scope="col">{escape(head)}</th>' for head in heads])
    lines = "".join([f'<tr><th scope="row">{one}</th><td>{escape(other)}</td></tr>' for one, other in rows])
    return scrolled(f'<table class="list"><thead><tr>{top}</tr></thead><tbody>{lines}</tbody></table>')


def _number(value: Number | None) -> str:
    return NONE if value is None else amount(value)
