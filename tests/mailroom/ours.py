"""Our own mails as they look in quotes: a turn mail and a receipt, text and HTML, in three languages.

Every order in them is old: none may ever be read as new. ``ORDERS`` has them all.
"""

from __future__ import annotations

import re
from html import escape

ADDRESS = "bid+xK3vTq9.north-12@play.example.org"
ORDERS = ("K 2; low best; ask", "K 2", "Q 5; low none", "J 4", "K 4", "9", "2")

SEAL = "5f0c1d7a9b3e4c6d8f2a0b1c3d5e7f90a1b2c3d4e5f60718293a4b5c6d7e8f90"
PAGE = "https://play.example.org/o/eyJzIjo0MTIsInQiOjEyfQ.kx1W-Zz7"
API = 'PUT https://play.example.org/api/v1/matches/WXYZ/turns/12/order\n{"order": "K 2; low best; ask"}'
LINKS = "https://play.example.org/m/WXYZ"

TURN = {
    "en": f"""Fourbid · Autumn table

Turn 12: your order, until Thu 3 Dec 2026, 20:00
================================================

What happened in turn 11
------------------------

- north bid K 4 and was second.
- south bid 9 and took space 14.

The board; you are north
------------------------

  1 .   2 a   3 .   4 b   5 .   6 .   7 a   8 .
  9 .  10 .  11 b  12 .  13 .  14 b  15 .  16 .

Your order
----------

An order is one line. Its clauses are parted by a semicolon.

  bid: one or two cards of your hand
    one or two of: 2 4 5 J Q K
  low: what you take if you bid lowest
    one of: best own none

For example:
  K 2
  K 2; low best; ask

If you send nothing, this is played for you: 2

How to answer
-------------

Open this page, write your order, press the button. You need not sign in:
{PAGE}

You may change your order until the turn closes.

Programs send it with their token:
{API}

Sealed so far
-------------

south: in
  {SEAL}

The match: {LINKS}""",
    "pl": f"""Fourbid · Stół jesienny

Tura 12: twój ruch, do czw. 3 gru 2026, 20:00
=============================================

Co się stało w turze 11
-----------------------

- north zalicytował K 4 i był drugi.
- south zalicytował 9 i zajął pole 14.

Twoje zlecenie
--------------

Zlecenie to jeden wiersz. Jego części oddziela średnik.

Na przykład:
  K 2
  K 2; low best; ask

Jeśli nic nie wyślesz, zagramy za ciebie: 2

Jak odpowiedzieć
----------------

Otwórz tę stronę, wpisz zlecenie, naciśnij przycisk:
{PAGE}

{API}

Zapieczętowane
--------------

south: jest
  {SEAL}

Mecz: {LINKS}""",
    "bg": f"""Fourbid · Есенна маса

Ход 12: вашата заповед, до чт 3 дек 2026 г., 20:00
==================================================

Какво стана в ход 11
--------------------

- north наддаде K 4 и беше втори.
- south наддаде 9 и взе поле 14.

Вашата заповед
--------------

Заповедта е един ред. Частите ѝ се делят с точка и запетая.

Например:
  K 2
  K 2; low best; ask

Ако не изпратите нищо, за вас се играе: 2

Как да отговорите
-----------------

Отворете тази страница, напишете заповедта, натиснете бутона:
{PAGE}

{API}

Запечатано досега
-----------------

south: има
  {SEAL}

Мачът: {LINKS}""",
}
RECEIPT = {
    "en": f"""Fourbid · Autumn table

Your order for turn 12 is in
============================

This was understood:

Q 5; low none

You may still change it until Thu 3 Dec 2026, 20:00. You wrote:

> J 4

Commitment:
  {SEAL}""",
    "pl": f"""Fourbid · Stół jesienny

Mamy twoje zlecenie na turę 12
==============================

Zrozumieliśmy:

Q 5; low none

Możesz je jeszcze zmienić do czw. 3 gru 2026, 20:00. Twoje słowa:

> J 4

Zobowiązanie:
  {SEAL}""",
    "bg": f"""Fourbid · Есенна маса

Заповедта ви за ход 12 е приета
===============================

Разбрахме:

Q 5; low none

Може да я промените до чт 3 дек 2026 г., 20:00. Написахте:

> J 4

Обвързване:
  {SEAL}""",
}

_P = "margin:0 0 12px;font:15px/1.5 system-ui,sans-serif;color:#22302a"
_CODE = "font-family:ui-monospace,Menlo,monospace;background:#eef3ef;padding:1px 4px"


def html(text: str) -> str:
    """The HTML part of a mail of ours: a title, heads, words, orders in a type of their own."""
    blocks = [_block(block) for block in re.split(r"\n\n+", text)]
    return f'<div class="sheet" style="max-width:600px;padding:24px">{"".join(blocks)}</div>'


def _block(block: str) -> str:
    lines = block.split("\n")
    if len(lines) == 2 and set(lines[1]) == {"="}:
        return f'<h1 class="title" style="font-size:22px">{escape(lines[0])}</h1>'
    if len(lines) == 2 and set(lines[1]) == {"-"}:
        return f'<h2 class="head" style="font-size:17px">{escape(lines[0])}</h2>'
    return f'<p class="words" style="{_P}">{"<br>".join(map(_line, lines))}</p>'


def _line(line: str) -> str:
    words = line.strip()
    if words.startswith("https://"):
        return f'<a class="button" href="{words}">{escape(words)}</a>'
    return f'<span class="code" style="{_CODE}">{escape(words)}</span>' if words in ORDERS else escape(words)
