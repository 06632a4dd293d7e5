"""The turn mail: complete and playable on its own, for its reader alone."""

import re
from html import unescape

import pytest

from accounts.models import User
from games.links import slot_of
from games.models import Seat
from tests.actions.tables import DAY, HOUR, NOW, open_turn, order, person, seat
from tests.notices.mails import SOON, deliver, mail_to, pending, silence, table, turns_played, widest, written

pytestmark = pytest.mark.django_db

STRANGE = "Ä <b>&amp;</b> é 日本 🎲"


def link(mail):
    (address,) = re.findall(r"http\S+/o/(\S+)/$", mail.text, re.M)
    return address


def test_a_turn_mail_says_what_happened_the_board_what_is_owed_how_to_answer_and_until_when():
    match = table(name="Friday night")
    deliver("start")
    turns_played(match, 1)
    text = mail_to("ann", "turn").text
    heads = [
        "Fourbid · Friday night",
        "Turn 2: you owe an order",
        "What happened in turn 1",
        "The board; you are ann",
        "Your order",
        "How to answer",
    ]
    assert [line for line in text.split("\n") if line in heads] == heads
    owed = "You owe an order until Friday 4 January 2030, 12:00 (UTC); 2 days 23 hours left."
    assert owed in " ".join(text.split())
    assert f"If you send nothing, this is played for you: {silence(match, 'ann')}\n" in text
    assert f"PUT http://127.0.0.1:8000/api/v1/matches/{match.code}/turns/2/order\n" in text
    assert "32 .  31 .  30 .  29 .  28 .  27 .  26 .  25 ." in text
    assert "S  ann" in text
    assert "H  bob" in text


def test_every_clause_of_the_decision_stands_in_the_text_and_in_the_html():
    match = table()
    turns_played(match, 1)
    mail = mail_to("ann", "turn")
    decision = match.rules.decisions(open_turn(match).state())[0]
    for part in (" ".join(mail.text.split()), unescape(mail.html)):
        assert [clause.hint for clause in decision.clauses if clause.hint not in part] == []


def test_the_examples_of_a_turn_mail_are_legal_orders():
    match = table()
    turns_played(match, 3)
    text = mail_to("bob", "turn").text
    examples = re.search(r"For example:\n((?:  .*\n)+)", text)[1].split("\n")[:-1]
    turn = open_turn(match)
    assert len(examples) == 2
    for example in examples:
        assert match.rules.check(turn.state(), 1, example)


def test_the_link_of_a_turn_mail_is_for_the_slot_of_its_reader():
    match = table()
    turns_played(match, 1)
    for name in ("ann", "bob"):
        slot = slot_of(link(mail_to(name, "turn")))
        assert (slot.turn, slot.seat) == (open_turn(match), seat(match, name))


def test_the_link_stands_in_the_html_on_one_button():
    match = table()
    turns_played(match, 1)
    mail = mail_to("ann", "turn")
    buttons = re.findall(r'<a class="button" href="([^"]+)"', mail.html)
    assert buttons == [f"http://127.0.0.1:8000/o/{link(mail)}/"]


def test_the_text_is_at_most_72_columns_wide():
    person("日本語の名前です" * 4)
    match = table("ann", "日本語の名前です" * 4, name="名" * 60)
    turns_played(match, 2)
    for kind in ("turn", "start", "end", "reminder"):
        for _notice, mail in written(kind):
            assert widest(mail) <= 72


def test_the_subject_carries_game_table_turn_and_deadline():
    match = table(name="Friday night")
    turns_played(match, 1)
    assert (
        mail_to("ann", "turn").subject
        == "[bidplay] Fourbid · Friday night: turn 2, your order until Fri 12:00"
    )


def test_a_table_without_a_name_is_known_by_its_code():
    match = table()
    turns_played(match, 1)
    assert mail_to("ann", "turn").subject.startswith(f"[bidplay] Fourbid {match.code}: turn 2,")


def test_strange_names_stay_as_they_are_in_subject_and_text_and_are_escaped_in_the_html():
    match = table("ann", STRANGE, name=STRANGE)
    turns_played(match, 1)
    mail = mail_to("ann", "turn")
    assert mail.subject.startswith(f"[bidplay] Fourbid · {STRANGE}: turn 2")
    assert f"Fourbid · {STRANGE}\n" in mail.text
    assert f"H  {STRANGE} (" in mail.text
    assert "<b>&amp;</b>" not in mail.html
    assert "Ä &lt;b&gt;&amp;amp;&lt;/b&gt; é 日本 🎲" in mail.html


def test_a_line_end_in_a_stored_name_makes_no_second_line_of_a_subject():
    match = table(name="one")
    match.name = "one\r\nBcc: all@example.org"
    match.save(update_fields=["name"])
    turns_played(match, 1)
    assert mail_to("ann", "turn").subject.splitlines() == [
        "[bidplay] Fourbid · one Bcc: all@example.org: turn 2, your order until Fri 12:00"
    ]


def test_each_reader_is_told_the_deadline_in_their_own_zone():
    person("ann", zone="Europe/Warsaw")
    person("bob", zone="America/New_York")
    match = table()
    turns_played(match, 1)
    ann, bob = mail_to("ann", "turn"), mail_to("bob", "turn")
    assert ann.subject.endswith("your order until Fri 13:00")
    assert bob.subject.endswith("your order until Fri 07:00")
    assert "until Friday 4 January 2030, 13:00 (Europe/Warsaw, CET);" in " ".join(ann.text.split())
    assert "until Friday 4 January 2030, 07:00 (America/New_York, EST);" in " ".join(bob.text.split())


def test_each_reader_is_written_to_in_their_own_language():
    User.objects.filter(pk=person("ann").pk).update(language="pl")
    match = table()
    turns_played(match, 1)
    ann, bob = mail_to("ann", "turn"), mail_to("bob", "turn")
    assert '<html lang="pl" dir="ltr">' in ann.html
    assert "do pt. 4 stycznia 2030" in " ".join(ann.text.split())
    assert '<html lang="en" dir="ltr">' in bob.html
    assert "Friday" in bob.text


def test_bots_and_people_who_left_the_site_have_no_name_of_a_person():
    match = table("ann", "bob", bots=1)
    turns_played(match, 1)
    Seat.objects.filter(pk=seat(match, "bob").pk).update(user=None, bot=True, state=Seat.State.DESERTED)
    text = mail_to("ann", "turn").text
    assert "H  former player (" in text
    assert "D  Bot 3 (" in text
    assert "bob" not in text


def test_a_reader_who_missed_deadlines_is_told_what_follows():
    match = table()
    turns_played(match, 1)
    Seat.objects.filter(pk=seat(match, "ann").pk).update(misses=2)
    told = "You missed the last 2 deadlines. After 3 in a row a bot takes your seat."
    assert told in " ".join(mail_to("ann", "turn").text.split())
    assert "missed" not in mail_to("bob", "turn").text


def test_a_reader_who_missed_a_deadline_is_told_that_the_seat_would_leave_where_the_pace_says_so():
    match = table(pace={"deserted": "out"})
    turns_played(match, 1)
    Seat.objects.filter(pk=seat(match, "ann").pk).update(misses=1)
    told = "You missed the last deadline. After 3 in a row your seat leaves the match."
    assert told in " ".join(mail_to("ann", "turn").text.split())


def test_a_mail_tells_every_turn_since_the_last_mail_that_left():
    match = table()
    deliver("start")
    turns_played(match, 1)
    deliver()
    turns_played(match, 3)
    assert heads_of(mail_to("ann", "turn")) == [2, 3, 4]


def test_a_mail_tells_ten_turns_at_the_most():
    match = table("ann", "bob", "cyd")
    turns_played(match, 11)
    mail = mail_to("ann", "turn")
    assert heads_of(mail) == list(range(2, 12))
    assert "- What happened before turn 2 stands on the page of the match.\n" in mail.text


def test_a_reader_who_switched_mails_off_hears_everything_in_the_next_one():
    match = table()
    deliver("start")
    turns_played(match, 2)
    pending_turns = [notice for notice in pending("turn") if notice.user.username == "ann"]
    for notice in pending_turns:
        notice.status = "dropped"
        notice.save()
    deliver()
    turns_played(match, 1)
    assert heads_of(mail_to("ann", "turn")) == [1, 2, 3]
    assert heads_of(mail_to("bob", "turn")) == [3]


def heads_of(mail):
    return [int(number) for number in re.findall(r"^What happened in turn (\d+)$", mail.text, re.M)]


def test_the_commitments_of_orders_that_are_in_are_told():
    match = table("ann", "bob", "cyd")
    turns_played(match, 1)
    receipt = order("bob", match, silence(match, "bob"))
    text = mail_to("ann", "turn").text
    assert f"ann: nothing yet\nbob: in\n  {receipt.commitment}\ncyd: nothing yet\n" in text


def test_mails_of_one_match_are_one_thread():
    match, other = table(), table()
    turns_played(match, 1)
    turns_played(other, 1)
    threads = {mail.thread for notice, mail in written("turn") if notice.subject.startswith(match.code)}
    assert threads == {match.code}


def test_the_deadline_is_that_of_the_turn_after_grace_was_granted():
    match = table(pace={"interval": 86400})
    turns_played(match, 1)
    turn = open_turn(match)
    turn.due_at = NOW + 2 * DAY
    turn.save(update_fields=["due_at"])
    assert mail_to("ann", "turn", NOW + DAY + HOUR).subject.endswith("your order until Thu 12:00")
    assert "23 hours left" in " ".join(mail_to("ann", "turn", NOW + DAY + HOUR).text.split())


def test_a_subject_begins_with_the_name_of_the_site(settings):
    settings.SITE_NAME = "Kontor"
    match = table()
    turns_played(match, 1)
    assert mail_to("ann", "turn", SOON).subject.startswith("[Kontor] Fourbid ")
