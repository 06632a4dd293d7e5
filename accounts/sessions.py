"""Who asks for a page: Django's sessions and allauth's sign-in, read by statements that are written once."""

from __future__ import annotations

from functools import cache
from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone

from accounts.models import User
from accounts.plain import made, row

_SESSION = "SELECT session_data FROM django_session WHERE session_key = %s AND expire_date > %s"


class SessionStore(db.SessionStore):
    """Sessions in the database."""

    def load(self) -> dict[str, Any]:
        """What a session holds; one that is over or was never there is left."""
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        found = row(_SESSION, [self.session_key, now])
        if found is None:
            self._session_key = None
            return {}
        data: dict[str, Any] = self.decode(found[0])
        return data

    @classmethod
    def get_model_class(cls) -> type[Session]:
        """The rows of sessions."""
        return Session


class Backend(AuthenticationBackend):  # type: ignore[misc]
    """Signing in with a name or an address."""

    def get_user(self, user_id: int) -> User | None:
        """The person of a session, unless their account is closed."""
        found = row(_person(), [user_id])
        user = made(User, User._meta.concrete_fields, found) if found else None
        return user if user is not None and self.user_can_authenticate(user) else None


@cache
def _person() -> str:
    columns = ", ".join(f'"{field.column}"' for field in User._meta.concrete_fields)
    return f"SELECT {columns} FROM accounts_user WHERE id = %s"  # noqa: S608 - names of our own columns
