"""Round robin: everybody meets everybody. Tables of two by the circle method; blocks.py has larger ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from games.contests import blocks
from games.contests.field import Entry, Field, Pair
from games.contests.plan import IllegalPlan, Stage
from games.rules.chance import Chance
from games.rules.refusal import gettext_noop as _

LEAST, MOST = 2, 24
LEGS = 4
"""How often everybody may meet everybody."""


class RoundRobin:
    """Everybody meets everybody, ``legs`` times.

    The draw is that of the first round: nobody enters later, but somebody may take over an entry. Where the
    numbers leave an entry over, it has a free round: no pairing at all, and worth nothing. A pairing with
    somebody who has withdrawn, or is absent in its round, is a forfeit; at larger tables the others play
    without them. Pairings of rounds that were paired before somebody withdrew are the caller's to decide.
    """

    name = _("Round robin")

    def check(self, stage: Stage, size: int, entries: int) -> None:
        """Refuse tables of one, a wrong number of legs, or more entries than can meet in bearable time."""
        if size < 2:
            raise IllegalPlan(_("A round robin needs a game of two seats or more."), "illegal_size", "size")
        if not 1 <= stage.legs <= LEGS:
            message = _("Everybody may meet everybody from 1 to {most} times.")
            raise IllegalPlan(message, "illegal_legs", "legs", most=LEGS)
        if stage.at_once < 0:
            message = _("Say how many rounds are played at the same time, or 0 for all of them.")
            raise IllegalPlan(message, "illegal_at_once", "at_once")
        if entries and not LEAST <= entries <= MOST:
            message = _("A round robin is for {least} to {most} entries, not for {entries}.")
            raise IllegalPlan(message, "illegal_entries", "entries", least=LEAST, most=MOST, entries=entries)

    def rounds(self, stage: Stage, size: int, entries: int) -> int | None:
        """As many as it takes until everybody has met everybody; None without entries."""
        if not entries:
            return None
        return stage.legs * (circle_rounds(entries) if size == 2 else blocks.rounds(entries, size))

    def pair(self, field: Field, number: int, chance: Chance) -> tuple[Pair, ...]:
        """The tables of the round that the schedule has; they hang on nobody's results."""
        rounds = self.rounds(field.stage, field.size, len(field.drawn)) or 0
        if not 1 <= number <= rounds:
            return ()
        if field.size > 2:
            return blocks.pair(field, number)
        pairs = circle(len(field.drawn), number)
        return tuple(_pair(field.drawn[first], field.drawn[second], number) for first, second in pairs)

    def ready(self, field: Field, number: int) -> bool:
        """Whether every entry has room for another table among those it plays at the same time."""
        if number > field.last_round + 1:
            return False
        if not field.stage.at_once:
            return True
        busy = Counter(
            share.entry for meeting in field.meetings if meeting.is_open for share in meeting.shares
        )
        return max(busy.values(), default=0) < field.stage.at_once

    def is_over(self, field: Field) -> bool:
        """Whether every round was paired and nobody plays any more."""
        rounds = self.rounds(field.stage, field.size, len(field.drawn)) or 0
        return field.last_round >= rounds and not any(meeting.is_open for meeting in field.meetings)

    def ranking(self, field: Field) -> tuple[tuple[int, ...], ...] | None:
        """By the standings."""
        return None

    def title(self, field: Field, number: int) -> tuple[str, Mapping[str, object]]:
        """The number of the round."""
        return _("Round {number}"), {"number": number}


def _pair(first: Entry, second: Entry, number: int) -> Pair:
    """A table of the schedule: played, or a forfeit if somebody isn't there, also where nobody is."""
    both = first.plays(number) and second.plays(number)
    return Pair((first.key, second.key), how="open" if both else "forfeit")


def circle_rounds(entries: int) -> int:
    """How many rounds the circle method takes."""
    return entries - 1 + entries % 2


def circle(entries: int, number: int) -> Sequence[tuple[int, int]]:
    """The tables of a round as places counted from 0, the first seat first; round numbers go on over legs.

    These are the Berger tables of the FIDE Handbook (C.05, annex 1): numbers that add up to round + 1, modulo
    the number of rounds, meet; the last number takes the place of whoever would meet itself, and is the free
    round where the numbers are odd. Everybody holds each seat equally often, or once more than the other.
    Every second leg is played with seats changed.
    """
    rounds = circle_rounds(entries)
    leg, turn = divmod(number - 1, rounds)
    last = rounds + 1
    tables: list[tuple[int, int]] = []
    for low in range(1, last):
        high = (turn + 2 - low) % rounds or rounds
        if low < high:
            tables.append((low, high) if (low + high) % 2 else (high, low))
        elif low == high and last <= entries:
            tables.insert(0, (low, last) if 2 * low <= last else (last, low))
    return [(b - 1, a - 1) if leg % 2 else (a - 1, b - 1) for a, b in tables]
