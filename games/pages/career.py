"""A person's way in pictures: the rating in each game, results one after the other, opponents met."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from accounts.models import User
from games.drawing import charts, tallies
from games.drawing.charts import Chart, Line
from games.models.career import (
    Opponent,
    Rated,
    Result,
    longest_run,
    opponents_of,
    ratings_of,
    results_of,
)
from games.models.match import MatchQuerySet
from games.pages.course import figure, scrolled
from games.rules import GAMES

OPPONENTS = 10
STRIP = 24
"""So many results are drawn of each game, the last ones."""


@dataclass(frozen=True)
class GameLine:
    """A game in the table: how many matches, how many won, the longest run, the last results."""

    slug: str
    title: str
    matches: int
    won: int
    run: int
    strip: SafeString


@dataclass(frozen=True)
class Career:
    """What the page of a person shows of what lies behind them."""

    curves: tuple[SafeString, ...]
    games: tuple[GameLine, ...]
    opponents: tuple[Opponent, ...]


def career_of(whose: User, theirs: MatchQuerySet) -> Career:
    """The way of a person through these matches; four queries."""
    results = results_of(whose, theirs)
    curves = [_curve(game, rated) for game, rated in ratings_of(whose, theirs).items()]
    slugs = sorted({result.game for result in results} & set(GAMES), key=lambda slug: str(GAMES[slug].name))
    lines = [_game(slug, [result for result in results if result.game == slug]) for slug in slugs]
    opponents = opponents_of(results, OPPONENTS)
    return Career(tuple(mark_safe(curve) for curve in curves if curve), tuple(lines), tuple(opponents))


def _title(slug: str) -> str:
    return _(GAMES[slug].name) if slug in GAMES else slug


# --- Ratings ------------------------------------------------------------------------------------------------


def _curve(game: str, rated: Sequence[Rated]) -> str:
    """A line through the ratings with how far each may be off; none for a single match."""
    if len(rated) < 2:
        return ""
    label = _("Rating in {game}").format(game=_title(game))
    line = Line(
        "",
        tuple([one.figure for one in rated]),
        look="own",
        band=tuple([(one.figure - one.margin, one.figure + one.margin) for one in rated]),
    )
    first, last = rated[0], rated[-1]
    said = _("From {first} to {last} over {matches} rated matches; the last may be off by {margin}.").format(
        first=first.figure, last=last.figure, matches=len(rated), margin=last.margin
    )
    chart = Chart(
        label=label,
        said=said,
        xs=tuple(range(1, len(rated) + 1)),
        lines=(line,),
        x_names={1: _day(first), len(rated): _day(last)},
        hits=tuple([(at, _url(one.code), _rated_in_words(one)) for at, one in enumerate(rated)]),
        from_zero=False,
    )
    about = _("After each rated match. The band says how far the rating may be off.")
    return figure(label, about, charts.svg(chart), _rating_table(rated))


def _day(rated: Rated) -> str:
    return date_format(timezone.localtime(rated.at), _("j M Y"))


def _url(code: str) -> str:
    return reverse("match", args=[code])


def _rated_in_words(rated: Rated) -> str:
    return f"{rated.title}, {_day(rated)}: {rated.figure} ± {rated.margin}"


def _rating_table(rated: Sequence[Rated]) -> str:
    heads = (_("Match"), _("Ended"), _("Rating"))
    top = "".join([f'<th scope="col">{escape(head)}</th>' for head in heads])
    rows = "".join(
        [
            f'<tr><th scope="row"><a href="{_url(one.code)}">{escape(one.title)}</a></th>'
            f'<td>{escape(_day(one))}</td><td class="number">{one.figure} ± {one.margin}</td></tr>'
            for one in reversed(rated)
        ]
    )
    return scrolled(f'<table class="list"><thead><tr>{top}</tr></thead><tbody>{rows}</tbody></table>')


# --- Results ------------------------------------------------------------------------------------------------


def _game(slug: str, results: Sequence[Result]) -> GameLine:
    won = sum(result.won for result in results)
    return GameLine(slug, _title(slug), len(results), won, longest_run(results), _strip(slug, results))


def _strip(slug: str, results: Sequence[Result]) -> SafeString:
    last = results[-STRIP:]
    columns = [
        (one.place, one.seats, one.won, _url(one.code), f"{one.title}: {_standing(one)}") for one in last
    ]
    said = _("The last results, the newest on the right.")
    return mark_safe(tallies.strip(columns, _("Results in {game}").format(game=_title(slug)), said))


def _standing(result: Result) -> str:
    if result.seats == 1:
        return _("won") if result.won else _("not won")
    return _("place {place} of {seats}").format(place=result.place, seats=result.seats)
