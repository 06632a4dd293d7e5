"""What devices and webhooks are told of play: short, true when it leaves, and fit for a lock screen."""

from __future__ import annotations

import datetime

import pytest

from accounts import beside, couriers
from accounts.channels import Delivery
from accounts.envelopes import Message
from accounts.models import MAIL_KINDS, User
from games.actions import lobby, seats, successors, turns
from games.links import order_token
from games.models import Match, Order
from tests.actions.tables import DAY, HOUR, NEXT, NOW, open_turn, order, person, seat
from tests.notices.mails import SOON, silence, table, turns_played

pytestmark = pytest.mark.django_db
ADDRESS = "https://hooks.example.org/"


@pytest.fixture(autouse=True)
def _hooks() -> None:
    """Ann wants to be told everything."""
    beside.add_hook(person("ann"), "json", ADDRESS, "ann", list(MAIL_KINDS), NOW)


def written(kind: str, now: datetime.datetime = SOON) -> list[Message]:
    """The messages of a kind that would leave now, without those that are no longer needed."""
    owed = list(Delivery.objects.filter(kind=kind).select_related("channel__user").order_by("pk"))
    made = couriers.BUILDERS[kind](owed, now)
    return [made[one.pk] for one in owed if one.pk in made]


def said(kind: str, now: datetime.datetime = SOON) -> list[tuple[str, str]]:
    return [(message.title, message.text) for message in written(kind, now)]


def test_a_match_starts() -> None:
    match = table("ann", "bob", name="Table 7")
    (message,) = written("start")
    assert message == Message(
        title="Fourbid · Table 7",
        text="Your match has started. You owe an order until Fri 12:00.",
        url=f"http://127.0.0.1:8000/m/{match.code}/",
        topic=match.code,
        until=NEXT,
        facts={
            "event": "start",
            "match": {
                "code": match.code,
                "name": "Table 7",
                "game": "fourbid",
                "url": f"http://127.0.0.1:8000/m/{match.code}/",
            },
            "turn": 1,
            "deadline": NEXT,
        },
    )


def test_a_match_starts_for_somebody_whose_order_is_in() -> None:
    match = table("ann", "bob", name="Table 7")
    order("ann", match, silence(match, "ann"))
    assert said("start") == [("Fourbid · Table 7", "Your match has started.")]


def test_a_turn_is_told_until_the_order_is_in() -> None:
    match = table("ann", "bob", name="Table 7")
    turns_played(match, 1)
    assert said("turn") == [("Fourbid · Table 7", "Turn 2: you owe an order until Fri 12:00.")]
    order("ann", match, silence(match, "ann"))
    assert said("turn") == []


def test_times_and_words_are_the_readers() -> None:
    User.objects.filter(username="ann").update(zone="Asia/Tokyo")
    match = table("ann", "bob", name="Table 7")
    turns_played(match, 1)
    assert said("turn") == [("Fourbid · Table 7", "Turn 2: you owe an order until Fri 21:00.")]


def test_a_reminder_is_told_though_its_turn_mail_has_not_left() -> None:
    table("ann", "bob", name="Table 7")
    turns.remind_due(NEXT - HOUR)
    (message,) = written("reminder", NEXT - HOUR)
    assert message.text == "Turn 1: your order is not in yet. You have until Fri 12:00."
    assert message.urgent is True


def test_extra_time_and_the_loss_of_a_seat_are_told() -> None:
    match = table("ann", "bob", name="Table 7", pace={"misses": 1})
    order("bob", match, silence(match, "bob"))
    turns.close_due(NEXT)
    (message,) = written("missed", NEXT)
    assert message.text == "Turn 1: your extra time has begun. You have until Sun 00:00."
    assert message.urgent is True
    turns.close_due(NEXT + 2 * DAY)
    assert [text for _title, text in said("missed", NEXT + 2 * DAY)] == [
        "You missed deadlines, and your seat is no longer yours to play."
    ]


def test_the_end_is_told_and_says_not_who_won() -> None:
    match = table("ann", "bob", name="Table 7")
    seats.resign(person("bob"), match, NOW)
    assert said("end") == [("Fourbid · Table 7", "Your match is over.")]


def test_words_at_the_table_and_invitations_are_told_without_what_was_written() -> None:
    match = table("ann", "bob", name="Table 7")
    seats.say(person("bob"), match, "my secret plan", NOW)
    assert said("talk") == [("Fourbid · Table 7", "Somebody wrote at your table.")]
    seats.resign(person("bob"), match, NOW)
    match.refresh_from_db()
    again = lobby.rematch(person("bob"), match, NOW)
    assert [text for _title, text in said("invitation")] == ["You are invited to this table."]
    lobby.call_off(person("bob"), again, NOW)
    assert said("invitation") == []


def test_every_kind_of_notice_has_its_words() -> None:
    assert set(MAIL_KINDS) <= set(couriers.BUILDERS)


def test_a_table_tells_what_everybody_may_see() -> None:
    match = table("ann", "bob", name="Table 7")
    beside.add_hook(person("ann"), "json", ADDRESS, "t", [], NOW, table=match.code)
    turns_played(match, 1)
    (message,) = written("table:closed")
    assert (message.title, message.text) == ("Fourbid · Table 7", "Turn 1 has closed.")
    assert len(message.sentences) > 1
    assert message.facts["turn"] == 1
    assert message.facts["deadline"] is None
    seats.resign(person("bob"), match, NOW)
    (message,) = written("table:ended")
    assert message.text == "The match is over."


def test_a_table_tells_who_left_a_seat_and_who_took_it() -> None:
    match = table(
        "ann", "bob", "cyd", name="Table 7", pace={"deserted": "substitute", "misses": 1, "grace": False}
    )
    beside.add_hook(person("ann"), "json", ADDRESS, "t", [], NOW, table=match.code)
    for name in ("ann", "bob"):
        order(name, match, silence(match, name))
    index = seat(match, "cyd").index
    turns.close_due(NEXT)
    assert [message.facts.get("seat") for message in written("table:deserted")] == [index]
    successors.take_over(person("dan"), match, index, NEXT)
    assert said("table:taken") == [("Fourbid · Table 7", "dan has taken over a seat.")]


def test_what_belongs_to_no_match_any_more_is_dropped() -> None:
    channel = beside.add_hook(person("bob"), "json", ADDRESS, "b", [], NOW)[0]
    for kind in ("talk", "turn", "table:closed"):
        Delivery.objects.create(
            channel=channel,
            kind=kind,
            subject="gone:1",
            data={"match": "gone", "turn": 1},
            created_at=NOW,
            send_at=NOW,
        )
        assert said(kind) == []


def everything(match: Match) -> str:
    """All that would leave to devices and hooks now, in one text."""
    kinds = {one.kind for one in Delivery.objects.all()}
    return repr([written(kind) for kind in sorted(kinds)])


def test_nothing_sealed_leaves_in_any_message() -> None:
    match = table("ann", "bob", "cyd", name="Table 7")
    beside.add_hook(person("ann"), "json", ADDRESS, "t", [], NOW, table=match.code)
    turns_played(match, 1)
    seats.say(person("cyd"), match, "Hello", NOW)
    told = []
    for line in ("Q 3; low Q 7 best", "4"):
        order("bob", match, line)
        order("ann", match, "10; low Q 5 best")
        told.append(everything(match))
    assert told[0] == told[1]
    slots = Order.objects.filter(turn=open_turn(match)).exclude(commitment="")
    secrets = [slot.commitment for slot in slots] + [order_token(slot) for slot in slots]
    assert [secret for secret in (*secrets, "low Q", "best", "Hello") if secret in told[0]] == []
