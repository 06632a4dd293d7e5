"""The short way for programs: they have no session, form or page, so what serves those is passed by."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.urls import resolve
from django.utils import translation

from bidplay.doorstep import is_for_programs, refusal

DOCS = "/api/v1/docs"
"""The one page below the API; it goes the way of pages."""


class ProgramsMiddleware:
    """Requests of programs go straight to their view: a third of the work of an order was not for them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a program in the language it asks for; pass on everything else."""
        if not is_for_programs(request) or request.path_info.startswith(DOCS):
            return self.get_response(request)
        return refusal(request) or _answer(request)


def _answer(request: HttpRequest) -> HttpResponse:
    request.get_host()  # refuses a name that is none of ours
    view = request.resolver_match = resolve(request.path_info)
    with translation.override(translation.get_language_from_request(request)):
        response: HttpResponse = view.func(request, *view.args, **view.kwargs)
        return response.render() if hasattr(response, "render") else response
