"""Two worlds over the API: what is sealed or hidden changes no byte of what anybody else can fetch."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec
import pytest

from games.actions import turns
from games.models import Match, Order, Turn
from games.models.match import CODE_LETTERS
from games.seals import seal
from tests.actions.tables import NEXT, open_turn, order, person, play, started
from tests.api.conftest import Caller

pytestmark = pytest.mark.django_db

PATHS = ["", "/turns", "/turns/1", "/turns/2", "/record"]


def fetched(who: Caller, match: Match) -> dict[str, str]:
    """Everything that somebody can fetch of a match, without what is random by design."""
    found = {path: who.get(f"matches/{match.code}{path}").content.decode() for path in PATHS}
    found["list"] = who.get("matches").content.decode()
    found["order"] = who.put(f"matches/{match.code}/turns/2/order", {"order": "x"}).content.decode()
    random = re.compile(r'"(commitment|seed_commitment|hash|salt)":"[0-9a-f]+"')
    return {path: random.sub(r'"\1":"…"', text.replace(match.code, "CODE")) for path, text in found.items()}


def world(line: str, card: int) -> Match:
    """A match in its second turn, in which ann holds this card and has sealed this order."""
    Match.objects.all().delete()
    match = started("ann", "bob", "cid", pace={"misses": 1, "grace": False}, word="w")
    Match.objects.filter(pk=match.pk).update(sealed_seed=seal(b"the same dice in both worlds"))
    state = msgspec.structs.replace(open_turn(match).state(), cards=(card, 2222, 3333))
    position = msgspec.json.encode(state)
    Turn.objects.filter(match=match).update(position=position)
    play(match, {"ann": "5", "bob": "5"})
    turns.close_due(NEXT)
    order("ann", match, line, NEXT)
    return match


@pytest.mark.parametrize("reader", ["guest", "bob", "cid", "eve"])
def test_what_is_hidden_changes_nothing_for_others(caller: Callable[[str], Caller], reader: str) -> None:
    who = Caller() if reader == "guest" else caller(reader)
    one = fetched(who, world("2", 1111))
    other = fetched(who, world("9", 9999))
    assert one == other


def test_there_was_something_to_leak(ann: Caller) -> None:
    one, other = fetched(ann, world("2", 1111)), fetched(ann, world("9", 9999))
    assert "1111" in one[""]
    assert "9999" in other[""]
    assert '"order":"9"' in other[""]


def test_who_lost_the_seat_sees_no_card_of_it_any_more(caller: Callable[[str], Caller]) -> None:
    match = world("2", 1111)
    assert match.seats.get(user=person("cid")).bot is True
    assert "3333" not in "".join(fetched(caller("cid"), match).values())


def test_a_sealed_line_is_in_no_answer_to_anybody_else(
    caller: Callable[[str], Caller], bob: Caller, guest: Caller
) -> None:
    match = started("ann", "bob", game="fourbid")
    order("ann", match, "Q 3; low Q 7 best")
    for who in (bob, guest, caller("eve")):
        texts = [who.get(f"matches/{match.code}{path}").content.decode() for path in PATHS]
        assert not re.search(r"Q 3|low Q", "".join(texts))


def test_a_salt_is_in_no_answer_before_its_turn_has_closed(ann: Caller, bob: Caller) -> None:
    match = started("ann", "bob")
    order("ann", match, "7")
    before = "".join(bob.get(f"matches/{match.code}{path}").content.decode() for path in PATHS)
    play(match, {"bob": "3"})
    slot = Order.objects.opened().get(line="7")
    assert len(slot.salt) == 64
    assert slot.salt not in before
    assert slot.salt in ann.get(f"matches/{match.code}/turns").content.decode()


def test_the_seed_is_in_no_answer_before_the_end(ann: Caller) -> None:
    match = started("ann", "bob", options={"turns": 1})
    before = "".join(ann.get(f"matches/{match.code}{path}").content.decode() for path in PATHS)
    play(match, {"ann": "7", "bob": "3"})
    assert match.seed not in before
    assert match.seed in ann.get(f"matches/{match.code}").content.decode()


def test_answers_about_a_sealed_order_have_one_size(bob: Caller) -> None:
    sizes = set()
    for line in ("2", "10 5; low 10 5 K A best", "A"):
        match = started("ann", "bob", game="fourbid", word="w" * 16)
        order("ann", match, line)
        sizes.add(len(bob.get(f"matches/{match.code}").content))
    assert len(sizes) == 1


def test_a_code_cannot_be_guessed_from_another() -> None:
    codes = {started("ann", "bob").code for _n in range(5)}
    assert len(codes) == 5
    assert {len(code) for code in codes} == {10}
    assert set("".join(codes)) <= set(CODE_LETTERS)
