"""The forms of directors, one for each verb. What is legal is asked of the action, not of the form."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.actions.contests.directing.acts import WHY_LENGTH
from games.actions.contests.directing.case import Verb
from games.models import Contest, Entry, Pairing
from games.pages.refusals import sentence
from games.rules.game import Refusal

Status = Entry.Status
WITH = {
    "bring_back": (Status.WITHDRAWN,),
    "remove": (Status.IN, Status.WAITING, Status.INVITED, Status.SUBSTITUTE),
}
"""Which entries can be chosen for a verb; for others those that take part."""
PARTS: dict[str, tuple[str, ...]] = {
    "seed": ("entries",),
    "remove": ("entry",),
    "dates": ("starts_at", "round_days"),
    "swap": ("one", "other"),
    "repair": ("pairing",),
    "adjudicate": ("pairing", "places"),
    "annul": ("pairing", "replay"),
    "play_off": ("entry", "won"),
    "replace": ("entry", "person"),
    "withdraw": ("entry",),
    "bring_back": ("entry",),
    "bye": ("entry", "round", "how"),
    "extend": ("hours", "of_pairing", "of_round"),
    "pause": ("tables",),
    "go_on": ("tables",),
    "word": ("text",),
    "add_director": ("person",),
    "remove_director": ("director",),
}
"""What is asked for each verb, beside a reason."""
NAMES = {"of_pairing": "pairing", "of_round": "round", "director": "person"}
"""How the verb calls what has another name in the form."""


class ActForm(forms.Form):
    """What one verb wants, and why."""

    def __init__(
        self,
        contest: Contest,
        verb: Verb[Any],
        sent: QueryDict | None = None,
        asked: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(sent, initial=dict(asked or {}), use_required_attribute=False)
        self.contest, self.verb = contest, verb
        self.sides: list[tuple[str, str]] = []
        for name in PARTS.get(verb.name, ()):
            getattr(self, f"_add_{name}")()
        self.fields["why"] = forms.CharField(
            label=_("Why"),
            max_length=WHY_LENGTH,
            required=verb.reasoned,
            help_text=_("Everybody can read it in the log."),
        )

    def wanted(self) -> dict[str, Any]:
        """What was filled in, as the verb wants it."""
        found = {
            name: value for name, value in self.cleaned_data.items() if name not in ("why", *self._own())
        }
        data = {NAMES.get(name, name): value for name, value in found.items()}
        if self.sides:
            data["places"] = [self.cleaned_data[place] for place, _points in self.sides]
            points = [self.cleaned_data[points] for _place, points in self.sides]
            if any(one is not None for one in points):
                data["points"] = [float(one or 0) for one in points]
        if isinstance(data.get("starts_at"), datetime.datetime):
            data["starts_at"] = data["starts_at"].isoformat()
        return data

    def _own(self) -> list[str]:
        return [name for pair in self.sides for name in pair]

    def refuse(self, refusal: Refusal) -> None:
        """Show a refusal at its field."""
        names = {wanted: name for name, wanted in NAMES.items() if name in self.fields}
        field = getattr(refusal, "field", "")
        field = names.get(field, field)
        self.add_error(field if field in self.fields else None, sentence(refusal))

    def _choose_entry(self, label: Any) -> forms.TypedChoiceField:
        found = self.contest.entries.filter(status__in=WITH.get(self.verb.name, (Status.IN,)))
        entries = found.select_related("user").order_by("number", "created_at", "pk")
        choices = [
            (entry.pk, f"{entry.number}. {entry.title}" if entry.number else entry.title) for entry in entries
        ]
        return forms.TypedChoiceField(label=label, coerce=int, choices=[("", "–"), *choices])

    def _add_entry(self) -> None:
        self.fields["entry"] = self._choose_entry(_("Entry"))

    def _add_one(self) -> None:
        self.fields["one"] = self._choose_entry(_("Entry"))

    def _add_other(self) -> None:
        self.fields["other"] = self._choose_entry(_("changes places with"))

    def _add_entries(self) -> None:
        self.fields["entries"] = forms.CharField(
            label=_("The strongest first"),
            required=False,
            widget=forms.Textarea(attrs={"rows": 12}),
            help_text=_("One name a line. Who is not named follows by rating; nobody: all by their ratings."),
        )

    def clean_entries(self) -> list[int]:
        """The keys of the entries of these names."""
        keys = {
            entry.title.casefold(): entry.pk
            for entry in self.contest.entries.playing().select_related("user")
        }
        names = [name.strip() for name in self.cleaned_data["entries"].splitlines() if name.strip()]
        unknown = [name for name in names if name.casefold() not in keys]
        if unknown:
            said = gettext("Nobody called “{name}” takes part.")
            raise forms.ValidationError(said.format(name=unknown[0]))
        return [keys[name.casefold()] for name in names]

    def _add_starts_at(self) -> None:
        self.initial.setdefault("starts_at", _local(self.contest.starts_at))
        self.fields["starts_at"] = forms.DateTimeField(
            label=_("It begins"),
            required=False,
            widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
            help_text=format_lazy(
                _("In your zone, {zone}; empty: when a director draws it."),
                zone=timezone.get_current_timezone_name(),
            ),
        )

    def _add_round_days(self) -> None:
        self.initial.setdefault("round_days", self.contest.round_days)
        self.fields["round_days"] = forms.IntegerField(
            label=_("Days from round to round"), help_text=_("0: each begins when the last one has ended.")
        )

    def _pairings(self) -> QuerySet[Pairing]:
        found = Pairing.objects.filter(
            round__group__contest=self.contest,
            round__group__stage=self.contest.stage,
            round__group__ended_at=None,
        )
        if self.verb.name in ("repair", "extend"):
            found = found.filter(how=Pairing.How.OPEN)
        byes = [Pairing.How.BYE, Pairing.How.HALF_BYE, Pairing.How.ZERO_BYE, Pairing.How.ANNULLED]
        found = found.exclude(how__in=byes).with_group()
        return found.order_by("-round__number", "round__group__number", "board").prefetch_related(
            "sides__entry__user"
        )

    def _choose_pairing(self, label: Any, none: Any, required: bool) -> forms.TypedChoiceField:
        return forms.TypedChoiceField(
            label=label,
            coerce=int,
            required=required,
            empty_value=None,
            choices=[("", none), *((one.pk, table_name(one)) for one in self._pairings())],
        )

    def _add_pairing(self) -> None:
        self.fields["pairing"] = self._choose_pairing(
            pgettext_lazy("of players", "Table"), "–", required=True
        )

    def _add_of_pairing(self) -> None:
        self.fields["of_pairing"] = self._choose_pairing(_("For the table"), _("all tables"), required=False)

    def _add_of_round(self) -> None:
        self.fields["of_round"] = forms.IntegerField(
            label=_("or only for those of round"), required=False, help_text=_("Empty: of all rounds.")
        )

    def _add_places(self) -> None:
        """A place and points for each entry at the table, once it is chosen."""
        chosen = str(self["pairing"].value() or "")
        pairing = next((one for one in self._pairings() if str(one.pk) == chosen), None)
        if pairing is None:
            return
        sides = sorted(pairing.sides.all(), key=lambda side: side.index)
        ranks = [(rank, rank) for rank in range(1, len(sides) + 1)]
        for side in sides:
            place, points = f"place_{side.index}", f"points_{side.index}"
            self.fields[place] = forms.TypedChoiceField(
                label=format_lazy(_("Place of {entry}"), entry=side.entry.title), coerce=int, choices=ranks
            )
            self.fields[points] = forms.DecimalField(
                label=format_lazy(_("Points of {entry}"), entry=side.entry.title),
                required=False,
                help_text=_("Empty for all: what the places are worth."),
            )
            self.sides.append((place, points))

    @property
    def is_half(self) -> bool:
        """Whether something has to be chosen before the rest can be asked."""
        return self.verb.name == "adjudicate" and not self.sides

    def _add_replay(self) -> None:
        self.fields["replay"] = forms.BooleanField(label=_("They play it anew"), required=False)

    def _add_person(self) -> None:
        self.fields["person"] = forms.CharField(
            label=_("User name"),
            widget=forms.TextInput(attrs={"autocapitalize": "off", "autocomplete": "off"}),
        )

    def _add_director(self) -> None:
        names = self.contest.directors.order_by("pk").values_list("username", flat=True)
        self.fields["director"] = forms.ChoiceField(
            label=_("Director"), choices=[(name, name) for name in names]
        )

    def _add_round(self) -> None:
        self.fields["round"] = forms.IntegerField(
            label=_("Round"), help_text=_("One that is not paired yet.")
        )

    def _add_how(self) -> None:
        self.fields["how"] = forms.ChoiceField(
            label=_("Worth"),
            choices=[("half", _("half a win")), ("full", _("a win")), ("zero", _("nothing"))],
        )

    def _add_won(self) -> None:
        self.fields["won"] = forms.IntegerField(
            label=_("Won in the play-off"),
            help_text=_("Let the contest pause before its last round ends, so that there is time for one."),
        )

    def _add_hours(self) -> None:
        self.fields["hours"] = forms.IntegerField(label=_("Hours more"), initial=24)

    def _add_tables(self) -> None:
        label = (
            _("The clocks of running matches stand too")
            if self.verb.name == "pause"
            else _("So do all its matches")
        )
        self.fields["tables"] = forms.BooleanField(label=label, required=False)

    def _add_text(self) -> None:
        self.fields["text"] = forms.CharField(
            label=_("What you want to say"), widget=forms.Textarea(attrs={"rows": 5})
        )


def table_name(pairing: Pairing) -> str:
    """A pairing in a list: round, board, who meets, how it ended."""
    sides = sorted(pairing.sides.all(), key=lambda side: side.index)
    names = " – ".join(side.entry.title for side in sides)
    return f"{pairing.round.number}.{pairing.board}  {names} ({pairing.get_how_display()})"


def _local(moment: datetime.datetime | None) -> str:
    return "" if moment is None else timezone.localtime(moment).strftime("%Y-%m-%dT%H:%M")
