"""How turns end: the deadline, grace, misses in a row, desertion, bots, forced turns, rules that fail."""

import datetime

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from accounts.models import Notice
from games.actions import closing, orders, seats, turns
from games.models import Match, Order, Seat, Turn, light
from games.models.record import entry_of, header_of
from games.rules.record import header_hash, turn_hash
from tests.actions.tables import (
    DAY,
    HOUR,
    NEXT,
    NOW,
    SECOND,
    lines,
    open_turn,
    opened,
    order,
    person,
    play,
    seat,
    started,
    told,
)
from tests.actions.toy import Hush

pytestmark = pytest.mark.django_db

HALF = datetime.timedelta(days=1.5)
STRICT = {"grace": False}


def test_a_turn_is_never_due_before_its_deadline() -> None:
    match = started("ann", "bob", pace=STRICT)
    assert turns.close_due(NEXT - SECOND) == 0
    assert open_turn(match).number == 1
    assert turns.close_due(NEXT) == 1
    assert open_turn(match).number == 2


def test_an_open_match_is_never_due() -> None:
    """A match became active before its seats were written, and its first turn was skipped."""
    opened()
    assert turns.close_due(NEXT + 365 * DAY) == 0


def test_a_silent_seat_plays_the_default() -> None:
    match = started("ann", "bob", pace=STRICT)
    order("ann", match, "7")
    turns.close_due(NEXT)
    assert lines(match.turns.get(number=1)) == {0: ("7", "player"), 1: ("1", "default")}


def test_the_first_silence_is_given_half_a_turn_more() -> None:
    match = started("ann", "bob")
    order("ann", match, "7")
    turns.close_due(NEXT)
    turn = open_turn(match)
    assert (turn.number, turn.due_at, turn.remind_at) == (1, NEXT + HALF, None)
    assert (seat(match, "ann").grace_used, seat(match, "bob").grace_used) == (False, True)
    assert (seat(match, "bob").misses, seat(match, "bob").missed) == (0, 0)
    assert told(match, "missed") == [("bob", "missed", "1:grace")]


def test_grace_is_the_same_share_of_any_pace() -> None:
    """Extensions and warnings had a length of their own in games with another cadence."""
    match = started("ann", "bob", pace={"interval": 600})
    first = open_turn(match)
    assert first.due_at == NOW + datetime.timedelta(seconds=600)
    assert first.remind_at == NOW + datetime.timedelta(seconds=480)
    turns.close_due(NOW + datetime.timedelta(seconds=600))
    assert open_turn(match).due_at == NOW + datetime.timedelta(seconds=900)


def test_grace_found_late_still_lasts_half_a_turn() -> None:
    match = started("ann", "bob")
    turns.close_due(NEXT + DAY)
    assert open_turn(match).due_at == NEXT + DAY + HALF


def test_an_order_in_grace_closes_the_turn_without_a_miss() -> None:
    match = started("ann", "bob")
    order("ann", match, "7")
    turns.close_due(NEXT)
    order("bob", match, "3", NEXT + HOUR)
    assert lines(match.turns.get(number=1)) == {0: ("7", "player"), 1: ("3", "player")}
    assert seat(match, "bob").missed == 0


def test_grace_is_given_once_a_match() -> None:
    match = started("ann", "bob")
    order("ann", match, "7")
    turns.close_due(NEXT)
    turns.close_due(NEXT + HALF)
    assert (seat(match, "bob").misses, open_turn(match).number) == (1, 2)
    order("ann", match, "7", number=2)
    turns.close_due(NEXT + HALF + 3 * DAY)
    assert (seat(match, "bob").misses, open_turn(match).number) == (2, 3)


@pytest.mark.parametrize("silent", [(), ("ann",), ("bob",), ("ann", "bob"), ("ann", "bob", "cid")])
def test_any_number_of_silent_seats_ends_in_a_next_turn(silent: tuple[str, ...]) -> None:
    """In a simultaneous game two time-outs at once froze it, and one emptied everybody's clock."""
    match = started("ann", "bob", "cid", pace=STRICT)
    for name in ("ann", "bob", "cid"):
        if name not in silent:
            order(name, match, "5")
    if silent:
        turns.close_due(NEXT)
    assert {name: seat(match, name).misses for name in ("ann", "bob", "cid")} == {
        name: int(name in silent) for name in ("ann", "bob", "cid")
    }
    following = open_turn(match)
    closed_at = NEXT if silent else NOW
    assert (following.number, following.due_at) == (2, closed_at + 3 * DAY)
    assert Order.objects.filter(turn=following).count() == 3


def test_an_order_ends_the_row_of_misses() -> None:
    match = started("ann", "bob", pace={"grace": False, "misses": 2}, options={"turns": 9})
    at = NOW
    for number in (1, 2, 3, 4):
        order("ann", match, "5", at)
        if number % 2 == 0:
            order("bob", match, "5", at)
        else:
            at += 3 * DAY
            turns.close_due(at)
    bob = seat(match, "bob")
    assert (bob.misses, bob.missed, bob.state) == (0, 2, Seat.State.PLAYING)


def test_an_order_that_is_the_default_is_no_miss() -> None:
    """Only an empty slot is a miss: who ordered was there, whatever they ordered."""
    match = started("ann", "bob", pace=STRICT)
    order("ann", match, "1")
    turns.close_due(NEXT)
    assert (seat(match, "ann").misses, seat(match, "bob").misses) == (0, 1)


def test_an_order_taken_back_and_not_given_again_is_a_miss() -> None:
    match = started("ann", "bob", pace=STRICT)
    order("ann", match, "7")
    orders.withdraw(person("ann"), match.code, 1)
    turns.close_due(NEXT)
    assert lines(match.turns.get(number=1))[0] == ("1", "default")
    assert seat(match, "ann").misses == 1


def deserted(pace: dict[str, object], *names: str, turns_in_all: int = 9) -> Match:
    """A match of these people in which bob has just missed too often."""
    match = started(*names, pace={"grace": False, "misses": 2, **pace}, options={"turns": turns_in_all})
    for number in (1, 2):
        for name in set(names) - {"bob"}:
            order(name, match, "5", NOW, number)
        turns.close_due(NEXT + (number - 1) * 3 * DAY)
    match.refresh_from_db()
    return match


def test_a_bot_takes_a_deserted_seat_and_the_match_goes_on() -> None:
    match = deserted({}, "ann", "bob", "cid")
    bob = seat(match, "bob")
    assert (bob.state, bob.bot, bob.misses) == (Seat.State.DESERTED, True, 2)
    play(match, {"ann": "5", "cid": "5"})
    assert lines(match.turns.get(number=3))[1][1] == "bot"


def test_who_deserted_is_told_once_and_then_left_in_peace() -> None:
    """Seats that had long been given up were still reminded, and booked as missing again and again."""
    match = deserted({}, "ann", "bob", "cid", turns_in_all=4)
    play(match, {"ann": "5", "cid": "5"}, {"ann": "5", "cid": "5"})
    turns.remind_due(NOW + 365 * DAY)
    assert match.status == Match.Status.FINISHED
    assert [notice for notice in told(match) if notice[0] == "bob"] == [
        ("bob", "end", "4"),
        ("bob", "missed", "2"),
        ("bob", "start", "1"),
        ("bob", "turn", "2"),
    ]
    assert seat(match, "bob").missed == 2


def test_a_deserted_seat_holds_up_no_turn() -> None:
    """Seats given up used extensions and stalled the phase for ever."""
    match = deserted({}, "ann", "bob", "cid")
    turn = open_turn(match)
    assert sorted(slot.seat.index for slot in turn.orders.select_related("seat")) == [0, 2]
    order("ann", match, "5")
    assert order("cid", match, "5").closed is True


def test_a_seat_can_be_out_after_too_many_misses() -> None:
    match = deserted({"deserted": "out"}, "ann", "bob", "cid")
    bob, turn = seat(match, "bob"), open_turn(match)
    assert (bob.state, bob.bot) == (Seat.State.DESERTED, False)
    assert (turn.number, turn.left, turn.owed) == (3, [1], [0, 2])
    assert [event["kind"] for event in turn.events] == ["left"]
    order("ann", match, "5")
    assert order("cid", match, "5").closed is True
    assert [event["kind"] for event in match.turns.get(number=3).events] == ["left", "won", "hint", "hint"]


def test_the_last_seat_present_wins_when_the_other_is_out() -> None:
    """The last one at the table could only end the match by a drop of their own."""
    match = deserted({"deserted": "out"}, "ann", "bob")
    assert match.status == Match.Status.FINISHED
    assert match.outcome["reason"] == "resigned"
    assert match.outcome["winners"] == [0]
    assert (seat(match, "ann").misses, seat(match, "ann").state) == (0, Seat.State.PLAYING)
    assert list(Turn.objects.open()) == []
    assert told(match, "end") == [("ann", "end", "2"), ("bob", "end", "2")]


def test_seats_that_are_out_together_leave_one_winner() -> None:
    match = started("ann", "bob", pace={"grace": False, "misses": 1, "deserted": "out"})
    turns.close_due(NEXT)
    match.refresh_from_db()
    assert (match.status, match.outcome["winners"]) == (Match.Status.FINISHED, [1])


def test_what_waits_for_nobody_goes_on_for_a_while_and_then_by_the_clock(hush: Hush) -> None:
    match = started("ann", "bob", options={"turns": 50}, pace={"grace": False, "misses": 1})
    assert turns.close_due(NEXT) == 1
    assert open_turn(match).number == turns.ON + 2
    hush.quick = False  # type: ignore[misc]
    assert turns.close_due(NEXT) == 1
    assert open_turn(match).number == turns.ON + 3


def test_bots_play_a_match_to_its_end_when_everybody_deserted() -> None:
    match = started("ann", "bob", pace={"grace": False, "misses": 1})
    turns.close_due(NEXT)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert [{by for _line, by in lines(turn).values()} for turn in match.turns.all()] == [
        {"default"},
        {"bot"},
        {"bot"},
    ]


def test_a_turn_with_one_legal_order_is_played_at_once() -> None:
    match = started("ann", "bob", options={"forced": True})
    play(match, {"ann": "7", "bob": "3"})
    assert open_turn(match).number == 3
    assert lines(match.turns.get(number=2)) == {0: ("1", "forced"), 1: ("1", "forced")}
    assert told(match, "turn") == [("ann", "turn", "3"), ("bob", "turn", "3")]
    assert {one.misses for one in match.seats.all()} == {0}


def test_a_match_of_bots_and_one_person_asks_only_the_person() -> None:
    match = started("ann", bots=2)
    turn = open_turn(match)
    assert [slot.seat.index for slot in turn.orders.select_related("seat")] == [0]
    assert order("ann", match, "7").closed is True
    played = lines(match.turns.get(number=1))
    assert [played[index][1] for index in range(3)] == ["player", "bot", "bot"]


def test_a_bot_cannot_foresee_the_dice() -> None:
    match = started("ann", "bob")
    key = closing.key_of(match, list(match.seats.all()))
    dice = closing.Chance(key, 1)
    bot = closing.bot_chance(key, 1, 0)
    assert [dice.below(1000) for _n in range(4)] != [bot.below(1000) for _n in range(4)]


def test_a_closed_turn_carries_the_running_hash_of_the_record() -> None:
    match = started("ann", "bob")
    play(match, {"ann": "7", "bob": "3"}, {"ann": "2", "bob": "4"})
    seated = list(match.seats.all())
    digest = header_hash(header_of(match, seated))
    for turn in match.turns.closed():
        slots = {slot.seat.index: slot for slot in turn.orders.select_related("seat")}
        digest = turn_hash(digest, entry_of(turn, slots, {}))
        assert turn.hash == digest


def test_the_end_publishes_the_seed_and_the_last_position() -> None:
    match = started("ann", "bob", options={"turns": 1})
    assert (match.seed, match.final_state()) == ("", None)
    play(match, {"ann": "7", "bob": "3"})
    assert (match.status, match.ended_at, len(match.seed)) == (Match.Status.FINISHED, NOW, 64)
    assert match.outcome == {
        "places": [1, 2],
        "reason": "score",
        "winners": [0],
        "scores": [7, 0],
    }
    state = match.final_state()
    assert state is not None
    assert match.rules.outcome(state).winners == (0,)
    assert told(match, "end") == [("ann", "end", "1"), ("bob", "end", "1")]


def test_everybody_hears_once_of_a_closed_turn() -> None:
    match = started("ann", "bob", "cid", options={"solo": True})
    play(match, {"ann": "7", "bob": "3", "cid": "4"})
    assert [notice for notice in told(match) if notice[1] != "start"] == [
        ("ann", "turn", "2"),
        ("bob", "result", "2"),
        ("cid", "result", "2"),
    ]
    play(match, {"ann": "7"})
    assert told(match, "turn") == [
        ("ann", "turn", "2"),
        ("ann", "turn", "3"),
        ("bob", "turn", "3"),
        ("cid", "turn", "3"),
    ]


def test_a_storm_is_closed_by_batches() -> None:
    for number in range(5):
        started(f"a{number}", f"b{number}", pace=STRICT)
    assert [turns.close_due(NEXT, most=2) for _n in range(4)] == [2, 2, 1, 0]
    assert Turn.objects.open().filter(number=2).count() == 5


def test_the_number_of_queries_does_not_grow_with_a_batch() -> None:
    counts = []
    for size in (1, 10):
        for number in range(size):
            started(f"a{size}-{number}", f"b{size}-{number}", pace=STRICT)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert turns.close_due(NEXT) == size
        counts.append(len(queries))
        Turn.objects.open().update(due_at=NEXT + 99 * DAY)
    assert counts[0] == counts[1]


def test_a_turn_is_found_by_its_own_row_alone() -> None:
    """Overdue games were settled only when somebody opened them: the clock asks the rows, nobody else."""
    match = started("ann", "bob", pace=STRICT)
    assert list(Turn.objects.due(NEXT)) == [open_turn(match)]
    assert Turn.objects.due(NEXT).query.order_by == ("due_at",)


def test_no_deadline_rides_on_the_outbox() -> None:
    match = started("ann", "bob", pace=STRICT)
    Notice.objects.update(send_at=F("send_at") + 9 * DAY)
    assert turns.close_due(NEXT) == 1
    assert open_turn(match).number == 2


def test_a_sealed_order_that_a_leaving_seat_made_illegal_is_replaced_by_the_default() -> None:
    match = started("ann", "bob", "cid", options={"jealous": True})
    order("ann", match, "9")
    order("bob", match, "8")
    seats.resign(person("cid"), match, NOW)
    assert lines(match.turns.get(number=1)) == {0: ("1", "default"), 1: ("8", "player")}


def test_what_is_read_for_a_close_is_what_the_models_read() -> None:
    match = started("ann", "bob", "cid", options={"turns": 9}, pace={"grace": False, "deserted": "out"})
    play(match, {"ann": "7", "bob": "3", "cid": "4"})
    order("ann", match, "5", number=2)
    seats.resign(person("cid"), match, NOW)
    match.refresh_from_db()
    turn = open_turn(match)
    (sheet,) = light.sheets([turn.pk])
    wanted = [match, turn, *match.seats.all(), *turn.orders.all()]
    found = [sheet.match, sheet.turn, *sheet.seats, *sorted(sheet.orders, key=lambda slot: slot.seat_id)]
    beside = {
        "seal",
        "read",
        "position",
        "sealed",
        "opened_at",
        "given_at",
        "plan",
        "sealed_plan",
        "pooled",
        "lone",
        "leaver",
        "former",
        "vacations",
    }
    for model, value in zip(wanted, found, strict=True):
        names = sorted(set(value.__struct_fields__) - beside)
        assert [getattr(value, name) for name in names] == [getattr(model, name) for name in names]
    assert light.state_of(sheet.match, sheet.turn) == turn.state()
    assert sheet.match.sealed_seed == bytes(match.sealed_seed)
    assert sheet.previous == match.turns.get(number=1).hash
    assert (sheet.turn.left, len(sheet.orders)) == ([2], 2)
