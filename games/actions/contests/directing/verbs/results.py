"""Results by decision: adjudicate a pairing, annul its result, let it be played anew."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import msgspec

from games.actions import ratings
from games.actions.contests import booking
from games.actions.contests.directing import stopping
from games.actions.contests.directing.case import Case, Status, Verb, not_now
from games.actions.contests.directing.refusals import IllegalAct, NotUndone
from games.contests.field import BYES, Share
from games.contests.plan import UNIT, Plan
from games.contests.points import ranked, share_points
from games.models import Berth, Contest, Match, Pairing, Round, Side
from games.rules.game import gettext_noop

_ = gettext_noop

BRACKET = ("knockout", "pods")
"""Formats in which the next round rests on every result."""


MOST_WON = 99


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``places`` of the entries in the order of their seats, 1 for the first; shared ones are equal.

    ``points`` of each, if they are to be others than the places are worth; in wholes, such as 0.5.
    """

    pairing: int
    places: tuple[int, ...]
    points: tuple[float, ...] | None = None


class Adjudicate(Verb[Result]):
    """Set the result of a pairing, decided or not; a match that is still played is stopped."""

    name = "adjudicate"
    title = _("Adjudicate")
    said = _("{director} adjudicated table {round}.{board}; places: {result}.")
    wants = Result
    during = (Status.RUNNING,)

    def do(self, case: Case, wanted: Result) -> None:
        """It counts in the standings and not in ratings."""
        pairing = case.pairing(wanted.pairing)
        refuse_settled(case, pairing)
        sides = list(pairing.sides.select_related("entry__user").order_by("index"))
        shares = _shares(case.contest.terms, sides, wanted)
        case.facts["result"] = " · ".join(
            f"{side.entry.title} {share.place}" for side, share in zip(sides, shares, strict=True)
        )
        stopping.stop_tables(case, pairing)
        _leave_ratings(case, pairing)
        booking.decide(pairing, shares, Pairing.How.ADJUDICATED, case.now)

    def take_back(self, case: Case, kept: dict[str, Any]) -> None:
        """Let go on what was stopped, and count in ratings what counted."""
        _go_back(case, kept)


class Won(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``won``: what an entry made of a play-off; who has more comes before others that are level."""

    entry: int
    won: int


class PlayOff(Verb[Won]):
    """Enter what somebody made of a play-off, which was played elsewhere than at tables of the contest."""

    name = "play_off"
    title = _("Enter a play-off")
    said = _("{director} entered a play-off: {entry} won {won}.")
    wants = Won
    during = (Status.RUNNING,)

    def do(self, case: Case, wanted: Won) -> None:
        """It counts in the stage that is played, where the plan has it among its tie-breaks."""
        entry = case.entry(wanted.entry)
        case.facts |= {"entry": entry.title, "won": wanted.won}
        if "playoff" not in case.contest.terms.ties:
            raise not_now(_("In this contest play-offs break no ties."), "no_play_offs")
        if not 0 <= wanted.won <= MOST_WON:
            message = _("This is a number from 0 to {most}, not {number}.")
            raise IllegalAct(message, "illegal_number", "won", most=MOST_WON, number=wanted.won)
        groups = case.contest.groups.filter(stage=case.contest.stage, ended_at=None, berths__entry=entry)
        if not Berth.objects.filter(group__in=groups, entry=entry).update(playoff=wanted.won):
            raise not_now(_("{entry} plays in no group that goes on."), "group_over", entry=entry.title)
        _count_anew(case)

    def take_back(self, case: Case, kept: dict[str, Any]) -> None:
        """Let the standings be as they were."""
        _count_anew(case)


def _count_anew(case: Case) -> None:
    """Let the next step make the standings of the stage that is played."""
    case.contest.groups.filter(stage=case.contest.stage, ended_at=None).update(stale=True)
    Contest.objects.filter(pk=case.contest.pk).update(wake_at=case.now)


def _shares(plan: Plan, sides: Sequence[Side], wanted: Result) -> list[Share]:
    if len(wanted.places) != len(sides) or not all(1 <= place <= len(sides) for place in wanted.places):
        raise IllegalAct(
            _("Give each of the {seats} entries a place from 1 to {seats}."),
            "illegal_places",
            "places",
            seats=len(sides),
        )
    places = ranked(wanted.places)
    points = share_points(plan, places) if wanted.points is None else _units(wanted.points, len(sides))
    return [
        Share(side.entry_id, point, place) for side, point, place in zip(sides, points, places, strict=True)
    ]


def _units(points: Sequence[float], seats: int) -> list[int]:
    """Points as whole numbers of units."""
    units = [point * UNIT for point in points if math.isfinite(point)]
    if len(units) != seats or any(unit != round(unit) or abs(unit) > 1_000_000 for unit in units):
        raise IllegalAct(
            _("Give each of the {seats} entries its points, such as 1, 0.5 or 0."),
            "illegal_points",
            "points",
            seats=seats,
        )
    return [round(unit) for unit in units]


class Annulled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``replay``: whether the entries meet anew in the same round."""

    pairing: int
    replay: bool = False


class Annul(Verb[Annulled]):
    """Let a pairing count for nothing, with or without another one in its place."""

    name = "annul"
    title = _("Annul a result")
    said = _("{director} annulled table {round}.{board}.")
    wants = Annulled
    during = (Status.RUNNING,)

    def do(self, case: Case, wanted: Annulled) -> None:
        """A match that is still played is stopped. Nothing of it counts, in ratings neither."""
        pairing = case.pairing(wanted.pairing)
        refuse_settled(case, pairing)
        stage = case.contest.terms.stages[pairing.round.group.stage]
        if stage.format in BRACKET and not wanted.replay:
            raise IllegalAct(
                _("The bracket can’t go on without it; let it be played anew."), "bracket", "replay"
            )
        stopping.stop_tables(case, pairing)
        _leave_ratings(case, pairing)
        annul(case, pairing)
        if wanted.replay:
            case.kept["again"] = anew(pairing)

    def take_back(self, case: Case, kept: dict[str, Any]) -> None:
        """Let go on what was stopped, and count in ratings what counted; a table opened since stays."""
        refuse_opened(kept)
        _go_back(case, kept)


def _leave_ratings(case: Case, pairing: Pairing) -> None:
    """Let the finished matches of a pairing change no ratings."""
    finished = list(Match.objects.finished().filter(pairing=pairing).order_by("pk"))
    for match in finished:
        ratings.unrate(match)
    case.kept["unrated"] = [match.pk for match in finished]


def _go_back(case: Case, kept: dict[str, Any]) -> None:
    stopping.let_go_on(case, kept["stopped"])
    for match in Match.objects.filter(pk__in=kept["unrated"]).order_by("pk"):
        ratings.rate_again(match)


def annul(case: Case, pairing: Pairing) -> None:
    """Let a pairing count for nothing."""
    nothing = [Share(side.entry_id) for side in pairing.sides.order_by("index")]
    booking.decide(pairing, nothing, Pairing.How.ANNULLED, case.now)


def anew(pairing: Pairing) -> int:
    """The key of another pairing of the same entries in the same round; the clock opens its table."""
    if pairing.round.seed:
        raise not_now(_("The deal of this round is published, so nobody can play it anew."), "revealed")
    last = pairing.round.pairings.order_by("-board").values_list("board", flat=True).first() or 0
    again = Pairing.objects.create(round=pairing.round, board=last + 1, slot=pairing.slot)
    Side.objects.bulk_create(
        [
            Side(pairing=again, round=pairing.round, entry_id=side.entry_id, index=side.index)
            for side in pairing.sides.all()
        ]
    )
    Round.objects.filter(pk=pairing.round_id).update(ended_at=None)
    return again.pk


def refuse_opened(kept: dict[str, Any]) -> None:
    """Refuse to undo what let a pairing be played anew once its match is there."""
    if "again" in kept and Match.objects.filter(pairing=kept["again"]).exists():
        raise NotUndone(_("The new match has been opened, so the old one can’t go on."), "opened_since")


def refuse_settled(case: Case, pairing: Pairing) -> None:
    """Refuse what can't be decided any more: byes, what is annulled, what a later round rests on."""
    if pairing.how in BYES or pairing.how == Pairing.How.ANNULLED:
        raise not_now(_("Nothing was to be played there, or it is annulled."), "nothing_to_decide")
    group = pairing.round.group
    if group.ended_at is not None or group.stage != case.contest.stage:
        raise not_now(_("The final standings of its group are out."), "group_over")
    later = group.rounds.filter(number__gt=pairing.round.number).exists()
    if later and case.contest.terms.stages[group.stage].format in BRACKET:
        raise not_now(_("The next round was paired by this result."), "result_used")
