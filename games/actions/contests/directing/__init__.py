"""What directors do to a contest: each act with a preview of its effect, a reason, a log, and undo.

``preview``, ``act`` and ``undo`` are the doors' way in; what each verb does has a room in ``verbs``.

Directing (``actions/contests/directing``). A verb of ``verbs/`` does its act with the contest's row held;
``acts.py`` looks at all rows of the contest before and after (``keeping.py``), and the difference is both
the effect that is shown (``effects.py``) and what undo restores. A preview is the act itself, rolled
back. ``Act.step`` is that of the contest when it was done: it can be undone until the clock has counted
another one (``steps.py``), and only if nothing it changed has been changed since. The clock comes some
minutes later for what rests on an act. A match that a director stops keeps its seed and its open orders
sealed and its clocks standing until then (``stopping.py``), so that it can go on; nothing is ever undone
past something that was revealed. Effects and logs name no order, hand or seed.
"""
