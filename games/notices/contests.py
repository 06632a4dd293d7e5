"""Mails about contests as a whole: entered, drawn, a place, a change, the end. Each is looked at again."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.models import Notice
from accounts.outbox import Draft
from games.actions.contests.directing.verbs import VERBS
from games.models import Act, Contest, Entry
from games.notices import entered, held
from games.notices.contest_cases import Case, Status, cases
from games.notices.entered import Met
from games.notices.layout import Letters, mails
from games.notices.letters import Letter, contest_page, match_page
from games.notices.round_mails import FATES
from games.notices.times import deadline, moment, pace_in_words

FIRST = 10
"""So many of the first pairings a mail tells at the most."""


def letters(notices: Sequence[Notice], now: datetime.datetime) -> Letters:
    """Letters for what still holds: every row is read now, and each letter written later."""
    needed = [case for case in cases(entered.parts(notices)) if _NEEDED[_what(case)](case)]
    return {case.part.notice.pk: partial(_LETTERS[_what(case)], case, now) for case in needed}


def contests(notices: Sequence[Notice], now: datetime.datetime) -> dict[int, Draft]:
    """Mails for what still holds of contests, by notice pk."""
    return mails(letters(notices, now), notices)


def _what(case: Case) -> str:
    kind, _colon, _rest = str(case.part.notice.data["what"]).partition(":")
    return kind


# --- What is still true ------------------------------------------------------------------------------------


def _to_come(case: Case) -> bool:
    return case.part.plays and case.contest.status == Status.REGISTRATION


def _going_on(case: Case) -> bool:
    return case.part.plays and case.contest.status in (Status.DRAWN, Status.RUNNING)


def _going_on_or_to_come(case: Case) -> bool:
    return _to_come(case) or _going_on(case)


def _stage(case: Case) -> bool:
    return _going_on(case) and case.group is not None and case.contest.stage == case.part.notice.data["stage"]


def _table(case: Case) -> bool:
    return _going_on(case) and _open_table(case) is not None


def _open_table(case: Case) -> Met | None:
    """The reader's table in the round that a notice is about, as long as it is being played."""
    wanted = case.part.notice.data["round"]
    found = (met for met in case.ahead.get(case.part.key, ()) if met.played and met.round.pk == wanted)
    return next(found, None)


def _ended(case: Case) -> bool:
    return case.contest.status == Status.FINISHED


def _off(case: Case) -> bool:
    return case.contest.status == Status.CALLED_OFF


def _changed(case: Case) -> bool:
    """Whether what a director did still stands; who was withdrawn by it hears of it too."""
    return case.act is not None and case.act.undone_at is None and not _off(case)


_NEEDED: Mapping[str, Callable[[Case], bool]] = {
    "entered": _to_come,
    "drawn": _going_on,
    "stage": _stage,
    "table": _table,
    "place": _going_on_or_to_come,
    "act": _changed,
    "ended": _ended,
    "called_off": _off,
}


# --- What it says ------------------------------------------------------------------------------------------


def _entered(case: Case, _now: datetime.datetime) -> Letter:
    name = case.contest.title
    leave = _("If you don’t want to play, leave it on its page before it begins; nothing is lost by that.")
    return Letter(
        subject=_("you are entered"),
        title=_("You are entered in {contest}").format(contest=name),
        opening=(*_division(case.part.entry), *begins(case.contest), leave),
        about=case.contest,
        facts=terms(case.contest),
        button=_page(case.contest),
    )


def _division(entry: Entry | None) -> list[str]:
    """In which division of a league an entry will play."""
    if entry is None or entry.division is None:
        return []
    return [_("You play in division {number}.").format(number=entry.division)]


def begins(contest: Contest) -> list[str]:
    """When a contest begins for who is in it."""
    if contest.starts_at is None:
        return [_("You will hear when it begins.")]
    return [_("Your first round begins {moment}.").format(moment=moment(contest.starts_at))]


def terms(contest: Contest) -> tuple[tuple[str, str], ...]:
    """How a contest is held, as facts."""
    rules = contest.rules
    return (
        (_("How it is held"), held.kind(contest.terms)),
        (_("The pace"), pace_in_words(contest.timing, contest.team > 1, rules.lost_by_silence)),
        (_("Commitment to the seed"), contest.seed_commitment),
    )


def _page(contest: Contest) -> tuple[str, str]:
    return _("Look at the contest"), contest_page(contest.code)


def _drawn(case: Case, _now: datetime.datetime) -> Letter:
    return Letter(
        subject=_("drawn; this is whom you meet"),
        title=_("Your contest is drawn"),
        opening=(*_seeded(case), *_company(case), *_rounds(case)),
        about=case.contest,
        facts=(*_first(case), *terms(case.contest)),
        button=_page(case.contest),
    )


def _staged(case: Case, _now: datetime.datetime) -> Letter:
    return Letter(
        subject=_("you go on; this is whom you meet"),
        title=_("You play in the next stage"),
        opening=(*_company(case), *_rounds(case)),
        about=case.contest,
        facts=_first(case),
        button=_page(case.contest),
    )


def _opened(case: Case, now: datetime.datetime) -> Letter:
    """The table of somebody who plays alone: nothing else tells them of it."""
    met, group = _open_table(case), case.group
    assert met is not None  # noqa: S101 - only such a notice is needed
    assert group is not None  # noqa: S101 - nor does anybody play without a group
    assert met.round.begins_at is not None  # noqa: S101 - what is played alone lasts by the calendar
    name = case.naming.of_round(group, met.round.number)
    until = met.round.begins_at + datetime.timedelta(days=case.contest.round_days)
    last = _("Play it to its end before {moment}: what is unfinished then is worth nothing.")
    return Letter(
        subject=_("{round}: your table is open").format(round=name),
        title=_("Your table is open"),
        opening=(_("{round} has begun.").format(round=name), last.format(moment=deadline(until, now))),
        about=case.contest,
        button=(_("Look at the match"), match_page(met.code)),
    )


def _seeded(case: Case) -> list[str]:
    entry = case.part.entry
    if entry is None or entry.number is None:
        return []
    return [_("You are number {number} of the seeding.").format(number=entry.number)]


def _company(case: Case) -> list[str]:
    """In which group the reader plays, and with whom if these are not too many to name."""
    if case.group is None:
        return []
    names = ", ".join(name for key, name in case.beside.get(case.group.pk, ()) if key != case.part.key)
    group = case.naming.of_group(case.group)
    if group and names:
        return [_("You play in {group}, with {names}.").format(group=group, names=names)]
    if names:
        return [_("You play with {names}.").format(names=names)]
    count = case.naming.size(case.group)
    if group:
        return [_("You play in {group}, one of {count} entries.").format(group=group, count=count)]
    return [_("You are one of {count} entries.").format(count=count)]


def _rounds(case: Case) -> list[str]:
    return held.rounds_in_words(case.contest)


def _first(case: Case) -> tuple[tuple[str, str], ...]:
    return tuple(_pairings(case))


def _pairings(case: Case) -> Iterator[tuple[str, str]]:
    """The reader's first pairings, each with the address of its table once there is one."""
    for met in case.ahead.get(case.part.key, ())[:FIRST]:
        if case.group is None or met.round.group_id != case.group.pk:
            continue
        said = _against(met, case.naming.of_round(case.group, met.round.number))
        if met.code:
            yield said, match_page(met.code)
        elif met.round.begins_at is not None:
            yield said, moment(met.round.begins_at)
        else:
            yield said, _("nothing to do") if met.is_bye else _("a mail comes when your table opens")


def _against(met: Met, name: str) -> str:
    if met.is_bye:
        return _("{round}, nobody to meet").format(round=name)
    if not met.others:
        return name
    return _("{round}, board {board}, against {names}").format(
        round=name, board=met.pairing.board, names=", ".join(met.others)
    )


def _placed(case: Case, _now: datetime.datetime) -> Letter:
    running = case.contest.started_at is not None
    now_on = [_("You are paired from the next round on.")] if running else begins(case.contest)
    return Letter(
        subject=_("you have a place"),
        title=_("You have a place now"),
        opening=(_("You waited for a place, and one has become free: it is yours."), *now_on),
        about=case.contest,
        facts=terms(case.contest),
        button=_page(case.contest),
    )


def _acted(case: Case, _now: datetime.datetime) -> Letter:
    act = case.act
    assert act is not None  # noqa: S101 - only such a notice is needed
    word = act.verb == "word"
    return Letter(
        subject=_("a word from a director") if word else _("a director changed something that concerns you"),
        title=_("A word from a director") if word else _("Something has changed for you"),
        opening=(told(act),),
        about=case.contest,
        quote=act.why,
        button=_page(case.contest),
    )


def told(act: Act) -> str:
    """What a director did, as the log of the contest says it."""
    facts = act.data.get("facts", {})
    if act.verb not in VERBS:
        return _("{director} took an act back: all is as before it.").format(**facts)
    return _(VERBS[act.verb].said).format(**facts)


def _over(case: Case, _now: datetime.datetime) -> Letter:
    group = case.group
    row = case.stand.own(group, case.part.key) if group is not None else None
    place = case.part.berth.place if case.part.berth is not None else None
    last = group is not None and group.stage == case.contest.stage
    told = {"place": place, "count": case.naming.size(group) if group is not None else 0}
    opening = [_("Your contest is over.")]
    if place is not None and last:
        opening.append(_("You are number {place} of {count}.").format(**told))
    if row is not None:
        opening.append(_("Your points: {points}.").format(points=held.figure(row["points"])))
    return Letter(
        subject=_("over; you are number {place} of {count}").format(**told)
        if place is not None and last
        else _("over; these are the standings"),
        title=_("The final standings"),
        opening=(*opening, *_fate(case), *_season(case)),
        about=case.contest,
        standings=case.stand.told(group, case.part.key) if group is not None else None,
        facts=_checkable(case.contest),
        button=_page(case.contest),
    )


def _fate(case: Case) -> list[str]:
    fate = case.part.berth.fate if case.part.berth is not None else ""
    return [_(FATES[fate])] if fate in FATES and fate != "out" else []


def _season(case: Case) -> list[str]:
    """What the next season of a league has for the reader."""
    if case.following is None:
        return []
    if case.next is None:
        return [_("You are not in the next season; you may enter it on its page.")]
    return [
        _("You are in the next season. If you don’t want to play it, leave it on its page."),
        *_division(case.next),
        *begins(case.following),
    ]


def _checkable(contest: Contest) -> tuple[tuple[str, str], ...]:
    return (
        (_("The seed"), contest.seed),
        (_("Its commitment, public since the contest was opened"), contest.seed_commitment),
    )


def _called_off(case: Case, _now: datetime.datetime) -> Letter:
    return Letter(
        subject=pgettext("contest", "called off"),
        title=_("Your contest is called off"),
        opening=(
            _("You need do nothing more for it. Matches that have begun go on, but count for nothing here."),
        ),
        about=case.contest,
        quote=case.act.why if case.act is not None else "",
        button=_page(case.contest),
    )


_LETTERS: Mapping[str, Callable[[Case, datetime.datetime], Letter]] = {
    "entered": _entered,
    "drawn": _drawn,
    "stage": _staged,
    "table": _opened,
    "place": _placed,
    "act": _acted,
    "ended": _over,
    "called_off": _called_off,
}
