"""How the site posts to an address that a stranger named: never to machines that are not on the open net.

The name is resolved once, every answer is looked at, and the connection goes to what was looked at.
"""

from __future__ import annotations

import ipaddress
import socket
import ssl
import threading
from collections.abc import Mapping
from contextlib import contextmanager, suppress
from functools import cache
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

if TYPE_CHECKING:
    from collections.abc import Iterator

TIMEOUT = 5.0
"""Seconds that a connection may be silent."""
LONGEST = 8.0
"""Seconds after which a request is cut off, however busily the other side dawdles."""
MOST_READ = 4096
LONGEST_ADDRESS = 1000

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

_EMBEDDING = (
    (ipaddress.IPv6Network("64:ff9b::/96"), 0),
    (ipaddress.IPv6Network("64:ff9b:1::/48"), 0),
    (ipaddress.IPv6Network("::/96"), 0),
    (ipaddress.IPv6Network("2002::/16"), 80),
)
"""Networks of IPv6 whose addresses stand for one of IPv4, and how far from the end that begins."""


class BadAddress(Exception):
    """Nothing may ever be posted there; the code says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Unreachable(Exception):
    """Nobody answered in time, or not in HTTP; another try may do better."""


class Answer:
    """What came back: the status, the seconds after which to ask again, and the beginning of the body."""

    def __init__(self, status: int, wait: int, body: bytes) -> None:
        self.status, self.wait, self.body = status, wait, body


def parted(address: str) -> SplitResult:
    """The parts of an address that may be posted to as far as its text tells. Raises ``BadAddress``."""
    if len(address) > LONGEST_ADDRESS or not address.isascii() or not address.isprintable() or " " in address:
        raise BadAddress("malformed")
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise BadAddress("malformed") from None
    if not parts.hostname or parts.username is not None or parts.password is not None or "\\" in address:
        raise BadAddress("malformed")
    if parts.scheme != "https" and not (parts.scheme == "http" and private_ok()):
        raise BadAddress("not_https")
    if port is not None and port != 443 and port < 1024:
        raise BadAddress("port")
    with suppress(ValueError):
        _check(ipaddress.ip_address(parts.hostname.partition("%")[0]))
    return parts


def private_ok() -> bool:
    """Whether hooks may go to this very machine, in plain HTTP: for development and tests only."""
    return bool(settings.HOOK_PRIVATE_OK)


def open_net(found: IPAddress) -> bool:
    """Whether an address is one of the open net, and no way round to one that is not."""
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return open_net(found.ipv4_mapped)
        for network, shift in _EMBEDDING:
            if found in network:
                return open_net(ipaddress.IPv4Address(int(found) >> shift & 0xFFFFFFFF))
        if found.teredo is not None or found.is_site_local:
            return False
    return found.is_global and not found.is_multicast and not found.is_reserved


def _check(found: IPAddress) -> None:
    if not open_net(found) and not (private_ok() and found.is_loopback):
        raise BadAddress("private")


def resolved(host: str, port: int) -> str:
    """The address of a host, if all it has are of the open net. Raises ``BadAddress``, ``Unreachable``."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    except (OSError, UnicodeError):
        raise Unreachable("no such host") from None
    answers = [str(place[4][0]) for place in found]
    for answer in answers:
        _check(ipaddress.ip_address(answer.partition("%")[0]))
    if not answers:
        raise Unreachable("no such host")
    return answers[0]


def post(address: str, headers: Mapping[str, str], body: bytes) -> Answer:
    """Post a body; follows no redirect. Raises ``BadAddress``, ``Unreachable``."""
    parts = parted(address)
    host = parts.hostname or ""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    place = resolved(host, port)
    connection = _Pinned(host, port, place) if parts.scheme == "https" else _Plain(host, port, place)
    try:
        with _bounded(connection):
            connection.connect()
            connection.request("POST", path, body, {"Connection": "close", **headers})
            answer = connection.getresponse()
            wait = answer.getheader("Retry-After", "")
            return Answer(
                answer.status, int(wait) if wait.isdecimal() and len(wait) < 7 else 0, answer.read(MOST_READ)
            )
    except (OSError, HTTPException, ValueError) as error:
        raise Unreachable(_reason(error)) from None
    finally:
        connection.close()


def _reason(error: Exception) -> str:
    """Why there was no answer, in a few words that quote nothing of what came back."""
    if isinstance(error, TimeoutError):
        return "no answer in time"
    if isinstance(error, ssl.SSLError):
        return "no safe connection"
    return "no connection" if isinstance(error, ConnectionError) else "no answer"


class _Plain(HTTPConnection):
    """A connection to the address that was looked at, whatever the name would resolve to by now."""

    def __init__(self, host: str, port: int, place: str) -> None:
        super().__init__(host, port, timeout=TIMEOUT)
        self.place = place

    def connect(self) -> None:
        """Connect without asking for the name again."""
        self.sock = socket.create_connection((self.place, self.port), TIMEOUT)


class _Pinned(HTTPSConnection):
    """The same, and whoever answers must prove to be the host that was named."""

    def __init__(self, host: str, port: int, place: str) -> None:
        super().__init__(host, port, timeout=TIMEOUT, context=_tls())
        self.place = place

    def connect(self) -> None:
        """Connect without asking for the name again."""
        plain = socket.create_connection((self.place, self.port), TIMEOUT)
        try:
            self.sock = _tls().wrap_socket(plain, server_hostname=self.host)
        except BaseException:
            plain.close()
            raise


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


@contextmanager
def _bounded(connection: HTTPConnection) -> Iterator[None]:
    """Cut the connection after a while: a byte every four seconds is no silence, but no answer either."""

    def cut() -> None:
        with suppress(OSError, AttributeError):
            connection.sock.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(LONGEST, cut)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
