"""How a match, a turn or a game looks to one reader: rows in, shapes out, and nothing not meant for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin

import msgspec
from django.conf import settings
from django.db.models import prefetch_related_objects
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from rest_framework.request import Request

from games.actions.pausing import wishes
from games.api import pause_shapes, shapes
from games.models import Match, Order, Seat, Turn
from games.models.absence import absence, read_absences
from games.models.recall import told
from games.models.team import Teams
from games.rules import Game
from games.rules.game import Clause, Decision, Label, Outcome
from games.seals import BrokenSeal, unseal_order


@dataclass
class Look:
    """One reader's look at one match: its rows, read once, and the reader's seat."""

    request: Request
    match: Match
    seats: list[Seat]
    turn: Turn | None
    """The open turn, or the last one."""
    orders: dict[int, Order]
    """The slots of that turn, by the key of the seat."""
    mine: Seat | None
    teams: Teams

    @classmethod
    def at(cls, request: Request, match: Match) -> Look:
        """Read what there is to see of a match, with a few queries."""
        seats = list(match.seats.select_related("user"))
        turn = match.turns.order_by("-number").first()
        if turn is not None:
            turn.match = match
        orders = {} if turn is None else {order.seat_id: order for order in turn.orders.of_seats()}
        teams = Teams.of(match, turn).recall(seats)
        mine = seat_of(request, seats, teams)
        if mine is not None and turn is not None and turn.closed_at is None:
            for seat in seats:
                seat.match = match
            read_absences(seats, timezone.now())
        return cls(request, match, seats, turn, orders, mine, teams)

    @property
    def index(self) -> int | None:
        """The reader's seat, None for guests."""
        return None if self.mine is None else self.mine.index

    @property
    def slot(self) -> Order | None:
        """The reader's own slot in the turn."""
        if self.mine is None:
            return None
        voice = self.teams.voice_of(self.request.user.pk)
        leads = self.mine.user_id == self.request.user.pk
        return voice or (self.orders.get(self.mine.pk) if leads else None)

    def decision(self) -> Decision | None:
        """What the reader owes in the open turn, with its hints in their language."""
        if self.turn is None or self.mine is None or self.slot is None:
            return None
        if self.turn.closed_at is not None or not self.mine.waits_for_person:
            return None
        return translated(self.match.rules.decisions(self.turn.state())[self.mine.index])

    def view(self) -> dict[str, Any] | None:
        """The position as the reader's seat sees it."""
        if self.turn is None:
            return None
        state = self.match.final_state() or self.turn.state()
        return plain(self.match.rules.view(state, self.index))

    def order(self) -> shapes.OwnOrder | None:
        """The reader's own sealed order."""
        slot = self.slot
        if slot is None or not slot.commitment or slot.opened:
            return None
        return shapes.OwnOrder(_line_in(slot), slot.version, slot.commitment)


def _line_in(slot: Order) -> str | None:
    try:
        return unseal_order(slot.sealed).line
    except BrokenSeal:
        return None


def seat_of(request: Request, seats: Iterable[Seat], teams: Teams) -> Seat | None:
    """The seat that the person who asks holds and still plays, alone or in a team."""
    if not request.user.is_authenticated:
        return None
    shared = teams.seat_of(request.user.pk)
    held = (seat for seat in seats if seat.user_id == request.user.pk or seat.pk == shared)
    return next((seat for seat in held if not seat.bot), None)


def translated(decision: Decision) -> Decision:
    """A decision with the words of its clauses in the reader's language."""
    silence = gettext(decision.silence) if decision.silence else ""
    clauses = tuple(map(_translated, decision.clauses))
    return msgspec.structs.replace(decision, clauses=clauses, silence=silence)


def _translated(clause: Clause) -> Clause:
    meanings = tuple(tuple(map(gettext, meaning)) for meaning in clause.meanings)
    without = gettext(clause.without) if clause.without else ""
    return msgspec.structs.replace(clause, hint=gettext(clause.hint), meanings=meanings, without=without)


def plain(view: Any) -> dict[str, Any]:
    """A view as JSON values."""
    values: dict[str, Any] = msgspec.to_builtins(view)
    return values


def address(request: Request, name: str, *args: object) -> str:
    """The full address of a page or of a part of the API."""
    return request.build_absolute_uri(reverse(name, args=args))


def match_shape(look: Look) -> shapes.Match:
    """A match as its reader may see it."""
    match, turn = look.match, look.turn
    decision = look.decision()
    over = match.ended_at is not None
    rematch = Match.objects.visible_to(look.request.user).filter(rematch_of=match).first() if over else None
    return shapes.Match(
        id=match.code,
        game=match.game,
        name=match.title,
        status=match.status,  # type: ignore[arg-type]
        visibility=match.visibility,  # type: ignore[arg-type]
        options=match.options,
        pace=match.pace,
        team=match.team,
        captain=match.captain,  # type: ignore[arg-type]
        reliability=match.reliability,
        turn=turn.number if turn else None,
        deadline=turn.due_at if turn and turn.closed_at is None else None,
        pause=_pause(turn) if turn and turn.closed_at is None else None,
        seats=[_seat(look, seat) for seat in look.seats],
        free=match.places(look.seats, look.teams.count),
        seat=look.index,
        view=look.view(),
        decision=decision,
        order=look.order(),
        outcome=msgspec.convert(match.outcome, Outcome) if match.outcome else None,
        seed_commitment=match.seed_commitment,
        seed=match.seed or None,
        rematch=rematch.code if rematch else None,
        stopped=match.stopped or None,
        trouble=bool(match.trouble),
        created_at=match.created_at,
        started_at=match.started_at,
        ended_at=match.ended_at,
        urls=_urls(look, decision is not None),
    )


def _pause(turn: Turn) -> pause_shapes.Pause | None:
    if turn.paused_at is None:
        return None
    begun, left = max(turn.paused_at, turn.opened_at), None
    if turn.paused_due is not None:
        left = max(0, int((turn.paused_due - begun).total_seconds()))
    return pause_shapes.Pause(turn.paused_at, turn.paused_at + settings.LONGEST_PAUSE, left)


def _away(look: Look, seat: Seat) -> pause_shapes.Away | None:
    """The vacation of a seat's holder; only those at the table have read any."""
    now = timezone.now()
    found = absence(seat, now, look.turn.due_at) if look.turn is not None and seat.vacations else None
    return None if found is None else pause_shapes.Away(found.begins, found.ends)


def _seat(look: Look, seat: Seat) -> shapes.Seat:
    is_open = look.turn is not None and look.turn.closed_at is None
    return shapes.Seat(
        index=seat.index,
        name=seat.name,
        bot=seat.bot,
        state=seat.state,  # type: ignore[arg-type]
        word=seat.word,
        given=look.teams.has_given(seat.pk, look.orders.get(seat.pk)) if is_open else None,
        misses=seat.misses,
        clock=seat.clock,
        away=_away(look, seat),
        pause=is_open and seat.waits_for_person and wishes(seat, look.turn.number if look.turn else 0),
        vacant=look.match.status == Match.Status.RUNNING and seat.is_vacant,
        since=seat.since,
        former=[shapes.Former(one.name, one.since, one.until) for one in look.teams.held.get(seat.pk, ())],
        members=[
            shapes.Member(
                number=member.position,
                name=member.user.username,
                captain=member.user_id == seat.user_id,
                given=bool(voice.commitment) if voice is not None and is_open else None,
            )
            for member, voice in look.teams.of_seat(seat.pk)
        ],
    )


def _urls(look: Look, owes: bool) -> shapes.Urls:
    request, code = look.request, look.match.code
    return shapes.Urls(
        page=request.build_absolute_uri(look.match.get_absolute_url()),
        self=address(request, "api:match", code),
        turns=address(request, "api:turns", code),
        record=address(request, "api:record", code),
        exports={
            export.name: address(request, "api:export", code, export.name)
            for export in look.match.rules.exports
            if look.match.started_at is not None
        },
        order=address(request, "api:order", code, look.turn.number) if look.turn and owes else None,
    )


def match_lines(request: Request, matches: Sequence[Match]) -> list[shapes.MatchLine]:
    """Matches in a list, with two queries for all of them, and two for those of teams."""
    prefetch_related_objects(matches, "seats__user")
    prefetch_related_objects([match for match in matches if match.team > 1], "seats__members__user")
    turns = {turn.match_id: turn for turn in Turn.objects.open().filter(match__in=matches).defer("position")}
    return [_match_line(request, match, turns.get(match.pk)) for match in matches]


def _match_line(request: Request, match: Match, turn: Turn | None) -> shapes.MatchLine:
    seats = list(match.seats.all())
    teams = [[member.user.username for member in seat.members.all()] for seat in seats if match.team > 1]
    return shapes.MatchLine(
        id=match.code,
        game=match.game,
        name=match.title,
        status=match.status,  # type: ignore[arg-type]
        visibility=match.visibility,  # type: ignore[arg-type]
        size=match.size,
        team=match.team,
        free=match.places(seats, sum(map(len, teams))),
        players=[seat.name for seat in seats],
        teams=teams,
        vacant=[seat.index for seat in seats if match.status == Match.Status.RUNNING and seat.is_vacant],
        reliability=match.reliability,
        turn=turn.number if turn else None,
        deadline=turn.due_at if turn else None,
        paused=turn is not None and turn.paused_at is not None,
        created_at=match.created_at,
        url=address(request, "api:match", match.code),
    )


def turn_line(turn: Turn, seats: dict[int, Seat], mine: int | None, teams: Teams) -> dict[str, Any]:
    """The fields of a turn in a list; ``seats`` by their keys, ``mine`` is the reader's seat."""
    return {
        "turn": turn.number,
        "opened_at": turn.opened_at,
        "deadline": turn.due_at,
        "moved": turn.moved,
        "stretched": turn.stretched,
        "paused": turn.paused_at is not None,
        "closed_at": turn.closed_at,
        "owed": turn.owed,
        "left": turn.left,
        "orders": sorted(
            (
                _order(order, turn.number, seats[order.seat_id].index, teams)
                for order in turn.orders.all()
                if not (order.voice and order.opened and not order.commitment)
            ),
            key=lambda order: (order.seat, order.member or 0),
        ),
        "events": told(turn, mine),
        "hash": turn.hash or None,
    }


def _order(order: Order, number: int, seat: int, teams: Teams) -> shapes.TurnOrder:
    # The line of a sealed order is in another column, still encrypted; what is not opened is empty here.
    return shapes.TurnOrder(
        seat=seat,
        member=order.voice or None,
        commitment=order.commitment,
        version=order.version,
        line=order.line if order.opened else None,
        by=order.by if order.opened else None,
        salt=(order.salt or None) if order.opened else None,
        giver=(teams.giver_of(order, number) or None) if order.opened else None,
        excused=order.opened and order.excused,
    )


def duty(request: Request, slot: Order) -> shapes.Duty:
    """An order that a person owes."""
    match, turn, seat = slot.turn.match, slot.turn, slot.seat
    return shapes.Duty(
        id=match.code,
        name=match.title,
        game=match.game,
        turn=turn.number,
        seat=seat.index,
        deadline=turn.due_at,
        paused=turn.paused_at is not None,
        decision=translated(match.rules.decisions(turn.state())[seat.index]),
        order_url=address(request, "api:order", match.code, turn.number),
        page=request.build_absolute_uri(match.get_absolute_url()),
    )


def game_shape(request: Request, game: Game[Any]) -> shapes.Game:
    """A game of the shelf."""
    return shapes.Game(
        slug=game.slug,
        name=game.name,
        version=game.version,
        seats=list(game.seats),
        options=_options(game),
        orders=dict(game.written),
        rules=address(request, "rules", game.slug),
    )


def _options(game: Game[Any]) -> list[shapes.Option]:
    defaults = game.options()
    return [
        shapes.Option(
            field.name,
            *_words(game.label(field.name)),
            *_values(field.type),
            default=getattr(defaults, field.name),
        )
        for field in msgspec.structs.fields(game.options)
    ]


def _words(label: Label) -> tuple[str, str, list[shapes.OptionWord]]:
    """How people call an option, what it is about, and how they call its values."""
    words = [shapes.OptionWord(value, gettext(word)) for value, word in label.values.items()]
    return gettext(label.name), gettext(label.help) if label.help else "", words


def _values(kind: Any) -> tuple[list[Any], int | None, int | None]:
    """What an option can be: a list, or the least and the most of a number."""
    meta = next((m for m in getattr(kind, "__metadata__", ()) if isinstance(m, msgspec.Meta)), None)
    if meta is not None:
        return [], _whole(meta.ge), _whole(meta.le)
    if get_origin(kind) is Literal:
        return list(get_args(kind)), None, None
    if kind is bool:
        return [True, False], None, None
    parts = [_values(part) for part in get_args(kind) if part is not type(None)]
    values = [value for part in parts for value in part[0]]
    least = next((part[1] for part in parts if part[1] is not None), None)
    most = next((part[2] for part in parts if part[2] is not None), None)
    return values, least, most


def _whole(bound: float | None) -> int | None:
    return None if bound is None else int(bound)


__all__ = ["Look", "duty", "game_shape", "match_lines", "match_shape", "seat_of", "turn_line"]
