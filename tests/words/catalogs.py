"""The catalogs of translations: which there are, what belongs into each, and how they are written.

A game's messages lie in its own folder, as everything about it does; all others in ``templates/locale``.
Babel extracts and compiles, so that no program of the machine is needed. ``python -m tests.words`` writes.
"""

from __future__ import annotations

import datetime
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

from games.rules import GAMES

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = tuple(code for code, _name in settings.LANGUAGES if code != "en")
"""The languages beside English."""
LONG_AGO = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)
ROOTS = ("accounts", "bidplay", "games", "templates")
MARKS = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
"""How a message is marked in Python; templates are turned into the same."""

Key = tuple[str, str]
"""Context and English text (of plural messages the singular)."""


@dataclass
class Found:
    """A message in the sources."""

    ids: tuple[str, ...]
    context: str | None
    files: list[str] = field(default_factory=list)
    hints: list[str] = field(default_factory=list)

    @property
    def key(self) -> Key:
        """Context and English text."""
        return self.context or "", self.ids[0]


def homes() -> dict[str, Path]:
    """The folder of each catalog: that of the site, and one of each game."""
    games = {slug: ROOT / "templates" / "games" / slug / "locale" for slug in GAMES}
    return {"site": ROOT / "templates" / "locale", **games}


def path_of(home: str, language: str) -> Path:
    """The file with the translations of one catalog."""
    return homes()[home] / language / "LC_MESSAGES" / "django.po"


def home_of(file: Path) -> str:
    """Whose catalog the messages of a file belong to."""
    parts = file.relative_to(ROOT).parts
    inside = parts[:2] in (("games", "rules"), ("templates", "games")) and len(parts) > 3
    return parts[2] if inside and parts[2] in GAMES else "site"


def sources() -> list[Path]:
    """The files that may hold messages."""
    found = [file for root in ROOTS for file in sorted((ROOT / root).rglob("*"))]
    return [
        file
        for file in found
        if file.suffix in {".py", ".html", ".txt"} and not {"migrations", "static"} & set(file.parts)
    ]


def messages_in(file: Path) -> Iterator[Found]:
    """The messages of one file."""
    text, name = file.read_text(), str(file.relative_to(ROOT)) if file.is_relative_to(ROOT) else file.name
    if file.suffix != ".py":
        text = "\n".join(line.lstrip() for line in templatize(text, origin=name).split("\n"))
    marked = extract("python", io.BytesIO(text.encode()), keywords=MARKS, comment_tags=("Translators:",))
    for _line, message, hints, context in marked:
        ids = tuple([message] if isinstance(message, str) else message)
        yield Found(ids, context, [name], list(hints))


def collected() -> dict[str, dict[Key, Found]]:
    """The messages that each catalog must have. What the site says anyway a game need not say again."""
    found: dict[str, dict[Key, Found]] = {home: {} for home in homes()}
    for file in sources():
        for message in messages_in(file):
            known = found[home_of(file)].setdefault(message.key, message)
            if known is not message:
                known.files += [name for name in message.files if name not in known.files]
                known.hints += [hint for hint in message.hints if hint not in known.hints]
                known.ids = max(known.ids, message.ids, key=len)
    for home, messages in found.items():
        if home != "site":
            for key in found["site"].keys() & messages.keys():
                del messages[key]
    return found


def stored(home: str, language: str) -> Catalog:
    """The translations there are; none if there is no file yet."""
    path = path_of(home, language)
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as lines:
        return read_po(lines, locale=language)


def renewed(home: str, language: str, messages: dict[Key, Found]) -> Catalog:
    """A catalog of just these messages, with the translations that were stored."""
    old, new = stored(home, language), Catalog(locale=language, fuzzy=False)
    for found in messages.values():
        ids = found.ids if len(found.ids) > 1 else found.ids[0]
        known = old.get(found.ids[0], found.context)
        text = known.string if known is not None and _fits(known.string, found.ids) else None
        new.add(
            ids,
            text,
            locations=[(name, 0) for name in found.files],
            auto_comments=found.hints,
            user_comments=known.user_comments if known is not None else (),
            context=found.context,
        )
    return new


def _fits(text: object, ids: tuple[str, ...]) -> bool:
    return isinstance(text, str) == (len(ids) == 1)


def write(home: str, language: str, catalog: Catalog) -> None:
    """Store a catalog as text, and compiled beside it."""
    path = path_of(home, language)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(as_text(catalog, language))
    with path.open("rb") as lines:
        path.with_suffix(".mo").write_bytes(compiled(read_po(lines, locale=language), language))


def as_text(catalog: Catalog, language: str) -> bytes:
    """The file of a catalog, with a head that never changes by itself."""
    body = io.BytesIO()
    write_po(body, catalog, width=110, no_location=False, include_lineno=False, omit_header=True)
    head = (
        'msgid ""\nmsgstr ""\n'
        f'"Language: {language}\\n"\n'
        '"MIME-Version: 1.0\\n"\n'
        '"Content-Type: text/plain; charset=UTF-8\\n"\n'
        '"Content-Transfer-Encoding: 8bit\\n"\n'
        f'"Plural-Forms: {catalog.plural_forms}\\n"\n\n'
    )
    return head.encode() + body.getvalue()


def compiled(catalog: Catalog, language: str) -> bytes:
    """What Django reads of a catalog: only messages that are translated, and the same bytes every time."""
    whole = Catalog(locale=language, project="bidplay", version="1", creation_date=LONG_AGO, fuzzy=False)
    for message in catalog:
        if message.id and all(translations(message)):
            whole.add(message.id, message.string, context=message.context)
    lines = io.BytesIO()
    write_mo(lines, whole)
    return lines.getvalue()


def translations(message: object) -> list[str]:
    """What a message of a catalog is translated with; one text for each plural form."""
    string = message.string  # type: ignore[attr-defined]
    return [string] if isinstance(string, str) else list(string)


_PERCENT = re.compile(r"%\((\w+)\)[sd]|%[sd]")
_TAG = re.compile(r"</?[a-z]+\d?")


def gaps(text: str) -> tuple[list[str], list[str], list[str]]:
    """What a translation must keep: named gaps of both kinds, and the tags of HTML."""
    try:
        named = [
            name or "" for _text, name, _spec, _conversion in Formatter().parse(text) if name is not None
        ]
    except ValueError:  # a lone brace
        named = []
    return sorted(named), sorted(_PERCENT.findall(text)), sorted(_TAG.findall(text))
