"""Before play: open a match, invite, join, start, call off, play again."""

from __future__ import annotations

import datetime
import secrets
from collections.abc import Sequence

from django.db import transaction
from django.db.models import Count
from django.db.models.functions import Upper

from accounts.models import User
from games.actions import spreading, teams, telling, vacations
from games.actions.admission import admit
from games.actions.closing import key_of
from games.actions.opening import opening
from games.actions.proposals import Proposal, checked
from games.actions.refusals import (
    AlreadySeated,
    IllegalTable,
    NotAllowed,
    NotOpen,
    NotOver,
    NotYourSeat,
    SeatsEmpty,
    TooMuchPractice,
)
from games.actions.texts import NAME_LENGTH, WORD_LENGTH, one_line
from games.actions.turns import close_keys, store_following
from games.models import Invitation, Match, Seat
from games.rules import GAMES
from games.rules.chance import Chance, seed_commitment
from games.rules.game import IllegalOption, gettext_noop
from games.seals import seal, unseal

_ = gettext_noop

MOST_INVITED = 50
MOST_PRACTICE = 5
"""How many matches somebody may have running against bots alone before they press “Play now” again."""
MOST_MAILED = 10
"""Of so many invitations a day by one person somebody is told by mail."""


def open_match(creator: User, proposal: Proposal, now: datetime.datetime) -> Match:
    """Open a match with its creator in the first seat and bots in the last ones; it starts if that fills it.

    With as many bots as seats its creator only watches.

    The seed is made and its commitment published here, before anybody adds a word. Raises ``IllegalTable``
    (with the field that is wrong), ``IllegalOption`` or ``IllegalText``.
    """
    with transaction.atomic():
        match = _new_match(creator, proposal, now)
        if proposal.bots < proposal.seats:
            _join(creator, match, proposal.first_seat, proposal.word)
        for index in range(proposal.seats - proposal.bots, proposal.seats):
            Seat.objects.create(match=match, index=index, bot=True, word="bot")
        invite(creator, match, proposal.invite, now)
        _start_if_full(match, now)
    return match


def _new_match(creator: User, proposal: Proposal, now: datetime.datetime) -> Match:
    options, pace = checked(proposal)
    seed = secrets.token_bytes(32)
    return Match.objects.create(
        game=proposal.game,
        rules_version=GAMES[proposal.game].version,
        name=one_line(proposal.name, NAME_LENGTH, "name"),
        options=options,
        pace=pace.plain(),
        size=proposal.seats,
        team=proposal.team,
        captain=proposal.captain,
        reliability=proposal.reliability,
        visibility=proposal.seen_by,
        creator=creator,
        created_at=now,
        sealed_seed=seal(seed),
        seed_commitment=seed_commitment(seed),
    )


def _seat(match: Match, index: int, user: User, word: str) -> Seat:
    return Seat.objects.create(
        match=match, index=index, user=user, word=one_line(word, WORD_LENGTH, "word") or secrets.token_hex(8)
    )


def invite(inviter: User, match: Match, names: Sequence[str], now: datetime.datetime) -> None:
    """Ask people by their user names to an open match, or to one with a seat to take over.

    Raises ``NotOpen``, ``NotAllowed``, or ``IllegalTable`` if somebody is unknown.
    """
    with transaction.atomic():
        wanted = {one_line(name, WORD_LENGTH, "invite") for name in names} - {""}
        if not wanted:
            return
        if not Match.objects.inviting_anybody().filter(pk=match.pk).exists():
            raise NotOpen
        if match.creator_id != inviter.pk:
            raise NotAllowed
        if len(wanted) + match.invitations.count() > MOST_INVITED:
            raise IllegalTable(
                _("At most {most} people can be invited."), "too_many_invited", "invite", most=MOST_INVITED
            )
        known = User.objects.annotate(capitals=Upper("username"))
        people = {
            user.username.upper(): user
            for user in known.filter(
                capitals__in=[name.upper() for name in wanted], is_active=True, is_guest=False
            )
        }
        unknown = sorted(name for name in wanted if name.upper() not in people)
        if unknown:
            raise IllegalTable(
                _("There is nobody called “{name}” here."), "unknown_person", "invite", name=unknown[0]
            )
        guests = [user for user in people.values() if user.pk != inviter.pk]
        Invitation.objects.bulk_create(
            [Invitation(match=match, user=user, created_at=now) for user in guests], ignore_conflicts=True
        )
        tired = _asked_enough(inviter, guests, now)
        told = [user.pk for user in guests if user.pk not in tired]
        telling.tell(telling.invited(match, told, now))


def _asked_enough(inviter: User, guests: Sequence[User], now: datetime.datetime) -> set[int]:
    """Whom one person has asked so often of late that they find the next invitation on their page only."""
    lately = Invitation.objects.filter(
        user__in=guests, match__creator=inviter, created_at__gt=now - datetime.timedelta(days=1)
    )
    counted = lately.order_by().values("user").annotate(asked=Count("pk")).filter(asked__gt=MOST_MAILED)
    return set(counted.values_list("user", flat=True))


def join(user: User, match: Match, word: str, now: datetime.datetime, index: int | None = None) -> Seat:
    """Take a place at the seat of this index, or at the lowest free one: in teams, at the smallest, and
    at a rematch in the team of before.

    The match starts when that was the last place. Raises ``NotOpen``, ``AlreadySeated``, ``NotInvited``,
    ``NotReliable``, ``TeamFull`` or ``IllegalText``.
    """
    with transaction.atomic():
        match = _locked(match)
        if Match.objects.filter(pk=match.pk).of(user).exists():
            raise AlreadySeated
        if match.status != Match.Status.OPEN:
            raise NotOpen
        admit(user, match)
        if index is None and match.team > 1:
            index = teams.seat_before(user, match.rematch_of)
        seat = _join(user, match, teams.smallest(match) if index is None else index, word)
        _start_if_full(match, now)
    return seat


def _join(user: User, match: Match, index: int, word: str) -> Seat:
    """Take a place at a seat, the first one with the public word that counts for all of them."""
    return teams.join(user, match, index) or teams.found(_seat(match, index, user, word))


def start_now(user: User, match: Match, now: datetime.datetime) -> None:
    """Start a match of teams that has somebody at every seat; only its creator may.

    Raises ``NotAllowed``, ``NotOpen`` or ``SeatsEmpty``.
    """
    with transaction.atomic():
        match = _locked(match)
        if match.creator_id != user.pk:
            raise NotAllowed
        if match.status != Match.Status.OPEN:
            raise NotOpen
        seats = list(match.seats.order_by("index"))
        if len(seats) < match.size:
            raise SeatsEmpty
        start(match, seats, now)


def leave(user: User, match: Match) -> None:
    """Give one's seat back before the match starts. Raises ``NotOpen`` or ``NotYourSeat``."""
    with transaction.atomic():
        match = _locked(match)
        if match.status != Match.Status.OPEN:
            raise NotOpen
        if not teams.part(user, match) and not match.seats.filter(user=user).delete()[0]:
            raise NotYourSeat


def call_off(user: User, match: Match, now: datetime.datetime) -> None:
    """Call off a match that has not started; only its creator may. The seed is published all the same."""
    with transaction.atomic():
        match = _locked(match)
        if match.creator_id != user.pk:
            raise NotAllowed
        if match.status != Match.Status.OPEN:
            raise NotOpen
        match.status, match.ended_at = Match.Status.ABORTED, now
        match.seed = unseal(match.sealed_seed).hex()
        match.save(update_fields=["status", "ended_at", "seed"])


def _locked(match: Match) -> Match:
    return Match.objects.select_for_update().get(pk=match.pk)


def _start_if_full(match: Match, now: datetime.datetime) -> None:
    seats = list(match.seats.order_by("index"))
    if teams.is_full(match, seats):
        start(match, seats, now)


def start(match: Match, seats: list[Seat], now: datetime.datetime) -> None:
    """Set a match up that nobody else changes now, open its first turn, play on what waits for nobody."""
    start_all([(match, seats)], now)


def start_all(tables: Sequence[tuple[Match, list[Seat]]], now: datetime.datetime) -> None:
    """Start several matches as ``start`` does one, with a few statements for all of them."""
    openings, told, happenings = [], [], []
    for match, seats in tables:
        match.status, match.started_at = Match.Status.RUNNING, now
        chance = Chance(key_of(match, seats), 0)
        state = match.rules.setup(match.size, match.rules.options(**match.options), chance)
        openings.append((match, seats, *opening(match, seats, 1, state, now)))
    Match.objects.filter(pk__in=[match.pk for match, _seats in tables]).update(
        status=Match.Status.RUNNING, started_at=now
    )
    vacations.honour([(match, turn, waiting) for match, _seats, turn, waiting in openings], now)
    store_following([(turn, waiting, []) for _match, _seats, turn, waiting in openings])
    for match, seats, turn, _waiting in openings:
        happenings += [spreading.happened("started", match, turn, now)] if match.size > 1 else []
        told += telling.started(match, turn, seats, now)
    telling.tell(told, happenings)
    lone = [turn.pk for match, _seats, turn, waiting in openings if not waiting and match.rules.quick]
    close_keys(lone, now)


def rematch(user: User, match: Match, now: datetime.datetime) -> Match:
    """The same table again: opened by the first who asks, joined by those who ask after.

    Its seats wait for the people of this match, who are invited, each in the team of before; bots sit again.
    Raises ``NotOver`` or
    ``NotYourSeat``.
    """
    with transaction.atomic():
        match = _locked(match)
        if match.status != Match.Status.FINISHED:
            raise NotOver
        seats = list(match.seats.select_related("user"))
        people = teams.people(match, seats)
        if user not in people:
            raise NotYourSeat
        again = Match.objects.filter(rematch_of=match).first()
        if again is not None and again.status == Match.Status.ABORTED:
            Match.objects.filter(pk=again.pk).update(rematch_of=None)
        elif again is not None:
            if not Match.objects.filter(pk=again.pk).of(user).exists():
                join(user, again, "", now)
            return again
        others = [other for other in people if other != user and other.is_active]
        if user.is_guest and Match.objects.running().of(user).count() >= MOST_PRACTICE:
            raise TooMuchPractice(MOST_PRACTICE)
        proposal = Proposal(
            game=match.game,
            seats=match.size,
            options=match.options,
            pace=match.pace,
            bots=teams.bots(match, seats, len(others)),
            team=match.team,
            captain=match.captain,
            reliability=match.reliability,
            first_seat=teams.seat_before(user, match) or 0,
            visibility=match.visibility,
            # A try at a deal is named by its day, a table of a contest by its round: this is neither.
            name="" if match.deal_id or match.pairing_id else match.name,
            invite=[other.username for other in others],
        )
        again = open_match(user, proposal, now)
        again.rematch_of = match
        again.save(update_fields=["rematch_of"])
        return again


__all__ = [
    "IllegalOption",
    "Proposal",
    "call_off",
    "checked",
    "invite",
    "join",
    "leave",
    "open_match",
    "rematch",
    "start_now",
]
