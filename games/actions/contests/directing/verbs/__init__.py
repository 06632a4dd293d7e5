"""The acts there are, by their names. Each is done by a verb of a room beside this one."""

from __future__ import annotations

from typing import Any

from games.actions.contests.directing.case import Verb
from games.actions.contests.directing.verbs.before import ChangeDates, Draw, Remove, Seed
from games.actions.contests.directing.verbs.clocks import Extend
from games.actions.contests.directing.verbs.pairings import Pair, Repair, Swap
from games.actions.contests.directing.verbs.people import BringBack, GiveBye, Replace, Withdraw
from games.actions.contests.directing.verbs.results import Adjudicate, Annul, PlayOff
from games.actions.contests.directing.verbs.whole import (
    AddDirector,
    CallOff,
    CloseLeague,
    GoOn,
    Pause,
    RemoveDirector,
    Undo,
    Word,
)

VERBS: dict[str, Verb[Any]] = {
    verb.name: verb
    for verb in (
        Draw(),
        Seed(),
        Remove(),
        ChangeDates(),
        Pair(),
        Swap(),
        Repair(),
        Adjudicate(),
        Annul(),
        PlayOff(),
        Replace(),
        Withdraw(),
        BringBack(),
        GiveBye(),
        Extend(),
        Pause(),
        GoOn(),
        Word(),
        AddDirector(),
        RemoveDirector(),
        CloseLeague(),
        CallOff(),
        Undo(),
    )
}

DOABLE = tuple(name for name, verb in VERBS.items() if verb.during)
"""What a director may do by name; the log has more."""
