"""Contests: a Swiss round of 1,000 (T1), how it grows (T2, G8), and one at tables of four.

Pairings are pure and run in one thread: their time is processor time. Each part of this family is a function
that gives its findings; ``measure`` lists them.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable

import networkx

from games.contests.field import Entry, Field, Meeting, Share
from games.contests.plan import UNIT, Plan, Stage
from games.contests.standings import standings
from games.contests.swiss import Swiss
from games.contests.swiss.costs import Costs
from games.contests.swiss.duels import Likely
from games.contests.swiss.matching import LIKELY, perfect
from games.contests.swiss.past import in_order, pasts
from games.rules.chance import Chance
from tests.benchmarks import stage as services
from tests.benchmarks.goals import Count, Figure, Findings, Goal
from tests.benchmarks.sizes import Size
from tests.benchmarks.stage import say

T1 = Goal("one Swiss round of 1,000 entries, seconds", 2.0, 1.0)
T1_RATIO = Goal("the same ÷ networkx matching the same graph", 0.2, 0.05)
T2 = Goal("a Swiss round, 1,000 ÷ 100 entries", 60, 35)
T1_TABLES = Goal("one Swiss round of 1,000 entries at tables of 4, seconds", 2.0, 1.0)
G8 = Goal("pairing the last round, 1,000 × 9 ÷ 100 × 5", 60, 35)
STANDINGS = Goal("standings of 1,000 × 11, five tie-breaks and lots, ms", 300, 150)
STANDINGS_G8 = Goal("standings, 1,000 × 9 ÷ 100 × 5 (18 times as much)", 25, 20)

SMALL, LARGE = (100, 5), (1000, 9)
"""Entries and rounds."""
MIDDLE = 5
"""The round that is paired where only one is."""


def measure(stage: services.Stage, size: Size) -> Findings:
    """All figures of contests."""
    from tests.benchmarks import clockwork, cups

    found = Findings()
    for part in (pairings, rankings):
        found.take(part(size))
    found.take(cups.measure(stage, size, results))
    found.take(clockwork.measure())
    return found


def pairings(size: Size) -> Findings:
    """T1, T2, G8 and tables of four."""
    say("contests: making Swiss fields of 100 and 1,000 entries")
    fields = {count: field(count, rounds - 1) for count, rounds in (SMALL, LARGE)}
    middle = {count: before(whole, MIDDLE) for count, whole in fields.items()}
    tables = field(LARGE[0], MIDDLE - 1, seats=4)
    round_of = {count: seconds(pairing(middle[count], MIDDLE), size.rounds) for count in middle}
    last_of = {
        count: seconds(pairing(fields[count], rounds), size.rounds) for count, rounds in (SMALL, LARGE)
    }
    at_four = seconds(pairing(tables, MIDDLE), size.rounds)
    peer, differing = beside_networkx(middle[LARGE[0]], MIDDLE)
    small, large = SMALL[0], LARGE[0]
    told = f"{round_of[large]:.3f} and {peer:.3g} s"
    return Findings(
        figures=[
            Figure("T1", T1, round_of[large], f"round {MIDDLE}"),
            Figure("T1", T1_RATIO, round_of[large] / peer, told),
            Figure("T2", T2, round_of[large] / round_of[small], ratio(round_of)),
            Figure("T1-tables", T1_TABLES, at_four, f"round {MIDDLE}"),
            Figure("G8", G8, last_of[large] / last_of[small], ratio(last_of)),
        ],
        counts=[Count("T1", "weight that networkx finds and we don't", differing, 0)],
    )


def rankings(size: Size) -> Findings:
    """Standings of 1,000 after 11 rounds, and how they grow; the plan has the tie-breaks that are usual."""
    say("contests: making results of 1,000 entries in 11 rounds")
    many = results(LARGE[0], 11)
    spent = {count: seconds(ranking(before(many, rounds + 1)), size.rounds) for count, rounds in (LARGE,)}
    spent[SMALL[0]] = seconds(ranking(results(*SMALL)), size.rounds)
    whole = seconds(ranking(many), size.rounds)
    return Findings(
        figures=[
            Figure("standings", STANDINGS, 1000 * whole),
            Figure("G8-standings", STANDINGS_G8, spent[LARGE[0]] / spent[SMALL[0]], ratio(spent)),
        ]
    )


def results(entries: int, rounds: int) -> Field:
    """A Swiss of so many entries with results for each pair that chance makes of them."""
    luck = random.Random(entries)
    keys = list(range(1, entries + 1))
    meetings = []
    for number in range(1, rounds + 1):
        luck.shuffle(keys)
        for board, (one, other) in enumerate(zip(keys[::2], keys[1::2], strict=True), start=1):
            points = luck.choice([(UNIT, 0), (UNIT // 2, UNIT // 2), (0, UNIT)])
            shares = (Share(one, points[0]), Share(other, points[1]))
            meetings.append(Meeting(number, shares, "played", board=board))
    plan = Plan(stages=(Stage(format="swiss", rounds=rounds),))
    people = tuple(Entry(key, key) for key in sorted(keys))
    return Field(plan, plan.stages[0], 2, 2, people, tuple(meetings))


def ranking(known: Field) -> Callable[[], object]:
    """The work of making standings."""
    return lambda: standings(known, Chance(b"bench".ljust(32, b"\0"), 0))


def ratio(spent: dict[int, float]) -> str:
    """The seconds behind a factor, in words."""
    return " and ".join(f"{spent[count]:.4f}" for count in (LARGE[0], SMALL[0])) + " s"


def field(entries: int, rounds: int, seats: int = 2) -> Field:
    """A Swiss of so many entries after so many rounds, which the stronger win more often."""
    luck = random.Random(entries)
    plan = Plan(stages=(Stage(format="swiss", rounds=LARGE[1]),))
    found = Field(plan, plan.stages[0], seats, 2, tuple(Entry(key, key) for key in range(1, entries + 1)))
    for number in range(1, rounds + 1):
        played: list[Meeting] = []
        for board, pair in enumerate(pairing(found, number)(), 1):
            best = sorted(pair.entries, key=lambda key: key / entries + luck.random(), reverse=True)
            shares = tuple(Share(key, UNIT * best.index(key)) for key in pair.entries)
            played.append(Meeting(number, shares, "played", board=board))
        found = Field(plan, found.stage, seats, 2, found.entries, (*found.meetings, *played))
    return found


def before(whole: Field, number: int) -> Field:
    """The field as it was before a round."""
    earlier = tuple(meeting for meeting in whole.meetings if meeting.round < number)
    return Field(whole.plan, whole.stage, whole.size, whole.least, whole.entries, earlier)


def pairing(known: Field, number: int) -> Callable[[], tuple]:
    """The work of pairing a round."""
    return lambda: Swiss().pair(known, number, Chance(b"bench".ljust(32, b"\0"), number))


def seconds(work: Callable[[], object], times: int) -> float:
    """The median of the processor's time for some work, which is done once more before."""
    work()
    spent = []
    for _time in range(times):
        began = time.process_time()
        work()
        spent.append(time.process_time() - began)
    return statistics.median(spent)


def beside_networkx(known: Field, number: int) -> tuple[float, int]:
    """How long networkx takes for the graph that we match, and by how much its matching is the better one."""
    costs = Costs(in_order(pasts(known, number).values()), number, [])
    edges = {pair: costs.cost(*pair) for pair in Likely(costs).offer(LIKELY)}
    say(f"contests: networkx matches {len(known.entries):,} entries and {len(edges):,} likely pairs")
    highest = max(edges.values())
    graph = networkx.Graph()
    graph.add_weighted_edges_from((*pair, highest - cost) for pair, cost in edges.items())
    began = time.process_time()
    theirs = networkx.max_weight_matching(graph, maxcardinality=True)
    spent = time.process_time() - began
    weight = sum(highest - edges[min(pair), max(pair)] for pair in theirs)
    return spent, weight - sum(highest - edges[pair] for pair in perfect(edges))
