"""What a process remembers of pages it has made: a bounded store for parts that never change."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Memory(Generic[T]):
    """Keeps the ``most`` values that were used last. A key must name everything the value depends on."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, T] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable) -> T | None:
        """The value, or None if it is not here."""
        with self._lock:
            if key not in self._kept:
                return None
            self._kept.move_to_end(key)
            return self._kept[key]

    def put(self, key: Hashable, value: T) -> T:
        """Keep a value, and forget the one that was not used for longest."""
        with self._lock:
            self._kept[key] = value
            self._kept.move_to_end(key)
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return value

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()

    def made(self, key: Hashable, make: Callable[[], T]) -> T:
        """The value, made now if it is not here."""
        value = self.get(key)
        return self.put(key, make()) if value is None else value
