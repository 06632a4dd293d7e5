"""The running site in trouble: a killed worker, no broker, no visitors. Nothing is lost or done twice."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest

from tests.journeys.rows import Rows
from tests.journeys.sink import Mail
from tests.journeys.stack import Stack
from tests.journeys.visitor import Program, Visitor

STORM = 500
TURNS = """
SELECT count(*) FROM games_turn WHERE match_id IN (SELECT id FROM games_match WHERE name = %s)
"""
CLOSED = """
SELECT count(*) FROM games_turn
WHERE closed_at IS NOT NULL AND match_id IN (SELECT id FROM games_match WHERE name = %s)
"""
DUE = """
UPDATE games_turn SET due_at = now() + %s * interval '1 second'
WHERE closed_at IS NULL AND match_id IN (SELECT id FROM games_match WHERE name = %s)
"""
NOTICES = """
SELECT count(*) FROM accounts_notice
WHERE kind = 'turn' AND split_part(subject, ':', 1) IN (SELECT code FROM games_match WHERE name = %s)
"""
SENT = """
SELECT count(*) FROM accounts_notice
WHERE kind = 'turn' AND status = 'sent'
AND split_part(subject, ':', 1) IN (SELECT code FROM games_match WHERE name = %s)
"""
A_DAY = 86_400


@pytest.fixture
def rows(postgres_stack: Stack) -> Iterator[Rows]:
    found = Rows(postgres_stack)
    yield found
    found.close()


def wait_until(true: Callable[[], bool], what: str, seconds: float, pause: float = 0.2) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, what
        time.sleep(pause)


def about(stack: Stack, name: str) -> list[Mail]:
    """The turn mails of the matches of this name that came."""
    return [mail for mail in list(stack.sink.mails) if f"· {name}: turn" in mail.subject]


def test_with_no_visitor_at_all_an_overdue_turn_is_resolved_and_its_mails_leave(rows: Rows) -> None:
    rows.matches("alone", 1, interval=2)
    mail = rows.stack.sink.wait_for(lambda mail: "· alone: turn 2" in mail.subject, 60)
    assert mail.to == "alone0@rows.example"
    rows.change(DUE, A_DAY, "alone")


def test_a_worker_killed_in_a_storm_closes_each_turn_once_and_sends_each_mail_once(rows: Rows) -> None:
    stack = rows.stack
    rows.matches("storm", STORM, people=20, quiet=True)
    assert rows.change(DUE, 0, "storm") == STORM

    wait_until(lambda: rows.one(CLOSED, "storm") >= 50, "no turn closes", 60, pause=0.005)
    stack.kill_worker()
    closed = rows.one(CLOSED, "storm")
    wait_until(lambda: rows.one(CLOSED, "storm") == STORM, "some turns stay open", 90)
    wait_until(lambda: rows.one(SENT, "storm") >= 50, "no mail leaves", 120, pause=0.005)
    stack.kill_worker()
    sent = rows.one(SENT, "storm")
    wait_until(lambda: rows.one(SENT, "storm") == STORM, "some mails stay", 180)
    assert closed < STORM, "the storm was over before the worker was killed"
    assert sent < STORM, "all mails had left before the worker was killed"

    assert rows.one(TURNS, "storm") == 2 * STORM
    assert rows.one(NOTICES, "storm") == STORM
    mails = about(stack, "storm")
    assert len({mail.message["Message-ID"] for mail in mails}) == STORM
    # Between the server's answer and the mark lies the one instant in which a kill can double a mail: one
    # for each of the two kills at the most, however many connections there are.
    assert STORM <= len(mails) <= STORM + 2


def test_without_the_broker_orders_are_taken_and_turns_and_mails_follow_when_it_is_back(rows: Rows) -> None:
    stack = rows.stack
    player = stack.manage("shell", "-v", "0", "-c", PLAYER).strip()
    assert player == "ida"
    program = Program.signed_in(stack.url, "ida", "a rather long pass phrase 7")
    _status, given = program.call("POST", "matches", game="fourbid", seats=2, bots=1, name="given")
    _status, silent = program.call(
        "POST",
        "matches",
        game="fourbid",
        seats=2,
        bots=1,
        name="silent",
        # Over while the broker is away.
        pace={"interval": 12, "grace": False},
    )
    stack.stop_valkey()
    try:
        turn, end = 1, time.monotonic() + 15
        while time.monotonic() < end:
            asked = program.call("GET", f"matches/{given['id']}")[1]["decision"]["default"]
            place = f"matches/{given['id']}/turns/{turn}/order"
            status, receipt = program.call("PUT", place, order=asked)
            assert (status, receipt.get("closed")) == (200, True), receipt
            assert Visitor(stack.url).open(f"/m/{given['id']}/").status == 200
            turn += 1
            time.sleep(2)
        assert turn > 3
        assert program.call("GET", f"matches/{silent['id']}")[1]["turn"] == 1
    finally:
        stack.start_valkey()
    wait_until(
        lambda: program.call("GET", f"matches/{silent['id']}")[1]["turn"] > 1, "the silent turn stays", 90
    )
    assert program.call("GET", f"matches/{given['id']}")[1]["turn"] == turn
    stack.sink.wait_for(lambda mail: f"· given: turn {turn}, your order" in mail.subject, 90)
    # A mail about a turn that has closed meanwhile is dropped, so a later one may be the first to come.
    stack.sink.wait_for(lambda mail: "· silent: " in mail.subject and "started" not in mail.subject, 90)
    asked = [mail.subject for mail in stack.sink.mails if "· given: " in mail.subject]
    assert len(asked) == len(set(asked))


PLAYER = """
from accounts.models import User
ida = User.objects.create_user("ida", "ida@rows.example", "a rather long pass phrase 7")
from allauth.account.models import EmailAddress
EmailAddress.objects.create(user=ida, email=ida.email, verified=True, primary=True)
print(ida.username)
"""
