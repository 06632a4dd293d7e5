"""The rungs of a ladder as its page shows them: who stands where, whom the reader may challenge."""

from __future__ import annotations

from dataclasses import dataclass

from games.actions.contests import ladder
from games.models import Contest, Side
from games.pages.contests.sight import Called, Sight


@dataclass(frozen=True)
class Rung:
    """One rung; ``challenges`` says that its holder waits for the reader's answer."""

    number: int
    entry: Called
    busy: bool
    may_challenge: bool = False
    challenges: bool = False


def rungs(sight: Sight) -> list[Rung]:
    """The rungs of a contest that is a ladder, the highest first; empty for any other."""
    contest = sight.contest
    stage = contest.terms.stages[contest.stage]
    if stage.format != ladder.FORMAT or not sight.current:
        return []
    group = sight.current[0]
    group.contest = contest
    keys = ladder.rungs(group)
    names = sight.called(keys)
    waiting, busy = _challenges(group.pk)
    own = sight.mine.pk if sight.mine else 0
    place = keys.index(own) if own in keys else -1
    free = contest.status == Contest.Status.RUNNING and not contest.paused_at and own not in busy
    return [
        Rung(
            at + 1,
            names[key],
            key in busy,
            may_challenge=free and key not in busy and 0 < place - at <= stage.reach,
            challenges=waiting.get(key) == own,
        )
        for at, key in enumerate(keys)
    ]


def _challenges(group: int) -> tuple[dict[int, int], set[int]]:
    """Whom each challenger waits for, and all who have an open challenge."""
    found = Side.objects.filter(round__group=group, pairing__how="open").order_by("pairing_id", "index")
    sides: dict[int, list[int]] = {}
    unanswered = set()
    for pairing, entry, paired_at in found.values_list("pairing_id", "entry_id", "round__paired_at"):
        sides.setdefault(pairing, []).append(entry)
        if paired_at is None:
            unanswered.add(pairing)
    waiting = {sides[pairing][0]: sides[pairing][-1] for pairing in unanswered}
    return waiting, {entry for of in sides.values() for entry in of}
