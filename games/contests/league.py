"""A season of a league: a round robin inside each division. Who plays where next is in divisions.py."""

from __future__ import annotations

from games.contests.plan import IllegalPlan, Stage
from games.contests.round_robin import LEAST, MOST, RoundRobin
from games.rules.refusal import gettext_noop as _


class League(RoundRobin):
    """A round robin in each division. Entries are counted in one division; a single one may be small."""

    name = _("League")

    def check(self, stage: Stage, size: int, entries: int) -> None:
        """Refuse divisions whose bounds don't hold, or that more leave than stay in."""
        if not LEAST <= stage.least <= stage.division <= stage.most <= MOST:
            message = _(
                "A division has {least} to {most} entries, and its usual number is between its bounds."
            )
            raise IllegalPlan(message, "illegal_division", "division", least=LEAST, most=MOST)
        if not 0 <= stage.up <= stage.least // 2:
            message = _("From 0 to {most} may go up and down between two divisions.")
            raise IllegalPlan(message, "illegal_up", "up", most=stage.least // 2)
        super().check(stage, size, entries)
