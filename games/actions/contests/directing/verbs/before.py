"""Before the first round: draw, draw anew, name the seeding, remove an entry, change the dates."""

from __future__ import annotations

import datetime

import msgspec
from django.utils import timezone

from games.actions.contests import drawing, entering
from games.actions.contests.directing.case import IN_PLAY, Case, Nothing, Status, Verb, not_now
from games.actions.contests.directing.refusals import IllegalAct
from games.models import Contest, Entry, Group, Round
from games.rules.game import gettext_noop

_ = gettext_noop

BEFORE_PLAY = (Status.REGISTRATION, Status.DRAWN)
FURTHEST = datetime.timedelta(days=3 * 366)
"""A contest begins no later than this from now."""


class Draw(Verb[Nothing]):
    """Draw now, or once more with those who are in by now."""

    name = "draw"
    title = _("Make the draw")
    said = _("{director} made the draw.")
    wants = Nothing
    during = BEFORE_PLAY
    reasoned = False

    def do(self, case: Case, wanted: Nothing) -> None:
        """Lots fall the same as often as it is drawn: they hang on the seed and the entries alone."""
        case.entries = None
        if case.contest.status == Status.DRAWN:
            clear(case.contest)
        drawing.draw_held(case.contest, case.now)


def clear(contest: Contest) -> None:
    """Undo the draw of a held contest in which nothing is played yet. Raises ``NotNow``."""
    refuse_played(contest)
    Group.objects.filter(contest=contest).delete()
    contest.entries.update(number=None)
    contest.status = Status.REGISTRATION
    contest.save(update_fields=["status"])


def refuse_played(contest: Contest) -> None:
    """Refuse what can't be done once a round has begun."""
    if Round.objects.filter(group__contest=contest, started_at__isnull=False).exists() or (
        Contest.objects.filter(pk=contest.pk, groups__rounds__pairings__matches__isnull=False).exists()
    ):
        raise not_now(_("The first round has begun; the draw stays as it is."), "round_begun")


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``entries``: keys of those who are seeded first, the strongest first; others follow by rating."""

    entries: tuple[int, ...]


class Seed(Verb[Order]):
    """Name the seeding before the draw."""

    name = "seed"
    title = _("Name the seeding")
    said = _("{director} named the seeding of the draw.")
    wants = Order
    during = (Status.REGISTRATION,)

    def do(self, case: Case, wanted: Order) -> None:
        """Those who are named come first in the draw, in this order; nobody: all by their ratings again."""
        case.entries = None
        keys = list(dict.fromkeys(wanted.entries))
        if len(keys) != len(wanted.entries):
            raise IllegalAct(_("An entry is named twice."), "named_twice", "entries")
        entries = {entry.pk: entry for entry in case.contest.entries.playing()}
        if unknown := [key for key in keys if key not in entries]:
            raise IllegalAct(
                _("There is no entry {entry} that takes part."), "unknown_entry", "entries", entry=unknown[0]
            )
        case.contest.entries.update(wanted_number=None)
        for number, key in enumerate(keys, 1):
            entries[key].wanted_number = number
        Entry.objects.bulk_update([entries[key] for key in keys], ["wanted_number"], batch_size=500)


class OneEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``entry``: the key of an entry."""

    entry: int


class Remove(Verb[OneEntry]):
    """Remove an entry before the draw."""

    name = "remove"
    title = _("Remove an entry")
    said = _("{director} removed {entry}.")
    wants = OneEntry
    during = (Status.REGISTRATION,)

    def do(self, case: Case, wanted: OneEntry) -> None:
        """Nothing is left of the entry; whoever waits longest gets its place."""
        entry = case.entry(wanted.entry)
        case.facts["entry"] = entry.title
        case.kept["people"] = list(entry.entrants.values_list("user_id", flat=True))
        was_in = entry.status == Entry.Status.IN
        entry.delete()
        if was_in:
            entering.move_up(case.contest, case.now)


class Dates(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``starts_at``: when it begins, as an ISO instant with a zone; null: when a director draws it.

    ``round_days``: rounds begin so many days apart; 0: each when the last one has ended.
    """

    starts_at: str | None = None
    round_days: int = 0


class ChangeDates(Verb[Dates]):
    """Change when it begins, and how far rounds are apart."""

    name = "dates"
    title = _("Change the dates")
    said = _("{director} changed the dates.")
    wants = Dates
    during = (Status.REGISTRATION, *IN_PLAY)

    def do(self, case: Case, wanted: Dates) -> None:
        """Rounds that are there keep their calendar; once it runs only the days between can change."""
        contest, case.entries = case.contest, None
        starts_at = self._instant(wanted.starts_at)
        if not 0 <= wanted.round_days <= 366:
            raise IllegalAct(
                _("This is a number from 0 to {most}, not {number}."),
                "illegal_number",
                "round_days",
                most=366,
                number=wanted.round_days,
            )
        if starts_at != contest.starts_at:
            self._check(case, starts_at)
            contest.starts_at = starts_at
            contest.wake_at = starts_at
        contest.round_days = wanted.round_days
        contest.save(update_fields=["starts_at", "round_days", "wake_at"])

    def _instant(self, text: str | None) -> datetime.datetime | None:
        if text is None:
            return None
        try:
            instant = datetime.datetime.fromisoformat(text)
        except ValueError:
            instant = datetime.datetime.min
        if timezone.is_naive(instant):
            raise IllegalAct(
                _("This is no instant such as 2027-01-31T18:00:00Z: {text}"),
                "no_instant",
                "starts_at",
                text=text,
            )
        return instant

    def _check(self, case: Case, starts_at: datetime.datetime | None) -> None:
        if case.contest.status == Status.RUNNING:
            raise IllegalAct(_("It has begun already."), "begun", "starts_at")
        if case.contest.status == Status.DRAWN:
            refuse_played(case.contest)
        if starts_at is not None and not case.now < starts_at <= case.now + FURTHEST:
            raise IllegalAct(
                _("It can’t begin in the past, nor in years."), "starts_in_the_past", "starts_at"
            )
        if starts_at is None and case.contest.status == Status.DRAWN:
            raise IllegalAct(_("What is drawn needs a day on which it begins."), "no_start", "starts_at")
