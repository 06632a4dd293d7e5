"""What an action on a contest refuses: each error carries a sentence and a code."""

from __future__ import annotations

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
