"""The teams of a match as a reader may see them: who is in which, who has given their voice. Reads only."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from games.models.match import Match
from games.models.seat import Member, Seat
from games.models.tenure import Tenure, former_holders
from games.models.turn import Order, Turn


@dataclass(frozen=True)
class Teams:
    """The members of a match and their slots in one turn; without anybody where no teams play."""

    members: dict[int, list[Member]] = field(default_factory=dict)
    """Those who play, by the key of their seat and in the order of their positions."""
    voices: dict[tuple[int, int], Order] = field(default_factory=dict)
    """What each was asked for, by the key of the seat and position; what is sealed is not read.

    They are apart from the slots of seats: who reads the slot of their seat never meets a fellow's voice.
    """
    names: dict[tuple[int, int], str] = field(default_factory=dict)
    """Everybody's name by the key of the seat and position, also of those who have left the team."""
    held: dict[int, list[Tenure]] = field(default_factory=dict)
    """Who held seats before, other people than now, by the key of the seat; as far as it was looked up."""

    @classmethod
    def of(cls, match: Match, turn: Turn | None) -> Teams:
        """The teams of a match with two queries, or none where no teams play."""
        if match.team == 1:
            return cls()
        found = cls.among(match.members.select_related("user").order_by("position"))
        if turn is not None:
            found.hear(turn.orders.voices().defer("sealed"))
        return found

    @classmethod
    def among(cls, members: Iterable[Member]) -> Teams:
        """The teams of these members; who has left is in none any more."""
        found = cls()
        for member in members:
            found.names[member.seat_id, member.position] = member.user.username
            if member.active:
                found.members.setdefault(member.seat_id, []).append(member)
        return found

    def recall(self, seats: Collection[Seat]) -> Teams:
        """Look up who held these seats before; nothing is asked where nobody did."""
        holders = {seat.pk: seat.user_id for seat in seats}
        for key, tenures in former_holders(seats).items():
            self.held[key] = [one for one in tenures if one.user_id is None or one.user_id != holders[key]]
        return self

    def hear(self, orders: Iterable[Order]) -> None:
        """Add the slots of members."""
        self.voices.update({(order.seat_id, order.voice): order for order in orders if order.voice})

    def seat_of(self, user_id: int | None) -> int | None:
        """The key of the seat that this person plays in a team."""
        found = (seat for seat, team in self.members.items() for m in team if m.user_id == user_id)
        return next(found, None)

    def voice_of(self, user_id: int | None) -> Order | None:
        """The slot of this person as one of several who are asked."""
        everybody = (member for team in self.members.values() for member in team)
        mine = next((member for member in everybody if member.user_id == user_id), None)
        return None if mine is None else self.voices.get((mine.seat_id, mine.position))

    def of_seat(self, seat: int) -> list[tuple[Member, Order | None]]:
        """The members of a seat, each with their slot if they are asked for one of their own."""
        team = self.members.get(seat, [])
        return [(member, self.voices.get((seat, member.position))) for member in team]

    def has_given(self, seat: int, slot: Order | None) -> bool | None:
        """Whether the order of a seat is in, or all voices of its team are; None where none is asked for."""
        asked = [one for _member, one in self.of_seat(seat) if one is not None]
        asked += [slot] if slot is not None else []
        return all(one.commitment for one in asked) if asked else None

    def giver_of(self, order: Order, number: int) -> str:
        """The name of the member of a team who gave an opened order of the turn of this number, or of who
        held the seat then; empty where that is its holder of now."""
        if order.giver:
            return self.names.get((order.seat_id, order.giver), "")
        held = (one for one in self.held.get(order.seat_id, ()) if one.since <= number <= one.until)
        return next((one.name for one in held), "")

    @property
    def count(self) -> int:
        """How many people are in the teams."""
        return sum(map(len, self.members.values()))
