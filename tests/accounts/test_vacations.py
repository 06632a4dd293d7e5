"""The yearly allowance: what a vacation takes, what comes back, and that nothing else makes it grow."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts import actions, vacations
from accounts.models import User, Vacation
from accounts.vacations import DAY, UNEVEN, NoVacation, by_year, left
from tests.accounts.rows import member, person

pytestmark = pytest.mark.django_db

NOW = datetime.datetime(2030, 6, 3, 12, tzinfo=datetime.UTC)
HOUR = datetime.timedelta(hours=1)
ALL = 28 * DAY
ZONES = ["Europe/Warsaw", "America/New_York", "Australia/Lord_Howe", "Pacific/Kiritimati", "Etc/GMT+12"]


def day(month: int, number: int, year: int = 2030) -> datetime.date:
    return datetime.date(year, month, number)


def refusal(code: str) -> pytest.RaisesContext[NoVacation]:
    return pytest.raises(NoVacation, check=lambda error: error.code == code)


def test_a_vacation_booked_ahead_lasts_whole_local_days(ada: User) -> None:
    User.objects.filter(pk=ada.pk).update(zone="Europe/Warsaw")
    booked = vacations.book(ada, day(7, 1), day(7, 10), NOW)
    assert booked.begins_at == datetime.datetime(2030, 6, 30, 22, tzinfo=datetime.UTC)
    assert booked.ends_at == datetime.datetime(2030, 7, 10, 22, tzinfo=datetime.UTC)
    assert left(ada, 2030) == 18 * DAY


@pytest.mark.parametrize("first", [None, day(6, 3)])
def test_a_vacation_may_begin_at_once(ada: User, first: datetime.date | None) -> None:
    booked = vacations.book(ada, first, day(6, 4), NOW)
    assert (booked.begins_at, left(ada, 2030)) == (NOW, ALL - 36 * HOUR)


def test_what_was_not_used_comes_back(ada: User) -> None:
    booked = vacations.book(ada, None, day(6, 12), NOW)
    vacations.finish(ada, booked.pk, NOW + 2 * DAY)
    assert left(ada, 2030) == 26 * DAY
    vacations.book(ada, day(6, 10), day(6, 12), NOW + 2 * DAY)
    assert left(ada, 2030) == 23 * DAY


def test_a_vacation_that_has_not_begun_is_cancelled_as_a_whole(ada: User) -> None:
    booked = vacations.book(ada, day(7, 1), day(7, 10), NOW)
    vacations.finish(ada, booked.pk, NOW)
    assert (left(ada, 2030), Vacation.objects.count()) == (ALL, 0)


def test_one_that_is_over_or_of_somebody_else_gives_nothing_back(ada: User) -> None:
    booked = vacations.book(ada, None, day(6, 12), NOW)
    with refusal("vacation_over"):
        vacations.finish(ada, booked.pk, booked.ends_at)
    with refusal("vacation_over"):
        vacations.finish(person("eve"), booked.pk, NOW)
    assert left(ada, 2030) == ALL - (booked.ends_at - NOW)


def test_a_vacation_over_new_year_belongs_to_both_years_by_its_own_zone(ada: User) -> None:
    User.objects.filter(pk=ada.pk).update(zone="America/New_York")
    booked = vacations.book(ada, day(12, 30), day(1, 3, 2031), NOW)
    assert (left(ada, 2030), left(ada, 2031)) == (26 * DAY, 25 * DAY)
    User.objects.filter(pk=ada.pk).update(zone="Pacific/Kiritimati")
    assert (left(ada, 2030), left(ada, 2031)) == (26 * DAY, 25 * DAY)
    vacations.finish(ada, booked.pk, datetime.datetime(2031, 1, 1, 5, tzinfo=datetime.UTC))
    assert (left(ada, 2030), left(ada, 2031)) == (26 * DAY, ALL)


def test_the_allowance_is_there_again_in_the_next_year(ada: User) -> None:
    vacations.book(ada, day(7, 1), day(7, 28), NOW)
    with refusal("vacation_too_long"):
        vacations.book(ada, day(8, 1), day(8, 1), NOW)
    vacations.book(ada, day(1, 1, 2031), day(1, 28, 2031), NOW)
    assert (left(ada, 2030), left(ada, 2031)) == (0 * DAY, 0 * DAY)


@pytest.mark.parametrize("zone", ZONES[:3])
@pytest.mark.parametrize("month", [3, 4, 10, 11])
def test_all_days_of_a_year_fit_in_whatever_is_done_to_the_clocks(ada: User, zone: str, month: int) -> None:
    User.objects.filter(pk=ada.pk).update(zone=zone)
    first = day(month, 1)
    booked = vacations.book(ada, first, first + 27 * DAY, datetime.datetime(2030, 2, 1, tzinfo=datetime.UTC))
    place = ZoneInfo(zone)
    assert [instant.astimezone(place).time() for instant in (booked.begins_at, booked.ends_at)] == [
        datetime.time(),
        datetime.time(),
    ]
    assert left(ada, 2030) <= HOUR


@pytest.mark.parametrize(
    ("first", "last", "code"),
    [
        (day(6, 2), day(6, 5), "vacation_past"),
        (day(6, 5), day(6, 4), "vacation_backwards"),
        (None, day(6, 2), "vacation_backwards"),
        (day(6, 5, 2031), day(6, 6, 2031), "vacation_far"),
        (None, datetime.date.max, "vacation_far"),
        (datetime.date.max, datetime.date.max, "vacation_far"),
        (datetime.date.min, datetime.date.max, "vacation_past"),
        (day(7, 1), day(7, 29), "vacation_too_long"),
        (day(8, 9), day(8, 12), "vacation_overlaps"),
        (day(8, 14), day(8, 16), "vacation_overlaps"),
    ],
)
def test_what_can_not_be_booked_is_refused(
    ada: User, first: datetime.date | None, last: datetime.date, code: str
) -> None:
    vacations.book(ada, day(8, 10), day(8, 14), NOW)
    with refusal(code):
        vacations.book(ada, first, last, NOW)
    assert Vacation.objects.count() == 1


def test_vacations_may_touch(ada: User) -> None:
    vacations.book(ada, day(8, 10), day(8, 14), NOW)
    vacations.book(ada, day(8, 15), day(8, 16), NOW)
    assert left(ada, 2030) == 21 * DAY


def test_a_site_may_have_no_vacations(ada: User, settings) -> None:
    settings.VACATION_DAYS = 0
    with refusal("vacation_too_long"):
        vacations.book(ada, day(8, 10), day(8, 10), NOW)


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("wait"), st.integers(1, 400)),
        st.tuples(st.just("book"), st.integers(0, 40), st.integers(0, 30)),
        st.tuples(st.just("finish")),
        st.tuples(st.just("zone"), st.sampled_from(ZONES)),
    ),
    max_size=14,
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS, start=st.datetimes(datetime.datetime(2030, 1, 1), datetime.datetime(2030, 12, 31)))
def test_the_allowance_grows_by_nothing_but_a_new_year_and_what_was_not_used(
    ada: User, steps: list[tuple], start: datetime.datetime
) -> None:
    Vacation.objects.all().delete()
    now = start.replace(tzinfo=datetime.UTC)
    for step, *values in steps:
        before = {year: left(ada, year) for year in range(2030, 2034)}
        unused: dict[int, datetime.timedelta] = {}
        if step == "wait":
            now += values[0] * HOUR
        elif step == "zone":
            User.objects.filter(pk=ada.pk).update(zone=values[0])
            ada.refresh_from_db()
        elif step == "book":
            first = now.astimezone(ada.tzinfo).date() + values[0] * DAY
            try:
                vacations.book(ada, first, first + values[1] * DAY, now)
            except NoVacation:
                assert before == {year: left(ada, year) for year in before}
        else:
            for booked in Vacation.objects.of(ada).unfinished(now):
                unused = by_year(max(now, booked.begins_at), booked.ends_at, booked.zone)
                vacations.finish(ada, booked.pk, now)
                break
        for year, was in before.items():
            assert left(ada, year) <= was + unused.get(year, 0 * DAY)
        assert [one.pk for one in Vacation.objects.current(now)] == [
            one.pk for one in Vacation.objects.all() if one.begins_at <= now < one.ends_at
        ]
    taken = [(one.begins_at, one.ends_at) for one in Vacation.objects.of(ada)]
    assert all(ends <= begins for (_b, ends), (begins, _e) in pairwise(taken))
    years = {now.year + n for n in range(-3, 4)}
    assert all(vacations.used(Vacation.objects.of(ada), year) <= ALL + UNEVEN for year in years)


def test_what_one_takes_along_names_one_s_vacations(ada: User) -> None:
    booked = vacations.book(ada, day(8, 10), day(8, 14), NOW)
    client = Client()
    client.force_login(ada)
    data = json.loads(client.get(reverse("account_export")).content)
    assert [one["zone"] for one in data["vacations"]] == [booked.zone]


def test_leaving_for_good_takes_vacations_away(ada: User) -> None:
    vacations.book(ada, day(8, 10), day(8, 14), NOW)
    actions.erase(ada, NOW)
    assert Vacation.objects.count() == 0


@pytest.fixture
def reader(db: None) -> Iterator[Client]:
    with time_machine.travel(NOW, tick=False):
        client = Client()
        client.force_login(member("bob", zone="Europe/Warsaw"))
        yield client


def page(client: Client) -> str:
    return client.get(reverse("account_vacations")).content.decode()


def test_the_page_books_a_vacation_and_says_what_is_left(reader: Client) -> None:
    assert "28 of 28" in page(reader)
    sent = {"first": "2030-12-30", "last": "2031-01-02"}
    answer = reader.post(reverse("account_vacations"), sent, follow=True)
    text = answer.content.decode()
    assert "Your vacation is booked." in text
    assert ("Days left in 2030" in text, "26 of 28" in text, "Days left in 2031" in text) == (True,) * 3
    assert "Mon 30 Dec 2030 00:00" in text


def test_the_page_cancels_a_vacation_or_ends_it_now(reader: Client) -> None:
    reader.post(reverse("account_vacations"), {"first": "", "last": "2030-06-05"})
    assert "You are on vacation" in page(reader)
    booked = Vacation.objects.get()
    with time_machine.travel(NOW + DAY, tick=False):
        answer = reader.post(reverse("account_finish_vacation", args=[booked.pk]), follow=True)
        assert "The days that you did not use are yours again." in answer.content.decode()
        assert "27 of 28" in page(reader)
        again = reader.post(reverse("account_finish_vacation", args=[booked.pk]), follow=True)
        assert "This vacation is over" in again.content.decode()


def test_the_page_says_at_the_field_why_a_vacation_is_refused(reader: Client) -> None:
    sent = {"first": "2030-07-01", "last": "2030-08-28"}
    text = reader.post(reverse("account_vacations"), sent).content.decode()
    assert "That is more than you have left in 2030: 28 of 28 days." in text
    assert Vacation.objects.count() == 0


def test_looking_and_guests_change_nothing(reader: Client) -> None:
    reader.post(reverse("account_vacations"), {"first": "", "last": "2030-06-05"})
    address = reverse("account_finish_vacation", args=[Vacation.objects.get().pk])
    assert reader.get(address).status_code == 405
    assert Client().post(address).status_code == 302
    assert Client().get(reverse("account_vacations")).status_code == 302
    assert Vacation.objects.get().ends_at > NOW
