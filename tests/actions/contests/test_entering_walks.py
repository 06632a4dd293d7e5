"""Whatever people do in whatever order, with the clock between: what is promised of entries holds."""

from __future__ import annotations

import contextlib
import random
from collections import Counter
from collections.abc import Callable

import pytest

from games.actions.contests.absences import be_absent
from games.actions.contests.entering import enter, leave
from games.actions.contests.substitutes import volunteer
from games.models import Contest, Entry, Match, Pairing, Round, Side
from games.rules.game import Refusal
from tests.actions.contests.cups import SHORT, START, called, plan_of, running, ticked, win
from tests.actions.tables import DAY, NOW, person

pytestmark = pytest.mark.django_db

NAMES = [f"p{number}" for number in range(9)]
MOST = 7
ROUNDS = 4
"""Of a Swiss; with no more entries than that some have to meet again."""


class Walk:
    """One random course of a contest, and what was seen on the way."""

    def __init__(self, seed: int, contest: Contest) -> None:
        self.chance = random.Random(seed)
        self.contest = contest
        self.now = NOW
        self.numbers: dict[int, int] = {}
        self.away: dict[int, set[int]] = {}

    def act(self) -> None:
        """Somebody does something that may or may not be allowed."""
        someone = person(self.chance.choice(NAMES))
        coming = self._last() + 1
        acts: list[Callable[[], object]] = [
            lambda: enter(someone, self.contest, self.now),
            lambda: enter(someone, self.contest, self.now),
            lambda: leave(someone, self.contest, self.now),
            lambda: be_absent(someone, self.contest, [coming], self.now),
            lambda: volunteer(someone, self.contest, self.now),
        ]
        with contextlib.suppress(Refusal):
            self.chance.choice(acts)()
        self.check()

    def tick(self) -> None:
        """Some matches are played, and the clock comes by; who was away must not be in what it pairs."""
        for match in running(self.contest):
            if self.chance.random() < 0.8:
                win(match, self.chance.randrange(2), self.now)
        before = set(Round.objects.values_list("pk", flat=True))
        gone = set(Entry.objects.exclude(status="in").values_list("pk", flat=True))
        stepping = Entry.objects.filter(contest=self.contest, status="substitute").exists()
        self.contest = ticked(self.contest, self.now)
        for row in Round.objects.exclude(pk__in=before):
            sides = Side.objects.filter(round=row).select_related("entry", "pairing")
            for side in sides:
                assert side.entry.since <= row.number
                assert stepping or side.entry_id not in gone or side.pairing.how == "forfeit"
                if row.number in side.entry.absent:
                    assert side.pairing.how in ("zero_bye", "forfeit")
        self.check()

    def check(self) -> None:
        """What holds at any time."""
        entries = list(self.contest.entries.all())
        assert sum(entry.status == "in" for entry in entries) <= MOST
        for entry in entries:
            if entry.number is not None:
                assert self.numbers.setdefault(entry.pk, entry.number) == entry.number
            assert (
                (entry.until is not None) == (entry.left_stage is not None) == (entry.status == "withdrawn")
            )
            assert entry.entrants.count() == 1
        byes = Counter(Side.objects.filter(pairing__how="bye").values_list("entry", flat=True))
        assert max(byes.values(), default=0) <= 1
        legs = Match.objects.filter(pairing__isnull=False).values_list("pairing", "leg")
        assert len(legs) == len(set(legs))
        self._check_meetings()

    def _check_meetings(self) -> None:
        met: Counter[frozenset[int]] = Counter()
        for pairing in Pairing.objects.prefetch_related("sides"):
            sides = list(pairing.sides.all())
            assert len({side.entry_id for side in sides}) == len(sides)
            if len(sides) == 2 and pairing.how != "forfeit":
                met[frozenset(side.entry_id for side in sides)] += 1
            if len(sides) == 2 and pairing.how in ("played", "forfeit"):
                assert sum(side.points or 0 for side in sides) in (0, 120)
        if self.contest.entries.playing().count() > ROUNDS:
            assert max(met.values(), default=0) <= 1

    def _last(self) -> int:
        return max(Round.objects.values_list("number", flat=True), default=0)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("format", ["swiss", "round_robin"])
def test_no_course_of_entering_and_leaving_breaks_a_promise(format: str, seed: int) -> None:
    plan = plan_of(format, rounds=ROUNDS) if format == "swiss" else plan_of(format)
    late = 3 if format == "swiss" else 0
    contest = called(plan, most=MOST, least=4, late_rounds=late, options=SHORT)
    walk = Walk(seed, contest)
    for name in NAMES[:6]:
        enter(person(name), contest, NOW)
    for _n in range(4):
        walk.act()
    walk.now = START
    for _n in range(40):
        walk.tick()
        if walk.contest.status in (Contest.Status.FINISHED, Contest.Status.CALLED_OFF):
            break
        for _m in range(walk.chance.randrange(3)):
            walk.act()
        walk.now += DAY / 12
    assert walk.contest.status in (Contest.Status.FINISHED, Contest.Status.CALLED_OFF)
    assert walk.contest.trouble == ""
    assert Match.objects.running().count() == 0
