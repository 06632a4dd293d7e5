"""A forger changes a record and makes its hashes anew: the check finds it, or it is the same record still.

What a record alone can't show is in ``SILENT_CHANGES``; what was noted while the match ran shows that too.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from games.rules import GAMES
from games.rules.chance import order_commitment
from games.rules.record import Document, VoiceEntry, fold, read, verify
from tests.rules.recording import CODE, recorded, rehashed

RECORDS: dict[str, Document] = {
    "fourbid": recorded(3, silent=True, auction_cap=9),
    "fourbid-left": recorded(4, leaving=3),
    "foursquare": recorded(1, slug="foursquare", silent=True),
    "bids": recorded(4, slug="bids", silent=True, rounds=1),
    "bids-sealed": recorded(3, slug="bids", bidding="sealed", rounds=1),
    "bid_n_bet": recorded(3, slug="bid_n_bet", silent=True, turn_cap=4),
    "bid_n_bet-teams": recorded(3, slug="bid_n_bet", silent=True, team=3, turn_cap=12, layout="SSBSSFSKS"),
}
Path = tuple[str | int, ...]


def plain(document: Document) -> Any:
    return json.loads(msgspec.json.encode(document))


def nodes(value: Any, path: Path = ()) -> Iterator[Path]:
    """Every place in a JSON value."""
    if path:
        yield path
    children = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    for name, child in children:
        yield from nodes(child, (*path, name))


def kind(path: Path) -> tuple[str, ...]:
    """What a place is, whichever turn, seat or member it belongs to."""
    return tuple("*" if isinstance(part, int) or part.isdigit() else part for part in path)


def samples(value: Any, luck: random.Random, most: int = 4) -> list[Path]:
    """A few places of every kind."""
    kinds: dict[tuple[str, ...], list[Path]] = {}
    for path in nodes(value):
        kinds.setdefault(kind(path), []).append(path)
    return [path for some in kinds.values() for path in luck.sample(some, min(most, len(some)))]


def at(value: Any, path: Path) -> Any:
    for part in path:
        value = value[part]
    return value


def drop(values: Any, path: Path, luck: random.Random) -> None:
    del at(values, path[:-1])[path[-1]]


def double(values: Any, path: Path, luck: random.Random) -> None:
    around = at(values, path[:-1])
    if isinstance(around, list):
        around.insert(path[-1], copy.deepcopy(around[path[-1]]))
    elif str(path[-1]).isdigit():
        around[str(len(around))] = copy.deepcopy(around[path[-1]])


def swap(values: Any, path: Path, luck: random.Random) -> None:
    around = at(values, path[:-1])
    others = list(around) if isinstance(around, dict) else range(len(around))
    other = luck.choice(list(others))
    around[path[-1]], around[other] = around[other], around[path[-1]]


def reverse(values: Any, path: Path, luck: random.Random) -> None:
    if isinstance(at(values, path), list):
        at(values, path).reverse()


def change(values: Any, path: Path, luck: random.Random) -> None:
    """Another letter or number, another truth."""
    around, value = at(values, path[:-1]), at(values, path)
    if isinstance(value, bool):
        around[path[-1]] = not value
    elif isinstance(value, int):
        around[path[-1]] = value + luck.choice((-1, 1))
    elif isinstance(value, str):
        spot = luck.randrange(len(value) + 1)
        around[path[-1]] = value[:spot] + luck.choice("0123456789abcdefKQ ") + value[spot + 1 :]


def upper(values: Any, path: Path, luck: random.Random) -> None:
    value = at(values, path)
    if isinstance(value, str):
        at(values, path[:-1])[path[-1]] = value.upper()


def relabel(values: Any, path: Path, luck: random.Random) -> None:
    if path[-1] == "by":
        at(values, path[:-1])["by"] = luck.choice(["player", "plan", "default", "bot", "forced", "team"])
    elif path == ("captain",):
        values["captain"] = "rotate"


def borrow(values: Any, path: Path, luck: random.Random) -> None:
    """What stands in another place of the same kind."""
    others = [other for other in nodes(values) if kind(other) == kind(path)]
    at(values, path[:-1])[path[-1]] = copy.deepcopy(at(values, luck.choice(others)))


FORGERIES: list[Callable[[Any, Path, random.Random], None]] = [
    drop, double, swap, reverse, change, upper, relabel, borrow,
]  # fmt: skip


def forged(
    document: Document, forge: Callable[..., None], path: Path, luck: random.Random
) -> Document | None:
    """The record after one change with its hashes made anew; None where the change leaves no record."""
    values = plain(document)
    forge(values, path, luck)
    try:
        return rehashed(msgspec.convert(values, Document))
    except msgspec.ValidationError:
        return None


def meaning(document: Document) -> Any:
    """What a record says, but for what it alone can't show."""
    values = plain(document)
    for change in SILENT_CHANGES:
        change(values)
    del values["turns"][:-1], values["turns"][-1]["hash"]
    return values


def orders_of(values: Any) -> Iterator[tuple[str, Any]]:
    for turn in values["turns"]:
        yield from turn["orders"].items()


def forget_labels(values: Any) -> None:
    """Whether an order was given at once or ahead; whether nobody or a bot gave what nobody sealed."""
    for _seat, order in orders_of(values):
        order["by"] = {"plan": "player", "default": "bot"}.get(order["by"], order["by"])


def forget_bots(values: Any) -> None:
    """A wish of a bot that came to nothing: nobody sealed it, and what a bot thinks is no rule."""
    for _seat, order in orders_of(values):
        if order["by"] == "bot":
            order["line"] = ""


def forget_options(values: Any) -> None:
    """An option that made no difference in this match."""
    values["options"] = {}


def forget_words(values: Any) -> None:
    """A public word, where nothing was left to chance."""
    values["words"] = []


def forget_captain(values: Any) -> None:
    """How captains were chosen, where any way leads to the same ones."""
    values.pop("captain", None)


def forget_last_members(values: Any) -> None:
    """Whether those whose voices made no difference any more had left the team before it was asked last."""
    last = {seat: order for seat, order in orders_of(values) if "voices" in order}
    for order in last.values():
        del order["voices"]


SILENT_CHANGES = (
    forget_labels, forget_bots, forget_options, forget_words, forget_captain, forget_last_members
)  # fmt: skip


@pytest.mark.parametrize("name", RECORDS)
def test_a_forgery_is_found_or_says_the_same(name):
    document, luck = RECORDS[name], random.Random(name)
    assert verify(document) == []
    noted, made = document.turns[-1].hash, 0
    for path in samples(plain(document), luck):
        for forge in FORGERIES:
            forgery = forged(document, forge, path, luck)
            if forgery is None or forgery == document:
                continue
            made += 1
            if not verify(forgery):
                assert meaning(forgery) == meaning(document), (path, forge.__name__)
                assert checks(forgery, noted) == {"noted"}
    assert made > 300


def checks(document: Document, *noted: str) -> set[str]:
    return {finding.check for finding in verify(document, noted)}


def test_every_place_of_every_voice_is_watched():
    document, luck = RECORDS["bid_n_bet-teams"], random.Random(7)
    paths = [path for path in nodes(plain(document)) if "voices" in path]
    forgeries = (forged(document, forge, path, luck) for path in paths for forge in FORGERIES)
    passed = [forgery for forgery in forgeries if forgery and forgery != document and not verify(forgery)]
    assert {meaning(forgery) == meaning(document) for forgery in passed} == {True}


def other(line: str) -> str:
    """Another amount than that of a bid."""
    word, amount, *rest = line.split(" ")
    return " ".join([word, str(int(amount.rstrip(";")) + 1), *rest])


def voices_of(document: Document, number: int) -> list[VoiceEntry]:
    found = document.turns[number - 1].orders["0"].voices
    assert found
    return found


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda v: v.pop(1), "The voices of the team make another order."),
        (lambda v: v.pop(0), "The voices of the team are not each there once, the captain’s first."),
        (lambda v: v.reverse(), "The voices of the team are not each there once, the captain’s first."),
        (lambda v: v.append(v[-1]), "The voices of the team are not each there once, the captain’s first."),
        (lambda v: v[1].update(member=4), "What member 4 gave does not fit its commitment."),
        (lambda v: v[1].update(member=0), "What member 0 gave does not fit its commitment."),
        (lambda v: v[1].update(line=other(v[1]["line"])), "What member 2 gave does not fit its commitment."),
        (lambda v: v[1].update(commitment=""), "What member 2 gave does not fit its commitment."),
        (lambda v: v[1].update(version=3), "What member 2 gave does not fit its commitment."),
        (
            lambda v: v[1].update(line="", salt="", version=0, commitment=""),
            "The voices of the team make another order.",
        ),
        (lambda v: v.clear(), "The voices of a team are not those of this order."),
        (
            lambda v: v[0].update(captain=False),
            "The voices of the team are not each there once, the captain’s first.",
        ),
        (
            lambda v: v.append({"member": 4}) or v.append({"member": 5}),
            "Somebody is asked here who had left the team before.",
        ),
    ],
)
def test_a_voice_left_out_swapped_or_doubled_is_found_where_it_was(change, said):
    document = RECORDS["bid_n_bet-teams"]
    number = pooled_turns(document)[5]
    values = plain(document)
    change(values["turns"][number - 1]["orders"]["0"]["voices"])
    findings = verify(rehashed(msgspec.convert(values, Document)))
    assert f"turn {number}, seat 0: {said}" in [str(finding) for finding in findings]


def pooled_turns(document: Document) -> list[int]:
    """The turns in which the team was asked as a team and made an order of it."""
    return [turn.turn for turn in document.turns if "0" in turn.orders and turn.orders["0"].by == "team"]


def test_who_has_left_a_team_is_never_asked_again():
    document = RECORDS["bid_n_bet-teams"]
    *_, before, last = pooled_turns(document)
    values = plain(document)
    silent = next(v for v in values["turns"][before - 1]["orders"]["0"]["voices"] if not v["commitment"])
    values["turns"][before - 1]["orders"]["0"]["voices"].remove(silent)
    findings = verify(rehashed(msgspec.convert(values, Document)))
    assert [str(finding) for finding in findings] == [
        f"turn {last}, seat 0: Somebody is asked here who had left the team before."
    ]


def test_a_default_that_is_not_the_rules_own_is_found_with_its_turn_and_seat():
    values = plain(RECORDS["bids"])
    number, seat, order = next(
        (turn["turn"], seat, order)
        for turn in values["turns"]
        for seat, order in turn["orders"].items()
        if order["by"] == "default"
    )
    step = next(step for step in fold(RECORDS["bids"]) if step.turn == number)
    bid = GAMES["bids"].decisions(step.before)[int(seat)]
    line = next(value for value in bid.clauses[0].values if value != bid.default)
    was, order["line"] = order["line"], line
    assert was == bid.default
    told = [str(finding) for finding in verify(rehashed(msgspec.convert(values, Document)))]
    assert f"turn {number}, seat {seat}: What is played in silence here is “{was}”, not “{line}”." in told


def claimed(by: str, game: str = "fourbid", **order: Any) -> list[str]:
    """What is said where the first order that a player sealed is claimed to be of another kind."""
    document = RECORDS[game]
    values = plain(document)
    number, found = next(
        (turn["turn"], order)
        for turn in values["turns"]
        for order in turn["orders"].values()
        if order["by"] == "player"
    )
    found.update(by=by, **order)
    findings = verify(rehashed(msgspec.convert(values, Document)))
    return [finding.message for finding in findings if finding.turn == number]


BARE = {"salt": "", "version": 0, "commitment": ""}


def test_an_order_is_not_said_to_be_what_it_can_not_be():
    assert "There was more than one legal order, so none was forced." in claimed("forced", **BARE)
    assert "This game takes no orders ahead." in claimed("plan")
    assert "An order that nobody sealed has a commitment." in claimed("bot")
    assert "A player’s order has no commitment." in claimed("player", commitment="")
    assert "The voices of a team are not those of this order." in claimed("team", **BARE)
    assert "The voices of the team are not as the rules take them." in claimed("team", **BARE)


def test_a_seat_that_a_bot_took_over_stays_with_it():
    values = plain(RECORDS["foursquare"])
    sealed = [turn for turn in values["turns"] if turn["orders"]["0"]["by"] == "player"]
    sealed[0]["orders"]["0"].update(by="bot", **BARE)
    findings = verify(rehashed(msgspec.convert(values, Document)))
    assert {finding.message for finding in findings} == {
        "A bot plays this seat, so nobody else can order for it."
    }
    assert findings[0].turn == sealed[0]["turn"] + 1


def test_what_had_one_answer_was_asked_of_nobody():
    values = plain(RECORDS["foursquare"])
    values["turns"][0]["orders"]["0"]["by"] = "default"
    findings = verify(rehashed(msgspec.convert(values, Document)))
    assert [str(finding) for finding in findings] == [
        "turn 1, seat 0: There was only one legal order, so nobody was asked."
    ]


@pytest.mark.parametrize("left", [[9], [-1], [0, 0], [0, 1, 2, 3]])
def test_only_a_seat_that_is_there_leaves(left):
    values = plain(RECORDS["fourbid-left"])
    values["turns"][3]["left"] = left
    found = checks(rehashed(msgspec.convert(values, Document)))
    assert "orders" in found


def test_a_team_without_a_way_to_choose_its_captain_is_found():
    document = msgspec.structs.replace(RECORDS["bid_n_bet-teams"], captain=msgspec.UNSET)
    assert checks(rehashed(document)) == {"commitments"}


def test_a_team_is_asked_for_nothing_but_what_is_pooled():
    values = plain(RECORDS["bid_n_bet-teams"])
    number, order = next(
        (turn["turn"], turn["orders"]["0"])
        for turn in values["turns"]
        if "0" in turn["orders"] and turn["orders"]["0"]["by"] == "default" and turn["turn"] != 7
    )
    order["voices"] = [{"member": 1}, {"member": 2}]
    told = [str(finding) for finding in verify(rehashed(msgspec.convert(values, Document)))]
    assert f"turn {number}, seat 0: The members of a team are not asked for this." in told


def test_whoever_is_asked_alone_is_no_captain():
    values = plain(RECORDS["bid_n_bet-teams"])
    last = pooled_turns(RECORDS["bid_n_bet-teams"])[-1]
    order = values["turns"][last - 1]["orders"]["0"]
    assert order["line"] == order["voices"][0]["line"]
    del order["voices"][1:]
    assert checks(rehashed(msgspec.convert(values, Document))) == {"commitments"}
    order["voices"][0]["captain"] = False
    assert checks(rehashed(msgspec.convert(values, Document))) == set()


def test_where_captains_take_turns_anyone_may_be_the_one_but_one_only():
    document = msgspec.structs.replace(RECORDS["bid_n_bet-teams"], captain="rotate")
    assert checks(rehashed(document)) == set()
    values = plain(document)
    number = pooled_turns(document)[3]
    voices = values["turns"][number - 1]["orders"]["0"]["voices"]
    voices[1]["captain"] = True
    assert checks(rehashed(msgspec.convert(values, Document))) == {"commitments"}


@pytest.mark.parametrize("text", ["é" * 64, "00" * 31, "AB" * 32, " " + "ab" * 32])
def test_there_is_one_way_to_write_a_salt(text):
    values = plain(RECORDS["fourbid"])
    order = next(order for turn in values["turns"] for order in turn["orders"].values() if order["salt"])
    order["salt"] = text
    assert "commitments" in checks(rehashed(msgspec.convert(values, Document)))


def test_a_text_that_says_something_twice_is_no_record():
    raw = msgspec.json.encode(RECORDS["fourbid"]).decode()
    doubled = raw.replace('"seats":3', '"seats":4,"seats":3')
    assert read(doubled) == RECORDS["fourbid"]
    assert [str(finding) for finding in verify(doubled)] == [
        "This is no record: a name stands twice in one object."
    ]


def test_another_match_under_the_same_name_agrees_with_itself_but_not_with_what_was_noted():
    """What no record can show: somebody who holds the seed can make a whole other match of it."""
    document = RECORDS["bids"]
    forgery = recorded(4, slug="bids", rounds=1)
    assert (forgery.match, forgery.seed_commitment) == (CODE, document.seed_commitment)
    assert verify(forgery, [document.seed_commitment]) == []
    receipts = [o.commitment for turn in document.turns for o in turn.orders.values() if o.commitment]
    assert verify(document, receipts) == []
    findings = verify(forgery, receipts)
    assert {finding.check for finding in findings} == {"noted"}
    assert str(findings[0]) == f"What you noted is not in this record: {findings[0].data['text']}."


def test_the_receipt_of_an_order_that_is_said_not_to_have_come_tells():
    document = RECORDS["foursquare"]
    order = document.turns[-1].orders["0"]
    assert order.commitment == order_commitment(
        bytes.fromhex(order.salt), CODE, len(document.turns), 0, order.version, order.line
    )
    values = plain(document)
    values["turns"][-1]["orders"]["0"].update(by="bot", **BARE)
    forgery = rehashed(msgspec.convert(values, Document))
    assert verify(forgery) == []
    assert checks(forgery, order.commitment) == {"noted"}
    assert checks(forgery, document.turns[-1].hash) == {"noted"}
    assert checks(document, f" {order.commitment.upper()}\n", document.turns[-1].hash) == set()
    assert checks(document, "") == {"noted"}


def test_a_voice_that_made_no_difference_can_be_kept_silent_but_for_its_receipt():
    document = RECORDS["bid_n_bet-teams"]
    number = pooled_turns(document)[3]
    voice = voices_of(document, number)[1]
    values = plain(document)
    values["turns"][number - 1]["orders"]["0"]["voices"][1] = {"member": 2}
    forgery = rehashed(msgspec.convert(values, Document))
    assert checks(document, voice.commitment) == set()
    assert checks(forgery) == set()
    assert checks(forgery, voice.commitment) == {"noted"}
