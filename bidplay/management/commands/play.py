"""``manage.py play``: the whole site on one machine by one command. ``./run`` ends here."""

import fcntl
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from functools import partial
from typing import Any, TextIO

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command
from django.db import OperationalError

from bidplay.services import Valkey, spawn
from bidplay.supervisor import Supervisor

WEB = "gunicorn bidplay.wsgi --worker-class gthread --workers 1 --threads 4 --log-level warning --bind"
WORKER = (
    "celery --quiet --app bidplay worker --concurrency 2 --loglevel warning --without-gossip --without-mingle"
)
CLOCK = (
    "celery --quiet --app bidplay worker --queues clock --pool solo --hostname clock@%h --loglevel warning "
    "--without-gossip --without-mingle"
)
BEAT = "celery --quiet --app bidplay beat --loglevel warning --pidfile="

MAILROOM = "django mailroom --listen"

ROOT_WARNING = "You're running the worker with superuser privileges"  # in a container that is no news


class Command(BaseCommand):
    """Valkey, the database and the static files first; then web and its first page; then all else."""

    help = (
        "Run the whole site on this machine: web, worker, clock, beat, mailroom, "
        "and Valkey unless REDIS_URL names a server."
    )
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Run until a signal says stop; that is a good end."""
        with take_data_folder() as lock:
            take_port()
            print(f"at http://127.0.0.1:{settings.PORT}/ as process {os.getpid()}", file=lock, flush=True)
            supervisor = Supervisor()
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:  # nohup ./run
                    signal.signal(number, lambda *_: sys.exit(0))
            try:
                play(supervisor)
            finally:
                supervisor.stop()
                supervisor.say("run", "stopped")


def play(supervisor: Supervisor) -> None:
    """Start everything in its order and look after it for ever."""
    if "REDIS_URL" not in os.environ:
        supervisor.add("valkey", Valkey(settings.DATA_DIR).start)
    prepare(supervisor)
    supervisor.add("web", partial(start, f"{WEB} 127.0.0.1:{settings.PORT}"))
    welcome(supervisor)
    supervisor.add("worker", partial(start, WORKER))
    supervisor.add("clock", partial(start, CLOCK))
    supervisor.add("beat", partial(start, BEAT))
    if settings.MAIL_IN:
        place = mailroom_place()
        supervisor.add("mail", partial(start, f"{MAILROOM} {place}"))
        supervisor.say("run", f"orders may be mailed to {settings.MAIL_IN}; bring mails to {place}")
    while True:
        supervisor.tend()
        time.sleep(0.2)


def start(line: str) -> subprocess.Popen[bytes]:
    """Start a Python program by its command line; its output comes to us."""
    argv = [sys.executable, "-m", *line.split()]
    environment = {"PYTHONWARNINGS": f"ignore:{ROOT_WARNING}", **os.environ}
    return spawn(
        argv, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=settings.BASE_DIR, env=environment
    )


def prepare(supervisor: Supervisor) -> None:
    """Bring the database and the static files up to date, and fill an embedded site with demo matches."""
    supervisor.say("run", "preparing the database and the static files")
    try:
        call_command("migrate", verbosity=0, interactive=False)
    except OperationalError as error:
        raise CommandError(f"The database does not answer: {error}") from error
    call_command("collectstatic", verbosity=0, interactive=False)
    if settings.EMBEDDED:
        call_command("demo", verbosity=0)


def welcome(supervisor: Supervisor) -> None:
    """Wait for the first page, then say where it is, how to sign in and how long it took."""
    url = f"http://127.0.0.1:{settings.PORT}/"
    while not serves(url):
        supervisor.tend()
        time.sleep(0.05)
    supervisor.say("run", f"bidplay is at {url}")
    if settings.EMBEDDED:
        supervisor.say("run", "sign in as north, east, south or west with the password bidplay-demo")
    if "BIDPLAY_BEGAN" in os.environ:
        seconds = time.time() - float(os.environ["BIDPLAY_BEGAN"])
        supervisor.say(
            "run", f"the first page came {seconds:.0f} s after ./run began; Ctrl-C stops everything"
        )


def serves(url: str) -> bool:
    """Whether a page answers, whatever it says."""
    try:
        with urllib.request.urlopen(url, timeout=10):  # noqa: S310 - our own address
            return True
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False


def take_port() -> None:
    """Make sure of a free port: the one asked for, or the next free one from 8000 on."""
    if is_free(settings.PORT):
        return
    if "PORT" in os.environ:
        raise CommandError(f"Port {settings.PORT} is taken. Choose another: PORT=8010 ./run")
    port = next(port for port in range(settings.PORT + 1, settings.PORT + 1000) if is_free(port))
    # The settings have been read with the other port in every address: begin anew.
    os.environ["PORT"] = str(port)
    os.execv(sys.executable, [sys.executable, *sys.argv])  # noqa: S606


def mailroom_place() -> str:
    """Where the mailroom listens: where it was told to, or at the next free port."""
    place: str = settings.MAIL_IN_LISTEN
    if "MAIL_IN_LISTEN" in os.environ:
        return place
    head, _colon, first = place.rpartition(":")
    return f"{head}:{next(port for port in range(int(first), int(first) + 1000) if is_free(port))}"


def is_free(port: int) -> bool:
    """Whether nobody listens at this port of this machine."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


def take_data_folder() -> TextIO:
    """The open lock file of the data folder; while it is open nobody else plays there."""
    settings.DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = (settings.DATA_DIR / "run.lock").open("a+")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.seek(0)
        raise CommandError(f"bidplay already runs with this data, {lock.read().strip()}.") from error
    lock.truncate(0)
    return lock
