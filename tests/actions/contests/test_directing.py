"""What holds of every act of a director: previews, the log, undo, who may."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction

from games.actions.contests.directing import acts
from games.actions.contests.directing.preview import preview
from games.actions.contests.directing.refusals import NotUndone
from games.actions.contests.directing.verbs import DOABLE
from games.actions.contests.refusals import NotDirector
from games.models import Act, Contest, Match
from tests.actions.conftest import hush  # noqa: F401 - the contest of the last test is in the small game
from tests.actions.contests.cups import START, called, entered
from tests.actions.contests.directing import EXAMPLES, Example, everything, look, rows, take_back
from tests.actions.tables import person

pytestmark = pytest.mark.django_db

every = pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES.keys())
undoable = pytest.mark.parametrize(
    "example",
    [one for one in EXAMPLES.values() if not one.lasting],
    ids=[name for name, one in EXAMPLES.items() if not one.lasting],
)


def made(example: Example) -> tuple[Contest, dict[str, Any]]:
    contest = example.made()
    contest.refresh_from_db()
    return contest, example.data(contest)


def done(example: Example) -> tuple[Contest, Act]:
    contest, data = made(example)
    return contest, acts.act(person("dir"), contest, example.verb, data, "a reason", example.now)


def test_every_verb_has_an_example() -> None:
    assert {example.verb for example in EXAMPLES.values()} == set(DOABLE)


@every
def test_a_preview_writes_nothing(example: Example) -> None:
    contest, data = made(example)
    before = everything()
    look(contest, example.verb, example.now, **data)
    assert everything() == before


@every
def test_what_a_preview_shows_is_what_is_done(example: Example) -> None:
    contest, data = made(example)
    shown = look(contest, example.verb, example.now, **data)
    with transaction.atomic():
        _act, effect = acts.perform(person("dir"), contest, example.verb, data, "a reason", example.now)
    assert shown == effect.told_to(range(shown.told))


@every
def test_an_act_is_in_the_log_with_its_reason(example: Example) -> None:
    contest, act = done(example)
    stored = Act.objects.get(pk=act.pk)
    contest.refresh_from_db()
    assert (stored.user, stored.verb, stored.why, stored.done_at) == (
        person("dir"),
        example.verb,
        "a reason",
        example.now,
    )
    assert stored.step == contest.step
    assert "dir" in acts.VERBS[example.verb].said.format(**stored.data["facts"])


@undoable
def test_undo_restores_every_row(example: Example) -> None:
    contest, data = made(example)
    before, tables = rows(contest), sorted(Match.objects.values_list("code", "status", "counted", "stopped"))
    act = acts.act(person("dir"), contest, example.verb, data, "a reason", example.now)
    said = take_back(act, example.now)
    assert rows(contest) == before
    assert sorted(Match.objects.values_list("code", "status", "counted", "stopped")) == tables
    act.refresh_from_db()
    assert (said.verb, said.data["act"], act.undone_at) == ("undo", act.pk, example.now)


@undoable
def test_nothing_is_undone_after_the_next_step(example: Example) -> None:
    contest, act = done(example)
    Contest.objects.filter(pk=contest.pk).update(step=act.step + 1)
    before = everything()
    with pytest.raises(NotUndone) as refused:
        take_back(act, example.now)
    assert (refused.value.code, everything()) == ("step_ran", before)


@every
def test_what_lasts_says_why_and_nothing_is_undone_twice(example: Example) -> None:
    _contest, act = done(example)
    if not example.lasting:
        take_back(act, example.now)
    before = everything()
    with pytest.raises(NotUndone) as refused:
        take_back(act, example.now)
    assert refused.value.code == ("lasting" if example.lasting else "undone")
    assert everything() == before


@every
def test_nobody_else_acts(example: Example) -> None:
    contest, data = made(example)
    stranger = person("zoe")
    before = everything()
    for name in ("zoe", "ann"):
        with pytest.raises(NotDirector):
            acts.act(person(name), contest, example.verb, data, "a reason", example.now)
        with pytest.raises(NotDirector):
            look(contest, example.verb, example.now, by=name, **data)
    assert everything() == before
    assert not stranger.is_staff


def test_the_preview_of_a_draw_counts_those_who_will_hear_of_it() -> None:
    contest = entered(called(starts_at=None), "ann", "bob", "cyd", "dan")
    assert preview(person("dir"), contest, "draw", {}, START).told == 4
