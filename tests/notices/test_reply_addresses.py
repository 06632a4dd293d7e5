"""Where an order is mailed to: an address for one turn, seat and person, whatever servers do to letters."""

import pytest

from games.links import Asked, address_for, asked_by, reply_address
from games.models import Order
from tests.actions.tables import open_turn, seat
from tests.notices.mails import mail_to, table

LARGE = Asked(2**40, 99_999, 7, 2**35)
ASKED = [Asked(1, 1, 0, 1), Asked(128, 127, 3, 16_384), LARGE]


@pytest.fixture(autouse=True)
def mail_in(settings):
    settings.MAIL_IN = "bid@bidplay.example"


@pytest.mark.parametrize("asked", ASKED)
def test_an_address_leads_back_to_what_was_asked(asked):
    assert asked_by(address_for(asked)) == asked


@pytest.mark.parametrize("asked", ASKED)
def test_an_address_survives_servers_that_change_capitals(asked):
    address = address_for(asked)
    assert address == address.lower()
    assert asked_by(address.upper()) == asked_by(address.title()) == asked


def test_the_part_before_the_at_is_never_too_long():
    assert len(address_for(LARGE).partition("@")[0]) <= 64


def test_no_letter_of_an_address_can_be_changed():
    address = address_for(Asked(5, 3, 1, 9))
    head, _plus, rest = address.partition("+")
    token, _at, domain = rest.partition("@")
    for at, letter in enumerate(token):
        other = "b" if letter == "a" else "a"
        found = asked_by(f"{head}+{token[:at]}{other}{token[at + 1 :]}@{domain}")
        assert found is None or at == len(token) - 1  # the last letter has bits that say nothing


@pytest.mark.parametrize(
    "address", ["", "@", "bid@bidplay.example", "bid+@bidplay.example", "bid+é@bidplay.example",
                "bid+1@bidplay.example", f"bid+{'a' * 5000}@bidplay.example", "bid+\0@bidplay.example"],
)  # fmt: skip
def test_a_forged_address_leads_nowhere(address):
    assert asked_by(address) is None


def test_an_address_of_another_domain_or_name_leads_nowhere():
    address = address_for(ASKED[0])
    assert asked_by(address.replace("bidplay.example", "elsewhere.example")) is None
    assert asked_by(address.replace("bid+", "table+")) is None


def test_an_address_stays_good_while_its_key_is_an_old_one(settings):
    address = address_for(ASKED[0])
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another" * 10
    assert asked_by(address) == ASKED[0]
    settings.SECRET_KEY_FALLBACKS = []
    assert asked_by(address) is None


def test_there_is_no_address_where_no_mail_is_taken(settings):
    address = address_for(ASKED[0])
    settings.MAIL_IN = ""
    assert (address_for(ASKED[0]), asked_by(address)) == ("", None)


@pytest.mark.django_db
def test_a_mail_that_asks_for_an_order_says_where_to_mail_it_and_how(settings):
    match = table()
    mail = mail_to("ann", "start")
    slot = Order.objects.get(turn=open_turn(match), seat=seat(match, "ann"))
    assert mail.reply_to == reply_address(slot)
    assert "Answer this mail with your order on the first line" in mail.text
    assert "Answer this mail with your order on the first line" in mail.html
    settings.MAIL_IN = ""
    mail = mail_to("ann", "start")
    assert mail.reply_to == ""
    assert "Answer this mail" not in mail.text + mail.html
