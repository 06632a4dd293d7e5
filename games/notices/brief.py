"""What devices and webhooks are told of play: a sentence that anybody may read on a lock screen, and a link.

Never an order, a hand, a commitment or what anybody wrote. Each is looked at again just before it leaves.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from accounts import couriers
from accounts.channels import Delivery
from accounts.envelopes import Message
from accounts.models import MAIL_KINDS, Notice
from accounts.outbox import reading_as
from games.models import Match, Seat, Turn
from games.notices import contest_briefs
from games.notices.cases import Case, cases
from games.notices.letters import heading, match_page
from games.notices.sentences import story
from games.notices.times import short_moment


def register() -> None:
    """Name the builders to the couriers: one for each kind of notice, and one for what tables tell."""
    for kind in MAIL_KINDS:
        couriers.register(kind, about_turns if kind in _SENTENCES else _others)
    for kind in _HAPPENINGS:
        couriers.register(f"table:{kind}", happenings)


def facts(event: str, match: Match, turn: Turn | None) -> dict[str, Any]:
    """What programs are told: what happened, where, and until when something is owed."""
    told: dict[str, Any] = {
        "event": event,
        "match": {"code": match.code, "name": match.title, "game": match.game, "url": match_page(match.code)},
    }
    if turn is not None:
        open_ = turn.closed_at is None
        told |= {"turn": turn.number, "deadline": turn.due_at if open_ else None}
    return told


# --- A person's own ----------------------------------------------------------------------------------------


def about_turns(deliveries: Sequence[Delivery], now: datetime.datetime) -> dict[int, Message]:
    """Messages about turns that are still true, by delivery."""
    notices = [_notice(delivery) for delivery in deliveries]
    messages = {}
    for case in cases(notices):
        if _needed(case):
            with reading_as(case.notice.user):
                messages[case.notice.pk] = _of_case(case, now)
    return messages


def _notice(delivery: Delivery) -> Notice:
    """The notice that a delivery goes with, not as a row: what is known of it is the same."""
    return Notice(
        pk=delivery.pk,
        user=delivery.channel.user,
        kind=delivery.kind,
        subject=delivery.subject,
        data=delivery.data,
        created_at=delivery.created_at,
        send_at=delivery.send_at,
    )


def _needed(case: Case) -> bool:
    """Whether this is still new and true; whether a mail said it too does not matter."""
    kind = case.notice.kind
    if kind == "end":
        return case.match.status == Match.Status.FINISHED
    if kind == "missed" and not case.in_grace:
        return case.has_lost and case.match.status == Match.Status.RUNNING
    if kind == "reminder":
        return case.owes and case.turn.paused_at is None
    if kind in ("turn", "missed"):
        return case.owes
    return case.is_open


def _of_case(case: Case, now: datetime.datetime) -> Message:
    match, turn, kind = case.match, case.turn, case.notice.kind
    owed = turn.due_at if case.owes else None
    return Message(
        title=heading(match),
        text=_SENTENCES[kind](case, now),
        url=match_page(match.code),
        topic=match.code,
        until=owed,
        urgent=kind == "reminder" or (kind == "missed" and case.in_grace),
        facts=facts(kind, match, turn),
    )


def _when(case: Case, now: datetime.datetime) -> dict[str, object]:
    due_at = case.turn.due_at
    return {"turn": case.turn.number, "when": short_moment(due_at, now) if due_at else ""}


def _turn(case: Case, now: datetime.datetime) -> str:
    if case.turn.due_at is None:
        return _("Turn {turn}: you owe an order.").format(turn=case.turn.number)
    return _("Turn {turn}: you owe an order until {when}.").format(**_when(case, now))


def _reminder(case: Case, now: datetime.datetime) -> str:
    return _("Turn {turn}: your order is not in yet. You have until {when}.").format(**_when(case, now))


def _missed(case: Case, now: datetime.datetime) -> str:
    if case.in_grace:
        return _("Turn {turn}: your extra time has begun. You have until {when}.").format(**_when(case, now))
    return _("You missed deadlines, and your seat is no longer yours to play.")


def _result(case: Case, _now: datetime.datetime) -> str:
    return _("Turn {turn} has begun. You owe nothing now.").format(turn=case.turn.number)


def _start(case: Case, now: datetime.datetime) -> str:
    if not case.owes:
        return _("Your match has started.")
    if case.turn.due_at is None:
        return _("Your match has started, and you owe an order.")
    return _("Your match has started. You owe an order until {when}.").format(**_when(case, now))


def _end(_case: Case, _now: datetime.datetime) -> str:
    return _("Your match is over.")


_SENTENCES: Mapping[str, Callable[[Case, datetime.datetime], str]] = {
    "turn": _turn,
    "reminder": _reminder,
    "missed": _missed,
    "result": _result,
    "start": _start,
    "end": _end,
}


def _others(deliveries: Sequence[Delivery], now: datetime.datetime) -> dict[int, Message]:
    """Messages about contests and about tables; the couriers may ask for several kinds at once."""
    messages: dict[int, Message] = {}
    for kind in contest_briefs.LETTERS:
        told = [one for one in deliveries if one.kind == kind and "contest" in one.data]
        messages |= contest_briefs.about_contests(told, [_notice(one) for one in told], now)
    of_tables = [one for one in deliveries if "contest" not in one.data]
    return messages | (about_tables(of_tables, now) if of_tables else {})


def about_tables(deliveries: Sequence[Delivery], now: datetime.datetime) -> dict[int, Message]:
    """Messages of other kinds: that there is something to look at, and at which table."""
    codes = {str(delivery.data.get("match", "")) for delivery in deliveries}
    matches = {match.code: match for match in Match.objects.filter(code__in=codes).defer("sealed_seed")}
    messages = {}
    for delivery in deliveries:
        match = matches.get(str(delivery.data.get("match", "")))
        if match is None or match.status in (Match.Status.ABORTED,):
            continue
        with reading_as(delivery.channel.user):
            messages[delivery.pk] = Message(
                title=heading(match),
                text=_OTHERS[delivery.kind]() if delivery.kind in _OTHERS else str(MAIL_KINDS[delivery.kind]),
                url=match_page(match.code),
                topic=match.code,
                facts=facts(delivery.kind, match, None),
            )
    return messages


_OTHERS: Mapping[str, Callable[[], str]] = {
    "invitation": lambda: _("You are invited to this table."),
    "talk": lambda: _("Somebody wrote at your table."),
    "pause": lambda: _("A pause of your table is asked for, has begun or is over."),
}


# --- What tables tell --------------------------------------------------------------------------------------


def happenings(deliveries: Sequence[Delivery], now: datetime.datetime) -> dict[int, Message]:
    """Messages about what everybody at a table may know, by delivery."""
    codes = {delivery.data["match"] for delivery in deliveries}
    matches = {match.code: match for match in Match.objects.filter(code__in=codes).defer("sealed_seed")}
    seats: dict[str, list[Seat]] = {code: [] for code in matches}
    for seat in (
        Seat.objects.filter(match__code__in=matches).select_related("user", "match").order_by("index")
    ):
        seats[seat.match.code].append(seat)
    turns = _turns(deliveries, matches)
    messages = {}
    for delivery in deliveries:
        match = matches.get(delivery.data["match"])
        if match is None:
            continue
        turn = turns.get((match.pk, delivery.data["turn"]))
        if turn is not None:
            with reading_as(delivery.channel.user):
                messages[delivery.pk] = _happening(delivery, match, turn, seats[match.code])
    return messages


def _turns(deliveries: Sequence[Delivery], matches: Mapping[str, Match]) -> dict[tuple[int, int], Turn]:
    """The turns that these deliveries name, and their matches with them."""
    by_key = {match.pk: match for match in matches.values()}
    wanted = {(matches[d.data["match"]].pk, d.data["turn"]) for d in deliveries if d.data["match"] in matches}
    numbers = {number for _match, number in wanted}
    found = {}
    for turn in Turn.objects.filter(match__in=by_key, number__in=numbers).defer("position"):
        turn.match = by_key[turn.match_id]
        found[turn.match_id, turn.number] = turn
    return found


def _happening(delivery: Delivery, match: Match, turn: Turn, seats: Sequence[Seat]) -> Message:
    kind = delivery.kind.removeprefix("table:")
    names = [seat.name for seat in seats]
    told = story(turn, None, names) if kind in ("closed", "ended") else []
    index = delivery.data.get("seat")
    told_of = {"turn": turn.number, "name": names[index] if index is not None else ""}
    known = facts(kind, match, turn)
    if index is not None:
        known["seat"] = index
    return Message(
        title=heading(match),
        text=str(_HAPPENINGS[kind]()).format(**told_of),
        url=match_page(match.code),
        topic=match.code,
        sentences=tuple(told),
        facts=known,
    )


_HAPPENINGS: Mapping[str, Callable[[], str]] = {
    "started": lambda: _("The match has started."),
    "closed": lambda: _("Turn {turn} has closed."),
    "deserted": lambda: _("{name} has left a seat."),
    "taken": lambda: _("{name} has taken over a seat."),
    "ended": lambda: _("The match is over."),
}
