"""The forms about people that allauth has not got."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import LoginForm as AllauthLoginForm
from allauth.account.forms import SignupForm as AllauthSignupForm
from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.validators import MaxLengthValidator
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.actions import Wishes
from accounts.models import MAIL_KINDS, PARTS_OF_THE_WORLD, User, well_known_zones, zones

LONGEST_LOGIN = 254
"""No name or address is longer; SQLite breaks on the search for one of 50,000 characters."""


def zone_choices(present: str = "UTC") -> list[tuple[Any, Any]]:
    """The well-known zones by continent, for a select; before them UTC and an odd zone that is present."""
    known = well_known_zones()
    first = {"UTC", present} & zones() - {name for names in known.values() for name in names}
    groups = [
        (PARTS_OF_THE_WORLD[part], [(name, place(name)) for name in names]) for part, names in known.items()
    ]
    return [*((name, name) for name in sorted(first, key=lambda name: name != "UTC")), *groups]


def place(zone: str) -> str:
    """The place that a zone is named after."""
    return zone.partition("/")[2].replace("_", " ").replace("/", ", ")


def _clock() -> forms.TimeInput:
    """A field for a time of day."""
    return forms.TimeInput(format="%H:%M", attrs={"type": "time"})


class SignupForm(AllauthSignupForm):  # type: ignore[misc]
    """Signing up asks for the zone too; the browser fills it in."""

    zone = forms.ChoiceField(
        label=_("Time zone"),
        initial=timezone.get_current_timezone_name,
        required=False,
        widget=forms.Select(attrs={"data-zone": ""}),
    )

    field_order = ("username", "email", "password1", "zone")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plainly(self)
        self.fields["zone"].choices = zone_choices(timezone.get_current_timezone_name())
        name = self.fields["username"]
        name.label = _("Name")
        name.help_text = _("How others see you: 3 to 24 letters a–z, digits, hyphens and underscores.")
        name.widget.attrs.update({"maxlength": "24", "pattern": "[A-Za-z0-9_\\-]{3,24}"})

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Make the person; who sends the form twice at once, or comes second for a name, is sent back."""
        try:
            with transaction.atomic():
                made: tuple[User | None, HttpResponse | None] = super().try_save(request)
                return made
        except IntegrityError:
            messages.error(request, get_adapter().error_messages["username_taken"])
            return None, redirect("account_signup")

    def save(self, request: HttpRequest) -> User:
        """Make the person, with the zone they named and the language of the page."""
        user: User = super().save(request)
        user.zone, user.language = self.cleaned_data["zone"] or "UTC", get_language() or "en"
        user.save(update_fields=["zone", "language"])
        return user


class LoginForm(AllauthLoginForm):  # type: ignore[misc]
    """Signing in, in plain words."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plainly(self)
        self.fields["login"].label = _("Name or e-mail address")
        self.fields["login"].validators.append(MaxLengthValidator(LONGEST_LOGIN))


def _plainly(form: forms.Form) -> None:
    """Labels say what a field is; placeholders would only say it twice and then vanish."""
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)


WAYS = {"now": _("At once"), "digest": _("In the daily digest"), "off": _("Off")}
"""How a kind of mail may come."""


class SettingsForm(forms.Form):
    """Zone, language, and how a person wants to get each kind of mail."""

    zone = forms.ChoiceField(
        label=_("Time zone"),
        help_text=_("All times on pages and in mails are in this zone."),
    )
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    hour = forms.TypedChoiceField(
        label=_("The daily digest leaves at"),
        choices=[(hour, f"{hour:02}:00") for hour in range(24)],
        coerce=int,
        help_text=_(
            "One mail a day with all that waited for it, what is due first on top; none if nothing did."
        ),
    )
    quiet_from = forms.TimeField(label=_("Quiet hours from"), required=False, widget=_clock())
    quiet_until = forms.TimeField(label=_("Quiet hours until"), required=False, widget=_clock())

    def __init__(self, data: QueryDict | None, user: User) -> None:
        ways = {f"way_{kind}": user.way_of(kind) for kind in MAIL_KINDS}
        known = {"zone": user.zone, "language": user.language, "hour": user.digest_hour}
        quiet = {"quiet_from": user.quiet_from, "quiet_until": user.quiet_until}
        super().__init__(data, initial={**known, **quiet, **ways})
        self.fields["zone"].choices = zone_choices(user.zone)  # type: ignore[attr-defined]
        for kind, name in MAIL_KINDS.items():
            self.fields[f"way_{kind}"] = forms.ChoiceField(
                label=name, choices=WAYS.items, widget=forms.RadioSelect
            )

    @property
    def kinds(self) -> list[forms.BoundField]:
        """The choices of the kinds of mail."""
        return [self[f"way_{kind}"] for kind in MAIL_KINDS]

    @property
    def about_person(self) -> list[forms.BoundField]:
        """The fields that are about the person, not about mail."""
        return [self["zone"], self["language"]]

    def clean(self) -> dict[str, Any]:
        """Quiet hours have a beginning and an end, or there are none."""
        known = super().clean() or {}
        begin, end = known.get("quiet_from"), known.get("quiet_until")
        if (begin is None) != (end is None) and not {"quiet_from", "quiet_until"} & set(self.errors):
            self.add_error(
                "quiet_until" if end is None else "quiet_from",
                _("Quiet hours need a beginning and an end; leave both empty for none."),
            )
        return known

    @property
    def wishes(self) -> Wishes:
        """How the person wants to get mail."""
        known = self.cleaned_data
        return Wishes(
            off=[kind for kind in MAIL_KINDS if known[f"way_{kind}"] == "off"],
            digest=[kind for kind in MAIL_KINDS if known[f"way_{kind}"] == "digest"],
            hour=known["hour"],
            quiet_from=known["quiet_from"],
            quiet_until=known["quiet_until"],
        )


class TokenForm(forms.Form):
    """What a new token is for."""

    name = forms.CharField(
        label=_("What is it for?"), max_length=60, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )


class LeaveForm(forms.Form):
    """The last question."""

    sure = forms.BooleanField(label=_("Yes, delete my account. I know that it can’t be brought back."))
