"""The addresses of contests that everybody has; what directors have is in their own room."""

from __future__ import annotations

from django.urls import path

from games.pages.contests import (
    acts,
    bracket,
    crosstable,
    entries,
    exports,
    feeds,
    history,
    listing,
    log,
    opening,
    overview,
    rounds,
    standings,
)

urlpatterns = [
    path("contests/", listing.contests, name="contests"),
    path("contests/new/", opening.new_contest, name="contest_new"),
    path("c/<code:code>/", overview.contest_page, name="contest"),
    path("c/<code:code>/standings/", standings.standings_page, name="contest_standings"),
    path("c/<code:code>/standings/<int:stage>/<int:number>/", standings.group_page, name="contest_group"),
    path(
        "c/<code:code>/crosstable/<int:stage>/<int:number>/",
        crosstable.crosstable_page,
        name="contest_crosstable",
    ),
    path("c/<code:code>/bracket/<int:stage>/<int:number>/", bracket.bracket_page, name="contest_bracket"),
    path("c/<code:code>/rounds/", rounds.rounds_page, name="contest_rounds"),
    path(
        "c/<code:code>/rounds/<int:stage>/<int:number>/<int:round>/", rounds.round_page, name="contest_round"
    ),
    path("c/<code:code>/entries/", entries.entries_page, name="contest_entries"),
    path("c/<code:code>/entries/<int:key>/", entries.entry_page, name="contest_entry"),
    path("c/<code:code>/history/", history.history_page, name="contest_history"),
    path("c/<code:code>/export.json", exports.as_json, name="contest_json"),
    path("c/<code:code>/export.csv", exports.as_csv, name="contest_csv"),
    path("c/<code:code>/export.trf", exports.as_trf, name="contest_trf"),
    path("c/<code:code>/export.txt", exports.as_text, name="contest_text"),
    path("c/<code:code>/feed.atom", feeds.atom, name="contest_atom"),
    path("c/<code:code>/calendar.ics", feeds.calendar, name="contest_calendar"),
    path("c/<code:code>/log/", log.log_page, name="contest_log"),
    path("c/<code:code>/enter/", acts.enter, name="contest_enter"),
    path("c/<code:code>/leave/", acts.leave, name="contest_leave"),
    path("c/<code:code>/team/join/", acts.join_team, name="contest_join_team"),
    path("c/<code:code>/team/turn-down/", acts.turn_down, name="contest_turn_down"),
    path("c/<code:code>/team/ask/", acts.ask, name="contest_ask"),
    path("c/<code:code>/volunteer/", acts.volunteer, name="contest_volunteer"),
    path("c/<code:code>/absent/", acts.absent, name="contest_absent"),
    path("c/<code:code>/stand/", acts.stand, name="contest_stand"),
    path("c/<code:code>/challenge/", acts.challenge, name="contest_challenge"),
    path("c/<code:code>/take-up/", acts.take_up, name="contest_take_up"),
    path("c/<code:code>/give-way/", acts.give_way, name="contest_give_way"),
    path("c/<code:code>/announce/", acts.announce, name="contest_announce"),
    path("c/<code:code>/change/", opening.change_contest, name="contest_change"),
    path("c/<code:code>/call-off/", acts.call_off, name="contest_call_off"),
]
