"""A whole contest as plain values, for who takes it along: no more than its pages show. Reads only.

From these values the standings can be worked out again: ``plan``, the berths and the sides of every pairing
are all that they follow from, and lots are drawn with the seed, which is published when the contest has ended
and fits the commitment that was public before anybody entered. ``chance`` lists the words that each draw is
named by; its key is made of the seed and of these words as that of a match is, see ``games.rules.chance``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from games.models.contest import Act, Contest, Entrant, Entry
from games.models.fixture import Berth, Group, Pairing, Round, Side
from games.models.match import Match

VERSION = 1
LISTED = (Entry.Status.IN, Entry.Status.WITHDRAWN, Entry.Status.WAITING)
"""The statuses of entries that everybody may see."""
CHANCE = {
    "draw <stage>": "the draw of a stage: its groups and its seeding",
    "pair <stage> <group> <round>": "the pairings of a round",
    "lot <stage> <group>": "the lots of the standings",
    "table <stage> <group> <round> <board> <leg>": "the seed of a match",
}
"""Which words make the chance of what; see ``games.models.lots``."""
_CONTEST = (
    *("code", "name", "about", "season", "game", "options", "pace", "size", "team", "captain", "plan"),
    *("admission", "reliability", "rating_least", "rating_most", "least", "most", "late_rounds"),
    *("visibility", "status", "opens_at", "starts_at", "round_days", "stage", "paused_at", "created_at"),
    *("started_at", "ended_at", "seed_commitment", "seed"),
)
_ENTRY = ("number", "rating", "word", "status", "since", "until", "absent", "division")
_BERTH = ("group_id", "entry_id", "number", "place", "fate", "playoff")
_ROUND = ("number", "begins_at", "paired_at", "started_at", "ended_at", "seed_commitment", "seed")
_PAIRING = ("board", "slot", "how", "ended_at")
_SIDE = ("pairing_id", "entry_id", "index", "points", "place", "score")


def dossier(contest: Contest) -> dict[str, Any]:
    """Everything of a contest. A fixed number of queries, however many are entered."""
    about = {name: getattr(contest, name) for name in _CONTEST}
    about["league"] = contest.league.code if contest.league is not None else None
    return {
        "format": "bidplay contest",
        "version": VERSION,
        "contest": about,
        "chance": CHANCE,
        "entries": _entries(contest),
        "groups": _groups(contest),
        "acts": [_act(act) for act in Act.objects.filter(contest=contest).order_by("pk")],
    }


def _entries(contest: Contest) -> list[dict[str, Any]]:
    people: dict[int, list[str]] = defaultdict(list)
    entrants = Entrant.objects.filter(contest=contest).order_by("entry_id", "position")
    for key, name in entrants.values_list("entry_id", "user__username"):
        people[key].append(name)
    entries = Entry.objects.filter(contest=contest, status__in=LISTED).select_related("user")
    return [
        {
            "key": entry.pk,
            "name": entry.title,
            "people": people[entry.pk],
            **{name: getattr(entry, name) for name in _ENTRY},
        }
        for entry in entries.order_by("number", "created_at", "pk")
    ]


def _groups(contest: Contest) -> list[dict[str, Any]]:
    groups = list(Group.objects.filter(contest=contest).order_by("stage", "number"))
    berths: dict[int, list[dict[str, Any]]] = defaultdict(list)
    rows = Berth.objects.filter(group__in=groups).order_by("group", "number")
    for group, entry, *rest in rows.values_list(*_BERTH):
        berths[group].append({"entry": entry, **dict(zip(_BERTH[2:], rest, strict=True))})
    rounds = _rounds(contest)
    return [
        {
            "stage": group.stage,
            "number": group.number,
            "ended_at": group.ended_at,
            "berths": berths[group.pk],
            "standings": group.standings,
            "rounds": rounds.get(group.pk, []),
        }
        for group in groups
    ]


def _rounds(contest: Contest) -> dict[int, list[dict[str, Any]]]:
    """The rounds of each group with their pairings."""
    pairings = _pairings(contest)
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    rows = Round.objects.filter(group__contest=contest).order_by("group", "number")
    for key, group, *rest in rows.values_list("pk", "group_id", *_ROUND):
        told = dict(zip(_ROUND, rest, strict=True))
        found[group].append({**told, "pairings": pairings.get(key, [])})
    return found


def _pairings(contest: Contest) -> dict[int, list[dict[str, Any]]]:
    sides: dict[int, list[dict[str, Any]]] = defaultdict(list)
    rows = Side.objects.filter(pairing__round__group__contest=contest).order_by("pairing", "index")
    for pairing, entry, *rest in rows.values_list(*_SIDE):
        sides[pairing].append({"entry": entry, **dict(zip(_SIDE[2:], rest, strict=True))})
    matches: dict[int, list[dict[str, Any]]] = defaultdict(list)
    played = Match.objects.filter(pairing__round__group__contest=contest).order_by("pairing", "leg")
    for pairing_id, code, leg, status in played.values_list("pairing_id", "code", "leg", "status"):
        matches[pairing_id or 0].append({"code": code, "leg": leg, "status": status})
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    boards = Pairing.objects.filter(round__group__contest=contest).order_by("round", "board")
    for key, round_, *rest in boards.values_list("pk", "round_id", *_PAIRING):
        told = dict(zip(_PAIRING, rest, strict=True))
        found[round_].append({**told, "sides": sides[key], "matches": matches.get(key, [])})
    return found


def _act(act: Act) -> dict[str, Any]:
    return {
        "verb": act.verb,
        "why": act.why,
        "facts": act.data.get("facts", {}),
        "done_at": act.done_at,
        "undone_at": act.undone_at,
    }


def rows_of(told: dict[str, Any], what: str) -> Iterator[Sequence[object]]:
    """A part of a dossier as a table, its head first: ``entries``, ``standings`` or ``pairings``."""
    names = {entry["key"]: entry["name"] for entry in told["entries"]}
    if what == "entries":
        yield ("number", "name", "people", "rating", "status", "since", "until", "division")
        for entry in told["entries"]:
            yield (
                *(entry["number"], entry["name"], " ".join(entry["people"]), entry["rating"]),
                *(entry["status"], entry["since"], entry["until"], entry["division"]),
            )
    elif what == "standings":
        yield from _standings(told, names)
    else:
        yield from _results(told, names)


def _standings(told: dict[str, Any], names: dict[int, str]) -> Iterator[Sequence[object]]:
    ties = told["contest"]["plan"].get("ties", ())
    head = ("stage", "group", "rank", "name", "points", "played", "wins", "draws", "losses", "byes")
    yield (*head, *ties)
    for group in told["groups"]:
        for line in group["standings"]:
            yield (
                *(group["stage"] + 1, group["number"], line["rank"], names.get(line["entry"], "")),
                *(line[name] for name in head[4:]),
                *line["terms"],
            )


def _results(told: dict[str, Any], names: dict[int, str]) -> Iterator[Sequence[object]]:
    yield (
        *("stage", "group", "round", "board", "slot", "how", "seat"),
        *("name", "points", "place", "score", "matches"),
    )
    for group in told["groups"]:
        for round_ in group["rounds"]:
            for pairing in round_["pairings"]:
                codes = " ".join(match["code"] for match in pairing["matches"])
                for side in pairing["sides"]:
                    yield (
                        *(group["stage"] + 1, group["number"], round_["number"], pairing["board"]),
                        *(pairing["slot"], pairing["how"], side["index"], names.get(side["entry"], "")),
                        *(side["points"], side["place"], side["score"], codes),
                    )
