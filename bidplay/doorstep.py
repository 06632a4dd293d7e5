"""What is turned away before any door, in the words of the door that was meant: requests that make no sense.

What a request means, and who may ask it, is for the doors themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.exceptions import BadRequest, RequestDataTooBig, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.views.defaults import page_not_found

from games.api.problems import problem
from games.pages import errors

MAIL_HOOKS = "mail-in/"
"""Where providers tell of mails; these are larger than what people send to a page."""
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


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
        return refusal(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Say that there is nothing in the same words everywhere, also where developers play."""
        return page_not_found(request, exception) if isinstance(exception, Http404) else None


class NowhereMiddleware:
    """Under DEBUG: an address that no door has gets the site's own page, not Django's list of all addresses.

    The innermost, so that the page knows its reader and a slash that was left out is still put on.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer as the site does elsewhere; a door's own 404 and every fault in a door stay as they are."""
        response = self.get_response(request)
        if response.status_code == 404 and request.resolver_match is None:
            return page_not_found(request, Http404())
        return response


def refusal(request: HttpRequest) -> HttpResponse | None:
    """The answer to a request that can't be meant; None to one that can."""
    try:
        check(request)
    except (BadRequest, SuspiciousOperation, MultiPartParserError, UnreadablePostError) as error:
        return bad_request(request, error)
    return None


def check(request: HttpRequest) -> None:
    """Raise where the size, the query or the form of a request can't be meant; all else is the doors' own."""
    length = str(request.META.get("CONTENT_LENGTH", ""))
    if length.isdecimal() and int(length) > _most(request):
        raise RequestDataTooBig
    query = request.META.get("QUERY_STRING", "")
    if "%00" in query:
        raise SuspiciousOperation("U+0000 in the query")
    if query:
        request.GET  # noqa: B018 - reading it counts the parameters
    if request.content_type in FORMS and not (is_for_programs(request) or _brings_mail(request)):
        request.POST  # noqa: B018 - as above


def _most(request: HttpRequest) -> int:
    """How large the body of a request may be."""
    return int(settings.LARGEST_MAIL if _brings_mail(request) else settings.LARGEST_FORM)


def _brings_mail(request: HttpRequest) -> bool:
    return bool(settings.ANYMAIL_WEBHOOK_SECRET) and request.path_info.startswith(f"/{MAIL_HOOKS}")


def is_for_programs(request: HttpRequest) -> bool:
    """Whether a request came to the door for programs."""
    return request.path_info.startswith("/api/")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The answer to a request that makes no sense or is too large: a problem for programs, else a page."""
    if is_for_programs(request):
        return problem(exception, {"request": request})
    return errors.bad_request(request, exception)
