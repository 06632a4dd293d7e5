"""Web push as RFC 8291 and 8292 have it: our key pair, and a message that one browser can read."""

from __future__ import annotations

import base64
import datetime
import os
import secrets
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02

FRESH = datetime.timedelta(hours=12)
"""For how long a token of ours holds; push services take at most a day."""
LONGEST_TTL = 28 * 24 * 3600


def encoded(data: bytes) -> str:
    """Bytes as this part of the world writes them: base64 for addresses, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """The bytes of such a text. Raises ``ValueError``."""
    return base64.b64decode(text.encode("ascii") + b"=" * (-len(text) % 4), altchars=b"-_", validate=True)


def new_key() -> str:
    """A fresh private key: 32 bytes."""
    return encoded(
        ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32, "big")
    )


def private_key() -> str:
    """The site's private key, or nothing if it has none. The embedded set-up makes one for itself, once."""
    if settings.VAPID_PRIVATE_KEY or not settings.EMBEDDED:
        return str(settings.VAPID_PRIVATE_KEY)
    path = settings.DATA_DIR / "vapid.key"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"vapid.{secrets.token_hex(8)}")
        with open(draft, "w", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            file.write(new_key())
        try:
            os.link(draft, path)  # of several processes that begin at once, one makes the key
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return str(path.read_text().strip())


@lru_cache(maxsize=4)
def _signer(key: str) -> Any:
    signer = Vapid02.from_string(key)
    signer.conf = {"no-strict": True}
    return signer


def public_key(private: str) -> str:
    """The other half of a key, as browsers want it."""
    public = _signer(private).public_key
    return encoded(public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def contact() -> str:
    """Where a push service may complain."""
    said = str(settings.VAPID_CONTACT)
    return said if said.startswith(("mailto:", "https:")) else f"mailto:{said}"


def headers(
    address: str, now: datetime.datetime, seconds: int, topic: str, *, urgent: bool
) -> dict[str, str]:
    """The headers of a message: who sends it, how long it is worth keeping, which older one it replaces."""
    place = urlsplit(address)
    claims = {
        "aud": f"{place.scheme}://{place.netloc}",
        "exp": int((now + FRESH).timestamp()),
        "sub": contact(),
    }
    signed: dict[str, str] = _signer(private_key()).sign(claims)
    return {
        **signed,
        "TTL": str(max(60, min(seconds, LONGEST_TTL))),
        "Urgency": "high" if urgent else "normal",
        "Topic": topic,
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
    }


def sealed_for(keys: dict[str, str], body: bytes) -> bytes:
    """A message that only the browser with these keys can read; padded, so that its size tells little."""
    padded = body + b" " * (-len(body) % 512)
    sealed: bytes = http_ece.encrypt(
        padded,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=decoded(keys["p256dh"]),
        auth_secret=decoded(keys["auth"]),
        version="aes128gcm",
    )
    return sealed


def check_keys(p256dh: str, auth: str) -> None:
    """Refuse keys that no browser could have made. Raises ``ValueError``."""
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(p256dh))
    if len(decoded(auth)) != 16:
        raise ValueError("an auth secret has 16 bytes")
