"""Signed links that work without signing in. Each purpose has its own salt; a link gives no other right."""

from __future__ import annotations

from django.core import signing

from accounts.models import DIGEST, MAIL_KINDS, User

_UNSUBSCRIBE = signing.Signer(salt="accounts.links.unsubscribe")


def unsubscribe_token(user_id: int, kind: str) -> str:
    """The token that lets its holder switch off one kind of mail of one person."""
    return _UNSUBSCRIBE.sign_object([user_id, kind])


def read_unsubscribe(token: str) -> tuple[User, str] | None:
    """Whose mail of which kind a token switches off; None if it is forged or nobody's."""
    try:
        user_id, kind = _UNSUBSCRIBE.unsign_object(token)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    user = User.objects.filter(pk=user_id, is_active=True).first()
    return (user, kind) if user is not None and (kind in MAIL_KINDS or kind == DIGEST) else None
