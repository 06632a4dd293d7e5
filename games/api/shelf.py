"""The games one can play here, and the answer to addresses that do not exist."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from rest_framework.request import Request

from games.api import shapes
from games.api.door import Door, answer, described
from games.api.portraits import game_shape
from games.rules import GAMES


class Shelf(Door):
    """All games."""

    @described("games_list", shapes.Games)
    def get(self, request: Request) -> HttpResponse:
        """List the games with their options: values, bounds and defaults."""
        return answer(shapes.Games([game_shape(request, game) for game in GAMES.values()]))


class Unknown(Door):
    """Any other address below the API: a problem, never a page."""

    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Nothing is here, whoever asks and whatever the method."""
        raise Http404
