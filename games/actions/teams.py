"""Seats that teams hold: who joins and leaves them, who acts as captain, how one order is made of many.

What the end of a turn does with a team is decided on values; the rest changes rows that the caller holds.

A seat may be held by a team (``Match.team`` > 1, ``actions/teams.py``): everybody is a ``Member``, and
``Seat.user`` is the acting captain, so that whatever asks for the person at a seat goes on working.
Whatever lasts is not the captain's: the seat is called by its team, and ``Order.giver`` keeps the
position of the member who gave an order or was silent. Where captains take turns, the next one takes over
when a turn closes that asked the one before; ``Seat.misses`` are the acting captain's, those of the
others wait in ``Member.misses``. Where a decision is ``pooled``, each member gets a slot with their
position as ``Order.voice`` instead of the one slot of the seat; when the turn closes, ``Game.pool`` makes
the seat's order of them (``by`` is ``team``).
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.db.models import Count, Q

from accounts.models import User
from games.actions import telling
from games.actions.refusals import IllegalTable, TeamFull
from games.actions.storing import update
from games.models import Match, Member, Order, Seat, Turn
from games.models.light import LightMatch, LightOrder, LightSeat, LightTurn
from games.models.record import in_order
from games.models.seat import Mate
from games.rules.game import Decision, Game, gettext_noop
from games.seals import Sealed, unseal_order

if TYPE_CHECKING:
    from games.actions.closing import Table

_ = gettext_noop

LARGEST = 8
"""So many people may hold a seat together."""
AnySeat = Seat | LightSeat


# At the end of a turn, on values.


def slots(turn: LightTurn, seat: AnySeat) -> list[LightOrder]:
    """The empty slots of a seat that a turn waits for: one, or one for each member who is asked."""
    if seat.index in turn.pooled and len(team := seat.team) > 1:
        return [LightOrder(0, turn.pk, seat.pk, voice=one.position, giver=one.position) for one in team]
    return [LightOrder(0, turn.pk, seat.pk)]


def voice_of(seat: AnySeat, decision: Decision) -> int:
    """The voice with which the captain answers a decision: 0 where the order is the seat's own."""
    return position_of(seat) if decision.pooled and len(seat.team) > 1 else 0


def position_of(seat: AnySeat) -> int:
    """The position of the acting captain in their team; 0 without one."""
    return next((one.position for one in seat.team if one.user == seat.user_id), 0)


def pool(
    game: Game[Any],
    state: Any,
    seat: LightSeat,
    decision: Decision,
    voices: Sequence[LightOrder],
    legal: Callable[[Sealed], bool],
) -> tuple[str, str]:
    """Open the voices of a team, and the line made of those that count, with whose it is."""
    captain = voice_of(seat, decision)
    for slot in voices:
        slot.opened = True
        order = unseal_order(bytes.fromhex(slot.seal)) if slot.commitment else None
        if order is None or not legal(order):
            slot.commitment = ""
            continue
        slot.line, slot.salt = order.line, order.salt
        slot.by = "captain" if slot.voice == captain else "player"
    given = [slot.line for slot in sorted(voices, key=in_order) if slot.commitment]
    if not given:
        return decision.default, "default"
    return game.pool(game.view(state, seat.index), seat.index, decision, given), "team"


def take_over(seat: LightSeat) -> bool:
    """Let the next member be captain in place of one who leaves; False if there is nobody else."""
    others = [one for one in seat.team if one.user != seat.user_id]
    if not others:
        return False
    seat.leaver = seat.user_id
    _hand_on(seat)
    seat.team, seat.former = others, None
    return True


def rotate(match: LightMatch, seats: Iterable[LightSeat], orders: Mapping[int, LightOrder]) -> None:
    """Make the next member captain of each seat whose captain gave its order, or stayed silent.

    Where somebody else became captain within the turn, that was its change.
    """
    if match.team < 2 or match.captain != Match.Captain.ROTATE:
        return
    for seat in seats:
        slot = orders.get(seat.index)
        if slot is not None and len(seat.team) > 1 and slot.giver == position_of(seat):
            _hand_on(seat)


def has_answered(seat: LightSeat, slot: LightOrder | None, voices: Sequence[LightOrder]) -> bool:
    """Whether whoever holds the seat now gave its order, or as captain of a team their own voice."""
    if slot is not None:
        return slot.giver == position_of(seat)
    return any(voice.commitment and voice.voice == position_of(seat) for voice in voices)


def _hand_on(seat: LightSeat) -> None:
    """Make the next member captain, with the misses that are theirs.

    What the one before gave ahead was sealed for nobody else to read.
    """
    following = _next(seat.team, seat.user_id)
    seat.former = Mate(position_of(seat), seat.user_id or 0, seat.misses)
    seat.team = [seat.former if one.position == seat.former.position else one for one in seat.team]
    seat.user_id, seat.misses = following.user, following.misses
    seat.plan, seat.sealed_plan = "", b""


def _next(team: Sequence[Mate], user_id: int | None) -> Mate:
    """Who comes after this person in a team, the first after the last."""
    users = [one.user for one in team]
    return team[(users.index(user_id) + 1) % len(team)] if user_id in users else team[0]


def store(tables: Sequence[Table]) -> None:
    """Write who is captain now, whose silence it was, and who has left, where turns of teams have closed."""
    tables = [table for table in tables if table.match.team > 1]
    seats = [seat for table in tables for seat in table.handed()]
    update(seats, ["user"])
    update([slot for table in tables for slot in table.orders.values()], ["giver"])
    for seat in seats:
        if seat.former is not None:
            Member.objects.filter(seat=seat.pk, user=seat.former.user).update(misses=seat.former.misses)
    gone = [Q(seat=seat.pk, user=seat.leaver) for seat in seats if seat.leaver is not None]
    for leaver in gone:
        Member.objects.filter(leaver).update(active=False)


# Before and during play, on rows.


def check(seats: int, team: int, captain: str) -> None:
    """Refuse a size of teams, or a way to choose captains, that there is not."""
    most = LARGEST if seats > 1 else 1
    if not 1 <= team <= most:
        raise IllegalTable(
            _("At a table of {seats} a team has 1 to {most} members, not {team}."),
            "illegal_team",
            "team",
            seats=seats,
            most=most,
            team=team,
        )
    if captain not in Match.Captain.values:
        raise IllegalTable(
            _("The captain is {values}, not “{captain}”."),
            "illegal_captain",
            "captain",
            values=", ".join(Match.Captain.values),
            captain=captain,
        )


def join(user: User, match: Match, index: int) -> Seat | None:
    """Take a place in the team at this seat; None if nobody sits there yet, so that the seat is to be made.

    Raises ``TeamFull``.
    """
    if index not in range(match.size):
        raise TeamFull(index)
    seat = match.seats.filter(index=index).first()
    if seat is None:
        return None
    positions = list(seat.members.values_list("position", flat=True))
    if match.team == 1 or seat.bot or len(positions) >= match.team:
        raise TeamFull(index)
    Member.objects.create(match=match, seat=seat, user=user, position=max(positions, default=0) + 1)
    return seat


def found(seat: Seat) -> Seat:
    """Make whoever took a seat the first of its team, if the match has teams."""
    if seat.match.team > 1 and seat.user_id is not None:
        Member.objects.create(match=seat.match, seat=seat, user_id=seat.user_id, position=1)
    return seat


def people(match: Match, seats: Iterable[Seat]) -> list[User]:
    """Everybody who holds a seat, alone or in a team, seat by seat."""
    if match.team == 1:
        return [seat.user for seat in seats if seat.user is not None]
    return [
        member.user for member in match.members.order_by("seat__index", "position").select_related("user")
    ]


def captain_asked(user: User, match: Match, number: int) -> str:
    """The name of the captain who is asked in a turn for the order of this person's team; empty without."""
    asked = Order.objects.of_seats().filter(turn__match=match, turn__number=number, opened=False)
    slot = asked.filter(seat__in=match.seats.shared_by(user)).select_related("seat__user").first()
    captain = slot.seat.user if slot is not None else None
    return captain.username if captain is not None and captain != user else ""


def seat_before(user: User, before: Match | None) -> int | None:
    """The seat of a person's team at the rematch of a match of teams; None if they were in none."""
    members = Member.objects.filter(match=before)
    held = sorted(set(members.values_list("seat__index", flat=True)))  # bots take the last seats again
    mine = members.filter(user=user).values_list("seat__index", flat=True).first()
    return None if mine is None else held.index(mine)


def bots(match: Match, seats: Sequence[Seat], others: int) -> int:
    """How many bots a rematch takes, where so many others may come back."""
    if match.team == 1:
        return match.size - 1 - others
    return sum(not seat.members.exists() for seat in seats)


def smallest(match: Match) -> int:
    """The index of the seat with the fewest members, the lowest of them."""
    counts = dict.fromkeys(range(match.size), 0)
    seats = match.seats.annotate(count=Count("members"))
    for index, bot, count in seats.values_list("index", "bot", "count"):
        counts[index] = match.team if bot or match.team == 1 else count
    return min(counts, key=lambda index: (counts[index], index))


def is_full(match: Match, seats: Sequence[Seat]) -> bool:
    """Whether every seat is taken and every team has all its members, at a rematch those of before."""
    if len(seats) < match.size:
        return False
    if match.team == 1 or match.members.count() == match.team * sum(not seat.bot for seat in seats):
        return True
    return match.rematch_of_id is not None and _are_back(match)


def _are_back(match: Match) -> bool:
    """Whether all who played the match before this one are at the table again."""
    before = Member.objects.filter(match=match.rematch_of_id, user__is_active=True)
    return not before.exclude(user__in=match.members.values("user")).exists()


def part(user: User, match: Match) -> bool:
    """Leave a team before the match starts; without anybody left the seat is free. False without a team."""
    member = match.members.filter(user=user).select_related("seat").first()
    if member is None:
        return False
    seat = member.seat
    member.delete()
    following = seat.members.order_by("position").first()
    if following is None:
        seat.delete()
    elif seat.user_id == user.pk:
        Seat.objects.filter(pk=seat.pk).update(user=following.user_id)
    return True


def step_back(user: User, turn: Turn, now: datetime.datetime) -> bool:
    """Leave a team of a running match whose open turn is held; False if nobody else would be left.

    The next captain is asked for the order that is missing. What the person has sealed as one voice of
    several is withdrawn; the order of the seat stays.
    """
    member = Member.objects.filter(match=turn.match_id, user=user, active=True).select_related("seat").first()
    if member is None or len(team := member.seat.team) < 2:
        return False
    seat = member.seat
    if seat.user_id == user.pk:
        # The order they gave for the whole seat stays in; the next captain may change it.
        _position, captain, misses = _next(team, user.pk)
        Seat.objects.filter(pk=seat.pk).update(user=captain, misses=misses, sealed_plan=b"")
        if turn.orders.of_seats().filter(seat=seat, commitment="").exists():
            telling.tell([telling.about_turn("turn", turn.match, turn, seat, now, captain)])
    Member.objects.filter(pk=member.pk).update(active=False)
    Order.objects.filter(turn=turn, seat=seat, voice=member.position, opened=False).delete()
    return True
