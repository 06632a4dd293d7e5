"""What giving up comes to at tables of several, where what one had by then would be worth something."""

from __future__ import annotations

from typing import Any

import pytest

from games.actions import seats
from games.models import Contest, Match, Pairing, Side
from tests.actions.contests.cups import START, begun, plan_of, points, running, ticked
from tests.actions.tables import order, person

pytestmark = pytest.mark.django_db


def turn(match: Match, **lines: str) -> None:
    for name, line in lines.items():
        order(name, match, line, START)


def led_and_given_up(**plan: Any) -> Contest:
    """A contest after its only match: ann, who led, gave up, and bob has won before cid."""
    contest = begun("ann", "bob", "cid", plan=plan_of(**plan), size=3, options={"turns": 2})
    (match,) = running(contest)
    turn(match, ann="9", bob="1", cid="1")
    seats.resign(person("ann"), match, START)
    turn(match, bob="5", cid="1")
    return ticked(contest)


@pytest.mark.parametrize("deserted", ["forfeit", "result"])
def test_whoever_gives_up_in_the_lead_has_the_lowest_score_of_the_table(deserted: str) -> None:
    contest = led_and_given_up(points="score", deserted=deserted)
    assert points(contest) == {"ann": 0, "bob": 5, "cid": 0}
    assert Pairing.objects.get().how == Pairing.How.PLAYED


@pytest.mark.parametrize("deserted", ["forfeit", "result"])
def test_whoever_gives_up_has_the_place_that_the_game_gives_them(deserted: str) -> None:
    contest = led_and_given_up(points="places", deserted=deserted)
    assert points(contest) == {"ann": 0.5, "bob": 2, "cid": 0.5}


def test_whoever_gives_up_in_the_lead_is_beaten_by_all_at_their_seat_of_the_deal() -> None:
    contest = begun(
        "ann", "bob", "cid", "dot", plan=plan_of("duplicate", rounds=1), size=2, options={"turns": 2}
    )
    gone, played = running(contest)
    for match, lines in ((gone, ("9", "1")), (played, ("2", "1")), (played, ("2", "1"))):
        for seat, line in zip(match.seats.select_related("user"), lines, strict=True):
            assert seat.user is not None
            order(seat.user.username, match, line, START)
    leader = gone.seats.get(index=0).user
    assert leader is not None
    seats.resign(leader, gone, START)
    contest = ticked(contest)
    found = Side.objects.order_by("pairing__board", "index").values_list("score", "place", "points")
    assert list(found) == [(None, 2, 0), (0.0, 1, 60), (4.0, 1, 120), (0.0, 2, 60)]
    assert points(contest)[leader.username] == 0
