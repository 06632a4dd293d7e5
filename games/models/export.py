"""A match as anybody may know it now, for the texts that its game can write of it. Reads only."""

from __future__ import annotations

from games.models.match import Match
from games.models.recall import told
from games.rules.exports import Export, Told


def exported(match: Match, export: Export, site: str) -> str:
    """A match that has begun as a text; of a running one what a guest may see so far."""
    turns = list(match.turns.order_by("number"))
    for turn in turns:
        turn.match = match
    state = match.final_state() or turns[-1].state()
    seats = match.seats.select_related("user").order_by("index")
    return export.write(
        Told(
            site=site,
            match=match.title,
            began=f"{match.started_at:%Y-%m-%d}",
            names=tuple([seat.name for seat in seats]),
            view=match.rules.view(state, None),
            events=tuple([tuple(told(turn, None)) for turn in turns if turn.closed_at is not None]),
        )
    )


def export_of(match: Match, name: str) -> Export | None:
    """The text with this name that a match can be read as; None if its game has none, or it has not begun."""
    found = match.rules.exports if match.started_at is not None else ()
    return next((export for export in found if export.name == name), None)
