"""Chance against its description: every number here is worked out again with hmac and hashlib alone."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import permutations

import pytest

from games.rules.chance import Chance, match_key, order_commitment, seed_commitment

KEY = bytes(range(32))
SEED = bytes(range(100, 132))
SALT = bytes(range(200, 232))


def raw(key: bytes, turn: int, draw: int, attempt: int = 0) -> int:
    text = b"bidplay draw v1\n" + f"{turn}\n{draw}\n{attempt}".encode()
    return int.from_bytes(hmac.new(key, text, hashlib.sha256).digest()[:8], "big")


def fair(key: bytes, turn: int, draw: int, limit: int) -> tuple[int, int]:
    """The number drawn and how many attempts were passed over before it."""
    attempt = 0
    while raw(key, turn, draw, attempt) >= 2**64 // limit * limit:
        attempt += 1
    return raw(key, turn, draw, attempt) % limit, attempt


def hkdf_by_hand(secret: bytes, info: bytes) -> bytes:
    """RFC 5869 with SHA-256 and no salt, for 32 bytes: one block of the expansion."""
    extracted = hmac.new(bytes(32), secret, hashlib.sha256).digest()
    return hmac.new(extracted, info + b"\x01", hashlib.sha256).digest()


def chi_square(counts: Counter, kinds: int) -> float:
    expected = sum(counts.values()) / kinds
    missing = kinds - len(counts)
    return sum((n - expected) ** 2 / expected for n in counts.values()) + missing * expected


def test_dice_are_the_documented_bytes():
    for turn in (0, 1, 77):
        chance = Chance(KEY, turn)
        assert [chance.die() for _ in range(50)] == [1 + raw(KEY, turn, n) % 6 for n in range(50)]


@pytest.mark.parametrize("length", [0, 1, 63, 64, 65, 200])
def test_keys_of_any_length_are_keys_of_hmac(length):
    key = bytes(range(length))
    assert Chance(key, 2).below(10**6) == fair(key, 2, 0, 10**6)[0]


def test_a_first_die_is_this_number_for_ever():
    digest = hmac.new(b"k" * 32, b"bidplay draw v1\n3\n0\n0", "sha256").hexdigest()
    assert digest[:16] == "6b5221da3863ace5"
    assert Chance(b"k" * 32, 3).die() == 1 + 0x6B5221DA3863ACE5 % 6


def test_numbers_that_would_favour_a_result_are_passed_over():
    limit = 2**63 + 1
    chance = Chance(KEY, 5)
    drawn = [chance.below(limit) for _ in range(40)]
    expected = [fair(KEY, 5, n, limit) for n in range(40)]
    assert drawn == [number for number, _ in expected]
    assert sum(attempts for _, attempts in expected) > 10, "nothing was passed over, so nothing was shown"


def test_a_draw_counts_once_however_many_attempts_it_took():
    limit = 2**63 + 1
    turn = next(turn for turn in range(99) if fair(KEY, turn, 0, limit)[1] > 0)
    chance = Chance(KEY, turn)
    chance.below(limit)
    assert chance.draw == 1
    assert chance.below(6) == raw(KEY, turn, 1) % 6


def test_the_nth_draw_does_not_depend_on_what_was_drawn_before_it():
    dice, mixed = Chance(KEY, 9), Chance(KEY, 9)
    wanted = [dice.die() for _ in range(4)][3]
    mixed.below(2), mixed.pick("abcdefg"), mixed.below(10**12)
    assert mixed.die() == wanted


def test_turns_and_keys_draw_apart():
    def dice(key: bytes, turn: int) -> tuple[int, ...]:
        chance = Chance(key, turn)
        return tuple(chance.die() for _ in range(60))

    assert len({dice(KEY, 1), dice(KEY, 2), dice(KEY, 12), dice(SEED, 1)}) == 4


def test_the_same_key_and_turn_draw_the_same_again():
    one, two = Chance(KEY, 3), Chance(KEY, 3)
    assert [one.below(1000) for _ in range(20)] == [two.below(1000) for _ in range(20)]


def test_a_shuffle_is_fisher_yates_from_the_end():
    things = "abcdefghij"
    pile = list(things)
    for draw, last in enumerate(range(9, 0, -1)):
        other = raw(KEY, 2, draw) % (last + 1)
        pile[last], pile[other] = pile[other], pile[last]
    chance = Chance(KEY, 2)
    assert chance.shuffle(things) == tuple(pile)
    assert chance.draw == 9


def test_a_shuffle_of_one_or_none_draws_nothing():
    chance = Chance(KEY, 2)
    assert (chance.shuffle("a"), chance.shuffle(""), chance.draw) == (("a",), (), 0)


def test_a_shuffle_leaves_its_things_alone():
    things = [1, 2, 3, 4, 5]
    assert sorted(Chance(KEY, 1).shuffle(things)) == things == [1, 2, 3, 4, 5]


def test_a_pick_is_the_thing_at_the_drawn_place():
    assert Chance(KEY, 6).pick("abcdefg") == "abcdefg"[raw(KEY, 6, 0) % 7]


def test_sixty_thousand_dice_are_fair():
    counts = Counter(Chance(KEY, turn).die() for turn in range(20_000))
    chance = Chance(SEED, 1)
    counts.update(chance.die() for _ in range(40_000))
    assert sorted(counts) == [1, 2, 3, 4, 5, 6]
    assert chi_square(counts, 6) < 20.5  # one in a thousand fair dice would be above


def test_a_die_does_not_lean_on_the_one_before_it():
    chance = Chance(SEED, 2)
    dice = [chance.die() for _ in range(40_001)]
    pairs = Counter(zip(dice[::2], dice[1::2], strict=False))
    assert chi_square(pairs, 36) < 66.6


def test_all_orders_of_four_things_are_equally_likely():
    counts = Counter(Chance(SEED, turn).shuffle("abcd") for turn in range(12_000))
    assert set(counts) == set(permutations("abcd"))
    assert chi_square(counts, 24) < 49.7


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 52])
def test_every_number_below_a_limit_comes_up(limit):
    chance = Chance(KEY, limit)
    assert {chance.below(limit) for _ in range(60 * limit)} == set(range(limit))


def test_a_seed_commitment_is_a_hash_of_label_and_seed():
    assert seed_commitment(SEED) == hashlib.sha256(b"bidplay seed v1\n" + SEED).hexdigest()


def test_a_match_key_is_hkdf_of_the_seed_over_the_words():
    info = b"bidplay key v1\n" + b"5:north" + b"6:z\xc5\x82oty" + b"0:"
    assert match_key(SEED, ["north", "złoty", ""]) == hkdf_by_hand(SEED, info)


def test_words_cut_elsewhere_give_another_key():
    lists = [["ab", "c"], ["a", "bc"], ["abc"], ["abc", ""], ["", "abc"], ["1:a", "bc"], ["c", "ab"], []]
    assert len({match_key(SEED, words) for words in lists}) == len(lists)


def test_what_is_published_of_a_seed_is_no_key():
    published = bytes.fromhex(seed_commitment(SEED))
    keys = [match_key(SEED, []), match_key(SEED, ["a", "b"]), match_key(published, [])]
    assert published not in keys
    assert SEED not in keys


def test_dice_can_not_be_worked_out_from_what_is_published():
    published = bytes.fromhex(seed_commitment(SEED))
    dice, guesses = Chance(match_key(SEED, ["a"]), 0), Chance(match_key(published, ["a"]), 0)
    hits = sum(dice.die() == guesses.die() for _ in range(6000))
    assert 850 < hits < 1150  # a sixth, no better than chance


def test_an_order_commitment_is_a_hash_of_the_documented_bytes():
    text = b"bidplay order v1\n" + SALT + "mqx4\n12\n3\n2\nK 2; low best – ż".encode()
    assert order_commitment(SALT, "mqx4", 12, 3, 2, "K 2; low best – ż") == hashlib.sha256(text).hexdigest()


def test_an_order_commitment_changes_with_everything_it_covers():
    base = (SALT, "m", 1, 2, 3, "K 2")
    others = [(SEED, "n", 2, 1, 4, "K")[n] for n in range(6)]
    changed = [(*base[:n], others[n], *base[n + 1 :]) for n in range(6)]
    assert len({order_commitment(*parts) for parts in [base, *changed]}) == 7
