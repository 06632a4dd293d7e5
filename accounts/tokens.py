"""A program's sign-in: ``Authorization: Token …``. One query a request; only hashes are compared."""

from __future__ import annotations

import datetime
import hashlib

from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from accounts.models import ApiToken, User

SCHEME = "Token"
FRESH = datetime.timedelta(hours=1)
"""How far ``used_at`` may lag behind: one write an hour is enough to see whether a token is in use."""

# Plain SQL: every request of a program begins here, and the ORM takes longer to write this than to read it.
_ENOUGH = {"id", "username", "email", "zone", "language", "is_active", "is_staff", "is_superuser"}
_LOADED = [field.attname for field in User._meta.concrete_fields if field.attname in _ENOUGH]
"""What is read of a person at once, in the model's order; Django reads the rest if anybody asks for it."""
_OWNER = f"""
SELECT t.id, t.name, t.used_at IS NULL OR t.used_at < %s, {", ".join(f"u.{name}" for name in _LOADED)}
FROM accounts_apitoken t JOIN accounts_user u ON u.id = t.user_id
WHERE t.digest = %s AND u.is_active
"""  # noqa: S608 - the names are those above


def digest(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


class TokenAuthentication(BaseAuthentication):
    """Who sends a token that we know is its person; who sends none is a guest."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """The person and the token, or None without a token. Refuses an unknown token with 401."""
        scheme, _space, token = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        if scheme.lower() != SCHEME.lower():
            return None
        now = timezone.now()
        found = owner(token.strip(), now)
        if found is None:
            raise AuthenticationFailed(_("This token is not valid."), "token")
        return found

    def authenticate_header(self, request: Request) -> str:
        """What a guest is asked for."""
        return SCHEME


def owner(token: str, now: datetime.datetime) -> tuple[User, ApiToken] | None:
    """The person whose token this is, noted as in use; None if it is nobody's."""
    fresh = connection.ops.adapt_datetimefield_value(now - FRESH)
    with connection.cursor() as cursor:
        cursor.execute(_OWNER, [fresh, digest(token)])
        row = cursor.fetchone()
    if row is None:
        return None
    pk, name, stale, *values = row
    user = User.from_db(connection.alias, _LOADED, values)
    known = ApiToken(pk=pk, name=name, user=user)
    if stale:
        stamp(known, now)
    return user, known


def stamp(token: ApiToken, now: datetime.datetime) -> None:
    """Note that a token is in use, at the most once an hour."""
    if token.used_at is None or now - token.used_at > FRESH:
        ApiToken.objects.filter(pk=token.pk).update(used_at=now)


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the API's description names this way of signing in."""

    target_class = "accounts.tokens.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        """The scheme as OpenAPI writes it."""
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Token <token>`; get one by `POST /api/v1/tokens` or on the settings page.",
        }
