"""A table for every way to play the games of the shelf, and programs that play them by the API alone."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from games.rules import GAMES
from tests.journeys.sink import Mail, Sink
from tests.journeys.stack import CHECKOUT, Stack
from tests.journeys.visitor import Program

PACE = {"interval": 120, "grace": False}
"""Long enough that nobody misses a turn on a slow machine, since nobody waits for a deadline here."""
PATIENCE = 2
"""For how many questions of each match a person waits until their mails come."""
ALONE = {slug for slug, game in GAMES.items() if len(game.seats) == 1}
"""The games that ask by no mail, since their one player is answered at once."""
TRIES = 3
"""How many orders made at random a program offers before it plays what is played in silence."""
SIGNING_UP = """
from django.utils import timezone
from accounts.actions import issue
from accounts.models import User

for name in NAMES:
    user = User.objects.create_user(name, f"{name}@shelf.example")
    print(name, issue(user, "journey", timezone.now()))
"""


@dataclass(frozen=True)
class Table:
    """A match to be: who plays, how many bots, which options, and what the first of them orders ahead."""

    name: str
    game: str
    people: tuple[str, ...]
    bots: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    plans: tuple[str, ...] = ()
    team: int = 1
    """How many people hold a seat together; their captains take turns."""
    offers: tuple[str, ...] = ()
    """What all of them order wherever it is legal, the first that is."""

    @property
    def proposal(self) -> dict[str, Any]:
        """What the first of them asks for."""
        seats = len(self.people) // self.team + self.bots
        pace = {} if seats == 1 else PACE
        return {
            "game": self.game,
            "seats": seats,
            "bots": self.bots,
            "name": self.name,
            "options": self.options,
            "pace": pace,
            "team": self.team,
            "captain": "rotate",
        }


FOURBID = (
    Table(
        "Round of three",
        "fourbid",
        ("una", "vic"),
        1,
        {"first_roll": "onto1", "skip": "land", "low_from": "rivals", "low_pick": "may", "auction_cap": 5}
        | {"out_of_pieces": "none"},
    ),
    Table(
        "Two at once",
        "fourbid",
        ("wes", "xia"),
        0,
        {"empty_at": "resolve", "bonus5": "any", "bonus_roll": "skip", "check": "instant", "auction_cap": 4}
        | {"out_of_pieces": "must", "pieces": 9},
    ),
)
FOURSQUARE = (
    Table("By the book", "foursquare", ("una",), plans=("next 1-5:d5 6-10:e5; next *:f5", "next *:c4")),
    Table(
        "From memory",
        "foursquare",
        ("vic",),
        options={"flip": "all", "compare": "all", "memory": "on", "preview": 3, "loss_score": "faceup"},
    ),
)
BIDS = (
    Table(
        "Three in the open",
        "bids",
        ("yan", "zoe"),
        1,
        {"rounds": 1, "ally": "on", "thief": "on", "lowest": "on", "minus5_bonus": "on", "colour": "on"}
        | {"double_order": "before"},
        ("thief >=1", "if top<=14 {hand}; else {hand}"),
    ),
    Table(
        "Three sealed",
        "bids",
        ("una", "ned"),
        1,
        {"rounds": 2, "bidding": "sealed", "surprise": "on", "double_scope": "game", "thief": "on"}
        | {"lucky_growth": "linear", "lucky_strict": "on"},
        ("thief no",),
    ),
    Table(
        "Six in the open",
        "bids",
        ("vic", "moe"),
        4,
        {"rounds": 1, "specials_in_hands": "no", "surprise": "on", "thief": "on"},
        ("else {hand}",),
    ),
    Table(
        "Six sealed",
        "bids",
        ("wes", "yan", "ned"),
        3,
        {"rounds": 1, "bidding": "sealed", "lowest": "on", "thief": "on"},
    ),
)
NEXT_MOVE = "nextmove 3; horse red; bet red 20"
"""A move that is legal whatever space it comes to."""
BID_N_BET = (
    Table(
        "Sealed bids",
        "bid_n_bet",
        ("xia", "zoe"),
        1,
        {"track": 8, "turn_cap": 9, "auction_tie": "rebid", "extra_horses": "on"},
        (f"{NEXT_MOVE}; standing bid 40; standing horse red",),
    ),
    Table(
        "Sealed limits",
        "bid_n_bet",
        ("ned", "moe"),
        0,
        {"auction": "proxy5", "track": 9, "turn_cap": 8, "start_corner": "plain", "bet_colours": "many"},
        (f"{NEXT_MOVE}; standing bid 25",),
    ),
    Table(
        "Open raises",
        "bid_n_bet",
        ("wes", "moe", "xia"),
        1,
        {"auction": "open5", "track": 9, "turn_cap": 6, "layout": "SABSCGSKU", "dq_bets": "lose"},
        (f"{NEXT_MOVE}; standing bid 15; standing horse blue",),
    ),
)
TEAMS = (
    Table(
        "Two and two",
        "bid_n_bet",
        ("una", "vic", "wes", "yan"),
        options={"layout": "SABSCGSKU", "track": 9, "turn_cap": 3},
        team=2,
        offers=("move 3!",),
    ),
)
"""A match of teams whose every move comes to a STOP BID."""
ARRAY = "RNBQKBNR/PPPPPPPP/........"
BID_CHESS = (
    Table(
        "Three powers",
        "bid_chess",
        ("una", "xia"),
        0,
        {"items": 3, "pool": "3, 34-36, 39", "leap": "unmoved", "sacrifice": "once", "lost": "all"}
        | {"enlist_promoted": "pawn", "first_ban": "strict", "castling": "off", "double_from_3": "on"},
        offers=("bid 3; pay ask", "draw"),
    ),
    Table(
        "Two wizards",
        "bid_chess",
        ("wes",),
        1,
        {"custom": "Wizard FC 1", "lot": "2", "min_bid": -2, "negative": "opponent", "pay": "hidden"}
        | {"promote_new": "both"},
        (f"setup win {ARRAY}; setup lose {ARRAY}",),
        offers=("bid 0", "resign"),
    ),
)
"""One is drawn as soon as a draw is offered, in the other one resigns at the first move."""
TABLES = (*FOURBID, *FOURSQUARE, *BIDS, *BID_N_BET, *BID_CHESS, *TEAMS)


class Player:
    """A person who plays by programs at several tables. ``random`` is seeded by the name.

    At each table the first ``PATIENCE`` questions are answered only when their mails have come.
    """

    def __init__(self, name: str, program: Program, sink: Sink) -> None:
        self.name, self.program, self.sink = name, program, sink
        self.address = f"{name}@shelf.example"
        self.random = random.Random(name)
        self.played: dict[str, int] = {}
        self.refused: set[str] = set()
        self.plans: dict[str, list[str]] = {}
        self.offers: dict[str, tuple[str, ...]] = {}

    def play(self) -> int:
        """Answer all that this person is asked; how much that was."""
        status, todo = self.program.call("GET", "todo")
        assert status == 200, todo
        asked = [duty for duty in todo["results"] if self._knows(duty)]
        for duty in asked:
            if not self._ahead(duty):
                self._order(duty)
        return len(asked)

    def mails(self, code: str) -> list[Mail]:
        """The mails about a match that came."""
        return [mail for mail in self.sink.to(self.address) if code in str(mail.message["References"])]

    def _knows(self, duty: dict[str, Any]) -> bool:
        """Whether the mail with the question has come, or is not waited for."""
        if self.played.get(duty["id"], 0) >= PATIENCE or duty["game"] in ALONE:
            return True
        asking = re.compile(rf"turn {duty['turn']}, your order")
        return any(asking.search(mail.subject) for mail in self.mails(duty["id"]))

    def _order(self, duty: dict[str, Any]) -> None:
        """Give a legal order: one made of the clauses at random if the rules take it, else the default."""
        decision = duty["decision"]
        offered = self.offers.get(duty["id"], ())
        lines = [self._made(decision["clauses"]) for _n in range(TRIES)]
        for line in [*offered, *lines, decision["default"]]:
            status, answer = self.program.call("PUT", _place(duty, "order"), order=line)
            if status == 409:  # a plan or a bot has played on meanwhile
                return
            if status == 200:
                self.played[duty["id"]] = self.played.get(duty["id"], 0) + 1
                return
            assert status == 400, answer
            self.refused.add(answer["detail"])
        raise AssertionError(f"{duty['game']} refuses its own default {decision['default']}: {answer}")

    def _made(self, clauses: Sequence[dict[str, Any]]) -> str:
        parts = []
        for clause in clauses:
            if clause["required"] or self.random.random() < 0.6:
                count = min(
                    len(clause["values"]), self.random.randint(clause["least"], max(1, clause["most"]))
                )
                values = self.random.sample(clause["values"], count) if clause["most"] else []
                parts.append(" ".join([clause["word"], *values]).strip())
        return "; ".join(parts)

    def _ahead(self, duty: dict[str, Any]) -> bool:
        """Give orders ahead if some are left for this match; whether that played the turn."""
        waiting = self.plans.get(duty["id"], [])
        if not waiting:
            return False
        text = waiting.pop(0)
        if "{hand}" in text:
            text = text.format(hand=duty["decision"]["clauses"][0]["values"][0])
        status, answer = self.program.call("PUT", f"matches/{duty['id']}/plan", plan=text)
        assert (status, bool(answer.get("plan"))) == (200, True), answer
        return bool(answer["order"])


def _place(duty: dict[str, Any], part: str) -> str:
    return f"matches/{duty['id']}/turns/{duty['turn']}/{part}"


def signed_up(stack: Stack, names: Sequence[str]) -> dict[str, Player]:
    """People with the tokens of their programs, made beside the site."""
    printed = stack.manage("shell", "-v", "0", "-c", f"NAMES = {list(names)!r}\n{SIGNING_UP}")
    tokens = dict(line.split() for line in printed.splitlines())
    return {name: Player(name, Program(stack.url, tokens[name]), stack.sink) for name in names}


def verified(record: Path) -> None:
    """Check a record as anybody can, with nothing but the rules."""
    done = subprocess.run(
        [sys.executable, "-m", "games.rules.record", "verify", str(record)],
        cwd=CHECKOUT,
        env={"PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def kind(mail: Mail) -> str:
    """What a mail is about, without its deadline."""
    return re.sub(r" until .*", "", mail.subject.rpartition(": ")[2])
