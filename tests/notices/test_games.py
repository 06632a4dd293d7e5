"""Mails about every game: one story of all that happened, the question in full, no word of hidden hands."""

import re
from html import unescape

import msgspec
import pytest

from games.actions import orders
from games.models.position import pack
from games.notices import questions
from games.rules.chance import Chance
from games.rules.game import Clause
from tests.actions.tables import NOW, open_turn, order, person, started, walked
from tests.notices.mails import deliver, mail_to, silence, widest, written
from tests.rules import bid_n_bet_table

pytestmark = pytest.mark.django_db

MOVE = """\
An order is one line. Its clauses are parted by a semicolon.

  how many spaces your token moves
    one of: 1 2! 3! 4 5
    1: Stop bid; most Bid Cards or the best bid: two lengths for any
      horse
    2!: Advance $20; pay $20, any horse one length forward; you can’t
      pay: “!” means that you go out of the race
    3!: Must bet; bet $20 or more on one horse; you can’t pay: “!” means
      that you go out of the race
    4: Gamble; turn the top Gamble Card and obey it
    5: Free card; take a Bid Card for nothing
  horse: the horse for Advance, Back or two lengths
    one of: red blue
    only for: 1
    left out: you are asked if you win

For example:
  5
  1; horse red

If you send nothing, this is played for you: 5

Behind it, or alone, may stand orders for turns to come, parted in the
same way:

  nextmove: your move for the next turn, not for one you owe now; “after
    5”: when five rounds are done
  horse: the horse for that move
  bet: colour and dollars for that move
  standing bid: what you bid at every STOP BID, or ask
  standing horse: the horse for two lengths you win
  clear: drop all orders ahead

For example:
  standing bid 10
  standing bid 10; standing horse OWN
  standing bid ask
  nextmove 2; horse OWN
"""


def placed(match, state):
    """The match with this position before the seats of its open turn."""
    turn = open_turn(match)
    turn.position = pack(match.rules, state)
    turn.save(update_fields=["position"])
    return match


def section(text, head):
    """What stands under a heading."""
    return re.search(rf"^{head}\n-+\n\n(.*?)\n(?=[^\n]+\n---)", text, re.M | re.S)[1]


def dealt(*names, seed=b"mails", **options):
    """Bids at a table of these people, with these cards; the first of them leads."""
    match = started(*names, game="bids", options=options)
    state = match.rules.setup(len(names), match.rules.options(**options), Chance(seed, 0))
    turn = open_turn(match)
    leader = next(iter(match.rules.decisions(turn.state())))
    return placed(match, msgspec.structs.replace(state, leader=leader)), leader


def in_turn(match):
    """The name of a person whose turn it is, and the order that silence would play."""
    slot = open_turn(match).orders.filter(commitment="").select_related("seat__user").first()
    return slot.seat.user.username, silence(match, slot.seat.user.username)


def test_a_question_tells_what_each_space_ahead_costs_and_does_and_which_would_put_the_reader_out():
    state = bid_n_bet_table.table(2)
    match = started("ann", "bob", game="bid_n_bet")
    turn = open_turn(match)
    (seat,) = match.rules.decisions(turn.state())
    name = match.seats.get(index=seat).user.username
    state = msgspec.structs.replace(state, active=seat, money=(10, 10), token=(8, 8))
    placed(match, state)
    mail = mail_to(name, "start")
    assert section(mail.text, "Your order") == MOVE.replace("OWN", ("red", "blue")[seat])
    said = " ".join(unescape(re.sub(r"<[^>]+>", " ", mail.html)).split())
    assert "2!: Advance $20; pay $20, any horse one length forward; you can’t pay: “!” means that" in said
    assert "nextmove · your move for the next turn, not for one you owe now" in said


def test_many_values_are_said_in_few_words():
    match = started("ann", "bob", game="bid_n_bet")
    name, _line = in_turn(match)
    seat = match.seats.get(user__username=name).index
    placed(match, bid_n_bet_table.table(2, active=seat))
    asked = section(mail_to(name, "start").text, "Your order")
    assert "    one of: red 20/40/60/80/100 blue 20/40/60/80/100\n" in asked
    raises = Clause("raise", "a bid", tuple(map(str, range(75, 301, 5))), least=1)
    assert questions._words(raises, "en") == ("raise", "a bid", "75 to 300, in steps of 5", ())


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, ["if", "else", "trick"]),
        ({"thief": "on"}, ["if", "else", "trick", "thief"]),
        ({"bidding": "sealed", "thief": "on"}, ["thief"]),
        ({"bidding": "sealed"}, []),
    ],
)
def test_a_question_tells_of_those_orders_ahead_that_the_match_takes(options, words):
    match, _leader = dealt("ann", "bob", "cyd", **options)
    asked = section(mail_to(in_turn(match)[0], "start").text, "Your order")
    head, _told, ahead = asked.partition("parted in the\nsame way:\n")
    assert re.findall(r"^  (\w+): ", ahead, re.M) == words
    assert head.count("Behind it") == bool(words)


def test_turns_played_one_after_the_other_are_told_as_one_story():
    names = ("ann", "bob", "cyd")
    match, _leader = dealt(*names)
    deliver("start")
    first, played = in_turn(match)[0], {}
    for _n in names:
        name, line = in_turn(match)
        played[name] = line
        deliver("turn")
        order(name, match, line)
    text = mail_to(in_turn(match)[0], "turn").text
    assert text.count("What happened in") == 1
    told = re.findall(r"^- (\w+) bids (\w+)\.$", text, re.M)
    assert dict(told).items() <= played.items()
    assert first in played


def test_turns_played_from_orders_ahead_are_told_in_the_same_story():
    match, _leader = dealt("ann", "bob", "cyd")
    deliver()
    first, line = in_turn(match)
    others = [name for name in ("ann", "bob", "cyd") if name != first]
    for name in others:
        held = match.rules.view(open_turn(match).state(), match.seats.get(user__username=name).index).hand
        orders.plan(person(name), match.code, f"else {held[0]}", NOW)
    order(first, match, line)
    name, _line = in_turn(match)
    assert open_turn(match).number == 4
    text = mail_to(name, "turn").text
    assert "What happened in turns 1 to 3" in text
    assert text.count("What happened in") == 1
    assert text.count(" bids ") == 3


def test_turns_in_which_several_order_are_told_one_by_one():
    match = started("ann", "bob", game="bids", bots=1, options={"bidding": "sealed"})
    deliver("start")
    for _n in range(2):
        lines = {name: silence(match, name) for name in ("ann", "bob")}
        number = open_turn(match).number
        for name, line in lines.items():
            order(name, match, line, NOW, number)
    text = mail_to("ann", "turn").text
    assert re.findall(r"^What happened in .*$", text, re.M) == [
        "What happened in turn 1",
        "What happened in turn 2",
    ]


def test_who_plays_alone_is_told_the_last_turn_and_not_the_whole_match():
    match = walked(started("ann", game="foursquare", pace={"kind": "free"}))
    text = mail_to("ann", "end").text
    last = match.turns.last().number
    assert re.findall(r"^What happened in .*$", text, re.M) == [f"What happened in turn {last}"]
    assert f"The seed:\n  {match.seed}\n" in text


@pytest.mark.parametrize("game", ["bids", "bid_n_bet"])
def test_the_mails_of_a_match_are_at_most_72_columns_wide(game):
    long = "日本語の名前です" * 4
    match = started("ann", long, game=game, bots=match_bots(game))
    for _n in range(12):
        name, line = in_turn(match)
        for kind in ("start", "turn", "result"):
            assert [mail.subject for _notice, mail in written(kind) if widest(mail) > 72] == []
        deliver()
        order(name, match, line)


def match_bots(game):
    return 4 if game == "bids" else 3


def masked(mail):
    """A mail without what is random: links and commitments."""
    parts = (mail.subject, mail.text, mail.html)
    return [re.sub(r"/o/[^/]+/|\b[0-9a-f]{64}\b", "…", part) for part in parts], mail.images


def swapped(state, one, other):
    """The twin of a position: two hands have changed a card, the stack lies upside down."""
    hands = [list(hand) for hand in state.hand]
    hands[one][0], hands[other][0] = hands[other][0], hands[one][0]
    hand = tuple(tuple(cards) for cards in hands)
    return msgspec.structs.replace(state, hand=hand, stack=state.stack[::-1], out=state.out[::-1])


@pytest.mark.parametrize("played", [0, 1, 2])
@pytest.mark.parametrize("bidding", ["open", "sealed"])
def test_hands_and_stack_change_no_byte_of_a_mail_to_somebody_else(bidding, played):
    match, _leader = dealt("ann", "bob", "cyd", bidding=bidding, thief="on", surprise="on")
    for _n in range(played):
        for name, line in every_order(match):
            order(name, match, line)
    name = in_turn(match)[0]
    state = open_turn(match).state()
    reader = match.seats.get(user__username=name).index
    others = [seat for seat in range(3) if seat != reader]
    twin = swapped(state, *others)
    assert twin.hand != state.hand
    kind = "turn" if played else "start"
    one = mail_to(name, kind)
    placed(match, twin)
    assert masked(mail_to(name, kind)) == masked(one)


def every_order(match):
    """Who is asked in the open turn, each with the order that silence would play."""
    asked = open_turn(match).orders.filter(commitment="").select_related("seat__user")
    names = [slot.seat.user.username for slot in asked]
    return [(name, silence(match, name)) for name in names]


def test_no_card_of_another_hand_stands_in_a_mail():
    match, leader = dealt("ann", "bob", "cyd")
    state = open_turn(match).state()
    told = mail_to(in_turn(match)[0], "start").text.partition("Behind it, or alone")[0]
    seen = {*state.hand[leader], state.centre}
    hidden = {card for hand in state.hand for card in hand} - seen
    assert [card for card in hidden if re.search(rf"\b{card}\b", told)] == []
    assert [card for card in state.hand[leader] if card not in told] == []
