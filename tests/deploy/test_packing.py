"""What goes over the wire compressed, and what must not."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client, override_settings

from bidplay.packing import EmbeddedStorage
from tests.pages.visits import browser, running

pytestmark = pytest.mark.django_db
PACKED = {"Accept-Encoding": "gzip, deflate, br"}


def test_pages_of_play_are_compressed_for_browsers_that_can_read_it() -> None:
    path = running("ann", "bob").get_absolute_url()
    plain, packed = browser().get(path), browser().get(path, headers=PACKED)
    assert (plain.get("Content-Encoding"), packed["Content-Encoding"]) == (None, "gzip")
    assert "Accept-Encoding" in plain["Vary"]
    assert "Accept-Encoding" in packed["Vary"]
    assert gzip.decompress(packed.content) == plain.content
    assert len(packed.content) < len(plain.content) / 3


def test_the_same_page_is_never_as_long_twice_so_that_lengths_tell_little() -> None:
    path = running("ann", "bob").get_absolute_url()
    client = browser("ann")
    lengths = {len(client.get(path, headers=PACKED).content) for _n in range(20)}
    assert len(lengths) > 5


@pytest.mark.parametrize(
    "path", ["/accounts/settings/", "/accounts/tokens/", "/api/v1/games", "/m/{code}/beside/", "/nowhere/"]
)
def test_what_may_hold_a_secret_for_use_elsewhere_is_not_compressed(path: str) -> None:
    code = running("ann", "bob").code
    answer = browser("ann").get(path.format(code=code), headers=PACKED, follow=True)
    assert "Content-Encoding" not in answer


def test_a_poll_knows_its_own_tag_again_after_it_was_compressed() -> None:
    path = running("ann", "bob").get_absolute_url() + "live/"
    client = Client()
    first = client.get(path, headers=PACKED)
    assert (first.status_code, first["Content-Encoding"]) == (200, "gzip")
    again = client.get(path, headers=PACKED | {"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_the_embedded_site_names_its_files_by_their_content_and_compresses_its_own(tmp_path: Path) -> None:
    with override_settings(STATIC_ROOT=str(tmp_path), STORAGES=storages("bidplay.packing.EmbeddedStorage")):
        call_command("collectstatic", verbosity=0, interactive=False)
        with override_settings(DEBUG=True):
            address = EmbeddedStorage().url("bidplay/bidplay.css")
    name = address.removeprefix("/" + settings.STATIC_URL.strip("/") + "/")
    assert name != "bidplay/bidplay.css"
    packed = (tmp_path / f"{name}.gz").read_bytes()
    assert gzip.decompress(packed) == (tmp_path / name).read_bytes()
    assert list((tmp_path / "admin").rglob("*.gz")) == []


def storages(backend: str) -> dict[str, Any]:
    """The storages with another one for static files."""
    return settings.STORAGES | {"staticfiles": {"BACKEND": backend}}
