"""Mails from tables rather than turns: somebody invites you, somebody wrote."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Notice
from accounts.outbox import Mail, reading_as
from games.models import Invitation, Match, Member, Seat, Talk
from games.notices.layout import mail
from games.notices.letters import Letter, match_page
from games.notices.times import pace_in_words
from games.rules.game import Game

MOST_QUOTED = 20
"""How many messages one mail quotes at the most; the others are at the table."""


def invitations(notices: Sequence[Notice], now: datetime.datetime) -> dict[int, Mail]:
    """Mails for invitations to matches that still stand: there is a seat to take, the reader has none yet."""
    codes, people = {n.data["match"] for n in notices}, {n.user_id for n in notices}
    inviting = Match.objects.inviting_anybody().filter(code__in=codes)
    standing = Invitation.objects.filter(match__in=inviting.values("pk"), user__in=people)
    invited = {(i.match.code, i.user_id): i.match for i in standing.select_related("match__creator")}
    seats = _seated(codes)
    mails = {}
    for notice in notices:
        match = invited.get((notice.data["match"], notice.user_id))
        there = seats.get(notice.data["match"], [])
        if match is None or any(notice.user_id in people_at(seat) for seat in there):
            continue
        with reading_as(notice.user):
            mails[notice.pk] = mail(_invitation(match, there))
    return mails


def _seated(codes: set[str]) -> dict[str, list[Seat]]:
    seats: dict[str, list[Seat]] = {}
    found = Seat.objects.filter(match__code__in=codes).select_related("user", "match").order_by("index")
    for seat in found.prefetch_related("members__user"):
        seats.setdefault(seat.match.code, []).append(seat)
    return seats


def people_at(seat: Seat) -> set[int | None]:
    """Who holds a seat, alone or in a team."""
    return {seat.user_id, *(one.user for one in seat.team)}


def _invitation(match: Match, seats: Sequence[Seat]) -> Letter:
    host = match.creator.username if match.creator else _("somebody who has left the site")
    there = ", ".join(seat.full_name for seat in seats)
    again = match.rematch_of_id is not None
    return Letter(
        subject=(_("{name} wants to play again") if again else _("{name} invites you")).format(name=host),
        title=(_("{name} wants to play again") if again else _("{name} invites you to a match")).format(
            name=host
        ),
        opening=(
            _("You are asked to a table of {size} for {game}.").format(
                size=match.size, game=match.rules.name
            ),
            _starting(match),
        ),
        about=match,
        facts=(
            (_("At the table so far"), there or _("nobody yet")),
            (_("The pace"), pace_in_words(match.timing, match.team > 1, match.rules.lost_by_silence)),
            (_("The rules"), _options(match)),
            (_("Who may watch"), _watched(match)),
            (_("Commitment to the seed"), match.seed_commitment),
        ),
        button=(_("Look at the table and join"), match_page(match.code)),
    )


def _starting(match: Match) -> str:
    """When a match starts, and where teams play, in which of them the reader will be."""
    if match.status == Match.Status.RUNNING:
        return _("This match has begun already; you may take over a seat that is free.")
    if match.team == 1:
        return _("Your match starts by itself when every seat is taken.")
    if match.rematch_of_id is not None:
        return _("All who played before have places in their teams; your match starts when they are back.")
    said = _("You choose a team of up to {most}; your match starts when all are full, or sooner.")
    return said.format(most=match.team)


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
    if value in label.offers:
        return _(label.name), f"{value} {_(label.offers[value][0])}"
    return _(label.name), _(label.word(value))


def _watched(match: Match) -> str:
    if match.visibility == Match.Visibility.PRIVATE:
        return _("only those who are invited")
    return _("anyone") if match.visibility == Match.Visibility.PUBLIC else _("anyone who has the address")


def talk(notices: Sequence[Notice], now: datetime.datetime) -> dict[int, Mail]:
    """Mails for words that were said at a table where the reader still sits: all since the notice."""
    said = _said(notices)
    matches = {message.match_id for messages in said.values() for message in messages}
    people = {notice.user_id for notice in notices}
    sitting = set(Seat.objects.filter(match__in=matches, user__in=people).values_list("match_id", "user_id"))
    sitting |= set(
        Member.objects.filter(match__in=matches, user__in=people).values_list("match_id", "user_id")
    )
    mails = {}
    for notice in notices:
        messages = [
            message
            for message in said.get(notice.data["match"], [])
            if message.pk >= notice.data["talk"] and message.user_id != notice.user_id
        ]
        if messages and (messages[0].match_id, notice.user_id) in sitting:
            with reading_as(notice.user):
                mails[notice.pk] = mail(_messages(messages))
    return mails


def _said(notices: Sequence[Notice]) -> dict[str, list[Talk]]:
    """What was said since the first of these notices, by the code of the match."""
    since = (Q(match__code=notice.data["match"], pk__gte=notice.data["talk"]) for notice in notices)
    said: dict[str, list[Talk]] = {}
    for message in Talk.objects.filter(reduce(or_, since, Q(pk__in=()))).select_related("match", "user"):
        said.setdefault(message.match.code, []).append(message)
    return said


def _messages(messages: Sequence[Talk]) -> Letter:
    names = list(dict.fromkeys(map(_author, messages)))
    title = _("{name} wrote at your table").format(name=", ".join(names))
    quoted = [
        message.text if len(names) == 1 else f"{_author(message)}: {message.text}"
        for message in messages[:MOST_QUOTED]
    ]
    more = len(messages) - len(quoted)
    match = messages[0].match
    return Letter(
        subject=title,
        title=title,
        opening=(_more(more),) if more else (),
        about=match,
        quote="\n\n".join(quoted),
        button=(_("Answer at the table"), match_page(match.code)),
    )


def _author(message: Talk) -> str:
    return message.user.username if message.user is not None else _("former player")


def _more(count: int) -> str:
    return ngettext(
        "These are the first words; your table has {count} more message for you.",
        "These are the first words; your table has {count} more messages for you.",
        count,
    ).format(count=count)
