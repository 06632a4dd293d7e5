"""Three strangers sign up, play a match by web form, mail button and API, and check it at the end."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.journeys.sink import Mail
from tests.journeys.stack import CHECKOUT, Stack
from tests.journeys.visitor import Program, Visitor

PASSWORD = "a rather long pass phrase 7"
SEALED = "low 7 4 9"
"""What must be seen by nobody before its turn closes."""
AUCTIONS = 5


class Player:
    """One of the three, with a browser, a program and an inbox."""

    def __init__(self, stack: Stack, name: str) -> None:
        self.stack, self.name, self.address = stack, name, f"{name}@players.example"
        self.browser = Visitor(stack.url)
        self.program = Program(stack.url)

    def sign_up(self) -> None:
        """Sign up by the page, confirm by the mailed link, sign in."""
        page = self.browser.open("/accounts/signup/")
        page = self.browser.send(
            page, "signup", username=self.name, email=self.address, password1=PASSWORD, zone="Europe/Warsaw"
        )
        mail = self.mail(lambda mail: "confirm" in mail.text)
        link = re.search(r"http\S+/confirm-email/\S+", mail.text)
        assert link, mail.text
        confirmed = self.browser.send(self.browser.open(link[0]), "confirm-email")
        assert confirmed.status == 200
        page = self.browser.open("/accounts/login/?next=/")
        if page.url.endswith("login/?next=/"):
            page = self.browser.send(page, "login", login=self.name, password=PASSWORD)
        assert "/login/" not in page.url, page.complaints

    def mail(self, wanted: Callable[[Mail], bool]) -> Mail:
        """A mail to this player."""
        return self.stack.sink.wait_for(lambda mail: mail.to == self.address and wanted(mail), 60)

    def mail_about(self, turn: int) -> Mail:
        """The mail that asks this player for an order."""
        return self.mail(lambda mail: f"turn {turn}, your order until" in mail.subject)

    def button(self, turn: int) -> str:
        """The link of that mail's one button."""
        links = set(re.findall(r'class="button" href="([^"]+)"', self.mail_about(turn).html))
        assert len(links) == 1
        return links.pop()


def orders(program: Program, code: str) -> list[Any]:
    """For each seat whether its order is in."""
    status, match = program.call("GET", f"matches/{code}")
    assert status == 200
    return [seat["in"] for seat in match["seats"]]


def wait_until(true: Callable[[], bool], what: str, stack: Stack, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, f"{what}\n{stack.tail()}"
        time.sleep(0.2)


def has_closed(player: Player, code: str, turn: int) -> bool:
    match = player.program.call("GET", f"matches/{code}")[1]
    return match["status"] == "finished" or match["turn"] > turn


def open_match(player: Player) -> str:
    """Open a match for three by the page; turns of seconds, two misses until a bot plays on."""
    page = player.browser.open("/matches/new/?game=fourbid")
    page = player.browser.send(
        page,
        "new",
        seats="3",
        bots="0",
        seconds="12",
        misses="2",
        grace=None,
        name="Journey & <sons>",
        opt_auction_cap=str(AUCTIONS),
    )
    code = re.search(r"/m/([a-z0-9]{10})/$", page.url)
    assert code, page.complaints
    return code[1]


def give_by_form(player: Player, code: str, turn: int, line: str) -> None:
    page = player.browser.open(f"/m/{code}/")
    page = player.browser.send(page, f"turn/{turn}/order", line=line)
    assert page.status == 200, page.complaints


def give_by_button(player: Player, code: str, turn: int, line: str) -> None:
    """Scanners look at the link first, from elsewhere; then the player opens it and sends the form."""
    before = orders(player.program, code)
    link = player.button(turn)
    for _n in range(5):
        scanner = Visitor(player.stack.url)
        assert scanner.open(link).status == 200
        assert list(scanner.cookies) == []
    assert orders(player.program, code) == before
    reader = Visitor(player.stack.url)
    page = reader.send(reader.open(link), line=line)
    assert page.status == 200, page.complaints
    assert list(reader.cookies) == []
    assert "login" in reader.open("/accounts/settings/").url


def give_by_api(player: Player, code: str, turn: int, line: str) -> None:
    player.mail_about(turn)
    status, receipt = player.program.call("PUT", f"matches/{code}/turns/{turn}/order", order=line)
    assert (status, receipt["order"]) == (200, line)


def everything_shown(player: Player, code: str) -> str:
    """All that a player can fetch about a match: pages, answers, mails."""
    pages = ["/", "/matches/", f"/m/{code}/", f"/m/{code}/live/", f"/m/{code}/log/", f"/m/{code}/talk/"]
    pages += [f"/people/{name}/" for name in ("ada", "ben", "cem")]
    places = [f"matches/{code}", f"matches/{code}/turns", f"matches/{code}/record", "todo", "me", "matches"]
    texts = [player.browser.open(page).html for page in pages]
    texts += [player.program.text("GET", place)[1] for place in places]
    texts += [mail.message.as_string() + mail.text for mail in player.stack.sink.to(player.address)]
    return "\n".join(texts)


def test_three_strangers_play_a_match_to_its_end(stack: Stack, tmp_path: Path) -> None:
    ada, ben, cem = (Player(stack, name) for name in ("ada", "ben", "cem"))
    for player in (ada, ben, cem):
        player.sign_up()
        player.program = Program.signed_in(stack.url, player.name, PASSWORD)
    guest = Player(stack, "nobody")

    code = open_match(ada)
    for player in (ben, cem):
        player.browser.send(player.browser.open(f"/m/{code}/"), "/join/")

    # Turn 1: all three order, each by another door. Nobody sees a sealed line before the last one is in.
    for player in (ada, ben, cem):
        player.mail_about(1)
    give_by_form(ada, code, 1, f"Q 3; {SEALED}")
    assert SEALED in ada.browser.open(f"/m/{code}/").html
    for other in (ben, cem, guest):
        shown = everything_shown(other, code)
        assert code in shown
        assert SEALED not in shown
        assert "Q 3" not in shown
    give_by_button(ben, code, 1, "9; low best")
    give_by_api(cem, code, 1, "4; low K")
    wait_until(lambda: "Q 3" in guest.browser.open(f"/m/{code}/turn/1/").html, "turn 1 stays open", stack)

    # From turn 2 on one of them is silent, until a bot takes the seat.
    for turn in range(2, AUCTIONS + 1):
        ada.mail_about(turn)
        state = ada.program.call("GET", f"matches/{code}")[1]
        give_by_form(ada, code, turn, state["decision"]["default"])
        ben.mail_about(turn)
        state = ben.program.call("GET", f"matches/{code}")[1]
        give_by_button(ben, code, turn, state["decision"]["default"])
        wait_until(lambda turn=turn: has_closed(ada, code, turn), f"turn {turn} stays open", stack)
    cem.mail(lambda mail: "you missed too many deadlines" in mail.subject)
    seat = ada.program.call("GET", f"matches/{code}")[1]["seats"][2]
    assert (seat["state"], seat["bot"]) == ("deserted", True)

    # The end: everybody hears of it, once, in one thread; the record is right, here and offline.
    for player in (ada, ben, cem):
        player.mail(lambda mail: ": over; " in mail.subject)
    check_mails(stack, code, [ada, ben, cem])
    _status, match = ada.program.call("GET", f"matches/{code}")
    assert (match["status"], match["outcome"]["reason"]) == ("finished", "cap")
    record = tmp_path / "record.json"
    record.write_text(guest.browser.open(f"/m/{code}/record.json").html)
    verified = subprocess.run(
        [sys.executable, "-m", "games.rules.record", "verify", str(record)],
        cwd=CHECKOUT,
        env={"PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert verified.returncode == 0, verified.stdout + verified.stderr
    assert ada.program.call("GET", f"matches/{code}/record") == (200, json.loads(record.read_text()))


def check_mails(stack: Stack, code: str, players: list[Player]) -> None:
    """Each player got each mail of the match once, all of them in one thread."""
    for player in players:
        mails = [mail for mail in stack.sink.to(player.address) if "Journey" in mail.subject]
        subjects = Counter(re.sub(r" until .*", "", mail.subject) for mail in mails)
        assert [subject for subject, times in subjects.items() if times > 1] == []
        assert len({mail.message["Message-ID"] for mail in mails}) == len(mails)
        assert len({mail.message["References"] for mail in mails}) == 1
        assert all(code in mail.message["References"] for mail in mails)
        assert all(mail.subject.startswith("[bidplay] Fourbid · Journey & <sons>: ") for mail in mails)
        ends = [subject.rpartition(": ")[2] for subject in subjects]
        asked = [f"turn {turn}, your order" for turn in range(2, AUCTIONS + 1)]
        wanted = ["started; turn 1, your order", *asked] if player.name != "cem" else asked[:2]
        assert [end for end in wanted if end not in ends] == []
