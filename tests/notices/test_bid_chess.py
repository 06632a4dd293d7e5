"""Mails about Bid Chess: colours, the item in words, bids, setups, moves from the own side, the end."""

from html import unescape

import pytest

from tests.actions.tables import open_turn, order, started
from tests.notices.mails import deliver, mail_to, widest

pytestmark = pytest.mark.django_db
ARRAY = "RNBQKBNR/PPPPPPPP/........"


def duel(row, **options):
    """A match that ann opened against bob, with their names by colour, White's first."""
    match = started("ann", "bob", game="bid_chess", options={"pool": str(row)} | options)
    names = ("ann", "bob")
    return match, names if open_turn(match).state().white == 0 else names[::-1]


def sentences(mail):
    """The sentences of the text part, each in one line."""
    return mail.text.replace("\n  ", " ").replace("\n", " ")


def story(mail):
    """What a mail says has happened, from both of its parts."""
    told = [line.removeprefix("- ") for line in mail.text.split("\n") if line.startswith("- ")]
    assert [sentence for sentence in told if sentence not in unescape(mail.html)] == []
    return told


def turned(match, name, line):
    """Give an order after the mail that asks for it has come."""
    mail = mail_to(name, "turn")
    assert widest(mail) <= 72
    deliver()
    order(name, match, line)
    return mail


def test_the_first_mail_tells_colours_and_item_with_its_move_value_lot_and_how_to_bid():
    _match, (white, black) = duel(5)
    for name in ("ann", "bob"):
        mail = mail_to(name, "start")
        for said in (
            f"{white} has White, {black} has Black.",
            "The bids are for row 5, Camel: leaps three squares one way and one to the side, over anything."
            " One bid buys 2 of them, each worth about 2 in pawns.",
        ):
            assert said in sentences(mail)
            assert said in unescape(mail.html)
        assert "  bid 0\n  bid 1; pay ask\n" in mail.text
        assert "setup lose RNBQKBNR/PPPPPPPP/........" in mail.text
        assert "if Nf6 then Bg5" not in mail.text


def test_a_power_is_told_in_words_when_it_is_won_too():
    match, (white, black) = duel(39)
    deliver()
    order(white, match, "bid 1; pay P")
    order(black, match, "bid -2")
    mail = mail_to(black, "turn")
    assert story(mail) == [
        f"Bids for row 39, Stalemate = Win: {'; '.join(sorted([f'{white} 1', f'{black} −2']))}.",
        f"{white} gets Stalemate = Win for 1.",
        f"{white} gives up P, worth 1.",
    ]
    said = f"{white} owns row 39, Stalemate = Win: the owner wins when the opponent is stalemated."
    assert said in sentences(mail)
    assert said in unescape(mail.html)
    assert "Behind it, or alone" not in mail.text


def test_whoever_pays_after_the_award_is_asked_with_all_ways_to_pay():
    match, (white, black) = duel(1)
    deliver()
    order(white, match, "bid 5; pay ask")
    order(black, match, "bid 3")
    mail = mail_to(white, "turn")
    assert f"- {white} gets Adjutant, written X, for 5." in mail.text
    assert "  pay: the men to give up\n    one of: R BPP NPP PPPPP\n" in mail.text
    assert "X · Adjutant: Moves as bishop or knight." in unescape(mail.html)


def test_moves_are_told_as_chess_players_write_them_with_the_board_from_the_own_side():
    match, (white, black) = duel(39)
    deliver()
    for name in (white, black):
        order(name, match, "bid 0")
    deliver()
    for name in (white, black):
        order(name, match, f"setup {ARRAY}")
    mail = turned(match, white, "f3")
    assert "8  r n b q k b n r" in mail.text.split("\n")
    assert f"{white} sets up {ARRAY}, first rank first." in sentences(mail)
    mail = turned(match, black, "e5; draw?")
    assert story(mail)[-1] == f"{white} plays 1. f3."
    rows = [line for line in mail.text.split("\n") if line[1:3] == "  " and line[0] in "12345678"]
    assert (rows[0], rows[-1]) == ("1  R N B K Q B N R", "8  r n b k q b n r")
    mail = turned(match, white, "g2g4")
    assert story(mail)[-2:] == [f"{black} plays 1… e5.", f"{black} offers a draw."]
    assert "draw: agree to a draw" in mail.text
    assert "If you send nothing: Your time is over, and you lose the match." in sentences(mail)
    assert "Your time is over, and you lose the match." in unescape(mail.html)
    assert "\n  time\n" not in mail.text
    turned(match, black, "Qh4")
    for name, said in ((white, f"you lost; the winner is {black}"), (black, "you won")):
        mail = mail_to(name, "end")
        assert mail.subject.endswith(f"over; {said}")
        assert story(mail)[-2:] == [f"{black} plays 2… Qh4#.", f"Checkmate: {black} wins."]


def test_a_draw_by_agreement_is_told_in_the_last_mail():
    match, (white, black) = duel(39)
    deliver()
    for line in ("bid 0", f"setup {ARRAY}"):
        for name in (white, black):
            order(name, match, line)
    deliver()
    order(white, match, "e4; draw?")
    order(black, match, "DRAW OK")
    mail = mail_to(white, "end")
    assert mail.subject.endswith("over; it is a draw")
    assert story(mail)[-1] == f"{black} agrees: the match is drawn."
