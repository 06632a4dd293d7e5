"""A short match told by push and webhooks whose receivers fail, hang and hang up, with the worker killed."""

from __future__ import annotations

import re
import threading
from collections import Counter
from pathlib import Path
from typing import Any

from tests.journeys.stack import Stack
from tests.journeys.test_three_players import wait_until
from tests.journeys.visitor import Program, Visitor
from tests.receivers import Browser, Call, Receiver, claims, receiver

PASSWORD = "bidplay-demo"
SEALED = "low 7 4 9"


class Frail:
    """A receiver that does not take its first call; ``taken`` is what it took after that."""

    def __init__(self, fault: str) -> None:
        self.fault, self.taken, self.called = fault, [], threading.Event()
        self.lock = threading.Lock()

    def __call__(self, call: Call) -> int:
        with self.lock:
            first, _nothing = not self.called.is_set(), self.called.set()
        if not first:
            self.taken.append(call)
            return 204
        if self.fault == "hangs":
            threading.Event().wait(7)
        return {"fails": 500, "hangs up": 0, "hangs": 503}[self.fault]


def add_device(stack: Stack, name: str, browser: Browser) -> str:
    """Add a browser by the page, as its script does; the public key of the site."""
    visitor = Visitor(stack.url)
    visitor.send(visitor.open("/accounts/login/?next=/"), "login", login=name, password=PASSWORD)
    page = visitor.open("/accounts/beside-mail/")
    key = re.search(r'data-push-key="([\w-]+)"', page.html)
    assert key, page.complaints
    page = visitor.send(page, "devices", name="phone", endpoint=browser.endpoint, **browser.keys)
    assert "phone" in page.html
    return key[1]


def hook(program: Program, receiver: Receiver, **more: Any) -> None:
    status, made = program.call("POST", "hooks", form="json", address=receiver.url, **more)
    assert status == 201, made


def happened(calls: list[Call]) -> list[tuple[str, int]]:
    return [(call.json["event"], call.json["turn"]) for call in calls]


def test_each_thing_is_told_once_whatever_fails(tmp_path: Path) -> None:
    own, table, pushes = Frail("fails"), Frail("hangs"), Frail("hangs up")
    stack = Stack(tmp_path)
    with receiver(own) as mine, receiver(table) as theirs, receiver(pushes) as service:
        try:
            stack.start()
            _play(stack, (own, table, pushes), (mine, theirs), Browser(service))
        finally:
            stack.stop()


def _play(
    stack: Stack, frail: tuple[Frail, Frail, Frail], receivers: tuple[Receiver, Receiver], browser: Browser
) -> None:
    own, table, pushes = frail
    north, east = (Program.signed_in(stack.url, name, PASSWORD) for name in ("north", "east"))
    public = add_device(stack, "east", browser)
    options = {"auction_cap": 2}
    _status, match = north.call(
        "POST", "matches", game="fourbid", seats=2, options=options, name="Journey", visibility="unlisted"
    )
    code = match["id"] if "id" in match else match["code"]
    hook(north, receivers[0], kinds=["start", "turn", "end"])
    hook(north, receivers[1], match=code)
    east.call("POST", f"matches/{code}/join")

    def told(calls: list[Call], event: str) -> bool:
        return any(call.json["event"] == event and call.json["match"]["code"] == code for call in calls)

    def ours() -> list[Any]:
        return [browser.read(call) for call in pushes.taken if browser.read(call)["tag"] == code]

    # The table's receiver hangs: the worker is killed while it waits, with all three calls in its hands.
    assert table.called.wait(60)
    stack.kill_worker()
    wait_until(lambda: told(own.taken, "start") and told(table.taken, "started"), "no start", stack, 180)
    wait_until(lambda: len(ours()) == 1, "no push of the start", stack, 180)

    for turn in (1, 2):
        for program in (north, east):
            line = f"Q 3; {SEALED}" if program is north and turn == 1 else ""
            decision = program.call("GET", f"matches/{code}")[1]["decision"]
            status, receipt = program.call(
                "PUT", f"matches/{code}/turns/{turn}/order", order=line or decision["default"]
            )
            assert status == 200, receipt
        event, public_event = ("turn", "closed") if turn == 1 else ("end", "ended")
        wait_until(lambda event=event: told(own.taken, event), f"no {event}", stack)
        wait_until(lambda event=public_event: told(table.taken, event), f"no {public_event}", stack)
        wait_until(lambda turn=turn: len(ours()) == turn + 1, f"push {turn + 1} is missing", stack)

    mine = [call for call in own.taken if call.json["match"]["code"] == code]
    assert happened(mine) == [("start", 1), ("turn", 2), ("end", 2)]
    assert happened(table.taken) == [("started", 1), ("closed", 1), ("ended", 2)]
    for calls in (own.taken, table.taken):
        assert [name for name, times in Counter(call.json["id"] for call in calls).items() if times > 1] == []
    assert [note["body"].partition(".")[0].partition(" until")[0] for note in ours()] == [
        "Your match has started",
        "Turn 2: you owe an order",
        "Your match is over",
    ]
    assert all(claims(call, public)["aud"] == browser.service.url for call in pushes.taken)
    early = [call.body for call in (*mine, *table.taken) if call.json["event"] in ("start", "started")]
    assert [word for body in early for word in (b"low", b"Q 3") if word in body] == []
    sent = b"".join(call.body for call in mine) + repr(ours()).encode()
    assert SEALED.encode() not in sent
