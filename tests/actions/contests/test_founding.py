"""From a call to an announced contest: every part is checked, and what people entered for stays as it is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from accounts.models import Notice
from games.actions.contests.directing.refusals import NotNow
from games.actions.contests.founding import Call, announce, change, found
from games.actions.contests.refusals import NotDirector, NotDraft
from games.contests.plan import IllegalPlan, Plan
from games.models import Contest, League
from games.rules.chance import seed_commitment
from games.rules.refusal import Refusal
from games.seals import unseal
from tests.actions.contests.cups import START, called, entered, plan_of, ticked
from tests.actions.contests.directing import do
from tests.actions.tables import DAY, NOW, person

pytestmark = pytest.mark.django_db

CALL = Call(name=" Spring  Cup ", game="hush", plan=plan_of().plain(), starts_at=START)


def test_a_draft_is_seen_by_its_directors_alone_and_its_seed_by_nobody() -> None:
    contest = found(person("dir"), CALL, NOW)
    assert (contest.status, contest.title, contest.seed) == ("draft", "Spring  Cup", "")
    assert seed_commitment(unseal(contest.sealed_seed)) == contest.seed_commitment
    assert [one.username for one in contest.directors.all()] == ["dir"]
    assert list(Contest.objects.visible_to(person("eve"))) == []
    assert list(Contest.objects.visible_to(person("dir"))) == [contest]
    assert ticked(contest, START).status == "draft"


@pytest.mark.parametrize(
    ("wrong", "field", "code"),
    [
        ({"name": " "}, "name", "no_name"),
        ({"game": "go"}, "game", "unknown_game"),
        ({"size": 9}, "seats", "illegal_seats"),
        ({"plan": Plan(stages=())}, "stages", "illegal_stages"),
        ({"plan": {"stages": 1}}, "plan", "illegal_plan"),
        ({"admission": "all"}, "admission", "illegal_admission"),
        ({"least": 1}, "least", "illegal_entries"),
        ({"least": 9, "most": 8}, "most", "illegal_entries"),
        ({"rating_least": 5, "rating_most": 4}, "rating_least", "illegal_ratings"),
        ({"round_days": -1}, "round_days", "illegal_number"),
        ({"late_rounds": 101}, "late_rounds", "illegal_number"),
        ({"opens_at": START}, "opens_at", "opens_too_late"),
        ({"game": "foursquare", "size": 1, "plan": plan_of("duplicate")}, "round_days", "no_calendar"),
    ],
)
def test_a_call_with_a_wrong_part_is_refused(wrong: dict[str, Any], field: str, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        found(person("dir"), replace(CALL, **wrong), NOW)
    assert (getattr(refused.value, "field", None), refused.value.code) == (field, code)
    assert not Contest.objects.exists()


def test_a_draft_may_become_anything_and_an_announced_contest_keeps_its_terms() -> None:
    director = person("dir")
    contest = found(director, replace(CALL, league=True), NOW)
    contest = change(director, contest, replace(CALL, name="League", size=3, least=3), NOW)
    assert (contest.size, contest.least, League.objects.get().name) == (3, 3, "League")
    contest = announce(director, contest, NOW)
    assert (contest.status, contest.opens_at, contest.wake_at) == ("registration", NOW, START)
    later = replace(CALL, name="Cup", about="Come!", size=3, least=3, opens_at=NOW, most=9)
    later = replace(later, starts_at=START + DAY)
    contest = change(director, contest, later, NOW)
    assert (contest.about, contest.most, contest.wake_at) == ("Come!", 9, START + DAY)
    with pytest.raises(NotDraft):
        change(director, contest, replace(later, size=2), NOW)
    with pytest.raises(NotDraft):
        announce(director, contest, NOW)
    with pytest.raises(IllegalPlan) as refused:
        change(director, contest, replace(later, starts_at=NOW + DAY / 2), NOW + DAY)
    assert refused.value.code == "starts_in_the_past"


def test_once_it_runs_only_the_words_about_it_may_change() -> None:
    contest = ticked(entered(called(), "ann", "bob"))
    director = person("dir")
    same = Call(
        name="Spring Cup",
        game="hush",
        plan=contest.plan,
        options=contest.options,
        pace=contest.pace,
        opens_at=NOW,
        starts_at=START,
    )
    contest = change(director, contest, replace(same, about="It runs."), START)
    assert contest.about == "It runs."
    with pytest.raises(NotDraft):
        change(director, contest, replace(same, most=9), START)


def test_a_contest_is_announced_before_it_begins_and_by_its_director_alone() -> None:
    contest = found(person("dir"), CALL, NOW)
    with pytest.raises(NotDirector):
        announce(person("eve"), contest, NOW)
    with pytest.raises(IllegalPlan):
        announce(person("dir"), contest, START)


def test_whoever_entered_is_told_that_it_is_called_off_and_nobody_of_a_draft() -> None:
    contest = entered(called(), "ann", "bob")
    do(contest, "call_off", NOW)
    contest.refresh_from_db()
    assert (contest.status, contest.wake_at, bool(contest.seed)) == ("called_off", None, True)
    told = Notice.objects.filter(subject__endswith=":called_off").values_list("user__username", flat=True)
    assert sorted(told) == ["ann", "bob"]
    with pytest.raises(NotNow):
        do(contest, "call_off", NOW)
    draft = found(person("dir"), CALL, NOW)
    do(draft, "call_off", NOW)
    assert Notice.objects.count() == 2
