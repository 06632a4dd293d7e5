"""What waits in the outbox for the end of quiet hours or for the daily digest, and for how long."""

from __future__ import annotations

import datetime

import pytest

from accounts import actions, digests, holding, outbox
from accounts.actions import Wishes
from accounts.models import Notice, User
from accounts.outbox import send_ready
from accounts.wires import Down
from tests.accounts.rows import notice, person, plain
from tests.accounts.sink import Sink
from tests.accounts.test_hours import CHANGES

pytestmark = pytest.mark.django_db
UTC = datetime.UTC
HOUR, MINUTE = datetime.timedelta(hours=1), datetime.timedelta(minutes=1)
NIGHT = {"quiet_from": datetime.time(22), "quiet_until": datetime.time(7)}
LATE = datetime.datetime(2026, 12, 1, 22, 30, tzinfo=UTC)
MORNING = datetime.datetime(2026, 12, 2, 7, tzinfo=UTC)
NOON = datetime.datetime(2026, 12, 1, 12, tzinfo=UTC)
EVENING = datetime.datetime(2026, 12, 1, 18, tzinfo=UTC)


def subjects(sink: Sink) -> list[str]:
    """What arrived."""
    return [str(mail["Subject"]) for mail in sink.mails]


def states() -> list[tuple[str, str, int]]:
    """Every notice but the digests: about what, where it stands, how often it was tried."""
    own = Notice.objects.exclude(kind="digest").order_by("pk")
    return list(own.values_list("subject", "status", "attempts"))


@pytest.fixture
def sleeper(db: None) -> User:
    """Somebody who wants no mail at night."""
    return person("sleeper", **NIGHT)


@pytest.fixture
def reader(db: None) -> User:
    """Somebody who wants to hear of turns once a day."""
    return person("reader", mail_digest=["turn", "talk"])


def test_mail_waits_until_the_quiet_hours_end(sleeper: User, ada: User, sink: Sink) -> None:
    notice(sleeper, "a", LATE)
    notice(ada, "b", LATE)
    assert send_ready(lambda: LATE) == 1
    assert states() == [("a", "quiet", 0), ("b", "sent", 1)]
    assert Notice.objects.get(subject="a").send_at == MORNING
    assert send_ready(lambda: MORNING - MINUTE) == 0
    assert send_ready(lambda: MORNING) == 1
    assert states() == [("a", "sent", 1), ("b", "sent", 1)]


def test_mail_goes_at_once_if_the_quiet_hours_leave_too_little_time_for_an_answer(
    sleeper: User, sink: Sink
) -> None:
    for hours in (7, 10, 12):
        notice(sleeper, f"in {hours}", LATE, data={"until": (LATE + hours * HOUR).isoformat()})
    send_ready(lambda: LATE)
    # The night ends 8:30 h from now; of 10 hours too few are left then.
    assert states() == [("in 7", "sent", 1), ("in 10", "sent", 1), ("in 12", "quiet", 0)]


@pytest.mark.parametrize("kind", ["account", "receipt", "refusal"])
def test_answers_and_mail_about_the_account_know_no_quiet_hours(
    sleeper: User, sink: Sink, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setitem(outbox.BUILDERS, kind, plain)
    notice(sleeper, "a", LATE, kind=kind)
    assert send_ready(lambda: LATE) == 1


def test_mail_that_is_asked_for_again_comes_at_once(sleeper: User, reader: User, sink: Sink) -> None:
    for user in (sleeper, reader):
        notice(user, "a", LATE, status="sent", sent_at=LATE - HOUR)
        assert actions.send_again(user, LATE)
    assert send_ready(lambda: LATE) == 2


def test_quiet_hours_of_people_in_other_zones_are_their_own(sink: Sink) -> None:
    tokyo = person("tokyo", zone="Asia/Tokyo", **NIGHT)
    notice(tokyo, "a", LATE)
    assert send_ready(lambda: LATE) == 1


def test_deadline_that_has_moved_is_looked_at_when_the_time_has_come(sleeper: User, sink: Sink) -> None:
    one = notice(sleeper, "a", LATE)
    send_ready(lambda: LATE)
    User.objects.update(quiet_until=datetime.time(9))
    send_ready(lambda: MORNING)
    one.refresh_from_db()
    assert (one.status, one.send_at) == ("quiet", MORNING + 2 * HOUR)
    Notice.objects.update(data={"until": (MORNING + 2.5 * HOUR).isoformat()}, send_at=MORNING + HOUR)
    assert send_ready(lambda: MORNING + HOUR) == 1


def test_digest_tells_what_waited_for_it_and_once(reader: User, sink: Sink) -> None:
    for subject in ("a", "over", "b"):
        notice(reader, subject, NOON)
    assert send_ready(lambda: NOON) == 0
    assert states() == [("a", "digest", 0), ("over", "digest", 0), ("b", "digest", 0)]
    assert send_ready(lambda: EVENING - MINUTE) == 0
    assert send_ready(lambda: EVENING) == 1
    assert send_ready(lambda: EVENING + MINUTE) == 0
    assert subjects(sink) == ["a b"]
    assert states() == [("a", "sent", 1), ("over", "dropped", 1), ("b", "sent", 1)]
    mail = sink.mails[0]
    assert mail["List-Id"].startswith("<digest.")
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_no_digest_comes_if_nothing_is_left_to_tell(reader: User, sink: Sink) -> None:
    notice(reader, "over", NOON)
    send_ready(lambda: NOON)
    assert send_ready(lambda: EVENING) == 0
    assert list(Notice.objects.order_by("pk").values_list("kind", "status")) == [
        ("turn", "dropped"),
        ("digest", "dropped"),
    ]


def test_turn_that_ends_before_the_next_digest_is_told_at_once(reader: User, sink: Sink) -> None:
    for hours in (5, 7, 8.5):
        notice(reader, f"in {hours}", NOON, data={"until": (NOON + hours * HOUR).isoformat()})
    send_ready(lambda: NOON)
    assert states() == [("in 5", "sent", 1), ("in 7", "sent", 1), ("in 8.5", "digest", 0)]


def test_what_is_told_after_a_digest_waits_for_the_next_one(reader: User, sink: Sink) -> None:
    notice(reader, "a", NOON)
    send_ready(lambda: NOON)
    send_ready(lambda: EVENING)
    notice(reader, "b", EVENING + MINUTE)
    send_ready(lambda: EVENING + MINUTE)
    assert Notice.objects.get(subject="b").send_at == EVENING + 24 * HOUR
    send_ready(lambda: EVENING + 24 * HOUR)
    assert subjects(sink) == ["a", "b"]


def test_after_an_outage_one_digest_comes_not_two(reader: User, sink: Sink) -> None:
    notice(reader, "a", NOON)
    send_ready(lambda: NOON)
    sink.stop()
    for hours in (0, 24, 48):
        notice(reader, f"after {hours}", EVENING + hours * HOUR)
        with pytest.raises(Down):
            send_ready(lambda: EVENING + hours * HOUR)  # noqa: B023 - called at once
    sink.start()
    back = EVENING + 71 * HOUR
    send_ready(lambda: back)
    send_ready(lambda: back + 2 * HOUR)
    send_ready(lambda: EVENING + 96 * HOUR)
    assert subjects(sink) == ["a after 0 after 24 after 48"]


def test_digest_that_is_refused_for_now_tells_at_the_next_try_what_has_come_meanwhile(
    reader: User, sink: Sink
) -> None:
    notice(reader, "a", NOON)
    send_ready(lambda: NOON)
    sink.data_answers = ["452 4.2.2 mailbox full"]
    assert send_ready(lambda: EVENING) == 0
    notice(reader, "b", EVENING)
    send_ready(lambda: EVENING)
    assert send_ready(lambda: EVENING + 2 * MINUTE) == 1
    assert subjects(sink) == ["a b"]
    assert send_ready(lambda: EVENING + 24 * HOUR) == 0


def test_digest_that_comes_back_marks_all_that_it_told(reader: User, sink: Sink) -> None:
    notice(reader, "a", NOON)
    send_ready(lambda: NOON)
    sink.answers["reader@example.org"] = "550 5.1.1 nobody here"
    assert send_ready(lambda: EVENING) == 0
    assert states() == [("a", "failed", 1)]
    assert "550 5.1.1 nobody here" in Notice.objects.get(subject="a").error
    assert User.objects.get().mail_failed_at is not None


def test_digest_keeps_what_it_told(reader: User, sink: Sink) -> None:
    one = notice(reader, "a", NOON)
    send_ready(lambda: NOON)
    send_ready(lambda: EVENING)
    assert Notice.objects.get(kind="digest").data == {"parts": [one.pk]}


def test_digest_waits_for_the_end_of_quiet_hours(sink: Sink) -> None:
    napper = person(
        "napper", mail_digest=["turn"], quiet_from=datetime.time(17), quiet_until=datetime.time(19)
    )
    notice(napper, "a", NOON)
    for moment in (NOON, EVENING, EVENING + MINUTE):
        assert send_ready(lambda: moment) == 0  # noqa: B023 - called at once
    assert Notice.objects.filter(kind="digest").count() == 1
    assert send_ready(lambda: EVENING + HOUR) == 1
    assert subjects(sink) == ["a"]


@pytest.mark.parametrize("zone", ["Europe/Warsaw", "America/New_York", "Australia/Lord_Howe"])
def test_digest_comes_once_a_day_at_the_local_hour_over_the_clock_changes(sink: Sink, zone: str) -> None:
    reader = person("reader", mail_digest=["turn"], zone=zone)
    for change in CHANGES[zone]:
        came: list[datetime.datetime] = []
        moment = datetime.datetime(*change, tzinfo=UTC) - 60 * HOUR  # type: ignore[misc]
        for n in range(5 * 48):
            moment += 30 * MINUTE
            if n % 40 == 0:
                notice(reader, f"{change} {n}", moment)
            if n % 40 == 0 or moment.astimezone(reader.tzinfo).hour in (17, 18):
                came += [moment] * send_ready(lambda: moment)  # noqa: B023 - called at once
        local = [one.astimezone(reader.tzinfo) for one in came]
        assert {(one.hour, one.minute) for one in local} == {(18, 0)}
        assert len({one.date() for one in local}) == len(local)
        assert len(local) in (4, 5)


def test_changed_wishes_apply_to_what_waits(reader: User, sleeper: User, sink: Sink) -> None:
    notice(reader, "a", LATE)
    notice(sleeper, "b", LATE)
    send_ready(lambda: LATE)
    assert states() == [("a", "digest", 0), ("b", "quiet", 0)]
    actions.prefer(reader, "UTC", "en", Wishes(), LATE)
    actions.prefer(sleeper, "UTC", "en", Wishes(off=["turn"]), LATE)
    send_ready(lambda: LATE)
    assert states() == [("a", "sent", 1), ("b", "dropped", 1)]


def test_wishes_changed_after_the_digest_of_the_day_bring_no_second_one(reader: User, sink: Sink) -> None:
    notice(reader, "a", NOON)
    send_ready(lambda: NOON)
    send_ready(lambda: EVENING)
    actions.prefer(reader, "UTC", "en", Wishes(digest=["turn"], hour=20), EVENING)
    notice(reader, "b", EVENING)
    send_ready(lambda: EVENING)
    Notice.objects.filter(subject="b").update(send_at=EVENING + 2 * HOUR)
    send_ready(lambda: EVENING + 2 * HOUR)
    assert subjects(sink) == ["a"]
    assert Notice.objects.get(subject="b").send_at == EVENING + 26 * HOUR
    send_ready(lambda: EVENING + 26 * HOUR)
    assert subjects(sink) == ["a", "b"]


def test_what_a_digest_tells_that_is_being_sent_stays_with_it(reader: User, sink: Sink) -> None:
    notice(reader, "a", NOON)
    send_ready(lambda: NOON)
    holding.release(EVENING)
    assert [one.kind for one in outbox.claim(EVENING)] == ["digest"]
    actions.prefer(reader, "UTC", "en", Wishes(), EVENING)
    assert states() == [("a", "digest", 0)]


def test_digest_of_somebody_who_wants_no_mail_any_more_is_dropped_with_all_it_would_tell(
    reader: User, sink: Sink
) -> None:
    notice(reader, "a", NOON)
    send_ready(lambda: NOON)
    User.objects.update(email="")
    assert send_ready(lambda: EVENING) == 0
    assert states() == [("a", "dropped", 0)]
    assert not Notice.objects.filter(kind="digest").exists()


def test_long_digest_leaves_the_rest_to_the_next_one(
    reader: User, sink: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(digests, "MOST_TOLD", 2)
    for subject in "abc":
        notice(reader, subject, NOON)
    for moment in (NOON, EVENING, EVENING + MINUTE, EVENING + 24 * HOUR):
        send_ready(lambda: moment)  # noqa: B023 - called at once
    assert subjects(sink) == ["a b", "c"]


def test_many_people_get_their_digests_at_one_hour(sink: Sink, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(holding, "MOST_CALLED", 2)
    for n in range(5):
        notice(person(f"p{n}", mail_digest=["turn"]), str(n), NOON)
    send_ready(lambda: NOON)
    assert send_ready(lambda: EVENING) == 5
    assert sorted(subjects(sink)) == ["0", "1", "2", "3", "4"]


def test_looking_for_what_has_waited_long_enough_costs_the_same_however_much_waits(
    reader: User, sleeper: User, django_assert_num_queries
) -> None:
    for n in range(20):
        notice(sleeper, str(n), LATE, status="quiet", send_at=MORNING)
        notice(reader, str(n), LATE, status="digest", send_at=MORNING)
    with django_assert_num_queries(2):
        holding.release(LATE)


def test_holding_back_takes_as_many_queries_for_20_notices_as_for_one(
    reader: User, sleeper: User, django_assert_num_queries
) -> None:
    counts = []
    for size in (1, 10):
        for n in range(size):
            notice(sleeper, f"{size}.{n}", LATE)
            notice(reader, f"{size}.{n}", LATE)
        batch = outbox.claim(LATE)
        with django_assert_num_queries(2):  # who had a digest when; what waits for what
            counts.append(len(holding.held_back(batch, LATE)))
    assert counts == [0, 0]


def test_what_is_due_first_leaves_first(ada: User, sink: Sink, now: datetime.datetime) -> None:
    for subject, wanted in (("result", 720), ("tomorrow", 24), ("soon", 1), ("later", 48)):
        notice(ada, subject, now, wanted_by=now + wanted * HOUR)
    send_ready(lambda: now)
    assert subjects(sink) == ["about soon", "about tomorrow", "about later", "about result"]


def test_storm_of_results_does_not_hold_up_a_turn(ada: User, sink: Sink, now: datetime.datetime) -> None:
    Notice.objects.bulk_create(
        Notice(
            user=ada,
            kind="turn",
            subject=f"result {n}",
            created_at=now,
            send_at=now,
            wanted_by=now + 720 * HOUR,
        )
        for n in range(150)
    )
    notice(ada, "turn", now, wanted_by=now + HOUR)
    send_ready(lambda: now)
    assert subjects(sink)[0] == "about turn"


def test_person_who_complained_gets_mail_about_the_account_only_until_they_want_it_again(
    ada: User, sink: Sink, now: datetime.datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(outbox.BUILDERS, "account", plain)
    User.objects.update(mail_complained_at=now)
    notice(ada, "a", now)
    notice(ada, "b", now, kind="account")
    assert send_ready(lambda: now) == 1
    actions.want_again(ada, now)
    notice(ada, "c", now)
    assert send_ready(lambda: now) == 1
    assert states() == [("a", "dropped", 1), ("b", "sent", 1), ("c", "sent", 1)]
