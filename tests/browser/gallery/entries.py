"""The list of every page: its name, who looks, and where; and which routes are no pages, with the reason."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import NoReverseMatch, reverse

from games.actions.contests.directing.verbs import DOABLE
from games.models import Contest, Match
from games.pages.help import TOPICS
from games.rules import GAMES
from tests.browser.gallery.rows import Rows

GUEST, NEW, PERSON, OTHER, THIRD = "", "newcomer", "north", "east", "south"
"""Who looks: somebody without an account, somebody who has done nothing yet, and three who play. The first
of these directs the contests."""


@dataclass(frozen=True)
class Entry:
    """A page: what to call it, who looks, the path, and the status it has."""

    name: str
    reader: str
    path: str
    status: int = 200
    moves: bool = False
    """Whether something may move: a thing that is only known when it has come takes the place of another."""
    ours: bool = True
    """Whether its markup is that of our pages; that of a mail, and of other people's programs, is not."""
    often: bool = True
    """Whether it is looked at in every run; a page much like another waits for a full one."""


SENT = "it is only sent to"
FILE = "a file, not a page"
FEED = "for programs that read feeds"
PART = "a part of a page, fetched by its script"
MACHINE = "for machines"
STEP = (
    "a step in the middle of signing in, without a page of its own unless it is asked for by its step before"
)
KEY = "wants a security key that was added, and a hand that touches it"
NO_PAGES = {
    "robots": MACHINE,
    "healthz": MACHINE,
    "metrics": MACHINE,
    "push_worker": MACHINE,
    "calendar": FEED,
    "match_atom": FEED,
    "match_secret_atom": FEED,
    "contest_atom": FEED,
    "contest_calendar": FEED,
    "contest_json": FILE,
    "contest_csv": FILE,
    "contest_trf": FILE,
    "contest_text": FILE,
    "record": FILE,
    "export": FILE,
    "account_export": FILE,
    "mailbox_source": FILE,
    "mfa_download_recovery_codes": FILE,
    "match_live": PART,
    "account_request_reauthentication_code": STEP,
    "account_confirm_reauthentication_code": STEP,
    "account_confirm_login_code": STEP,
    "account_set_password": STEP,
    "mfa_authenticate": STEP,
    "mfa_reauthenticate": STEP,
    "mfa_view_recovery_codes": STEP,
    "mfa_generate_recovery_codes": STEP,
    "mfa_deactivate_totp": STEP,
    "mfa_reauthenticate_webauthn": KEY,
    "mfa_remove_webauthn": KEY,
    "mfa_edit_webauthn": KEY,
    "mfa_login_webauthn": KEY,
}
"""Routes that answer to GET and have no entry, and why."""

LISTS = ("home", "matches", "contests", "games")
PEOPLE = {
    "settings": "account_settings",
    "vacations": "account_vacations",
    "tokens": "account_tokens",
    "deliveries": "account_deliveries",
    "beside mail": "account_beside",
    "leave": "account_leave",
    "address": "account_email",
    "password": "account_change_password",
    "second factor": "mfa_index",
    "second factor, codes": "mfa_activate_totp",
    "second factor, keys": "mfa_list_webauthn",
    "second factor, add a key": "mfa_add_webauthn",
    "sessions": "usersessions_list",
    "sign out": "account_logout",
    "reauthenticate": "account_reauthenticate",
    "mailbox": "mailbox",
}
STRANGERS = {
    "sign in": "account_login",
    "sign up": "account_signup",
    "forgotten": "account_reset_password",
    "forgotten, sent": "account_reset_password_done",
    "forgotten, done": "account_reset_password_from_key_done",
    "confirm": "account_email_verification_sent",
    "inactive": "account_inactive",
}
RUNNING = {
    "First lesson": "over",
    "North against the bot": "fourbid",
    "One among three bots": "fourbid of four",
    "Half a solitaire": "foursquare",
    "Tricks against three bots": "bids",
    "A day at the races": "bid_n_bet",
    "A new man for old ones": "bid_chess, bids",
    "Two armies": "bid_chess, setup",
    "In the middle of it": "bid_chess",
    "Sealed already": "sealed",
    "Until after the holidays": "pause",
    "Two and two": "teams, open",
    "For the two of us": "private, open",
    "Five wanted": "open",
    "Never begun": "called off",
    "The four winds": "turn 1",
}
"""The demo's matches and ours, by what they show."""
FIRST = {
    "fourbid": "North against the bot",
    "foursquare": "Half a solitaire",
    "bids": "Tricks against three bots",
    "bid_n_bet": "A day at the races",
    "bid_chess": "In the middle of it",
}
"""A running match of each game."""
OFTEN = ("adjudicate", "pair", "extend")
"""The acts of directors whose forms stand for those of the others."""


def entries(rows: Rows) -> list[Entry]:
    """Every page."""
    return [*site(rows), *matches(rows), *contests(rows), *accounts(rows), *helps(), *errors(rows)]


def site(rows: Rows) -> list[Entry]:
    """The pages before the matches."""
    found = [Entry(name, reader, reverse(name)) for name in LISTS for reader in (GUEST, PERSON)]
    found += [Entry("home", NEW, "/"), Entry("contests", NEW, reverse("contests"))]
    for slug in GAMES:
        found.append(Entry(f"rules {slug}", GUEST, reverse("rules", args=[slug])))
        found.append(Entry(f"new match {slug}", PERSON, reverse("match_new") + f"?game={slug}"))
    found += [
        Entry("ratings", GUEST, reverse("ratings", args=["fourbid"])),
        Entry("ratings, none", GUEST, reverse("ratings", args=["bid_chess"])),
        Entry("daily", GUEST, reverse("daily", args=["foursquare"])),
        Entry("daily", OTHER, reverse("daily", args=["foursquare"])),
        Entry("day", OTHER, reverse("daily_day", args=["foursquare", rows.day])),
        Entry("person", GUEST, reverse("person", args=["north"])),
        Entry("person", PERSON, reverse("person", args=["north"])),
        Entry("person, new", GUEST, reverse("person", args=["newcomer"])),
        Entry("order by link", GUEST, reverse("order_by_link", args=[rows.links["order"]])),
        Entry("order by link, closed", GUEST, reverse("order_by_link", args=[rows.links["closed"]]), 410),
    ]
    return found


def matches(rows: Rows) -> list[Entry]:
    """Matches of all games, in all states, and what stands around them."""
    found = [
        Entry(f"match {what}", PERSON, at(rows.matches[name]), moves="setup" in what)
        for name, what in RUNNING.items()
    ]
    found += [
        Entry(f"match {slug}", GUEST, at(rows.matches[name]))
        for slug, name in FIRST.items()
        if slug != "foursquare"
    ]
    found += [Entry("match, may join", NEW, at(rows.matches["Who plays East?"]))]
    found += [Entry("match, may take over", PERSON, at(rows.matches["Short of one"]))]
    found += [Entry("match of the day", OTHER, at(rows.matches["deal"]))]
    for slug in GAMES:
        over, running = rows.matches[f"over {slug}"], rows.matches[FIRST[slug]]
        found.append(Entry(f"over {slug}", OTHER if slug == "bid_chess" else PERSON, at(over)))
        reader = PERSON if slug == "foursquare" else GUEST
        found.append(Entry(f"turn {slug}", reader, reverse("turn", args=[over.code, 3])))
        found += named(f"text {slug}", PERSON, "match_text", running.code)
        found += named(f"course {slug}", PERSON, "match_course", over.code)
        found += named(f"turn text {slug}", reader, "turn_text", over.code, 3)
    visitor = rows.people["visitor"].username
    found += [Entry(f"first turn {slug}", visitor, at(rows.matches[f"first turn {slug}"])) for slug in GAMES]
    found += [Entry("home", visitor, "/"), Entry("sign up", visitor, reverse("account_signup"))]
    code = rows.matches["First lesson"].code
    found += [
        Entry("log", GUEST, reverse("match_log", args=[code]) + "?before=12"),
        Entry("moves", GUEST, reverse("match_moves", args=[rows.matches["over bid_chess"].code])),
        Entry(
            "talk",
            PERSON,
            reverse("match_talk", args=[rows.matches["Sealed already"].code]) + "?before=99999999",
        ),
        Entry("beside a match", PERSON, reverse("match_beside", args=[rows.matches["Sealed already"].code])),
        Entry("check", GUEST, reverse("record_check", args=[code])),
        Entry("resign", PERSON, reverse("match_resign", args=[rows.matches["Sealed already"].code])),
    ]
    return found


def at(match: Match | Contest) -> str:
    """Where a match or a contest is."""
    return match.get_absolute_url()


def named(name: str, reader: str, route: str, *args: object, query: str = "") -> list[Entry]:
    """The entry of a route, if the site has it."""
    try:
        return [Entry(name, reader, reverse(route, args=args) + query)]
    except NoReverseMatch:
        return []


def contests(rows: Rows) -> list[Entry]:
    """Contests of several formats, for all who look."""
    over, cup, knockout = (
        rows.contests[name] for name in ("The winds of March", "Cup of the four winds", "Knock-out of spring")
    )
    league, ladder, draft = (
        rows.contests[name] for name in ("Fourbid league", "The long ladder", "Not told yet")
    )
    found = [
        Entry("contest, over", GUEST, at(over)),
        Entry("contest, over", PERSON, at(over)),
        Entry("contest, all play all", THIRD, at(cup)),
        Entry("contest, knock-out", GUEST, at(knockout)),
        Entry("contest, ladder", THIRD, at(ladder)),
        Entry("contest, to enter", NEW, at(league)),
        Entry("contest, entered", THIRD, at(league)),
        Entry("contest, draft", PERSON, at(draft)),
        Entry("new contest", PERSON, reverse("contest_new") + "?game=bid_chess"),
        Entry("change a contest", PERSON, reverse("contest_change", args=[draft.code])),
        Entry("history of a league", GUEST, reverse("contest_history", args=[league.code])),
        Entry("bracket", GUEST, reverse("contest_bracket", args=[knockout.code, 1, 1])),
        Entry("group", GUEST, reverse("contest_group", args=[cup.code, 1, 1])),
        Entry("round", GUEST, reverse("contest_round", args=[cup.code, 1, 1, 1])),
        Entry("crosstable", GUEST, reverse("contest_crosstable", args=[cup.code, 1, 1])),
        Entry("crosstable, Swiss", GUEST, reverse("contest_crosstable", args=[over.code, 1, 1])),
    ]
    key = cup.entries.get(user__username="east").pk
    found.append(Entry("entry", GUEST, reverse("contest_entry", args=[cup.code, key])))
    for contest, what in ((over, "Swiss"), (cup, "all play all"), (ladder, "ladder"), (league, "league")):
        for route in ("standings", "rounds", "entries", "log"):
            if (route, what) == ("standings", "league"):
                continue  # nobody is drawn yet
            path = reverse(f"contest_{route}", args=[contest.code])
            found.append(Entry(f"{route}, {what}", GUEST, path, often=what in ("all play all", "ladder")))
    found += [
        Entry("leave a contest", THIRD, reverse("contest_leave", args=[league.code])),
        Entry("call off a contest", PERSON, reverse("contest_call_off", args=[draft.code])),
    ]
    for contest, what in ((cup, "running"), (league, "announced"), (over, "over")):
        found.append(Entry(f"director, {what}", PERSON, reverse("contest_director", args=[contest.code])))
    found.append(Entry("director, people", PERSON, reverse("contest_director_people", args=[league.code])))
    for verb in DOABLE:
        found.append(
            Entry(f"director, {verb}", PERSON, reverse("contest_director_act", args=[cup.code, verb]))
        )
    return found


def accounts(rows: Rows) -> list[Entry]:
    """What belongs to an account, and the way to one."""
    found = [Entry(name, PERSON, reverse(route)) for name, route in PEOPLE.items()]
    found += [Entry(name, GUEST, reverse(route)) for name, route in STRANGERS.items()]
    links = rows.links
    found += [
        Entry("deliveries, none", NEW, reverse("account_deliveries")),
        Entry("unsubscribe", GUEST, reverse("unsubscribe", args=[links["unsubscribe"]])),
        Entry("unsubscribe, wrong", GUEST, reverse("unsubscribe", args=["wrong"]), 404),
        Entry("confirm an address", GUEST, reverse("account_confirm_email", args=[links["confirm"]])),
        Entry("confirm an address, wrong", GUEST, reverse("account_confirm_email", args=["wrong"])),
        Entry(
            "new password, wrong link", GUEST, reverse("account_reset_password_from_key", args=["1", "wrong"])
        ),
        Entry("mail", PERSON, reverse("mailbox_message", args=[rows.mail]), moves=True),
        Entry("letter", PERSON, reverse("mailbox_letter", args=[rows.mail]), ours=False),
        Entry("the API in the browser", GUEST, reverse("api:docs"), ours=False),
    ]
    return found


def helps() -> list[Entry]:
    """The pages of help."""
    found = named("help", GUEST, "help") + named("help", PERSON, "help")
    for slug in TOPICS:
        found += named(f"help, {slug}", GUEST, "help_topic", slug)
    return found


def errors(rows: Rows) -> list[Entry]:
    """What is said of pages that are not there."""
    private = at(rows.matches["For the two of us"])
    return [
        Entry("nowhere", GUEST, "/nowhere/", 404),
        Entry("nowhere", PERSON, "/nowhere/", 404),
        Entry("somebody else's match", GUEST, private, 404),
        Entry("no sense", GUEST, "/?a=%00", 400),
    ]
