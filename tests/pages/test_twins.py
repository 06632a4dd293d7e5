"""Two worlds at every door, for every game: what one may not know changes no byte of page, answer or mail.

The worlds are one match at one moment, of which one thing is another; each is looked at and taken back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from django.contrib.admin import site
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from accounts import beside, couriers
from accounts.actions import issue
from accounts.channels import Delivery
from accounts.envelopes import Target, envelope
from accounts.models import MAIL_KINDS
from games.actions import orders, turns
from games.admin import OrderAdmin
from games.links import order_token
from games.models import Match, Order, Turn
from games.models.position import pack
from games.pages import course, history, kept, order_form, parts, scene
from games.rules import GAMES
from games.rules.chance import Chance
from tests.actions import nonsense
from tests.actions.tables import HOUR, NOW, open_turn, order, person, started
from tests.notices.mails import written
from tests.pages.visits import browser
from tests.rules import fourbid_table
from tests.rules.test_games_twins import TWINS, Twins

pytestmark = pytest.mark.django_db

NAMES = ("ann", "bob", "cyd", "dan", "eli", "fay")
ALL = [pytest.param(slug, twins, id=f"{slug}: {twins.name}") for slug in TWINS for twins in TWINS[slug]()]


class _Undone(Exception):
    """Takes a world back."""


@pytest.fixture(autouse=True)
def _still(time_machine: Any) -> None:
    """No time goes by while worlds are compared."""
    time_machine.move_to(NOW + HOUR, tick=False)


def forget() -> None:
    """Remember nothing of pages that were made in another world."""
    made = history._entries, history._shown, order_form._forms, scene._faces, parts._parts
    for memory in (*made, course._courses, course._figures, parts._frames, kept._frames, kept._pages):
        memory.clear()
    cache.clear()


def in_world(make: Callable[[], object], look: Callable[[], Any]) -> Any:
    """What is seen after something was done; it is undone again."""
    forget()
    seen = None
    try:
        with transaction.atomic():
            make()
            seen = look()
            raise _Undone
    except _Undone:
        return seen


def masked(body: bytes) -> bytes:
    """An answer without what is drawn by chance for each: commitments, hashes, tokens of forms."""
    body = re.sub(rb"\b[0-9a-f]{64}\b", b"H" * 64, body)
    body = re.sub(rb'name="csrfmiddlewaretoken" value="\w+"', b"T", body)
    return re.sub(rb'"X-CSRFToken": ?"\w+"|/o/[\w:.-]+/', b"T", body)


def dump(match: Match, name: str) -> dict[str, Any]:
    """Everything that leaves the server to a person, or to a guest without a name."""
    return dict([*_pages(match, name), *_answers(match, name), *_mails(name), *_beside_mail(match, name)])


def _told(answer: Any) -> tuple[Any, ...]:
    headers = {word: value for word, value in answer.items() if word not in ("X-Request-ID", "Set-Cookie")}
    return answer.status_code, len(answer.content), masked(answer.content), masked(repr(headers).encode())


def _pages(match: Match, name: str) -> Iterator[tuple[str, Any]]:
    client, base, number = browser(name), match.get_absolute_url(), match.turns.count()
    for path in (
        "",
        "live/",
        "live/?seen=x",
        "log/?before=99",
        "moves/",
        "course/",
        "match.pgn",
        "record.json",
        "check/",
    ):
        yield f"page {path}", _told(client.get(f"{base}{path}"))
    for turn in range(1, number + 1):
        yield f"page turn {turn}", _told(client.get(f"{base}turn/{turn}/"))
        yield f"page order {turn}", _told(client.post(f"{base}turn/{turn}/order/", {"line": "zzz"}))
    yield "page plan", _told(client.post(f"{base}plan/", {"plan": "zzz"}))
    for path in ("/", "/matches/?status=running", "/people/ann/", f"/games/{match.game}/"):
        yield f"page {path}", _told(client.get(path))
    for slot in Order.objects.filter(turn__match=match, seat__user__username=name).select_related(
        "seat", "turn"
    ):
        yield f"page by link {slot.turn.number}", _told(Client().get(f"/o/{order_token(slot)}/"))


def _answers(match: Match, name: str) -> Iterator[tuple[str, Any]]:
    client = Client(headers={"Authorization": f"Token {issue(person(name), 'twin', NOW)}"} if name else {})
    base, number = f"/api/v1/matches/{match.code}", match.turns.count()
    for path in (
        "",
        "/turns",
        *(f"/turns/{turn}" for turn in range(1, number + 2)),
        "/record",
        "/plan",
        "/course",
    ):
        yield f"answer {path}", _told(client.get(f"{base}{path}"))
    for path in ("/api/v1/todo", "/api/v1/matches", "/api/v1/me"):
        yield f"answer {path}", _told(client.get(path))
    for path in ("/plan", *(f"/turns/{turn}/order" for turn in range(1, number + 2))):
        sent = {"plan" if path == "/plan" else "order": "zzz"}
        answer = client.put(f"{base}{path}", sent, content_type="application/json")
        yield f"answer to {path}", _told(answer)


def _mails(name: str) -> Iterator[tuple[str, Any]]:
    turns.remind_due(NOW + 66 * HOUR)
    for kind in ("start", "turn", "reminder", "end"):
        for notice, mail in written(kind, NOW + HOUR):
            if notice.user.username == name:
                yield (
                    f"mail {kind}",
                    (mail.subject, masked(mail.text.encode()), masked(mail.html.encode()), mail.images),
                )


def _beside_mail(match: Match, name: str) -> Iterator[tuple[str, Any]]:
    """What goes to devices, webhooks and feeds: of a person their own, of the table what all may know."""
    turn, seats = match.turns.last(), list(match.seats.select_related("user"))
    assert turn is not None
    where, now = {"match": match.code, "turn": turn.number}, NOW + HOUR
    own = [seat for seat in seats if seat.user is not None and seat.user.username == name]
    for form in ("json", "discord"):
        address, kinds = f"https://hooks.example.org/{form}", list(MAIL_KINDS)
        channels = [beside.add_hook(person("ann"), form, address, "t", [], now, table=match.code)[0]]
        told = [f"table:{kind}" for kind in ("started", "closed", "ended")]
        if own:
            channels, told = [beside.add_hook(person(name), form, address, "o", kinds, now)[0]], kinds
        for kind in told:
            data = {**where, "seat": own[0].index} if own else where
            one = Delivery(pk=1, channel=channels[0], kind=kind, subject="x", data=data, created_at=now)
            for message in couriers.BUILDERS[kind]([one], now).values():
                sent = envelope(form, Target(address, secret="s"), message, "1", now)
                yield f"hook {form} {kind}", (sent.headers, sent.body)
    if match.size > 1:
        yield "feed", _told(Client().get(f"/m/{match.code}/feed.atom"))
    if own:
        with patch.object(beside.secrets, "token_urlsafe", lambda _n: "still"):
            path = f"/calendar/{beside.make_feed(person(name), '', now)}.ics"
        yield "calendar", _told(Client().get(path))


def differing(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """The doors at which two worlds are told apart."""
    return [door for door in {**one, **other} if one.get(door) != other.get(door)]


def table(state: Any, slug: str, seats: int) -> Match:
    """A running match of this game that will be put into some state."""
    options = msgspec.to_builtins(state.options)
    pace = {"kind": "free"} if seats == 1 else {}
    return started(*NAMES[:seats], game=slug, options=options, visibility="public", pace=pace)


def put(match: Match, state: Any) -> None:
    """Put the match into this state, with a slot for each seat that owes an order in it."""
    game = match.rules
    owed = game.decisions(state)
    Turn.objects.filter(match=match, closed_at=None).update(position=pack(game, state), owed=sorted(owed))
    turn, seats = open_turn(match), list(match.seats.all())
    if {slot.seat.index for slot in turn.orders.select_related("seat")} != set(owed):
        turn.orders.all().delete()
        Order.objects.bulk_create([Order(turn=turn, seat=seats[seat]) for seat in sorted(owed)])
    outcome = game.outcome(state)
    if outcome is not None:
        Turn.objects.filter(pk=turn.pk).update(closed_at=NOW)
        Match.objects.filter(pk=match.pk).update(
            status="finished",
            ended_at=NOW,
            outcome=msgspec.to_builtins(outcome),
            last_position=pack(game, state),
        )


SEATS = {"fourbid": 3, "foursquare": 1, "bids": 4, "bid_n_bet": 3, "bid_chess": 2}


@pytest.mark.parametrize(("slug", "twins"), ALL)
def test_what_a_state_hides_changes_no_byte_that_leaves_the_server(slug: str, twins: Twins) -> None:
    match = table(twins.one, slug, SEATS[slug])
    if match.rules.outcome(twins.one) is None:
        put(match, twins.one)
    for seat in dict.fromkeys((twins.blind[0], twins.blind[-1])):
        name = "" if seat is None else NAMES[seat]
        one, other = (
            in_world(lambda state=state: put(match, state), lambda name=name: dump(match, name))
            for state in (twins.one, twins.other)
        )
        assert len(one) > 15
        assert differing(one, other) == []


def test_who_may_know_sees_the_difference_at_many_doors() -> None:
    twins = next(twins for twins in TWINS["bids"]() if twins.name.startswith("the hands of two others"))
    match = table(twins.one, "bids", 4)
    one, other = (
        in_world(lambda state=state: put(match, state), lambda: dump(match, "ann"))
        for state in (twins.one, twins.other)
    )
    assert {"page ", "page live/", "answer ", "answer /turns/1", "mail start"} <= set(differing(one, other))


def lines(match: Match, name: str) -> tuple[str, str]:
    """Two legal orders of a person, as different in length as may be."""
    state, game = open_turn(match).state(), match.rules
    seat = match.seats.get(user__username=name).index
    decision = game.decisions(state)[seat]
    values = [value for clause in decision.clauses if not clause.word for value in clause.values]
    wishes = [*values, *(f"{value}; {extra}" for value in values for extra in ("low best; ask", "horse red"))]
    legal = [wish for wish in [decision.default, *wishes] if nonsense.takes(match, name, wish)]
    return min(legal, key=len), max(legal, key=len)


def at_play(slug: str) -> tuple[Match, str]:
    """A running match with a turn behind it, and one of several people who owe an order with a choice."""
    seats = SEATS[slug]
    options = {"bidding": "sealed"} if slug == "bids" else {}
    match = started(*NAMES[:seats], game=slug, visibility="public", options=options)
    while True:
        turn = open_turn(match)
        slots = list(turn.orders.filter(commitment="").select_related("seat__user"))
        short, long = lines(match, slots[0].seat.user.username)
        if turn.number > 1 and short != long:
            return match, slots[0].seat.user.username
        for slot in slots:
            default = match.rules.decisions(turn.state())[slot.seat.index].default
            order(slot.seat.user.username, match, default, NOW, turn.number)


@pytest.mark.parametrize("slug", ["fourbid", "bids"])
def test_a_sealed_order_of_any_game_changes_no_byte_for_others(slug: str) -> None:
    match, name = at_play(slug)
    worlds = lines(match, name)
    for reader in ("", next(other for other in NAMES if other != name)):
        one, other = (
            in_world(lambda line=line: order(name, match, line), lambda reader=reader: dump(match, reader))
            for line in worlds
        )
        assert differing(one, other) == []
    one, other = (
        in_world(lambda line=line: order(name, match, line), lambda: dump(match, name)) for line in worlds
    )
    assert {"page ", "answer "} <= set(differing(one, other))


def test_a_sealed_bid_a_hidden_payment_and_a_setup_of_bid_chess_change_no_byte_for_others() -> None:
    options = {"pay": "hidden", "pool": "19"}
    match = started("ann", "bob", game="bid_chess", visibility="public", options=options)
    bids = ("bid 5", "bid 0")
    number = sealed(match, "ann", bids)
    order("ann", match, bids[0], NOW, number)
    order("bob", match, "bid 0", NOW, number)
    assert open_turn(match).state().dues == (5, 0)
    sealed(match, "ann", ("setup .NBQKBNR/PPPPPPPP/8", "setup RNBQKBNR/PPP5/8"))


def sealed(match: Match, name: str, worlds: tuple[str, str]) -> int:
    """Look through other eyes at two orders of the open turn, in either world; the turn's number."""
    for reader in ("", "bob"):
        one, other = (
            in_world(lambda line=line: order(name, match, line), lambda reader=reader: dump(match, reader))
            for line in worlds
        )
        assert differing(one, other) == []
    one, other = (
        in_world(lambda line=line: order(name, match, line), lambda: dump(match, name)) for line in worlds
    )
    assert "page " in differing(one, other)
    return open_turn(match).number


@pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if game.plans])
def test_orders_ahead_of_any_game_change_no_byte_for_others(slug: str) -> None:
    pace = {"kind": "free"} if SEATS[slug] == 1 else {}
    match = started(*NAMES[: SEATS[slug]], game=slug, visibility="public", pace=pace)
    turn = open_turn(match)
    asked = match.rules.decisions(turn.state())
    idle = next((seat for seat in range(SEATS[slug]) if seat not in asked), 0)
    name = NAMES[idle]
    view = match.rules.view(turn.state(), idle)
    texts = sorted(match.rules.examples(view, idle), key=len)
    assert len(texts) > 1, texts
    for reader in ("", next(other for other in ("eve", *NAMES[: SEATS[slug]])[::-1] if other != name)):
        one, other, none = (
            in_world(
                lambda text=text: orders.plan(person(name), match.code, text, NOW),
                lambda reader=reader: dump(match, reader),
            )
            for text in (texts[0], texts[-1], "")
        )
        assert differing(one, other) == []
        assert differing(one, none) == []


def unversioned(seen: dict[str, Any]) -> dict[str, Any]:
    """What was seen, without the mark of what a page shows: it counts the rows that were made."""
    return {door: re.sub(r"\b[0-9a-f]{20}\b", "V", repr(answer)) for door, answer in seen.items()}


def waiting(match: Match, state: Any, *given: tuple[str, str]) -> None:
    """Put the match into a state, and let people order until the turn closes."""
    put(match, state)
    number = open_turn(match).number
    for name, line in given:
        order(name, match, line, NOW, number)
    assert match.turns.open().get().number == number + 1


def fourbid_worlds() -> tuple[Any, list[list[tuple[str, str]]]]:
    """Three bids of which one asks; one clause that waits meanwhile is another."""
    owner = fourbid_table.claims(p1=[1, 3, 5, 9, 11, 24, 26, 31], p2=[8])
    state = fourbid_table.table(3, owner=owner, queen=14, hands={1: "2 3 4 5 6 7 8 9", 2: "7"})
    wishes = ("2; low A; bonus 20", "2; low own", "2")
    return state, [[("ann", "A; ask"), ("bob", wish), ("cyd", "7")] for wish in wishes]


def bid_n_bet_worlds() -> tuple[Any, list[list[tuple[str, str]]]]:
    """A move to a STOP BID with one horse named and with another."""
    game = GAMES["bid_n_bet"]
    state = game.setup(3, game.options(), Chance(bytes(32), 0))
    state = msgspec.structs.replace(state, token=(6, 6, 6))
    lander = NAMES[state.active]
    return state, [[(lander, line)] for line in ("3; horse red", "3; horse blue", "3")]


@pytest.mark.parametrize("worlds", [fourbid_worlds, bid_n_bet_worlds])
def test_a_clause_that_waits_to_be_used_is_shown_to_nobody_meanwhile(worlds: Any) -> None:
    state, given = worlds()
    slug = "fourbid" if worlds is fourbid_worlds else "bid_n_bet"
    match = table(state, slug, 3)
    wisher = given[0][-2][0] if slug == "fourbid" else given[0][0][0]
    for reader in {"", *NAMES[:3]} - {wisher}:
        seen = [
            unversioned(
                in_world(
                    lambda row=row: waiting(match, state, *row), lambda reader=reader: dump(match, reader)
                )
            )
            for row in given
        ]
        assert [differing(seen[0], other) for other in seen[1:]] == [[], []]


@pytest.mark.parametrize("worlds", [fourbid_worlds, bid_n_bet_worlds])
def test_a_clause_that_has_been_used_is_shown_with_its_salt(worlds: Any) -> None:
    state, given = worlds()
    match = table(state, "fourbid" if worlds is fourbid_worlds else "bid_n_bet", 3)
    waiting(match, state, *given[0])
    client = browser()
    first = match.turns.first().number
    wish = next(
        slot for slot in Order.objects.filter(turn__number=first, turn__match=match) if ";" in slot.line
    )
    assert OrderAdmin(Order, site).opened_line(wish) == wish.line.partition(";")[0]
    for path in (match.get_absolute_url(), f"{match.get_absolute_url()}turn/{first}/"):
        assert "low A" not in client.get(path).content.decode()
        assert "horse red" not in client.get(path).content.decode()
    while match.rules.waits((turn := open_turn(match)).state()):
        for slot in turn.orders.filter(commitment="").select_related("seat__user"):
            default = match.rules.decisions(turn.state())[slot.seat.index].default
            order(slot.seat.user.username, match, default, NOW, turn.number)
    assert OrderAdmin(Order, site).opened_line(Order.objects.get(pk=wish.pk)) == wish.line
    text = given[0][-2][1] if "low" in str(given[0]) else given[0][0][1]
    salts = (
        Order.objects.filter(turn__match=match, turn__number=first)
        .exclude(salt="")
        .values_list("salt", flat=True)
    )
    assert text in client.get(match.get_absolute_url()).content.decode()
    page = client.get(f"{match.get_absolute_url()}turn/{first}/").content.decode()
    assert text in page
    assert all(salt in page for salt in salts)
    assert all(salt in client.get(f"/api/v1/matches/{match.code}/turns").content.decode() for salt in salts)


def test_a_sealed_amount_of_an_auction_changes_no_byte_for_others() -> None:
    state, given = bid_n_bet_worlds()
    match = table(state, "bid_n_bet", 3)
    waiting(match, state, *given[0])
    slots = open_turn(match).orders.select_related("seat__user").order_by("seat__index")
    bidder, *others = [slot.seat.user.username for slot in slots]
    for reader in ("", others[0]):
        one, other = (
            in_world(lambda line=line: order(bidder, match, line), lambda reader=reader: dump(match, reader))
            for line in ("bid 5", "bid 25; horse red")
        )
        assert differing(one, other) == []


def test_a_mail_about_an_order_given_ahead_does_not_tell_what_waits() -> None:
    state, given = bid_n_bet_worlds()
    match = table(state, "bid_n_bet", 3)
    waiting(match, state, *given[0])
    Order.objects.filter(turn__match=match, turn__number=1).update(by="plan")
    mails = [mail.text for notice, mail in written("turn", NOW + HOUR)]
    assert len(mails) > 1
    assert any("had ordered this ahead: 3\n" in text for text in mails)
    assert not any("horse red" in text.split("For example")[0] for text in mails)
