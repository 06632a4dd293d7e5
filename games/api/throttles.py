"""How often one may knock: counts by person, or address, and stretch of time; one trip to the cache."""

from __future__ import annotations

import hashlib
import time
from typing import TYPE_CHECKING

from allauth.account.adapter import get_adapter
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.throttling import BaseThrottle

if TYPE_CHECKING:
    from rest_framework.views import APIView

_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


def exceeded(scope: str, who: str) -> float | None:
    """Count one knock; the seconds to wait if it was one too many, else None.

    A count lasts for one whole stretch of its rate. Without a cache server nobody is held up.
    """
    most, _sep, stretch = str(api_settings.DEFAULT_THROTTLE_RATES[scope]).partition("/")
    seconds = _SECONDS[stretch[0]]
    now = time.time()
    key = f"knocks:{scope}:{hashlib.sha256(who.encode()).hexdigest()[:32]}:{int(now // seconds)}"
    if cache.count(key, seconds) <= int(most):  # type: ignore[attr-defined]
        return None
    return seconds - now % seconds


def address_of(request: Request) -> str:
    """The address a request comes from, through as many proxies as are trusted."""
    try:
        return str(get_adapter().get_client_ip(request))
    except PermissionDenied:
        return "unknown"


class PersonThrottle(BaseThrottle):
    """The rate ``person`` for people, and ``guest`` for each address that does not sign in."""

    _wait: float | None = None

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Whether this request is within the rate."""
        if request.user.is_authenticated:
            self._wait = exceeded("person", f"person {request.user.pk}")
        else:
            self._wait = exceeded("guest", f"address {address_of(request)}")
        return self._wait is None

    def wait(self) -> float | None:
        """How many seconds to wait."""
        return self._wait


class TokenThrottle(PersonThrottle):
    """The rate ``tokens``, by address: for attempts to sign in."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Whether this attempt is within the rate."""
        self._wait = exceeded("tokens", f"address {address_of(request)}")
        return self._wait is None
