"""Contests as values: entries and results in, pairings and standings out. Pure, and knows no game."""
