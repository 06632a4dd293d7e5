"""The outbox against a real mail server: what leaves, what waits, what is given up."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from functools import partial

import pytest
from django.core import mail

from accounts import outbox
from accounts.models import Notice, User
from accounts.outbox import Draft, Mail, send_ready
from accounts.wires import Down
from tests.accounts.rows import notice, person, plain
from tests.accounts.sink import Sink

pytestmark = pytest.mark.django_db
Status = Notice.Status
MINUTE = datetime.timedelta(minutes=1)


def statuses() -> list[tuple[str, str, int]]:
    """Every notice: about what, where it stands, how often it was tried."""
    return list(Notice.objects.order_by("pk").values_list("subject", "status", "attempts"))


def test_ready_notice_is_sent_once(ada: User, sink: Sink, now: datetime.datetime) -> None:
    notice(ada, "first", now)
    assert send_ready(lambda: now) == 1
    assert send_ready(lambda: now) == 0
    assert sink.recipients == ["ada@example.org"]
    assert [mail["Subject"] for mail in sink.mails] == ["about first"]
    assert statuses() == [("first", Status.SENT, 1)]
    assert Notice.objects.get().sent_at is not None


def test_notice_for_later_waits(ada: User, sink: Sink, now: datetime.datetime) -> None:
    notice(ada, "later", now, send_at=now + MINUTE)
    assert send_ready(lambda: now) == 0
    assert sink.connections == 0
    assert send_ready(lambda: now + MINUTE) == 1


def test_kind_switched_off_is_dropped_but_account_mail_is_not(
    ada: User, sink: Sink, now: datetime.datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(outbox.BUILDERS, "account", plain)
    ada.mail_off = ["turn", "account"]
    ada.save()
    notice(ada, "unwanted", now)
    notice(ada, "secret", now, kind="account")
    assert send_ready(lambda: now) == 1
    assert statuses() == [("unwanted", Status.DROPPED, 1), ("secret", Status.SENT, 1)]


@pytest.mark.parametrize("fields", [{"email": ""}, {"is_active": False}])
def test_person_without_address_or_account_gets_nothing(
    sink: Sink, now: datetime.datetime, fields: dict[str, object]
) -> None:
    notice(person("bob", **fields), "x", now)
    assert send_ready(lambda: now) == 0
    assert statuses() == [("x", Status.DROPPED, 1)]


def test_notice_no_longer_needed_is_dropped(ada: User, sink: Sink, now: datetime.datetime) -> None:
    notice(ada, "over", now)
    notice(ada, "on", now)
    assert send_ready(lambda: now) == 1
    assert statuses() == [("over", Status.DROPPED, 1), ("on", Status.SENT, 1)]


def test_builders_get_a_kind_as_one_batch(
    ada: User, sink: Sink, now: datetime.datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[list[str]] = []

    def counting(notices: Sequence[Notice], moment: datetime.datetime) -> dict[int, Mail]:
        asked.append([one.subject for one in notices])
        return dict(plain(notices, moment))

    monkeypatch.setitem(outbox.BUILDERS, "turn", counting)
    monkeypatch.setitem(outbox.BUILDERS, "end", counting)
    for n in range(3):
        notice(ada, f"t{n}", now)
        notice(ada, f"e{n}", now, kind="end")
    send_ready(lambda: now)
    assert asked == [["t0", "t1", "t2"], ["e0", "e1", "e2"]]


def test_builder_that_fails_on_one_notice_does_not_hold_up_the_others(
    ada: User, sink: Sink, now: datetime.datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    def picky(notices: Sequence[Notice], moment: datetime.datetime) -> dict[int, Mail]:
        if any(one.subject == "broken" for one in notices):
            raise KeyError("board")
        return dict(plain(notices, moment))

    monkeypatch.setitem(outbox.BUILDERS, "turn", picky)
    for subject in ("a", "broken", "over", "b"):
        notice(ada, subject, now)
    assert send_ready(lambda: now) == 2
    assert statuses() == [
        ("a", Status.SENT, 1),
        ("broken", Status.PENDING, 1),
        ("over", Status.DROPPED, 1),
        ("b", Status.SENT, 1),
    ]
    assert Notice.objects.get(subject="broken").error == "KeyError: 'board'"


def test_next_mail_is_written_before_the_last_word_of_the_one_that_is_being_sent(
    ada: User, sink: Sink, now: datetime.datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    arrived: list[int] = []

    def drafts(notices: Sequence[Notice], moment: datetime.datetime) -> dict[int, Draft]:
        def draft(mail: Mail) -> Mail:
            arrived.append(len(sink.raw))
            return mail

        return {pk: partial(draft, mail) for pk, mail in plain(notices, moment).items()}

    monkeypatch.setitem(outbox.BUILDERS, "turn", drafts)
    for subject in "abc":
        notice(ada, subject, now)
    assert send_ready(lambda: now) == 3
    assert arrived == [0, 0, 1]


def test_draft_that_fails_does_not_hold_up_the_others(
    ada: User, sink: Sink, now: datetime.datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    def picky(notices: Sequence[Notice], moment: datetime.datetime) -> dict[int, Draft]:
        def draft(one: Notice) -> Mail:
            if one.subject == "broken":
                raise KeyError("board")
            return plain([one], moment)[one.pk]

        return {one.pk: partial(draft, one) for one in notices}

    monkeypatch.setitem(outbox.BUILDERS, "turn", picky)
    for subject in ("a", "broken", "b"):
        notice(ada, subject, now)
    assert send_ready(lambda: now) == 2
    assert statuses() == [("a", Status.SENT, 1), ("broken", Status.PENDING, 1), ("b", Status.SENT, 1)]
    assert Notice.objects.get(subject="broken").error == "KeyError: 'board'"
    assert sink.connections == 1


def test_kind_without_builder_is_tried_again(ada: User, sink: Sink, now: datetime.datetime) -> None:
    notice(ada, "x", now, kind="unheard-of")
    assert send_ready(lambda: now) == 0
    assert statuses() == [("x", Status.PENDING, 1)]


def test_soft_refusal_is_tried_again_ever_later_and_given_up_at_last(
    ada: User, sink: Sink, now: datetime.datetime
) -> None:
    sink.answers["ada@example.org"] = "451 4.7.1 come back later"
    notice(ada, "x", now)
    pauses, moment = [], now
    while Notice.objects.pending().exists():
        assert send_ready(lambda: moment) == 0  # noqa: B023 - called at once
        row = Notice.objects.get()
        pauses.append(round((row.send_at - moment) / MINUTE))
        moment = row.send_at
    assert pauses[:9] == [1, 2, 4, 8, 16, 32, 64, 128, 256]
    assert len(pauses) == outbox.TRIES
    assert statuses() == [("x", Status.FAILED, outbox.TRIES)]
    assert "451 4.7.1 come back later" in Notice.objects.get().error
    assert User.objects.get().mail_failed_at is None


def test_text_refused_for_now_is_sent_at_the_next_try(ada: User, sink: Sink, now: datetime.datetime) -> None:
    sink.data_answers = ["452 4.2.2 mailbox full"]
    notice(ada, "x", now)
    assert send_ready(lambda: now) == 0
    assert statuses() == [("x", Status.PENDING, 1)]
    assert send_ready(lambda: now + MINUTE) == 1
    assert statuses() == [("x", Status.SENT, 2)]
    assert Notice.objects.get().error == ""


@pytest.mark.parametrize("together", [True, False])
def test_address_refused_for_good_fails_and_marks_the_person(
    ada: User, sink: Sink, now: datetime.datetime, together: bool
) -> None:
    sink.pipelining = together
    bob = person("bob")
    sink.answers["ada@example.org"] = "550 5.1.1 no such mailbox"
    notice(ada, "x", now)
    notice(bob, "y", now)
    assert send_ready(lambda: now) == 1
    assert statuses() == [("x", Status.FAILED, 1), ("y", Status.SENT, 1)]
    assert sink.connections == 1
    ada.refresh_from_db()
    bob.refresh_from_db()
    assert ada.mail_failed_at is not None
    assert bob.mail_failed_at is None


def test_server_that_asks_for_a_text_after_a_refusal_gets_an_empty_one(
    ada: User, sink: Sink, now: datetime.datetime
) -> None:
    sink.answers["ada@example.org"] = "550 5.1.1 no such mailbox"
    sink.takes_text_anyway, sink.data_answers = True, ["554 5.5.1 nobody would read it"]
    notice(ada, "x", now)
    notice(person("bob"), "y", now)
    assert send_ready(lambda: now) == 1
    assert statuses() == [("x", Status.FAILED, 1), ("y", Status.SENT, 1)]
    assert [to for to, _text in sink.raw] == ["bob@example.org"]
    assert (sink.connections, sink.data_answers) == (1, [])


@pytest.mark.parametrize("together", [True, False])
def test_text_refused_for_good_fails_without_blaming_the_address(
    ada: User, sink: Sink, now: datetime.datetime, together: bool
) -> None:
    sink.pipelining = together
    sink.data_answers = ["554 5.6.0 no such texts here"]
    notice(ada, "x", now)
    send_ready(lambda: now)
    assert statuses() == [("x", Status.FAILED, 1)]
    assert User.objects.get().mail_failed_at is None


@pytest.mark.parametrize("together", [True, False])
def test_server_that_does_not_take_us_is_tried_again(
    ada: User, sink: Sink, now: datetime.datetime, together: bool
) -> None:
    sink.pipelining = together
    sink.sender_answer = "530 5.7.0 sign in first"
    notice(ada, "x", now)
    assert send_ready(lambda: now) == 0
    assert statuses() == [("x", Status.PENDING, 1)]
    assert User.objects.get().mail_failed_at is None


@pytest.mark.parametrize(
    ("backend", "status", "marked"), [("Refusing", Status.FAILED, True), ("Busy", Status.PENDING, False)]
)
def test_provider_that_refuses_or_has_no_time_is_understood(
    ada: User, now: datetime.datetime, settings, backend: str, status: str, marked: bool
) -> None:
    settings.EMAIL_BACKEND = f"tests.accounts.backends.{backend}Backend"
    notice(ada, "x", now)
    assert send_ready(lambda: now) == 0
    assert statuses() == [("x", status, 1)]
    assert (User.objects.get().mail_failed_at is not None) is marked


def test_provider_that_is_away_uses_up_no_try(ada: User, now: datetime.datetime, settings) -> None:
    settings.EMAIL_BACKEND = "tests.accounts.backends.AwayBackend"
    notice(ada, "x", now)
    with pytest.raises(Down):
        send_ready(lambda: now)
    assert statuses() == [("x", Status.PENDING, 0)]


def test_provider_gets_no_mail_whose_claim_ran_out(
    ada: User, now: datetime.datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "LEASE", datetime.timedelta(0))
    notice(ada, "x", now)
    with pytest.raises(Down):
        send_ready(lambda: now)
    assert mail.outbox == []


def test_mark_never_touches_a_notice_that_another_sender_has_claimed(
    ada: User, sink: Sink, now: datetime.datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(notices: Sequence[Notice], moment: datetime.datetime) -> dict[int, Mail]:
        Notice.objects.update(attempts=2, send_at=now + MINUTE)
        return dict(plain(notices, moment))

    monkeypatch.setitem(outbox.BUILDERS, "turn", slow)
    notice(ada, "x", now)
    send_ready(lambda: now)
    assert statuses() == [("x", Status.PENDING, 2)]


def test_mail_that_arrives_clears_the_banner(ada: User, sink: Sink, now: datetime.datetime) -> None:
    User.objects.update(mail_failed_at=now)
    notice(ada, "x", now)
    send_ready(lambda: now)
    assert User.objects.get().mail_failed_at is None


@pytest.mark.parametrize(
    "address",
    ["no-address", "a@b@c", "x@example.org\r\nBcc: y@example.org", "ä@example.org", f"x@{'a' * 64}.org"],
)
def test_what_is_no_address_fails(sink: Sink, now: datetime.datetime, address: str) -> None:
    bob = person("bob")
    User.objects.update(email=address)
    notice(bob, "x", now)
    send_ready(lambda: now)
    assert sink.raw == []
    assert statuses() == [("x", Status.FAILED, 1)]


def test_mail_to_another_address_never_blames_the_own_one(
    ada: User, sink: Sink, now: datetime.datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    def elsewhere(notices: Sequence[Notice], moment: datetime.datetime) -> dict[int, Mail]:
        return {one.pk: Mail(subject="s", text="t", to="new@example.org") for one in notices}

    monkeypatch.setitem(outbox.BUILDERS, "account", elsewhere)
    sink.answers["new@example.org"] = "550 no"
    notice(ada, "x", now, kind="account")
    send_ready(lambda: now)
    assert statuses() == [("x", Status.FAILED, 1)]
    assert User.objects.get().mail_failed_at is None


def test_server_that_is_away_uses_up_no_try(ada: User, sink: Sink, now: datetime.datetime) -> None:
    sink.stop()
    notice(ada, "x", now)
    with pytest.raises(Down):
        send_ready(lambda: now)
    assert statuses() == [("x", Status.PENDING, 0)]
    assert Notice.objects.ready(now).count() == 1
    sink.start()
    assert send_ready(lambda: now) == 1


def test_server_that_hangs_up_now_and_then_gets_every_mail(
    ada: User, sink: Sink, now: datetime.datetime
) -> None:
    sink.hang_up_after = 4
    for n in range(10):
        notice(ada, str(n), now)
    moment = now
    while Notice.objects.pending().exists():
        send_ready(lambda: moment)  # noqa: B023 - called at once
        moment += MINUTE
    assert {subject: status for subject, status, _n in statuses()} == {str(n): Status.SENT for n in range(10)}
    assert {mail["Subject"] for mail in sink.mails} == {f"about {n}" for n in range(10)}


def test_server_that_refuses_at_once_does_not_use_up_the_tries_of_a_batch(
    ada: User, sink: Sink, now: datetime.datetime
) -> None:
    sink.answers["ada@example.org"] = "421 4.3.2 going down"
    for n in range(3):
        notice(ada, str(n), now)
    with pytest.raises(Down):
        send_ready(lambda: now)
    assert statuses() == [("0", Status.PENDING, 1), ("1", Status.PENDING, 0), ("2", Status.PENDING, 0)]


def test_claim_that_ran_out_comes_back(ada: User, sink: Sink, now: datetime.datetime) -> None:
    notice(ada, "x", now)
    assert [one.subject for one in outbox.claim(now)] == ["x"]
    assert send_ready(lambda: now + outbox.LEASE / 2) == 0
    assert send_ready(lambda: now + outbox.LEASE) == 1
    assert statuses() == [("x", Status.SENT, 2)]


def test_sender_slower_than_its_claim_hangs_up_before_the_last_word(
    ada: User, sink: Sink, now: datetime.datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "LEASE", datetime.timedelta(seconds=0.1))
    sink.hesitate = 0.2
    notice(ada, "x", now)
    with pytest.raises(Down):
        send_ready(lambda: now)
    assert sink.raw == []
    assert statuses() == [("x", Status.PENDING, 1)]


def test_batch_that_takes_too_long_is_cut_off_and_given_back(
    ada: User, sink: Sink, now: datetime.datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "SLICE", 2.0)
    sink.hesitate = 2.5
    for subject in "abc":
        notice(ada, subject, now)
    assert send_ready(lambda: now, seconds=2.0) == 1
    assert statuses() == [("a", Status.SENT, 1), ("b", Status.PENDING, 0), ("c", Status.PENDING, 0)]
