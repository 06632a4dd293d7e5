"""What is stored of a contest beside what follows from its matches and its seed. Writes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from games.actions.contests.booking import legs_of, sides_of
from games.actions.contests.verdicts import judged
from games.contests.standings import standings
from games.models import Contest, Match, Pairing, Side
from games.models.field import fields_of
from games.models.lots import chance_of, key_of
from games.rules.chance import seed_commitment
from games.seals import BrokenSeal, unseal


def findings_of(contest: Contest) -> list[str]:
    """Every fault in what is stored of a contest, in plain words; empty if there is none."""
    try:
        return [*_seeds(contest), *_results(contest), *_standings(contest), *_left_open(contest)]
    except BrokenSeal as error:
        return [f"the seed can't be read: {error}"]


def _seeds(contest: Contest) -> Iterator[str]:
    seed = unseal(contest.sealed_seed)
    if seed_commitment(seed) != contest.seed_commitment:
        yield "the seed does not fit its commitment"
    if contest.seed and contest.seed != seed.hex():
        yield "another seed is published than the one of its draws"
    tables = Match.objects.filter(pairing__round__group__contest=contest, dealt=False)
    for match in (
        tables.select_related("pairing__round__group")
        .defer("pairing__round__group__standings")
        .order_by("pk")
        .iterator()
    ):
        pairing = match.pairing
        assert pairing is not None  # noqa: S101 - asked for above
        group, number = pairing.round.group, pairing.round.number
        made = key_of(contest, "table", group.stage, group.number, number, pairing.board, match.leg)
        if seed_commitment(made) != match.seed_commitment:
            yield f"match {match.code}: its seed does not follow from that of the contest"


def _results(contest: Contest) -> Iterator[str]:
    """Pairings that were decided at the table in another way than is stored."""
    played = Pairing.objects.filter(round__group__contest=contest, how=Pairing.How.PLAYED)
    found = {one.pk: one for one in played.with_group().order_by("pk")}
    legs, sides = legs_of(list(found)), sides_of(list(found))
    plan = contest.terms
    for key, pairing in found.items():
        stage = plan.stages[pairing.round.group.stage]
        if any(len(leg.places) != len(sides[key]) for leg in legs[key]) or stage.format == "duplicate":
            continue  # what it came to hangs on more than its own matches
        verdict = judged(plan, stage, [_fresh(side) for side in sides[key]], legs[key])
        stored = [(side.points, side.place, side.score) for side in sides[key]]
        if verdict is None or stored != [(one.points, one.place, one.score) for one in verdict.shares]:
            yield f"{_place(pairing)}: another result is stored than its matches came to"


def _fresh(side: Side) -> Side:
    """A side as it was before its pairing was decided."""
    return Side(pk=side.pk, entry_id=side.entry_id, index=side.index)


def _place(pairing: Pairing) -> str:
    group = pairing.round.group
    return f"stage {group.stage}, group {group.number}, round {pairing.round.number}, board {pairing.board}"


def _standings(contest: Contest) -> Iterator[str]:
    for number in range(contest.stage + 1):
        fields = fields_of(contest, number)
        for group in contest.groups.filter(stage=number, stale=False).exclude(standings=[]):
            lines = standings(fields[group.pk], chance_of(contest, "lot", number, group.number))
            if _plain(lines) != group.standings:
                yield f"stage {number}, group {group.number}: other standings are stored than a recount gives"


def _plain(lines: Sequence[object]) -> object:
    return msgspec.json.decode(msgspec.json.encode(lines))


def _left_open(contest: Contest) -> Iterator[str]:
    if contest.status != Contest.Status.FINISHED:
        return
    still = Pairing.objects.filter(round__group__contest=contest, how=Pairing.How.OPEN)
    for pairing in still.with_group():
        yield f"{_place(pairing)}: open although the contest has ended"
