"""The Swiss: rounds against equals in points, for tables of two (``duels``) and of more (``tables``).

Two at a table: every likely pair has a cost, one whole number in which each
aim outweighs all after it (``costs.py``), and a matching of maximum weight over a few dozen partners each
(``duels.py``, ``matching.py``) is the round; more are offered until all are paired without a repeat and
with seats in balance, in the end all. More at a table: tables are filled from the top, then entries swap
as long as that helps (``tables.py``). Nothing of it draws but lots for seats and ways out of a bad table.
``criteria.py`` says what a round breaks, ours or a director's; FIDE's absolute criteria are among it.
Balance of seats comes before even points: FIDE's own system weighs them otherwise.
"""

from games.contests.swiss.system import Swiss

__all__ = ["Swiss"]
