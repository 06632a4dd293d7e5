"""The link in a mail: for one slot and one person, and nothing once either has changed."""

import pytest
from django.core.signing import Signer

from games.actions import seats, turns
from games.links import order_token, slot_of
from games.models import Order, Seat
from tests.actions.tables import NEXT, NOW, open_turn, order, person, seat
from tests.notices.mails import silence, table

pytestmark = pytest.mark.django_db


def slot(match, name):
    return Order.objects.select_related("seat").get(turn=open_turn(match), seat=seat(match, name))


def test_a_token_leads_to_its_slot_with_turn_match_and_seat(django_assert_num_queries):
    match = table()
    token = order_token(slot(match, "ann"))
    with django_assert_num_queries(1):
        found = slot_of(token)
        assert (found.turn.match.code, found.turn.number) == (match.code, 1)
        assert found.seat.user.username == "ann"


def test_a_token_fits_into_an_address_and_a_line():
    token = order_token(slot(table(), "ann"))
    assert len(token) < 60
    assert token.replace("-", "").replace("_", "").replace(".", "").isalnum()


@pytest.mark.parametrize("forged", ["", "x", "1-1", "1-1.AAAA", "..", "1-1-1.", "é", "a" * 5000])
def test_a_forged_token_leads_nowhere(forged):
    table()
    assert slot_of(forged) is None


def test_a_token_that_was_changed_leads_nowhere():
    match = table()
    token = order_token(slot(match, "ann"))
    other = slot(match, "bob")
    number, rest = token.split("-", 1)
    assert slot_of(f"{other.pk}-{rest}") is None
    assert slot_of(f"{number}-{other.seat.user_id}.{rest.partition('.')[2]}") is None


def test_a_token_signed_for_another_purpose_leads_nowhere():
    mine = slot(table(), "ann")
    assert slot_of(Signer(sep=".", salt="elsewhere").sign(f"{mine.pk}-{mine.seat.user_id}")) is None


def test_a_well_signed_token_of_no_slot_leads_nowhere():
    signer = Signer(sep=".", salt="games.links.order")
    assert [slot_of(signer.sign(text)) for text in ("0-0", "x-y", "1", "1-2-3")] == [None] * 4


def test_a_token_stays_with_the_person_and_not_with_the_seat():
    match = table("ann", "bob", "cyd")
    token = order_token(slot(match, "bob"))
    Seat.objects.filter(pk=seat(match, "bob").pk).update(user=person("dan"))
    assert slot_of(token) is None


def test_a_token_dies_when_a_bot_takes_the_seat_or_its_holder_resigns():
    match = table("ann", "bob", "cyd", pace={"grace": False, "misses": 1})
    ann, bob = (order_token(slot(match, name)) for name in ("ann", "bob"))
    seats.resign(person("ann"), match, NOW)
    assert slot_of(ann) is None
    order("cyd", match, silence(match, "cyd"))
    turns.close_due(NEXT)
    assert slot_of(bob) is None


def test_a_token_of_a_closed_turn_tells_which_turn_it_was_for():
    match = table()
    token = order_token(slot(match, "ann"))
    for name in ("ann", "bob"):
        order(name, match, silence(match, name), number=1)
    assert slot_of(token).turn.closed_at is not None


def test_a_token_is_still_good_after_the_key_was_changed_with_a_fallback(settings):
    token = order_token(slot(table(), "ann"))
    old = settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another key", [old]
    assert slot_of(token) is not None
