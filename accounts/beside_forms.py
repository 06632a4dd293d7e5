"""The forms for devices and webhooks."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.addresses import LONGEST_ADDRESS
from accounts.channels import PUSH_KINDS, Channel
from accounts.models import AT_ONCE, MAIL_KINDS


def _kinds(**attrs: Any) -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(
        label=_("What you want to be told"),
        choices=[(kind, name) for kind, name in MAIL_KINDS.items() if kind not in AT_ONCE],
        initial=PUSH_KINDS,
        widget=forms.CheckboxSelectMultiple(attrs=attrs),
        required=False,
    )


class KindsForm(forms.Form):
    """Which notices a device or a webhook gets."""

    kinds = _kinds()

    @classmethod
    def of(cls, channel: Channel) -> KindsForm:
        """The form with what is chosen now; several may stand on one page."""
        return cls(initial={"kinds": channel.kinds}, auto_id=f"id_%s_{channel.pk}")


class DeviceForm(forms.Form):
    """A browser, as its script describes it."""

    name = forms.CharField(
        label=_("What you call this device"),
        max_length=60,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    kinds = _kinds()
    endpoint = forms.CharField(max_length=LONGEST_ADDRESS, widget=forms.HiddenInput)
    p256dh = forms.CharField(max_length=100, widget=forms.HiddenInput)
    auth = forms.CharField(max_length=40, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "id_device_%s", **kwargs})


HOOK_FORMS = [
    (Channel.Form.DISCORD.value, Channel.Form.DISCORD.label),
    (Channel.Form.SLACK.value, Channel.Form.SLACK.label),
    (Channel.Form.JSON.value, Channel.Form.JSON.label),
]


class TableHookForm(forms.Form):
    """A webhook for what everybody at a table may know."""

    form = forms.ChoiceField(label=_("Form"), choices=HOOK_FORMS)
    address = forms.CharField(
        label=_("Address"),
        max_length=LONGEST_ADDRESS,
        help_text=_("It begins with https:// and is shown to nobody once it is kept."),
        widget=forms.URLInput(attrs={"autocomplete": "off", "placeholder": "https://"}),
    )
    name = forms.CharField(
        label=_("What you call it"),
        max_length=60,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "id_hook_%s", **kwargs})


class HookForm(TableHookForm):
    """A webhook for one's own notices."""

    kinds = _kinds()
