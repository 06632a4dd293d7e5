"""The daily digest of real matches: what is due first on top, each with its button, nothing that is over."""

import datetime
import re

import pytest
from django.core import mail

from accounts.models import Notice, User
from accounts.outbox import send_ready
from games.actions import seats, turns
from games.models import Turn
from games.notices.columns import WIDTH
from tests.actions.tables import DAY, HOUR, NOW, opened, order, person, started
from tests.notices.mails import deliver, silence, table, turns_played

pytestmark = pytest.mark.django_db
EVENING = NOW.replace(hour=18, minute=0, second=0, microsecond=0)
ALL = ["turn", "reminder", "result", "start", "end", "missed", "invitation", "talk"]


@pytest.fixture
def ann():
    """Somebody who wants everything in one mail a day."""
    person("ann")
    User.objects.filter(username="ann").update(mail_digest=ALL)
    return User.objects.get(username="ann")


def digest(to="ann", at=EVENING):
    """The digest that a person gets at an hour, if there is one."""
    send_ready(lambda: at - HOUR)
    mail.outbox.clear()
    send_ready(lambda: at)
    mails = [one for one in mail.outbox if one.to == [User.objects.get(username=to).email]]
    assert len(mails) <= 1
    return mails[0] if mails else None


def html(one):
    return one.alternatives[0][0]


def test_digest_tells_what_is_due_first_on_top_with_a_link_to_answer_each(ann):
    started("ann", "bob", game="fourbid", name="Slow", pace={"kind": "interval", "interval": 5 * 86_400})
    started("ann", "bob", game="fourbid", name="Fast", pace={"kind": "interval", "interval": 2 * 86_400})
    one = digest()
    assert one.subject.startswith("[bidplay] your day: you owe 2 orders, the first until ")
    assert one.body.index("Fourbid · Fast") < one.body.index("Fourbid · Slow")
    links = re.findall(r"http\S+/o/\S+", one.body)
    assert len(set(links)) == 2
    assert re.findall(r'href="(http[^"]+/o/[^"]+)"', html(one)) == links
    assert html(one).count("Write your order") == 2
    assert max(len(line) for line in one.body.split("\n") if "://" not in line and "@" not in line) <= WIDTH
    assert Notice.objects.filter(user=ann).exclude(status="sent").count() == 0


def test_digest_never_says_that_nothing_is_owed_when_it_is(ann):
    """What another mail had asked for was not counted: a day of talk alone began with “you owe nothing”."""
    week, days = ({"kind": "interval", "interval": n * 86_400} for n in (7, 5))
    match = started("ann", "bob", game="fourbid", name="Slow", pace=week)
    digest()
    seats.say(person("bob"), match, "Hello", NOW + HOUR)
    one = digest(at=EVENING + DAY)
    assert one.subject.startswith("[bidplay] your day: you owe 1 order, until ")
    assert "* Turn 1: you owe an order\n\nYou owe an order until Tuesday 8 January 2030, 12:00" in one.body
    links = re.findall(r"http\S+/o/\S+", one.body)
    assert re.findall(r'href="(http[^"]+/o/[^"]+)"', html(one)) == links
    assert len(links) == 1
    started("ann", "bob", game="fourbid", name="Fast", pace=days)
    one = digest(at=EVENING + 2 * DAY)
    assert one.subject.startswith("[bidplay] your day: you owe 2 orders, the first until ")
    assert one.body.index("Fourbid · Fast") < one.body.index("Fourbid · Slow")


def test_digest_says_nothing_of_what_is_no_longer_true(ann):
    match = table("ann", "bob")
    seats.say(person("bob"), match, "Good luck", NOW)
    send_ready(lambda: NOW)
    order("ann", match, silence(match, "ann"), NOW)
    one = digest()
    assert one.subject == "[bidplay] your day: you owe nothing"
    assert "Good luck" in one.body
    assert "Write your order" not in html(one)


def test_no_digest_comes_of_turns_that_are_closed(ann):
    match = table("ann", "bob")
    send_ready(lambda: NOW)
    User.objects.filter(pk=ann.pk).update(mail_digest=["start"])
    turns_played(match, 1)
    assert digest() is None
    assert Notice.objects.filter(user=ann, kind="start").get().status == "dropped"


def test_reminder_tells_nothing_beside_the_turn_that_it_is_about(ann):
    table("ann", "bob")
    deliver("start")
    Notice.objects.filter(user=ann).update(status="digest", kind="turn", send_at=NOW)
    turns.remind_due(NOW + 3 * DAY - HOUR)
    Notice.objects.filter(user=ann, kind="reminder").update(status="digest", send_at=NOW)
    late = NOW + 3 * DAY - HOUR / 2
    send_ready(lambda: late)
    (one,) = [one for one in mail.outbox if one.to == [ann.email]]
    assert html(one).count("Write your order") == 1
    assert one.body.count("until") == 2  # in the summary and in the part
    assert set(Notice.objects.filter(user=ann).values_list("status", flat=True)) == {"sent"}


def test_digest_brings_invitations_and_talk_with_names_that_try_to_be_more(ann):
    name = "R&B <b>'n'</b> é 日本 🎲"
    opened("bob", 2, game="fourbid", invite=["ann"], name=name)
    match = started("ann", "bob", game="fourbid", name=name)
    seats.say(person("bob"), match, "<script>alert(1)</script> & more\nand on", NOW)
    one = digest()
    assert name in one.body
    assert "<script>" not in html(one)
    assert "R&amp;B &lt;b&gt;" in html(one)
    assert "bob invites you to a match" in one.body
    assert "> and on" in one.body


def test_digest_is_threaded_and_says_how_to_get_none(ann):
    table("ann", "bob")
    headers = digest().message()
    assert headers["References"].startswith("<digest.thread@")
    assert headers["List-Id"].startswith("<digest.")
    assert "/accounts/unsubscribe/" in headers["List-Unsubscribe"]
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_digest_of_a_busy_person_stays_small(ann):
    for n in range(60):
        started("ann", "bob", game="fourbid", name=f"Table {n}")
    one = digest()
    assert len(one.message().as_bytes()) < 100_000


def test_turn_that_ends_before_the_digest_comes_at_once(ann):
    started("ann", "bob", game="fourbid", pace={"kind": "interval", "interval": 3600})
    send_ready(lambda: NOW)
    assert [one.to for one in mail.outbox].count([ann.email]) == 1
    assert not Notice.objects.filter(status="digest").exists()


def test_digest_says_that_the_table_pauses_where_no_deadline_runs(ann):
    table("ann", "bob")
    Turn.objects.update(due_at=None)
    one = digest()
    assert one.subject == "[bidplay] your day: you owe 1 order"
    assert "You owe 1 order; the table pauses." in one.body


def test_digest_is_written_in_the_language_and_zone_of_its_reader(ann):
    User.objects.filter(pk=ann.pk).update(zone="Asia/Tokyo", language="pl")
    table("ann", "bob")
    evening = datetime.datetime(NOW.year, NOW.month, NOW.day, 9, tzinfo=datetime.UTC) + DAY
    send_ready(lambda: NOW)
    one = digest(at=evening)
    assert "Asia/Tokyo" in one.body
    assert '<html lang="pl" dir="ltr">' in html(one)
