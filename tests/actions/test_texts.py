"""What people may write: names, words, talk, notes."""

import datetime

import pytest

from accounts.models import Notice
from games.actions import seats
from games.actions.refusals import IllegalText, NotYourSeat
from games.actions.texts import one_line, some_lines
from games.models import Note
from tests.actions.tables import NOW, opened, person, started, told

BAD_LINES = ["a\nb", "a\rb", "a\0b", "a\x1bb", "a\u2028b", "a\u2029b", "a\x85b", "a\u202eb", "a\u2066b"]


@pytest.mark.parametrize("text", BAD_LINES)
def test_a_line_with_a_control_character_is_refused(text: str) -> None:
    """A line end in the name of a table would be a header of its own in a mail."""
    with pytest.raises(IllegalText) as refusal:
        one_line(text, 60, "name")
    assert (refusal.value.code, refusal.value.field) == ("control_characters", "name")


def test_a_line_is_trimmed_and_normalized() -> None:
    assert one_line("  Zo\u0308e ", 60, "name") == "Zöe"


def test_a_line_in_which_nothing_can_be_seen_is_empty() -> None:
    assert [one_line(text, 60, "name") for text in (" ", "\u200b", "\u200b \u00a0\ufeff")] == ["", "", ""]
    assert one_line("👨\u200d👩\u200d👧", 60, "name") == "👨\u200d👩\u200d👧"


def test_a_text_that_is_too_long_says_how_long_it_may_be() -> None:
    with pytest.raises(IllegalText) as refusal:
        one_line("x" * 61, 60, "word")
    assert str(refusal.value) == "This text has 61 characters; at most 60 fit."


def test_a_text_of_some_lines_has_plain_line_ends() -> None:
    assert some_lines(" one\r\ntwo\rthree\n\tfour \n", 60, "text") == "one\ntwo\nthree\n\tfour"


def test_a_text_with_other_control_characters_is_refused() -> None:
    with pytest.raises(IllegalText):
        some_lines("bell\a", 60, "text")


@pytest.mark.django_db
def test_talk_reaches_everybody_else_at_the_table() -> None:
    match = started("ann", "bob", "cid")
    talk = seats.say(person("ann"), match, "good\r\nluck", NOW)
    assert (talk.text, talk.user, talk.written_at) == ("good\nluck", person("ann"), NOW)
    assert told(match, "talk") == [
        ("bob", "talk", f"talk:{talk.pk}"),
        ("cid", "talk", f"talk:{talk.pk}"),
    ]


@pytest.mark.django_db
def test_who_talks_on_and_on_fills_no_inbox() -> None:
    match = started("ann", "bob", "cid")
    times = []
    for minute in range(25):
        now = NOW + minute * datetime.timedelta(minutes=1)
        seats.say(person("ann"), match, f"and {minute}", now)
        bob = Notice.objects.pending().filter(user=person("bob"), kind="talk", send_at__lte=now)
        times += [minute] * bob.update(status=Notice.Status.SENT, sent_at=now)
    assert times == [0, 10, 20]
    seats.say(person("bob"), match, "enough", NOW + datetime.timedelta(minutes=26))
    (ann,) = Notice.objects.filter(user=person("ann"), kind="talk")
    assert ann.send_at == ann.created_at


@pytest.mark.django_db
def test_talk_is_for_those_who_sit_there_and_says_something() -> None:
    match = opened("ann")
    with pytest.raises(NotYourSeat):
        seats.say(person("eve"), match, "hello", NOW)
    with pytest.raises(IllegalText) as refusal:
        seats.say(person("ann"), match, "  \n ", NOW)
    assert refusal.value.code == "empty"
    assert list(match.talk.all()) == []


@pytest.mark.django_db
def test_notes_are_one_text_for_each_person_and_match() -> None:
    match = started("ann", "bob")
    seats.note(person("ann"), match, "one")
    seats.note(person("ann"), match, "two")
    seats.note(person("bob"), match, "three")
    assert sorted(Note.objects.values_list("user__username", "text")) == [("ann", "two"), ("bob", "three")]
    seats.note(person("ann"), match, "")
    assert match.notes.get(user=person("ann")).text == ""
