"""Mails about contests that ask for something: come in, take a challenge up, lend a hand."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial

from django.utils.translation import gettext as _

from accounts.models import Notice
from accounts.outbox import Draft, Mail
from games.models import Ask, Contest, Entry, Pairing, Side
from games.notices import entered, tables
from games.notices.contests import begins, terms
from games.notices.entered import Part
from games.notices.held import admission_in_words
from games.notices.layout import Letters, mails
from games.notices.letters import Letter, contest_page
from games.notices.times import deadline, short_moment

OVER = (Contest.Status.FINISHED, Contest.Status.CALLED_OFF)


def invitations(notices: Sequence[Notice], now: datetime.datetime) -> dict[int, Mail | Draft]:
    """Mails for invitations that still stand, to matches and to contests."""
    to_contests = [notice for notice in notices if "contest" in notice.data]
    to_matches = [notice for notice in notices if "contest" not in notice.data]
    made: dict[int, Mail | Draft] = {}
    if to_matches:
        made.update(tables.invitations(to_matches, now))
    if to_contests:
        made.update(mails(asking(to_contests, now), to_contests))
    return made


def asking(notices: Sequence[Notice], _now: datetime.datetime) -> Letters:
    """Letters for invitations to contests in which the reader is not yet."""
    parts = [part for part in entered.parts(notices) if part.contest.status not in OVER and not part.plays]
    contests = {part.contest.pk for part in parts}
    people = {part.notice.user_id for part in parts}
    asked = Ask.objects.filter(user__in=people, entry__contest__in=contests).select_related("entry__user")
    teams = {(ask.entry.contest_id, ask.user_id): ask.entry.title for ask in asked}
    hosts = _directors(contests)
    made: dict[int, Callable[[], Letter]] = {}
    for part in parts:
        team = teams.get((part.contest.pk, part.notice.user_id))
        if team is not None:
            made[part.notice.pk] = partial(_asked, part, team)
        elif part.entry is not None and part.entry.status == Entry.Status.INVITED:
            host = next(iter(hosts.get(part.contest.pk, {}).values()), "")
            made[part.notice.pk] = partial(_invited, part, host)
    return made


def _directors(contests: Collection[int]) -> dict[int, dict[int, str]]:
    """The directors of contests with their names, whoever opened it first."""
    through = Contest.directors.through.objects.filter(contest__in=contests).order_by("pk")
    found: dict[int, dict[int, str]] = {}
    for contest, user, name in through.values_list("contest_id", "user_id", "user__username"):
        found.setdefault(contest, {})[user] = name
    return found


def _invited(part: Part, host: str) -> Letter:
    name = host or _("somebody who has left the site")
    return Letter(
        subject=_("{name} invites you").format(name=name),
        title=_("{name} invites you to a contest").format(name=name),
        opening=(_("You are asked to {contest}.").format(contest=part.contest.title), *begins(part.contest)),
        about=part.contest,
        facts=_terms(part.contest),
        button=(_("Look at the contest and enter"), contest_page(part.contest.code)),
    )


def _asked(part: Part, team: str) -> Letter:
    title = _("{team} asks you to join their team").format(team=team)
    return Letter(
        subject=title,
        title=title,
        opening=(
            _("You are asked to play in {team} in {contest}.").format(team=team, contest=part.contest.title),
            *begins(part.contest),
        ),
        about=part.contest,
        facts=_terms(part.contest),
        button=(_("Look at the contest and join"), contest_page(part.contest.code)),
    )


def _terms(contest: Contest) -> tuple[tuple[str, str], ...]:
    return (*terms(contest), (_("Who may enter"), " ".join(admission_in_words(contest))))


# --- Ladders -----------------------------------------------------------------------------------------------


def challenges(notices: Sequence[Notice], now: datetime.datetime) -> dict[int, Draft]:
    """Mails for challenges that wait for an answer, by notice pk."""
    return mails(challenging(notices, now), notices)


def challenging(notices: Sequence[Notice], now: datetime.datetime) -> Letters:
    """Letters for challenges that nobody has taken up yet, and that have not lapsed."""
    open_ = _open(notices)
    parts = [part for part in entered.parts(notices) if part.notice.data["pairing"] in open_]
    return {
        part.notice.pk: partial(_challenge, part, open_, now)
        for part in parts
        if part.plays and _until(part.notice) > now
    }


def _open(notices: Sequence[Notice]) -> dict[int, str]:
    """The challenges that wait for an answer, each with who made it."""
    named = Pairing.objects.filter(pk__in={n.data["pairing"] for n in notices}, how=Pairing.How.OPEN)
    waiting = Side.objects.filter(pairing__in=named.filter(round__paired_at=None), index=0)
    return {side.pairing_id: side.entry.title for side in waiting.select_related("entry__user")}


def answer_times(notices: Sequence[Notice], _now: datetime.datetime) -> dict[int, datetime.datetime]:
    """Until when challenges have to be taken up, by notice pk."""
    return {notice.pk: _until(notice) for notice in notices}


def _until(notice: Notice) -> datetime.datetime:
    return datetime.datetime.fromisoformat(notice.data["until"])


def _challenge(part: Part, challengers: Mapping[int, str], now: datetime.datetime) -> Letter:
    name, until = challengers[part.notice.data["pairing"]], _until(part.notice)
    return Letter(
        subject=_("{name} challenges you; you have until {when}").format(
            name=name, when=short_moment(until, now)
        ),
        title=_("{name} challenges you").format(name=name),
        opening=(
            _("You may take the challenge up until {deadline}.").format(deadline=deadline(until, now)),
            _("Your match begins as soon as you do. If you don’t, the challenge is lost by you."),
        ),
        about=part.contest,
        button=(_("Look at the challenge"), contest_page(part.contest.code)),
    )


# --- Directors ---------------------------------------------------------------------------------------------


def hands(notices: Sequence[Notice], now: datetime.datetime) -> dict[int, Draft]:
    """Mails to directors about contests that can't go on by themselves, by notice pk."""
    return mails(troubled(notices, now), notices)


def troubled(notices: Sequence[Notice], _now: datetime.datetime) -> Letters:
    """Letters to directors about contests that still can't go on by themselves."""
    parts = [
        part for part in entered.parts(notices) if part.contest.trouble and part.contest.status not in OVER
    ]
    directing = _directors({part.contest.pk for part in parts})
    return {
        part.notice.pk: partial(_hand, part)
        for part in parts
        if part.notice.user_id in directing.get(part.contest.pk, {})
    }


def _hand(part: Part) -> Letter:
    return Letter(
        subject=_("your contest needs a hand"),
        title=_("Your contest needs a hand"),
        opening=(_("You direct a contest that can’t take its next step by itself. This is why:"),),
        about=part.contest,
        quote=part.contest.trouble,
        button=(_("Look at the contest"), contest_page(part.contest.code)),
    )
