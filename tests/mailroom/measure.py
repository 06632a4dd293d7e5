"""How well the corpus is read: ``.venv/bin/python -m tests.mailroom.measure``.

For our own reading, and for those libraries that are installed: how many of the writers' lines are kept
(recall), how many of the lines kept are theirs (precision), how many mails come out exactly, in how many an
old order is read, and the processor time. Libraries get the parts as our reading decodes them.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from games.mailroom.reading import bodies, markup, read
from games.mailroom.reading.stripping import own_lines
from tests.mailroom.ours import ORDERS
from tests.mailroom.writing import CORPUS, READINGS

Way = Callable[[bytes], Iterable[str]]

OLD = {*ORDERS, "K 5", "K 5; low best"}


@dataclass(frozen=True)
class Figures:
    """What one way of reading makes of the corpus."""

    mails: int
    recall: float
    precision: float
    exact: int
    old: int
    failed: int
    milliseconds: float


def plain_text(raw: bytes) -> str:
    """The text of a mail, quotes and all."""
    plain, html, _flows = bodies.body(bodies.parsed(raw))
    return plain or markup.lines_of(html)


def _ours(raw: bytes) -> Iterable[str]:
    return read(raw).lines


def _email_reply_parser() -> Way:
    from email_reply_parser import EmailReplyParser

    return lambda raw: EmailReplyParser.parse_reply(plain_text(raw)).split("\n")


def _email_reply_parser_before_ours() -> Way:
    from email_reply_parser import EmailReplyParser

    return lambda raw: own_lines(EmailReplyParser.parse_reply(plain_text(raw)))


def _email_reply_extractor() -> Way:
    from email_reply_extractor import clean_for_scoring, extract_new_text

    def way(raw: bytes) -> Iterable[str]:
        plain, html, _flows = bodies.body(bodies.parsed(raw))
        return clean_for_scoring(extract_new_text(plain, None, html).text).text.split("\n")

    return way


def _quotequail() -> Way:
    import quotequail

    def way(raw: bytes) -> Iterable[str]:
        text = plain_text(raw)
        found = quotequail.unwrap(text)
        if not found:
            return text.split("\n")
        return f"{found.get('text_top', '')}\n{found.get('text_bottom', '')}".split("\n")

    return way


def _mail_parser_reply() -> Way:
    from mailparser_reply import EmailReplyParser

    parser = EmailReplyParser(languages=["en", "pl"])
    return lambda raw: (parser.parse_reply(plain_text(raw)) or "").split("\n")


WAYS: dict[str, Callable[[], Way]] = {
    "ours": lambda: _ours,
    "email-reply-parser": _email_reply_parser,
    "email-reply-parser, then ours": _email_reply_parser_before_ours,
    "email-reply-extractor": _email_reply_extractor,
    "quotequail": _quotequail,
    "mail-parser-reply": _mail_parser_reply,
}


def corpus() -> list[tuple[bytes, list[str]]]:
    """The mails that people wrote, with their writers' lines."""
    known = json.loads(READINGS.read_text(encoding="utf-8"))
    return [
        ((CORPUS / f"{name}.eml").read_bytes(), reading["written"])
        for name, reading in sorted(known.items())
        if not reading.get("automatic")
    ]


def measured(way: Way, mails: list[tuple[bytes, list[str]]]) -> Figures:
    """What a way of reading makes of these mails."""
    kept = theirs = written = exact = old = failed = 0
    began = time.process_time()
    for raw, lines in mails:
        try:
            found = [clean for line in way(raw) if (clean := " ".join(line.split()))]
        except Exception:
            failed, found = failed + 1, []
        both = Counter(found) & Counter(lines)
        kept, theirs, written = kept + len(found), theirs + both.total(), written + len(lines)
        exact += found == lines
        old += bool(OLD & set(found) - set(lines))
    spent = time.process_time() - began
    return Figures(
        len(mails),
        theirs / written,
        theirs / kept if kept else 1,
        exact,
        old,
        failed,
        spent / len(mails) * 1000,
    )


def main() -> None:
    """Print the figures of every way."""
    mails = corpus()
    print(f"{len(mails)} mails that people wrote\n")
    print(f"{'':32}{'recall':>8}{'precision':>11}{'exact':>7}{'old orders':>12}{'failed':>8}{'ms':>7}")
    for name, made in WAYS.items():
        try:
            way = made()
        except ImportError:
            print(f"{name:32}not installed, skipped")
            continue
        found = measured(way, mails)
        print(
            f"{name:32}{found.recall:>8.1%}{found.precision:>11.1%}{found.exact:>7}"
            f"{found.old:>12}{found.failed:>8}{found.milliseconds:>7.1f}"
        )


if __name__ == "__main__":
    main()
