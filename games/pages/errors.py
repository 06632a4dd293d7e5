"""Plain pages for what goes wrong, and what search engines are told."""

from __future__ import annotations

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

ROBOTS = "User-agent: *\nDisallow: /o/\nDisallow: /accounts/\nDisallow: /admin/\nDisallow: /api/\n"


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A request that makes no sense, or is too large."""
    too_large = isinstance(exception, RequestDataTooBig)
    return render(request, "400.html", {"too_large": too_large}, status=413 if too_large else 400)


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Which addresses are not for search engines."""
    return HttpResponse(ROBOTS, content_type="text/plain")
