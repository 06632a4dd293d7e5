"""The part of the opening form that is about time: when a turn ends, and what follows silence."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.utils import timezone
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from accounts.forms import zone_choices
from games.pages.lines import length

INTERVALS = (60, 300, 900, 3600, 4 * 3600, 12 * 3600, *(days * 86_400 for days in (1, 2, 3, 5, 7, 14, 30)))
USUAL = 3 * 86_400
GAINS = (0, 60, 600, 3600, 4 * 3600, 12 * 3600, 86_400, 2 * 86_400)
SLOTS = [0, 3]
"""The weekdays that are ticked where somebody chooses slots: Monday and Thursday."""
PLACES = {
    "pace_zone": "zone",
    "pace_time": "at",
    "pace_no_weekday": "weekdays",
    "pace_slots_off": "off_days",
    "pace_days_off": "off_days",
    "pace_dates": "off_dates",
    "pace_date": "off_dates",
}
"""At which field the refusal of a pace is shown, by its code."""


class PaceForm(forms.Form):
    """The fields of a pace. What is legal is asked of the action, not of the form."""

    kind = forms.ChoiceField(
        label=_("Time"),
        required=False,
        choices=[
            ("interval", _("the same for every turn")),
            ("slot", _("turns end at a time of day, on certain weekdays")),
            ("bank", _("a clock for each seat, which runs while it is asked")),
        ],
    )
    interval = forms.TypedChoiceField(
        label=_("A turn lasts at most, or a clock starts with"), coerce=int, initial=USUAL
    )
    seconds = forms.IntegerField(
        label=_("or as many seconds"), required=False, help_text=_("For trying things out.")
    )
    gain = forms.TypedChoiceField(
        label=_("A clock gains with each turn"),
        coerce=int,
        required=False,
        empty_value=0,  # type: ignore[arg-type]
        initial=86_400,
        help_text=_("If it gains nothing, a clock that is empty ends the next turn at once."),
    )
    cap = forms.TypedChoiceField(
        label=_("A clock holds at most"),
        coerce=int,
        required=False,
        empty_value=0,  # type: ignore[arg-type]
    )
    at = forms.CharField(
        label=_("Turns end at"),
        required=False,
        initial="20:00",
        help_text=_("The first turn lasts at least as long as from one such time to the next."),
        widget=forms.TextInput(attrs={"type": "time"}),
    )
    weekdays = forms.TypedMultipleChoiceField(
        label=_("On these weekdays"),
        coerce=int,
        required=False,
        initial=SLOTS,
        choices=WEEKDAYS.items(),
        widget=forms.CheckboxSelectMultiple,
    )
    zone = forms.ChoiceField(
        label=_("Time zone of the table"),
        required=False,
        help_text=_("Times of day and days off are meant in it, also when clocks change."),
    )
    off_days = forms.TypedMultipleChoiceField(
        label=_("Every week on"),
        coerce=int,
        required=False,
        choices=WEEKDAYS.items(),
        widget=forms.CheckboxSelectMultiple,
    )
    off_dates = forms.CharField(
        label=_("Single dates"),
        required=False,
        max_length=2000,
        help_text=_("Such as 2027-12-24, parted by blanks or commas."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    early = forms.ChoiceField(
        label=_("A turn closes"),
        required=False,
        choices=[
            ("yes", _("as soon as all orders are in")),
            ("no", _("always at its deadline; until then orders may be changed")),
        ],
    )
    vacations = forms.ChoiceField(
        label=_("Vacations of players"),
        required=False,
        choices=[("yes", _("deadlines wait for them")), ("no", _("deadlines do not wait"))],
    )
    grace = forms.BooleanField(
        label=_("Grace: whoever is silent gets half a turn more, once a match"), required=False, initial=True
    )
    misses = forms.IntegerField(
        label=_("Missed deadlines in a row until a seat is deserted"),
        initial=3,
        help_text=_("In a team its captain leaves, and the next member takes over as long as there is one."),
    )
    deserted = forms.ChoiceField(
        label=_("Then"),
        choices=[
            ("bot", _("a bot plays on")),
            ("substitute", _("anyone may take the seat over")),
            ("out", _("the seat leaves by the rules of the game")),
        ],
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        shortest, longest = settings.SHORTEST_PACE.total_seconds(), settings.LONGEST_PACE.total_seconds()
        spans = [(seconds, length(seconds)) for seconds in INTERVALS if shortest <= seconds <= longest]
        zone = timezone.get_current_timezone_name()
        self.initial.setdefault("zone", zone)
        self._choices("interval", spans)
        self._choices("gain", [(seconds, length(seconds) if seconds else _("nothing")) for seconds in GAINS])
        self._choices("cap", [(0, _("what it starts with")), *spans])
        self._choices("zone", zone_choices(zone))
        if shortest >= 60:
            del self.fields["seconds"]

    def _choices(self, name: str, choices: list[tuple[Any, Any]]) -> None:
        self.fields[name].choices = choices  # type: ignore[attr-defined]

    def has_days_off(self) -> bool:
        """Whether something is filled in about days off, right or wrong."""
        return any(
            self[name].errors or (self.is_bound and self[name].value()) for name in ("off_days", "off_dates")
        )

    def pace(self) -> dict[str, Any]:
        """The pace that was filled in, without what belongs to other kinds; none where there is no choice."""
        data = self.cleaned_data
        if "interval" not in data:
            return {}
        pace = {name: data[name] for name in ("grace", "misses", "deserted", "off_days")}
        pace["zone"] = data["zone"] or "UTC"
        pace["off_dates"] = data["off_dates"].replace(",", " ").split()
        pace |= {name: data[name] != "no" for name in ("early", "vacations")}
        if data["kind"] == "slot":
            return pace | {"kind": "slot", "at": data["at"], "weekdays": data["weekdays"]}
        pace["interval"] = data.get("seconds") or data["interval"]
        if data["kind"] == "bank":
            pace |= {"kind": "bank", "gain": data["gain"], "cap": data["cap"]}
        return pace
