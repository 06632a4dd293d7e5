"""The games: their rules, the matches that play them, and the doors by which people reach them."""
