"""Every address of the API. Each works with and without a slash at its end: a PUT can't be redirected."""

from __future__ import annotations

from typing import Any

from django.urls import path, re_path
from django.urls.resolvers import URLPattern

from games.api import (
    beside,
    contest_acts,
    contest_entering,
    contest_play,
    contests,
    courses,
    daily,
    mailing,
    matches,
    pauses,
    people,
    schema,
    shelf,
    turns,
    vacations,
)

app_name = "api"

_MATCH = "v1/matches/<slug:code>"
_TURN = f"{_MATCH}/turns/<int:number>"
_CONTEST = "v1/contests/<slug:code>"
_ACTS = f"{_CONTEST}/acts"
_GROUP = f"{_CONTEST}/groups/<int:stage>/<int:group>"

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
    ("v1/games/<slug:slug>/ratings", shelf.Ratings, "ratings"),
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
    (f"{_MATCH}/course", courses.OneCourse, "course"),
    (f"{_MATCH}/record", turns.Record, "record"),
    (f"{_MATCH}/exports/<slug:name>", turns.Exported, "export"),
    ("v1/contests", contests.Contests, "contests"),
    (_CONTEST, contests.OneContest, "contest"),
    (f"{_CONTEST}/announce", contests.Announce, "contest-announce"),
    (f"{_CONTEST}/call-off", contests.CallOffContest, "contest-call-off"),
    (f"{_CONTEST}/entries", contest_entering.Entries, "contest-entries"),
    (f"{_CONTEST}/entries/import", contest_entering.ImportEntries, "contest-import"),
    (f"{_CONTEST}/entries/<int:entry>", contest_entering.OneEntry, "contest-entry"),
    (f"{_CONTEST}/entries/<int:entry>/terms/<slug:tie>", contest_play.EntryTerm, "contest-term"),
    (f"{_CONTEST}/leave", contest_entering.LeaveContest, "contest-leave"),
    (f"{_CONTEST}/team/join", contest_entering.JoinTeam, "contest-team-join"),
    (f"{_CONTEST}/team/ask", contest_entering.AskMates, "contest-team-ask"),
    (f"{_CONTEST}/team/turn-down", contest_entering.TurnDown, "contest-team-turn-down"),
    (f"{_CONTEST}/volunteer", contest_entering.Volunteer, "contest-volunteer"),
    (f"{_CONTEST}/absences", contest_entering.Absences, "contest-absences"),
    (f"{_CONTEST}/stand", contest_entering.Stand, "contest-stand"),
    (f"{_CONTEST}/challenges", contest_entering.Challenges, "contest-challenges"),
    (f"{_CONTEST}/challenges/take-up", contest_entering.TakeUp, "contest-take-up"),
    (f"{_CONTEST}/challenges/give-way", contest_entering.GiveWay, "contest-give-way"),
    (f"{_CONTEST}/invitations", contest_entering.Invitations, "contest-invitations"),
    (f"{_CONTEST}/export", contest_play.ContestExport, "contest-export"),
    (f"{_GROUP}/standings", contest_play.GroupStandings, "contest-standings"),
    (f"{_GROUP}/crosstable", contest_play.GroupCrosstable, "contest-crosstable"),
    (f"{_GROUP}/bracket", contest_play.GroupBracket, "contest-bracket"),
    (f"{_GROUP}/rounds/<int:number>", contest_play.OneRound, "contest-round"),
    (f"{_GROUP}/files/<slug:name>", contest_play.ContestFile, "contest-file"),
    (_ACTS, contest_acts.Acts, "contest-acts"),
    (f"{_ACTS}/preview", contest_acts.ActPreview, "contest-act-preview"),
    (f"{_ACTS}/verbs", contest_acts.ActVerbs, "contest-act-verbs"),
    (f"{_ACTS}/<int:number>/undo", contest_acts.ActUndo, "contest-act-undo"),
    ("v1/schema", schema.Schema, "schema"),
    ("v1/docs", schema.Docs, "docs"),
)


def _patterns() -> list[URLPattern]:
    plain = [path(route, view.as_view(), name=name) for route, view, name in _PLACES]
    slashed = [path(f"{route}/", view.as_view(schema=None)) for route, view, _name in _PLACES]
    return [*plain, *slashed, re_path("", shelf.Unknown.as_view())]


urlpatterns = _patterns()
