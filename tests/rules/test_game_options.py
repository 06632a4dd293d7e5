"""Options of every kind that a game may have, and the sentences with which wrong values are refused."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
import pytest

from games.rules import IllegalOption
from games.rules.game import Options, option_values

Initials = Annotated[str, msgspec.Meta(pattern=r"\A[A-Z]{2}\Z", description="two capital letters")]
Number = Annotated[int, msgspec.Meta(ge=2, le=5)]


class Some(Options, frozen=True, kw_only=True):
    """Options of no real game."""

    flag: bool = False
    way: Literal["left", "right"] = "left"
    number: Number = 3
    most: Number | None = None
    title: str = "x"
    initials: Initials = "AB"


@pytest.mark.parametrize(
    ("name", "value", "legal"),
    [
        ("flag", "yes", "true, false"),
        ("flag", 1, "true, false"),
        ("way", "up", "left, right"),
        ("number", 6, "2..5"),
        ("number", "3", "2..5"),
        ("most", 1, "2..5, NoneType"),
        ("title", 3, "str"),
        ("initials", "ABC", "two capital letters"),
        ("initials", "AB\n", "two capital letters"),
        ("initials", 5, "two capital letters"),
    ],
)
def test_a_wrong_value_is_refused_with_the_legal_ones(name, value, legal):
    with pytest.raises(IllegalOption) as refused:
        Some(**{name: value})
    assert str(refused.value) == f"“{value}” is no value for the option “{name}”: {legal}."


@pytest.mark.parametrize(
    "values", [{}, {"flag": True}, {"way": "right"}, {"number": 2}, {"most": 5}, {"most": None}]
)
def test_a_legal_value_is_taken(values):
    options = Some(**values)
    assert {name: getattr(options, name) for name in values} == values


def test_an_unknown_name_is_refused_with_all_names():
    with pytest.raises(IllegalOption) as refused:
        Some(ways="left")
    assert str(refused.value) == (
        "There is no option “ways”; the options are flag, way, number, most, title, initials."
    )


def test_options_are_given_by_name_only():
    with pytest.raises(IllegalOption):
        Some(True)


def test_a_game_without_options_says_so():
    class Bare(Options, frozen=True, kw_only=True):
        pass

    with pytest.raises(IllegalOption) as refused:
        Bare(flag=True)
    assert str(refused.value) == "There is no option “flag”; the options are –."


def test_options_are_values():
    assert Some(number=4) == Some(number=4) != Some()
    assert hash(Some()) == hash(Some(number=3))


def test_a_range_is_told_by_its_ends():
    assert option_values(Number) == "2..5"


def test_a_value_that_equals_a_legal_one_is_refused_for_its_type() -> None:
    assert Some(number=2)
    for value in (2.0, [2]):
        with pytest.raises(IllegalOption):
            Some(number=value)  # type: ignore[arg-type]
    assert Some(flag=True)
    with pytest.raises(IllegalOption):
        Some(flag=1)  # type: ignore[arg-type]
