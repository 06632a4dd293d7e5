"""The games app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Matches, turns, orders, and the doors to them."""

    name = "games"

    def ready(self) -> None:
        """Tell the outbox how to write the mails of this app, and what people take along or leave behind."""
        from accounts import actions
        from games import notices, own_data
        from games.actions import seats

        notices.register()
        actions.EXPORTERS["games"] = own_data.own_data
        actions.ERASERS.append(seats.vacate)
