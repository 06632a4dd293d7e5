"""Which finished matches change ratings, and whose. Reads only; what changes: ``games.actions.ratings``.

A match is rated if it is listed in the lobby or played for a contest, has at least two seats and no bot from
the start, and was played:

- Where other tables have the same deal, results are compared across tables and not rated.
- A seat that somebody left counts as behind all that stayed; but if nobody ever ordered for it, the match was
  not played and is not rated. Nor is it if its contest has a result that did not come of play (a forfeit, an
  adjudication, an annulment), or if a director stopped it.
- A seat that was taken over counts for nobody: neither for who left it nor for who helped out. So does the
  seat of somebody who has left the site since. The others are rated among themselves, if there are two.
- The people of a team count together; who has left the team while it played on does not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from games.contests.points import ranked
from games.models.fixture import Pairing
from games.models.match import Match
from games.models.seat import Member, Seat
from games.models.tenure import Tenure
from games.models.turn import Order


@dataclass(frozen=True)
class RatedSeat:
    """A seat whose people are rated."""

    index: int
    place: int
    people: tuple[int, ...]
    """Keys of users, in the order of their positions."""


def rateable(matches: Sequence[Match]) -> dict[int, tuple[RatedSeat, ...]]:
    """The seats that are rated of each of these finished matches, by its key; none if it isn't.

    A fixed number of queries however many there are.
    """
    fit = [match for match in matches if _is_fit(match)]
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(match__in=fit).order_by("match_id", "index"):
        seats[seat.match_id].append(seat)
    everybody = [seat for found in seats.values() for seat in found]
    teams, taken, silent = _teams(fit), _taken_over(everybody), _silent(everybody)
    found = {match.pk: _rated(match, seats[match.pk], teams, taken, silent) for match in fit}
    return {match.pk: found.get(match.pk, ()) for match in matches}


def _is_fit(match: Match) -> bool:
    """Whether it is a match of the kind that is rated."""
    if match.size < 2 or match.deal_id is not None or match.dealt or match.stopped:
        return False
    if match.pairing is None:
        return match.visibility == Match.Visibility.PUBLIC
    return match.pairing.how in {Pairing.How.OPEN, Pairing.How.PLAYED}


def _teams(matches: Sequence[Match]) -> Mapping[int, list[Member]]:
    """The members of teams by the key of their seat."""
    keys = [match.pk for match in matches if match.team > 1]
    found: dict[int, list[Member]] = defaultdict(list)
    if keys:
        for member in Member.objects.filter(match__in=keys).order_by("seat_id", "position"):
            found[member.seat_id].append(member)
    return found


def _taken_over(seats: Sequence[Seat]) -> set[int]:
    """Keys of the seats that somebody else held before."""
    holders = {seat.pk: seat.user_id for seat in seats if seat.since > 1}
    tenures = Tenure.objects.filter(seat__in=list(holders)) if holders else ()
    return {tenure.seat_id for tenure in tenures if tenure.user_id != holders[tenure.seat_id]}


def _silent(seats: Sequence[Seat]) -> set[int]:
    """Keys of the seats that were left without one order ever given for them."""
    left = {seat.pk for seat in seats if seat.state == Seat.State.DESERTED}
    given = Order.objects.given().filter(seat__in=left).values_list("seat_id", flat=True) if left else ()
    return left - set(given)


def _rated(
    match: Match,
    seats: Sequence[Seat],
    teams: Mapping[int, list[Member]],
    taken: Collection[int],
    silent: Collection[int],
) -> tuple[RatedSeat, ...]:
    bots = any(seat.bot and seat.state == Seat.State.PLAYING for seat in seats)
    if bots or match.outcome is None or any(seat.pk in silent for seat in seats):
        return ()
    deserted = {seat.index for seat in seats if seat.state == Seat.State.DESERTED}
    places = ranked(match.outcome["places"], deserted)
    found = [
        RatedSeat(seat.index, places[seat.index], _people(seat, teams))
        for seat in seats
        if seat.pk not in taken and _people(seat, teams)
    ]
    return tuple(found) if len(found) > 1 else ()


def _people(seat: Seat, teams: Mapping[int, list[Member]]) -> tuple[int, ...]:
    """Who is rated for a seat: of a team those who still play, or everybody if all have left it."""
    members = teams.get(seat.pk)
    if members is None:
        return () if seat.user_id is None else (seat.user_id,)
    return tuple(member.user_id for member in members if member.active) or tuple(
        member.user_id for member in members
    )
