"""What the host's monitor asks: is the site well (``/healthz``), and how much is going on (``/metrics``).

Everything is counted from the database, so it is right however many processes run.
"""

import datetime
import ipaddress
import secrets
from collections.abc import Iterator
from typing import Any

import redis
import structlog
from django.conf import settings
from django.db import Error as DatabaseTrouble
from django.db.models import Count, Min
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from redis.backoff import NoBackoff
from redis.retry import Retry

from accounts import outbox
from accounts.models import Notice
from games.actions.outages import closable
from games.models import Clock, Match, Outage
from games.models.outage import mail_down_since

log = structlog.get_logger(__name__)

MOST_SECONDS = {"clock_age": 60, "oldest_overdue_turn": 300, "oldest_unsent_mail": 900, "mail_down": 600}
"""How old each may get before the site counts as unwell."""


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """The state of database, broker, clock, turns and mail; 503 when something is wrong."""
    database, ages = True, dict.fromkeys(MOST_SECONDS)
    try:
        ages = measured(timezone.now())
    except DatabaseTrouble as error:
        log.error("database_away", error=type(error).__name__)
        database = False
    well = {"database": database, "broker": broker_answers()}
    ok = all(well.values()) and ages["clock_age"] is not None and all(map(in_time, ages, ages.values()))
    return JsonResponse({"ok": ok, **well, **ages}, status=200 if ok else 503)


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Figures for Prometheus, for whoever asks from this machine or knows METRICS_TOKEN."""
    if not (is_from_here(request) or knows_token(request)):
        return HttpResponse("Ask from this machine, or with METRICS_TOKEN as a bearer token.\n", status=403)
    registry = CollectorRegistry()
    registry.register(Figures(timezone.now()))
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


def in_time(name: str, seconds: float | None) -> bool:
    """Whether something is young enough; what does not exist is."""
    return seconds is None or seconds <= MOST_SECONDS[name]


def measured(now: datetime.datetime) -> dict[str, float | None]:
    """The ages in seconds of the last tick, the oldest overdue turn and unsent mail, and an outage of mail.

    Turns that wait for mail to leave again are not overdue.
    """
    overdue = closable(now).order_by().aggregate(first=Min("due_at"))["first"]
    return {
        "clock_age": age(Clock.last_tick(), now),
        "oldest_overdue_turn": age(overdue, now),
        "oldest_unsent_mail": age(oldest_unsent(now), now),
        "mail_down": age(mail_down_since(), now),
    }


def oldest_unsent(now: datetime.datetime) -> datetime.datetime | None:
    """Since when the oldest mail waits that could have left; one that was tried, since its first try.

    When it was written does not count: it may have waited for the end of quiet hours or for a digest.
    """
    waiting = Notice.objects.ready(now).order_by().aggregate(first=Min("send_at"))["first"]
    tried = Notice.objects.pending().filter(attempts__gt=0).order_by().values_list("attempts")
    begun = [first - outbox.tried_for(attempts) for attempts, first in tried.annotate(Min("send_at"))]
    return min(filter(None, (waiting, *begun)), default=None)


def age(moment: datetime.datetime | None, now: datetime.datetime) -> float | None:
    """How many seconds ago a moment was, if there is one."""
    return None if moment is None else round(max((now - moment).total_seconds(), 0.0), 1)


def broker_answers() -> bool:
    """Whether the broker answers at once."""
    once: dict[str, Any] = {"socket_timeout": 2, "socket_connect_timeout": 2, "retry": Retry(NoBackoff(), 0)}
    try:
        with redis.Redis.from_url(settings.REDIS_URL, **once) as client:
            return bool(client.ping())
    except (redis.RedisError, OSError) as error:
        log.error("broker_away", error=type(error).__name__)
        return False


def is_from_here(request: HttpRequest) -> bool:
    """Whether a program on this machine asks directly, not through a proxy."""
    if {"HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_X_REAL_IP"} & request.META.keys():
        return False
    try:
        return ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False


def knows_token(request: HttpRequest) -> bool:
    """Whether the request carries METRICS_TOKEN; without one set, nobody does."""
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    return bool(settings.METRICS_TOKEN) and secrets.compare_digest(
        given.encode(), settings.METRICS_TOKEN.encode()
    )


class Figures:
    """The figures of one moment, as Prometheus collects them."""

    def __init__(self, now: datetime.datetime) -> None:
        self.now = now

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Every figure; an age that does not exist is left out."""
        yield by_status("bidplay_matches", "Matches by status", Match)
        yield by_status("bidplay_notices", "Notices (mails) by status", Notice)
        overdue = closable(self.now).count()
        yield GaugeMetricFamily("bidplay_turns_overdue", "Turns that should have closed", value=overdue)
        yield from past_outages()
        for name, seconds in measured(self.now).items():
            words = name.replace("_", " ")
            figure = GaugeMetricFamily(f"bidplay_{name}_seconds", f"Seconds: {words}")
            if seconds is not None:
                figure.add_metric([], seconds)
            yield figure


def past_outages() -> Iterator[GaugeMetricFamily]:
    """How many outages are over, how long they lasted together, and how many turns they moved."""
    count = GaugeMetricFamily("bidplay_outages", "Outages that are over", labels=["what"])
    lasted = GaugeMetricFamily("bidplay_outages_lasted", "Seconds that they lasted", labels=["what"])
    moved = GaugeMetricFamily("bidplay_outages_moved", "Turns whose deadlines they moved", labels=["what"])
    found = {what: (number, span, turns) for what, number, span, turns in Outage.objects.totals()}
    for what in Outage.What.values:
        number, span, turns = found.get(what, (0, datetime.timedelta(), 0))
        count.add_metric([what], number)
        lasted.add_metric([what], span.total_seconds())
        moved.add_metric([what], turns)
    yield from (count, lasted, moved)


def by_status(name: str, words: str, model: type[Match] | type[Notice]) -> GaugeMetricFamily:
    """How many rows have each status, also where there are none."""
    figure = GaugeMetricFamily(name, words, labels=["status"])
    counts = dict(model.objects.order_by().values_list("status").annotate(Count("pk")))
    for status in model.Status.values:
        figure.add_metric([status], counts.get(status, 0))
    return figure
