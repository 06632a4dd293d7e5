"""The settings page, the delivery log, and unsubscribing by the link in a mail."""

from __future__ import annotations

import datetime
import re

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import actions, links
from accounts.forms import zone_choices
from accounts.letters import unsubscribe_url
from accounts.models import MAIL_KINDS, Notice, User
from accounts.outbox import send_ready
from tests.accounts.rows import member, notice, sign_in
from tests.accounts.sink import Sink
from tests.actions.tables import opened

pytestmark = pytest.mark.django_db
MINUTES = datetime.timedelta(minutes=1)


@pytest.fixture
def signed_in(client: Client) -> Client:
    """A browser in which Ada is signed in."""
    member("ada")
    sign_in(client, "ada")
    return client


def filled(**changed: str) -> dict[str, str]:
    """The settings form as it is sent: all mail at once, but for what is named."""
    ways = {f"way_{kind}": "now" for kind in MAIL_KINDS}
    return {"zone": "Asia/Tokyo", "language": "en", "hour": "18", **ways, **changed}


def test_zone_language_and_wishes_about_mail_are_kept(signed_in: Client) -> None:
    form = filled(way_talk="off", way_result="digest", hour="7", quiet_from="22:30", quiet_until="06:00")
    assert signed_in.post(reverse("account_settings"), form).status_code == 302
    ada = User.objects.get()
    assert (ada.zone, ada.mail_off, ada.mail_digest, ada.digest_hour) == (
        "Asia/Tokyo",
        ["talk"],
        ["result"],
        7,
    )
    assert (ada.quiet_from, ada.quiet_until) == (datetime.time(22, 30), datetime.time(6))
    page = signed_in.get(reverse("account_settings")).content.decode()
    chosen = dict(re.findall(r'name="way_(\w+)" value="(\w+)"[^>]* checked', page))
    assert chosen == dict.fromkeys(MAIL_KINDS, "now") | {"talk": "off", "result": "digest"}
    assert 'value="22:30"' in page


def test_each_choice_of_the_settings_says_what_it_chooses_for_which_mail(signed_in: Client) -> None:
    page = signed_in.get(reverse("account_settings")).content.decode()
    labelled = re.findall(r'name="(way_\w+)" value="(\w+)" aria-labelledby="(\w+) (way-\w+)"', page)
    assert len(labelled) == 3 * len(MAIL_KINDS)
    assert all((name, f"way-{value}") == (row, column) for name, value, row, column in labelled)
    assert {label for *_choice, label in labelled} <= set(re.findall(r'<th [^>]*id="([\w-]+)"', page))


@pytest.mark.parametrize("half", ["quiet_from", "quiet_until"])
def test_quiet_hours_need_a_beginning_and_an_end(signed_in: Client, half: str) -> None:
    answer = signed_in.post(reverse("account_settings"), filled(**{half: "22:00"}))
    assert list(answer.context["form"].errors) == [{"quiet_from": "quiet_until"}.get(half, "quiet_from")]


def test_zones_are_offered_by_continent_without_the_odd_ones() -> None:
    known, *groups = zone_choices()
    assert known == ("UTC", "UTC")
    offered = {name for _part, names in groups for name, _place in names}
    assert {"Europe/Warsaw", "America/New_York", "Asia/Tokyo", "Pacific/Auckland"} < offered
    assert not offered & {"EST5EDT", "Etc/GMT+5", "GMT", "Cuba", "US/Pacific", "posixrules", "Factory"}
    assert dict(dict(groups)["America"])["America/Argentina/Salta"] == "Argentina, Salta"


def test_an_odd_zone_that_a_person_has_is_kept(signed_in: Client) -> None:
    User.objects.update(zone="US/Pacific")
    page = signed_in.get(reverse("account_settings")).content.decode()
    assert '<option value="US/Pacific" selected>' in page
    signed_in.post(reverse("account_settings"), filled(zone="US/Pacific", way_end="off"))
    assert (User.objects.get().zone, User.objects.get().mail_off) == ("US/Pacific", ["end"])
    signed_in.post(reverse("account_settings"), filled(zone="Cuba"))
    assert User.objects.get().zone == "US/Pacific"


@pytest.mark.parametrize(
    "wrong",
    [
        {"zone": "Mars/Base"},
        {"language": "xx"},
        {"way_turn": "by pigeon"},
        {"way_turn": ""},
        {"hour": "24"},
        {"hour": "noon"},
        {"quiet_from": "25:00", "quiet_until": "7"},
    ],
)
def test_settings_that_do_not_exist_are_refused(signed_in: Client, wrong: dict[str, str]) -> None:
    form = filled(**wrong)
    assert list(signed_in.post(reverse("account_settings"), form).context["form"].errors) == list(wrong)
    assert User.objects.get().zone == "UTC"


def test_delivery_log_tells_what_became_of_each_of_my_mails(
    signed_in: Client, now: datetime.datetime
) -> None:
    ada, bob = User.objects.get(), member("bob")
    notice(ada, "k3x:1", now, status="sent", sent_at=now, data={"match": "k3x", "turn": 1})
    notice(ada, "k3x:2", now, status="failed", error="550 no <box>", data={"match": "k3x", "turn": 2})
    notice(ada, "0f3c", now, kind="account")
    notice(bob, "secret:9", now)
    page = signed_in.get(reverse("account_deliveries")).content.decode()
    rows = re.findall(r"<td>([^<]+)</td>\s*<td>\s*(.*?)\s*</td>", page)
    links = ['<a href="/m/k3x/">k3x</a> turn 2', '<a href="/m/k3x/">k3x</a> turn 1']
    assert [about for _kind, about in rows] == ["", *links]
    assert "The mail server refuses our mail. 550 no &lt;box&gt;" in page
    assert "secret:9" not in page


def test_delivery_log_calls_a_match_by_its_name(signed_in: Client, now: datetime.datetime) -> None:
    match = opened("zoe", game="fourbid", name="Short <of> one")
    notice(User.objects.get(username="ada"), "x:1", now, data={"match": match.code, "turn": 1})
    page = signed_in.get(reverse("account_deliveries")).content.decode()
    assert f'<a href="/m/{match.code}/">Short &lt;of&gt; one</a> turn 1' in page
    assert f'<option value="{match.code}">Short &lt;of&gt; one</option>' in page


def test_delivery_log_takes_as_many_queries_for_30_mails_as_for_one(
    signed_in: Client, now: datetime.datetime, django_assert_num_queries
) -> None:
    ada = User.objects.get()
    notice(ada, "0", now)
    with django_assert_num_queries(6):
        signed_in.get(reverse("account_deliveries"))
    for n in range(1, 30):
        notice(ada, str(n), now)
    with django_assert_num_queries(6):
        signed_in.get(reverse("account_deliveries"))


def test_banner_says_that_mail_was_refused_until_it_arrives(signed_in: Client) -> None:
    User.objects.update(mail_failed_at=timezone.now())
    User.objects.update(mail_failure="550 5.1.1 <b>nobody</b> here")
    page = signed_in.get(reverse("account_settings")).content.decode()
    assert "Mail to ada@example.org came back. The mail server does not know this address." in page
    assert "The mail server said: 550 5.1.1 &lt;b&gt;nobody&lt;/b&gt; here" in page
    assert reverse("account_email") in page
    assert reverse("account_mail_trial") in page


def test_test_mail_that_is_taken_clears_the_mark(
    signed_in: Client, sink: Sink, now: datetime.datetime
) -> None:
    ada = User.objects.get()
    notice(ada, "k3x:1", now)
    User.objects.update(mail_failed_at=now, mail_failure="550", mail_bounced=True)
    assert send_ready(timezone.now) == 1
    assert User.objects.get().mail_failed_at is not None
    page = signed_in.post(reverse("account_mail_trial"), follow=True).content.decode()
    assert "A test mail is on its way" in page
    assert send_ready(timezone.now) == 1
    assert sink.mails[-1]["Subject"] == "[bidplay] mail reaches you again"
    assert sink.mails[-1]["List-Unsubscribe"] is None
    after = User.objects.get()
    assert (after.mail_failed_at, after.mail_failure, after.mail_bounced) == (None, "", False)
    assert "came back" not in signed_in.get(reverse("account_settings")).content.decode()


def test_test_mail_that_is_refused_leaves_the_mark(signed_in: Client, sink: Sink) -> None:
    User.objects.update(mail_failed_at=timezone.now(), mail_failure="550 first", mail_bounced=True)
    sink.answers["ada@example.org"] = "550 5.2.1 still nobody"
    signed_in.post(reverse("account_mail_trial"))
    send_ready(timezone.now)
    after = User.objects.get()
    assert (after.mail_bounced, "still nobody" in after.mail_failure) == (True, True)


def test_test_mail_is_sent_only_where_mail_came_back_and_not_all_the_time(signed_in: Client) -> None:
    signed_in.post(reverse("account_mail_trial"))
    assert not Notice.objects.exists()
    User.objects.update(mail_failed_at=timezone.now())
    for _twice in range(2):
        page = signed_in.post(reverse("account_mail_trial"), follow=True).content.decode()
    assert Notice.objects.filter(kind="trial").count() == 1
    assert "Wait ten minutes" in page
    assert signed_in.get(reverse("account_mail_trial")).status_code == 405


def test_banner_says_that_mail_is_stopped_and_its_button_starts_it_again(signed_in: Client) -> None:
    User.objects.update(mail_complained_at=timezone.now())
    page = signed_in.get(reverse("account_settings")).content.decode()
    assert "you called it unwanted" in page
    signed_in.post(reverse("account_mail_again"))
    assert User.objects.get().mail_complained_at is None
    assert "unwanted" not in signed_in.get(reverse("account_settings")).content.decode()


def test_delivery_log_shows_one_match_and_keeps_to_it_from_page_to_page(
    signed_in: Client, now: datetime.datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.pages.settings.A_PAGE", 2)
    ada = User.objects.get()
    for n in range(3):
        notice(ada, f"k3x:{n}", now, data={"match": "k3x", "turn": n}, status="sent", sent_at=now)
    notice(ada, "z9y:1", now, data={"match": "z9y", "turn": 1})
    notice(ada, "0f3c", now, kind="account")
    address = reverse("account_deliveries")
    everything = signed_in.get(address).content.decode()
    assert re.findall(r'<option value="(\w*)"', everything) == ["", "k3x", "z9y"]
    page = signed_in.get(address, {"match": "k3x"}).content.decode()
    assert re.findall(r'href="/m/(\w+)/">', page) == ["k3x", "k3x"]
    assert "?page=2&amp;match=k3x" in page
    odd = signed_in.get(address, {"match": "<x>"}).content.decode()
    assert "Nothing yet." in odd
    assert "<x>" not in odd


def test_last_turn_mail_of_one_match_is_sent_again(signed_in: Client, now: datetime.datetime) -> None:
    ada, bob = User.objects.get(), member("bob")
    for match in ("k3x", "z9y"):
        notice(ada, f"{match}:1", now, data={"match": match}, status="sent", sent_at=now - 60 * MINUTES)
    notice(bob, "w4v:1", now, data={"match": "w4v"}, status="sent", sent_at=now - 60 * MINUTES)
    answer = signed_in.post(reverse("account_send_again"), {"match": "k3x"})
    assert answer.url == reverse("account_deliveries") + "?match=k3x"
    signed_in.post(reverse("account_send_again"), {"match": "w4v"})
    assert list(Notice.objects.pending().values_list("subject", flat=True)) == ["k3x:1"]


def test_last_turn_mail_is_sent_again_but_not_at_once(signed_in: Client, now: datetime.datetime) -> None:
    ada = User.objects.get()
    notice(ada, "k3x:1", now, status="sent", sent_at=now - 60 * MINUTES)
    notice(ada, "k3x:2", now, status="sent", sent_at=now - 5 * MINUTES)
    notice(ada, "k3x", now, kind="end", status="sent", sent_at=now)
    assert not actions.send_again(ada, now)
    assert actions.send_again(ada, now + 6 * MINUTES)
    assert list(Notice.objects.pending().values_list("subject", flat=True)) == ["k3x:2"]
    assert send_ready(lambda: now + 6 * MINUTES) == 1
    assert not actions.send_again(ada, now + 7 * MINUTES)
    assert actions.send_again(ada, now + 20 * MINUTES)
    assert send_ready(lambda: now + 20 * MINUTES) == 1
    first, second = (one.message()["Message-ID"] for one in mail.outbox)
    assert first != second


def test_button_of_the_delivery_log_sends_again(signed_in: Client, now: datetime.datetime) -> None:
    notice(User.objects.get(), "k3x:1", now, status="sent", sent_at=now)
    page = signed_in.get(reverse("account_deliveries")).content.decode()
    assert reverse("account_send_again") in page
    signed_in.post(reverse("account_send_again"))
    assert Notice.objects.pending().count() == 1
    Notice.objects.update(status="sent", sent_at=timezone.now())
    page = signed_in.post(reverse("account_send_again"), follow=True).content.decode()
    assert "Wait ten minutes" in page


def unsubscribe_path(user: User, kind: str, now: datetime.datetime) -> str:
    """The path of the link that a mail of this kind carries."""
    return "/" + unsubscribe_url(notice(user, "x", now, kind=kind)).split("/", 3)[3]


def test_unsubscribing_takes_a_press_of_the_button_and_no_sign_in(ada: User, now: datetime.datetime) -> None:
    path = unsubscribe_path(ada, "talk", now)
    for _scan in range(5):
        assert Client().get(path).status_code == 200
        assert Client().head(path).status_code == 200
    assert User.objects.get().mail_off == []
    page = Client().get(path)
    assert page.cookies == {}
    Client(enforce_csrf_checks=True).post(path)
    assert User.objects.get().mail_off == ["talk"]


def test_unsubscribing_from_the_digest_switches_off_what_it_would_tell(
    ada: User, now: datetime.datetime
) -> None:
    User.objects.update(mail_digest=["result", "talk"], mail_off=["end"])
    path = unsubscribe_path(ada, "digest", now)
    page = Client().get(path).content.decode()
    assert "The daily digest" in page
    assert "Everything that the digest would tell you is switched off with it." in page
    Client().post(path)
    after = User.objects.get()
    assert (after.mail_off, after.mail_digest) == (["end", "result", "talk"], [])


def test_mail_program_unsubscribes_by_one_click(ada: User, now: datetime.datetime) -> None:
    path = unsubscribe_path(ada, "turn", now)
    for _twice in range(2):
        answer = Client(enforce_csrf_checks=True).post(path, {"List-Unsubscribe": "One-Click"})
        assert answer.status_code == 200
    assert User.objects.get().mail_off == ["turn"]
    assert send_ready(lambda: now) == 0


@pytest.mark.parametrize("token", ["x", "WzEsInR1cm4iXQ:forged", "WzEsInR1cm4iXQ"])
def test_forged_unsubscribe_link_changes_nothing(ada: User, token: str) -> None:
    assert Client().post(reverse("unsubscribe", args=[token])).status_code == 404
    assert User.objects.get().mail_off == []


def test_unsubscribe_link_of_somebody_who_left_leads_nowhere(ada: User, now: datetime.datetime) -> None:
    path = unsubscribe_path(ada, "turn", now)
    actions.erase(ada, now)
    assert Client().get(path).status_code == 404


def test_unsubscribe_link_names_one_kind_only(ada: User) -> None:
    assert links.read_unsubscribe(links.unsubscribe_token(ada.pk, "talk")) == (ada, "talk")
    assert links.read_unsubscribe(links.unsubscribe_token(ada.pk, "account")) is None
