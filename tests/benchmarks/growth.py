"""What grows with the site and what with a match: sweep (G1), order and close (G2), a long match (G4).

Each figure is the cost at the larger size ÷ that at the smaller. A site of each size has its own database in
one server; the two take turns. Work is rolled back, so that each call finds the same rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import cycle

from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from games.actions.orders import own_order, submit
from games.actions.turns import BATCH, close_due, close_turns
from games.models import Turn
from tests.benchmarks import rows
from tests.benchmarks.goals import Figure, Findings, Goal
from tests.benchmarks.sizes import Size
from tests.benchmarks.slices import Side, compare, timed
from tests.benchmarks.stage import Stage, say

G1 = Goal("one sweep with 100 due, idle matches", 2.0, 1.3)
G2_ORDER = Goal("an order, idle matches", 2.0, 1.5)
G2_CLOSE = Goal("closing a batch of 50, idle matches", 2.0, 1.5)
G4_ORDER = Goal("an order, turns of the match", 1.5, 1.2)
G4_CLOSE = Goal("closing a turn, turns of the match", 1.5, 1.2)
G4_PAGE = Goal("the match page, turns of the match", 1.5, 1.2)
SMALL = 1_000
DUE = 100
SHORT, LONG = 10, 1_000

Work = Callable[[], object]


def measure(stage: Stage, size: Size) -> Findings:
    """All figures of growth."""
    home = connection.settings_dict["NAME"]
    found = Findings()
    try:
        found.take(idle(stage, size))
        found.take(depth(stage, size))
    finally:
        enter(home)
    return found


def enter(database: str) -> None:
    """Go on in another database of the same server."""
    if connection.settings_dict["NAME"] != database:
        connection.close()
        connection.settings_dict["NAME"] = database


def idle(stage: Stage, size: Size) -> Findings:
    """G1 and G2: a small site and a large one."""
    from django.core.management import call_command

    for database, matches in (("small", SMALL), ("large", size.grown)):
        say(f"growth: making a site with {matches:,} idle matches")
        stage.postgres.create(database)
        enter(database)
        call_command("migrate", verbosity=0, interactive=False)
        templates = rows.originals(20, "idle")
        rows.copy(templates, matches)
        due = rows.copy(templates, DUE)
        rows.make_due(due.turns(0, DUE), timezone.now())
        rows.settle()
    where = f"{SMALL:,} to {size.grown:,}"
    works = (("G1", G1, lambda: sweep), ("G2", G2_ORDER, ordering), ("G2", G2_CLOSE, lambda: close))
    found = Findings()
    for name, goal, make in works:
        sides = [within(database, make, size.seconds / 2) for database in ("small", "large")]
        found.figures.append(grown(name, goal, sides, size, where))
    return found


def grown(name: str, goal: Goal, sides: Sequence[Side], size: Size, where: str) -> Figure:
    """The factor of the cost of some work from the small side to the large."""
    small, large = sides
    found = compare(small, large, size.rounds, lambda line: say(f"{name}: {goal.what}: {line}"))
    return Figure.of(name, goal, found["rate"], "a second", where)


def within(database: str, make: Callable[[], Work], seconds: float) -> Side:
    """Slices of work in one database; the first call of each is not counted."""
    enter(database)
    work = make()

    def side() -> Mapping[str, float]:
        enter(database)
        undone(work)
        return timed(lambda: undone(work), seconds)

    return side


def undone(work: Work) -> int:
    """Do some work and take it back."""
    with transaction.atomic():
        work()
        transaction.set_rollback(True)
    return 1


def sweep() -> None:
    """What the clock asks at a tick: which turns are due, which are to be reminded of."""
    now = timezone.now()
    for wanted, most in ((Turn.objects.due(now), DUE), (Turn.objects.remindable(now), 500)):
        found = wanted.select_related("match").select_for_update(skip_locked=True, of=("self",))
        list(found[:most])


def close() -> None:
    """Close a batch, with the rules and the notices."""
    assert close_due(timezone.now()) == BATCH


def ordering(turns: Iterable[Turn] = ()) -> Work:
    """Orders of seat 0 for open turns, one turn after another; each is another line than the one sealed."""
    slots = []
    for turn in turns or Turn.objects.open().filter(due_at__gt=timezone.now()).select_related("match")[:200]:
        user = turn.match.seats.get(index=0).user
        lines = [line for line in rows.lines(turn, 0) if line != own_order(user, turn)]
        slots.append((user, turn.match.code, turn.number, lines[0]))
    waiting = cycle(slots)

    def order() -> None:
        submit(*next(waiting), timezone.now(), "api")

    return order


def depth(stage: Stage, size: Size) -> Findings:
    """G4: matches with few turns behind them and matches with many."""
    say(f"growth: making matches of {SHORT} and {LONG:,} turns")
    stage.make_static()
    turns = []
    for length in (SHORT, LONG):
        matches = rows.originals(10, f"long{length}-")
        for match in matches:
            rows.deepen(match, length)
        turns.append(list(Turn.objects.open().filter(match__in=matches).select_related("match")))
    rows.settle()
    found = Findings()
    for goal, make in ((G4_ORDER, ordering), (G4_CLOSE, closing), (G4_PAGE, reading)):
        sides = [repeated(make(some), size.seconds / 2) for some in turns]
        found.figures.append(grown("G4", goal, sides, size, f"{SHORT} to {LONG:,}"))
    return found


def repeated(work: Work, seconds: float) -> Side:
    """Slices of work."""
    return lambda: timed(lambda: undone(work), seconds)


def closing(turns: Iterable[Turn]) -> Work:
    """Close an open turn, one after another."""
    waiting = cycle([turn.pk for turn in turns])

    def close_next() -> None:
        due = Turn.objects.filter(pk=next(waiting)).select_related("match")
        close_turns(list(due.select_for_update(of=("self",))), timezone.now())

    return close_next


def reading(turns: Iterable[Turn]) -> Work:
    """The pages of matches as their first seat sees them, one after another."""
    visits = []
    for turn in turns:
        client = Client(SERVER_NAME="127.0.0.1")
        client.force_login(turn.match.seats.get(index=0).user)
        visits.append((client, turn.match.get_absolute_url()))
    for client, address in visits:  # what is remembered of a closed turn is made at its first reading
        client.get(address)
    waiting = cycle(visits)

    def read() -> None:
        client, address = next(waiting)
        response = client.get(address)
        assert response.status_code == 200, response.status_code

    return read
