"""The formats there are, by the names under which plans keep them."""

from __future__ import annotations

from games.contests.field import Format
from games.contests.knockout import Knockout
from games.contests.round_robin import RoundRobin

FORMATS: dict[str, Format] = {
    "round_robin": RoundRobin(),
    "knockout": Knockout(),
}
