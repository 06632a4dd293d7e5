"""What is said of orders ahead: what was played of them, what waits; the same again for a text sent twice."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.actions import ahead, orders
from games.actions.refusals import NotRunning, OrderLost, PlanLost, TooLate
from games.models import Match, Order, Seat
from games.rules import GAMES
from games.rules.game import IllegalOrder
from games.seals import seal
from tests.actions.nonsense import default
from tests.actions.tables import NOW, lines, open_turn, order, person, play, seat, started
from tests.actions.test_plans import own, plan

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return started("ann", "bob", options={"turns": 20})


def rows(match: Match) -> list[object]:
    """All that a text sent twice must leave as it is, but for the dates."""
    slots = Order.objects.filter(turn__match=match).order_by("pk")
    return [*slots.values_list("turn__number", "commitment", "version", "line", "by"), own("ann", match)]


def test_a_receipt_tells_what_was_played_at_once_and_what_waits(match: Match) -> None:
    order("bob", match, "3; then 4 8")
    receipt = order("ann", match, "7; then 5 6 9 2")
    assert (receipt.line, receipt.by_plan, receipt.closed) == ("7", False, True)
    assert (receipt.plan, receipt.played, receipt.left) == ("then 5 6 9 2", 3, "then 2")
    assert open_turn(match).number == 4


def test_a_receipt_of_a_plan_alone_counts_the_order_it_gave(match: Match) -> None:
    receipt = plan("ann", match, "then 5 6")
    assert (receipt.line, receipt.by_plan, receipt.played, receipt.left) == ("5", True, 1, "then 6")
    order("bob", match, "3; then 4")
    receipt = order("bob", match, "then 4 5 6", number=3)
    assert (receipt.line, receipt.by_plan, receipt.closed) == ("4", True, False)


def test_a_plan_that_waits_says_so_and_whether_an_order_is_owed(match: Match) -> None:
    receipt = plan("ann", match, "then 97")
    assert (receipt.line, receipt.played, receipt.left, receipt.owed) == ("", 0, "then 97", True)
    order("ann", match, "7")
    assert not plan("ann", match, "then 97 5").owed


def test_a_plan_that_does_not_fit_is_told_to_be_dropped(match: Match) -> None:
    receipt = plan("ann", match, "then 98")
    assert (receipt.line, receipt.plan, receipt.played, receipt.left) == ("", "then 98", 0, "")
    assert own("ann", match) == ""


def test_a_plan_that_ends_the_match_has_nothing_left(match: Match) -> None:
    match = started("cid", "dan", options={"turns": 2})
    order("cid", match, "7; then 5 6 9")
    receipt = order("dan", match, "3; then 4 8")
    assert (receipt.closed, receipt.played, receipt.left) == (True, 1, "")


def test_a_plan_sent_twice_is_played_once(match: Match) -> None:
    first = plan("ann", match, "then 5 6")
    before = rows(match)
    assert plan("ann", match, " then 5 6\n") == first
    assert rows(match) == before
    order("bob", match, "3")
    before = rows(match)
    assert orders.plan(person("ann"), match.code, "then 5 6", NOW, 1) == first
    assert order("ann", match, "then 5 6", number=1) == first
    assert rows(match) == before
    assert own("ann", match) == ""


def test_a_plan_that_closed_its_turn_gives_its_receipt_again(match: Match) -> None:
    order("bob", match, "3")
    first = plan("ann", match, "then 5 6")
    assert first.closed
    before = rows(match)
    assert orders.plan(person("ann"), match.code, "then 5 6", NOW, 1) == first
    assert rows(match) == before
    assert lines(match.turns.get(number=1))[0] == ("5", "plan")


def test_an_order_with_a_plan_gives_its_receipt_again_when_its_turn_has_closed(match: Match) -> None:
    order("bob", match, "3")
    first = order("ann", match, "7; then 5 6")
    before = rows(match)
    assert order("ann", match, "7; then 5 6", number=1) == first
    assert rows(match) == before
    with pytest.raises(TooLate):
        order("ann", match, "7; then 9", number=1)
    assert rows(match) == before


def test_a_plan_that_ended_the_match_gives_its_receipt_again() -> None:
    match = started("ann", "bob", options={"turns": 1})
    order("bob", match, "3")
    first = plan("ann", match, "then 5 6")
    assert orders.plan(person("ann"), match.code, "then 5 6", NOW, 1) == first
    with pytest.raises(NotRunning):
        orders.plan(person("ann"), match.code, "then 5 7", NOW, 1)
    with pytest.raises(NotRunning):
        plan("ann", match, "then 5 6")


def test_an_order_that_a_plan_gave_may_be_sent_again_as_an_order(match: Match) -> None:
    plan("ann", match, "then 5")
    first = order("ann", match, "5")
    order("bob", match, "3")
    assert order("ann", match, " 5", number=1) == replace(first, closed=True)


def test_a_plan_sent_again_as_it_is_written_in_full_is_played_once() -> None:
    match = started("ann", "bob", game="bid_n_bet")
    mover = open_turn(match).orders.get().seat.user
    first = orders.plan(mover, match.code, "standing horse red; standing bid 40", NOW)
    assert orders.plan(mover, match.code, first.plan, NOW, 1) == first
    order(mover.username, match, default(match))
    assert orders.plan(mover, match.code, first.plan, NOW, 1) == first


def test_the_same_plan_for_a_later_turn_is_a_new_wish(match: Match) -> None:
    plan("ann", match, "then 5")
    order("bob", match, "3")
    assert orders.plan(person("ann"), match.code, "then 5", NOW, 2).line == "5"
    assert orders.own_order(person("ann"), open_turn(match)) == "5"
    order("bob", match, "3")
    assert plan("ann", match, "then 5").line == "5"


def test_the_same_plan_after_its_order_was_taken_back_is_a_new_wish(match: Match) -> None:
    plan("ann", match, "then 5 6")
    orders.withdraw(person("ann"), match.code, 1)
    receipt = plan("ann", match, "then 5 6")
    assert (receipt.line, receipt.version, own("ann", match)) == ("5", 2, "then 6")


def test_another_plan_for_a_turn_that_is_past_is_a_new_wish(match: Match) -> None:
    plan("ann", match, "then 5")
    order("bob", match, "3")
    receipt = orders.plan(person("ann"), match.code, "then 6", NOW, 1)
    assert (receipt.line, orders.own_order(person("ann"), open_turn(match))) == ("6", "6")
    before = rows(match)
    assert orders.plan(person("ann"), match.code, "then 6", NOW, 1) == receipt
    assert rows(match) == before


def test_a_plan_of_who_is_not_asked_may_come_twice(match: Match) -> None:
    match = started("cid", "dan", options={"solo": True, "turns": 20})
    play(match, {"cid": "7", "dan": "3"})
    first = plan("dan", match, "then 4")
    assert plan("dan", match, "then 4") == first
    play(match, {"cid": "7"})
    assert orders.plan(person("dan"), match.code, "then 4", NOW, 2) == first
    assert own("dan", match) == ""


def test_a_text_that_clears_a_plan_may_come_twice(match: Match) -> None:
    plan("ann", match, "then 97")
    assert plan("ann", match, "") == plan("ann", match, " ")
    assert bytes(seat(match, "ann").sealed_plan) == b""


def test_a_turn_that_was_put_aside_is_not_called_closed() -> None:
    match = started("ann", "bob", options={"boom": 1})
    assert not order("ann", match, "7").closed
    receipt = order("bob", match, "3; then 4")
    assert (receipt.closed, receipt.played, receipt.left) == (False, 0, "then 4")
    assert not order("bob", match, "3; then 4").closed


def test_a_plan_whose_key_is_lost_is_told_to_be_and_another_takes_its_place(match: Match) -> None:
    plan("ann", match, "then 97")
    Seat.objects.filter(pk=seat(match, "ann").pk).update(sealed_plan=b"no seal of ours")
    with pytest.raises(PlanLost) as lost:
        orders.own_plan(person("ann"), match)
    assert str(lost.value) == (
        "Your orders ahead can’t be opened any more and are not followed. Write them anew, or none."
    )
    order("ann", match, "7")
    assert plan("ann", match, "then 97").plan == "then 97"
    assert own("ann", match) == "then 97"


def test_an_order_whose_key_is_lost_is_told_to_be_and_another_takes_its_place(match: Match) -> None:
    order("ann", match, "7")
    Order.objects.given().update(sealed=b"no seal of ours")
    with pytest.raises(OrderLost):
        orders.own_order(person("ann"), open_turn(match))
    assert order("ann", match, "7").version == 2
    assert orders.own_order(person("ann"), open_turn(match)) == "7"


def test_a_lost_plan_can_be_cleared(match: Match) -> None:
    Seat.objects.filter(pk=seat(match, "ann").pk).update(sealed_plan=b"no seal of ours")
    order("ann", match, "7")
    plan("ann", match, "")
    assert own("ann", match) == ""


def test_a_plan_stored_as_its_text_alone_is_followed(match: Match) -> None:
    Seat.objects.filter(pk=seat(match, "ann").pk).update(sealed_plan=seal(b"then 5 6".ljust(256)))
    play(match, {"ann": "7", "bob": "3"})
    assert (orders.own_order(person("ann"), open_turn(match)), own("ann", match)) == ("5", "then 6")


def test_a_plan_shows_the_words_it_was_written_in_until_some_of_it_is_spent(match: Match) -> None:
    def words() -> str:
        return orders.own_plan(person("ann"), match).own_words(match.rules)

    assert words() == ""
    order("ann", match, "7;  then  97   5")
    assert words() == ""
    match.game = "bids"
    kept = ahead.Kept(
        "trick 1/1; else R1", "G2; ELSE R1", 1, orders.Receipt("", 0, "", NOW, plan="trick 1/1; else R1")
    )
    assert kept.own_words(GAMES["bids"]) == "ELSE R1"
    assert replace_plan(kept).own_words(GAMES["bids"]) == ""


def replace_plan(kept: ahead.Kept) -> ahead.Kept:
    """The same plan, of which something is spent."""
    return ahead.Kept("", kept.words, kept.turn, kept.receipt)


def test_a_plan_sent_twice_is_refused_as_often_if_it_is_wrong(match: Match) -> None:
    for _time in range(2):
        with pytest.raises(IllegalOrder):
            plan("ann", match, "then x")


@pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if game.plans])
def test_every_game_answers_its_own_examples_twice_with_one_receipt(slug: str) -> None:
    match = started(*("ann", "bob", "cid")[: GAMES[slug].seats.start], game=slug)
    for step in range(24):
        turn = match.turns.open().select_related("match").first()
        if turn is None:
            break
        held = match.seats.select_related("user").get(index=step % match.size)
        texts = match.rules.examples(match.rules.view(turn.state(), held.index), held.index)
        if texts:
            text = texts[step % len(texts)]
            receipt = orders.plan(held.user, match.code, text, NOW, turn.number)
            before = everything(match)
            assert orders.plan(held.user, match.code, f" {text} ", NOW, turn.number) == receipt
            assert everything(match) == before
            assert orders.own_plan(held.user, match).plan == receipt.left
        if step % 3 == 0:
            slot = match.turns.open().get().orders.filter(commitment="").select_related("seat__user").first()
            order(slot.seat.user.username, match, default(match, slot.seat.index))


def everything(match: Match) -> list[object]:
    """What lies open of a match, and what its seats have kept."""
    slots = Order.objects.filter(turn__match=match).order_by("pk")
    kept = [ahead.opened(seat.sealed_plan) for seat in match.seats.order_by("index")]
    return [*slots.values_list("turn__number", "commitment", "version", "line", "by"), *kept]
