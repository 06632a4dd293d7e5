"""The page behind the unsubscribe link of every mail: needs no sign-in; only its POST changes anything."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts import actions
from accounts.links import read_unsubscribe
from accounts.models import DIGEST, kind_name


@never_cache
@csrf_exempt  # mail programs post here by themselves (RFC 8058); the token in the address is what is checked
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Show a button; when it is pressed, switch one kind of mail off."""
    found = read_unsubscribe(token)
    if found is None:
        return render(request, "accounts/unsubscribe.html", status=404)
    user, kind = found
    done = request.method == "POST"
    if done:
        actions.switch_off(user, kind, timezone.now())
    return render(
        request,
        "accounts/unsubscribe.html",
        {"kind": kind_name(kind), "digest": kind == DIGEST, "done": done},
    )
