"""Tie-breaks: what each is worth to an entry, and every part of that. Their order is the plan's.

They follow the FIDE Handbook, C.07 (Tie-Break Regulations, in force since 1 March 2026). At a table of more
than two an entry meets all others: the table weighs as much as one game, each opponent an equal share of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

import msgspec

from games.contests.encounters import against, ahead_of
from games.contests.ledger import WON, Appearance, Ledger
from games.contests.plan import UNIT
from games.rules.chance import Chance
from games.rules.refusal import gettext_noop

_ = gettext_noop

WEIGHT = 60
"""What a table weighs in sums over opponents, however many they are: up to 6 can share it."""
LOTS = 1_000_000


class Part(msgspec.Struct, frozen=True, gc=False):
    """One part of a term: a round, or an opponent of a round."""

    value: int
    """What it adds, in the scale of its tie-break; as if it were not cut."""
    round: int | None = None
    opponent: int | None = None
    """The key of the entry it is about; None where it is about nobody, or a whole table."""
    points: int | None = None
    """What the entry has of it, in units."""
    score: int | None = None
    """What the points of the opponent count, in units."""
    virtual: bool = False
    """Whether a virtual opponent stands in, as nothing was played."""
    voluntary: bool = False
    """Whether that is the entry's own doing; such rounds are cut before others."""
    cut: bool = False
    """Whether it is left out of the sum."""


class Level(msgspec.Struct, frozen=True):
    """What tie-breaks work on: the ledger, and the entries that are level by all that counts before."""

    ledger: Ledger
    keys: Sequence[int]
    chance: Chance
    met: dict[int, list[Part]] = {}
    """The scores of the opponents of entries, as far as they were asked for."""


class Tie(msgspec.Struct, frozen=True):
    """A tie-break; more is better. A term is the sum of those of its parts that are not cut."""

    name: str
    """For people; a message id."""
    about: str
    """What it is, in a sentence or two; a message id."""
    scale: int
    """How much of a term makes 1 for people."""
    parts: Callable[[Level, int], list[Part]]
    """The parts of the term of an entry among these."""
    terms: Callable[[Level], dict[int, int]] | None = None
    """The terms of all of them at once, where that is more than their parts one by one."""

    def of(self, level: Level) -> dict[int, int]:
        """The terms of all entries that are level."""
        if self.terms is not None:
            return self.terms(level)
        return {key: total(self.parts(level, key)) for key in level.keys}


def total(parts: Iterable[Part]) -> int:
    """What parts come to."""
    return sum(part.value for part in parts if not part.cut)


def _opponents(level: Level, key: int) -> list[Part]:
    """The score of each opponent (C.07, 8.1); where nothing was played a virtual one stands in (16.4)."""
    if key not in level.met:
        level.met[key] = _met(level.ledger, key)
    return level.met[key]


def _met(ledger: Ledger, key: int) -> list[Part]:
    found = []
    for one in ledger.sides[key]:
        if one.rivals:
            virtual = not one.is_played and not ledger.fixed
            voluntary = virtual and one.is_voluntary
            weight = WEIGHT // len(one.rivals)
            for rival in one.rivals:
                score = ledger.dummy(key, rival.entry) if virtual else ledger.adjusted[rival.entry]
                value = score * weight
                found.append(Part(value, one.round, rival.entry, rival.points, score, virtual, voluntary))
        elif not ledger.fixed:
            score = ledger.dummy(key)
            value = score * WEIGHT
            found.append(Part(value, one.round, None, one.points, score, True, one.is_voluntary))
    return found


def _times_points(level: Level, key: int) -> list[Part]:
    """The score of each opponent times what the entry has against it (C.07, 9.1)."""
    parts = _opponents(level, key)
    return [msgspec.structs.replace(part, value=part.value * (part.points or 0)) for part in parts]


def _berger(level: Level) -> dict[int, int]:
    return {
        key: sum(part.value * (part.points or 0) for part in _opponents(level, key)) for key in level.keys
    }


def _cut(level: Level, key: int, *, top: bool = False) -> list[Part]:
    """The scores of opponents without the least valuable round, and with ``top`` without the best one.

    Rounds that an entry chose not to play are cut before others (C.07, 14.1 and 16.5). All opponents of a
    table are cut together.
    """
    parts = _opponents(level, key)
    rounds: dict[int | None, tuple[bool, int]] = {}
    for part in parts:
        so_far = rounds.get(part.round, (True, 0))[1]
        rounds[part.round] = (not part.voluntary, so_far + part.value)
    cut = set()
    if rounds:
        cut.add(min(rounds, key=lambda number: rounds[number]))
    rest = [number for number in rounds if number not in cut]
    if top and rest:
        cut.add(max(rest, key=lambda number: rounds[number][1]))
    return [msgspec.structs.replace(part, cut=True) if part.round in cut else part for part in parts]


def _rounds(level: Level, key: int, *, counts: Callable[[Appearance], int]) -> list[Part]:
    """One part a round that counts for something."""
    found = []
    for one in level.ledger.sides[key]:
        value = counts(one)
        if value:
            rival = one.rivals[0].entry if len(one.rivals) == 1 else None
            found.append(Part(value, one.round, rival, one.points))
    return found


def _won(one: Appearance) -> int:
    """Whether it has what a win is worth, played or not (C.07, 7.1)."""
    return int(one.result == WON)


def _won_behind(one: Appearance) -> int:
    """Whether it was won at a table, and not from the first seat (C.07, 7.4 for the black men)."""
    return int(one.result == WON and one.is_played and one.seat > 0)


def _scored(one: Appearance) -> int:
    return round(one.score * UNIT)


def _direct(level: Level, key: int) -> list[Part]:
    """One part for each entry that is level: 1 if it is behind, and what there was against it."""
    places = ahead_of(level.ledger, level.keys)
    met = against(level.ledger, key, set(level.keys))
    return [
        Part(int(places[other] < places[key]), None, other, met.get(other))
        for other in level.keys
        if other != key
    ]


def _playoff(level: Level, key: int) -> list[Part]:
    won = level.ledger.field.by_key[key].playoff
    return [Part(won)] if won else []


def _lot(level: Level, key: int) -> list[Part]:
    """The lot of an entry hangs on its number alone, so that it stays whoever enters or leaves.

    It is the draw of that number, of the turn of the chance.
    """
    own = Chance(level.chance.key, level.chance.turn)
    own.draw = level.ledger.field.by_key[key].number
    return [Part(1 + own.below(LOTS))]


TIES = {
    "direct": Tie(
        _("direct encounter"),
        _("How many of the entries that are level it is ahead of by their matches against each other."),
        1,
        _direct,
        lambda level: ahead_of(level.ledger, level.keys),
    ),
    "sonneborn_berger": Tie(
        _("Sonneborn-Berger"),
        _("For each opponent, its points times what was won against it."),
        UNIT * UNIT * WEIGHT,
        _times_points,
        _berger,
    ),
    "buchholz": Tie(_("Buchholz"), _("The points of all opponents."), UNIT * WEIGHT, _opponents),
    "buchholz_cut1": Tie(
        _("Buchholz, cut 1"),
        _("The points of all opponents without the weakest one."),
        UNIT * WEIGHT,
        _cut,
    ),
    "buchholz_median": Tie(
        _("Buchholz, median"),
        _("The points of all opponents without the weakest and the strongest one."),
        UNIT * WEIGHT,
        partial(_cut, top=True),
    ),
    "wins": Tie(
        _("wins"), _("How many rounds were won, also without playing."), 1, partial(_rounds, counts=_won)
    ),
    "scores": Tie(
        _("points in the games"),
        _("The points scored in the games themselves, summed over all matches."),
        UNIT,
        partial(_rounds, counts=_scored),
    ),
    "second_seat_wins": Tie(
        _("wins with the less favoured seat"),
        _("How many matches were won from another seat than the first; in Bid Chess with black."),
        1,
        partial(_rounds, counts=_won_behind),
    ),
    "playoff": Tie(_("play-off"), _("What the directors have entered for a play-off."), 1, _playoff),
    "lot": Tie(_("lot"), _("A lot drawn from the seed of the contest; the higher one is ahead."), 1, _lot),
}
"""All tie-breaks, by the names under which plans keep them."""
