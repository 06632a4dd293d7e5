"""Mails from tables rather than turns: somebody invites you, somebody wrote."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import Notice, User
from accounts.outbox import Mail, reading_as
from games.models import Invitation, Match, Seat, Talk
from games.notices.layout import mail
from games.notices.letters import Letter, match_page
from games.notices.times import pace_in_words
from games.rules.game import Game


def invitations(notices: Sequence[Notice], now: datetime.datetime) -> dict[int, Mail]:
    """Mails for invitations that still stand: the match is open, and the reader has no seat in it yet."""
    codes, people = {n.data["match"] for n in notices}, {n.user_id for n in notices}
    standing = Invitation.objects.filter(
        match__code__in=codes, user__in=people, match__status=Match.Status.OPEN
    )
    invited = {(i.match.code, i.user_id): i.match for i in standing.select_related("match__creator")}
    seats = _seated(codes)
    mails = {}
    for notice in notices:
        match = invited.get((notice.data["match"], notice.user_id))
        there = seats.get(notice.data["match"], [])
        if match is None or any(seat.user_id == notice.user_id for seat in there):
            continue
        with reading_as(notice.user):
            mails[notice.pk] = mail(_invitation(match, there))
    return mails


def _seated(codes: set[str]) -> dict[str, list[Seat]]:
    seats: dict[str, list[Seat]] = {}
    for seat in Seat.objects.filter(match__code__in=codes).select_related("user", "match").order_by("index"):
        seats.setdefault(seat.match.code, []).append(seat)
    return seats


def _invitation(match: Match, seats: Sequence[Seat]) -> Letter:
    host = match.creator.username if match.creator else _("somebody who has left the site")
    there = ", ".join(seat.name for seat in seats)
    return Letter(
        subject=_("{name} invites you").format(name=host),
        title=_("{name} invites you to a match").format(name=host),
        opening=(
            _("You are asked to a table of {size} for {game}.").format(
                size=match.size, game=match.rules.name
            ),
            _("Your match starts by itself when every seat is taken."),
        ),
        match=match,
        facts=(
            (_("At the table so far"), there or _("nobody yet")),
            (_("The pace"), pace_in_words(match.timing)),
            (_("The rules"), _options(match)),
            (_("Who may watch"), _watched(match)),
            (_("Commitment to the seed"), match.seed_commitment),
        ),
        button=(_("Look at the table and join"), match_page(match.code)),
    )


def _options(match: Match) -> str:
    """The options that are not as usual."""
    game = match.rules
    usual = game.options()
    unusual = [
        ": ".join(option_in_words(game, name, value))
        for name, value in match.options.items()
        if getattr(usual, name, None) != value
    ]
    return "; ".join(unusual) or _("the usual ones")


def option_in_words(game: Game[Any], name: str, value: Any) -> tuple[str, str]:
    """An option and its value as people call them, in the language of the moment."""
    label = game.label(name)
    return _(label.name), _(label.word(value))


def _watched(match: Match) -> str:
    if match.visibility == Match.Visibility.PRIVATE:
        return _("only those who are invited")
    return _("anyone") if match.visibility == Match.Visibility.PUBLIC else _("anyone who has the address")


def talk(notices: Sequence[Notice], now: datetime.datetime) -> dict[int, Mail]:
    """Mails for words that were said at a table where the reader still sits."""
    said = Talk.objects.filter(pk__in={n.data["talk"] for n in notices}).select_related("match", "user")
    messages = {message.pk: message for message in said}
    matches = {message.match_id for message in messages.values()}
    people = {notice.user_id for notice in notices}
    sitting = set(Seat.objects.filter(match__in=matches, user__in=people).values_list("match_id", "user_id"))
    mails = {}
    for notice in notices:
        message = messages.get(notice.data["talk"])
        if message is not None and (message.match_id, notice.user_id) in sitting:
            with reading_as(notice.user):
                mails[notice.pk] = mail(_message(message, message.user))
    return mails


def _message(message: Talk, author: User | None) -> Letter:
    name = author.username if author is not None else _("former player")
    return Letter(
        subject=_("{name} wrote at your table").format(name=name),
        title=_("{name} wrote at your table").format(name=name),
        opening=(),
        match=message.match,
        quote=message.text,
        button=(_("Answer at the table"), match_page(message.match.code)),
    )
