"""What happens when a turn's orders are opened: bids, payments, setups, moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from games.rules.bid_chess.asking import AGREE, OFFER, RESIGN, TIME, choices
from games.rules.bid_chess.auction import letters, minus, plus
from games.rules.bid_chess.ending import ended, finished, key
from games.rules.bid_chess.lists import pool
from games.rules.bid_chess.making import made
from games.rules.bid_chess.men import ARRAY, LETTERS, ORDINARY
from games.rules.bid_chess.notation import algebraic, read
from games.rules.bid_chess.orders import ASK, Bid, headless, read_bid, read_payment
from games.rules.bid_chess.position import Counts, Position, opened
from games.rules.bid_chess.setup import copies, men_of, ordinary, written
from games.rules.bid_chess.setup import read as read_setup
from games.rules.bid_chess.state import (
    Award,
    BidChessState,
    both,
    come_to,
    item,
    kinds,
    legal_moves,
    position,
    seat_of,
)
from games.rules.chance import Chance
from games.rules.game import Event, IllegalOption, Seat, gettext_noop

_ = gettext_noop

Happened = tuple[BidChessState, list[Event]]


def begun(options: Any, chance: Chance) -> BidChessState:
    """Colours by chance (draw 0), then the first item by chance (draw 1), each row equally likely.

    A row that was awarded does not come up again, so there have to be as many rows as items.
    """
    rows = pool(options.pool, options.custom)
    if len(rows) < options.items:
        raise IllegalOption(
            _("{items} items need as many rows that may come up; these are {rows}."),
            "few_rows",
            items=options.items,
            rows=len(rows),
        )
    return BidChessState(options=options, white=chance.below(2), row=chance.pick(rows))


def resolved(state: BidChessState, orders: Mapping[Seat, str], chance: Chance) -> Happened:
    """The next state, and what happened."""
    match state.phase:
        case "bid":
            return _auctioned(state, [read_bid(orders[seat]) for seat in (0, 1)], chance)
        case "pay":
            return _paid(state, orders[state.payer], chance)
        case "setup":
            return _revealed(state, orders)
    (line,) = orders.values()
    return _played(state, line)


def _auctioned(state: BidChessState, bids: list[Bid], chance: Chance) -> Happened:
    """The higher bid gets the item; equal bids give it to Black."""
    black = 1 - state.white
    winner = state.white if bids[state.white].amount > bids[black].amount else black
    bid = bids[winner]
    what = item(state, state.row)
    got = copies(state, winner)
    letter = _next_letter(state) if what["lot"] else ""
    award = Award(state.row, winner, bid.amount, got, letter)
    won = {"seat": winner, "bid": bid.amount, "copies": got, "letter": letter}
    events = [
        Event("bids", {"bids": [one.amount for one in bids], "row": state.row, "name": what["name"]}),
        Event("award", {"row": state.row, "name": what["name"]} | won),
    ]
    state = msgspec.structs.replace(state, awards=(*state.awards, award))
    return _charged(state, winner, bid, chance, events)


def _next_letter(state: BidChessState) -> str:
    return LETTERS[len(ORDINARY) + sum([bool(award.letter) for award in state.awards])]


def _charged(state: BidChessState, winner: Seat, bid: Bid, chance: Chance, events: list[Event]) -> Happened:
    """Who pays what, at once or when asked; nobody for a bid of 0."""
    payer, due = winner, bid.amount
    if due < 0 and state.options.negative == "opponent":
        payer, due = 1 - winner, -due
    if state.options.pay == "hidden":
        dues = (state.dues[0] + due, state.dues[1]) if payer == 0 else (state.dues[0], state.dues[1] + due)
        return _next(msgspec.structs.replace(state, dues=dues), chance, events)
    if due == 0:
        return _next(state, chance, events)
    ways = choices(state, payer, due)
    if len(ways) > 1 and (bid.paid == ASK or payer != winner):
        return msgspec.structs.replace(state, phase="pay", payer=payer, due=due), events
    men = bid.paid if isinstance(bid.paid, tuple) and payer == winner else ways[0]
    return _settled(state, payer, due, men, chance, events)


def _paid(state: BidChessState, line: str, chance: Chance) -> Happened:
    men = read_payment(headless(line))
    return _settled(state, state.payer, state.due, men, chance, [])


def _settled(
    state: BidChessState, payer: Seat, due: int, men: Any, chance: Chance, events: list[Event]
) -> Happened:
    """Men leave an army, or come to it."""
    changed = plus(state.men[payer], men) if due < 0 else minus(state.men[payer], men)
    state = _with_men(state, payer, changed, (0,) * len(ARRAY) if due < 0 else men)
    events.append(
        Event("added" if due < 0 else "paid", {"seat": payer, "men": letters(men), "value": abs(due)})
    )
    return _next(state, chance, events)


def _with_men(state: BidChessState, seat: Seat, men: Counts, gone: Counts) -> BidChessState:
    """The state with an army changed and what it gave up added to what it gave up before."""
    armies, given = list(state.men), list(state.given)
    armies[seat], given[seat] = men, plus(given[seat], gone)
    return msgspec.structs.replace(
        state, men=(armies[0], armies[1]), given=(given[0], given[1]), payer=0, due=0
    )


def _next(state: BidChessState, chance: Chance, events: list[Event]) -> Happened:
    """The next item, or the setup after the last one."""
    won = {award.row for award in state.awards}
    if len(won) < state.options.items:
        left = [number for number in pool(state.options.pool, state.options.custom) if number not in won]
        state = msgspec.structs.replace(state, phase="bid", row=chance.pick(left))
        events.append(Event("next", {"row": state.row, "name": item(state, state.row)["name"]}))
        return state, events
    return msgspec.structs.replace(state, phase="setup", row=0), events


def _revealed(state: BidChessState, orders: Mapping[Seat, str]) -> Happened:
    """Both setups are opened, and play begins."""
    placements = [read_setup(headless(orders[seat_of(state, turn)])) for turn in (0, 1)]
    events = []
    for turn, placement in enumerate(placements):
        seat = seat_of(state, turn)
        if state.dues[seat]:
            gone = minus(state.men[seat], ordinary(placement))
            added = tuple([max(0, -count) for count in gone])
            given = tuple([max(0, count) for count in gone])
            state = _with_men(state, seat, minus(state.men[seat], gone), given)
            men = letters(added if state.dues[seat] < 0 else given)
            kind = "added" if state.dues[seat] < 0 else "paid"
            events.append(Event(kind, {"seat": seat, "men": men, "value": abs(state.dues[seat])}))
        events.append(Event("setup", {"seat": seat, "setup": written(placement)}))
    armies = both(state)
    boards = men_of(placements, armies.kinds)
    here = opened(armies, boards, lost(state) if state.options.lost == "all" else None)
    state = come_to(msgspec.structs.replace(state, phase="play", past=(key(here),)), here)
    return _looked_at(state, here, False, events)


def lost(state: BidChessState) -> tuple[Counts, Counts]:
    """The men given up, by colour and kind."""
    more = (0,) * (len(kinds(state)) - len(ARRAY))
    return (*state.given[state.white], *more), (*state.given[1 - state.white], *more)


def _played(state: BidChessState, line: str) -> Happened:
    """A move, an agreement, a resignation, or time that ran out."""
    here = position(state)
    seat = seat_of(state, here.turn)
    text, _semicolon, offer = line.partition(";")
    if text in (RESIGN, TIME):
        reason = "resigned" if text == RESIGN else "time"
        return ended(state, reason, 1 - seat), [Event(reason, {"seat": seat})]
    if text == AGREE:
        return ended(state, "agreed", None), [Event("agreed", {"seat": seat})]
    moves = legal_moves(state)
    move = read(here, text, moves)
    after = made(here, move)
    events = [
        Event("move", {"seat": seat, "ply": here.ply, "line": text, "san": algebraic(here, move, moves)})
    ]
    offered = offer.strip() == OFFER
    state = come_to(state, after)
    again = key(after, state.board)
    past = (*state.past, again) if after.quiet else (again,)
    state = msgspec.structs.replace(state, past=past, last=text, offer=offered)
    captured = after.taken[1 - here.turn] != here.taken[1 - here.turn]
    state, events = _looked_at(state, after, captured, events)
    if state.offer:
        events.append(Event("offer", {"seat": seat}))
    return state, events


def _looked_at(state: BidChessState, here: Position, captured: bool, events: list[Event]) -> Happened:
    """The state ended if the position ends the match."""
    result = finished(here, state.past, captured, legal_moves(state))
    if result is None:
        return state, events
    reason, turn = result
    winner = None if turn is None else seat_of(state, turn)
    events.append(Event(reason, {"seat": winner}))
    return ended(state, reason, winner), events
