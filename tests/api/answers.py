"""Reading answers of the API in tests."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpResponse


def told(response: HttpResponse, status: int = 200) -> Any:
    """The JSON of an answer that must have this status."""
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/json"
    return json.loads(response.content)


def problem(response: HttpResponse, status: int, code: str) -> dict[str, Any]:
    """The problem that an answer must be."""
    assert response["Content-Type"] == "application/problem+json", response.content
    found: dict[str, Any] = json.loads(response.content)
    assert (response.status_code, found["status"], found["code"]) == (status, status, code), found
    assert found["type"] == "about:blank"
    assert found["title"]
    assert found["detail"].endswith((".", ")")) or found["detail"]
    assert "{" not in found["detail"]
    return found
