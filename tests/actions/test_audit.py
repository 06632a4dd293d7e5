"""The host's check of everything stored: silent where all fits, loud and plain where it does not."""

from collections.abc import Callable
from io import StringIO

import pytest
from cryptography.fernet import Fernet
from django.core.management import call_command
from django.test import override_settings

from games.actions import seats
from games.management.commands import audit
from games.models import Match, Order, Turn
from games.models.audit import findings_of
from tests.actions.tables import NOW, open_turn, opened, order, person, play, started, walked

pytestmark = pytest.mark.django_db


def audited(*codes: str) -> tuple[int, list[str]]:
    """The exit code of the command and its lines."""
    out, code = StringIO(), 0
    try:
        call_command("audit", *codes, stdout=out, no_color=True)
    except SystemExit as end:
        code = int(end.code or 0)
    return code, out.getvalue().splitlines()


def test_sound_matches_pass() -> None:
    walked(started("ann", "bob"))
    walked(started("ann", "bob", bots=1, game="fourbid"))
    running = started("ann", "bob", "cid")
    play(running, {"ann": "7", "bob": "3", "cid": "2"})
    seats.resign(person("cid"), running, NOW)
    order("ann", running, "4")
    started("ann", "bob")
    opened("ann")
    assert audited() == (0, ["4 matches checked, 0 with findings"])


def test_progress_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "STRETCH", 2)
    for _n in range(3):
        started("ann", "bob")
    assert audited()[1] == ["2 matches checked", "3 matches checked, 0 with findings"]


def test_one_match_can_be_audited_alone() -> None:
    match = started("ann", "bob")
    started("ann", "bob")
    assert audited(match.code) == (0, ["1 matches checked, 0 with findings"])


def test_a_finding_names_the_match_and_ends_with_code_1() -> None:
    match = walked(started("ann", "bob"))
    Match.objects.filter(pk=match.pk).update(seed="00" * 32)
    code, lines = audited()
    assert code == 1
    assert lines[0] == f"{match.code}: The seed does not fit its commitment."
    assert lines[-1] == "1 matches checked, 1 with findings"


def changed_position(match: Match) -> None:
    Turn.objects.filter(match=match, number=2).update(position=b'{"other": 1}')


def changed_open_position(match: Match) -> None:
    Turn.objects.filter(match=match, number=3).update(position=b'{"other": 1}')


def changed_line(match: Match) -> None:
    Order.objects.filter(turn__match=match, turn__number=1, seat__index=0).update(line="9")


def changed_hash(match: Match) -> None:
    Turn.objects.filter(match=match, number=2).update(hash="ab" * 32)


def changed_seal(match: Match) -> None:
    slot = Order.objects.sealed().get(turn__match=match)
    Order.objects.filter(pk=slot.pk).update(commitment="ab" * 32)


def broken_seal(match: Match) -> None:
    Order.objects.sealed().filter(turn__match=match).update(sealed=b"nothing")


@pytest.mark.parametrize(
    ("tamper", "finding"),
    [
        (changed_position, "turn 2: another position is stored than the record leads to"),
        (changed_open_position, "turn 3: another position is stored than the record leads to"),
        (changed_line, "turn 1, seat 0: The order does not fit its commitment."),
        (changed_hash, "turn 2: The running hash does not fit."),
        (changed_seal, "turn 3, seat 0: the order does not fit its commitment"),
        (broken_seal, "turn 3, seat 0: no key opens this seal"),
    ],
)
def test_what_was_tampered_with_in_a_running_match_is_found(
    tamper: Callable[[Match], None], finding: str
) -> None:
    match = started("ann", "bob")
    play(match, {"ann": "7", "bob": "3"}, {"ann": "7", "bob": "3"})
    order("ann", match, "2")
    assert findings_of(match) == []
    tamper(match)
    assert finding in findings_of(match)


def test_a_changed_last_position_is_found() -> None:
    match = walked(started("ann", "bob"))
    match.last_position = b"{}"
    assert findings_of(match) == ["another last position is stored than the record leads to"]


def test_a_match_that_was_only_started_is_checked() -> None:
    match = started("ann", "bob")
    assert findings_of(match) == []
    Turn.objects.update(position=b"{}")
    assert findings_of(match) == ["turn 1: another position is stored than the record leads to"]


def test_a_seed_that_no_key_opens_is_a_finding() -> None:
    match = started("ann", "bob")
    with override_settings(SEAL_KEYS=[Fernet.generate_key().decode()]):
        assert findings_of(match) == ["the seed can't be read: no key opens this seal"]


def test_another_version_of_the_rules_is_a_finding() -> None:
    match = walked(started("ann", "bob"))
    match.rules_version = 7
    assert [finding for finding in findings_of(match) if "version 7" in finding] == [
        "The match was played by version 7 of the rules; version 1 can’t replay it."
    ]


def test_nothing_is_changed_by_an_audit() -> None:
    match = started("ann", "bob")
    order("ann", match, "7")
    before = list(Turn.objects.values()), list(Order.objects.values()), list(Match.objects.values())
    audited()
    after = list(Turn.objects.values()), list(Order.objects.values()), list(Match.objects.values())
    assert [
        [{k: bytes(v) if isinstance(v, memoryview) else v for k, v in row.items()} for row in rows]
        for rows in before
    ] == [
        [{k: bytes(v) if isinstance(v, memoryview) else v for k, v in row.items()} for row in rows]
        for rows in after
    ]
    assert open_turn(match).number == 1
