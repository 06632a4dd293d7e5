"""Members of teams at once, on real connections: no place taken twice, no voice lost, turns closed once."""

from __future__ import annotations

from collections import Counter

import pytest

from games.actions import lobby, orders, seats, turns
from games.actions.refusals import NotOpen, NotRunning, TeamFull
from games.models import Match, Member, Order
from games.models.record import document_of
from games.rules import record
from tests.actions.tables import NEXT, NOW, opened, order, person
from tests.actions.test_races import at_once
from tests.actions.test_teams import POOLED, STRICT, played, sides, teams

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_many_who_want_the_last_place_of_a_team_one_gets_it() -> None:
    match = opened("ann", 2, team=2)
    people = [person(f"p{n}") for n in range(5)]
    got = at_once([lambda user=user: lobby.join(user, match, "", NOW, 0) for user in people])
    assert Counter(type(result).__name__ for result in got) == {"Seat": 1, "TeamFull": 4}
    assert Member.objects.filter(match=match).count() == 2


def test_one_who_joins_two_teams_at_once_is_in_one() -> None:
    match = opened("ann", 2, team=3)
    amy = person("amy")
    got = at_once([lambda index=index: lobby.join(amy, match, "", NOW, index) for index in (0, 1)])
    assert Counter(type(result).__name__ for result in got) == {"Seat": 1, "AlreadySeated": 1}


def test_the_last_to_join_and_the_creator_who_starts_make_one_start() -> None:
    match = opened("ann", 2, team=2)
    lobby.join(person("bob"), match, "", NOW, 1)
    lobby.join(person("ben"), match, "", NOW, 1)
    got = at_once(
        [
            lambda: lobby.join(person("amy"), match, "", NOW, 0),
            lambda: lobby.start_now(person("ann"), match, NOW),
        ]
    )
    assert all(
        result is None or not isinstance(result, Exception) or isinstance(result, NotOpen) for result in got
    )
    assert match.turns.count() == 1
    assert not any(isinstance(result, TeamFull) for result in got)


@pytest.mark.parametrize("_try", range(3))
def test_all_members_at_once_close_the_turn_once(_try: int) -> None:
    match = teams("ann amy art", "bob ben bea", options=POOLED)
    people = ["ann", "amy", "art", "bob", "ben", "bea"]
    got = at_once([lambda name=name: order(name, match, "5", NOW, 1) for name in people])
    assert [result for result in got if isinstance(result, Exception)] == []
    assert sum(result.closed for result in got) == 1
    assert played(match, 1) == {0: ("5", "team"), 1: ("5", "team")}


def test_voices_and_the_deadline_at_once_lose_nothing() -> None:
    match = teams("ann amy", "bob ben", options=POOLED, pace=STRICT)
    order("ann", match, "9")
    got = at_once([lambda: order("amy", match, "1", NEXT, 1), lambda: turns.close_due(NEXT)])
    counted = {True: ("5", "team"), False: ("9", "team")}[not isinstance(got[0], Exception)]
    assert played(match, 1)[0] == counted
    assert match.turns.count() == 2


def test_resigning_and_ordering_at_once_leave_a_match_that_goes_on() -> None:
    match = teams("ann amy", "bob ben", options={**POOLED, "turns": 1})
    order("bob", match, "2")
    order("ben", match, "2")
    order("ann", match, "9")
    got = at_once(
        [lambda: seats.resign(person("amy"), match, NOW), lambda: seats.resign(person("ben"), match, NOW)]
    )
    # With amy gone first nobody is missing, and the match is over before ben can leave it.
    too_late = [one for one in got if isinstance(one, NotRunning)]
    assert [one for one in got if one is not None] == too_late
    assert sides(match) == [["ann"], ["bob", "ben"] if too_late else ["bob"]]
    assert Match.objects.get(pk=match.pk).status == "finished"
    assert record.verify(document_of(Match.objects.get(pk=match.pk))) == []


def test_withdrawing_and_closing_at_once_keep_the_record_whole() -> None:
    match = teams("ann amy", "bob", options={**POOLED, "turns": 1})
    order("ann", match, "9")
    order("amy", match, "5")
    at_once([lambda: orders.withdraw(person("amy"), match.code, 1), lambda: order("bob", match, "2", NOW, 1)])
    if Order.objects.filter(turn__match=match, opened=False).exists():
        order("amy", match, "5", NOW, 1)
    assert record.verify(document_of(Match.objects.get(pk=match.pk))) == []
