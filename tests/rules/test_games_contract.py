"""What every game on the shelf must keep, at every table size and with every option: walked to the end."""

from __future__ import annotations

import random
import zlib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import GAMES, Game, IllegalOption, IllegalOrder
from games.rules.chance import Chance
from games.rules.game import LONGEST, Picture
from tests.rules.shelf import choices, named, tables
from tests.rules.walking import Step, bot_order, random_order, silent_order, start, walk, walked

ROOT = Path(__file__).parents[2]
TABLES = tables()
PLAIN = [table for table in TABLES if not table[2]]
over_tables = pytest.mark.parametrize("table", TABLES, ids=named)
over_plain_tables = pytest.mark.parametrize("table", PLAIN, ids=named)

NONSENSE = (
    "",
    ";",
    ";;\n;",
    "\x00",
    "resign",
    "ask; ask",
    "؛",
    "0",
    "-1",
    "K" * 5000,
    "½",
    "\ud800",
    "1e9",
    "K 2 low",
)


@pytest.fixture(autouse=True)
def _slow_bots_think_less(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that looks ahead looks at a few positions only: what is tested is that it keeps the promises."""
    monkeypatch.setattr(GAMES["bid_chess"], "budget", 20, raising=True)


def laid(table: tuple[str, int, dict[str, Any]]) -> tuple[Game[Any], int, Any, bytes]:
    """The game, seats and options of a table, and a key of its own."""
    slug, seats, options = table
    game = GAMES[slug]
    return game, seats, game.options(**options), zlib.crc32(named(table).encode()).to_bytes(32, "big")


def steps(table: tuple[str, int, dict[str, Any]], *choices: Any) -> list[Step]:
    game, seats, options, key = laid(table)
    return list(walk(game, seats, options, key, choices or (random_order,)))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)
def test_every_option_and_every_value_to_choose_has_a_label_for_people(game):
    options = msgspec.structs.fields(game.options)
    assert set(game.labels) == {option.name for option in options}
    for option in options:
        label = game.labels[option.name]
        assert label.name
        assert label.help.endswith(".")
        assert all(label.values.values())
        assert set(label.values) >= set(choices(option.type)), option.name
        for value in label.values:
            game.options(**{option.name: value})


@over_plain_tables
def test_a_clause_says_where_it_belongs_and_what_is_done_without_it(table):
    for step in steps(table, random_order, bot_order):
        for decision in step.decisions.values():
            words = [clause.word for clause in decision.clauses]
            heads = [value for clause in decision.clauses if not clause.word for value in clause.values]
            for clause in decision.clauses:
                assert set(clause.only) <= {*heads, *words} - {clause.word}
                assert bool(clause.without) <= (not clause.required)
                assert not clause.instead or (clause.most == 0 and clause.instead != clause.word)


def packed(thing: Any) -> bytes:
    return msgspec.json.encode(thing)


def check_state(game: Game[Any], state: Any) -> None:
    """A state survives storage, and owes decisions exactly while it has no outcome."""
    assert msgspec.json.decode(packed(state), type=game.state) == state
    hash(state)
    assert (game.decisions(state) == {}) == (game.outcome(state) is not None)


def check_decisions(game: Game[Any], state: Any, seats: int) -> None:
    """Defaults are legal as they stand; who owes nothing can order nothing."""
    owed = game.decisions(state)
    assert set(owed) <= set(range(seats))
    for seat in range(seats):
        if seat in owed:
            assert game.check(state, seat, owed[seat].default) == owed[seat].default
            continue
        with pytest.raises(IllegalOrder):
            game.check(state, seat, next(iter(owed.values())).default if owed else "")


def check_views(game: Game[Any], state: Any, seats: int) -> None:
    """Views can be stored, and their pictures are well formed."""
    for seat in (None, *range(seats)):
        view = game.view(state, seat)
        packed(view)
        check_picture(game.picture(view), seats)


def check_picture(picture: Picture, seats: int) -> None:
    packed(picture)
    names = [cell.name for cell in picture.cells]
    assert len(names) == len(set(names)) > 0
    assert len({(cell.x, cell.y) for cell in picture.cells}) == len(names)
    assert all(cell.man is None or cell.man in range(seats) for cell in picture.cells)
    assert all(0 <= cell.x <= picture.width - 1 for cell in picture.cells)
    assert all(0 <= cell.y <= picture.height - 1 for cell in picture.cells)
    assert [hand.seat for hand in picture.hands] == list(range(seats))


def check_step(game: Game[Any], step: Step, key: bytes) -> None:
    """Resolving is a function, and leaves what it was given as it was."""
    before, orders = packed(step.state), dict(step.orders)
    again, events = game.resolve(step.state, step.orders, Chance(key, step.turn))
    assert (again, list(events)) == (step.after, list(step.events))
    assert packed(again) == packed(step.after)
    assert (packed(step.state), dict(step.orders)) == (before, orders)
    for event in events:
        assert event.seen_by is None or event.seen_by
        packed(event)
    for seat, line in orders.items():
        assert game.check(step.state, seat, line) == line
        assert "\n" not in line


@over_tables
def test_a_random_match_keeps_every_promise_to_the_end(table):
    game, seats, _, key = laid(table)
    for step in steps(table):
        check_state(game, step.state)
        check_decisions(game, step.state, seats)
        check_views(game, step.state, seats)
        check_step(game, step, key)
    check_state(game, step.after)
    check_decisions(game, step.after, seats)
    check_views(game, step.after, seats)


@over_tables
def test_silence_alone_ends_a_match(table):
    game, _, _, _ = laid(table)
    assert game.outcome(steps(table, silent_order)[-1].after) is not None


@over_plain_tables
def test_an_outcome_gives_every_seat_a_place(table):
    game, seats, options, _ = laid(table)
    for number in range(5):
        state, _ = walked(game, seats, options, bytes([number]) * 32)
        outcome = game.outcome(state)
        assert len(outcome.places) == seats
        assert min(outcome.places) == 1
        assert all(outcome.places.count(n) == 0 or 1 <= n <= seats for n in range(-9, 99))
        assert all(outcome.places[seat] == 1 for seat in outcome.winners)
        assert outcome.scores is None or len(outcome.scores) == seats
        assert outcome.reason


@over_plain_tables
def test_the_same_key_plays_the_same_match_and_another_key_another(table):
    game, seats, options, _key = laid(table)
    once, twice = steps(table), steps(table)
    assert once == twice
    other = list(walk(game, seats, options, b"another key of thirty-two bytes!"))
    assert [step.after for step in other] != [step.after for step in once]


@over_plain_tables
def test_a_stored_state_plays_on_like_the_one_in_hand(table):
    game, _, _, key = laid(table)
    for step in steps(table):
        stored = msgspec.json.decode(packed(step.state), type=game.state)
        assert game.decisions(stored) == step.decisions
        after, events = game.resolve(stored, step.orders, Chance(key, step.turn))
        assert (after, list(events)) == (step.after, list(step.events))


@over_plain_tables
def test_options_come_back_from_storage(table):
    game, _, options, _ = laid(table)
    assert msgspec.json.decode(packed(options), type=game.options) == options
    assert set(game.options.names()) == set(msgspec.structs.asdict(options))


def test_every_game_stands_under_its_own_slug():
    assert all(game.slug == slug and game.version >= 1 and game.name for slug, game in GAMES.items())


@pytest.mark.parametrize("slug", GAMES)
def test_the_pictures_of_the_rules_page_are_well_formed_and_shown_there(slug):
    game, page = GAMES[slug], (ROOT / "templates" / "games" / slug / "rules.html").read_text()
    pictures = game.worked_pictures()
    assert pictures
    for name, picture in pictures.items():
        check_picture(picture, len(picture.hands))
        assert name in page


@pytest.mark.parametrize("slug", GAMES)
def test_a_table_of_another_size_is_refused(slug):
    game = GAMES[slug]
    for seats in (game.seats.start - 1, game.seats.stop, 0, -1):
        with pytest.raises(IllegalOption):
            game.setup(seats, game.options(), Chance(bytes(32), 0))


@over_plain_tables
def test_nonsense_is_refused_and_nothing_else_happens(table):
    game, seats, _, _ = laid(table)
    for step in steps(table)[::7]:
        for seat in range(seats):
            for line in NONSENSE:
                refusal = refusal_of(game, step.state, seat, line)
                assert refusal is None or (str(refusal) and refusal.code)


@over_plain_tables
def test_nonsense_given_ahead_is_refused_or_read_as_orders_that_stay_as_they_are_written(table):
    game, _, _, _ = laid(table)
    for step in steps(table)[::9]:
        for seat, decision in step.decisions.items():
            view = game.view(step.state, seat)
            for text in (*NONSENSE, decision.default, f"{decision.default}\n{decision.default}"):
                try:
                    plan = game.plan(view, seat, text)
                except IllegalOrder as refusal:
                    plan = ""
                    str(refusal).encode()
                if game.plans:
                    assert game.plan(view, seat, plan) == plan
                    game.follow(view, seat, decision, plan)


@over_tables
def test_the_examples_of_orders_ahead_can_be_given_and_are_few(table):
    game, seats, options, _ = laid(table)
    shown, taken = 0, steps(table)
    for step in taken[::3]:
        for seat in range(seats):
            view = game.view(step.state, seat)
            for example in game.examples(view, seat):
                check_plan(game, view, seat, example)
                assert game.plan(view, seat, example)
                shown += 1
            assert len(game.examples(view, seat)) <= 6
    assert bool(shown) == bool(game.ahead(options))
    assert game.examples(game.view(taken[-1].after, 0), 0) == ()


def check_plan(game: Game[Any], view: Any, seat: int, text: str) -> None:
    """Orders ahead are refused, or kept as they are written and no longer than what may be sent."""
    try:
        plan = game.plan(view, seat, text)
    except IllegalOrder as refusal:
        str(refusal).encode()
        return
    assert len(plan) <= LONGEST
    assert game.plan(view, seat, plan) == plan


_SAID = """
if else lead last black and trick 1/1 top<99 top>99 top<=-99 top>14 top≤6 top = 4 thief >=99 >= no plan
from next 1-3:d4 *:d4 10:e4 a:stop stop 01 nextmove 2 5! after 99999 0 80 standing bid ask 00040 $5 horse red
bet blue 20 100 clear ; ; ;
"""
NUMBERED = st.sampled_from(("", "top>", "top<", "top>=", "thief >=")).flatmap(
    lambda word: st.integers(-120, 120).map(lambda number: f"{word}{number}")
)
AHEAD = st.lists(st.sampled_from((*_SAID.split(), "\n")) | NUMBERED, max_size=90)


@pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if game.plans])
@settings(max_examples=200, deadline=None)
@given(words=AHEAD, whole=st.data())
def test_any_orders_ahead_are_refused_or_can_be_sent_again_as_they_are_kept(slug, words, whole):
    game = GAMES[slug]
    every = game.options(**({"thief": "on"} if slug == "bids" else {}))
    state = start(game, game.seats.start, every, bytes(32))
    seat = next(iter(game.decisions(state)))
    view = game.view(state, seat)
    shown = st.sampled_from((*game.examples(view, seat), *words, "if last lead black top<=14 top>=-5"))
    parts = whole.draw(st.lists(shown | st.sampled_from(getattr(view, "hand", ()) or ("2",)), max_size=60))
    for text in (" ".join(words), "; ".join(words), "; ".join(parts), " ".join(parts)):
        check_plan(game, view, seat, text)


def refusal_of(game: Game[Any], state: Any, seat: int, line: str) -> IllegalOrder | None:
    """The refusal of a line, or None if it is legal and its canonical line stays as it is."""
    try:
        canonical = game.check(state, seat, line)
    except IllegalOrder as refusal:
        return refusal
    assert game.check(state, seat, canonical) == canonical
    assert len(canonical) <= LONGEST
    return None


def spoiled(line: str, luck: random.Random) -> str:
    """A legal line with something cut, doubled, swapped or put in."""
    at, to = sorted((luck.randint(0, len(line)), luck.randint(0, len(line))))
    put = luck.choice(["", " ", ";", "\n", "K", "99", "low", "from", "é", line[at:to] * 2])
    return line[:at] + put + line[to:]


@over_plain_tables
def test_a_spoiled_order_is_refused_or_read_as_a_legal_one(table):
    game, _, _, key = laid(table)
    luck, refused = random.Random(key), 0
    for step in steps(table)[::5]:
        for seat, line in step.orders.items():
            for _ in range(40):
                refused += refusal_of(game, step.state, seat, spoiled(line, luck)) is not None
    assert refused


@pytest.mark.parametrize("slug", GAMES)
@settings(max_examples=150, deadline=None)
@given(line=st.text(max_size=60), seat=st.integers(-1, 5))
def test_any_text_is_an_order_or_an_illegal_order(slug, line, seat):
    game = GAMES[slug]
    state = start(game, game.seats.start, game.options(), bytes(32))
    refusal_of(game, state, seat, line)


@over_plain_tables
def test_seats_may_leave_at_any_time_down_to_the_last(table):
    game, seats, options, key = laid(table)
    for number in range(15):
        luck = random.Random(f"{table}{number}")
        state, gone, turn = start(game, seats, options, key), set(), 0
        while game.outcome(state) is None:
            turn += 1
            owed = game.decisions(state)
            orders = {seat: random_order(game, state, seat, owed[seat], luck) for seat in owed}
            if luck.random() < 0.15:
                leaver = luck.choice([seat for seat in range(seats) if seat not in gone])
                gone.add(leaver)
                state, events = game.leave(state, leaver)
                packed(list(events))
                after = game.decisions(state)
                assert game.outcome(state) is not None or set(owed) - {leaver} <= set(after)
            else:
                state, _ = game.resolve(state, orders, Chance(key, turn))
            check_state(game, state)
            check_decisions(game, state, seats)
            check_views(game, state, seats)
            assert gone.isdisjoint(game.decisions(state))


@over_plain_tables
def test_all_but_one_leaving_at_once_ends_the_match(table):
    """At a table for one, nobody wins once that one left."""
    game, seats, options, key = laid(table)
    for stays in range(seats) if seats > 1 else (None,):
        state = start(game, seats, options, key)
        for seat in range(seats):
            if seat != stays:
                state, _ = game.leave(state, seat)
        outcome = game.outcome(state)
        assert outcome.winners == (() if stays is None else (stays,))
        assert game.decisions(state) == {}


@over_tables
def test_the_bot_orders_legally_through_whole_matches(table):
    for step in steps(table, bot_order):
        assert set(step.orders) == set(step.decisions)


@over_plain_tables
def test_the_bot_knows_its_view_and_no_more(table):
    game, _, _, _ = laid(table)
    for step in steps(table, bot_order, random_order):
        for seat, decision in step.decisions.items():
            view = game.view(step.state, seat)
            stored = msgspec.json.decode(packed(view), type=type(view))
            orders = {
                game.choose(one, seat, decision, Chance(bytes(32), step.turn)) for one in (view, view, stored)
            }
            assert len(orders) == 1


@over_tables
def test_a_match_takes_some_of_the_plans_of_its_game(table):
    game, _, options, _ = laid(table)
    taken = game.ahead(options)
    assert [clause for clause in game.plans if clause in taken] == list(taken)
