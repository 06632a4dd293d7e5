"""What a mail asks for: its first own line, and what belongs to it. Pure; carries nothing out.

English, Polish and Bulgarian words are all understood, whatever the language of the person.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from games.mailroom.reading.signs import signs

ORDER = "order"
COMMANDS = {
    "plan": "plan plany план планове",
    "clear": "clear wyczyść wyczysc изчисти",
    "help": "help ? pomoc помощ",
    "status": "status stan статус състояние",
    "resign": "resign rezygnuję rezygnuje poddaję poddaje предавам",
    "say": "say powiedz napisz кажи напиши",
    "note": "note notatka zanotuj бележка запиши",
}
"""Each command, and all words for it."""
BEFORE = frozenset(
    (
        *("order", "bid", "play", "move"),
        *("zlecenie", "licytuję", "licytuje", "gram", "zagraj", "ruch"),
        *("нареждане", "нареждам", "заповед", "наддавам", "играя", "играй", "ход"),
    )
)
"""What may stand before an order."""
_YES = frozenset(["yes", "tak", "да"])
_BESIDE = {
    "clear": frozenset(["plan", "plans", "plany", "план", "планове"]),
    "resign": frozenset({"się", "sie", "се"}),
}
"""What may stand behind a word without changing what it means."""
_WORDS = {word: command for command, words in COMMANDS.items() for word in words.split()}
_MARKS = ":,.!?;"
MOST = 1_300
"""So many characters of an order are read: more than an order with orders ahead may have."""


@dataclass(frozen=True)
class Command:
    """One command. ``text`` is what it is about; ``unread`` lines stand behind it and are not part of it."""

    word: str
    text: str = ""
    unread: str = ""
    sure: bool = False
    """Whether a resignation is confirmed."""


def command(lines: Sequence[str], clauses: Collection[str]) -> Command | None:
    """What the writer's own lines ask for; None if there are none.

    ``clauses`` are the words that clauses of an order begin with now: lines that begin so go on with it.
    """
    if not lines:
        return None
    first, _blank, rest = lines[0].strip().partition(" ")
    word = _WORDS.get(first.casefold().rstrip(_MARKS) or first)
    if word in ("say", "note"):
        return Command(word, "\n".join([rest.strip(), *lines[1:]]).strip())
    if word == "plan":
        return _written(word, [rest, *lines[1:]], clauses)
    if word is not None and _fits(word, rest):
        return Command(word, sure=word == "resign" and not _YES.isdisjoint(_words(rest)))
    return _written(ORDER, lines, clauses)


def _fits(word: str, rest: str) -> bool:
    """Whether what stands behind a word leaves it that command: nothing is cleared or given up by chance."""
    if word in ("help", "status"):
        return True
    return _words(rest) <= _BESIDE[word] | (_YES if word == "resign" else frozenset())


def _words(text: str) -> frozenset[str]:
    return frozenset(word.strip(_MARKS) for word in text.casefold().split())


def _written(word: str, lines: Sequence[str], clauses: Collection[str]) -> Command:
    """A command in the notation of the game: its first line, and those that go on with it."""
    taken = [signs(lines[0])]
    unread: list[str] = []
    for line in lines[1:]:
        if not unread and (not taken[0] or _begins(signs(line), clauses)):
            taken.append(signs(line))
        else:
            unread.append(line)
    return Command(word, "\n".join(filter(None, taken))[:MOST], "\n".join(unread)[:MOST])


def _begins(line: str, clauses: Collection[str]) -> bool:
    return line.partition(" ")[0].casefold().rstrip(_MARKS) in clauses


def without_word(text: str) -> tuple[str, str]:
    """The word before an order, such as ``bid``, and the order behind it; no word if there is none."""
    first, _blank, rest = text.partition(" ")
    word = first.casefold().rstrip(_MARKS)
    return (word, rest.strip()) if word in BEFORE and rest.strip() else ("", text)
