"""What people do at a table beside ordering, by the page's forms."""

from __future__ import annotations

import pytest

from games.models import Match
from tests.pages.visits import browser, finished, open_turn, person, running, said, waiting

pytestmark = pytest.mark.django_db


def act(name: str, match: Match, what: str, **data: str):
    return browser(name).post(f"/m/{match.code}/{what}/", data, follow=True)


def test_joining_takes_a_seat_with_the_public_word():
    match = waiting("ann", 3)
    answer = act("bob", match, "join", word="umbrella")
    assert "You have a seat." in said(answer)
    assert match.seats.get(user=person("bob")).word == "umbrella"


def test_the_last_to_join_starts_the_match():
    match = waiting("ann")
    answer = act("bob", match, "join")
    assert "Turn 1" in said(answer)
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING


def test_a_word_that_is_too_long_is_refused_and_kept():
    match = waiting("ann")
    answer = act("bob", match, "join", word="w" * 61)
    assert answer.status_code == 422
    assert "at most 60 fit" in said(answer)
    assert f'value="{"w" * 61}"' in answer.content.decode()


def test_joining_twice_or_too_late_is_refused_with_a_sentence():
    match = waiting("ann", 3)
    assert "You have a seat in this match already." in said(act("ann", match, "join"))
    full = running("ann", "bob")
    answer = act("cid", full, "join")
    assert answer.status_code == 422
    assert "its seats are taken" in said(answer)


def test_a_private_match_is_joined_by_invited_people_only():
    person("bob")
    match = waiting("ann", visibility="private", invite=["bob"])
    assert act("cid", match, "join").status_code == 404
    assert "Turn 1" in said(act("bob", match, "join"))


def test_leaving_frees_the_seat():
    match = waiting("ann", 3)
    act("bob", match, "join")
    assert "Your seat is free again." in said(act("bob", match, "leave"))
    assert match.seats.count() == 1


def test_inviting_is_for_the_one_who_opened_the_match():
    person("cid"), person("dan")
    match = waiting("ann", 3)
    assert "They are invited." in said(act("ann", match, "invite", invite="cid, dan"))
    assert match.invitations.count() == 2
    page = said(browser("ann").get(match.get_absolute_url()))
    assert "Invited: cid, dan" in page
    assert act("cid", match, "invite", invite="dan").status_code == 422
    assert act("ann", match, "invite", invite="\0x").status_code == 422
    answer = act("ann", match, "invite", invite="nobody")
    assert "There is nobody called “nobody” here." in said(answer)
    assert 'value="nobody"' in answer.content.decode()


def test_calling_off_is_for_the_one_who_opened_the_match():
    match = waiting("ann", 3)
    assert act("bob", match, "call-off").status_code == 422
    assert "The match is called off." in said(act("ann", match, "call-off"))
    match.refresh_from_db()
    assert match.status == Match.Status.ABORTED
    assert browser().get(match.get_absolute_url()).status_code == 200


def test_resigning_asks_first_and_is_then_for_good():
    match = running("ann", "bob")
    asked = browser("ann").get(f"/m/{match.code}/resign/")
    assert "There is no way back." in said(asked)
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert "bob wins." in said(act("ann", match, "resign"))


def test_who_has_nothing_to_resign_is_sent_back_to_the_match():
    match = running("ann", "bob")
    answer = browser("cid").get(f"/m/{match.code}/resign/")
    assert answer["Location"] == match.get_absolute_url()
    assert act("cid", match, "resign").status_code == 422


def test_a_rematch_is_opened_by_the_first_and_joined_by_the_next():
    match = finished("ann", "bob")
    first = act("ann", match, "rematch")
    again = Match.objects.get(rematch_of=match)
    assert first.redirect_chain == [(again.get_absolute_url(), 302)]
    assert "To the rematch" in said(browser("bob").get(match.get_absolute_url()))
    act("bob", match, "rematch")
    again.refresh_from_db()
    assert again.status == Match.Status.RUNNING


def test_talk_is_for_the_seated_and_empty_talk_is_refused():
    match = running("ann", "bob")
    assert "good luck" in said(act("ann", match, "say", text="good luck"))
    assert act("ann", match, "say", text="  ").status_code == 422
    assert act("cid", match, "say", text="me too").status_code == 422
    assert match.talk.count() == 1


def test_notes_with_control_characters_are_refused_and_kept():
    match = running("ann", "bob")
    answer = act("ann", match, "note", text="odd \x07 bell")
    assert answer.status_code == 422
    assert "This text has control characters in it." in said(answer)
    assert "odd \x07 bell" in answer.content.decode()


@pytest.mark.parametrize(
    "what",
    ["join", "leave", "invite", "call-off", "rematch", "say", "note", "turn/1/order", "turn/1/take-back"],
)
def test_looking_at_an_act_does_nothing(what):
    match = running("ann", "bob")
    assert browser("ann").get(f"/m/{match.code}/{what}/").status_code == 405


@pytest.mark.parametrize("what", ["join", "leave", "invite", "call-off", "resign", "rematch", "say", "note"])
def test_a_guest_who_acts_is_asked_to_sign_in(what):
    match = running("ann", "bob")
    answer = browser().post(f"/m/{match.code}/{what}/")
    assert answer.status_code == 302
    assert answer["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize("what", ["join", "resign", "say", "note", "turn/1/order"])
def test_a_form_without_its_token_is_refused(what):
    from django.test import Client

    match = running("ann", "bob")
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(person("ann"))
    answer = strict.post(f"/m/{match.code}/{what}/", {"line": "K", "text": "x"})
    assert answer.status_code == 403
    assert "Please send it again" in said(answer)
    assert open_turn(match).number == 1
