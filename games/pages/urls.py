"""The addresses of the pages of play."""

from __future__ import annotations

import datetime

from django.urls import include, path, register_converter
from django.urls.converters import StringConverter

from games.pages import (
    acts,
    beside,
    by_link,
    course,
    daily,
    errors,
    feeds,
    help,
    home,
    lobby,
    match,
    opening,
    orders,
    people,
    practice,
    ratings,
    record,
    replay,
    shelf,
    text,
)


class CodeConverter(StringConverter):
    """The code of a match; any other text is no address, and never reaches the database."""

    regex = "[a-z0-9]{1,10}"


class DayConverter:
    """A day such as 2026-11-30; a text that is no day is no address."""

    regex = r"\d{4}-\d{2}-\d{2}"

    def to_python(self, value: str) -> datetime.date:
        """The day; raises ``ValueError`` for the thirtieth of February."""
        return datetime.date.fromisoformat(value)

    def to_url(self, value: datetime.date) -> str:
        """The day as part of an address."""
        return value.isoformat()


class UsernameConverter(StringConverter):
    """A user name."""

    regex = r"[\w.@+-]{1,150}"


register_converter(CodeConverter, "code")
register_converter(DayConverter, "day")
register_converter(UsernameConverter, "username")

urlpatterns = [
    path("", home.home, name="home"),
    path("robots.txt", errors.robots, name="robots"),
    path("games/", shelf.games, name="games"),
    path("games/<slug:slug>/", shelf.rules, name="rules"),
    path("games/<slug:slug>/ratings/", ratings.best, name="ratings"),
    path("games/<slug:slug>/daily/", daily.days, name="daily"),
    path("games/<slug:slug>/daily/try/", daily.attempt, name="daily_try"),
    path("games/<slug:slug>/daily/<day:date>/", daily.day, name="daily_day"),
    path("play/<slug:slug>/", practice.try_game, name="try_game"),
    path("help/", help.index, name="help"),
    path("help/<slug:slug>/", help.topic, name="help_topic"),
    path("matches/", lobby.matches, name="matches"),
    path("matches/new/", opening.new_match, name="match_new"),
    path("people/<username:username>/", people.person, name="person"),
    path("o/<str:token>/", by_link.by_link, name="order_by_link"),
    path("", include("games.pages.contests.urls")),
    path("", include("games.pages.contests.director_urls")),
    path("m/<code:code>/", match.match_page, name="match"),
    path("m/<code:code>/text/", text.text_page, name="match_text"),
    path("m/<code:code>/turn/<int:number>/text/", text.turn_text, name="turn_text"),
    path("m/<code:code>/live/", match.live_part, name="match_live"),
    path("m/<code:code>/course/", course.course_page, name="match_course"),
    path("m/<code:code>/log/", match.log_page, name="match_log"),
    path("m/<code:code>/moves/", replay.moves_page, name="match_moves"),
    path("m/<code:code>/talk/", match.talk_page, name="match_talk"),
    path("m/<code:code>/turn/<int:number>/", replay.turn_page, name="turn"),
    path("m/<code:code>/turn/<int:number>/order/", orders.give, name="order_give"),
    path("m/<code:code>/turn/<int:number>/take-back/", orders.take_back, name="order_take_back"),
    path("m/<code:code>/join/", acts.join, name="match_join"),
    path("m/<code:code>/take-over/", acts.take_over, name="match_take_over"),
    path("m/<code:code>/start/", acts.start, name="match_start"),
    path("m/<code:code>/leave/", acts.leave, name="match_leave"),
    path("m/<code:code>/invite/", acts.invite, name="match_invite"),
    path("m/<code:code>/call-off/", acts.call_off, name="match_call_off"),
    path("m/<code:code>/resign/", acts.resign, name="match_resign"),
    path("m/<code:code>/pause/", acts.pause, name="match_pause"),
    path("m/<code:code>/pause/take-back/", acts.take_back_pause, name="match_pause_back"),
    path("m/<code:code>/go-on/", acts.go_on, name="match_go_on"),
    path("m/<code:code>/rematch/", acts.rematch, name="match_rematch"),
    path("m/<code:code>/say/", acts.say, name="match_say"),
    path("m/<code:code>/plan/", acts.plan, name="match_plan"),
    path("m/<code:code>/note/", acts.note, name="match_note"),
    path("calendar/<str:secret>.ics", feeds.deadlines, name="calendar"),
    path("m/<code:code>/feed.atom", feeds.public_atom, name="match_atom"),
    path("m/<code:code>/feed/<str:secret>.atom", feeds.secret_atom, name="match_secret_atom"),
    path("m/<code:code>/beside/", beside.beside_page, name="match_beside"),
    path("m/<code:code>/beside/feed/", beside.make_feed, name="match_make_feed"),
    path("m/<code:code>/beside/hooks/", beside.add_hook, name="match_add_hook"),
    path("m/<code:code>/record.json", record.download, name="record"),
    path("m/<code:code>/match.<slug:name>", record.export, name="export"),
    path("m/<code:code>/check/", record.check, name="record_check"),
]
