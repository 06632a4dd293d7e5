"""The addresses of the pages of play."""

from __future__ import annotations

from django.urls import path

from games.pages import (
    acts,
    by_link,
    errors,
    home,
    lobby,
    match,
    opening,
    orders,
    people,
    record,
    replay,
    shelf,
)

urlpatterns = [
    path("", home.home, name="home"),
    path("robots.txt", errors.robots, name="robots"),
    path("games/", shelf.games, name="games"),
    path("games/<slug:slug>/", shelf.rules, name="rules"),
    path("matches/", lobby.matches, name="matches"),
    path("matches/new/", opening.new_match, name="match_new"),
    path("people/<str:username>/", people.person, name="person"),
    path("o/<str:token>/", by_link.by_link, name="order_by_link"),
    path("m/<str:code>/", match.match_page, name="match"),
    path("m/<str:code>/live/", match.live_part, name="match_live"),
    path("m/<str:code>/log/", match.log_page, name="match_log"),
    path("m/<str:code>/talk/", match.talk_page, name="match_talk"),
    path("m/<str:code>/turn/<int:number>/", replay.turn_page, name="turn"),
    path("m/<str:code>/turn/<int:number>/order/", orders.give, name="order_give"),
    path("m/<str:code>/turn/<int:number>/take-back/", orders.take_back, name="order_take_back"),
    path("m/<str:code>/join/", acts.join, name="match_join"),
    path("m/<str:code>/leave/", acts.leave, name="match_leave"),
    path("m/<str:code>/invite/", acts.invite, name="match_invite"),
    path("m/<str:code>/call-off/", acts.call_off, name="match_call_off"),
    path("m/<str:code>/resign/", acts.resign, name="match_resign"),
    path("m/<str:code>/rematch/", acts.rematch, name="match_rematch"),
    path("m/<str:code>/say/", acts.say, name="match_say"),
    path("m/<str:code>/note/", acts.note, name="match_note"),
    path("m/<str:code>/record.json", record.download, name="record"),
    path("m/<str:code>/check/", record.check, name="record_check"),
]
