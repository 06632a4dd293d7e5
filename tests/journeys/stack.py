"""The running site as people meet it: started by the run script, with data and a mail server of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from bidplay.services import Valkey, spawn, stop
from tests.journeys.sink import Sink
from tests.ports import free_port

CHECKOUT = Path(__file__).resolve().parents[2]
OURS = ("DATABASE_URL", "REDIS_URL", "PORT", "BASE_URL", "DEBUG", "MAILBOX")
"""Variables of the test run that a stack must not inherit."""


class Stack:
    """``./run`` on a free port. ``url`` is where it is, ``sink`` holds its mails, and mails for it go to
    ``mail_port``; always ``stop()`` it.

    With ``database`` it runs on that PostgreSQL; with ``own_broker`` on a Valkey that a journey can stop.
    """

    def __init__(self, folder: Path, database: str = "", own_broker: bool = False) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.folder = folder
        self.log = folder / "run.log"
        self.mail_port = free_port()
        self.sink = Sink()
        self.broker = Valkey(folder / "broker") if own_broker else None
        self.process: subprocess.Popen[bytes] | None = None
        self.environment = {name: value for name, value in os.environ.items() if name not in OURS} | {
            "DATA_DIR": str(folder),
            "PORT": str(self.port),
            "EMAIL_URL": self.sink.url,
            "DEFAULT_FROM_EMAIL": "bidplay <table@bidplay.example>",
            "MAIL_IN_LISTEN": f"smtp:127.0.0.1:{self.mail_port}",
            "BOT_BUDGET": os.environ.get("BOT_BUDGET", "40"),
            "HOOK_PRIVATE_OK": "1",
        }
        if database:
            self.environment["DATABASE_URL"] = database
        if self.broker:
            self.environment["REDIS_URL"] = self.broker.url

    def start(self) -> None:
        """Start everything and wait for the first page."""
        self.sink.start()
        self.start_valkey()
        self._run()

    def stop(self) -> None:
        """Stop everything."""
        if self.process is not None:
            stop(self.process, 40, signal.SIGINT)
            self.process = None
        if self.broker:
            self.broker.stop()
        with suppress(RuntimeError):  # it was never started
            self.sink.stop()

    def restart(self) -> None:
        """Stop the site as Ctrl-C does and start it again; mail server and own broker stay up."""
        assert self.process is not None
        stop(self.process, 40, signal.SIGINT)
        self._run()

    def kill(self) -> None:
        """End the site as a crash of its supervisor does, and wait until all its programs are gone."""
        assert self.process is not None
        programs = [self.process.pid, *self.children()]
        self.process.kill()
        self.process.wait()
        self._wait_gone(programs)

    def kill_worker(self) -> None:
        """``kill -9`` both workers, that of the clock as well; the supervisor starts others."""
        workers = [self.child("--concurrency"), self.child("clock")]
        for worker in workers:
            os.killpg(worker, signal.SIGKILL)
        self._wait_gone(workers)

    def stop_valkey(self) -> None:
        """Take the broker away: stop a broker of one's own, freeze the embedded one."""
        if self.broker:
            self.broker.stop()
        else:
            os.kill(self.child("valkey-server"), signal.SIGSTOP)

    def start_valkey(self) -> None:
        """Give the broker back."""
        if self.broker:
            self.broker.start()
        elif self.process:
            os.kill(self.child("valkey-server"), signal.SIGCONT)

    def manage(self, *arguments: str, text: str = "") -> str:
        """Run a management command beside the site; what it printed."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=CHECKOUT,
            env=self.environment,
            input=text,
            capture_output=True,
            check=False,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def children(self) -> list[int]:
        """The processes that the supervisor started and that run now."""
        assert self.process is not None
        task = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(pid) for pid in task.read_text().split()]

    def child(self, word: str) -> int:
        """The program of the supervisor that has this word in its command line, waiting for it if need be."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            for pid in self.children():
                with suppress(FileNotFoundError):
                    words = Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ").split()
                    if word in (part.rpartition("/")[2] for part in words):
                        return pid
            time.sleep(0.1)
        raise AssertionError(f"no {word} is running:\n{self.tail()}")

    def tail(self) -> str:
        """The last lines that the site printed."""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-40:])

    def _run(self) -> None:
        with self.log.open("ab") as log:
            begin = log.tell()
            self.process = spawn(
                [CHECKOUT / "run"],
                stdout=log,
                stderr=subprocess.STDOUT,
                env=self.environment,
                cwd=self.folder,
            )
        end = time.monotonic() + 180
        while b"bidplay is at" not in self.log.read_bytes()[begin:]:
            assert self.process.poll() is None, f"./run ended:\n{self.tail()}"
            assert time.monotonic() < end, f"./run served no page:\n{self.tail()}"
            time.sleep(0.1)

    @staticmethod
    def _wait_gone(pids: list[int]) -> None:
        end = time.monotonic() + 30
        while any(_runs(pid) for pid in pids):
            assert time.monotonic() < end, f"still running: {[pid for pid in pids if _runs(pid)]}"
            time.sleep(0.05)


def _runs(pid: int) -> bool:
    try:
        return "(zombie)" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False
