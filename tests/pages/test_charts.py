"""The geometry of charts: points inside the plot and in order, round ticks, labels that keep apart."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.drawing import charts, tallies
from games.drawing.charts import NARROW, WIDE, Chart, Line, Size, _Drawing
from games.drawing.scales import spread, step_of, ticks, within
from games.rules.course import Plan, Spot

numbers = st.integers(-500, 5000)
sizes = st.sampled_from([WIDE, NARROW])


@given(low=numbers, more=st.integers(1, 9999), most=st.integers(2, 9))
def test_ticks_are_round_even_and_enclose_the_span(low: int, more: int, most: int) -> None:
    found = ticks(low, low + more, most)
    (step,) = {round(two - one, 6) for one, two in pairwise(found)}
    assert found[0] <= low < found[0] + step
    assert found[-1] - step < low + more <= found[-1]
    assert len(found) <= most + 2
    assert str(int(step)).rstrip("0") in {"1", "2", "5"}


def test_ticks_of_a_single_number_still_span_something() -> None:
    assert ticks(3, 3) == [3, 4]
    assert ticks(0, 0) == [0, 1]


def test_steps_below_one_are_for_numbers_that_have_parts() -> None:
    assert step_of(1, 4, whole=False) == 0.5
    assert step_of(1, 4) == 1


@given(low=st.integers(1, 900), more=st.integers(0, 3000), most=st.integers(2, 9))
def test_turns_below_an_axis_rise_from_the_first_and_stay_within(low: int, more: int, most: int) -> None:
    found = within(low, low + more, most)
    assert found[0] == low
    assert all(one < two <= low + more for one, two in pairwise(found))
    assert len(found) <= most + 2


@given(st.lists(st.floats(0, 300), min_size=1, max_size=12), st.floats(1, 40))
def test_labels_keep_apart_in_their_order_and_inside(wanted: list[float], gap: float) -> None:
    places = spread(wanted, gap, 10, 280)
    assert all(9.9 <= place <= 280.1 for place in places)
    least = min(gap, 270 / max(1, len(wanted) - 1))
    inner = sorted(places)
    assert all(two - one >= least - 0.2 for one, two in pairwise(inner))
    for one, other in pairwise(sorted(range(len(wanted)), key=wanted.__getitem__)):
        assert places[one] <= places[other]


def test_labels_with_room_stay_where_they_are() -> None:
    assert spread([50, 200, 100], 19, 0, 300) == [50, 200, 100]
    assert spread([], 19, 0, 300) == []


@st.composite
def drawn(draw: st.DrawFn) -> Chart:
    seats = draw(st.integers(1, 6))
    xs = tuple(sorted(draw(st.sets(st.integers(1, 1000), min_size=1, max_size=40))))
    values = st.lists(st.none() | numbers, min_size=len(xs), max_size=len(xs))
    lines = tuple(Line("x" * draw(st.integers(1, 30)), tuple(draw(values)), seat) for seat in range(seats))
    hits = tuple((at, f"/{x}/", str(x)) for at, x in enumerate(xs))
    names = {at: str(at) for at in within(xs[0], xs[-1], 8)}
    downward = draw(st.booleans()) and all(v is None or v > 0 for line in lines for v in line.values)
    return Chart("a", "b", xs, lines, names, hits, downward=downward)


@given(drawn(), sizes)
def test_points_lie_in_the_plot_and_go_to_the_right(chart: Chart, size: Size) -> None:
    drawing = _Drawing(chart, size)
    for at, line in enumerate(chart.lines):
        points = [point for piece in drawing._points(at, line) for point in piece]
        assert len(points) == sum(value is not None for value in line.values)
        assert all(drawing.left <= x <= drawing.right for x, _y in points)
        shift = charts.DODGE * 3
        assert all(drawing.top - shift <= y <= drawing.bottom + shift for _x, y in points)
        assert all(one[0] <= two[0] for one, two in pairwise(points))


@given(drawn(), sizes)
def test_higher_numbers_lie_higher_unless_they_are_places(chart: Chart, size: Size) -> None:
    y = _Drawing(chart, size).y
    assert (y.at(3) > y.at(2)) == chart.downward or y.at(3) == y.at(2)


@given(drawn(), sizes)
def test_what_can_be_pointed_at_covers_the_plot_without_overlap(chart: Chart, size: Size) -> None:
    drawing = _Drawing(chart, size)
    found = re.findall(r'class="hit" x="([\d.]+)" y="[\d.]+" width="([\d.]+)"', drawing.svg())
    edges = [(float(x), float(x) + float(width)) for x, width in found]
    assert edges[0][0] == pytest.approx(drawing.left, abs=0.2)
    assert edges[-1][1] == pytest.approx(drawing.right, abs=0.2)
    assert all(one[1] == pytest.approx(two[0], abs=0.3) for one, two in pairwise(edges))


def test_a_chart_says_what_it_shows_has_no_style_of_its_own_and_quotes_names() -> None:
    chart = Chart("Money", "ann: 3.", (1, 2), (Line("<b>", (1, 3), 0),), {1: "Turn 1"}, ((0, "/a/", "<i>"),))
    svg = charts.svg(chart)
    assert svg.count("<title>Money</title><desc>ann: 3.</desc>") == 2
    assert svg.count('role="img"') == 2
    assert "&lt;b&gt; 3" in svg
    assert not re.search(r"style=|<b>|<i>", svg)


def test_a_line_breaks_where_there_is_no_number_and_ends_at_its_last() -> None:
    line = Line("ann", (1, None, 2, 3, None), 0)
    drawing = _Drawing(Chart("a", "b", (1, 2, 3, 4, 5), (line,)), WIDE)
    assert [len(piece) for piece in drawing._points(0, line)] == [1, 2]
    assert line.last() == 3
    assert "ann 3" in drawing.svg()
    empty = Line("bob", (None,) * 5, 1)
    assert empty.last() is None
    assert "bob" not in charts.svg(Chart("a", "b", (1, 2, 3, 4, 5), (line, empty)))


def test_bands_goals_cuts_and_marks_are_drawn_where_asked_for() -> None:
    line = Line("ann", (3, 4), look="own", band=((1, 5), (2, 6)))
    chart = Chart(
        "a", "b", (1, 9), (line,), goal=(6, "goal: 6"), cuts=(2.5,), here=(9, "Turn 9"), from_zero=False
    )
    svg = charts.svg(chart)
    assert [svg.count(f'class="{look}"') for look in ("band", "goal", "cut", "here")] == [2, 2, 2, 2]
    assert 'text-anchor="end">Turn 9' in svg


@given(st.lists(st.integers(0, 900), min_size=1, max_size=30))
def test_shades_rise_with_the_numbers_and_nothing_is_the_lightest(values: list[int]) -> None:
    most = max(values)
    shades = [tallies.shade(value, most) for value in sorted(values)]
    assert shades == sorted(shades)
    assert all((shade == 0) == (value == 0) for shade, value in zip(shades, sorted(values), strict=True))
    assert tallies.shade(None, most) == 0
    assert not most or shades[-1] == tallies.SHADES


def test_bars_begin_at_zero_to_either_side() -> None:
    svg = tallies.bars("Item", ["Lion"], [(4, -3, None)], "a", "b")
    zero = float(re.search(r'class="zero" d="M([\d.]+)', svg).group(1))  # type: ignore[union-attr]
    found = re.findall(r'class="bar s\d" x="([\d.]+)" y="[\d.]+" width="([\d.]+)"', svg)
    (plus, minus) = [(float(x), float(x) + float(width)) for x, width in found]
    assert plus[0] == zero
    assert minus[1] == pytest.approx(zero, abs=0.1)
    assert "−3" in svg


def test_heat_maps_and_plans_write_every_number() -> None:
    svg = tallies.heat("Card", ["K", "A"], [(1, 0), (None, 5)], "a", "b")
    assert re.findall(r'<text class="in shade-\d"[^>]*>([^<]*)<', svg) == ["1", "·", "5"]
    plan = Plan("a", "b", "c", (Spot("1", 0, 0, 7, 0), Spot("2", 1, 0)), heat=True)
    svg = tallies.plan(plan, "a", "b")
    assert re.findall(r"<text[^>]*>([^<]*)<", svg) == ["1", "7", "2"]
    assert svg.count("<use") == 1
