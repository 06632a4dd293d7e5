"""Searches the tables of round robins for 3 to 6 seats: ``python -m tests.contests.designs`` writes
``games/contests/designs.py`` anew, which takes a while; with ``missing`` behind it only what isn't there,
with ``uneven`` also those where some meet much oftener than others. The search is the same in every run.
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from math import ceil
from pathlib import Path

from games.contests.blocks import layout, read
from games.contests.designs import DESIGNS

TARGET = Path("games/contests/designs.py")
HEAD = '''"""Tables of round robins for 3 to 6 seats, found by a long search, ``tests/contests/designs.py``.

By the number of entries and how many sit at each table: rounds, their tables, and at each table the entries
from a to x in the order of seats.
"""

DESIGNS: dict[tuple[int, tuple[int, ...]], str] = {
'''
Table = list[int]
Round = list[Table]


def keys() -> Iterator[tuple[int, tuple[int, ...]]]:
    """The numbers of entries for which one table isn't enough, with how many sit at each table."""
    found = {}
    for size in range(3, 7):
        for entries in range(size + 1, 25):
            for least in (2, 3):
                found[entries, layout(entries, size, least)] = None
    yield from sorted(found)


def lowest(entries: int, sizes: tuple[int, ...]) -> int:
    """The fewest rounds in which everybody could meet everybody."""
    met = sum(size * (size - 1) for size in sizes)
    return max(ceil(entries * (entries - 1) / met), ceil((entries - 1) / (max(sizes) - 1)))


class Search:
    """Annealing over swaps of two entries between tables of a round; a table of byes is one too."""

    def __init__(self, entries: int, sizes: tuple[int, ...], rounds: int, seed: int) -> None:
        self.chance = random.Random(f"{entries} {sizes} {rounds} {seed}")
        self.entries = entries
        self.tables = len(sizes)
        self.rounds: list[Round] = []
        for _number in range(rounds):
            order = self.chance.sample(range(entries), entries)
            self.rounds.append([[order.pop() for _seat in range(size)] for size in sizes] + [order])
        self.met = [[0] * entries for _entry in range(entries)]
        self.byes = [0] * entries
        for tables in self.rounds:
            for table in tables[:-1]:
                for one, other in combinations(table, 2):
                    self.met[one][other] += 1
                    self.met[other][one] += 1
            for one in tables[-1]:
                self.byes[one] += 1
        mean = rounds * sum(size * (size - 1) for size in sizes) / entries / (entries - 1)
        self.worth = [(count - mean) ** 2 for count in range(rounds + 2)]
        self.worth[0] += 1.5
        for count in range(3, rounds + 2):
            self.worth[count] += 2 * (count - 2)

    def gain(self, one: int, table: Table, step: int) -> float:
        """What the cost rises by if somebody meets a table once more or once less."""
        met, worth = self.met[one], self.worth
        return sum(worth[met[other] + step] - worth[met[other]] for other in table if other != one)

    def move(self, one: int, table: Table, step: int) -> None:
        for other in table:
            if other != one:
                self.met[one][other] += step
                self.met[other][one] += step

    def swap(self, heat: float) -> None:
        """Try one swap."""
        chance = self.chance
        tables = chance.choice(self.rounds)
        here = int(chance.random() * self.tables)
        there = int(chance.random() * (self.tables + bool(tables[-1])))
        if here == there:
            return
        left, right = tables[here], tables[there]
        i, j = int(chance.random() * len(left)), int(chance.random() * len(right))
        one, other = left[i], right[j]
        rests = left[:i] + left[i + 1 :], right[:j] + right[j + 1 :]
        if there < self.tables:
            cost = self.gain(one, rests[0], -1) + self.gain(other, rests[1], -1)
            cost += self.gain(one, rests[1], 1) + self.gain(other, rests[0], 1)
        else:
            cost = self.gain(one, rests[0], -1) + self.gain(other, rests[0], 1)
            cost += 4 * (self.byes[one] - self.byes[other] + 1)
        if cost > 0 and chance.random() >= 2.718281828 ** (-cost / heat):
            return
        left[i], right[j] = other, one
        self.move(one, rests[0], -1)
        self.move(other, rests[0], 1)
        if there < self.tables:
            self.move(other, rests[1], -1)
            self.move(one, rests[1], 1)
        else:
            self.byes[one] += 1
            self.byes[other] -= 1

    def spread(self) -> tuple[int, int, int]:
        """How seldom and how often two meet, and how uneven byes are."""
        counts = [self.met[one][other] for one, other in combinations(range(self.entries), 2)]
        return min(counts), max(counts), max(self.byes) - min(self.byes)

    def run(self, steps: int) -> bool:
        """Search; whether everybody meets everybody, nobody more than once oftener."""
        for step in range(steps):
            self.swap(1.6 * 0.03 ** (step / steps))
            if step % 2000 == 0 and self.good:
                break
        return self.good

    @property
    def good(self) -> bool:
        low, high, byes = self.spread()
        return low >= 1 and high - low <= 1 and byes <= 1


TIMES = {3: None, 4: ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2)), 5: None}
"""The fields that affine planes are made of; that of 4 has a table of products, and its sums are ``xor``."""


def plane(entries: int, sizes: tuple[int, ...]) -> list[Round]:
    """The parallel lines of an affine plane, or of one without a point: everybody meets everybody once."""
    order = max(sizes)
    if order not in TIMES or entries not in (order**2, order**2 - 1) or len(sizes) != order:
        return []
    times = TIMES[order]
    rounds: list[Round] = []
    for slope in range(order + 1):
        lines: Round = [[] for _line in range(order)]
        for x in range(order):
            for y in range(order):
                product = times[slope % order][x] if times else slope * x % order
                line = x if slope == order else y ^ product if times else (y - product) % order
                if x * order + y < entries:
                    lines[line].append(x * order + y)
        rounds.append([*sorted(lines, key=len, reverse=True), []])
    return rounds


def seated(rounds: list[Round], entries: int) -> list[Round]:
    """The tables in an order in which everybody has every seat about equally often."""
    held = [[0] * 6 for _entry in range(entries)]
    tables = [table for tables in rounds for table in tables[:-1]]
    for time in range(6):
        for table in tables:
            if time:
                for seat, one in enumerate(table):
                    held[one][seat] -= 1
            table[:] = min(
                permutations(sorted(table)),
                key=lambda order: sum(held[one][s] for s, one in enumerate(order)),
            )
            for seat, one in enumerate(table):
                held[one][seat] += 1
    return [tables[:-1] for tables in rounds]


def design(entries: int, sizes: tuple[int, ...]) -> list[Round]:
    """The best that was found: as few rounds as everybody can meet everybody in."""
    exact = plane(entries, sizes)
    if exact:
        return seated(exact, entries)
    fewest = lowest(entries, sizes)
    best: tuple[tuple[bool, bool, int, int], Search] | None = None
    seeds, steps = (3, 200_000) if max(sizes) < 6 else (1, 60_000)
    for rounds in range(fewest, fewest + 6):
        if rounds == fewest + 4:
            seeds, steps = 1, 60_000
        for seed in range(seeds):
            search = Search(entries, sizes, rounds, seed)
            if search.run(steps):
                return seated(search.rounds, entries)
            low, high, byes = search.spread()
            rank = (low == 0, byes > 1, high - low, rounds)
            if best is None or rank < best[0]:
                best = rank, search
    assert best is not None
    return seated(best[1].rounds, entries)


def written(rounds: list[Round]) -> str:
    return "/".join(
        " ".join("".join(chr(97 + one) for one in table) for table in tables) for tables in rounds
    )


def is_even(entries: int, sizes: tuple[int, ...]) -> bool:
    """Whether nobody meets another more than once oftener than anybody else."""
    often = Counter(dict.fromkeys(combinations(range(entries), 2), 0))
    for tables in read(DESIGNS[entries, sizes]):
        for table in tables:
            often.update(combinations(sorted(table), 2))
    return max(often.values()) - min(often.values()) <= 1


def main(*words: str) -> None:
    found = dict(DESIGNS)
    for key in keys():
        if words and key in found and not ("uneven" in words and not is_even(*key)):
            continue
        found[key] = written(design(*key))
        print(key, found[key].count("/") + 1, file=sys.stderr, flush=True)
        store(found)


def store(found: dict[tuple[int, tuple[int, ...]], str]) -> None:
    lines = []
    for key in sorted(found):
        pieces = [found[key][start : start + 100] for start in range(0, len(found[key]), 100)]
        lines.append(f"    {key}: (" + "".join(f'\n        "{piece}"' for piece in pieces) + "\n    ),\n")
    draft = TARGET.with_suffix(".draft")
    draft.write_text(HEAD + "".join(lines) + "}\n")
    draft.replace(TARGET)


if __name__ == "__main__":
    main(*sys.argv[1:])
