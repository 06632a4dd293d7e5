"""Two worlds: what is sealed or hidden from a reader leaves no trace in any mail to them."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.actions import seats, turns
from games.rules import GAMES
from tests.actions.tables import DAY, HOUR, NOW, open_turn, order, person, seat, started
from tests.actions.toy import Hush
from tests.notices.mails import deliver, mail_to, silence, table, turns_played, written

pytestmark = pytest.mark.django_db
HUSH = '{% if event.kind == "hint" %}Your card is {{ event.data.card }}.{% else %}{{ event.kind }}{% endif %}'


def masked(mail):
    """A mail without the commitments, which are random and public."""
    return [re.sub(r"\b[0-9a-f]{64}\b", "…", part) for part in (mail.subject, mail.text, mail.html)] + [
        mail.images
    ]


def sealed_in_two_worlds(match, kind, now=NOW + HOUR):
    """The mails that ann would get if bob had sealed one order, and if he had sealed another."""
    worlds = []
    for line in ("Q 3; low Q 7 best", "4"):
        order("bob", match, line)
        worlds.append(mail_to("ann", kind, now))
    return worlds


@pytest.mark.parametrize("kind", ["start", "reminder", "talk"])
def test_a_sealed_order_changes_no_byte_of_a_mail_to_somebody_else(kind):
    match = table("ann", "bob", "cyd")
    seats.say(person("cyd"), match, "Hello", NOW)
    if kind == "reminder":
        deliver("start")
        turns.remind_due(NOW + 3 * DAY - HOUR)
    one, other = sealed_in_two_worlds(match, kind)
    assert masked(one) == masked(other)
    assert "low Q" not in one.text + one.html


def test_a_sealed_order_changes_no_byte_of_a_turn_mail_to_somebody_else():
    match = table("ann", "bob", "cyd")
    turns_played(match, 1)
    one, other = sealed_in_two_worlds(match, "turn")
    assert "bob: in" in one.text
    assert masked(one) == masked(other)


def test_the_readers_own_sealed_order_stands_in_no_mail_either():
    match = table("ann", "bob", "cyd")
    order("ann", match, "Q 3; low Q 7 best")
    assert "ann: in" in mail_to("ann", "start").text
    assert "low Q" not in mail_to("ann", "start").text


def test_what_is_sealed_is_not_even_read():
    match = table()
    turns_played(match, 1)
    order("bob", match, silence(match, "bob"))
    with CaptureQueriesContext(connection) as queries:
        assert written("turn")
    assert [query["sql"] for query in queries if '"sealed' in query["sql"] or '"salt"' in query["sql"]] == []


@pytest.fixture
def hush(monkeypatch, settings, tmp_path):
    """The small game with hidden cards, and words for its events."""
    folder = tmp_path / "games" / "hush"
    folder.mkdir(parents=True)
    (folder / "events.txt").write_text(HUSH)
    settings.TEMPLATES = [settings.TEMPLATES[0] | {"DIRS": [*settings.TEMPLATES[0]["DIRS"], tmp_path]}]
    monkeypatch.setitem(GAMES, "hush", Hush())


@pytest.mark.usefixtures("hush")
def test_a_hidden_card_is_told_to_its_holder_alone():
    match = started("ann", "bob", game="hush")
    cards = open_turn(match).state().cards
    for name in ("ann", "bob"):
        order(name, match, "3", number=1)
    for name in ("ann", "bob"):
        mail = mail_to(name, "turn")
        own = seat(match, name).index
        assert f"Your card is {cards[own]}." in mail.text
        assert f"Your card is {cards[own]}." in mail.html
        assert str(cards[1 - own]) not in mail.subject + mail.text + mail.html


@pytest.mark.usefixtures("hush")
def test_the_seed_is_in_no_mail_before_the_end():
    match = started("ann", "bob", game="hush", options={"turns": 1})
    starts = [mail.text for _notice, mail in written("start")]
    for name in ("ann", "bob"):
        order(name, match, "3", number=1)
    match.refresh_from_db()
    assert match.seed
    assert [text for text in starts if match.seed in text] == []
    assert match.seed in mail_to("ann", "end").text
