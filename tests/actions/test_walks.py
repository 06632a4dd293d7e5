"""Random walks over paces, vacations, pauses, outages, bounces, take-overs and trouble, all together."""

from __future__ import annotations

import os
from typing import Any

import pytest

from games.rules import GAMES
from tests.actions.toy import Hush
from tests.actions.walking import Walk

pytestmark = pytest.mark.django_db

SEEDS = range(int(os.environ.get("WALK_FROM", "0")), int(os.environ.get("WALK_UNTIL", "2")))
"""More of them are walked with ``WALK_FROM=100 WALK_UNTIL=200``."""
STEPS = 60


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_happens_in_whatever_order_time_is_fair_and_goes_on(
    seed: int, hush: Hush, monkeypatch: pytest.MonkeyPatch
) -> None:
    walk = Walk(seed)
    for slug in ("hush", "bids"):
        resolve = GAMES[slug].resolve

        def failing(*args: Any, resolve: Any = resolve) -> Any:
            if walk.broken:
                raise RuntimeError("these rules fail")
            return resolve(*args)

        monkeypatch.setattr(GAMES[slug], "resolve", failing)
    for _n in range(STEPS):
        walk.step()
    walk.end()
