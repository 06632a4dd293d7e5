"""What is turned away before any door, in the words of the door that was meant: requests that make no sense.

What a request means, and who may ask it, is for the doors themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse

from games.api.problems import problem
from games.pages import errors


class DoorstepMiddleware:
    """No view sees the character U+0000, which PostgreSQL can't hold, nor more parameters than we read."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Drop cookies that are none of ours: refusing them would lock their owner out for good."""
        for name in [name for name, value in request.COOKIES.items() if "\0" in value]:
            del request.COOKIES[name]
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponse | None:
        """Refuse here and not by an exception: Django's own page for developers breaks on such a request."""
        try:
            check(request)
        except SuspiciousOperation as error:
            return bad_request(request, error)
        return None


def check(request: HttpRequest) -> None:
    """Raise ``SuspiciousOperation`` where the query of a request can't be meant; paths are the doors' own."""
    query = request.META.get("QUERY_STRING", "")
    if "%00" in query:
        raise SuspiciousOperation("U+0000 in the query")
    if query:
        request.GET  # noqa: B018 - reading it counts the parameters


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The answer to a request that makes no sense or is too large: a problem for programs, else a page."""
    if request.path_info.startswith("/api/"):
        return problem(exception, {"request": request})
    return errors.bad_request(request, exception)
