"""Plain text of at most 72 columns, whatever people write into it."""

from hypothesis import given
from hypothesis import strategies as st

from games.notices.columns import WIDTH, fill, tidy, width


def test_letters_of_east_asia_take_two_columns_and_marks_none():
    assert width("abc") == 3
    assert width("日本") == 4
    assert width("e\u0301") == 1


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=400))
def test_no_line_is_wider_than_72_columns(text):
    assert max(width(line) for line in fill(text, "- ", "  ").split("\n")) <= WIDTH


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=400))
def test_no_letter_is_lost(text):
    assert "".join(fill(text, "", "   ").split()) == "".join(text.split())


def test_an_address_is_never_broken():
    address = "https://play.example.org/o/" + "x" * 80 + "/"
    assert fill(f"Open {address} now") == f"Open\n{address}\nnow"


def test_further_lines_hang_below_the_first():
    lines = fill("word " * 30, "- ", "  ").split("\n")
    assert [line[:3] for line in lines] == ["- w", *["  w"] * (len(lines) - 1)]


def test_tidy_leaves_one_empty_line_at_the_most_and_no_blanks_at_line_ends():
    assert tidy("a  \n\n\n\nb\n\n") == "a\n\nb\n"
