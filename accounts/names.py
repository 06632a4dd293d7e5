"""By what name people know the matches that mails are about: other apps say it, this one knows only codes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

NAMERS: list[Callable[[Collection[str]], Mapping[str, str]]] = []
"""Each answers with the names of those of the codes that it knows."""


def names_of(codes: Collection[str]) -> dict[str, str]:
    """A name for each code, in the order of the names; the code itself where nobody knows one."""
    names = {code: code for code in codes}
    for namer in NAMERS if names else ():
        names |= namer(codes)
    return dict(sorted(names.items(), key=lambda known: known[1].casefold()))
