"""Where in contests matches are played: which contest, group, round and board, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from games.models import Contest, Match, Pairing
from games.notices.letters import contest_page
from games.notices.naming import Naming


@dataclass(frozen=True)
class Places:
    """The pairings that some matches are played for. Three queries, none where no match is of a contest."""

    pairings: Mapping[int, Pairing] = field(default_factory=dict)
    naming: Naming | None = None

    @classmethod
    def of(cls, matches: Iterable[Match]) -> Places:
        """The places of those of these matches that are played for a contest."""
        keys = {match.pairing_id for match in matches if match.pairing_id is not None}
        if not keys:
            return cls()
        rows = Pairing.objects.filter(pk__in=keys).select_related("round__group__contest__league")
        light = rows.defer(
            "round__sealed_seed", "round__group__standings", "round__group__contest__sealed_seed"
        )
        found = {pairing.pk: pairing for pairing in light}
        return cls(found, Naming(pairing.round.group for pairing in found.values()))

    def contest(self, match: Match) -> Contest | None:
        """The contest that a match is played for, if it is for one."""
        pairing = self.pairings.get(match.pairing_id or 0)
        return pairing.round.group.contest if pairing is not None else None

    def sentences(self, match: Match) -> list[str]:
        """Which contest, group, round and board a match is played for; empty for all others."""
        pairing, naming = self.pairings.get(match.pairing_id or 0), self.naming
        if pairing is None or naming is None:
            return []
        group = pairing.round.group
        names = [naming.of_group(group), naming.of_round(group, pairing.round.number)]
        said = _("You play this match for {contest}: {round}, board {board}.").format(
            contest=group.contest.title, round=", ".join(filter(None, names)), board=pairing.board
        )
        if group.contest.terms.stages[group.stage].best_of > 1:
            series = _("It is match {number} of your series.").format(number=match.leg)
            return [said, series]
        return [said]

    def facts(self, match: Match) -> tuple[tuple[str, str], ...]:
        """The address of the contest that a match is played for."""
        contest = self.contest(match)
        return ((_("The contest"), contest_page(contest.code)),) if contest is not None else ()
