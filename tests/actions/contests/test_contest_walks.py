"""Whole contests walked through at random; see ``contest_walking`` for what must always be true."""

from __future__ import annotations

import os

import pytest

from tests.actions.contests.contest_walking import PLANS, Life

pytestmark = pytest.mark.django_db
WALKS = int(os.environ.get("CONTEST_WALKS", "1"))


@pytest.mark.parametrize("seed", range(WALKS))
@pytest.mark.parametrize("name", PLANS)
def test_whatever_people_do_a_contest_comes_to_its_end_with_one_of_everything(name: str, seed: int) -> None:
    Life(name, seed).walk(40)
