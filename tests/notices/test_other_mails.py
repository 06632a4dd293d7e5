"""Start, reminder, result, end, missed deadlines, invitations, table talk: what each says to its reader."""

import re

import pytest

from accounts.models import Notice
from accounts.outbox import claim
from games.actions import lobby, seats, turns
from games.links import slot_of
from games.rules.chance import seed_commitment
from tests.actions.tables import DAY, HOUR, NEXT, NOW, open_turn, opened, order, person, seat
from tests.notices.mails import deliver, mail_to, pending, readers, silence, table, turns_played, widest

pytestmark = pytest.mark.django_db


def words(mail):
    return " ".join(mail.text.split())


def test_the_start_tells_against_whom_how_fast_and_what_the_chance_rests_on():
    match = table("ann", "bob", bots=1, name="Friday night")
    mail = mail_to("bob", "start")
    assert mail.subject == "[bidplay] Fourbid · Friday night: started; turn 1, your order until Fri 12:00"
    assert "You play against ann, Bot 3." in words(mail)
    assert "The pace: a turn lasts 3 days, less when all orders are in earlier;" in words(mail)
    assert "Your public word: word of bob" in words(mail)
    assert f"Commitment to the seed: {match.seed_commitment}" in words(mail)
    assert slot_of(re.search(r"/o/(\S+)/", mail.text)[1]).seat == seat(match, "bob")


def test_the_start_asks_for_nothing_when_the_order_is_in_already():
    match = table()
    order("ann", match, silence(match, "ann"))
    mail = mail_to("ann", "start")
    assert mail.subject.endswith(": started; turn 1, you owe nothing yet")
    assert "Your order for turn 1 is in already." in words(mail)
    assert "/o/" not in mail.text + mail.html


def test_a_reminder_says_that_the_readers_own_order_is_missing():
    match = table()
    deliver()
    turns.remind_due(NOW + 3 * DAY - HOUR)
    mail = mail_to("ann", "reminder", NOW + 3 * DAY - HOUR)
    assert "Turn 1: your order is not in yet" in mail.text.split("\n")
    assert "1 hour left." in words(mail)
    assert mail.subject == (f"[bidplay] Fourbid {match.code}: turn 1, reminder: your order until Fri 12:00")


def test_a_result_says_that_the_reader_owes_nothing_and_for_whom_the_table_waits():
    match = table("ann", "bob", "cyd")
    deliver()
    order("ann", match, "K 2; ask")
    order("bob", match, "9; ask")
    order("cyd", match, "4; ask")
    mail = mail_to("ann", "result")
    assert "Turn 2: you owe nothing" in mail.text.split("\n")
    assert "You owe nothing now. Your table waits for cyd until Friday 4 January 2030" in words(mail)
    assert "What happened in turn 1" in mail.text
    assert "/o/" not in mail.text + mail.html
    assert mail.subject.endswith(": turn 2, you owe nothing now")


def test_a_result_says_that_orders_may_be_changed_where_all_are_in_but_no_turn_closes_early():
    match = table("ann", "bob", "cyd", pace={"early": False})
    deliver()
    order("ann", match, "K 2; ask"), order("bob", match, "9; ask"), order("cyd", match, "4; ask")
    turns.close_due(NOW + 3 * DAY)
    order("cyd", match, silence(match, "cyd"), NOW + 3 * DAY)
    mail = mail_to("ann", "result", NOW + 3 * DAY)
    said = "All orders for this turn are in. They may be changed until Monday 7 January 2030, 12:00 (UTC)"
    assert said in words(mail)


def test_the_end_tells_each_player_how_it_ended_for_them():
    match = table("ann", "bob", name="Friday night")
    turns_played(match, 1)
    seats.resign(person("bob"), match, NOW)
    won, lost = mail_to("ann", "end"), mail_to("bob", "end")
    assert won.subject == "[bidplay] Fourbid · Friday night: over; you won"
    assert "You won" in won.text.split("\n")
    assert lost.subject == "[bidplay] Fourbid · Friday night: over; you lost; the winner is ann"
    assert "bob leaves the match" in words(lost)


def test_the_end_of_two_without_a_winner_is_a_draw():
    match = table(options={"auction_cap": 1})
    turns_played(match, 1)
    assert mail_to("ann", "end").subject == f"[bidplay] Fourbid {match.code}: over; it is a draw"


def test_the_end_of_more_says_so_when_nobody_won():
    match = table("ann", "bob", "cid", options={"auction_cap": 1})
    turns_played(match, 1)
    assert mail_to("ann", "end").subject == f"[bidplay] Fourbid {match.code}: over; nobody won"


def test_the_end_publishes_the_seed_and_says_how_to_check_the_record():
    match = table()
    turns_played(match, 1)
    seats.resign(person("bob"), match, NOW)
    match.refresh_from_db()
    mail = mail_to("ann", "end")
    assert f"The seed: {match.seed}" in words(mail)
    assert seed_commitment(bytes.fromhex(match.seed)) in words(mail)
    assert f"/m/{match.code}/record.json" in mail.text
    assert "python -m games.rules.record verify FILE" in mail.text


def test_the_end_shows_the_last_position():
    match = table("ann", "bob")
    order("ann", match, "A")
    order("bob", match, "2")
    deliver()
    seats.resign(person("bob"), match, NOW)
    state = match.turns.last().state()
    space = state.owner.index(0) + 1
    assert f"spaces: {space}" in mail_to("ann", "end").text


def test_the_mail_about_grace_says_until_when_and_that_it_is_the_only_one():
    match = table()
    deliver()
    turns.close_due(NEXT)
    mail = mail_to("ann", "missed", NEXT)
    assert "Turn 1: your extra time has begun" in mail.text.split("\n")
    assert "You now have half a turn more, once in this match." in words(mail)
    assert "You owe an order until Sunday 6 January 2030, 00:00 (UTC); 1 day 12 hours left." in words(mail)
    assert slot_of(re.search(r"/o/(\S+)/", mail.text)[1]).seat == seat(match, "ann")


def test_who_lost_the_seat_hears_that_a_bot_plays_it():
    match = table(pace={"grace": False, "misses": 1})
    order("ann", match, silence(match, "ann"))
    turns.close_due(NEXT)
    mail = mail_to("bob", "missed")
    assert "A bot plays your seat now" in mail.text.split("\n")
    assert "You missed 1 deadline. From turn 2 on a bot plays your seat." in words(mail)
    assert readers("turn") == ["ann"]


def test_who_lost_the_seat_hears_that_it_left_the_match_where_the_pace_says_so():
    match = table("ann", "bob", "cyd", pace={"grace": False, "misses": 1, "deserted": "out"})
    for name in ("ann", "cyd"):
        order(name, match, silence(match, name))
    turns.close_due(NEXT)
    assert "Your seat has left the match" in mail_to("bob", "missed").text.split("\n")


def test_an_invitation_tells_who_what_how_fast_by_which_rules_and_where():
    person("bob")
    match = opened(
        "ann",
        3,
        game="fourbid",
        name="Friday night",
        options={"low_pick": "may"},
        pace={"interval": 86400},
        visibility="private",
        invite=["bob"],
    )
    lobby.join(person("bob"), match, "", NOW)
    match.seats.filter(user__username="bob").delete()
    mail = mail_to("bob", "invitation")
    assert mail.subject == "[bidplay] Fourbid · Friday night: ann invites you"
    assert "You are asked to a table of 3 for Fourbid." in words(mail)
    assert "At the table so far: ann" in words(mail)
    assert "The pace: a turn lasts 1 day" in words(mail)
    assert "The rules: Lowest bidder: may leave the cards" in words(mail)
    assert "Who may watch: only those who are invited" in words(mail)
    assert f"http://127.0.0.1:8000/m/{match.code}/" in mail.text


def test_an_invitation_to_a_match_in_play_says_what_there_is_to_take():
    pace = {"grace": False, "misses": 1, "deserted": "substitute"}
    match = table("ann", "bob", pace=pace)
    order("ann", match, silence(match, "ann"))
    turns.close_due(NEXT)
    lobby.invite(person("ann"), match, [person("eve").username], NEXT)
    mail = mail_to("eve", "invitation")
    assert "This match has begun already; you may take over a seat that is free." in words(mail)
    assert "starts by itself" not in mail.text


def test_an_invitation_to_a_rematch_says_so():
    match = table()
    deliver()
    seats.resign(person("bob"), match, NOW)
    match.refresh_from_db()
    lobby.rematch(person("ann"), match, NOW)
    mail = mail_to("bob", "invitation")
    assert mail.subject.endswith(": ann wants to play again")
    assert "ann wants to play again" in mail.text.split("\n")


def test_every_mail_about_a_match_leads_to_its_rules():
    table()
    mail = mail_to("ann", "start")
    assert "Rules of the game: http://127.0.0.1:8000/games/fourbid/" in mail.text
    assert mail.html.count("/games/fourbid/") == 1


def test_table_talk_is_quoted_as_it_was_written():
    match = table()
    seats.say(person("ann"), match, "Who <b>bids</b> & wins?\nI do. 日本 🎲", NOW)
    mail = mail_to("bob", "talk")
    assert "> Who <b>bids</b> & wins?\n> I do. 日本 🎲\n" in mail.text
    assert "Who &lt;b&gt;bids&lt;/b&gt; &amp; wins?" in mail.html
    assert mail.subject.endswith(": ann wrote at your table")
    assert readers("talk") == ["bob"]


def test_table_talk_makes_one_mail_that_tells_all_that_was_said_while_it_waited():
    match = table("ann", "bob", "cyd")
    for words_said in ("one", "two"):
        seats.say(person("ann"), match, words_said, NOW)
    seats.say(person("bob"), match, "three", NOW)
    assert readers("talk") == ["ann", "bob", "cyd"]
    assert "> ann: one\n>\n> ann: two\n>\n> bob: three\n" in mail_to("cyd", "talk").text
    assert "> one\n>\n> two\n" in mail_to("bob", "talk").text
    assert mail_to("cyd", "talk").subject.endswith(": ann, bob wrote at your table")


def test_table_talk_is_told_anew_once_a_sender_has_taken_up_the_mail_before():
    match = table()
    seats.say(person("ann"), match, "one", NOW)
    claim(NOW)
    seats.say(person("ann"), match, "two", NOW)
    seats.say(person("ann"), match, "three", NOW)
    taken = pending("talk")[0]
    assert [notice.attempts for notice in pending("talk")] == [1, 0]
    Notice.objects.filter(pk=taken.pk).update(status="sent")
    assert "> two\n>\n> three\n" in mail_to("bob", "talk").text
    assert "one" not in mail_to("bob", "talk").text.split()


def test_talk_at_another_table_has_a_mail_of_its_own():
    for _n in range(2):
        seats.say(person("ann"), table(), "Hello", NOW)
    assert readers("talk") == ["bob", "bob"]


def test_table_talk_without_end_is_told_in_a_mail_of_some_length():
    match = table()
    for n in range(23):
        seats.say(person("ann"), match, f"message {n}", NOW)
    text = mail_to("bob", "talk").text
    assert text.count("> message") == 20
    assert "your table has 3 more messages for you." in " ".join(text.split())


SPOKEN = re.compile(r"\b(you|your)\b", re.I)


def test_in_every_mail_each_sentence_of_the_opening_speaks_to_its_reader():
    match = table("ann", "bob", "cyd", pace={"misses": 1})
    person("guest")
    opened("ann", 2, game="fourbid", invite=["guest"])
    seats.say(person("ann"), match, "Hello", NOW)
    mails = [mail_to("bob", "start"), mail_to("guest", "invitation"), mail_to("bob", "talk")]
    turns.remind_due(NOW + 3 * DAY - HOUR)
    deliver()
    turns.close_due(NEXT)
    mails.append(mail_to("ann", "missed"))
    order("ann", match, "K 2; ask", NEXT)
    order("bob", match, "9; ask", NEXT)
    turns.close_due(NEXT + 3 * DAY)
    mails += [mail_to("ann", "turn") if "ann" in readers("turn") else mail_to("ann", "result")]
    mails += [mail_to("cyd", "missed")]
    seats.resign(person("ann"), match, NEXT)
    seats.resign(person("bob"), match, NEXT)
    mails += [mail_to("bob", "end")]
    assert [mail.subject for mail in mails if not all(map(SPOKEN.search, opening(mail)))] == []


def opening(mail):
    """The title and the paragraphs before the first heading."""
    title = re.search(r'<h1 class="title"[^>]*>(.*?)</h1>', mail.html)[1]
    before = mail.html.partition('<h2 class="head"')[0].partition('<p class="press"')[0]
    return [title, *re.findall(r'<p class="words"[^>]*>(.*?)</p>', before.partition("</h1>")[2])]


def test_no_mail_speaks_of_all_orders_where_the_readers_own_is_meant():
    match = table()
    order("ann", match, silence(match, "ann"))
    assert "all orders are in" not in words(mail_to("ann", "start")).replace(
        "less when all orders are in earlier", ""
    )
    assert open_turn(match).number == 1
    assert widest(mail_to("ann", "start")) <= 72
