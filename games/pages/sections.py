"""The sections of a match page, as far as they are the same from one look to the next: remembered parts.

Only a section with a refusal or with what was typed is made for one look alone; one's own sealed order goes
into a gap.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from django.utils.safestring import SafeString, mark_safe

from games.models import Match
from games.pages import lines
from games.pages.contests.beside import Belongs
from games.pages.kept import TOKEN
from games.pages.lines import Message, SeatLine
from games.pages.parts import Place, filled, fresh, part
from games.pages.scene import Scene


def head(match: Match, contest: Belongs | None = None) -> SafeString:
    """What match this is, and of which contest."""
    return part(
        "games/match_head.html",
        title=match.title,
        game=match.game,
        name=match.rules.name,
        size=match.size,
        status=str(match.get_status_display()),
        visibility=match.visibility,
        daily=match.deal_id is not None,
        contest=contest,
        stopped=match.stopped,
    )


def seats(seats: Sequence[SeatLine]) -> SafeString:
    """Each seat as an entry of the list."""
    return mark_safe("".join([_seat(line) for line in seats]))


def _seat(line: SeatLine) -> SafeString:
    gaps = {"emblem": line.emblem, "facts": line.facts, "hand": line.hand, "commitment": line.commitment}
    return filled(
        "games/seat.html",
        gaps,
        name=line.name,
        person=line.person,
        mine=line.mine,
        chip=line.chip,
        tone=line.tone,
        misses=line.misses,
        clock=line.clock,
        away=line.away,
        team=line.team,
        former=line.former,
    )


def since(entries: Sequence[SafeString]) -> SafeString:
    """What a person is told first, in the order in which it happened."""
    if len(entries) < 2:
        return mark_safe("".join(entries))
    told = "".join([f'<li class="log-entry">{entry}</li>' for entry in reversed(entries)])
    return mark_safe(f'<ol class="entries" role="list">{told}</ol>')


def past(log: str, *, swap: bool = False) -> SafeString:
    """The turns before; ``swap`` puts them into a page that is there already."""
    return filled("games/past.html", {"log": log}, swap=swap)


def log(place: Place, entries: Sequence[SafeString], older: int | None) -> str:
    """A list of closed turns; empty if there are none."""
    return part("games/log_list.html", match=place, log=tuple(entries), older=older) if entries else ""


def order(scene: Scene, place: Place, form: str, own: str | None, refusal: str = "", wrong: str = "") -> str:
    """The order form, with a refusal and the field it speaks of; empty for those who are asked nothing."""
    if not form or scene.turn is None:
        return ""
    gaps: dict[str, object] = {"form": form, "refusal": refusal, "wrong": wrong, "draft": draft(scene)}
    if own is not None and scene.slot is not None:
        gaps |= {"own": own, "version": scene.slot.version, "commitment": scene.slot.commitment}
        gaps |= {"sealed_at": lines.sealed_at(scene), "others": lines.others_in(scene)}
        gaps["due"] = lines.due(scene)
    return filled(
        "games/order.html",
        gaps,
        match=place,
        number=scene.turn.number,
        pooled=scene.slot is not None and scene.slot.voice > 0,
        team=lines.fellows(scene),
        alone=scene.match.size == 1,
        plans=scene.ahead,
        csrf_token=TOKEN,
    )


def draft(scene: Scene) -> str:
    """What tells a draft of an order from all others: match, turn, version of what is sealed, person."""
    number = scene.turn.number if scene.turn else 0
    version = scene.slot.version if scene.slot else 0
    return f"{scene.match.code}-{number}-{version}-{scene.user.pk}"


def live(values: Mapping[str, Any], **site: Hashable) -> SafeString:
    """The part of the page that changes while others play; ``site`` where it stands for itself."""
    names = (
        "version",
        "result",
        "number",
        "due",
        "board",
        "text",
        "order",
        "ahead",
        "vacancies",
        "seats",
        "last",
        "moves",
        "pause",
        *("watch", "newest", "reader"),
    )
    title = {"title": values["match"].title} if site else {}
    return filled(
        "games/live.html",
        {name: values[name] for name in names},
        match=values["place"],
        status=values["match"].status,
        trouble=bool(values["match"].trouble),
        alone=values["match"].size == 1,
        teams=values["match"].team > 1,
        game=values["match"].game,
        day=values["match"].deal.day if values["match"].deal_id and values["result"] else None,
        provable=values["match"].provable,
        csrf_token=TOKEN,
        **{
            name: values[name]
            for name in (
                *("owes", "own", "fellow", "mine", "guest"),
                *("polls", "rest", "rematch", "several", "answered"),
            )
        },
        **title,
        **site,
    )


def main(values: Mapping[str, Any]) -> SafeString:
    """All below the head of the site."""
    brief: bool = values["brief"]
    if values["apart"] or values["since"] or values["match"].status == Match.Status.OPEN:
        return fresh("games/match_main.html", **values)
    names = ("head", "guide", "live", "past", "talk", "notes", "about")
    return filled("games/match_main.html", {name: values[name] for name in names}, brief=brief)


def talk(
    place: Place,
    mine: bool,
    messages: Sequence[Message],
    older: int | None,
    refusal: str = "",
    typed: str = "",
) -> SafeString:
    """The table talk, and for players the form to say something."""
    make = fresh if refusal or typed else part
    return make(
        "games/match_talk.html",
        match=place,
        mine=mine,
        talk=tuple(messages),
        older_talk=older,
        refusal=refusal,
        typed=typed,
        csrf_token=TOKEN,
    )


def pause(scene: Scene, place: Place) -> str:
    """That the table pauses or is asked to, and what the reader can do about it; empty where neither is."""
    turn = scene.turn
    asking = tuple(lines.asking(scene))
    if turn is None or scene.mine is None or not (turn.paused_at or asking):
        return ""
    return part(
        "games/pause.html",
        match=place,
        paused=turn.paused_at is not None,
        asking=asking,
        mine=lines.asks(scene.mine, turn),
        plays=scene.mine.waits_for_person,
        csrf_token=TOKEN,
    )


def notes(place: Place, text: str, refusal: str = "") -> SafeString:
    """A player's notes."""
    make = fresh if refusal else part
    return make("games/match_notes.html", match=place, text=text, refusal=refusal, csrf_token=TOKEN)


def about(scene: Scene, place: Place, *, hooked: bool) -> SafeString:
    """The pace, the options, and what makes the dice fair."""
    match, mine = scene.match, scene.mine

    def in_words() -> dict[str, Any]:
        return {"pace": lines.pace_in_words(match), "options": lines.options(match)}

    return part(
        "games/about.html",
        in_words,
        match=place,
        game=match.game,
        status=match.status,
        seed_commitment=match.seed_commitment,
        seed=match.seed,
        alone=match.size == 1,
        hooked=hooked,
        daily=match.deal_id is not None,
        dealt=match.dealt,
        chosen=(match.timing, tuple(match.options.items()), match.reliability),
        words=tuple((seat.name, seat.word) for seat in scene.seats),
        exports=tuple((export.name, export.label) for export in match.rules.exports if match.started_at),
        may_pause=lines.may_pause(scene),
        csrf_token=TOKEN,
        may_resign=mine is not None and scene.turn is not None and mine.waits_for_person,
    )
