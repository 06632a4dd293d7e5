"""The chance of a contest: what its draws, lots and tables are made of. Reads only.

Everything follows from the seed of the contest, which is committed to before anybody enters and published
when it has ended. What is drawn is named by words (``pair 0 1 3``: the pairings of round 3 of group 1 of
the first stage; ``lot 0 1``: its lots; ``draw 0``: the draw of the first stage) and its key is
``games.rules.chance.match_key`` of the seed and these words. The seed of a table is the key of the words
``table``, stage, group, round, board and leg; the words of those who sit there come to it as at any match.
"""

from __future__ import annotations

from games.models.contest import Contest
from games.rules.chance import Chance, match_key
from games.seals import unseal


def key_of(contest: Contest, *what: object) -> bytes:
    """The 32 bytes that the seed of a contest and these words make; secret until the seed is published."""
    return match_key(unseal(contest.sealed_seed), [str(word) for word in what])


def chance_of(contest: Contest, *what: object) -> Chance:
    """The chance of what is named by these words, the same whenever it is asked for."""
    return Chance(key_of(contest, *what), 0)
