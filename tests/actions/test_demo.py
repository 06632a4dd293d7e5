"""The demo: something to play for a newcomer on one machine, and nowhere else."""

import datetime
from io import StringIO
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import authenticate
from django.core.management import CommandError, call_command
from django.test import override_settings
from django.utils import timezone

from accounts.models import User
from games.models import Contest, Deal, Match, Order
from games.models.audit import findings_of

pytestmark = pytest.mark.django_db

NAMES = ["north", "east", "south", "west"]


def made() -> str:
    out = StringIO()
    call_command("demo", stdout=out)
    return out.getvalue()


@override_settings(EMBEDDED=True)
def test_the_demo_gives_a_newcomer_something_to_play() -> None:
    made()
    assert [authenticate(username=name, password="bidplay-demo") is not None for name in NAMES] == [True] * 4
    addresses = EmailAddress.objects.filter(verified=True, primary=True).order_by("pk")
    assert [address.email for address in addresses] == [f"{name}@demo.localhost" for name in NAMES]
    north = User.objects.get(username="north")
    owed = Order.objects.owing(north)
    games = {"bid_chess", "bid_n_bet", "bids", "fourbid", "foursquare"}
    assert {slot.turn.match.game for slot in owed} == games
    assert len(owed) >= 6
    assert Match.objects.open().count() == 1
    assert [match.name for match in Match.objects.with_vacancy()] == ["Short of one"]
    assert Match.objects.finished().of(north).count() >= 1
    assert [match.code for match in Match.objects.started() if findings_of(match)] == []


@override_settings(EMBEDDED=True)
def test_the_demo_has_practice_and_the_deal_of_today(time_machine: Any) -> None:
    made()
    (practice,) = Match.objects.finished().filter(game="foursquare")
    assert (practice.creator.username, practice.visibility) == ("north", "private")
    day = timezone.now().date()
    assert Deal.objects.filter(game="foursquare", day=day).count() == 1
    time_machine.move_to(timezone.now() + datetime.timedelta(days=9))
    made()
    assert Deal.objects.filter(game="foursquare", day=timezone.now().date()).count() == 1


@override_settings(EMBEDDED=True)
def test_the_demo_has_a_contest_that_is_over_one_that_is_played_and_one_to_enter() -> None:
    made()
    contests = {contest.name: contest for contest in Contest.objects.all()}
    assert {name: contest.status for name, contest in contests.items()} == {
        "The winds of March": "finished",
        "Cup of the four winds": "running",
        "Fourbid league": "registration",
    }
    rounds = contests["Cup of the four winds"].groups.get().rounds.all()
    assert [row.ended_at is None for row in rounds] == [False, True]
    north = User.objects.get(username="north")
    assert [
        slot.turn.match.game for slot in Order.objects.owing(north).filter(turn__match__pairing__isnull=False)
    ] == ["fourbid"]
    assert contests["Fourbid league"].entries.count() == 3


@override_settings(EMBEDDED=True)
def test_the_demo_is_made_once() -> None:
    made()
    before = list(Match.objects.values_list("code", "status"))
    made()
    assert list(Match.objects.values_list("code", "status")) == before
    assert User.objects.count() == 4


def test_a_site_that_others_can_reach_gets_no_demo() -> None:
    with pytest.raises(CommandError):
        made()
    assert list(User.objects.all()) == []
