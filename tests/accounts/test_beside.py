"""Devices, webhooks and feeds of a person: made, listed, changed and removed on one page without a script."""

from __future__ import annotations

import datetime
import re

import msgspec
import pytest
from cryptography.fernet import Fernet
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from accounts import actions, beside, couriers, vapid, vault
from accounts.beside import NotTaken
from accounts.channels import Channel, Delivery, Feed
from accounts.envelopes import Target
from accounts.models import User
from accounts.tasks import clear_old, send_beside
from tests.accounts.rows import member, person, sign_in
from tests.receivers import Browser, receiver

pytestmark = pytest.mark.django_db
NOW = datetime.datetime(2026, 3, 2, 12, tzinfo=datetime.UTC)
PAGE = "/accounts/beside-mail/"
ADDRESS = "https://hooks.example.org/secret-part"
KEY = vapid.new_key()


class Service:
    """A push service that nobody calls."""

    url = "https://push.example.org"
    calls: tuple[()] = ()


def browser(name: str = "one") -> Browser:
    return Browser(Service(), name)  # type: ignore[arg-type]


def target(name: str = "one") -> Target:
    one = browser(name)
    return Target(one.endpoint, **one.keys)


def form(name: str = "one", **fields: object) -> dict[str, object]:
    one = browser(name)
    return {"name": "my phone", "kinds": ["turn", "end"], "endpoint": one.endpoint, **one.keys, **fields}


@pytest.fixture(autouse=True)
def _keys(settings) -> None:
    settings.VAPID_PRIVATE_KEY = KEY


@pytest.fixture
def ada_in(client: Client) -> Client:
    """A browser in which Ada is signed in."""
    member("ada")
    sign_in(client, "ada")
    return client


def text(answer: object) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())  # type: ignore[attr-defined]


def test_the_page_offers_push_and_says_so_where_no_script_runs(ada_in: Client) -> None:
    page = ada_in.get(PAGE)
    assert f'data-push-key="{vapid.public_key(KEY)}"' in page.content.decode()
    assert '<div class="panel" hidden>' in page.content.decode()
    assert "This browser can’t show such notes, or runs no scripts." in text(page)
    assert page["Cache-Control"].endswith("private")


def test_a_site_without_a_key_offers_no_push(ada_in: Client, settings) -> None:
    settings.VAPID_PRIVATE_KEY = ""
    assert "This site has not been set up for push." in text(ada_in.get(PAGE))
    ada_in.post(f"{PAGE}devices/", form())
    assert list(Channel.objects.all()) == []


def test_the_embedded_set_up_makes_its_key_once(settings, tmp_path) -> None:
    settings.VAPID_PRIVATE_KEY, settings.EMBEDDED, settings.DATA_DIR = "", True, tmp_path / "data"
    key = vapid.private_key()
    assert (len(vapid.decoded(key)), vapid.private_key()) == (32, key)
    assert [path.name for path in settings.DATA_DIR.iterdir()] == ["vapid.key"]
    assert (settings.DATA_DIR / "vapid.key").stat().st_mode & 0o777 == 0o600


def test_the_command_prints_a_pair_that_fits(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("vapid")
    public, private = re.findall(r"(?:public: |KEY=)(\S+)", capsys.readouterr().out)
    assert vapid.public_key(private) == public


def test_a_browser_is_added_and_its_address_rests_sealed(ada_in: Client) -> None:
    answer = ada_in.post(f"{PAGE}devices/", form(), follow=True)
    (device,) = Channel.objects.all()
    assert (device.form, device.name, device.kinds, device.user.username) == (
        "push",
        "my phone",
        ["turn", "end"],
        "ada",
    )
    assert "push.example.org" not in device.sealed
    assert msgspec.json.decode(vault.unseal(device.sealed))["address"] == browser().endpoint
    assert "“my phone” will show you what happens." in text(answer)
    assert browser().endpoint not in answer.content.decode()


def test_the_same_browser_is_one_device_and_belongs_to_who_added_it_last() -> None:
    one = target()
    ada, bob = person("ada"), person("bob")
    beside.add_device(ada, one, "a", ["turn"], NOW)
    beside.add_device(ada, one, "b", ["turn"], NOW)
    assert [str(device) for device in Channel.objects.all()] == ["b"]
    beside.add_device(bob, one, "c", ["turn"], NOW)
    assert [(str(device), device.user) for device in Channel.objects.all()] == [("c", bob)]


@pytest.mark.parametrize(
    "wrong",
    [
        {"p256dh": "AAAA"},
        {"auth": "AAAA"},
        {"p256dh": "not base64!"},
        {"endpoint": "http://push.example.org/x"},
        {"endpoint": "https://10.0.0.1/x"},
        {"endpoint": ""},
    ],
)
def test_a_browser_that_can_not_be_one_is_refused(ada_in: Client, wrong: dict[str, str]) -> None:
    assert ada_in.post(f"{PAGE}devices/", form(**wrong)).status_code == 302
    assert list(Channel.objects.all()) == []


def test_nobody_has_devices_hooks_or_feeds_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MOST_DEVICES", "MOST_HOOKS", "MOST_FEEDS"):
        monkeypatch.setattr(beside, name, 1)
    ada = person("ada")
    beside.add_device(ada, target(), "a", [], NOW)
    beside.add_hook(ada, "json", ADDRESS, "a", [], NOW)
    beside.make_feed(ada, "", NOW)
    for again in (
        lambda: beside.add_device(ada, target("two"), "b", [], NOW),
        lambda: beside.add_hook(ada, "json", f"{ADDRESS}/2", "b", [], NOW),
        lambda: beside.make_feed(ada, "abc", NOW),
    ):
        with pytest.raises(NotTaken, match="too_many"):
            again()
    beside.make_feed(ada, "", NOW)


def test_a_service_worker_renews_its_address_if_it_knows_the_old_one() -> None:
    old, new = target(), target("two")
    device = beside.add_device(person("ada"), old, "a", ["turn"], NOW)
    told = {"old": old.address, "endpoint": new.address, "p256dh": new.p256dh, "auth": new.auth}
    client = Client(enforce_csrf_checks=True)
    url = f"{PAGE}devices/renew/"
    assert client.post(url, told | {"old": "https://push.example.org/push/none"}).status_code == 400
    assert client.post(url, told | {"auth": "AAAA"}).status_code == 400
    assert client.post(url, {}).status_code == 400
    assert client.post(url, told).status_code == 204
    assert client.post(url, told).status_code == 400
    device.refresh_from_db()
    assert msgspec.json.decode(vault.unseal(device.sealed), type=Target) == new


def test_a_hook_is_added_and_its_secret_shown_once(ada_in: Client) -> None:
    sent = {"form": "json", "address": f" {ADDRESS} ", "name": "my bot", "kinds": ["turn"]}
    page = ada_in.post(f"{PAGE}hooks/", sent)
    (hook,) = Channel.objects.all()
    (secret,) = re.findall(r'id="secret">(bps_[\w-]+)<', page.content.decode())
    assert msgspec.json.decode(vault.unseal(hook.sealed)) == {"address": ADDRESS, "secret": secret}
    later = ada_in.get(PAGE)
    assert secret not in later.content.decode()
    assert "secret-part" not in page.content.decode() + later.content.decode()
    assert "signed JSON, at hooks.example.org, added on" in text(later)


def test_hooks_of_chats_have_no_secret(ada_in: Client) -> None:
    answer = ada_in.post(f"{PAGE}hooks/", {"form": "discord", "address": ADDRESS}, follow=True)
    assert "“Discord” will be called." in text(answer)


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("http://hooks.example.org/", "The address must begin with https://."),
        ("https://hooks.example.org:22/", "Only port 443 and ports from 1024 on may be called."),
        ("https://127.0.0.1/", "This address is not on the open internet."),
        ("hello", "This is no address that could be called."),
    ],
)
def test_a_hook_that_may_not_be_called_is_refused_with_the_reason(
    ada_in: Client, address: str, why: str
) -> None:
    page = ada_in.post(f"{PAGE}hooks/", {"form": "slack", "address": address})
    assert (page.status_code, why in text(page)) == (400, True)
    assert list(Channel.objects.all()) == []


def test_ones_own_channels_are_changed_and_removed_by_buttons(ada_in: Client) -> None:
    ada = User.objects.get()
    channel, _secret = beside.add_hook(ada, "json", ADDRESS, "bot", ["turn"], NOW)
    theirs, _secret = beside.add_hook(person("bob"), "json", ADDRESS, "bot", ["turn"], NOW)
    Channel.objects.update(off_at=NOW, failures=9, error="no answer")
    page = ada_in.get(PAGE)
    assert "because it failed too often: no answer that makes sense" in text(page)

    def press(pk: int, act: str, **more: object) -> str:
        return text(ada_in.post(f"{PAGE}{pk}/", {"act": act, **more}, follow=True))

    assert "The last test left only just now." in press(channel.pk, "test")
    assert "It will be called again." in press(channel.pk, "on")
    assert "Your choice is kept." in press(channel.pk, "kinds", kinds=["end", "odd"])
    assert "A test is on its way." in press(channel.pk, "test")
    assert "The last test left only just now." in press(channel.pk, "test")
    channel.refresh_from_db()
    assert (channel.kinds, channel.off_at, channel.failures, channel.error) == (["end"], None, 0, "")
    for act in ("remove", "kinds", "on", "test"):
        press(theirs.pk, act, kinds=["turn"])
    theirs.refresh_from_db()
    assert (theirs.off_at, theirs.deliveries.count()) == (NOW, 0)
    press(channel.pk, "odd")
    assert "It is removed." in press(channel.pk, "remove")
    assert list(Channel.objects.all()) == [theirs]


def test_only_a_post_of_whoever_is_signed_in_changes_anything(ada_in: Client) -> None:
    channel, _secret = beside.add_hook(User.objects.get(), "json", ADDRESS, "bot", ["turn"], NOW)
    for path in ("devices/", "devices/renew/", "hooks/", "feeds/", f"{channel.pk}/"):
        assert ada_in.get(f"{PAGE}{path}").status_code == 405
    for path in ("", "devices/", "hooks/", "feeds/", f"{channel.pk}/"):
        answer = Client().post(f"{PAGE}{path}", {"act": "remove"})
        assert (answer.status_code, answer.headers["Location"].partition("?")[0]) == (302, "/accounts/login/")


def test_a_test_goes_out_by_the_clock(ada_in: Client, settings) -> None:
    settings.HOOK_PRIVATE_OK = True
    with receiver() as server:
        channel, _secret = beside.add_hook(User.objects.get(), "json", server.url, "bot", [], NOW)
        ada_in.post(f"{PAGE}{channel.pk}/", {"act": "test"})
        send_beside()
        send_beside()
        (call,) = server.calls
        assert (call.json["event"], call.json["text"]) == (
            "test",
            "This is a test. You will be told here when something happens.",
        )
    page = text(ada_in.get(PAGE))
    assert re.search(r"bot · A test .* sent", page)


def test_one_task_at_a_time_sends(settings, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []

    def inner(_clock: object) -> int:
        begun.append(1)
        if len(begun) == 1:
            send_beside()
        return 0

    monkeypatch.setattr(couriers, "send_ready", inner)
    send_beside()
    assert begun == [1]
    send_beside()
    assert begun == [1, 1]


def test_what_was_sent_long_ago_is_cleared_away(settings) -> None:
    channel, _secret = beside.add_hook(person("ada"), "json", ADDRESS, "bot", [], NOW)
    for status in ("sent", "pending"):
        Delivery.objects.create(
            channel=channel, kind="test", subject=status, status=status, created_at=NOW, send_at=NOW
        )
    clear_old()
    assert [one.subject for one in Delivery.objects.all()] == ["pending"]


def test_a_calendar_address_is_made_changed_and_removed(ada_in: Client) -> None:
    assert "/calendar/" not in ada_in.get(PAGE).content.decode()
    found = []
    for _n in range(2):
        page = ada_in.post(f"{PAGE}feeds/", {"act": "make"}, follow=True).content.decode()
        found.append(re.findall(r'href="http[^"]*/calendar/([\w-]+)\.ics"', page))
    (first,), (second,) = found
    assert first != second
    assert beside.feed_of(first) is None
    assert beside.feed_of(second) == Feed.objects.get()
    assert second not in str(Feed.objects.values())
    ada_in.post(f"{PAGE}feeds/", {"act": "remove"})
    assert list(Feed.objects.all()) == []


def test_a_feed_of_a_table_can_be_changed_here_but_not_begun(ada_in: Client) -> None:
    ada_in.post(f"{PAGE}feeds/", {"act": "make", "table": "abc"})
    assert list(Feed.objects.all()) == []
    secret = beside.make_feed(User.objects.get(), "abc", NOW)
    page = ada_in.get(PAGE).content.decode()
    assert 'name="table" value="abc"' in page
    ada_in.post(f"{PAGE}feeds/", {"act": "make", "table": "abc"})
    assert beside.feed_of(secret, "abc") is None
    assert beside.remove_feed(User.objects.get(), "abc") is True


def test_who_has_feeds_enough_is_told_so(ada_in: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "MOST_FEEDS", 1)
    beside.make_feed(User.objects.get(), "abc", NOW)
    page = ada_in.post(f"{PAGE}feeds/", {"act": "make"}, follow=True)
    assert "You have too many already." in page.content.decode()


def test_a_secret_opens_only_what_it_was_made_for() -> None:
    ada = person("ada")
    secret = beside.make_feed(ada, "abc", NOW)
    assert beside.feed_of(secret, "abc") is not None
    assert [beside.feed_of(secret), beside.feed_of(secret, "abd"), beside.feed_of("", "abc")] == [None] * 3
    User.objects.update(is_active=False)
    assert beside.feed_of(secret, "abc") is None


def test_the_worker_is_served_for_the_whole_site_and_kept_by_nobody(client: Client) -> None:
    answer = client.get("/push-worker.js")
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer["Service-Worker-Allowed"] == "/"
    assert "no-store" in answer["Cache-Control"]
    assert "worker-src 'self'" in answer["Content-Security-Policy"]
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert b'addEventListener("push"' in answer.content


def test_keys_that_change_seal_addresses_and_secrets_anew(settings) -> None:
    old, new = (Fernet.generate_key().decode() for _n in range(2))
    settings.SEAL_KEYS = [old]
    ada = person("ada")
    channel, _secret = beside.add_hook(ada, "json", ADDRESS, "bot", [], NOW)
    secret = beside.make_feed(ada, "", NOW)
    settings.SEAL_KEYS = [new, old]
    assert vault.rotate() == (2, 0)
    settings.SEAL_KEYS = [new]
    channel.refresh_from_db()
    assert beside.host_of(channel) == "hooks.example.org"
    assert beside.secret_of(Feed.objects.get()) == secret
    settings.SEAL_KEYS = [old]
    assert vault.rotate() == (0, 2)
    assert (beside.host_of(channel), beside.secret_of(Feed.objects.get())) == ("", "")


def test_who_leaves_takes_devices_hooks_and_feeds_along(ada_in: Client) -> None:
    ada, bob = User.objects.get(), person("bob")
    for one in (ada, bob):
        beside.add_hook(one, "json", ADDRESS, "bot", ["turn"], NOW, table="abc")
        beside.make_feed(one, "", NOW)
    known = ada_in.get(reverse("account_export")).json()["beside_mail"]
    assert [(one["form"], one["table"], one["name"]) for one in known["channels"]] == [("json", "abc", "bot")]
    assert [one["table"] for one in known["feeds"]] == [""]
    assert "secret-part" not in str(known)
    actions.erase(ada, NOW)
    assert [channel.user for channel in Channel.objects.all()] == [bob]
    assert [feed.user for feed in Feed.objects.all()] == [bob]
