"""Other people's servers, on loopback: a receiver of webhooks, and a push service with browsers."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid.jwt import decode

from accounts.vapid import encoded


@dataclass(frozen=True)
class Call:
    """One request that came in."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


Answer = Callable[[Call], "int | tuple[int, dict[str, str], bytes]"]


@dataclass
class Receiver:
    """A server that keeps what it is told. ``answer`` says how it answers: 204 unless told otherwise."""

    answer: Answer = lambda _call: 204
    calls: list[Call] = field(default_factory=list)

    def __post_init__(self) -> None:
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                call = Call(self.path, dict(self.headers.items()), body)
                receiver.calls.append(call)
                answer = receiver.answer(call)
                status, headers, said = answer if isinstance(answer, tuple) else (answer, {}, b"")
                if status == 0:  # hang up without a word
                    self.connection.close()
                    return
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(said)

            def log_message(self, *_args: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, args=[0.05], daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    def wait_for(self, count: int, seconds: float = 30) -> list[Call]:
        """The calls, once there are so many."""
        end = time.monotonic() + seconds
        while len(self.calls) < count and time.monotonic() < end:
            time.sleep(0.05)
        assert len(self.calls) >= count, f"{len(self.calls)} of {count} calls"
        return self.calls


@contextmanager
def receiver(answer: Answer = lambda _call: 204) -> Iterator[Receiver]:
    made = Receiver(answer)
    try:
        yield made
    finally:
        made.close()


class Browser:
    """A browser that subscribed to push: it alone can read what is sent to its endpoint."""

    def __init__(self, service: Receiver, name: str = "one") -> None:
        self.key, self.auth = ec.generate_private_key(ec.SECP256R1()), b"sixteen bytes---"
        self.service, self.path = service, f"/push/{name}"
        self.endpoint = service.url + self.path

    @property
    def keys(self) -> dict[str, str]:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"p256dh": encoded(point), "auth": encoded(self.auth)}

    def read(self, call: Call) -> Any:
        """What a push says, decrypted as a browser does."""
        assert call.headers["Content-Encoding"] == "aes128gcm"
        plain = http_ece.decrypt(call.body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        return json.loads(plain)

    def shown(self) -> list[Any]:
        """All that was pushed to this browser."""
        return [self.read(call) for call in self.service.calls if call.path == self.path]


def claims(call: Call, public: str) -> dict[str, Any]:
    """The claims of a push, if the site with this public key signed them as RFC 8292 wants it."""
    scheme, _space, rest = call.headers["Authorization"].partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert (scheme, parts["k"]) == ("vapid", public)
    found: dict[str, Any] = decode(parts["t"], public)
    return found
