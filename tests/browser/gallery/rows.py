"""What the gallery shows: the matches and contests of the demo, and whatever a page needs that these lack."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from typing import Any

from allauth.account.models import EmailConfirmationHMAC
from django.core import mail
from django.utils import timezone

from accounts import guests, outbox, vacations
from accounts.actions import issue
from accounts.links import unsubscribe_token
from accounts.mailbox import MailboxBackend
from accounts.models import MailboxMessage, User
from games.actions import deals, lobby, orders, pausing, practice, seats
from games.actions.contests.founding import Call, found
from games.actions.lobby import Proposal
from games.contests.plan import Plan, Stage
from games.links import order_token
from games.management import demo_contests
from games.management.commands import demo
from games.models import Contest, Deal, Match, Order
from games.rules import GAMES
from tests.actions.tables import open_turn

MATE = ("f2f3", "e7e5", "g2g4", "d8h4")
ARRAY = "setup RNBQKBNR/PPPPPPPP/........"
TRACK = {"track": 8, "turn_cap": 8}
SHORT: dict[str, dict[str, Any]] = {
    "fourbid": {},
    "foursquare": {},
    "bids": {"rounds": 1},
    "bid_n_bet": TRACK,
    "bid_chess": {"pool": "28"},
}
"""Options with which a match of each game is soon over."""


@dataclass
class Rows:
    """Matches and contests by what is to be seen of them."""

    people: dict[str, User]
    matches: dict[str, Match] = field(default_factory=dict)
    contests: dict[str, Contest] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    mail: int = 0
    day: datetime.date = datetime.date.min

    def take_demo(self) -> None:
        """Find the demo's matches and contests by their names."""
        for match in Match.objects.exclude(name="").filter(pairing=None):
            self.matches[match.name] = match
        for contest in Contest.objects.all():
            self.contests[contest.name] = contest


def sown() -> Rows:
    """Everything, by the actions that people take."""
    now = timezone.now()
    deals.prepare(now)
    people = [demo.make_person(name) for name in demo.NAMES]
    demo.make_matches(now, *people)
    demo_contests.make_contests(now, people)
    rows = Rows({person.username: person for person in people})
    rows.people["newcomer"] = demo.make_person("newcomer")
    rows.people["visitor"] = guests.welcome("en", "UTC", now)
    rows.take_demo()
    sow_practice(rows, now)
    sow_matches(rows, now)
    sow_contests(rows, now)
    sow_accounts(rows, now)
    return rows


def sow_practice(rows: Rows, now: datetime.datetime) -> None:
    """A match of each game that a visitor without an account has just sat down at."""
    for slug in GAMES:
        rows.matches[f"first turn {slug}"] = practice.practise(rows.people["visitor"], slug, now)


def between(slug: str, now: datetime.datetime, *names: str, **proposal: Any) -> Match:
    """A running match of people."""
    people = [User.objects.get(username=name) for name in names or ("north", "east")]
    proposal = {"options": SHORT[slug]} | proposal
    match = lobby.open_match(people[0], Proposal(slug, len(people), **proposal), now)
    for person in people[1:]:
        lobby.join(person, match, f"word of {person.username}", now)
    match.refresh_from_db()
    return match


def give(match: Match, name: str, line: str, now: datetime.datetime) -> None:
    """An order for the open turn."""
    orders.submit(User.objects.get(username=name), match.code, open_turn(match).number, line, now, "web")


def sow_matches(rows: Rows, now: datetime.datetime) -> None:
    """Matches in states that the demo leaves out."""
    north, east = rows.people["north"], rows.people["east"]
    setup = between("bid_chess", now, name="Two armies")
    for name in ("north", "east"):
        give(setup, name, "bid 0", now)
    moves = duel("In the middle of it", now, "a2a4", "a7a5", "b2b3", "b7b6", "b1c3", "c8b7")
    ordered = between("fourbid", now, name="Sealed already")
    give(ordered, "north", "K 2; low best; ask", now)
    seats.say(east, ordered, "Good luck! I have thought about this one for an hour.", now)
    seats.say(north, ordered, "Thank you, and to you.", now)
    paused = between("bids", now, "north", "east", "south", name="Until after the holidays")
    for name in ("north", "east", "south"):
        pausing.ask(rows.people[name], paused.code, now)
    teams = lobby.open_match(
        north, Proposal("bid_n_bet", 2, name="Two and two", team=2, captain="rotate", options=TRACK), now
    )
    hidden = lobby.open_match(
        north, Proposal("fourbid", 2, name="For the two of us", visibility="private", invite=("west",)), now
    )
    lonely = lobby.open_match(north, Proposal("bids", 5, name="Five wanted"), now)
    off = lobby.open_match(north, Proposal("fourbid", 2, name="Never begun"), now)
    lobby.call_off(north, off, now)
    made = (setup, moves, ordered, paused, teams, hidden, lonely, off)
    rows.matches |= {match.name: match for match in made}
    for slug, game in GAMES.items():
        if slug != "bid_chess":
            names = demo.NAMES[: min(game.seats)]
            rows.matches[f"over {slug}"] = played(between(slug, now, *names, name=f"The last of {slug}"), now)
    rows.matches["over bid_chess"] = duel("The shortest mate", now, *MATE)
    day = Deal.objects.filter(game="foursquare").begun(now)[0]
    rows.day = day.day
    rows.matches["deal"] = deals.attempt(east, day, now)
    slots = Order.objects.select_related("seat")
    rows.links["order"] = order_token(slots.get(turn=open_turn(ordered), seat__user=east))
    rows.links["closed"] = order_token(slots.filter(turn__match=moves, opened=True)[0])


def duel(name: str, now: datetime.datetime, *moves: str) -> Match:
    """A match of Bid Chess after these moves."""
    match = between("bid_chess", now, name=name)
    for line in ("bid 0", ARRAY):
        number = open_turn(match).number
        for user in ("north", "east"):
            orders.submit(User.objects.get(username=user), match.code, number, line, now, "web")
    for move in moves:
        slot = open_turn(match).orders.select_related("seat__user").get()
        assert slot.seat.user is not None
        give(match, slot.seat.user.username, move, now)
    return match


def played(match: Match, now: datetime.datetime) -> Match:
    """The match at its end."""
    demo_contests._play_out(match, now)
    match.refresh_from_db()
    return match


def sow_contests(rows: Rows, now: datetime.datetime) -> None:
    """A knock-out in its second round, a ladder, and a draft."""
    people = [rows.people[name] for name in demo.NAMES]
    cup = demo_contests._begun("Knock-out of spring", Plan(stages=(Stage(format="knockout"),)), people, now)
    demo_contests._play_round(cup, now)
    demo_contests._tick(now)
    ladder = demo_contests._begun("The long ladder", Plan(stages=(Stage(format="ladder"),)), people, now)
    draft = found(people[0], Call("Not told yet", "bid_chess", plan=demo_contests.SWISS), now)
    rows.contests |= {contest.name: contest for contest in (cup, ladder, draft)}


def sow_accounts(rows: Rows, now: datetime.datetime) -> None:
    """Mails in the box, a token, a vacation to come, and the links that mails carry."""
    north = rows.people["north"]
    issue(north, "my program", now)
    today = now.date()
    vacations.book(north, today + 20 * demo_contests.DAY, today + 27 * demo_contests.DAY, now)
    rows.links["unsubscribe"] = unsubscribe_token(north.pk, "turn")
    rows.links["confirm"] = EmailConfirmationHMAC(north.emailaddress_set.get()).key
    outbox.send_ready(lambda: now)
    MailboxBackend().send_messages([message for message in mail.outbox if "north" in message.to[0]][:5])
    rows.mail = MailboxMessage.objects.latest("pk").pk
