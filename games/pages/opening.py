"""The form that opens a match, its fields for the options made from the game's own options."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, get_args, get_origin

import msgspec
from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from games.actions import lobby, teams
from games.actions.refusals import IllegalTable
from games.models import Match
from games.pages.acts import names
from games.pages.pacing import PLACES, PaceForm
from games.pages.refusals import sentence
from games.rules import GAMES
from games.rules.game import Game, Label, Refusal

SHARED = (
    *("seats", "bots", "invite", "reliability", "team", "captain"),
    *PaceForm.base_fields,
)
"""The fields that only a table for several has."""
WATCHED = (
    (Match.Visibility.PRIVATE, _("only you")),
    (Match.Visibility.UNLISTED, _("anyone with the address")),
    (Match.Visibility.PUBLIC, _("everybody: it is listed")),
)
"""Who may see a match that somebody plays alone."""


class OpeningForm(PaceForm):
    """Everything about a table. What is legal is asked of the action, not of the form."""

    seats = forms.TypedChoiceField(label=_("Seats"), coerce=int)
    bots = forms.TypedChoiceField(
        label=_("Bots among them"),
        coerce=int,
        help_text=_("Bots take the last seats; if they take all, you watch."),
    )
    team = forms.TypedChoiceField(
        label=_("People at each seat"),
        coerce=int,
        required=False,
        empty_value=1,  # type: ignore[arg-type]
        choices=[
            (1, pgettext_lazy("people", "one")),
            *((n, format_lazy(_("teams of up to {n}"), n=n)) for n in range(2, teams.LARGEST + 1)),
        ],
    )
    captain = forms.ChoiceField(
        label=_("Captain, who orders for the team"),
        required=False,
        choices=Match.Captain.choices,
        help_text=_("In sealed auctions every member may send an amount of their own."),
    )
    reliability = forms.TypedChoiceField(
        label=_("Reliability of those who join"),
        coerce=int,
        required=False,
        empty_value=0,  # type: ignore[arg-type]
        help_text=_("Newcomers, who have no figure yet, and people you invite are let in all the same."),
        choices=[
            (0, _("anybody")),
            *(
                (n, format_lazy(_("at least {n} percent of orders in time"), n=n))
                for n in (50, 70, 80, 90, 95)
            ),
        ],
    )
    visibility = forms.ChoiceField(label=_("Who may see it"), choices=Match.Visibility.choices)
    name = forms.CharField(label=_("Name of the table"), required=False, max_length=200)
    invite = forms.CharField(
        label=_("Invite"), required=False, help_text=_("User names, parted by blanks or commas.")
    )
    word = forms.CharField(
        label=_("Your public word"),
        required=False,
        help_text=_(
            "It goes into the dice and the shuffles of this match, so that nobody, the host included, could "
            "choose them. Any text will do; if you leave it empty, the server draws one."
        ),
        widget=forms.TextInput(attrs={"data-propose": "", "autocomplete": "off"}),
    )

    def __init__(self, game: Game[Any], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self._choices("seats", [(n, n) for n in game.seats])
        self._choices("bots", [(n, n) for n in range(game.seats[-1] + 1)])
        if game.seats[-1] == 1:
            self._for_one()
        for field in msgspec.structs.fields(game.options):
            self.fields[f"opt_{field.name}"] = option_field(game.label(field.name), field.type, field.default)

    def _for_one(self) -> None:
        for name in SHARED:
            self.fields.pop(name, None)
        self._choices("visibility", list(WATCHED))

    def options(self) -> list[forms.BoundField]:
        """The fields of the game's own options."""
        return [self[name] for name in self.fields if name.startswith("opt_")]

    def team_errors(self) -> bool:
        """Whether something of the fields about teams is wrong."""
        return bool({"team", "captain"} & set(self.errors))

    def option_errors(self) -> bool:
        """Whether something of the game's own options is wrong."""
        return any(field.errors for field in self.options())

    def proposal(self) -> lobby.Proposal:
        """The table that was filled in."""
        data = self.cleaned_data
        return lobby.Proposal(
            game=self.game.slug,
            seats=data.get("seats", 1),
            bots=data.get("bots", 0),
            team=data.get("team", 1),
            captain=data.get("captain") or Match.Captain.FIRST,
            reliability=data.get("reliability", 0),
            options={name[4:]: value for name, value in data.items() if name.startswith("opt_")},
            pace=self.pace(),
            visibility=data["visibility"],
            name=data["name"],
            word=data["word"],
            invite=names(data.get("invite", "")),
        )

    def refuse(self, refusal: Refusal) -> None:
        """Show a refusal at the field it is about, as far as that is known."""
        field = refusal.field if isinstance(refusal, IllegalTable) else None
        option = f"opt_{refusal.data.get('name')}"
        place = option if option in self.fields else field or PLACES.get(refusal.code)
        self.add_error(place if place in self.fields else None, sentence(refusal))


class OfferingField(forms.CharField):
    """A text, with what its label offers for it in a list that the browser opens below the field."""

    def __init__(self, about: Label, **words: Any) -> None:
        super().__init__(**words)
        self.section = about.section
        self.offers = [
            (value, f"{gettext(name)}: {gettext(of)}") for value, (name, of) in about.offers.items()
        ]
        if self.offers:
            self.widget.attrs |= {"list": f"offers-{self.section}", "autocomplete": "off"}
        self.named: dict[str, list[str]] = {}
        for value, (name, _of) in about.offers.items():
            self.named.setdefault(gettext(name).casefold(), []).append(value)

    def to_python(self, value: Any) -> str:
        """The text; a name in it stands for all values that are called so."""
        text = super().to_python(value) or ""
        if not self.named:
            return text
        return ", ".join([self._values(part.strip()) for part in text.split(",")])

    def _values(self, part: str) -> str:
        return ", ".join(self.named.get(part.casefold(), [part]))


def option_field(label: Label, kind: Any, default: Any) -> forms.Field:
    """The form field for an option of this type, in the words of its label."""
    words: dict[str, Any] = {
        "label": gettext(label.name),
        "help_text": gettext(label.help) if label.help else "",
    }
    if get_origin(kind) is Literal:
        values = get_args(kind)
        read: Callable[[Any], Any] = type(values[0])
        choices = [(value, gettext(label.word(value))) for value in values]
        return forms.TypedChoiceField(choices=choices, initial=default, coerce=read, **words)
    if kind is bool:
        return forms.BooleanField(required=False, initial=default, **words)
    meta = next((m for m in getattr(kind, "__metadata__", ()) if isinstance(m, msgspec.Meta)), None)
    if isinstance(default, str):
        most = meta.max_length if meta else None
        return OfferingField(label, initial=default, required=bool(default), max_length=most, **words)
    bounds: dict[str, Any] = {"min_value": meta.ge, "max_value": meta.le} if meta else {}
    return forms.IntegerField(initial=default, **bounds, **words)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_match(request: HttpRequest) -> HttpResponse:
    """Open a match, or show the form again with what is wrong."""
    slug = request.POST.get("game") or request.GET.get("game") or next(iter(GAMES))
    game = GAMES.get(slug) or next(iter(GAMES.values()))
    form = OpeningForm(game, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            return redirect(lobby.open_match(request.user, form.proposal(), timezone.now()))  # type: ignore[arg-type]
        except Refusal as refusal:
            form.refuse(refusal)
    values = {"form": form, "game": game, "games": list(GAMES.values()), "alone": game.seats[-1] == 1}
    return render(request, "games/new.html", values, status=422 if form.errors else 200)
