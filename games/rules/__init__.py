"""The shelf: every game the server knows, by its slug. Adding a game adds one line here.

Pure: no Django, no clock, no random numbers, no files.
"""

from typing import Any

from games.rules.bid_chess.rules import BidChess
from games.rules.bid_n_bet.rules import BidNBet
from games.rules.bids.rules import Bids
from games.rules.fourbid.rules import Fourbid
from games.rules.foursquare.rules import Foursquare
from games.rules.game import Game, IllegalOption, IllegalOrder, Refusal

GAMES: dict[str, Game[Any]] = {
    game.slug: game for game in (Fourbid(), Foursquare(), BidNBet(), Bids(), BidChess())
}

__all__ = ["GAMES", "Game", "IllegalOption", "IllegalOrder", "Refusal"]
