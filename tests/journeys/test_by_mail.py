"""Two people play a whole match by nothing but mail: one writes Polish, the other Bulgarian."""

from __future__ import annotations

import datetime
import json
import re
import smtplib
from email.message import EmailMessage
from itertools import count

from tests.journeys.sink import Mail
from tests.journeys.stack import Stack
from tests.journeys.test_three_players import PASSWORD, Player, wait_until
from tests.journeys.visitor import Program

AUCTIONS = 16
SECONDS = 3600
_numbers = count(1)


class Writer(Player):
    """Somebody with an inbox, and a mail program that writes in a charset and quotes in a language."""

    def __init__(self, stack: Stack, name: str, language: str, charset: str, word: str, wrote: str) -> None:
        super().__init__(stack, name)
        self.language, self.charset, self.word, self.wrote = language, charset, word, wrote
        self.answered: set[str] = set()
        self.sent = 0

    def settle(self) -> None:
        """Sign up, and choose a language."""
        self.sign_up()
        page = self.browser.open("/accounts/settings/")
        page = self.browser.send(page, "language", language=self.language)
        assert f'lang="{self.language}"' in page.html
        self.program = Program.signed_in(self.stack.url, self.name, PASSWORD)

    def inbox(self, kind: str) -> list[Mail]:
        """The mails of a kind, by the list they name."""
        mails = self.stack.sink.to(self.address)
        return [mail for mail in mails if mail.message["List-Id"] == f"<{kind}.bidplay.example>"]

    def question(self) -> Mail | None:
        """The newest mail that asks for an order and is not answered yet."""
        asking = [*self.inbox("start"), *self.inbox("turn")]
        new = [mail for mail in asking if mail.message["Message-ID"] not in self.answered and order_in(mail)]
        return new[-1] if new else None

    def answer(self, mail: Mail, text: str = "") -> EmailMessage:
        """What this person's mail program makes of an answer: the order that the mail offers, and a quote."""
        quoted = "\n".join(f"> {line}" for line in mail.text.splitlines())
        words = f"{text or f'{self.word} {order_in(mail)}'}\n\n{self.wrote}\n{quoted}\n"
        made = EmailMessage()
        made["From"] = f"{self.name} <{self.address}>"
        made["To"] = mail.message["Reply-To"]
        made["Subject"] = f"Re: {mail.subject}"
        made["Message-ID"] = f"<{next(_numbers)}@players.example>"
        made["In-Reply-To"] = mail.message["Message-ID"]
        said = words.encode(self.charset, "replace").decode(self.charset)
        made.set_content(said, charset=self.charset, cte="base64" if self.charset != "utf-8" else "8bit")
        return made

    def send(self, made: EmailMessage) -> None:
        """Bring a mail to the mailroom."""
        self.sent += 1
        bring(self.stack, made, self.address)


def bring(stack: Stack, made: EmailMessage, sender: str) -> None:
    with smtplib.SMTP("127.0.0.1", stack.mail_port, timeout=60) as server:
        assert server.sendmail(sender, [str(made["To"])], made.as_bytes()) == {}


def order_in(mail: Mail) -> str:
    """The order that a mail offers as an example, in whatever language the words around it are."""
    lines = [line for line in mail.text.splitlines() if line.startswith('{"order": ')]
    return str(json.loads(lines[0])["order"]) if lines else ""


def open_table(player: Writer) -> str:
    page = player.browser.open("/matches/new/?game=fourbid")
    page = player.browser.send(
        page, "new", seats="2", bots="0", seconds=str(SECONDS), name="Listowna", opt_auction_cap=str(AUCTIONS)
    )
    code = re.search(r"/m/([a-z0-9]{10})/$", page.url)
    assert code, page.complaints
    return code[1]


def away_on_holiday(writer: Writer, mail: Mail) -> None:
    """A mail program that answers by itself gets no answer."""
    made = writer.answer(mail, "Nie ma mnie w biurze.")
    made["Auto-Submitted"] = "auto-replied"
    bring(writer.stack, made, writer.address)


def forge(writer: Writer, mail: Mail) -> None:
    """Somebody else who got hold of the reply address orders nothing; its owner is told."""
    made = writer.answer(mail, "2")
    del made["From"]
    made["From"] = "Mallory <mallory@elsewhere.example>"
    bring(writer.stack, made, "mallory@elsewhere.example")
    wait_until(lambda: bool(writer.inbox("refusal")), "nobody told of a forgery", writer.stack)


def go_away(writer: Writer, code: str) -> None:
    """Book a vacation from today on: the deadline moves past it, and nobody waits in vain."""
    before = due(writer, code)
    tomorrow = datetime.datetime.now(datetime.UTC).date() + datetime.timedelta(days=2)
    page = writer.browser.open("/accounts/vacations/")
    page = writer.browser.send(page, "vacations", last=tomorrow.isoformat())
    assert page.status == 200, page.complaints
    assert due(writer, code) > before + datetime.timedelta(days=1)


def due(writer: Writer, code: str) -> datetime.datetime:
    return datetime.datetime.fromisoformat(writer.program.call("GET", f"matches/{code}")[1]["deadline"])


def test_two_people_play_a_whole_match_by_mail_alone(stack: Stack) -> None:
    ola = Writer(stack, "ola", "pl", "iso-8859-2", "Gram", "W dniu 30.11.2026 o 20:15, bidplay napisał(a):")
    iva = Writer(stack, "iva", "bg", "windows-1251", "Ход", "На 30.11.2026 г. в 20:15 ч. bidplay написа:")
    for writer in (ola, iva):
        writer.settle()
    code = open_table(ola)
    iva.browser.send(iva.browser.open(f"/m/{code}/"), "/join/")

    turn = 0
    while not (ola.inbox("end") and iva.inbox("end")):
        turn += 1
        for writer in (ola, iva):
            wait_until(lambda w=writer: bool(w.question() or w.inbox("end")), "no mail comes", stack, 90)
            mail = writer.question()
            if mail is None:
                continue
            if (turn, writer) == (2, iva):
                away_on_holiday(writer, mail)
            if (turn, writer) == (3, iva):
                forge(writer, mail)
            if (turn, writer) == (4, ola):
                go_away(writer, code)
            made = writer.answer(mail)
            writer.send(made)
            if (turn, writer) == (5, ola):
                bring(stack, made, writer.address)  # as a server does that lost our answer
            writer.answered.add(str(mail.message["Message-ID"]))
        if turn > 60:
            raise AssertionError("this match does not end")

    _status, match = ola.program.call("GET", f"matches/{code}")
    assert (match["status"], match["outcome"]["reason"]) == ("finished", "cap")
    assert turn >= AUCTIONS
    for writer in (ola, iva):
        check(writer)
    status, _record = iva.program.call("GET", f"matches/{code}/record")
    assert status == 200


def check(writer: Writer) -> None:
    """Each order got one receipt, in the language of its reader and below the mail that it answers."""
    wait_until(lambda: len(writer.inbox("receipt")) == writer.sent, "a receipt is missing", writer.stack)
    receipts = writer.inbox("receipt")
    assert len({mail.message["In-Reply-To"] for mail in receipts}) == writer.sent
    for mail in [*receipts, *writer.inbox("turn")]:
        assert f'<html lang="{writer.language}"' in mail.html
    assert len(writer.inbox("refusal")) == (1 if writer.name == "iva" else 0)
    assert writer.inbox("missed") == []
    assert len(writer.inbox("end")) == 1
