"""The page of one's vacations: what is left this year, book one, come back early, cancel."""

from __future__ import annotations

import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from accounts import vacations as actions
from accounts.middleware import signed_in
from accounts.models import User, Vacation


class VacationForm(forms.Form):
    """From which day on and up to which day one is away, both included."""

    first = forms.DateField(
        label=gettext_lazy("First day"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text=gettext_lazy("Empty or today: your vacation begins at once."),
    )
    last = forms.DateField(
        label=gettext_lazy("Last day"),
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text=gettext_lazy("You are back at the end of this day, in your time zone."),
    )


@login_required
def vacations(request: HttpRequest) -> HttpResponse:
    """What is left, the vacations that are booked or were taken this year, and the form for another."""
    user, now = signed_in(request), timezone.now()
    form = VacationForm(request.POST or None)
    if form.is_valid() and _books(form, user, now):
        messages.success(request, _("Your vacation is booked. Your matches know of it."))
        return redirect("account_vacations")
    return render(request, "accounts/vacations.html", {"form": form, **_known(user, now)})


def _books(form: VacationForm, user: User, now: datetime.datetime) -> bool:
    """Book what the form says; a refusal stands at its field."""
    try:
        actions.book(user, form.cleaned_data["first"], form.cleaned_data["last"], now)
    except actions.NoVacation as refusal:
        form.add_error(refusal.field or None, refusal)
        return False
    return True


def _known(user: User, now: datetime.datetime) -> dict[str, Any]:
    """What is left of this year, and of later ones that a vacation reaches into; the vacations by date."""
    this = actions.year_of(user, now)
    booked = list(Vacation.objects.of(user))
    spans = [(one, actions.by_year(one.begins_at, one.ends_at, one.zone)) for one in booked]
    years = sorted({this, *(year for _one, span in spans for year in span if year > this)})
    return {
        "years": [(year, actions.in_days(actions.left(user, year))) for year in years],
        "allowance": actions.allowance().days,
        "zone": user.zone,
        "coming": [one for one in booked if one.begins_at > now],
        "current": next((one for one in booked if one.begins_at <= now < one.ends_at), None),
        "past": [one for one, span in reversed(spans) if one.ends_at <= now and this in span],
    }


@require_POST
@login_required
def finish(request: HttpRequest, pk: int) -> HttpResponse:
    """Come back now, or cancel a vacation that has not begun."""
    try:
        actions.finish(signed_in(request), pk, timezone.now())
    except actions.NoVacation as refusal:
        messages.error(request, refusal.messages[0])
    else:
        messages.success(request, _("The days that you did not use are yours again."))
    return redirect("account_vacations")
