"""What tests of several rooms share: a fixed moment, chance that is the same in every run, and a database
file that threads can share on SQLite."""

import datetime
import os
import random
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Keep the SQLite database of the tests in a file: threads and processes can't share one in memory."""
    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        name = f"test{os.environ.get('PYTEST_XDIST_WORKER', '')}.sqlite3"
        database.setdefault("TEST", {})["NAME"] = str(Path(settings.DATA_DIR) / name)


def pytest_configure() -> None:
    """Serve static files by their plain names: tests collect none, so there is no list of hashed names."""
    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"


@pytest.fixture(autouse=True)
def same_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the seeds of matches from the name of the test, so that it fails always or never."""
    from games.actions import deals, lobby
    from games.actions.contests import founding, seasons

    drawn = random.Random(request.node.nodeid)
    source = SimpleNamespace(token_bytes=drawn.randbytes, token_hex=lambda size: drawn.randbytes(size).hex())
    for room in (deals, lobby, founding, seasons):
        monkeypatch.setattr(room, "secrets", source)


@pytest.fixture
def now() -> datetime.datetime:
    """A fixed moment for whatever takes ``now``: a Monday at noon, UTC."""
    return datetime.datetime(2026, 3, 2, 12, 0, tzinfo=datetime.UTC)
