"""What people do about their part in a contest: enter, leave, volunteer, teams, challenges; and refusals."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.utils import timezone

from games.actions.contests import ladder
from games.actions.contests.inviting import invite
from games.models import Ask, Contest, Entry, Pairing
from games.rules import GAMES
from tests.actions.contests.cups import begun, called, entered, plan_of
from tests.actions.toy import Hush
from tests.pages.visits import browser, person, said

pytestmark = pytest.mark.django_db

SWISS = plan_of("swiss", rounds=3)


@pytest.fixture(autouse=True)
def hush(monkeypatch: pytest.MonkeyPatch) -> None:
    """The small game that contests of tests are held in."""
    monkeypatch.setitem(GAMES, "hush", Hush())


def do(who: str, contest: Contest, act: str, /, **sent: Any) -> Any:
    """What comes back when somebody sends a form of the contest's page."""
    return browser(who).post(f"/c/{contest.code}/{act}/", sent, follow=True)


def status(name: str, contest: Contest) -> str:
    """The status of somebody's entry; empty without any."""
    found = contest.entries.filter(user__username=name).values_list("status", flat=True)
    return found.first() or ""


def soon(plan: Any = None, **call: Any) -> Contest:
    """A contest that takes entries by the clock on the wall."""
    now = timezone.now()
    return called(plan or SWISS, now=now, starts_at=now + datetime.timedelta(days=2), **call)


def test_somebody_enters_with_a_word_and_leaves_without_a_trace():
    contest = soon()
    assert "You take part." in said(do("ann", contest, "enter", word="plum"))
    assert contest.entries.get().word == "plum"
    assert "You have left the contest." in said(do("ann", contest, "leave"))
    assert status("ann", contest) == ""


def test_whoever_enters_a_full_contest_is_told_that_they_wait():
    contest = entered(soon(most=2), "ann", "bob")
    assert "You would wait for one to become free." in said(browser("cid").get(contest.get_absolute_url()))
    page = said(do("cid", contest, "enter"))
    assert "All places are taken; you wait for one to become free." in page
    assert "You wait for a place" in page
    assert "0 came before you" in page


def test_a_refusal_stands_beside_its_form_with_what_was_typed():
    contest = soon()
    answer = do("ann", contest, "enter", word="w" * 61)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert 'id="enter-error"' in page
    assert f'value="{"w" * 61}"' in page
    assert 'aria-invalid="true"' in page
    assert status("ann", contest) == ""


def test_nobody_enters_twice():
    contest = soon()
    do("ann", contest, "enter")
    answer = do("ann", contest, "enter")
    assert answer.status_code == 422
    assert contest.entries.count() == 1


def test_by_get_nothing_is_done():
    contest = soon()
    for act in ("enter", "team/join", "team/ask", "team/turn-down", "volunteer", "absent", "stand"):
        assert browser("ann").get(f"/c/{contest.code}/{act}/").status_code == 405
    for act in ("challenge", "take-up", "give-way", "announce"):
        assert browser("dir").get(f"/c/{contest.code}/{act}/").status_code == 405
    for act in ("leave", "call-off", "change"):
        browser("dir").get(f"/c/{contest.code}/{act}/")
    contest.refresh_from_db()
    assert (contest.status, contest.entries.count()) == ("registration", 0)


def test_a_guest_is_asked_to_sign_in_and_then_enters():
    contest = soon()
    page = browser().get(contest.get_absolute_url()).content.decode()
    assert f"/accounts/login/?next=/c/{contest.code}/" in page
    assert browser().post(f"/c/{contest.code}/enter/").status_code == 302
    assert contest.entries.count() == 0


def test_withdrawing_from_a_contest_that_runs_is_asked_first():
    contest = begun("ann", "bob", "cid", "dan", plan=SWISS)
    page = said(browser("ann").get(f"/c/{contest.code}/leave/"))
    assert "You would play no further round" in page
    assert status("ann", contest) == "in"
    assert "You have withdrawn" in said(do("ann", contest, "leave"))
    assert status("ann", contest) == "withdrawn"
    assert browser("eve").get(f"/c/{contest.code}/leave/").status_code == 302


def test_who_has_withdrawn_comes_back():
    contest = begun("ann", "bob", "cid", "dan", plan=plan_of("swiss", rounds=5))
    do("ann", contest, "leave")
    page = said(browser("ann").get(contest.get_absolute_url()))
    if "Come back" in page:
        do("ann", contest, "enter")
        assert status("ann", contest) == "in"


def test_volunteers_wait_for_a_seat():
    contest = begun("ann", "bob", "cid", "dan", plan=SWISS)
    assert "You are ready to step in" in said(do("eve", contest, "volunteer"))
    assert status("eve", contest) == "substitute"
    hidden = contest.entries.get(user__username="eve").pk
    assert browser("ann").get(f"/c/{contest.code}/entries/{hidden}/").status_code == 404
    assert browser("dir").get(f"/c/{contest.code}/entries/{hidden}/").status_code == 200


def test_rounds_are_sat_out_and_a_wrong_one_is_refused():
    contest = begun("ann", "bob", "cid", "dan", plan=SWISS)
    assert "It is kept which rounds you sit out." in said(do("ann", contest, "absent", round=["2", "3"]))
    assert contest.entries.get(user__username="ann").absent == [2, 3]
    answer = do("ann", contest, "absent", round=["1", "²", "x", "99999999"])
    assert answer.status_code == 422
    assert "from round 2 on" in said(answer)
    assert contest.entries.get(user__username="ann").absent == [2, 3]


def test_a_season_is_sat_out():
    contest = begun("ann", "bob", "cid", "dan", plan=SWISS, league=True)
    assert "You sit the next season out." in said(do("ann", contest, "stand", stands="no"))
    assert not contest.entries.get(user__username="ann").stands
    assert "You are in the next season." in said(do("ann", contest, "stand", stands="yes"))
    assert contest.entries.get(user__username="ann").stands


def test_a_team_is_entered_by_its_captain_and_joined_by_who_is_asked():
    contest = soon(team=2)
    person("bob")
    page = said(do("ann", contest, "enter", name="Owls", mates="bob"))
    assert "In your team: ann. Asked: bob." in page
    entry = contest.entries.get()
    assert "“Owls” asks you to join." in said(browser("bob").get(contest.get_absolute_url()))
    assert "“Owls” asks you to join." in said(browser("bob").get("/"))
    assert "You are in the team." in said(do("bob", contest, "team/join", entry=entry.pk))
    assert "In your team: ann, bob." in said(browser("bob").get(contest.get_absolute_url()))
    assert "ann, bob" in said(browser().get(f"/c/{contest.code}/entries/"))


def test_a_team_without_a_name_is_refused_at_its_name():
    contest = soon(team=2)
    person("bob")
    answer = do("ann", contest, "enter", name=" ", mates="bob", word="plum")
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "A team needs a name." in said(answer)
    assert 'value="bob"' in page
    assert 'value="plum"' in page


def test_somebody_says_no_to_a_team_and_a_captain_asks_another():
    contest = soon(team=2)
    person("bob")
    person("cid")
    do("ann", contest, "enter", name="Owls", mates="bob")
    assert "You have said no." in said(do("bob", contest, "team/turn-down"))
    assert "They are asked." in said(do("ann", contest, "team/ask", mates="cid"))
    assert list(Ask.objects.values_list("user__username", flat=True)) == ["cid"]
    assert do("ann", contest, "team/ask", mates="nobody-here").status_code == 422


@pytest.mark.parametrize("sent", ["", "x", "²", "0", "99999999999999999999", "-1"])
def test_an_entry_that_there_is_not_is_no_page(sent):
    contest = soon(team=2)
    assert do("ann", contest, "team/join", entry=sent).status_code == 404


def test_an_entry_of_another_contest_is_no_page():
    other = entered(soon(name="Other"), "bob").entries.get()
    assert do("ann", soon(team=2), "team/join", entry=other.pk).status_code == 404


def test_who_is_invited_finds_it_on_the_dashboard_and_declines():
    contest = soon(admission="invited")
    assert "Only those who are invited may enter." in said(browser("bob").get(contest.get_absolute_url()))
    person("ann")
    invite(person("dir"), contest, ["ann"], timezone.now())
    assert "You are invited. Entries close" in said(browser("ann").get("/"))
    assert "You are invited" in said(browser("ann").get(contest.get_absolute_url()))
    do("ann", contest, "leave")
    assert status("ann", contest) == ""


def test_a_rung_is_challenged_and_the_challenge_taken_up():
    contest = begun("ann", "bob", "cid", "dan", plan=plan_of("ladder", reach=1, days=0), name="Ladder")
    rival = contest.entries.get(user__username="ann")
    page = browser("bob").get(contest.get_absolute_url()).content.decode()
    assert page.count(f"/c/{contest.code}/challenge/") == 1
    assert "They are challenged" in said(do("bob", contest, "challenge", entry=rival.pk))
    assert "You are challenged." in said(browser("ann").get("/"))
    assert "Take up the challenge" in said(browser("ann").get(contest.get_absolute_url()))
    assert do("cid", contest, "challenge", entry=rival.pk).status_code == 422
    assert "You take it up" in said(do("ann", contest, "take-up"))
    assert do("ann", contest, "take-up").status_code == 422


def test_a_challenge_is_given_up():
    contest = begun("ann", "bob", "cid", "dan", plan=plan_of("ladder", reach=1, days=0), name="Ladder")
    ladder.challenge(person("bob"), contest, contest.entries.get(user__username="ann"), timezone.now())
    assert "You give way" in said(do("ann", contest, "give-way"))
    assert Pairing.objects.get().how == "forfeit"


def test_a_director_calls_a_contest_off_after_being_asked_why():
    contest = entered(soon(), "ann")
    assert browser("ann").post(f"/c/{contest.code}/call-off/").status_code == 404
    page = said(browser("dir").get(f"/c/{contest.code}/call-off/"))
    assert "would be over for good" in page
    assert "The contest is called off." in said(do("dir", contest, "call-off", why="Too few"))
    contest.refresh_from_db()
    assert contest.status == "called_off"
    assert browser("dir").get(f"/c/{contest.code}/call-off/").status_code == 404


def test_an_act_of_a_stranger_on_a_private_contest_is_no_page():
    contest = soon(visibility="private")
    for act in ("enter", "leave", "volunteer", "call-off", "change"):
        assert do("eve", contest, act).status_code == 404
    assert Entry.objects.count() == 0
