"""Contests as everybody sees them: the list, their page, standings, rounds, crosstable, bracket, entries."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from games.actions import orders
from games.contests.plan import Stage
from games.models import Contest
from games.rules import GAMES
from tests.actions.contests.cups import START, begun, called, entered, plan_of, played, running
from tests.actions.toy import Hush
from tests.pages.visits import browser, person, said

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def hush(monkeypatch: pytest.MonkeyPatch) -> None:
    """The small game that contests of tests are held in."""
    monkeypatch.setitem(GAMES, "hush", Hush())


def test_a_contest_is_listed_with_its_format_and_its_places():
    entered(called(plan_of("swiss", rounds=5), most=8), "ann", "bob")
    page = said(browser().get("/contests/"))
    assert "Spring Cup" in page
    assert "Swiss, 5 rounds · 2 of 8 places taken" in page


def pages_of(contest: Contest) -> list[str]:
    """The addresses of what there is to read of a contest as its pages link to it, two of each kind."""
    found, left, kinds = [contest.get_absolute_url()], [contest.get_absolute_url()], Counter[str]()
    while left:
        page = browser("ann").get(left.pop()).content.decode()
        for path in re.findall(rf'href="(/c/{contest.code}/[^"?#]*)"', page):
            kind = re.sub(r"\d+", "n", path.removeprefix(contest.get_absolute_url()))
            if path in found or kinds[kind] > 1 or re.search(r"leave|director|export|feed|calendar", path):
                continue
            kinds[kind] += 1
            found.append(path)
            left.append(path)
    return found


FORMATS = {
    "swiss": plan_of("swiss", rounds=3),
    "round robin": plan_of("round_robin", legs=2),
    "knock-out": plan_of("knockout", third=True),
    "double elimination": plan_of("knockout", double=True),
    "groups": plan_of(
        stages=[Stage(format="round_robin", groups=2, through=2), Stage(format="knockout", best_of=3)]
    ),
    "league": plan_of("league", division=4, least=3, most=5, up=1),
    "duplicate": plan_of("duplicate", rounds=2),
}
NAMES = ("ann", "bob", "cid", "dan", "eve", "fay", "gus", "hal", "ivy")


@pytest.mark.parametrize("style", FORMATS)
@pytest.mark.parametrize("rounds", [1, 30])
def test_every_page_of_a_contest_can_be_read_by_anybody(style, rounds):
    count = {"duplicate": 4, "league": 8, "groups": 6}.get(style, 5)
    contest = begun(*NAMES[:count], plan=FORMATS[style], league=style == "league")
    contest = played(contest, rounds=rounds)
    assert (contest.trouble, contest.status) == ("", "finished" if rounds == 30 else "running")
    for path in pages_of(contest):
        assert browser().get(path).status_code == 200, path


@pytest.mark.parametrize(
    "plan", [plan_of("pods", advance=1), plan_of("swiss", rounds=2), plan_of("round_robin")]
)
def test_every_page_of_a_contest_at_larger_tables_can_be_read(plan):
    contest = played(begun(*NAMES, plan=plan, size=3), rounds=1)
    assert contest.trouble == ""
    for path in pages_of(contest):
        assert browser().get(path).status_code == 200, path


def test_the_first_of_a_cup_that_is_over_leads_its_standings():
    contest = played(begun(*NAMES[:5], plan=plan_of("knockout")))
    page = said(browser().get(f"/c/{contest.code}/standings/"))
    assert re.search(r"1 ann .* 2 bob", page)


def test_the_page_of_an_entry_explains_every_part_of_every_tie_break():
    contest = played(begun(*NAMES, plan=plan_of("swiss", rounds=3)))
    entry = contest.entries.get(user__username="ann")
    page = said(browser().get(f"/c/{contest.code}/entries/{entry.pk}/"))
    assert re.search(r"Place \d; points: 3\.", page)
    assert "Buchholz, cut 1:" in page
    assert "left out" in page
    last = contest.entries.get(number=9)
    assert "a virtual opponent" in said(browser().get(f"/c/{contest.code}/entries/{last.pk}/"))


def test_byes_and_forfeits_are_said_in_words():
    contest = begun(*NAMES[:5], plan=plan_of("swiss", rounds=3))
    assert "has a bye, which counts as a win." in said(browser().get(f"/c/{contest.code}/rounds/1/1/1/"))


def test_those_who_go_up_and_down_are_marked_by_signs_and_words_and_told_in_the_history():
    plan = plan_of("league", division=4, least=3, most=5, up=1)
    contest = played(begun(*NAMES[:8], plan=plan, league=True), rounds=1)
    page = said(browser().get(contest.get_absolute_url()))
    assert "▲ would go up" in page
    assert "▼ would go down" in page
    contest = played(contest)
    page = said(browser().get(f"/c/{contest.code}/history/"))
    assert "★ Champion ann" in page
    assert "▲ Up eve" in page
    assert "▼ Down dan" in page


def test_a_contest_without_seasons_has_no_history():
    assert browser().get(f"/c/{called().code}/history/").status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "standings/",
        "standings/9/9/",
        "crosstable/1/2/",
        "bracket/1/1/",
        "rounds/1/1/1/",
        "rounds/1/1/99999999999999999999/",
        "entries/99999999999999999999/",
        "entries/0/",
        "standings/?page=0",
        "entries/?page=x",
        "entries/?page=²",
        "entries/?page=99999999999",
        "log/?page=2",
    ],
)
def test_what_there_is_not_is_no_page(path):
    contest = called(plan_of("swiss", rounds=3))
    assert browser("dir").get(f"/c/{contest.code}/{path}").status_code == 404


def test_a_bracket_of_another_format_and_a_round_that_is_not_paired_are_no_pages():
    contest = begun("ann", "bob", "cid", "dan", plan=plan_of("swiss", rounds=3))
    for path in ("bracket/1/1/", "rounds/1/1/3/", "rounds/2/1/1/", "standings/0/1/"):
        assert browser().get(f"/c/{contest.code}/{path}").status_code == 404


def test_a_private_contest_is_shown_to_its_people_alone():
    contest = begun("ann", "bob", "cid", "dan", plan=plan_of("swiss", rounds=3), visibility="private")
    for path in pages_of(contest):
        assert browser("bob").get(path).status_code == 200, path
        assert browser("eve").get(path).status_code == 404, path
        assert browser().get(path).status_code == 404, path
    assert "Spring Cup" not in said(browser("eve").get("/contests/"))
    assert "Spring Cup" not in said(browser("eve").get("/people/bob/"))
    assert "Spring Cup" in said(browser("bob").get("/contests/?mine=entered"))


def test_an_unlisted_contest_is_open_to_who_has_the_address():
    contest = begun("ann", "bob", visibility="unlisted")
    answer = browser("eve").get(contest.get_absolute_url())
    assert answer.status_code == 200
    assert "noindex" in answer.content.decode()
    assert "Spring Cup" not in said(browser("eve").get("/contests/"))


def test_nothing_of_sealed_orders_is_on_the_pages_of_a_contest():
    contest = begun("ann", "bob", options={"turns": 2})
    match = running(contest)[0]
    turn = match.turns.open().get()
    seat = match.seats.get(user__username="ann")
    orders.submit(person("ann"), match.code, turn.number, "7", START, "web")
    sealed = turn.orders.get(seat=seat)
    for path in pages_of(contest):
        for name in ("", "ann", "bob"):
            page = browser(name).get(path).content.decode()
            assert sealed.commitment not in page
            assert "sealed" not in page.replace("sealed orders", "")


def test_names_and_texts_of_strangers_are_escaped():
    evil = "<script>alert(1)</script>"
    contest = entered(called(name=evil, about=evil), "ann")
    contest.entries.update(name=evil)
    for path in ("/contests/", *pages_of(contest)):
        assert evil not in browser("ann").get(path).content.decode(), path


@pytest.mark.parametrize("query", ["status=draft", "game=poker", "mine=others", "status=x"])
def test_a_filter_that_makes_no_sense_is_refused_with_a_sentence(query):
    answer = browser().get(f"/contests/?{query}")
    assert answer.status_code == 400
    assert "Select a valid choice" in said(answer)


def test_the_list_is_narrowed_and_paged():
    begun("bob", "cid", name="Second")
    entered(called(name="First"), "ann")
    listed = {
        query: {row.contest.title for row in browser("ann").get(f"/contests/?{query}").context["rows"]}
        for query in ("", "status=registration", "status=running", "game=hush", "game=bids", "mine=entered")
    }
    assert listed == {
        "": {"First", "Second"},
        "status=registration": {"First"},
        "status=running": {"Second"},
        "game=hush": {"First", "Second"},
        "game=bids": set(),
        "mine=entered": {"First"},
    }
    assert list(browser().get("/contests/?mine=entered").context["rows"]) == []
    first = Contest.objects.get(name="Second")
    rest = browser().get(f"/contests/?after={first.code}").context["rows"]
    assert {row.contest.title for row in rest} <= {"First", "Second"}
    assert browser().get("/contests/?after=nowhere").status_code == 200


def test_a_match_says_to_which_contest_and_round_it_belongs():
    contest = begun("ann", "bob", "cid", "dan", plan=plan_of("swiss", rounds=3))
    match = running(contest)[0]
    page = browser("ann").get(match.get_absolute_url())
    assert "A match of Spring Cup , Round 1 ." in said(page)
    assert f'href="/c/{contest.code}/rounds/1/1/1/"' in page.content.decode()


def test_the_dashboard_and_the_page_of_a_person_name_their_contests():
    contest = played(begun("ann", "bob"))
    assert "Spring Cup place 1" in said(browser().get("/people/ann/"))
    begun("ann", "bob", name="Autumn Cup")
    page = said(browser("ann").get("/"))
    assert "Your contests Autumn Cup" in page
    assert contest.status == "finished"


def test_a_director_sees_that_a_step_failed():
    contest = begun("ann", "bob")
    Contest.objects.update(trouble="KeyError: 7")
    assert "KeyError: 7" in said(browser("dir").get(contest.get_absolute_url()))
    assert "KeyError: 7" not in said(browser("ann").get(contest.get_absolute_url()))
    assert "It needs a director’s hand." in said(browser("dir").get("/"))
