"""Whose eyes a page is made for: zone and language of the reader, and what guests cost."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone, translation

from accounts.context import site
from accounts.middleware import ReaderMiddleware
from accounts.models import User, check_zone
from accounts.outbox import reading_as
from tests.accounts.rows import member, sign_in

pytestmark = pytest.mark.django_db


def zone_in(cookies: dict[str, str], user: User | None = None) -> str:
    """The zone that a page is made in."""
    seen = []

    def view(request: HttpRequest) -> HttpResponse:
        seen.append(timezone.get_current_timezone_name())
        return HttpResponse()

    request = RequestFactory().get("/")
    request.COOKIES.update(cookies)
    if user is not None:
        request.user = user
    ReaderMiddleware(view)(request)
    assert timezone.get_current_timezone_name() == "UTC"
    return seen[0]


def test_person_reads_in_their_own_zone() -> None:
    user = User(username="ada", zone="Europe/Warsaw")
    assert zone_in({"sessionid": "x", "zone": "Asia/Tokyo"}, user) == "Europe/Warsaw"


@pytest.mark.parametrize(
    ("cookie", "zone"),
    [
        ("Asia/Tokyo", "Asia/Tokyo"),
        ("", "UTC"),
        ("Mars/Base", "UTC"),
        ("../../etc/passwd", "UTC"),
        ("Europe", "UTC"),
    ],
)
def test_guest_reads_in_the_zone_of_the_browser_or_utc(cookie: str, zone: str) -> None:
    assert zone_in({"zone": cookie}) == zone


def test_guest_costs_no_query(django_assert_num_queries) -> None:
    with django_assert_num_queries(0):
        zone_in({})
        request = RequestFactory().get("/")
        assert site(request)["mail_failed"] is False


def test_context_tells_whose_mail_was_refused(client: Client) -> None:
    member("ada", mail_failed_at=timezone.now())
    sign_in(client, "ada")
    assert client.get("/accounts/settings/").context["mail_failed"] is True


def test_person_reads_in_their_own_language() -> None:
    try:
        zone_in({"sessionid": "x"}, User(username="ada", language="pl"))
        assert translation.get_language() == "pl"
    finally:
        translation.deactivate()


def test_zone_must_be_one_of_the_iana_database() -> None:
    with pytest.raises(ValidationError, match="Europe/Warsaw"):
        check_zone("Warsaw")
    check_zone("Europe/Warsaw")


def test_mail_is_written_in_its_readers_zone_and_language() -> None:
    with reading_as(User(zone="Asia/Tokyo", language="pl")):
        assert (timezone.get_current_timezone_name(), translation.get_language()) == ("Asia/Tokyo", "pl")
    assert timezone.get_current_timezone_name() == "UTC"
