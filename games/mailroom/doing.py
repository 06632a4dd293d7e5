"""A command of a mail carried out for whoever sent it, and what to answer. Calls actions; writes no row."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

import msgspec

from accounts.models import User
from games.actions import orders, receipts, seats
from games.actions.answers import Answer, refused
from games.actions.refusals import NotYourSeat
from games.actions.turns import held_turn
from games.mailroom.commands import ORDER, Command, command, without_word
from games.models import Match, Note, Turn
from games.rules.game import IllegalOrder, Refusal, gettext_noop

_ = gettext_noop

DOOR = "mail"
MOST_TAKEN = 600
"""So much of what was read is said back."""


class NothingSaid(Refusal):
    """There is no line in the mail that its writer wrote."""

    def __init__(self) -> None:
        super().__init__(
            _("Your mail says nothing above the quoted text. Write your order on the first line."),
            "nothing_said",
        )


@dataclass(frozen=True)
class Post:
    """A mail whose sender is known: whose it is, and about what."""

    user: User
    match: Match
    turn: int
    seat: int
    lines: tuple[str, ...]


def carry_out(post: Post, message_id: str, now: datetime.datetime) -> Answer:
    """Do what a mail asks. What is refused is an answer too, and changes nothing."""
    return msgspec.structs.replace(_outcome(post, now), mail=message_id)


def _outcome(post: Post, now: datetime.datetime) -> Answer:
    asked = command(post.lines, _clauses(post))
    read = "" if asked is None else asked.text[:MOST_TAKEN]
    try:
        if asked is None:
            raise NothingSaid
        if not _at_their_seat(post):
            raise NotYourSeat
        return _DOING[asked.word](post, asked, now)
    except Refusal as refusal:
        return refused(refusal, read)


def _clauses(post: Post) -> set[str]:
    """The words that lines of an order, or of orders ahead, may begin with."""
    game = post.match.rules
    turn = Turn.objects.filter(match=post.match, number=post.turn).first()
    decision = None
    if turn is not None and turn.closed_at is None:
        turn.match = post.match
        decision = game.decisions(turn.state()).get(post.seat)
    clauses = (*(decision.clauses if decision else ()), *game.plans)
    return {clause.word.split()[0].casefold() for clause in clauses if clause.word}


def _at_their_seat(post: Post) -> bool:
    """Whether the person still holds the seat that they were asked for, alone or in a team."""
    return post.match.seats.shared_by(post.user).filter(index=post.seat).exists()


def _order(post: Post, asked: Command, now: datetime.datetime) -> Answer:
    receipt = _submitted(post, asked.text, now)
    about = "order" if receipt.line else "plan"
    return Answer(about, read=asked.text[:MOST_TAKEN], unread=asked.unread[:MOST_TAKEN], receipt=receipt)


def _submitted(post: Post, text: str, now: datetime.datetime) -> receipts.Receipt:
    """Seal an order as it stands; where that is none, without the word before it."""
    code, number = post.match.code, post.turn
    word, rest = without_word(text)
    try:
        return orders.submit(post.user, code, number, text, now, DOOR)
    except IllegalOrder:
        if not word or word in _clauses(post):
            raise
    return orders.submit(post.user, code, number, rest, now, DOOR)


def _plan(post: Post, asked: Command, now: datetime.datetime) -> Answer:
    if not asked.text:
        return Answer("status")
    _hold(post)
    receipt = orders.plan(post.user, post.match.code, asked.text, now, post.turn)
    return Answer("plan", read=asked.text[:MOST_TAKEN], unread=asked.unread[:MOST_TAKEN], receipt=receipt)


def _clear(post: Post, asked: Command, now: datetime.datetime) -> Answer:
    _hold(post)
    return Answer("plan", receipt=orders.plan(post.user, post.match.code, "", now, post.turn))


def _hold(post: Post) -> None:
    """Hold the turn that the mail is about: what was meant for it does nothing in a later one."""
    turn = held_turn(post.match.code)
    if turn is None or turn.number != post.turn:
        raise receipts.why_not(post.user, post.match.code, post.turn)


def _say(post: Post, asked: Command, now: datetime.datetime) -> Answer:
    seats.say(post.user, post.match, asked.text, now)
    return Answer("say", read=asked.text[:MOST_TAKEN])


def _note(post: Post, asked: Command, now: datetime.datetime) -> Answer:
    """Add to the notes: who mails one does not see those that are there."""
    if not asked.text:
        raise NothingSaid
    before = Note.objects.filter(match=post.match, user=post.user).values_list("text", flat=True).first()
    seats.note(post.user, post.match, f"{before}\n{asked.text}" if before else asked.text)
    return Answer("note", read=asked.text[:MOST_TAKEN])


def _resign(post: Post, asked: Command, now: datetime.datetime) -> Answer:
    _hold(post)
    if not asked.sure:
        return Answer("resign")
    seats.resign(post.user, post.match, now)
    return Answer("resigned")


def _tell(post: Post, asked: Command, now: datetime.datetime) -> Answer:
    return Answer(asked.word)


_DOING = {
    ORDER: _order,
    "plan": _plan,
    "clear": _clear,
    "say": _say,
    "note": _note,
    "resign": _resign,
    "status": _tell,
    "help": _tell,
}
