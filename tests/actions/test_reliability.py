"""How reliable people are: orders on time over the last that they owed."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.actions import turns
from games.models import Order, Seat, Tenure, reliability
from games.models.reliability import Reliability, reliability_of
from tests.actions.tables import NEXT, NOW, order, person, play, started

pytestmark = pytest.mark.django_db

STRICT = {"grace": False}


def test_reliability_is_the_share_of_orders_in_time() -> None:
    match = started("ann", "bob", pace=STRICT, options={"turns": 5})
    play(match, {"ann": "7", "bob": "3"}, {"ann": "5", "bob": "4"})
    order("ann", match, "2")
    turns.close_due(NEXT)
    found = reliability_of([person("ann"), person("bob"), person("eve")])
    assert found == {
        person("ann").pk: Reliability(3, 3),
        person("bob").pk: Reliability(3, 2),
        person("eve").pk: Reliability(0, 0),
    }
    assert [found[person(name).pk].percent for name in ("ann", "bob", "eve")] == [100, 66, 100]


def test_only_the_last_orders_owed_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reliability, "OWED", 2)
    match = started("ann", "bob", pace=STRICT, options={"turns": 5})
    order("ann", match, "2")
    turns.close_due(NEXT)
    play(match, {"ann": "7", "bob": "3"}, {"ann": "5", "bob": "4"})
    assert reliability_of([person("bob")]) == {person("bob").pk: Reliability(2, 2)}


def test_reliability_of_many_takes_one_statement() -> None:
    started("ann", "bob", pace=STRICT)
    turns.close_due(NEXT)
    people = [person(name) for name in ("ann", "bob", "eve")]
    with CaptureQueriesContext(
        connection,
    ) as queries:
        reliability_of(people)
    assert len(queries) == 1
    with CaptureQueriesContext(connection) as queries:
        assert reliability_of([]) == {}
    assert len(queries) == 0


def test_a_silence_that_is_excused_does_not_count() -> None:
    match = started("ann", "bob", pace=STRICT)
    turns.close_due(NEXT)
    Order.objects.filter(seat__user=person("ann")).update(excused=True)
    people = [person("ann"), person("bob")]
    assert [one.owed for one in reliability_of(people).values()] == [0, 1]
    assert match.turns.count() == 2


def test_an_excused_slot_that_was_filled_counts_as_in_time() -> None:
    match = started("ann", "bob", pace=STRICT)
    Order.objects.filter(seat__user=person("ann")).update(excused=True)
    play(match, {"ann": "7", "bob": "3"})
    assert reliability_of([person("ann")]) == {person("ann").pk: Reliability(1, 1)}


def test_what_is_played_with_bots_alone_does_not_count() -> None:
    match = started("ann", bots=1, pace=STRICT)
    order("ann", match, "7")
    assert reliability_of([person("ann")]) == {person("ann").pk: Reliability()}


def test_who_plays_on_with_bots_after_others_left_is_counted_as_before() -> None:
    match = started("ann", "bob", pace=STRICT)
    play(match, {"ann": "7", "bob": "3"})
    seat = match.seats.get(index=1)
    Tenure.objects.create(seat=seat, user=person("bob"), since=1, until=1)
    Seat.objects.filter(pk=seat.pk).update(user=None, bot=True)
    assert reliability_of([person("ann")]) == {person("ann").pk: Reliability(1, 1)}


def test_orders_count_for_who_held_the_seat_when_they_were_owed() -> None:
    match = started("ann", "bob", pace=STRICT, options={"turns": 5})
    order("ann", match, "7")
    turns.close_due(NEXT)
    seat = match.seats.get(index=1)
    Tenure.objects.create(seat=seat, user=person("bob"), since=1, until=1)
    Seat.objects.filter(pk=seat.pk).update(user=person("eve"), since=2)
    play(match, {"ann": "7", "eve": "3"}, now=NOW)
    found = reliability_of([person("bob"), person("eve")])
    assert found == {person("bob").pk: Reliability(1, 0), person("eve").pk: Reliability(1, 1)}
