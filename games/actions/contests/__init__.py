"""What happens to contests: founded, entered, drawn, played round by round, ended. All rows change here.

Contests (leagues, cups) are rows beside matches: a contest has stages of groups, these have rounds of
pairings, and a match points to the pairing that it is a table of. ``games/contests`` is pure: formats
pair a ``Field``, which ``models/field.py`` reads in two queries, and standings are counted from it.
``actions/contests`` is their life. ``Contest.wake_at`` is their row in the clock: the tick only looks
whether something is due or a match of a contest has ended, and calls a task of its own, so that no
deadline waits for a draw. ``steps.step`` holds the contest's row and does what the rows say comes next:
book what has ended (``booking.py``, decided in ``verdicts.py``), open up to 50 tables (``tables.py``),
close a round, refresh the standings of groups with new results, pair a round (``rounds.py``), draw a
stage (``drawing.py``), end it (``standing.py``). What a step does follows from the rows alone, so it may
be killed between any two statements or run by many at once; unique constraints (a round's number, a
pairing's board, an entry's pairing of a round, a pairing's leg) stand behind the lock. Whoever changes
anything in a contest holds its row first, then people, then turns; who holds a turn never waits for a
contest. A step that fails puts its contest aside with its trouble and calls the directors. Draws, lots,
and the seeds of tables follow from the seed of the contest (``models/lots.py`` says how): its commitment
is public before anybody enters, and it is published when nothing of the contest is played any more, so
that anyone can draw again.
"""
