"""The settings page and what hangs on it: tokens, the delivery log, taking one's data along, leaving."""

from __future__ import annotations

from urllib.parse import urlencode

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts import actions, bounces
from accounts.forms import LeaveForm, SettingsForm, TokenForm
from accounts.middleware import signed_in
from accounts.models import ApiToken, Notice
from accounts.names import names_of
from accounts.own_data import own_data

A_PAGE = 50
LONGEST_CODE = 40
"""No code of a match is longer."""


@login_required
def settings_page(request: HttpRequest) -> HttpResponse:
    """Zone, language, and how one wants to get mail."""
    user = signed_in(request)
    form = SettingsForm(request.POST or None, user)
    if form.is_valid():
        known = form.cleaned_data
        actions.prefer(user, known["zone"], known["language"], form.wishes, timezone.now())
        messages.success(request, _("Your settings are kept."))
        return redirect("account_settings")
    return render(request, "accounts/settings.html", {"form": form})


@never_cache
@login_required
def tokens(request: HttpRequest) -> HttpResponse:
    """One's tokens; a new one is shown this once."""
    user = signed_in(request)
    form = TokenForm(request.POST or None)
    token = actions.issue(user, form.cleaned_data["name"], timezone.now()) if form.is_valid() else None
    known = {"form": TokenForm() if token else form, "token": token, "tokens": ApiToken.objects.of(user)}
    return render(request, "accounts/tokens.html", known)


@require_POST
@login_required
def revoke_token(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a token back."""
    if actions.revoke(signed_in(request), pk):
        messages.success(request, _("The token is taken back."))
    return redirect("account_tokens")


@login_required
def deliveries(request: HttpRequest) -> HttpResponse:
    """The mail that was sent to one, or should have been; all of it, or that about one match."""
    user, match = signed_in(request), request.GET.get("match", "")[:LONGEST_CODE]
    mine = Notice.objects.of(user)
    page = Paginator(mine.about(match) if match else mine, A_PAGE).get_page(request.GET.get("page"))
    codes = mine.order_by().exclude(data__match=None).values_list("data__match", flat=True).distinct()
    matches = names_of(list(codes))
    known = {
        "rows": [(notice, matches.get(notice.match, notice.match)) for notice in page],
        "page": page,
        "match": match,
        "matches": matches,
        "again": Notice.objects.last_turn(user, match).exists(),
    }
    return render(request, "accounts/deliveries.html", known)


@require_POST
@login_required
def send_again(request: HttpRequest) -> HttpResponse:
    """Have the last turn mail sent again, that of one match or of all."""
    match = request.POST.get("match", "")[:LONGEST_CODE]
    if actions.send_again(signed_in(request), timezone.now(), match):
        messages.success(request, _("Your last turn mail will be sent again, if its turn is still open."))
    else:
        messages.error(request, _("Your last turn mail left only just now. Wait ten minutes and look again."))
    page = reverse("account_deliveries")
    return redirect(f"{page}?{urlencode({'match': match})}" if match else page)


@require_POST
@login_required
def mail_trial(request: HttpRequest) -> HttpResponse:
    """Have a test mail sent to an address from which mail came back."""
    if bounces.try_again(signed_in(request), timezone.now()):
        messages.success(request, _("A test mail is on its way. If it is taken, this warning goes away."))
    else:
        messages.error(request, _("A test mail left only just now. Wait ten minutes and try again."))
    return redirect("account_deliveries")


@require_POST
@login_required
def mail_again(request: HttpRequest) -> HttpResponse:
    """Get mail again that one once called unwanted."""
    actions.want_again(signed_in(request), timezone.now())
    messages.success(request, _("You get mail from your matches again."))
    return redirect("account_settings")


@never_cache
@login_required
def export(request: HttpRequest) -> HttpResponse:
    """Everything the site knows about one, as a file."""
    data = own_data(signed_in(request))
    headers = {"Content-Disposition": 'attachment; filename="my-data.json"'}
    return JsonResponse(data, headers=headers, json_dumps_params={"indent": 2, "ensure_ascii": False})


@login_required
@reauthentication_required  # type: ignore[untyped-decorator]
def leave(request: HttpRequest) -> HttpResponse:
    """Leave for good. Asks for the password or the second factor once more before it shows itself."""
    form = LeaveForm(request.POST or None)
    if form.is_valid():
        actions.erase(signed_in(request), timezone.now())
        logout(request)
        messages.success(request, _("Your account is gone. Farewell!"))
        return redirect("home")
    return render(request, "accounts/leave.html", {"form": form})
