"""The plugin that starts what the tests need before Django reads its settings: PostgreSQL and Valkey.

Named by ``-p`` in pyproject.toml. Who sets DATABASE_URL (PostgreSQL) or REDIS_URL has the tests use those.
"""

import os
import shutil
from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path

import pytest

from bidplay.services import Valkey, private_folder
from tests.postgres import Postgres

_running = ExitStack()
_lines: list[str] = []


def pytest_addoption(parser: pytest.Parser) -> None:
    """Which database the tests run on."""
    parser.addoption(
        "--database", choices=("postgres", "sqlite"), default="postgres", help="default: postgres"
    )


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(
    early_config: pytest.Config,
) -> Generator[None, None, None]:
    """Start the services; a wrapper, so that this comes before pytest-django sets Django up."""
    try:
        if (
            "PYTEST_XDIST_WORKER" not in os.environ
        ):  # a worker has its services from the process that started it
            _start(early_config.known_args_namespace.database)
        return (yield)
    except BaseException:
        _running.close()
        raise


def pytest_report_header() -> list[str]:
    """One line about each service."""
    return _lines


def pytest_unconfigure() -> None:
    """Stop what was started."""
    _running.close()


def _sweep() -> None:
    """Remove the folders of test runs that were killed."""
    for folder in Path("/tmp").glob("bidplay-*-*"):  # noqa: S108
        owner = folder.name.split("-")[1]
        if owner.isdigit() and not Path("/proc", owner).exists() and Path("/proc/self").exists():
            shutil.rmtree(folder, ignore_errors=True)


def _start(database: str) -> None:
    _sweep()
    folder = private_folder()
    _running.callback(shutil.rmtree, folder, ignore_errors=True)
    os.environ["DATA_DIR"] = str(folder)
    (folder / "static").mkdir()
    _start_valkey(folder)
    if database == "sqlite":
        os.environ["DATABASE_URL"] = f"sqlite:///{folder}/bidplay.sqlite3"
        _lines.append("database: SQLite")
    else:
        _start_postgres()


def _start_valkey(folder: Path) -> None:
    if "REDIS_URL" in os.environ:
        _lines.append("broker: the server named in REDIS_URL")
        return
    valkey = Valkey(folder)
    _running.callback(valkey.stop)
    valkey.start()
    os.environ["REDIS_URL"] = valkey.url
    _lines.append("broker: the Valkey that comes with the packages")


def _start_postgres() -> None:
    if os.environ.get("DATABASE_URL", "").startswith("postgres"):
        _lines.append("database: PostgreSQL named in DATABASE_URL")
        return
    postgres = Postgres()
    _running.callback(postgres.stop)
    postgres.start()
    os.environ["DATABASE_URL"] = postgres.url
    _lines.append(f"database: {postgres.name}")
