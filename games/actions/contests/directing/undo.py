"""The way back from an act, until the clock has taken the next step: what it changed is what is restored."""

from __future__ import annotations

import datetime

from django.db import IntegrityError, transaction

from accounts.models import User
from games.actions import ratings, telling
from games.actions.contests import entering
from games.actions.contests import telling as news
from games.actions.contests.directing import keeping
from games.actions.contests.directing.acts import directed, verb_of
from games.actions.contests.directing.case import Case
from games.actions.contests.directing.refusals import NotUndone
from games.actions.contests.rows import OVER
from games.models import Act, Contest, Entrant, Group, Match, Pairing, Round
from games.rules.game import Refusal, gettext_noop

_ = gettext_noop


def undo(director: User, act: Act, now: datetime.datetime) -> Act:
    """Undo an act of any director of its contest; the row of the log that says so.

    Whatever the clock or people did since stays. Raises ``NotDirector`` or ``NotUndone``, which says why.
    """
    with transaction.atomic():
        held = directed(director, act.contest)
        act = Act.objects.select_for_update().get(pk=act.pk, contest=held)
        act.contest = held
        _take_back(director, act, now)
        act.undone_at = now
        act.save(update_fields=["undone_at"])
        said = Act.objects.create(
            contest=held,
            user=director,
            verb="undo",
            data={
                "facts": {"director": director.username},
                "act": act.pk,
                "own": act.data["own"],
                **({"entries": act.data["entries"]} if "entries" in act.data else {}),
            },
            step=held.step,
            done_at=now,
        )
        telling.tell(news.changed(said, now))
    return said


def why_not(act: Act) -> Refusal | None:
    """Why an act can't be undone, as far as its own row and its contest's say; None if it may be tried."""
    if act.undone_at is not None:
        return NotUndone(_("This is undone already."), "undone")
    if act.data.get("lasting"):
        message, data = act.data["lasting"]
        return NotUndone(message, "lasting", **data)
    if act.verb == "undo" or "before" not in act.data:
        return NotUndone(_("What was undone stays so; do it again instead."), "undo_of_undo")
    if act.contest.status in OVER or act.step != act.contest.step:
        return NotUndone(_("The contest has taken its next step since, so this stays."), "step_ran")
    return None


def _take_back(director: User, act: Act, now: datetime.datetime) -> None:
    refusal = why_not(act)
    if refusal is not None:
        raise refusal
    found = keeping.Difference.read(act.data["before"]["rows"])
    if not keeping.is_current(found, keeping.rows_of(act.contest)):
        raise NotUndone(
            _("What this changed has been changed again since. Undo that first."), "changed_since"
        )
    case = Case(director, act.contest, "", now)
    verb_of(act.verb).take_back(case, act.data["before"]["kept"])
    _restore(act.contest, found)
    _stand_anew(act.contest, found, now)


def _restore(contest: Contest, found: keeping.Difference) -> None:
    """Bring the rows back, unless what has come since is in their way: people, names, or places taken."""
    entries = [key for table, key in found.touched() if table == "entry"]
    full = entering.places_left(contest) == 0
    before = contest.entries.playing().count()
    try:
        with transaction.atomic():
            keeping.restore(found)
            crowded = full and contest.entries.playing().count() > before
            people = Entrant.objects.filter(contest=contest, entry__in=entries)
            if crowded or people.filter(user__is_active=False).exists():
                raise IntegrityError
    except IntegrityError as error:
        raise NotUndone(
            _("What this changed has been changed again since. Undo that first."), "changed_since"
        ) from error


def _stand_anew(contest: Contest, found: keeping.Difference, now: datetime.datetime) -> None:
    """Let rounds with an open pairing be open again, and the clock make the standings anew."""
    pairings = Pairing.objects.filter(pk__in=[key for table, key in found.touched() if table == "pairing"])
    again = Round.objects.filter(pairings__in=pairings.filter(how=Pairing.How.OPEN)).exclude(ended_at=None)
    if again.exclude(seed="").exists():
        raise NotUndone(_("The deal of this round is published, so its results stay."), "revealed")
    Round.objects.filter(pk__in=list(again.values_list("pk", flat=True))).update(ended_at=None)
    Group.objects.filter(rounds__pairings__in=pairings).update(stale=True)
    ratings.look_again(Match.objects.filter(pairing__in=pairings))
    Contest.objects.filter(pk=contest.pk, status=Contest.Status.RUNNING).update(wake_at=now)
