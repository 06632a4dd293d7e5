"""Deals of the day: fixed before, the same for everybody, tried once, published when the day is over."""

from __future__ import annotations

import datetime
import json

import msgspec
import pytest

from accounts import actions as account_actions
from games.actions import deals, lobby, orders, seats, turns
from games.actions.refusals import DealOver, NotOpen, NotRunning
from games.models import Deal, Match, Seat
from games.models.audit import findings_of
from games.models.ranking import numbers_of, table_of
from games.models.record import document_of
from games.own_data import own_data
from games.rules import record
from games.rules.chance import seed_commitment
from games.rules.game import Outcome
from games.seals import unseal
from tests.actions.dealing import DAY, HOUR, NOW, TODAY, TONIGHT, begun, dealt, played, won
from tests.actions.tables import open_turn, person, told

pytestmark = pytest.mark.django_db


def test_each_day_and_game_for_one_has_one_deal_with_its_commitment_before_the_day() -> None:
    deals.prepare(NOW)
    made = list(Deal.objects.order_by("day").values_list("game", "day", "seed"))
    assert made == [("foursquare", TODAY, ""), ("foursquare", TODAY + DAY, "")]
    tomorrow = Deal.objects.get(day=TODAY + DAY)
    assert tomorrow.created_at < tomorrow.begins_at
    assert tomorrow.seed_commitment == seed_commitment(unseal(tomorrow.sealed_seed))


def test_deals_are_made_once_however_often_they_are_asked_for() -> None:
    deals.prepare(NOW)
    before = list(Deal.objects.order_by("pk").values_list("pk", "seed_commitment"))
    deals.prepare(NOW)
    deals.prepare(NOW + HOUR)
    assert list(Deal.objects.order_by("pk").values_list("pk", "seed_commitment")) == before
    deals.prepare(NOW + DAY)
    assert list(Deal.objects.order_by("pk").values_list("pk", "seed_commitment"))[:2] == before
    assert Deal.objects.count() == 3


def test_no_two_deals_are_alike() -> None:
    for n in range(3):
        deals.prepare(NOW + n * DAY)
    assert len(set(Deal.objects.values_list("seed_commitment", flat=True))) == 4


def test_everybody_gets_the_same_stock() -> None:
    deal = dealt()
    one, other = begun("ann", deal), begun("bob", deal, NOW + HOUR)
    assert open_turn(one).state() == open_turn(other).state()
    assert one.code != other.code
    assert {one.seed_commitment, other.seed_commitment} == {deal.seed_commitment}
    assert open_turn(begun("ann", dealt(NOW + DAY), NOW + DAY)).state().stock != open_turn(one).state().stock


def test_a_try_begins_with_the_first_card_placed() -> None:
    match = begun("ann", dealt())
    assert match.status == Match.Status.RUNNING
    assert (open_turn(match).number, open_turn(match).due_at) == (2, None)


def test_each_person_has_one_try() -> None:
    deal = dealt()
    first = begun("ann", deal)
    assert begun("ann", deal, NOW + HOUR) == first
    played(first, "ann")
    assert begun("ann", deal, NOW + HOUR) == first
    assert Match.objects.count() == 1


@pytest.mark.parametrize("when", [TONIGHT, NOW + 2 * DAY, NOW - DAY])
def test_a_deal_can_be_tried_on_its_day_only(when: datetime.datetime) -> None:
    deal = dealt()
    with pytest.raises(DealOver, match=r"The deal of 2030-01-01 is not the deal of today\."):
        deals.attempt(person("ann"), deal, when)
    assert list(Match.objects.all()) == []


def test_who_comes_back_when_the_day_is_over_finds_the_try_they_had() -> None:
    deal = dealt()
    match = begun("ann", deal)
    deals.publish(TONIGHT)
    assert begun("ann", deal, TONIGHT) == match


def test_a_try_takes_no_guest_and_no_bot() -> None:
    match = begun("ann", dealt())
    with pytest.raises(NotOpen):
        lobby.join(person("bob"), match, "", NOW)
    with pytest.raises(NotOpen):
        lobby.invite(person("ann"), match, ["bob"], NOW)
    assert list(Seat.objects.values_list("user__username", "bot", "word")) == [("ann", False, "")]


def test_a_try_without_orders_never_goes_to_a_bot() -> None:
    match = begun("ann", dealt())
    turns.close_due(NOW + 300 * DAY)
    turns.remind_due(NOW + 300 * DAY)
    match.refresh_from_db()
    assert (match.status, open_turn(match).number, told(match)) == (Match.Status.RUNNING, 2, [])


def test_the_seed_is_published_when_the_day_is_over_and_not_before() -> None:
    deal = dealt()
    match = played(begun("ann", deal), "ann")
    deals.publish(TONIGHT - datetime.timedelta(seconds=1))
    deal.refresh_from_db(), match.refresh_from_db()
    assert (deal.seed, match.seed, match.provable, match.visibility) == ("", "", False, "private")
    deals.publish(TONIGHT)
    deal.refresh_from_db(), match.refresh_from_db()
    assert seed_commitment(bytes.fromhex(deal.seed)) == deal.seed_commitment
    assert (match.seed, match.provable, match.visibility) == (deal.seed, True, "unlisted")
    assert Deal.objects.get(day=TODAY + DAY).seed == ""


def test_unfinished_tries_end_with_the_day_and_count_nothing() -> None:
    deal = dealt()
    running = played(begun("ann", deal), "ann", 3)
    over = played(begun("bob", deal), "bob")
    deals.publish(TONIGHT)
    running.refresh_from_db()
    assert (running.status, running.ended_at) == (Match.Status.FINISHED, TONIGHT)
    with pytest.raises(NotRunning):
        seats.resign(person("ann"), running, TONIGHT)
    assert [line.match for line in table_of(deal)] == [over]
    assert numbers_of([deal]) == {deal.pk: 1}


def test_what_ends_after_the_day_counts_nothing_even_before_the_clock_comes_by() -> None:
    deal = dealt()
    played(begun("ann", deal), "ann", now=TONIGHT)
    assert table_of(deal) == []


def test_publishing_again_changes_nothing() -> None:
    deal = dealt()
    match = played(begun("ann", deal), "ann")
    played(begun("bob", deal), "bob", 2)
    deals.publish(TONIGHT)
    before = list(Match.objects.values()), list(Deal.objects.values()), told(match)
    deals.publish(TONIGHT + HOUR)
    assert (list(Match.objects.values()), list(Deal.objects.values()), told(match)) == before


@pytest.mark.parametrize("survived", [0, 1, 2])
def test_a_publishing_that_was_killed_is_taken_up_again(
    survived: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal = dealt()
    for name in ("ann", "bob", "cid"):
        begun(name, deal)
    monkeypatch.setattr(deals, "PORTION", 1)
    abandon, ended = deals.abandon, []

    def killed(match: Match, now: datetime.datetime) -> None:
        abandon(match, now)
        if len(ended) == survived:
            raise KeyboardInterrupt
        ended.append(match.pk)

    monkeypatch.setattr(deals, "abandon", killed)
    with pytest.raises(KeyboardInterrupt):
        deals.publish(TONIGHT)
    deal.refresh_from_db()
    assert (deal.seed, Match.objects.finished().count()) == ("", survived)
    assert list(Match.objects.exclude(seed="")) == []
    monkeypatch.setattr(deals, "abandon", abandon)
    deals.publish(TONIGHT)
    deal.refresh_from_db()
    assert seed_commitment(bytes.fromhex(deal.seed)) == deal.seed_commitment
    assert list(Match.objects.values_list("status", "seed")) == [("finished", deal.seed)] * 3


def test_deals_that_nobody_published_for_days_are_published_together() -> None:
    for n in range(3):
        deals.prepare(NOW + n * DAY)
    deals.publish(NOW + 3 * DAY)
    assert Deal.objects.secret().count() == 1


def test_a_deal_whose_key_is_lost_holds_up_no_other() -> None:
    lost = dealt()
    Deal.objects.filter(pk=lost.pk).update(sealed_seed=b"no seal of ours")
    kept = dealt(NOW + DAY)
    deals.publish(NOW + 2 * DAY)
    assert list(Deal.objects.over(NOW + 2 * DAY).secret()) == [lost]
    kept.refresh_from_db()
    assert seed_commitment(bytes.fromhex(kept.seed)) == kept.seed_commitment


def outcome(score: int, win: bool) -> dict[str, object]:
    """How a try may have ended."""
    ended = Outcome((1,), "won" if win else "down", (0,) if win else (), (score,))
    values: dict[str, object] = msgspec.to_builtins(ended)
    return values


def test_the_table_has_wins_first_then_scores_and_shares_places() -> None:
    deal = dealt()
    results = {"ann": (3, True), "bob": (9, False), "cid": (7, True), "dan": (3, True), "eve": (0, False)}
    for minute, (name, (score, win)) in enumerate(results.items()):
        ended_at = NOW + datetime.timedelta(minutes=minute)
        match = begun(name, deal)
        Match.objects.filter(pk=match.pk).update(
            status="finished", ended_at=ended_at, outcome=outcome(score, win)
        )
    assert [(line.place, line.player, line.score, line.won) for line in table_of(deal)] == [
        (1, "cid", 7, True),
        (2, "ann", 3, True),
        (2, "dan", 3, True),
        (4, "bob", 9, False),
        (5, "eve", 0, False),
    ]


def test_the_table_takes_one_query_however_long_it_is(django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    deal = dealt()
    for name in ("ann", "bob", "cid"):
        played(begun(name, deal), name)
    with django_assert_num_queries(1):
        assert len(table_of(deal)) == 3


def test_who_gives_a_try_up_has_lost_it() -> None:
    deal = dealt()
    match = played(begun("ann", deal), "ann", 4)
    seats.resign(person("ann"), match, NOW + HOUR)
    assert [(line.player, line.won, line.reason) for line in table_of(deal)] == [("ann", False, "resigned")]


def test_the_record_of_a_try_verifies_when_the_deal_is_published() -> None:
    deal = dealt()
    match = played(begun("ann", deal), "ann")
    left = played(begun("bob", deal), "bob", 5)
    deals.publish(TONIGHT)
    for one in (match, left):
        one.refresh_from_db()
        text = msgspec.json.encode(document_of(one))
        assert record.verify(text) == []
        assert json.loads(text)["seed_commitment"] == deal.seed_commitment


def test_the_audit_covers_tries_at_every_stage() -> None:
    deal = dealt()
    over, running = played(begun("ann", deal), "ann"), played(begun("bob", deal), "bob", 5)
    assert [findings_of(match) for match in (over, running)] == [[], []]
    Match.objects.filter(pk=over.pk).update(outcome=outcome(99, not won(over)))
    assert findings_of(Match.objects.get(pk=over.pk)) != []
    Match.objects.filter(pk=over.pk).update(outcome=over.outcome)
    deals.publish(TONIGHT)
    assert [findings_of(match) for match in Match.objects.all()] == [[], []]


def test_who_leaves_the_site_leaves_a_line_without_a_name() -> None:
    deal = dealt()
    played(begun("ann", deal), "ann")
    played(begun("bob", deal), "bob", 3)
    played(begun("cid", deal), "cid")
    account_actions.erase(person("ann"), NOW + HOUR)
    account_actions.erase(person("bob"), NOW + HOUR)
    deals.publish(TONIGHT)
    account_actions.erase(person("cid"), TONIGHT + HOUR)
    assert sorted((line.player, line.reason == "resigned") for line in table_of(deal)) == [
        ("", False),
        ("", False),
        ("", True),
    ]
    assert list(Seat.objects.values_list("user", "bot")) == [(None, False)] * 3
    assert [findings_of(match) for match in Match.objects.all()] == [[]] * 3


def test_what_somebody_played_alone_ends_when_they_leave_the_site() -> None:
    match = lobby.open_match(person("ann"), lobby.Proposal("foursquare", 1), NOW)
    account_actions.erase(person("ann"), NOW + HOUR)
    match.refresh_from_db()
    assert (match.status, match.outcome["reason"]) == (Match.Status.FINISHED, "resigned")
    assert findings_of(match) == []


def test_ones_data_has_the_tries() -> None:
    match = played(begun("ann", dealt()), "ann")
    begun("bob", dealt())
    assert own_data(person("ann"))["tries"] == [
        {
            "code": match.code,
            "game": "foursquare",
            "deal__day": TODAY,
            "started_at": NOW,
            "ended_at": NOW,
            "outcome": match.outcome,
        }
    ]


def test_the_same_table_again_after_a_try_is_practice() -> None:
    match = played(begun("ann", dealt()), "ann")
    again = lobby.rematch(person("ann"), match, NOW + HOUR)
    assert (again.deal, again.name, again.status, again.visibility) == (None, "", "running", "private")
    assert again.seed_commitment != match.seed_commitment


def test_an_order_for_a_try_is_answered_with_the_next_question() -> None:
    match = begun("ann", dealt())
    turn = open_turn(match)
    line = match.rules.decisions(turn.state())[0].default
    receipt = orders.submit(person("ann"), match.code, turn.number, line, NOW, "web")
    assert (receipt.closed, open_turn(match).number) == (True, turn.number + 1)
    assert list(open_turn(match).orders.values_list("seat__user__username", "commitment")) == [("ann", "")]
