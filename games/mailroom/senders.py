"""Whether a mail is from the person whose address it bears, as far as that can be known.

Only our own mail server's word counts (``MAIL_AUTHSERV_ID``), or a signature that we check ourselves
(``MAIL_IN_DKIM``). With neither, the signed reply address and the sender's own address must do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from email.message import Message
from email.parser import BytesHeaderParser
from typing import Any

import authres
import dkim
from allauth.account.models import EmailAddress
from authres import dmarc
from django.conf import settings

from accounts.models import User

Dns = Callable[..., bytes | None]
"""How a TXT record is looked up; None for the real one."""

MOST_SIGNATURES = 3
"""So many signatures of one mail are checked; each asks the net for a key."""
PATIENCE = 5
"""Seconds to wait for a key."""
_FAILED = frozenset({"fail", "hardfail", "softfail", "permerror", "policy"})
_PARSER = authres.FeatureContext(dmarc)


def is_theirs(user: User, sender: str) -> bool:
    """Whether an address is one of those that a person has confirmed."""
    known = EmailAddress.objects.filter(user=user, verified=True).values_list("email", flat=True)
    return _plain(sender) in map(_plain, known)


def _plain(address: str) -> bytes:
    """An address without a difference of capitals. Only those of ASCII: a dotless i is no other letter."""
    return address.encode("utf-8", "replace").lower()


def is_genuine(raw: bytes, sender: str, dns: Dns | None = None) -> bool:
    """Whether nothing that can be known says that a mail is not from the address it bears."""
    domain = sender.rpartition("@")[2].lower()
    headers = BytesHeaderParser().parsebytes(raw)
    if settings.MAIL_AUTHSERV_ID and not _vouched_for(headers, domain):
        return False
    return not settings.MAIL_IN_DKIM or _signed(raw, headers, domain, dns)


def _vouched_for(headers: Message[Any, Any], domain: str) -> bool:
    """What our own server found out. Without a word of it nothing was checked, and nothing is believed."""
    verdicts = _verdicts(headers)
    if not verdicts:
        return False
    if "dmarc" in verdicts:
        result, who = verdicts["dmarc"][0]
        if result == "pass" or result in _FAILED:
            return result == "pass" and (not who or _aligned(who, domain))
    found = [*verdicts.get("dkim", []), *verdicts.get("spf", [])[:1]]
    if any(result == "pass" and _aligned(who, domain) for result, who in found):
        return True
    # A domain that says nothing of its mails can't be caught lying; one whose checks failed can.
    return not any(result in _FAILED or result == "pass" for result, _who in found)


def _verdicts(headers: Message[Any, Any]) -> dict[str, list[tuple[str, str]]]:
    """The results by method, each with the domain it is about, as the topmost header of ours has them.

    Whatever stands below was there before our server wrote its own.
    """
    found: dict[str, list[tuple[str, str]]] = {}
    for value in headers.get_all("Authentication-Results", []):
        of_one: dict[str, list[tuple[str, str]]] = {}
        for method, verdict in _results(" ".join(str(value).split())):
            of_one.setdefault(method, []).append(verdict)
        found = of_one | found
    return found


def _results(value: str) -> Iterator[tuple[str, tuple[str, str]]]:
    """The results in a header of ours. Its name must stand there as our server writes it: quoted, or with a
    comment or a version behind it, it may be one that the server did not know as its own and let in.
    """
    if value.partition(";")[0].strip().lower() != settings.MAIL_AUTHSERV_ID.lower():
        return
    try:
        header = _PARSER.parse(f"Authentication-Results: {value}")
    except (authres.AuthResError, ValueError, IndexError):
        return
    for result in header.results:
        about = {(part.type, part.name): str(part.value) for part in result.properties}
        names = [("header", "d"), ("header", "i"), ("smtp", "mailfrom"), ("smtp", "helo"), ("header", "from")]
        who = next((about[name] for name in names if name in about), "")
        yield str(result.method).lower(), (str(result.result).lower(), who.rpartition("@")[2].lower())


def _aligned(signer: str, domain: str) -> bool:
    """Whether one domain is, or is part of, the other; nobody speaks for a whole top-level domain."""
    if signer == domain:
        return bool(domain)
    longer, shorter = sorted((signer, domain), key=len, reverse=True)
    return "." in shorter and longer.endswith(f".{shorter}")


def _signed(raw: bytes, headers: Message[Any, Any], domain: str, dns: Dns | None) -> bool:
    """Whether a valid signature of the sender's own domain covers the whole mail."""
    signatures = list(headers.get_all("DKIM-Signature", []))
    theirs = [at for at, value in enumerate(signatures) if _may_count(str(value), domain)]
    return any(_is_valid(raw, at, dns) for at in theirs[:MOST_SIGNATURES])


def _may_count(value: str, domain: str) -> bool:
    tags = dict(_tags(value.split(";")))
    return _aligned(tags.get("d", "").lower(), domain) and "l" not in tags


def _tags(parts: Sequence[str]) -> Iterator[tuple[str, str]]:
    for part in parts:
        name, _sign, value = part.partition("=")
        yield name.strip(), "".join(value.split())


def _is_valid(raw: bytes, at: int, dns: Dns | None) -> bool:
    try:
        check = dkim.DKIM(raw, minkey=1024, timeout=PATIENCE)
        return bool(check.verify(at, dnsfunc=dns) if dns else check.verify(at))
    except Exception:  # whatever breaks the check was made by a stranger, and proves nothing
        return False
