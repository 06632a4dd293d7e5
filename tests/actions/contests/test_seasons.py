"""From one season of a league to the next: by itself, with who goes up and down, and who stays away."""

from __future__ import annotations

import datetime

import pytest

from accounts import actions
from accounts.models import Notice
from games.actions.contests.absences import stand
from games.actions.contests.entering import enter, leave
from games.actions.contests.refusals import ContestOver, NoLeague, NotDirector, NotEntered
from games.actions.contests.seasons import LONGEST, WINDOW, close_league, turn_over
from games.models import Berth, Contest, Entry, League
from tests.actions.contests.cups import START, begun, called, entered, plan_of, played, ticked
from tests.actions.tables import DAY, NOW, person

pytestmark = pytest.mark.django_db

PLAN = plan_of("league", division=3, least=3, most=5, up=1)
NAMES = ("ann", "bob", "cid", "dot", "eve", "fay")


def season(*names: str, **call: object) -> Contest:
    """A first season of two divisions that is played; whoever is named first is the strongest."""
    return begun(*(names or NAMES), plan=PLAN, league=True, **call)


def following(contest: Contest) -> Contest:
    return Contest.objects.get(league=contest.league_id, season=contest.season + 1)


def divisions(contest: Contest) -> list[list[str]]:
    berths = Berth.objects.filter(group__contest=contest).order_by("group__number", "number")
    found: dict[int, list[str]] = {}
    for number, name in berths.values_list("group__number", "entry__user__username"):
        found.setdefault(number, []).append(name)
    return list(found.values())


def fates(contest: Contest) -> dict[str, str]:
    return dict(Berth.objects.filter(group__contest=contest).values_list("entry__user__username", "fate"))


def entry(contest: Contest, name: str) -> Entry:
    return contest.entries.get(user=person(name))


def test_the_next_season_opens_by_itself_with_who_goes_up_and_down() -> None:
    contest = season()
    assert divisions(contest) == [["ann", "bob", "cid"], ["dot", "eve", "fay"]]
    contest = played(contest)
    assert contest.status == Contest.Status.FINISHED
    assert fates(contest) == {
        "ann": "champion",
        "bob": "stays",
        "cid": "down",
        "dot": "up",
        "eve": "stays",
        "fay": "stays",
    }
    again = following(contest)
    assert (again.status, again.season, again.plan, again.game) == (
        "registration",
        2,
        contest.plan,
        contest.game,
    )
    assert (again.starts_at - again.opens_at, again.wake_at) == (DAY, again.starts_at)
    assert list(again.directors.values_list("username", flat=True)) == ["dir"]
    assert again.seed_commitment != contest.seed_commitment
    again = ticked(again, again.starts_at)
    assert divisions(again) == [["ann", "bob", "dot"], ["cid", "eve", "fay"]]
    again = played(again, again.starts_at)
    assert following(again).season == 3


def test_opening_the_next_season_twice_opens_it_once() -> None:
    contest = played(season())
    again = following(contest)
    assert turn_over(contest, START + 9 * DAY) == again
    assert (Contest.objects.count(), again.entries.count()) == (2, 6)
    told = Notice.objects.filter(user=person("ann"), kind="contest", subject__contains=contest.code)
    assert [notice.subject.split(":", 2)[2] for notice in told.order_by("pk")][-1] == "ended"


def test_a_late_wish_of_who_left_never_enters_them_again() -> None:
    """An update for a player who had left re-created his entry in the next cup."""
    contest = season()
    leave(person("fay"), contest, START)
    for stands in (True, False):
        with pytest.raises(NotEntered):
            stand(person("fay"), contest, stands, START)
    contest = played(contest)
    again = following(contest)
    assert not again.entries.filter(user=person("fay")).exists()
    leave(person("eve"), again, START)
    turn_over(contest, START)
    with pytest.raises(ContestOver):
        leave(person("fay"), contest, START)
    with pytest.raises(ContestOver):
        stand(person("eve"), contest, True, START)
    assert sorted(again.entries.values_list("user__username", flat=True)) == ["ann", "bob", "cid", "dot"]


def test_who_sits_a_season_out_keeps_their_right_for_one_season() -> None:
    contest = season("ann", "bob", "cid", "dot", "eve", "fay", "gus", "hal")
    assert divisions(contest) == [["ann", "bob", "cid"], ["dot", "eve", "fay", "gus", "hal"]]
    for name in ("ann", "dot"):
        stand(person(name), contest, False, START)
    contest = played(contest)
    assert [fates(contest)[name] for name in ("dot", "eve", "fay")] == ["up", "up", "stays"]
    second = following(contest)
    assert sorted(second.entries.values_list("user__username", flat=True)) == [
        *("bob", "cid", "eve", "fay", "gus", "hal")
    ]
    second = ticked(second, second.starts_at)
    third = following(played(second, second.starts_at))
    now = third.opens_at
    assert [enter(person(name), third, now).division for name in ("ann", "dot", "ida")] == [1, 1, None]
    Contest.objects.filter(pk=third.pk).update(season=4)
    third.refresh_from_db()
    leave(person("ann"), third, now)
    assert enter(person("ann"), third, now).division is None


def test_who_changes_their_mind_before_the_draw_has_the_right_they_had() -> None:
    contest = season()
    stand(person("dot"), contest, False, START)
    again = following(played(contest))
    assert enter(person("dot"), again, again.opens_at).division == 1
    assert stand(person("dot"), again, True, again.opens_at).stands


def test_who_has_withdrawn_comes_back_as_a_newcomer() -> None:
    contest = season()
    leave(person("ann"), contest, START)
    again = following(played(contest))
    assert enter(person("ann"), again, again.opens_at).division is None


def test_who_waited_for_a_place_is_entered_as_far_as_there_are_any() -> None:
    contest = entered(called(PLAN, league=True, most=6), *NAMES)
    for name in ("gus", "hal"):
        assert enter(person(name), contest, NOW).status == "waiting"
    contest = ticked(contest)
    stand(person("bob"), contest, False, START)
    again = following(played(contest))
    assert [(entry(again, name).status, entry(again, name).division) for name in ("gus", "hal", "fay")] == [
        ("in", None),
        ("waiting", None),
        ("in", 2),
    ]


def test_who_left_the_site_is_in_no_season_any_more() -> None:
    contest = season()
    actions.erase(person("fay"), START)
    again = following(played(contest))
    assert again.entries.count() == 5


def test_a_league_ends_when_a_director_says_so() -> None:
    contest = season()
    with pytest.raises(NotDirector):
        close_league(person("ann"), contest, START)
    assert close_league(person("dir"), contest, START) is True
    assert close_league(person("dir"), contest, START + DAY) is False
    assert League.objects.get().closed_at == START
    contest = played(contest)
    assert (contest.status, Contest.objects.count()) == (Contest.Status.FINISHED, 1)
    assert turn_over(contest, START) is None
    open_ended = played(season(name="Another league"))
    with pytest.raises(ContestOver):
        close_league(person("dir"), open_ended, START)


def test_a_cup_has_no_next_season() -> None:
    contest = begun("ann", "bob")
    with pytest.raises(NoLeague):
        turn_over(contest, START)
    with pytest.raises(NoLeague):
        close_league(person("dir"), contest, START)


@pytest.mark.parametrize(
    ("opens", "starts", "window"),
    [
        (NOW, None, WINDOW),
        (NOW, NOW, WINDOW),
        (NOW, NOW + 3 * DAY, 3 * DAY),
        (NOW, NOW + 300 * DAY, LONGEST),
    ],
)
def test_entries_are_open_as_long_as_they_were_for_the_season_before(
    opens: datetime.datetime, starts: datetime.datetime | None, window: datetime.timedelta
) -> None:
    contest = called(PLAN, league=True)
    Contest.objects.filter(pk=contest.pk).update(status="finished", opens_at=opens, starts_at=starts)
    again = turn_over(contest, START)
    assert again is not None
    assert (again.opens_at, again.starts_at) == (START, START + window)
