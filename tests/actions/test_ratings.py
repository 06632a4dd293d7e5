"""Ratings: which matches change them, in which order, once, and what is left when something is taken back."""

from __future__ import annotations

import datetime
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import actions as accounts
from games.actions import lobby, ratings, seats, turns
from games.actions.successors import take_over
from games.contests.ratings import NEW, Skill, rated
from games.models import Match, RatedMatch, Rating, RatingChange, Seat
from games.models.rating import best_rated, rating_of, skills_of
from games.own_data import own_data
from games.tasks import rate_finished
from tests.actions.tables import DAY, HOUR, NEXT, NOW, opened, order, person, play, started
from tests.actions.test_teams import teams

pytestmark = pytest.mark.django_db

LEAVING = {"grace": False, "misses": 1, "deserted": "bot"}
SUBSTITUTE = {"grace": False, "misses": 1, "deserted": "substitute"}


def played(*scores: str, now: datetime.datetime = NOW, **proposal: Any) -> Match:
    """A finished match of one turn; scores such as ``ann 9``."""
    lines = dict(score.split() for score in scores)
    match = started(*lines, now=now, options={"turns": 1}, **proposal)
    play(match, lines, now=now)
    assert match.status == Match.Status.FINISHED
    return match


def known(*names: str) -> list[tuple[Skill, int]]:
    """What is known of these people, and from how many matches."""
    rows = {rating.user.username: rating for rating in Rating.objects.select_related("user") if rating.user}
    return [(rows[name].skill, rows[name].matches) if name in rows else (NEW, 0) for name in names]


def log() -> list[str | None]:
    """The codes of rated matches in the order of the log."""
    return list(RatedMatch.objects.order_by("number").values_list("match__code", flat=True))


def sound() -> bool:
    return ratings.faults("hush") == []


def test_a_finished_match_changes_the_ratings_of_its_people_once():
    played("ann 9", "bob 1")
    assert [ratings.rate_due(NOW), ratings.rate_due(NOW)] == [1, 0]
    (ann,), (bob,) = rated([[NEW], [NEW]], [1, 2])
    assert known("ann", "bob") == [(ann, 1), (bob, 1)]
    assert Match.objects.get().rated
    assert sound()


def test_matches_are_rated_in_the_order_in_which_they_ended():
    second = played("ann 9", "bob 1", now=NOW + HOUR)
    first = played("ann 1", "bob 9")
    ratings.rate_due(NOW + HOUR)
    assert log() == [first.code, second.code]
    (bob,), (ann,) = rated([[NEW], [NEW]], [1, 2])
    (ann,), (bob,) = rated([[ann], [bob]], [1, 2])
    assert known("ann", "bob") == [(ann, 2), (bob, 2)]


def test_a_batch_is_as_good_as_one_after_the_other():
    for number in range(4):
        played(f"ann {number + 1}", "bob 2", "cid 3", now=NOW + number * HOUR)
    assert [ratings.rate_due(NOW, 1) for _n in range(5)] == [1, 1, 1, 1, 0]
    one_by_one = known("ann", "bob", "cid")
    RatingChange.objects.all().delete()
    RatedMatch.objects.all().delete()
    Rating.objects.all().delete()
    ratings.look_again(Match.objects.all())
    assert ratings.rate_due(NOW) == 4
    assert known("ann", "bob", "cid") == one_by_one


def test_a_batch_takes_as_many_statements_for_many_matches_as_for_one():
    played("ann 9", "bob 1")
    ratings.rate_due(NOW)
    counts = []
    for number in (1, 6):
        for pair in range(number):
            played(f"p{pair} 9", f"q{pair} 1", now=NOW + number * HOUR)
        with CaptureQueriesContext(connection) as seen:
            assert ratings.rate_due(NOW) == number
        counts.append(len(seen))
    assert counts[0] == counts[1]


def test_what_lies_idle_is_not_read_to_find_what_is_due():
    if connection.vendor != "postgresql":
        pytest.skip("asks the planner of PostgreSQL")
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE games_match")
        cursor.execute("SET LOCAL enable_seqscan = off")
    assert "Index Scan using match_to_rate" in Match.objects.to_rate()[:10].explain()


def test_a_match_that_can_t_be_rated_holds_up_no_other_game():
    broken = played("ann 9", "bob 1", game="hush")
    Match.objects.filter(pk=broken.pk).update(outcome={"places": []})
    other = played("cid 9", "dan 1")
    Match.objects.filter(pk=other.pk).update(game="zzz")
    assert ratings.rate_due(NOW) == 1
    assert log() == [other.code]
    Match.objects.filter(pk=broken.pk).update(outcome=broken.outcome)
    assert ratings.rate_due(NOW) == 1


def test_people_take_their_ratings_along():
    played("ann 9", "bob 1")
    ratings.rate_due(NOW)
    (ann,), _bob = rated([[NEW], [NEW]], [1, 2])
    assert own_data(person("ann"))["ratings"] == [
        {"game": "hush", "mu": ann.mu, "sigma": ann.sigma, "matches": 1}
    ]


def test_each_game_has_ratings_of_its_own():
    played("ann 9", "bob 1")
    ratings.rate_due(NOW)
    ann = person("ann")
    assert rating_of([ann], "hush") > rating_of([ann], "bids") == 1500
    assert skills_of([ann.pk, person("cid")], "hush")[person("cid").pk] == NEW
    assert rating_of([ann, person("bob")], "hush") == 1500


def test_shared_places_are_draws():
    match = started("ann", "bob", options={"turns": 2})
    play(match, {"ann": "9", "bob": "1"}, {"ann": "1", "bob": "9"})
    assert match.outcome["places"] == [1, 1]
    ratings.rate_due(NOW)
    (ann,), (bob,) = rated([[NEW], [NEW]], [1, 1])
    assert known("ann", "bob") == [(ann, 1), (bob, 1)]


def test_everybody_of_a_team_is_rated():
    match = teams("ann amy", "bob ben", options={"turns": 1})
    for captain, line in (("ann", "9"), ("bob", "1")):
        order(captain, match, line)
    assert ratings.rate_due(NOW) == 1
    (ann, amy), (bob, ben) = rated([[NEW, NEW], [NEW, NEW]], [1, 2])
    assert known("ann", "amy", "bob", "ben") == [(ann, 1), (amy, 1), (bob, 1), (ben, 1)]
    assert sound()


def test_who_has_left_a_team_is_not_rated_and_who_plays_on_is():
    match = teams("ann amy", "bob ben", options={"turns": 1})
    seats.desert(person("amy"), match, NOW)
    for captain, line in (("ann", "9"), ("bob", "1")):
        order(captain, match, line)
    ratings.rate_due(NOW)
    assert known("amy") == [(NEW, 0)]
    assert [count for _skill, count in known("ann", "bob", "ben")] == [1, 1, 1]


@pytest.mark.parametrize("visibility", ["private", "unlisted"])
def test_matches_that_are_not_listed_change_nothing(visibility: str):
    match = opened("ann", 2, options={"turns": 1}, visibility=visibility)
    if visibility == "private":
        lobby.invite(person("ann"), match, [person("bob").username], NOW)
    lobby.join(person("bob"), match, "", NOW)
    play(match, {"ann": "9", "bob": "1"})
    assert ratings.rate_due(NOW) == 1
    assert known("ann", "bob") == [(NEW, 0), (NEW, 0)]


def test_matches_with_bots_change_nothing():
    match = started("ann", "bob", bots=1, options={"turns": 1})
    play(match, {"ann": "9", "bob": "1"})
    assert ratings.rate_due(NOW) == 1
    assert RatedMatch.objects.count() == 0


def test_matches_of_one_and_those_called_off_change_nothing():
    alone = started("ann", game="foursquare")
    seats.resign(person("ann"), alone, NOW)
    lobby.call_off(person("bob"), opened("bob", 2), NOW)
    ratings.rate_due(NOW)
    assert RatedMatch.objects.count() == 0
    assert not ratings.is_due()


def test_who_leaves_a_match_comes_last_whatever_the_score():
    match = started("ann", "bob", pace=LEAVING, options={"turns": 2})
    play(match, {"ann": "9", "bob": "1"})
    order("bob", match, "1")
    turns.close_due(NOW + 30 * DAY)
    match.refresh_from_db()
    assert Seat.objects.get(match=match, user=person("ann")).state == Seat.State.DESERTED
    Match.objects.filter(pk=match.pk).update(outcome={"places": [1, 2], "reason": "score"})
    ratings.rate_due(NOW)
    (bob,), (ann,) = rated([[NEW], [NEW]], [1, 2])
    assert known("ann", "bob") == [(ann, 1), (bob, 1)]


def test_a_match_in_which_somebody_never_ordered_is_not_rated():
    match = started("ann", "bob", pace=LEAVING, options={"turns": 1})
    order("ann", match, "7")
    turns.close_due(NEXT)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert ratings.rate_due(NEXT) == 1
    assert RatedMatch.objects.count() == 0


def test_a_seat_that_was_taken_over_counts_for_nobody():
    match = started("ann", "bob", "cid", pace=SUBSTITUTE, options={"turns": 3})
    play(match, {"ann": "9", "bob": "2", "cid": "1"})
    for name in ("ann", "bob"):
        order(name, match, "1")
    turns.close_due(NOW + 30 * DAY)
    take_over(person("dan"), match, match.seats.get(user__username="cid").index, NOW + 30 * DAY)
    play(match, {"ann": "1", "bob": "1", "dan": "1"}, now=NOW + 30 * DAY)
    assert match.status == Match.Status.FINISHED
    ratings.rate_due(NOW)
    (ann,), (bob,) = rated([[NEW], [NEW]], [1, 2])
    assert known("ann", "bob", "cid", "dan") == [(ann, 1), (bob, 1), (NEW, 0), (NEW, 0)]


def test_taking_back_a_match_works_out_anew_what_was_rated_since():
    matches = [played(*row, now=NOW + n * HOUR) for n, row in enumerate(ROWS)]
    ratings.rate_due(NOW)
    stored = known(*NAMES)
    for match in matches:
        assert ratings.unrate(match)
        assert sound()
        assert log() == [other.code for other in matches if other != match]
        assert known(*NAMES) == expected([other for other in matches if other != match])
        put_back(match, matches)
        assert known(*NAMES) == stored == expected(matches)
    assert not ratings.unrate(played("eve 9", "fay 1"))


NAMES = ("ann", "bob", "cid", "dan")
ROWS = (
    ("ann 9", "bob 1"),
    ("cid 5", "dan 4", "bob 9"),
    ("ann 3", "cid 3"),
    ("dan 9", "ann 8", "bob 8", "cid 1"),
)


def expected(matches: list[Match]) -> list[tuple[Skill, int]]:
    """What is known of everybody after these matches."""
    skills, counts = dict.fromkeys(NAMES, NEW), dict.fromkeys(NAMES, 0)
    for match in matches:
        names = [seat.user.username for seat in match.seats.select_related("user") if seat.user]
        after = rated([[skills[name]] for name in names], match.outcome["places"])
        for name, (skill,) in zip(names, after, strict=True):
            skills[name], counts[name] = skill, counts[name] + 1
    return [(skills[name], counts[name]) for name in NAMES]


def put_back(match: Match, matches: list[Match]) -> None:
    """Rate one more time all that ended since a match that was taken back, and that match."""
    later = matches[matches.index(match) :]
    for other in later[1:]:
        ratings.unrate(other)
    ratings.look_again(Match.objects.filter(pk__in=[other.pk for other in later]))
    ratings.rate_due(NOW)


def test_nobody_without_matches_keeps_a_rating():
    match = played("ann 9", "bob 1")
    ratings.rate_due(NOW)
    ratings.unrate(match)
    assert Rating.objects.count() == 0
    ratings.rate_again(match)
    ratings.rate_due(NOW)
    assert log() == [match.code]


def test_looking_again_at_a_match_that_still_counts_changes_nothing():
    match = played("ann 9", "bob 1")
    ratings.rate_due(NOW)
    before = list(RatingChange.objects.values())
    ratings.rate_again(match)
    assert ratings.rate_due(NOW) == 1
    assert list(RatingChange.objects.values()) == before


def test_nobody_leaves_a_trace_in_the_ratings_of_others_when_they_leave_the_site():
    played("ann 9", "bob 1")
    played("bob 9", "ann 1", now=NOW + HOUR)
    ratings.rate_due(NOW)
    before = known("bob")
    accounts.erase(person("ann"), NOW)
    assert known("bob") == before
    assert sound()
    assert Rating.objects.filter(user=None).count() == 1
    assert [line.rating.user.username for line in best_rated("hush") if line.rating.user] == ["bob"]
    ratings.recompute("hush")
    assert known("bob") == before


def test_whoever_left_before_a_match_was_rated_counts_for_nobody():
    played("ann 9", "bob 5", "cid 1")
    accounts.erase(person("ann"), NOW)
    ratings.rate_due(NOW)
    (bob,), (cid,) = rated([[NEW], [NEW]], [2, 2])
    assert known("bob", "cid") == [(bob, 1), (cid, 1)]


def test_what_is_stored_wrongly_is_found_and_mended():
    for number, row in enumerate(ROWS):
        played(*row, now=NOW + number * HOUR)
    ratings.rate_due(NOW)
    good = known(*NAMES)
    Rating.objects.filter(user__username="ann").update(mu=40.0, matches=9)
    RatingChange.objects.filter(pk=RatingChange.objects.order_by("pk").last().pk).update(mu_after=0.0)
    said = StringIO()
    with pytest.raises(SystemExit):
        call_command("ratings", stdout=said)
    assert len(said.getvalue().splitlines()) == 2
    call_command("ratings", "bids", stdout=StringIO())
    call_command("ratings", "hush", "--recompute", stdout=StringIO())
    assert known(*NAMES) == good
    call_command("ratings", stdout=StringIO())


def test_the_clock_rates_what_has_ended():
    played("ann 9", "bob 1", now=timezone.now())
    assert rate_finished() == 1
    assert known("ann")[0][1] == 1


def test_a_list_has_the_best_first_by_what_they_are_at_the_least():
    played("ann 9", "bob 1")
    played("ann 9", "bob 1", now=NOW + HOUR)
    played("cid 9", "dan 1", now=NOW + HOUR)
    played("eve 9", "fay 1", now=NOW + HOUR)
    ratings.rate_due(NOW)
    lines = [(line.place, line.rating.user.username) for line in best_rated("hush") if line.rating.user]
    assert lines == [(1, "ann"), (2, "cid"), (2, "eve"), (4, "dan"), (4, "fay"), (6, "bob")]
