"""The room of Fourbid: its law, its board as data, its bot. Nothing here knows another game or the server.

``rules.py`` is the door; ``state.py`` what a position is; ``orders.py`` the notation; ``asking.py`` what a
seat owes; ``legality.py`` whether its order may stand; ``choices.py`` what may be chosen; ``auction.py`` and
``table.py`` what happens; ``geometry.py`` and ``cards.py`` the tables; ``board.py`` the drawing;
``wording.py`` what the options are called; ``bot.py`` the opponent.
"""
