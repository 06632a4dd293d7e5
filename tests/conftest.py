"""What tests of several rooms share: a fixed moment, and a database file that threads can share on SQLite."""

import datetime
import os
from pathlib import Path

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


@pytest.fixture
def now() -> datetime.datetime:
    """A fixed moment for whatever takes ``now``: a Monday at noon, UTC."""
    return datetime.datetime(2026, 3, 2, 12, 0, tzinfo=datetime.UTC)
