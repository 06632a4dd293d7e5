"""What is compressed on its way to a browser, and what is not: pages of play, and the files that they need.

What a page says is none of this room's business.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

PAGES = "games.pages."
SECRETIVE = "games.pages.beside"
"""Its page shows addresses that work without signing in."""
FILES = ("bidplay/", "accounts/", "django_htmx/htmx-2.min.", "django_htmx/django-htmx.")


class PackingMiddleware(GZipMiddleware):
    """Compresses the pages of play, four fifths of what goes over the wire there.

    Who sees how long compressed answers are, and can have a page show their own words, may guess at a secret
    beside them. So what tells secrets to be used elsewhere (the pages of accounts, the API, the addresses of
    feeds) stays as it is; the tokens of forms are masked anew in every answer, and each answer is longer by
    a random number of bytes.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Compress an answer of a room of play."""
        match = request.resolver_match
        room = getattr(match.func, "__module__", "") if match else ""
        if not room.startswith(PAGES) or room == SECRETIVE:
            return response
        return super().process_response(request, response)


class EmbeddedStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Static files as a hosted site has them: named by what is in them, kept by browsers, compressed.

    Only those of our own pages are compressed, since the others would take seconds at each start.
    """

    def url(self, name: str | None, force: bool = True) -> str:
        """The address with the hash, also under DEBUG."""
        address: str = super().url(name, force=True)
        return address

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Compress what pages of play ask for."""
        yield from super().compress_files([path for path in paths if path.startswith(FILES)])
