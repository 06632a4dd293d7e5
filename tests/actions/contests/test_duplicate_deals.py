"""Deals that several tables play: when they are published, who can't help out, what is left unfinished."""

import datetime

import pytest

from games.actions import seats
from games.actions.contests.directing import stopping
from games.actions.refusals import SatElsewhere
from games.actions.successors import take_over
from games.models import Contest, Invitation, Match, Pairing, Round
from tests.actions.contests.cups import START, begun, plan_of, running, ticked, win
from tests.actions.contests.directing import do
from tests.actions.tables import DAY, person

pytestmark = pytest.mark.django_db


def duplicate(*names: str, **call: object) -> Contest:
    plan = plan_of("duplicate", rounds=2, **call.pop("numbers", {}))  # type: ignore[call-overload]
    return begun(*names, plan=plan, **{"size": 2, **call})  # type: ignore[arg-type]


def test_results_of_a_deal_are_booked_together_when_the_last_table_has_ended() -> None:
    contest = duplicate("ann", "bea", "cid", "dot")
    first, second = running(contest)
    win(first, 0)
    ticked(contest)
    assert set(Pairing.objects.values_list("how", flat=True)) == {"open"}
    assert contest.groups.get().standings == []
    win(second, 1)
    ticked(contest)
    pairings = Pairing.objects.filter(round__number=1).order_by("board")
    shares = [[(side.points, side.score) for side in one.sides.order_by("index")] for one in pairings]
    assert [one.how for one in pairings] == ["played", "played"]
    assert shares == [[(120, 9.0), (0, 0.0)], [(0, 0.0), (120, 9.0)]]
    assert Round.objects.filter(number=2).exists()


def test_a_contest_that_is_called_off_publishes_its_seed_after_its_last_match() -> None:
    contest = duplicate("ann", "bea", "cid", "dot")
    first, second = running(contest)
    win(first, 0)
    do(contest, "call_off", START)
    contest.refresh_from_db()
    row = Round.objects.get()
    assert (contest.seed, row.seed) == ("", "")
    win(second, 0)
    ticked(contest)
    row.refresh_from_db()
    assert [bool(contest.seed), bool(row.seed)] == [True, True]
    assert set(Match.objects.values_list("seed", "visibility")) == {(row.seed, "public")}


def test_a_contest_that_is_called_off_with_nothing_in_play_publishes_its_seed_at_once() -> None:
    contest = duplicate("ann", "bea", "cid", "dot")
    for match in running(contest):
        win(match, 0)
    do(contest, "call_off", START)
    contest.refresh_from_db()
    assert contest.seed


def test_who_played_a_deal_takes_over_no_seat_at_another_table_of_it() -> None:
    contest = duplicate("ann", "bea", "cid", "dot", pace={"deserted": "substitute"})
    first, second = running(contest)
    loser = second.seats.select_related("user").get(index=0)
    player = first.seats.select_related("user").get(index=0).user
    assert loser.user is not None
    assert player is not None
    win(first, 0)
    seats.desert(loser.user, second, START)
    Invitation.objects.create(match=second, user=player, created_at=START)
    with pytest.raises(SatElsewhere):
        take_over(player, second, 0, START)
    stranger = person("eve")
    Invitation.objects.create(match=second, user=stranger, created_at=START)
    assert take_over(stranger, second, 0, START).user == stranger


def alone(*names: str, **call: object) -> Contest:
    return duplicate(
        *names, **{"size": 1, "game": "foursquare", "options": {}, "pace": {}, "round_days": 2, **call}
    )


def test_what_is_played_alone_ends_with_the_days_of_its_round_and_is_then_worth_nothing() -> None:
    contest = alone("ann", "bea")
    first, second = running(contest)
    assert first.seed_commitment == second.seed_commitment
    ticked(contest, START + DAY)
    assert len(running(contest)) == 2
    ticked(contest, START + 2 * DAY)
    shares = [
        (one.how, *one.sides.values_list("points", "score").get())
        for one in Pairing.objects.filter(round__number=1).order_by("board")
    ]
    assert shares == [("forfeit", 0, None), ("forfeit", 0, None)]
    assert len(running(contest)) == 2
    done = ticked(contest, START + datetime.timedelta(days=5))
    assert done.status == Contest.Status.FINISHED
    assert set(Match.objects.values_list("visibility", flat=True)) == {"public"}


def test_scores_of_what_was_left_do_not_count_either() -> None:
    contest = duplicate("ann", "bea", "cid", "dot", numbers={"points": "score"})
    first, second = running(contest)
    left = first.seats.select_related("user").get(index=0).user
    assert left is not None
    seats.desert(left, first, START)
    win(second, 0)
    while running(contest) and running(contest)[0].pk == first.pk:
        win(running(contest)[0], 1)
    ticked(contest)
    pairing = first.pairing
    assert pairing is not None
    pairing.refresh_from_db()
    side = pairing.sides.get(index=0)
    assert (pairing.how, side.score, side.place) == ("played", None, 2)


def test_a_stopped_table_of_a_deal_keeps_its_seed_to_itself() -> None:
    contest = duplicate("ann", "bea", "cid", "dot")
    match = running(contest)[0]
    Match.objects.filter(pk=match.pk).update(status=Match.Status.ABORTED, stopped="rain", counted=True)
    assert stopping.publish(contest) == 0
    match.refresh_from_db()
    assert match.seed == ""
