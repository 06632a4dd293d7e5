"""A whole contest played at once, as values: to try a format before it is announced, and to test all of them.

What takes months on the site is a loop here; pairings, points and standings are the very same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

import msgspec

from games.contests.divisions import arranged
from games.contests.duplicate import matchpoints
from games.contests.field import Entry, Field, Meeting, Pair, Share
from games.contests.formats import FORMATS
from games.contests.ladder import rungs, within_reach
from games.contests.plan import Plan, Stage
from games.contests.points import bye_points, series, share_points
from games.contests.stages import advancing, grouped
from games.contests.standings import placed
from games.rules.chance import Chance

Result: TypeAlias = tuple[tuple[int, ...], tuple[float, ...] | None]
"""How a match ended: the places of its seats, and their scores where the game has any."""
Play: TypeAlias = Callable[[int, bytes, bytes], Result]
"""Plays one match: with how many seats, by which key of its chance, and a key of its own for its bots."""
MOST_ROUNDS = 10_000
"""No contest has as many; a format that never ends would."""
CHALLENGES = 3
"""How many challenges a ladder sees for each entry, unless the plan says how many in all."""


class Played(msgspec.Struct, frozen=True):
    """A round that has just been played."""

    stage: int
    group: int
    """Counted from 1."""
    number: int
    field: Field
    """With the meetings of this round."""


class Course(msgspec.Struct, frozen=True):
    """What came of it: for each stage its groups as they ended, and who stands where in each."""

    stages: tuple[tuple[Field, ...], ...]
    placings: tuple[tuple[tuple[tuple[int, ...], ...], ...], ...]
    """For each stage and group the final order; keys that share a place are together."""


Leg: TypeAlias = Callable[[int, int], Result]
"""Plays a match of a pairing: with how many seats, and its number."""
Told: TypeAlias = Callable[[Played], None]


def course(
    plan: Plan,
    size: int,
    least: int,
    entries: Sequence[int],
    key: bytes,
    play: Play,
    told: Told = lambda played: None,
) -> Course:
    """Play every stage of a plan with these entries, the strongest first; the same for the same key.

    ``told`` is called after every round.
    """
    fields: list[tuple[Field, ...]] = []
    placings: list[tuple[tuple[tuple[int, ...], ...], ...]] = []
    for number, stage in enumerate(plan.stages):
        seeding = advancing(plan, number - 1, [flat(one) for one in placings[-1]]) if number else entries
        groups = [
            _played(Field(plan, stage, size, least, _entries(keys)), number, at, key, play, told)
            for at, keys in enumerate(_groups(stage, seeding), 1)
        ]
        fields.append(tuple(groups))
        placings.append(
            tuple(placed(one, Chance(_key(key, "lots", number, at), 0)) for at, one in enumerate(groups, 1))
        )
    return Course(tuple(fields), tuple(placings))


def flat(placing: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The keys of a final order one by one; who are level stand as they are."""
    return tuple(key for level in placing for key in level)


def _groups(stage: Stage, seeding: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    if stage.format == "league":
        return arranged([(key, None) for key in seeding], stage)
    return grouped(seeding, stage.groups)


def _entries(keys: Sequence[int]) -> tuple[Entry, ...]:
    return tuple(Entry(key, number) for number, key in enumerate(keys, 1))


def _played(field: Field, stage: int, group: int, key: bytes, play: Play, told: Told) -> Field:
    """A group with all its rounds played, one after the other."""
    for number in range(1, MOST_ROUNDS):
        chance = Chance(_key(key, "pair", stage, group), number)
        pairs = _challenges(field, number, chance) if _is_ladder(field) else _paired(field, number, chance)
        if not pairs:
            break
        # Where results are compared between tables, all have the same deal.
        deal = field.stage.format == "duplicate"
        meetings = []
        for board, pair in enumerate(pairs, 1):
            luck = _key(key, "table", stage, group, number, board)
            dealt = _key(key, "deal", stage, group, number) if deal else luck
            meetings.append(decided(field, number, board, pair, partial(play_by, play, dealt, luck)))
        if deal and field.plan.points != "score":
            meetings = _compared(meetings)
        field = msgspec.structs.replace(field, meetings=(*field.meetings, *meetings))
        told(Played(stage, group, number, field))
    return field


def _paired(field: Field, number: int, chance: Chance) -> tuple[Pair, ...]:
    return FORMATS[field.stage.format].pair(field, number, chance)


def _is_ladder(field: Field) -> bool:
    return field.stage.format == "ladder"


def _challenges(field: Field, number: int, chance: Chance) -> tuple[Pair, ...]:
    """One challenge: somebody's by chance, to whoever is highest within their reach; in the end none."""
    if number > (field.stage.rounds or CHALLENGES * len(field.entries)):
        return ()
    order = rungs(field)
    challenger = order[1 + chance.below(len(order) - 1)]
    return (Pair((challenger, within_reach(order, challenger, field.stage.reach)[-1])),)


def _compared(meetings: Sequence[Meeting]) -> list[Meeting]:
    """The meetings of a round with the points that follow from all of its tables."""
    points = matchpoints(meetings)
    return [
        msgspec.structs.replace(
            meeting,
            shares=tuple(
                msgspec.structs.replace(share, points=points.get(share.entry, share.points))
                for share in meeting.shares
            ),
        )
        for meeting in meetings
    ]


def play_by(play: Play, key: bytes, luck: bytes, size: int, leg: int) -> Result:
    """A leg of a pairing, with a chance of its own."""
    return play(size, _key(key, "leg", leg), _key(luck, "leg", leg))


def decided(field: Field, number: int, board: int, pair: Pair, leg: Leg) -> Meeting:
    """A pairing of a round with what comes of it: played, or a bye."""
    if pair.begins == "open":
        shares = _shares(field, pair, leg)
        return Meeting(number, shares, "played", pair.slot, board)
    # Everybody is there for the whole of it, so what isn't played is a bye.
    (entry,), points = pair.entries, bye_points(field.plan, pair.begins, field.size)
    return Meeting(number, (Share(entry, points, 1),), pair.begins, pair.slot, board)


def _shares(field: Field, pair: Pair, leg: Leg) -> tuple[Share, ...]:
    """What the entries of a pairing get: of one match, or in a knock-out of a series with seats in turn."""
    size = len(pair.entries)
    if field.stage.format != "knockout":
        places, scores = leg(size, 1)
        points = share_points(field.plan, places, scores)
        return tuple(map(Share, pair.entries, points, places, scores or [None] * size))
    legs: list[tuple[int, ...]] = []
    found = series(field.plan, field.stage.best_of, legs)
    while not found.is_over:
        places, _scores = leg(size, len(legs) + 1)
        legs.append(tuple(places[(index + len(legs)) % size] for index in range(size)))
        found = series(field.plan, field.stage.best_of, legs)
    return tuple(map(Share, pair.entries, found.points, found.places))


def _key(key: bytes, *what: str | int) -> bytes:
    return hashlib.blake2b(" ".join(map(str, what)).encode(), key=key[:64], digest_size=32).digest()
