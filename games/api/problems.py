"""The one place where a refusal becomes an answer to a program: ``application/problem+json`` (RFC 9457)."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import msgspec
import structlog
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.http import Http404, HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions
from rest_framework.views import set_rollback

from games.actions import refusals
from games.actions.contests import refusals as of_contests
from games.contests.plan import IllegalPlan
from games.rules.game import IllegalOption, IllegalOrder, Refusal

log = structlog.get_logger(__name__)

STATUS: dict[type[Refusal], int] = {
    IllegalOrder: 400,
    IllegalOption: 400,
    refusals.IllegalTable: 400,
    refusals.IllegalText: 400,
    refusals.NotYourSeat: 403,
    refusals.NotInvited: 403,
    refusals.NotAllowed: 403,
    refusals.NotReliable: 403,
    of_contests.IllegalEntry: 400,
    of_contests.NotDirector: 403,
    of_contests.NotAsked: 403,
    of_contests.NotReliableEnough: 403,
    of_contests.RatingOutside: 403,
    of_contests.WrongLines: 400,
    IllegalPlan: 400,
    refusals.TooLate: 409,
    refusals.TooEarly: 409,
    refusals.NothingOwed: 409,
    refusals.PlanLost: 409,
    refusals.OrderLost: 409,
    refusals.NotRunning: 409,
    refusals.NotOpen: 409,
    refusals.NotOver: 409,
    refusals.SeedSecret: 409,
    refusals.AlreadySeated: 409,
    refusals.TeamFull: 409,
    refusals.SeatTaken: 409,
    refusals.SeatsEmpty: 409,
}
"""The status of each class of refusal; one that is not named here is a conflict."""


class Problem(Exception):
    """An answer that says what is wrong: a sentence, a stable code, and more members where they help."""

    def __init__(self, status: int, code: str, detail: str, **members: Any) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.detail = detail
        self.members = members

    @classmethod
    def of(cls, refusal: Refusal, **members: Any) -> Problem:
        """The problem that tells of a refusal in the reader's language."""
        status = next((STATUS[kind] for kind in type(refusal).__mro__ if kind in STATUS), 409)
        field = _field(refusal)
        named = {"field": field} if field else {}
        return cls(status, refusal.code, sentence(refusal), **named, **members)


def _field(refusal: Refusal) -> str | None:
    if isinstance(refusal, IllegalOrder):
        return "order"
    if isinstance(refusal, IllegalOption):
        return "pace" if "pace" in refusal.code else "options"
    return getattr(refusal, "field", None)


def sentence(refusal: Refusal) -> str:
    """What a refusal says, in the reader's language."""
    said = refusal.data
    if isinstance(refusal, IllegalOption) and said.get("legal"):  # some options say in words what is legal
        said = said | {"legal": gettext(str(said["legal"]))}
    return gettext(refusal.message).format(**said)


def problem(error: Exception, context: Mapping[str, Any]) -> HttpResponse:
    """The answer to any error that a view raised; the exception handler of the whole API."""
    found = _as_problem(error)
    if found.status >= 500:
        log.error("api_failed", path=context["request"].path, exc_info=error)
    set_rollback()
    return _answer(found, _headers(error))


def _as_problem(error: Exception) -> Problem:
    if isinstance(error, Problem):
        return error
    if isinstance(error, Refusal):
        return Problem.of(error)
    if isinstance(error, Http404):
        return Problem(404, "not_found", gettext("There is nothing here, or nothing that you may see."))
    if isinstance(error, PermissionDenied):
        return Problem(403, "permission_denied", gettext("You may not do this."))
    if isinstance(error, RequestDataTooBig):
        return Problem(413, "too_big", gettext("The body of this request is too big."))
    if isinstance(error, SuspiciousOperation):
        return Problem(400, "malformed", gettext("This request makes no sense here. Nothing was changed."))
    if isinstance(error, exceptions.APIException):
        return _from_framework(error)
    return Problem(500, "server_error", gettext("Something went wrong here. Nothing was changed."))


_OWN_WORDS = {
    "throttled": _("Too many requests. Wait {wait} seconds."),
    "not_authenticated": _("Sign in first: send the header “Authorization: Token …”."),
}


def _from_framework(error: exceptions.APIException) -> Problem:
    code = str(error.get_codes())
    detail = str(_OWN_WORDS[code]).format(wait=_wait(error)) if code in _OWN_WORDS else str(error.detail)
    return Problem(error.status_code, code, detail)


def _wait(error: exceptions.APIException) -> int:
    """The whole seconds to wait."""
    return int(getattr(error, "wait", None) or 1)


def _headers(error: Exception) -> dict[str, str]:
    headers = {}
    if getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = str(error.auth_header)  # type: ignore[attr-defined]
    if isinstance(error, exceptions.Throttled):
        headers["Retry-After"] = str(_wait(error))
    return headers


def _answer(found: Problem, headers: dict[str, str]) -> HttpResponse:
    document = {
        "type": "about:blank",
        "title": HTTPStatus(found.status).phrase,
        "status": found.status,
        "detail": found.detail,
        "code": found.code,
        **found.members,
    }
    return json_answer(msgspec.json.encode(document), found.status, "application/problem+json", headers)


def json_answer(
    raw: bytes, status: int = 200, kind: str = "application/json", headers: Mapping[str, str] | None = None
) -> HttpResponse:
    """JSON as an answer. Nothing that it may hold is to be kept, run, shown or framed by a browser."""
    always = {
        "Cache-Control": "no-store",
        "Content-Length": str(len(raw)),
        "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    }
    return HttpResponse(raw, status=status, content_type=kind, headers={**always, **(headers or {})})
