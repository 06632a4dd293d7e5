"""The site starts by one command, gets up again when a part of it falls, and leaves nothing running."""

import json
import os
import signal
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bidplay.services import spawn
from tests.journeys.stack import CHECKOUT, Stack


def health(stack: Stack) -> dict[str, Any]:
    try:
        with urllib.request.urlopen(f"{stack.url}/healthz") as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        return json.load(error)
    except OSError:
        return {"ok": False}


def wait_for(true: Callable[[], bool], stack: Stack) -> None:
    end = time.monotonic() + 60
    while not true():
        assert time.monotonic() < end, f"{health(stack)}\n{stack.tail()}"
        time.sleep(0.2)


def test_the_site_gets_well_by_itself_after_its_start(stack: Stack) -> None:
    wait_for(lambda: health(stack)["ok"], stack)


def test_a_killed_worker_is_replaced_and_the_clock_goes_on(stack: Stack) -> None:
    wait_for(lambda: health(stack)["ok"], stack)
    before = stack.child("--concurrency")
    stack.kill_worker()
    assert stack.child("--concurrency") != before
    wait_for(lambda: (health(stack).get("clock_age") or 99) < 2, stack)


def test_a_killed_valkey_is_replaced(stack: Stack) -> None:
    wait_for(lambda: health(stack)["ok"], stack)
    before = stack.child("valkey-server")
    os.kill(before, signal.SIGKILL)
    wait_for(lambda: stack.child("valkey-server") != before and health(stack)["ok"], stack)


def test_a_killed_supervisor_leaves_nothing_running_and_the_next_start_ends_well(tmp_path: Path) -> None:
    stack = Stack(tmp_path)
    try:
        stack.start()
        stack.child("beat")
        stack.kill()
        stack.restart()
        wait_for(lambda: health(stack)["ok"], stack)
        programs, process = stack.children(), stack.process
        assert process is not None
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
        assert [pid for pid in programs if Path(f"/proc/{pid}").exists()] == []
        assert stack.tail().splitlines()[-1] == "run    | stopped"
    finally:
        stack.stop()


def test_a_second_start_on_the_same_data_says_that_the_site_runs(stack: Stack) -> None:
    lock = (stack.folder / "run.lock").read_text().strip()
    other = spawn([CHECKOUT / "run"], env=stack.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    said, _nothing = other.communicate()
    assert other.returncode == 1
    assert said.decode() == f"CommandError: bidplay already runs with this data, {lock}.\n"
    assert stack.url in lock
