"""Long lists by the page: each page names the address of the next, however much is added meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext
from rest_framework.exceptions import NotFound
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request

from games.api.problems import Problem


class Pages(CursorPagination):
    """Pages of ``size`` rows by a cursor; the cost of a page does not grow with the list."""

    ordering = "-pk"
    cursor_query_param = "cursor"
    page_size_query_param = "size"
    page_size = 30
    max_page_size = 100

    def paginate_queryset(
        self, queryset: QuerySet[Any] | Sequence[Any], request: Request, view: Any = None
    ) -> list[Any]:
        """The rows of the page that the request asks for; a cursor that is none of ours is a problem."""
        try:
            return super().paginate_queryset(queryset, request, view) or []
        except (ValueError, NotFound) as error:
            raise Problem(400, "invalid", gettext("This cursor is none of ours."), field="cursor") from error
