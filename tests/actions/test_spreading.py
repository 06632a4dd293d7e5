"""What devices and webhooks are to be told: written with the action, once each, for one statement."""

from __future__ import annotations

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts import beside
from accounts.channels import Channel, Delivery
from accounts.models import User
from games.actions import lobby, seats, successors, telling, turns
from games.actions.spreading import happened
from games.models import Match
from tests.actions.tables import HOUR, NEXT, NOW, open_turn, opened, order, person, play, seat, started

pytestmark = pytest.mark.django_db
ADDRESS = "https://hooks.example.org/"


def own(name: str, *kinds: str) -> Channel:
    """A webhook of a person's own."""
    return beside.add_hook(person(name), "json", f"{ADDRESS}{name}", name, kinds or ("turn", "end"), NOW)[0]


def of_table(match: Match, name: str = "ann") -> Channel:
    """A webhook of a table."""
    return beside.add_hook(
        person(name), "json", f"{ADDRESS}{match.code}", "table", (), NOW, table=match.code
    )[0]


def spread(match: Match) -> list[tuple[str, str, str]]:
    """What is to be told about a match: by which channel, what kind, about what; in no order."""
    rows = Delivery.objects.filter(subject__startswith=match.code)
    found = rows.values_list("channel__name", "kind", "subject")
    return sorted((name, kind, subject.partition(":")[2]) for name, kind, subject in found)


def test_each_notice_goes_to_the_channels_that_want_its_kind() -> None:
    own("ann", "start", "turn")
    own("bob", "end")
    match = started("ann", "bob")
    play(match, {"ann": "1", "bob": "2"})
    assert spread(match) == [("ann", "start", "1"), ("ann", "turn", "2")]
    play(match, {"ann": "1", "bob": "2"}, {"ann": "1", "bob": "2"})
    assert spread(match) == [
        ("ann", "start", "1"),
        ("ann", "turn", "2"),
        ("ann", "turn", "3"),
        ("bob", "end", "3"),
    ]
    assert {(one.status, one.attempts, one.created_at, one.send_at) for one in Delivery.objects.all()} == {
        ("pending", 0, NOW, NOW)
    }


def test_whoever_has_switched_mail_off_is_told_all_the_same() -> None:
    own("ann", "turn")
    match = started("ann", "bob")
    User.objects.update(mail_off=["turn"], mail_failed_at=NOW)
    play(match, {"ann": "1", "bob": "2"})
    assert spread(match) == [("ann", "turn", "2")]


def test_a_table_tells_its_start_its_turns_and_its_end() -> None:
    match = opened("ann", 2)
    of_table(match)
    other = started("cyd", "dan")
    play(other, {"cyd": "1", "dan": "2"})
    lobby.join(person("bob"), match, "", NOW)
    play(match, *[{"ann": "1", "bob": "2"}] * 3)
    assert spread(match) == [
        ("table", "table:closed", "1"),
        ("table", "table:closed", "2"),
        ("table", "table:ended", "3"),
        ("table", "table:started", "1"),
    ]
    assert spread(other) == []


def test_a_table_tells_who_deserts_and_who_takes_over() -> None:
    match = started("ann", "bob", "cyd", pace={"deserted": "substitute", "misses": 1, "grace": False})
    of_table(match)
    order("ann", match, "1")
    order("bob", match, "1")
    turns.close_due(NEXT)
    index = seat(match, "cyd").index
    successors.take_over(person("dan"), match, index, NEXT)
    assert spread(match) == [
        ("table", "table:closed", "1"),
        ("table", "table:deserted", f"1:{index}"),
        ("table", "table:taken", f"2:{index}"),
    ]


def test_a_table_tells_that_somebody_left_the_site() -> None:
    for deserted, names in (("bot", ("ann", "bob", "cyd")), ("substitute", ("dan", "eli", "fay"))):
        match = started(*names, pace={"deserted": deserted})
        of_table(match, names[0])
        index = seat(match, names[2]).index
        seats.vacate(person(names[2]), NOW)
        assert spread(match) == [("table", "table:deserted", f"1:{index}")]


def test_a_table_tells_that_a_resignation_ended_it() -> None:
    match = started("ann", "bob")
    of_table(match)
    seats.resign(person("bob"), match, NOW)
    assert ("table", "table:ended", "1") in spread(match)


def test_a_reminder_goes_out_too() -> None:
    own("bob", "reminder")
    match = started("ann", "bob")
    turns.remind_due(NEXT - HOUR)
    turns.remind_due(NEXT - HOUR)
    assert spread(match) == [("bob", "reminder", "1")]


def test_one_channel_is_told_one_thing_once_whatever_is_repeated() -> None:
    own("ann", "turn")
    match = started("ann", "bob")
    of_table(match)
    turn = open_turn(match)
    notice = telling.about_turn("turn", match, turn, seat(match, "ann"), NOW)
    for _n in range(2):
        telling.tell([notice], [happened("closed", match, turn, NOW)])
    assert spread(match) == [("ann", "turn", "1"), ("table", "table:closed", "1")]


def test_what_is_undone_is_told_to_nobody() -> None:
    own("ann", "turn")
    match = started("ann", "bob")
    with transaction.atomic():
        telling.tell([telling.about_turn("turn", match, open_turn(match), seat(match, "ann"), NOW)])
        assert spread(match) == [("ann", "turn", "1")]
        transaction.set_rollback(True)
    assert spread(match) == []


def test_what_is_switched_off_is_told_nothing() -> None:
    own("ann", "turn")
    match = started("ann", "bob")
    of_table(match)
    Channel.objects.update(off_at=NOW)
    play(match, {"ann": "1", "bob": "2"})
    assert spread(match) == []


def test_two_hooks_of_one_person_are_told_each_for_itself() -> None:
    own("ann", "turn")
    beside.add_hook(person("ann"), "slack", f"{ADDRESS}other", "other", ["turn"], NOW)
    match = started("ann", "bob")
    play(match, {"ann": "1", "bob": "2"})
    assert spread(match) == [("ann", "turn", "2"), ("other", "turn", "2")]


def test_nobody_is_asked_for_where_nobody_is_told() -> None:
    with CaptureQueriesContext(connection) as queries:
        telling.tell([], [])
    assert list(queries) == []


def test_a_batch_costs_one_statement_without_channels_and_two_with_them() -> None:
    def spent(*pairs: tuple[str, str]) -> int:
        for pair in pairs:
            started(*pair, pace={"grace": False})
        with CaptureQueriesContext(connection) as queries:
            assert turns.close_due(NEXT) == len(pairs)
        tables = ("accounts_channel", "accounts_delivery")
        return len([one for one in queries if any(table in one["sql"] for table in tables)])

    assert spent(("ann", "bob")) == 1
    assert spent(("ann", "cyd"), ("dan", "eli"), ("fay", "gus")) == 1
    own("ann")
    assert spent(("ann", "dan"), ("ann", "eli")) == 2
    assert Delivery.objects.count() == 2
