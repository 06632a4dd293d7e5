"""The games app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Matches, turns, orders, and the doors to them."""

    name = "games"

    def ready(self) -> None:
        """Tell the outbox how to write the mails of this app."""
        from games import notices

        notices.register()
