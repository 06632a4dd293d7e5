"""What a match page says of each seat and of the match as a whole, made ready for the template."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import cast

from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games import drawing
from games.actions.admission import NEWCOMER
from games.actions.outages import mail_is_awaited
from games.actions.pausing import wishes
from games.actions.teams import seat_before
from games.models import Match, Member, Order, Seat, Turn
from games.notices.sentences import ending
from games.notices.standstill import away, paused, stretched
from games.notices.tables import option_in_words
from games.notices.times import (
    clocks_in_words,
    days_off_in_words,
    deadline,
    duration,
    if_missed,
    moment,
    moved,
    slots_in_words,
)
from games.pace import Pace
from games.pages.scene import Face, Scene

FEW = 3
"""So many seats at the most are named as those that a turn waits for."""


@dataclass(frozen=True)
class MemberLine:
    """One member of a team. ``chip`` says how far they are where each member is asked."""

    name: str
    leads: bool
    chip: str = ""
    tone: str = ""
    commitment: str = ""


@dataclass(frozen=True)
class SeatLine:
    """One seat as the page shows it. ``commitment`` is public; what was ordered is not known here."""

    index: int
    name: str
    emblem: SafeString
    mine: bool
    chip: str
    tone: str
    commitment: str = ""
    version: int = 0
    hand: str = ""
    facts: str = ""
    person: bool = False
    """Whether the name is a person's, with a page of its own."""
    misses: int = 0
    clock: str = ""
    """What its clock held when the turn began, in words; empty where no clocks run."""
    away: str = ""
    """Until when its holder is away, for those at the table."""
    team: tuple[MemberLine, ...] = ()
    former: tuple[str, ...] = ()
    """Who held it before, and until when."""


@dataclass(frozen=True)
class Message:
    """What somebody said at the table."""

    name: str
    written_at: datetime.datetime
    text: str


def seats_of(face: Face, names: tuple[str, ...]) -> list[dict[str, str]]:
    """Every seat of a past position: who sat there, its cards, what else there was to say."""
    return [
        {"emblem": mark_safe(drawing.emblem(index)), "name": name, "hand": hand, "facts": facts}
        for index, (name, hand, facts) in enumerate(zip(names, face.hands, face.facts, strict=False))
    ]


def seat_lines(scene: Scene, face: Face | None) -> list[SeatLine]:
    """Every seat of the table in order, free ones too."""
    seats = {seat.index: seat for seat in scene.seats}
    return [_seat_line(scene, index, seats.get(index), face) for index in range(scene.match.size)]


def _seat_line(scene: Scene, index: int, seat: Seat | None, face: Face | None) -> SeatLine:
    slot = scene.slots.get(seat.pk) if seat else None
    chip, tone = _chip(scene, seat)
    return SeatLine(
        index=index,
        name=scene.names[index],
        emblem=mark_safe(drawing.emblem(index)),
        mine=seat is not None and seat is scene.mine,
        chip=chip,
        tone=tone,
        commitment=slot.commitment if slot else "",
        version=slot.version if slot else 0,
        hand=face.hands[index] if face and index < len(face.hands) else "",
        facts=face.facts[index] if face and index < len(face.facts) else "",
        person=seat is not None and seat.user_id is not None and not seat.of_team,
        misses=seat.misses if seat else 0,
        clock="" if scene.match.status == Match.Status.FINISHED else _clock(scene.match.timing, seat),
        away=away(seat, scene.turn, scene.now) if seat and scene.mine else "",
        team=tuple(_member_line(seat, *found) for found in scene.teams.of_seat(seat.pk)) if seat else (),
        former=_former(scene, seat) if seat else (),
    )


def _former(scene: Scene, seat: Seat) -> tuple[str, ...]:
    """Who held a seat before, each with their last turn."""
    told = _("until turn {turn}: {name}")
    return tuple(told.format(turn=one.until, name=one.name) for one in scene.teams.held.get(seat.pk, ()))


def _member_line(seat: Seat, member: Member, slot: Order | None) -> MemberLine:
    name, leads = member.user.username, member.user_id == seat.user_id
    if slot is None:
        return MemberLine(name, leads)
    chip = (_("amount is in"), "in") if slot.commitment else (_("to order"), "due")
    return MemberLine(name, leads, *chip, slot.commitment)


def fellows(scene: Scene) -> str:
    """The others of the person's team; empty without any."""
    team = scene.teams.of_seat(scene.mine.pk) if scene.mine else []
    return ", ".join(member.user.username for member, _slot in team if member.user_id != scene.user.pk)


def orders_for_team(scene: Scene) -> str:
    """Who orders for the reader's team in the open turn, if that is somebody else; else empty."""
    if not (captain := scene.captain):
        return ""
    if scene.mine is not None and scene.slots[scene.mine.pk].commitment:
        return _("{captain} has ordered for your team in this turn; you owe nothing.").format(captain=captain)
    return _("{captain} orders for your team in this turn; you owe nothing.").format(captain=captain)


def joinable(scene: Scene) -> list[tuple[int, str, int]]:
    """The seats that a team still has room at: index, who sits there, and how many more may.

    At a rematch whoever played before has a place in their team alone.
    """
    match, found = scene.match, []
    again = match.rematch_of if match.team > 1 and scene.user.is_authenticated else None
    before = seat_before(cast(User, scene.user), again) if again else None
    for index in range(match.size if match.team > 1 else 0):
        seat = next((seat for seat in scene.seats if seat.index == index), None)
        names = [member.user.username for member, _slot in scene.teams.of_seat(seat.pk)] if seat else []
        room = 0 if seat is not None and seat.bot else match.team - len(names)
        if room and before in (None, index):
            found.append((index, ", ".join(names) or _("nobody yet"), room))
    return found


def _chip(scene: Scene, seat: Seat | None) -> tuple[str, str]:
    """How a seat stands, in a word or two, and in which tone to say it."""
    if seat is None:
        return "", ""
    if seat.state == Seat.State.RESIGNED:
        return _("resigned"), ""
    if scene.match.outcome:
        return _placed(scene.match.outcome, seat.index)
    if seat.is_vacant and scene.turn is not None:
        return _("free to take over"), "due"
    if seat.state == Seat.State.DESERTED:
        return (_("deserted, a bot plays on") if seat.bot else _("deserted")), ""
    if seat.bot:
        return _("bot"), ""
    given = scene.teams.has_given(seat.pk, scene.slots.get(seat.pk))
    if given is None:
        return (_("owes nothing"), "") if scene.turn else ("", "")
    return (_("order is in"), "in") if given else (_("to order"), "due")


def _placed(outcome: dict[str, list[int]], index: int) -> tuple[str, str]:
    if index in outcome["winners"]:
        return _("winner"), "in"
    if len(outcome["places"]) == 1:
        return _("lost"), ""
    return _("place {place}").format(place=outcome["places"][index]), ""


def result(scene: Scene) -> str:
    """How the match ended, in one sentence; empty while it goes on."""
    outcome = scene.match.outcome
    if not outcome:
        return ""
    winners = [scene.names[index] for index in outcome["winners"]]
    if scene.match.size == 1:
        return capfirst(_("{ending}.").format(ending=ending(scene.match, 0, scene.names)))
    if not winners:
        return (
            _("The match ended in a draw.") if scene.match.size == 2 else _("The match is over. Nobody wins.")
        )
    if len(winners) == 1:
        won = _("The match is over. {name} wins.").format(name=winners[0])
    else:
        won = _("The match is over. {names} win.").format(names=", ".join(winners))
    place = outcome["places"][scene.mine.index] if scene.mine is not None else 1
    if place == 1:
        return won
    own = _("You are number {place} of {count}.").format(place=place, count=scene.match.size)
    return f"{won} {own}"


def due(scene: Scene) -> str:
    """When the open turn closes, in the reader's zone, and how much time is left."""
    if scene.turn is None:
        return ""
    if scene.turn.due_at is None:
        return paused(scene.turn)
    missing = _missing(scene)
    bots = all(seat.bot for seat in missing) and any(seat.bot for seat in scene.seats)
    if bots and (missing or scene.turn.due_at <= scene.now):
        return _("The bots are choosing; this takes a moment.")
    if scene.turn.due_at <= scene.now:
        if mail_is_awaited(scene.now):
            return _("The time is up; but no mail leaves now, so the turn waits for what is missing.")
        return _("The time is up; the turn closes in a moment.")
    closes = _("Closes {deadline}.").format(deadline=deadline(scene.turn.due_at, scene.now))
    no_sooner = _("It closes no sooner; until then orders may be changed.")
    late = "" if scene.match.timing.early else no_sooner
    waits = _waits_for(scene, missing)
    return " ".join(filter(None, [closes, waits, late, moved(scene.turn.moved), stretched(scene.turn)]))


def _missing(scene: Scene) -> list[Seat]:
    """The seats that the open turn asks and that have given nothing."""
    return [
        seat for seat in scene.seats if (slot := scene.slots.get(seat.pk)) is not None and not slot.commitment
    ]


def _waits_for(scene: Scene, missing: list[Seat]) -> str:
    """Whom a reader who owes nothing waits for, where they are few."""
    if scene.owes or not 1 <= len(missing) <= FEW:
        return ""
    return _("It waits for {names}.").format(names=", ".join(scene.names[seat.index] for seat in missing))


def sealed_at(scene: Scene) -> str:
    """When the person's order was sealed."""
    given_at = scene.slot.__dict__.get("given_at") if scene.slot else None
    return _("Sealed {moment}.").format(moment=moment(given_at)) if given_at else ""


def others_in(scene: Scene) -> str:
    """How many of those who are asked have ordered, where there are others."""
    asked, given = len(scene.slots), sum(bool(slot.commitment) for slot in scene.slots.values())
    if asked < 2:
        return ""
    return ngettext("{given} of {asked} order is in.", "{given} of {asked} orders are in.", asked).format(
        given=given, asked=asked
    )


def asks(seat: Seat, turn: Turn) -> bool:
    """Whether the holder of a seat asks for a pause."""
    return seat.waits_for_person and wishes(seat, turn.number)


def asking(scene: Scene) -> list[str]:
    """The names of those who ask for a pause."""
    turn = scene.turn
    return [seat.name for seat in scene.seats if turn is not None and asks(seat, turn)]


def may_pause(scene: Scene) -> bool:
    """Whether the reader may be the first to ask for a pause."""
    if scene.turn is None or scene.mine is None or scene.match.pace.get("kind") == "free":
        return False
    return scene.turn.paused_at is None and scene.mine.waits_for_person and not asking(scene)


def pace_in_words(match: Match) -> list[str]:
    """The pace of a match as short sentences."""
    pace = match.timing
    if pace.kind == "free":
        return [_("There is no deadline: an order is answered at once.")]
    return [
        *_time_in_words(pace),
        *(
            _("{clause}.").format(clause=capfirst(clause))
            for clause in if_missed(pace, match.team > 1, match.rules.lost_by_silence)
        ),
        *_teams_in_words(match),
        *_admission_in_words(match),
    ]


def _time_in_words(pace: Pace) -> list[str]:
    """How long a turn lasts, or what the clocks of the seats hold; then days off, vacations and grace."""
    said = _length_in_words(pace)
    if pace.has_days_off:
        said.append(_("{clause}.").format(clause=capfirst(days_off_in_words(pace))))
    if not pace.vacations:
        said.append(_("Deadlines do not wait for vacations."))
    if pace.kind == "bank":
        return said
    grace = _("Whoever is silent gets half a turn more, once a match.")
    return [*said, grace if pace.grace else _("There is no grace.")]


def _length_in_words(pace: Pace) -> list[str]:
    never = _("No turn closes before its deadline, and until then orders may be changed.")
    if pace.kind == "bank":
        closes = _("A turn closes as soon as all orders are in, or when the clocks have run out.")
        said = [
            capfirst(_("{clocks}.").format(clocks=clocks_in_words(pace))),
            closes if pace.early else never,
        ]
        if not pace.gain:
            said.append(_("If the clocks of all who are asked are empty, the turn ends at once."))
        return said
    if pace.kind == "slot":
        return [
            _("{clause}.").format(clause=capfirst(slots_in_words(pace))),
            _("A turn closes as soon as all orders are in; the next one then has more time, not less.")
            if pace.early
            else never,
            _("The first turn lasts at least as long as from one such time to the next."),
        ]
    if pace.early:
        span = length(pace.interval)
        return [_("A turn lasts {span}, and closes as soon as all orders are in.").format(span=span)]
    return [_("A turn lasts {span}.").format(span=length(pace.interval)), never]


def _clock(pace: Pace, seat: Seat | None) -> str:
    if pace.kind != "bank" or seat is None or not seat.waits_for_person:
        return ""
    return length(pace.interval if seat.clock is None else seat.clock)


def _admission_in_words(match: Match) -> list[str]:
    """How reliable whoever takes a place must be; nothing where anybody may."""
    if not match.reliability:
        return []
    least, newcomer = match.reliability, NEWCOMER
    return [
        _("This table asks for {least} percent of orders in time.").format(least=least),
        _(
            "Newcomers who have owed fewer than {count} orders, and people who are invited, are let in."
        ).format(count=newcomer),
    ]


def _teams_in_words(match: Match) -> list[str]:
    """Who orders where teams play; nothing for a match without them."""
    if match.team == 1:
        return []
    if match.captain == Match.Captain.ROTATE:
        captain = _("The captain changes: after each order that a team owed its next member is captain.")
    else:
        captain = _("Whoever took the seat first is captain; if they leave, the next is.")
    return [
        _("Up to {most} people hold a seat together, and their captain orders.").format(most=match.team),
        captain,
        _("In sealed auctions each may send an amount; the turn waits for all of them, or for the deadline."),
    ]


def options(match: Match) -> list[tuple[str, str, bool]]:
    """The options of a match in the order of the rules: name, value, and whether that is the usual value."""
    game = match.rules
    usual = game.options()
    return [
        (*option_in_words(game, name, match.options[name]), match.options[name] == getattr(usual, name))
        for name in game.options.names()
        if name in match.options
    ]


def length(seconds: int) -> str:
    """A length of time in words."""
    return duration(datetime.timedelta(seconds=seconds))
