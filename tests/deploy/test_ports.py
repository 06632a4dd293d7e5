"""The port of the site: the one asked for, or the next that is free."""

import os
import socket
import sys
from collections.abc import Iterator

import pytest
from django.core.management import CommandError
from pytest_django.fixtures import Settings

from bidplay.management.commands.play import is_free, take_port


@pytest.fixture
def taken(settings: Settings) -> Iterator[int]:
    """The port of the settings, on which somebody else listens."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        settings.PORT = other.getsockname()[1]
        yield settings.PORT


@pytest.fixture
def begun_anew(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The programs that took the place of this one."""
    programs: list[list[str]] = []
    monkeypatch.setattr(os, "execv", lambda _path, argv: programs.append(argv))
    return programs


def test_without_a_wish_the_next_free_port_is_taken(
    taken: int, begun_anew: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PORT", raising=False)
    take_port()
    port = int(os.environ.pop("PORT"))
    assert taken < port < taken + 1000
    assert is_free(port)
    assert begun_anew == [[sys.executable, *sys.argv]]


def test_a_port_that_was_asked_for_is_not_replaced(
    taken: int, begun_anew: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PORT", str(taken))
    with pytest.raises(CommandError, match=f"Port {taken} is taken"):
        take_port()
    assert begun_anew == []
