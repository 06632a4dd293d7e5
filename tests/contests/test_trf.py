"""Tournament Report Files: every result as its sign, and points as whoever reads the file counts them."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest
from py4swiss.trf import TrfParser

from games.contests.field import Entry, Field, Meeting, Share
from games.contests.plan import UNIT, Plan, Stage
from games.contests.trf import Report, can_be_told, trf

ENTRIES = tuple(Entry(key * 10, key) for key in range(1, 6))
NAMES = {entry.key: f"Entry\n{entry.number} " + "x" * 40 for entry in ENTRIES}
REPORT = Report("A\r\nCup", NAMES, {10: 2, 20: 1}, {10: 1812.4, 20: 12_000.0})


def met(round: int, first: int, second: int, points: tuple[float, float], how: str = "played") -> Meeting:
    shares = (Share(first * 10, int(points[0] * UNIT)), Share(second * 10, int(points[1] * UNIT)))
    return Meeting(round, shares, how)


def alone(round: int, entry: int, how: str) -> Meeting:
    return Meeting(round, (Share(entry * 10, 0),), how)


def field_of(*meetings: Meeting, points: str = "classic", format: str = "swiss", size: int = 2) -> Field:
    stage = Stage(format=format, rounds=4)
    return Field(Plan(stages=(stage,), points=points), stage, size, size, ENTRIES, meetings)


THREE_ROUNDS = (
    met(1, 2, 1, (1, 0)),
    met(1, 3, 4, (0.5, 0.5)),
    alone(1, 5, "bye"),
    met(2, 1, 3, (1, 0), "forfeit"),
    met(2, 4, 2, (0, 0), "forfeit"),
    alone(2, 5, "zero_bye"),
    met(3, 1, 5, (1, 0), "adjudicated"),
    met(3, 2, 3, (0, 0), "annulled"),
    alone(3, 4, "half_bye"),
)


def results(text: str) -> list[str]:
    return [line[91:].rstrip() for line in text.split("\r\n") if line.startswith("001")]


def test_each_result_has_its_sign() -> None:
    assert results(trf(field_of(*THREE_ROUNDS), REPORT)) == [
        "   2 b 0     3 w +     5 w 1",
        "   1 w 1     4 b -  0000 - Z",
        "   4 w =     1 b -  0000 - Z",
        "   3 b =     2 w -  0000 - H",
        "0000 - U  0000 - Z     1 b 0",
    ]


@pytest.mark.parametrize(
    ("points", "expected"), [("classic", [20, 10, 5, 10, 10]), ("three", [60, 30, 10, 20, 30])]
)
def test_a_chess_program_counts_the_same_points(points: str, expected: list[int], tmp_path: Path) -> None:
    path = tmp_path / "cup.trf"
    path.write_text(trf(field_of(*THREE_ROUNDS, points=points), REPORT), newline="")
    found = TrfParser.parse(path, strict=True)
    assert [one.points_times_ten for one in found.player_sections] == expected
    assert [one.fide_rating for one in found.player_sections] == [1812, None, None, None, None]
    assert [one.rank for one in found.player_sections] == [2, 1, 3, 4, 5]
    assert found.player_sections[0].name == "Entry 1 xxxxxxxxxxxxxxxxxxxxxxxxx"
    assert found.tournament_section.tournament_name == "A Cup"
    assert not found.x_section.configuration.first_round_color


def test_rounds_are_told_up_to_the_first_that_is_not_over() -> None:
    field = field_of(*THREE_ROUNDS[:3], Meeting(2, (Share(10), Share(30))), met(3, 4, 5, (1, 0)))
    assert {len(line) for line in results(trf(field, REPORT))} == {8}


def test_dates_and_the_director_are_told_where_they_are_known() -> None:
    day = datetime.date(2030, 1, 2)
    text = trf(field_of(), Report("Cup", NAMES, {}, {}, day, day, "dir"))
    assert text.split("\r\n")[:8] == [
        "012 Cup",
        "042 2030/01/02",
        "052 2030/01/02",
        "062 5",
        "092 Individual: Swiss-System",
        "102 dir",
        "XXR 4",
        "XXS W=1.0 D=0.5 L=0.0 PAB=1.0 HPB=0.5 ZPB=0.0 FW=1.0 FL=0.0",
    ]
    assert "XXC white1" in text


def test_only_what_it_has_signs_for_can_be_told() -> None:
    assert can_be_told(field_of())
    assert can_be_told(field_of(format="league"))
    assert not can_be_told(field_of(size=4))
    assert not can_be_told(field_of(format="knockout"))
    assert not can_be_told(field_of(points="score"))
