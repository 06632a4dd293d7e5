"""The number of each request in its log lines. What is written of a request at all is django-structlog's."""

from __future__ import annotations

import logging
import uuid

import structlog
from django.http import HttpRequest, HttpResponse
from django_structlog.middlewares import RequestMiddleware

_lines = logging.getLogger("django_structlog.middlewares.request")


class NumberMiddleware(RequestMiddleware):
    """django-structlog, but a line that nobody is going to read is not put together."""

    def prepare(self, request: HttpRequest) -> None:
        """Give the request its number."""
        if _lines.isEnabledFor(logging.INFO):
            super().prepare(request)
        else:
            structlog.contextvars.bind_contextvars(request_id=str(uuid.uuid4()))

    def handle_response(self, request: HttpRequest, response: HttpResponse) -> None:
        """Write of answers that went wrong."""
        fine = response.status_code < 400 and not response.streaming  # and so nothing was raised
        if fine and not _lines.isEnabledFor(logging.INFO):
            structlog.contextvars.clear_contextvars()
        else:
            super().handle_response(request, response)
