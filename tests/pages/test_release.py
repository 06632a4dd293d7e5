"""The mark of a release, under which rendered parts are kept: it changes with whatever they are made of."""

from pathlib import Path

import pytest

from games.pages import release


@pytest.mark.parametrize(
    "changed", ["games/pages/log.py", "templates/games/log.html", "templates/locale/pl/a.mo"]
)
def test_a_release_has_another_mark_when_a_file_it_is_made_of_changes(tmp_path: Path, changed: str) -> None:
    file = tmp_path / changed
    file.parent.mkdir(parents=True)
    file.write_text("one")
    before = release.digest(tmp_path)
    assert release.digest(tmp_path) == before
    file.write_text("two")
    assert release.digest(tmp_path) != before


def test_a_release_keeps_its_mark_when_other_files_change(tmp_path: Path) -> None:
    before = release.digest(tmp_path)
    (tmp_path / "data.sqlite3").write_text("rows")
    assert release.digest(tmp_path) == before


def test_the_mark_of_this_release_is_made_once() -> None:
    assert release.mark() == release.mark()
    assert len(release.mark()) == 12
