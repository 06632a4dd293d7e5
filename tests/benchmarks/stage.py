"""What the benchmarks run on: a PostgreSQL that syncs each commit, Valkey, and the site's own processes.

Nothing of it stays. The settings are those of a production site, but for the rates that hold programs back.
"""

from __future__ import annotations

import os
import secrets
import shutil
import socket
import subprocess
import sys
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from bidplay.services import Valkey, private_folder, spawn, stop, wait_until
from tests.postgres import Postgres

DURABLE = ("shared_buffers=512MB", "max_wal_size=4GB", "max_connections=100")
"""As installed, so every commit is synced; only memory and log are sized for a server."""
WEB = (
    "gunicorn {app} --worker-class gthread --workers 2 --threads 4 --log-level warning"
    " --bind 127.0.0.1:{port}"
)
WORKER = (
    "celery --quiet --app tests.benchmarks.worker worker --concurrency 2 --loglevel error"
    " --without-gossip --without-mingle"
)
_FIRST_PORT = 20400
ROOT = Path(__file__).resolve().parents[2]


def say(line: str) -> None:
    """Tell the person who waits what is going on."""
    sys.stderr.write(f"bench  | {line}\n")
    sys.stderr.flush()


def free_port(beside: int = 0) -> int:
    """A port of this machine that nobody listens at; below those that clients are given."""
    for port in range(max(_FIRST_PORT, beside + 1), 32768):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise RuntimeError("there is no free port")


class Stage:
    """The services of one run, and what was started on them; ``close`` stops all."""

    def __init__(self) -> None:
        self._running = ExitStack()
        self.cache = Path(os.environ.get("DATA_DIR", ROOT / ".bidplay"))
        """The site's own data folder, for what is worth keeping from run to run."""
        self.folder = private_folder()
        self._running.callback(shutil.rmtree, self.folder, ignore_errors=True)
        self.log = (self.folder / "log").open("wb")
        self.postgres = Postgres(DURABLE)
        self.valkey = Valkey(self.folder)
        self._last_port = 0

    def start(self) -> None:
        """Start the services and make this process see the site through them."""
        try:
            self._running.callback(self.postgres.stop)
            self.postgres.start()
            self._running.callback(self.valkey.stop)
            self.valkey.start()
            os.environ.update(self._settings())
            os.environ["DATABASE_URL"] = self.postgres.create("bench")
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Stop everything, the last started first."""
        self._running.close()

    def _settings(self) -> dict[str, str]:
        return {
            "DJANGO_SETTINGS_MODULE": "bidplay.settings",
            "DATA_DIR": str(self.folder),
            "REDIS_URL": self.valkey.url,
            "DEBUG": "0",
            "SECRET_KEY": secrets.token_urlsafe(60),
            "BIDPLAY_SEAL_KEYS": urlsafe_b64encode(secrets.token_bytes(32)).decode(),
            "ALLOWED_HOSTS": "127.0.0.1",
            "BASE_URL": "http://127.0.0.1",
            "SHORTEST_PACE": "1",
            "API_RATE": "1000000000/min",
            "API_GUEST_RATE": "1000000000/min",
            "STATIC_STORAGE": "django.contrib.staticfiles.storage.ManifestStaticFilesStorage",
        }

    def port(self) -> int:
        """A port that no other program of this run was given."""
        self._last_port = free_port(self._last_port)
        return self._last_port

    def make_static(self) -> None:
        """Collect the static files, which pages name by their hashed names."""
        if not (self.folder / "static").exists():
            from django.core.management import call_command

            call_command("collectstatic", verbosity=0, interactive=False)

    def spawn(self, line: str, environment: Mapping[str, str] | None = None) -> subprocess.Popen[bytes]:
        """Start a Python program by its command line; it ends with the run at the latest."""
        return self.keep(
            spawn(
                [sys.executable, "-m", *line.split()],
                env={**os.environ, **(environment or {})},
                cwd=ROOT,
                stdout=self.log,
                stderr=self.log,
            )
        )

    def keep(self, process: subprocess.Popen[bytes]) -> subprocess.Popen[bytes]:
        """Stop this process when the run ends."""
        self._running.callback(stop, process, 10)
        return process

    def talk(self, *argv: str | Path, **options: Any) -> subprocess.Popen[bytes]:
        """Start a program to talk with through pipes; it must end when it hears no more."""
        pipe = subprocess.PIPE
        return self.keep(
            subprocess.Popen(argv, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=self.log, **options)
        )

    def web(self, app: str, environment: Mapping[str, str] | None = None) -> Web:
        """An application under gunicorn, answering."""
        port = self.port()
        return Web(self.spawn(WEB.format(app=app, port=port), environment), port)

    def worker(self, environment: Mapping[str, str] | None = None) -> subprocess.Popen[bytes]:
        """A Celery worker with two processes, ready for tasks."""
        from tests.benchmarks.worker import app

        process = self.spawn(WORKER, environment)
        wait_until(
            lambda: bool(app.control.inspect(timeout=0.5).ping()), 60, "the worker does not answer", process
        )
        return process

    def run(self, line: str, environment: Mapping[str, str] | None = None) -> str:
        """Run a Python program to its end; what it printed."""
        done = subprocess.run(
            [sys.executable, "-m", *line.split()],
            env={**os.environ, **(environment or {})},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"{line}: {done.stderr[-2000:]}")
        return done.stdout


class Web:
    """A web server of this run: its port, and the processor time its workers have used."""

    def __init__(self, process: subprocess.Popen[bytes], port: int) -> None:
        self.process = process
        self.port = port
        wait_until(self._answers, 60, "the web server does not answer", process)

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), 2) as link:
                link.sendall(b"GET /nowhere HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")
                return link.recv(5) == b"HTTP/"
        except OSError:
            return False

    def processor_seconds(self) -> float:
        """Seconds of processor time of the server and its workers so far (Linux only, else 0)."""
        pids = [self.process.pid, *children(self.process.pid)]
        return sum(processor_seconds(pid) for pid in pids)


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def processor_seconds(pid: int) -> float:
    """Seconds of processor time a process has used."""
    try:
        after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")
