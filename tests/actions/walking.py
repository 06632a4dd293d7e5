"""Random walks through everything that moves time: people, the clock and the mail do what they like, and
after each step what must always be true is looked at. The walks are told apart by their seeds.
"""

from __future__ import annotations

import datetime
import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError

from accounts import vacations
from accounts.actions import erase
from accounts.models import Outgoing, User, Vacation
from games.actions import clock, lobby, orders, pausing, seats, standstill, successors, turns
from games.models import Match, Order, Seat, Turn
from games.models.record import document_of
from games.pace import Pace
from games.rules import GAMES, record
from games.rules.chance import Chance
from games.rules.game import Refusal
from tests.actions.tables import DAY, HOUR, NOW, person

MINUTE = datetime.timedelta(minutes=1)
WARSAW = {"zone": "Europe/Warsaw"}
PACES: list[dict[str, Any]] = [
    {"interval": 86_400},
    {"interval": 2 * 86_400, "off_days": [5, 6], **WARSAW},
    {"interval": 3 * 86_400, "early": False, "off_dates": ["2030-03-29", "2030-04-01"], **WARSAW},
    {"kind": "slot", "at": "20:00", "weekdays": [0, 3], **WARSAW},
    {"kind": "slot", "at": "02:30", "weekdays": [0, 1, 2, 3, 4, 6], "off_days": [2], **WARSAW},
    {"kind": "bank", "interval": 3 * 86_400, "gain": 20_000, "cap": 4 * 86_400},
    {"kind": "bank", "interval": 86_400, "off_days": [6], **WARSAW},
]
TABLES: list[dict[str, Any]] = [
    {"game": "hush", "options": {"turns": 12}},
    {"game": "hush", "options": {"turns": 12, "solo": True, "jealous": True}},
    {"game": "hush", "options": {"turns": 12, "pooled": "even"}, "team": 3, "captain": "rotate"},
    {"game": "fourbid"},
    {"game": "bids"},
]
PEOPLE = ("ann", "bob", "cid", "dan", "eve", "fay")


class Walk:
    """One site with a few running matches, and what was done to them."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.now = NOW + 75 * DAY + self.dice.randrange(20 * 24 * 60) * MINUTE
        self.story: list[str] = []
        self.broken = False
        self.done: dict[str, int] = {}
        """How often each thing was done and not refused."""
        self.people = [person(name, zone="Europe/Warsaw") for name in PEOPLE]
        clock.stamp(self.now)
        self.matches = [self._opened() for _n in range(3)]
        self.running = {match.pk for match in self.matches}

    def _opened(self) -> Match:
        table = dict(self.dice.choice(TABLES))
        pace = {
            **self.dice.choice(PACES),
            "misses": self.dice.randint(1, 3),
            "deserted": self.dice.choice(["bot", "substitute", "out"]),
        }
        people = self.dice.sample(self.people, 4)
        seats = GAMES[table["game"]].seats
        size, team = (2 if 2 in seats else seats[0]), table.get("team", 1)
        proposal = lobby.Proposal(seats=size, pace=pace, **{"options": {}, **table})
        match = lobby.open_match(people[0], proposal, self.now)
        for place in range(1, size if team == 1 else 4):
            lobby.join(people[place], match, "", self.now, index=place % size)
        if team > 1:
            lobby.start_now(people[0], match, self.now)
        self.story.append(f"{self.now:%a %d %H:%M} {match.code} {table['game']} {pace}")
        return match

    # What may happen.

    def step(self) -> None:
        """Do one thing, or let time pass, and look at everything."""
        act: Callable[[], object] = self.dice.choices(
            [self.pass_time, self.fail, self.order, self.withdraw, self.plan, self.pause, self.go_on,
             self.book, self.come_back, self.take_over, self.resign, self.bounce, self.mail, self.breaks,
             self.erase],
            [16, 2, 16, 3, 4, 8, 8, 8, 5, 6, 1, 2, 2, 2, 0.5],
        )[0]  # fmt: skip
        before = self._deadlines()
        self.story.append(f"{self.now:%a %d %H:%M} {act.__name__}")
        try:
            act()
            self.done[act.__name__] = self.done.get(act.__name__, 0) + 1
        except (Refusal, ValidationError) as refused:
            self.story.append(f"    {type(refused).__name__}")
        self.look(before if act not in (self.pass_time, self.fail) else {})

    def pass_time(self) -> None:
        for _n in range(self.dice.randint(1, 6)):
            self._tick(self.dice.choice([5 * MINUTE, 9 * MINUTE, HOUR, 5 * HOUR]))
        self._tick(MINUTE)

    def _tick(self, span: datetime.timedelta) -> None:
        """Let time pass with a clock that ticks, and once more at its end."""
        end = self.now + span
        while self.now < end:
            due = list(Turn.objects.open().filter(due_at__isnull=False).values_list("due_at", flat=True))
            clock_row = clock.Clock.objects.get(pk=1)
            nearest = min([at for at in due if at > self.now], default=end)
            self.now = min(end, max(nearest, self.now + MINUTE))
            if self.now - clock_row.ticked_at > 9 * MINUTE:
                clock.Clock.objects.update(ticked_at=self.now - MINUTE)
            self.tick()

    def tick(self) -> None:
        clock.stamp(self.now)
        pausing.end_due(self.now)
        turns.remind_due(self.now)
        for _n in range(20):
            if not turns.close_due(self.now):
                return
        raise AssertionError("the clock never comes to an end")

    def fail(self) -> None:
        """An outage of the clock."""
        self.now += self.dice.randint(11, 30 * 60) * MINUTE
        self.tick()

    def _user(self) -> User:
        return self.dice.choice(self.people)

    def _turn(self) -> Turn | None:
        return (
            Turn.objects.open().filter(match=self.dice.choice(self.matches)).select_related("match").first()
        )

    def order(self) -> None:
        turn = self._turn()
        slots = list(turn.orders.filter(opened=False)) if turn else []
        if turn is None or not slots:
            return
        slot = self.dice.choice(slots)
        holder, state, seat = slot.holder, turn.state(), slot.seat.index
        decision = turn.match.rules.decisions(state).get(seat)
        if holder is None or decision is None:
            return
        chance = Chance(b"walk", len(self.story))
        line = turn.match.rules.choose(turn.match.rules.view(state, seat), seat, decision, chance)
        orders.submit(holder, turn.match.code, turn.number, line, self.now, "web")

    def withdraw(self) -> None:
        turn = self._turn()
        slot = turn.orders.filter(opened=False).exclude(commitment="").first() if turn else None
        if turn is not None and slot is not None and slot.holder is not None:
            orders.withdraw(slot.holder, turn.match.code, turn.number)

    def plan(self) -> None:
        turn = self._turn()
        if turn is not None and turn.match.game == "hush":
            orders.plan(self._user(), turn.match.code, "then 5 7 3", self.now)

    def pause(self) -> None:
        match = self.dice.choice(self.matches)
        for user in self.people:
            with suppress(Refusal):
                pausing.ask(user, match.code, self.now)

    def go_on(self) -> None:
        pausing.go_on(self.dice.choice(self.matches).code, self.now, self._user())

    def book(self) -> None:
        first = self.now.date() + self.dice.randint(0, 4) * DAY
        vacations.book(self._user(), first, first + self.dice.randint(1, 9) * DAY, self.now)
        self.look_at_vacations()

    def come_back(self) -> None:
        booked = Vacation.objects.unfinished(self.now).order_by("-pk").first()
        if booked is not None:
            vacations.finish(booked.person, booked.pk, self.now)
            self.look_at_vacations()

    def take_over(self) -> None:
        seat = Seat.objects.vacant().filter(match__status="running").select_related("match").first()
        if seat is not None:
            successors.take_over(self._user(), seat.match, seat.index, self.now)

    def resign(self) -> None:
        seats.resign(self._user(), self.dice.choice(self.matches), self.now)

    def bounce(self) -> None:
        failed = None if self.dice.random() < 0.5 else self.now
        User.objects.filter(pk=self._user().pk).update(mail_failed_at=failed)

    def mail(self) -> None:
        row, _made = Outgoing.objects.get_or_create(pk=1)
        row.down_since = None if row.down_since else self.now
        row.save()

    def breaks(self) -> None:
        self.broken = not self.broken

    def erase(self) -> None:
        user = self._user()
        self.people = [one for one in self.people if one != user] or self.people
        erase(user, self.now)

    def _deadlines(self) -> dict[int, datetime.datetime]:
        opened = Turn.objects.open().filter(due_at__isnull=False, match__trouble="")
        waiting = opened.filter(pk__in=Order.objects.filter(commitment="").values("turn"))
        return dict(waiting.values_list("pk", "due_at"))

    # What must always be true.

    def look(self, before: dict[int, datetime.datetime]) -> None:
        for match in Match.objects.filter(pk__in=self.running):
            opened = list(match.turns.open().select_related("match"))
            assert len(opened) == (match.status == Match.Status.RUNNING), self.tell(match)
            for turn in opened:
                self._look_at_turn(match, turn, before.get(turn.pk))
            for seat in match.seats.all():
                self._look_at_seat(match, seat, opened)
        self.running = set(Match.objects.running().values_list("pk", flat=True))

    def look_at_vacations(self) -> None:
        for user in self.people:
            for year in (2030, 2031):
                used = vacations.used(Vacation.objects.of(user), year)
                assert used <= vacations.allowance() + vacations.UNEVEN, self.tell()

    def _look_at_turn(self, match: Match, turn: Turn, was: datetime.datetime | None) -> None:
        pace = match.timing
        waits = turn.orders.filter(commitment="").exists()
        if turn.paused_at is not None and waits:
            assert turn.due_at is None, self.tell(match)
            assert turn.paused_due is not None, self.tell(match)
        elif turn.paused_at is None:
            assert turn.due_at is not None, self.tell(match)
        if turn.due_at is None or match.trouble or turn.due_was:
            return
        if waits:
            assert pace.day_on(turn.due_at) == turn.due_at, self.tell(match)
        if waits and was is not None:
            assert turn.due_at >= min(was, self.now + standstill.fair(pace)), self.tell(match)

    def _look_at_seat(self, match: Match, seat: Seat, opened: list[Turn]) -> None:
        pace: Pace = match.timing
        assert seat.away_used <= settings.VACATION_A_MATCH.total_seconds() + 5, self.tell(match)
        if pace.kind == "bank" and seat.clock is not None:
            used = max((pace.used(turn.opened_at, self.now, turn.stops) for turn in opened), default=DAY * 0)
            over = used.total_seconds() + 1 if opened and seat.since == opened[0].number > 1 else 0
            assert 0 <= seat.clock <= pace.most + over, self.tell(match)
        silent = seat.orders.filter(by="default", opened=True, excused=False, voice=0)
        silent = silent.filter(turn__number__gte=seat.since)
        if seat.until is not None:
            silent = silent.filter(turn__number__lte=seat.until)
        if match.team == 1 and seat.user_id is not None:
            assert seat.missed == silent.count(), self.tell(match)
        for slot in silent.filter(turn__closed_at=self.now).select_related("turn"):
            self._look_at_miss(match, seat, slot.turn)

    def _look_at_miss(self, match: Match, seat: Seat, turn: Turn) -> None:
        """A miss is booked to nobody whose match pauses, or who is away and has time for it."""
        assert turn.paused_at is None, self.tell(match)
        away = Vacation.objects.filter(person=seat.user_id, begins_at__lt=turn.due_at, ends_at__gt=self.now)
        spent = seat.away_used >= settings.VACATION_A_MATCH.total_seconds() - 5
        empty = match.timing.kind == "bank" and turn.due_at <= turn.opened_at
        if match.team == 1 and not match.trouble and not spent and not empty:
            assert not away.exists(), self.tell(match)

    def end(self) -> None:
        """Let everything end by itself: it must, whatever was done before."""
        Outgoing.objects.update(down_since=None)
        self.broken = False
        for _n in range(600):
            if not Match.objects.running().exists():
                break
            due = [at for at in Turn.objects.open().values_list("due_at", flat=True) if at is not None]
            self.now = max(self.now + MINUTE, min([*due, self.now + 31 * DAY]))
            clock.Clock.objects.update(ticked_at=self.now - MINUTE)
            self.tick()
            self.look({})
        for match in Match.objects.filter(pk__in=[match.pk for match in self.matches]):
            assert match.status == Match.Status.FINISHED, self.tell(match)
            assert record.verify(document_of(match)) == [], self.tell(match)

    def tell(self, match: Match | None = None) -> str:
        """What was done, for whoever reads that it led to something that must not be."""
        found: list[object] = [*self.story, self.now]
        if match is not None:
            last = match.turns.defer("position", "hash", "events").order_by("-number")[:2]
            asked = Order.objects.filter(turn__match=match, opened=False).defer("sealed")
            found += [match.code, *map(vars, (*last, *match.seats.defer("sealed_plan"), *asked))]
        return "\n".join(map(str, found))
