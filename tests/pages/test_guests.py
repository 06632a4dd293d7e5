"""Playing without an account, by the pages: where guests are let in, and what they keep."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.test import Client, RequestFactory
from django.urls import reverse
from pytest_django.fixtures import Settings

from accounts.adapter import AccountAdapter
from accounts.forms import SignupForm
from accounts.models import User
from games.models import Match
from games.tasks import clear_guests
from tests.pages.visits import browser, open_turn, order_path, person, said, waiting

pytestmark = pytest.mark.django_db
WANTED = {"username": "ada", "email": "ada@example.org", "password1": "a long pass phrase", "zone": "UTC"}


@pytest.fixture(autouse=True)
def patient(settings: Settings) -> None:
    """All tests come from one address."""
    settings.ACCOUNT_RATE_LIMITS = {"guest": "1000/h/ip"}


def visitor(game: str = "fourbid") -> tuple[Client, Match]:
    """A browser in which somebody plays as a guest, and their match."""
    client = Client(headers={"accept-language": "pl"})
    answer = client.post(reverse("try_game", args=[game]))
    match = Match.objects.latest("pk")
    assert answer["Location"] == match.get_absolute_url()
    return client, match


def play(client: Client, match: Match) -> None:
    """Give the order that silence would be."""
    line = match.rules.decisions(open_turn(match).state())[0].default
    client.post(order_path(match), {"line": line})


def test_a_visitor_plays_at_the_press_of_a_button() -> None:
    client, match = visitor()
    page = client.get(match.get_absolute_url())
    assert b'class="form order-form"' in page.content
    user = User.objects.get()
    assert (user.is_guest, user.language, match.creator) == (True, "pl", user)
    play(client, match)
    assert match.turns.count() == 2


def test_a_get_makes_no_guest_and_another_site_can_t() -> None:
    assert Client().get(reverse("try_game", args=["fourbid"])).status_code == 405
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(reverse("try_game", args=["fourbid"])).status_code == 403
    assert Client().post(reverse("try_game", args=["nim"])).status_code == 404
    assert not User.objects.exists()


def test_people_practise_by_the_same_button() -> None:
    ann = browser("ann")
    ann.post(reverse("try_game", args=["foursquare"]))
    assert Match.objects.get().creator == person("ann")


def test_guests_see_their_matches_on_the_front_page_and_are_asked_to_sign_up() -> None:
    client, match = visitor()
    client.cookies["django_language"] = "en"
    client.post(reverse("language"), {"language": "en"})
    page = said(client.get("/"))
    assert "Sign up to keep your matches" in page
    assert match.title in page


@pytest.mark.parametrize("name", ["match_new", "contest_new", "account_settings", "account_email"])
def test_pages_for_people_ask_a_guest_to_sign_in(name: str) -> None:
    client, _match = visitor()
    answer = client.get(reverse(name))
    assert answer["Location"].startswith(reverse("account_login"))


def test_a_guest_is_told_why_they_are_to_sign_in_and_is_offered_only_what_they_may_do() -> None:
    client, _match = visitor()
    asked = client.get(reverse("match_new"), follow=True)
    assert "You play as a guest." in said(asked)
    assert "You play as a guest." not in said(Client().get(reverse("account_login")))
    home = client.get("/").content.decode()
    assert reverse("match_new") not in home


def test_a_guest_joins_nobody_s_table() -> None:
    client, _match = visitor()
    table = waiting("ann")
    answer = client.post(reverse("match_join", args=[table.code]))
    assert answer["Location"].startswith(reverse("account_login"))
    assert table.seats.count() == 1


def test_nobody_finds_a_page_about_a_guest() -> None:
    visitor()
    name = User.objects.get().username
    assert browser("ann").get(reverse("person", args=[name])).status_code == 404
    assert Client().get(f"/api/v1/people/{name}/").status_code == 404


def test_who_signs_up_as_a_guest_keeps_their_matches() -> None:
    client, match = visitor()
    guest = User.objects.get()
    answer = client.post(reverse("account_signup"), WANTED)
    assert answer["Location"] == reverse("account_email_verification_sent")
    ada = User.objects.get()
    assert (ada.pk, ada.username, ada.is_guest) == (guest.pk, "ada", False)
    assert match.seats.get(bot=False).user == ada
    assert client.get(match.get_absolute_url()).status_code == 404  # until the address is theirs
    EmailAddress.objects.update(verified=True)
    client.post(reverse("account_login"), {"login": "ada", "password": WANTED["password1"]})
    assert client.get(match.get_absolute_url()).status_code == 200


def test_a_second_sign_up_of_the_same_browser_makes_somebody_else() -> None:
    client, match = visitor()
    client.post(reverse("account_signup"), WANTED)
    client.post(reverse("account_signup"), WANTED | {"username": "bea", "email": "bea@example.org"})
    assert sorted(User.objects.values_list("username", flat=True)) == ["ada", "bea"]
    assert match.seats.get(bot=False).user == User.objects.get(username="ada")


def test_who_signs_in_as_a_guest_keeps_their_matches_in_a_new_session() -> None:
    ann = person("ann")
    ann.set_password("a long pass phrase")
    ann.save()
    EmailAddress.objects.create(user=ann, email=ann.email, verified=True, primary=True)
    client, match = visitor()
    before = client.session.session_key
    client.post(reverse("account_login"), {"login": "ann", "password": "a long pass phrase"})
    assert match.seats.get(bot=False).user == ann
    assert list(User.objects.all()) == [ann]
    assert client.session.session_key != before
    assert client.get(match.get_absolute_url()).status_code == 200


def test_a_wrong_password_leaves_a_guest_a_guest() -> None:
    client, match = visitor()
    client.post(reverse("account_login"), {"login": "ann", "password": "no"})
    assert client.get(match.get_absolute_url()).status_code == 200


def test_a_guest_may_leave() -> None:
    client, match = visitor()
    client.post(reverse("account_logout"))
    assert client.get(match.get_absolute_url()).status_code == 404


def test_nobody_signs_up_by_the_name_of_a_guest() -> None:
    answer = Client().post(reverse("account_signup"), WANTED | {"username": "Guest-abc"})
    assert (answer.status_code, User.objects.exists()) == (200, False)


def test_an_address_makes_only_so_many_guests(settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"guest": "2/d/ip"}
    answers = [Client().post(reverse("try_game", args=["fourbid"])).status_code for _n in range(3)]
    assert answers == [302, 302, 429]


def test_who_has_enough_practice_is_told_so() -> None:
    client, match = visitor("foursquare")
    client.cookies["django_language"] = "en"
    client.post(reverse("language"), {"language": "en"})
    for _n in range(5):
        play(client, match)
        client.post(reverse("try_game", args=["foursquare"]))
        match = Match.objects.latest("pk")
    answer = client.post(reverse("try_game", args=["foursquare"]), follow=True)
    assert "You have 5 practice matches running" in said(answer)


def test_guests_are_cleared_by_the_clock() -> None:
    visitor()
    clear_guests()
    assert User.objects.count() == 1


def test_of_two_sign_ups_at_once_one_keeps_the_matches(rf: RequestFactory) -> None:
    client, match = visitor()
    request = rf.post("/")
    request.session = client.session
    request.guest = User.objects.get()  # type: ignore[attr-defined]
    adapter = AccountAdapter(request)
    first, second = adapter.new_user(request), adapter.new_user(request)
    for user, name in ((first, "ada"), (second, "bea")):
        form = SignupForm(WANTED | {"username": name, "email": f"{name}@example.org"})
        form.is_valid()
        adapter.save_user(request, user, form)
    assert sorted(User.objects.values_list("username", "is_guest")) == [("ada", False), ("bea", False)]
    assert match.seats.get(bot=False).user == User.objects.get(username="ada")
