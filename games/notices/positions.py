"""The position a mail shows, worked out once for all its readers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.notices.cases import Case
from games.notices.sentences import standing
from games.rules.game import Clause, Decision, Game, Options, Picture, Seat, State


@dataclass(frozen=True)
class Position:
    """A state with what is owed in it."""

    game: Game[Any]
    state: State
    decisions: Mapping[Seat, Decision]

    def picture(self, seat: Seat) -> Picture:
        """The board as a seat may see it."""
        return self.game.picture(self.game.view(self.state, seat))

    def standing(self, seat: Seat, names: Sequence[str]) -> tuple[str, ...]:
        """What holds beside what the picture shows, in words."""
        return tuple(standing(self.game, self.game.view(self.state, seat), names))

    def taken_ahead(self, options: Options, seat: Seat) -> tuple[Clause, ...]:
        """What orders ahead may be made of now."""
        return self.game.ahead(options, self.game.view(self.state, seat))

    def ahead(self, seat: Seat) -> tuple[str, ...]:
        """Orders ahead that a seat could give now."""
        return self.game.examples(self.game.view(self.state, seat), seat)


def position(case: Case) -> Position:
    """The position of the case's turn; of a finished match, the one it ended in."""
    game = case.match.rules
    state = case.match.final_state() or case.turn.state()
    return Position(game, state, game.decisions(state))
