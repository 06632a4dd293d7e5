"""The HTML part: plain to mail programs, readable without pictures, in the dark, and with one button."""

import re
from html.parser import HTMLParser

import pytest

from games.actions import seats, turns
from tests.actions.tables import DAY, HOUR, NEXT, NOW, opened, person
from tests.notices.mails import deliver, table, turns_played, written

pytestmark = pytest.mark.django_db
VOID = {"meta", "br", "img", "link"}


class Reader(HTMLParser):
    """Which elements there are, whether they are closed in order, which addresses they name."""

    def __init__(self):
        super().__init__()
        self.open, self.tags, self.addresses, self.classes, self.unstyled = [], [], [], [], []

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.tags.append(tag)
        self.addresses += [values[name] for name in ("href", "src") if name in values]
        if "class" in values:
            self.classes.append(values["class"])
            if "style" not in values:
                self.unstyled.append(values["class"])
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.fixture
def every_mail():
    """One mail of each kind, by kind."""
    person("guest")
    opened("ann", 2, game="fourbid", invite=["guest"])
    match = table("ann", "bob", "cyd")
    mails = dict.fromkeys(("start", "invitation"))
    mails = {kind: written(kind)[0][1] for kind in mails}
    seats.say(person("ann"), match, "Hello", NOW)
    mails["talk"] = written("talk")[0][1]
    turns_played(match, 1)
    mails["turn"] = written("turn")[0][1]
    deliver()
    turns.remind_due(NOW + 3 * DAY - HOUR)
    mails["reminder"] = written("reminder")[0][1]
    turns.close_due(NEXT)
    mails["missed"] = written("missed")[0][1]
    for name in ("ann", "bob"):
        seats.resign(person(name), match, NEXT)
    mails["end"] = written("end")[0][1]
    return mails


def read(mail):
    reader = Reader()
    reader.feed(mail.html)
    assert reader.open == []
    return reader


def test_every_element_is_closed_and_no_table_script_or_form_is_there(every_mail):
    for mail in every_mail.values():
        assert {"table", "script", "form", "svg", "iframe"} & set(read(mail).tags) == set()
        assert mail.html.startswith("<!doctype html>\n<html lang=")


def test_every_mail_has_one_button(every_mail):
    assert {kind: read(mail).classes.count("button") for kind, mail in every_mail.items()} == dict.fromkeys(
        every_mail, 1
    )


def test_styles_stand_in_the_elements_and_those_for_the_dark_in_the_head(every_mail):
    for mail in every_mail.values():
        assert read(mail).unstyled == []
        assert mail.html.count("<style") == 1
        assert "@media (prefers-color-scheme: dark)" in mail.html
        assert '<meta name="color-scheme" content="light dark">' in mail.html


def test_nothing_is_loaded_from_anywhere(every_mail):
    for mail in every_mail.values():
        assert [a for a in read(mail).addresses if not a.startswith(("http://127.0.0.1:8000/", "cid:"))] == []
        assert "url(" not in mail.html
        assert "@import" not in mail.html


def test_no_template_tag_is_left_over(every_mail):
    for mail in every_mail.values():
        assert re.findall(r"\{[{%]|[%}]\}", mail.html + mail.text) == []


def test_the_text_part_is_plain(every_mail):
    for mail in every_mail.values():
        assert re.findall(r"</?[a-z]+>|&[a-z]+;", mail.text) == []
        assert mail.text.endswith("\n")
