"""The embedded Valkey and the promise that nothing we start outlives us."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import redis

from bidplay.services import Valkey, socket_path, spawn, stop, wait_until


def test_valkey_keeps_what_it_holds_over_kill_9(tmp_path: Path) -> None:
    valkey = Valkey(tmp_path)
    process = valkey.start()
    redis.Redis.from_url(valkey.url).set("order", "K 2")
    process.kill()
    process.wait()
    valkey.start()
    assert redis.Redis.from_url(valkey.url).get("order") == b"K 2"
    valkey.stop()
    assert not valkey.answers()


@pytest.mark.parametrize("name", ["a b'%3f", "x" * 150])
def test_valkey_runs_for_a_folder_whose_path_no_socket_can_have(tmp_path: Path, name: str) -> None:
    valkey = Valkey(tmp_path / name)
    valkey.start()
    assert valkey.answers()
    assert len(os.fsencode(valkey.socket)) < 100
    assert valkey.socket.parent.stat().st_mode & 0o077 == 0
    valkey.stop()


def test_a_socket_stays_in_its_data_folder_where_it_can() -> None:
    assert socket_path(Path("/srv/bidplay")) == Path("/srv/bidplay/valkey.sock")


def test_a_started_program_ends_when_its_parent_is_killed(tmp_path: Path) -> None:
    source = "from bidplay.services import spawn; print(spawn(['sleep', '60']).pid, flush=True); input()"
    parent = subprocess.Popen(
        [sys.executable, "-c", source], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout is not None
    child = Path("/proc") / parent.stdout.readline().strip()
    assert child.exists()
    parent.kill()
    parent.wait()
    for _n in range(200):
        if not child.exists() or "(zombie)" in (child / "status").read_text():
            return
        time.sleep(0.02)
    pytest.fail("the child outlived its parent")


def test_a_program_that_ignores_the_first_word_is_killed_with_all_it_started() -> None:
    process = spawn(
        ["sh", "-c", "trap '' TERM; sleep 60 & echo ready; while :; do sleep 1; done"], stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    stop(process, 0.2)
    assert process.returncode == -signal.SIGKILL
    assert process.stdout.read() == b""


def test_waiting_for_a_program_that_ended_says_so() -> None:
    process = spawn(["false"])
    with pytest.raises(RuntimeError, match=r"no answer: the program ended with code 1"):
        wait_until(lambda: False, 10, "no answer", process)


def test_waiting_too_long_says_so() -> None:
    process = spawn(["sleep", "60"])
    with pytest.raises(RuntimeError, match=r"no answer: nothing after 0 seconds"):
        wait_until(lambda: False, 0.1, "no answer", process)
    stop(process, 5)
