"""What a refused move of Bid Chess is told: why the man that seems able to make it may not."""

from __future__ import annotations

import pytest

from games.rules.bid_chess.moves import legal
from games.rules.bid_chess.notation import read
from games.rules.bid_chess.position import Position
from games.rules.game import IllegalOrder
from tests.rules.bid_chess_table import here

CHECK = "it would leave your king in check."
OWN = "a man of yours stands on {}."
BLOCKED = "another man stands in the way."
FIRST = "White's first move may not capture."
LOST = "your pawns become only men that are lost."
PINNED = here("Ke1 Ne2 a2", "Kg8 Re8")
ROOKS = here("Kg1 Ra1 Rh8 a2", "Kc7 Na5 b8")
FIRST_MOVE = here("Kg1 Re3 a2 b2", "Kg8 e6 a7", ply=0)
FRESH = {"double": True, "extra": f"- - - {1 << 16:x} 0"}


def said(position: Position, text: str) -> str:
    with pytest.raises(IllegalOrder) as caught:
        read(position, text, legal(position))
    return str(caught.value)


@pytest.mark.parametrize(
    ("position", "text", "reason"),
    [
        (PINNED, "e2c3", CHECK),
        (PINNED, "Nc3", CHECK),
        (PINNED, "Ne2-c3", CHECK),
        (here("Ke1", "Kg8 Ra2"), "Ke2", CHECK),
        (here("Ke1 Ra1", "Kg8 Re8"), "a1a2", CHECK),
        (here("Kg1 Xd4 g2", "Kg8 Rg3 Qb1", items=(25,)), "Xxg3", CHECK),
        (here("Kg1 Ne4", "Kg8 Qg4 f6", items=(25,)), "Nxf6+", CHECK),
        (ROOKS, "a1a2", OWN.format("a2")),
        (ROOKS, "Ra3", BLOCKED),
        (ROOKS, "a1a5", BLOCKED),
        (ROOKS, "Rh8a8", BLOCKED),
        (FIRST_MOVE, "Rxe6", FIRST),
        (FIRST_MOVE, "e3e6", FIRST),
        (here("Kg1 a4", "Kg8 a5"), "a5", BLOCKED),
        (here("Kg1 a2", "Kg8 a4"), "a4", BLOCKED),
        (here("Kg1 a2 Na3", "Kg8"), "a2a4", BLOCKED),
        (here("Kg1 a2 Na3", "Kg8"), "a2a3", OWN.format("a3")),
        (here("Kg1 a2 Nb3", "Kg8"), "a2b3", OWN.format("b3")),
        (here("Kg1 a3", "Kg8 a5", **FRESH), "a3a5", BLOCKED),
        (here("Ke1 e5", "Ka8 Re8 d5", ep="d6"), "e5d6", CHECK),
        (here("Kg1 b7", "Kd6 Na8", powers=("restrict", ""), extra="- - - 0 0"), "bxa8=N", LOST),
        (here("Kg1 b7", "Kd6 Na8", powers=("restrict", ""), extra="- - - 0 0"), "b7b8", LOST),
        (here("Kg1 b7", "Kd6 Na8", powers=("restrict", ""), extra="- Q - 0 0"), "b8=R", LOST),
        (here("Ke1", "Kg8 Rf8", powers=("leap", ""), extra="- - L 0 0"), "e1f3", CHECK),
        (here("Kg1 Xd4 d6", "Kg8 Rd8 d2", items=(7,)), "d4d7", BLOCKED),
        (here("Kg1 Xd4 d6", "Kg8 Rd8 d2", items=(7,)), "d4d6", OWN.format("d6")),
        (here("Kg1 Xg2 d6", "Kg8 Rg7 Rg5", items=(7,)), "g2a2", CHECK),
    ],
)
def test_a_refusal_begins_with_what_bars_the_man(position: Position, text: str, reason: str):
    assert reason in said(position, text)


@pytest.mark.parametrize(
    ("position", "text"),
    [
        (here("Kg1 a2", "Kg8 b4"), "a2b3"),
        (here("Kg1 a3", "Kg8"), "a3a5"),
        (here("Kg1 a2", "Kg8", powers=("single", "")), "a2a4"),
        (here("Kg1 Ra1", "Kg8 b7"), "a1b2"),
        (here("Kg1 Xd4", "Kg8 d6", items=(7,)), "d4d6"),
        (here("Kg1", "Kg8", powers=("leap", ""), extra="- - - 0 0"), "g1f3"),
        (here("Kg1 b7", "Ka6"), "b7b8P"),
        (here("Ra1 Kc1", "Ka8"), "a1a8"),
        (here("Kg1 Ne2 Ng4", "Kg8"), "Na8"),
    ],
)
def test_a_man_that_never_goes_there_is_told_where_it_goes(position: Position, text: str):
    assert "is no legal move" in said(position, text)
    assert not any(reason in said(position, text) for reason in (CHECK, BLOCKED, FIRST))


def test_a_refusal_goes_on_with_the_moves_of_that_man_or_of_all():
    assert said(ROOKS, "a1a2") == (
        "“a1a2” is no legal move: a man of yours stands on a2. You may play Rb1, Rc1+, Rd1, Re1, Rf1."
    )
    assert said(PINNED, "Nc3").endswith("You may play Kd1, Kf1, Kd2, Kf2, a3, a4.")


def test_two_men_that_are_barred_alike_are_told_of_together():
    assert "no N of yours can move now" in said(here("Ke1 Nd2 Nf2", "Kg8 Ba5 Bh4"), "Ne4")
