"""Tables: the matches of pairings are opened here, a portion a transaction, running at once with all their
seats taken. The caller holds the row of the contest; a unique constraint on pairing and leg stands behind it.
"""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, prefetch_related_objects

from games.actions import telling
from games.actions.contests import telling as news
from games.actions.contests.booking import sides_of, store
from games.actions.contests.verdicts import forfeited, seat_of
from games.actions.lobby import start_all
from games.actions.texts import NAME_LENGTH
from games.models import Contest, Entrant, Entry, Match, Member, Pairing, Round, Seat, Side
from games.models.field import least_seats
from games.models.fixture import PairingQuerySet
from games.models.lots import key_of
from games.rules.chance import seed_commitment
from games.seals import seal, unseal

PORTION = 50
"""How many tables are opened in one transaction."""


@dataclass(frozen=True)
class People:
    """Whoever plays for an entry, in their order; nobody if it has withdrawn or they have left the site."""

    users: tuple[int, ...]
    word: str
    """The public word that comes to the chance of their tables."""


def wanting(contest: Contest) -> PairingQuerySet:
    """Pairings to be played that have no match under way: at first, after a leg, after one called off."""
    under_way = Match.objects.filter(pairing=OuterRef("pk"), counted=False)
    rounds = Round.objects.filter(group__contest=contest, paired_at__isnull=False)
    return Pairing.objects.filter(~Exists(under_way), round__in=rounds, how=Pairing.How.OPEN)


def open_portion(contest: Contest, now: datetime.datetime, most: int = PORTION) -> int:
    """Open the next matches of up to so many pairings; how many pairings were looked at.

    A pairing without enough people to play it is decided instead.
    """
    wanted = wanting(contest).with_group().order_by("round__number", "round", "board")
    pairings = list(wanted[:most])
    if not pairings:
        return 0
    sides = sides_of([one.pk for one in pairings])
    people = _people(side.entry_id for one in sides.values() for side in one)
    plan, least, legs = contest.terms, least_seats(contest), _legs(pairings)
    several = contest.groups.filter(stage=contest.stage).count() > 1
    verdicts, tables, late = {}, [], []
    for pairing in pairings:
        present = [bool(people[side.entry_id].users) for side in sides[pairing.pk]]
        if sum(present) < min(least, len(present)):
            verdicts[pairing.pk] = forfeited(plan, sides[pairing.pk], present)
            continue
        there = [side for side in sides[pairing.pk] if people[side.entry_id].users]
        late += [side for side in sides[pairing.pk] if side not in there]
        match = _match(contest, pairing, legs[pairing.pk] + 1, len(there), several, now)
        tables.append((match, there))
    _leave_out(late)
    store({one.pk: one for one in pairings}, sides, verdicts, now)
    _start(tables, people, now)
    return len(pairings)


def note_started(contest: Contest, now: datetime.datetime) -> None:
    """Note of rounds that all their tables are open, and tell those who play alone at theirs."""
    still = wanting(contest).filter(round=OuterRef("pk"))
    rounds = Round.objects.filter(group__contest=contest, started_at=None, paired_at__isnull=False)
    begun = list(rounds.exclude(Exists(still)).select_related("group").defer("group__standings"))
    Round.objects.filter(pk__in=[one.pk for one in begun]).update(started_at=now)
    if contest.size > 1:
        return
    for one in begun:
        one.group.contest = contest
        telling.tell(news.tables_open(one, now))


def in_trouble(contest: Contest) -> bool:
    """Whether a table of a contest was put aside, so that it may wait for it in vain."""
    running = Match.objects.running().filter(pairing__round__group__contest=contest)
    return running.exclude(trouble="").exists()


def _legs(pairings: Sequence[Pairing]) -> dict[int, int]:
    """How many matches each of these pairings had."""
    found = dict.fromkeys([one.pk for one in pairings], 0)
    before = Match.objects.filter(pairing__in=pairings).values_list("pairing_id", "leg")
    for pairing, leg in before:
        found[pairing] = max(found[pairing], leg)
    return found


def _people(entries: Iterable[int]) -> dict[int, People]:
    keys = set(entries)
    users: dict[int, list[int]] = defaultdict(list)
    playing = Entrant.objects.filter(entry__in=keys, user__is_active=True)
    for entry, user in playing.order_by("entry", "position").values_list("entry_id", "user_id"):
        users[entry].append(user)
    rows = Entry.objects.filter(pk__in=keys).values_list("pk", "status", "word")
    return {
        key: People(tuple(users[key]) if status == Entry.Status.IN else (), word or f"entry {key}")
        for key, status, word in rows
    }


def _leave_out(sides: Sequence[Side]) -> None:
    """Let sides have nothing of a table that the others play without them."""
    for side in sides:
        side.points = 0
    Side.objects.bulk_update(sides, ["points"])


def _match(
    contest: Contest, pairing: Pairing, leg: int, size: int, several: bool, now: datetime.datetime
) -> Match:
    group, row = pairing.round.group, pairing.round
    if row.sealed_seed:
        seed = unseal(bytes(row.sealed_seed))
    else:
        seed = key_of(contest, "table", group.stage, group.number, row.number, pairing.board, leg)
    return Match(
        game=contest.game,
        rules_version=contest.rules.version,
        name=_name(contest, pairing, leg, several),
        options=contest.options,
        pace=contest.pace,
        size=size,
        team=contest.team,
        captain=contest.captain,
        reliability=contest.reliability,
        # What became of a deal is hidden from those who still play it, and the words are the same: none.
        visibility=Match.Visibility.PRIVATE if row.sealed_seed else contest.visibility,
        dealt=bool(row.sealed_seed),
        pairing=pairing,
        leg=leg,
        created_at=now,
        sealed_seed=seal(seed),
        seed_commitment=seed_commitment(seed),
    )


def _name(contest: Contest, pairing: Pairing, leg: int, several: bool) -> str:
    """The name of a table: the contest, then group, round and board in numbers, which need no words."""
    numbers = [pairing.round.group.number] if several else []
    numbers += [pairing.round.number, pairing.board, *([leg] if leg > 1 else [])]
    where = " " + ".".join(map(str, numbers))
    season = f" {contest.season}" if contest.league_id is not None else ""
    return contest.name[: NAME_LENGTH - len(season + where)].rstrip() + season + where


def _start(
    tables: Sequence[tuple[Match, Sequence[Side]]], people: dict[int, People], now: datetime.datetime
) -> None:
    """Store matches with their seats and the teams at them, and start them, a few statements for all."""
    Match.objects.bulk_create([match for match, _there in tables])
    seats = {match.pk: [_seat(match, side, there, people) for side in there] for match, there in tables}
    everybody = [seat for match, _there in tables for seat in seats[match.pk]]
    Seat.objects.bulk_create([seat for seat, _entry in everybody])
    members = [
        Member(match=seat.match, seat=seat, user_id=user, position=position)
        for seat, entry in everybody
        if seat.match.team > 1
        for position, user in enumerate(people[entry].users[: seat.match.team], 1)
    ]
    if members:
        Member.objects.bulk_create(members)
        prefetch_related_objects([seat for seat, _entry in everybody], "members")
    start_all(
        [
            (match, sorted((seat for seat, _entry in seats[match.pk]), key=lambda seat: seat.index))
            for match, _there in tables
        ],
        now,
    )


def _seat(match: Match, side: Side, there: Sequence[Side], people: dict[int, People]) -> tuple[Seat, int]:
    index = seat_of(there.index(side), match.leg, len(there))
    found = people[side.entry_id]
    word = "" if match.dealt else found.word
    return Seat(match=match, index=index, user_id=found.users[0], word=word), side.entry_id
