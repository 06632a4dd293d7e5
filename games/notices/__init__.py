"""How the outbox writes the mails of play: a builder for each kind of notice. Nothing here writes a row."""

from accounts import outbox


def register() -> None:
    """Name the builders to the outbox."""
    from games.notices import tables, turns, vacancies

    for kind in turns.WRITERS:
        outbox.register(kind, turns.write)
    outbox.register("invitation", tables.invitations)
    outbox.register("talk", tables.talk)
    outbox.register("seat", vacancies.seats)
