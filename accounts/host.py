"""The host's site: Django's admin, for staff who signed in with a second factor, and for nobody else."""

from __future__ import annotations

from typing import Any

from allauth.account.internal.flows.login import get_authentication_records
from allauth.mfa.utils import is_mfa_enabled
from django.contrib.admin.sites import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


class HostSite(AdminSite):
    """The admin site."""

    def has_permission(self, request: HttpRequest) -> bool:
        """Staff in a session that a second factor vouched for."""
        return super().has_permission(request) and has_second_factor(request) and gave_second_factor(request)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Send guests to the one sign-in page; tell staff what is missing; refuse everybody else."""
        here = request.GET.get("next", request.get_full_path())
        if not request.user.is_authenticated:
            return redirect_to_login(here)
        if not super().has_permission(request):
            raise PermissionDenied
        known = {"has_factor": has_second_factor(request), "next": here}
        return render(request, "accounts/second_factor.html", known, status=403)


def has_second_factor(request: HttpRequest) -> bool:
    """Whether the person has set up an authenticator app, a key or a passkey."""
    return bool(is_mfa_enabled(request.user))


def gave_second_factor(request: HttpRequest) -> bool:
    """Whether this session was signed in, or confirmed later, with it."""
    return any(record.get("method") == "mfa" for record in get_authentication_records(request, request.user))
