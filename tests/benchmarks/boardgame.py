"""boardgame.io's server as a peer: installed once into the data folder, started, asked for slices."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path

from bidplay.services import spawn, wait_until
from tests.benchmarks.stage import Stage, say

PACKAGES = ("boardgame.io@0.50.2", "node-persist@3", "socket.io-client@4", "koa-compose@4.1.0")
SOURCES = Path(__file__).parent / "peers" / "boardgame"


class Talk:
    """A program of the peer that answers a number of seconds with what it measured in them."""

    def __init__(self, stage: Stage, home: Path, name: str, environment: Mapping[str, str]) -> None:
        known = {**environment, "NODE_PATH": str(home / "node_modules")}
        self.process = stage.talk("node", SOURCES / name, env=known)

    def slice(self, seconds: float) -> Mapping[str, float]:
        """Measure for so long."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{seconds}\n".encode())
        self.process.stdin.flush()
        answer: dict[str, float] = json.loads(self.process.stdout.readline())
        return answer


class Boardgame:
    """A boardgame.io server with its store in files, and the clients that bid there."""

    def __init__(self, stage: Stage, home: Path) -> None:
        self.port = stage.port()
        environment = {
            **os.environ,
            "PORT": str(self.port),
            "STORE": str(stage.folder / "boardgame"),
            "NODE_PATH": str(home / "node_modules"),
        }
        server = stage.keep(
            spawn(["node", SOURCES / "server.js"], env=environment, stdout=stage.log, stderr=stage.log)
        )
        wait_until(self._answers, 60, "boardgame.io does not answer", server)
        self.clients = Talk(stage, home, "client.js", environment)

    def slice(self, seconds: float) -> Mapping[str, float]:
        """Bids of eight clients for so long."""
        return self.clients.slice(seconds)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/games", timeout=5):
                return True
        except urllib.error.HTTPError:
            return True
        except OSError:
            return False


def installed(data_dir: Path) -> Path | None:
    """The folder with the packages, installed if they were not; None where they can't be had."""
    home = data_dir / "bench" / "boardgame"
    if (home / "done").exists():
        return home
    if not (shutil.which("node") and shutil.which("npm")):
        return None
    home.mkdir(parents=True, exist_ok=True)
    say("installing boardgame.io")
    line = ["npm", "install", "--prefix", str(home), "--no-audit", "--no-fund", "--ignore-scripts", *PACKAGES]
    try:
        subprocess.run(line, capture_output=True, check=True, timeout=300)
    except (subprocess.SubprocessError, OSError):
        return None
    (home / "done").touch()
    return home
