"""Which notices a contest leaves for whom: values, in a few queries however many are entered.

What each of them says is looked up when it leaves; a step that runs twice leaves the same notices again,
and ``games.actions.telling.tell`` keeps only the first.
"""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable

from django.db.models import Count

from accounts.models import Notice
from games.actions.lobby import MOST_MAILED
from games.actions.telling import PATIENCE, LightNotice, about_turn
from games.models import Act, Contest, Entrant, Entry, Match, Pairing, Round, Seat, Turn

LATELY = datetime.timedelta(days=1)
CONCERNED = (Entry.Status.IN, Entry.Status.WAITING, Entry.Status.SUBSTITUTE, Entry.Status.INVITED)
"""Whom it concerns that a contest won't be: all but those who have withdrawn."""


def announced_to(entries: Iterable[Entry], now: datetime.datetime) -> list[LightNotice]:
    """Others have entered these entries: a director by a list, a league for its next season.

    The entries have their contest read. Who enters by themselves need not be told.
    """
    of_entries = {entry.pk: entry.contest for entry in entries}
    found = Entrant.objects.filter(entry__in=of_entries).order_by("user_id")
    people = found.values_list("user_id", "entry_id")
    return [_notice(user, "contest", of_entries[entry], "entered", now) for user, entry in people]


def drawn(contest: Contest, now: datetime.datetime) -> list[LightNotice]:
    """The draw is made: who is in which group, and what comes when."""
    return _to_all("contest", contest, "drawn", _playing(contest), now)


def stage_drawn(contest: Contest, now: datetime.datetime) -> list[LightNotice]:
    """A further stage is drawn; told to those who have a berth in it."""
    of_stage = Entrant.objects.filter(
        entry__status=Entry.Status.IN, entry__berths__group__in=contest.groups.filter(stage=contest.stage)
    )
    people = sorted(set(of_stage.values_list("user_id", flat=True)))
    return _to_all(
        "contest", contest, f"stage:{contest.stage}", people, now, what="stage", stage=contest.stage
    )


def tables_open(round: Round, now: datetime.datetime) -> list[LightNotice]:
    """The tables of a round are open, at which each plays alone. Its group and contest are read.

    Tables of several tell of their start themselves.
    """
    contest = round.group.contest
    playing = Match.objects.running().filter(pairing__round=round, seats__user__isnull=False)
    people = playing.order_by("seats__user").values_list("seats__user", flat=True)
    told = _to_all("contest", contest, f"table:{round.pk}", people, now, what="table", round=round.pk)
    assert round.begins_at is not None  # noqa: S101 - what is played alone lasts by the calendar
    for notice in told:
        notice.wanted_by = round.begins_at + datetime.timedelta(days=contest.round_days)
    return told


def round_over(round: Round, now: datetime.datetime) -> list[LightNotice]:
    """A round has ended: where everybody of its group stands now. Its group and contest are read."""
    group = round.group
    contest = group.contest
    of_group = Entrant.objects.filter(entry__status=Entry.Status.IN, entry__berths__group=group)
    subject = f"{group.stage}.{group.number}:round:{round.number}"
    people = of_group.order_by("user_id").values_list("user_id", flat=True)
    return _to_all("round", contest, subject, people, now, round=round.pk)


def ended(contest: Contest, now: datetime.datetime) -> list[LightNotice]:
    """The contest has ended: the final standings."""
    return _to_all("contest", contest, "ended", _playing(contest), now)


def season_over(contest: Contest, following: Contest | None, now: datetime.datetime) -> list[LightNotice]:
    """A season has ended: who goes up and down, and when the next one begins.

    It is the same notice as that of its end, so each is told once, whichever of the two is written first.
    """
    told = ended(contest, now)
    if following is None:
        return told
    here = {notice.user_id for notice in told}
    following_entries = following.entries.playing().select_related("contest")
    return told + [one for one in announced_to(following_entries, now) if one.user_id not in here]


def called_off(contest: Contest, now: datetime.datetime) -> list[LightNotice]:
    """The contest won't be, or won't go on; told to nobody where it never was announced."""
    if contest.opens_at is None:
        return []
    return _to_all("contest", contest, "called_off", _people(contest, CONCERNED), now)


def place_free(entry: Entry, now: datetime.datetime) -> list[LightNotice]:
    """An entry that waited for a place has got one. The entry has its contest read."""
    people = Entrant.objects.filter(entry=entry).order_by("user_id").values_list("user_id", flat=True)
    return _to_all("contest", entry.contest, f"place:{entry.pk}", people, now, what="place")


def invited(contest: Contest, user_ids: Iterable[int], now: datetime.datetime) -> list[LightNotice]:
    """A director asks these people to enter, or a team asks them to join it.

    Whoever has been asked to many contests of late finds this one on their page only, whoever asked.
    """
    people = list(user_ids)
    lately = Notice.objects.filter(
        user__in=people, kind="invitation", subject__startswith="c:", created_at__gt=now - LATELY
    )
    counted = lately.order_by().values("user").annotate(asked=Count("pk")).filter(asked__gte=MOST_MAILED)
    enough = set(counted.values_list("user", flat=True))
    return _to_all("invitation", contest, "invited", [key for key in people if key not in enough], now)


def challenged(pairing: Pairing, now: datetime.datetime) -> list[LightNotice]:
    """Somebody challenges an entry on a ladder. The second side of the pairing is the one challenged."""
    contest, until = pairing.round.group.contest, pairing.round.begins_at
    assert until is not None  # noqa: S101 - a challenge begins when its answer is due
    of_rival = Entrant.objects.filter(entry__sides__pairing=pairing, entry__sides__index=1)
    people = of_rival.order_by("user_id").values_list("user_id", flat=True)
    about: dict[str, object] = {"pairing": pairing.pk, "until": until.isoformat()}
    told = _to_all("challenge", contest, f"challenge:{pairing.pk}", people, now, **about)
    for notice in told:
        notice.wanted_by = until
    return told


def changed(act: Act, now: datetime.datetime) -> list[LightNotice]:
    """A director did something; told to those whom it concerns.

    ``act.data["entries"]`` names the keys of the entries that it concerns; without it, it concerns all.
    """
    if act.verb == "draw":
        return []  # the draw itself is told
    if act.verb == "call_off":
        return called_off(act.contest, now)
    keys: Collection[int] | None = act.data.get("entries")
    if keys is None:
        people = _playing(act.contest)
    else:
        found = Entrant.objects.filter(contest=act.contest_id, entry__in=keys).order_by("user_id")
        people = list(found.values_list("user_id", flat=True))
    return _to_all("contest", act.contest, f"act:{act.pk}", people, now, what="act", act=act.pk)


def stepped_in(turn: Turn, seat: Seat, user_id: int, now: datetime.datetime) -> list[LightNotice]:
    """A seat of a running match was given to somebody who had volunteered: they hear what the table is about
    and what they owe, as at a start. The turn, the open one, has its match read.
    """
    notice = about_turn("start", turn.match, turn, seat, now, user_id)
    notice.data["stepped_in"] = True
    return [notice]


def needs_hand(contest: Contest, now: datetime.datetime) -> list[LightNotice]:
    """The contest can't go on by itself; told to its directors."""
    directors = contest.directors.order_by("pk").values_list("pk", flat=True)
    return _to_all("director", contest, f"hand:{contest.step}", directors, now)


def _playing(contest: Contest) -> list[int]:
    return _people(contest, (Entry.Status.IN,))


def _people(contest: Contest, statuses: Collection[str]) -> list[int]:
    """The people of the entries with these statuses, each once: one is in a contest only once."""
    found = Entrant.objects.filter(contest=contest, entry__status__in=statuses).order_by("user_id")
    return list(found.values_list("user_id", flat=True))


def _notice(
    user_id: int, kind: str, contest: Contest, subject: str, now: datetime.datetime, **data: object
) -> LightNotice:
    told: dict[str, object] = {"contest": contest.code, "what": subject, **data}
    return LightNotice(user_id, kind, f"c:{contest.code}:{subject}", told, now, now, now + PATIENCE)


def _to_all(
    kind: str,
    contest: Contest,
    subject: str,
    user_ids: Iterable[int],
    now: datetime.datetime,
    **data: object,
) -> list[LightNotice]:
    return [_notice(user, kind, contest, subject, now, **data) for user in user_ids]
