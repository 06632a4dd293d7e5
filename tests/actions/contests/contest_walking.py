"""Random walks through whole contests: people play, resign, vanish, withdraw, come late; the clock comes when
it likes. After each step what must always be true is looked at.
"""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress

import msgspec

from accounts.actions import erase
from accounts.models import User
from games.actions import seats, turns
from games.actions.contests import booking, steps
from games.actions.contests.absences import be_absent
from games.actions.contests.entering import enter, leave
from games.contests.plan import UNIT, Plan, Stage
from games.contests.standings import standings
from games.models import Contest, Entry, Match, Pairing, Side
from games.models.field import fields_of
from games.models.lots import chance_of
from games.rules.refusal import Refusal
from tests.actions.contests.cups import START, called, entered, plan_of, win
from tests.actions.tables import DAY, HOUR, person

PLANS: dict[str, Plan] = {
    "round robin": plan_of(),
    "two legs at once": plan_of(legs=2, at_once=0),
    "swiss": plan_of("swiss", rounds=4),
    "knock-out": plan_of("knockout", third=True),
    "series": plan_of("knockout", best_of=3, wait=False),
    "double": plan_of("knockout", double=True),
    "pods": plan_of("pods", advance=2),
    "tables": plan_of("round_robin"),
    "swiss tables": plan_of("swiss", rounds=3),
    "groups": plan_of(stages=[Stage(format="round_robin", groups=2, through=2), Stage(format="knockout")]),
    "duplicate": plan_of("duplicate", rounds=2),
    "league": plan_of("league", division=3, least=3, most=5, up=1),
}
SIZES = {"pods": 4, "tables": 3, "swiss tables": 3, "duplicate": 2}
PACE = {"kind": "interval", "interval": 86_400, "grace": False, "misses": 1, "deserted": "out"}


class Life:
    """One contest, and what was done to it."""

    def __init__(self, name: str, seed: int) -> None:
        self.dice = random.Random(f"{name} {seed}")
        self.now = START
        self.story: list[str] = []
        plan = PLANS[name]
        self.fresh = (f"late{n}" for n in range(100))
        names = [f"p{n}" for n in range(self.dice.randrange(5, 10))]
        late = 3 if plan.stages[0].format == "swiss" else 0
        contest = called(
            plan, size=SIZES.get(name, 2), pace=PACE, late_rounds=late, round_days=self.dice.choice([0, 0, 2])
        )
        self.contest = entered(contest, *names)

    def walk(self, count: int) -> None:
        """Do so many things, then let time pass until the contest is over."""
        acts = [self.tick, self.tick, self.tick, self.win, self.win, self.win, self.resign, self.pass_time]
        acts += [self.withdraw, self.come_late, self.stay_away, self.vanish, self.abort]
        idle = (self.win, self.resign, self.abort, self.pass_time)  # the clock alone sees what became of it
        for _n in range(count):
            act = self.dice.choice(acts)
            self.story.append(act.__name__)
            with suppress(Refusal):
                act()
            if act not in idle:
                self.check()
        for _n in range(200):
            if self.contest.status in (Contest.Status.FINISHED, Contest.Status.CALLED_OFF):
                break
            self.pass_time()
            self.tick()
            self.check()
        assert self.contest.status in (Contest.Status.FINISHED, Contest.Status.CALLED_OFF), self.story

    def tick(self) -> None:
        turns.close_due(self.now)
        if self.dice.random() < 0.5:
            steps.step_due(self.now, most=self.dice.randrange(1, 4))
        booking.count_ended(self.now, most=self.dice.randrange(1, 4))
        steps.step_due(self.now)
        self.contest.refresh_from_db()

    def running(self) -> list[Match]:
        return list(
            Match.objects.running().filter(pairing__round__group__contest=self.contest).order_by("pk")
        )

    def some(self) -> Match | None:
        found = self.running()
        return self.dice.choice(found) if found else None

    def win(self) -> None:
        match = self.some()
        if match is not None:
            win(match, self.dice.randrange(match.size), self.now)

    def resign(self) -> None:
        match = self.some()
        if match is not None:
            seat = self.dice.choice(list(match.seats.select_related("user")))
            if seat.user is not None:
                seats.resign(seat.user, match, self.now)

    def abort(self) -> None:
        """The host calls a match off."""
        match = self.some()
        if match is not None and self.dice.random() < 0.3:
            match.turns.update(closed_at=self.now)
            Match.objects.filter(pk=match.pk).update(status=Match.Status.ABORTED, ended_at=self.now)

    def pass_time(self) -> None:
        self.now += self.dice.choice([HOUR, DAY, 3 * DAY])

    def entry(self) -> Entry | None:
        found = list(self.contest.entries.exclude(user=None).order_by("pk"))
        return self.dice.choice(found) if found and self.dice.random() < 0.5 else None

    def withdraw(self) -> None:
        entry = self.entry()
        if entry is not None and entry.user is not None:
            leave(entry.user, self.contest, self.now)

    def come_late(self) -> None:
        enter(person(next(self.fresh)), self.contest, self.now)

    def stay_away(self) -> None:
        entry = self.entry()
        if entry is not None and entry.user is not None:
            be_absent(entry.user, self.contest, [self.dice.randrange(1, 5)], self.now)

    def vanish(self) -> None:
        """Somebody leaves the site."""
        entry = self.entry()
        if entry is not None and entry.user is not None and self.dice.random() < 0.3:
            erase(User.objects.get(pk=entry.user_id), self.now)

    def check(self) -> None:
        """What must always be true."""
        found = Pairing.objects.filter(round__group__contest=self.contest).prefetch_related(
            "sides", "matches"
        )
        for pairing in found:
            self._check_pairing(pairing)
        self._check_byes()
        over = self.contest.status == Contest.Status.FINISHED
        assert not (over and any(pairing.how == "open" for pairing in found)), self.story
        assert not (over and self.running()), self.story
        assert not self.contest.trouble, (self.contest.trouble, self.story)
        for number in range(self.contest.stage + 1):
            for key, field in fields_of(self.contest, number).items():
                group = self.contest.groups.get(pk=key)
                lines = standings(field, chance_of(self.contest, "lot", number, group.number))
                recounted = msgspec.json.decode(msgspec.json.encode(lines))
                assert group.stale or group.standings in ([], recounted), self.story

    def _check_pairing(self, pairing: Pairing) -> None:
        matches, sides = list(pairing.matches.all()), list(pairing.sides.all())
        assert sum(not match.counted for match in matches) <= 1, self.story
        assert len({match.leg for match in matches}) == len(matches), self.story
        assert len({side.entry_id for side in sides}) == len(sides), self.story
        assert (pairing.how == "open") == (pairing.ended_at is None), self.story
        points = [side.points for side in sides]
        if pairing.how == "open":
            assert None in points, self.story
        elif pairing.how in ("played", "forfeit") and self.contest.terms.stages[0].format != "duplicate":
            assert sum(points) in (UNIT, 0), (pairing.how, points, self.story)  # type: ignore[arg-type]

    def _check_byes(self) -> None:
        byes = Side.objects.filter(pairing__how="bye", round__group__contest=self.contest)
        counts = Counter(byes.values_list("entry_id", flat=True))
        if self.contest.terms.stages[0].format == "swiss":
            assert max(counts.values(), default=0) <= 1, self.story
