"""Acts on a contest as a whole: its directors, a pause, calling it off, a word to everybody."""

from __future__ import annotations

import datetime
from typing import Any

import msgspec

from games.actions import pausing
from games.actions.contests import chairs, founding, seasons
from games.actions.contests.directing.case import (
    GOING,
    IN_PLAY,
    Case,
    Nothing,
    Status,
    TableChange,
    Verb,
    not_now,
)
from games.actions.contests.directing.refusals import IllegalAct
from games.actions.contests.rows import people_called
from games.actions.refusals import AlreadyPaused, NoClock, NotPaused, NotRunning
from games.actions.texts import some_lines
from games.models import Act, Match
from games.rules.game import gettext_noop

_ = gettext_noop

MOST_DIRECTORS = 10
MOST_WORDS = 3
"""Of so many words a day by the directors of a contest people are told."""
WORDS_LENGTH = 1000
DAY = datetime.timedelta(days=1)


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``person``: a user name."""

    person: str


class AddDirector(Verb[Person]):
    """Let somebody else direct too."""

    name = "add_director"
    title = _("Add a director")
    said = _("{director} made {person} a director.")
    wants = Person
    during = (Status.DRAFT, *GOING)
    reasoned = False

    def do(self, case: Case, wanted: Person) -> None:
        """Whoever directs already stays."""
        people = people_called([wanted.person], "person")
        if not people:
            raise IllegalAct(_("Name somebody."), "nobody", "person")
        if case.contest.directors.count() >= MOST_DIRECTORS:
            raise IllegalAct(
                _("A contest has at most {most} directors."),
                "too_many_directors",
                "person",
                most=MOST_DIRECTORS,
            )
        case.contest.directors.add(people[0])
        case.facts["person"] = people[0].username


class RemoveDirector(Verb[Person]):
    """Let somebody direct no more, oneself for example."""

    name = "remove_director"
    title = _("Remove a director")
    said = _("{director} let {person} direct no more.")
    wants = Person
    during = (Status.DRAFT, *GOING)

    def do(self, case: Case, wanted: Person) -> None:
        """One is left at the least."""
        person = case.contest.directors.filter(username__iexact=wanted.person.strip()).first()
        if person is None:
            raise IllegalAct(
                _("“{name}” does not direct this contest."), "not_a_director", "person", name=wanted.person
            )
        if case.contest.directors.count() == 1:
            raise IllegalAct(_("A contest needs a director."), "last_director", "person")
        case.contest.directors.remove(person)
        case.facts["person"] = person.username


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``tables``: whether the matches that run pause too, or go on."""

    tables: bool = False


class Pause(Verb[Tables]):
    """Let no round begin and no draw be made until it goes on."""

    name = "pause"
    title = _("Pause")
    said = _("{director} let the contest pause.")
    wants = Tables

    def do(self, case: Case, wanted: Tables) -> None:
        """Clocks of matches stand only where that is wanted; a match goes on by itself after a long pause."""
        case.entries = None
        if case.contest.paused_at is not None:
            raise not_now(_("This contest pauses already."), "already_paused")
        hold(case)
        if wanted.tables:
            stop_clocks(case, [match.code for match in chairs.in_play(case.contest)])

    def take_back(self, case: Case, kept: dict[str, Any]) -> None:
        """Let the clocks go on that this stopped, unless somebody did since."""
        let_clocks_run(case, kept.get("tables", []))


class GoOn(Verb[Tables]):
    """Let a contest go on that pauses."""

    name = "go_on"
    title = _("Go on")
    said = _("{director} let the contest go on.")
    wants = Tables
    reasoned = False

    def do(self, case: Case, wanted: Tables) -> None:
        """What would have been due meanwhile is due at once."""
        case.entries = None
        if case.contest.paused_at is None:
            raise not_now(_("This contest does not pause."), "not_paused")
        case.contest.paused_at = None
        if case.contest.status in IN_PLAY:
            case.contest.wake_at = case.now
        else:
            case.contest.wake_at = case.contest.starts_at
        case.contest.save(update_fields=["paused_at", "wake_at"])
        if wanted.tables:
            let_clocks_run(case, [match.code for match in chairs.in_play(case.contest)])

    def take_back(self, case: Case, kept: dict[str, Any]) -> None:
        """Stop the clocks again that this let run."""
        stop_clocks(case, kept.get("tables", []))


def hold(case: Case) -> None:
    """Let a contest pause from now on."""
    case.contest.paused_at = case.now
    case.contest.save(update_fields=["paused_at"])


def stop_clocks(case: Case, codes: list[str]) -> None:
    """Let matches pause whose clocks run; noted with the case."""
    _each(case, codes, pausing.begin, "paused")


def let_clocks_run(case: Case, codes: list[str]) -> None:
    """Let matches go on that pause; noted with the case."""
    _each(case, codes, pausing.go_on, "goes_on")


def _each(case: Case, codes: list[str], do: Any, what: str) -> None:
    done = []
    for code in codes:
        try:
            do(code, case.now)
        except (NotRunning, NoClock, AlreadyPaused, NotPaused):
            continue  # it has no clock, or is as it should be
        done.append(code)
    case.kept["tables"] = done
    titles = Match.objects.titles(done)
    case.tables += [TableChange(what, code, titles[code]) for code in done]


class CallOff(Verb[Nothing]):
    """Call the contest off."""

    name = "call_off"
    title = _("Call off")
    said = _("{director} called the contest off.")
    wants = Nothing
    during = (Status.DRAFT, *GOING)

    def do(self, case: Case, wanted: Nothing) -> None:
        """Matches that run go on for those who play them, but count for nothing."""
        case.entries = None
        case.last(_("Everybody is told at once, so the contest stays called off."))
        founding.end_early(case.contest, case.now)


class CloseLeague(Verb[Nothing]):
    """Let this be the last season of the league."""

    name = "close_league"
    title = _("End the league")
    said = _("{director} ended the league: no season follows this one.")
    wants = Nothing

    def do(self, case: Case, wanted: Nothing) -> None:
        """This season is played to its end."""
        case.entries = None
        if not seasons.close_league(case.director, case.contest, case.now):
            raise not_now(_("This league has ended already."), "league_ended")

    def take_back(self, case: Case, kept: dict[str, Any]) -> None:
        """Let seasons follow again."""
        seasons.open_league(case.contest)


class Undo(Verb[Nothing]):
    """The row of the log that says that an act was undone; see ``undo``. Nobody does it as an act."""

    name = "undo"
    title = _("Undo")
    said = _("{director} undid what was done before.")
    wants = Nothing
    during = ()


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``text``: what to say; everybody can read it in the log too."""

    text: str


class Word(Verb[Words]):
    """Send a word to everybody who takes part."""

    name = "word"
    title = _("Send a word to all")
    said = _("{director} wrote to all: {text}")
    wants = Words
    during = (*GOING, Status.FINISHED)
    reasoned = False

    def do(self, case: Case, wanted: Words) -> None:
        """At most a few a day."""
        case.entries = None
        text = some_lines(wanted.text, WORDS_LENGTH, "text")
        if not text:
            raise IllegalAct(_("There is nothing in this message."), "empty", "text")
        lately = Act.objects.filter(contest=case.contest, verb=self.name, done_at__gt=case.now - DAY)
        if lately.count() >= MOST_WORDS:
            raise not_now(_("At most {most} words a day are sent to all."), "too_many_words", most=MOST_WORDS)
        case.facts["text"] = text
        case.last(_("What was sent can’t be taken back."))
