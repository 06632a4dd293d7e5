"""``python -m tests.words``: bring the catalogs of translations up to date with what the sources say.

Keeps every translation whose English is unchanged, adds what is new without one, drops what is gone, and
compiles.
Name catalogs (site, fourbid, …) to renew only these. Says how many messages still lack a translation.
"""

from __future__ import annotations

import os
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bidplay.settings")

from tests.words.catalogs import LANGUAGES, collected, path_of, renewed, translations, write


def main(homes: list[str]) -> int:
    """Renew catalogs; 0 if nothing is left to translate."""
    left = 0
    for home, messages in collected().items():
        if homes and home not in homes:
            continue
        for language in LANGUAGES:
            write(home, language, renewed(home, language, messages))
            missing = _missing(home, language)
            left += len(missing)
            print(f"{home:>12} {language}: {len(messages)} messages, {len(missing)} without a translation")
    return int(bool(left))


def _missing(home: str, language: str) -> list[str]:
    from babel.messages.pofile import read_po

    with path_of(home, language).open("rb") as lines:
        return [str(m.id) for m in read_po(lines, locale=language) if m.id and not all(translations(m))]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
