"""One's mail by the API: wishes, the delivery log, mail once more."""

from __future__ import annotations

import datetime

import pytest
from django.utils import timezone

from accounts.models import MAIL_KINDS, Notice, User
from tests.actions.tables import person, started
from tests.api.conftest import Caller

pytestmark = pytest.mark.django_db


def test_wishes_are_told_and_changed_one_by_one(ann: Caller) -> None:
    before = ann.get("me/mail").json()
    assert before["kinds"] == dict.fromkeys(MAIL_KINDS, "now")
    assert (before["digest_hour"], before["quiet_from"], before["failure"]) == (18, None, "")
    changed = {"kinds": {"talk": "off", "turn": "digest"}, "quiet_from": "22:00", "quiet_until": "06:30"}
    assert ann("PATCH", "me/mail", changed).status_code == 200
    after = ann("PATCH", "me/mail", {"kinds": {"turn": "now"}, "digest_hour": 7}).json()
    assert after == ann.get("me/mail").json()
    assert {kind: way for kind, way in after["kinds"].items() if way != "now"} == {"talk": "off"}
    assert (after["digest_hour"], after["quiet_from"], after["quiet_until"]) == (7, "22:00", "06:30")
    nulls = ann("PATCH", "me/mail", {"quiet_from": None, "quiet_until": None}).json()
    assert (nulls["quiet_from"], nulls["quiet_until"]) == (None, None)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"kinds": {"spam": "off"}}, "kinds.spam"),
        ({"kinds": {"turn": "later"}}, "kinds[...]"),
        ({"digest_hour": 24}, "digest_hour"),
        ({"quiet_from": "25:00"}, "quiet_from"),
        ({"quiet_from": "22:00"}, "quiet_until"),
        ({"quiet_until": "07:00"}, "quiet_from"),
        ({"zone": "UTC"}, "zone"),
    ],
)
def test_wishes_that_cannot_be_are_refused(ann: Caller, wrong: object, field: str) -> None:
    answer = ann("PATCH", "me/mail", wrong)
    assert (answer.status_code, answer.json()["field"]) == (400, field)
    assert (User.objects.get(username="ann").mail_off, User.objects.get(username="ann").quiet_from) == (
        [],
        None,
    )


def test_delivery_log_lists_my_mail_alone_by_match_and_page(ann: Caller) -> None:
    first, second = started("ann", "bob"), started("ann", "bob")
    page = ann.get("me/mail/sent", match=first.code).json()
    assert [(row["kind"], row["match"], row["turn"], row["status"]) for row in page["results"]] == [
        ("start", first.code, 1, "pending")
    ]
    one = ann.get("me/mail/sent", size=1).json()
    assert [row["match"] for row in one["results"]] == [second.code]
    assert one["next"]
    Notice.objects.filter(user__username="ann").update(status="failed", error="550 5.1.1 nobody")
    row = ann.get("me/mail/sent").json()["results"][0]
    assert (row["reason"], row["error"]) == (
        "The mail server does not know this address.",
        "550 5.1.1 nobody",
    )


def test_last_turn_mail_of_a_match_is_sent_again_but_not_at_once(ann: Caller) -> None:
    match = started("ann", "bob")
    long_ago = timezone.now() - datetime.timedelta(hours=1)
    Notice.objects.update(status="sent", sent_at=long_ago)
    assert ann.post("me/mail/sent/again", {"match": match.code}).status_code == 204
    assert list(Notice.objects.pending().values_list("user__username", flat=True)) == ["ann"]
    assert ann.post("me/mail/sent/again", {"match": match.code}).json()["code"] == "not_now"
    assert ann.post("me/mail/sent/again", {"match": "nowhere"}).status_code == 409


def test_test_mail_and_a_new_start_can_be_asked_for(ann: Caller) -> None:
    assert ann.post("me/mail/test").status_code == 409
    now = timezone.now()
    User.objects.filter(pk=person("ann").pk).update(mail_failed_at=now, mail_complained_at=now)
    assert ann.get("me/mail").json()["stopped_at"] is not None
    assert ann.post("me/mail/test").status_code == 204
    assert ann.post("me/mail/restart").status_code == 204
    assert ann.get("me/mail").json()["stopped_at"] is None
    assert Notice.objects.filter(kind="trial").count() == 1


def test_guests_have_no_mail(guest: Caller) -> None:
    for path in ("me/mail", "me/mail/sent"):
        assert guest.get(path).status_code == 401
