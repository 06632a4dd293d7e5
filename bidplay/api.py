"""How the REST framework and its schema are set up. What the API does is in ``games/api``."""

from __future__ import annotations

from typing import Any

import environ

SCHEMA = {
    "TITLE": "bidplay",
    "DESCRIPTION": "Play bidding games days apart: matches, sealed orders, records.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "POSTPROCESSING_HOOKS": [],
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    "SCHEMA_PATH_PREFIX": r"/api/v1",
}
"""The settings of drf-spectacular."""


def rest_framework(env: environ.Env, proxies: int) -> dict[str, Any]:
    """The settings of the REST framework behind so many proxies; rates come from the environment."""
    return {
        "DEFAULT_AUTHENTICATION_CLASSES": ["accounts.tokens.TokenAuthentication"],
        "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
        "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
        "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
        "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
        "DEFAULT_PAGINATION_CLASS": "games.api.paging.Pages",
        "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
        "DEFAULT_THROTTLE_CLASSES": ["games.api.throttles.PersonThrottle"],
        "DEFAULT_THROTTLE_RATES": {
            "person": env.str("API_RATE", default="600/min"),
            "guest": env.str("API_GUEST_RATE", default="120/min"),
            "tokens": env.str("API_TOKEN_RATE", default="10/min"),
        },
        "NUM_PROXIES": proxies,
        "EXCEPTION_HANDLER": "games.api.problems.problem",
        "PAGE_SIZE": 30,
        "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    }
