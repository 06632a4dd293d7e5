"""How the outbox writes the mails of play, and what goes beside them: a builder a kind. Writes no row."""

from accounts import outbox
from accounts.models import DIGEST


def register() -> None:
    """Name the builders to the outbox."""
    from games.notices import (
        brief,
        contest_calls,
        contests,
        digest,
        pauses,
        replies,
        round_mails,
        tables,
        turns,
        vacancies,
    )

    for kind in turns.WRITERS:
        outbox.register(kind, turns.write, turns.deadlines if kind in turns.ASKING else None)
    outbox.register("invitation", contest_calls.invitations)
    outbox.register("talk", tables.talk)
    outbox.register("pause", pauses.pauses)
    outbox.register(DIGEST, digest.write)
    outbox.register("seat", vacancies.seats)
    outbox.register("receipt", replies.write)
    outbox.register("refusal", replies.write)
    outbox.register("contest", contests.contests)
    outbox.register("round", round_mails.rounds)
    outbox.register("challenge", contest_calls.challenges, contest_calls.answer_times)
    outbox.register("director", contest_calls.hands)
    brief.register()
