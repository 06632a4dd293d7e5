"""Every address of the API. Each works with and without a slash at its end: a PUT can't be redirected."""

from __future__ import annotations

from typing import Any

from django.urls import path, re_path
from django.urls.resolvers import URLPattern

from games.api import beside, daily, mailing, matches, pauses, people, schema, shelf, turns, vacations

app_name = "api"

_MATCH = "v1/matches/<slug:code>"
_TURN = f"{_MATCH}/turns/<int:number>"

_PLACES: tuple[tuple[str, Any, str], ...] = (
    (f"{_TURN}/order", turns.OneOrder, "order"),
    ("v1/tokens", people.Tokens, "tokens"),
    ("v1/me", people.Me, "me"),
    ("v1/me/mail", mailing.MyMail, "my-mail"),
    ("v1/me/mail/test", mailing.MyMailTrial, "my-mail-test"),
    ("v1/me/mail/restart", mailing.MyMailAgain, "my-mail-restart"),
    ("v1/me/mail/sent", mailing.SentMails, "my-sent-mail"),
    ("v1/me/mail/sent/again", mailing.SendAgain, "my-mail-again"),
    ("v1/todo", people.TodoList, "todo"),
    ("v1/hooks", beside.Hooks, "hooks"),
    ("v1/hooks/<int:hook>", beside.OneHook, "hook"),
    ("v1/hooks/<int:hook>/test", beside.HookTest, "hook-test"),
    ("v1/feeds", beside.Feeds, "feeds"),
    ("v1/feeds/<slug:name>", beside.OneFeed, "feed"),
    ("v1/vacations", vacations.Vacations, "vacations"),
    ("v1/vacations/<int:number>", vacations.OneVacation, "vacation"),
    ("v1/people/<str:username>", people.OnePerson, "person"),
    ("v1/games", shelf.Shelf, "games"),
    ("v1/games/<slug:slug>/deals", daily.Deals, "deals"),
    ("v1/games/<slug:slug>/deals/<str:day>", daily.OneDeal, "deal"),
    ("v1/games/<slug:slug>/deals/<str:day>/try", daily.Try, "try"),
    ("v1/matches", matches.Matches, "matches"),
    (_MATCH, matches.OneMatch, "match"),
    (f"{_MATCH}/join", matches.Join, "join"),
    (f"{_MATCH}/seats/<int:index>/take-over", matches.TakeOver, "take-over"),
    (f"{_MATCH}/start", matches.Start, "start"),
    (f"{_MATCH}/leave", matches.Leave, "leave"),
    (f"{_MATCH}/resign", matches.Resign, "resign"),
    (f"{_MATCH}/rematch", matches.Rematch, "rematch"),
    (f"{_MATCH}/pause", pauses.Pause, "pause"),
    (f"{_MATCH}/go-on", pauses.GoOn, "go-on"),
    (f"{_MATCH}/call-off", matches.CallOff, "call-off"),
    (f"{_MATCH}/hooks", beside.MatchHooks, "match-hooks"),
    (f"{_MATCH}/turns", turns.Turns, "turns"),
    (_TURN, turns.OneTurn, "turn"),
    (f"{_MATCH}/plan", turns.OnePlan, "plan"),
    (f"{_MATCH}/record", turns.Record, "record"),
    (f"{_MATCH}/exports/<slug:name>", turns.Exported, "export"),
    ("v1/schema", schema.Schema, "schema"),
    ("v1/docs", schema.Docs, "docs"),
)


def _patterns() -> list[URLPattern]:
    plain = [path(route, view.as_view(), name=name) for route, view, name in _PLACES]
    slashed = [path(f"{route}/", view.as_view(schema=None)) for route, view, _name in _PLACES]
    return [*plain, *slashed, re_path("", shelf.Unknown.as_view())]


urlpatterns = _patterns()
