"""The Swiss: rounds against equals in points, for tables of two (``duels``) and of more (``tables``)."""

from games.contests.swiss.system import Swiss

__all__ = ["Swiss"]
