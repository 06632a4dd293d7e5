"""What goes over the wire about people: who they are, how reliable and how strong."""

from __future__ import annotations

import msgspec


class Token(msgspec.Struct, frozen=True):
    """A token, to be sent as ``Authorization: Token …``. It is shown once and stored only as a hash."""

    token: str


class Person(msgspec.Struct, frozen=True):
    """Who you are."""

    username: str
    email: str
    zone: str
    language: str
    todo: int
    """How many orders you owe."""


class Rating(msgspec.Struct, frozen=True):
    """How strong somebody is in a game: 1500 give or take 1500 for whoever is new to it."""

    game: str
    rating: int
    margin: int
    """By how much it may be off, almost surely."""
    matches: int
    """How many rated matches it follows from."""


class Ranked(msgspec.Struct, frozen=True):
    """Somebody in the list of a game."""

    place: int
    """Equal ratings share a place."""
    username: str
    rating: int
    margin: int
    matches: int


class Ratings(msgspec.Struct, frozen=True):
    """The best rated people of a game, the highest first that they have at the least: rating less margin."""

    results: list[Ranked]


class Reliability(msgspec.Struct, frozen=True):
    """How reliable and how strong somebody is: of the last 100 orders they owed, how many came in time.

    Silence that was no fault of theirs does not count.
    """

    username: str
    owed: int
    in_time: int
    percent: int
    """100 for whoever has owed nothing yet."""
    ratings: list[Rating]
    """In each game in which they have played a rated match."""
