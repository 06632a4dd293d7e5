"""Directing contests in tests: one act of every verb, and all rows of the site at a glance."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.apps import apps

from games.actions.contests.directing import acts, preview, undo
from games.actions.contests.directing.effects import Effect
from games.actions.contests.directing.keeping import LOOSE, rows_of
from games.models import Act, Contest, Pairing
from tests.actions.contests.cups import START, begun, called, entered, plan_of, running, ticked, win
from tests.actions.tables import DAY, HOUR, NOW, person

FOUR = ("ann", "bob", "cid", "dan")
LATER = START + HOUR


def everything() -> dict[str, list[tuple[Any, ...]]]:
    """All rows of the site."""
    models = [*apps.get_app_config("games").get_models(), *apps.get_app_config("accounts").get_models()]
    models.append(Contest.directors.through)
    return {model.__name__: sorted(model._default_manager.values_list(), key=repr) for model in models}


def rows(contest: Contest) -> Any:
    """The rows of a contest that an act may change, without those that the clock makes."""
    found = rows_of(Contest.objects.get(pk=contest.pk))
    for name in LOOSE:
        found["contest"][contest.pk].pop(name)
    return found


def do(contest: Contest, verb: str, now: datetime.datetime = LATER, by: str = "dir", **data: Any) -> Act:
    return acts.act(person(by), contest, verb, data, "a reason", now)


def look(contest: Contest, verb: str, now: datetime.datetime = LATER, by: str = "dir", **data: Any) -> Effect:
    return preview.preview(person(by), contest, verb, data, now)


def take_back(act: Act, now: datetime.datetime = LATER, by: str = "dir") -> Act:
    return undo.undo(person(by), Act.objects.get(pk=act.pk), now)


def key(contest: Contest, name: str) -> int:
    """The key of an entry by its title."""
    return {entry.title: entry.pk for entry in contest.entries.select_related("user")}[name]


def pairing(contest: Contest, number: int = 1, board: int = 1) -> Pairing:
    return Pairing.objects.get(round__group__contest=contest, round__number=number, board=board)


def registering(**call: Any) -> Contest:
    return entered(called(**call), *FOUR)


def drawn(format: str = "round_robin", names: tuple[str, ...] = FOUR, **call: Any) -> Contest:
    """A contest that is drawn and begins a day later."""
    contest = entered(called(plan_of(format), **call), *names)
    do(contest, "draw", NOW)
    contest.refresh_from_db()
    return contest


def playing(format: str = "swiss", names: tuple[str, ...] = FOUR, **call: Any) -> Contest:
    """A contest in whose first round nothing is played yet; its matches have three turns."""
    numbers = {"rounds": 3} if format == "swiss" else {}
    return begun(*names, plan=plan_of(format, **numbers), options={"turns": 3}, **call)


def half_played() -> Contest:
    """A Swiss in whose first round one table of two has ended."""
    contest = playing()
    win(running(contest)[0], 0)
    return ticked(contest)


def paused() -> Contest:
    """A Swiss that pauses, and whose first round is over."""
    contest = playing()
    do(contest, "pause", START)
    for match in running(contest):
        win(match, 0)
    return ticked(contest)


def paired() -> Contest:
    contest = paused()
    do(contest, "pair", START)
    contest.refresh_from_db()
    return contest


@dataclass(frozen=True)
class Example:
    """One act that can be done."""

    verb: str
    made: Callable[[], Contest]
    data: Callable[[Contest], dict[str, Any]] = lambda _contest: {}
    lasting: bool = False
    """Whether it can't be undone."""
    now: datetime.datetime = LATER


def _withdrawn() -> Contest:
    contest = drawn("swiss")
    do(contest, "withdraw", NOW, entry=key(contest, "dan"))
    return contest


def _two_directors() -> Contest:
    contest = playing()
    person("eve")
    do(contest, "add_director", NOW, person="eve")
    return contest


def _level() -> Contest:
    """A Swiss whose plan has play-offs, in its first round."""
    plan = plan_of("swiss", rounds=3, ties=("playoff", "lot"))
    return begun(*FOUR, plan=plan, options={"turns": 3})


def _spare() -> Contest:
    person("eve")
    return drawn("swiss")


def _running_pause() -> Contest:
    contest = playing()
    do(contest, "pause", START, tables=True)
    contest.refresh_from_db()
    return contest


def of(name: str) -> Callable[[Contest], dict[str, Any]]:
    return lambda contest: {"entry": key(contest, name)}


def first(**data: Any) -> Callable[[Contest], dict[str, Any]]:
    return lambda contest: {"pairing": pairing(contest).pk, **data}


def two(one: str, other: str) -> Callable[[Contest], dict[str, Any]]:
    return lambda contest: {"one": key(contest, one), "other": key(contest, other)}


EXAMPLES = {
    "draw": Example("draw", registering, now=NOW),
    "draw anew": Example("draw", drawn, now=NOW),
    "seed": Example(
        "seed", registering, lambda contest: {"entries": [key(contest, "dan"), key(contest, "bob")]}, now=NOW
    ),
    "remove": Example("remove", registering, of("bob"), now=NOW),
    "dates": Example(
        "dates", registering, lambda _c: {"starts_at": (START + DAY).isoformat(), "round_days": 7}, now=NOW
    ),
    "pair": Example("pair", drawn, now=NOW),
    "pair in a pause": Example("pair", paused),
    "swap in the draw": Example("swap", drawn, two("ann", "dan"), now=NOW),
    "swap in a round": Example("swap", paired, two("ann", "dan")),
    "repair": Example("repair", playing, first()),
    "adjudicate": Example("adjudicate", playing, first(places=[1, 2])),
    "adjudicate a result": Example("adjudicate", half_played, first(places=[1, 1], points=[0.5, 0.5])),
    "play-off": Example("play_off", _level, lambda c: {"entry": key(c, "bob"), "won": 2}),
    "annul": Example("annul", half_played, first()),
    "annul and replay": Example("annul", playing, first(replay=True)),
    "replace": Example("replace", _spare, lambda c: {"entry": key(c, "ann"), "person": "eve"}, now=NOW),
    "replace in play": Example(
        "replace",
        lambda: (person("eve"), playing())[1],
        lambda c: {"entry": key(c, "ann"), "person": "eve"},
        lasting=True,
    ),
    "withdraw": Example("withdraw", lambda: drawn("swiss"), of("dan"), now=NOW),
    "withdraw in play": Example("withdraw", playing, of("dan"), lasting=True),
    "withdraw before the draw": Example("withdraw", registering, of("dan"), now=NOW),
    "bring back": Example("bring_back", _withdrawn, of("dan"), now=NOW),
    "bye": Example("bye", playing, lambda c: {"entry": key(c, "ann"), "round": 2, "how": "full"}),
    "extend": Example("extend", playing, lambda _c: {"hours": 24}),
    "extend a table": Example("extend", playing, first(hours=5)),
    "pause": Example("pause", playing),
    "pause with tables": Example("pause", playing, lambda _c: {"tables": True}),
    "go on": Example("go_on", _running_pause, lambda _c: {"tables": True}),
    "word": Example("word", playing, lambda _c: {"text": "Hello\nall"}, lasting=True),
    "add a director": Example(
        "add_director", lambda: (person("eve"), playing())[1], lambda _c: {"person": "eve"}
    ),
    "remove a director": Example("remove_director", _two_directors, lambda _c: {"person": "eve"}),
    "end a league": Example("close_league", lambda: playing("league", league=True)),
    "call off": Example("call_off", playing, lasting=True),
}
