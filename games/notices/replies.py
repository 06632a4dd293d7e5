"""Answers to mails that people sent: what was read and what came of it, or why nothing did."""

from __future__ import annotations

import copy
import datetime
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from django.db.models import Max
from django.utils.translation import gettext as _

from accounts.models import Notice, User
from accounts.outbox import Draft, Mail, reading_as
from games.actions import answers, orders
from games.actions.answers import Answer
from games.links import Asked, address_for
from games.models import Match, Turn
from games.notices import planned
from games.notices.cases import Case, cases
from games.notices.layout import mail
from games.notices.letters import Chapter, Letter, match_page
from games.notices.playing import others_asked, owed, shown
from games.notices.positions import position
from games.notices.questions import question
from games.notices.times import deadline
from games.rules.game import Refusal

PARTED = " / "
"""What parts the lines of a mail where they are said in one."""


@dataclass(frozen=True)
class Reply:
    """One answer with what it is written from. ``case`` is how the match stands now, for who sits there."""

    user: User
    match: Match
    turn: int
    seat: int
    answer: Answer
    case: Case | None
    now: datetime.datetime

    @property
    def open_case(self) -> Case | None:
        """The case, if the reader may order in it, now or anew."""
        case = self.case
        return case if case and case.is_open and case.slot and case.seat.waits_for_person else None


def write(notices: Sequence[Notice], now: datetime.datetime) -> dict[int, Draft]:
    """The answers to mails. They are always needed: somebody waits for each."""
    held = {notice.pk: answers.opened(notice.data) for notice in notices}
    codes = {notice.data["match"] for notice in notices}
    matches = {match.code: match for match in Match.objects.filter(code__in=codes).defer("sealed_seed")}
    last = dict(
        Turn.objects.filter(match__code__in=codes).values_list("match__code").annotate(last=Max("number"))
    )
    about = [_today(notice, held[notice.pk], last.get(notice.data["match"], 0)) for notice in notices]
    found = {case.notice.pk: case for case in cases(about)}
    return {
        notice.pk: partial(_mail, _reply(notice, matches, held[notice.pk], found.get(notice.pk), now))
        for notice in notices
        if notice.data["match"] in matches
    }


def _reply(
    notice: Notice, matches: Mapping[str, Match], answer: Answer, case: Case | None, now: datetime.datetime
) -> Reply:
    match, turn, seat = matches[notice.data["match"]], notice.data["turn"], notice.data["seat"]
    return Reply(notice.user, match, turn, seat, answer, case, now)


def _today(notice: Notice, answer: Answer, last: int) -> Notice:
    """The notice as if it were about the last turn of its match, telling what the answer has to tell."""
    about = copy.copy(notice)
    since = {"turn_closed": notice.data["turn"]}.get(
        answer.code, last if answer.about != "status" else last - 1
    )
    about.data = {"match": notice.data["match"], "turn": last, "since": max(1, since)}
    return about


def _mail(reply: Reply) -> Mail:
    with reading_as(reply.user):
        letter = replace(_WRITERS[reply.answer.about](reply), answers=reply.answer.mail)
        if not letter.reply_to:
            # It asks for no order, so what answers it is about the same turn, whatever is open by now.
            asked = Asked(reply.match.pk, reply.turn, reply.seat, reply.user.pk)
            letter = replace(letter, reply_to=address_for(asked))
        return mail(letter)


def _letter(reply: Reply, subject: str, title: str, *opening: str) -> Letter:
    return Letter(
        subject=subject,
        title=title,
        opening=tuple(filter(None, opening)),
        about=reply.match,
        button=(_("Look at the match"), match_page(reply.match.code)),
    )


def _asking(reply: Reply, subject: str, title: str, *opening: str) -> Letter:
    """A letter with the board and the question, if the reader may order; else as much as there is to tell."""
    case = reply.case
    if case is None:
        return _letter(reply, subject, title, *opening)
    here = position(case)
    told = list(filter(None, opening))
    if reply.open_case is None or case.slot is None:
        return shown(case, here, subject, title, told)
    asked = question(here, case.slot)
    if not case.slot.commitment:
        told.insert(1, owed(case, reply.now))
    letter = shown(case, here, subject, title, told)
    return replace(letter, question=asked, button=(_("Write your order"), asked.link), reply_to=asked.mail)


def _order(reply: Reply) -> Letter:
    receipt = reply.answer.receipt
    assert receipt is not None  # noqa: S101 - such an answer always has one
    letter = _letter(
        reply,
        _("turn {turn}, your order is in").format(turn=reply.turn),
        _("Turn {turn}: your order is in").format(turn=reply.turn),
        _("Your mail was read as the order below. Only you can see it until the turn closes."),
        _changeable(reply),
        planned.said(receipt) if receipt.plan else "",
    )
    facts = [
        (_("Version"), str(receipt.version)),
        (_("Commitment to your order"), receipt.commitment),
        *_unread(reply),
    ]
    return replace(letter, quote=receipt.line, facts=tuple(facts))


def _changeable(reply: Reply) -> str:
    """Until when the order may be changed, or that the turn has closed."""
    case, receipt = reply.open_case, reply.answer.receipt
    if receipt is not None and receipt.closed:
        return _("It was the last one owed, so the turn has closed. What happened is on its way to you.")
    if case is None or case.turn.number != reply.turn:
        return _("The turn has closed since. What happened is on its way to you.")
    if case.turn.due_at is None:
        return _("You may still change it until the turn closes: answer this mail with another order.")
    return _("You may still change it until {deadline}: answer this mail with another order.").format(
        deadline=deadline(case.turn.due_at, reply.now)
    )


def _unread(reply: Reply) -> list[tuple[str, str]]:
    """The lines that were not read as part of an order."""
    lines = PARTED.join(reply.answer.unread.split("\n"))
    return [(_("Not read as part of it"), lines)] if lines else []


def _plan(reply: Reply) -> Letter:
    receipt = reply.answer.receipt
    assert receipt is not None  # noqa: S101 - such an answer always has one
    letter = _letter(
        reply,
        _("turn {turn}, your orders ahead").format(turn=reply.turn),
        _("Your orders ahead"),
        planned.said(receipt),
        _("Your order for turn {turn} is still missing.").format(turn=reply.turn) if receipt.owed else "",
        _("Only you can see them until they are played.") if receipt.plan else "",
    )
    return replace(letter, quote=receipt.plan, facts=tuple(_unread(reply)))


def _say(reply: Reply) -> Letter:
    letter = _letter(
        reply,
        _("your message is at the table"),
        _("Your message is at the table"),
        _("Everybody at the table can read it:"),
    )
    return replace(letter, quote=reply.answer.read)


def _note(reply: Reply) -> Letter:
    letter = _letter(
        reply,
        _("your notes are kept"),
        _("Your notes are kept"),
        _("Only you can read them. This was added:"),
    )
    return replace(letter, quote=reply.answer.read)


def _resign(reply: Reply) -> Letter:
    return _letter(
        reply,
        _("do you want to resign?"),
        _("Do you want to resign?"),
        _("You asked to give up this match. Nothing has happened yet."),
        _("To give it up for good, answer this mail with “resign yes” on the first line."),
        _("To go on playing you need do nothing."),
    )


def _resigned(reply: Reply) -> Letter:
    return _letter(
        reply, _("you have resigned"), _("You have resigned"), _("You gave up this match, as you asked.")
    )


def _status(reply: Reply) -> Letter:
    letter = _asking(
        reply,
        _("how your match stands"),
        _("How your match stands"),
        _owed_or_not(reply),
    )
    return replace(letter, facts=(*letter.facts, *_own(reply)))


def _owed_or_not(reply: Reply) -> str:
    """That the reader's order is in, or whom the table waits for; empty where one is owed or all is over."""
    case = reply.case
    if case is None or not case.is_open or not case.seat.waits_for_person or case.owes:
        return ""
    if case.slot is not None:
        return _("Turn {turn}: your order is in.").format(turn=case.turn.number)
    return others_asked(case, reply.now)


def _own(reply: Reply) -> list[tuple[str, str]]:
    """What the reader has sealed: the order for this turn, and orders ahead."""
    case = reply.case
    if case is None or not case.is_open:
        return []
    given = _found(lambda: orders.own_order(reply.user, case.turn) or "")
    ahead = _found(lambda: orders.own_plan(reply.user, reply.match).plan)
    both = [(_("Your order"), given), (_("Your orders ahead"), ahead)]
    return [(label, text) for label, text in both if text]


def _found(look: Callable[[], str]) -> str:
    """What is sealed, or that no key opens it any more."""
    try:
        return look()
    except Refusal as lost:
        return _(lost.message).format(**lost.data)


def _help(reply: Reply) -> Letter:
    letter = _asking(
        reply,
        _("what you can answer by mail"),
        _("What you can answer by mail"),
    )
    return replace(letter, chapters=(Chapter(_("The first line of your answer"), _commands()),))


def _commands() -> tuple[str, ...]:
    # Translators: the word before a colon is what people type; it stays English.
    return (
        _("Your order for this turn, in the notation of the game"),
        _("plan …: orders ahead, in a game that takes some"),
        _("clear: drop your orders ahead"),
        _("status: how your match stands"),
        _("say …: a message to everybody at the table"),
        _("note …: a line for your private notes"),
        _("resign: give up the match; you are asked again first"),
        _("help: this list"),
    )


def _refused(reply: Reply) -> Letter:
    answer = reply.answer
    letter = _asking(
        reply,
        _("turn {turn}, your mail changed nothing").format(turn=reply.turn),
        _("Your mail changed nothing"),
        _(answer.message).format(**answer.data),
        _("Below is what was read of it.") if answer.read else "",
    )
    return replace(letter, quote=answer.read)


def _forged(reply: Reply) -> Letter:
    return _letter(
        reply,
        _("turn {turn}, a mail that may not be yours").format(turn=reply.turn),
        _("A mail in your name changed nothing"),
        _("A mail came for your seat whose sender could not be confirmed as you."),
        _("If it was yours, send it from an address that you have confirmed, or use the page."),
        _("If it was not, you need do nothing. But somebody knows where your orders are mailed to."),
    )


_WRITERS: Mapping[str, Callable[[Reply], Letter]] = {
    "order": _order,
    "plan": _plan,
    "say": _say,
    "note": _note,
    "resign": _resign,
    "resigned": _resigned,
    "status": _status,
    "help": _help,
    "refused": _refused,
    "forged": _forged,
}
