"""Which release of the site runs: a mark that changes with any source, template or translation.

What is rendered and kept outside this process is kept under it, so that no release shows what another made.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from django.conf import settings

MADE_OF = (
    "accounts/**/*.py",
    "games/**/*.py",
    "templates/**/*.html",
    "templates/**/*.txt",
    "templates/**/*.mo",
)


@cache
def mark() -> str:
    """The mark of this release, from the files it is made of; they are read once."""
    return digest(Path(settings.BASE_DIR))


def digest(base: Path) -> str:
    """A short text that differs whenever one of the files under a folder does."""
    found = hashlib.sha256()
    for path in sorted({path for pattern in MADE_OF for path in base.glob(pattern)}):
        found.update(f"{path.relative_to(base)}\n".encode())
        found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()[:12]
