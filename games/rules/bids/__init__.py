"""The room of Bids: its law, its cards, its bot. Nothing here knows another game or the server.

``rules.py`` is the door; ``state.py`` what a match is between two turns; ``cards.py`` the deck and the deal;
``deciding.py`` who wins a trick; ``table.py`` and ``scoring.py`` what happens; ``orders.py`` and ``ahead.py``
the notation; ``asking.py`` what a seat owes; ``plans.py`` what it orders ahead; ``board.py`` the drawing;
``bot.py`` the opponent; ``wording.py`` what the options are called.
"""
