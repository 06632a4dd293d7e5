"""Mails about contests: who gets which, what it says to its reader, and that it is true when it leaves."""

from __future__ import annotations

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import beside, couriers, digests
from accounts.channels import Delivery
from accounts.holding import deadlines
from accounts.models import DIGEST, Notice, User
from accounts.outbox import BUILDERS, finished
from games.actions import seats, telling
from games.actions.contests import entering, inviting, ladder, substitutes, teams
from games.actions.contests import telling as news
from games.actions.contests.directing import acts, undo
from games.models import Act, Contest, Entrant, Entry, Group, Match, Round
from games.notices.placings import shown
from tests.actions.conftest import hush  # noqa: F401 - most contests here are in the small game
from tests.actions.contests.cups import START, begun, called, entered, plan_of, played, running, ticked, win
from tests.actions.tables import DAY, HOUR, NOW, order, person
from tests.notices.mails import deliver, mail_to, readers, widest, written

pytestmark = pytest.mark.django_db
SWISS = plan_of("swiss", rounds=3)
WITHOUT_LOTS = plan_of(ties=("wins",))
LEAGUE = plan_of("league", division=4, least=3, most=5, up=1)
FOUR = ("ann", "bob", "cyd", "dan")


def words(mail) -> str:
    return " ".join(mail.text.split())


def told(name: str, kind: str, now: datetime.datetime = START) -> str:
    return words(mail_to(name, kind, now))


def titles(kind: str, name: str, now: datetime.datetime = START) -> list[str]:
    """The titles of the mails of a kind that somebody would get."""
    return [mail.text.split("\n")[2] for notice, mail in written(kind, now) if notice.user.username == name]


# --- What begins -------------------------------------------------------------------------------------------


def test_the_draw_tells_with_whom_one_plays_and_whom_one_meets_first() -> None:
    contest = begun(*FOUR)
    mail = mail_to("bob", "contest", START)
    (match,) = [match for match in running(contest) if match.seats.filter(user__username="bob").exists()]
    assert mail.subject == "[bidplay] Hush · Spring Cup: drawn; this is whom you meet"
    assert "You are number 2 of the seeding. You play with ann, cyd, dan." in words(mail)
    assert f"Round 1, board 2, against cyd: http://127.0.0.1:8000/m/{match.code}/" in words(mail)
    assert contest.seed_commitment in mail.text
    assert f"The contest: http://127.0.0.1:8000/c/{contest.code}/" in mail.text
    assert "The match:" not in mail.text
    assert widest(mail) <= 72
    assert readers("contest", START) == sorted(FOUR)


def test_a_draw_with_many_names_only_how_many_they_are() -> None:
    begun(*(f"p{number}" for number in range(14)), plan=SWISS)
    assert "You are one of 14 entries." in told("p3", "contest")


def test_a_bye_is_told_with_the_draw() -> None:
    begun("ann", "bob", "cyd", "dan", "eve", plan=SWISS)
    byes = [mail for _notice, mail in written("contest", START) if "Round 1, nobody to meet" in words(mail)]
    assert len(byes) == 1


def test_a_draw_without_tables_tells_when_the_first_round_begins() -> None:
    contest = ticked(entered(called(plan=SWISS, round_days=7), *FOUR))
    assert "Rounds begin 7 days apart" in told("ann", "contest")
    Match.objects.update(pairing=None)
    Round.objects.update(begins_at=None)
    assert "a mail comes when your table opens" in told("ann", "contest")
    Round.objects.filter(group__contest=contest).update(begins_at=START + DAY)
    assert "against cyd: Thursday 3 January 2030, 12:00 (UTC)" in told("ann", "contest")


def test_the_start_of_a_match_names_its_contest_round_and_board() -> None:
    contest = begun(*FOUR, game="fourbid", options={}, plan=LEAGUE, league=True)
    mail = mail_to("bob", "start", START)
    assert "You play this match for Spring Cup, season 1: Division 1, Round 1, board 2." in words(mail)
    assert f"The contest: http://127.0.0.1:8000/c/{contest.code}/" in mail.text
    assert "of your series" not in mail.text


def test_the_start_of_a_match_in_a_series_tells_its_number() -> None:
    begun("ann", "bob", game="fourbid", options={}, plan=plan_of("knockout", best_of=3))
    assert "Final, board 1. It is match 1 of your series." in told("ann", "start")


def test_start_mails_cost_the_same_for_many_tables() -> None:
    begun(*(f"p{number}" for number in range(12)), plan=SWISS, game="fourbid", options={})
    notices = list(Notice.objects.filter(kind="start").select_related("user"))

    def cost(few: list[Notice]) -> int:
        with CaptureQueriesContext(connection) as queries:
            found = BUILDERS["start"](few, START)
        assert len(found) == len(few)
        return len(queries)

    assert cost(notices[:2]) == cost(notices)


# --- Rounds ------------------------------------------------------------------------------------------------


def test_the_end_of_a_round_tells_how_one_stands_and_what_comes_next() -> None:
    contest = begun(*FOUR, plan=WITHOUT_LOTS)
    deliver()
    played(contest, rounds=1)
    mail = mail_to("cyd", "round", START)
    assert mail.subject == "[bidplay] Hush · Spring Cup: Round 1 over: you are number 3 of 4"
    assert "Your points from this round: 0." in words(mail)
    assert "You are number 3 of 4; your points in all: 0." in words(mail)
    assert "Round 2, board" in words(mail)
    assert ">     3  cyd        1       0" in mail.text
    assert "<b>cyd</b>" in mail.html
    assert "<b>ann</b>" not in mail.html
    assert widest(mail) <= 72


def test_only_the_last_round_that_is_over_is_told() -> None:
    played(begun(*FOUR), rounds=2)
    assert [mail.text.split("\n")[2] for _notice, mail in written("round", START)] == [
        "Round 2: how you stand"
    ] * 4


def test_who_has_withdrawn_hears_of_no_round() -> None:
    contest = begun(*FOUR, plan=SWISS)
    deliver()
    played(contest, rounds=1)
    assert readers("round", START) == sorted(FOUR)
    entry = contest.entries.get(user__username="dan")
    entry.contest = Contest.objects.get(pk=contest.pk)
    entering.withdraw(entry, START)
    assert readers("round", START) == ["ann", "bob", "cyd"]


def test_no_round_is_told_of_a_contest_that_is_over() -> None:
    played(begun(*FOUR))
    assert readers("round", START) == []


def test_who_is_out_of_a_knockout_hears_of_no_further_round() -> None:
    contest = played(begun(*(f"p{number}" for number in range(1, 9)), plan=plan_of("knockout")), rounds=1)
    assert readers("round", START) == [f"p{number}" for number in range(1, 9)]
    played(contest, rounds=1, now=START + DAY)
    assert readers("round", START) == ["p1", "p2", "p3", "p4"]


def test_byes_and_forfeits_are_named_as_such() -> None:
    contest = begun("ann", "bob", "cyd", "dan", "eve", plan=SWISS)
    deliver()
    played(contest, rounds=1)
    said = [words(mail) for _notice, mail in written("round", START)]
    assert sum("You had nobody to meet in this round; your points for that: 1." in one for one in said) == 1


def test_a_round_that_waits_for_its_day_is_announced() -> None:
    contest = begun(*FOUR, plan=SWISS, round_days=7)
    deliver()
    for match in running(contest):
        win(match, 0)
    ticked(contest)
    assert "Your next round begins Wednesday 9 January 2030, 12:00 (UTC)." in told("ann", "round")


def test_long_standings_show_the_top_and_those_around_the_reader() -> None:
    assert shown(0, 12) == list(range(12))
    assert shown(20, 40) == [0, 1, 2, None, 18, 19, 20, 21, 22, None]
    assert shown(5, 40) == [0, 1, 2, 3, 4, 5, 6, 7, None]
    assert shown(6, 40) == [0, 1, 2, 3, 4, 5, 6, 7, 8, None]
    assert shown(39, 40) == [0, 1, 2, None, 37, 38, 39]
    assert shown(-1, 40) == [*range(12), None]


def test_standings_of_many_fit_into_the_mail() -> None:
    contest = begun(*(f"p{number:02}" for number in range(20)), plan=SWISS)
    deliver()
    Entry.objects.filter(user__username="p00").update(name="Łódź & <b>日本</b> " * 3)
    played(contest, rounds=1)
    for _notice, mail in written("round", START):
        assert widest(mail) <= 72
        assert mail.text.count("…") >= 1


# --- The end -----------------------------------------------------------------------------------------------


def test_the_end_tells_the_final_place_and_the_seed() -> None:
    contest = played(begun(*FOUR))
    mail = mail_to("bob", "contest", START)
    assert mail.subject == "[bidplay] Hush · Spring Cup: over; you are number 2 of 4"
    assert "Your contest is over. You are number 2 of 4. Your points: 2." in words(mail)
    assert contest.seed in mail.text
    assert contest.seed_commitment in mail.text


def test_the_end_of_a_season_tells_who_goes_up_and_down_and_when_the_next_begins_once() -> None:
    contest = played(begun(*(f"p{n}" for n in range(1, 9)), plan=LEAGUE, league=True, round_days=0))
    following = Contest.objects.exclude(pk=contest.pk).get()
    assert "You have won this contest." in told("p1", "contest")
    assert "You go down a division." in told("p4", "contest")
    mail = mail_to("p5", "contest", START)
    assert "You go up a division." in words(mail)
    assert "You are in the next season. If you don’t want to play it, leave it on its page." in words(mail)
    assert "You play in division 1." in words(mail)
    assert following.starts_at is None or "Your first round begins" in words(mail)
    entry = following.entries.get(user__username="p5")
    entering.leave(person("p5"), following, START)
    assert not Entry.objects.filter(pk=entry.pk).exists()
    assert "You are not in the next season; you may enter it on its page." in told("p5", "contest")


def test_who_is_new_in_the_next_season_hears_of_that() -> None:
    contest = played(begun(*FOUR, plan=LEAGUE, league=True))
    following = Contest.objects.exclude(pk=contest.pk).get()
    Notice.objects.all().delete()
    entered(following, "eve")
    telling.tell(news.season_over(contest, following, START))
    telling.tell(news.season_over(contest, None, START))
    telling.tell(news.ended(contest, START))
    assert readers("contest", START) == ["ann", "bob", "cyd", "dan", "eve"]
    assert titles("contest", "eve") == ["You are entered in Spring Cup, season 2"]


def test_a_stage_that_follows_is_told_to_those_who_go_on() -> None:
    stages = (
        *plan_of("round_robin", groups=2, through=1).stages,
        *plan_of("knockout").stages,
    )
    contest = begun(*(f"p{number}" for number in range(1, 9)), plan=plan_of(stages=stages))
    assert "You play in Group 1, with p4, p5, p8." in told("p1", "contest")
    deliver()
    while contest.stage == 0:
        contest = played(contest, rounds=1)
    assert readers("contest", START) == ["p1", "p2"]
    assert titles("contest", "p1") == ["You play in the next stage"]
    assert "You play in Stage 2, with p2." in told("p1", "contest")
    assert set(readers("round", START)) == {f"p{number}" for number in range(1, 9)}
    assert "You go on to the next stage." in told("p1", "round")
    assert "You are out of this contest." in told("p8", "round")


def test_a_contest_that_is_called_off_is_told_with_the_reason() -> None:
    contest = entered(called(), *FOUR)
    Entry.objects.filter(user__username="dan").update(status="waiting")
    acts.act(person("dir"), contest, "call_off", {}, "The hall burned down.", NOW)
    assert readers("contest", NOW) == sorted(FOUR)
    assert "> The hall burned down." in mail_to("dan", "contest", NOW).text


def test_a_contest_that_the_clock_calls_off_is_told_too() -> None:
    ticked(entered(called(), "ann"))
    assert titles("contest", "ann") == ["Your contest is called off"]


# --- Places, invitations, challenges -----------------------------------------------------------------------


def test_who_waited_hears_that_there_is_a_place() -> None:
    contest = entered(called(most=2), "ann", "bob")
    waiting = entering.enter(person("cyd"), contest, NOW + HOUR)
    assert waiting.status == "waiting"
    entering.leave(person("ann"), contest, NOW + HOUR)
    assert titles("contest", "cyd", NOW + HOUR) == ["You have a place now"]
    assert "Your first round begins Wednesday 2 January 2030" in told("cyd", "contest", NOW + HOUR)
    Contest.objects.update(started_at=START, status="running")
    assert "You are paired from the next round on." in told("cyd", "contest")
    Entry.objects.filter(pk=waiting.pk).update(status="withdrawn")
    assert readers("contest", START) == []


def test_who_is_invited_hears_who_asks_and_on_what_terms_until_they_come_in() -> None:
    contest = called(reliability=80, least=4)
    person("ann")
    inviting.invite(person("dir"), contest, ["ann"], NOW)
    mail = mail_to("ann", "invitation", NOW)
    assert mail.subject == "[bidplay] Hush · Spring Cup: dir invites you"
    assert "80 percent of their orders in time" in words(mail)
    Contest.directors.through.objects.all().delete()
    assert "somebody who has left the site invites you" in mail_to("ann", "invitation", NOW).subject
    entering.enter(person("ann"), contest, NOW)
    assert readers("invitation", NOW) == []


def test_who_is_asked_to_a_team_hears_of_it() -> None:
    contest = called(team=2)
    person("bob")
    team = entering.enter(person("ann"), contest, NOW, name="Owls", mates=["bob"])
    assert mail_to("bob", "invitation", NOW).subject.endswith(": Owls asks you to join their team")
    teams.join_team(person("bob"), contest, team, NOW)
    assert readers("invitation", NOW) == []


def test_invitations_to_matches_and_contests_are_written_together() -> None:
    from tests.actions.tables import opened

    opened("bob", 2, game="fourbid", invite=[person("ann").username])
    inviting.invite(person("dir"), called(), ["ann"], NOW)
    assert readers("invitation", NOW) == ["ann", "ann"]


def test_whom_others_entered_hears_of_it() -> None:
    contest = entered(called(starts_at=None), "ann")
    entry = Entry.objects.select_related("contest").get()
    telling.tell(news.announced_to([entry], NOW))
    telling.tell(news.announced_to([entry], NOW))
    assert "You will hear when it begins." in told("ann", "contest", NOW)
    Entry.objects.update(division=2)
    assert "You play in division 2." in told("ann", "contest", NOW)
    Contest.objects.filter(pk=contest.pk).update(status="called_off")
    assert readers("contest", NOW) == []


def challenged() -> Contest:
    contest = begun("ann", "bob", "cyd", plan=plan_of("ladder", reach=2, answer_days=3))
    ladder.challenge(person("cyd"), contest, contest.entries.get(user__username="ann"), START)
    return contest


def test_a_challenge_tells_until_when_it_can_be_taken_up() -> None:
    challenged()
    mail = mail_to("ann", "challenge", START)
    assert mail.subject == "[bidplay] Hush · Spring Cup: cyd challenges you; you have until Sat 12:00"
    assert "until Saturday 5 January 2030, 12:00 (UTC); 3 days left." in words(mail)
    assert readers("challenge", START) == ["ann"]
    notices = list(Notice.objects.filter(kind="challenge").select_related("user"))
    assert deadlines(notices, START) == {notices[0].pk: START + 3 * DAY}
    assert readers("challenge", START + 3 * DAY) == []


def test_a_challenge_that_was_answered_is_told_no_more() -> None:
    contest = challenged()
    ladder.take_up(person("ann"), contest, START)
    assert readers("challenge", START) == []


def test_somebody_who_steps_in_hears_what_they_owe() -> None:
    contest = begun(
        *FOUR, plan=SWISS, game="fourbid", options={}, pace={"deserted": "substitute", "misses": 1}
    )
    substitutes.volunteer(person("eve"), contest, START)
    deliver()
    entry = contest.entries.get(user__username="dan")
    entry.contest = Contest.objects.get(pk=contest.pk)
    entering.withdraw(entry, START)
    ticked(contest)
    mails = [mail for notice, mail in written("start", START) if notice.user.username == "eve"]
    assert [mail.text.split("\n")[2] for mail in mails] == ["You have stepped in"]
    assert "You volunteered for this contest, and a seat has become free" in words(mails[0])
    assert "you have stepped in; turn 1, your order until" in mails[0].subject


# --- Directors ---------------------------------------------------------------------------------------------


def test_what_a_director_did_is_told_to_those_whom_it_concerns() -> None:
    contest = entered(called(), *FOUR)
    entry = contest.entries.get(user__username="dan")
    act = acts.act(person("dir"), contest, "remove", {"entry": entry.pk}, "He asked for it.", NOW)
    assert act.verb == "remove"
    found = Act.objects.get()
    Act.objects.update(data={**found.data, "entries": [contest.entries.get(user__username="ann").pk]})
    telling.tell(news.changed(Act.objects.select_related("contest").get(), NOW))
    assert "ann" in readers("contest", NOW)
    assert "> He asked for it." in mail_to("ann", "contest", NOW).text


def test_an_act_that_was_undone_is_told_to_those_who_heard_of_it() -> None:
    contest = begun(*FOUR, plan=SWISS)
    deliver()
    act = acts.act(person("dir"), contest, "pause", {}, "A holiday.", START)
    assert readers("contest", START) == sorted(FOUR)
    Notice.objects.filter(user__username="ann").update(status="sent")
    undo.undo(person("dir"), act, START)
    assert readers("contest", START) == ["ann"]
    assert titles("contest", "ann") == ["Something has changed for you"]


def test_the_act_of_drawing_is_told_by_the_draw_alone() -> None:
    contest = entered(called(), *FOUR)
    act = Act(contest=contest, verb="draw", data={}, step=0, done_at=NOW)
    assert news.changed(act, NOW) == []


def test_directors_hear_what_needs_a_hand_as_long_as_it_does() -> None:
    contest = begun(*FOUR)
    Contest.objects.update(trouble="The draw fails.\nTwice.")
    contest.refresh_from_db()
    telling.tell(news.needs_hand(contest, START))
    telling.tell(news.needs_hand(contest, START))
    assert readers("director", START) == ["dir"]
    assert "> The draw fails.\n> Twice." in mail_to("dir", "director", START).text
    Contest.objects.update(trouble="")
    assert readers("director", START) == []


def test_who_directs_no_more_hears_nothing() -> None:
    contest = begun(*FOUR)
    Contest.objects.update(trouble="The draw fails.")
    telling.tell(news.needs_hand(contest, START))
    Contest.directors.through.objects.all().delete()
    assert readers("director", START) == []


# --- All of them -------------------------------------------------------------------------------------------


def test_a_step_that_runs_twice_tells_once() -> None:
    contest = begun(*FOUR)
    before = Notice.objects.count()
    telling.tell(news.drawn(contest, START + HOUR))
    assert Notice.objects.count() == before


def test_a_thousand_entrants_are_told_with_as_many_queries_as_four() -> None:
    def cost(contest: Contest) -> tuple[int, int]:
        with CaptureQueriesContext(connection) as queries:
            found = news.drawn(contest, NOW)
            telling.tell(found)
        return len(queries), len(found)

    few = entered(called(name="Few"), *FOUR)
    many = called(name="Many")
    people = User.objects.bulk_create(User(username=f"p{n}", email=f"p{n}@example.org") for n in range(1000))
    entries = Entry.objects.bulk_create(Entry(contest=many, user=user, created_at=NOW) for user in people)
    Entrant.objects.bulk_create(
        Entrant(contest=many, entry=entry, user=user) for entry, user in zip(entries, people, strict=True)
    )
    assert (cost(few), cost(many)) == ((3, 4), (3, 1000)) or cost(few)[0] <= 4


@pytest.mark.parametrize("kind", ["contest", "round"])
def test_mails_of_a_batch_cost_the_same_for_two_as_for_all(kind: str) -> None:
    contest = begun(*(f"p{number}" for number in range(30)), plan=SWISS)
    played(contest, rounds=1)
    notices = list(Notice.objects.filter(kind=kind).select_related("user"))

    def cost(few: list[Notice]) -> int:
        with CaptureQueriesContext(connection) as queries:
            found = BUILDERS[kind](few, START)
            for draft in found.values():
                finished(draft)
        assert len(found) == len(few) > 1
        return len(queries)

    assert cost(notices[:2]) == cost(notices)


def test_a_mail_tells_nothing_of_a_sealed_order() -> None:
    contest = begun(*FOUR)
    played(contest, rounds=1)
    before = {
        (notice.pk, mail.text, mail.html)
        for kind in ("contest", "round")
        for notice, mail in written(kind, START)
    }
    match = running(contest)[0]
    seated = match.seats.select_related("user").first()
    assert seated is not None
    assert seated.user is not None
    order(seated.user.username, match, "7", START)
    after = {
        (notice.pk, mail.text, mail.html)
        for kind in ("contest", "round")
        for notice, mail in written(kind, START)
    }
    assert after == before
    assert contest.seed == ""


def test_what_contests_tell_may_wait_for_the_digest() -> None:
    played(begun(*FOUR, plan=WITHOUT_LOTS), rounds=1)
    ann = User.objects.get(username="ann")
    Notice.objects.filter(user=ann, kind__in=["contest", "round"]).update(status="digest")
    notice = Notice.objects.create(user=ann, kind=DIGEST, subject="today", created_at=NOW, send_at=NOW)
    notice.user = ann
    assert len(digests.gather([notice])[ann.pk]) == 2
    mail = finished(BUILDERS[DIGEST]([notice], START)[notice.pk])
    assert "* Round 1: how you stand" in mail.text
    assert ">     1  ann        1       1" in mail.text
    assert mail.text.count("The contest: ") == 1
    assert widest(mail) <= 72


def test_devices_and_hooks_hear_of_contests_what_mails_say() -> None:
    kinds = ["contest", "round", "challenge", "director", "invitation"]
    beside.add_hook(person("ann"), "json", "https://hooks.example.org/", "ann", kinds, NOW)
    contest = challenged()
    inviting.invite(person("dir"), called(name="Other", director="dir"), ["ann"], START)

    def said(kind: str) -> list[tuple[str, str]]:
        owed = list(Delivery.objects.filter(kind=kind).select_related("channel__user").order_by("pk"))
        made = couriers.BUILDERS[kind](owed, START)
        return [(made[one.pk].title, made[one.pk].text) for one in owed if one.pk in made]

    assert said("contest") == [("Hush · Spring Cup", "Your contest is drawn")]
    assert said("challenge") == [("Hush · Spring Cup", "cyd challenges you; you have until Sat 12:00")]
    assert said("invitation") == [("Hush · Other", "dir invites you to a contest")]
    owed = Delivery.objects.filter(kind="contest").select_related("channel__user")
    (message,) = couriers.BUILDERS["contest"](list(owed), START).values()
    assert message.facts == {
        "event": "contest",
        "contest": {
            "code": contest.code,
            "name": "Spring Cup",
            "game": "hush",
            "url": f"http://127.0.0.1:8000/c/{contest.code}/",
        },
    }
    assert Group.objects.filter(contest=contest).exists()


# --- Games for one -----------------------------------------------------------------------------------------


def alone(*names: str, **numbers: object) -> Contest:
    """A contest in a game for one, with rounds of two days."""
    plan = plan_of("duplicate", rounds=2, **numbers)  # type: ignore[arg-type]
    return begun(*names, plan=plan, size=1, game="foursquare", options={}, round_days=2)


def tables(name: str, now: datetime.datetime = START) -> list[str]:
    """What mails about open tables would say to somebody."""
    found = [words(mail) for notice, mail in written("contest", now) if notice.user.username == name]
    return [mail for mail in found if "Your table is open" in mail]


def table_of(name: str, number: int) -> Match:
    return Match.objects.get(seats__user__username=name, pairing__round__number=number)


def test_who_plays_alone_hears_of_each_new_table_and_until_when_it_is_played() -> None:
    alone("ann", "bob")
    (mail,) = tables("ann")
    assert "Deal 1 has begun. Play it to its end before" in mail
    assert f"/m/{table_of('ann', 1).code}/" in mail
    opened = Notice.objects.filter(subject__contains=":table:")
    assert set(opened.values_list("wanted_by", flat=True)) == {START + 2 * DAY}
    assert opened.count() == 2


def test_a_draw_of_games_for_one_calls_no_table_a_bye() -> None:
    alone("ann", "bob")
    (mail,) = [one for one in map(words, readings("ann")) if "drawn" in one.lower()]
    assert f"Deal 1: http://127.0.0.1:8000/m/{table_of('ann', 1).code}/" in mail
    assert "nobody to meet" not in mail


def readings(name: str) -> list:
    return [mail for notice, mail in written("contest", START) if notice.user.username == name]


def test_a_table_that_was_played_is_told_no_more_and_the_next_one_is() -> None:
    alone("ann", "bob", early=True)
    seats.resign(person("ann"), table_of("ann", 1), START)
    assert (len(tables("ann")), len(tables("bob"))) == (0, 1)
    seats.resign(person("bob"), table_of("bob", 1), START)
    ticked(Contest.objects.get(), START + HOUR)
    (mail,) = tables("bob", START + HOUR)
    assert "Deal 2 has begun." in mail
    over = told("bob", "round", START + HOUR)
    assert "Deal 2 has begun." in over
    assert "nobody to meet" not in over


def test_rounds_that_may_be_early_are_said_to_be() -> None:
    alone("ann", "bob", early=True)
    assert "the next one begins at once" in " ".join(map(words, readings("ann")))
