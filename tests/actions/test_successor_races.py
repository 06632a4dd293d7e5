"""Several who want one deserted seat, or want it while its turn closes, on real connections."""

from __future__ import annotations

import pytest

from games.actions import seats, turns
from games.actions.refusals import NotRunning, SeatTaken
from games.actions.successors import take_over
from games.models import Match, Tenure
from games.models.record import document_of
from games.rules import record
from tests.actions.tables import DAY, NEXT, lines, open_turn, order, person, seat, told
from tests.actions.test_races import at_once, held_up, refused
from tests.actions.test_successors import deserted

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_many_who_take_a_seat_at_once_one_gets_it() -> None:
    """Two people who joined at once overwrote each other's entry."""
    match = deserted()
    names = ["bob", *(f"p{number}" for number in range(5))]
    people = [person(name) for name in names]
    results = at_once([lambda one=one: take_over(one, match, 1, NEXT) for one in people])
    assert refused(results) == [SeatTaken] * 5
    (taken,) = [result for result in results if not isinstance(result, Exception)]
    assert match.seats.get(index=1).user_id == taken.user_id
    assert (Tenure.objects.count(), open_turn(match).orders.count()) == (1, 2)
    assert told(match, "turn") == sorted([("ann", "turn", "2"), (taken.user.username, "turn", "2")])


def test_one_person_takes_a_seat_once_from_many_tabs() -> None:
    match = deserted()
    someone = person("cid")
    results = at_once([lambda: take_over(someone, match, 1, NEXT)] * 5)
    assert refused(results) == []
    assert (Tenure.objects.count(), open_turn(match).orders.count()) == (1, 2)


def test_one_person_gets_one_of_two_seats_that_are_free() -> None:
    match = deserted("ann", "bob", "cid")
    seats.vacate(person("bob"), NEXT)
    someone = person("dan")
    results = at_once(
        [lambda: take_over(someone, match, 1, NEXT), lambda: take_over(someone, match, 2, NEXT)]
    )
    assert len(refused(results)) == 1
    assert match.seats.filter(user=someone).count() == 1


def test_who_takes_a_seat_while_its_turn_closes_owes_the_next_one() -> None:
    match = deserted()
    taken = held_up(lambda: take_over(person("cid"), match, 1, NEXT), lambda: order("ann", match, "3", NEXT))
    assert (taken.user, taken.since) == (person("cid"), 3)
    assert lines(match.turns.get(number=2))[1] == ("1", "default")
    assert open_turn(match).orders.filter(commitment="").count() == 2


def test_who_takes_a_seat_while_the_match_ends_comes_too_late() -> None:
    match = deserted(options={"turns": 2})
    refusal = held_up(
        lambda: take_over(person("cid"), match, 1, NEXT), lambda: order("ann", match, "3", NEXT)
    )
    assert type(refusal) is NotRunning
    match.refresh_from_db()
    assert (match.status, seat(match, "bob").state) == (Match.Status.FINISHED, "deserted")


def test_a_turn_that_was_taken_up_waits_for_the_last_order() -> None:
    match = deserted()
    closed = held_up(
        lambda: order("ann", match, "3", NEXT), lambda: take_over(person("cid"), match, 1, NEXT)
    ).closed
    assert (closed, open_turn(match).number) == (False, 2)


def test_taking_over_and_the_last_order_at_once_lose_nothing() -> None:
    match = deserted(options={"turns": 2})
    someone = person("cid")
    results = at_once([lambda: take_over(someone, match, 1, NEXT), lambda: order("ann", match, "3", NEXT)])
    match.refresh_from_db()
    if refused(results) == [NotRunning]:
        assert lines(match.turns.get(number=2))[1] == ("1", "default")
    else:
        order("cid", match, "9", NEXT)
        assert lines(match.turns.get(number=2))[1] == ("9", "player")
    assert record.verify(document_of(Match.objects.get(pk=match.pk))) == []


def test_the_clock_and_a_successor_at_once_leave_one_open_turn() -> None:
    match = deserted("ann", "bob", "cid", options={"turns": 9})
    order("ann", match, "7", NEXT)
    someone, due = person("dan"), NEXT + 3 * DAY
    at_once([lambda: take_over(someone, match, 2, due), *[lambda: turns.close_due(due)] * 4])
    turn = open_turn(match)
    asked = turn.orders.filter(seat__user=someone, commitment="").count()
    assert (seat(match, "dan").since, asked) == (turn.number, 1)
