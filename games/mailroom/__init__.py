"""The mailroom: mails that people send, read and turned into orders. It decides nothing about play.

A mail that asks for an order has a reply address of its own, signed for one turn, seat and
person (``games/links.py``); it is a secret between them, and survives servers that fold capitals. Three
doors (the listener ``manage.py mailroom``, the pipe ``receive_mail``, a provider's webhooks, which are
Anymail's signals) bring what comes there to one function, ``games/mailroom/receiving.py``. ``reading/``
finds what the writer wrote, ``senders.py`` asks whether it is theirs, ``commands.py`` what it asks for,
and ``doing.py`` calls the same actions as every door. ``actions/answers.py`` is the lock: it inserts the
notice that will answer the mail, unique by the mail's Message-ID, and in the same transaction does what
the mail asks; a mail that comes again, or twice at once, finds the notice there. The answer rests sealed
and is wiped when it has left. What was not dealt with was not taken: the mail server keeps it and comes
again.
"""
