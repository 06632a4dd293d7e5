"""Pages that are kept: read with one query, and made anew as soon as anything on them has changed."""

from __future__ import annotations

import datetime
import itertools

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from django.utils.html import escape

from accounts.actions import erase
from accounts.models import User
from games.actions import lobby, orders, seats
from games.models import Match
from games.models.pulse import pulse_of
from games.models.table import table_of
from games.pages import history, kept, order_form, parts, scene
from games.pages.memory import Memory
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

PEOPLE = ("ann", "bob", "cid", "eve")


@pytest.fixture(autouse=True)
def _fresh() -> None:
    forget()


def forget() -> None:
    """Let every page and part be made anew."""
    memories = history._entries, history._shown, order_form._forms, scene._faces, parts._parts, parts._frames
    for memory in (kept._pages, kept._frames, *memories):
        memory.clear()


def test_a_page_that_is_kept_costs_a_guest_one_query_and_a_player_three(time_machine):
    time_machine.move_to("2030-01-01T12:00:00Z", tick=False)  # a page is kept for its minute only
    match = running("ann", "bob")
    assert queries(browser(), match.get_absolute_url(), kept=True) == 1
    assert queries(browser("ann"), match.get_absolute_url(), kept=True) == 3


def test_a_page_made_anew_costs_a_guest_two_queries_a_player_four_and_one_who_has_ordered_five():
    match = running("ann", "bob")
    assert queries(browser(), match.get_absolute_url()) == 2
    assert queries(browser("ann"), match.get_absolute_url()) == 4
    browser("ann").post(order_path(match), {"c0": ["K"]})
    assert queries(browser("ann"), match.get_absolute_url()) == 5


def test_a_table_is_not_made_of_a_pulse_whose_turn_has_closed():
    match = running("ann", "bob")
    before = pulse_of(match.code, None)
    assert before is not None
    pass_turn(match)
    assert table_of(match.code, before) is None
    scene_now = scene.Scene.at(match.code, before, AnonymousUser(), timezone.now())
    assert scene_now.turn is not None
    assert scene_now.turn.number == 2


def test_a_kept_page_is_the_page_that_was_made():
    match = running("ann", "bob")
    guest = browser()
    first, second = (guest.get(match.get_absolute_url()) for _look in range(2))
    assert first.content == second.content
    assert len(kept._pages._kept) == 1


def test_the_tokens_of_the_forms_are_each_requests_own():
    match = running("ann", "bob")
    pages = [browser("ann").get(match.get_absolute_url()) for _look in range(2)]
    tokens = {page.content.decode().partition('csrfmiddlewaretoken" value="')[2][:64] for page in pages}
    assert len(tokens) == 2
    assert all(len(token) == 64 for token in tokens)
    assert kept.TOKEN not in pages[1].content.decode()


def test_a_page_with_ones_own_sealed_order_is_not_kept():
    match, ann = running("ann", "bob"), browser("ann")
    ann.post(order_path(match), {"c0": ["K"]})
    for _look in range(2):
        ann.get(match.get_absolute_url())
    assert "<code>K</code>" in ann.get(match.get_absolute_url()).content.decode()
    for memory in (kept._pages, parts._parts, parts._frames, order_form._forms):
        assert not any("<code>K</code>" in "".join(text) for text in memory._kept.values())


def test_a_message_is_shown_once_and_kept_for_nobody():
    match, ann = running("ann", "bob"), browser("ann")
    ann.get(match.get_absolute_url())
    assert "Your notes are kept." in said(ann.post(f"/m/{match.code}/note/", {"text": "x"}, follow=True))
    assert "Your notes are kept." not in said(ann.get(match.get_absolute_url()))


def test_a_page_close_to_its_deadline_is_made_anew():
    match = running("ann", "bob", pace={"interval": 600})
    browser().get(match.get_absolute_url())
    assert not kept._pages._kept


def _talks(match: Match) -> None:
    seats.say(person("bob"), match, "hello there", timezone.now())


def _notes(match: Match) -> None:
    seats.note(person("ann"), match, "a note of mine")


def _orders(match: Match) -> None:
    orders.submit(person("bob"), match.code, open_turn(match).number, "K", timezone.now(), "web")


def _changes_an_order(match: Match) -> None:
    _orders(match)
    browser("ann").get(match.get_absolute_url())
    orders.submit(person("bob"), match.code, open_turn(match).number, "Q", timezone.now(), "web")


def _leaves_the_site(match: Match) -> None:
    erase(person("bob"), timezone.now())


def _resigns(match: Match) -> None:
    seats.resign(person("cid"), match, timezone.now())


def _stands_still(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(trouble="broken")


def _moves_the_deadline(match: Match) -> None:
    match.turns.update(due_at=open_turn(match).due_at + datetime.timedelta(days=1))


def _renames(match: Match) -> None:
    User.objects.filter(username="bob").update(username="robert")


@pytest.mark.parametrize(
    "change",
    [
        _talks,
        _notes,
        _orders,
        _changes_an_order,
        _leaves_the_site,
        _resigns,
        _stands_still,
        _moves_the_deadline,
        _renames,
        pass_turn,
    ],
)
def test_whatever_changes_is_seen_at_once(change):
    match = running("ann", "bob", "cid")
    ann = browser("ann")
    before = said(ann.get(match.get_absolute_url()))
    change(match)
    after = said(ann.get(match.get_absolute_url()))
    forget()
    assert after != before
    assert after == said(ann.get(match.get_absolute_url()))


def test_an_order_taken_back_is_seen_at_once():
    match, guest = running("ann", "bob", "cid"), browser()
    _orders(match)
    assert said(guest.get(match.get_absolute_url())).count("order is in") == 1
    orders.withdraw(person("bob"), match.code, 1)
    assert said(guest.get(match.get_absolute_url())).count("order is in") == 0


def test_an_invitation_a_seat_taken_and_a_rematch_are_seen_at_once():
    match, ann = waiting("ann", 3), browser("ann")
    path = match.get_absolute_url()
    person("dan")
    ann.get(path)
    lobby.invite(person("ann"), match, ["dan"], timezone.now())
    assert "Invited: dan" in said(ann.get(path))
    lobby.join(person("dan"), match, "", timezone.now())
    assert "One seat is free" in said(ann.get(path))
    over = finished("ann", "bob")
    assert "Play again" in said(ann.get(over.get_absolute_url()))
    lobby.rematch(person("bob"), over, timezone.now())
    assert "To the rematch" in said(ann.get(over.get_absolute_url()))


def test_the_part_that_renews_itself_leads_to_the_rematch_as_the_page_does():
    match, ann = finished("ann", "bob"), browser("ann")
    path = f"{match.get_absolute_url()}live/"
    assert "Play again" in said(ann.get(path))
    lobby.rematch(person("bob"), match, timezone.now())
    part = said(ann.get(path))
    assert "To the rematch" in part
    assert "Play again" not in part


def test_what_stands_in_a_gap_is_escaped_and_remembered_nowhere():
    for text in ("<b>", "K"):
        part = parts.filled("games/seat.html", {"facts": text}, name="ann")
        assert f'<p class="small soft">{escape(text)}</p>' in part
    assert len(parts._frames._kept) == 1
    assert "small soft" not in parts.filled("games/seat.html", {"facts": ""}, name="ann")


@pytest.mark.parametrize("visibility", Match.Visibility.values)
def test_a_match_is_visible_by_its_pulse_to_the_same_people_as_by_its_rows(visibility):
    for name in PEOPLE:
        person(name)
    matches = [
        waiting("ann", 3, visibility=visibility, invite=["bob"]),
        running("cid", "bob", visibility=visibility),
        finished("cid", "eve", visibility=visibility),
    ]
    for match, user in itertools.product(matches, [*map(person, PEOPLE), AnonymousUser()]):
        pulse = pulse_of(match.code, user.pk)
        assert pulse is not None
        assert pulse.visible == Match.objects.visible_to(user).filter(pk=match.pk).exists()
    assert pulse_of("nosuchcode", None) is None


def test_a_memory_forgets_what_was_not_used_for_longest():
    memory: Memory[str] = Memory(2)
    memory.put("a", "1")
    memory.put("b", "2")
    assert memory.get("a") == "1"
    memory.put("c", "3")
    assert (memory.get("a"), memory.get("b"), memory.get("c")) == ("1", None, "3")
    assert memory.made("a", lambda: "never") == "1"
