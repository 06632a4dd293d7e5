"""Texts that are no orders, orders of other games, and all rows of a match: to feed every door with."""

from __future__ import annotations

from typing import Any

from accounts.models import Notice
from games.models import Match, Order, Seat, Turn
from games.rules import GAMES
from games.rules.chance import Chance
from games.rules.game import Game, IllegalOrder
from tests.actions.tables import open_turn, started

TEXTS = (
    "",
    " ; ;; ",
    "\n\n",
    "\x00",
    "💥",
    "zzz",
    "-1",
    "0",
    "99999999999999999999",
    "\u0661",
    "\u202eR1",
    "K K K K",
    "<script>alert(1)</script>",
    "{name} %s %(name)s {0.__class__}",
    "'; DROP TABLE games_match; --",
    "x" * 5000,
    "bid",
    "bid -1; horse pink",
    "bet red 1000",
    "steal K0",
    "next *:z9",
    "from 99; next *:d5",
    "nextmove 9",
    "standing bid x",
    "standing horse pink",
    "if top<=x R1",
    "else",
    "thief >=x",
    "1! 2! 3!",
)
"""Most are wrong in every game, each in another way."""
WORDS = (
    *(
        "1",
        "2",
        "3!",
        "d5",
        "K",
        "R7",
        "K-5",
        "red",
        "20",
        "bid",
        "bet",
        "horse",
        "raise",
        "pass",
        "steal",
        "no",
    ),
    *(
        "low",
        "high",
        "swap",
        "from",
        "next",
        "*:d5",
        "stop",
        ";",
        "\n",
        "nextmove",
        "standing",
        "clear",
        "ask",
    ),
    *("if", "top<=6", "and", "lead", "else", "thief", ">=6", "trick", "2/7", "go", "play", "best"),
)
"""Words of the orders of all games."""


def orders_of_all_games() -> list[str]:
    """What the seats of every game are asked for in a first turn."""
    lines = []
    for game in GAMES.values():
        state = game.setup(max(game.seats), game.options(), Chance(b"nonsense", 0))
        lines += [decision.default for decision in game.decisions(state).values()]
    return sorted(set(lines))


def at_play(slug: str) -> tuple[Match, str, str]:
    """A running match, a person who is asked, and one who is not, if there is any such person."""
    game = GAMES[slug]
    seats = max(2, min(game.seats)) if max(game.seats) > 1 else 1
    match = started(*("ann", "bob", "cyd")[:seats], game=slug, pace={"kind": "free"} if seats == 1 else {})
    asked = set(game.decisions(open_turn(match).state()))
    names = {seat.index: seat.user.username for seat in match.seats.select_related("user")}
    idle = next((name for index, name in names.items() if index not in asked), "")
    return match, names[min(asked)], idle


def default(match: Match, index: int | None = None) -> str:
    """The order that a seat, or the first of those who are asked, would play in silence."""
    owed = match.rules.decisions(open_turn(match).state())
    return owed[min(owed) if index is None else index].default


def takes(match: Match, name: str, text: str) -> bool:
    """Whether this text is a legal order, orders ahead, or both, for this person's seat after all."""
    game: Game[Any] = match.rules
    state = open_turn(match).state()
    index = match.seats.get(user__username=name).index
    order, ahead = game.parted(text)
    try:
        if ahead:
            game.plan(game.view(state, index), index, ahead)
        if order.strip() or not ahead:
            game.check(state, index, order)
    except IllegalOrder:
        return False
    return True


def rows(match: Match) -> list[tuple[Any, ...]]:
    """Everything stored about a match."""
    return [
        *Match.objects.filter(pk=match.pk).values_list(),
        *Turn.objects.filter(match=match).order_by("pk").values_list(),
        *Order.objects.filter(turn__match=match).order_by("pk").values_list(),
        *Seat.objects.filter(match=match).order_by("pk").values_list(),
        *Notice.objects.order_by("pk").values_list("pk", "status"),
    ]
