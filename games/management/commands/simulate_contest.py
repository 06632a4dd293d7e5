"""Plays a whole contest with bots at once, so that a director can try a format before announcing it."""

from __future__ import annotations

import argparse
import hashlib
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext

from games.contests.course import Course, Played, Result, course
from games.contests.field import Field
from games.contests.formats import FORMATS
from games.contests.plan import UNIT, Plan, Stage
from games.contests.stages import check_plan
from games.contests.standings import standings
from games.contests.ties import TIES
from games.rules import GAMES
from games.rules.chance import Chance
from games.rules.exhibition import exhibited
from games.rules.game import Game, Refusal

FORMAT_NAMES = (*FORMATS, "double", "groups")
"""Besides the formats: ``double`` elimination; ``groups`` whose best go on to a knock-out or to pods."""
USUAL_TABLES = {"fourbid": 2, "foursquare": 1, "bid_n_bet": 4, "bids": 4, "bid_chess": 2}
THOUGHT = 40
"""At how many positions a bot that looks ahead looks here: what counts is the contest, not its play."""
WIDTH = 30
PROGRESS = 0.2
"""Seconds between two looks of the progress bar."""


class Command(BaseCommand):
    """Simulate a contest; nothing is stored, and no server has to run."""

    help = "Play a whole contest with bots at once and show its standings; nothing is stored."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """A format, a game, how many entries, and whatever numbers the format takes."""
        parser.add_argument("--format", required=True, choices=FORMAT_NAMES)
        parser.add_argument("--game", required=True, choices=list(GAMES))
        parser.add_argument("--entries", type=_count, required=True)
        parser.add_argument("--table", type=_count, help="seats of a table; by default what is usual")
        parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="of the game")
        parser.add_argument("--points", default="", choices=("classic", "three", "places", "score"))
        parser.add_argument("--ties", help="tie-breaks in their order, such as buchholz,wins,lot")
        for name, meaning in NUMBERS.items():
            parser.add_argument(f"--{name.replace('_', '-')}", type=_count, help=meaning)
        parser.add_argument("--seed", default="1", help="any text; the same text gives the same contest")
        parser.add_argument(
            "--top", type=_count, default=20, help="how many lines of the standings are shown"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Play it, with a progress bar, and print the standings of every group of every stage."""
        game = GAMES[options["game"]]
        size = options["table"] or USUAL_TABLES[game.slug]
        bar = Bar(self.stderr if sys.stderr.isatty() else None)
        try:
            plan = planned(options, size)
            check_plan(plan, size, game.seats, options["entries"])
            chosen = game.options(**dict(_chosen(options["option"], game)))
            game.setup(size, chosen, Chance(b"trial", 0))
        except Refusal as refusal:
            raise CommandError(gettext(refusal.message).format(**refusal.data)) from refusal
        table = Table(game, chosen, bar)
        key = hashlib.sha256(options["seed"].encode()).digest()
        entries = range(1, options["entries"] + 1)
        found = course(plan, size, min(game.seats[0], size), entries, key, table.play, bar.told)
        bar.done()
        for line in told(found, options["top"]):
            self.stdout.write(line)
        self.stdout.write(f"{table.played} matches of {game.name}, {bar.seconds:.1f} s")


NUMBERS: Mapping[str, str] = {
    "rounds": "Swiss, duplicate, ladder: how many",
    "legs": "round robin: how often everybody meets everybody",
    "best_of": "knock-out: of how many matches a pairing is the best",
    "advance": "pods: how many of each table go on",
    "groups": "in how many groups the first stage is played",
    "through": "groups: how many of each go on",
    "division": "league: how many entries a division has",
}


def _count(text: str) -> int:
    """A whole number from 1 on."""
    if not text.isdecimal() or not 0 < int(text) <= 100_000:
        raise argparse.ArgumentTypeError("a whole number from 1 to 100000 is wanted")
    return int(text)


def planned(options: Mapping[str, Any], size: int) -> Plan:
    """The plan that the arguments describe. Raises ``IllegalPlan`` for a tie-break that does not exist."""
    numbers = {name: options[name] for name in NUMBERS if options[name] is not None}
    points = options["points"] or ("classic" if size == 2 else "score" if size == 1 else "places")
    wanted: dict[str, Any] = {"stages": _stages(options["format"], numbers, size), "points": points}
    if options["ties"]:
        wanted["ties"] = tuple(name.strip() for name in options["ties"].split(","))
    return Plan(**wanted)


def _stages(format_name: str, numbers: dict[str, Any], size: int) -> tuple[Stage, ...]:
    if format_name == "double":
        return (Stage(format="knockout", double=True, **numbers),)
    if format_name != "groups":
        return (Stage(format=format_name, **numbers),)
    first = {"groups": 4, "through": 2} | numbers
    best_of, advance = first.pop("best_of", 1), first.pop("advance", 1)
    after = Stage(format="knockout", best_of=best_of) if size == 2 else Stage(format="pods", advance=advance)
    return (Stage(format="round_robin", **first), after)


def _chosen(pairs: list[str], game: Game[Any]) -> Iterator[tuple[str, Any]]:
    """Options of the game from ``NAME=VALUE``, whole numbers as such."""
    for pair in pairs:
        name, _, value = pair.partition("=")
        if name not in game.options.names():
            known = ", ".join(game.options.names())
            raise CommandError(f"{game.name} has no option “{name}”; it has {known}.")
        yield name, int(value) if value.lstrip("-").isdecimal() else value


class Table:
    """Plays matches among bots and counts them."""

    def __init__(self, game: Game[Any], options: Any, bar: Bar) -> None:
        self.game, self.options, self.bar = game, options, bar
        self.played = 0
        self.game.budget = min(self.game.budget, THOUGHT)

    def play(self, seats: int, key: bytes, luck: bytes) -> Result:
        """One match."""
        outcome = exhibited(self.game, seats, self.options, key, luck)
        self.played += 1
        self.bar.show(self.played)
        return outcome.places, None if outcome.scores is None else tuple(map(float, outcome.scores))


class Bar:
    """A progress bar on a terminal; silent elsewhere. How long it takes is guessed from the rounds."""

    def __init__(self, out: Any) -> None:
        self.out = out
        self.began = self.shown = time.monotonic()
        self.round = ""
        self.share = 0.0

    @property
    def seconds(self) -> float:
        """For how long it has been running."""
        return time.monotonic() - self.began

    def told(self, played: Played) -> None:
        """A round is over."""
        field = played.field
        rounds = FORMATS[field.stage.format].rounds(field.stage, field.size, len(field.entries))
        self.share = min(1.0, played.number / rounds) if rounds else 0.0
        self.round = f"stage {played.stage + 1}, group {played.group}, round {played.number}"

    def show(self, played: int) -> None:
        """So many matches have been played."""
        if self.out is None or time.monotonic() - self.shown < PROGRESS:
            return
        self.shown = time.monotonic()
        full = round(self.share * WIDTH)
        self.out.write(f"\r[{'#' * full}{'.' * (WIDTH - full)}] {played} matches; {self.round} ", ending="")

    def done(self) -> None:
        """Clear the line."""
        if self.out is not None:
            self.out.write("\r" + " " * (WIDTH + 60) + "\r", ending="")


def told(found: Course, top: int) -> Iterator[str]:
    """The standings of every group, as lines of text."""
    for number, (fields, placings) in enumerate(zip(found.stages, found.placings, strict=True), 1):
        for group, (field, placing) in enumerate(zip(fields, placings, strict=True), 1):
            name = gettext(FORMATS[field.stage.format].name)
            yield f"Stage {number}, {name}, group {group}: {field.last_round} rounds"
            yield from _table(field, placing, top)
            yield ""


def _table(field: Field, placing: Sequence[Sequence[int]], top: int) -> Iterator[str]:
    """A line for each of the first entries: a place, which may be shared, points, matches, tie-breaks."""
    order = [(key, level) for level in placing for key in level]
    places = {
        key: 1 + next(n for n, (_k, other) in enumerate(order) if other is level) for key, level in order
    }
    lines = {line.entry: line for line in standings(field, Chance(b"lots", 0))}
    ties = [TIES[name] for name in field.plan.ties]
    heads = ["place", "entry", "points", "won", "drawn", "lost", *field.plan.ties]
    yield "  ".join(head.rjust(6) for head in heads)
    for key, _level in order[:top]:
        line = lines[key]
        terms = [_number(term / tie.scale) for term, tie in zip(line.terms, ties, strict=True)]
        cells = [str(places[key]), str(key), _number(line.points / UNIT), str(line.wins), str(line.draws)]
        cells += [str(line.losses), *terms]
        yield "  ".join(cell.rjust(max(6, len(head))) for cell, head in zip(cells, heads, strict=True))


def _number(value: float) -> str:
    return f"{value:g}" if value == int(value) else f"{value:.2f}".rstrip("0")
