"""Divisions of a league: who goes up and down after a season, and how the next one is divided.

Nobody who went up plays where they were or lower, and nobody is in two divisions or in none.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from games.contests.plan import Stage

Lists = list[list[int]]


def turned(
    orders: Sequence[Sequence[int]],
    stage: Stage,
    gone: Collection[int] = (),
    back: Mapping[int, int] | None = None,
) -> dict[int, int]:
    """The division that everybody is entitled to in the next season, by key, 1 for the highest.

    ``orders`` are the final orders of the divisions, the best first. ``gone`` are those of them who leave or
    are absent for a season; ``back`` are those who come back, with the division they have a right to.
    Whoever is absent has that of ``rights``. The keys come in the order of their strength.

    The best ``up`` of those who stay go up. As many go down as are too many for the usual number, ``up`` at
    the most, so that the best of them stay where somebody has left; and more go up where that leaves places
    free. Only where a division would be larger than ``most`` more go down, and those come back lower.
    """
    stay = [[key for key in order if key not in gone] for order in orders]
    returning = _returning(back or {}, len(orders))
    rising = [[], *([*order[: _rising(order, stage)]] for order in stay[1:])]
    rest = [order[len(up) :] for order, up in zip(stay, rising, strict=True)]
    fallen: list[int] = []
    found: dict[int, int] = {}
    for at, mine in enumerate(rest):
        below = at + 1 < len(rest)
        came = rising[at + 1] if below else []
        if below:
            total = len(fallen) + len(mine) + len(came) + len(returning[at])
            _fill_from_below(came, rest[at + 1], stage.division - total)
            down = _falling(total, len(mine), stage)
            over = max(0, total - down - stage.most)
            returning[at + 1] = _last(returning[at], over) + returning[at + 1]
            returning[at] = returning[at][: len(returning[at]) - over] if over else returning[at]
        else:
            down = 0
        staying = mine[: len(mine) - down]
        for key in (*fallen, *staying, *returning[at], *came):
            found[key] = at + 1
        fallen = mine[len(mine) - down :]
    return found


def rights(orders: Sequence[Sequence[int]], stage: Stage) -> dict[int, int]:
    """The division to which each entry may come back after a season away: where its place would lead it."""
    return turned(orders, stage)


def _returning(back: Mapping[int, int], divisions: int) -> Lists:
    found: Lists = [[] for _division in range(divisions)]
    for key, division in sorted(back.items(), key=lambda item: item[1]):
        found[min(max(division, 1), divisions) - 1].append(key)
    return found


def _rising(order: Sequence[int], stage: Stage) -> int:
    """How many of a division go up: not more than half of it."""
    return min(stage.up, (len(order) + 1) // 2)


def _falling(total: int, mine: int, stage: Stage) -> int:
    """How many of a division go down."""
    usual = min(max(total - stage.division, 0), stage.up)
    return min(max(usual, total - stage.most), mine)


def _fill_from_below(came: list[int], below: list[int], free: int) -> None:
    """Let more come up into places that are free."""
    while free > 0 and below:
        came.append(below.pop(0))
        free -= 1


def _last(keys: Sequence[int], count: int) -> list[int]:
    return list(keys[len(keys) - count :]) if count else []


def arranged(
    entries: Sequence[tuple[int, int | None]], stage: Stage, held: Mapping[int, int] | None = None
) -> tuple[tuple[int, ...], ...]:
    """The divisions of a season, the highest first, each in the order in which its entries were given.

    ``entries`` are keys with the division they are entitled to, None for who enters at the bottom; within a
    division the strongest first. ``held`` has the division in which each played last, as far as anybody did.
    Sizes are between ``least`` and ``most`` for every number of entries that can be divided so; of the ways
    to do it, it is the one in which fewest play lower than they are entitled to, then the one nearest to the
    usual number. Free places go to the best of the next division. If some have to play lower, it is the last
    of those who didn't go up.
    """
    lists, fresh = _listed(entries)
    sizes = _sizes([len(one) for one in lists], len(fresh), stage)
    rest = [*lists, *([] for _more in range(len(sizes) - len(lists)))]
    rest[-1].extend(fresh)
    found: list[tuple[int, ...]] = []
    for at, size in enumerate(sizes):
        pool, rest = list(rest[0]), rest[1:] or [[]]
        while len(pool) < size:
            pool.append(next(one for one in rest if one).pop(0))
        pushed = _pushed(pool, len(pool) - size, at + 1, held or {})
        rest[0] = pushed + rest[0]
        found.append(tuple(key for key in pool if key not in pushed))
    return tuple(found)


def _listed(entries: Sequence[tuple[int, int | None]]) -> tuple[Lists, list[int]]:
    """Those with a division, the highest first and without gaps, and those without."""
    named = sorted({division for _key, division in entries if division is not None})
    lists = [[key for key, division in entries if division == one] for one in named]
    return lists or [[]], [key for key, division in entries if division is None]


def _pushed(pool: Sequence[int], count: int, division: int, held: Mapping[int, int]) -> list[int]:
    """Those of too many who play lower: from the end, and who would lose what they went up by last of all."""
    if count <= 0:
        return []
    by_right = sorted(range(len(pool)), key=lambda at: (division < held.get(pool[at], 0), -at))
    return [pool[at] for at in sorted(by_right[:count])]


def _sizes(counts: Sequence[int], fresh: int, stage: Stage) -> list[int]:
    """How many play in each division, where so many are entitled to each, and so many come fresh."""
    total = sum(counts) + fresh
    fitting = [
        number for number in range(1, total + 1) if number * stage.least <= total <= number * stage.most
    ]
    numbers = fitting or [max(1, total // stage.least)]
    most = stage.most if fitting else -(-total // numbers[0])
    least = min(stage.least, total)
    options = [_spread(_wanted(counts, number, stage.division), total, least, most) for number in numbers]
    return min(
        options, key=lambda sizes: (_lower(counts, sizes), sum(abs(one - stage.division) for one in sizes))
    )


def _wanted(counts: Sequence[int], number: int, usual: int) -> list[int]:
    """So many divisions as they are; the one at the bottom, and new ones below it, of the usual number."""
    kept = list(counts[: number - 1 if number <= len(counts) else len(counts) - 1])
    return kept + [usual] * (number - len(kept))


def _spread(wanted: list[int], total: int, least: int, most: int) -> list[int]:
    """The sizes nearest to those wanted, within the bounds; what has to change changes from the bottom up."""
    sizes = [min(max(one, least), most) for one in wanted]
    for at in reversed(range(len(sizes))):
        sizes[at] = min(max(sizes[at] + total - sum(sizes), least), most)
    return sizes


def _lower(counts: Sequence[int], sizes: Sequence[int]) -> int:
    """How many have to play lower than they are entitled to, counted once for each division."""
    lower, room = 0, 0
    for at, count in enumerate(counts):
        room += (sizes[at] if at < len(sizes) else 0) - count
        lower += max(0, -room)
    return lower
