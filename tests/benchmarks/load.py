"""A closed loop of eight clients, in a process of its own: each sends a request, waits for the answer, sends
the next. ``Load`` is its handle; the loop itself knows nothing but bytes.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle, islice
from typing import IO, Any

from tests.benchmarks.stage import Stage, Web

CLIENTS = 8


def request(method: str, path: str, body: object = None, **headers: str) -> str:
    """A request as it goes over the wire."""
    content = "" if body is None else json.dumps(body)
    named = {
        "Host": "127.0.0.1",
        "Accept-Language": "en",
        **{k.replace("_", "-"): v for k, v in headers.items()},
    }
    if content:
        named |= {"Content-Type": "application/json", "Content-Length": str(len(content.encode()))}
    return (
        f"{method} {path} HTTP/1.1\r\n"
        + "".join(f"{k}: {v}\r\n" for k, v in named.items())
        + f"\r\n{content}"
    )


class Load:
    """The loop's process; it is asked for one slice after another."""

    def __init__(self, stage: Stage) -> None:
        self.process = stage.talk(sys.executable, "-m", "tests.benchmarks.load")
        self._known: dict[str, Sequence[str]] = {}

    def slice(
        self, web: Web, name: str, seconds: float = 600.0, most: int | None = None
    ) -> Mapping[str, float]:
        """Send the requests of a name for so long, or so many: rate, p95 in ms, processor time in ms each."""
        before = web.processor_seconds()
        answer = self._ask({"port": web.port, "name": name, "seconds": seconds, "most": most})
        if answer["bad"]:
            raise RuntimeError(
                f"{name}: {answer['bad']} answers were no success, such as {answer['example']}"
            )
        used = web.processor_seconds() - before
        return {"rate": answer["rate"], "p95": answer["p95"], "cpu": 1000 * used / answer["count"]}

    def teach(self, name: str, requests: Sequence[str]) -> None:
        """Give the loop requests that it sends in turn, over and over, going on where it stopped."""
        self._known[name] = requests
        self._ask({"name": name, "requests": list(requests)})

    def example(self, name: str) -> str:
        """The first request of a name."""
        return self._known[name][0]

    def _ask(self, question: object) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(question).encode() + b"\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer


async def one_slice(port: int, requests: Iterator[bytes], seconds: float) -> dict[str, object]:
    """All clients for so many seconds."""
    lags: list[float] = []
    bad: list[str] = []
    began = time.perf_counter()
    end = began + seconds
    await asyncio.gather(*(_client(port, requests, end, lags, bad) for _n in range(CLIENTS)))
    spent = time.perf_counter() - began
    lags.sort()
    return {
        "rate": len(lags) / spent,
        "p95": 1000 * lags[int(0.95 * len(lags))],
        "count": len(lags),
        "bad": len(bad),
        "example": bad[0] if bad else "",
    }


async def _client(
    port: int, requests: Iterator[bytes], end: float, lags: list[float], bad: list[str]
) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    while (began := time.perf_counter()) < end and (request := next(requests, None)):
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        body = await _body(reader, head.lower())
        lags.append(time.perf_counter() - began)
        if not head.startswith(b"HTTP/1.1 2"):
            bad.append((head[:40] + body[:300]).decode(errors="replace"))
        if b"\r\nconnection: close" in head.lower():
            writer.close()
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.close()


async def _body(reader: asyncio.StreamReader, head: bytes) -> bytes:
    _before, found, after = head.partition(b"\r\ncontent-length:")
    if found:
        return await reader.readexactly(int(after.partition(b"\r\n")[0]))
    if b"\r\ntransfer-encoding: chunked" in head:
        return await reader.readuntil(b"0\r\n\r\n")
    return b""


def serve(questions: IO[str], answers: IO[str]) -> None:
    """Answer one question a line, until there are no more."""
    known: dict[str, Iterator[bytes]] = {}
    for line in questions:
        question = json.loads(line)
        answer: dict[str, object] = {}
        if "requests" in question:
            known[question["name"]] = cycle([text.encode() for text in question["requests"]])
        else:
            requests = islice(known[question["name"]], question["most"])
            answer = asyncio.run(one_slice(question["port"], requests, question["seconds"]))
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    serve(sys.stdin, sys.stdout)
