"""The record of a match: it folds back to the match it tells, and nothing in it can be changed unseen."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import GAMES
from games.rules.chance import match_key
from games.rules.record import Document, Header, fold, header_hash, main, report, schema, verify
from tests.rules.recording import SEED, recorded
from tests.rules.walking import walk

ROOT = Path(__file__).parents[2]
GAME = GAMES["fourbid"]
WHOLE = recorded(3, skip="land")


def changed(change: Callable[[Any], object], document: Document = WHOLE) -> Any:
    """The record as JSON values after a change."""
    values = json.loads(msgspec.json.encode(document))
    change(values)
    return values


@pytest.mark.parametrize("slug", GAMES)
def test_a_record_of_every_game_holds(slug):
    document = recorded(max(GAMES[slug].seats), slug=slug)
    assert verify(document) == []
    assert verify(msgspec.json.encode(document)) == []


def found(document: Any) -> set[str]:
    return {finding.check for finding in verify(document)}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("leaving", [None, 1, 5])
def test_a_whole_record_fits(seats, leaving):
    document = recorded(seats, leaving=leaving)
    assert verify(document) == []
    assert verify(msgspec.json.encode(document)) == []
    assert verify(json.loads(msgspec.json.encode(document))) == []


def test_a_match_that_ends_by_leaving_has_no_orders_in_its_last_turn():
    document = recorded(2, leaving=4)
    assert (document.turns[-1].left, document.turns[-1].orders) == ([0], {})
    assert document.outcome.reason == "resigned"
    assert verify(document) == []


def test_a_record_folds_back_to_every_position():
    key = match_key(SEED, WHOLE.words)
    lived = list(walk(GAME, 3, GAME.options(skip="land"), key))
    folded = list(fold(WHOLE))
    assert [(step.turn, step.before, step.after) for step in folded] == [
        (step.turn, step.state, step.after) for step in lived
    ]
    assert [list(step.events) for step in folded] == [list(step.events) for step in lived]


def test_a_fold_goes_through_leaving():
    *_, last = fold(recorded(4, leaving=3))
    assert GAME.outcome(last.after).reason == "resigned"


def first_sealed(values: Any) -> Any:
    return values["turns"][4]["orders"]["0"]


@pytest.mark.parametrize(
    ("change", "check"),
    [
        (lambda v: v.update(seed="00" * 32), "seed"),
        (lambda v: v.update(seed="no hex"), "seed"),
        (lambda v: v.update(seed_commitment="00" * 32), "seed"),
        (lambda v: v["words"].reverse(), "events"),
        (lambda v: v["words"].pop(), "document"),
        (lambda v: v.update(bidplay=2), "document"),
        (lambda v: v.update(match="other"), "commitments"),
        (lambda v: v.update(game="chess"), "orders"),
        (lambda v: v.update(version=99), "orders"),
        (lambda v: v["options"].update(skip="jump"), "orders"),
        (lambda v: v["options"].update(pieces=9), "orders"),
        (lambda v: v["options"].update(cards=9), "orders"),
        (lambda v: v.update(seats=2), "document"),
        (lambda v: v["turns"].pop(), "outcome"),
        (lambda v: v["turns"].append(v["turns"][-1]), "outcome"),
        (lambda v: v["turns"].pop(3), "document"),
        (lambda v: first_sealed(v).update(line="2; low best"), "commitments"),
        (lambda v: first_sealed(v).update(line="A K"), "orders"),
        (lambda v: first_sealed(v).update(line=first_sealed(v)["line"].lower() + ";"), "orders"),
        (lambda v: first_sealed(v).update(salt="00" * 32), "commitments"),
        (lambda v: first_sealed(v).update(salt="é"), "commitments"),
        (lambda v: first_sealed(v).update(version=1), "commitments"),
        (lambda v: first_sealed(v).update(commitment=""), "commitments"),
        (lambda v: first_sealed(v).update(by="friend"), "document"),
        (lambda v: v["turns"][4]["orders"].pop("1"), "orders"),
        (lambda v: v["turns"][4]["orders"].update({"7": first_sealed(v)}), "orders"),
        (lambda v: v["turns"][4]["orders"].update({"x": first_sealed(v)}), "document"),
        (lambda v: v["turns"][4].update(left=[1]), "orders"),
        (lambda v: v["turns"][4].update(left=[9]), "orders"),
        (lambda v: v["turns"][4]["events"].pop(), "events"),
        (lambda v: v["turns"][4]["events"][0].update(kind="gift"), "events"),
        (lambda v: v["turns"][4].update(hash="00" * 32), "hashes"),
        (lambda v: v["turns"][4].update(note="hello"), "document"),
        (lambda v: v["outcome"].update(reason="cap"), "outcome"),
        (lambda v: v["outcome"].update(places=[1, 1, 1], winners=[0, 1, 2]), "outcome"),
        (lambda v: v.pop("outcome"), "document"),
        (lambda v: v.update(turns={}), "document"),
    ],
)
def test_a_change_is_found_where_it_was_made(change, check):
    findings = verify(changed(change))
    assert check in {finding.check for finding in findings}
    assert all(str(finding) for finding in findings)


def test_a_finding_says_where_and_what():
    broken = changed(lambda values: first_sealed(values).update(salt="00" * 32))
    assert [str(finding) for finding in verify(broken)] == [
        "turn 5, seat 0: The order does not fit its commitment.",
        "turn 5: The running hash does not fit.",
    ]


def test_an_illegal_order_is_told_with_the_reason():
    broken = changed(lambda values: first_sealed(values).update(line="A K"))
    told = [str(finding) for finding in verify(broken) if finding.check == "orders"]
    assert len(told) == 1
    assert told[0].startswith("turn 5, seat 0: The order is not legal: ")


def test_what_a_record_quotes_can_not_draw_over_the_report_of_its_check():
    forged = changed(lambda values: values.update(game="x”.\nok     All of it fits.\x1b[1A\x1b[2K\u202e"))
    told = list(report(verify(forged)))
    assert [line for line in told if not line.isprintable()] == []
    assert [line for line in told if line.startswith("WRONG  There")] == [
        "WRONG  There is no game “x”.�ok     All of it fits.�[1A�[2K�” here, so nothing was replayed."
    ]


def test_another_version_of_the_rules_is_a_finding_and_the_rest_is_still_checked():
    def change(values: Any) -> None:
        values["version"] = 99
        first_sealed(values)["salt"] = "00" * 32

    assert found(changed(change)) == {"orders", "hashes", "commitments"}


@pytest.mark.parametrize(
    "damaged",
    [b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"bidplay": 1}', b"[" * 100_000, "{}", {}, {"turns": 3}],
)
def test_what_is_no_record_is_one_finding(damaged):
    assert [finding.check for finding in verify(damaged)] == ["document"]


@settings(max_examples=80, deadline=None)
@given(data=st.data())
def test_a_flipped_byte_never_crashes_the_check(data):
    raw = bytearray(msgspec.json.encode(WHOLE))
    at = data.draw(st.integers(0, len(raw) - 1))
    raw[at] ^= data.draw(st.integers(1, 255))
    for finding in verify(bytes(raw)):
        assert str(finding)


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_a_cut_record_is_never_taken_for_whole(data):
    raw = msgspec.json.encode(WHOLE)
    assert verify(raw[: data.draw(st.integers(0, len(raw) - 1))])


def test_the_hashes_are_what_the_description_says():
    head = json.dumps(
        {name: getattr(WHOLE, name) for name in Header.__struct_fields__ if name != "captain"},
        sort_keys=True,
        separators=(",", ":"),
        ensure_ascii=False,
    )
    import hashlib

    running = hashlib.sha256(b"bidplay record v1\n" + head.encode()).hexdigest()
    assert running == header_hash(WHOLE)
    for turn in json.loads(msgspec.json.encode(WHOLE))["turns"]:
        told = turn.pop("hash")
        entry = json.dumps(turn, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        running = hashlib.sha256(f"{running}\n{entry}".encode()).hexdigest()
        assert running == told


def test_the_schema_names_every_field_of_a_record():
    told = schema()
    values = json.loads(msgspec.json.encode(WHOLE))
    assert set(told["$defs"]["Document"]["properties"]) == {*values, "captain"}
    assert set(told["$defs"]["ClosedTurn"]["properties"]) == set(values["turns"][0])


def run(*arguments: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "games.rules.record", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.stderr == ""
    return done.returncode, done.stdout


def test_the_command_says_what_fits(tmp_path):
    file = tmp_path / "match.json"
    file.write_bytes(msgspec.json.encode(WHOLE))
    code, told = run("verify", str(file))
    assert code == 0
    assert [line[:6] for line in told.splitlines()] == ["ok    "] * 8


def test_the_command_says_what_does_not_fit(tmp_path, capsys):
    file = tmp_path / "match.json"
    file.write_text(json.dumps(changed(lambda values: first_sealed(values).update(line="A K"))))
    assert main(["verify", str(file)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["ok     The document is whole.", f"ok     {CHECKED_SEED}"]
    assert [line.split()[0] for line in lines[2:]] == ["WRONG", "WRONG", "WRONG", "?", "?", "?"]


CHECKED_SEED = "The seed fits the commitment in the record."


def test_the_command_looks_for_what_was_noted(tmp_path, capsys):
    file = tmp_path / "match.json"
    file.write_bytes(msgspec.json.encode(WHOLE))
    assert main(["verify", str(file), WHOLE.turns[-1].hash, WHOLE.seed_commitment]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == (
        "ok     Everything that you noted while the match ran is in the record."
    )
    assert main(["verify", str(file), WHOLE.turns[-1].hash, "00" * 32]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == f"WRONG  What you noted is not in this record: {'00' * 32}."


def test_the_command_knows_what_is_no_record(tmp_path, capsys):
    file = tmp_path / "match.json"
    file.write_text("hello")
    assert main(["verify", str(file)]) == 2
    assert main(["verify", str(tmp_path / "nothing")]) == 2
    assert main(["verify"]) == 2
    assert main(["prove", str(file)]) == 2
    assert len(capsys.readouterr().out.splitlines()) == 4


def test_a_file_too_large_is_not_read(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("games.rules.record.LARGEST", 10)
    file = tmp_path / "match.json"
    file.write_text("x" * 11)
    assert main(["verify", str(file)]) == 2
    assert "too large" in capsys.readouterr().out


def test_the_check_needs_no_server():
    code = "import sys, games.rules.record; sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
