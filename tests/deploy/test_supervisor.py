"""The supervisor restarts what ends, ever more slowly, and leaves nothing behind."""

import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from bidplay.services import spawn
from bidplay.supervisor import LONGEST_PAUSE, Supervisor


def shell(script: str) -> Callable[[], subprocess.Popen[bytes]]:
    return lambda: spawn(["sh", "-c", script], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def tend_until(supervisor: Supervisor, true: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not true() and time.monotonic() < end:
        supervisor.tend()
        time.sleep(0.02)
    assert true()


def test_a_program_that_ended_is_started_again(capfd: pytest.CaptureFixture[str]) -> None:
    supervisor = Supervisor()
    supervisor.add("clock", shell("echo tick; sleep 60"))
    first = supervisor.programs[0].process
    first.kill()
    first.wait()
    tend_until(supervisor, lambda: supervisor.programs[0].process.pid != first.pid)
    supervisor.stop()
    assert "run    | clock ended with code -9; again in 0.5 s" in capfd.readouterr().out


def test_each_early_end_doubles_the_pause_up_to_a_limit() -> None:
    supervisor = Supervisor()
    supervisor.add("web", shell("exit 3"))
    program, pauses = supervisor.programs[0], []
    for _n in range(8):
        program.process.wait()
        supervisor.tend()
        pauses.append(program.pause)
        program.again = 0
        supervisor.tend()
    assert pauses == [0.5, 1, 2, 4, 8, 16, LONGEST_PAUSE, LONGEST_PAUSE]
    supervisor.stop()


def test_a_program_that_ran_for_long_is_started_again_at_once() -> None:
    supervisor = Supervisor()
    supervisor.add("web", shell("exit 3"))
    program = supervisor.programs[0]
    program.process.wait()
    program.pause, program.started = 16, program.started - 3600
    supervisor.tend()
    assert program.pause == 0.5
    supervisor.stop()


def test_a_program_that_can_not_be_started_again_is_tried_later(capfd: pytest.CaptureFixture[str]) -> None:
    supervisor = Supervisor()
    supervisor.add("web", shell("exit 3"))
    program = supervisor.programs[0]
    program.process.wait()
    supervisor.tend()

    def fail() -> subprocess.Popen[bytes]:
        raise RuntimeError("no room")

    program.start, program.again = fail, 0
    supervisor.tend()
    assert program.pause == 1
    assert program.again is not None
    assert "run    | web does not start: no room" in capfd.readouterr().out
    supervisor.stop()


def test_lines_carry_the_name_of_their_program(capfd: pytest.CaptureFixture[str]) -> None:
    supervisor = Supervisor()
    supervisor.add("worker", shell("echo one; echo two >&2"))
    supervisor.programs[0].process.wait()
    supervisor.stop()
    assert capfd.readouterr().out == "worker | one\nworker | two\n"


def test_stopping_ends_everything_the_last_started_first(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    supervisor, names = Supervisor(), ("valkey", "web")
    for name in names:
        up = f"trap 'echo bye; exit' TERM; touch {tmp_path / name}"
        supervisor.add(name, shell(f"{up}; while :; do sleep 0.05; done"))
    # What was printed is read once: reading it while it is written loses lines.
    tend_until(supervisor, lambda: all((tmp_path / name).exists() for name in names))
    supervisor.stop()
    assert all(program.process.returncode == 0 for program in supervisor.programs)
    lines = [line for line in capfd.readouterr().out.splitlines() if line.endswith("bye")]
    assert lines == ["web    | bye", "valkey | bye"]
