"""Many at once, on real connections: nothing doubled, nothing lost, whoever comes first."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection, connections, transaction

from accounts.models import Notice
from games.actions import lobby, orders, seats, turns
from games.actions.refusals import NotOpen, NotRunning, NotYourSeat, TooLate
from games.models import Match, Order, Turn
from games.models.record import document_of
from games.rules import record
from games.rules.game import Refusal
from tests.actions.tables import (
    NEXT,
    NOW,
    SECOND,
    lines,
    open_turn,
    opened,
    order,
    person,
    play,
    seat,
    started,
    told,
)

pytestmark = pytest.mark.django_db(transaction=True)

STRICT = {"grace": False}


def at_once(acts: Sequence[Callable[[], Any]]) -> list[Any]:
    """Do all of this at the same moment, each on a connection of its own; what each gave or raised."""
    barrier = threading.Barrier(len(acts))
    results: list[Any] = [None] * len(acts)

    def run(index: int) -> None:
        try:
            connection.ensure_connection()
            barrier.wait(30)
            results[index] = acts[index]()
        except Exception as error:
            results[index] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(index,)) for index in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads)
    return results


def held_up(act: Callable[[], Any], meanwhile: Callable[[], Any]) -> Any:
    """What an act gives that had to wait for a row, held here all through ``meanwhile``."""
    if connection.vendor == "sqlite":
        pytest.skip("one writer at a time: nobody waits for a row")
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            meanwhile()
            waiting = pool.submit(_on_own_connection, act)
            while not _somebody_waits():
                assert not waiting.done(), waiting.result()
        return waiting.result(60)


def _on_own_connection(act: Callable[[], Any]) -> Any:
    try:
        return act()
    except Refusal as refusal:
        return refusal
    finally:
        connections.close_all()


def _somebody_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return bool(cursor.fetchone()[0])


def refused(results: Sequence[Any]) -> list[type[Exception]]:
    """The kinds of refusal among results; any other error fails the test."""
    errors = [result for result in results if isinstance(result, Exception)]
    for error in errors:
        if not isinstance(error, Refusal):
            raise error
    return [type(error) for error in errors]


def test_twenty_closers_of_one_due_turn_close_it_once() -> None:
    """Two workers resolved one phase seconds apart; ten page loads booked one time-out ten times."""
    match = started("ann", "bob", pace=STRICT)
    results = at_once([lambda: turns.close_due(NEXT)] * 20)
    assert sorted(results) == [0] * 19 + [1]
    assert [turn.number for turn in match.turns.all()] == [1, 2]
    assert Order.objects.filter(turn__number=2).count() == 2
    assert (seat(match, "ann").misses, seat(match, "bob").missed) == (1, 1)
    assert told(match) == [
        ("ann", "start", "1"),
        ("ann", "turn", "2"),
        ("bob", "start", "1"),
        ("bob", "turn", "2"),
    ]


def test_closers_share_a_storm_without_doubles() -> None:
    matches = [started(f"a{n}", f"b{n}", pace=STRICT) for n in range(30)]
    results = at_once([lambda: sum(turns.close_due(NEXT, most=4) for _n in range(8))] * 4)
    assert sum(results) == 30
    assert [match.turns.count() for match in matches] == [2] * 30
    assert Notice.objects.filter(kind="turn").count() == 60


@pytest.mark.parametrize("attempt", range(5))
def test_two_last_orders_at_once_close_the_turn_once_and_none_is_lost(attempt: int) -> None:
    match = started("ann", "bob")
    results = at_once([lambda: order("ann", match, "7"), lambda: order("bob", match, "3")])
    assert refused(results) == []
    assert sorted(receipt.closed for receipt in results) == [False, True]
    assert lines(match.turns.get(number=1)) == {0: ("7", "player"), 1: ("3", "player")}
    assert [turn.number for turn in match.turns.all()] == [1, 2]


@pytest.mark.parametrize("attempt", range(3))
def test_four_last_orders_at_once_close_the_turn_once(attempt: int) -> None:
    names = ["ann", "bob", "cid", "dot"]
    match = started(*names)
    results = at_once([lambda name=name: order(name, match, "4") for name in names])
    assert refused(results) == []
    assert Counter(receipt.closed for receipt in results) == {True: 1, False: 3}
    assert {by for _line, by in lines(match.turns.get(number=1)).values()} == {"player"}


def test_the_same_order_many_times_at_once_is_one_order() -> None:
    """A double click, a proxy that tried again, two tabs: the same move was stored twice."""
    match = started("ann", "bob")
    results = at_once([lambda: order("ann", match, "7")] * 8)
    assert refused(results) == []
    assert len({(receipt.version, receipt.commitment) for receipt in results}) == 1
    assert Order.objects.get(seat=seat(match, "ann")).version == 1


def test_different_orders_at_once_have_different_versions() -> None:
    match = started("ann", "bob")
    results = at_once([lambda line=line: order("ann", match, line) for line in "23456789"])
    assert refused(results) == []
    assert sorted(receipt.version for receipt in results) == list(range(1, 9))
    slot = Order.objects.get(seat=seat(match, "ann"))
    last = max(results, key=lambda receipt: receipt.version)
    assert (slot.version, slot.commitment) == (8, last.commitment)
    assert orders.own_order(person("ann"), open_turn(match)) == last.line


@pytest.mark.parametrize("attempt", range(5))
def test_an_order_and_the_clock_at_the_deadline_end_in_one_of_two_ways(attempt: int) -> None:
    match = started("ann", "bob", pace=STRICT)
    order("ann", match, "7")
    results = at_once([lambda: order("bob", match, "3", NEXT, 1), *[lambda: turns.close_due(NEXT)] * 3])
    kinds = refused(results)
    turn = match.turns.get(number=1)
    if kinds == [TooLate]:
        assert (lines(turn)[1], seat(match, "bob").misses) == (("1", "default"), 1)
    else:
        assert kinds == []
        assert (lines(turn)[1], seat(match, "bob").misses) == (("3", "player"), 0)
    assert [turn.number for turn in match.turns.all()] == [1, 2]


@pytest.mark.parametrize("attempt", range(3))
def test_the_last_order_and_the_clock_end_in_one_of_two_ways_where_no_turn_closes_early(attempt: int) -> None:
    match = started("ann", "bob", pace=STRICT | {"early": False})
    results = at_once([lambda: order("ann", match, "7"), lambda: order("bob", match, "3")])
    assert [receipt.closed for receipt in results] == [False, False]
    results = at_once([lambda: order("bob", match, "4", NEXT, 1), *[lambda: turns.close_due(NEXT)] * 3])
    turns.close_due(NEXT)  # a clock that only ever found the turn held comes again
    kept = "3" if refused(results) == [TooLate] else "4"
    assert lines(match.turns.get(number=1)) == {0: ("7", "player"), 1: (kept, "player")}
    assert [turn.number for turn in match.turns.all()] == [1, 2]


def test_taking_back_and_the_clock_at_once_end_in_one_of_two_ways_where_no_turn_closes_early() -> None:
    match = started("ann", "bob", pace=STRICT | {"early": False})
    order("ann", match, "7"), order("bob", match, "3")
    results = at_once(
        [lambda: orders.withdraw(person("ann"), match.code, 1), *[lambda: turns.close_due(NEXT)] * 3]
    )
    turns.close_due(NEXT)
    kept = ("7", "player") if refused(results) == [TooLate] else ("1", "default")
    assert lines(match.turns.get(number=1)) == {0: kept, 1: ("3", "player")}
    assert [turn.number for turn in match.turns.all()] == [1, 2]


@pytest.mark.parametrize("attempt", range(3))
def test_a_resignation_and_the_clock_at_once_end_in_one_way(attempt: int) -> None:
    match = started("ann", "bob", "cid", pace=STRICT)
    order("ann", match, "7")
    order("bob", match, "3")
    results = at_once(
        [lambda: seats.resign(person("cid"), match, NEXT), *[lambda: turns.close_due(NEXT)] * 3]
    )
    assert refused(results) == []
    assert seat(match, "cid").state == "resigned"
    assert [turn.number for turn in match.turns.all()] == [1, 2]
    assert open_turn(match).owed == [0, 1]


def test_a_resignation_that_waited_for_a_closing_turn_counts_in_the_next_one() -> None:
    match = started("ann", "bob", "cid", pace=STRICT)
    assert held_up(lambda: seats.resign(person("cid"), match, NEXT), lambda: turns.close_due(NEXT)) is None
    assert (open_turn(match).number, open_turn(match).left) == (2, [2])


def test_leaving_the_site_while_a_turn_closes_hands_the_next_one_to_a_bot() -> None:
    match = started("ann", "bob", "cid", pace=STRICT)
    held_up(lambda: seats.vacate(person("cid"), NEXT), lambda: turns.close_due(NEXT))
    third = match.seats.get(index=2)
    assert (third.user, third.bot, third.state) == (None, True, "deserted")
    assert open_turn(match).orders.count() == 2


def test_leaving_the_site_while_the_match_ends_leaves_the_end_as_it_is() -> None:
    match = started("ann", "bob", pace=STRICT, options={"turns": 1})
    held_up(lambda: seats.vacate(person("bob"), NEXT), lambda: turns.close_due(NEXT))
    match.refresh_from_db()
    second = match.seats.get(index=1)
    assert (match.status, second.user, second.bot) == (Match.Status.FINISHED, None, False)


def test_an_order_that_waited_for_a_closing_turn_is_too_late() -> None:
    match = started("ann", "bob", pace=STRICT)
    refusal = held_up(lambda: order("ann", match, "7", NEXT, 1), lambda: turns.close_due(NEXT))
    assert (type(refusal), refusal.data) == (TooLate, {"turn": 1, "current": 2})
    assert lines(match.turns.get(number=1))[0] == ("1", "default")


def test_a_withdrawal_that_waited_for_a_closing_turn_is_too_late() -> None:
    match = started("ann", "bob", pace=STRICT)
    order("ann", match, "7")
    act = lambda: orders.withdraw(person("ann"), match.code, 1)  # noqa: E731
    assert type(held_up(act, lambda: turns.close_due(NEXT))) is TooLate
    assert lines(match.turns.get(number=1))[0] == ("7", "player")


def test_all_resign_at_once_and_one_is_left() -> None:
    names = ["ann", "bob", "cid", "dot"]
    match = started(*names)
    results = at_once([lambda name=name: seats.resign(person(name), match, NOW) for name in names])
    assert refused(results) == [NotRunning]
    match.refresh_from_db()
    winner = match.outcome["winners"]
    assert (match.status, len(winner)) == (Match.Status.FINISHED, 1)
    assert match.seats.get(index=winner[0]).state == "playing"
    assert record.verify(document_of(match)) == []


def test_a_resignation_and_the_last_order_at_once_lose_nothing() -> None:
    match = started("ann", "bob", "cid")
    order("ann", match, "7")
    results = at_once([lambda: seats.resign(person("cid"), match, NOW), lambda: order("bob", match, "3")])
    assert refused(results) == []
    assert lines(match.turns.get(number=1)) == {0: ("7", "player"), 1: ("3", "player")}
    assert open_turn(match).owed == [0, 1]


def test_taking_back_and_the_last_order_at_once_end_in_one_of_two_ways() -> None:
    match = started("ann", "bob")
    order("ann", match, "7")
    results = at_once(
        [lambda: orders.withdraw(person("ann"), match.code, 1), lambda: order("bob", match, "3")]
    )
    if refused(results) == [TooLate]:
        assert lines(match.turns.get(number=1)) == {0: ("7", "player"), 1: ("3", "player")}
    else:
        assert open_turn(match).number == 1
        assert orders.own_order(person("ann"), open_turn(match)) is None


@pytest.mark.parametrize("free", [1, 2, 3])
def test_more_people_than_seats_join_at_once(free: int) -> None:
    """Two people who joined at once overwrote each other's entry."""
    names = [f"p{number}" for number in range(6)]
    for name in names:
        person(name)
    match = opened("ann", free + 1)
    results = at_once([lambda name=name: lobby.join(person(name), match, "", NOW) for name in names])
    assert refused(results) == [NotOpen] * (6 - free)
    seated = list(match.seats.all())
    assert [one.index for one in seated] == list(range(free + 1))
    assert len({one.user_id for one in seated}) == free + 1
    match.refresh_from_db()
    assert (match.status, match.turns.count()) == (Match.Status.RUNNING, 1)
    assert len(told(match, "start")) == free + 1


def test_one_person_joins_once_from_many_tabs() -> None:
    person("bob")
    match = opened("ann", 3)
    results = at_once([lambda: lobby.join(person("bob"), match, "", NOW)] * 5)
    assert len(refused(results)) == 4
    assert match.seats.count() == 2


def test_joining_and_leaving_at_once_never_starts_a_match_with_a_gap() -> None:
    match = opened("ann", 3)
    for name in ("bob", "cid"):
        person(name)
    lobby.join(person("bob"), match, "", NOW)
    results = at_once(
        [lambda: lobby.join(person("cid"), match, "", NOW), lambda: lobby.leave(person("bob"), match)]
    )
    kinds = refused(results)
    match.refresh_from_db()
    if kinds == [NotOpen]:
        assert (match.status, match.seats.count(), match.turns.count()) == ("running", 3, 1)
    else:
        assert (kinds, match.status, match.seats.count(), match.turns.count()) == ([], "open", 2, 0)


def test_leaving_the_site_and_joining_at_once_never_starts_a_match_with_a_gap() -> None:
    match = opened("ann", 2)
    person("bob")
    at_once([lambda: lobby.join(person("bob"), match, "", NOW), lambda: seats.vacate(person("ann"), NOW)])
    match.refresh_from_db()
    if match.status == Match.Status.RUNNING:
        assert match.seats.count() == 2
        order("bob", match, "3")
        turns.close_due(NOW)
        assert open_turn(match).number == 2
    else:
        assert (match.status, match.seats.count(), match.turns.count()) == ("open", 1, 0)


def test_everybody_who_asks_for_a_rematch_at_once_sits_at_one_table() -> None:
    names = ["ann", "bob", "cid"]
    match = started(*names, options={"turns": 1})
    play(match, dict.fromkeys(names, "5"))
    results = at_once([lambda name=name: lobby.rematch(person(name), match, NOW) for name in names])
    assert refused(results) == []
    assert len({again.pk for again in results}) == 1
    again = Match.objects.get(rematch_of=match)
    assert (again.status, again.seats.count(), again.turns.count()) == ("running", 3, 1)


def test_the_clock_finds_nothing_between_any_two_writes_of_a_start() -> None:
    """“Everybody is ready” was true of an empty set: the sweep ran while the seats were being written."""
    if connection.vendor == "sqlite":
        pytest.skip("one writer at a time: nobody can come between")
    match = opened("ann", 2, pace=STRICT)
    person("bob")
    found: list[int] = []

    def sweep(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        result = execute(sql, params, many, context)
        found.extend(at_once([lambda: turns.close_due(NEXT)]))
        return result

    with connection.execute_wrapper(sweep):
        lobby.join(person("bob"), match, "", NOW)
    assert len(found) > 5
    assert set(found) == {0}
    assert open_turn(match).number == 1
    assert turns.close_due(NEXT + SECOND) == 1


def test_reminders_made_at_once_are_one_each() -> None:
    match = started("ann", "bob")
    at_once([lambda: turns.remind_due(NEXT - SECOND)] * 6)
    assert told(match, "reminder") == [("ann", "reminder", "1"), ("bob", "reminder", "1")]


def test_a_bystander_is_refused_while_all_this_goes_on() -> None:
    match = started("ann", "bob")
    person("eve")
    results = at_once([lambda: order("ann", match, "7"), lambda: order("eve", match, "7")])
    assert refused(results) == [NotYourSeat]
    assert Turn.objects.get().number == 1
