"""Everything that people read is said in every language: no message is missing, stale or without its gaps.

``python -m tests.words`` brings the catalogs up to date with the sources; the translating is then to be done.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from tests.words.catalogs import (
    LANGUAGES,
    MARKS,
    Found,
    Key,
    collected,
    compiled,
    gaps,
    homes,
    path_of,
    sources,
    stored,
)
from tests.words.catalogs import translations as said

NAMES = {
    "Fourbid",
    "Foursquare",
    "Bids",
    "Bid N’ Bet",
    "Bid Chess",
    "bidplay",
    "API",
    "PGN",
    "Discord",
    "Slack",
}
"""What is called the same in every language."""
_WORD = re.compile(r"[a-z]{2,}")

BOTH = [(home, language) for home in homes() for language in LANGUAGES]


@pytest.fixture(scope="module")
def wanted() -> dict[str, dict[Key, Found]]:
    return collected()


def entries(home: str, language: str) -> Catalog:
    return [message for message in stored(home, language) if message.id]


def key(message: object) -> Key:
    first = message.id if isinstance(message.id, str) else message.id[0]
    return message.context or "", first


@pytest.mark.parametrize(("home", "language"), BOTH)
def test_a_catalog_has_just_the_messages_of_the_sources(
    home: str, language: str, wanted: dict[str, dict[Key, Found]]
) -> None:
    assert {key(message) for message in entries(home, language)} == set(wanted[home])


@pytest.mark.parametrize(("home", "language"), BOTH)
def test_no_message_is_untranslated_or_unsure(home: str, language: str) -> None:
    missing = [key(m) for m in entries(home, language) if not all(said(m)) or m.fuzzy]
    assert missing == []


@pytest.mark.parametrize(("home", "language"), BOTH)
def test_no_translation_loses_a_gap_or_a_tag(home: str, language: str) -> None:
    for message in entries(home, language):
        if isinstance(message.id, str):
            assert gaps(message.string) == gaps(message.id), message.id
            continue
        allowed = [gaps(english) for english in message.id]
        for text in message.string:
            assert gaps(text) in allowed, (message.id, text)
        assert gaps(message.string[-1]) == gaps(message.id[-1]), message.id


@pytest.mark.parametrize(("home", "language"), BOTH)
def test_no_translation_adds_or_loses_lines_at_its_ends(home: str, language: str) -> None:
    for message in entries(home, language):
        english = message.id if isinstance(message.id, str) else message.id[0]
        for text in said(message):
            ends = (text[:1].isspace(), text[-1:].isspace())
            assert ends == (english[:1].isspace(), english[-1:].isspace()), english


@pytest.mark.parametrize(("home", "language"), BOTH)
def test_no_sentence_is_left_in_english(home: str, language: str) -> None:
    left = []
    for message in entries(home, language):
        english = message.id if isinstance(message.id, str) else message.id[-1]
        plain = re.sub(r"\{\w*\}|%\(\w+\)[sd]|<[^>]+>", " ", english)
        words = [word for word in _WORD.findall(plain) if len(word) > 3]
        if len(words) > 2 and english in said(message) and english not in NAMES:
            left.append(english)
    assert left == []


@pytest.mark.parametrize("home", list(homes()))
def test_bulgarian_is_written_in_its_own_letters(home: str) -> None:
    for message in entries(home, "bg"):
        english = message.id if isinstance(message.id, str) else message.id[-1]
        plain = re.sub(r"\{\w*\}|%\(\w+\)[sd]|<[^>]+>", " ", english)
        if len([word for word in _WORD.findall(plain) if len(word) > 3]) > 2:
            assert any(re.search("[а-яА-Я]", text) for text in said(message)), english


@pytest.mark.parametrize(("home", "language"), BOTH)
def test_what_django_reads_is_what_is_written(home: str, language: str) -> None:
    """``python -m tests.words`` compiles."""
    built = path_of(home, language).with_suffix(".mo").read_bytes()
    assert built == compiled(stored(home, language), language)


@pytest.mark.parametrize("file", [file for file in sources() if file.suffix == ".py"], ids=str)
def test_no_message_hides_inside_a_formatted_string(file: Path) -> None:
    """There it would never be found, and never be translated."""
    formatted = [node for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.JoinedStr)]
    calls = [node for each in formatted for node in ast.walk(each) if isinstance(node, ast.Call)]
    marked = [node for node in calls if isinstance(node.func, ast.Name) and node.func.id in MARKS]
    assert [node for node in marked if isinstance(node.args[0], ast.Constant)] == []
