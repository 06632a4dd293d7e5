"""What goes out beside mail: once each, in the form that is read there, and nobody waits for the slow."""

from __future__ import annotations

import datetime
import hashlib
import hmac
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack

import pytest

from accounts import beside, couriers, vapid
from accounts.channels import Channel, Delivery
from accounts.couriers import LEASE, MOST_FAILURES, PAUSES
from accounts.envelopes import Message, Target
from accounts.models import User
from tests.accounts.rows import person
from tests.receivers import Browser, Receiver, claims, receiver

NOW = datetime.datetime(2026, 3, 2, 12, tzinfo=datetime.UTC)
KEY = vapid.new_key()


def says(deliveries: Sequence[Delivery], now: datetime.datetime) -> dict[int, Message]:
    """A builder that says what the delivery is about; those about “over” are no longer needed."""
    return {
        one.pk: Message(
            "Fourbid · <Table> @everyone",
            f"About {one.subject}.",
            "https://bidplay.example/m/abc/",
            "abc",
            until=one.data.get("until") and NOW + datetime.timedelta(hours=one.data["until"]),
            sentences=("Ann bid *3*.",) if one.kind == "turn" else (),
            facts={"event": one.kind, "turn": 3},
        )
        for one in deliveries
        if one.subject != "over"
    }


def fails(deliveries: Sequence[Delivery], now: datetime.datetime) -> dict[int, Message]:
    if any(one.subject == "odd" for one in deliveries):
        raise RuntimeError("the rules are odd")
    return says(deliveries, now)


@pytest.fixture(autouse=True)
def _set_up(settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.HOOK_PRIVATE_OK = True
    settings.VAPID_PRIVATE_KEY = KEY
    settings.VAPID_CONTACT = "host@bidplay.example"
    monkeypatch.setitem(couriers.BUILDERS, "turn", says)
    monkeypatch.setitem(couriers.BUILDERS, "end", says)


@pytest.fixture
def server() -> Iterator[Receiver]:
    with receiver() as made:
        yield made


def hook(user: User, url: str, form: str = "json", name: str = "mine") -> tuple[Channel, str]:
    return beside.add_hook(user, form, url, name, ["turn"], NOW)


def device(user: User, browser: Browser, name: str = "phone") -> Channel:
    target = Target(browser.endpoint, **browser.keys)
    return beside.add_device(user, target, name, ["turn"], NOW)


def owed(channel: Channel, subject: str = "abc:3", kind: str = "turn", **data: object) -> Delivery:
    return Delivery.objects.create(
        channel=channel, kind=kind, subject=subject, data=data, created_at=NOW, send_at=NOW
    )


def send(now: datetime.datetime = NOW) -> int:
    return couriers.send_ready(lambda: now)


def status(delivery: Delivery) -> tuple[str, int, str]:
    delivery.refresh_from_db()
    return delivery.status, delivery.attempts, delivery.error


def test_a_program_gets_signed_json(ada: User, server: Receiver) -> None:
    channel, secret = hook(ada, f"{server.url}/hook?key=1")
    delivery = owed(channel)
    assert send() == 1
    (call,) = server.calls
    stamp = str(int(NOW.timestamp()))
    signed = hmac.new(secret.encode(), f"{stamp}.".encode() + call.body, hashlib.sha256).hexdigest()
    name = f"{delivery.pk}.{stamp}"
    assert call.path == "/hook?key=1"
    assert call.headers["Content-Type"] == "application/json"
    assert call.headers["Bidplay-Timestamp"] == stamp
    assert call.headers["Bidplay-Signature"] == f"v1={signed}"
    assert call.headers["Bidplay-Delivery"] == name
    assert call.json == {
        "id": name,
        "event": "turn",
        "turn": 3,
        "title": "Fourbid · <Table> @everyone",
        "text": "About abc:3.",
        "sentences": ["Ann bid *3*."],
        "url": "https://bidplay.example/m/abc/",
    }
    assert status(delivery) == ("sent", 1, "")


def test_discord_gets_text_that_means_nothing_to_it(ada: User, server: Receiver) -> None:
    channel, secret = hook(ada, server.url, "discord")
    owed(channel)
    assert (send(), secret) == (1, "")
    assert server.calls[0].json == {
        "content": "**Fourbid · \\<Table\\> @\u200beveryone**\nAbout abc:3.\nAnn bid \\*3\\*.\n"
        "<https://bidplay.example/m/abc/>",
        "allowed_mentions": {"parse": []},
    }
    assert "Bidplay-Signature" not in server.calls[0].headers


def test_slack_gets_text_that_means_nothing_to_it(ada: User, server: Receiver) -> None:
    channel, _secret = hook(ada, server.url, "slack")
    owed(channel)
    assert send() == 1
    assert server.calls[0].json == {
        "text": "Fourbid · &lt;Table&gt; @\u200beveryone\nAbout abc:3.\nAnn bid *3*.\n"
        "https://bidplay.example/m/abc/",
        "mrkdwn": False,
        "link_names": False,
    }


def test_a_browser_gets_a_push_that_it_alone_can_read(ada: User, server: Receiver) -> None:
    browser = Browser(server)
    delivery = owed(device(ada, browser), until=6)
    assert send() == 1
    (call,) = server.calls
    assert browser.read(call) == {
        "title": "Fourbid · <Table> @everyone",
        "body": "About abc:3.",
        "url": "/m/abc/",
        "tag": "abc",
        "lang": "en",
    }
    assert claims(call, vapid.public_key(KEY)) == {
        "aud": server.url,
        "exp": int((NOW + datetime.timedelta(hours=12)).timestamp()),
        "sub": "mailto:host@bidplay.example",
    }
    told = {name: call.headers[name] for name in ("TTL", "Urgency", "Topic", "Content-Encoding")}
    assert told == {"TTL": "21600", "Urgency": "normal", "Topic": "abc", "Content-Encoding": "aes128gcm"}
    assert status(delivery) == ("sent", 1, "")


def test_pushes_of_different_words_are_of_one_size(ada: User, server: Receiver) -> None:
    channel = device(ada, Browser(server))
    for subject in ("a", "a" * 70):
        owed(channel, subject)
    assert send() == 2
    assert len({len(call.body) for call in server.calls}) == 1


def test_a_device_that_is_gone_is_forgotten(ada: User) -> None:
    with receiver(lambda _call: 410) as service:
        owed(device(ada, Browser(service)))
        owed(device(ada, Browser(service, "two"), "tablet"))
        assert send() == 0
    assert list(Channel.objects.all()) == []
    assert list(Delivery.objects.all()) == []


def test_a_hook_that_is_gone_is_switched_off_and_says_why(ada: User) -> None:
    with receiver(lambda _call: (404, {}, b"Unknown\n Webhook")) as service:
        channel, _secret = hook(ada, service.url, "discord")
        first, second = owed(channel), owed(channel, "abc:4")
        assert send() == 0
        assert len(service.calls) == 1
        assert send(NOW + PAUSES[0]) == 0
        assert len(service.calls) == 1
    channel.refresh_from_db()
    assert (channel.off_at, channel.error) == (NOW, "HTTP 404 Unknown Webhook")
    assert [status(first)[0], status(second)[0]] == ["failed", "dropped"]


def test_what_fails_is_tried_again_with_growing_pauses_for_a_day(ada: User) -> None:
    with receiver(lambda _call: 500) as service:
        delivery = owed(hook(ada, service.url)[0])
        now, tries = NOW, []
        while status(delivery)[0] == "pending":
            now = delivery.send_at
            tries.append(now - NOW)
            assert send(now) == 0
        assert len(service.calls) == len(tries) == 8
        assert len({call.headers["Bidplay-Delivery"] for call in service.calls}) == 1
    assert status(delivery) == ("failed", 8, "HTTP 500")
    assert tries == [sum(PAUSES[:n], datetime.timedelta(0)) for n in range(8)]
    assert datetime.timedelta(hours=20) < tries[-1] < datetime.timedelta(hours=26)


def test_what_comes_through_at_last_clears_the_failure(ada: User) -> None:
    answers = [500, 0, 204]
    with receiver(lambda _call: answers.pop(0)) as service:
        channel, _secret = hook(ada, service.url)
        delivery = owed(channel)
        assert [send(NOW), send(NOW + PAUSES[0]), send(NOW + PAUSES[0] + PAUSES[1])] == [0, 0, 1]
    channel.refresh_from_db()
    assert (channel.failures, channel.error) == (0, "")
    assert status(delivery) == ("sent", 3, "")


def test_a_hook_may_ask_for_a_longer_pause(ada: User) -> None:
    with receiver(lambda _call: (429, {"Retry-After": "3600"}, b"")) as service:
        delivery = owed(hook(ada, service.url)[0])
        assert send() == 0
    delivery.refresh_from_db()
    assert delivery.send_at == NOW + datetime.timedelta(hours=1)


@pytest.mark.parametrize("code", [301, 400, 403, 413])
def test_what_will_never_be_taken_is_not_sent_again(ada: User, code: int) -> None:
    with receiver(lambda _call: (code, {"Location": "http://127.0.0.1:1/"}, b"")) as service:
        delivery = owed(hook(ada, service.url)[0])
        assert send() == 0
    assert status(delivery) == ("failed", 1, f"HTTP {code}")


def test_after_many_failures_in_a_row_a_hook_is_switched_off(ada: User) -> None:
    with receiver(lambda _call: 403) as service:
        channel, _secret = hook(ada, service.url)
        for number in range(MOST_FAILURES + 3):
            owed(channel, f"abc:{number}")
        now = NOW
        while Delivery.objects.pending().exists():
            assert send(now) == 0
            now += PAUSES[0]
        assert len(service.calls) == MOST_FAILURES
    channel.refresh_from_db()
    assert (channel.failures, channel.error, channel.off_at is None) == (MOST_FAILURES, "HTTP 403", False)
    assert Delivery.objects.filter(status="dropped").count() == 3


def test_a_hook_is_told_in_order_and_one_failure_holds_the_rest_back(ada: User) -> None:
    answers = [503]
    with receiver(lambda _call: answers.pop() if answers else 204) as service:
        channel, _secret = hook(ada, service.url)
        for number in range(3):
            owed(channel, f"abc:{number}")
        assert send() == 0
        assert len(service.calls) == 1
        assert send(NOW + PAUSES[0]) == 3
        assert [call.json["text"] for call in service.calls] == [
            "About abc:0.",
            "About abc:0.",
            "About abc:1.",
            "About abc:2.",
        ]
    assert sorted(Delivery.objects.values_list("attempts", flat=True)) == [1, 1, 2]


def test_a_slow_hook_holds_up_no_other(ada: User, server: Receiver) -> None:
    def slow(_call: object) -> int:
        server.wait_for(2, 4)  # fails, and is told so, if the others waited for this one
        return 204

    with receiver(slow) as service:
        owed(hook(ada, service.url, name="slow")[0])
        fast, _secret = hook(ada, server.url, name="fast")
        for subject in ("abc:4", "abc:5"):
            owed(fast, subject)
        assert send() == 3


def test_many_slow_hooks_of_one_person_hold_up_nobody_else(ada: User, server: Receiver) -> None:
    def slow(_call: object) -> int:
        server.wait_for(1, 4)  # fails, and is told so, if the other waited for all of these
        return 204

    with ExitStack() as services:
        for number in range(couriers.LANES + 1):
            owed(hook(ada, services.enter_context(receiver(slow)).url, name=f"slow {number}")[0])
        owed(hook(person("ben"), server.url)[0])
        assert send() == couriers.LANES + 2


def test_an_address_that_now_leads_inside_is_not_called(ada: User, settings, server: Receiver) -> None:
    channel, _secret = hook(ada, server.url.replace("http:", "https:"))
    delivery = owed(channel)
    settings.HOOK_PRIVATE_OK = False
    assert send() == 0
    assert server.calls == []
    assert status(delivery) == ("failed", 1, "refused: private")
    channel.refresh_from_db()
    assert channel.error_words == "its address is not on the open internet"


def test_what_is_no_longer_needed_is_dropped(ada: User, server: Receiver) -> None:
    delivery = owed(hook(ada, server.url)[0], "over")
    assert (send(), server.calls) == (0, [])
    assert status(delivery) == ("dropped", 1, "")


def test_what_can_not_be_written_spoils_no_other(
    ada: User, server: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(couriers.BUILDERS, "turn", fails)
    channel, _secret = hook(ada, server.url)
    odd, good = owed(channel, "odd"), owed(channel)
    assert send() == 1
    assert status(odd) == ("pending", 1, "RuntimeError")
    assert status(good) == ("sent", 1, "")


def test_who_has_left_is_told_nothing(ada: User, server: Receiver) -> None:
    owed(hook(ada, server.url)[0])
    User.objects.update(is_active=False)
    assert (send(), server.calls) == (0, [])


def test_a_channel_whose_keys_are_lost_is_no_trouble_to_others(ada: User, server: Receiver) -> None:
    lost, _secret = hook(ada, f"{server.url}/lost", name="lost")
    Channel.objects.filter(pk=lost.pk).update(sealed="gAAAA")
    delivery = owed(lost)
    owed(hook(ada, f"{server.url}/good", name="good")[0])
    assert send() == 1
    assert status(delivery) == ("failed", 1, "its keys do not open")


def test_quiet_hours_hold_a_push_back_unless_its_deadline_comes_first(db: None, server: Receiver) -> None:
    night = {"quiet_from": datetime.time(11), "quiet_until": datetime.time(15)}
    channel = device(person("bea", **night), Browser(server))
    late, soon = owed(channel, "late", until=48), owed(channel, "soon", until=4)
    assert send() == 1
    assert status(soon)[0] == "sent"
    assert status(late)[:2] == ("pending", 0)
    assert late.send_at == NOW + datetime.timedelta(hours=3)
    assert send(late.send_at) == 1


def test_a_sender_that_died_is_made_up_for(ada: User, server: Receiver) -> None:
    delivery = owed(hook(ada, server.url)[0])
    assert [one.pk for one in couriers.claim(NOW)] == [delivery.pk]
    assert send(NOW + datetime.timedelta(seconds=1)) == 0
    assert send(NOW + LEASE) == 1
    assert len(server.calls) == 1


def test_a_result_that_comes_after_its_claim_has_run_out_changes_nothing(ada: User, server: Receiver) -> None:
    owed(hook(ada, server.url)[0])
    (mine,) = couriers.claim(NOW)
    couriers.claim(NOW + LEASE)
    job = couriers.Job(mine, couriers.Envelope(server.url, {}, b""))
    couriers.settle(couriers.Result(job, error="no answer"), NOW + LEASE)
    mine.refresh_from_db()
    assert (mine.status, mine.attempts, mine.error) == ("pending", 2, "")


def test_what_is_not_begun_in_time_is_given_back(ada: User, server: Receiver) -> None:
    delivery = owed(hook(ada, server.url)[0])
    lane = couriers.Lane([couriers.Job(delivery, couriers.Envelope(server.url, {}, b""))])
    results: couriers.SimpleQueue[couriers.Result] = couriers.SimpleQueue()
    (claimed,) = couriers.claim(NOW)
    lane.run(time.monotonic() - 1, results)
    result = results.get()
    couriers.settle(couriers.Result(couriers.Job(claimed, result.job.envelope)), NOW)
    assert (server.calls, status(delivery)[:2], delivery.send_at) == ([], ("pending", 0), NOW)


def test_long_words_are_cut_to_what_is_taken(
    ada: User, server: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    def long(deliveries: Sequence[Delivery], now: datetime.datetime) -> dict[int, Message]:
        lines = tuple(f"{n}: {'word ' * 30}" for n in range(100))
        return {
            one.pk: Message("t" * 5000, "b" * 5000, "https://x.example/", "abc", None, False, lines)
            for one in deliveries
        }

    monkeypatch.setitem(couriers.BUILDERS, "turn", long)
    browser = Browser(server)
    owed(device(ada, browser))
    owed(hook(ada, f"{server.url}/d", "discord")[0])
    assert send() == 2
    (pushed,) = browser.shown()
    assert (len(pushed["title"]), len(pushed["body"])) == (300, 300)
    (told,) = [call.json["content"] for call in server.calls if call.path == "/d"]
    assert len(told) < 2000
    assert told.endswith("…\n<https://x.example/>")
