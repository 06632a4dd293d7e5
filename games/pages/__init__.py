"""The browser's door: server-rendered pages. They read rows, call actions, and show what came of it.

``games/models/pulse.py`` tells in one read whether anything on a match page has changed;
``games/pages/kept.py`` keeps whole pages until something has. A page that shows one's own sealed order is
never kept. A page made anew is read by one plain statement more (``games/models/table.py``) and put
together from parts that are remembered under the values they show (``games/pages/parts.py``); what is
secret or seldom the same goes into the gaps of such a part, and the gaps are remembered nowhere.
"""
