"""A pace that makes no sense is refused with a sentence that says what would be right."""

import datetime

import pytest

from games.pace import MOST_DATES, Pace
from games.rules.game import IllegalOption

SHORTEST, LONGEST = datetime.timedelta(minutes=5), datetime.timedelta(days=30)
SLOT = {"kind": "slot", "at": "20:00", "weekdays": [0, 3], "zone": "Europe/Warsaw"}
DATES = [(datetime.date(2026, 1, 1) + datetime.timedelta(days=n)).isoformat() for n in range(MOST_DATES + 1)]


def bounded(values: dict[str, object]) -> Pace:
    return Pace.read(values).bounded(SHORTEST, LONGEST)


def refused(values: dict[str, object]) -> str:
    with pytest.raises(IllegalOption) as refusal:
        bounded(values)
    return refusal.value.message.format(**refusal.value.data)


def test_a_pace_without_further_words_is_three_days_with_grace() -> None:
    assert bounded({}) == Pace(kind="interval", interval=259_200, zone="UTC", early=True, vacations=True)


def test_slots_tell_the_longest_span_between_them_as_their_interval() -> None:
    weekdays = ([0, 3], [2], [0, 1, 2, 3, 4, 5, 6], [6, 5])
    spans = [bounded(SLOT | {"weekdays": days, "interval": 1}).interval // 86_400 for days in weekdays]
    assert spans == [4, 7, 1, 6]


def test_days_off_are_taken_at_every_pace() -> None:
    off = {"zone": "America/New_York", "off_days": [5, 6], "off_dates": DATES[1:]}
    for kind in ({}, {"kind": "bank"}, SLOT | {"weekdays": [0, 6]}):
        assert bounded(kind | off).off_days == (5, 6)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (
            {"zone": "Warsaw" * 20},
            "There is no time zone “" + "Warsaw" * 10 + "”; zones have names such as Europe/Warsaw.",
        ),
        ({"zone": ""}, "There is no time zone “”; zones have names such as Europe/Warsaw."),
        ({"zone": "../etc/passwd\0"}, "There is no time zone “../etc/passwd\0”; zones have names such as"),
        ({"off_days": [7]}, "Weekdays are numbers from 0 for Monday to 6 for Sunday."),
        (SLOT | {"weekdays": [-1]}, "Weekdays are numbers from 0 for Monday to 6 for Sunday."),
        ({"off_days": [0, 1, 2, 3, 4, 5, 6]}, "Not all seven days of the week can be days off."),
        ({"off_dates": DATES}, "At most 60 dates can be days off, not 61."),
        ({"off_dates": ["24.12.2026"]}, "“24.12.2026” is no date; a date is written as year, month and day,"),
        ({"off_dates": ["2026-02-30"]}, "“2026-02-30” is no date; a date is written as year, month and day,"),
        (SLOT | {"at": "8 pm"}, "“8 pm” is no time of day; it is written from 00:00 to 23:59."),
        (SLOT | {"at": "24:00"}, "“24:00” is no time of day; it is written from 00:00 to 23:59."),
        (SLOT | {"at": "20:00\n"}, "“20:00\n” is no time of day; it is written from 00:00 to 23:59."),
        (SLOT | {"at": "٢٠:00"}, "“٢٠:00” is no time of day; it is written from 00:00 to 23:59."),
        (SLOT | {"weekdays": []}, "Slots need at least one weekday."),
        (SLOT | {"off_days": [0, 3]}, "At least one weekday of the slots must not be a day off."),
        ({"at": "20:00"}, "Only a pace of the kind “slot” has a time of day and weekdays."),
        ({"kind": "bank", "weekdays": [1]}, "Only a pace of the kind “slot” has a time of day and weekdays."),
        ({"interval": 60}, "A turn lasts from 300 to 2592000 seconds here, not 60."),
        ({"misses": 0}, "A seat is deserted after 1 to 20 misses."),
        ({"kind": "free"}, "Only a match for one seat has no deadlines."),
        ({"kind": "bank", "cap": 300}, "A clock gains from 0 seconds to what it holds at most,"),
        ({"pause": 1}, "A pace has no “pause”; it has kind, interval,"),
        ({"weekdays": ["monday"]}, "This is no pace: Expected `int`, got `str`"),
    ],
)
def test_a_pace_that_makes_no_sense_is_refused_and_told_what_would_be_right(wrong, sentence) -> None:
    assert refused(wrong)[: len(sentence)] == sentence


def test_slots_that_a_site_finds_too_far_apart_are_refused() -> None:
    with pytest.raises(IllegalOption) as refusal:
        Pace.read(SLOT).bounded(SHORTEST, datetime.timedelta(days=3))
    assert refusal.value.code == "pace_bounds"
