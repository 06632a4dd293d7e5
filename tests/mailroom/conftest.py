"""Every test here may play the small game of ``tests.actions.toy``, and mail is taken."""

import pytest
from django.core.cache import cache
from pytest_django.fixtures import Settings

from games.rules import GAMES
from tests.actions.toy import Hush


@pytest.fixture(autouse=True)
def hush(monkeypatch: pytest.MonkeyPatch) -> Hush:
    game = Hush()
    monkeypatch.setitem(GAMES, game.slug, game)
    return game


@pytest.fixture(autouse=True)
def mail_in(settings: Settings) -> None:
    settings.MAIL_IN = "bid@bidplay.example"
    settings.DEFAULT_FROM_EMAIL = "bidplay <table@bidplay.example>"
    cache.clear()
