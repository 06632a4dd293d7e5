"""The worked examples of the rules, FS-1 to FS-13, with the variants they name."""

from __future__ import annotations

import pytest

from games.rules import IllegalOrder
from tests.rules.foursquare_table import GAME, down, legal, pile, play, sheet, table


def test_the_first_card_turns_nothing():
    """FS-1: first card 5 at d4. Nothing flips. D = 0, no result."""
    after = play(table(card=5), "d4")
    assert sheet(after) == "d4:5u"
    assert GAME.outcome(after) is None


def test_the_second_card_closes_another_rank():
    """FS-2: d4:5u; play 7 at e4 → d4:5d e4:7u, D = 1."""
    assert sheet(play(table("d4:5u", 7), "e4")) == "d4:5d e4:7u"


def test_the_second_card_leaves_its_equal_open():
    """FS-3: d4:5u; play 5 at e4 → no flip, D = 0."""
    assert sheet(play(table("d4:5u", 5), "e4")) == "d4:5u e4:5u"


def test_a_rank_in_between_turns_nothing_and_the_highest_turns_all():
    """FS-4: d4:3u e4:8u; play 5 at f4 → no flip. Play 10 at f4 instead → d4:3d e4:8d f4:10u, D = 2."""
    assert sheet(play(table("d4:3u e4:8u", 5), "f4")) == "d4:3u e4:8u f4:5u"
    assert sheet(play(table("d4:3u e4:8u", 10), "f4")) == "d4:3d e4:8d f4:10u"


def test_face_down_cards_are_turned_but_not_compared():
    """FS-5: d4:3d e4:8u; play 5 at f4 → only the 8 counts → d4:3u e4:8d f4:5u, D = 1."""
    assert sheet(play(table("d4:3d e4:8u", 5), "f4")) == "d4:3u e4:8d f4:5u"


def test_face_down_cards_are_compared_where_all_are():
    """FS-5 with compare=all: no flip."""
    after = play(table("d4:3d e4:8u", 5, compare="all"), "f4")
    assert sheet(after) == "d4:3d e4:8u f4:5u"


def test_the_only_face_up_card_opens_all():
    """FS-6: d4:2d e4:9d; play 4 at f4 → d4:2u e4:9u f4:4u, D = 0. With compare=all 4 is in between."""
    assert sheet(play(table("d4:2d e4:9d", 4), "f4")) == "d4:2u e4:9u f4:4u"
    assert down(play(table("d4:2d e4:9d", 4, compare="all"), "f4")) == 2


def test_a_tie_for_the_highest_is_not_the_highest():
    """FS-7: d4:9u e4:4u; play 9 at f4 → no flip."""
    assert sheet(play(table("d4:9u e4:4u", 9), "f4")) == "d4:9u e4:4u f4:9u"


def test_row_and_column_are_judged_apart():
    """FS-8: d4:6u e4:2u d5:8u d3:7u; play 10 on d4 → d4:6u/10u e4:2d d5:8d d3:7d. Play 5 → the same close."""
    crossing = "d4:6u e4:2u d5:8u d3:7u"
    after = play(table(crossing, 10), "d4")
    assert sheet(after) == "d3:7d d4:10u d5:8d e4:2d"
    assert pile(after, "d4") == (6, 10)
    assert sheet(play(table(crossing, 5), "d4")) == "d3:7d d4:5u d5:8d e4:2d"


def test_five_face_down_lose():
    """FS-9: d4:4u e4:6u d5:2d e5:3d d6:8d; play 9 at f4 → D = 5 → lost. Play 5 at f4 → D = 3, go on."""
    before = "d4:4u e4:6u d5:2d e5:3d d6:8d"
    lost = GAME.outcome(play(table(before, 9), "f4"))
    assert (lost.reason, lost.winners, lost.places, lost.scores) == ("lost_down", (), (1,), (0,))
    goes_on = play(table(before, 5), "f4")
    assert GAME.outcome(goes_on) is None
    assert down(goes_on) == 3


def test_the_grid_is_four_wide_and_grows_over_edges_only():
    """FS-10: d4 to g4: g5 is legal, c4 is not (and h4 is no cell). With only d4: e5 is not legal."""
    row = table("d4:5u e4:5u f4:5u g4:5u", 6)
    assert "g5" in legal(row)
    assert "c4" not in legal(row)
    with pytest.raises(IllegalOrder, match="wider or higher than four"):
        GAME.check(row, 0, "c4")
    with pytest.raises(IllegalOrder, match="no cell “h4”"):
        GAME.check(row, 0, "h4")
    assert legal(table("d4:5u", 6)) == ["c4", "d3", "d4", "d5", "e4"]
    with pytest.raises(IllegalOrder, match="e5 shares no edge"):
        GAME.check(table("d4:5u", 6), 0, "e5")


def test_a_pile_holds_four_cards():
    """FS-11: d4 holds 1,2,3,4: no fifth card. d4 holds 1,2,3: a fourth is legal."""
    assert "d4" not in legal(table("d4:1u/2u/3u/4u", 5))
    with pytest.raises(IllegalOrder, match="four cards already"):
        GAME.check(table("d4:1u/2u/3u/4u", 5), 0, "d4")
    assert pile(play(table("d4:1u/2u/3u", 5), "d4"), "d4") == (1, 2, 3, 5)


def test_a_card_may_cover_a_closed_one():
    """FS-12: d4:7d e4:3u f4:9u; play 5 on d4 → D = 0. Play 10 on d4 → 3 and 9 close, D = 2."""
    assert sheet(play(table("d4:7d e4:3u f4:9u", 5), "d4")) == "d4:5u e4:3u f4:9u"
    assert sheet(play(table("d4:7d e4:3u f4:9u", 10), "d4")) == "d4:10u e4:3d f4:9d"


FULL = "a1:7u a2:7u a3:7u a4:2u b1:7u b2:8u b3:8u b4:9u c1:8u c2:8u c3:2u c4:5u d1:1u d2:10u d3:4u d4:3d"


def test_sixteen_face_up_win_and_score_what_is_left():
    """FS-13: full grid a1–d4, top of d4 3d, play 6 on d4, 11 left → no flips, 16 face up → won, score 11."""
    after = play(table(FULL, 6, left=11), "d4")
    assert down(after) == 0
    won = GAME.outcome(after)
    assert (won.reason, won.winners, won.places, won.scores) == ("won", (0,), (1,), (11,))


def test_a_win_with_the_last_card_is_a_win():
    """Section 5: winning with the 40th card is a win with score 0."""
    won = GAME.outcome(play(table(FULL, 6, left=0), "d4"))
    assert (won.reason, won.winners, won.scores) == ("won", (0,), (0,))


def test_an_empty_stock_loses():
    """Section 5: stock empty → lost, score 0, or the face-up tops where those are scored."""
    lost = GAME.outcome(play(table("d4:5u e4:5u", 5, left=0), "f4"))
    assert (lost.reason, lost.winners, lost.scores) == ("lost_stock", (), (0,))
    lost = GAME.outcome(play(table("d4:4u e4:5u", 6, left=0, loss_score="faceup"), "d3"))
    assert lost.scores == (2,)


def test_too_many_face_down_is_looked_for_before_an_empty_stock():
    before = "d4:4u e4:6u d5:2d e5:3d d6:8d"
    lost = GAME.outcome(play(table(before, 9, left=0, loss_score="faceup"), "f4"))
    assert (lost.reason, lost.scores) == ("lost_down", (1,))


def test_the_card_placed_turns_too_where_all_do():
    """flip=all: once with one line, twice (up again) with both, never in a line without other piles."""
    assert sheet(play(table("d4:5u", 7, flip="all"), "e4")) == "d4:5d e4:7d"
    assert sheet(play(table("d4:5u", 5, flip="all"), "e4")) == "d4:5u e4:5u"
    assert sheet(play(table(card=5, flip="all"), "d4")) == "d4:5u"
    crossing = "d4:6u e4:2u d5:8u d3:7u"
    assert sheet(play(table(crossing, 10, flip="all"), "d4")) == "d3:7d d4:10u d5:8d e4:2d"
    assert sheet(play(table(crossing, 7, flip="all"), "d4")) == "d3:7u d4:7d d5:8u e4:2d"
