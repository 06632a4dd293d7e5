"""More time: the deadlines of one table, or of a whole round, move by some hours."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Any

import msgspec

from games.actions.contests.directing.case import IN_PLAY, Case, TableChange, Verb, not_now
from games.actions.contests.directing.refusals import IllegalAct, NotUndone
from games.actions.standstill import no_sooner
from games.actions.turns import held_turn
from games.models import Match, Turn
from games.rules.game import gettext_noop

_ = gettext_noop

MOST_HOURS = 24 * 30


class More(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``hours``: how many. ``pairing``: the key of one, or ``round``: the number of one; null: all."""

    hours: int
    pairing: int | None = None
    round: int | None = None


class Extend(Verb[More]):
    """Give everybody at a table, or at all tables of a round, more time for the open turn."""

    name = "extend"
    title = _("Give more time")
    said = _("{director} gave more time for the open turns: {hours} h; tables: {tables}.")
    wants = More
    during = IN_PLAY

    def do(self, case: Case, wanted: More) -> None:
        """Deadlines move as if the clocks had stood still for so long; a slot moves on to its grid."""
        if not 1 <= wanted.hours <= MOST_HOURS:
            raise IllegalAct(
                _("This is a number of hours from 1 to {most}."), "illegal_hours", "hours", most=MOST_HOURS
            )
        span = datetime.timedelta(hours=wanted.hours)
        moved = [_move(case, match, span) for match in _tables(case, wanted)]
        case.kept["turns"] = [kept for kept in moved if kept is not None]
        if not case.kept["turns"]:
            raise not_now(_("No table is played there that has a deadline."), "no_clock")
        case.facts |= {"hours": wanted.hours, "tables": len(case.kept["turns"])}

    def take_back(self, case: Case, kept: dict[str, Any]) -> None:
        """Deadlines come back, but leave a fair time; where a turn has closed since, it stays as it was."""
        for was in kept["turns"]:
            _move_back(case, was)


def _tables(case: Case, wanted: More) -> Sequence[Match]:
    """The running matches that are meant, in the order in which their turns are held."""
    running = Match.objects.running().filter(pairing__round__group__contest=case.contest)
    if wanted.pairing is not None:
        running = running.filter(pairing=case.pairing(wanted.pairing))
    elif wanted.round is not None:
        running = running.filter(
            pairing__round__number=wanted.round, pairing__round__group__stage=case.contest.stage
        )
    return list(running.order_by("pk"))


def _move(case: Case, match: Match, span: datetime.timedelta) -> dict[str, Any] | None:
    """Move one deadline; how the turn was, or None if it has none."""
    turn = held_turn(match.code)
    if turn is None or (due_at := turn.due_at or turn.paused_due) is None:
        return None
    pace, until = match.timing, case.now + span
    was = {name: _plain(getattr(turn, name)) for name in ("due_at", "paused_due", "remind_at", "stops")}
    if turn.paused_due is not None:
        after = turn.paused_due = pace.later(turn.paused_due, span)
    else:
        after = turn.due_at = pace.after_stop(max(due_at, case.now), turn.opened_at, case.now, until)
        turn.stops = [*turn.stops, (case.now.isoformat(), until.isoformat())]
        if turn.remind_at is not None:
            turn.remind_at += after - due_at
    turn.save(update_fields=["due_at", "paused_due", "remind_at", "stops"])
    entries = _entries(match)
    case.concern(entries)
    case.tables.append(TableChange("moved", match.code, match.title, entries, due_at, after))
    return {"turn": turn.pk, **was, "became": _plain(turn.due_at), "paused_became": _plain(turn.paused_due)}


def _entries(match: Match) -> tuple[int, ...]:
    assert match.pairing is not None  # noqa: S101 - callers ask for tables of pairings
    return tuple(match.pairing.sides.order_by("index").values_list("entry_id", flat=True))


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime.datetime) else value


def _read(value: str | None) -> datetime.datetime | None:
    return None if value is None else datetime.datetime.fromisoformat(value)


def _move_back(case: Case, was: dict[str, Any]) -> None:
    turn = Turn.objects.select_related("match").select_for_update(of=("self",)).get(pk=was["turn"])
    if turn.closed_at is not None:
        raise NotUndone(
            _("A turn of {match} has closed since, so the time stays given."),
            "turn_closed",
            match=turn.match.title,
        )
    if (_plain(turn.due_at), _plain(turn.paused_due)) != (was["became"], was["paused_became"]):
        raise NotUndone(
            _("The deadline of {match} has moved since, so the time stays given."),
            "deadline_moved",
            match=turn.match.title,
        )
    before, due_at = turn.due_at or turn.paused_due, _read(was["due_at"])
    turn.due_at = None if due_at is None else no_sooner(turn.match.timing, due_at, case.now)
    turn.paused_due, turn.stops, remind_at = _read(was["paused_due"]), was["stops"], _read(was["remind_at"])
    turn.remind_at = None if remind_at is None else max(remind_at, case.now)
    turn.save(update_fields=["due_at", "paused_due", "remind_at", "stops"])
    after = turn.due_at or turn.paused_due
    case.tables.append(TableChange("moved", turn.match.code, turn.match.title, (), before, after))
