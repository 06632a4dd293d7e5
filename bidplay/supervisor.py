"""Keeps programs running side by side until told to stop. Knows nothing of Django or of what they do."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO

from bidplay.services import stop

Start = Callable[[], subprocess.Popen[bytes]]

LONGEST_PAUSE = 30.0
STEADY = 60.0
"""A program that ran for so many seconds is restarted at once; sooner, each restart waits twice as long."""


@dataclass
class Program:
    """One program: how to start it, the process that runs now, and when to start the next."""

    name: str
    start: Start
    process: subprocess.Popen[bytes]
    started: float
    pause: float = 0.0
    again: float | None = None


class Supervisor:
    """Starts programs, prints their lines with their names, restarts what ends, stops all in the end."""

    def __init__(self, patience: float = 15.0) -> None:
        self.programs: list[Program] = []
        self.patience = patience
        self.readers: list[threading.Thread] = []

    def add(self, name: str, start: Start) -> None:
        """Start a program and look after it from now on."""
        self.programs.append(Program(name, start, self._started(name, start), time.monotonic()))

    def tend(self) -> None:
        """Restart what has ended and whose pause is over."""
        now = time.monotonic()
        for program in self.programs:
            if program.again is None and program.process.poll() is not None:
                steady = now - program.started > STEADY
                program.pause = 0.5 if steady else min(max(2 * program.pause, 0.5), LONGEST_PAUSE)
                program.again = now + program.pause
                code = program.process.returncode
                self.say("run", f"{program.name} ended with code {code}; again in {program.pause:g} s")
            elif program.again is not None and now >= program.again:
                self._restart(program, now)

    def stop(self) -> None:
        """Stop all programs, the last started first; what the first signal does not stop, a second kills."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda *_: self.kill())
        for program in reversed(self.programs):
            stop(program.process, self.patience)
        for reader in self.readers:
            reader.join(1)

    def kill(self) -> None:
        """End all programs now, whatever they are doing."""
        for program in self.programs:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(program.process.pid, signal.SIGKILL)

    @staticmethod
    def say(name: str, line: str) -> None:
        """Print a line under a name; nobody listening is no reason to end."""
        with contextlib.suppress(OSError):
            sys.stdout.write(f"{name:<6} | {line}\n")
            sys.stdout.flush()

    def _restart(self, program: Program, now: float) -> None:
        try:
            program.process = self._started(program.name, program.start)
        except (OSError, RuntimeError) as error:
            self.say("run", f"{program.name} does not start: {error}")
            program.pause = min(2 * program.pause, LONGEST_PAUSE)
            program.again = now + program.pause
            return
        program.started, program.again = now, None

    def _started(self, name: str, start: Start) -> subprocess.Popen[bytes]:
        process = start()
        if process.stdout is not None:
            reader = threading.Thread(target=self._repeat, args=(name, process.stdout), daemon=True)
            reader.start()
            self.readers = [*(other for other in self.readers if other.is_alive()), reader]
        return process

    def _repeat(self, name: str, lines: BinaryIO) -> None:
        for line in lines:
            if text := line.decode(errors="replace").rstrip():
                self.say(name, text)
