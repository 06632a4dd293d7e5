"""The content security policy of the site's pages; an answer that brings its own keeps that."""

from __future__ import annotations

from dataclasses import asdict
from functools import cached_property

from csp.constants import HEADER
from csp.middleware import CSPMiddleware, PolicyParts
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class PolicyMiddleware(CSPMiddleware):
    """django-csp, but the policy that most answers have is put together once."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Add the policy of the site."""
        if HEADER in response:
            return response
        if (
            settings.DEBUG
            or hasattr(request, "_csp_nonce")
            or any(name[:4] == "_csp" for name in vars(response))
        ):
            return super().process_response(request, response)
        response[HEADER] = self._policy
        return response

    @cached_property
    def _policy(self) -> str:
        return build_policy(**asdict(PolicyParts()))
