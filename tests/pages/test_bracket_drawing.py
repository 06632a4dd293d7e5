"""The drawing of a bracket: boxes, lines to where winners go, names that are too long, signs escaped."""

from __future__ import annotations

from games.drawing.bracket import Box, Row, svg


def test_nothing_is_drawn_without_a_box():
    assert svg([], "Bracket") == ""


def test_winners_are_marked_and_lines_lead_to_where_they_go():
    rows = (Row("ann", "1", won=True), Row("bob", "0", mine=True))
    boxes = [Box(0, 0.5, rows, "ann has won", "/m/a/"), Box(1, 0.5, (Row("ann"), Row("")), "Final", "", (0,))]
    drawn = svg(boxes, "Bracket", ["Semi-final", "Final"])
    assert drawn.count("bracket-line") == 1
    assert drawn.count('class="bracket-row won"') == 2
    assert drawn.count("bracket-own") == 1
    assert '<a href="/m/a/"><title>ann has won</title>' in drawn
    assert "Semi-final" in drawn


def test_a_name_that_is_too_long_is_cut_and_its_signs_are_escaped():
    drawn = svg([Box(0, 0.5, (Row("<b>" + "x" * 40),), "<i>")], "<u>")
    assert "&lt;b&gt;" in drawn
    assert "…" in drawn
    assert not any(tag in drawn for tag in ("<b>", "<i>", "<u>", "x" * 20))
