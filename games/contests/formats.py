"""The formats there are, by the names under which plans keep them."""

from __future__ import annotations

from games.contests.field import Format

FORMATS: dict[str, Format] = {}
