"""The site in this process as a host serves it: files named by their content, compressed, kept by browsers.

The live server of pytest-django serves files as they lie in the checkout, which is as good for what pages do,
and no good for what they weigh.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from django.conf import settings
from django.core.management import call_command
from django.test.testcases import LiveServerThread
from django.test.utils import override_settings

from games.pages import history, kept, order_form, parts, plans, scene


@lru_cache
def _folder() -> str:
    """Where the files of this run are collected, once."""
    return tempfile.mkdtemp(dir=settings.DATA_DIR, prefix="static-")


@contextmanager
def serving() -> Iterator[str]:
    """The address of the site while it is served so."""
    files = {"staticfiles": {"BACKEND": "bidplay.packing.EmbeddedStorage"}}
    fresh = _folder.cache_info().currsize == 0
    with override_settings(STATIC_ROOT=_folder(), STORAGES=settings.STORAGES | files):
        if fresh:
            call_command("collectstatic", verbosity=0, interactive=False)
        forget()
        thread = LiveServerThread("127.0.0.1", static_handler=lambda handler: handler)
        thread.daemon = True
        thread.start()
        try:
            thread.is_ready.wait()
            if thread.error:
                raise thread.error
            yield f"http://127.0.0.1:{thread.port}"
        finally:
            thread.terminate()
            forget()


def forget() -> None:
    """Remember no page: pages name their files, and others know these by other names."""
    for memory in (
        kept._pages,
        kept._frames,
        parts._parts,
        parts._frames,
        parts._lists,
        history._entries,
        history._shown,
        order_form._forms,
        plans._examples,
        scene._faces,
    ):
        memory.clear()
