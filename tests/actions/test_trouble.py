"""Rules, rows and seals that fail while turns close: one match is put aside, all others go on."""

import pytest
from django.db import connection

from accounts.models import Notice
from games.actions import orders, turns
from games.models import Match, Order, Turn
from games.models.position import plain
from games.rules.game import IllegalOrder
from tests.actions.tables import (
    NEXT,
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
