"""The form made of any decision's clauses, and the line made of what was filled in."""

from __future__ import annotations

import json
import re
from html import unescape as html_of

import pytest
from django.http import QueryDict

from games.pages import order_form
from games.rules.game import Clause, Decision, IllegalOrder, Refusal

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


def test_a_card_is_drawn_as_itself_also_where_another_begins_like_it():
    decision = Decision("bid", (Clause("", "a card", ("R10", "R1"), required=True, least=1),), "R1")
    form = str(order_form.html(decision, ("R10", "R1"), object()))
    assert form.index('value="R10"') < form.index('aria-label="red 10"') < form.index('value="R1"')
    assert form.index('value="R1"') < form.index('aria-label="red 1"')


def test_one_of_several_values_that_must_be_given_is_chosen_by_radio_buttons_that_say_what_it_leads_to():
    meanings = (("Back", "a horse goes back"), ("Cash in",))
    clause = Clause("", "steps", ("1!", "2"), required=True, least=1, meanings=meanings)
    form = str(order_form.html(Decision("move", (clause,), "2"), (), object()))
    assert form.count('type="radio" name="c0"') == 2
    assert "data-most" not in form
    assert "<b>1!</b> <span>Back<small>a horse goes back</small></span>" in form
    assert "<b>2</b> <span>Cash in</span>" in form


def test_one_of_many_numbers_is_typed_between_its_bounds():
    clauses = (
        Clause("bid", "dollars", tuple(map(str, range(301))), required=True, least=1),
        Clause("raise", "more dollars", tuple(map(str, range(75, 301, 5))), least=1),
        Clause("space", "a space", tuple(map(str, [*range(20), 25])), least=1),
        Clause("few", "a number", tuple(map(str, range(12))), least=1),
    )
    decision = Decision("auction", clauses, "bid 0")
    form = str(order_form.html(decision, (), object(), QueryDict("c0=40")))
    assert 'name="c0" type="number" inputmode="numeric" min="0" max="300" step="1" value="40"' in form
    assert "0 to 300</span>" in form
    assert 'name="c1" type="number" inputmode="numeric" min="75" max="300" step="5" value=""' in form
    assert "75 to 300, in steps of 5</span>" in form
    assert form.count('<select name="c2"') == form.count('<select name="c3"') == 1
    assert order_form.line(decision, QueryDict("c0=40&c1=&c3=2")) == "bid 40; few 2"


def test_values_of_two_words_stand_under_the_first_of_them():
    clause = Clause("bet", "dollars", ("red 20", "red 40", "blue 20"), least=1)
    form = str(order_form.html(Decision("move", (clause,), "1"), (), object()))
    assert '<optgroup label="red"><option>red 20</option><option>red 40</option></optgroup>' in form
    assert form.count("<optgroup") == 2


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


MOVE = Decision(
    "move",
    (
        Clause("", "steps", ("1", "2!", "3"), required=True, least=1),
        Clause("horse", "a horse", ("red", "blue"), least=1, only=("1", "2!"), without="your own horse"),
        Clause("bet", "dollars", ("red 20",), least=1, only=("3",)),
    ),
    "1",
)
OPEN = Decision(
    "open",
    (
        Clause("raise", "more dollars", tuple(map(str, range(25, 301, 5))), least=1),
        Clause("pass", "bid no more", most=0, instead="raise"),
        Clause("horse", "a horse", ("red", "blue"), least=1, only=("raise",), without="you are asked"),
    ),
    "pass",
)
STEAL = Decision(
    "steal",
    (Clause("steal", "a card", ("3", "-5"), least=1), Clause("no", "nothing", most=0, instead="steal")),
    "no",
)


def test_a_field_says_which_choices_it_belongs_to_and_what_its_dash_stands_for():
    form = str(order_form.html(MOVE, (), object()))
    assert re.findall(r'value="(.*?)" data-at="(\d)"', form) == [("1", "0"), ("2!", "1"), ("3", "2")]
    assert re.findall(r'<div data-only="(.*?)">', form) == ["0 1", "2"]
    assert re.findall(r'<span class="hint" id="c\d-hint">(.*?)</span>', form) == [
        "Only for 1, 2!. “–” means: your own horse.",
        "Only for 3.",
    ]


@pytest.mark.parametrize(
    ("decision", "sent", "line"),
    [
        (MOVE, "c0=1&c1=red&c2=red+20", "1; horse red"),
        (MOVE, "c0=2!&c1=red&c2=", "2!; horse red"),
        (MOVE, "c0=3&c1=red&c2=red+20", "3; bet red 20"),
        (MOVE, "c1=red", ""),
        (OPEN, "c0=75&c1=&c2=red", "raise 75; horse red"),
        (OPEN, "c0=75&c1=on&c2=red", "pass"),
        (OPEN, "c0=&c1=&c2=red", ""),
        (STEAL, "c0=-5", "steal -5"),
        (STEAL, "c0=no", "no"),
        (STEAL, "c1=on", "no"),
    ],
)
def test_what_belongs_to_another_choice_than_the_one_made_is_left_out_of_the_line(decision, sent, line):
    assert order_form.line(decision, QueryDict(sent)) == line


def test_a_number_and_what_may_be_said_instead_are_one_choice():
    form = str(order_form.html(OPEN, (), object()))
    assert form.count('type="radio" name="c1"') == 2
    assert 'name="c1" value="" data-at="0" checked><b>raise</b>' in form
    assert 'name="c1" value="on" data-at="1"><b>pass</b> <span>bid no more</span>' in form
    assert 'name="c0" type="number" inputmode="numeric" min="25" max="300" step="5" value=""' in form
    assert '<div data-only="0">' in form
    assert "checkbox" not in form
    again = str(order_form.html(OPEN, (), object(), QueryDict("c0=75&c1=on")))
    assert 'value="on" data-at="1" checked' in again
    assert 'value="75"' in again


def test_a_few_values_and_what_may_be_said_instead_are_one_choice():
    form = str(order_form.html(STEAL, (), object(), QueryDict("c0=no")))
    assert form.count('type="radio" name="c0"') == 3
    assert 'name="c0" value="no" checked><b>no</b> <span>nothing</span>' in form
    assert "checkbox" not in form


def parts(form: str) -> list[dict[str, object]]:
    """What a script is told of the clauses."""
    found = re.search(r"data-order='(.*?)'", form)
    assert found is not None
    told: list[dict[str, object]] = json.loads(html_of(found[1]))
    return told


def test_a_script_is_told_all_that_it_needs_to_make_the_same_line():
    hint = "it's <b>&</b>"
    decision = Decision("open", (Clause("raise", hint, ("5",), required=True), *OPEN.clauses[1:]), "pass")
    assert parts(str(order_form.html(decision, (), object()))) == [
        {"word": "raise", "hint": hint, "required": True},
        {"word": "pass", "hint": "bid no more", "flag": True, "instead": "raise"},
        {"word": "horse", "hint": "a horse", "only": ["raise"]},
    ]


def test_the_least_the_middle_and_the_most_of_many_numbers_are_a_click_away():
    clause = Clause("bid", "dollars", tuple(map(str, range(0, 301, 5))), required=True, least=1)
    form = str(order_form.html(Decision("auction", (clause,), "bid 0"), (), object()))
    assert re.findall(r'data-to="(\d+)"', form) == ["0", "150", "300"]
    assert 'type="range"' in form
    few = Clause("bid", "dollars", tuple(map(str, range(15))), required=True, least=1)
    assert 'type="range"' not in str(order_form.html(Decision("auction", (few,), "bid 0"), (), object()))


@pytest.mark.parametrize(
    ("refusal", "sent", "field"),
    [
        (IllegalOrder("no", "too_high"), "c0=K", "c0"),
        (IllegalOrder("no", "illegal_value", clause="LOW", word="x"), "c0=K", "c1"),
        (IllegalOrder("no", "unknown_clause", word="swap"), "c0=K", "c2"),
        (IllegalOrder("no", "too_high"), "line=K+K", "line"),
        (Refusal("no", "too_late"), "c0=K", ""),
        (None, "c0=K", ""),
    ],
)
def test_a_refusal_stands_at_the_field_that_it_speaks_of(refusal, sent, field):
    assert order_form.wrong(DECISION, refusal, QueryDict(sent)) == field


def test_a_refusal_of_no_known_field_stands_at_the_head_of_the_form():
    assert order_form.wrong(STEAL, IllegalOrder("no", "no_thief"), QueryDict("c0=3")) == ""
    assert order_form.wrong(None, IllegalOrder("no", "no_thief"), QueryDict("c0=3")) == ""
    assert order_form.wrong(STEAL, IllegalOrder("no", "no_thief"), None) == ""
