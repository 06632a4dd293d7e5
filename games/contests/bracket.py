"""The slots of a knock-out: who meets whom where, and how far it has come. For pairing and for drawing."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from games.contests.field import Entry, Field, Meeting, Share


class Source(msgspec.Struct, frozen=True):
    """Where a side of a slot comes from."""

    kind: str
    """``seed`` (a place of the draw), ``winner`` or ``loser`` of a slot, ``again`` (the second final)."""
    slot: str = ""
    seed: int = 0


class Slot(msgspec.Struct, frozen=True):
    """A pairing that a bracket has room for.

    ``w2.1`` is the first of the second round of those who haven't lost, ``l3.2`` the second of the third
    round of those who have lost once, ``f1`` and ``f2`` are the finals of a double elimination, ``t1`` is for
    the third place.
    """

    name: str
    round: int
    """The round of the contest in which it is played."""
    sides: tuple[Source, Source]
    place: int
    """The place that its loser shares if it is out; winners of ``t1`` and the final are one place better."""

    @property
    def part(self) -> str:
        """``w``: the upper bracket, ``l``: the lower one, ``f``: finals of both, ``t``: the third place."""
        return self.name[0]

    @property
    def column(self) -> int:
        """Its column in its part of the bracket, from 1."""
        return int(self.name[1:].partition(".")[0])


@lru_cache(maxsize=64)
def slots(entries: int, double: bool, third: bool) -> tuple[Slot, ...]:
    """Every slot of the bracket for so many entries, each behind those it depends on."""
    depth = max(1, (entries - 1).bit_length())
    upper = _upper(depth, double)
    if double:
        found = [*upper, *_lower(depth), *_finals(depth)]
    elif third and depth > 1:
        semis = [Source("loser", f"w{depth - 1}.{position}") for position in (1, 2)]
        found = [*upper, Slot("t1", depth, (semis[0], semis[1]), 4)]
    else:
        found = upper
    return tuple(sorted(found, key=lambda slot: slot.round))


def seeds(depth: int) -> list[int]:
    """Seeds in the order of the first round's sides: the best two can only meet in the final and so on."""
    order = [1]
    for level in range(1, depth + 1):
        order = [seed for best in order for seed in (best, 2**level + 1 - best)]
    return order


def _upper(depth: int, double: bool) -> list[Slot]:
    """The bracket of those who haven't lost; in a double elimination it waits for the lower one."""
    order = seeds(depth)
    found: list[Slot] = []
    for level in range(1, depth + 1):
        for position in range(1, 2 ** (depth - level) + 1):
            if level == 1:
                pair = (
                    Source("seed", seed=order[2 * position - 2]),
                    Source("seed", seed=order[2 * position - 1]),
                )
            else:
                pair = _winners(f"w{level - 1}", position)
            when = max(level, 2 * level - 2) if double else level
            found.append(Slot(f"w{level}.{position}", when, pair, 2 ** (depth - level) + 1))
    return found


def _winners(column: str, position: int) -> tuple[Source, Source]:
    first, second = (Source("winner", f"{column}.{2 * position - back}") for back in (1, 0))
    return first, second


def _lower(depth: int) -> list[Slot]:
    """The bracket of those who have lost once: its even rounds take in who has just lost in the upper one.

    They come in from the other end, so that two meet again as late as possible.
    """
    found: list[Slot] = []
    sizes = [2 ** (depth - 2 - step // 2) for step in range(2 * depth - 2)]
    place = 3 + sum(sizes)
    for level, size in enumerate(sizes, start=1):
        place -= size
        for position in range(1, size + 1):
            if level == 1:
                first, second = _winners("w1", position)
                pair = (Source("loser", first.slot), Source("loser", second.slot))
            elif level % 2:
                pair = _winners(f"l{level - 1}", position)
            else:
                came = _dropped(level // 2, position, size)
                pair = (
                    Source("loser", f"w{level // 2 + 1}.{came}"),
                    Source("winner", f"l{level - 1}.{position}"),
                )
            found.append(Slot(f"l{level}.{position}", level + 1, pair, place))
    return found


def _dropped(time: int, position: int, size: int) -> int:
    """From which slot of the upper bracket somebody drops: from the far end, or from the other half."""
    if time % 2:
        return size + 1 - position
    return (position - 1 + size // 2) % size + 1


def _finals(depth: int) -> list[Slot]:
    """The final of both brackets, and the second one that follows if the so far unbeaten entry loses it."""
    challenger = Source("winner", f"l{2 * depth - 2}.1") if depth > 1 else Source("loser", "w1.1")
    sides = (Source("winner", f"w{depth}.1"), challenger)
    again = (Source("again", "f1", 0), Source("again", "f1", 1))
    return [Slot("f1", 2 * depth, sides, 2), Slot("f2", 2 * depth + 1, again, 2)]


class Spot(msgspec.Struct, frozen=True):
    """A slot and how far it has come."""

    slot: Slot
    entries: tuple[int | None, int | None]
    """Keys of who plays in it; None as long as nobody knows, and where nobody comes, see ``known``."""
    known: tuple[bool, bool]
    """For each side, whether it is decided who it is, or that nobody comes."""
    meeting: Meeting | None = None
    winner: int | None = None
    loser: int | None = None

    @property
    def alone(self) -> int | None:
        """Who has nobody to play with here."""
        first, second = self.entries
        return (second if first is None else first) if all(self.known) and None in self.entries else None

    @property
    def is_void(self) -> bool:
        """Whether nobody comes here at all."""
        return all(self.known) and self.entries == (None, None)

    @property
    def is_decided(self) -> bool:
        """Whether it is known who goes on from here, or that nobody does."""
        return self.winner is not None or self.is_void


def spots(field: Field) -> Mapping[str, Spot]:
    """Every slot of the field's bracket as it stands, each behind those it depends on."""
    meetings = {meeting.slot: meeting for meeting in field.meetings if meeting.how != "annulled"}
    found: dict[str, Spot] = {}
    for slot in slots(len(field.drawn), field.stage.double, field.stage.third):
        sides = [_side(field, source, found) for source in slot.sides]
        entries = (sides[0][1], sides[1][1])
        known = (sides[0][0], sides[1][0])
        found[slot.name] = _spot(field, Spot(slot, entries, known, meetings.get(slot.name)))
    return found


def _side(field: Field, source: Source, found: Mapping[str, Spot]) -> tuple[bool, int | None]:
    """Whether it is known who comes from there, and who: None if nobody does."""
    if source.kind == "seed":
        return True, field.drawn[source.seed - 1].key if source.seed <= len(field.drawn) else None
    spot = found[source.slot]
    if not spot.is_decided:
        return False, None
    if source.kind == "again":
        return True, spot.entries[source.seed] if spot.winner == spot.entries[1] else None
    return True, spot.winner if source.kind == "winner" else spot.loser


def _spot(field: Field, spot: Spot) -> Spot:
    """The slot with its winner, if there is one yet."""
    if spot.alone is not None:
        return msgspec.structs.replace(spot, winner=spot.alone)
    if spot.meeting is None or spot.meeting.is_open or not all(spot.known):
        return spot
    number = spot.meeting.round
    by_merit = sorted(spot.meeting.shares, key=lambda share: _merit(field.by_key[share.entry], share, number))
    winner, loser = by_merit
    return msgspec.structs.replace(spot, winner=winner.entry, loser=loser.entry)


def _merit(entry: Entry, share: Share, number: int) -> tuple[int, int, bool, int]:
    """More points go on; between equals the better place, then who was there, then the better seed."""
    return -(share.points or 0), share.place or 0, not entry.plays(number), entry.number
