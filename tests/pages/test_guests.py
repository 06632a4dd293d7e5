"""Playing without an account, by the pages: where guests are let in, and what they keep."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from accounts import guests
from accounts.adapter import AccountAdapter
from accounts.models import User
from games.models import Match, Note
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


def english(client: Client) -> None:
    """Let a guest read English."""
    client.cookies["django_language"] = "en"
    client.post(reverse("language"), {"language": "en"})


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
    english(client)
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
    english(client)
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
    answer = client.post(reverse("account_signup"), WANTED)
    assert answer["Location"] == reverse("account_email_verification_sent")
    english(client)
    assert "Until then you play on as a guest" in said(client.get(answer["Location"]))
    play(client, match)  # the guest plays on until the address is shown to be theirs
    assert match.seats.get(bot=False).user.is_guest  # type: ignore[union-attr]
    key = EmailConfirmationHMAC(EmailAddress.objects.get()).key
    # Signed in at once, as it is the same browser.
    assert client.post(reverse("account_confirm_email", args=[key]))["Location"] == "/"
    assert match.seats.get(bot=False).user == User.objects.get()
    assert client.get(match.get_absolute_url()).status_code == 200


def test_what_a_guest_played_comes_along_from_another_browser_too() -> None:
    client, match = visitor()
    client.post(reverse("account_signup"), WANTED)
    EmailAddress.objects.update(verified=True)
    phone = Client()
    phone.post(reverse("account_login"), {"login": "ada", "password": WANTED["password1"]})
    assert phone.get(match.get_absolute_url()).status_code == 200
    assert (User.objects.count(), client.get("/").status_code) == (1, 200)


def test_the_account_that_a_guest_asked_for_last_gets_the_matches() -> None:
    client, match = visitor()
    client.post(reverse("account_signup"), WANTED)
    client.post(reverse("account_signup"), WANTED | {"username": "bea", "email": "bea@example.org"})
    EmailAddress.objects.update(verified=True)
    for name in ("ada", "bea"):
        Client().post(reverse("account_login"), {"login": name, "password": WANTED["password1"]})
    assert match.seats.get(bot=False).user == User.objects.get(username="bea")


def test_a_guest_reads_the_same_whether_an_address_has_an_account_or_not() -> None:
    ann, seen = person("ann"), []
    EmailAddress.objects.create(user=ann, email=ann.email, verified=True, primary=True)
    for email in (ann.email, "new@example.org"):
        client, match = visitor()
        answer = client.post(reverse("account_signup"), WANTED | {"email": email})
        seen.append((answer["Location"], client.get(match.get_absolute_url()).status_code))
    assert seen == [(reverse("account_email_verification_sent"), 200)] * 2
    assert User.objects.filter(is_guest=False).count() == 2


def test_who_comes_second_for_a_name_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    person("ada")
    monkeypatch.setattr(AccountAdapter, "clean_username", lambda self, name, shallow=False: name)
    client = Client(headers={"accept-language": "en"})
    wanted = WANTED | {"email": "another@example.org"}
    answer = client.post(reverse("account_signup"), wanted, follow=True)
    assert "already exists" in said(answer)
    assert User.objects.count() == 1


def test_a_guest_takes_no_notes_where_they_do_not_play() -> None:
    client, _match = visitor()
    others = waiting("ann")
    assert client.post(reverse("match_note", args=[others.code]), {"text": "mine"}).status_code == 422
    assert not Note.objects.exists()


def test_notes_that_both_have_taken_do_not_stop_a_guest_from_signing_in() -> None:
    _client, match = visitor()
    guest, ann = User.objects.get(), person("ann")
    for user in (guest, ann):
        Note.objects.create(match=match, user=user, text=user.username)
    guests.keep(guest, ann)
    assert Note.objects.get().text == "ann"


def test_who_plays_again_and_again_has_no_more_matches_running_than_others() -> None:
    client, match = visitor("foursquare")
    for _n in range(6):
        client.post(reverse("match_resign", args=[match.code]))
        answer = client.post(reverse("match_rematch", args=[match.code]))
        match = Match.objects.latest("pk")
    assert answer.status_code == 302
    for ended in Match.objects.filter(status=Match.Status.FINISHED):
        Match.objects.filter(rematch_of=ended).update(rematch_of=None)
        client.post(reverse("match_rematch", args=[ended.code]))
    assert Match.objects.running().count() == 5


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


def test_a_person_begins_only_so_many_matches_of_practice_an_hour(settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"practice": "2/h/user"}
    client, match = visitor()
    again = reverse("try_game", args=[match.game])
    assert [client.post(again).status_code for _n in range(2)] == [302, 429]
    assert visitor()[1] != match


def test_who_has_enough_practice_is_told_so() -> None:
    client, match = visitor("foursquare")
    english(client)
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
