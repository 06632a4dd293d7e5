"""The games app."""

from django.apps import AppConfig
from django.conf import settings


class GamesConfig(AppConfig):
    """Matches, turns, orders, and the doors to them."""

    name = "games"

    def ready(self) -> None:
        """Tell the outbox how to write the mails of this app, and what people take along or leave behind."""
        from accounts import actions, names, vacations
        from games import notices, own_data
        from games.actions import ratings, seats
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
        vacations.FOLLOWERS.append(deadlines.follow)
        names.NAMERS.append(Match.objects.titles)
