"""Secrets of people at rest: account mails and second factors, sealed with the keys of the environment."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.db.models import QuerySet

from accounts.channels import Channel, Feed
from accounts.models import Notice

_SEALED_KEYS = ("sealed", "secret", "seed")


@lru_cache(maxsize=4)
def _locks(keys: tuple[str, ...]) -> MultiFernet:
    return MultiFernet([Fernet(key) for key in keys])


def seal(secret: str) -> str:
    """Encrypt with the newest key."""
    return _locks(tuple(settings.SEAL_KEYS)).encrypt(secret.encode()).decode()


def unseal(sealed: str) -> str:
    """Decrypt with whichever key fits; raises ``InvalidToken`` if none does."""
    return _locks(tuple(settings.SEAL_KEYS)).decrypt(sealed.encode()).decode()


def rotate() -> tuple[int, int]:
    """Seal everything anew with the newest key: how many rows were, and how many none of the keys opens."""
    results = [_rotate(Authenticator.objects.all(), row) for row in Authenticator.objects.iterator()]
    results += [_rotate(Notice.objects.all(), row) for row in Notice.objects.sealed().iterator()]
    for rows in (Channel.objects.sealed(), Feed.objects.sealed()):
        results += [_rotate_text(rows, row) for row in rows.iterator()]
    return results.count(True), results.count(False)


def _rotate(rows: QuerySet[Any], row: Any) -> bool | None:
    """Seal one row anew unless it changed meanwhile; None if it holds nothing sealed."""
    sealed = {key: row.data[key] for key in _SEALED_KEYS if isinstance(row.data.get(key), str)}
    if not sealed:
        return None
    lock = _locks(tuple(settings.SEAL_KEYS))
    try:
        anew = {key: lock.rotate(text.encode()).decode() for key, text in sealed.items()}
    except InvalidToken:
        return False
    rows.filter(pk=row.pk, data=row.data).update(data=row.data | anew)
    return True


def _rotate_text(rows: QuerySet[Any], row: Channel | Feed) -> bool:
    """Seal the one text of a row anew unless it changed meanwhile."""
    try:
        anew = _locks(tuple(settings.SEAL_KEYS)).rotate(row.sealed.encode()).decode()
    except InvalidToken:
        return False
    rows.filter(pk=row.pk, sealed=row.sealed).update(sealed=anew)
    return True
