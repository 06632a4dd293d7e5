"""A text with quotes in it as the lines that its writer wrote. Knows text only, no mails.

Where something might be the mail that was answered, everything from there on is foreign. Only quotes that are
marked line by line may have new lines below them.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.mailroom.reading import phrases
from games.mailroom.reading.signs import clean

MOST_LINES = 1500
MOST_KEPT = 200
LONGEST_LINE = 1000
NARROWEST = 66
"""A quoted line at least that long may have been broken in two, the second part without its mark."""
SHORTEST, WIDTH = 60, 71
"""A line between these may have been broken off because the next word would have made it wider."""
LONGEST_ATTRIBUTION = 400


def own_lines(text: str, *, marked: bool = False, broken: bool = False) -> tuple[str, ...]:
    """The writer's own lines, without blank ones.

    ``marked`` says that no line of a quote can lack its mark, ``broken`` that long lines may be parted.
    """
    lines = _lines(text)
    kept: list[str] = []
    at, last, end = 0, -1, _end(lines)
    while at < end and len(kept) < MOST_KEPT:
        after = _foreign(lines, at, marked)
        if after:
            at = after
            continue
        if broken and last == at - 1 >= 0 and _goes_on(lines, at):
            kept[-1] = f"{kept[-1]} {lines[at]}"[:LONGEST_LINE]
        else:
            kept.append(lines[at])
        at, last = at + 1, at
    return tuple(kept)


def _foreign(lines: Sequence[str], at: int, marked: bool) -> int:
    """Where that ends which begins here and is not the writer's; 0 if it is."""
    line = lines[at]
    if not line or _is_quoted(line) or _is_added(line) or (not marked and _is_tail(lines, at)):
        return at + 1
    return _attribution(lines, at)


def _goes_on(lines: Sequence[str], at: int) -> bool:
    """Whether this line goes on with the one above, which had no room for its first word."""
    above = len(lines[at - 1])
    return above >= SHORTEST and above + 1 + len(lines[at].split(" ")[0]) > WIDTH


def shows_quotes(text: str) -> bool:
    """Whether plain text says where something quoted begins, so that HTML need not be asked."""
    lines = _lines(text)
    return any(_is_quoted(line) or _says_quote(lines, at) for at, line in enumerate(lines) if line)


def _lines(text: str) -> list[str]:
    lines = clean(text).split("\n")[:MOST_LINES]
    return [line[:LONGEST_LINE].strip() for line in lines]


def _is_quoted(line: str) -> bool:
    return phrases.QUOTED.match(line) is not None


def _is_added(line: str) -> bool:
    return any(
        words.match(line) for words in (phrases.FOOTER, phrases.BANNER, phrases.CLOSING, phrases.GREETING)
    )


def _is_tail(lines: Sequence[str], at: int) -> bool:
    """Whether this line was broken off a quoted one by a program that left the mark out."""
    above = lines[at - 1] if at else ""
    return _is_quoted(above) and len(above) + len(lines[at].split(" ")[0]) >= NARROWEST


def _end(lines: Sequence[str]) -> int:
    """Where everything after is foreign: the mail answered, unmarked; a signature; a notice; a closing."""
    begun = False
    for at, line in enumerate(lines):
        if not line or _is_quoted(line):
            continue
        if _begins_other(lines, at) or (begun and phrases.CLOSING.match(line)):
            return _with_title(lines, at)
        begun = begun or not _is_added(line)
        after = _attribution(lines, at)
        if after and not _quoted_next(lines, after):
            return at
        if not after and phrases.ADDRESS.search(line) and not _within_attribution(lines, at):
            return at
    return len(lines)


def _begins_other(lines: Sequence[str], at: int) -> bool:
    line = lines[at]
    return bool(
        phrases.RULE.match(line)
        or phrases.LINK.match(line)
        or phrases.NOTICE.match(line)
        or _is_headed(lines, at)
    )


def _is_headed(lines: Sequence[str], at: int) -> bool:
    """Whether the head of another mail begins here."""
    line = lines[at]
    return bool(
        phrases.TITLED_RULE.match(line) or phrases.BEGINS_OTHER.match(line) or _is_header_block(lines, at)
    )


def _says_quote(lines: Sequence[str], at: int) -> bool:
    return _is_headed(lines, at) or _attribution(lines, at) > 0


def _with_title(lines: Sequence[str], at: int) -> int:
    """A rule as long as the line above it underlines a title, as in our mails."""
    if at and len(lines[at]) >= 8 and len(lines[at - 1]) == len(lines[at]) and set(lines[at]) <= set("-="):
        return at - 1
    return at


def _is_header_block(lines: Sequence[str], at: int) -> bool:
    """Whether a From with other headers below it begins here."""
    if not phrases.HEADER_FROM.match(lines[at]):
        return False
    below = [line for line in lines[at + 1 : at + 9] if line][:6]
    return sum(phrases.HEADER_OTHER.match(line) is not None for line in below) >= 2


def _attribution(lines: Sequence[str], at: int) -> int:
    """Where a sentence ends that begins here and says whose words follow, in up to four lines; else 0."""
    if not lines[at] or _is_quoted(lines[at]):
        return 0
    opens = phrases.OPENS.match(lines[at])
    if not opens and at + 1 < len(lines) and phrases.OPENS.match(lines[at + 1]):
        return 0  # it begins with the next line, if at all
    joined, wraps = "", opens or phrases.DATED.search(lines[at])
    for after in range(at + 1, min(at + (4 if wraps else 1), len(lines)) + 1):
        line = lines[after - 1]
        if not line or _is_quoted(line):
            return 0
        joined = f"{joined} {line}"[:LONGEST_ATTRIBUTION].strip()
        if _says_who(joined) or (joined.endswith(":") and _quoted_next(lines, after)):
            return after
    return 0


def _says_who(words: str) -> bool:
    if phrases.CLOSES.search(words) and (phrases.OPENS.match(words) or phrases.DATED.search(words)):
        return True
    if not words.endswith(":"):
        return False
    who, when, how = phrases.ADDRESS.search(words), phrases.DATED.search(words), phrases.OPENS.match(words)
    return bool(who or (when and how))


def _within_attribution(lines: Sequence[str], at: int) -> bool:
    return any(_attribution(lines, begin) > at for begin in range(max(0, at - 3), at))


def _quoted_next(lines: Sequence[str], at: int) -> bool:
    """Whether the next line that is not blank is quoted."""
    following = next((line for line in lines[at : at + 4] if line), "")
    return _is_quoted(following)
