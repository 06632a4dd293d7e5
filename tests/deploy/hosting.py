"""What the files in deploy/ say, as values: the environment, the units, the compose file, the image."""

from __future__ import annotations

import ast
import json
import re
import shlex
from itertools import chain
from pathlib import Path
from typing import Any

import yaml

CHECKOUT = Path(__file__).resolve().parents[2]
DEPLOY = CHECKOUT / "deploy"
PYTHON = "/srv/bidplay/.venv/bin/python"
"""The Python of the units."""


def names_in_settings() -> set[str]:
    """Every environment variable that the settings read, and the rooms that they hand theirs to."""
    found = set()
    trees = [ast.parse((CHECKOUT / "bidplay" / name).read_text()) for name in ("settings.py", "api.py")]
    for node in chain.from_iterable(map(ast.walk, trees)):
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="env")), args=[ast.Constant(value=str(name)), *_]
            ):
                found.add(name)
            case ast.Compare(left=ast.Constant(value=str(name)), comparators=[ast.Attribute(attr="environ")]):
                found.add(name)
    return found


def example(commented: bool = True) -> dict[str, str]:
    """The variables of env.example, with or without those that are commented out."""
    pattern = r"^#?([A-Z_]+)=(.*)$" if commented else r"^([A-Z_]+)=(.*)$"
    lines = re.findall(pattern, (DEPLOY / "env.example").read_text(), re.MULTILINE)
    return {name: "".join(shlex.split(value)) for name, value in lines}


def unit(name: str) -> dict[str, list[str]]:
    """The [Service] section of a unit: for each key its values."""
    section = re.split(r"^\[(\w+)\]$", (DEPLOY / "systemd" / name).read_text(), flags=re.MULTILINE)
    service = section[section.index("Service") + 1]
    values: dict[str, list[str]] = {}
    for line in filter(None, service.splitlines()):
        key, _sign, value = line.partition("=")
        values.setdefault(key, []).append(value)
    return values


def unit_commands(name: str) -> list[list[str]]:
    """The commands that a unit starts, without the Python they are for."""
    commands = [shlex.split(line.replace("%%", "%")) for line in unit(name)["ExecStart"]]
    assert {command[0] for command in commands} == {PYTHON}
    return [command[1:] for command in commands]


def compose() -> dict[str, Any]:
    """The compose file."""
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text())


def compose_command(service: str) -> list[str]:
    """The command of a service, without the Python it is for."""
    words = shlex.split(compose()["services"][service]["command"])
    assert words[0] == "python"
    return words[1:]


def image_command() -> list[str]:
    """What the image runs if nothing else is said, without the Python it is for."""
    found = re.search(r"^CMD (\[.*\])$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    assert found is not None
    words: list[str] = json.loads(found[1])
    assert words[0] == "python"
    return words[1:]


def without_address(command: list[str]) -> list[str]:
    """A command without the address it binds to, which differs between a container and a host."""
    return [word for word in command if not re.fullmatch(r"[\d.]+:\d+", word)]
