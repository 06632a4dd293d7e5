"""Where the site posts to for strangers, and where it never does."""

from __future__ import annotations

import socket
import time
from typing import Any

import pytest

from accounts import addresses
from accounts.addresses import BadAddress, Unreachable, parted, post
from tests.receivers import receiver


def resolving(monkeypatch: pytest.MonkeyPatch, *answers: str) -> list[str]:
    """Let every name lead to these addresses; the names that were asked for."""
    asked: list[str] = []

    def found(host: str, port: int, *_args: Any, **_kwargs: Any) -> list[Any]:
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (answer, port)) for answer in answers]

    monkeypatch.setattr(socket, "getaddrinfo", found)
    return asked


def refused(address: str) -> str:
    with pytest.raises(BadAddress) as found:
        post(address, {}, b"")
    return found.value.code


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "100.100.100.200",
        "0.0.0.0",
        "224.0.0.1",
        "239.1.2.3",
        "240.0.0.1",
        "255.255.255.255",
        "192.0.2.1",
        "198.18.0.1",
        "::",
        "::1",
        "::127.0.0.1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "64:ff9b::7f00:1",
        "64:ff9b:1::a00:1",
        "2002:7f00:1::",
        "2001:0:53aa:64c:0:0:80ff:fffe",
        "fc00::1",
        "fd00:ec2::254",
        "fe80::1",
        "fec0::1",
        "ff02::1",
        "2001:db8::1",
    ],
)
def test_no_address_inside_is_called_whatever_name_leads_there(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    resolving(monkeypatch, address)
    assert refused("https://hooks.example.org/x") == "private"


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700:4700::1111", "64:ff9b::808:808", "2002:808:808::"])
def test_addresses_of_the_open_net_are_let_through(address: str) -> None:
    assert addresses.open_net(addresses.ipaddress.ip_address(address)) is True


def test_a_name_that_leads_inside_and_outside_is_not_called(monkeypatch: pytest.MonkeyPatch) -> None:
    resolving(monkeypatch, "8.8.8.8", "10.0.0.1")
    assert refused("https://hooks.example.org/x") == "private"


def test_a_name_that_leads_nowhere_may_do_so_later(monkeypatch: pytest.MonkeyPatch) -> None:
    resolving(monkeypatch)
    with pytest.raises(Unreachable, match="no such host"):
        post("https://hooks.example.org/x", {}, b"")


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("http://hooks.example.org/", "not_https"),
        ("ftp://hooks.example.org/", "not_https"),
        ("https://hooks.example.org:22/", "port"),
        ("https://hooks.example.org:80/", "port"),
        ("https://hooks.example.org:99999/", "malformed"),
        ("https://someone@hooks.example.org/", "malformed"),
        ("https://hooks.example.org\\@10.0.0.1/", "malformed"),
        ("https:///x", "malformed"),
        ("https://hooks.example.org/a b", "malformed"),
        ("https://hooks.example.org/\r\nHost: x", "malformed"),
        ("https://hóoks.example.org/", "malformed"),
        ("https://hooks.example.org/" + "x" * 1000, "malformed"),
        ("https://[::1]/", "private"),
        ("https://[fe80::1%25eth0]/", "private"),
        ("https://127.0.0.1:8443/", "private"),
        ("hooks.example.org", "malformed"),
    ],
)
def test_addresses_that_can_not_be_meant_are_refused(address: str, code: str) -> None:
    with pytest.raises(BadAddress) as found:
        parted(address)
    assert found.value.code == code


def test_the_connection_goes_to_the_address_that_was_looked_at(
    settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.HOOK_PRIVATE_OK = True
    with receiver() as server:
        asked = resolving(monkeypatch, "127.0.0.1")
        answer = post(
            f"http://hooks.example.org:{server.server.server_address[1]}/x?y=1", {"A": "b"}, b"hello"
        )
        assert answer.status == 204
        assert asked == ["hooks.example.org", "127.0.0.1"]
        assert [(call.path, call.body, call.headers["A"]) for call in server.calls] == [
            ("/x?y=1", b"hello", "b")
        ]
        assert server.calls[0].headers["Host"].startswith("hooks.example.org:")


def test_only_loopback_is_let_through_where_a_host_allows_it(
    settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.HOOK_PRIVATE_OK = True
    resolving(monkeypatch, "10.0.0.1")
    assert refused("http://hooks.example.org/") == "private"


def test_a_redirect_is_an_answer_and_is_not_followed(settings) -> None:
    settings.HOOK_PRIVATE_OK = True
    with receiver() as other, receiver(lambda _call: (302, {"Location": other.url}, b"")) as server:
        assert post(f"{server.url}/", {}, b"x").status == 302
        assert other.calls == []


def test_a_long_answer_is_read_no_further_than_its_beginning(settings) -> None:
    settings.HOOK_PRIVATE_OK = True
    with receiver(lambda _call: (500, {}, b"x" * 100_000)) as server:
        answer = post(f"{server.url}/", {}, b"x")
        assert (answer.status, answer.body) == (500, b"x" * 4096)


@pytest.mark.parametrize("said", ["soon", "", "9" * 30, "-1"])
def test_an_odd_time_to_wait_is_none(settings, said: str) -> None:
    settings.HOOK_PRIVATE_OK = True
    with receiver(lambda _call: (429, {"Retry-After": said}, b"")) as server:
        assert post(f"{server.url}/", {}, b"x").wait == 0


def test_who_hangs_up_may_be_called_again(settings) -> None:
    settings.HOOK_PRIVATE_OK = True
    with receiver(lambda _call: 0) as server, pytest.raises(Unreachable):
        post(f"{server.url}/", {}, b"x")


def test_who_is_not_there_may_be_called_again(settings) -> None:
    settings.HOOK_PRIVATE_OK = True
    with receiver() as server:
        url = server.url
    with pytest.raises(Unreachable, match="no connection"):
        post(f"{url}/", {}, b"x")


def test_who_dawdles_is_cut_off(settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.HOOK_PRIVATE_OK = True
    monkeypatch.setattr(addresses, "TIMEOUT", 0.5)
    monkeypatch.setattr(addresses, "LONGEST", 0.6)
    listening = socket.create_server(("127.0.0.1", 0))

    def trickle() -> None:
        peer, _where = listening.accept()
        try:
            for letter in b"HTTP/1.1 200 OK\r\nX: " + b"x" * 1000:
                peer.sendall(bytes([letter]))
                time.sleep(0.1)
        except OSError:
            peer.close()

    addresses.threading.Thread(target=trickle, daemon=True).start()
    with pytest.raises(Unreachable):
        post(f"http://127.0.0.1:{listening.getsockname()[1]}/", {}, b"x")
    listening.close()


def test_what_is_no_http_is_no_answer(settings) -> None:
    settings.HOOK_PRIVATE_OK = True
    listening = socket.create_server(("127.0.0.1", 0))

    def babble() -> None:
        peer, _where = listening.accept()
        peer.recv(10_000)
        peer.sendall(b"220 mail.example.org ESMTP\r\n")
        peer.close()

    addresses.threading.Thread(target=babble, daemon=True).start()
    with pytest.raises(Unreachable, match="no answer"):
        post(f"http://127.0.0.1:{listening.getsockname()[1]}/", {}, b"x")
    listening.close()


def test_https_wants_a_certificate(settings) -> None:
    settings.HOOK_PRIVATE_OK = True
    with receiver() as server, pytest.raises(Unreachable, match="no safe connection"):
        post(server.url.replace("http:", "https:"), {}, b"x")
