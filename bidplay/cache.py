"""The cache: Redis that may be away. A page or an order never fails because the cache does."""

import time
from typing import Any

import structlog
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

PAUSE = 5.0
"""Seconds for which a server that did not answer is not asked again: signing in asks some twenty times."""

_away: dict[str, float] = {}
"""Until when, on the monotonic clock, each server is let alone; all threads of a process share this."""

log = structlog.get_logger(__name__)


class ForgivingRedisCache(RedisCache):
    """Django's Redis cache, but a server that is away reads as empty and takes no writes."""

    def __init__(self, server: str | list[str], params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._server = str(server)

    def _forgive(self, verb: str, nothing: Any, *args: Any, **kwargs: Any) -> Any:
        if self._is_away():
            return nothing
        try:
            return getattr(super(), verb)(*args, **kwargs)
        except (RedisError, OSError) as error:
            self._went_away(verb, error)
            return nothing

    def _is_away(self) -> bool:
        return time.monotonic() < _away.get(self._server, 0)

    def _went_away(self, verb: str, error: Exception) -> None:
        _away[self._server] = time.monotonic() + PAUSE
        log.warning("cache_away", verb=verb, error=type(error).__name__)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """The value, or ``default`` where there is none or no server."""
        return self._forgive("get", default, key, default, version)

    def set(self, *args: Any, **kwargs: Any) -> None:
        """Keep a value if there is a server to keep it."""
        self._forgive("set", None, *args, **kwargs)

    def add(self, *args: Any, **kwargs: Any) -> bool:
        """Keep a value if there is none; without a server say that it was kept."""
        return bool(self._forgive("add", True, *args, **kwargs))

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        """Count up; without a server every count is the first."""
        return int(self._forgive("incr", delta, key, delta, version))

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        """Forget a value if there is a server."""
        return bool(self._forgive("delete", False, *args, **kwargs))

    def get_many(self, *args: Any, **kwargs: Any) -> dict[Any, Any]:
        """The values that are there."""
        return dict(self._forgive("get_many", {}, *args, **kwargs))

    def set_many(self, *args: Any, **kwargs: Any) -> list[Any]:
        """Keep the values if there is a server; the list of failures is always empty."""
        return list(self._forgive("set_many", [], *args, **kwargs) or [])

    def touch(self, *args: Any, **kwargs: Any) -> bool:
        """Prolong a value if there is a server."""
        return bool(self._forgive("touch", False, *args, **kwargs))

    def count(self, key: str, seconds: int) -> int:
        """Count up in one round trip, from 1, forgotten after so many seconds; without a server always 1."""
        if self._is_away():
            return 1
        name = self.make_and_validate_key(key)
        try:
            pipeline = self._cache.get_client(name, write=True).pipeline(transaction=False)
            pipeline.incr(name)
            pipeline.expire(name, seconds, nx=True)
            return int(pipeline.execute()[0])
        except (RedisError, OSError) as error:
            self._went_away("count", error)
            return 1
