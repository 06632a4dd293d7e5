"""The doors as mail servers meet them: programs that run beside the tests, on the database of the tests."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connection

from bidplay.services import spawn, stop

CHECKOUT = Path(__file__).resolve().parents[2]
AWAY = "postgres://bidplay@127.0.0.1:1/bidplay"
"""A database that is not there."""


def environment(**more: str) -> dict[str, str]:
    """What a program needs to know to work on the database of the tests."""
    name, url = str(connection.settings_dict["NAME"]), os.environ["DATABASE_URL"]
    if connection.vendor == "postgresql":
        url = urlsplit(url)._replace(path=f"/{name}").geturl()
        url = url.replace("postgres:/", "postgres:///", 1) if ":///" not in url and "@" not in url else url
    else:
        url = f"sqlite:///{name}"
    known = {
        "DATABASE_URL": url,
        "MAIL_IN": settings.MAIL_IN,
        "DEFAULT_FROM_EMAIL": settings.DEFAULT_FROM_EMAIL,
        "LOG_LEVEL": "INFO",
    }
    return {**os.environ, **known, **more}


@contextmanager
def mailroom(place: str, log: Path, **more: str) -> Iterator[subprocess.Popen[bytes]]:
    """The mailroom, listening at a place; what it prints is in the log."""
    argv = [sys.executable, "manage.py", "mailroom", "--listen", place]
    with log.open("wb") as out:
        process = spawn(argv, cwd=CHECKOUT, env=environment(**more), stdout=out, stderr=subprocess.STDOUT)
    try:
        end = time.monotonic() + 60
        while "mail is taken at" not in log.read_text():
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < end, log.read_text()
            time.sleep(0.05)
        yield process
    finally:
        stop(process, 30)


def piped(raw: bytes, *arguments: str, **more: str) -> subprocess.CompletedProcess[bytes]:
    """A mail brought by a pipe."""
    return subprocess.run(
        [sys.executable, "manage.py", "receive_mail", *arguments],
        cwd=CHECKOUT,
        env=environment(**more),
        input=raw,
        capture_output=True,
        check=False,
        timeout=120,
    )
