"""The answer to a mail and what the mail asks for are one: both are done, or neither, and once."""

from __future__ import annotations

import datetime

import pytest

from accounts.models import Notice
from games.actions import answers
from games.actions.answers import Answer, Place, once, opened, refused, warn_of_forgery
from games.actions.refusals import DealOver, TooLate
from tests.actions.tables import HOUR, NOW, person, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def place() -> Place:
    match = started("ann", "bob")
    Notice.objects.all().delete()
    return Place(person("ann"), match, 1, 0)


def kinds() -> list[tuple[str, str]]:
    """The kinds of what waits, and what each answer is about."""
    return [(notice.kind, opened(notice.data).about) for notice in Notice.objects.order_by("pk")]


def test_a_mail_is_acted_upon_once(place: Place) -> None:
    done = []

    def do() -> Answer:
        done.append(True)
        return Answer("help", mail="<1@x>")

    assert [once(place, "1", NOW, do) for _n in range(3)] == [True, False, False]
    assert once(place, "2", NOW, do) is True
    assert (len(done), kinds()) == (2, [("receipt", "help"), ("receipt", "help")])


def test_a_mail_that_was_refused_is_refused_once(place: Place) -> None:
    given = [once(place, "1", NOW, lambda: refused(TooLate(1, 2), "K 2")) for _n in range(3)]
    assert (given, kinds()) == ([True, False, False], [("refusal", "refused")])


def test_what_fails_leaves_no_answer(place: Place) -> None:
    def fail() -> Answer:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        once(place, "1", NOW, fail)
    assert kinds() == []
    assert once(place, "1", NOW, lambda: Answer("help")) is True


def test_a_refusal_keeps_its_sentence_and_what_fills_it() -> None:
    answer = refused(TooLate(1, 2), "K 2")
    assert (answer.kind, answer.read, answer.code) == ("refusal", "K 2", "turn_closed")
    assert answer.message.format(**answer.data) == str(TooLate(1, 2))
    day = refused(DealOver(datetime.date(2030, 1, 1)))
    assert day.data == {"day": "2030-01-01"}
    odd = DealOver(datetime.date(2030, 1, 1))
    odd.data = {"day": datetime.date(2030, 1, 2), "turn": None, "count": 3}
    assert refused(odd).data == {"day": "2030-01-02", "turn": None, "count": 3}


def test_a_forgery_is_told_once_an_hour(place: Place) -> None:
    for minutes in (0, 10, 59):
        warn_of_forgery(place, NOW + HOUR * minutes / 60)
    assert kinds() == [("refusal", "forged")]
    warn_of_forgery(place, NOW + HOUR)
    assert kinds() == [("refusal", "forged")] * 2


def test_an_answer_is_stored_sealed_in_whole_steps(place: Place) -> None:
    once(place, "1", NOW, lambda: Answer("order", read="secret line"))
    data = Notice.objects.get().data
    assert "secret" not in str(data)
    assert len(answers.vault.unseal(data["sealed"])) % 512 == 0
    assert opened(data) == Answer("order", read="secret line")
