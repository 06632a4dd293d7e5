"""The form made of any decision's clauses, and the line made of what was filled in."""

from __future__ import annotations

import pytest
from django.http import QueryDict

from games.pages import order_form
from games.rules.game import Clause, Decision

DECISION = Decision(
    "bid",
    (
        Clause("", "cards or words", ("K", "2H", "pass"), required=True, least=1, most=2),
        Clause("low", "the card to take", ("best", "K", "2"), least=1, most=16),
        Clause("swap", "a piece", ("3", "25"), least=1),
        Clause("note", "free text"),
        Clause("ask", "ask me", most=0),
        Clause("go", "go on", required=True, most=0),
    ),
    "2H",
)
HAND = ("KS", "2H", "2S")


def html(typed: str = "") -> str:
    return str(order_form.html(DECISION, HAND, object(), QueryDict(typed) if typed else None))


def test_every_kind_of_clause_has_its_field():
    form = html()
    assert form.count('type="checkbox" name="c0"') == 3
    assert form.count('<select name="c1"') == 3
    assert form.count('<select name="c2"') == 1
    assert form.count('name="c3"') == 1
    assert form.count('type="checkbox" name="c4" value="on"') == 1
    assert 'data-most="2"' in form
    assert "<code>2H</code>" in form


def test_cards_of_the_hand_are_drawn_and_other_values_written():
    form = html()
    assert 'aria-label="king of spades"' in form
    assert 'aria-label="2 of hearts"' in form
    assert ">pass</label>" in form


def test_a_flag_that_must_be_there_is_set_from_the_start():
    form = html()
    assert 'name="c5" value="on" checked' in form
    assert 'name="c4" value="on">' in form


def test_what_was_typed_is_kept_in_every_field():
    form = html("c0=K&c0=pass&c1=best&c1=2&c1=&c2=25&c3=%3Cb%3E&c4=on&line=K%3B")
    assert form.count('name="c0" value="K" checked') == 1
    assert form.count('name="c0" value="pass" checked') == 1
    assert form.count("<option selected>") == 3
    assert 'value="&lt;b&gt;"' in form
    assert 'name="c4" value="on" checked' in form
    assert 'value="K;"' in form


@pytest.mark.parametrize(
    ("sent", "line"),
    [
        ("c0=K&c0=2H", "K 2H"),
        ("c0=K&c1=best&c1=&c1=K", "K; low best K"),
        ("c0=K&c1=K&c1=K", "K; low K"),
        ("c0=K&c2=25&c4=on", "K; swap 25; ask"),
        ("c0=K&c3=some+words", "K; note some words"),
        ("c0=K&line=++pass++", "pass"),
        ("c0=&c9=x", ""),
        ("", ""),
    ],
)
def test_the_line_is_made_of_what_was_filled_in(sent, line):
    assert order_form.line(DECISION, QueryDict(sent)) == line
