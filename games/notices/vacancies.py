"""Mails about seats that change hands: one at your table is free for anyone, or somebody has taken it."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from django.utils.translation import gettext as _

from accounts.models import Notice
from accounts.outbox import Mail, reading_as
from games.models import Match, Seat, Tenure
from games.models.tenure import former_holders
from games.notices.layout import mail
from games.notices.letters import Letter, match_page
from games.notices.tables import people_at


def seats(notices: Sequence[Notice], now: datetime.datetime) -> dict[int, Mail]:
    """Mails for seats that are still free, or still played by who took them, to those who play on."""
    codes = {notice.data["match"] for notice in notices}
    found = Seat.objects.filter(match__code__in=codes, match__status=Match.Status.RUNNING)
    tables: dict[str, list[Seat]] = {}
    for seat in found.select_related("user", "match").prefetch_related("members").order_by("index"):
        tables.setdefault(seat.match.code, []).append(seat)
    before = former_holders(seat for table in tables.values() for seat in table)
    mails = {}
    for notice in notices:
        table = tables.get(notice.data["match"], [])
        if not any(seat.waits_for_person and notice.user_id in people_at(seat) for seat in table):
            continue
        with reading_as(notice.user):
            letter = _letter(notice, table, before)
            if letter is not None:
                mails[notice.pk] = mail(letter)
    return mails


def _letter(notice: Notice, table: Sequence[Seat], before: dict[int, list[Tenure]]) -> Letter | None:
    """The letter for a notice; None if it is no longer true."""
    if "taken" not in notice.data:
        # Who deserted a seat did so at the end of the turn, who left the site within it.
        since = (notice.data["turn"] - 1, notice.data["turn"])
        free = [seat for seat in table if seat.until in since]
        return _free(free) if free else None
    seat = next((seat for seat in table if seat.index == notice.data["taken"]), None)
    if seat is None or seat.since != notice.data["turn"] or not seat.waits_for_person:
        return None
    return _taken(seat, before.get(seat.pk, []))


def _free(free: Sequence[Seat]) -> Letter:
    match = free[0].match
    names = ", ".join(map(_called, free))
    title = _("You may look for somebody new: a seat is free at your table")
    if match.visibility == Match.Visibility.PRIVATE:
        who = _("You see this match by invitation: only who was invited, too, can take such a seat over.")
    else:
        who = _("You may send the address of the match to anybody who would like to play.")
    return Letter(
        subject=_("a seat is free at your table: {names}").format(names=names),
        title=title,
        opening=(
            _("You play on without {names}: whoever wants to may take that seat over.").format(names=names),
            _("You wait for nobody there: until somebody comes, its decisions get their default."),
            who,
        ),
        about=match,
        button=(_("Look at the match"), match_page(match.code)),
    )


def _called(seat: Seat) -> str:
    """Who left the seat; its number, where nobody knows any more."""
    if seat.user is None and not seat.of_team:
        return _("seat {number}").format(number=seat.index + 1)
    return seat.name


def _taken(seat: Seat, before: Sequence[Tenure]) -> Letter:
    assert seat.user is not None  # noqa: S101 - asked only of seats that wait for a person
    name, former = seat.user.username, before[-1].user if before else None
    if former is not None and former.pk == seat.user_id:
        title = _("{name} is back at your table").format(name=name)
        said = _("You play with {name} again, who has come back in turn {turn}.")
    else:
        title = _("{name} has taken over a seat at your table").format(name=name)
        said = _("You play with {name} now, who has taken over seat {number} in turn {turn}.")
    return Letter(
        subject=title,
        title=title,
        opening=(said.format(name=name, number=seat.index + 1, turn=seat.since),),
        about=seat.match,
        button=(_("Look at the match"), match_page(seat.match.code)),
    )
