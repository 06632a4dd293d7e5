"""The Swiss: everybody plays every round, against equals in points they have not met."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from games.contests.field import Entry, Field, Pair
from games.contests.plan import IllegalPlan, Stage
from games.contests.swiss import balance, colours
from games.contests.swiss.duels import duels
from games.contests.swiss.past import Past, in_order, pasts, waiting
from games.contests.swiss.tables import tables
from games.rules.chance import Chance
from games.rules.refusal import gettext_noop as _

LEAST, MOST = 4, 2000
SEATS = 6


class Swiss:
    """Keeps the promise ``games.contests.field.Format``.

    Nobody has two byes for a full point: where somebody must sit out who had one, it is ``zero_bye``.
    """

    name = _("Swiss")

    def check(self, stage: Stage, size: int, entries: int) -> None:
        """Refuse tables that are too large, and too few or too many entries."""
        if not 2 <= size <= SEATS:
            raise IllegalPlan(
                _("A Swiss has tables of 2 to {most} seats."), "illegal_size", "size", most=SEATS
            )
        least = max(LEAST, size)
        if entries and not least <= entries <= MOST:
            raise IllegalPlan(
                _("A Swiss like this is for {least} to {most} entries."),
                "illegal_entries",
                "entries",
                least=least,
                most=MOST,
            )

    def rounds(self, stage: Stage, size: int, entries: int) -> int | None:
        """As many as asked for, else so many that one is likely to win alone."""
        if stage.rounds or not entries:
            return stage.rounds or None
        if size == 2:
            return max(1, (entries - 1).bit_length())
        powers = (power for power in range(1, entries + 1) if size**power >= entries)
        return 2 + next(powers)

    def pair(self, field: Field, number: int, chance: Chance) -> tuple[Pair, ...]:
        """The round's pairings among those who have no meeting in it yet.

        A round that everybody sits out has nothing but byes that are worth nothing.
        """
        first = chance.below(2)
        if number > self._last(field):
            return ()
        playing = waiting(field, number)
        if not playing:
            return _sat_out(field, number)
        past = pasts(field, number)
        order = in_order(past[entry.key] for entry in playing)
        if field.size == 2:
            return _numbered(
                colours.seated(*pair, first) if len(pair) == 2 else pair for pair in duels(order, number)
            )
        found = tables(order, field.size, field.least, chance)
        return _numbered(balance.seated(chance.shuffle(table), field.size) for table in found)

    def ready(self, field: Field, number: int) -> bool:
        """Every earlier meeting has ended."""
        return not any(meeting.is_open for meeting in field.meetings if meeting.round < number)

    def is_over(self, field: Field) -> bool:
        """The last round has ended, or nobody is left to play another."""
        if any(meeting.is_open for meeting in field.meetings):
            return False
        left = range(field.last_round + 1, self._last(field) + 1)
        meets = any(sum(entry.plays(number) for entry in field.entries) >= 2 for number in left)
        return not (meets and _here(field, field.last_round + 1))

    def ranking(self, field: Field) -> tuple[tuple[int, ...], ...] | None:
        """By the standings."""
        return None

    def title(self, field: Field, number: int) -> tuple[str, Mapping[str, object]]:
        """Rounds have numbers."""
        return _("Round {number}"), {"number": number}

    def _last(self, field: Field) -> int:
        """The number of the last round; who entered late doesn't change it."""
        began = sum(entry.since <= 1 for entry in field.entries)
        return self.rounds(field.stage, field.size, began) or 0


def _sat_out(field: Field, number: int) -> tuple[Pair, ...]:
    """A round that all sit out, so that others may follow; nothing where it has been paired."""
    if any(meeting.round == number for meeting in field.meetings):
        return ()
    return tuple(Pair((entry.key,), how="zero_bye") for entry in _here(field, number))


def _here(field: Field, number: int) -> list[Entry]:
    """Who is in the contest in this round, also if they sit it out."""
    return [entry for entry in field.entries if msgspec.structs.replace(entry, absent=()).plays(number)]


def _numbered(meetings: Iterable[tuple[Past, ...]]) -> tuple[Pair, ...]:
    """Pairings, the first board first: by points, byes last. A second bye is worth nothing."""
    boards = sorted(meetings, key=_height)
    return tuple(
        Pair(
            tuple(past.key for past in seats),
            how="zero_bye" if len(seats) == 1 and seats[0].full_byes else "",
        )
        for seats in boards
    )


def _height(seats: tuple[Past, ...]) -> tuple[object, ...]:
    best = sorted((-past.points, past.number) for past in seats)
    return len(seats) == 1, [points for points, _number in best], best
