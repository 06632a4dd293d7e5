"""An act of a director: allowed, done, put into the log with its reason, told to whom it concerns."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

import msgspec
from django.db import transaction

from accounts.models import User
from games.actions import telling
from games.actions.contests import telling as news
from games.actions.contests.directing import effects, keeping
from games.actions.contests.directing.case import Case, Verb
from games.actions.contests.directing.refusals import IllegalAct, NotNow
from games.actions.contests.directing.verbs import DOABLE, VERBS
from games.actions.contests.refusals import NotDirector
from games.actions.contests.rows import held
from games.actions.texts import one_line
from games.models import Act, Contest
from games.rules.game import gettext_noop

_ = gettext_noop

WHY_LENGTH = 300
BREATH = datetime.timedelta(minutes=10)
"""For so long the clock takes no step that rests on an act, unless something else makes it come."""


def act(
    director: User, contest: Contest, verb: str, data: Mapping[str, Any], why: str, now: datetime.datetime
) -> Act:
    """Do something to a contest as one of its directors; what its preview showed is what is done.

    ``data`` is what the verb wants, as plain values. Raises ``NotDirector``, ``IllegalAct`` (with the field
    that is wrong), ``NotNow``, ``IllegalText``, or what the verb refuses.
    """
    with transaction.atomic():
        done, _effect = perform(director, contest, verb, data, why, now)
        telling.tell(news.changed(done, now))
    return done


def perform(
    director: User, contest: Contest, verb: str, data: Mapping[str, Any], why: str, now: datetime.datetime
) -> tuple[Act, effects.Effect]:
    """Do an act within a transaction of the caller's, and say what it has changed."""
    contest = directed(director, contest)
    does = verb_of(verb)
    reason = _reason(does, why)
    wanted = _wanted(does, data)
    if contest.status not in does.during:
        raise NotNow(_("This can’t be done with a contest that is as this one is now."), "not_now")
    case = Case(director, contest, reason, now)
    before = effects.look(contest)
    does.do(case, wanted)
    contest.refresh_from_db()
    after = effects.look(contest)
    effect = effects.effect(does, case, before, after)
    found = keeping.difference(before.rows, after.rows)
    if found.touches_play() and case.lasting is None:
        _let_breathe(case, found)
    return _kept(does, case, found, effect.own), effect


def _let_breathe(case: Case, found: keeping.Difference) -> None:
    """Let the clock come a little later, so that there is time to undo what was done."""
    wake_at, later = case.contest.wake_at, case.now + BREATH
    if wake_at is None or wake_at >= later:
        return
    Contest.objects.filter(pk=case.contest.pk).update(wake_at=later)
    changed = found.changed.setdefault("contest", {}).setdefault(case.contest.pk, {})
    was = changed.get("wake_at", (wake_at.isoformat(), None))[0]
    changed["wake_at"] = (was, later.isoformat())


def directed(director: User, contest: Contest) -> Contest:
    """The row of a contest, held for one of its directors."""
    contest = held(contest)
    if not contest.directors.filter(pk=director.pk).exists():
        raise NotDirector
    return contest


def verb_of(name: str) -> Verb[Any]:
    """The verb of this name. Raises ``IllegalAct``."""
    if name not in DOABLE:
        raise IllegalAct(
            _("There is no act “{verb}”; there are {verbs}."),
            "unknown_verb",
            "verb",
            verb=name,
            verbs=", ".join(DOABLE),
        )
    return VERBS[name]


def _reason(verb: Verb[Any], why: str) -> str:
    reason = one_line(why, WHY_LENGTH, "why")
    if verb.reasoned and not reason:
        raise IllegalAct(_("Give a reason: everybody can read it in the log."), "no_reason", "why")
    return reason


def _wanted(verb: Verb[Any], data: Mapping[str, Any]) -> Any:
    try:
        return msgspec.convert(dict(data), verb.wants, strict=True)
    except msgspec.ValidationError as error:
        why, _sep, path = str(error).partition(" - at `$.")
        raise IllegalAct(
            _("This is not what is wanted here: {why}."), "illegal_data", path.rstrip("`") or "data", why=why
        ) from error


def _kept(verb: Verb[Any], case: Case, found: keeping.Difference, own: bool) -> Act:
    """The row of the log."""
    data: dict[str, Any] = {
        "facts": {"director": case.director.username, **case.facts},
        "own": own,
    }
    if case.entries is not None:
        data["entries"] = sorted(case.entries)
    if case.lasting is not None:
        data["lasting"] = case.lasting
    else:
        data["before"] = {"rows": found.plain(), "kept": case.kept}
    return Act.objects.create(
        contest=case.contest,
        user=case.director,
        verb=verb.name,
        why=case.why,
        data=data,
        step=case.contest.step,
        done_at=case.now,
    )
