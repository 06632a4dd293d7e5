"""A line of the log holds no link that works without signing in."""

import copy
import logging
import logging.config

import pytest
from django.conf import settings


@pytest.mark.parametrize(
    "address",
    [
        "/o/{}/",
        "/accounts/unsubscribe/{}/",
        "/accounts/confirm-email/{}/",
        "/accounts/password/reset/key/{}/",
        "/calendar/{}",
        "/m/abcdefghjk/feed/{}",
    ],
)
def test_a_line_leaves_the_secret_of_a_link_out(address: str) -> None:
    secret = "93-1.411QkldSiWG4UuGCSTad9o"
    line = written("Unprocessable Entity: %s", address.format(secret))
    assert secret not in line
    assert address.format("…") in line


def test_a_line_says_everything_else() -> None:
    assert "Conflict: /api/v1/matches/abc/turns/1/order" in written(
        "Conflict: %s", "/api/v1/matches/abc/turns/1/order"
    )


def written(message: str, *parts: object) -> str:
    """What the handler of the settings writes of a record."""
    known = copy.deepcopy(settings.LOGGING["formatters"]["line"])
    formatter = logging.config.DictConfigurator({"version": 1}).configure_formatter(known)
    return formatter.format(logging.LogRecord("django.request", logging.WARNING, "", 0, message, parts, None))
