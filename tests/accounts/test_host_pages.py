"""The host's pages: only for staff with a second factor, and without anything that is secret."""

from __future__ import annotations

import datetime
import re
from collections import deque
from html import unescape

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.admin import site
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from accounts import actions
from accounts.models import Notice, User
from games.actions import deals, lobby, orders, seats, successors, turns
from games.models import Deal, Match, Order, Turn
from games.seals import unseal, unseal_order
from tests.accounts.rows import member, notice, sign_in
from tests.accounts.test_signing_in import code_of

pytestmark = pytest.mark.django_db


FORMSETS = {f"{rows}-{forms}_FORMS": "0" for rows in ("seats", "members") for forms in ("TOTAL", "INITIAL")}
"""What the browser sends with the form of a match for the rows below it."""


def host(client: Client, **fields: object) -> User:
    """A superuser who is signed in with their second factor."""
    user = member("host-1", is_staff=True, is_superuser=True, **fields)
    secret = generate_totp_secret()
    TOTP.activate(user, secret)
    RecoveryCodes.activate(user)
    sign_in(client, "host-1")
    client.post(reverse("mfa_authenticate"), {"code": code_of(secret)})
    return user


def running_match(now: datetime.datetime) -> Match:
    """A match in play, with a closed turn behind it, a sealed order, talk and private notes."""
    ada, bob = member("ada"), member("bob")
    match = lobby.open_match(ada, lobby.Proposal(game="fourbid", seats=2, options={}, pace={}), now)
    lobby.join(bob, match, "a word", now)
    match.refresh_from_db()
    turns.close_due(now + datetime.timedelta(days=30))
    turn = match.turns.open().get()
    owed = Order.objects.filter(turn=turn, commitment="").select_related("seat__user").first()
    assert owed is not None
    line = match.rules.decisions(turn.state())[owed.seat.index].default
    orders.submit(owed.seat.user, match.code, turn.number, line, now, "web")
    seats.say(ada, match, "good luck", now)
    seats.note(ada, match, "my secret plan")
    return match


def walked(client: Client, start: str) -> dict[str, str]:
    """Every page that can be reached by links below the start, by address."""
    pages: dict[str, str] = {}
    waiting = deque([start])
    while waiting:
        address = waiting.popleft()
        if address in pages:
            continue
        answer = client.get(address)
        assert answer.status_code in (200, 302, 403), (address, answer.status_code)
        pages[address] = page = answer.content.decode()
        for link in re.findall(r'href="([^"#]+)"', page):
            if link.startswith(start) and "logout" not in link:
                waiting.append(link.replace("&amp;", "&"))
    return pages


def secrets_of(match: Match) -> list[str]:
    """What must be on no page while the match runs."""
    turn = match.turns.open().get()
    order = Order.objects.sealed().get()
    sealed = unseal_order(order.sealed)
    assert sealed.line
    hands = re.findall(r'"hands?":(\[[^\]]*\])', bytes(turn.position).decode())
    found = [
        unseal(match.sealed_seed).hex(),
        bytes(match.sealed_seed).decode(),
        bytes(order.sealed).decode(),
        sealed.salt,
        bytes(turn.position).decode(),
        *hands,
        "my secret plan",
    ]
    found += [str(one) for factor in Authenticator.objects.all() for one in factor.data.values()]
    found += [session.session_key for session in Session.objects.all()]
    found += [user.password for user in User.objects.all()]
    found += [token.digest for user in User.objects.all() for token in user.tokens.all()]
    found += [row.data["sealed"] for row in Notice.objects.sealed()]
    return [secret for secret in found if len(secret) > 5]


def test_no_page_of_the_host_shows_a_secret(client: Client, now: datetime.datetime) -> None:
    match = running_match(now)
    ada = User.objects.get(username="ada")
    token = actions.issue(ada, "bot", now)
    host(client)
    Client().post(reverse("account_reset_password"), {"email": "ada@example.org"})
    secret = [*secrets_of(match), token]
    assert len(secret) > 15
    pages = walked(client, "/admin/")
    expected = [reverse(f"admin:{m._meta.app_label}_{m._meta.model_name}_changelist") for m in site._registry]
    assert [address for address in expected if address not in pages] == []
    order = Order.objects.sealed().get()
    assert reverse("admin:games_order_change", args=[order.pk]) in pages
    assert reverse("admin:games_turn_change", args=[order.turn_id]) in pages
    assert reverse("admin:games_match_change", args=[match.pk]) in pages
    assert match.seed_commitment in pages[reverse("admin:games_match_change", args=[match.pk])]
    texts = {address: unescape(page) for address, page in pages.items()}
    leaks = [(address, one[:20]) for address, text in texts.items() for one in secret if one in text]
    assert leaks == []


HIDDEN = [
    "/admin/games/turn/?position__gte=x",
    "/admin/games/order/?line__startswith=K",
    "/admin/games/order/?sealed__gte=x",
    "/admin/games/match/?sealed_seed__gte=x",
    "/admin/games/match/?turns__position__gte=x",
    "/admin/games/deal/?sealed_seed__gte=x",
    "/admin/accounts/user/?password__startswith=argon2",
    "/admin/accounts/apitoken/?digest__startswith=a",
    "/admin/accounts/notice/?data__sealed__startswith=g",
    "/admin/mfa/authenticator/?data__secret__startswith=g",
    "/admin/usersessions/usersession/?session_key__startswith=a",
    "/admin/account/emailaddress/?user__password__startswith=a",
]


def test_no_address_asks_for_hidden_fields(client: Client) -> None:
    host(client)
    assert {address: client.get(address).status_code for address in HIDDEN} == dict.fromkeys(HIDDEN, 400)


def test_order_is_shown_once_its_turn_has_closed(client: Client, now: datetime.datetime) -> None:
    match = running_match(now)
    host(client)
    turn = match.turns.open().get()
    turns.close_due(now + datetime.timedelta(days=90))
    order = Order.objects.filter(turn=turn, by="player").get()
    page = client.get(reverse("admin:games_order_change", args=[order.pk])).content.decode()
    assert order.line in page
    assert order.salt not in page


def test_the_seed_of_a_deal_is_shown_once_it_is_published(client: Client, now: datetime.datetime) -> None:
    deals.prepare(now)
    deal = Deal.objects.order_by("day").first()
    assert deal is not None
    deals.attempt(member("ada"), deal, now)
    host(client)
    kept = [unseal(deal.sealed_seed).hex(), bytes(deal.sealed_seed).decode()]
    address = reverse("admin:games_deal_change", args=[deal.pk])

    def shown() -> list[bool]:
        pages = [address, reverse("admin:games_deal_changelist"), reverse("admin:games_match_changelist")]
        text = "".join(unescape(client.get(page).content.decode()) for page in pages)
        assert deal.seed_commitment in text
        return [secret in text for secret in kept]

    assert shown() == [False, False]
    deals.publish(now + datetime.timedelta(days=1))
    assert shown() == [True, False]


def test_guest_and_plain_person_see_no_page_of_the_host(client: Client) -> None:
    assert client.get("/admin/").headers["Location"] == "/admin/login/?next=/admin/"
    assert client.get("/admin/login/?next=/admin/").headers["Location"] == "/accounts/login/?next=/admin/"
    member("ada")
    sign_in(client, "ada")
    assert client.get("/admin/", follow=True).status_code == 403


def test_staff_without_second_factor_are_told_how_to_get_one(client: Client) -> None:
    member("host-1", is_staff=True, is_superuser=True)
    sign_in(client, "host-1")
    page = client.get("/admin/games/match/", follow=True)
    assert page.status_code == 403
    assert reverse("mfa_index") in page.content.decode()


def test_session_older_than_the_second_factor_must_give_it_first(client: Client) -> None:
    user = member("host-1", is_staff=True, is_superuser=True)
    sign_in(client, "host-1")
    secret = generate_totp_secret()
    TOTP.activate(user, secret)
    page = client.get("/admin/games/match/", follow=True)
    assert page.status_code == 403
    link = re.findall(r'href="(/accounts/2fa/reauthenticate/[^"]+)"', page.content.decode())
    client.post(link[0].replace("&amp;", "&"), {"code": code_of(secret)})
    assert client.get("/admin/games/match/").status_code == 200


def test_sign_in_form_of_the_admin_itself_is_not_there(client: Client) -> None:
    member("host-1", is_staff=True, is_superuser=True)
    client.post("/admin/login/", {"username": "host-1", "password": "a-long-way-to-Tipperary"})
    assert "_auth_user_id" not in client.session


def test_host_lets_people_leave_and_nobody_is_deleted(client: Client, now: datetime.datetime) -> None:
    match = running_match(now)
    staff = host(client)
    ada = User.objects.get(username="ada")
    form = {"action": "let_leave", "_selected_action": [ada.pk, staff.pk]}
    client.post("/admin/accounts/user/", form)
    assert User.objects.get(pk=ada.pk).username == f"former-{ada.pk}"
    assert User.objects.get(pk=staff.pk).username == "host-1"
    assert match.seats.get(index=0).bot is True
    assert client.get(f"/admin/accounts/user/{ada.pk}/delete/").status_code == 403


def test_host_renames_a_table_but_changes_nothing_of_its_play(client: Client, now: datetime.datetime) -> None:
    match = running_match(now)
    host(client)
    address = reverse("admin:games_match_change", args=[match.pk])
    form = {"name": "Mild", "visibility": "private", "status": "finished", "size": "4"}
    assert client.post(address, form | FORMSETS).status_code == 302
    match.refresh_from_db()
    assert (match.name, match.visibility, match.status, match.size) == ("Mild", "private", "running", 2)


def test_members_of_teams_are_shown_and_stay_as_they_are(client: Client, now: datetime.datetime) -> None:
    ada, bob = member("ada"), member("bob")
    match = lobby.open_match(ada, lobby.Proposal(game="fourbid", seats=2, team=2), now)
    lobby.join(bob, match, "", now, 0)
    host(client)
    address = reverse("admin:games_match_change", args=[match.pk])
    (first, second) = match.members.order_by("position")
    page = client.get(address).content.decode()
    for row in (first, second):
        assert str(row) in page
    forged = {"members-TOTAL_FORMS": "1", "members-INITIAL_FORMS": "1", "members-0-id": str(second.pk)}
    forged |= {"members-0-position": "9", "members-0-DELETE": "on", "name": "", "visibility": "public"}
    client.post(address, FORMSETS | forged)
    assert list(match.members.order_by("position").values_list("position", flat=True)) == [1, 2]


def test_who_held_a_seat_before_is_shown_with_their_turns(client: Client, now: datetime.datetime) -> None:
    pace = {"grace": False, "misses": 1, "deserted": "substitute"}
    ada, bob, cyd = member("ada"), member("bob"), member("cyd")
    match = lobby.open_match(ada, lobby.Proposal(game="fourbid", seats=2, pace=pace), now)
    lobby.join(bob, match, "", now)
    turns.close_due(now + datetime.timedelta(days=3))
    successors.take_over(cyd, match, 1, now + datetime.timedelta(days=3))
    host(client)
    page = client.get(reverse("admin:games_match_change", args=[match.pk])).content.decode()
    assert "Seat 2: bob, turns 1 to 1" in page
    assert "Seat 1: ada" not in page


def test_turns_and_orders_can_not_be_changed_or_deleted(client: Client, now: datetime.datetime) -> None:
    match = running_match(now)
    host(client)
    turn = match.turns.open().get()
    for verb in ("change", "delete"):
        address = reverse(f"admin:games_turn_{verb}", args=[turn.pk])
        assert client.post(address, {"post": "yes", "number": "9"}).status_code == 403
    assert Turn.objects.filter(pk=turn.pk, number=turn.number).exists()


def test_host_sets_nobodys_password(client: Client, ada: User) -> None:
    host(client)
    address = f"/admin/accounts/user/{ada.pk}/password/"
    form = {"password1": "brand-new-words", "password2": "brand-new-words", "usable_password": "true"}
    assert client.post(address, form).status_code == 403
    ada.refresh_from_db()
    assert not ada.check_password("brand-new-words")


def test_host_has_nobodys_mail_sent_elsewhere(client: Client, ada: User) -> None:
    host(client)
    address = reverse("admin:accounts_user_change", args=[ada.pk])
    form = {"username": "ada", "email": "host@example.org", "zone": "Europe/Warsaw", "language": "en"}
    assert client.post(address, {**form, "mail_off": "[]", "is_active": "on"}).status_code == 302
    ada.refresh_from_db()
    assert (ada.zone, ada.email) == ("Europe/Warsaw", "ada@example.org")


def test_failed_mail_shows_its_reason_to_the_host(client: Client, ada: User, now: datetime.datetime) -> None:
    row = notice(ada, "k3x:1", now, status="failed", error="550 no such mailbox")
    host(client)
    page = client.get(reverse("admin:accounts_notice_change", args=[row.pk])).content.decode()
    assert "550 no such mailbox" in page
