"""What an action on a contest refuses: each error carries a sentence and a code."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.game import Refusal, gettext_noop

_ = gettext_noop


class NotDirector(Refusal):
    """Only its directors may do that."""

    def __init__(self) -> None:
        super().__init__(_("Only a director of this contest may do that."), "not_director")


class NotDraft(Refusal):
    """It has been announced, so that what people enter for stays as it is."""

    def __init__(self) -> None:
        super().__init__(
            _("This contest has been announced; what people entered for can’t be changed any more."),
            "announced",
        )


class NotRegistering(Refusal):
    """It takes a contest that is open for entries."""

    def __init__(self) -> None:
        super().__init__(_("This contest is not open for entries."), "not_registering")


class ContestOver(Refusal):
    """The contest has ended or was called off."""

    def __init__(self) -> None:
        super().__init__(_("This contest is over."), "contest_over")


class TooFewEntries(Refusal):
    """A contest can't be drawn with so few."""

    def __init__(self, entries: int, least: int) -> None:
        super().__init__(
            _("This contest needs at least {least} entries; there are {entries}."),
            "too_few_entries",
            entries=entries,
            least=least,
        )


class EntriesClosed(Refusal):
    """Nobody enters any more, or not yet."""

    def __init__(self) -> None:
        super().__init__(_("Nobody can enter this contest now."), "entries_closed")


class AlreadyEntered(Refusal):
    """One is in a contest only once."""

    def __init__(self, name: str = "") -> None:
        if name:
            super().__init__(_("{name} is in this contest already."), "already_entered", name=name)
        else:
            super().__init__(_("You are in this contest already."), "already_entered")


class NotEntered(Refusal):
    """The person has no entry that could do this."""

    def __init__(self) -> None:
        super().__init__(_("You don’t take part in this contest."), "not_entered")


class NotAsked(Refusal):
    """The contest is by invitation only."""

    def __init__(self) -> None:
        super().__init__(_("This contest is by invitation, and you are not invited."), "not_invited")


class NotReliableEnough(Refusal):
    """Too few of the person's orders came in time for this contest."""

    def __init__(self, percent: int, owed: int, least: int) -> None:
        super().__init__(
            _(
                "This contest asks for {least} percent of orders in time; you have {percent} percent of"
                " your last {owed}."
            ),
            "not_reliable",
            least=least,
            percent=percent,
            owed=owed,
        )


class RatingOutside(Refusal):
    """The contest is for others: those with a higher, or a lower, rating."""

    def __init__(self, rating: int, least: int | None, most: int | None) -> None:
        bounds = {"rating": rating, "least": least, "most": most}
        if most is None:
            message = _("This contest is for ratings of {least} and more; yours is {rating}.")
        elif least is None:
            message = _("This contest is for ratings of {most} and less; yours is {rating}.")
        else:
            message = _("This contest is for ratings from {least} to {most}; yours is {rating}.")
        super().__init__(message, "rating_outside", **bounds)


class IllegalEntry(Refusal):
    """Nobody can enter like this; ``field`` names the part that is wrong."""

    def __init__(self, message: str, code: str, field: str, **data: object) -> None:
        super().__init__(message, code, **data)
        self.field = field


class NoWayBack(Refusal):
    """An entry that has withdrawn can't take part any more."""

    def __init__(self) -> None:
        super().__init__(_("This entry can’t come back: what it would play is over."), "no_way_back")


class PlaceTaken(Refusal):
    """Whoever withdrew has lost their place to somebody who waited for one."""

    def __init__(self) -> None:
        super().__init__(_("Your place was given to somebody who waited for one."), "place_taken")


class NotOfTeam(Refusal):
    """The person is not asked to join this team, or is not its captain."""

    def __init__(self) -> None:
        super().__init__(
            _("Only its captain asks people to a team, and only they can join it."), "not_of_team"
        )


class EntryFull(Refusal):
    """A team has as many people as it may."""

    def __init__(self, most: int) -> None:
        super().__init__(_("A team of this contest has at most {most} people."), "entry_full", most=most)


class NoLeague(Refusal):
    """It takes a contest that comes again."""

    def __init__(self) -> None:
        super().__init__(_("This contest is not a season of a league."), "no_league")


class NoLadder(Refusal):
    """Nobody challenges anybody in this contest, or not now."""

    def __init__(self) -> None:
        super().__init__(_("Nobody can be challenged in this contest now."), "no_ladder")


class OutOfReach(Refusal):
    """The rung is not above one's own, or too far above."""

    def __init__(self, reach: int) -> None:
        super().__init__(
            _("You can challenge those who stand above you, at most {reach} higher."),
            "out_of_reach",
            reach=reach,
        )


class AlreadyChallenged(Refusal):
    """One challenge at a time for everybody."""

    def __init__(self, mine: bool) -> None:
        if mine:
            super().__init__(_("Your last challenge is not decided yet."), "already_challenged")
        else:
            super().__init__(_("They have a challenge that is not decided yet."), "rival_challenged")


class NoChallenge(Refusal):
    """No challenge waits for the person's answer."""

    def __init__(self) -> None:
        super().__init__(_("No challenge waits for your answer."), "no_challenge")


class WrongLines(Refusal):
    """Lines of a list are wrong, so that nothing of it was stored; ``lines`` says what is wrong with each."""

    def __init__(self, lines: Sequence[tuple[int, Refusal]]) -> None:
        numbers = ", ".join(str(number) for number, _refusal in lines)
        super().__init__(_("Nothing was imported. Wrong lines: {lines}."), "wrong_lines", lines=numbers)
        self.lines = lines
