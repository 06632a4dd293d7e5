"""The language of pages: chosen in the foot of every page, kept for guests and for people."""

import pytest
from django.test import Client

from accounts.models import User

pytestmark = pytest.mark.django_db


def test_a_guest_chooses_the_language_of_all_pages() -> None:
    guest = Client(enforce_csrf_checks=True)
    answer = guest.post(
        "/accounts/language/", {"language": "bg"}, headers={"referer": "http://testserver/games/"}
    )
    assert (answer.status_code, answer["Location"]) == (302, "http://testserver/games/")
    assert guest.get("/games/")["Content-Language"] == "bg"


def test_a_person_chooses_for_their_mails_too(client: Client) -> None:
    person = User.objects.create_user("north", "north@example.org")
    client.force_login(person)
    client.post("/accounts/language/", {"language": "pl"})
    person.refresh_from_db()
    assert (person.language, client.get("/")["Content-Language"]) == ("pl", "pl")


@pytest.mark.parametrize("language", ["", "xx", "en-gb", "../pl"])
def test_a_language_there_is_not_changes_nothing(client: Client, language: str) -> None:
    answer = client.post("/accounts/language/", {"language": language})
    assert (answer.status_code, answer["Location"], "django_language" in answer.cookies) == (302, "/", False)


def test_the_way_back_leads_nowhere_else(client: Client) -> None:
    answer = client.post(
        "/accounts/language/", {"language": "pl"}, headers={"referer": "https://evil.example/"}
    )
    assert answer["Location"] == "/"


def test_looking_changes_nothing(client: Client) -> None:
    assert client.get("/accounts/language/", {"language": "pl"}).status_code == 405


def test_who_signs_up_reads_mails_in_the_language_of_the_page(client: Client) -> None:
    client.post("/accounts/language/", {"language": "bg"})
    wanted = {
        "username": "south",
        "email": "south@example.org",
        "password1": "a long enough secret",
        "zone": "UTC",
    }
    client.post("/accounts/signup/", wanted)
    assert User.objects.get(username="south").language == "bg"
