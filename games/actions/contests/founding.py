"""A contest from the first thought to the moment it is open for entries, or called off.

What somebody wants is a ``Call``; every part of it is checked here. Entering is next door.
"""

from __future__ import annotations

import datetime
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from accounts.models import User
from games.actions import telling
from games.actions.contests import telling as news
from games.actions.contests.deals import publish_seed
from games.actions.contests.directing import stopping
from games.actions.contests.entering import move_up
from games.actions.contests.inviting import tell_invited
from games.actions.contests.refusals import NotDraft
from games.actions.contests.rows import directed
from games.actions.proposals import Proposal, checked
from games.actions.texts import one_line, some_lines
from games.contests.plan import IllegalPlan, Plan
from games.contests.stages import check_plan
from games.models import Contest, League, Match
from games.rules import GAMES
from games.rules.chance import seed_commitment
from games.rules.game import gettext_noop
from games.seals import seal

_ = gettext_noop

TITLE_LENGTH = 80
ABOUT_LENGTH = 4000
MOST_ENTRIES = 4000
"""A contest takes no more entries than this."""
MOST_RATING = 10_000
MOST_DAYS = (("round_days", 366), ("late_rounds", 100))
YEARS = range(2000, 2200)
"""A contest opens and begins in one of these: the days of its rounds can be reckoned from there."""
LATER = ["name", "about", "most", "starts_at"]
"""What may still be changed once people have entered."""


@dataclass(frozen=True)
class Call:
    """What somebody wants to hold; ``found`` checks every part of it."""

    name: str
    game: str
    size: int = 2
    plan: Mapping[str, Any] | Plan = field(default_factory=dict)
    about: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    pace: Mapping[str, Any] = field(default_factory=dict)
    team: int = 1
    captain: str = Match.Captain.FIRST
    admission: str = Contest.Admission.OPEN
    reliability: int = 0
    rating_least: int | None = None
    rating_most: int | None = None
    least: int = 2
    most: int | None = None
    late_rounds: int = 0
    visibility: str = Match.Visibility.PUBLIC
    opens_at: datetime.datetime | None = None
    starts_at: datetime.datetime | None = None
    """When it is drawn and begins; None: when a director draws it."""
    round_days: int = 0
    league: bool = False


def found(director: User, call: Call, now: datetime.datetime) -> Contest:
    """A draft that only its directors see, with the seed of all its draws.

    Raises ``IllegalPlan`` (with the field that is wrong), ``IllegalTable``, ``IllegalOption`` or
    ``IllegalText``.
    """
    values = _values(call)
    seed = secrets.token_bytes(32)
    with transaction.atomic():
        contest = Contest.objects.create(
            **values,
            league=League.objects.create(name=values["name"]) if call.league else None,
            created_at=now,
            sealed_seed=seal(seed),
            seed_commitment=seed_commitment(seed),
        )
        contest.directors.add(director)
    return contest


def change(director: User, contest: Contest, call: Call, now: datetime.datetime) -> Contest:
    """Make another call of it: all of it in a draft, later only what nobody entered for.

    Raises what ``found`` does, ``NotDirector``, ``NotDraft`` or ``ContestOver``.
    """
    with transaction.atomic():
        contest = directed(director, contest)
        values = _values(call)
        changed = [name for name, value in values.items() if getattr(contest, name) != value]
        if contest.status != Contest.Status.DRAFT:
            allowed = LATER if contest.status == Contest.Status.REGISTRATION else LATER[:2]
            if not set(changed) <= set(allowed):
                raise NotDraft
        for name in changed:
            setattr(contest, name, values[name])
        if "starts_at" in changed and contest.status == Contest.Status.REGISTRATION:
            _check_start(contest, now)
        if contest.status == Contest.Status.REGISTRATION:
            contest.wake_at = contest.starts_at
        contest.save(update_fields=[*changed, "wake_at"])
        if "most" in changed:
            move_up(contest, now)
        if contest.league is not None and "name" in changed:
            League.objects.filter(pk=contest.league.pk).update(name=contest.name)
    return contest


def announce(director: User, contest: Contest, now: datetime.datetime) -> Contest:
    """Open a draft for entries, now or when its call says; from then on the clock looks after it.

    Raises ``NotDirector``, ``NotDraft``, or ``IllegalPlan`` where its times have passed meanwhile.
    """
    with transaction.atomic():
        contest = directed(director, contest)
        if contest.status != Contest.Status.DRAFT:
            raise NotDraft
        _check_start(contest, now)
        contest.status = Contest.Status.REGISTRATION
        contest.opens_at = contest.opens_at or now
        contest.wake_at = contest.starts_at
        contest.save(update_fields=["status", "opens_at", "wake_at"])
        tell_invited(contest, now)
    return contest


def _check_start(contest: Contest, now: datetime.datetime) -> None:
    if contest.starts_at is not None and contest.starts_at <= now:
        raise IllegalPlan(_("It can’t begin in the past."), "starts_in_the_past", "starts_at")


def end_early(contest: Contest, now: datetime.datetime) -> None:
    """Call off a contest whose row this transaction holds, and tell everybody whom it concerns.

    Of a draft nobody is told, and nobody but its directors ever sees it: its entries never were open.
    """
    if contest.status == Contest.Status.DRAFT:
        contest.opens_at = None
        contest.save(update_fields=["opens_at"])
    told = news.called_off(contest, now)
    stopping.publish(contest)
    contest.status, contest.ended_at, contest.wake_at = Contest.Status.CALLED_OFF, now, None
    contest.save(update_fields=["status", "ended_at", "wake_at"])
    publish_seed(contest)
    telling.tell(told)


def _values(call: Call) -> dict[str, Any]:
    """What is stored of a call, every part of it checked."""
    options, pace = checked(
        Proposal(
            game=call.game,
            seats=call.size,
            options=call.options,
            pace=call.pace,
            team=call.team,
            captain=call.captain,
            reliability=call.reliability,
            visibility=call.visibility,
        )
    )
    plan = call.plan if isinstance(call.plan, Plan) else Plan.read(call.plan)
    check_plan(plan, call.size, GAMES[call.game].seats)
    _check_numbers(call)
    _check_times(call)
    return {
        **{name: getattr(call, name) for name in _AS_THEY_ARE},
        "name": _name(call.name),
        "about": some_lines(call.about, ABOUT_LENGTH, "about"),
        "options": options,
        "pace": pace.plain(),
        "plan": plan.plain(),
    }


_AS_THEY_ARE = (
    *("game", "size", "team", "captain", "admission", "reliability", "rating_least", "rating_most", "least"),
    *("most", "late_rounds", "visibility", "opens_at", "starts_at", "round_days"),
)


def _name(text: str) -> str:
    name = one_line(text, TITLE_LENGTH, "name")
    if not name:
        raise IllegalPlan(_("A contest needs a name."), "no_name", "name")
    return name


def _check_numbers(call: Call) -> None:
    """Refuse numbers of entries, ratings or days that make no sense."""
    if call.admission not in Contest.Admission.values:
        raise IllegalPlan(
            _("Admission is {values}, not “{admission}”."),
            "illegal_admission",
            "admission",
            values=", ".join(Contest.Admission.values),
            admission=call.admission,
        )
    most = MOST_ENTRIES if call.most is None else call.most
    if not 2 <= call.least <= most <= MOST_ENTRIES:
        raise IllegalPlan(
            _("A contest has from 2 to {most} entries, and no more at the least than at the most."),
            "illegal_entries",
            "most" if 2 <= call.least <= MOST_ENTRIES else "least",
            most=MOST_ENTRIES,
        )
    if None not in (call.rating_least, call.rating_most) and call.rating_least > call.rating_most:  # type: ignore[operator]
        raise IllegalPlan(
            _("The lowest rating can’t be above the highest one."), "illegal_ratings", "rating_least"
        )
    for name, most in (*MOST_DAYS, ("rating_least", MOST_RATING), ("rating_most", MOST_RATING)):
        if not 0 <= (getattr(call, name) or 0) <= most:
            raise IllegalPlan(
                _("This is a number from 0 to {most}, not {number}."),
                "illegal_number",
                name,
                most=most,
                number=getattr(call, name),
            )


def _check_times(call: Call) -> None:
    """Refuse a beginning before the entries, and games for one that nobody ever has to end."""
    _check_instant("opens_at", call.opens_at)
    _check_instant("starts_at", call.starts_at)
    if call.opens_at is not None and call.starts_at is not None and call.opens_at >= call.starts_at:
        raise IllegalPlan(_("Entries have to open before the contest begins."), "opens_too_late", "opens_at")
    if call.size == 1 and not call.round_days:
        raise IllegalPlan(
            _("A game for one has no deadlines: say how many days a round lasts."),
            "no_calendar",
            "round_days",
        )


def _check_instant(name: str, instant: datetime.datetime | None) -> None:
    """Refuse what is no instant, or one that no calendar of a contest can be reckoned from."""
    if instant is None:
        return
    if instant.utcoffset() is None:
        raise IllegalPlan(
            _("This is no instant such as 2027-01-31T18:00:00Z: {text}"),
            "no_instant",
            name,
            text=instant.isoformat(),
        )
    if instant.year not in YEARS:
        raise IllegalPlan(_("It can’t begin in the past, nor in years."), "starts_in_the_past", name)


__all__ = ["Call", "announce", "change", "end_early", "found"]
