"""Pages of a long list, by number: which part one shows, and where the others are."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import Http404, HttpRequest


@dataclass(frozen=True)
class Pages:
    """One page of a list; pages are counted from 1."""

    number: int
    size: int
    total: int
    query: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, request: HttpRequest, total: int, size: int, at: int | None = None) -> Pages:
        """The page that a request asks for. Raises ``Http404`` for one that there can't be.

        Without any it is that of the line ``at``, counted from 0, or the first.
        """
        usual = 1 if at is None else at // size + 1
        given = request.GET.get("page", str(usual))
        if not (given.isascii() and given.isdecimal() and 0 < len(given) < 7):
            raise Http404
        number = int(given)
        rest = tuple((name, str(text)) for name, text in request.GET.items() if name != "page")
        pages = cls(number, size, total, rest)
        if not 1 <= number <= pages.count:
            raise Http404
        return pages

    @property
    def count(self) -> int:
        """How many pages there are; at least one."""
        return max(1, -(-self.total // self.size))

    @property
    def first(self) -> int:
        """The first line of the page, counted from 0."""
        return (self.number - 1) * self.size

    @property
    def end(self) -> int:
        """The line after the last of the page."""
        return min(self.first + self.size, self.total)

    @property
    def before(self) -> str:
        """The query of the page before; empty on the first."""
        return self._query(self.number - 1) if self.number > 1 else ""

    @property
    def after(self) -> str:
        """The query of the next page; empty on the last."""
        return self._query(self.number + 1) if self.number < self.count else ""

    def _query(self, number: int) -> str:
        return urlencode([*self.query, ("page", str(number))])
