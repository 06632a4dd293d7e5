"""The forms about people that allauth has not got."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import LoginForm as AllauthLoginForm
from allauth.account.forms import SignupForm as AllauthSignupForm
from django import forms
from django.conf import settings
from django.core.validators import MaxLengthValidator
from django.http import HttpRequest, QueryDict
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

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


class SettingsForm(forms.Form):
    """Zone, language, and the kinds of mail a person wants."""

    zone = forms.ChoiceField(
        label=_("Time zone"),
        help_text=_("All times on pages and in mails are in this zone."),
    )
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    mail = forms.MultipleChoiceField(
        label=_("Mail you want"),
        choices=MAIL_KINDS.items,
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text=_("Mail about your account itself is always sent."),
    )

    def __init__(self, data: QueryDict | None, user: User) -> None:
        mail = [kind for kind in MAIL_KINDS if kind not in user.mail_off]
        super().__init__(data, initial={"zone": user.zone, "language": user.language, "mail": mail})
        self.fields["zone"].choices = zone_choices(user.zone)  # type: ignore[attr-defined]


class TokenForm(forms.Form):
    """What a new token is for."""

    name = forms.CharField(
        label=_("What is it for?"), max_length=60, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )


class LeaveForm(forms.Form):
    """The last question."""

    sure = forms.BooleanField(label=_("Yes, delete my account. I know that it can’t be brought back."))
