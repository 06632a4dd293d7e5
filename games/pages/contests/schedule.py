"""What comes next in a contest and when, in sentences, in the reader's zone."""

from __future__ import annotations

import datetime

from django.utils.translation import gettext as _

from games.models import Contest
from games.notices.times import deadline, moment


def whats_next(contest: Contest, now: datetime.datetime) -> list[str]:
    """What comes next and when; of a contest that is over, when it ended."""
    if contest.status == Contest.Status.DRAFT:
        return [
            _("This is a draft. Nobody but its directors sees it until it is announced."),
            *_dates(contest),
        ]
    if contest.ended_at is not None:
        return [_ended(contest, contest.ended_at)]
    if contest.paused_at is not None:
        said = _("It pauses since {moment}: no round begins until a director lets it go on.")
        return [said.format(moment=moment(contest.paused_at))]
    if contest.started_at is not None:
        return [_("It began {moment}.").format(moment=moment(contest.started_at))]
    return _before(contest, now)


def _ended(contest: Contest, ended_at: datetime.datetime) -> str:
    off = contest.status == Contest.Status.CALLED_OFF
    said = _("It was called off {moment}.") if off else _("It ended {moment}.")
    return said.format(moment=moment(ended_at))


def _dates(contest: Contest) -> list[str]:
    """The dates of a draft."""
    said = []
    if contest.opens_at is not None:
        said.append(_("Entries are taken from {moment}.").format(moment=moment(contest.opens_at)))
    if contest.starts_at is not None:
        said.append(_("The draw is made {moment}.").format(moment=moment(contest.starts_at)))
    return said


def _before(contest: Contest, now: datetime.datetime) -> list[str]:
    """What comes before the first round."""
    said = []
    if contest.opens_at is not None and contest.opens_at > now:
        said.append(_("Entries are taken from {moment}.").format(moment=deadline(contest.opens_at, now)))
    if contest.starts_at is None:
        said.append(_("A director makes the draw when enough have entered."))
    elif contest.starts_at > now:
        ladder = contest.terms.stages[0].format == "ladder"
        closes = (
            _("The rungs are drawn {moment}; from then on you may challenge.")
            if ladder
            else _("Entries close, the draw is made and the first round begins {moment}.")
        )
        said.append(closes.format(moment=deadline(contest.starts_at, now)))
    else:
        said.append(_("The draw is made in a moment."))
    return said
