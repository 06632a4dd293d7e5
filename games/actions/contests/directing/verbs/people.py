"""Who plays: replace the person of an entry, withdraw it, bring it back, give it a bye."""

from __future__ import annotations

import msgspec

from games.actions.contests import chairs, entering, substitutes
from games.actions.contests.directing.case import GOING, IN_PLAY, Case, Status, Verb, not_now
from games.actions.contests.directing.refusals import IllegalAct
from games.actions.contests.directing.verbs.before import OneEntry
from games.actions.contests.rows import last_paired, people_called
from games.contests.formats import FORMATS
from games.models import Entry, Pairing, Side
from games.rules.game import gettext_noop

_ = gettext_noop

MOST_ROUNDS = 500
BYE_HOWS = {"full": Pairing.How.BYE, "half": Pairing.How.HALF_BYE, "zero": Pairing.How.ZERO_BYE}
LEFT_OUT = ("swiss", "duplicate")
"""Formats that leave out who is absent; elsewhere somebody waits for every entry in every round."""


class Successor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``entry``: its key. ``person``: the user name of whoever plays it from now on."""

    entry: int
    person: str


class Replace(Verb[Successor]):
    """Put somebody in the place of the people of an entry, at its running tables too."""

    name = "replace"
    title = _("Replace somebody")
    said = _("{director} put {person} in the place of {entry}.")
    wants = Successor
    during = IN_PLAY

    def do(self, case: Case, wanted: Successor) -> None:
        """Results and what it owes are the entry's; hands pass on, talk and notes do not."""
        entry = case.entry(wanted.entry)
        people = people_called([wanted.person], "person")
        if not people:
            raise IllegalAct(_("Name somebody."), "nobody", "person")
        case.facts |= {"entry": entry.title, "person": people[0].username}
        if chairs.running(entry):
            case.last(_("The hands at its running tables have passed on. Replace once more instead."))
        substitutes.replace(entry, people[0], case.now)


class Withdraw(Verb[OneEntry]):
    """Let an entry play no further round."""

    name = "withdraw"
    title = _("Withdraw an entry")
    said = _("{director} withdrew {entry}.")
    wants = OneEntry
    during = GOING

    def do(self, case: Case, wanted: OneEntry) -> None:
        """Its open matches are given up by their rules for leaving, or wait for somebody to step in."""
        entry = case.entry(wanted.entry)
        case.facts["entry"] = entry.title
        if entry.status == Entry.Status.WITHDRAWN:
            raise not_now(_("{entry} has withdrawn already."), "withdrawn", entry=entry.title)
        if chairs.running(entry):
            case.last(_("Its seats at running tables are given up. Bring it back instead."))
        entering.withdraw(entry, case.now)


class BringBack(Verb[OneEntry]):
    """Let an entry that has withdrawn play again from the next round on."""

    name = "bring_back"
    title = _("Bring an entry back")
    said = _("{director} brought {entry} back.")
    wants = OneEntry
    during = IN_PLAY

    def do(self, case: Case, wanted: OneEntry) -> None:
        """Rounds that it missed stay missed."""
        entry = case.entry(wanted.entry)
        case.facts["entry"] = entry.title
        if entry.status != Entry.Status.WITHDRAWN:
            raise not_now(_("{entry} has not withdrawn."), "not_withdrawn", entry=entry.title)
        entering.come_back(entry, case.now)


class Bye(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``how``: ``full``, ``half`` or ``zero``, for the round of this number.."""

    entry: int
    round: int
    how: str = "half"


class GiveBye(Verb[Bye]):
    """Leave an entry out of a coming round, for a win, half a win or nothing."""

    name = "bye"
    title = _("Give a bye")
    said = _("{director} gave {entry} a bye in round {round}.")
    wants = Bye
    during = (Status.REGISTRATION, *IN_PLAY)

    def do(self, case: Case, wanted: Bye) -> None:
        """A bye for a whole win at most once an entry, whoever gave it."""
        entry = case.entry(wanted.entry)
        case.facts |= {"entry": entry.title, "round": wanted.round}
        if wanted.how not in BYE_HOWS:
            raise IllegalAct(
                _("A bye is {values}, not “{how}”."),
                "illegal_bye",
                "how",
                values=", ".join(BYE_HOWS),
                how=wanted.how,
            )
        self._check_round(case, entry, wanted.round)
        if wanted.how == "full":
            _refuse_second(entry, wanted.round)
        entry.absent = sorted({*entry.absent, wanted.round})
        entry.byes = {**entry.byes, str(wanted.round): BYE_HOWS[wanted.how].value}
        entry.save(update_fields=["absent", "byes"])

    def _check_round(self, case: Case, entry: Entry, number: int) -> None:
        contest = case.contest
        stage = contest.terms.stages[contest.stage]
        if stage.format not in LEFT_OUT:
            raise not_now(_("In this format nobody can be left out of a round."), "no_byes")
        known = FORMATS[stage.format].rounds(stage, contest.size, contest.entries.playing().count())
        last = last_paired(contest)
        if not last < number <= (known or MOST_ROUNDS):
            raise IllegalAct(_("Name a round that is still to be paired."), "no_such_round", "round")


def _refuse_second(entry: Entry, number: int) -> None:
    had = Side.objects.filter(entry=entry, pairing__how=Pairing.How.BYE).exists()
    others = [other for other, how in entry.byes.items() if how == Pairing.How.BYE and other != str(number)]
    if had or others:
        raise not_now(_("{entry} had a bye already."), "second_bye", entry=entry.title)
