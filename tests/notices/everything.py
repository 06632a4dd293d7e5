"""Mails of every kind about a match of any game, as their readers get them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from accounts.letters import write
from accounts.models import DIGEST, Notice, User
from accounts.outbox import BUILDERS, Mail, finished
from games.actions import orders, pausing, seats, successors, telling, turns
from games.actions.contests import ladder
from games.actions.contests import telling as news
from games.contests.standings import standings
from games.models import Contest, Match, Round, Seat
from games.models.field import field_of
from games.models.lots import chance_of
from games.notices.columns import WIDTH, width
from games.rules import GAMES
from games.rules.chance import Chance
from tests.actions.contests import cups
from tests.actions.tables import DAY, HOUR, NOW, open_turn, opened, person, started
from tests.mailroom.posting import mailed, mailer

NAME = "R&B <b>'n'\n</b> é 日本 🎲 {x} %s"
"""The name of a table that tries to be more than that."""
GAMES_OF_MANY = sorted(slug for slug, game in GAMES.items() if max(game.seats) > 1)

Written = dict[str, tuple[Notice, Mail]]
"""Mails by what they are, each with its notice."""


def every_mail(game: str, language: str = "en") -> Written:
    """One mail of each kind about this game, to Ann."""
    found: Written = {}
    for name in ("ann", "bob", "cyd"):
        mailer(name)
    User.objects.update(language=language, zone="Europe/Warsaw")
    size = min(size for size in GAMES[game].seats if size > 1)
    opened("bob", size, game=game, invite=["ann"])
    Match.objects.update(name=NAME)  # no door takes a line break; here one got through
    take(found, "invitation")
    people = ("ann", "bob", "cyd", "dan", "eve", "fay")[:size]
    match = started(*people, game=game, pace={"misses": 2})
    Match.objects.update(name=NAME)
    take(found, "start")
    seats.say(person("bob"), match, f"Hello {NAME}\n\n" + "long " * 60 + "x" * 200, NOW)
    take(found, "talk")
    pausing.ask(person("bob"), match.code, NOW)
    take(found, "pause")
    play_on(match)
    until_asked(match)
    take(found, "turn", "result")
    mailed(match, "ann", "what is this?\n")
    take(found, "refusal")
    mailed(match, "ann", f"{silence(match)}\n")
    take(found, "receipt")
    until_asked(match, again=True)
    now = open_turn(match).due_at
    assert now is not None
    turns.remind_due(now - HOUR)
    Notice.objects.filter(kind__in=("turn", "start")).update(status="sent")
    take(found, "reminder")
    digested(found)
    turns.close_due(now)
    take(found, "missed", name="missed, grace")
    for days in range(2, 40, 2):
        turns.close_due(now + days * DAY)
        take(found, "missed")
        if "missed" in found or not match.turns.open().exists():
            break
    over = started(*people, game=game)
    Match.objects.update(name=NAME)
    play_on(over)
    while (seat := playing(over)) is not None:
        seats.resign(seat.user, over, NOW)
    take(found, "end")
    free = started(*people, game=game, pace={"deserted": "substitute"})
    Match.objects.update(name=NAME)
    seats.vacate(person(people[-1]), NOW)
    take(found, "seat", name="seat, free")
    successors.take_over(person("zoe"), free, size - 1, NOW)
    take(found, "seat")
    of_contests(found, people, game)
    return found


def of_contests(found: Written, people: tuple[str, ...], game: str) -> None:
    """Take the mails about contests: one that is drawn, a round of it, one that needs a hand, a challenge."""
    wanted: dict[str, Any] = {"game": game, "options": {}, "size": len(people), "director": "ann"}
    contest = cups.begun(*people, **wanted)
    Contest.objects.update(name=NAME)
    take(found, "contest")
    take(found, "start", name="start, of a contest")
    group = contest.groups.get()
    lines = standings(field_of(group), chance_of(contest, "lot", 0, 1))
    group.standings = msgspec.to_builtins(lines)
    group.save()
    Round.objects.update(ended_at=NOW)
    telling.tell(news.round_over(Round.objects.select_related("group__contest").get(), NOW))
    take(found, "round")
    Contest.objects.update(trouble=NAME)
    telling.tell(news.needs_hand(Contest.objects.get(), NOW))
    take(found, "director")
    for_two = {"game": game if 2 in GAMES[game].seats else "fourbid", "size": 2}
    ladder_ = cups.begun(*people, plan=cups.plan_of("ladder"), **{**wanted, **for_two})
    Contest.objects.update(name=NAME)
    ladder.challenge(person(people[1]), ladder_, ladder_.entries.get(user__username="ann"), NOW)
    take(found, "challenge")
    for over in Contest.objects.all():
        Contest.objects.filter(pk=over.pk).update(status="finished", ended_at=NOW, seed="ab")
        telling.tell(news.ended(over, NOW))
    take(found, "contest", name="contest, over")


def playing(match: Match) -> Seat | None:
    """A seat that a person still plays, as long as the match runs."""
    match.refresh_from_db()
    left = match.seats.filter(user__isnull=False, bot=False, state="playing").select_related("user")
    return left.last() if match.status == "running" else None


def take(found: Written, *kinds: str, name: str = "") -> None:
    """Put the mails to Ann that wait into the outbox's place, and take these kinds out of it."""
    waiting = Notice.objects.pending().filter(user__username="ann").select_related("user").order_by("pk")
    for notice in waiting:
        if notice.kind in kinds:
            mails = BUILDERS[notice.kind]([notice], NOW + HOUR)
            if notice.pk in mails:
                found[name or notice.kind] = notice, finished(mails[notice.pk])
    waiting.update(status="sent")


def digested(found: Written) -> None:
    """Take a digest of what Ann was told."""
    ann = User.objects.get(username="ann")
    Notice.objects.filter(user=ann, status="sent").update(status="digest")
    notice = Notice.objects.create(user=ann, kind=DIGEST, subject="today", created_at=NOW, send_at=NOW)
    found[DIGEST] = notice, finished(BUILDERS[DIGEST]([notice], NOW + HOUR)[notice.pk])
    Notice.objects.filter(user=ann).update(status="sent")


def silence(match: Match, name: str = "ann") -> str:
    """What would be played in this person's silence."""
    turn = open_turn(match)
    return turn.match.rules.decisions(turn.state())[match.seats.get(user__username=name).index].default


def play_on(match: Match) -> None:
    """Have everybody who is asked order what a bot would."""
    turn = open_turn(match)
    state, game = turn.state(), turn.match.rules
    decisions = game.decisions(state)
    for slot in list(turn.orders.filter(commitment="").select_related("seat__user")):
        index = slot.seat.index
        line = game.choose(game.view(state, index), index, decisions[index], Chance(b"all", turn.number))
        assert slot.seat.user is not None
        orders.submit(slot.seat.user, match.code, turn.number, line, NOW, "web")
    match.refresh_from_db()


def until_asked(match: Match, *, again: bool = False) -> None:
    """Play on until Ann is asked; ``again``: in another turn."""
    before = open_turn(match).number
    for _n in range(12):
        turn = open_turn(match)
        asked = turn.orders.filter(commitment="", seat__user__username="ann").exists()
        if asked and not (again and turn.number == before):
            return
        play_on(match)
    raise AssertionError("Ann is never asked")


def raw(notice: Notice, mail: Mail) -> bytes:
    """The mail as it goes over the wire."""
    return write(notice, mail, NOW).as_bytes()


def too_wide(text: str) -> Iterator[str]:
    """The lines that do not fit into 72 columns and are no address."""
    for line in text.split("\n"):
        if width(line) > WIDTH and not is_address(line):
            yield line


def is_address(line: str) -> bool:
    """Whether a line is an address, perhaps behind what it is of."""
    word = line.rsplit(maxsplit=1)[-1]
    return "://" in word or ("@" in word and line.split() == [word])
