"""Mails to those who play alone: one, at the end, with the score, and with the seed when it is public."""

from __future__ import annotations

import pytest

from accounts.models import Notice
from games.actions import deals, lobby, seats
from games.models import Match
from tests.actions.dealing import HOUR, NOW, TONIGHT, begun, dealt, played
from tests.actions.tables import person, told
from tests.notices.mails import mail_to

pytestmark = pytest.mark.django_db


def practice() -> Match:
    """A match for one."""
    return lobby.open_match(person("ann"), lobby.Proposal("foursquare", 1, name="Practice"), NOW)


def test_the_end_is_the_only_mail_of_a_match_for_one() -> None:
    match = practice()
    assert told(match) == []
    played(match, "ann", 5)
    assert told(match) == []
    played(match, "ann")
    assert [kind for _name, kind, _subject in told(match)] == ["end"]


@pytest.mark.parametrize(
    ("winners", "score", "said"),
    [
        ([0], 7, "won with 7 points"),
        ([0], 1, "won with 1 point"),
        ([], 0, "lost"),
        ([], 9, "lost with 9 points"),
    ],
)
def test_the_mail_at_the_end_says_the_score(winners: list[int], score: int, said: str) -> None:
    match = played(practice(), "ann")
    outcome = match.outcome | {"winners": winners, "scores": [score], "reason": "won" if winners else "down"}
    Match.objects.filter(pk=match.pk).update(outcome=outcome)
    mail = mail_to("ann", "end")
    assert mail.subject == f"[bidplay] Foursquare · Practice: over; {said}"
    assert said.capitalize() in mail.text.split("\n")
    assert match.seed in mail.text
    assert "/o/" not in mail.text + mail.html


def test_the_mail_after_a_try_tells_neither_the_seed_nor_of_a_record() -> None:
    deal = dealt()
    played(begun("ann", deal), "ann")
    mail = mail_to("ann", "end")
    secret = deals.unseal(deal.sealed_seed).hex()
    assert secret not in mail.text + mail.html
    assert "record.json" not in mail.text + mail.html
    assert deal.seed_commitment in mail.text
    deals.publish(TONIGHT)
    assert secret in mail_to("ann", "end", TONIGHT).text


def test_a_try_that_was_not_finished_in_time_says_so() -> None:
    played(begun("ann", dealt()), "ann", 4)
    deals.publish(TONIGHT)
    assert mail_to("ann", "end", TONIGHT).subject.endswith(": over; not finished in time")


def test_who_gives_up_is_told_that_it_is_over() -> None:
    match = practice()
    seats.resign(person("ann"), match, NOW + HOUR)
    assert mail_to("ann", "end").subject == "[bidplay] Foursquare · Practice: over; given up"
    assert Notice.objects.count() == 1
