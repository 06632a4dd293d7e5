"""A season of play by mail: seven weeks, three zones that all change their clocks, an outage of six hours, a
day without mail, and one mail that is refused. Nobody is blamed, told twice, or woken up.
"""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from anymail.exceptions import AnymailRecipientsRefused
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts import tasks as mailing
from accounts.models import Notice, Outgoing, User
from games import tasks
from games.actions import orders
from games.models import Match, Order, Outage, Turn
from games.models.reliability import reliability_of
from games.rules.chance import Chance
from tests.actions.tables import HOUR, person, started

pytestmark = pytest.mark.django_db

UTC = datetime.UTC
BEGIN = datetime.datetime(2030, 10, 1, 10, tzinfo=UTC)
END = datetime.datetime(2030, 11, 21, tzinfo=UTC)
STEP = 2 * HOUR
"""The clock of this test ticks every two hours."""
NO_CLOCK = (datetime.datetime(2030, 10, 17, 14, tzinfo=UTC), datetime.datetime(2030, 10, 17, 20, tzinfo=UTC))
"""Six hours around a slot: Thursday, 20:00 in Warsaw, is 18:00 UTC."""
NO_MAIL = (datetime.datetime(2030, 11, 3, 20, tzinfo=UTC), datetime.datetime(2030, 11, 4, 20, tzinfo=UTC))
"""A day around another; when it ends, it is night nowhere: what is urgent then wakes nobody."""
BOUNCE = datetime.datetime(2030, 11, 8, tzinfo=UTC)
"""After this the next mail that asks bob for an order is refused, and he does not look at the site for it."""
ZONES = {"ann": "Europe/Warsaw", "bob": "America/New_York", "cid": "Australia/Lord_Howe"}
NIGHT = (datetime.time(22), datetime.time(7))
SLOTS = {"kind": "slot", "at": "20:00", "weekdays": [0, 3], "zone": "Europe/Warsaw", "early": False}


@dataclass
class Post:
    """What the mail server has taken, with the moment; and what it does not do."""

    taken: list[tuple[datetime.datetime, str, str, str]] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def away(self) -> bool:
        return NO_MAIL[0] <= timezone.now() < NO_MAIL[1]


POST = Post()


class Server(BaseEmailBackend):
    """A mail server that is away for a day, and refuses one mail."""

    def open(self) -> None:
        if POST.away():
            raise ConnectionError("no route")

    def send_messages(self, messages: Sequence[EmailMessage]) -> int:
        for message in messages:
            (to,) = message.to
            subject = str(message.subject)
            asks = "your order until" in subject and "reminder" not in subject
            if to == "bob@example.org" and timezone.now() >= BOUNCE and asks and not POST.refused:
                POST.refused.append(subject)
                raise AnymailRecipientsRefused("nobody lives there")
            POST.taken.append((timezone.now(), to, subject, message.extra_headers["Message-ID"]))
        return len(messages)


def local(name: str, now: datetime.datetime) -> datetime.datetime:
    return now.astimezone(ZoneInfo(ZONES[name]))


def is_night(name: str, now: datetime.datetime) -> bool:
    time = local(name, now).time()
    return time >= NIGHT[0] or time < NIGHT[1]


def has_read_of(name: str, slot: Order) -> bool:
    """Whether a mail about this turn has reached its reader: nobody here looks at the site without one."""
    subject = f"{slot.turn.match.code}:{slot.turn.number}"
    mails = Notice.objects.filter(user__username=name, subject=subject, kind__in=["turn", "start"])
    return mails.filter(status=Notice.Status.SENT).exists()


def is_last_chance(name: str, slot: Order, now: datetime.datetime) -> bool:
    """Whether there is no later moment of the day before the deadline in which to order."""
    due_at, later = slot.turn.due_at, now + STEP
    assert due_at is not None
    while is_night(name, later):
        later += STEP
    return later >= due_at


def orders_at(now: datetime.datetime) -> None:
    """Everybody who is awake, has been told, and can't put it off any longer, orders."""
    for name in ZONES:
        if is_night(name, now):
            continue
        for slot in Order.objects.owing(person(name)):
            if is_last_chance(name, slot, now) and has_read_of(name, slot):
                state, rules = slot.turn.state(), slot.turn.match.rules
                decision, index = rules.decisions(state)[slot.seat.index], slot.seat.index
                line = rules.choose(rules.view(state, index), index, decision, Chance(b"season", slot.pk))
                orders.submit(person(name), slot.turn.match.code, slot.turn.number, line, now, "web")


def moments() -> Iterator[datetime.datetime]:
    now = BEGIN
    while now < END:
        yield now
        now += STEP


@pytest.fixture
def season(settings: Settings) -> dict[str, Match]:
    """Three tables played through the season."""
    settings.EMAIL_BACKEND = f"{__name__}.Server"
    settings.OUTAGE_AFTER = datetime.timedelta(minutes=150)
    POST.taken.clear()
    POST.refused.clear()
    for name, zone in ZONES.items():
        person(name, zone=zone, quiet_from=NIGHT[0], quiet_until=NIGHT[1])
    User.objects.filter(username="cid").update(mail_digest=["result", "talk"], digest_hour=8)
    paces: dict[str, dict[str, Any]] = {
        "bid_n_bet": SLOTS,
        "fourbid": {"interval": 3 * 24 * 3600},
        "bids": {"kind": "bank", "interval": 6 * 24 * 3600, "gain": 3 * 24 * 3600},
    }
    tables = {
        game: started("ann", "bob", "cid", game=game, pace=pace, now=BEGIN) for game, pace in paces.items()
    }
    for now in moments():
        if NO_CLOCK[0] < now < NO_CLOCK[1]:
            continue  # nothing runs: no clock, no mail, no pages
        with time_machine.travel(now, tick=False):
            tasks.tick()
            cache.delete(mailing.SENDING)
            mailing.send_pending()
            orders_at(now)
    return tables


def test_a_season_ends_without_a_loss_that_is_not_ones_own_fault(season: dict[str, Match]) -> None:
    _nobody_is_blamed(season)
    _slots_keep_their_hour(season["bid_n_bet"])
    _both_outages_moved_deadlines()
    _no_mail_came_twice()
    _no_mail_came_in_quiet_hours()


def _nobody_is_blamed(season: dict[str, Match]) -> None:
    assert len(POST.refused) == 1
    silent = Order.objects.opened().filter(by="default")
    assert [(order.seat.user.username, order.excused) for order in silent if order.seat.user] == [
        ("bob", True)
    ]
    for match in season.values():
        assert list(match.seats.values_list("state", "misses", "missed")) == [("playing", 0, 0)] * 3
    found = reliability_of([person(name) for name in ZONES])
    assert [one.percent for one in found.values()] == [100, 100, 100]
    assert min(one.owed for one in found.values()) > 12


def _slots_keep_their_hour(match: Match) -> None:
    """Through both changes of the clocks in Europe and on Lord Howe, and after what an outage moved."""
    for turn in Turn.objects.filter(match=match, moved=0).exclude(orders__excused=True):
        assert turn.due_at is not None
        due_at = local("ann", turn.due_at)
        assert (due_at.weekday() in (0, 3), due_at.hour, due_at.minute) == (True, 20, 0)
    assert match.turns.count() >= 12


def _both_outages_moved_deadlines() -> None:
    found = list(Outage.objects.order_by("ended_at"))
    assert [one.what for one in found] == ["clock", "mail"]
    assert (found[0].began_at, found[0].ended_at) == NO_CLOCK
    # It is found out when there is something to send.
    assert NO_MAIL[0] <= found[1].began_at < NO_MAIL[1]
    assert NO_MAIL[1] <= found[1].ended_at <= NO_MAIL[1] + STEP
    assert found[0].turns >= 1
    assert Outgoing.objects.get().down_since is None


def _no_mail_came_twice() -> None:
    ids = Counter(message_id for _at, _to, _subject, message_id in POST.taken)
    assert ids.most_common(1)[0][1] == 1
    told = Notice.objects.filter(status=Notice.Status.SENT).exclude(kind="digest")
    assert told.count() >= len(POST.taken) > 100
    reminders = Counter(Notice.objects.filter(kind="reminder").values_list("user", "subject"))
    assert set(reminders.values()) <= {1}


def _no_mail_came_in_quiet_hours() -> None:
    woken = [
        (to, local(to.partition("@")[0], at).isoformat(), subject)
        for at, to, subject, _id in POST.taken
        if is_night(to.partition("@")[0], at)
    ]
    assert woken == []
