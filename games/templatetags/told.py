"""Filters for the sentences of games: seats by their names, cards and lists as people write them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import template
from django.utils.translation import gettext

from games import drawing

register = template.Library()
_SUITS = str.maketrans("SHDC", "♠♥♦♣")


@register.filter
def seat(names: Sequence[str], index: int) -> str:
    """The name of a seat."""
    return names[index]


@register.filter
def seats(names: Sequence[str], indexes: Iterable[int]) -> str:
    """The names of some seats: ``north, east and south``."""
    return together([names[index] for index in indexes])


@register.filter
def together(words: Sequence[str]) -> str:
    """Some words as one would say them in a row."""
    if len(words) < 2:
        return "".join(words)
    return gettext("{words} and {last}").format(words=", ".join(words[:-1]), last=words[-1])


@register.filter
def called(name: str) -> str:
    """A card in words: ``blue 7``, ``the Ally``."""
    return drawing.card_name(name)


@register.filter
def all_called(names: Iterable[str]) -> str:
    """Some cards in words."""
    return together([drawing.card_name(name) for name in names])


@register.filter
def amount(number: float) -> str:
    """A number as people write it: ``7½``, ``−3``."""
    return drawing.amount(number)


@register.filter
def signed(text: str) -> str:
    """A number with its sign as people write it: ``+2``, ``−1``."""
    return text.replace("-", "−")


@register.filter
def card(name: str) -> str:
    """A card with the sign of its suit: ``10♥``."""
    return name[:-1] + name[-1].translate(_SUITS)


@register.filter
def cards(some: Iterable[str]) -> str:
    """Some cards with the signs of their suits."""
    return " ".join(card(name) for name in some)


@register.filter
def listed(values: Iterable[object]) -> str:
    """Any values, parted by commas."""
    return ", ".join(map(str, values))


@register.filter
def amounts(numbers: Iterable[float]) -> list[str]:
    """Some numbers as people write them."""
    return [drawing.amount(number) for number in numbers]


@register.filter
def moving(item: Mapping[str, Any]) -> str:
    """How a man that is bid for moves, or what a power does: ``moves as rook``."""
    return gettext(item["words"]).format(betza=item["betza"])


@register.filter
def ply(number: int) -> str:
    """The number of a move as it stands before it: ``12.`` for White's, ``12…`` for Black's."""
    return f"{number // 2 + 1}{'…' if number % 2 else '.'}"


@register.filter
def each(names: Sequence[str], values: Iterable[object]) -> str:
    """Each seat's name with its value, without the seats that have none: ``north 8♠; east 9♥ 2♥ = 11``."""
    return "; ".join(
        f"{name} {value}" for name, value in zip(names, values, strict=False) if value is not None
    )


@register.filter
def bids(data: Mapping[str, Sequence[Any]]) -> list[str | None]:
    """What each seat bid, with its total where it is more than one card; None for a seat that bid nothing."""
    return [
        f"{cards(bid)} = {total}" if bid and len(bid) > 1 else cards(bid) if bid else None
        for bid, total in zip(data["cards"], data["totals"], strict=True)
    ]


@register.filter
def halves(number: int) -> str:
    """A number of halves as people write it: ``7½``."""
    sign, whole, half = "−" if number < 0 else "", abs(number) // 2, number % 2
    return f"{sign}{whole or ''}½" if half else f"{sign}{whole}"


@register.filter
def all_halves(numbers: Iterable[int]) -> list[str]:
    """Some numbers of halves as people write them."""
    return [halves(number) for number in numbers]


@register.filter
def some(numbers: Iterable[int]) -> list[int | None] | None:
    """The numbers with None for each nought; None if there is nothing else."""
    kept = [number or None for number in numbers]
    return kept if any(kept) else None


@register.filter
def worded(message: str) -> str:
    """A message id of the rules in the reader's language."""
    return gettext(message)


@register.filter
def all_worded(messages: Iterable[str]) -> str:
    """Some message ids of the rules in the reader's language: ``red and blue``."""
    return together([gettext(message) for message in messages])


@register.filter
def dollars(names: Sequence[str], numbers: Iterable[int]) -> str:
    """Each seat's name with its number of dollars, without noughts: ``north $40; east $20``."""
    sums = [f"${number}" if number else None for number in numbers]
    return each(names, sums)
