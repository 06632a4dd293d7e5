"""The buttons in the foot of every page that choose its language."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from accounts import actions
from accounts.middleware import reader

A_YEAR = 365 * 24 * 3600


# Without a token, so that pages for guests need none: whoever forges this changes a language, and not even
# that of a signed-in person, since other sites' forms do not carry the session along.
@csrf_exempt
@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """Show this and all further pages in another language; a signed-in person's mails follow too."""
    back = request.META.get("HTTP_REFERER", "")  # the frame of a page is kept and knows no address
    local = url_has_allowed_host_and_scheme(back, {request.get_host()}, request.is_secure())
    response = redirect(back if local else "home")
    language = request.POST.get("language", "")
    if language not in dict(settings.LANGUAGES):
        return response
    if person := reader(request):
        actions.speak(person, language)
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=A_YEAR,
        secure=request.is_secure(),
        samesite="Lax",
    )
    return response
