"""The benchmarks' own arithmetic: ratios in sandwiches, verdicts, the table, what a name asks for."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence

import pytest

from games.rules import GAMES
from games.rules.bid_chess.state import MOST_KEPT
from tests.benchmarks import bid_chess, table
from tests.benchmarks.__main__ import FAMILIES, chosen
from tests.benchmarks.bots import DUELS, GOALS, fared, interval
from tests.benchmarks.goals import Count, Figure, Findings, Goal
from tests.benchmarks.sizes import Size
from tests.benchmarks.slices import Spread, compare, in_turn
from tests.benchmarks.stage import Stage


def rates(*values: float) -> Callable[[], Mapping[str, float]]:
    left = iter(values)
    return lambda: {"rate": next(left)}


def test_a_ratio_is_ours_to_the_peers_around_it() -> None:
    found = in_turn(rates(30, 60), rates(10, 10, 20, 20), 2)["rate"]
    assert found.ratio == Spread(3, 3, 3)
    assert found.control == Spread(1, 1, 1)
    assert (found.ours, found.peer) == (45, 15)


def test_drift_within_a_round_leaves_its_ratio_alone() -> None:
    assert in_turn(rates(20), rates(10, 40), 1)["rate"].ratio.median == pytest.approx(1)


def test_a_comparison_whose_control_is_off_is_made_again_and_the_better_one_kept() -> None:
    told: list[str] = []
    found = compare(rates(1, 10, 20), rates(1, 10, 20, 10, 10), 1, told.append)["rate"]
    assert found.control.median == 1
    assert found.ratio.median == 2
    assert told == ["round 1 of 1", "the control is off: once more", "round 1 of 1"]


def test_a_comparison_whose_control_holds_is_made_once() -> None:
    told: list[str] = []
    compare(rates(1, 10), rates(1, 10, 10), 1, told.append)
    assert told == ["round 1 of 1"]


@pytest.mark.parametrize(
    ("floor", "aim", "verdicts"),
    [(0.5, 1.0, ["missed", "floor met", "goal met"]), (2.0, 1.5, ["goal met", "floor met", "missed"])],
)
def test_a_verdict_knows_whether_more_or_less_is_better(
    floor: float, aim: float, verdicts: Sequence[str]
) -> None:
    goal = Goal("something", floor, aim)
    low, high = sorted((floor, aim))
    assert [goal.verdict(value) for value in (low / 2, (low + high) / 2, high * 2)] == verdicts


def test_a_count_holds_within_its_limits_only() -> None:
    assert [Count("L4", "messages", found, 22, 1).holds for found in (0, 1, 22, 23)] == [
        False,
        True,
        True,
        False,
    ]


def test_the_table_says_why_only_where_a_goal_is_missed() -> None:
    goal = Goal("orders ÷ rows", 0.8, 1.0, why="an order does more")
    met, missed = Figure("S1", goal, 1.2), Figure("S1", goal, 0.5, "5 and 10 a second")
    assert "why" not in table.text(Findings([met]))
    assert table.text(Findings([missed])).splitlines()[1:] == [
        "S1  orders ÷ rows                   0.5    0.8     1  missed                     –",
        "      5 and 10 a second",
        "      why: an order does more",
    ]


def test_the_table_shows_a_broken_count_and_what_was_skipped() -> None:
    found = Findings(counts=[Count("L5", "turns lost", 3, 0)], skipped=["S2: no Node"])
    assert table.text(found).splitlines()[1:] == [
        "    count       found  limit",
        "L5  turns lost      3  exactly 0  BROKEN",
        "skipped: S2: no Node",
    ]


def test_names_are_families_or_figures_and_none_means_all() -> None:
    assert chosen([]) == list(FAMILIES)
    assert chosen(["l3", "pages", "W1"]) == ["closing", "pages"]
    with pytest.raises(SystemExit, match="there is no x9"):
        chosen(["X9"])


def test_an_interval_is_wilsons() -> None:
    assert interval(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert interval(1, 100) == pytest.approx((0.9630, 1.0), abs=1e-4)


@pytest.mark.parametrize("slug", GOALS)
def test_a_bot_is_measured_at_every_number_of_seats(slug: str) -> None:
    assert f"B-{slug}" in FAMILIES["bots"]
    for seats in GAMES[slug].seats:
        figure = fared(GAMES[slug], seats, 1, GOALS[slug])
        assert figure.value in (0, 1 if GOALS[slug].what == DUELS else seats)
        assert "of 1 won" in figure.told


def test_figures_beside_a_peer_that_is_not_installed_are_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chess", None)
    monkeypatch.setitem(sys.modules, "pyffish", None)
    small = Size(rounds=1, seconds=0.01, due=1, idle=1, grown=1, mails=1)
    found = bid_chess.measure(Stage(), small)
    assert [figure.name for figure in found.figures] == ["R8"]
    assert found.skipped == [
        "R1, R2, R3: python-chess is not installed here",
        "R2-pyffish: pyffish is not installed here",
    ]


def test_turns_to_measure_are_many_more_than_the_rules_remember() -> None:
    turns = bid_chess.stored()
    assert len(turns) > 3 * MOST_KEPT
    assert bid_chess.played(turns[:20]) == 20
