"""The command that plays a whole contest with bots, for who wants to see a format before announcing it."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.management.commands.simulate_contest import Bar, Command
from games.rules import GAMES

FORMATS_OF = {
    "round_robin": "bids",
    "swiss": "bids",
    "knockout": "fourbid",
    "double": "fourbid",
    "pods": "bid_n_bet",
    "groups": "fourbid",
    "duplicate": "foursquare",
    "league": "fourbid",
    "ladder": "fourbid",
}


def simulated(*arguments: str) -> list[str]:
    out = StringIO()
    call_command("simulate_contest", *arguments, stdout=out, stderr=StringIO())
    return out.getvalue().splitlines()


@pytest.mark.parametrize(("style", "game"), FORMATS_OF.items())
def test_every_format_is_simulated_to_its_standings(style: str, game: str) -> None:
    lines = simulated(f"--format={style}", f"--game={game}", "--entries=12", "--seed=a word")
    assert lines[0].startswith("Stage 1, ")
    assert lines[1].split()[:6] == ["place", "entry", "points", "won", "drawn", "lost"]
    assert lines[2].split()[0] == "1"
    assert f" matches of {GAMES[game].name}, " in lines[-1]


@pytest.mark.parametrize("game", ["bids", "bid_n_bet", "fourbid", "bid_chess"])
def test_every_game_of_two_or_more_is_simulated(game: str) -> None:
    wanted = ("--format=swiss", f"--game={game}", "--entries=6", "--rounds=1", "--table=2")
    seats = GAMES[game].seats
    wanted = wanted if 2 in seats else (*wanted[:-1], f"--table={seats[0]}")
    assert "matches" in simulated(*wanted)[-1]


def test_a_swiss_of_bids_at_tables_of_four() -> None:
    lines = simulated("--format=swiss", "--game=bids", "--entries=64", "--table=4", "--rounds=5", "--top=64")
    assert lines[0] == "Stage 1, Swiss, group 1: 5 rounds"
    assert len(lines) == 2 + 64 + 2
    assert lines[-1].startswith("80 matches of Bids")


def test_the_same_seed_gives_the_same_contest() -> None:
    wanted = ("--format=swiss", "--game=bid_n_bet", "--entries=12", "--rounds=2")
    first = simulated(*wanted, "--seed=1")
    assert simulated(*wanted, "--seed=1")[:-1] == first[:-1]
    assert simulated(*wanted, "--seed=2")[:-1] != first[:-1]


def test_points_ties_and_options_are_the_directors_choice() -> None:
    wanted = (
        "--format=swiss",
        "--game=bids",
        "--entries=8",
        "--rounds=1",
        "--points=score",
        "--ties=wins, lot",
    )
    lines = simulated(*wanted, "--option=rounds=1", "--option=bidding=sealed")
    assert lines[1].split()[-2:] == ["wins", "lot"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--format=knockout", "--game=bids", "--entries=8"), "A knock-out is played by two"),
        (
            ("--format=swiss", "--game=bids", "--entries=8", "--table=9"),
            "This game takes tables of 3 to 6, not",
        ),
        (("--format=swiss", "--game=bids", "--entries=8", "--ties=luck"), "luck"),
        (("--format=swiss", "--game=bids", "--entries=8", "--option=size=3"), "Bids has no option “size”"),
        (("--format=swiss", "--game=bids", "--entries=0"), "a whole number from 1 to 100000"),
        (("--format=swiss", "--game=whist", "--entries=8"), "invalid choice: 'whist'"),
    ],
)
def test_what_can_not_be_held_is_refused_in_a_sentence(arguments: tuple[str, ...], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        simulated(*arguments)


def test_progress_is_shown_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.management.commands.simulate_contest.PROGRESS", 0)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    err = StringIO()
    call_command(
        "simulate_contest", "--format=swiss", "--game=bids", "--entries=8", stdout=StringIO(), stderr=err
    )
    assert "[##" in err.getvalue()
    assert "stage 1, group 1, round 1" in err.getvalue()
    assert err.getvalue().endswith("\r")


def test_nothing_has_to_run_for_it() -> None:
    assert Command.requires_system_checks == []
    assert Bar(None).seconds >= 0
