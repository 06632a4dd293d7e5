"""Entries from a director's list (CSV): the whole of it is right, or nothing is stored.

Nobody is entered by others: whoever isn't in the contest yet is invited, with the rating and the division of
the list waiting for them; of who is in it already these two are set. Of a team the first person is invited
as its captain, and the others are asked to join it.
"""

from __future__ import annotations

import csv
import datetime
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.db import transaction
from django.db.models.functions import Upper

from accounts.models import User
from games.actions.contests.inviting import invite_all
from games.actions.contests.refusals import EntriesClosed, IllegalEntry, WrongLines
from games.actions.contests.rows import directed
from games.actions.contests.teams import FREE
from games.actions.texts import NAME_LENGTH, one_line
from games.models import Ask, Contest, Entrant, Entry
from games.rules.game import Refusal, gettext_noop

_ = gettext_noop

COLUMNS = ("name", "team", "rating", "division")
"""The columns of a list; only the first is needed."""
LONGEST = 500_000
"""A list has no more characters than this."""
MOST_LINES = 4000
HIGHEST = 5000
LOWEST_DIVISION = 99


@dataclass
class Line:
    """A line of a list, and what it says."""

    number: int
    cells: dict[str, str]
    user: User | None = None
    team: str = ""
    rating: float | None = None
    division: int | None = None


@dataclass(frozen=True)
class Imported:
    """What came of a list: entries that are new, by invitation, and entries that were there."""

    invited: list[Entry] = field(default_factory=list)
    changed: list[Entry] = field(default_factory=list)


def import_entries(director: User, contest: Contest, text: str, now: datetime.datetime) -> Imported:
    """Invite whom a list names, and set what it says of those who are in the contest.

    The same list again changes nothing. Raises ``NotDirector``, ``ContestOver``, ``EntriesClosed`` once it is
    drawn, ``IllegalEntry`` if it is no list, or ``WrongLines`` with what is wrong with each line.
    """
    with transaction.atomic():
        contest = directed(director, contest)
        if contest.status not in (Contest.Status.DRAFT, Contest.Status.REGISTRATION):
            raise EntriesClosed
        lines = lines_of(text)
        _check(contest, lines)
        return _store(contest, lines, now)


def lines_of(text: str) -> list[Line]:
    """The lines of a list by the names of its columns; empty ones are left out.

    Columns are parted by commas, semicolons or tabs. Raises ``IllegalEntry``.
    """
    text = text.removeprefix("\ufeff")
    if len(text) > LONGEST:
        raise IllegalEntry(_("A list has at most {most} characters."), "list_too_long", "list", most=LONGEST)
    head = text.lstrip().partition("\n")[0]
    delimiter = max(",;\t", key=head.count)
    reader = csv.reader(io.StringIO(text.replace("\r\n", "\n").replace("\r", "\n")), delimiter=delimiter)
    try:
        rows = [(reader.line_num, [cell.strip() for cell in row]) for row in reader]
    except csv.Error as error:
        raise IllegalEntry(_("This is no list in CSV."), "no_csv", "list") from error
    rows = [(number, row) for number, row in rows if any(row)]
    names = [name.lower() for name in rows[0][1]] if rows else []
    if "name" not in names or len(names) > len(set(names)) or not set(names) <= set(COLUMNS):
        raise IllegalEntry(
            _("The first line names the columns: {columns}; only “name” is needed."),
            "illegal_columns",
            "list",
            columns=", ".join(COLUMNS),
        )
    if len(rows) > MOST_LINES:
        raise IllegalEntry(_("A list has at most {most} lines."), "too_many_lines", "list", most=MOST_LINES)
    return [Line(number, dict(zip(names, row, strict=False))) for number, row in rows[1:]]


def _check(contest: Contest, lines: Sequence[Line]) -> None:
    """Read every line, or refuse the list with what is wrong with each wrong one."""
    people = _people(lines)
    there = _entries_of(contest, people.values())
    first: dict[int, int] = {}
    wrong: list[tuple[int, Refusal]] = []
    for line in lines:
        try:
            _read(contest, line, people)
            _check_person(line, first, there)
        except Refusal as refusal:
            wrong.append((line.number, refusal))
    if wrong:
        raise WrongLines(wrong)


def _people(lines: Sequence[Line]) -> dict[str, User]:
    names = {name.upper() for line in lines if (name := line.cells.get("name", "")).isprintable()}
    known = User.objects.annotate(capitals=Upper("username"))
    found = known.filter(capitals__in=names, is_active=True, is_guest=False)
    return {user.username.upper(): user for user in found}


def _entries_of(contest: Contest, people: Iterable[User]) -> dict[int, Entry]:
    """The entries that people are in already, by the keys of the people."""
    found = Entrant.objects.filter(contest=contest, user__in=list(people)).select_related("entry")
    return {entrant.user_id: entrant.entry for entrant in found}


def _read(contest: Contest, line: Line, people: dict[str, User]) -> None:
    name = one_line(line.cells.get("name", ""), NAME_LENGTH * 4, "name")
    line.user = people.get(name.upper())
    if line.user is None:
        raise IllegalEntry(_("There is nobody called “{name}” here."), "unknown_person", "name", name=name)
    line.team = _team(contest, line.cells.get("team", ""))
    line.rating = _number(line.cells.get("rating", ""), "rating", HIGHEST)
    division = _number(line.cells.get("division", ""), "division", LOWEST_DIVISION)
    if division is not None and (contest.league_id is None or division != int(division) or division < 1):
        raise IllegalEntry(
            _("A division is a whole number from 1, and only in a league."), "illegal_division", "division"
        )
    line.division = None if division is None else int(division)


def _team(contest: Contest, name: str) -> str:
    name = one_line(name, NAME_LENGTH, "team")
    if contest.team > 1 and not name:
        raise IllegalEntry(_("A team needs a name."), "no_name", "team")
    if contest.team == 1 and name:
        raise IllegalEntry(
            _("Everybody enters this contest alone; leave the team empty."), "no_teams", "team"
        )
    return name


def _number(text: str, column: str, most: int) -> float | None:
    """The number in a cell; None for an empty one."""
    if not text:
        return None
    try:
        number = float(text.replace(",", "."))
    except ValueError:
        number = -1.0
    if not 0 <= number <= most:
        raise IllegalEntry(
            _("“{text}” is no number from 0 to {most}."), "illegal_number", column, text=text, most=most
        )
    return number


def _check_person(line: Line, first: dict[int, int], there: dict[int, Entry]) -> None:
    """Refuse somebody who is named twice, or is in another entry, or has withdrawn."""
    assert line.user is not None  # noqa: S101 - it was read
    before = first.setdefault(line.user.pk, line.number)
    if before != line.number:
        raise IllegalEntry(
            _("Line {line} names {name} already."),
            "named_twice",
            "name",
            line=before,
            name=line.user.username,
        )
    entry = there.get(line.user.pk)
    if entry is None or not line.team or entry.name.lower() == line.team.lower():
        return
    if entry.name or entry.status not in FREE:
        raise IllegalEntry(
            _("{name} is in this contest already, in another team."),
            "in_another_team",
            "team",
            name=line.user.username,
        )


def _store(contest: Contest, lines: Sequence[Line], now: datetime.datetime) -> Imported:
    """Store lines that are right: an entry for each person or team, asks for the other members of teams."""
    units: dict[str, list[Line]] = {}
    for line in lines:
        units.setdefault(line.team.lower() or f"\0{line.number}", []).append(line)
    there = _entries_of(contest, [line.user for line in lines if line.user is not None])
    teams = {entry.name.lower(): entry for entry in contest.entries.exclude(name="")}
    old: dict[str, Entry] = {}
    for unit, members in units.items():
        known = (there.get(line.user.pk) for line in members[:1] if line.user is not None)
        found = teams.get(unit) or next(known, None)
        if found is not None:
            old[unit] = found
    heads = [members[0].user for unit, members in units.items() if unit not in old]
    fresh = invite_all(contest, [user for user in heads if user is not None], now)
    by_user = {entry.user_id: entry for entry in fresh}
    entries = [old.get(unit) or by_user[_key(members[0])] for unit, members in units.items()]
    for entry, members in zip(entries, units.values(), strict=True):
        _set(entry, members)
    Entry.objects.bulk_update(entries, ["name", "rating", "division"], batch_size=500)
    _ask(contest, list(zip(entries, units.values(), strict=True)), now)
    return Imported(fresh, list(old.values()))


def _key(line: Line) -> int:
    assert line.user is not None  # noqa: S101 - it was read
    return line.user.pk


def _set(entry: Entry, members: Sequence[Line]) -> None:
    """Let an entry have what the lines of its people say, the first of them that says something."""
    entry.name = entry.name or members[0].team
    entry.rating = next((line.rating for line in members if line.rating is not None), entry.rating)
    entry.division = next((line.division for line in members if line.division is not None), entry.division)


def _ask(contest: Contest, teams: Sequence[tuple[Entry, Sequence[Line]]], now: datetime.datetime) -> None:
    """Ask the members of teams who aren't in them yet."""
    there = set(contest.entrants.filter(entry__in=[entry for entry, _lines in teams]).values_list("user_id"))
    asks = [
        Ask(entry=entry, user=line.user, created_at=now)
        for entry, members in teams
        for line in members
        if (_key(line),) not in there
    ]
    Ask.objects.bulk_create(asks, batch_size=500, ignore_conflicts=True)
