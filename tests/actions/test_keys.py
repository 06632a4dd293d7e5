"""Seals: what they keep, and changing their keys while people play."""

from collections.abc import Iterator
from io import StringIO

import pytest
from cryptography.fernet import Fernet
from django.core.management import CommandError, call_command
from django.test import override_settings

from games import seals
from games.actions import keys, orders
from games.models import Match, Order
from tests.actions.tables import open_turn, order, person, play, started

pytestmark = pytest.mark.django_db

OLD, NEW = Fernet.generate_key().decode(), Fernet.generate_key().decode()


@pytest.fixture
def match() -> Iterator[Match]:
    """A match with one sealed order, under the old key."""
    with override_settings(SEAL_KEYS=[OLD]):
        match = started("ann", "bob", options={"turns": 1})
        order("ann", match, "7")
        yield match


def rotated() -> str:
    out = StringIO()
    call_command("rotate_seals", stdout=out, no_color=True)
    return out.getvalue()


def test_a_seal_opens_with_any_of_the_keys() -> None:
    with override_settings(SEAL_KEYS=[OLD]):
        sealed = seals.seal(b"secret")
    with override_settings(SEAL_KEYS=[NEW, OLD]):
        assert seals.unseal(sealed) == b"secret"
        assert seals.unseal(seals.reseal(sealed)) == b"secret"
    with override_settings(SEAL_KEYS=[NEW]):
        with pytest.raises(seals.BrokenSeal):
            seals.unseal(sealed)
        with pytest.raises(seals.BrokenSeal):
            seals.reseal(sealed)


def test_after_a_rotation_the_old_key_can_go(match: Match) -> None:
    with override_settings(SEAL_KEYS=[NEW, OLD]):
        assert rotated().splitlines() == [
            "seeds: 1 sealed anew",
            "orders: 1 sealed anew",
            "positions: 1 sealed anew",
            "Everything is sealed with the newest key.",
        ]
    with override_settings(SEAL_KEYS=[NEW]):
        assert orders.own_order(person("ann"), open_turn(match)) == "7"
        play(match, {"bob": "3"})
        assert match.status == Match.Status.FINISHED


def test_the_commitment_outlives_a_rotation(match: Match) -> None:
    before = Order.objects.given().values_list("commitment", "version").get()
    with override_settings(SEAL_KEYS=[NEW, OLD]):
        rotated()
        play(match, {"bob": "3"})
    assert Order.objects.opened().filter(line="7").values_list("commitment", "version").get() == before


def test_an_order_given_during_a_rotation_is_not_lost(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    with override_settings(SEAL_KEYS=[NEW, OLD]):

        def reseal_slowly(sealed: bytes) -> bytes:
            order("ann", match, "2")
            return seals.reseal(sealed)

        monkeypatch.setattr(keys, "reseal", reseal_slowly)
        rotated()
    with override_settings(SEAL_KEYS=[NEW]):
        assert orders.own_order(person("ann"), open_turn(match)) == "2"


def test_a_rotation_goes_through_any_number_of_rows(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys, "STRETCH", 2)
    for number in range(4):
        started(f"a{number}", f"b{number}")
    counts = [(so_far.kind, so_far.resealed) for so_far in keys.rotate()]
    assert counts == [
        *[("seeds", 2), ("seeds", 4), ("seeds", 5)],
        ("orders", 1),
        *[("positions", 2), ("positions", 4), ("positions", 5)],
    ]


def test_rows_that_no_key_opens_are_left_and_counted(match: Match) -> None:
    with override_settings(SEAL_KEYS=[NEW]), pytest.raises(CommandError) as error:
        rotated()
    assert str(error.value) == "3 rows open with none of the keys; they were left as they are."
    with override_settings(SEAL_KEYS=[OLD]):
        assert orders.own_order(person("ann"), open_turn(match)) == "7"


def test_positions_without_a_secret_are_left_alone() -> None:
    started("ann", "bob", game="fourbid")
    assert [(so_far.kind, so_far.resealed) for so_far in keys.rotate()] == [("seeds", 1)]


def test_an_opened_order_keeps_nothing_sealed(match: Match) -> None:
    play(match, {"bob": "3"})
    assert {bytes(slot.sealed) for slot in Order.objects.all()} == {b""}
