"""Reading whatever comes: generated quotes are never read, monsters cost little, nothing raises."""

from __future__ import annotations

import pytest
from anymail.inbound import AnymailInboundMessage
from hypothesis import given, settings
from hypothesis import strategies as st

from games.mailroom.reading import Bounce, Letter, read, read_message, signs
from tests.mailroom import ours
from tests.mailroom.programs import PROGRAMS, Draft
from tests.mailroom.wire import head, mail, multipart, part
from tests.mailroom.writing import CORPUS, UNMARKED

CARDS = st.sampled_from([f"{one} {two}" for one in "2345JQKA" for two in "6789"])
MOVES = st.sampled_from(
    ["Nf6", "e2-e4", "0-0", "R7", "B8", "d5", "standing 40", "move 3; bet 20", "+3", "-12"]
)
ORDERS = st.one_of(
    CARDS, MOVES, st.builds("{}; low {}".format, CARDS, st.sampled_from(["best", "own", "none"]))
)
LANGUAGES = st.sampled_from(["en", "pl", "bg"])
CHARSETS = {
    "en": ["utf-8", "iso-8859-1"],
    "pl": ["utf-8", "iso-8859-2"],
    "bg": ["utf-8", "windows-1251", "koi8-r"],
}


def turn_mail(language: str, old: list[str]) -> str:
    """A mail of ours with these old orders in all places."""
    text = ours.TURN[language]
    for place in ("  K 2\n", "K 2; low best; ask\n", ": 2\n"):
        text = text.replace(place, place + "".join(f"  old {order}\n" for order in old))
    return text + "\n\n" + "\n".join(f"old {order}" for order in old)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_quoted_order_is_never_read_whoever_quotes_it_and_how(data):
    language = data.draw(LANGUAGES)
    name = data.draw(st.sampled_from(sorted(PROGRAMS)))
    posting = data.draw(st.sampled_from(["top", "bottom", "inline", "none"]))
    new = tuple(data.draw(st.lists(ORDERS, min_size=2, max_size=3)))
    draft = Draft(language, posting, new, turn_mail(language, data.draw(st.lists(ORDERS, max_size=4))))
    shape = data.draw(st.sampled_from(["both", "plain", "html"]))
    transfer = data.draw(st.sampled_from(["base64", "quoted-printable", "8bit"]))
    charset = data.draw(st.sampled_from(CHARSETS[language]))
    lines = read(mail(PROGRAMS[name](draft), language, charset, transfer, shape)).lines
    assert [line for line in lines if line not in new] == []
    if name not in UNMARKED or posting in ("top", "none"):
        assert lines == new


@settings(max_examples=100, deadline=None)
@given(
    st.lists(ORDERS, min_size=1, max_size=3),
    st.lists(ORDERS, min_size=1, max_size=5),
    st.integers(1, 4),
    st.sampled_from(["> ", ">", " > ", "| ", "bp> "]),
)
def test_what_is_quoted_again_and_again_is_never_read(new, old, depth, mark):
    quoted = "\n".join(f"old {order}" for order in old)
    for _level in range(depth):
        quoted = "\n".join(
            mark + line for line in [f"On 30 Nov 2026, bidplay <{ours.ADDRESS}> wrote:", *quoted.split("\n")]
        )
    text = "\n".join([*new, "", quoted, "", *new])
    assert read(head() + part("text/plain", text, "utf-8", "8bit")).lines == (*new, *new)


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=3000))
def test_any_bytes_make_a_letter(raw):
    assert isinstance(read(raw), Letter)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_mail_that_came_to_harm_makes_a_letter(data):
    path = data.draw(st.sampled_from(sorted(CORPUS.glob("*-top-*.eml"))))
    raw = bytearray(path.read_bytes())
    for _hit in range(data.draw(st.integers(1, 8))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    assert isinstance(read(bytes(raw)), Letter)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=2000))
def test_any_text_makes_lines_without_what_nobody_sees(text):
    raw = head() + b"Content-Type: text/html; charset=utf-8\r\n\r\n" + text.encode("utf-8", "replace")
    for line in read(raw).lines:
        assert line == line.strip() != ""
        assert "\x00" not in line


HTML = b"Content-Type: text/html; charset=utf-8\r\n\r\n"
TEXT = b"Content-Type: text/plain; charset=utf-8\r\n\r\n"
NEST = b"".join(
    b'Content-Type: multipart/mixed; boundary="b%d"\r\n\r\n--b%d\r\n' % (n, n) for n in range(5000)
)
MONSTERS = {
    "mails within mails": head() + b"Content-Type: message/rfc822\r\n\r\n" * 20000,
    "parts within parts": head() + NEST,
    "many parts": head() + multipart("mixed", *[part("text/plain", "x", "utf-8", "8bit")] * 20000),
    "line ends": head() + TEXT + b"\r\n" * 2_000_000,
    "one long line": head() + TEXT + b"x " * 2_000_000,
    "angle brackets": head() + HTML + b"<" * 2_000_000,
    "comments that never end": head() + HTML + b"<!--" * 500_000,
    "elements that never end": head() + HTML + b"<div>" * 500_000,
    "quotes that never end": head() + HTML + b"<blockquote>" * 300_000 + b"</p>" * 300_000,
    "half elements": head() + HTML + b"<a " * 500_000,
    "entities": head() + HTML + b"&#" + b"9" * 100_000 + b";&" * 500_000,
    "attributions": head() + TEXT + b"On 30 Nov 2026 at 12:00\r\n" * 200_000,
    "dashes": head() + TEXT + (b"-" * 900 + b"x\r\n") * 2000,
    "dashes and words": head() + TEXT + b"- a " * 500_000,
    "addresses": head() + TEXT + (b"a." * 450 + b"@\r\n") * 2000,
    "heads": head() + TEXT + b"From: a\r\n" * 300_000,
    "headers": b"To: a@example.org\r\n" * 100_000 + b"\r\nx",
    "one long header": b"From: " + b'"(<' * 500_000 + b"\r\n\r\nx",
    "a long subject": b"Subject: " + b"=?utf-8?q?a?= " * 100_000 + b"\r\n\r\nx",
    "underscores": head() + TEXT + b"_" * 2_000_000,
    "wrote": head() + TEXT + b"On wrote " * 300_000 + b":",
    "spaces": head() + TEXT + b"x" + b" " * 2_000_000 + b"x",
    "flowed": head() + b"Content-Type: text/plain; format=flowed\r\n\r\n" + b"a \r\n" * 500_000,
}


@pytest.mark.parametrize("name", sorted(MONSTERS))
def test_a_monster_is_read_no_further_than_is_worth_it(name):
    letter = read(MONSTERS[name])
    assert len(letter.lines) <= 200
    assert all(len(line) <= 1000 for line in letter.lines)
    assert read(MONSTERS[name] * 2) == letter


def test_a_mail_with_several_senders_has_none():
    two = b"From: north@example.org\r\nFrom: south@example.net\r\n\r\nK 3"
    assert read(two).sender == ""
    assert read(b"From: north@example.org, south@example.net\r\n\r\nK 3").sender == ""
    assert read(b"From: <north@example.org> <south@example.net>\r\n\r\nK 3").sender == ""
    assert read(b"From: south@example.net <north@example.org>\r\n\r\nK 3").sender == ""
    assert read(b"From: nobody\r\n\r\nK 3").sender == ""


def test_a_mail_with_more_headers_than_anybody_writes_has_no_sender():
    crowd = b"X-Crowd: 1\r\n" * 400
    assert read(b"From: north@example.org\r\n" + crowd + b"From: south@example.net\r\n\r\nK 3").sender == ""


def test_a_name_that_looks_like_an_address_is_not_the_sender():
    assert read(b'From: "south@example.net" <north@example.org>\r\n\r\nK 3').sender == "north@example.org"
    assert read(b"From: north@example.org (south@example.net)\r\n\r\nK 3").sender == "north@example.org"
    named = b"From: =?utf-8?q?=3Csouth@example.net=3E?= <north@example.org>\r\n\r\nK 3"
    assert read(named).sender in ("", "north@example.org")


def test_the_addresses_a_mail_goes_to_are_each_named_once():
    raw = (
        b"From: north@example.org\r\nTo: bidplay <bid+a@play.example.org>, East <east@example.org>\r\n"
        b"Cc: bid+a@play.example.org\r\nDelivered-To: bid+b@play.example.org\r\n"
        b"X-Original-To: bid+c@play.example.org\r\n\r\n"
    )
    assert read(raw).recipients == (
        "bid+a@play.example.org",
        "east@example.org",
        "bid+b@play.example.org",
        "bid+c@play.example.org",
    )


def test_a_subject_is_one_line_whatever_it_was_encoded_in():
    def subject(words):
        return read(b"Subject: " + words + b"\r\n\r\n").subject

    assert subject(b"=?koi8-r?B?9tXSztXT?= =?utf-8?q?=0D=0Ax?=") == "Журнус x"
    assert subject(b"=?unknown?q?a=FFb?=").startswith("a")
    assert subject(b"=?utf-8?b?broken") == "=?utf-8?b?broken"
    assert subject(b"caf\xc3\xa9") == "café"


def test_a_mail_from_nobody_is_automatic():
    raw = head() + part("text/plain", "K 3", "utf-8", "8bit")
    assert [read(raw, sender).automatic for sender in (None, "", "<>", "north@example.org")] == [
        "",
        "reply",
        "reply",
        "",
    ]


def test_a_mail_of_a_provider_is_read_like_any_other():
    message = AnymailInboundMessage.construct(
        from_email="North <north@example.org>",
        to=ours.ADDRESS,
        subject="Re: turn 12",
        text=f"K 3\nsay źdźbło\n\nOn 30 Nov 2026, bidplay <{ours.ADDRESS}> wrote:\n\n> K 2",
        html="<div>K 3</div><div>say źdźbło</div><blockquote>K 2</blockquote>",
    )
    message.envelope_recipient = "bid+envelope@play.example.org"
    letter = read_message(message)
    assert letter == Letter(
        sender="north@example.org",
        recipients=("bid+envelope@play.example.org", ours.ADDRESS),
        subject="Re: turn 12",
        lines=("K 3", "say źdźbło"),
    )
    raw = head() + part("text/html", "<div>K 3</div><blockquote>K 2</blockquote>", "utf-8", "base64")
    assert read_message(AnymailInboundMessage.parse_raw_mime_bytes(raw)) == read(raw)


def test_only_a_refusal_for_good_is_a_hard_bounce():
    assert Bounce("south@example.net", "5.1.1").hard
    assert not Bounce("south@example.net", "4.2.2").hard
    assert not Bounce("south@example.net", "5.1.1", action="delayed").hard


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("e7–e5", "e7-e5"),
        ("−3", "-3"),
        ("if top≤6 B8 else R1", "if top<=6 B8 else R1"),
        ("“low best”", '"low best"'),
        ("1… e5", "1... e5"),
        ("N×f6", "Nxf6"),
        ("• K 2", "K 2"),
        ("* K 2", "K 2"),
        ("*:d5", "*:d5"),
        ("**K 2**", "K 2"),
        ("К 2; low Best", "K 2; low Best"),
        ("Ｋ　２", "K　2"),
        ("ход К 2", "ход K 2"),
        ("К2 и още", "K2 и още"),
        ("-3", "-3"),
        ("Nf6+", "Nf6+"),
    ],
)
def test_signs_become_those_of_the_notation(typed, meant):
    assert signs(typed) == meant


def test_a_short_order_above_a_rule_of_its_length_is_no_title():
    raw = head() + part("text/html", '<p>e2-e4</p><hr id="x"><p>K 5</p>', "utf-8", "8bit")
    assert read(raw).lines == ("e2-e4",)
    assert read(head() + part("text/plain", "e2-e4\n-----\nK 5", "utf-8", "8bit")).lines == ("e2-e4",)


def test_what_breaks_the_reading_of_a_body_leaves_the_rest(monkeypatch):
    def broken(_message):
        raise RecursionError

    monkeypatch.setattr("games.mailroom.reading.body", broken)
    letter = read(head() + part("text/plain", "K 3", "utf-8", "8bit"))
    assert (letter.sender, letter.lines) == ("north@example.org", ())
    monkeypatch.setattr("games.mailroom.reading.Headers.of", broken)
    assert read(head()) == Letter()
    monkeypatch.setattr("games.mailroom.reading.parsed", broken)
    assert read(head()) == Letter()


def test_a_charset_that_python_lacks_is_guessed():
    raw = (head() + part("text/plain", "say найсетне", "windows-1251", "8bit")).replace(
        b"windows-1251", b"mac-quux"
    )
    assert read(raw).lines == ("say найсетне",)


def test_a_bounce_that_names_no_mail_says_whom_it_did_not_reach_all_the_same():
    fields = (
        b"Content-Type: message/delivery-status\r\n\r\nFinal-Recipient: rfc822; "
        b"south@example.net\r\nAction: failed\r\n"
    )
    other = b"Content-Type: message/rfc822\r\n\r\nSubject: turn 12\r\n\r\nx"
    report = multipart(
        "report",
        part("text/plain", "x", "us-ascii", "7bit"),
        fields,
        other,
        more="; report-type=delivery-status",
    )
    assert read(head() + report).bounces == (Bounce("south@example.net"),)


def test_a_complaint_that_names_nobody_has_nothing_to_say():
    fields = b"Content-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\n"
    report = multipart("report", fields, more="; report-type=feedback-report")
    assert (read(head() + report).automatic, read(head() + report).bounces) == ("complaint", ())


def test_parts_nested_too_deep_are_not_read():
    raw = part("text/plain", "K 3", "utf-8", "8bit")
    for depth in range(15):
        raw = multipart("mixed", raw, more=f"; depth={depth}").replace(b"_412", b"_%d" % depth)
    assert read(head() + raw).lines == ()


def test_a_line_close_above_an_attribution_is_no_part_of_it():
    text = f"K 3\nsay see you at 20:00\nOn 30 Nov 2026, bidplay <{ours.ADDRESS}> wrote:\nK 5"
    assert read(head() + part("text/plain", text, "utf-8", "8bit")).lines == ("K 3", "say see you at 20:00")


PIECES = (
    *(
        "<p>",
        "</p>",
        "</div>",
        "<div>",
        "<br>",
        "</td>",
        "<table><tr><td>",
        "</table>",
        "<pre>",
        "</pre>",
        "<b",
    ),
    *(
        "&lt;",
        "<blockquote>x</blockquote>",
        "<!-- -->",
        "</body>",
        "</html>",
        "<style>",
        "</style>",
        "</head>",
    ),
    *("<a href='>'>", "\0", "</", "old K 3\n", "<span>old d5</span>", "<hr>", "<h1>old R7</h1>"),
    '<div class="gmail_signature">',
)
SOUP = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)


@settings(max_examples=400, deadline=None)
@given(
    SOUP,
    st.sampled_from(['<blockquote type="cite">', '<div id="divRplyFwdMsg">', '<div class="yahoo_quoted">']),
)
def test_no_soup_of_elements_breaks_out_of_a_quote(soup, opening):
    raw = head() + part("text/html", f"<div><p>K 5</p></div>{opening}{soup}", "utf-8", "8bit")
    assert read(raw).lines == ("K 5",)
