"""The run script says what is wrong in one sentence, and works from anywhere."""

import os
import shutil
import socket
import subprocess
from pathlib import Path

import pytest

from tests.deploy.hosting import CHECKOUT
from tests.ports import free_port

TOOLS = ("sh", "date", "dirname", "cksum", "grep", "env", "id")


def run(
    *arguments: str, script: Path = CHECKOUT / "run", **options: object
) -> subprocess.CompletedProcess[str]:
    return subprocess.run([script, *arguments], capture_output=True, text=True, check=False, **options)  # type: ignore[call-overload,no-any-return]


@pytest.fixture
def bare(tmp_path: Path) -> dict[str, str]:
    """An environment whose path holds the tools of any machine, and no Python."""
    for name in TOOLS:
        (tmp_path / name).symlink_to(str(shutil.which(name)))
    return {"PATH": str(tmp_path)}


@pytest.mark.parametrize("python", [None, "#!/bin/sh\nexit 1\n"], ids=["no Python", "one without venv"])
def test_without_a_fit_python_it_says_what_is_needed(
    tmp_path: Path, bare: dict[str, str], python: str | None
) -> None:
    checkout = tmp_path / "check out"
    checkout.mkdir()
    for name in ("run", "requirements.lock"):
        shutil.copy(CHECKOUT / name, checkout)
    if python:
        (tmp_path / "python3").write_text(python)
        (tmp_path / "python3").chmod(0o755)
    done = run(script=checkout / "run", env=bare)
    assert done.returncode == 1
    assert done.stderr == (
        "run    | Python 3.11 or newer with its venv module is needed "
        "(Debian, Ubuntu: apt-get install python3-venv).\n"
    )


def test_a_command_it_does_not_know_is_answered_with_those_it_does() -> None:
    done = run("dance")
    assert done.returncode == 2
    assert done.stderr == "run    | ./run | ./run test | ./run check | ./run bench | ./run manage COMMAND\n"


def test_it_works_from_any_folder_and_takes_a_data_folder_beside_it(tmp_path: Path) -> None:
    environment = {
        name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")
    }
    show = "from django.conf import settings; print(settings.DATA_DIR)"
    done = run(
        "manage", "shell", "--no-imports", "-c", show, cwd=tmp_path, env=environment | {"DATA_DIR": "my data"}
    )
    assert (done.stdout, done.stderr) == (f"{tmp_path}/my data\n", "")


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        done = run(env=os.environ | {"PORT": str(port), "DATA_DIR": str(tmp_path)})
    assert done.returncode == 1
    assert done.stderr == f"CommandError: Port {port} is taken. Choose another: PORT=8010 ./run\n"


def test_a_database_that_is_away_is_named(tmp_path: Path) -> None:
    away = {"DATABASE_URL": "postgres://bidplay@127.0.0.1:1/bidplay", "DATA_DIR": str(tmp_path)}
    done = run(env=os.environ | away | {"PORT": str(free_port())})
    assert done.returncode == 1
    assert "CommandError: The database does not answer: " in done.stderr
    assert "Traceback" not in done.stderr
