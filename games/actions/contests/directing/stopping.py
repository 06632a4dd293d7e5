"""Running matches that a director stops: their clocks stand, nobody can order, nothing sealed is opened.

As long as the act can be undone the seed stays sealed too, so that the match can go on as if nothing had
been; ``publish`` ends that.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable

from games.actions import pausing, spreading
from games.actions.contests.directing.case import Case, TableChange
from games.actions.contests.directing.refusals import NotUndone
from games.actions.telling import tell
from games.actions.turns import held_turn
from games.models import Contest, Match, Order, Pairing, Turn
from games.rules.game import gettext_noop
from games.seals import unseal

_ = gettext_noop


def stop_tables(case: Case, pairing: Pairing) -> None:
    """Stop whatever is still played of a pairing, for the reason of the act."""
    running = Match.objects.running().filter(pairing=pairing).order_by("pk")
    entries = tuple(pairing.sides.order_by("index").values_list("entry_id", flat=True))
    stopped = [match for match in running if _stop(match, case.why, case.now)]
    case.kept["stopped"] = [*case.kept.get("stopped", []), *(match.pk for match in stopped)]
    case.tables += [TableChange("stopped", match.code, match.title, entries) for match in stopped]


def _stop(match: Match, why: str, now: datetime.datetime) -> bool:
    """Stop one match; False if it has ended meanwhile."""
    turn = held_turn(match.code)
    if turn is None:
        return False
    if turn.paused_at is None and turn.match.timing.kind != "free":
        pausing.stand_still(turn, now)
    Turn.objects.filter(pk=turn.pk).update(closed_at=now, remind_at=None)
    Match.objects.filter(pk=match.pk).update(
        status=Match.Status.ABORTED, ended_at=now, counted=True, stopped=why[:300] or "-"
    )
    tell([], [spreading.happened("ended", turn.match, turn, now)])
    return True


def let_go_on(case: Case, keys: Iterable[int]) -> None:
    """Let matches go on that were stopped, with what was left of their turns or a fair time.

    Raises ``NotUndone`` if the seed of one is published.
    """
    for match in Match.objects.filter(pk__in=list(keys)).order_by("pk"):
        if match.status != Match.Status.ABORTED or match.seed:
            raise NotUndone(
                _("The seed of the match {match} is published, so it can’t go on."),
                "revealed",
                match=match.title,
            )
        turn = match.turns.select_for_update().order_by("-number").first()
        assert turn is not None  # noqa: S101 - only a match that was running is stopped
        Turn.objects.filter(pk=turn.pk).update(closed_at=None)
        Match.objects.filter(pk=match.pk).update(
            status=Match.Status.RUNNING, ended_at=None, counted=False, stopped=""
        )
        case.tables.append(TableChange("goes_on", match.code, match.title))
        if turn.paused_at is not None and not _by_players(turn, match):
            pausing.go_on(match.code, case.now)


def _by_players(turn: Turn, match: Match) -> bool:
    """Whether the table paused before it was stopped."""
    return turn.paused_at != match.ended_at


def publish(contest: Contest) -> int:
    """Publish the seeds of matches that were stopped for good, and forget their sealed orders; how many.

    For the step of the clock after which nothing before it is undone. The seed of a deal that others play too
    is published with the deal.
    """
    stopped = Match.objects.filter(
        pairing__round__group__contest=contest,
        pairing__round__sealed_seed=b"",
        status=Match.Status.ABORTED,
        seed="",
    )
    found = list(stopped.exclude(stopped="").order_by("pk"))
    for match in found:
        match.seed = unseal(match.sealed_seed).hex()
    Match.objects.bulk_update(found, ["seed"], batch_size=200)
    Order.objects.filter(turn__match__in=[match.pk for match in found], opened=False).update(sealed=b"")
    return len(found)
