"""One person's look at one match: its rows, read once, and the board and hands as they may see them."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

from accounts.models import User
from games import drawing
from games.models import Match, Order, Seat, Turn
from games.models.pulse import Pulse, pulse_of
from games.models.table import table_of
from games.models.team import Teams
from games.pages.memory import Memory
from games.rules.game import Clause, Decision, Picture


@dataclass(frozen=True)
class Face:
    """A position drawn: the board, and for each seat its cards and what else there is to say of it."""

    board: SafeString
    hands: tuple[SafeString, ...]
    facts: tuple[str, ...]
    text: str


_faces: Memory[Face] = Memory(512)


def seen_pulse(code: str, user: User | AnonymousUser) -> Pulse:
    """The pulse of a match; for those who may not see it there is none."""
    pulse = pulse_of(code, user.pk)
    if pulse is None or not pulse.visible:
        raise Http404
    return pulse


@dataclass
class Scene:
    """A match and its seats, the turn that is open, and who looks at them."""

    user: User | AnonymousUser
    match: Match
    seats: list[Seat]
    turn: Turn | None
    slots: dict[int, Order]
    """The slots of the open turn, by the key of the seat; what is sealed in them is not read."""
    now: datetime.datetime
    pulse: Pulse | None = None
    """The pulse that this was read with, if it was."""
    teams: Teams = field(default_factory=Teams)

    @classmethod
    def of(cls, user: User | AnonymousUser, code: str, now: datetime.datetime) -> Scene:
        """Read a match; for those who may not see it there is none."""
        return cls.at(code, seen_pulse(code, user), user, now)

    @classmethod
    def at(cls, code: str, pulse: Pulse, user: User | AnonymousUser, now: datetime.datetime) -> Scene:
        """Read what belongs to a pulse."""
        table = table_of(code, pulse)
        if table is None:  # a turn has closed between the two looks
            return cls.around(get_object_or_404(Match.objects.defer("sealed_seed"), code=code), user, now)
        teams = Teams.of(table.match, table.turn).recall(table.seats)
        return cls(user, table.match, table.seats, table.turn, table.slots, now, pulse, teams)

    @classmethod
    def around(cls, match: Match, user: User | AnonymousUser, now: datetime.datetime) -> Scene:
        """Read what belongs to a match that is known to be visible."""
        seats = list(match.seats.select_related("user").order_by("index"))
        turn, slots = None, {}
        if match.status == Match.Status.RUNNING:
            turn = match.turns.open().first()
        if turn is not None:
            turn.match = match
            slots = {order.seat_id: order for order in turn.orders.of_seats().defer("sealed")}
        teams = Teams.of(match, turn).recall(seats)
        return cls(user, match, seats, turn, slots, now, teams=teams)

    @cached_property
    def mine(self) -> Seat | None:
        """The seat that the person holds and plays, alone or in a team."""
        shared = self.teams.seat_of(self.user.pk)
        held = (seat for seat in self.seats if seat.user_id == self.user.pk or seat.pk == shared)
        return next((seat for seat in held if not seat.bot), None)

    @property
    def leads(self) -> bool:
        """Whether the person's orders count as those of their seat."""
        return self.mine is not None and self.mine.user_id == self.user.pk

    @property
    def index(self) -> int | None:
        """The index of that seat; None for everybody else."""
        return self.mine.index if self.mine else None

    @cached_property
    def slot(self) -> Order | None:
        """The slot that the person may fill in the open turn."""
        if self.mine is None or not self.mine.waits_for_person:
            return None
        voice = self.teams.voice_of(self.user.pk)
        return voice or (self.slots.get(self.mine.pk) if self.leads else None)

    @property
    def owes(self) -> bool:
        """Whether the turn waits for this person."""
        return self.slot is not None and not self.slot.commitment

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Who sits where, in words; a seat nobody has taken is free."""
        names = [gettext("free seat")] * self.match.size
        for seat in self.seats:
            names[seat.index] = seat.name
        return tuple(names)

    @cached_property
    def ahead(self) -> tuple[Clause, ...]:
        """What the person's orders ahead may be made of; empty if they may give none."""
        running = self.turn is not None and self.mine is not None and self.mine.waits_for_person
        game = self.match.rules
        if not (running and self.leads and game.plans):
            return ()
        return game.ahead(game.options(**self.match.options))

    @property
    def captain(self) -> str:
        """Who but the person is captain of their team, where it is asked in the open turn."""
        mine = self.mine
        if mine is None or mine.user is None or self.leads or mine.pk not in self.slots:
            return ""
        return mine.user.username

    def decision(self) -> Decision | None:
        """What the person's seat is asked in the open turn."""
        if self.turn is None or self.slot is None or self.mine is None:
            return None
        return self.match.rules.decisions(self.turn.state()).get(self.mine.index)

    def picture(self) -> Picture | None:
        """The position now, or at the end, as this person may see it."""
        state: Any = self.turn.state() if self.turn else self.match.final_state()
        if state is None:
            return None
        return self.match.rules.picture(self.match.rules.view(state, self.index))

    def form(self) -> Mapping[str, Any]:
        """What the game's own order form shows the person beside what is asked."""
        if self.turn is None or self.index is None:
            return {}
        game = self.match.rules
        return game.form(game.view(self.turn.state(), self.index), self.index)

    @property
    def moment(self) -> tuple[object, ...]:
        """What tells this position, in these eyes, from all others."""
        when = (self.turn.number, len(self.turn.left)) if self.turn else ("end",)
        return (self.match.code, *when, self.index, get_language())

    def face(self) -> Face | None:
        """The position drawn; drawn once for all who see the same."""
        if self.turn is None and self.match.last_position is None:
            return None
        key = (*self.moment, self.names)
        return _faces.get(key) or _faces.put(key, drawn(self.match, self.picture(), self.names))


def drawn(match: Match, picture: Picture | None, names: tuple[str, ...]) -> Face:
    """A position as the parts of a page."""
    assert picture is not None  # noqa: S101 - callers ask only where there is a position
    return Face(
        board=mark_safe(drawing.figure(picture, names, reverse("rules", args=[match.game]))),
        hands=tuple(mark_safe(drawing.cards(hand, picture.items)) for hand in picture.hands),
        facts=tuple(" · ".join(drawing.facts(hand)) for hand in picture.hands),
        text=drawing.text(picture, names),
    )
