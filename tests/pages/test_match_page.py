"""The page of a match: who sees what, the order form, refusals that lose nothing, what it costs."""

from __future__ import annotations

import datetime
import re

import pytest
from django.utils import timezone

from games.actions import orders, seats, turns
from games.models import Match, Order
from games.rules import IllegalOrder
from tests.actions.tables import opened, started
from tests.pages.visits import (
    browser,
    finished,
    open_turn,
    order_path,
    pass_turn,
    person,
    queries,
    running,
    said,
    waiting,
)

pytestmark = pytest.mark.django_db

MOST_QUERIES = 10


def given(name: str, match: Match) -> str | None:
    """The line a person has sealed for the open turn."""
    return orders.own_order(person(name), open_turn(match))


def test_a_guest_sees_the_board_and_who_is_to_order_but_no_form():
    match = running("ann", "bob")
    response = browser().get(match.get_absolute_url())
    assert response.status_code == 200
    assert 'class="board"' in response.content.decode()
    assert re.findall('<form class="([a-z-]+)"', response.content.decode()) == ["languages"]
    assert "to order" in said(response)
    assert not response.cookies


def test_a_seated_person_sees_the_form_made_of_the_clauses_and_the_deadline_in_their_zone():
    person("ann", zone="Europe/Warsaw")
    match = running("ann", "bob")
    response = browser("ann").get(match.get_absolute_url())
    page = response.content.decode()
    assert page.count('type="checkbox" name="c0"') == 13
    assert 'aria-label="ace of spades"' in page
    assert "Europe/Warsaw" in said(response)
    assert "2 days 23 hours left" in said(response)


def test_an_order_by_clicks_is_sealed_and_shown_to_its_owner_alone():
    match = running("ann", "bob")
    response = browser("ann").post(order_path(match), {"c0": ["K", "2"], "c1": ["best", "", ""]}, follow=True)
    assert response.redirect_chain == [(match.get_absolute_url(), 302)]
    assert given("ann", match) == "K 2; low best"
    assert "K 2; low best" in said(response)
    assert "Your order is in, sealed, as version 1." in said(response)
    slot = Order.objects.get(turn=open_turn(match), seat__user=person("ann"))
    for reader in ("bob", "cid", ""):
        page = browser(reader).get(match.get_absolute_url()).content.decode()
        assert "K 2; low best" not in page
        assert slot.commitment in page


def test_a_line_written_by_hand_counts_before_the_clicks():
    match = running("ann", "bob")
    browser("ann").post(order_path(match), {"c0": ["K"], "line": "bid 3"})
    assert given("ann", match) == "3"


def test_a_refused_order_says_why_beside_the_form_and_keeps_what_was_typed():
    match = running("ann", "bob")
    response = browser("ann").post(order_path(match), {"c0": ["K", "3"], "c1": ["best"]})
    page = response.content.decode()
    assert response.status_code == 422
    with pytest.raises(IllegalOrder) as refusal:
        match.rules.check(open_turn(match).state(), 0, "K 3; low best")
    assert str(refusal.value) in said(response)
    assert page.count(" checked>") == 2
    assert "<option selected>best</option>" in page
    assert given("ann", match) is None


def test_a_refused_line_is_kept_and_escaped():
    match = running("ann", "bob")
    response = browser("ann").post(order_path(match), {"line": '"><script>K 14'})
    assert response.status_code == 422
    assert 'value="&quot;&gt;&lt;script&gt;K 14"' in response.content.decode()
    assert "<script>K" not in response.content.decode()


def test_an_order_may_be_changed_and_taken_back():
    match, ann = running("ann", "bob"), browser("ann")
    ann.post(order_path(match), {"c0": ["K"]})
    response = ann.post(order_path(match), {"c0": ["Q"]}, follow=True)
    assert "version 2" in said(response)
    assert given("ann", match) == "Q"
    response = ann.post(f"/m/{match.code}/turn/1/take-back/", follow=True)
    assert "Your order is taken back" in said(response)
    assert given("ann", match) is None


def test_the_same_form_sent_twice_is_one_order():
    match, ann = running("ann", "bob"), browser("ann")
    for _click in range(2):
        assert ann.post(order_path(match), {"c0": ["K"]}).status_code == 302
    assert Order.objects.get(turn=open_turn(match), seat__user=person("ann")).version == 1


def test_the_last_order_sent_twice_is_no_error():
    match = running("ann", "bob")
    path = order_path(match)
    browser("ann").post(path, {"c0": ["K"]})
    for _click in range(2):
        assert browser("bob").post(path, {"c0": ["3"]}).status_code == 302
    assert browser("bob").post(path, {"c0": ["4"]}).status_code == 409


def test_the_last_order_closes_the_turn_and_the_page_shows_the_reveal():
    match = running("ann", "bob")
    browser("ann").post(order_path(match), {"c0": ["K"]})
    response = browser("bob").post(order_path(match), {"c0": ["3"]}, follow=True)
    assert "Your order was the last one: the turn has closed." in said(response)
    assert "Turn 2" in said(response)
    match.refresh_from_db()
    assert open_turn(match).number == 2


def test_an_order_that_nobody_else_owed_is_said_to_be_played():
    match = started("ann", bots=1, game="fourbid", now=timezone.now())
    response = browser("ann").post(order_path(match), {"c0": ["K"]}, follow=True)
    assert "Your order was played at once." in said(response)
    assert "the turn has closed" not in said(response)


def test_whoever_has_ordered_is_led_to_the_next_match_that_waits_for_them():
    first, second = running("ann", "bob"), running("ann", "bob")
    answer = browser("ann").post(order_path(first), {"c0": ["K"]}, follow=True)
    assert f'<a href="{second.get_absolute_url()}">The next that waits for you</a>' in answer.content.decode()
    answer = browser("ann").post(order_path(second), {"c0": ["K"]}, follow=True)
    assert "The next that waits for you" not in said(answer)


def test_nobody_is_led_away_from_a_match_that_asks_them_again():
    running("ann", "bob")
    match = started("ann", bots=1, game="fourbid", now=timezone.now())
    answer = browser("ann").post(order_path(match), {"c0": ["K"]}, follow=True)
    assert "Your order was played at once." in said(answer)
    assert "The next that waits for you" not in said(answer)


def test_where_seats_order_one_by_one_the_page_tells_all_since_ones_last_order():
    match = started("ann", "bob", "cid", game="bids", now=timezone.now())
    first = tricks(match, 3)
    assert "Since your last order Turn 1 " in said(browser(first[0]).get(match.get_absolute_url()))
    since = said(browser(first[1]).get(match.get_absolute_url()))
    assert "Since your last order Turn 2 " in since
    assert since.index(f"{first[1]} bids") < since.index(f"{first[2]} bids")
    assert since.index("Earlier turns Turn 1") > since.index(f"{first[2]} bids")
    assert "The last turn Turn 3 " in said(browser(first[2]).get(match.get_absolute_url()))
    assert "The last turn Turn 3 " in said(browser().get(match.get_absolute_url()))


def test_no_more_turns_are_told_at_once_than_one_reads():
    match = started("ann", "bob", "cid", game="bids", now=timezone.now())
    pass_turn(match, 12)
    page = said(browser("ann").get(match.get_absolute_url()))
    assert "The last turns Turn 3 " in page
    assert "Earlier turns Turn 2 " in page


def test_news_bring_the_turns_before_along():
    match, ann = running("ann", "bob"), browser("ann")
    pass_turn(match, 3)
    news = ann.get(f"/m/{match.code}/live/").content.decode()
    assert news.count('<div id="log" class="table-past" hx-swap-oob="true">') == 1
    page = ann.get(match.get_absolute_url()).content.decode()
    assert page.count('<div id="log" class="table-past">') == 1
    before = f'href="/m/{match.code}/turn/1/"'
    assert (news.count(before), page.count(before)) == (1, 1)


def tricks(match: Match, count: int) -> list[str]:
    """Let so many seats bid their default, and say who they were."""
    names = []
    for _bid in range(count):
        turn = open_turn(match)
        slot = turn.orders.select_related("seat__user").get()
        names.append(slot.seat.user.username)
        line = match.rules.decisions(turn.state())[slot.seat.index].default
        orders.submit(slot.seat.user, match.code, turn.number, line, timezone.now(), "web")
    return names


def test_a_form_for_a_turn_that_has_closed_is_refused_with_what_happened_since():
    match = running("ann", "bob")
    old = order_path(match)
    pass_turn(match)
    response = browser("ann").post(old, {"c0": ["K"]})
    assert response.status_code == 409
    assert "Turn 1 has closed; the match is at turn 2 now. Nothing was changed." in said(response)
    assert "What happened since" in said(response)
    assert given("ann", match) is None


def test_an_order_for_a_turn_to_come_is_refused():
    match = running("ann", "bob")
    response = browser("ann").post(order_path(match, 2), {"line": "K"})
    assert response.status_code == 409
    assert "Turn 2 has not begun" in said(response)


def test_somebody_without_a_seat_cannot_order():
    match = running("ann", "bob")
    response = browser("cid").post(order_path(match), {"line": "K"})
    assert response.status_code == 422
    assert "You hold no seat in this match." in said(response)


def test_a_guest_who_orders_is_asked_to_sign_in():
    match = running("ann", "bob")
    response = browser().post(order_path(match), {"line": "K"})
    assert response.status_code == 302
    assert response["Location"].startswith("/accounts/login/")


def test_a_private_match_is_there_for_its_people_only():
    match = waiting("ann", visibility="private", invite=["eve"] if person("eve") else [])
    path = match.get_absolute_url()
    found = {name: browser(name).get(path).status_code for name in ("ann", "eve", "bob", "")}
    assert found == {"ann": 200, "eve": 200, "bob": 404, "": 404}


@pytest.mark.parametrize(
    "part", ["", "live/", "log/?before=9", "talk/?before=9", "turn/1/", "record.json", "check/"]
)
def test_no_part_of_a_private_match_is_there_for_strangers(part):
    match = finished("ann", "bob", visibility="private")
    path = f"/m/{match.code}/{part}"
    assert browser("ann").get(path).status_code == 200
    assert browser("cid").get(path).status_code == 404
    assert browser().get(path).status_code == 404


@pytest.mark.parametrize(
    "part",
    [
        "join",
        "leave",
        "invite",
        "call-off",
        "resign",
        "rematch",
        "say",
        "note",
        "turn/1/order",
        "turn/1/take-back",
    ],
)
def test_nothing_can_be_done_to_a_private_match_by_strangers(part):
    match = running("ann", "bob", visibility="private")
    assert browser("cid").post(f"/m/{match.code}/{part}/", {"text": "x", "line": "K"}).status_code == 404


def test_names_and_talk_are_escaped():
    match = running("ann", "bob", name="<i>Ŵ & 日本 🂡</i>")
    seats.say(person("ann"), match, "<b>bold</b>\nand more", timezone.now())
    response = browser("bob").get(match.get_absolute_url())
    page = response.content.decode()
    assert "<i>" not in page
    assert "<b>" not in page
    assert "<i>Ŵ & 日本 🂡</i>" in said(response)
    assert "<b>bold</b>" in said(response)


def test_a_page_costs_the_same_after_1_turn_and_after_30():
    match = running("ann", "bob", "cid", pace={"misses": 20})
    ann, path = browser("ann"), match.get_absolute_url()
    pass_turn(match)
    after_1 = queries(ann, path)
    pass_turn(match, 29)
    assert open_turn(match).number > 30
    assert queries(ann, path) == after_1
    assert after_1 <= MOST_QUERIES


def test_a_page_costs_the_same_with_1_message_and_with_30():
    match = running("ann", "bob")
    cost = []
    for messages in (1, 29):
        for number in range(messages):
            seats.say(person("bob"), match, f"message {number}", timezone.now())
        cost.append(queries(browser("ann"), match.get_absolute_url()))
    assert cost[0] == cost[1]


def test_older_turns_and_messages_are_a_page_away():
    match = running("ann", "bob", pace={"misses": 20})
    pass_turn(match, 25)
    for number in range(25):
        seats.say(person("bob"), match, f"message {number}.", timezone.now())
    reader = browser("ann")
    page = said(reader.get(match.get_absolute_url()))
    assert "Turn 25" in page
    assert "Turn 5 " not in page
    assert "message 24." in page
    assert "message 4." not in page
    older = said(reader.get(f"/m/{match.code}/log/?before=6"))
    assert "Turn 5" in older
    assert "Turn 1" in older
    first = match.talk.order_by("pk")[5].pk
    assert "message 4." in said(reader.get(f"/m/{match.code}/talk/?before={first}"))


@pytest.mark.parametrize("before", ["", "x", "-1", "9" * 30, "٣x"])
def test_a_page_of_the_log_that_makes_no_sense_is_not_found(before):
    match = running("ann", "bob")
    assert browser("ann").get(f"/m/{match.code}/log/?before={before}").status_code == 404


def test_the_page_looks_for_news_as_long_as_something_may_happen():
    match = running("ann", "bob")
    assert "hx-trigger" in browser("ann").get(match.get_absolute_url()).content.decode()
    assert "hx-trigger" in browser().get(match.get_absolute_url()).content.decode()
    over = finished("ann", "bob")
    assert "hx-trigger" not in browser().get(over.get_absolute_url()).content.decode()
    alone = opened("ann", 1, game="foursquare", now=timezone.now())
    assert "hx-trigger" not in browser("ann").get(alone.get_absolute_url()).content.decode()


def test_news_are_sent_only_when_there_are_any():
    match, reader = running("ann", "bob"), browser("cid")
    path = f"/m/{match.code}/live/"
    first = reader.get(path)
    assert first.status_code == 200
    etag = first["ETag"]
    assert reader.get(path, headers={"if-none-match": etag}).status_code == 304
    unchanged = reader.get(path, {"seen": etag.strip('"')})
    assert (unchanged.status_code, unchanged.content) == (204, b"")
    browser("ann").post(order_path(match), {"c0": ["K"]})
    news = reader.get(path, {"seen": etag.strip('"')})
    assert news.status_code == 200
    assert "order is in" in said(news)


def test_a_finished_match_shows_its_result_the_seed_and_a_rematch():
    match = finished("ann", "bob")
    response = browser("ann").get(match.get_absolute_url())
    assert "The match is over. ann wins." in said(response)
    assert match.seed in response.content.decode()
    assert "Play again" in said(response)
    assert "Play again" not in said(browser("cid").get(match.get_absolute_url()))


def test_clocks_are_told_only_until_a_match_is_over():
    match = started("ann", "bob", game="bid_chess", pace={"kind": "bank"}, now=timezone.now())
    told = "clock at the start of the turn: 3 days"
    assert said(browser().get(match.get_absolute_url())).count(told) == 2
    seats.resign(person("ann"), match, timezone.now())
    assert told not in said(browser().get(match.get_absolute_url()))


def test_a_match_that_stands_still_says_so():
    match = running("ann", "bob")
    Match.objects.filter(pk=match.pk).update(trouble="RuntimeError: secret detail")
    page = said(browser().get(match.get_absolute_url()))
    assert "it stands still" in page
    assert "secret detail" not in page


def test_a_deadline_that_has_passed_says_that_the_turn_closes():
    match = running("ann", "bob")
    match.turns.update(due_at=timezone.now() - datetime.timedelta(seconds=1))
    assert "The time is up" in said(browser().get(match.get_absolute_url()))


def test_a_complete_turn_that_closes_no_sooner_says_that_orders_may_be_changed():
    match = running("ann", "bob", pace={"early": False})
    for name in ("ann", "bob"):
        browser(name).post(order_path(match), {"c0": ["2"]})
    assert given("bob", match) == "2"
    for reader in ("ann", "dot"):
        page = said(browser(reader).get(match.get_absolute_url()))
        assert "It closes no sooner; until then orders may be changed." in page
    assert "closes no sooner" not in said(browser().get(running("cid", "eve").get_absolute_url()))


def test_private_notes_are_seen_by_their_writer_only():
    match = running("ann", "bob")
    browser("ann").post(f"/m/{match.code}/note/", {"text": "bob bluffs"})
    assert "bob bluffs" in said(browser("ann").get(match.get_absolute_url()))
    assert "bob bluffs" not in said(browser("bob").get(match.get_absolute_url()))


def test_an_order_cannot_be_taken_back_once_its_turn_has_closed():
    match, ann = running("ann", "bob"), browser("ann")
    ann.post(order_path(match), {"c0": ["K"]})
    pass_turn(match)
    answer = ann.post(f"/m/{match.code}/turn/1/take-back/")
    assert answer.status_code == 409
    assert "Turn 1 has closed" in said(answer)


def test_seats_say_how_they_stand():
    match = running("ann", "bob", "cid", bots=1, pace={"misses": 2})
    for _turn in range(2):
        turn = open_turn(match)
        orders.submit(person("ann"), match.code, turn.number, turn_default(match), timezone.now(), "web")
        turn.match.seats.update(grace_used=True)
        turns.close_due(turn.due_at + datetime.timedelta(seconds=1))
    page = said(browser().get(match.get_absolute_url()))
    assert page.count("deserted, a bot plays on") == 2
    assert "Bot 4 bot" in page
    assert "ann to order" in page


def turn_default(match: Match) -> str:
    """The line that silence of the first seat would stand for."""
    return match.rules.decisions(open_turn(match).state())[0].default


def test_who_is_deserted_or_resigned_has_no_form_and_is_told_nothing_to_do():
    match = running("ann", "bob", "cid")
    seats.resign(person("cid"), match, timezone.now())
    page = browser("cid").get(match.get_absolute_url())
    assert "order-form" not in page.content.decode()
    assert "resigned" in said(page)
