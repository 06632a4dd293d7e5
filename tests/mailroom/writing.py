"""Writes the corpus: ``.venv/bin/python -m tests.mailroom.writing`` makes every mail of it anew.

``readings.json`` beside the mails says of each what its writer wrote (``written``), what must be read
(``read``: less where nothing marks the quote and a line is better lost), and what else must be found.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count, cycle
from pathlib import Path

from tests.mailroom import machines, oddities, ours, shapes
from tests.mailroom.programs import PROGRAMS, Draft
from tests.mailroom.wire import Case, mail

CORPUS = Path(__file__).parent / "corpus"
READINGS = CORPUS / "readings.json"

ENCODINGS = {
    "en": (
        ("utf-8", "base64"),
        ("utf-8", "quoted-printable"),
        ("iso-8859-1", "quoted-printable"),
        ("utf-8", "8bit"),
    ),
    "pl": (
        ("utf-8", "quoted-printable"),
        ("iso-8859-2", "quoted-printable"),
        ("windows-1250", "8bit"),
        ("utf-8", "base64"),
        ("iso-8859-2", "8bit"),
    ),
    "bg": (
        ("utf-8", "base64"),
        ("windows-1251", "base64"),
        ("windows-1251", "8bit"),
        ("koi8-r", "quoted-printable"),
        ("utf-8", "8bit"),
    ),
}
ORDERS = (
    "K 3; low own",
    "bid 7 J",
    "d6",
    "B8",
    "Nf6",
    "move 3; horse red; bet 40",
    "steal 4",
    "3-7",
    "e4",
    "10 Q; ask",
)
WORDS = {
    "en": ("say good luck to everybody", "note they hold the ace"),
    "pl": ("say powodzenia, gęś źle śpi", "note ma jeszcze asa"),
    "bg": ("say успех на всички", "note още държи асото"),
}
SIGNATURES = {
    "en": ("-- ", "North", "Example Ltd, +44 20 7946 0000"),
    "pl": ("Pozdrawiam", "Północ"),
    "bg": ("Поздрави,", "Север"),
}
UNMARKED = ("outlook", "outlook_web", "yahoo")
"""Programs that do not mark what they quote line by line."""


def answers() -> Iterator[Case]:
    """Every program, at every place, in every language; charsets, signatures and parts take turns."""
    orders, number = cycle(ORDERS), count()
    encodings = {language: cycle(pairs) for language, pairs in ENCODINGS.items()}
    for name, program in PROGRAMS.items():
        for posting in ("top", "bottom", "inline", "none"):
            for language in ("en", "pl", "bg"):
                turn = next(number)
                lines = (next(orders), WORDS[language][turn % 2])
                if posting in ("top", "none") and turn % 3:
                    lines = lines[:1]
                quoted = (ours.RECEIPT if turn % 5 == 0 else ours.TURN)[language]
                signed = SIGNATURES[language] if turn % 4 == 0 and name not in ("k9", "iphone") else ()
                draft = Draft(language, posting, lines, quoted, signed)
                charset, transfer = next(encodings[language])
                text, html = program(draft)
                shape = (
                    "html"
                    if turn % 7 == 3
                    else "plain"
                    if name in ("thunderbird", "k9") and turn % 2
                    else "both"
                )
                raw = mail((text, html), language, charset, transfer, shape)
                lost = name in UNMARKED and posting in ("bottom", "inline")
                yield Case(f"{name}-{posting}-{language}", raw, lines, () if lost else None)


def cases() -> list[Case]:
    """The whole corpus."""
    return [*answers(), *oddities.cases(), *shapes.cases(), *machines.cases()]


def main() -> None:
    """Write every file anew."""
    CORPUS.mkdir(exist_ok=True)
    for old in CORPUS.glob("*.eml"):
        old.unlink()
    made = cases()
    assert len({case.name for case in made}) == len(made)
    for case in made:
        (CORPUS / f"{case.name}.eml").write_bytes(case.raw)
    readings = {case.name: case.reading() for case in made}
    READINGS.write_text(json.dumps(readings, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(f"{len(made)} mails in {CORPUS}")


if __name__ == "__main__":
    main()
