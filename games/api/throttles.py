"""How often one may knock: counts by person, or address, and stretch of time; one trip to the cache."""

from __future__ import annotations

import hashlib
import time
from collections import Counter
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
    most, seconds = _rate(scope)
    now = time.time()
    key = f"knocks:{scope}:{hashlib.sha256(who.encode()).hexdigest()[:32]}:{int(now // seconds)}"
    if cache.count(key, seconds) <= most:  # type: ignore[attr-defined]
        return None
    return seconds - now % seconds


def _rate(scope: str) -> tuple[int, int]:
    """How many knocks in how many seconds."""
    most, _sep, stretch = str(api_settings.DEFAULT_THROTTLE_RATES[scope]).partition("/")
    return int(most), _SECONDS[stretch[0]]


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


class OrderThrottle(PersonThrottle):
    """The rate ``person``, counted by each process for itself: the busiest address asks no cache.

    So a person may knock as often as that at each process of the web server. Guests never get this far.
    """

    _stretch = 0
    _knocks: Counter[int] = Counter()

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Whether this request is within the rate."""
        most, seconds = _rate("person")
        now = time.time()
        if OrderThrottle._stretch != int(now // seconds):
            OrderThrottle._stretch = int(now // seconds)
            self._knocks.clear()
        person = request.user.pk or 0
        self._knocks[person] += 1
        self._wait = None if self._knocks[person] <= most else seconds - now % seconds
        return self._wait is None
