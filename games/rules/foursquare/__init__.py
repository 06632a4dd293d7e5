"""The room of Foursquare: its law, its board as data, its bot. Nothing here knows another game or the server.

``rules.py`` is the door; ``state.py`` what a position is; ``sheet.py`` the cells; ``turning.py`` which cards
turn over; ``asking.py`` what is owed and whether an order may stand; ``playing.py`` what happens;
``ahead.py`` orders given ahead; ``board.py`` the drawing; ``wording.py`` what the options are called;
``bot.py`` a player of its own.
"""
