"""The site as a host runs it: the units' own commands, DEBUG off, PostgreSQL, behind a proxy."""

import gzip
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from pathlib import Path

import pytest
from cryptography.fernet import Fernet

from bidplay.services import Valkey, spawn, stop
from tests.deploy.hosting import CHECKOUT, example, unit_commands
from tests.ports import free_port
from tests.postgres import fresh_database


class Site:
    """A hosted site: its environment, its address, and what its programs said."""

    def __init__(self, folder: Path, database: str, broker: str) -> None:
        self.port = free_port()
        self.log = folder / "log"
        own = {
            "PATH": os.environ["PATH"],
            "SECRET_KEY": "s" * 60,
            "BIDPLAY_SEAL_KEYS": Fernet.generate_key().decode(),
            "DATABASE_URL": database,
            "REDIS_URL": broker,
            "DATA_DIR": str(folder),
            "EMAIL_URL": "smtp://127.0.0.1:1",
            "CLOCK_TICK": "1",
            "METRICS_TOKEN": "sesame",
        }
        self.environment = example(commented=False) | own

    def run(self, command: list[str]) -> None:
        """Run a command of a unit to its end."""
        with self.log.open("ab") as log:
            subprocess.run(
                [sys.executable, *command],
                cwd=CHECKOUT,
                env=self.environment,
                stdout=log,
                stderr=log,
                check=True,
            )

    def start(self, command: list[str]) -> subprocess.Popen[bytes]:
        """Start a program of a unit, on our port."""
        here = [word.replace("127.0.0.1:8000", f"127.0.0.1:{self.port}") for word in command]
        with self.log.open("ab") as log:
            return spawn([sys.executable, *here], cwd=CHECKOUT, env=self.environment, stdout=log, stderr=log)

    def get(self, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of an address as the proxy asks for it."""
        proxied = {"Host": "bidplay.example", "X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}
        connection = HTTPConnection("127.0.0.1", self.port, timeout=10)
        with closing(connection):
            try:
                connection.request("GET", path, headers=proxied | headers)
                answer = connection.getresponse()
                return answer.status, dict(answer.headers), answer.read()
            except OSError as error:
                return 0, {}, str(error).encode()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    server = os.environ["DATABASE_URL"]
    if not server.startswith("postgres"):
        pytest.skip("this run of the tests has no PostgreSQL")
    folder = tmp_path_factory.mktemp("host")
    valkey = Valkey(folder)
    with ExitStack() as running:
        database = running.enter_context(fresh_database(server))
        running.callback(valkey.stop)
        valkey.start()
        site = Site(folder, database, valkey.url)
        for command in unit_commands("bidplay-prepare.service"):
            site.run(command)
        for name in ("web", "worker", "clock", "beat"):
            (command,) = unit_commands(f"bidplay-{name}.service")
            running.callback(stop, site.start(command), 30)
        yield site


def test_a_hosted_site_gets_well(site: Site) -> None:
    end = time.monotonic() + 90
    while site.get("/healthz")[0] != 200:
        assert time.monotonic() < end, f"{site.get('/healthz')}\n{site.log.read_text()}"
        time.sleep(0.2)
    assert b'"ok": true' in site.get("/healthz")[2]


def test_its_pages_come_over_https_only(site: Site) -> None:
    status, headers, _page = site.get("/")
    assert status == 200
    assert headers["Strict-Transport-Security"].startswith("max-age=31536000")
    status, headers, _page = site.get("/", **{"X-Forwarded-Proto": "http"})
    assert (status, headers["Location"]) == (301, "https://bidplay.example/")


def test_another_host_s_name_is_refused(site: Site) -> None:
    assert site.get("/", Host="other.example")[0] == 400
    status, headers, _problem = site.get("/api/v1/games", Host="other.example")
    assert (status, headers["Content-Type"]) == (400, "application/problem+json")


def test_its_static_files_are_hashed_compressed_and_kept_for_ever(site: Site) -> None:
    found = re.search(r'href="(/static/bidplay/bidplay\.[0-9a-f]+\.css)"', site.get("/")[2].decode())
    assert found is not None
    status, headers, text = site.get(found[1])
    assert (status, headers["Cache-Control"]) == (200, "max-age=315360000, public, immutable")
    _status, headers, packed = site.get(found[1], **{"Accept-Encoding": "gzip"})
    assert (headers["Content-Encoding"], gzip.decompress(packed)) == ("gzip", text)


def test_it_has_no_mailbox_page_and_no_demo(site: Site) -> None:
    assert site.get("/mailbox/")[0] == 404
    assert b"bidplay-demo" not in site.get("/accounts/login/")[2]


def test_its_metrics_are_not_for_visitors(site: Site) -> None:
    assert site.get("/metrics")[0] == 403
    status, _headers, text = site.get("/metrics", Authorization="Bearer sesame")
    assert (status, b'bidplay_matches{status="open"} 0.0' in text) == (200, True)


def test_what_it_writes_down_holds_no_link_that_works_without_signing_in(site: Site) -> None:
    assert site.get("/o/12-3.secret-part/")[0] == 404
    assert "/o/" in site.log.read_text()
    assert "secret-part" not in site.log.read_text()


def test_a_page_that_is_not_there_shows_no_inside(site: Site) -> None:
    status, _headers, text = site.get("/nothing-here/")
    assert status == 404
    assert b"urlpatterns" not in text
    assert b"Traceback" not in text
