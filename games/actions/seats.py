"""What happens to seats during play: resigning, leaving the site; and the words people leave at a table."""

from __future__ import annotations

import datetime

from django.db import transaction

from accounts.models import User
from games.actions import spreading, teams, telling, vacations
from games.actions.closing import Table, leave
from games.actions.refusals import IllegalText, NotRunning, NotYourSeat
from games.actions.storing import update
from games.actions.texts import NOTE_LENGTH, TALK_LENGTH, some_lines
from games.actions.turns import ENDING, close_turns, held_turn
from games.models import Invitation, Match, Member, Note, Order, Seat, Talk, Tenure, Turn
from games.models.light import sheets
from games.rules.game import gettext_noop

_ = gettext_noop

LEAVING = ["position", "left", "events", "owed", "closed_at", "remind_at", "hash"]
"""What changes in the row of a turn when a seat leaves within it."""


def resign(user: User, match: Match, now: datetime.datetime) -> None:
    """Give up a running match for good, by the game's own rule for leaving.

    Ends the match where that decides it; else the turn goes on without the seat, and closes if only this
    seat was missing. Raises ``NotRunning`` or ``NotYourSeat``.
    """
    with transaction.atomic():
        turn = held_turn(match.code)
        if turn is None:
            raise NotRunning
        if teams.step_back(user, turn, now):
            # A turn of bots alone is due anyway; one that thinks long must not be waited for here.
            if turn.match.rules.quick or turn.orders.exists():
                _close_if_complete(turn, now)
            return
        seat = turn.match.seats.filter(user=user, state=Seat.State.PLAYING).first()
        if seat is None:
            raise NotYourSeat
        take_out(turn, seat, now)


def take_out(turn: Turn, seat: Seat, now: datetime.datetime) -> None:
    """Let a seat leave within an open turn whose row this transaction holds."""
    (table,) = map(Table.of, sheets([turn.pk]))
    leaver = table.seats[seat.index]
    leaver.state = Seat.State.RESIGNED
    update([leaver], ["state"])
    outcome = leave(table, leaver, now)
    Order.objects.filter(turn=turn, seat=seat).delete()
    update([table.turn], LEAVING)
    if outcome is not None:
        update([table.match], ENDING)
        ended = [spreading.happened("ended", table.match, table.turn, now)]
        telling.tell(telling.ended(table.match, table.turn, table.seats, now), ended)
    else:
        _close_if_complete(turn, now)


def _close_if_complete(turn: Turn, now: datetime.datetime) -> None:
    """Close a held turn if it waits for nobody any more; one that waits for bots alone is the clock's."""
    if _is_complete(turn):
        close_turns([turn], now)
    else:
        vacations.part(turn, now)


def _is_complete(turn: Turn) -> bool:
    """Whether a turn waits for nobody any more; where turns never close early, only if it asks nobody."""
    slots = list(turn.orders.values_list("commitment", flat=True))
    return all(slots) if turn.match.timing.early else not slots


def abandon(match: Match, now: datetime.datetime) -> None:
    """End a running match for a single seat that its player did not play to the end."""
    turn = held_turn(match.code)
    if turn is not None:
        take_out(turn, turn.match.seats.get(), now)


def say(user: User, match: Match, text: str, now: datetime.datetime) -> Talk:
    """Write to the table. Only those who hold a seat may; raises ``NotYourSeat`` or ``IllegalText``."""
    text = some_lines(text, TALK_LENGTH, "text")
    if not text:
        raise IllegalText(_("There is nothing in this message."), "empty", "text")
    with transaction.atomic():
        people = [person.pk for person in teams.people(match, match.seats.select_related("user"))]
        if user.pk not in people:
            raise NotYourSeat
        talk = Talk.objects.create(match=match, user=user, text=text, written_at=now)
        others = set(people) - {user.pk, *telling.will_hear(match, people)}
        telling.tell(telling.talked(match, talk.pk, sorted(others), now))
    return talk


def note(user: User, match: Match, text: str) -> None:
    """Keep a person's private notes on a match; empty text clears them.

    Only who holds a seat takes notes, or has taken some. Raises ``NotYourSeat`` or ``IllegalText``.
    """
    if not (
        Match.objects.filter(pk=match.pk).of(user).exists()
        or Note.objects.filter(user=user, match=match).exists()
    ):
        raise NotYourSeat
    Note.objects.update_or_create(
        match=match, user=user, defaults={"text": some_lines(text, NOTE_LENGTH, "text")}
    )


def vacate(user: User, now: datetime.datetime) -> None:
    """Free every seat of a person who leaves the site. Opponents' matches go on: a bot takes each seat, or
    anyone may take it over where the pace says so. What they played alone ends.

    Finished matches keep the seat without its person.
    """
    with transaction.atomic():
        # Held while the seats go, so that none of these matches starts with a seat missing.
        opened = list(Match.objects.open().of(user).order_by("pk").select_for_update())
        for match in opened:
            if not teams.part(user, match):
                match.seats.filter(user=user).delete()
        Invitation.objects.filter(user=user).delete()
        Note.objects.filter(user=user).delete()
        for match in Match.objects.running().of(user).order_by("pk"):
            turn = held_turn(match.code)
            if turn is None:
                continue
            if match.size == 1:
                take_out(turn, turn.match.seats.get(), now)  # there is nobody to go on for
            elif teams.step_back(user, turn, now):
                _due_if_complete(turn, now)
            else:
                _give_up(turn, user, now)
        Member.objects.filter(user=user).delete()
        Seat.objects.filter(user=user).update(user=None)
        Tenure.objects.filter(user=user).update(user=None)
        Talk.objects.filter(user=user).update(user=None)


def desert(user: User, match: Match, now: datetime.datetime) -> None:
    """Leave a running match for good, and the seat to whoever takes it over; a team plays on without them.

    Raises ``NotRunning`` or ``NotYourSeat``.
    """
    with transaction.atomic():
        turn = held_turn(match.code)
        if turn is None:
            raise NotRunning
        if not teams.step_back(user, turn, now):
            seat = turn.match.seats.filter(user=user, state=Seat.State.PLAYING).first()
            if seat is None:
                raise NotYourSeat
            free(turn, seat)
            others = turn.match.seats.exclude(pk=seat.pk)
            gone = [spreading.happened("deserted", turn.match, turn, now, seat)]
            telling.tell(telling.vacant(turn.match, turn, others, [seat], now), gone)
        _due_if_complete(turn, now)


def free(turn: Turn, seat: Seat) -> bool:
    """Open a seat of a held turn to whoever takes it over, whoever holds it now or plays it for its holder.

    Whether it may be taken over: a seat that was given up by the rules may not.
    """
    if seat.is_vacant:
        return True
    if seat.state != Seat.State.PLAYING and not seat.bot:
        return False
    seat.state, seat.bot, seat.until = Seat.State.DESERTED, False, turn.number - 1
    seat.save(update_fields=["state", "bot", "until"])
    Order.objects.filter(turn=turn, seat=seat, opened=False).delete()
    return True


def _give_up(turn: Turn, user: User, now: datetime.datetime) -> None:
    seat = turn.match.seats.filter(user=user).first()
    if seat is None:
        return  # they had left their team before
    seat.user = None
    if seat.state == Seat.State.PLAYING:
        seat.state = Seat.State.DESERTED
        gone = [spreading.happened("deserted", turn.match, turn, now, seat)]
        if turn.match.timing.deserted == "substitute":
            seat.until = turn.number - 1
            others = turn.match.seats.exclude(pk=seat.pk)
            telling.tell(telling.vacant(turn.match, turn, others, [seat], now), gone)
        else:
            seat.bot = True
            telling.tell([], gone)
    seat.save(update_fields=["user", "bot", "state", "until"])
    Order.objects.filter(turn=turn, seat=seat, opened=False).delete()
    _due_if_complete(turn, now)


def _due_if_complete(turn: Turn, now: datetime.datetime) -> None:
    if _is_complete(turn):
        Turn.objects.filter(pk=turn.pk).update(due_at=now)
    else:
        vacations.part(turn, now)
