"""Who meets whom: pair ahead, swap two entries, play one table anew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from games.actions.contests import rounds
from games.actions.contests.directing import stopping
from games.actions.contests.directing.case import IN_PLAY, Case, Nothing, Status, Verb, not_now
from games.actions.contests.directing.refusals import IllegalAct, NotUndone
from games.actions.contests.directing.verbs import results
from games.models import Berth, Entry, Group, Match, Pairing, Round, Side
from games.models.field import fields_of
from games.rules.game import gettext_noop

_ = gettext_noop

BY_RESULTS = ("swiss",)
"""Formats that pair by what has happened: there a swap changes a single round."""


class Pair(Verb[Nothing]):
    """Pair the next round ahead, so that it can be looked at and changed before its tables open."""

    name = "pair"
    title = _("Pair the next round")
    said = _("{director} paired the next round.")
    wants = Nothing
    during = IN_PLAY
    reasoned = False

    def do(self, case: Case, wanted: Nothing) -> None:
        """Only while no table can open: before it begins, or in a pause. Done again it pairs anew."""
        contest, case.entries = case.contest, None
        if contest.status == Status.RUNNING and contest.paused_at is None:
            raise not_now(_("Let the contest pause first, so that no table opens meanwhile."), "not_paused")
        _waiting_rounds(contest.pk).delete()
        fields, paired = fields_of(contest, contest.stage), 0
        for group in contest.groups.filter(stage=contest.stage, ended_at=None):
            group.contest = contest
            number, pairs = rounds.next_round(contest, group, fields[group.pk])
            if pairs:
                begins = rounds.begins_at(contest, group, list(group.rounds.all()))
                rounds.pair(contest, group, fields[group.pk], number, pairs, begins, case.now)
                paired += 1
        if not paired:
            raise not_now(_("No round can be paired now: results are missing, or it is the end."), "no_round")


def _waiting_rounds(contest: int) -> Any:
    """Rounds that are paired and of which no table has been opened."""
    opened = Match.objects.filter(pairing__round__group__contest=contest).values("pairing__round")
    waiting = Round.objects.filter(group__contest=contest, ended_at=None, started_at=None)
    return waiting.exclude(pk__in=opened)


class Two(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``one`` and ``other``: keys of the entries that change places."""

    one: int
    other: int


class Swap(Verb[Two]):
    """Let two entries change places in what is drawn and not begun."""

    name = "swap"
    title = _("Swap two entries")
    said = _("{director} swapped {one} and {other}.")
    wants = Two
    during = IN_PLAY

    def do(self, case: Case, wanted: Two) -> None:
        """In a round that is paired and not begun; and in the draw, where pairings follow from that."""
        if wanted.one == wanted.other:
            raise IllegalAct(_("Name two entries."), "same_entry", "other")
        entries = case.entry(wanted.one, "one"), case.entry(wanted.other, "other")
        case.facts |= {"one": entries[0].title, "other": entries[1].title}
        berths = [_berth(case, entry) for entry in entries]
        if berths[0].group_id != berths[1].group_id and _is_paired(berths):
            raise IllegalAct(
                _("They are in different groups that are paired already."), "other_group", "other"
            )
        sides = _unplayed(case, entries)
        _check_bye(sides, entries)
        if not sides or case.contest.terms.stages[case.contest.stage].format not in BY_RESULTS:
            _refuse_begun(berths)
            _swap_berths(*berths)
        _swap_sides(sides, wanted)


def _berth(case: Case, entry: Entry) -> Berth:
    berth = Berth.objects.filter(
        entry=entry, group__contest=case.contest, group__stage=case.contest.stage
    ).first()
    if berth is None:
        raise IllegalAct(_("{entry} is in no group of this stage."), "no_berth", "one", entry=entry.title)
    return berth


def _is_paired(berths: Sequence[Berth]) -> bool:
    return Round.objects.filter(group__in=[berth.group_id for berth in berths]).exists()


def _refuse_begun(berths: Sequence[Berth]) -> None:
    groups = Group.objects.filter(pk__in=[berth.group_id for berth in berths])
    if groups.filter(rounds__pairings__matches__isnull=False).exists():
        raise not_now(
            _("The first round has begun, and these pairings follow from the places in the draw."),
            "round_begun",
        )


def _unplayed(case: Case, entries: Sequence[Entry]) -> list[Side]:
    """The sides of both entries in rounds that are paired and of which no table has been opened."""
    waiting = list(_waiting_rounds(case.contest.pk).values_list("pk", flat=True))
    sides = Side.objects.filter(round__in=waiting, entry__in=entries, live=True)
    found = list(sides.select_related("pairing").order_by("round", "pk"))
    if (
        not found
        and Round.objects.filter(group__contest=case.contest, group__stage=case.contest.stage).exists()
    ):
        raise not_now(_("No round is paired that has not begun."), "round_begun")
    return found


def _check_bye(sides: Sequence[Side], entries: Sequence[Entry]) -> None:
    """Refuse a bye for somebody who had one."""
    for side in sides:
        if side.pairing.how == "bye":
            other = next(entry for entry in entries if entry.pk != side.entry_id)
            had = Side.objects.filter(entry=other, pairing__how="bye").exclude(round=side.round_id)
            if had.exists():
                raise not_now(_("{entry} had a bye already."), "second_bye", entry=other.title)


def _swap_berths(one: Berth, other: Berth) -> None:
    """Exchange the entries of two places in the draw, which keep their numbers."""
    places = (one.group_id, one.number), (other.group_id, other.number)
    Berth.objects.filter(pk__in=[one.pk, other.pk]).delete()
    for berth, (group, number) in ((other, places[0]), (one, places[1])):
        berth.group_id, berth.number = group, number
        berth.save(force_insert=True)


def _swap_sides(sides: Sequence[Side], wanted: Two) -> None:
    Side.objects.filter(pk__in=[side.pk for side in sides]).update(live=False)
    for side in sides:
        side.entry_id = wanted.other if side.entry_id == wanted.one else wanted.one
        side.save(update_fields=["entry"])
    Side.objects.filter(pk__in=[side.pk for side in sides]).update(live=True)


class OnePairing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``pairing``: the key of a pairing."""

    pairing: int


class Repair(Verb[OnePairing]):
    """Play one table anew: its match is stopped, and another one is opened with fresh chance."""

    name = "repair"
    title = _("Play a table anew")
    said = _("{director} let table {round}.{board} be played anew.")
    wants = OnePairing
    during = (Status.RUNNING,)

    def do(self, case: Case, wanted: OnePairing) -> None:
        """The chance of the new match follows from the seed of the contest, as that of all matches.

        Seats stay as they are; in a series the next match takes the place of this one.
        """
        pairing = case.pairing(wanted.pairing)
        if pairing.how != Pairing.How.OPEN:
            raise not_now(
                _("This pairing is decided. Annul its result, and let it be played anew."), "pairing_decided"
            )
        stopping.stop_tables(case, pairing)
        if not case.kept["stopped"]:
            raise not_now(_("No match of this pairing is running."), "no_table")
        if case.contest.terms.stages[pairing.round.group.stage].best_of == 1:
            results.annul(case, pairing)
            case.kept["again"] = results.anew(pairing)
            return
        case.contest.wake_at = case.now
        case.contest.save(update_fields=["wake_at"])

    def take_back(self, case: Case, kept: dict[str, Any]) -> None:
        """Let the match go on, unless the new one is there."""
        results.refuse_opened(kept)
        pairings = Match.objects.filter(pk__in=kept["stopped"]).values("pairing")
        if Match.objects.filter(pairing__in=pairings, counted=False).exists():
            raise NotUndone(_("The new match has been opened, so the old one can’t go on."), "opened_since")
        stopping.let_go_on(case, kept["stopped"])
