"""What the host's monitor is told."""

import datetime
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families
from pytest_django.fixtures import Settings

from accounts.models import Notice, Outgoing
from games.actions import clock
from games.models import Clock, Match, Outage
from tests.actions.tables import opened, person, started

CHECKOUT = Path(__file__).resolve().parents[2]
SECONDS = datetime.timedelta(seconds=1)


@pytest.fixture
def ticking(db: None) -> datetime.datetime:
    """A site whose clock ticked this moment."""
    moment = timezone.now()
    clock.stamp(moment)
    return moment


def notice(sent: datetime.datetime, **fields: object) -> None:
    Notice.objects.create(
        **{"user": person("ann"), "kind": "turn", "subject": "1", "created_at": sent, "send_at": sent}
        | fields
    )


def test_a_site_that_runs_is_well(ticking: datetime.datetime, client: Client) -> None:
    answer = client.get("/healthz")
    report = answer.json()
    assert answer.status_code == 200
    assert report.pop("clock_age") < 60
    assert report == {
        "ok": True,
        "database": True,
        "broker": True,
        "oldest_overdue_turn": None,
        "oldest_unsent_mail": None,
        "mail_down": None,
    }


def test_a_site_whose_clock_never_ticked_is_unwell(db: None, client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["ok"], answer.json()["clock_age"]) == (503, False, None)


def test_a_site_whose_clock_stands_is_unwell(db: None, client: Client) -> None:
    clock.stamp(timezone.now() - 100 * SECONDS)
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["ok"]) == (503, False)
    assert 100 <= answer.json()["clock_age"] < 200


@pytest.mark.parametrize(("late", "status"), [(-1000, 200), (100, 200), (400, 503)])
def test_a_turn_far_overdue_makes_the_site_unwell(
    ticking: datetime.datetime, client: Client, late: int, status: int
) -> None:
    match = started("ann", "ben", game="fourbid", now=ticking)
    match.turns.update(due_at=ticking - late * SECONDS)
    answer = client.get("/healthz")
    assert answer.status_code == status
    if late > 0:
        assert late <= answer.json()["oldest_overdue_turn"] < late + 60
    else:
        assert answer.json()["oldest_overdue_turn"] is None


def test_mail_that_does_not_leave_makes_the_site_unwell(ticking: datetime.datetime, client: Client) -> None:
    notice(ticking - 1000 * SECONDS)
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert 1000 <= answer.json()["oldest_unsent_mail"] < 1060


def test_mail_that_is_tried_again_later_counts_from_its_first_try(
    ticking: datetime.datetime, client: Client
) -> None:
    notice(ticking - 86_400 * SECONDS, send_at=ticking + 400 * SECONDS, attempts=5)
    assert 1460 <= client.get("/healthz").json()["oldest_unsent_mail"] < 1520


def test_mail_that_waited_for_the_end_of_quiet_hours_is_not_old_when_it_leaves(
    ticking: datetime.datetime, client: Client
) -> None:
    notice(ticking - 86_400 * SECONDS, send_at=ticking + 55 * SECONDS, attempts=1)
    assert client.get("/healthz").json()["oldest_unsent_mail"] <= 60


@pytest.mark.parametrize(("down", "status"), [(100, 200), (700, 503)])
def test_a_mail_server_that_is_away_for_long_makes_the_site_unwell(
    ticking: datetime.datetime, client: Client, down: int, status: int
) -> None:
    Outgoing.objects.create(down_since=ticking - down * SECONDS)
    answer = client.get("/healthz")
    assert answer.status_code == status
    assert down <= answer.json()["mail_down"] < down + 60


def test_a_turn_that_waits_for_mail_is_not_overdue(ticking: datetime.datetime, client: Client) -> None:
    match = started("ann", "ben", game="fourbid", now=ticking)
    match.turns.update(due_at=ticking - 400 * SECONDS)
    Clock.objects.update(mail_down_since=ticking - 700 * SECONDS)
    assert client.get("/healthz").json()["oldest_overdue_turn"] is None


def test_mail_whose_time_has_not_come_is_not_late(ticking: datetime.datetime, client: Client) -> None:
    notice(ticking - 1000 * SECONDS, send_at=ticking + 600 * SECONDS)
    notice(ticking - 1000 * SECONDS, subject="2", status=Notice.Status.SENT)
    assert client.get("/healthz").json()["oldest_unsent_mail"] is None


def test_health_takes_nothing(ticking: datetime.datetime, client: Client) -> None:
    assert client.post("/healthz").status_code == 405


def test_a_site_without_database_and_broker_says_so_and_nothing_else() -> None:
    away = {"DATABASE_URL": "postgres://u:sesame@127.0.0.1:1/x", "REDIS_URL": "redis://:sesame@127.0.0.1:1/0"}
    ask = "import django; django.setup(); from django.test import Client; "
    ask += "answer = Client().get('/healthz', headers={'host': 'localhost'}); "
    ask += "print(answer.status_code, answer.content.decode())"
    environment = os.environ | away | {"DJANGO_SETTINGS_MODULE": "bidplay.settings"}
    done = subprocess.run(
        [sys.executable, "-c", ask], cwd=CHECKOUT, env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout == (
        '503 {"ok": false, "database": false, "broker": false, "clock_age": null, '
        '"oldest_overdue_turn": null, "oldest_unsent_mail": null, "mail_down": null}\n'
    )
    assert "sesame" not in done.stderr


def figures(client: Client, **headers: str) -> dict[str, float]:
    answer = client.get("/metrics", headers=headers)
    assert answer.status_code == 200
    return {
        " ".join([sample.name, *sample.labels.values()]): sample.value
        for family in text_string_to_metric_families(answer.content.decode())
        for sample in family.samples
    }


def test_metrics_count_what_is_in_the_database(ticking: datetime.datetime, client: Client) -> None:
    opened("ann", game="fourbid")
    late = started("ann", "ben", game="fourbid", now=ticking)
    late.turns.update(due_at=ticking - 100 * SECONDS)
    Notice.objects.all().delete()
    notice(ticking - 1000 * SECONDS)
    Outgoing.objects.create(down_since=ticking - 100 * SECONDS)
    Outage.objects.create(what="clock", began_at=ticking - 7200 * SECONDS, ended_at=ticking, turns=3)
    found = figures(client)
    ages = {name: found.pop(name) for name in list(found) if name.endswith("_seconds")}
    assert found == {
        "bidplay_matches open": 1,
        "bidplay_matches running": 1,
        "bidplay_matches finished": 0,
        "bidplay_matches aborted": 0,
        "bidplay_notices pending": 1,
        "bidplay_notices sent": 0,
        "bidplay_notices dropped": 0,
        "bidplay_notices failed": 0,
        "bidplay_notices quiet": 0,
        "bidplay_notices digest": 0,
        "bidplay_turns_overdue": 1,
        "bidplay_outages clock": 1,
        "bidplay_outages mail": 0,
        "bidplay_outages_lasted clock": 7200,
        "bidplay_outages_lasted mail": 0,
        "bidplay_outages_moved clock": 3,
        "bidplay_outages_moved mail": 0,
    }
    assert sorted(ages) == [
        "bidplay_clock_age_seconds",
        "bidplay_mail_down_seconds",
        "bidplay_oldest_overdue_turn_seconds",
        "bidplay_oldest_unsent_mail_seconds",
    ]
    assert 100 <= ages["bidplay_oldest_overdue_turn_seconds"] < 160
    assert Match.objects.count() == 2


def test_metrics_leave_out_an_age_that_does_not_exist(db: None, client: Client) -> None:
    assert not [name for name in figures(client) if name.endswith("_seconds")]


@pytest.mark.parametrize(
    "asking",
    [
        {"REMOTE_ADDR": "192.0.2.7"},
        {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "127.0.0.1"},
        {"REMOTE_ADDR": ""},
        {"REMOTE_ADDR": "192.0.2.7", "HTTP_AUTHORIZATION": "Bearer "},
        {"REMOTE_ADDR": "192.0.2.7", "HTTP_AUTHORIZATION": "Bearer wrong"},
    ],
    ids=["elsewhere", "through a proxy", "no address", "empty token", "wrong token"],
)
@pytest.mark.parametrize("token", ["", "sesame"])
def test_metrics_are_not_for_everybody(
    db: None, client: Client, asking: dict[str, str], token: str, settings: Settings
) -> None:
    settings.METRICS_TOKEN = token
    assert client.get("/metrics", **asking).status_code == 403


def test_metrics_are_for_who_knows_the_token(db: None, client: Client, settings: Settings) -> None:
    settings.METRICS_TOKEN = "sesame"
    answer = client.get("/metrics", REMOTE_ADDR="192.0.2.7", HTTP_AUTHORIZATION="Bearer sesame")
    assert answer.status_code == 200
