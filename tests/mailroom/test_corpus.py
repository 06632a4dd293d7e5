"""Every mail of the corpus is read as ``readings.json`` says."""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest

from games.mailroom.reading import read
from tests.mailroom import ours
from tests.mailroom.writing import CORPUS, READINGS, cases

KNOWN = json.loads(READINGS.read_text(encoding="utf-8"))
NAMES = sorted(KNOWN)


def mail(name):
    return (CORPUS / f"{name}.eml").read_bytes()


@pytest.mark.parametrize("name", NAMES)
def test_a_mail_of_the_corpus_is_read_as_its_writer_meant_it(name):
    letter, known = read(mail(name)), KNOWN[name]
    assert list(letter.lines) == ([] if known.get("automatic") else known.get("read", known["written"]))
    assert letter.automatic == known.get("automatic", "")


@pytest.mark.parametrize("name", [name for name in NAMES if "bounces" in KNOWN[name]])
def test_a_bounce_of_the_corpus_says_whom_it_did_not_reach_and_why(name):
    for found, known in zip(read(mail(name)).bounces, KNOWN[name]["bounces"], strict=True):
        assert asdict(found) | known == asdict(found)


def test_no_order_of_a_quoted_mail_of_the_corpus_is_read():
    old = {*ours.ORDERS, "K 5", "K 5; low best"}
    leaks = {name: read(mail(name)).lines for name in NAMES}
    assert {name: lines for name, lines in leaks.items() if old & set(lines)} == {}


def test_the_sender_and_the_signed_address_of_every_answer_are_found():
    people = [name for name in NAMES if not KNOWN[name].get("automatic")]
    found = {
        (read(mail(name)).sender, read(mail(name)).recipients, read(mail(name)).message_id) for name in people
    }
    assert found == {("north@example.org", (ours.ADDRESS,), "<answer-12@example.org>")}


def test_the_corpus_is_what_its_scripts_write():
    made = {case.name: case.raw for case in cases()}
    assert {path.stem: path.read_bytes() for path in CORPUS.glob("*.eml")} == made
    assert {case.name: case.reading() for case in cases()} == KNOWN


def test_the_corpus_is_as_large_as_was_promised():
    assert len(NAMES) >= 120
