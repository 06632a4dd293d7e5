"""Letters as bytes: what mail programs read out of them is what was written, whatever people are called."""

from __future__ import annotations

import datetime
import email
import email.policy
from email.message import EmailMessage

import pytest
from django.core import mail as django_mail
from hypothesis import given
from hypothesis import strategies as st

from accounts import letters
from accounts.letters import Mail, write
from accounts.models import MAIL_KINDS, Notice, User
from accounts.wires import BackendWire, message

NOW = datetime.datetime(2026, 3, 2, 12, 0, tzinfo=datetime.UTC)
PNG = bytes(range(256)) * 20
NAMES = [
    "Åse & <Bo>",
    "日本の卓",
    "🎲🎲 dice",
    "é" * 60,
    "Łódź; Кръг",
    "a" * 60,
    "=?utf-8?q?x?=",
    "  two   spaces ",
    "…",
]


def sent(mail: Mail, kind: str = "turn", pk: int = 7, **data: object) -> EmailMessage:
    """A mail as its reader's program takes it apart."""
    user = User(pk=3, username="ada", email="ada@example.org")
    notice = Notice(pk=pk, user=user, kind=kind, subject="x", created_at=NOW, data=data)
    raw = write(notice, mail, NOW).as_bytes()
    assert max(len(line) for line in raw.split(b"\r\n")) < 998
    assert raw.replace(b"\r\n", b"").count(b"\n") == 0
    assert raw.replace(b"\r\n", b"").count(b"\r") == 0
    assert raw.isascii()
    parsed = email.message_from_bytes(raw, policy=email.policy.default)
    assert parsed.defects == []
    return parsed


def content(part: EmailMessage) -> str:
    """The text of a part."""
    return part.get_content().replace("\r\n", "\n").rstrip("\n")


def test_letter_without_html_is_plain_text() -> None:
    got = sent(Mail(subject="Hello", text="Good day.\n"))
    assert got.get_content_type() == "text/plain"
    assert content(got) == "Good day."


def test_letter_with_html_is_an_alternative_of_text_and_html() -> None:
    got = sent(Mail(subject="Hello", text="Good day.", html="<p>Good day.</p>"))
    assert [part.get_content_type() for part in got.walk()] == [
        "multipart/alternative",
        "text/plain",
        "text/html",
    ]


def test_letter_with_a_board_keeps_it_beside_the_html() -> None:
    got = sent(Mail(subject="s", text="t", html='<img src="cid:board">', images=(("board", PNG),)))
    assert [part.get_content_type() for part in got.walk()] == [
        "multipart/alternative",
        "text/plain",
        "multipart/related",
        "text/html",
        "image/png",
    ]
    image = list(got.walk())[-1]
    assert image["Content-ID"] == "<board>"
    assert image.get_content_disposition() == "inline"
    assert image.get_content() == PNG


@pytest.mark.parametrize("name", NAMES)
def test_name_in_subject_text_and_html_arrives_as_it_is(name: str) -> None:
    got = sent(Mail(subject=name, text=name, html=f"<p>{name}</p>"))
    assert got["Subject"] == " ".join(name.split())
    parts = [content(part) for part in got.iter_parts()]
    assert parts == [name, f"<p>{name}</p>"]


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n", "\x0b", "\x0c", "\x85", "\u2028", "\u2029", "\x00"])
def test_subject_can_not_begin_another_header(end: str) -> None:
    got = sent(Mail(subject=f"Table{end}Bcc: eve@example.org{end}{end}<p>", text="t"))
    assert got["Subject"] == "Table Bcc: eve@example.org <p>"
    assert got["Bcc"] is None
    assert content(got) == "t"


def test_thread_and_image_name_can_not_begin_another_header() -> None:
    got = sent(Mail(subject="s", text="t", html="h", thread="a>\r\nBcc: b", images=(("x\r\nY: z", PNG),)))
    assert got["References"] == "<a-Bcc-b.thread@localhost>"
    assert got["Bcc"] is None
    assert list(got.walk())[-1]["Y"] is None


def test_subject_is_not_endless() -> None:
    got = sent(Mail(subject="long " * 1000, text="t"))
    assert len(got["Subject"]) == letters.LONGEST_SUBJECT
    assert got["Subject"].endswith("…")


@given(st.text(max_size=300))
def test_any_subject_is_one_line_and_reads_back(subject: str) -> None:
    assert sent(Mail(subject=subject, text="t"))["Subject"] == letters.one_line(subject)


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=400))
def test_any_text_reads_back(text: str) -> None:
    plain = text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n") + "\n"
    got = sent(Mail(subject="s", text=text))
    assert got.get_payload(decode=True) == plain.replace("\n", "\r\n").encode()


def test_dots_and_long_lines_of_a_text_survive() -> None:
    text = ".\n..\n" + "x" * 5000 + "\nFrom here on\n--=_alternative--\n trailing "
    got = sent(Mail(subject="s", text=text, html=text))
    assert [content(part) for part in got.iter_parts()] == [text, text]


def test_headers_say_who_when_and_that_nobody_need_answer() -> None:
    got = sent(Mail(subject="s", text="t"))
    assert got["From"] == "bidplay <bidplay@localhost>"
    assert got["To"] == "ada@example.org"
    assert got["Date"].datetime == NOW
    assert got["Auto-Submitted"] == "auto-generated"
    assert got["X-Auto-Response-Suppress"] == "OOF, AutoReply"


def test_mails_of_one_thread_refer_to_one_root() -> None:
    first, second = (sent(Mail(subject="s", text="t", thread="k3x"), pk=pk) for pk in (1, 2))
    assert first["In-Reply-To"] == first["References"] == second["References"] == "<k3x.thread@localhost>"
    assert first["Message-ID"] != second["Message-ID"]


def test_message_id_stays_at_every_try_and_changes_when_asked_for_again() -> None:
    mail = Mail(subject="s", text="t")
    assert sent(mail)["Message-ID"] == sent(mail)["Message-ID"]
    assert sent(mail)["Message-ID"] != sent(mail, again=1)["Message-ID"]


@pytest.mark.parametrize("kind", MAIL_KINDS)
def test_every_kind_can_be_unsubscribed_by_one_click(kind: str) -> None:
    got = sent(Mail(subject="s", text="t"), kind=kind)
    assert got["List-Id"] == f"<{kind}.localhost>"
    assert got["List-Unsubscribe"].startswith("<http://")
    assert "/accounts/unsubscribe/" in got["List-Unsubscribe"]
    assert got["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_mail_about_the_account_can_not_be_unsubscribed() -> None:
    got = sent(Mail(subject="s", text="t"), kind="account")
    assert [got["List-Id"], got["List-Unsubscribe"]] == [None, None]


def test_address_in_another_script_is_written_as_servers_know_it() -> None:
    assert letters.deliverable("ada@bücher.example") == "ada@xn--bcher-kva.example"


def test_provider_backend_gets_the_same_mail() -> None:
    user = User(pk=3, username="ada", email="ada@example.org")
    notice = Notice(pk=7, user=user, kind="turn", subject="x", created_at=NOW)
    mail = Mail(subject="日本", text="t", html="<p>h</p>", thread="k", images=(("board", PNG),))
    letter = write(notice, mail, NOW)
    wire = BackendWire(django_mail.get_connection())
    wire.send(letter, lambda: True)
    wire.close()
    (got,) = django_mail.outbox
    assert (got.subject, got.body, got.to) == ("日本", "t", ["ada@example.org"])
    assert got.extra_headers == message(letter).extra_headers
    assert got.message()["Message-ID"] == letters.message_id(notice)
    assert [part.get_content_type() for part in got.message().walk()] == [
        "multipart/related",
        "multipart/alternative",
        "text/plain",
        "text/html",
        "image/png",
    ]


def test_answers_go_where_the_mail_says() -> None:
    got = sent(Mail(subject="Hello", text="x", reply_to="bid+abc@bidplay.example"))
    assert got["Reply-To"] == "bid+abc@bidplay.example"
    assert sent(Mail(subject="Hello", text="x"))["Reply-To"] is None


def test_an_answer_stands_in_its_thread_below_the_mail_that_it_answers() -> None:
    got = sent(Mail(subject="Hello", text="x", thread="abc", answers="<1@mail.example>"))
    root = f"<abc.thread@{letters.settings.MAIL_DOMAIN}>"
    assert got["In-Reply-To"] == "<1@mail.example>"
    assert got["References"] == f"{root} <1@mail.example>"
    assert got["Auto-Submitted"] == "auto-replied"


def test_an_answer_without_a_thread_names_only_the_mail_that_it_answers() -> None:
    got = sent(Mail(subject="Hello", text="x", answers="<1@mail.example>"))
    assert (got["In-Reply-To"], got["References"]) == ("<1@mail.example>", "<1@mail.example>")


@pytest.mark.parametrize(
    "broken", ["<a\r\nBcc: eve@example.org>", "<é@x>", "no id", "<a b>", f"<{'a' * 300}>"]
)
def test_the_id_of_an_answered_mail_breaks_no_header(broken: str) -> None:
    got = sent(Mail(subject="Hello", text="x", thread="abc", answers=broken))
    root = f"<abc.thread@{letters.settings.MAIL_DOMAIN}>"
    assert (got["In-Reply-To"], got["References"], got["Bcc"]) == (root, root, None)


def test_a_provider_gets_the_same_reply_address() -> None:
    notice = Notice(pk=7, user=User(pk=3, email="ada@example.org"), kind="turn", created_at=NOW)
    made = message(write(notice, Mail(subject="x", text="x", reply_to="bid+abc@bidplay.example"), NOW))
    assert made.message().get_all("Reply-To") == ["bid+abc@bidplay.example"]
