"""The content security policy of the site's pages; an answer that brings its own keeps that."""

from __future__ import annotations

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class PolicyMiddleware(CSPMiddleware):
    """django-csp, but the policy is not put together for answers that have one already."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Add the policy of the site."""
        if HEADER in response:
            return response
        return super().process_response(request, response)
