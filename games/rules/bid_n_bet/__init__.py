"""The room of Bid N' Bet: its law, its ring and track as data, its bot. Nothing here knows another game.

``rules.py`` is the door; ``ring.py`` the tables of spaces, horses and cards; ``state.py`` what a position is;
``orders.py`` the notation; ``choices.py`` what may be chosen; ``asking.py`` what a seat owes; ``legality.py``
whether its order may stand; ``table.py``, ``stop.py`` and ``turn.py`` what happens; ``plans.py`` orders given
ahead and those of teams; ``seeing.py`` what a seat may see; ``board.py`` the drawing; ``wording.py`` what
options are called; ``bot.py`` the opponent.
"""
