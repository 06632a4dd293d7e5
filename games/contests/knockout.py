"""Knock-out, single and double: who loses, or loses twice, is out. The slots are in bracket.py."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from games.contests.bracket import Spot, slots, spots
from games.contests.field import Field, Pair
from games.contests.plan import IllegalPlan, Stage
from games.rules.chance import Chance
from games.rules.refusal import gettext_noop as _

LONGEST = 9
"""Matches of a series at the most."""


class Knockout:
    """Who loses is out; with ``double``, who loses twice.

    Byes go to the best seeds. A pairing is won by more points. Where a series ends level, extra matches with
    seats changed decide (``points.series``); if these are drawn too, the better seed goes on, as it does from
    any pairing with level points. A pairing with somebody who has withdrawn, or is absent in its round, is a
    forfeit. An annulled pairing holds up its slot until that is paired anew. With ``double`` the winner of
    the lower bracket has to beat the winner of the upper one twice: ``f2`` is paired only if ``f1`` was the
    first loss of the latter.
    """

    name = _("Knock-out")

    def check(self, stage: Stage, size: int, entries: int) -> None:
        """Refuse tables of more than two, series without a majority, or a single entry."""
        if size != 2:
            message = _(
                "A knock-out is played by two; for larger tables take one where the best of each go on."
            )
            raise IllegalPlan(message, "illegal_size", "size")
        if stage.best_of % 2 == 0 or not 1 <= stage.best_of <= LONGEST:
            message = _("A pairing is the best of an odd number of matches, {most} at the most.")
            raise IllegalPlan(message, "illegal_best_of", "best_of", most=LONGEST)
        if stage.double and stage.third:
            message = _("In a double elimination the third place is played for anyway.")
            raise IllegalPlan(message, "illegal_third", "third")
        if entries == 1:
            raise IllegalPlan(_("A knock-out needs two entries or more."), "illegal_entries", "entries")

    def rounds(self, stage: Stage, size: int, entries: int) -> int | None:
        """As many as the bracket has; the second final of a double elimination may not be needed."""
        if not entries:
            return None
        return max(slot.round for slot in slots(entries, stage.double, stage.third))

    def pair(self, field: Field, number: int, chance: Chance) -> tuple[Pair, ...]:
        """The slots of the round: those to be played, forfeits and byes."""
        firsts = _firsts(field)
        found = (_pair(field, spot, number, firsts) for spot in spots(field).values())
        return tuple(pair for pair in found if pair is not None)

    def ready(self, field: Field, number: int) -> bool:
        """Whether it is known who plays in every slot of the round, and the rounds before it were paired."""
        here = [spot for spot in spots(field).values() if spot.slot.round == number]
        return number <= field.last_round + 1 and all(all(spot.known) for spot in here)

    def is_over(self, field: Field) -> bool:
        """Whether every slot is decided."""
        return all(spot.is_decided for spot in spots(field).values())

    def ranking(self, field: Field) -> tuple[tuple[int, ...], ...] | None:
        """Who went further comes first; who went out in the same round is level; on top who is still in."""
        places = {entry.key: 1 for entry in field.drawn}
        for spot in spots(field).values():
            if spot.loser is not None:
                places[spot.loser] = spot.slot.place
            if spot.winner is not None:
                places[spot.winner] = spot.slot.place - 1 if spot.slot.part == "t" else 1
        levels: dict[int, list[int]] = defaultdict(list)
        for key, place in places.items():
            levels[place].append(key)
        return tuple(tuple(levels[place]) for place in sorted(levels))

    def title(self, field: Field, number: int) -> tuple[str, Mapping[str, object]]:
        """What is played: the final, the semi-finals, or a round with its number."""
        return title(field.stage, self.rounds(field.stage, field.size, len(field.drawn)) or 0, number)


def title(stage: Stage, rounds: int, number: int) -> tuple[str, Mapping[str, object]]:
    """The name of a round of so many."""
    last = rounds - 1 if stage.double else rounds
    if number > last:
        return _("Second final"), {}
    if number == last:
        return _("Final"), {}
    if not stage.double and number == last - 1:
        return _("Semi-finals"), {}
    if not stage.double and number == last - 2:
        return _("Quarter-finals"), {}
    return _("Round {number}"), {"number": number}


def _firsts(field: Field) -> Mapping[int, int]:
    """How often each entry has had the first seat more than the second."""
    found: dict[int, int] = defaultdict(int)
    for meeting in field.meetings:
        if meeting.counts and len(meeting.shares) == 2:
            found[meeting.shares[0].entry] += 1
            found[meeting.shares[1].entry] -= 1
    return found


def _pair(field: Field, spot: Spot, number: int, firsts: Mapping[int, int]) -> Pair | None:
    """What is paired in a slot; nothing in another round, or where nobody comes."""
    keys = [key for key in spot.entries if key is not None]
    if spot.slot.round != number or not keys or not all(spot.known):
        return None
    if len(keys) == 1:
        return None if spot.slot.part == "t" else Pair((keys[0],), spot.slot.name, "bye")
    keys.sort(key=lambda key: (firsts[key], field.by_key[key].number))
    present = all(field.by_key[key].plays(number) for key in keys)
    return Pair(tuple(keys), spot.slot.name, "open" if present else "forfeit")
