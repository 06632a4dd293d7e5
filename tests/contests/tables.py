"""Published crosstables as values: rounds written in short, read into a field."""

from __future__ import annotations

from games.contests.field import Entry, Field, Meeting, Share
from games.contests.plan import Plan, Stage
from games.contests.points import bye_points, forfeit_points, share_points

PLACES = {"1": (1, 2), "=": (1, 1), "0": (2, 1)}
BYES = {"U": "bye", "H": "half_bye", "Z": "zero_bye"}


def plan_of(format_: str, points: str = "classic", ties: tuple[str, ...] = ()) -> Plan:
    """A plan of one stage."""
    return Plan(stages=(Stage(format=format_),), points=points, ties=ties)


def field_of(plan: Plan, entries: int, rounds: list[str], size: int = 2) -> Field:
    """A field of so many entries, whose keys are their numbers.

    A round is words such as ``3-4=`` (3 had the first seat, and the result is from its side: ``1``, ``=`` or
    ``0``), ``3-4+`` and ``3-4-`` (won or lost without playing), ``3-4x`` (neither came), ``5U`` (a full bye),
    ``5H`` (half a bye), ``5Z`` (none), ``3-4?`` (open).
    """
    meetings = [
        _meeting(plan, number, board, word, size)
        for number, words in enumerate(rounds, start=1)
        for board, word in enumerate(words.split(), start=1)
    ]
    people = tuple(Entry(number, number) for number in range(1, entries + 1))
    return Field(plan, plan.stages[0], size, 2, people, tuple(meetings))


def _meeting(plan: Plan, number: int, board: int, word: str, size: int) -> Meeting:
    how = word[-1]
    if how in BYES:
        points = bye_points(plan, BYES[how], size)
        return Meeting(number, (Share(int(word[:-1]), points),), BYES[how], board=board)
    first, second = (int(part) for part in word[:-1].split("-"))
    if how == "?":
        return Meeting(number, (Share(first), Share(second)), board=board)
    if how in "+-x":
        one, two = forfeit_points(plan, (how == "+", how == "-"))
        return Meeting(number, (Share(first, one), Share(second, two)), "forfeit", board=board)
    places = PLACES[how]
    one, two = share_points(plan, places)
    shares = (Share(first, one, places[0]), Share(second, two, places[1]))
    return Meeting(number, shares, "played", board=board)
