"""What somebody wants to play, and whether there can be such a table. Nothing is stored here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from django.conf import settings

from games.actions import teams
from games.actions.refusals import IllegalTable
from games.models import Match
from games.pace import FREE, Pace
from games.rules import GAMES
from games.rules.chance import Chance
from games.rules.game import gettext_noop

_ = gettext_noop


@dataclass(frozen=True)
class Proposal:
    """What somebody wants to play; ``open_match`` checks every part of it."""

    game: str
    seats: int
    options: Mapping[str, Any] = field(default_factory=dict)
    pace: Mapping[str, Any] = field(default_factory=dict)
    bots: int = 0
    team: int = 1
    """How many people may hold a seat together."""
    captain: str = Match.Captain.FIRST
    reliability: int = 0
    """The percentage of orders in time that whoever joins must have; 0 for none."""
    first_seat: int = 0
    """Where its creator sits."""
    visibility: str | None = None
    """By default a match for one is its player's own, any other is public."""
    name: str = ""
    word: str = ""
    invite: Sequence[str] = ()
    """User names."""

    @property
    def seen_by(self) -> str:
        """Who may see the match."""
        usual = Match.Visibility.PRIVATE if self.seats == 1 else Match.Visibility.PUBLIC
        return self.visibility or usual


def checked(proposal: Proposal) -> tuple[dict[str, Any], Pace]:
    """The options, all of them, and the pace of a proposal; or the refusal that names what is wrong."""
    game = GAMES.get(proposal.game)
    if game is None:
        raise IllegalTable(
            _("There is no game “{game}”; there are {games}."),
            "unknown_game",
            "game",
            game=proposal.game,
            games=", ".join(GAMES),
        )
    if proposal.seats not in game.seats and game.seats[-1] == 1:
        raise IllegalTable(
            _("{game} is for one seat, not {seats}."),
            "illegal_seats",
            "seats",
            game=game.name,
            seats=proposal.seats,
        )
    if proposal.seats not in game.seats:
        raise IllegalTable(
            _("{game} is for {least} to {most} seats, not {seats}."),
            "illegal_seats",
            "seats",
            game=game.name,
            least=game.seats[0],
            most=game.seats[-1],
            seats=proposal.seats,
        )
    if proposal.seats == 1:
        _check_alone(proposal)
    elif proposal.bots == proposal.seats:
        _check_watched(proposal)
    if not 0 <= proposal.bots <= proposal.seats:
        raise IllegalTable(
            _("At a table of {seats} there is room for 0 to {most} bots, not {bots}."),
            "illegal_bots",
            "bots",
            seats=proposal.seats,
            most=proposal.seats,
            bots=proposal.bots,
        )
    teams.check(proposal.seats, proposal.team, proposal.captain)
    _check_reliability(proposal)
    if proposal.seen_by not in Match.Visibility.values:
        raise IllegalTable(
            _("A match is {values}, not “{visibility}”."),
            "illegal_visibility",
            "visibility",
            values=", ".join(Match.Visibility.values),
            visibility=proposal.visibility,
        )
    options = game.options(**proposal.options)
    # A combination that the game can't play is refused now, not when the last seat is taken.
    game.setup(proposal.seats, options, Chance(b"trial", 0))
    return msgspec.to_builtins(options), _pace(proposal)


def _check_reliability(proposal: Proposal) -> None:
    """Refuse what is no percentage."""
    if not 0 <= proposal.reliability <= 100:
        raise IllegalTable(
            _("A table asks for 0 to 100 percent of orders in time, not {percent}."),
            "illegal_reliability",
            "reliability",
            percent=proposal.reliability,
        )


def _check_alone(proposal: Proposal) -> None:
    """Refuse for a match for one what takes several."""
    if proposal.bots:
        raise IllegalTable(_("A match for one seat has no room for bots."), "bots_alone", "bots")
    if proposal.invite:
        raise IllegalTable(_("A match for one seat has no room for guests."), "invite_alone", "invite")
    if proposal.pace and Pace.read(proposal.pace).kind != FREE.kind:
        raise IllegalTable(
            _("A match for one seat has no deadlines; leave its pace out."), "pace_alone", "pace"
        )


def _check_watched(proposal: Proposal) -> None:
    """Refuse for a match that bots play alone what only people need."""
    if proposal.invite:
        raise IllegalTable(_("A match of bots alone has no room for guests."), "invite_bots", "invite")
    if proposal.team != 1:
        raise IllegalTable(_("Bots play in no teams."), "team_bots", "team")


def _pace(proposal: Proposal) -> Pace:
    """The pace of a proposal; who plays alone holds nobody up and has all the time in the world."""
    if proposal.seats == 1:
        return FREE
    return Pace.read(proposal.pace).bounded(settings.SHORTEST_PACE, settings.LONGEST_PACE)
