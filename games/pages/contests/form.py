"""The form that opens a contest: what is played as at any table, how it is held, who enters, and when."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.actions.contests.founding import Call
from games.contests.formats import FORMATS
from games.contests.plan import IllegalPlan, Plan, Stage
from games.contests.ties import TIES
from games.models import Contest, Match
from games.pages.opening import OpeningForm
from games.pages.pacing import PLACES
from games.pages.refusals import sentence
from games.rules.game import Game, Refusal, gettext_noop

MOST_TIES = 6
NUMBERS = (
    *("rounds", "legs", "at_once", "best_of", "advance", "groups", "through", "division", "up", "reach"),
    *("answer_days", "days"),
)
"""The numbers of a stage that the form asks for under the names they have there."""
OF = {
    "rounds": "swiss duplicate",
    "legs": "round_robin league",
    "at_once": "round_robin league",
    "double": "knockout",
    "third": "knockout",
    "best_of": "knockout",
    "advance": "pods",
    "division": "league",
    "division_least": "league",
    "division_most": "league",
    "up": "league",
    "reach": "ladder",
    "answer_days": "ladder",
    "days": "ladder",
    "groups": "round_robin swiss duplicate pods knockout",
    "through": "round_robin swiss duplicate pods knockout",
    "second": "round_robin swiss duplicate pods knockout",
}
"""The formats that a field belongs to; where the browser can, it is out of sight for others."""
SEEN = (
    (Match.Visibility.PUBLIC, _("everybody: it is listed")),
    (Match.Visibility.UNLISTED, _("anyone with the address")),
    (Match.Visibility.PRIVATE, _("only its directors, and those who are invited")),
)
"""Who may see a contest."""
SECOND = ("knockout", "pods", "swiss", "round_robin")
ALONE = ("duplicate",)
"""The formats of games for one: nobody meets anybody, so what all made of the same deal is compared."""
_INPUT = "%Y-%m-%dT%H:%M"


def _number(label: Any, usual: int | None, most: int, least: int = 0, **words: Any) -> forms.IntegerField:
    return forms.IntegerField(
        label=label, initial=usual, required=False, min_value=least, max_value=most, **words
    )


def _instant(label: Any, help_text: Any) -> forms.DateTimeField:
    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=_INPUT)
    return forms.DateTimeField(label=label, required=False, help_text=help_text, widget=widget)


class ContestForm(OpeningForm):
    """Everything about a contest. What is legal is asked of the action, not of the form."""

    name = forms.CharField(label=_("Name of the contest"), required=False, max_length=200)
    about = forms.CharField(
        label=_("About it"),
        required=False,
        max_length=8000,
        help_text=_("What people should know before they enter."),
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    format = forms.ChoiceField(label=_("Format"), required=False)
    rounds = _number(_("Rounds"), 0, 400, help_text=_("0: as many as it takes."))
    legs = _number(_("How often everybody meets everybody"), 1, 4)
    at_once = _number(
        _("Rounds at the same time"), 1, 400, help_text=_("0: all rounds are played at the same time.")
    )
    double = forms.BooleanField(label=_("Only who loses twice is out"), required=False)
    third = forms.BooleanField(label=_("The third place is played for"), required=False)
    best_of = _number(_("Matches of a pairing at the most"), 1, 9, help_text=_("An odd number."))
    advance = _number(_("How many of each table go on"), 1, 5)
    division = _number(_("Entries of a division"), 8, 24)
    division_least = _number(_("At the least"), 6, 24)
    division_most = _number(_("At the most"), 10, 24)
    up = _number(_("How many go up and down"), 2, 12)
    reach = _number(_("How many rungs above one’s own may be challenged"), 3, 10)
    answer_days = _number(_("Days to take up a challenge"), 3, 30)
    days = _number(_("For how many days it stands"), 60, 4000, help_text=_("0: without an end."))
    groups = _number(_("In how many groups"), 1, 64)
    second = forms.ChoiceField(label=_("A second stage for the best"), required=False)
    through = _number(_("How many of each group go on"), 2, 64)
    points = forms.ChoiceField(
        label=_("Points"),
        required=False,
        choices=[
            ("classic", _("1 for a win, ½ for a draw")),
            ("three", _("3 for a win, 1 for a draw")),
            ("places", _("by place")),
            ("score", _("what the game scores")),
        ],
    )
    places = forms.CharField(
        label=_("Points of the first, second, …"),
        required=False,
        max_length=60,
        help_text=_(
            "For points by place, such as 3 2 1 0; if you leave it empty, each place is worth one less."
        ),
    )
    deserted_seat = forms.ChoiceField(
        label=_("A deserted seat"),
        required=False,
        choices=[("forfeit", _("is lost by forfeit")), ("result", _("counts for what it comes to"))],
    )
    wait = forms.BooleanField(
        label=_("A round waits also for tables that can’t change who goes on"), required=False, initial=True
    )
    admission = forms.ChoiceField(label=_("Who may enter"), choices=Contest.Admission.choices, required=False)
    rating_least = forms.IntegerField(label=_("Rating at the least"), required=False)
    rating_most = forms.IntegerField(label=_("Rating at the most"), required=False)
    least = _number(_("Entries at the least"), 4, 4000, 2, help_text=_("With fewer it is called off."))
    most = _number(_("Places"), None, 4000, 2, help_text=_("If you leave it empty, there is no limit."))
    late_rounds = _number(
        _("Late entry until this round is paired"), 0, 100, help_text=_("0: nobody enters once it has begun.")
    )
    opens_at = _instant(_("Entries are taken from"), _("If you leave it empty, from when you announce it."))
    starts_at = _instant(
        _("Draw and first round"), _("If you leave it empty, you make the draw when you like.")
    )
    round_days = _number(
        _("Days from round to round"), 0, 366, help_text=_("0: a round begins when the last one has ended.")
    )
    early_rounds = forms.BooleanField(
        label=_("A round begins before its day if the last one has ended"), required=False
    )
    league = forms.BooleanField(
        label=_("It comes again: when it ends, the next season opens by itself"), required=False
    )

    def __init__(self, game: Game[Any], *args: Any, **kwargs: Any) -> None:
        super().__init__(game, *args, **kwargs)
        for name in ("bots", "invite", "word"):
            self.fields.pop(name, None)
        alone = game.seats[-1] == 1
        if alone:
            self.fields["round_days"].initial = 1
            self.fields["round_days"].help_text = _("A match alone has no deadlines: so long a round lasts.")
        formats = [(key, one.name) for key, one in FORMATS.items() if not alone or key in ALONE]
        self.styles = [key for key, _name in formats]
        self._choices("format", [(key, _(name)) for key, name in formats])
        self._choices(
            "second", [("", _("none")), *((key, _(name)) for key, name in formats if key in SECOND)]
        )
        self._choices("visibility", list(SEEN))
        none = ("", pgettext_lazy("tie-break", "none"))
        ties = [none, *((key, _(tie.name)) for key, tie in TIES.items())]
        for at, usual in enumerate(_USUAL):
            self.fields[f"tie_{at}"] = forms.ChoiceField(
                label=format_lazy(_("Tie-break {number}"), number=at + 1),
                required=False,
                choices=ties,
                initial=usual,
            )

    @property
    def ties(self) -> list[forms.BoundField]:
        """The fields of the tie-breaks, in order."""
        return [self[f"tie_{at}"] for at in range(MOST_TIES)]

    def numbers(self) -> list[tuple[forms.BoundField, str]]:
        """The fields that belong to some formats, each with these."""
        styles = set(self.styles)
        away = () if styles & set(SECOND) else ("second", "through")
        return [(self[name], of) for name, of in OF.items() if styles & set(of.split()) and name not in away]

    def call(self) -> Call:
        """The contest that was filled in. Raises ``IllegalPlan`` for points that are no numbers."""
        data = self.cleaned_data
        return Call(
            name=data["name"],
            about=data["about"],
            game=self.game.slug,
            size=data.get("seats", 1),
            options={name[4:]: value for name, value in data.items() if name.startswith("opt_")},
            pace=self.pace(),
            team=data.get("team", 1),
            captain=data.get("captain") or Match.Captain.FIRST,
            plan=self._plan(),
            admission=data["admission"] or Contest.Admission.OPEN,
            reliability=data.get("reliability", 0),
            **{name: data[name] for name in ("rating_least", "rating_most", "most", "opens_at", "starts_at")},
            least=self._number("least"),
            late_rounds=self._number("late_rounds"),
            round_days=self._number("round_days"),
            visibility=data["visibility"],
            league=data["league"] or data["format"] == "league",
        )

    def _number(self, name: str) -> int:
        """A number that was filled in, else the usual one."""
        given = self.cleaned_data.get(name)
        return int(self.fields[name].initial if given is None else given)

    def _plan(self) -> Plan:
        data = self.cleaned_data
        ties = dict.fromkeys(data[f"tie_{at}"] for at in range(MOST_TIES))
        first = self._stage(data["format"] or self.styles[0])
        stages: tuple[Stage, ...] = (first,)
        if data["second"] and first.format not in {"league", "ladder"}:
            through = max(self._number("through"), 1)
            last = self._stage(data["second"])
            stages = (_with(first, through=through), _with(last, groups=1, through=0))
        return Plan(
            stages=stages,
            points=data["points"] or "classic",
            places=self._places(),
            ties=tuple(tie for tie in ties if tie),
            deserted=data["deserted_seat"] or "forfeit",
            wait=data["wait"],
        )

    def _stage(self, style: str) -> Stage:
        """A stage in this format: the numbers it has no use for are the usual ones."""
        used: dict[str, Any] = {
            name: self._number(name) for name in NUMBERS if style in OF[name].split() and name != "through"
        }
        if style == "league":
            used |= {"least": self._number("division_least"), "most": self._number("division_most")}
        if style == "knockout":
            used |= {name: self.cleaned_data[name] for name in ("double", "third")}
        if style != "ladder":
            used["early"] = self.cleaned_data["early_rounds"]
        return Stage(format=style, **used)

    def _places(self) -> tuple[float, ...]:
        if self.cleaned_data["points"] != "places":
            return ()
        words = self.cleaned_data["places"].replace(",", ".").split()
        try:
            return tuple(float(word) for word in words)
        except ValueError as error:
            raise IllegalPlan(
                gettext_noop("Write points as numbers parted by blanks, such as 3 2 1 0."),
                "illegal_places",
                "places",
            ) from error

    def refuse(self, refusal: Refusal) -> None:
        """Show a refusal at the field it is about, as far as that is known."""
        option = f"opt_{refusal.data.get('name')}"
        named = str(PLACES.get(refusal.code) or getattr(refusal, "field", ""))
        place = option if option in self.fields else _FIELDS.get(named, named)
        self.add_error(place if place in self.fields else None, sentence(refusal))


_USUAL = ("buchholz_cut1", "buchholz", "sonneborn_berger", "direct", "wins", "lot")
_FIELDS = {"size": "seats", "entries": "least", "ties": "tie_0", "options": "format", "stages": "second"}
"""At which field a refusal is shown where the plan calls it otherwise."""


def _with(stage: Stage, **values: int) -> Stage:
    return msgspec.structs.replace(stage, **values)


def initial(contest: Contest) -> dict[str, Any]:
    """A contest as the values of the form's fields."""
    plan = contest.terms
    first, second = plan.stages[0], plan.stages[1] if len(plan.stages) > 1 else None
    values: dict[str, Any] = {
        **{name: getattr(contest, name) for name in _SAME},
        "seats": contest.size,
        "league": contest.league_id is not None,
        "format": first.format,
        "early_rounds": first.early,
        "second": second.format if second else "",
        **_numbers(first, second),
        "points": plan.points,
        "places": " ".join(f"{points:g}" for points in plan.places),
        "deserted_seat": plan.deserted,
        "wait": plan.wait,
        **{f"tie_{at}": plan.ties[at] if at < len(plan.ties) else "" for at in range(MOST_TIES)},
        **{f"opt_{name}": value for name, value in contest.options.items()},
        **_pace(contest.pace),
    }
    return values


_SAME = (
    *("name", "about", "team", "captain", "admission", "reliability", "rating_least", "rating_most", "least"),
    *("most", "late_rounds", "visibility", "opens_at", "starts_at", "round_days"),
)


def _numbers(first: Stage, second: Stage | None) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name in (*NUMBERS, "double", "third"):
        owner = second if second is not None and first.format not in OF[name].split() else first
        values[name] = getattr(owner, name)
    return values | {"division_least": first.least, "division_most": first.most}


def _pace(pace: Mapping[str, Any]) -> dict[str, Any]:
    values = dict(pace)
    values |= {name: "yes" if pace.get(name, True) else "no" for name in ("early", "vacations")}
    return values | {"off_dates": " ".join(pace.get("off_dates", ()))}
