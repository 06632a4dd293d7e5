"""The rows that mails about turns are written from, read set-wise: as many queries for fifty as for one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.db.models import Q

from accounts.models import Notice
from games.models import Match, Member, Order, Seat, Turn
from games.models.team import Teams
from games.notices.places import Places

MOST_TOLD = 10
"""How many closed turns one mail tells at the most; the older ones are on the match's page."""
ON_THE_WAY = (Notice.Status.PENDING, Notice.Status.QUIET)
"""The states of mails that need no reminder beside them: they leave when it would."""
TELLING = ("start", "turn", "result")
"""The kinds that tell a reader what happened before the turn they name."""


@dataclass(frozen=True)
class Case:
    """One notice about a turn, with what its mail is written from. Sealed lines were never read."""

    notice: Notice
    match: Match
    seats: Sequence[Seat]
    seat: Seat
    """The reader's."""
    turn: Turn
    told: Sequence[Turn]
    """The closed turns that the reader has not heard of, oldest first."""
    slots: Mapping[int, Order]
    """The slots of the turn, by seat index."""
    teams: Teams
    planned: Mapping[int, Sequence[Order]]
    """The orders of the closed turns that were given ahead, by the key of the turn."""
    announced: bool
    """Whether a mail that opens this turn is still on its way to the reader."""
    places: Places
    """Where in contests the matches of a batch are played."""

    @property
    def in_grace(self) -> bool:
        """Whether the notice is about the extra time of a seat."""
        return bool(self.notice.data.get("grace"))

    @property
    def stepped_in(self) -> bool:
        """Whether the reader was given a seat of a match that runs."""
        return bool(self.notice.data.get("stepped_in"))

    @property
    def slot(self) -> Order | None:
        """The reader's slot, if the turn waits for them."""
        voice = self.teams.voice_of(self.notice.user_id)
        return voice or (self.slots.get(self.seat.index) if self.leads else None)

    @property
    def leads(self) -> bool:
        """Whether the reader's orders count as those of the seat."""
        return self.seat.user_id == self.notice.user_id

    @property
    def has_left(self) -> bool:
        """Whether the reader has left a team that plays on."""
        return not self.leads and self.teams.seat_of(self.notice.user_id) is None

    @property
    def has_lost(self) -> bool:
        """Whether the seat that the reader deserted is still not theirs to play: nobody has come back."""
        return not self.leads or not self.seat.waits_for_person

    @property
    def owes(self) -> bool:
        """Whether the reader should still order for this turn."""
        return (
            self.is_open and self.seat.waits_for_person and self.slot is not None and not self.slot.commitment
        )

    @property
    def is_open(self) -> bool:
        """Whether the turn still takes orders."""
        return self.turn.closed_at is None and self.match.status == Match.Status.RUNNING


def cases(notices: Sequence[Notice]) -> list[Case]:
    """The cases of those notices whose reader still holds a seat in the match."""
    codes = {notice.data["match"] for notice in notices}
    matches = {match.code: match for match in Match.objects.filter(code__in=codes).defer("sealed_seed")}
    seats = _seats(matches.values())
    mails = _earlier_mails(notices)
    spans = {notice.pk: _span(notice, mails) for notice in notices}
    turns = _turns(matches, notices, spans)
    members = _members(matches.values())
    slots, voices = _slots(turns, matches, seats, notices)
    planned = _planned(turns.values())
    places = Places.of(
        [matches[n.data["match"]] for n in notices if n.kind == "start" and n.data["match"] in matches]
    )
    found = []
    for notice in notices:
        match = matches.get(notice.data["match"])
        seat = _seat_of(notice, seats[match.pk], members) if match else None
        turn = turns.get((match.pk, notice.data["turn"])) if match else None
        if match is None or seat is None or turn is None:
            continue
        told = [turns[match.pk, n] for n in spans[notice.pk] if (match.pk, n) in turns]
        teams = Teams.among(m for m in members if m.match_id == match.pk)
        teams.hear(voices[turn.pk])
        announced = mails.get((notice.user_id, notice.data["match"], turn.number)) in ON_THE_WAY
        found.append(
            Case(
                notice=notice,
                match=match,
                seats=seats[match.pk],
                seat=seat,
                turn=turn,
                told=[other for other in told if other.closed_at is not None],
                slots=slots[turn.pk],
                teams=teams,
                planned=planned,
                announced=announced,
                places=places,
            )
        )
    return found


def _members(matches: Iterable[Match]) -> list[Member]:
    """Everybody in the teams of these matches, also those who have left."""
    of_teams = [match.pk for match in matches if match.team > 1]
    if not of_teams:
        return []
    return list(Member.objects.filter(match__in=of_teams).select_related("user").order_by("position"))


def _seat_of(notice: Notice, seats: Sequence[Seat], members: Sequence[Member]) -> Seat | None:
    """The seat that the reader of a notice holds, alone or in a team."""
    teams = {member.seat_id for member in members if member.user_id == notice.user_id}
    return next((s for s in seats if s.user_id == notice.user_id or s.pk in teams), None)


def _seats(matches: Iterable[Match]) -> dict[int, list[Seat]]:
    seats: dict[int, list[Seat]] = defaultdict(list)
    by_key = {match.pk: match for match in matches}
    for seat in (
        Seat.objects.filter(match__in=by_key).select_related("user").defer("sealed_plan").order_by("index")
    ):
        seat.match = by_key[seat.match_id]
        seats[seat.match_id].append(seat)
    return seats


def _earlier_mails(notices: Sequence[Notice]) -> dict[tuple[int, str, int], str]:
    """How mails stand that told these readers of the last turns, by person, match and turn."""
    subjects = {
        f"{notice.data['match']}:{number}"
        for notice in notices
        for number in range(max(1, notice.data["turn"] - MOST_TOLD), notice.data["turn"] + 1)
    }
    mails = Notice.objects.filter(
        user__in={notice.user_id for notice in notices},
        kind__in=TELLING,
        subject__in=subjects,
        status__in=(Notice.Status.SENT, *ON_THE_WAY),
    )
    found = {}
    for user_id, subject, status in mails.values_list("user_id", "subject", "status"):
        code, _colon, number = subject.partition(":")
        found[user_id, code, int(number)] = status
    return found


def _span(notice: Notice, mails: Mapping[tuple[int, str, int], str]) -> range:
    """The numbers of the turns a mail tells: all since the turn of the last mail that left, up to a bound."""
    last = notice.data["turn"] if notice.kind == "end" else notice.data["turn"] - 1
    if "since" in notice.data:
        return range(max(notice.data["since"], notice.data["turn"] - MOST_TOLD + 1), notice.data["turn"] + 1)
    if notice.kind not in {*TELLING, "end"}:
        return range(0)
    first = max(1, last - MOST_TOLD + 1)
    for number in range(last, first - 1, -1):
        if mails.get((notice.user_id, notice.data["match"], number)) == Notice.Status.SENT:
            return range(number, last + 1)
    return range(first, last + 1)


def _turns(
    matches: Mapping[str, Match], notices: Sequence[Notice], spans: Mapping[int, range]
) -> dict[tuple[int, int], Turn]:
    """The turns that the notices name and those they tell, by match and number."""
    wanted: dict[int, set[int]] = defaultdict(set)
    for notice in notices:
        if match := matches.get(notice.data["match"]):
            wanted[match.pk] |= {notice.data["turn"], *spans[notice.pk]}
    if not wanted:
        return {}
    by_key = {match.pk: match for match in matches.values()}
    alike: dict[tuple[int, int], list[int]] = defaultdict(list)
    for match_id, numbers in wanted.items():
        alike[min(numbers), max(numbers)].append(match_id)
    which = (Q(match__in=found, number__range=span) for span, found in alike.items())
    turns = {}
    for turn in Turn.objects.filter(reduce(or_, which)):
        turn.match = by_key[turn.match_id]
        turns[turn.match_id, turn.number] = turn
    return turns


def _planned(turns: Iterable[Turn]) -> dict[int, list[Order]]:
    """The orders of closed turns that were given ahead, by turn; nothing is asked where no game takes any."""
    closed = [turn.pk for turn in turns if turn.match.rules.plans and turn.closed_at is not None]
    found: dict[int, list[Order]] = defaultdict(list)
    if closed:
        ahead = Order.objects.opened().of_seats().filter(turn__in=closed, by="plan")
        for order in (
            ahead.select_related("seat").only("turn_id", "line", "seat__index").order_by("seat__index")
        ):
            found[order.turn_id].append(order)
    return found


def _slots(
    turns: Mapping[tuple[int, int], Turn],
    matches: Mapping[str, Match],
    seats: Mapping[int, Sequence[Seat]],
    notices: Sequence[Notice],
) -> tuple[dict[int, dict[int, Order]], dict[int, list[Order]]]:
    """The slots of the turns that the notices name, by turn and seat index, and by turn those of members.

    What is sealed stays unread.
    """
    named = {(matches[n.data["match"]].pk, n.data["turn"]) for n in notices if n.data["match"] in matches}
    by_key = {turns[name].pk: turns[name] for name in named if name in turns}
    slots: dict[int, dict[int, Order]] = defaultdict(dict)
    voices: dict[int, list[Order]] = defaultdict(list)
    for slot in Order.objects.filter(turn__in=by_key).defer("sealed", "salt"):
        slot.turn = by_key[slot.turn_id]
        slot.seat = next(seat for seat in seats[slot.turn.match_id] if seat.pk == slot.seat_id)
        if slot.voice:
            voices[slot.turn_id].append(slot)
        else:
            slots[slot.turn_id][slot.seat.index] = slot
    return slots, voices
