"""Who may order by mail: only the person who was asked, from an address of theirs, as far as can be known."""

from __future__ import annotations

import base64
from collections.abc import Callable

import dkim
import pytest
from allauth.account.models import EmailAddress
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from pytest_django.fixtures import Settings

from accounts.models import Notice
from games.mailroom.receiving import Outcome, receive
from games.mailroom.senders import is_genuine
from games.models import Match, Order
from tests.actions.tables import HOUR, NOW, person
from tests.mailroom.posting import address, answer, answers, letter, mailed, mailer, table

pytestmark = pytest.mark.django_db


def untouched() -> bool:
    return not Order.objects.given().exists()


@pytest.mark.parametrize(
    "sender", ["eve@elsewhere.example", "bob@example.org", "ann@example.org.evil.example", "ann@example.com"]
)
def test_a_mail_from_another_address_plays_nothing_and_the_holder_is_told(sender: str) -> None:
    match = table()
    assert mailed(match, "ann", "K 2", From=sender) is Outcome.DOUBTED
    assert untouched()
    kind, mail = answer("ann")
    assert kind == "refusal"
    assert "A mail in your name changed nothing" in mail.text
    assert sender not in mail.text + mail.html
    assert "K 2" not in mail.text + mail.html
    assert mail.to == ""  # the person's own address
    assert answers("bob") == []


def test_the_holder_is_told_of_forgeries_once_an_hour() -> None:
    match = table()
    for minutes in range(10):
        mailed(match, "ann", "K 2", From="eve@elsewhere.example", now=NOW + minutes * HOUR / 60)
    assert len(answers("ann")) == 1
    mailed(match, "ann", "K 2", From="eve@elsewhere.example", now=NOW + HOUR)
    assert len(answers("ann")) == 2


def test_an_address_that_is_not_confirmed_is_nobodys() -> None:
    match = table()
    EmailAddress.objects.filter(user=person("ann")).update(verified=False)
    assert mailed(match, "ann", "K 2") is Outcome.DOUBTED
    assert untouched()


def test_any_confirmed_address_will_do_in_any_letters() -> None:
    match = table()
    EmailAddress.objects.create(user=person("ann"), email="ann@work.example", verified=True)
    assert mailed(match, "ann", "K 2", From="Ann <Ann@Work.Example>") is Outcome.ANSWERED


def test_another_persons_reply_address_orders_nothing() -> None:
    match = table()
    assert mailed(match, "bob", "K 2", to=address(match, "ann")) is Outcome.DOUBTED
    assert untouched()
    assert (len(answers("ann")), answers("bob")) == (1, [])


@pytest.mark.parametrize(
    "to", ["bid+aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa@bidplay.example", "bid@bidplay.example", ""]
)
def test_a_forged_reply_address_gets_no_answer_at_all(to: str) -> None:
    match = table()
    Notice.objects.all().delete()
    raw = letter("K 2", to, "ann").as_bytes()
    assert receive(raw, "ann@example.org", to, NOW) is Outcome.UNKNOWN
    assert untouched()
    assert not Notice.objects.exists()
    assert match is not None


@pytest.mark.parametrize(
    "headers",
    [
        "From: ann@example.org\nFrom: eve@elsewhere.example\n",
        "From: ann@example.org, eve@elsewhere.example\n",
        "From: \n",
        "",
        'From: "ann@example.org" <eve@elsewhere.example>\n',
    ],
)
def test_nobody_hides_behind_another_sender(headers: str) -> None:
    match = table()
    to = address(match, "ann")
    raw = f"{headers}To: {to}\nMessage-ID: <1@x>\n\nK 2\n".encode()
    assert receive(raw, "eve@elsewhere.example", to, NOW) in (Outcome.DROPPED, Outcome.DOUBTED)
    assert untouched()


def judged(*results: str, sender: str = "ann@example.org") -> bool:
    """Whether a mail with these Authentication-Results, the last written on top, counts as its sender's."""
    heads = "".join(f"Authentication-Results: {result}\n" for result in results)
    return is_genuine(f"{heads}From: {sender}\n\nK 2\n".encode(), sender)


MX = "mx.bidplay.example; "


@pytest.mark.parametrize(
    "result",
    [
        "dmarc=pass header.from=example.org",
        "dmarc=pass (p=REJECT) header.from=example.org; spf=softfail smtp.mailfrom=list.example",
        "dkim=pass header.d=example.org; dmarc=none header.from=example.org",
        "dkim=pass header.i=@mail.example.org",
        "spf=pass smtp.mailfrom=ann@example.org; dkim=none",
        "spf=pass smtp.mailfrom=example.org; dkim=fail header.d=example.org",
        "spf=none smtp.mailfrom=example.org; dkim=none; dmarc=none header.from=example.org",
        "spf=temperror smtp.mailfrom=example.org",
        "none",
    ],
)
def test_what_our_own_server_vouches_for_or_can_not_know_is_believed(result: str, settings: Settings) -> None:
    settings.MAIL_AUTHSERV_ID = "mx.bidplay.example"
    assert judged(MX + result) is (result != "none")


@pytest.mark.parametrize(
    "result",
    [
        "dmarc=fail header.from=example.org",
        "dmarc=pass header.from=evil.example",
        "dmarc=fail header.from=example.org; spf=pass smtp.mailfrom=example.org",
        "spf=fail smtp.mailfrom=example.org",
        "spf=softfail smtp.mailfrom=example.org; dkim=none",
        "spf=pass smtp.mailfrom=evil.example; dkim=pass header.d=evil.example",
        "dkim=pass header.d=org",
        "dkim=pass header.d=notexample.org",
        "dkim=fail header.d=example.org",
        ";;;",
        "",
    ],
)
def test_what_our_own_server_doubts_is_not_believed(result: str, settings: Settings) -> None:
    settings.MAIL_AUTHSERV_ID = "mx.bidplay.example"
    assert judged(MX + result) is False


def test_nobody_elses_word_counts(settings: Settings) -> None:
    settings.MAIL_AUTHSERV_ID = "mx.bidplay.example"
    assert judged("mx.evil.example; dmarc=pass header.from=example.org") is False
    assert judged() is False
    assert judged(MX + "spf=fail smtp.mailfrom=example.org", "mx.evil.example; dmarc=pass") is False


@pytest.mark.parametrize("name", ['"mx.bidplay.example"', "mx.bidplay.example (us)", "mx.bidplay.example 1"])
def test_our_servers_name_in_another_dress_is_not_its_word(name: str, settings: Settings) -> None:
    settings.MAIL_AUTHSERV_ID = "mx.bidplay.example"
    assert judged(f"{name}; dmarc=pass header.from=example.org") is False


def test_what_stood_in_the_mail_before_our_server_took_it_does_not_count(settings: Settings) -> None:
    settings.MAIL_AUTHSERV_ID = "mx.bidplay.example"
    forged = MX + "dmarc=pass header.from=example.org; spf=pass smtp.mailfrom=example.org"
    assert (
        judged(MX + "dmarc=fail header.from=example.org; spf=fail smtp.mailfrom=example.org", forged) is False
    )


def test_a_mail_that_our_server_doubts_is_treated_as_a_forgery(settings: Settings) -> None:
    settings.MAIL_AUTHSERV_ID = "mx.bidplay.example"
    match = table()
    bad = {"Authentication_Results": MX + "dmarc=fail header.from=example.org"}
    assert mailed(match, "ann", "K 2", **bad) is Outcome.DOUBTED
    good = {"Authentication_Results": MX + "dmarc=pass header.from=example.org"}
    assert mailed(match, "ann", "K 2", **good) is Outcome.ANSWERED


@pytest.fixture(scope="module")
def key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


@pytest.fixture
def dns(key: rsa.RSAPrivateKey, settings: Settings) -> Callable[..., bytes | None]:
    settings.MAIL_IN_DKIM = True
    public = key.public_key().public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    record = b"v=DKIM1; k=rsa; p=" + base64.b64encode(public)

    def txt(name: bytes, timeout: float = 5) -> bytes | None:
        return record if name in (b"s._domainkey.example.org.", b"s._domainkey.evil.example.") else None

    return txt


def signed(key: rsa.RSAPrivateKey, match: Match, domain: str = "example.org", **more: object) -> bytes:
    raw = letter("K 2", address(match, "ann"), "ann").as_bytes().replace(b"\n", b"\r\n")
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return dkim.sign(raw, b"s", domain.encode(), secret, **more) + raw  # type: ignore[no-any-return]


def test_a_signature_of_the_senders_domain_is_checked_by_ourselves(key: object, dns: object) -> None:
    match = table()
    raw = signed(key, match)  # type: ignore[arg-type]
    to = address(match, "ann")
    assert receive(raw, "ann@example.org", to, NOW, dns=dns) is Outcome.ANSWERED  # type: ignore[arg-type]


@pytest.mark.parametrize("change", ["body", "from", "unsigned", "other domain", "part of the body", "no key"])
def test_a_mail_without_a_whole_signature_of_its_senders_domain_plays_nothing(
    key: object, dns: Callable[..., bytes | None], change: str
) -> None:
    match = table()
    more = {"length": True} if change == "part of the body" else {}
    raw = signed(key, match, "evil.example" if change == "other domain" else "example.org", **more)  # type: ignore[arg-type]
    raw = {
        "body": raw.replace(b"K 2", b"Q 3"),
        "from": raw.replace(b"From: Ann", b"From: Anna"),
        "unsigned": raw[raw.index(b"From:") :],
    }.get(change, raw)
    found = (lambda name, timeout=5: None) if change == "no key" else dns
    assert receive(raw, "ann@example.org", address(match, "ann"), NOW, dns=found) is Outcome.DOUBTED
    assert untouched()


def test_no_more_than_three_signatures_are_looked_up(key: object, dns: object, settings: Settings) -> None:
    asked = []

    def counting(name: bytes, timeout: float = 5) -> bytes | None:
        asked.append(name)
        return None

    match = table()
    raw = signed(key, match)  # type: ignore[arg-type]
    head = raw[: raw.index(b"From:")]
    assert receive(head * 20 + raw, "", address(match, "ann"), NOW, dns=counting) is Outcome.DROPPED
    assert receive(head * 20 + raw, None, address(match, "ann"), NOW, dns=counting) is Outcome.DOUBTED
    assert len(asked) == 3


def test_someone_with_two_seats_in_two_matches_writes_for_each() -> None:
    one, other = table("ann", "bob"), table("ann", "cyd")
    assert mailed(one, "ann", "K 2") is mailed(other, "ann", "Q 3") is Outcome.ANSWERED
    assert Order.objects.given().count() == 2
    assert mailer("ann").username == "ann"
