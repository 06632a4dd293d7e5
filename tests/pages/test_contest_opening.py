"""Opening a contest: the form, its draft, what is wrong with it, what may be changed and by whom."""

from __future__ import annotations

from typing import Any

import pytest
from django import forms

from games.contests.plan import Plan
from games.models import Contest
from games.pages.contests.estimate import estimates
from games.rules import GAMES
from tests.actions.contests.cups import begun, called, entered, plan_of
from tests.actions.toy import Hush
from tests.pages.visits import browser, person, said

pytestmark = pytest.mark.django_db

PACE = {"kind": "interval", "interval": 86_400, "grace": "on", "misses": 3, "deserted": "bot", "zone": "UTC"}
PACE |= {"early": "yes", "vacations": "yes"}


@pytest.fixture(autouse=True)
def hush(monkeypatch: pytest.MonkeyPatch) -> None:
    """The small game that contests of tests are held in."""
    monkeypatch.setitem(GAMES, "hush", Hush())


def form(game: str = "bids", **fields: Any) -> dict[str, Any]:
    """What a browser sends of the form as it comes, but for these fields."""
    usual = browser("dir").get(f"/contests/new/?game={game}").context["form"]
    sent = {name: filled(usual[name]) for name in usual.fields}
    sent = {name: value for name, value in sent.items() if value is not None and value is not False}
    return {"game": game, **sent, "name": "Autumn Cup", **fields}


def filled(field: Any) -> Any:
    """What a browser sends of a field that nobody touched."""
    value = field.value()
    if value is None and isinstance(field.field, forms.ChoiceField):
        return next((choice for choice, _words in field.field.choices), None)
    return str(value) if value is False and isinstance(field.field, forms.ChoiceField) else value


def made(**fields: Any) -> Contest:
    """The draft that the form makes."""
    answer = browser("dir").post("/contests/new/", form(**fields))
    assert answer.status_code == 302, answer.context["form"].errors
    return Contest.objects.get()


def test_the_form_makes_a_draft_that_says_in_words_what_was_filled_in():
    contest = made(format="swiss", seats=4, rounds=5, most=32, about="For\nall", late_rounds=2)
    assert (contest.status, contest.size, contest.most, contest.about) == ("draft", 4, 32, "For\nall")
    assert contest.terms.stages[0].rounds == 5
    page = said(browser("dir").get(contest.get_absolute_url()))
    assert "A Swiss system of 5 rounds." in page
    assert "sit at tables of 4" in page
    assert "There are 32 places" in page
    assert "until round 2 has been paired" in page
    assert "Announce it" in page
    assert "32 5 40" in page


def test_a_draft_is_its_directors_alone_until_it_is_announced():
    contest = made(format="swiss", seats=3, rounds=3)
    at = contest.get_absolute_url()
    for path in ("", "entries/", "log/", "standings/", "change/", "rounds/"):
        assert browser("eve").get(at + path).status_code == 404
    assert "Autumn Cup" not in said(browser("eve").get("/contests/"))
    assert "Autumn Cup" in said(browser("dir").get("/contests/?mine=directed"))
    assert "Your draft: it is not announced yet." in said(browser("dir").get("/"))
    assert browser("eve").post(f"{at}announce/").status_code == 404
    assert browser("dir").post(f"{at}announce/").status_code == 302
    assert browser("eve").get(at).status_code == 200


def test_groups_and_then_a_knock_out_are_two_stages():
    contest = made(
        game="bid_chess", format="round_robin", groups=4, second="knockout", through=2, third="on", best_of=3
    )
    first, second = contest.terms.stages
    assert (first.format, first.groups, first.through) == ("round_robin", 4, 2)
    assert (second.format, second.third, second.best_of, second.groups) == ("knockout", True, 3, 1)
    page = said(browser("dir").get(contest.get_absolute_url()))
    assert "The best 2 of each group go on to the next stage." in page
    assert "a series of up to 3 matches" in page


def test_points_by_place_and_an_order_of_ties_are_kept():
    contest = made(
        format="swiss",
        seats=3,
        points="places",
        places="5 2,5 0",
        tie_0="wins",
        tie_1="wins",
        tie_2="",
        tie_3="lot",
        tie_4="",
        tie_5="",
    )
    assert contest.terms == Plan(
        stages=contest.terms.stages, points="places", places=(5.0, 2.5, 0.0), ties=("wins", "lot")
    )
    assert "5, 2½, 0" in said(browser("dir").get(contest.get_absolute_url()))


def test_a_league_comes_again():
    contest = made(
        game="fourbid", format="league", seats=2, division=6, division_least=5, division_most=8, up=1
    )
    assert contest.league is not None
    stage = contest.terms.stages[0]
    assert (stage.division, stage.least, stage.most, stage.up) == (6, 5, 8, 1)


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("name", {"name": " "}),
        ("places", {"points": "places", "places": "one two"}),
        ("places", {"points": "places", "places": "1 2 3"}),
        ("most", {"least": 9, "most": 8}),
        ("rating_least", {"rating_least": 9, "rating_most": 8}),
        ("opens_at", {"opens_at": "2027-01-02T10:00", "starts_at": "2027-01-01T10:00"}),
        ("seats", {"format": "ladder", "seats": 3}),
        ("rounds", {"format": "swiss", "rounds": "many"}),
        ("starts_at", {"starts_at": "tomorrow"}),
        ("format", {"format": "battle royal"}),
        ("__all__", {"misses": 0}),
        ("opt_rounds", {"opt_rounds": "x"}),
    ],
)
def test_what_is_wrong_is_said_at_its_field_and_what_was_typed_is_kept(field, wrong):
    answer = browser("dir").post("/contests/new/", form(about="Keep me", **wrong))
    found = set(answer.context["form"].errors) if answer.context else set()
    if field.startswith("opt_") and field not in answer.context["form"].fields:
        pytest.skip("the game has no such option")
    assert (answer.status_code, field in found) == (422, True), found
    assert "Keep me" in answer.content.decode()
    assert Contest.objects.count() == 0


def test_times_are_meant_in_the_zone_of_the_director():
    director = person("dir")
    director.timezone_name = "Europe/Sofia"
    contest = made(format="swiss", seats=3, rounds=3, starts_at="2027-07-01T20:00", zone="UTC")
    assert contest.starts_at is not None
    assert contest.starts_at.utcoffset() is not None


def test_a_draft_is_changed_and_the_form_shows_it_as_it_is():
    contest = made(format="swiss", seats=4, rounds=5, points="three", round_days=7)
    at = f"{contest.get_absolute_url()}change/"
    shown = browser("dir").get(at).context["form"]
    values = {name: shown[name].value() for name in ("format", "seats", "rounds", "points", "round_days")}
    assert values == {"format": "swiss", "seats": 4, "rounds": 5, "points": "three", "round_days": 7}
    assert browser("dir").post(at, form(format="swiss", seats=3, rounds=7)).status_code == 302
    contest.refresh_from_db()
    assert (contest.size, contest.terms.stages[0].rounds) == (3, 7)
    answer = browser("dir").post(at, form(name=" ", format="swiss", seats=3))
    assert answer.status_code == 422


def test_two_stages_come_back_into_the_form():
    contest = made(
        game="bid_chess", format="round_robin", legs=2, groups=4, second="knockout", through=2, best_of=5
    )
    shown = browser("dir").get(f"{contest.get_absolute_url()}change/").context["form"]
    names = ("format", "legs", "groups", "second", "through", "best_of")
    assert [shown[name].value() for name in names] == ["round_robin", 2, 4, "knockout", 2, 5]


def test_of_an_announced_contest_only_what_nobody_entered_for_is_changed():
    contest = entered(called(plan_of("swiss", rounds=3)), "ann")
    at = f"{contest.get_absolute_url()}change/"
    assert browser("ann").get(at).status_code == 404
    assert "may still be changed" in said(browser("dir").get(at))
    sent = {"name": "Summer Cup", "about": "Soon", "most": 12, "starts_at": "2040-01-01T10:00"}
    answer = browser("dir").post(at, {**sent, "rounds": 9})
    assert answer.status_code == 302, answer.context["form"].errors
    contest.refresh_from_db()
    assert (contest.name, contest.most, contest.terms.stages[0].rounds) == ("Summer Cup", 12, 3)
    answer = browser("dir").post(at, {**sent, "name": " "})
    assert answer.status_code == 422
    assert "A contest needs a name." in said(answer)


def test_of_a_contest_that_runs_the_name_is_changed():
    contest = begun("ann", "bob")
    at = f"{contest.get_absolute_url()}change/"
    assert "starts_at" not in browser("dir").get(at).content.decode()
    answer = browser("dir").post(at, {"name": "Late Cup", "about": ""})
    assert answer.status_code == 302, answer.content.decode()
    contest.refresh_from_db()
    assert contest.name == "Late Cup"


def test_a_game_for_one_is_held_as_a_duplicate():
    contest = made(game="foursquare", format="duplicate", rounds=7)
    assert (contest.size, contest.terms.stages[0].rounds) == (1, 7)
    assert "every table gets the same deal" in said(browser("dir").get(contest.get_absolute_url()))


def test_a_game_that_there_is_not_shows_another_form():
    assert browser("dir").get("/contests/new/?game=poker").status_code == 200
    assert browser().get("/contests/new/").status_code == 302


def test_a_game_for_one_offers_only_the_format_that_compares_deals():
    page = browser("dir").get("/contests/new/?game=foursquare").context["form"]
    assert [key for key, _name in page.fields["format"].choices] == ["duplicate"]
    assert [field.name for field, _of in page.numbers()] == ["rounds", "groups"]
    stage = made(game="foursquare", format="", rounds=7, early_rounds="on").terms.stages[0]
    assert (stage.format, stage.rounds, stage.early) == ("duplicate", 7, True)


def test_the_draft_counts_the_tables_of_a_knock_out_at_tables():
    contest = made(format="pods", seats=4, advance=2, least=4)
    counted = [(one.entries, one.rounds, one.tables) for one in estimates(contest)]
    assert counted == [(4, 1, 1), (8, 2, 3), (16, 3, 7), (32, 4, 15)]


def test_what_says_nothing_about_a_ladder_or_a_deal_is_left_out():
    ladder = said(browser("dir").get(made(game="fourbid", format="ladder", seats=2).get_absolute_url()))
    assert "level on points" not in ladder
    assert "A round begins" not in ladder
    Contest.objects.all().delete()
    deal = said(browser("dir").get(made(game="foursquare", rounds=7).get_absolute_url()))
    assert "compared with the same seat" in deal
    assert "A win is worth" not in deal
    assert "deserted" not in deal
