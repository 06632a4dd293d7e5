"""The seats that the people of an entry hold at its running matches: given up, or handed to somebody else."""

from __future__ import annotations

import datetime
from collections.abc import Collection

from accounts.models import User
from games.actions import seats, successors, telling
from games.actions.contests import telling as news
from games.actions.contests.verdicts import seat_of
from games.actions.refusals import NotRunning, NotYourSeat
from games.actions.turns import held_turn
from games.models import Contest, Entry, Invitation, Match, Seat, Side
from games.rules.refusal import Refusal


def running(entry: Entry) -> list[Match]:
    """The matches of an entry that are played now, in the order in which their turns are held."""
    return list(Match.objects.running().filter(pairing__sides__entry=entry).order_by("pk"))


def give_up(user: User, entry: Entry, now: datetime.datetime, *, to_others: bool) -> None:
    """Take a person of an entry out of its running matches, by the rule of the game for leaving.

    With ``to_others``, and where the pace says so, a seat waits instead for somebody who takes it over.
    """
    for match in running(entry):
        leaving = to_others or match.timing.deserted == "substitute"
        try:
            (seats.desert if leaving else seats.resign)(user, match, now)
        except (NotRunning, NotYourSeat):
            continue  # it has ended meanwhile, or somebody else plays on there


def hand_over(entry: Entry, user: User, now: datetime.datetime) -> None:
    """Seat somebody at the running matches of an entry, in place of its people.

    Seats that bots play for them, or that anyone may take, go along; those given up by the rules do not.
    """
    people = set(entry.entrants.values_list("user_id", flat=True))
    for match in running(entry):
        turn = held_turn(match.code)
        seat = None if turn is None else _seat_of(entry, turn.match, people)
        if turn is not None and seat is not None and seats.free(turn, seat):
            seat_at(user, match, seat.index, now)


def _seat_of(entry: Entry, match: Match, people: Collection[int]) -> Seat | None:
    """The seat that these people of an entry hold, or that is theirs by the pairing and nobody's now."""
    held = match.seats.filter(user__in=people).first()
    sides = list(Side.objects.filter(pairing=match.pairing_id).order_by("index"))
    if held is not None or len(sides) != match.size:
        return held
    index = next(side.index for side in sides if side.entry_id == entry.pk)
    return match.seats.vacant().filter(index=seat_of(index, match.leg, match.size)).first()


def seat_at(user: User, match: Match, index: int, now: datetime.datetime) -> bool:
    """Let somebody take a seat of a contest's match over, whomever its table lets in; whether they did."""
    Invitation.objects.get_or_create(match=match, user=user, defaults={"created_at": now})
    try:
        seat = successors.take_over(user, match, index, now)
    except Refusal:
        return False
    telling.tell(news.stepped_in(match.turns.open().select_related("match").get(), seat, user.pk, now))
    return True


def in_play(contest: Contest) -> list[Match]:
    """The running matches of a contest."""
    return list(Match.objects.running().filter(pairing__round__group__contest=contest).order_by("pk"))
