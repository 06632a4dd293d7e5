"""Rules, rows and seals that fail while turns close: one match is put aside, all others go on."""

import pytest
from django.db import connection

from accounts.models import Notice
from games.actions import orders, pausing, turns
from games.models import Match, Order, Turn
from games.models.position import plain
from games.rules.game import IllegalOrder
from tests.actions.tables import (
    HOUR,
    NEXT,
    NOW,
    SECOND,
    last_turn,
    open_turn,
    order,
    person,
    started,
)
from tests.actions.toy import Hush

pytestmark = pytest.mark.django_db

STRICT = {"grace": False}


def test_rules_that_fail_put_only_their_match_aside() -> None:
    broken = started("ann", "bob", pace=STRICT, options={"boom": 1})
    sound = started("cid", "dot", pace=STRICT)
    assert turns.close_due(NEXT) == 2
    broken.refresh_from_db()
    sound.refresh_from_db()
    assert broken.trouble == "RuntimeError: these rules fail"
    assert (broken.status, open_turn(broken).number) == (Match.Status.RUNNING, 1)
    assert open_turn(broken).due_at == NEXT + turns.ANOTHER_TRY
    assert (sound.trouble, open_turn(sound).number) == ("", 2)
    assert turns.close_due(NEXT + SECOND) == 0


def test_rows_that_the_database_refuses_put_only_their_match_aside() -> None:
    if connection.vendor == "sqlite":
        pytest.skip("SQLite takes any text")
    broken = started("ann", "bob", pace=STRICT, options={"mute": True})
    sound = [started(f"a{number}", f"b{number}", pace=STRICT) for number in range(3)]
    assert turns.close_due(NEXT) == 4
    broken.refresh_from_db()
    assert broken.trouble.startswith("DataError: ")
    assert [open_turn(match).number for match in (broken, *sound)] == [1, 2, 2, 2]


def test_an_order_is_kept_when_the_rules_fail_on_the_turn_it_completes() -> None:
    match = started("ann", "bob", options={"boom": 1})
    order("ann", match, "7")
    receipt = order("bob", match, "3")
    assert open_turn(match).number == 1
    assert orders.own_order(person("bob"), open_turn(match)) == receipt.line
    match.refresh_from_db()
    assert match.trouble == "RuntimeError: these rules fail"


def test_a_match_put_aside_plays_on_once_its_rules_are_mended() -> None:
    match = started("ann", "bob", pace=STRICT, options={"boom": 1})
    turns.close_due(NEXT)
    turn = open_turn(match)
    mended = plain(turn.position).replace(b'"boom":1', b'"boom":0')
    Turn.objects.filter(pk=turn.pk).update(position=mended)
    assert turns.close_due(NEXT + turns.ANOTHER_TRY) == 1
    match.refresh_from_db()
    assert (match.trouble, open_turn(match).number) == ("", 2)


def test_a_seal_that_no_key_opens_puts_only_its_match_aside() -> None:
    broken, sound = started("ann", "bob", pace=STRICT), started("cid", "dot", pace=STRICT)
    order("ann", broken, "7")
    Order.objects.given().update(sealed=b"not a seal of ours")
    turns.close_due(NEXT)
    broken.refresh_from_db()
    assert broken.trouble == "BrokenSeal: no key opens this seal"
    assert open_turn(sound).number == 2


def test_a_turn_closed_elsewhere_is_not_closed_again() -> None:
    """Two workers resolved the same phase seconds apart and made twin next phases."""
    match = started("ann", "bob", pace=STRICT)
    stale = open_turn(match)
    turns.close_due(NEXT)
    before = list(Notice.objects.values_list("pk", flat=True))
    with pytest.raises(turns.ClosedElsewhere):
        turns.close_turns([stale], NEXT)
    assert (last_turn(match).number, list(Notice.objects.values_list("pk", flat=True))) == (2, before)
    match.refresh_from_db()
    assert match.trouble == ""


def test_a_refusal_in_the_rules_is_noted_without_what_it_quotes(monkeypatch: pytest.MonkeyPatch) -> None:
    match = started("ann", "bob", pace=STRICT)

    def refuse(*_args: object) -> None:
        raise IllegalOrder("you hold {hand}", "odd", hand="the secret hand")

    monkeypatch.setattr(Hush, "resolve", refuse)
    turns.close_due(NEXT)
    match.refresh_from_db()
    assert match.trouble == "IllegalOrder: odd"


def _put_aside(pace: dict[str, object]) -> Match:
    """A match whose rules have just failed on a turn with all its orders in."""
    match = started("ann", "bob", pace=pace, options={"boom": 1})
    order("ann", match, "7", NOW + HOUR)
    order("bob", match, "3", NOW + HOUR)
    assert open_turn(match).due_at == NOW + HOUR + turns.ANOTHER_TRY
    return match


def test_who_takes_an_order_back_in_a_match_put_aside_has_the_deadline_again() -> None:
    match = _put_aside(STRICT)
    orders.withdraw(person("bob"), match.code, 1)
    assert (open_turn(match).due_at, open_turn(match).due_was) == (NEXT, None)
    assert turns.close_due(NEXT - SECOND) == 0


def test_who_takes_an_order_back_has_the_time_of_the_clocks_again() -> None:
    match = _put_aside({"kind": "bank", "interval": 36000})
    orders.withdraw(person("bob"), match.code, 1)
    assert open_turn(match).due_at == NOW + 10 * HOUR


def test_who_takes_an_order_back_after_the_deadline_has_half_a_turn() -> None:
    match = started("ann", "bob", pace=STRICT, options={"boom": 1})
    order("ann", match, "7")
    turns.close_due(NEXT)
    turns.close_due(NEXT + turns.ANOTHER_TRY)
    assert open_turn(match).due_was == NEXT
    orders.withdraw(person("ann"), match.code, 1)
    assert open_turn(match).due_at == NEXT + 2 * turns.ANOTHER_TRY + 36 * HOUR


def test_an_order_taken_back_twice_leaves_the_deadline_as_it_is() -> None:
    match = _put_aside(STRICT)
    for name in ("bob", "ann"):
        orders.withdraw(person(name), match.code, 1)
    assert open_turn(match).due_at == NEXT


def test_who_takes_an_order_back_where_there_is_no_deadline_has_none_again() -> None:
    match = started("ann", "bob", options={"boom": 1})
    Match.objects.update(pace={"kind": "free"})
    Turn.objects.update(due_at=None, remind_at=None)
    order("ann", match, "7")
    order("bob", match, "7")
    assert open_turn(match).due_at is not None
    orders.withdraw(person("ann"), match.code, 1)
    assert open_turn(match).due_at is None


def test_an_order_taken_back_where_all_is_well_moves_no_deadline() -> None:
    match = started("ann", "bob", pace=STRICT)
    order("ann", match, "7")
    orders.withdraw(person("ann"), match.code, 1)
    assert open_turn(match).due_at == NEXT


def test_who_takes_an_order_back_in_a_match_put_aside_during_a_pause_has_no_deadline() -> None:
    match = started("ann", "bob", pace=STRICT, options={"boom": 1})
    pausing.begin(match.code, NOW + HOUR)
    order("ann", match, "7")
    order("bob", match, "3", NOW + 2 * HOUR)
    assert open_turn(match).due_at == NOW + 2 * HOUR + turns.ANOTHER_TRY
    orders.withdraw(person("bob"), match.code, 1)
    turn = open_turn(match)
    assert (turn.due_at, turn.due_was, turn.paused_due) == (None, None, NEXT)


def test_a_match_put_aside_is_tried_again_during_a_pause_and_after_it() -> None:
    match = _put_aside(STRICT)
    next_try = open_turn(match).due_at
    pausing.begin(match.code, NOW + HOUR)
    turn = open_turn(match)
    assert (turn.due_at, turn.due_was, turn.paused_due) == (next_try, NEXT, NEXT)
    pausing.go_on(match.code, NOW + 2 * HOUR)
    turn = open_turn(match)
    assert (turn.due_at, turn.due_was, turn.paused_at) == (next_try, NEXT + HOUR, None)


def test_a_match_put_aside_that_waits_for_somebody_has_no_deadline_in_a_pause() -> None:
    match = started("ann", "bob", pace=STRICT, options={"boom": 1})
    turns.close_due(NEXT)
    pausing.begin(match.code, NEXT + SECOND)
    turn = open_turn(match)
    assert (turn.due_at, turn.due_was, turn.paused_due) == (None, None, NEXT)
