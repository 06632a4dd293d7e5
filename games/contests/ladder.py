"""A ladder: rungs, and challenges upwards. Challenges are made by people, so no round is ever paired."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.contests.field import Field, Meeting, Pair
from games.contests.plan import IllegalPlan, Stage
from games.rules.chance import Chance
from games.rules.refusal import gettext_noop as _

REACH = 10
LONGEST = 3660
"""A ladder that ends stands for no more days than this."""
DAYS = 30


class Ladder:
    """Everybody has a rung, at first by the seeding; who comes later begins on the lowest.

    One may challenge an entry up to ``reach`` rungs above while both have no other challenge. A challenge is
    a meeting of a round of its own, the challenger first. Who wins it takes the rung of the one challenged,
    and those between go down one; any other result changes nothing. What isn't taken up within
    ``answer_days`` is lost like a match: a forfeit that the challenger has won. Who withdraws leaves the
    rungs to those below. It ends by the calendar, ``days`` after it began, with the last open challenge.
    """

    name = _("Ladder")

    def check(self, stage: Stage, size: int, entries: int) -> None:
        """Refuse tables of more than two, and numbers that make no sense."""
        if size != 2:
            raise IllegalPlan(_("A ladder is played by two."), "illegal_size", "size")
        if not 1 <= stage.reach <= REACH:
            message = _("From 1 to {most} rungs above one's own may be challenged.")
            raise IllegalPlan(message, "illegal_reach", "reach", most=REACH)
        if not 1 <= stage.answer_days <= DAYS:
            message = _("A challenge is to be taken up within 1 to {most} days.")
            raise IllegalPlan(message, "illegal_answer_days", "answer_days", most=DAYS)
        if not 0 <= stage.days <= LONGEST:
            message = _("Say for how many days the ladder stands, or 0 for ever.")
            raise IllegalPlan(message, "illegal_days", "days")

    def rounds(self, stage: Stage, size: int, entries: int) -> int | None:
        """Nobody can know."""
        return None

    def pair(self, field: Field, number: int, chance: Chance) -> tuple[Pair, ...]:
        """Nothing: people challenge each other."""
        return ()

    def ready(self, field: Field, number: int) -> bool:
        """Never."""
        return False

    def is_over(self, field: Field) -> bool:
        """Never by itself: the calendar ends it."""
        return False

    def ranking(self, field: Field) -> tuple[tuple[int, ...], ...] | None:
        """The rungs from the top, each alone; below them who has withdrawn, in the same order."""
        order = rungs(field)
        gone = [entry.key for entry in field.entries if entry.until is not None]
        return tuple((key,) for key in [*(key for key in order if key not in gone), *gone])

    def title(self, field: Field, number: int) -> tuple[str, Mapping[str, object]]:
        """The number of the challenge."""
        return _("Challenge {number}"), {"number": number}


def rungs(field: Field) -> tuple[int, ...]:
    """Who stands where after every challenge that has ended, the highest first, the withdrawn among them.

    It doesn't matter in which order challenges ended that were open at the same time: nobody has two.
    """
    order = tuple(entry.key for entry in field.entries)
    for meeting in sorted(field.meetings, key=lambda meeting: (meeting.round, meeting.board)):
        if won(meeting):
            order = climbed(order, meeting.shares[0].entry, meeting.shares[1].entry)
    return order


def won(meeting: Meeting) -> bool:
    """Whether a challenge has ended for the challenger."""
    if meeting.is_open or meeting.how == "annulled":
        return False
    challenger, challenged = ((share.points or 0, -(share.place or 0)) for share in meeting.shares)
    return challenger > challenged


def climbed(order: Sequence[int], challenger: int, challenged: int) -> tuple[int, ...]:
    """The rungs after the challenger has won: theirs is the other's now, and those between are one lower."""
    if order.index(challenger) < order.index(challenged):
        return tuple(order)
    rest = [key for key in order if key != challenger]
    place = rest.index(challenged)
    return (*rest[:place], challenger, *rest[place:])


def within_reach(order: Sequence[int], challenger: int, reach: int) -> tuple[int, ...]:
    """Whom an entry may challenge, the nearest first, if they have no other challenge."""
    place = order.index(challenger)
    return tuple(reversed(order[max(0, place - reach) : place]))
