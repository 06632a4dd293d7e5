"""Pictures of contests: an entry's place after each round, and a league's movement over its seasons."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.contests.climbing import climbing
from games.contests.field import Field
from games.drawing import charts
from games.drawing.charts import Chart, Line
from games.models import Berth, Contest, Group
from games.pages.contests.sight import Sight
from games.pages.course import figure, scrolled, table

TOP = 10
"""So many of the best are drawn beside the entry that is asked for, or the reader's own."""
FORMATS = frozenset({"swiss", "round_robin", "league", "duplicate"})
"""Where points are collected over rounds."""


# --- An entry's way -----------------------------------------------------------------------------------------


def entry_chart(sight: Sight, group: Group, found: Field, entry: int) -> SafeString:
    """The place of an entry by points after each round, among the ten that lead; empty before two rounds."""
    rounds = climbing(found) if found.stage.format in FORMATS else {}
    if len(rounds) < 2:
        return mark_safe("")
    last = rounds[max(rounds)]
    shown = sorted(last, key=lambda key: (last[key], key != entry))[:TOP]
    keys = [key for key in shown if key != entry] + [entry]
    called = sight.called(keys)
    leader = shown[0]
    lines = [
        Line(
            called[key].name,
            tuple([places[key] for places in rounds.values()]),
            look="own" if key == entry else "" if key == leader else "quiet",
        )
        for key in keys
    ]
    return _climb(sight, group, tuple(rounds), lines, len(found.entries))


def _climb(
    sight: Sight, group: Group, rounds: tuple[int, ...], lines: list[Line], entries: int
) -> SafeString:
    own = lines[-1]
    label = _("The place after each round")
    first, last = own.values[0], own.values[-1]
    said = _(
        "{name}: place {first} after the first of these rounds, place {last} of {entries} after the last."
    )
    about = _("By points alone; who has equal points shares a place. The thin lines are the ten that lead.")
    chart = Chart(
        label=label,
        said=said.format(name=own.name, first=first, last=last, entries=entries),
        xs=rounds,
        lines=tuple(lines),
        x_names={rounds[0]: _("Round {number}").format(number=rounds[0])}
        | {at: str(at) for at in rounds[1:]},
        hits=tuple(
            [
                (at, sight.address("contest_round", group, number), f"{_round(number)}: {own.values[at]}")
                for at, number in enumerate(rounds)
            ]
        ),
        downward=True,
    )
    rows = [
        (
            f'<a href="{sight.address("contest_round", group, number)}">{number}</a>',
            [line.values[at] for line in reversed(lines)],
        )
        for at, number in enumerate(rounds)
    ]
    beside = table(_("Round"), [line.name for line in reversed(lines)], rows)
    return mark_safe(figure(label, about, charts.svg(chart), beside))


def _round(number: int) -> str:
    return _("Round {number}").format(number=number)


# --- A league's seasons -------------------------------------------------------------------------------------


@dataclass
class Course:
    """One person or team over the seasons: the division and place in each, and the place through all."""

    name: str
    mine: bool = False
    held: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    """By the number of a season: division, place in it, and place counted through all divisions."""


def league_chart(sight: Sight, contests: Sequence[Contest]) -> SafeString:
    """How the best of the last season, and the reader, have moved; empty before two seasons have ended.

    One query however many there are.
    """
    seasons = {contest.pk: contest.season for contest in contests}
    courses, sizes = _courses(sight, seasons)
    ended = sorted({season for course in courses for season in course.held})
    if len(ended) < 2:
        return mark_safe("")
    order = sorted(courses, key=lambda one: (one.held.get(ended[-1], (0, 0, 10**9))[2], one.name))
    top = [course for course in order if ended[-1] in course.held][:TOP]
    shown = top + [course for course in order[len(top) :] if course.mine]
    quiet = [course for course in order if course not in shown and len(course.held) > 1][:50]
    lines = [_line(course, ended, "quiet") for course in quiet]
    lines += [_line(course, ended, "own" if course.mine else "") for course in shown]
    return _bump(ended, lines, shown, sizes.get(ended[-1], Counter()))


def _courses(sight: Sight, seasons: Mapping[int, int]) -> tuple[list[Course], dict[int, Counter[int]]]:
    """Everybody who ended a season with a place, and how large its divisions were."""
    berths = Berth.objects.filter(group__contest__in=seasons, group__stage=0, place__isnull=False)
    rows = berths.order_by("group__contest_id", "group__number", "place", "number").values_list(
        "group__contest_id",
        "group__number",
        "place",
        "entry__user_id",
        "entry__name",
        "entry__user__username",
    )
    found: dict[object, Course] = {}
    sizes: dict[int, Counter[int]] = defaultdict(Counter)
    for contest, division, held, user, team, person in rows:
        season = seasons[contest]
        sizes[season][division] += 1
        place, above = held or 0, sum(size for number, size in sizes[season].items() if number < division)
        if user is None and not team:
            continue
        course = found.setdefault(team or user, Course(team or person))
        course.mine = course.mine or (sight.user.is_authenticated and user == sight.user.pk)
        course.held[season] = (division, place, above + place)
    return list(found.values()), sizes


def _line(course: Course, ended: Sequence[int], look: str) -> Line:
    return Line(course.name, tuple([course.held.get(one, (0, 0, None))[2] for one in ended]), look=look)


def _bump(
    ended: Sequence[int], lines: Sequence[Line], shown: Sequence[Course], sizes: Mapping[int, int]
) -> SafeString:
    label = _("The league over its seasons")
    about = _(
        "Places counted through all divisions, the first division on top; dotted lines part the divisions of "
        "the last season. Named are the ten that lead, and you."
    )
    edges = [sum(sizes[other] for other in sizes if other <= number) + 0.5 for number in sizes]
    first = _("Season {number}").format(number=ended[0])
    chart = Chart(
        label=label,
        said=" ".join([_course_in_words(course) for course in shown]),
        xs=tuple(ended),
        lines=tuple(lines),
        x_names={ended[0]: first} | {season: str(season) for season in ended[1:]},
        cuts=tuple(sorted(edges)[:-1]),
        downward=True,
    )
    return mark_safe(figure(label, about, charts.svg(chart), _season_table(ended, shown)))


def _held(course: Course, season: int) -> str:
    if season not in course.held:
        return "–"
    division, place, _through = course.held[season]
    return _("{place} in division {division}").format(place=place, division=division)


def _course_in_words(course: Course) -> str:
    last = max(course.held)
    said = _("{name}: place {place} in division {division} in season {season}.")
    division, place, _through = course.held[last]
    return said.format(name=course.name, place=place, division=division, season=last)


def _season_table(ended: Sequence[int], shown: Sequence[Course]) -> str:
    named = _("Season {number}")
    heads = "".join([f'<th scope="col">{escape(named.format(number=season))}</th>' for season in ended])
    entry = escape(_("Entry"))
    rows = "".join(
        [
            f'<tr><th scope="row">{escape(course.name)}</th>'
            + "".join([f"<td>{escape(_held(course, season))}</td>" for season in ended])
            + "</tr>"
            for course in shown
        ]
    )
    return scrolled(
        f'<table class="list"><thead><tr><th scope="col">{entry}</th>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )
