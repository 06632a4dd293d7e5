"""Contests for journeys: how they are called, and people whose programs enter and play them.

By default they are small. ``CONTESTS=full`` in the environment asks for those a club would hold: two leagues
of 3 divisions of 8, a Swiss of 64; then ``CONTEST_SECONDS`` should be some thousands.
"""

from __future__ import annotations

import datetime
import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, get_type_hints

import msgspec

from games.rules import GAMES
from games.rules.chance import Chance
from games.rules.game import Decision
from tests.journeys.shelf import Player, signed_up
from tests.journeys.stack import Stack

FULL = os.environ.get("CONTESTS") == "full"
LONGEST = int(os.environ.get("CONTEST_SECONDS", "420"))
"""After so many seconds contests that still go on are taken for ones that hang."""
REGISTRATION = 90 if FULL else 12
"""For how many seconds one may enter; the next season of a league takes entries for as long."""
PACE = {"interval": 3600, "grace": False}
SEASONS = 2
HANDS = 6
THOUGHT = 10
"""At how many positions a program looks for a move of Bid Chess."""
"""So many programs play at the same time."""


@dataclass(frozen=True)
class Cup:
    """A contest to be: what its director asks for, and who enters, teams as ``a+b``."""

    name: str
    game: str
    entries: int
    plan: dict[str, Any]
    size: int = 2
    team: int = 1
    options: dict[str, Any] = field(default_factory=dict)
    league: bool = False

    @property
    def call(self) -> dict[str, Any]:
        """What is sent to open it."""
        starts = datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=REGISTRATION)
        return {
            "name": self.name,
            "game": self.game,
            "size": self.size,
            "team": self.team,
            "options": self.options,
            "plan": self.plan,
            "pace": PACE if self.size > 1 else {},
            "round_days": 0 if self.size > 1 else 1,
            "league": self.league,
            "starts_at": starts.isoformat(),
        }

    @property
    def people(self) -> list[str]:
        """The user names of all who play in it."""
        return [f"p{number}" for number in range(self.entries * self.team)]

    @property
    def seasons(self) -> int:
        """How many seasons are played."""
        return SEASONS if self.league else 1


def league(division: int) -> dict[str, Any]:
    return {
        "stages": [
            {
                "format": "league",
                "division": division,
                "least": min(6, division - 1),
                "most": division + 2,
                "up": 2 if division > 4 else 1,
                "at_once": 0,
            }
        ],
        "ties": ["direct", "sonneborn_berger", "wins", "lot"],
    }


CUPS = (
    Cup("Fourbid league", "fourbid", 24 if FULL else 6, league(8 if FULL else 3), league=True),
    Cup(
        "Chess league",
        "bid_chess",
        24 if FULL else 6,
        league(8 if FULL else 3),
        options={"items": 2},
        league=True,
    ),
    Cup(
        "Tricks for all",
        "bids",
        64 if FULL else 12,
        {"stages": [{"format": "swiss", "rounds": 5 if FULL else 2}], "points": "places"},
        size=4,
        options={"rounds": 1},
    ),
    Cup(
        "Races of pairs",
        "bid_n_bet",
        16 if FULL else 8,
        {"stages": [{"format": "pods", "advance": 2}], "points": "places"},
        size=4,
        team=2,
        options={"track": 9, "turn_cap": 6},
    ),
    Cup(
        "A week of squares",
        "foursquare",
        12 if FULL else 4,
        {"stages": [{"format": "duplicate", "rounds": 7 if FULL else 2, "early": True}], "points": "score"},
        size=1,
    ),
)


class Entrant(Player):
    """A person who orders as the game's own bot would from what the API shows, without waiting for mails; now
    and then one resigns a game of Bid Chess, so that it comes to an end."""

    def _knows(self, duty: dict[str, Any]) -> bool:
        return True

    def _order(self, duty: dict[str, Any]) -> None:
        status, match = self.program.call("GET", f"matches/{duty['id']}")
        assert status == 200, match
        if match["decision"] is not None and match["turn"] == duty["turn"]:
            self.offers[duty["id"]] = tuple(self._wanted(duty, match["view"]))
            super()._order(duty)

    def _wanted(self, duty: dict[str, Any], view: dict[str, Any]) -> Iterator[str]:
        if duty["game"] == "bid_chess" and duty["turn"] > 6 and self.random.random() < 0.08:
            yield "resign"
        game = GAMES[duty["game"]]
        seen = msgspec.convert(view, get_type_hints(type(game).view)["return"])
        luck = Chance(self.random.randbytes(32), duty["turn"])
        yield game.choose(seen, duty["seat"], msgspec.convert(duty["decision"], Decision), luck)


def entrants(stack: Stack, names: Sequence[str]) -> dict[str, Entrant]:
    """People with the tokens of their programs."""
    return {name: Entrant(name, one.program, stack.sink) for name, one in signed_up(stack, names).items()}


def opened(director: Player, cup: Cup) -> str:
    """The code of a contest that its director has announced."""
    status, contest = director.program.call("POST", "contests", **cup.call)
    assert status == 201, contest
    code: str = contest["id"]
    status, contest = director.program.call("POST", f"contests/{code}/announce")
    assert (status, contest["status"]) == (200, "registration"), contest
    return code


def enter(people: dict[str, Entrant], cup: Cup, code: str) -> None:
    """Everybody enters, teams by their captains; the mates join them."""
    place = f"contests/{code}"
    for number in range(0, len(cup.people), cup.team):
        captain, *mates = cup.people[number : number + cup.team]
        named = {"name": f"Stable {number // cup.team + 1}", "mates": mates} if mates else {}
        status, entry = people[captain].program.call("POST", f"{place}/entries", word=captain, **named)
        assert status == 201, entry
        for mate in mates:
            mine = entry["entry"]["id"] if "entry" in entry else entry["id"]
            status, answer = people[mate].program.call("POST", f"{place}/team/join", entry=mine)
            assert status in (200, 201), answer


def read(player: Player, code: str) -> dict[str, Any]:
    """A contest as a program reads it."""
    status, contest = player.program.call("GET", f"contests/{code}")
    assert status == 200, contest
    return dict(contest)


def seasons_of(player: Player, cup: Cup, code: str) -> list[dict[str, Any]]:
    """The contest, or the seasons of the league, the first one first, as far as they are to be played."""
    first = read(player, code)
    if not cup.league:
        return [first]
    status, page = player.program.call("GET", f"contests?league={first['league']}&size=30")
    assert status == 200, page
    found = sorted(page["results"], key=lambda line: line["season"])
    return [read(player, line["id"]) for line in found[: cup.seasons]]


def close(director: Player, season: dict[str, Any]) -> None:
    """Let no season of a league follow this one."""
    place = f"contests/{season['id']}/acts"
    status, answer = director.program.call("POST", place, verb="close_league", data={}, why="it was a trial")
    assert status in (200, 201), answer


def play_all(
    stack: Stack, director: Player, people: dict[str, Entrant], codes: dict[str, str]
) -> dict[str, list[dict[str, Any]]]:
    """Let everybody answer whatever they are asked until every contest is over; by name all its seasons."""
    GAMES["bid_chess"].budget = THOUGHT
    end = time.monotonic() + LONGEST
    over: dict[str, list[dict[str, Any]]] = {}
    closed: set[str] = set()
    with ThreadPoolExecutor(HANDS) as hands:
        while len(over) < len(CUPS):
            asked = sum(hands.map(Entrant.play, people.values()))
            for cup in (cup for cup in CUPS if cup.league and cup.name not in closed):
                seasons = seasons_of(director, cup, codes[cup.name])
                if len(seasons) == cup.seasons:
                    close(director, seasons[-1])
                    closed.add(cup.name)
            if not asked:
                time.sleep(0.3)
                over = ended(director, codes)
            assert time.monotonic() < end, f"over are only {list(over)}\n{stack.tail()}"
    return over


def ended(director: Player, codes: dict[str, str]) -> dict[str, list[dict[str, Any]]]:
    """The seasons of those contests all of whose seasons are over, by name."""
    found = {cup.name: (cup, seasons_of(director, cup, codes[cup.name])) for cup in CUPS}
    return {
        name: seasons
        for name, (cup, seasons) in found.items()
        if [one["status"] for one in seasons] == ["finished"] * cup.seasons
    }
