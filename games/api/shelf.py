"""The games one can play here, and the answer to addresses that do not exist."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from rest_framework.request import Request

from games.api import people_shapes, shapes
from games.api.door import Door, answer, described
from games.api.portraits import game_shape
from games.models.rating import Ranked, best_rated
from games.rules import GAMES


class Shelf(Door):
    """All games."""

    @described("games_list", shapes.Games)
    def get(self, request: Request) -> HttpResponse:
        """List the games with their options: values, bounds and defaults."""
        return answer(shapes.Games([game_shape(request, game) for game in GAMES.values()]))


class Ratings(Door):
    """The best rated people of a game."""

    @described("ratings_list", people_shapes.Ratings, refuses=(404,))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List up to 100 people of a game by their ratings. A game for one has none."""
        game = GAMES.get(slug)
        if game is None or game.seats[-1] == 1:
            raise Http404
        return answer(people_shapes.Ratings([_ranked(line) for line in best_rated(slug)]))


def _ranked(line: Ranked) -> people_shapes.Ranked:
    rating = line.rating
    name = rating.user.username if rating.user else ""
    return people_shapes.Ranked(line.place, name, rating.skill.figure, rating.skill.margin, rating.matches)


class Unknown(Door):
    """Any other address below the API: a problem, never a page."""

    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Nothing is here, whoever asks and whatever the method."""
        raise Http404
