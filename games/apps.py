"""The games app."""

from django.apps import AppConfig
from django.conf import settings

OPEN_TO_GUESTS = frozenset(
    (
        *("home", "try_game", "match", "match_live", "match_log", "match_moves", "match_talk"),
        *("match_course", "match_text", "turn_text", "turn", "record", "export", "record_check"),
        *("order_give", "order_take_back", "match_plan", "match_note", "match_say"),
        *("match_resign", "match_rematch", "match_pause", "match_pause_back", "match_go_on"),
    )
)
"""Where somebody is known who plays without having signed up: at their own tables."""


class GamesConfig(AppConfig):
    """Matches, turns, orders, and the doors to them."""

    name = "games"

    def ready(self) -> None:
        """Tell the outbox how to write the mails of this app, and what people take along or leave behind."""
        from accounts import actions, guests, names, vacations
        from games import notices, own_data
        from games.actions import practice, ratings, seats
        from games.actions import vacations as deadlines
        from games.actions.contests import departures
        from games.mailroom import webhooks
        from games.models import Match
        from games.rules import GAMES

        notices.register()
        webhooks.connect()
        for game in GAMES.values():
            if game.budget:
                game.budget = settings.BOT_BUDGET or game.budget
        actions.EXPORTERS["games"] = own_data.own_data
        # Contests are held before turns of matches.
        actions.ERASERS += [departures.erase, seats.vacate, ratings.forget]
        guests.OPEN |= OPEN_TO_GUESTS
        guests.KEEPERS.append(practice.keep)
        vacations.FOLLOWERS.append(deadlines.follow)
        names.NAMERS.append(Match.objects.titles)
