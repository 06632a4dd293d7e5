"""Ladders: rungs follow from challenges, whatever the order in which those that were open together ended."""

import random

import msgspec
import pytest

from games.contests.field import Field, Meeting, Share
from games.contests.formats import FORMATS
from games.contests.ladder import climbed, rungs, within_reach, won
from games.contests.plan import UNIT, IllegalPlan, Stage
from games.rules.chance import Chance
from tests.contests.schedules import field_of

RULES = FORMATS["ladder"]


def challenge(number: int, challenger: int, challenged: int, ends: str) -> Meeting:
    """A challenge that is won, lost, drawn, open or annulled."""
    points = {
        "won": (UNIT, 0),
        "lost": (0, UNIT),
        "drawn": (60, 60),
        "annulled": (UNIT, 0),
        "forfeit": (0, 0),
    }
    first, second = points.get(ends, (None, None))
    places = (1, 2) if ends == "forfeit" else (None, None)
    how = {"open": "open", "annulled": "annulled", "forfeit": "forfeit"}.get(ends, "played")
    return Meeting(number, (Share(challenger, first, places[0]), Share(challenged, second, places[1])), how)


def standing(field: Field, *challenges: Meeting) -> list[int]:
    return [field.by_key[key].number for key in rungs(msgspec.structs.replace(field, meetings=challenges))]


def test_who_wins_a_challenge_takes_the_rung_and_those_between_go_down_one() -> None:
    assert climbed([1, 2, 3, 4, 5], 4, 2) == (1, 4, 2, 3, 5)
    assert climbed([1, 2, 3], 1, 3) == (1, 2, 3)
    field = field_of(Stage(format="ladder"), 5)
    keys = [entry.key for entry in field.entries]
    assert standing(field, challenge(1, keys[3], keys[1], "won")) == [1, 4, 2, 3, 5]
    for ends in ("lost", "drawn", "open", "annulled"):
        assert standing(field, challenge(1, keys[3], keys[1], ends)) == [1, 2, 3, 4, 5]
    assert won(challenge(1, keys[3], keys[1], "forfeit"))  # not taken up, under a scheme that counts scores


def test_it_does_not_matter_which_of_two_challenges_ends_first() -> None:
    chance = random.Random(1)
    for _time in range(2000):
        order = chance.sample(range(20), 20)
        one, other, first, second = chance.sample(order, 4)
        both = climbed(climbed(order, one, other), first, second)
        assert both == climbed(climbed(order, first, second), one, other)


def test_only_those_within_reach_above_may_be_challenged() -> None:
    assert within_reach([9, 8, 7, 6, 5], 6, 2) == (7, 8)
    assert within_reach([9, 8, 7], 8, 5) == (9,)
    assert within_reach([9, 8, 7], 9, 3) == ()


def test_who_withdraws_leaves_the_rung_to_those_below() -> None:
    field = field_of(Stage(format="ladder"), 4)
    gone = msgspec.structs.replace(field.entries[1], until=3)
    field = msgspec.structs.replace(field, entries=(field.entries[0], gone, *field.entries[2:]))
    ranking = RULES.ranking(field)
    assert ranking is not None
    assert [field.by_key[key].number for (key,) in ranking] == [1, 3, 4, 2]


def test_no_round_is_paired_and_only_the_calendar_ends_a_ladder() -> None:
    field = field_of(Stage(format="ladder"), 4)
    assert RULES.pair(field, 1, Chance(b"", 1)) == ()
    assert (RULES.ready(field, 1), RULES.is_over(field), RULES.rounds(field.stage, 2, 4)) == (
        False,
        False,
        None,
    )
    assert RULES.title(field, 2) == ("Challenge {number}", {"number": 2})


@pytest.mark.parametrize(
    ("numbers", "size", "field"),
    [
        ({}, 3, "size"),
        ({"reach": 0}, 2, "reach"),
        ({"answer_days": 0}, 2, "answer_days"),
        ({"days": -1}, 2, "days"),
        ({"days": 2**31}, 2, "days"),
    ],
)
def test_ladders_that_cannot_be_are_refused(numbers: dict[str, int], size: int, field: str) -> None:
    with pytest.raises(IllegalPlan) as refused:
        RULES.check(Stage(format="ladder", **numbers), size, 0)
    assert refused.value.field == field
    assert "{" not in str(refused.value)
    RULES.check(Stage(format="ladder"), 2, 5)
