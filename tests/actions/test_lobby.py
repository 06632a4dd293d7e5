"""Before play: open, invite, join, leave, start, call off, play again; and what is refused."""

import datetime
from typing import Any

import pytest
from django.test import override_settings

from accounts.models import Notice
from games.actions import lobby, successors, turns
from games.actions.refusals import (
    AlreadySeated,
    IllegalTable,
    IllegalText,
    NotAllowed,
    NotInvited,
    NotOpen,
    NotOver,
    NotYourSeat,
)
from games.models import Match
from games.rules.chance import seed_commitment
from games.rules.game import IllegalOption
from games.seals import unseal
from tests.actions.tables import NEXT, NOW, open_turn, opened, order, person, play, started, told

pytestmark = pytest.mark.django_db


def test_a_match_opens_with_its_creator_in_the_first_seat() -> None:
    match = opened("ann", 3, word="poppy", name="  Friday table ", options={"turns": 5})
    assert (match.status, match.title, match.game) == (Match.Status.OPEN, "Friday table", "hush")
    assert [(one.index, str(one.user), one.word) for one in match.seats.all()] == [(0, "ann", "poppy")]
    assert match.options == {
        "turns": 5,
        "forced": False,
        "solo": False,
        "jealous": False,
        "even": False,
        "mute": False,
        "cap": "none",
        "pooled": "none",
        "quiet": False,
        "boom": 0,
    }
    assert match.pace == {
        "kind": "interval",
        "interval": 259200,
        "gain": 0,
        "cap": 0,
        "at": "",
        "weekdays": [],
        "zone": "UTC",
        "off_days": [],
        "off_dates": [],
        "early": True,
        "vacations": True,
        "grace": True,
        "misses": 3,
        "deserted": "bot",
    }


def test_the_commitment_to_the_seed_is_published_before_anybody_joins() -> None:
    match = opened()
    assert match.seed_commitment == seed_commitment(unseal(match.sealed_seed))
    assert match.seed == ""


def test_a_match_starts_by_itself_when_the_last_seat_is_taken() -> None:
    match = opened("ann", 3)
    lobby.join(person("bob"), match, "", NOW)
    match.refresh_from_db()
    assert (match.status, list(match.turns.all())) == (Match.Status.OPEN, [])
    lobby.join(person("cid"), match, "", NOW)
    match.refresh_from_db()
    turn = open_turn(match)
    assert (match.status, match.started_at, turn.number, turn.due_at) == ("running", NOW, 1, NEXT)
    assert told(match, "start") == [("ann", "start", "1"), ("bob", "start", "1"), ("cid", "start", "1")]


def test_bots_take_the_last_seats() -> None:
    match = opened("ann", 4, bots=2)
    assert [(one.index, one.bot) for one in match.seats.all()] == [(0, False), (2, True), (3, True)]


def test_a_match_against_bots_starts_at_once() -> None:
    assert opened("ann", 2, bots=1).status == Match.Status.RUNNING


def test_bots_alone_play_while_their_host_watches() -> None:
    match = opened("ann", 2, bots=2)
    assert [(one.bot, one.user) for one in match.seats.all()] == [(True, None), (True, None)]
    assert (match.status, match.creator) == (Match.Status.RUNNING, person("ann"))
    assert told(match) == []


def test_who_names_no_word_gets_one_of_their_own() -> None:
    match = started("ann", "bob", word="")
    words = [one.word for one in match.seats.all()]
    assert [len(words[0]), words[1]] == [16, "word of bob"]


@pytest.mark.parametrize(
    ("wrong", "kind", "code"),
    [
        ({"game": "chess"}, IllegalTable, "unknown_game"),
        ({"seats": 1}, IllegalTable, "illegal_seats"),
        ({"seats": 5}, IllegalTable, "illegal_seats"),
        ({"seats": -3}, IllegalTable, "illegal_seats"),
        ({"bots": -1}, IllegalTable, "illegal_bots"),
        ({"bots": 3}, IllegalTable, "illegal_bots"),
        ({"bots": 2, "invite": ["bob"]}, IllegalTable, "invite_bots"),
        ({"bots": 2, "team": 2}, IllegalTable, "team_bots"),
        ({"visibility": "secret"}, IllegalTable, "illegal_visibility"),
        ({"options": {"turns": 0}}, IllegalOption, "illegal_option"),
        ({"options": {"turns": "3"}}, IllegalOption, "illegal_option"),
        ({"options": {"turns": {"a": [1]}}}, IllegalOption, "illegal_option"),
        ({"options": {"colour": "red"}}, IllegalOption, "unknown_option"),
        ({"options": {"cls": 1}}, IllegalOption, "unknown_option"),
        ({"options": {"self": 1}}, IllegalOption, "unknown_option"),
        ({"options": {"even": True}, "seats": 3}, IllegalOption, "odd_seats"),
        ({"pace": {"kind": "slow"}}, IllegalOption, "illegal_pace"),
        ({"pace": {"kind": "slot"}}, IllegalOption, "pace_time"),
        ({"pace": {"interval": "3 days"}}, IllegalOption, "illegal_pace"),
        ({"pace": {"interval": 10**30}}, IllegalOption, "pace_bounds"),
        ({"pace": {"interval": 0}}, IllegalOption, "pace_bounds"),
        ({"pace": {"misses": 0}}, IllegalOption, "pace_misses"),
        ({"pace": {"speed": 1}}, IllegalOption, "unknown_pace"),
        ({"name": "one\nTo: all@example.org"}, IllegalText, "control_characters"),
        ({"name": "x" * 61}, IllegalText, "too_long"),
        ({"word": "a\0b"}, IllegalText, "control_characters"),
        ({"invite": ["no body"]}, IllegalTable, "unknown_person"),
        ({"invite": ["no\0body"]}, IllegalText, "control_characters"),
        ({"invite": [f"n{number}" for number in range(51)]}, IllegalTable, "too_many_invited"),
    ],
)
def test_a_table_that_cannot_be_set_is_refused_and_leaves_nothing(
    wrong: dict[str, Any], kind: type[IllegalOption], code: str
) -> None:
    with pytest.raises(kind) as refusal:
        opened(**{"creator": "ann", "seats": 2, **wrong})
    assert refusal.value.code == code
    assert "{" not in str(refusal.value).replace(repr({"a": [1]}), "")
    assert list(Match.objects.all()) == []


@override_settings(SHORTEST_PACE=NEXT - NOW)
def test_a_site_bounds_the_pace() -> None:
    with pytest.raises(IllegalOption) as refusal:
        opened(pace={"interval": 60})
    assert refusal.value.code == "pace_bounds"


def test_a_name_may_have_any_letters_on_one_line() -> None:
    assert opened(name="Żółw & <b>é 日本 🎲").name == "Żółw & <b>é 日本 🎲"


def test_nobody_takes_two_seats() -> None:
    match = opened("ann", 3)
    with pytest.raises(AlreadySeated):
        lobby.join(person("ann"), match, "", NOW)


def test_nobody_joins_a_match_that_runs() -> None:
    match = started("ann", "bob")
    with pytest.raises(NotOpen):
        lobby.join(person("cid"), match, "", NOW)


def test_a_private_match_takes_only_who_is_invited() -> None:
    person("bob")
    match = opened("ann", 3, visibility="private", invite=["bob", " bob ", "ann", ""])
    with pytest.raises(NotInvited):
        lobby.join(person("eve"), match, "", NOW)
    lobby.join(person("bob"), match, "", NOW)
    assert told(match, "invitation") == [("bob", "invitation", "")]


def test_the_creator_of_a_private_match_may_come_back() -> None:
    match = opened("ann", 3, visibility="private")
    lobby.leave(person("ann"), match)
    assert lobby.join(person("ann"), match, "", NOW).index == 0


def test_people_are_invited_once() -> None:
    person("bob")
    match = opened("ann")
    for _n in range(2):
        lobby.invite(person("ann"), match, ["bob"], NOW)
    assert [invitation.user for invitation in match.invitations.all()] == [person("bob")]
    assert list(Match.objects.inviting(person("bob"))) == [match]


def test_who_invites_on_and_on_fills_no_inbox() -> None:
    bob = person("bob")
    matches = [opened("ann", invite=["bob"]) for _n in range(12)]
    assert sorted(Match.objects.inviting(bob), key=lambda match: match.pk) == matches
    opened("cid", invite=["bob"])
    opened("ann", invite=["bob"], now=NOW + datetime.timedelta(days=2))
    mails = Notice.objects.filter(user=bob, kind="invitation")
    assert [mails.filter(data__match=match.code).count() for match in matches] == [1] * 10 + [0] * 2
    assert mails.count() == 12


def test_people_are_invited_to_a_seat_that_may_be_taken_over() -> None:
    pace = {"grace": False, "misses": 1, "deserted": "substitute"}
    guests = [person(name).username for name in ("bob", "cid")]
    match = started("ann", "bob", "cid", pace=pace, visibility="private", invite=guests)
    for name in ("ann", "bob"):
        order(name, match, "7")
    turns.close_due(NEXT)
    lobby.invite(person("ann"), match, [person("dot").username], NEXT)
    assert list(Match.objects.inviting(person("dot"))) == [match]
    assert ("dot", "invitation", "") in told(match, "invitation")
    assert successors.take_over(person("dot"), match, 2, NEXT).user == person("dot")
    assert list(Match.objects.inviting(person("dot"))) == []
    with pytest.raises(NotOpen):
        lobby.invite(person("ann"), match, ["eve"], NEXT)


def test_only_the_creator_invites_and_only_where_a_seat_is_free() -> None:
    person("eve")
    match = opened("ann")
    with pytest.raises(NotAllowed):
        lobby.invite(person("bob"), match, ["eve"], NOW)
    with pytest.raises(NotOpen):
        lobby.invite(person("ann"), started("ann", "bob"), ["eve"], NOW)


def test_a_seat_is_given_back_only_before_the_start() -> None:
    with pytest.raises(NotOpen):
        lobby.leave(person("ann"), started("ann", "bob"))
    with pytest.raises(NotYourSeat):
        lobby.leave(person("eve"), opened("ann"))


def test_the_creator_calls_off_a_match_that_has_not_started() -> None:
    match = opened("ann")
    with pytest.raises(NotAllowed):
        lobby.call_off(person("bob"), match, NOW)
    lobby.call_off(person("ann"), match, NOW)
    match.refresh_from_db()
    assert (match.status, match.ended_at) == (Match.Status.ABORTED, NOW)
    assert seed_commitment(bytes.fromhex(match.seed)) == match.seed_commitment
    with pytest.raises(NotOpen):
        lobby.call_off(person("ann"), match, NOW)
    with pytest.raises(NotOpen):
        lobby.join(person("bob"), match, "", NOW)


def finished(*names: str, **proposal: Any) -> Match:
    match = started(*names, options={"turns": 1}, **proposal)
    play(match, dict.fromkeys(names, "5"))
    return match


def test_people_are_invited_by_their_names_in_any_case() -> None:
    person("Bob")
    match = opened("ann", invite=["bOB"])
    assert told(match, "invitation") == [("Bob", "invitation", "")]


def test_a_rematch_is_the_same_table_for_the_same_people() -> None:
    for name in ("bob", "cid"):
        person(name)
    table = {"name": "Friday", "visibility": "private", "pace": {"interval": 600}, "invite": ["bob", "cid"]}
    match = finished("ann", "bob", "cid", **table)
    again = lobby.rematch(person("bob"), match, NOW)
    assert (again.status, again.rematch_of, again.creator) == ("open", match, person("bob"))
    same = ["game", "options", "pace", "size", "visibility", "name"]
    assert [getattr(again, name) for name in same] == [getattr(match, name) for name in same]
    assert told(again, "invitation") == [("ann", "invitation", ""), ("cid", "invitation", "")]


def test_who_asks_for_a_rematch_after_the_first_joins_it() -> None:
    match = finished("ann", "bob")
    again = lobby.rematch(person("bob"), match, NOW)
    assert lobby.rematch(person("bob"), match, NOW) == again
    assert lobby.rematch(person("ann"), match, NOW) == again
    again.refresh_from_db()
    assert (again.status, [str(one.user) for one in again.seats.all()]) == ("running", ["bob", "ann"])


def test_bots_sit_down_again_for_a_rematch() -> None:
    match = finished("ann", bots=1)
    again = lobby.rematch(person("ann"), match, NOW)
    assert [one.bot for one in again.seats.all()] == [False, True]
    assert again.status == Match.Status.RUNNING


def test_a_rematch_called_off_makes_room_for_another() -> None:
    match = finished("ann", "bob")
    first = lobby.rematch(person("ann"), match, NOW)
    lobby.call_off(person("ann"), first, NOW)
    second = lobby.rematch(person("bob"), match, NOW)
    assert (second == first, second.status, second.rematch_of) == (False, "open", match)


def test_a_rematch_is_for_those_who_played_and_after_the_end() -> None:
    with pytest.raises(NotOver):
        lobby.rematch(person("ann"), started("ann", "bob"), NOW)
    with pytest.raises(NotYourSeat):
        lobby.rematch(person("eve"), finished("ann", "bob"), NOW)


def test_words_change_the_chance_of_a_match() -> None:
    match = started("ann", "bob")
    seats = list(match.seats.all())
    before = lobby.key_of(match, seats)
    seats[1].word = "another"
    assert lobby.key_of(match, seats) != before


def test_an_order_in_the_first_turn_needs_no_clock() -> None:
    match = started("ann", "bob")
    order("ann", match, "7")
    assert order("bob", match, "3").closed is True
