"""The console of directors: what waits, every form, its preview, doing and undoing, refusals, secrecy."""

from __future__ import annotations

import datetime
import html
import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from games.actions.contests.directing import acts
from games.models import Act, Contest, Entry, Match, Round, Seat
from games.rules import GAMES
from tests.actions.contests.cups import START, called, entered, plan_of, running
from tests.actions.contests.directing import (
    EXAMPLES,
    FOUR,
    LATER,
    Example,
    do,
    drawn,
    everything,
    key,
    pairing,
    playing,
    registering,
    take_back,
)
from tests.actions.tables import DAY, NOW, open_turn, order, person
from tests.actions.toy import Hush
from tests.pages.visits import browser

pytestmark = pytest.mark.django_db

every = pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES.keys())
FIELDS = {"extend": {"pairing": "of_pairing", "round": "of_round"}, "remove_director": {"person": "director"}}


@pytest.fixture(autouse=True)
def hush(monkeypatch: pytest.MonkeyPatch) -> Hush:
    game = Hush()
    monkeypatch.setitem(GAMES, game.slug, game)
    return game


def filled(contest: Contest, example: Example) -> dict[str, Any]:
    """What a director would fill in to do this."""
    names = FIELDS.get(example.verb, {})
    data = {names.get(name, name): value for name, value in example.data(contest).items()}
    for at, place in enumerate(data.pop("places", ())):
        data[f"place_{at}"] = place
    for at, points in enumerate(data.pop("points", None) or ()):
        data[f"points_{at}"] = points
    if "entries" in data:
        titles = {entry.pk: entry.title for entry in contest.entries.select_related("user")}
        data["entries"] = "\n".join(titles[one] for one in data["entries"])
    if "starts_at" in data:
        data["starts_at"] = data["starts_at"][:16]
    return {name: value for name, value in data.items() if value is not False} | {"why": "a reason"}


def at(contest: Contest, verb: str) -> str:
    return reverse("contest_director_act", args=[contest.code, verb])


def text(response: HttpResponse) -> str:
    plain = re.sub(r"<(script|style).*?</\1>|<[^>]+>", " ", response.content.decode(), flags=re.DOTALL)
    return " ".join(html.unescape(plain).split())


def hidden(response: HttpResponse) -> dict[str, str]:
    """What the page that asks whether it is meant would send."""
    found = re.findall(r'<input type="hidden" name="([^"]+)"(?: value="([^"]*)")?', response.content.decode())
    return {name: html.unescape(value) for name, value in found if name != "csrfmiddlewaretoken"}


def steady(response: HttpResponse) -> str:
    """A page without what differs from one look to the next."""
    return re.sub(r'(csrfmiddlewaretoken" value|nonce)="[^"]+"', "", response.content.decode())


@every
def test_every_act_is_filled_in_looked_at_and_done(example: Example, time_machine: Any) -> None:
    contest = example.made()
    time_machine.move_to(example.now, tick=False)
    director, path, sent = browser("dir"), at(contest, example.verb), filled(contest, example)
    asked = director.get(path, {name: value for name, value in sent.items() if name == "pairing"})
    assert asked.status_code == 200
    before = everything()
    shown = director.post(path, sent)
    assert (shown.status_code, everything()) == (200, before)
    assert Act.objects.filter(verb=example.verb, contest=contest, done_at=example.now).count() <= 1
    done = director.post(path, {**hidden(shown), "confirm": "yes"})
    assert done.status_code == 302, text(done)
    act = Act.objects.filter(contest=contest, verb=example.verb, done_at=example.now, undone_at=None).latest(
        "pk"
    )
    assert act.why == "a reason"
    assert acts.VERBS[example.verb].said.format(**act.data["facts"]).split("\n")[0] in text(shown)
    if act.verb == "remove_director":
        return
    assert director.get(reverse("contest_director", args=[contest.code])).status_code == 200


@every
def test_no_page_of_directors_is_there_for_others(example: Example, time_machine: Any) -> None:
    contest = example.made()
    time_machine.move_to(example.now, tick=False)
    sent, path = filled(contest, example), at(contest, example.verb)
    before = everything()
    for visitor, status in ((browser("ann"), 404), (browser("zoe"), 404), (Client(), 302)):
        assert visitor.get(path).status_code == status
        assert visitor.post(path, {**sent, "confirm": "yes"}).status_code == status
    after = everything()
    assert {name for name in before if before[name] != after[name]} <= {"User"}


def test_a_page_that_is_only_looked_at_changes_nothing(time_machine: Any) -> None:
    contest = playing()
    time_machine.move_to(LATER, tick=False)
    act = do(contest, "pause")
    director = browser("dir")
    before = everything()
    for verb in acts.DOABLE:
        assert director.get(at(contest, verb), {"confirm": "yes", "why": "x"}).status_code == 200
    assert director.get(reverse("contest_director", args=[contest.code])).status_code == 200
    undoing = reverse("contest_director_undo", args=[contest.code, act.pk])
    assert director.get(undoing).status_code == 405
    assert everything() == before


def test_a_form_of_another_site_is_refused(time_machine: Any) -> None:
    contest = playing()
    time_machine.move_to(LATER, tick=False)
    stranger = Client(enforce_csrf_checks=True)
    stranger.force_login(person("dir"))
    before = everything()
    sent = {"why": "x", "confirm": "yes"}
    assert stranger.post(at(contest, "pause"), sent).status_code == 403
    assert everything() == before


def test_a_refusal_stands_at_its_field_and_nothing_typed_is_lost(time_machine: Any) -> None:
    contest = playing()
    time_machine.move_to(LATER, tick=False)
    sent = {"entry": key(contest, "ann"), "round": 1, "how": "full", "why": "She is “away”"}
    page = browser("dir").post(at(contest, "bye"), sent)
    assert page.status_code == 422
    assert 'value="She is “away”"' in html.unescape(page.content.decode())
    assert "Name a round that is still to be paired." in text(page)
    assert 'aria-invalid="true"' in page.content.decode()
    again = browser("dir").post(at(contest, "bye"), {**sent, "round": "two", "why": ""})
    assert (again.status_code, text(again).count("This field is required.")) == (422, 1)


def test_what_was_looked_at_may_be_changed_again(time_machine: Any) -> None:
    contest = playing()
    time_machine.move_to(LATER, tick=False)
    shown = browser("dir").post(at(contest, "extend"), {"hours": 7, "why": "Snow"})
    back = browser("dir").post(at(contest, "extend"), {**hidden(shown), "back": "yes"})
    assert back.status_code == 200
    assert 'value="7"' in back.content.decode()
    assert 'value="Snow"' in back.content.decode()


def test_an_act_is_undone_by_a_button(time_machine: Any) -> None:
    contest = playing()
    time_machine.move_to(LATER, tick=False)
    act, director = do(contest, "pause"), browser("dir")
    console = reverse("contest_director", args=[contest.code])
    undoing = reverse("contest_director_undo", args=[contest.code, act.pk])
    assert undoing in director.get(console).content.decode()
    assert "It is undone." in text(director.post(undoing, follow=True))
    assert "This is undone already." in text(director.post(undoing, follow=True))
    assert undoing not in director.get(console).content.decode()
    assert director.post(reverse("contest_director_undo", args=[contest.code, 0])).status_code == 404


def test_names_for_a_seeding_that_nobody_has_are_refused(time_machine: Any) -> None:
    contest = registering()
    time_machine.move_to(NOW, tick=False)
    page = browser("dir").post(at(contest, "seed"), {"entries": "ann\nfritz", "why": "x"})
    assert (page.status_code, "Nobody called “fritz” takes part." in text(page)) == (422, True)


def test_there_is_no_other_verb() -> None:
    contest = playing()
    for verb in ("undo", "dance"):
        assert browser("dir").get(at(contest, verb)).status_code == 404


def test_what_can_not_be_done_now_says_so(time_machine: Any) -> None:
    contest = playing()
    time_machine.move_to(LATER, tick=False)
    page = browser("dir").get(at(contest, "seed"))
    assert "This can’t be done with a contest that is as this one is now." in text(page)


def test_a_table_is_chosen_before_its_places(time_machine: Any) -> None:
    contest = playing()
    time_machine.move_to(LATER, tick=False)
    half = browser("dir").get(at(contest, "adjudicate"))
    assert "Choose this table" in text(half)
    whole = browser("dir").get(at(contest, "adjudicate"), {"pairing": pairing(contest).pk})
    assert "Place of ann" in text(whole)


def test_the_console_says_what_waits(time_machine: Any) -> None:
    contest = playing(round_days=2)
    time_machine.move_to(START + 3 * DAY, tick=False)
    one, other = running(contest)
    Match.objects.filter(pk=one.pk).update(trouble="RuntimeError")
    Seat.objects.filter(match=other, index=0).update(state="deserted", until=0)
    Contest.objects.filter(pk=contest.pk).update(trouble="KeyError: 1")
    Entry.objects.create(contest=contest, user=person("eve"), status="waiting", created_at=NOW)
    page = text(browser("dir").get(reverse("contest_director", args=[contest.code])))
    for said in (
        "The last step failed and is tried again: KeyError: 1",
        f"The match {one.title} stands still, because its rules failed.",
        "2 tables are still played although their round should be over.",
        "1 deserted seat waits for somebody to step in.",
        "1 entry waits for a place.",
        "seat deserted",
    ):
        assert said in page


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ({"starts_at": None}, "It is drawn when you draw it."),
        ({"least": 8}, "4 take part; with fewer than 8 it is called off when entries close."),
        ({}, "Nothing. The clock looks after the rest."),
    ],
)
def test_the_console_of_a_contest_that_has_not_begun(
    call: dict[str, Any], said: str, time_machine: Any
) -> None:
    contest = entered(called(plan_of(), **call), *FOUR)
    time_machine.move_to(NOW, tick=False)
    assert said in text(browser("dir").get(reverse("contest_director", args=[contest.code])))


def test_the_console_of_a_draft_and_of_a_pause(time_machine: Any) -> None:
    contest = playing()
    time_machine.move_to(LATER, tick=False)
    do(contest, "pause", tables=True)
    page = text(browser("dir").get(reverse("contest_director", args=[contest.code])))
    assert "It pauses until you let it go on." in page
    Contest.objects.filter(pk=contest.pk).update(status="draft", paused_at=None)
    page = text(browser("dir").get(reverse("contest_director", args=[contest.code])))
    assert "Nobody sees it until you announce it." in page


def test_tables_late_by_the_calendar_are_no_news_before_that(time_machine: Any) -> None:
    contest = playing(round_days=2)
    time_machine.move_to(LATER, tick=False)
    Round.objects.update(begins_at=None)
    page = text(browser("dir").get(reverse("contest_director", args=[contest.code])))
    assert "although" not in page


def test_a_former_directors_act_and_a_table_of_ones_own_are_marked(time_machine: Any) -> None:
    contest = playing()
    contest.directors.add(person("ann"))
    time_machine.move_to(LATER, tick=False)
    act = do(contest, "bye", by="ann", entry=key(contest, "ann"), round=2)
    console = reverse("contest_director", args=[contest.code])
    assert "their own table" in text(browser("dir").get(console))
    shown = browser("ann").post(at(contest, "repair"), {"pairing": pairing(contest).pk, "why": "x"})
    assert "It touches a table of your own." in text(shown)
    take_back(act)


def test_two_contests_that_differ_in_what_is_sealed_look_the_same(time_machine: Any) -> None:
    contest = playing()
    time_machine.move_to(LATER, tick=False)
    match, director = pairing(contest).matches.get(), browser("dir")
    name = match.seats.get(index=0).user.username  # type: ignore[union-attr]
    seen = []
    for line in ("3", "8"):
        order(name, match, line, LATER)
        open_turn(match).orders.exclude(commitment="").update(commitment="c" * 64, version=1, given_at=LATER)
        pages = [steady(director.get(reverse("contest_director", args=[contest.code])))]
        for verb in ("repair", "annul", "extend", "adjudicate"):
            sent = {"pairing": pairing(contest).pk, "of_pairing": pairing(contest).pk, "hours": 3, "why": "x"}
            sent |= {"place_0": 1, "place_1": 2}
            pages.append(steady(director.post(at(contest, verb), sent)))
        seen.append(pages)
    assert seen[0] == seen[1]


def test_a_long_lasting_pause_is_named_in_the_tables(time_machine: Any) -> None:
    contest = drawn()
    time_machine.move_to(NOW + datetime.timedelta(hours=1), tick=False)
    assert "Tables that are played" not in text(
        browser("dir").get(reverse("contest_director", args=[contest.code]))
    )


def test_the_page_of_a_stopped_match_says_why(time_machine: Any) -> None:
    contest = playing("swiss")
    time_machine.move_to(LATER, tick=False)
    match = pairing(contest).matches.get()
    Seat.objects.filter(match=match, index=0).update(state="deserted", until=0)
    do(contest, "annul", pairing=pairing(contest).pk)
    page = text(Client().get(match.get_absolute_url()))
    assert "A director stopped this match: a reason" in page
    assert "free to take over" not in page
