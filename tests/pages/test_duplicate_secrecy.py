"""What others may know of a table while another one still plays its deal: nothing, at no address. Tables are
ended in two ways, and all that anybody else can read has to be the same in both; afterwards it differs.
"""

import re
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from accounts.models import Delivery, Notice
from games.actions import seats
from games.api import throttles
from games.models import Contest, Match, Round, Side
from tests.actions.contests.cups import START, begun, plan_of, running, ticked
from tests.actions.tables import person

pytestmark = pytest.mark.django_db

PASSING = re.compile(r"csrfmiddlewaretoken\" value=\"[^\"]*\"|nonce=\"[^\"]*\"|X-CSRFToken[^}]*")
"""What is another at every request."""


GAP = re.compile(r"<(?:\w+:)?(\w+)>")


class Undone(Exception):
    """A world has been looked at."""


def addresses(resolver: URLResolver, before: str = "") -> Iterator[tuple[str, dict[str, object]]]:
    """Every address of the site with its gaps."""
    for one in resolver.url_patterns:
        text = before + str(one.pattern).removeprefix("^").removesuffix("$")
        if isinstance(one, URLResolver):
            yield from addresses(one, text)
        elif isinstance(one, URLPattern):
            yield text, dict(one.pattern.converters)


def filled(contest: Contest, match: Match) -> list[str]:
    """The addresses of the contest, of the match and of somebody who sat there, and all without gaps."""
    side = match.pairing.sides.select_related("entry__user").first()  # type: ignore[union-attr]
    assert side is not None
    assert side.entry.user is not None
    values = {
        "stage": 1,
        "round": 1,
        "number": 1,
        "index": 0,
        "key": side.entry_id,
        "name": "text",
        "username": side.entry.user.username,
        "slug": match.game,
    }
    found = set()
    for text, _gaps in addresses(get_resolver()):
        if text.startswith(("accounts/", "admin", "static", "mailbox")) or "(?P" in text:
            continue
        for code in (contest.code, match.code):
            address = GAP.sub(lambda gap, code=code: str({**values, "code": code}.get(gap[1], "?")), text)  # type: ignore[misc]
            if "?" not in address:
                found.add(f"/{address}")
    return sorted(found)


def seen(contest: Contest, match: Match, *names: str) -> dict[tuple[str, str], tuple[int, str]]:
    """What each of these people and a guest read at every address."""
    cache.clear()
    found = {}
    for name in ("", *names):
        client = Client()
        if name:
            client.force_login(person(name))
        for address in filled(contest, match):
            answer = client.get(address)
            if answer.status_code == 405:
                continue
            body = b"".join(answer) if answer.streaming else answer.content
            text = PASSING.sub("", body.decode(errors="replace"))
            found[name, address] = (answer.status_code, text.replace(client.cookies.output(), ""))
    return found


def told(contest: Contest, match: Match) -> tuple[object, ...]:
    """What leaves the server unasked, but for what those at the table themselves are told."""
    own = set(match.seats.values_list("user_id", flat=True))
    notices = Notice.objects.exclude(user__in=own).order_by("pk")
    return (
        list(notices.values_list("user_id", "kind", "subject")),
        list(Delivery.objects.exclude(channel__user__in=own).values_list("kind", "subject")),
        list(Side.objects.filter(round__group__contest=contest).values_list("points", "place", "score")),
        list(contest.groups.values_list("standings", flat=True)),
    )


World = tuple[dict[tuple[str, str], tuple[int, str]], tuple[object, ...]]


def differing(one: World, other: World) -> list[object]:
    """Where two worlds can be told apart."""
    read = [
        (where, *parting(one[0][where], other[0][where]))
        for where in one[0]
        if one[0][where] != other[0][where]
    ]
    return [*read, *(pair for pair in zip(one[1], other[1], strict=True) if pair[0] != pair[1])]


def parting(one: tuple[int, str], other: tuple[int, str]) -> tuple[str, str]:
    """Two answers from a little before where they part."""
    at = next((at for at, (a, b) in enumerate(zip(one[1], other[1], strict=False)) if a != b), 0)
    return (
        f"{one[0]} {one[1][max(at - 30, 0) : at + 30]}",
        f"{other[0]} {other[1][max(at - 30, 0) : at + 30]}",
    )


def other_worlds(contest: Contest, match: Match, *names: str) -> list[World]:
    """What is read and told once the first seat, and once the second one has resigned."""
    worlds: list[World] = []
    for index in (0, 1):
        user = match.seats.get(index=index).user
        assert user is not None
        try:
            with transaction.atomic():
                seats.resign(user, match, START)
                ticked(contest)
                worlds.append((seen(contest, match, *names), told(contest, match)))
                raise Undone
        except Undone:
            contest.refresh_from_db()
            match.refresh_from_db()
    return worlds


def duplicate(**call: object) -> Contest:
    return begun(
        *("ann", "bea", "cid", "dot"),
        plan=plan_of("duplicate", rounds=2),
        game="fourbid",
        options={},
        size=2,
        **call,  # type: ignore[arg-type]
    )


def test_tables_of_a_round_play_the_same_deal_with_the_same_chance() -> None:
    contest = duplicate()
    matches = running(contest)
    row = Round.objects.get(group__contest=contest)
    assert [match.seed_commitment for match in matches] == [row.seed_commitment] * 2
    assert [[seat.word for seat in match.seats.all()] for match in matches] == [["", ""]] * 2
    first, second = (match.turns.get() for match in matches)
    assert first.state() == second.state()


def test_nobody_sees_anything_of_a_table_while_another_plays_its_deal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(throttles.PersonThrottle, "allow_request", lambda *_asked: True)
    contest = duplicate()
    match, other = running(contest)
    here = {seat.user.username for seat in match.seats.select_related("user") if seat.user}
    there = {seat.user.username for seat in other.seats.select_related("user") if seat.user}
    first, second = other_worlds(contest, match, min(there), "dir")
    assert differing(first, second) == []
    reading, _told = first
    assert reading["", f"/m/{match.code}/"][0] == 404
    # The same is to be read otherwise as soon as the other table has ended too: there was something to leak.
    loser = other.seats.get(index=0).user
    assert loser is not None
    seats.resign(loser, other, START)
    ticked(contest)
    first, second = other_worlds(contest, match)
    assert ("", f"/m/{match.code}/") in [where for where, *_told in differing(first, second)]  # type: ignore[misc]
    assert here.isdisjoint(there)


def test_the_seed_of_a_deal_is_published_with_the_matches_when_the_last_table_has_ended() -> None:
    contest = duplicate()
    match, other = running(contest)
    row = Round.objects.get(group__contest=contest)
    for one, published in ((match, False), (other, True)):
        user = one.seats.get(index=0).user
        assert user is not None
        seats.resign(user, one, START)
        ticked(contest)
        row.refresh_from_db()
        match.refresh_from_db()
        assert bool(row.seed) is published
        assert (match.seed == row.seed, match.visibility, match.counted) == (
            True,
            "public" if published else "private",
            published,
        )
        assert match.provable is published
    other.refresh_from_db()
    assert other.seed == row.seed


def test_a_table_says_when_the_seed_of_its_deal_is_published() -> None:
    match = running(duplicate())[0]
    user = match.seats.get(index=0).user
    assert user is not None
    client = Client()
    client.force_login(user)
    page = client.get(f"/m/{match.code}/").content.decode()
    assert "Its seed is published when the last of them has ended" in page
