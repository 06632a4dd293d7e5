"""What a log line looks like, and what it leaves out: the secret part of links that need no signing in."""

from __future__ import annotations

import re
from collections.abc import MutableMapping
from typing import Any

import structlog

_SECRET = re.compile(r"(/(?:o|unsubscribe|confirm-email|reset/key|calendar|feed)/)[^/\s\"']+")


def discreet(_logger: Any, _name: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """A processor of structlog's: whoever reads a line could else order for a player, or become one."""
    for key, value in event.items():
        if isinstance(value, str) and "/" in value:
            event[key] = _SECRET.sub(r"\1…", value)
    return event


def logging(level: str, *, development: bool) -> dict[str, Any]:
    """Django's logging: readable lines in development; elsewhere JSON, and errors by mail to the host."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    discreet,
                    structlog.dev.ConsoleRenderer(colors=False)
                    if development
                    else structlog.processors.JSONRenderer(),
                ],
                "foreign_pre_chain": [
                    structlog.contextvars.merge_contextvars,
                    structlog.processors.TimeStamper(fmt="iso"),
                    structlog.stdlib.add_logger_name,
                    structlog.stdlib.add_log_level,
                ],
            }
        },
        "handlers": {
            "console": {"class": "logging.StreamHandler", "formatter": "line"},
            "admins": {"class": "django.utils.log.AdminEmailHandler", "level": "ERROR"},
        },
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            "django": {"handlers": [] if development else ["admins"]},
            # Whoever scans the net may name any host: a line in the log, and no mail to the host each time.
            "django.security.DisallowedHost": {"handlers": ["console"], "propagate": False},
            # aiosmtpd tells of addresses and of every word of a session.
            "mail.log": {"level": "ERROR"},
            "bidplay": {"level": "INFO"},
            "games": {"level": "INFO"},
            "accounts": {"level": "INFO"},
        },
    }


def configure_structlog() -> None:
    """Lead structlog's lines through the standard library's handlers."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.stdlib.filter_by_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.stdlib.add_logger_name,
            structlog.stdlib.add_log_level,
            structlog.processors.format_exc_info,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
