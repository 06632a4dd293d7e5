"""Somebody and a mail server for the tests of accounts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache

from accounts import holding, outbox
from accounts.models import User
from tests.accounts.rows import digest, person, plain, until
from tests.accounts.sink import Sink


@pytest.fixture
def sink(settings) -> Iterator[Sink]:
    """A mail server, and settings that name it."""
    server = Sink()
    server.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", server.port, 5
    yield server
    server.stop()


@pytest.fixture(autouse=True)
def _nothing_counted() -> None:
    cache.clear()


@pytest.fixture(autouse=True)
def _plain_builder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(outbox.BUILDERS, "turn", plain)
    monkeypatch.setitem(outbox.BUILDERS, "digest", digest)
    monkeypatch.setitem(holding.DEADLINES, "turn", until)


@pytest.fixture(autouse=True)
def _quick_settings(settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    }


@pytest.fixture
def ada(db: None) -> User:
    """Somebody."""
    return person("ada")
