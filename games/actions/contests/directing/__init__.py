"""What directors do to a contest: each act with a preview of its effect, a reason, a log, and undo.

``preview``, ``act`` and ``undo`` are the doors' way in; what each verb does has a room in ``verbs``.
"""
