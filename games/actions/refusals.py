"""What an action refuses: each error carries a sentence for the person and a code for the program."""

from __future__ import annotations

import datetime

from games.rules.game import Refusal, gettext_noop

_ = gettext_noop


class NotYourSeat(Refusal):
    """The person holds no seat that could do this."""

    def __init__(self) -> None:
        super().__init__(_("You hold no seat in this match."), "not_your_seat")


class NotCaptain(NotYourSeat):
    """The orders ahead of a team are its captain's, and the person is another member."""

    def __init__(self) -> None:
        Refusal.__init__(self, _("Only the captain gives the orders ahead of a team."), "not_captain")


class NothingOwed(Refusal):
    """The person's seat owes no order in this turn, or the captain of their team does."""

    def __init__(self, turn: int, captain: str = "") -> None:
        if captain:
            super().__init__(
                _("{captain} orders for your team in turn {turn}; you owe nothing."),
                "nothing_owed",
                turn=turn,
                captain=captain,
            )
        else:
            super().__init__(_("You owe no order in turn {turn}."), "nothing_owed", turn=turn)


class TooLate(Refusal):
    """The order is for a turn that has closed."""

    def __init__(self, turn: int, current: int | None) -> None:
        if current is None:
            super().__init__(
                _("Turn {turn} has closed and the match is over."), "turn_closed", turn=turn, current=None
            )
        else:
            super().__init__(
                _("Turn {turn} has closed; the match is at turn {current} now. Nothing was changed."),
                "turn_closed",
                turn=turn,
                current=current,
            )


class TooEarly(Refusal):
    """The order is for a turn that has not begun."""

    def __init__(self, turn: int, current: int) -> None:
        super().__init__(
            _("Turn {turn} has not begun; the match is at turn {current}."),
            "turn_ahead",
            turn=turn,
            current=current,
        )


class OrderLost(Refusal):
    """The keys that open a sealed order are gone."""

    def __init__(self) -> None:
        super().__init__(_("Your order can’t be opened any more. Give it anew."), "order_lost")


class PlanLost(Refusal):
    """The keys that open a plan are gone."""

    def __init__(self) -> None:
        super().__init__(
            _("Your orders ahead can’t be opened any more and are not followed. Write them anew, or none."),
            "plan_lost",
        )


class DealOver(Refusal):
    """The day of this deal has not come or is past."""

    def __init__(self, day: datetime.date) -> None:
        super().__init__(_("The deal of {day} is not the deal of today."), "deal_over", day=day.isoformat())


class NotRunning(Refusal):
    """The match is not in play."""

    def __init__(self) -> None:
        super().__init__(_("This match is not running."), "not_running")


class TooMuchPractice(Refusal):
    """Enough matches of practice are running."""

    def __init__(self, most: int) -> None:
        message = _("You have {most} practice matches running; play one to its end, or resign it, first.")
        super().__init__(message, "too_much_practice", most=most)


class NotOpen(Refusal):
    """The match takes no players any more."""

    def __init__(self) -> None:
        super().__init__(_("This match has started or was called off; its seats are taken."), "not_open")


class AlreadySeated(Refusal):
    """The person has a seat already."""

    def __init__(self) -> None:
        super().__init__(_("You have a seat in this match already."), "already_seated")


class SatElsewhere(AlreadySeated):
    """The person knows, or knew, what another seat of the match knows."""

    def __init__(self) -> None:
        Refusal.__init__(
            self,
            _("You hold or held another seat in this match, so you can’t take this one over."),
            "already_seated",
        )


class SeatTaken(Refusal):
    """The seat is not to be taken over, or not any more."""

    def __init__(self, seat: int) -> None:
        super().__init__(
            _("Seat {number} can’t be taken over, or somebody else was faster."),
            "seat_taken",
            number=seat + 1,
        )


class NotReliable(Refusal):
    """Too few of the person's orders came in time for this table."""

    def __init__(self, percent: int, owed: int, least: int) -> None:
        super().__init__(
            _(
                "This table asks for {least} percent of orders in time; you have {percent} percent of your"
                " last {owed}."
            ),
            "not_reliable",
            least=least,
            percent=percent,
            owed=owed,
        )


class TeamFull(Refusal):
    """There is no place left at this seat."""

    def __init__(self, seat: int) -> None:
        super().__init__(_("Seat {number} has no free place."), "team_full", number=seat + 1)


class SeatsEmpty(Refusal):
    """A match can't start while a seat has nobody."""

    def __init__(self) -> None:
        super().__init__(_("The match can start when every seat has somebody."), "seats_empty")


class NotInvited(Refusal):
    """The match is by invitation only."""

    def __init__(self) -> None:
        super().__init__(_("This match is by invitation, and you are not invited."), "not_invited")


class NotAllowed(Refusal):
    """Only somebody else may do this."""

    def __init__(self) -> None:
        super().__init__(_("Only the person who opened this match may do that."), "not_allowed")


class NoClock(Refusal):
    """Nothing runs in this match that could pause."""

    def __init__(self) -> None:
        super().__init__(_("This match has no deadlines; there is nothing to pause."), "no_clock")


class NotPaused(Refusal):
    """The clocks of the match run."""

    def __init__(self) -> None:
        super().__init__(_("This match does not pause."), "not_paused")


class AlreadyPaused(Refusal):
    """The clocks of the match stand already."""

    def __init__(self) -> None:
        super().__init__(_("This match pauses already."), "already_paused")


class NotOver(Refusal):
    """It takes a finished match."""

    def __init__(self) -> None:
        super().__init__(_("This match is not over yet."), "not_over")


class SeedSecret(Refusal):
    """The match is over, but others may still play the same deal."""

    def __init__(self) -> None:
        super().__init__(_("The seed of this deal is published when its day is over."), "seed_secret")


class IllegalTable(Refusal):
    """A match can't be opened like this; ``field`` names the part that is wrong."""

    def __init__(self, message: str, code: str, field: str, **data: object) -> None:
        super().__init__(message, code, **data)
        self.field = field


class IllegalText(Refusal):
    """A text is empty, too long or has characters that do no good; ``field`` says which text."""

    def __init__(self, message: str, code: str, field: str, **data: object) -> None:
        super().__init__(message, code, **data)
        self.field = field
