"""A ladder: challenges upwards, one at a time, taken up in time or lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import Notice
from games.actions import seats, turns
from games.actions.contests import ladder
from games.actions.contests.entering import enter, leave
from games.actions.contests.refusals import AlreadyChallenged, NoChallenge, NoLadder, NotEntered, OutOfReach
from games.models import Contest, Entry, Match, Pairing
from tests.actions.contests.cups import START, begun, plan_of, running, ticked, win
from tests.actions.contests.directing import do
from tests.actions.tables import DAY, order, person

pytestmark = pytest.mark.django_db

PLAN = plan_of("ladder", reach=2, answer_days=3, days=30)


def standing(*names: str, **call: object) -> Contest:
    return begun(*(names or ("ann", "bob", "cid", "dot")), plan=PLAN, **call)


def entry(contest: Contest, name: str) -> Entry:
    return contest.entries.get(user=person(name))


def rungs(contest: Contest) -> list[str]:
    names = {one.pk: one.title for one in contest.entries.all()}
    return [names[key] for key in ladder.rungs(contest.groups.get())]


def challenged(contest: Contest, name: str, rival: str, now: object = START) -> Pairing:
    return ladder.challenge(person(name), contest, entry(contest, rival), now)


def won(contest: Contest, name: str) -> Contest:
    """The contest after this person has won the match they play."""
    match = Match.objects.running().get(seats__user=person(name))
    win(match, match.seats.get(user=person(name)).index)
    return ticked(contest)


def test_a_challenge_waits_for_an_answer_and_opens_no_table_before() -> None:
    contest = standing()
    pairing = challenged(contest, "dot", "bob")
    contest = ticked(contest)
    assert (contest.wake_at, running(contest)) == (START + 3 * DAY, [])
    assert list(Notice.objects.filter(kind="challenge").values_list("user__username", flat=True)) == ["bob"]
    assert ladder.take_up(person("bob"), contest, START) == pairing
    contest = ticked(contest)
    assert len(running(contest)) == 1
    contest = won(contest, "dot")
    assert rungs(contest) == ["ann", "dot", "bob", "cid"]
    assert contest.status == Contest.Status.RUNNING


def timed_out(match: Match) -> None:
    """Only the challenger orders."""
    order("dot", match, "1", START)
    turns.close_due(START + 2 * DAY)


def adjudicated(match: Match) -> None:
    sides = match.pairing.sides.select_related("entry__user").order_by("index")  # type: ignore[union-attr]
    places = [1 if side.entry.title == "dot" else 2 for side in sides]
    do(Contest.objects.get(), "adjudicate", START, pairing=match.pairing_id, places=places)


WAYS: dict[str, Callable[[Match], None]] = {
    "played": lambda match: win(match, match.seats.get(user=person("dot")).index),
    "resigned": lambda match: seats.resign(person("bob"), match, START),
    "timed out": timed_out,
    "adjudicated": adjudicated,
    "left for good": lambda match: seats.vacate(person("bob"), START),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_loss_of_every_kind_moves_the_ladder_once(way: str) -> None:
    """A ladder loss by time-out was not booked, again and again for the same player."""
    contest = standing(pace={"kind": "interval", "interval": 86_400, "grace": False, "misses": 1})
    challenged(contest, "dot", "bob")
    ladder.take_up(person("bob"), contest, START)
    (match,) = running(ticked(contest))
    WAYS[way](match)
    if way == "left for good":
        timed_out(match)
    for _time in range(2):
        contest = ticked(contest, START + 2 * DAY)
        assert rungs(contest) == ["ann", "dot", "bob", "cid"]
    assert Pairing.objects.count() == 1
    assert Pairing.objects.get().how != Pairing.How.OPEN


def test_a_challenge_that_was_lost_changes_nothing() -> None:
    contest = standing()
    challenged(contest, "dot", "bob")
    ladder.take_up(person("bob"), contest, START)
    assert rungs(won(ticked(contest), "bob")) == ["ann", "bob", "cid", "dot"]


def test_a_challenge_that_nobody_takes_up_in_time_is_lost() -> None:
    """A ladder loss by time-out was not booked, again and again for the same player."""
    contest = standing()
    pairing = challenged(contest, "cid", "ann")
    ticked(contest, START + 3 * DAY - DAY / 24)
    pairing.refresh_from_db()
    assert pairing.how == "open"
    contest = ticked(contest, START + 3 * DAY)
    pairing.refresh_from_db()
    assert (pairing.how, rungs(contest)) == ("forfeit", ["cid", "ann", "bob", "dot"])
    with pytest.raises(NoChallenge):
        ladder.take_up(person("ann"), contest, START + 3 * DAY)
    challenged(contest, "bob", "cid", START + 3 * DAY)


def test_who_turns_a_challenge_down_has_lost_it() -> None:
    contest = standing()
    challenged(contest, "bob", "ann")
    ladder.give_way(person("ann"), contest, START)
    assert rungs(ticked(contest)) == ["bob", "ann", "cid", "dot"]
    with pytest.raises(NoChallenge):
        ladder.give_way(person("ann"), contest, START)


def test_nobody_answers_a_challenge_of_a_ladder_that_is_called_off() -> None:
    contest = standing()
    challenged(contest, "bob", "ann")
    do(contest, "call_off", START)
    with pytest.raises(NoChallenge):
        ladder.take_up(person("ann"), contest, START)


def test_only_those_within_reach_above_are_challenged() -> None:
    contest = standing()
    for name, rival in [("dot", "ann"), ("ann", "bob"), ("bob", "bob")]:
        with pytest.raises(OutOfReach):
            challenged(contest, name, rival)
    leave(person("bob"), contest, START)
    with pytest.raises(OutOfReach):
        challenged(contest, "cid", "bob")
    with pytest.raises(NotEntered):
        challenged(contest, "zoe", "ann")
    assert challenged(contest, "dot", "ann").sides.count() == 2


def test_everybody_has_one_challenge_at_a_time() -> None:
    contest = standing()
    challenged(contest, "cid", "ann")
    for name, rival, code in [
        ("cid", "bob", "already_challenged"),
        ("dot", "cid", "rival_challenged"),
        ("bob", "ann", "rival_challenged"),
    ]:
        with pytest.raises(AlreadyChallenged) as refused:
            challenged(contest, name, rival)
        assert refused.value.code == code


def test_a_challenge_whose_people_have_left_is_decided_at_once() -> None:
    contest = standing()
    challenged(contest, "cid", "ann")
    leave(person("ann"), contest, START)
    contest = ticked(contest)
    assert rungs(contest) == ["cid", "bob", "dot"]
    challenged(contest, "bob", "cid")
    leave(person("bob"), contest, START)
    contest = ticked(contest)
    assert rungs(contest) == ["cid", "dot"]
    assert set(Pairing.objects.values_list("how", flat=True)) == {"forfeit"}


def test_newcomers_begin_on_the_lowest_rung_at_any_time() -> None:
    contest = standing()
    enter(person("eve"), contest, START + 9 * DAY)
    assert rungs(contest) == ["ann", "bob", "cid", "dot", "eve"]
    leave(person("ann"), contest, START)
    assert enter(person("ann"), contest, START).status == "in"
    assert rungs(contest) == ["ann", "bob", "cid", "dot", "eve"]


def test_a_ladder_ends_after_its_days_once_its_last_challenge_is_played() -> None:
    contest = standing()
    assert ticked(contest).wake_at == START + 30 * DAY
    end = START + 30 * DAY
    challenged(contest, "bob", "ann", end - DAY)
    ladder.take_up(person("ann"), contest, end - DAY)
    contest = ticked(contest, end - DAY)
    challenged(contest, "dot", "cid", end - DAY)
    contest = ticked(contest, end)
    assert (contest.status, contest.wake_at) == (Contest.Status.RUNNING, end + 2 * DAY)
    with pytest.raises(NoLadder):
        challenged(contest, "cid", "ann", end)
    contest = ticked(contest, end + 2 * DAY)
    assert (contest.status, contest.wake_at) == (Contest.Status.RUNNING, None)
    (match,) = running(contest)
    win(match, match.seats.get(user=person("bob")).index, end)
    contest = ticked(contest, end + 3 * DAY)
    assert contest.status == Contest.Status.FINISHED
    places = contest.groups.get().berths.order_by("place")
    assert list(places.values_list("entry__user__username", flat=True)) == ["bob", "ann", "dot", "cid"]


def test_nobody_is_challenged_where_there_is_no_ladder() -> None:
    contest = begun("ann", "bob")
    with pytest.raises(NoLadder):
        challenged(contest, "bob", "ann")


def test_a_ladder_may_stand_for_ever() -> None:
    contest = begun("ann", "bob", plan=plan_of("ladder", days=0))
    assert (contest.status, contest.wake_at, ladder.ends_at(contest)) == (Contest.Status.RUNNING, None, None)
