"""What a person has played, as far as a reader may see it: results, opponents, ratings. Reads only."""

from __future__ import annotations

import datetime
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from accounts.models import User
from games.models.match import Match, MatchQuerySet
from games.models.rating import RatingChange
from games.models.seat import Member, Seat

MOST = 300
"""So many finished matches, and so many rated ones of each game, are looked at: the last ones."""
_LIGHT = ("code", "name", "game", "size", "outcome", "ended_at", "created_at", "deal")


@dataclass(frozen=True)
class Result:
    """A finished match: the place a person came to, whether it won, and whom it met at which places."""

    code: str
    title: str
    game: str
    ended_at: datetime.datetime
    seats: int
    place: int
    won: bool
    met: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Rated:
    """A rating after a match that the reader may see."""

    game: str
    code: str
    title: str
    at: datetime.datetime
    figure: int
    margin: int


@dataclass(frozen=True)
class Opponent:
    """Somebody whom a person has met: how often, and who came before whom how often."""

    name: str
    matches: int
    ahead: int
    behind: int


def results_of(whose: User, theirs: MatchQuerySet) -> list[Result]:
    """A person's last results among these matches, the oldest first; three queries however many."""
    finished = theirs.finished().order_by("-ended_at").only(*_LIGHT)
    matches = {match.pk: match for match in finished[:MOST]}
    teams = Member.objects.filter(user=whose, match__in=matches).values_list("match_id", "seat__index")
    own: dict[int, int] = dict(teams)
    seats: dict[int, list[tuple[int, int, str]]] = defaultdict(list)
    rows = Seat.objects.filter(match__in=matches, user__isnull=False, user__is_active=True)
    for match, index, user, name in rows.values_list("match_id", "index", "user_id", "user__username"):
        seats[match].append((index, user, name))
        if user == whose.pk:
            own.setdefault(match, index)
    found = [_result(match, own[key], seats[key]) for key, match in matches.items() if key in own]
    return [result for result in reversed(found) if result is not None]


def _result(match: Match, index: int, seats: Sequence[tuple[int, int, str]]) -> Result | None:
    outcome = match.outcome
    if not outcome or match.ended_at is None:
        return None
    places = outcome["places"]
    met = tuple([(name, places[seat]) for seat, _user, name in seats if seat != index])
    won = index in outcome["winners"]
    return Result(match.code, match.title, match.game, match.ended_at, match.size, places[index], won, met)


def opponents_of(results: Sequence[Result], most: int) -> list[Opponent]:
    """Whom a person has met most often, and how that went."""
    matches, ahead, behind = Counter[str](), Counter[str](), Counter[str]()
    for result in results:
        for name, place in result.met:
            matches[name] += 1
            ahead[name] += result.place < place
            behind[name] += result.place > place
    often = sorted(matches, key=lambda name: (-matches[name], name))[:most]
    return [Opponent(name, matches[name], ahead[name], behind[name]) for name in often]


def longest_run(results: Sequence[Result]) -> int:
    """How many matches in a row were won at the most."""
    return max([len(list(run)) for won, run in groupby(results, key=lambda one: one.won) if won], default=0)


def ratings_of(whose: User, theirs: MatchQuerySet) -> dict[str, list[Rated]]:
    """A person's ratings after each of these matches that was rated, by game, in the order of the log."""
    changes = RatingChange.objects.filter(rating__user=whose, rated__match__in=theirs.order_by().values("pk"))
    rows = changes.select_related("rated__match", "rating").order_by("rating__game", "-rated__number")
    deferred = rows.defer("rated__match__sealed_seed", "rated__match__last_position")
    found: dict[str, list[Rated]] = defaultdict(list)
    for change in deferred[: MOST * 5]:
        match, skill = change.rated.match, change.after
        if match is not None and match.ended_at is not None and len(found[change.rating.game]) < MOST:
            rated = Rated(match.game, match.code, match.title, match.ended_at, skill.figure, skill.margin)
            found[change.rating.game].insert(0, rated)
    return dict(found)
