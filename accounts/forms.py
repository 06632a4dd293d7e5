"""The forms about people that allauth has not got."""

from __future__ import annotations

from allauth.account.forms import SignupForm as AllauthSignupForm
from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User, zones


def zone_choices() -> list[tuple[str, str]]:
    """All zones, for a select."""
    return [(name, name.replace("_", " ")) for name in sorted(zones())]


class SignupForm(AllauthSignupForm):  # type: ignore[misc]
    """Signing up asks for the zone too; the browser fills it in."""

    zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=zone_choices,
        initial="UTC",
        required=False,
        widget=forms.Select(attrs={"data-zone": ""}),
    )

    def save(self, request: HttpRequest) -> tuple[User | None, object]:
        """Make the person, with the zone they named."""
        user, response = super().save(request)
        if user is not None:
            user.zone = self.cleaned_data["zone"] or "UTC"
            user.save(update_fields=["zone"])
        return user, response
