"""The formats there are, by the names under which plans keep them."""

from __future__ import annotations

from games.contests.duplicate import Duplicate
from games.contests.field import Format
from games.contests.knockout import Knockout
from games.contests.ladder import Ladder
from games.contests.league import League
from games.contests.pods import Pods
from games.contests.round_robin import RoundRobin
from games.contests.swiss.system import Swiss

FORMATS: dict[str, Format] = {
    "round_robin": RoundRobin(),
    "swiss": Swiss(),
    "knockout": Knockout(),
    "pods": Pods(),
    "duplicate": Duplicate(),
    "league": League(),
    "ladder": Ladder(),
}
