"""Opening a match by the form: every field, every refusal at its field, nothing typed lost."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from games.models import Match
from games.rules import GAMES
from tests.actions import tables
from tests.pages.visits import browser, person, said

pytestmark = pytest.mark.django_db

FILLED = {
    "game": "fourbid",
    "seats": "3",
    "bots": "1",
    "kind": "interval",
    "interval": "86400",
    "seconds": "",
    "gain": "3600",
    "cap": "0",
    "at": "20:00",
    "weekdays": ["0", "3"],
    "zone": "Europe/Warsaw",
    "off_days": [],
    "off_dates": "",
    "early": "yes",
    "vacations": "yes",
    "misses": "2",
    "deserted": "out",
    "reliability": "0",
    "visibility": "unlisted",
    "name": "Café & Co",
    "invite": "bob, cid",
    "word": "tangerine",
    "team": "1",
    "captain": "first",
    "opt_first_roll": "onto1",
    "opt_skip": "land",
    "opt_low_from": "all",
    "opt_low_pick": "must",
    "opt_out_of_pieces": "none",
    "opt_empty_at": "bid",
    "opt_bonus5": "free",
    "opt_bonus_roll": "all",
    "opt_check": "turn",
    "opt_auction_cap": "150",
    "opt_pieces": "8",
}


def sent(**changes: Any) -> Any:
    """The answer to the form, filled in like that but for some fields."""
    person("bob"), person("cid")
    return browser("ann").post("/matches/new/", FILLED | changes)


def test_the_form_opens_the_match_that_was_filled_in():
    answer = sent()
    match = Match.objects.get()
    assert answer.status_code == 302
    assert answer["Location"] == match.get_absolute_url()
    assert (match.name, match.size, match.visibility) == ("Café & Co", 3, "unlisted")
    assert match.pace == {
        "kind": "interval",
        "interval": 86_400,
        "gain": 0,
        "cap": 0,
        "at": "",
        "weekdays": [],
        "zone": "Europe/Warsaw",
        "off_days": [],
        "off_dates": [],
        "early": True,
        "vacations": True,
        "grace": False,
        "misses": 2,
        "deserted": "out",
    }
    assert (match.options["first_roll"], match.options["skip"], match.options["auction_cap"]) == (
        "onto1",
        "land",
        150,
    )
    assert [(seat.name, seat.word) for seat in match.seats.all()] == [("ann", "tangerine"), ("Bot 3", "bot")]
    assert sorted(match.invitations.values_list("user__username", flat=True)) == ["bob", "cid"]


def test_a_clock_for_each_seat_is_opened_as_it_was_filled_in():
    sent(kind="bank", gain="3600", cap="172800")
    match = Match.objects.get()
    assert (match.pace["kind"], match.pace["interval"]) == ("bank", 86_400)
    assert (match.pace["gain"], match.pace["cap"]) == (3600, 172_800)
    page = browser("ann").get(match.get_absolute_url())
    assert (
        "Each seat has a clock of 1 day that runs while it is asked; each turn adds 1 hour, up to 2 days."
        in (said(page))
    )


SLOTS = {"kind": "slot", "at": "19:30", "weekdays": ["0", "1", "2", "3", "4", "5", "6"]}


def test_slots_and_days_off_are_opened_as_they_were_filled_in_and_told_before_anyone_joins():
    off = {"off_days": ["6"], "off_dates": "2030-12-24, 2030-12-25\n2031-01-01"}
    sent(**SLOTS, **off, early="no", vacations="no", zone="America/New_York", grace="on", visibility="public")
    match = Match.objects.get()
    assert match.pace == {
        "kind": "slot",
        "interval": 2 * 86_400,
        "gain": 0,
        "cap": 0,
        "at": "19:30",
        "weekdays": [0, 1, 2, 3, 4, 5, 6],
        "zone": "America/New_York",
        "off_days": [6],
        "off_dates": ["2030-12-24", "2030-12-25", "2031-01-01"],
        "early": False,
        "vacations": False,
        "grace": True,
        "misses": 2,
        "deserted": "out",
    }
    page = said(browser("dot").get(match.get_absolute_url()))
    assert (
        "Turns end at 19:30 (America/New_York) on Monday, Tuesday, Wednesday, Thursday, Friday, Saturday. "
        "No turn closes before its deadline, and until then orders may be changed. "
        "The first turn lasts at least as long as from one such time to the next. "
        "Days off, on which no time passes (America/New_York): "
        "Sunday, 24 December 2030, 25 December 2030, 1 January 2031. "
        "Deadlines do not wait for vacations. "
        "Whoever is silent gets half a turn more, once a match."
    ) in page
    assert "turns end at 19:30 (America/New_York)" in said(browser("dot").get("/matches/"))


def test_a_pace_says_on_which_weekdays_turns_end_and_that_the_grid_is_kept():
    sent(**SLOTS | {"weekdays": ["3", "0"]})
    page = said(browser("ann").get(Match.objects.get().get_absolute_url()))
    assert "Turns end at 19:30 (Europe/Warsaw) on Monday, Thursday. A turn closes as soon as" in page


def test_a_bank_without_a_gain_says_what_an_empty_clock_means():
    asked = said(browser("ann").get("/matches/new/"))
    assert "If it gains nothing, a clock that is empty ends the next turn at once." in asked
    sent(kind="bank", gain="0", early="no")
    page = said(browser("ann").get(Match.objects.get().get_absolute_url()))
    assert (
        "No turn closes before its deadline, and until then orders may be changed. "
        "If the clocks of all who are asked are empty, the turn ends at once."
    ) in page


def test_a_fixed_time_that_is_never_cut_short_says_so():
    sent(early="no")
    page = said(browser("ann").get(Match.objects.get().get_absolute_url()))
    assert "A turn lasts 1 day. No turn closes before its deadline, and until then" in page


def test_the_zone_of_the_table_is_at_first_that_of_the_person():
    person("ann", zone="Australia/Lord_Howe")
    assert browser("ann").get("/matches/new/").context["form"]["zone"].value() == "Australia/Lord_Howe"


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        (SLOTS | {"at": "8 pm"}, "at"),
        (SLOTS | {"weekdays": []}, "weekdays"),
        (SLOTS | {"weekdays": ["7"]}, "weekdays"),
        (SLOTS | {"weekdays": ["1"], "off_days": ["1"]}, "off_days"),
        ({"off_days": ["0", "1", "2", "3", "4", "5", "6"]}, "off_days"),
        ({"off_dates": "24.12.2030"}, "off_dates"),
        ({"off_dates": " ".join(f"20{year}-01-01" for year in range(20, 81))}, "off_dates"),
        ({"zone": "Europe/Atlantis"}, "zone"),
    ],
)
def test_a_pace_that_makes_no_sense_is_refused_at_its_field(changes: dict[str, Any], field: str) -> None:
    answer = sent(**changes)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert Match.objects.count() == 0


def test_days_off_are_unfolded_where_some_are_filled_in():
    fold = "<details open>\n    <summary>Days off"
    assert fold not in browser("ann").get("/matches/new/").content.decode()
    assert fold in sent(off_days=["6"], seats="9").content.decode()


def test_a_text_option_may_stay_empty_where_that_is_usual():
    assert browser("ann").post("/matches/new/", chess()).status_code == 302
    assert Match.objects.get().options["custom"] == ""


def test_the_rows_of_a_list_are_offered_by_name_and_told_by_name_on_the_match_page():
    page = browser("ann").get("/matches/new/?game=bid_chess").content.decode()
    griffon = "Griffon: steps one square diagonally, then may go on outward like a rook"
    assert f'<option value="25" label="{griffon}"></option>' in page
    assert page.count("</option>", page.index('<datalist id="offers-list">')) == 41
    assert 'list="offers-list"' in page
    assert 'See <a href="/games/bid_chess/#list">the list</a>; its names will do too.' in page
    answer = browser("ann").post("/matches/new/", chess(opt_pool="25"))
    assert "Rows that may come up 25 Griffon (not the usual)" in said(browser("ann").get(answer.url))


@pytest.mark.parametrize(
    ("written", "kept"),
    [("griffon", "25"), ("Camel, 7", "4, 5, 6, 7"), ("1-3,King's Leap", "1-3, 28"), (" 9 ", "9"), ("", "")],
)
def test_rows_of_a_list_may_be_written_by_name(written: str, kept: str) -> None:
    assert browser("ann").post("/matches/new/", chess(opt_pool=written)).status_code == 302
    assert Match.objects.get().options["pool"] == kept


def chess(**changes: str) -> dict[str, str]:
    """The form of Bid Chess, filled in as usual but for these fields."""
    about = {"game": "bid_chess", "seats": "2", "interval": "86400", "misses": "3", "deserted": "bot"}
    usual = {name: str(value) for name, value in usual_options("bid_chess").items()}
    return about | usual | {"bots": "0", "visibility": "public"} | changes


def usual_options(slug):
    usual = GAMES[slug].options()
    return {f"opt_{name}": getattr(usual, name) for name in usual.names()}


def test_the_form_has_a_field_for_every_option_with_its_default():
    form = browser("ann").get("/matches/new/").context["form"]
    defaults = form.game.options()
    assert {field.name: field.initial for field in form.options()} == {
        f"opt_{name}": getattr(defaults, name) for name in type(defaults).names()
    }
    assert set(FILLED) - {"game"} == set(form.fields) - {"grace"}


def test_options_are_shown_in_words_with_help_and_kept_by_their_names():
    page = browser("ann").get("/matches/new/")
    assert "Lowest bidder takes a card may leave the cards Whether the lowest bidder has to take" in said(
        page
    )
    sent(opt_low_pick="may")
    match = Match.objects.get()
    assert match.options["low_pick"] == "may"
    about = browser("ann").get(match.get_absolute_url())
    assert "Lowest bidder may leave the cards (not the usual)" in said(about)


def test_the_rules_explain_every_option_by_its_label():
    rules = said(browser().get("/games/fourbid/"))
    assert (
        "Lowest bidder low_pick Whether the lowest bidder has to take a card. must – takes a card (usual)"
        in rules
    )
    assert "pieces More than 8 are for two players only. 8 (usual; 8–16)" in rules
    assert "150 (usual; 0–1000) 0 – no limit" in rules
    assert "-9 (usual; −9…0)" in said(browser().get("/games/bid_chess/"))


def sent_race(layout: str) -> Any:
    """The answer to the form for a game that has a text among its options."""
    options = {
        name: str(getattr(GAMES["bid_n_bet"].options(), name)) for name in GAMES["bid_n_bet"].options.names()
    }
    changes = {"game": "bid_n_bet", **{f"opt_{name}": value for name, value in options.items()}}
    return sent(**changes | {"opt_layout": layout})


def test_an_option_that_is_a_text_is_taken_as_it_was_written():
    assert sent_race("FABGSCAKU").status_code == 302
    assert Match.objects.get().options["layout"] == "FABGSCAKU"


def test_an_option_that_is_a_text_is_refused_at_its_field():
    answer = sent_race("FABG")
    assert answer.status_code == 422
    assert "“FABG” is no value for the option “layout”: ring36, 9 letters of SABGFCKU." in said(answer)
    assert list(answer.context["form"].errors) == ["opt_layout"]


def test_a_match_against_bots_starts_at_once():
    sent(bots="2", invite="")
    assert Match.objects.get().status == Match.Status.RUNNING


def test_seconds_count_before_the_list_of_paces():
    sent(seconds="5")
    assert Match.objects.get().pace["interval"] == 5


def test_seconds_are_offered_only_where_the_site_allows_turns_so_short(settings):
    import datetime

    settings.SHORTEST_PACE = datetime.timedelta(minutes=5)
    form = browser("ann").get("/matches/new/").context["form"]
    assert "seconds" not in form.fields
    assert form.fields["interval"].choices[0] == (300, "5 minutes")
    assert sent(seconds="5", interval="86400").status_code == 302
    assert Match.objects.get().pace["interval"] == 86_400


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"bots": "4"}, "bots"),
        ({"bots": "3"}, "invite"),
        ({"seats": "9"}, "seats"),
        ({"invite": "nobody"}, "invite"),
        ({"opt_skip": "never"}, "opt_skip"),
        ({"opt_auction_cap": "x"}, "opt_auction_cap"),
        ({"opt_pieces": "12"}, None),
        ({"interval": "7"}, "interval"),
        ({"seconds": "0.5"}, "seconds"),
        ({"seconds": "99999999"}, None),
        ({"misses": "0"}, None),
        ({"visibility": "secret"}, "visibility"),
        ({"name": "x" * 61}, None),
        ({"name": "a\nb"}, None),
        ({"name": "a\x00b"}, "name"),
        ({"word": "x" * 61}, None),
    ],
)
def test_what_does_not_fit_is_said_at_its_field_and_nothing_is_lost(changes, field):
    answer = sent(**changes)
    form = answer.context["form"]
    assert answer.status_code == 422
    assert list(form.errors) == [field or "__all__"]
    assert not Match.objects.exists()
    assert 'value="tangerine"' in answer.content.decode() or "word" in changes
    assert said(answer).count("Something does not fit yet") == 1


def test_an_unknown_game_is_the_first_of_the_shelf():
    assert "Fourbid" in said(browser("ann").get("/matches/new/?game=ludo"))


def test_a_guest_is_asked_to_sign_in():
    answer = browser().get("/matches/new/")
    assert answer.status_code == 302
    assert answer["Location"] == "/accounts/login/?next=/matches/new/"


def test_a_look_at_the_form_opens_nothing():
    browser("ann").get("/matches/new/", FILLED)
    assert not Match.objects.exists()


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_what_is_said_of_chance_fits_a_game_of_cards_as_well_as_one_of_dice(slug: str) -> None:
    """On the form, and on the page of a match."""
    ann = browser("ann")
    seats = GAMES[slug].seats[0]
    match = tables.opened("ann", seats, game=slug, bots=seats - 1, now=timezone.now())
    form, page = said(ann.get(f"/matches/new/?game={slug}")), said(ann.get(match.get_absolute_url()))
    assert form.count("dice") == form.count("the dice and the shuffles of this match")
    assert page.count("Every die") == page.count("Every die and every shuffle") == 1
