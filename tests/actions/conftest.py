"""Every test here may play the small game of ``tests.actions.toy``."""

import pytest

from games.rules import GAMES
from tests.actions.toy import Hush


@pytest.fixture(autouse=True)
def hush(monkeypatch: pytest.MonkeyPatch) -> Hush:
    game = Hush()
    monkeypatch.setitem(GAMES, game.slug, game)
    return game
