"""The running site, once for all journeys: with what comes with it, and on PostgreSQL."""

import os
from collections.abc import Iterator

import pytest

from tests.journeys.stack import Stack
from tests.postgres import fresh_database


@pytest.fixture(scope="session")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """``./run`` as a newcomer starts it: SQLite and the embedded Valkey."""
    yield from started(Stack(tmp_path_factory.mktemp("stack")))


@pytest.fixture(scope="session")
def postgres_stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """``./run`` on a fresh database of the tests' PostgreSQL, with a Valkey that a journey can stop."""
    server = os.environ["DATABASE_URL"]
    if not server.startswith("postgres"):
        pytest.skip("this run of the tests has no PostgreSQL")
    with fresh_database(server) as database:
        yield from started(Stack(tmp_path_factory.mktemp("postgres"), database, own_broker=True))


def started(stack: Stack) -> Iterator[Stack]:
    """The stack while it runs; stopped whatever happens."""
    try:
        stack.start()
        yield stack
    finally:
        stack.stop()


@pytest.fixture(autouse=True)
def site_log(request: pytest.FixtureRequest) -> Iterator[None]:
    """Show what the site printed when a journey fails."""
    yield
    for name in ("stack", "postgres_stack"):
        if name in request.fixturenames:
            print(request.getfixturevalue(name).tail())
