"""What the mails about turns say, a function for each kind. The subject of every sentence is the reader."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Match, Seat, Turn
from games.models.recall import shown_line, waiting_from
from games.notices import standstill
from games.notices.cases import MOST_TOLD, Case
from games.notices.letters import Chapter, Letter, absolute, match_page
from games.notices.positions import Position
from games.notices.questions import question
from games.notices.sentences import ending, story
from games.notices.times import deadline, moved, pace_in_words, short_moment


def turn(case: Case, position: Position, now: datetime.datetime) -> Letter:
    """You owe an order; this is what happened before."""
    title = _("Turn {turn}: you owe an order").format(turn=case.turn.number)
    until, pausing = _("turn {turn}, your order until {when}"), _("turn {turn}, your order; the table pauses")
    subject = (pausing if case.turn.paused_at else until).format(**_when(case, now))
    opening = [owed(case, now), *_for_team(case), *_warned(case, position), *_standing(case, now)]
    return _asking(case, position, subject, title, opening)


def reminder(case: Case, position: Position, now: datetime.datetime) -> Letter:
    """Most of your time has passed, and nothing is in."""
    title = _("Turn {turn}: your order is not in yet").format(turn=case.turn.number)
    subject = _("turn {turn}, reminder: your order until {when}").format(**_when(case, now))
    opening = [owed(case, now), *_for_team(case), *_warned(case, position), *_standing(case, now)]
    return _asking(case, position, subject, title, opening)


def missed(case: Case, position: Position, now: datetime.datetime) -> Letter:
    """Your time is up: either the grace runs now, or the seat is no longer yours to play."""
    return _grace(case, position, now) if case.in_grace else _deserted(case, position)


def _grace(case: Case, position: Position, now: datetime.datetime) -> Letter:
    title = _("Turn {turn}: your extra time has begun").format(turn=case.turn.number)
    subject = _("turn {turn}, extra time: your order until {when}").format(**_when(case, now))
    opening = [
        _("Your time for turn {turn} was over, and nothing was in.").format(turn=case.turn.number),
        _("You now have half a turn more, once in this match."),
        owed(case, now),
        *_for_team(case),
        *_standing(case, now),
    ]
    return _asking(case, position, subject, title, opening)


def _deserted(case: Case, position: Position) -> Letter:
    count = case.seat.misses
    missed_so_many = ngettext(
        "You missed {count} deadline.", "You missed {count} deadlines in a row.", count
    ).format(count=count)
    if case.has_left:
        missed_so_many = _("You missed too many deadlines as captain of your team.")
        title = _("Your team has another captain")
        then = _("From turn {turn} on your team plays without you. You need do nothing more.")
    elif case.seat.bot:
        title = _("A bot plays your seat now")
        then = _("From turn {turn} on a bot plays your seat. You need do nothing more.")
    elif case.seat.is_vacant:
        title = _("Your seat is free for others")
        then = _(
            "From turn {turn} on anyone may take your seat over. You may take it again yourself on the page "
            "of the match, as long as nobody else has."
        )
    else:
        title = _("Your seat has left the match")
        then = _(
            "With turn {turn} your seat left the match, as the game’s rules say. You need do nothing more."
        )
    return Letter(
        subject=_("turn {turn}, you missed too many deadlines").format(turn=case.turn.number),
        title=title,
        opening=(missed_so_many, then.format(turn=case.turn.number + 1)),
        about=case.match,
        button=(_("Look at the match"), match_page(case.match.code)),
    )


def result(case: Case, position: Position, now: datetime.datetime) -> Letter:
    """What happened, when others are asked and you are not."""
    title = _("Turn {turn}: you owe nothing").format(turn=case.turn.number)
    nothing, pausing = _("turn {turn}, you owe nothing now"), _("turn {turn}; the table pauses")
    subject = (pausing if case.turn.paused_at else nothing).format(turn=case.turn.number)
    opening = [others_asked(case, now), *_for_team(case), *_standing(case, now)]
    return shown(case, position, subject, title, opening)


def start(case: Case, position: Position, now: datetime.datetime) -> Letter:
    """The match begins: against whom, how fast, and the commitments its chance rests on."""
    others = [_with_members(case, seat) for seat in case.seats if seat != case.seat]
    against = _("You play against {names}.").format(names=", ".join(others))
    opening = [*case.places.sentences(case.match), against, *_team(case), *_stepped_in(case)]
    facts = (
        (_("The pace"), _pace(case)),
        (_("Public word of your team") if case.seat.of_team else _("Your public word"), case.seat.word),
        (_("Commitment to the seed"), case.match.seed_commitment),
        *case.places.facts(case.match),
    )
    title = _("You have stepped in") if case.stepped_in else _("Your match has started")
    if case.owes:
        subject = _("started; turn {turn}, your order until {when}")
        if case.stepped_in:
            subject = _("you have stepped in; turn {turn}, your order until {when}")
        subject = subject.format(**_when(case, now))
        opening += [owed(case, now), *_for_team(case), *_standing(case, now)]
        return _asking(case, position, subject, title, opening, facts)
    subject = _("started; turn {turn}, you owe nothing yet").format(turn=case.turn.number)
    return shown(
        case, position, subject, title, [*opening, *_in_or_not_asked(case), *_standing(case, now)], facts
    )


def _stepped_in(case: Case) -> list[str]:
    """Why the reader plays a match that others began."""
    if not case.stepped_in:
        return []
    return [_("You volunteered for this contest, and a seat has become free: it is yours from now on.")]


def _pace(case: Case) -> str:
    match = case.match
    return pace_in_words(match.timing, match.team > 1, match.rules.lost_by_silence)


def _with_members(case: Case, seat: Seat) -> str:
    """The name of a seat, and who is in its team."""
    team = ", ".join(member.user.username for member, _slot in case.teams.of_seat(seat.pk))
    return _("{team} ({names})").format(team=seat.name, names=team) if team else seat.name


def _team(case: Case) -> list[str]:
    """With whom the reader holds a seat, and who orders for them."""
    captain = case.seat.user
    if captain is None or not case.teams.of_seat(case.seat.pk):
        return []
    team, name = _with_members(case, case.seat), captain.username
    if case.match.captain == Match.Captain.ROTATE:
        said = _("You play in {team}. {captain} is captain first and orders; after each order the next is.")
    else:
        said = _("You play in {team}. {captain} is captain and orders for all.")
    return [said.format(team=team, captain=name)]


def _for_team(case: Case) -> list[str]:
    """For whom the reader orders, or who orders for them in this turn; nothing where they play alone."""
    team = [member.user for member, _slot in case.teams.of_seat(case.seat.pk)]
    fellows = ", ".join(user.username for user in team if user.pk != case.notice.user_id)
    captain, index = case.seat.user, case.seat.index
    if not fellows or captain is None or case.has_left:
        return []
    if case.slot is not None and case.slot.voice:
        said = _("All of {team} are asked: you and {fellows}. One order is made of what you all send.")
    elif case.leads and index in case.slots:
        said = _("You are captain and order for {team}: for yourself and {fellows}.")
    elif index in case.slots:
        said = _("{captain} is captain and orders for {team}, your team. You need do nothing.")
    else:
        return []
    return [said.format(team=case.seat.name, fellows=fellows, captain=captain.username)]


def end(case: Case, position: Position, now: datetime.datetime) -> Letter:
    """How it ended, and how anybody can check it."""
    said = ending(case.match, case.seat.index, [seat.name for seat in case.seats])
    return Letter(
        subject=_("over; {ending}").format(ending=said),
        title=capfirst(said),
        opening=(_("Your match is over."), _checkable(case)),
        about=case.match,
        chapters=_chapters(case),
        picture=position.picture(case.seat.index),
        standing=position.standing(case.seat.index, _names(case)),
        names=_names(case),
        reader=case.seat.name,
        facts=_proof(case),
        button=(_("Look at the match"), match_page(case.match.code)),
    )


def _checkable(case: Case) -> str:
    if case.match.provable:
        return _("You can now check every draw and every order: the seed is public, and so is the record.")
    return _("Others may still play the same deal. You can check it when its seed is public.")


def _proof(case: Case) -> tuple[tuple[str, str], ...]:
    """What it takes to check a match, as far as it is public."""
    commitment = (_("Commitment to the seed"), case.match.seed_commitment)
    if not case.match.provable:
        return (commitment,)
    return (
        (_("The record"), absolute(reverse("record", args=[case.match.code]))),
        (_("Check it offline"), "python -m games.rules.record verify FILE"),
        (_("The seed"), case.match.seed),
        (_("Its commitment, public since the match was opened"), case.match.seed_commitment),
    )


def _asking(
    case: Case,
    position: Position,
    subject: str,
    title: str,
    opening: list[str],
    facts: tuple[tuple[str, str], ...] = (),
) -> Letter:
    assert case.slot is not None  # noqa: S101 - such a mail is needed only while there is an empty slot
    asked = question(position, case.slot)
    letter = shown(case, position, subject, title, opening, facts)
    return replace(letter, question=asked, button=(_("Write your order"), asked.link), reply_to=asked.mail)


def shown(
    case: Case,
    position: Position,
    subject: str,
    title: str,
    opening: list[str],
    facts: tuple[tuple[str, str], ...] = (),
) -> Letter:
    """A letter with what happened, the board, and whose orders are in."""
    return Letter(
        subject=subject,
        title=title,
        opening=(*opening, *filter(None, [moved(case.turn.moved)])),
        about=case.match,
        chapters=_chapters(case),
        picture=position.picture(case.seat.index),
        standing=position.standing(case.seat.index, _names(case)),
        names=_names(case),
        reader=case.seat.name,
        commitments=_commitments(case),
        facts=facts,
        button=(_("Look at the match"), match_page(case.match.code)),
    )


def _when(case: Case, now: datetime.datetime) -> dict[str, object]:
    due_at = case.turn.due_at
    return {"turn": case.turn.number, "when": short_moment(due_at, now) if due_at else ""}


def owed(case: Case, now: datetime.datetime) -> str:
    """Until when the reader owes an order."""
    return owed_in(case.turn, now)


def owed_in(turn: Turn, now: datetime.datetime) -> str:
    """Until when an order is owed in an open turn."""
    if turn.paused_at is not None:
        return _("You owe an order. {pause}").format(pause=standstill.paused(turn))
    if turn.due_at is None:
        return _("You owe an order. There is no deadline.")
    return _("You owe an order until {deadline}.").format(deadline=deadline(turn.due_at, now))


def _standing(case: Case, now: datetime.datetime) -> list[str]:
    """Why the deadline is later than usual, and who else at the table is away."""
    others = [seat for seat in case.seats if seat != case.seat]
    return [*filter(None, [standstill.stretched(case.turn)]), *standstill.absences(others, case.turn, now)]


def _warned(case: Case, position: Position) -> list[str]:
    """What the reader should know of deadlines missed before; silence that loses the match is told apart."""
    count, most = case.seat.misses, case.match.timing.misses
    asked = position.decisions.get(case.seat.index)
    if not count or not case.leads or (asked is not None and asked.silence):
        return []
    missed_so_many = ngettext(
        "You missed the last deadline.", "You missed the last {count} deadlines.", count
    ).format(count=count)
    if len(case.teams.of_seat(case.seat.pk)) > 1:
        then = _("After {most} in a row you leave your team, and the next member is captain.").format(
            most=most
        )
    elif case.match.timing.deserted == "bot":
        then = _("After {most} in a row a bot takes your seat.").format(most=most)
    elif case.match.timing.deserted == "substitute":
        then = _("After {most} in a row anyone may take your seat over.").format(most=most)
    else:
        then = _("After {most} in a row your seat leaves the match.").format(most=most)
    return [f"{missed_so_many} {then}"]


def others_asked(case: Case, now: datetime.datetime) -> str:
    """That the reader owes nothing, and whom the table waits for."""
    missing = [s for s in case.seats if case.teams.has_given(s.pk, case.slots.get(s.index)) is False]
    names = ", ".join(seat.name for seat in missing)
    if case.turn.paused_at is not None:
        return _("You owe nothing now. {pause}").format(pause=standstill.paused(case.turn))
    if case.turn.due_at is None or (not names and case.match.timing.early):
        return _("You will hear when the next turn opens.")
    if not names:
        return _("All orders for this turn are in. They may be changed until {deadline}.").format(
            deadline=deadline(case.turn.due_at, now)
        )
    return _("You owe nothing now. Your table waits for {names} until {deadline}.").format(
        names=names, deadline=deadline(case.turn.due_at, now)
    )


def _in_or_not_asked(case: Case) -> list[str]:
    if case.slot is not None:
        return [_("Your order for turn {turn} is in already.").format(turn=case.turn.number)]
    return [_("You owe nothing yet. You will hear when you do.")]


def _names(case: Case) -> tuple[str, ...]:
    return tuple(seat.name for seat in case.seats)


def _chapters(case: Case) -> tuple[Chapter, ...]:
    names, chapters = _names(case), []
    told = case.told[-1:] if case.match.size == 1 else case.told[-MOST_TOLD:]
    for alone, turns in groupby(told, lambda turn: len(turn.owed) == 1):
        # Where seats order one after the other, the turns of all of them make one story.
        for group in [list(turns)] if alone else [[turn] for turn in turns]:
            sentences = tuple(
                said
                for turn in group
                for said in (*story(turn, case.seat.index, names), *_ordered_ahead(case, turn))
            )
            if sentences:
                chapters.append(Chapter(_span(group[0].number, group[-1].number), sentences))
    if chapters and len(told) == MOST_TOLD and told[0].number > 1:
        older = _("What happened before turn {number} stands on the page of the match.")
        chapters[0] = replace(
            chapters[0], sentences=(older.format(number=told[0].number), *chapters[0].sentences)
        )
    return tuple(chapters)


def _ordered_ahead(case: Case, turn: Turn) -> Iterator[str]:
    """Whose orders of a closed turn were given ahead."""
    planned = case.planned.get(turn.pk, ())
    first = waiting_from(case.match) if planned else None
    for order in planned:
        name = case.seats[order.seat.index].name
        line = shown_line(order, waits=first is not None and turn.number >= first)
        yield _("{name} had ordered this ahead: {order}").format(name=name, order=line)


def _span(first: int, last: int) -> str:
    if first == last:
        return _("What happened in turn {turn}").format(turn=first)
    return _("What happened in turns {first} to {last}").format(first=first, last=last)


def _commitments(case: Case) -> tuple[tuple[str, str], ...]:
    """Whose order is in, with its public commitment; nothing as long as no order is."""
    names, slots = _names(case), sorted(case.slots.items())
    rows = [(names[index], slot.commitment) for index, slot in slots]
    for seat in case.seats:
        voices = case.teams.of_seat(seat.pk)
        rows += [(member.user.username, slot.commitment) for member, slot in voices if slot is not None]
    return tuple(rows) if any(commitment for _name, commitment in rows) else ()
