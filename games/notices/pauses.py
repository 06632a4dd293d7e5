"""Mails about pauses: your table is asked for one, it has begun, it is over."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from django.utils.translation import gettext as _

from accounts.models import Notice
from accounts.outbox import Mail, reading_as
from games.actions.pausing import wishes
from games.models import Match, Order, Seat, Turn
from games.notices import standstill
from games.notices.layout import mail
from games.notices.letters import Letter, match_page
from games.notices.playing import owed_in
from games.notices.questions import order_page
from games.notices.tables import people_at
from games.notices.times import deadline


def pauses(notices: Sequence[Notice], now: datetime.datetime) -> dict[int, Mail]:
    """Mails for what still holds of the pauses of tables where the reader still plays."""
    codes = {notice.data["match"] for notice in notices}
    turns = {
        turn.match.code: turn
        for turn in Turn.objects.open()
        .filter(match__code__in=codes)
        .select_related("match")
        .defer("position")
    }
    tables: dict[str, list[Seat]] = {}
    seats = Seat.objects.filter(match__code__in=turns, match__status=Match.Status.RUNNING)
    for seat in seats.select_related("user", "match").prefetch_related("members").order_by("index"):
        tables.setdefault(seat.match.code, []).append(seat)
    mails = {}
    for notice in notices:
        table = [seat for seat in tables.get(notice.data["match"], []) if seat.waits_for_person]
        mine = next((seat for seat in table if notice.user_id in people_at(seat)), None)
        if mine is None:
            continue
        with reading_as(notice.user):
            letter = _letter(notice, turns[notice.data["match"]], mine, table, now)
            if letter is not None:
                mails[notice.pk] = mail(letter)
    return mails


def _letter(
    notice: Notice, turn: Turn, mine: Seat, table: Sequence[Seat], now: datetime.datetime
) -> Letter | None:
    """The letter for a notice; None if it is no longer true."""
    if notice.data["what"] == "asked":
        asking = [seat.name for seat in table if wishes(seat, turn.number)]
        news = bool(asking) and turn.paused_at is None and not wishes(mine, turn.number)
        return _asked(turn.match, ", ".join(asking)) if news else None
    if notice.data["what"] == "begun":
        return _begun(turn) if turn.paused_at is not None else None
    slot = Order.objects.owing(notice.user).filter(turn=turn).first()
    return _over(turn, slot, now) if turn.paused_at is None else None


def _asked(match: Match, names: str) -> Letter:
    return Letter(
        subject=_("a pause is asked for"),
        title=_("Your table is asked for a pause"),
        opening=(
            _("You are asked to agree to a pause. For it so far: {names}.").format(names=names),
            _("It begins when all who play agree; until then your deadline stands as it is."),
            _("The wish ends with the next turn; if you do nothing, nothing changes."),
        ),
        about=match,
        button=(_("Look at the match and agree"), match_page(match.code)),
    )


def _begun(turn: Turn) -> Letter:
    return Letter(
        subject=_("your table pauses"),
        title=_("Your table pauses"),
        opening=(
            standstill.paused(turn),
            _("You may order all the same, and you may let the match go on whenever you like."),
        ),
        about=turn.match,
        button=(_("Look at the match"), match_page(turn.match.code)),
    )


def _over(turn: Turn, slot: Order | None, now: datetime.datetime) -> Letter:
    """The match goes on; ``slot`` is what the reader owes."""
    opening = [_("Your table has ended its pause.")]
    button = (_("Look at the match"), match_page(turn.match.code))
    if slot is not None:
        opening.append(owed_in(turn, now))
        button = (_("Write your order"), order_page(slot))
    elif turn.due_at is not None:
        ends = _("Turn {turn} closes {deadline}.")
        opening.append(ends.format(turn=turn.number, deadline=deadline(turn.due_at, now)))
    return Letter(
        subject=_("your match goes on"),
        title=_("Your match goes on"),
        opening=tuple(opening),
        about=turn.match,
        button=button,
    )
