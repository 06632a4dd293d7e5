"""One word for one thing on the pages and in the mails of allauth: ours, by a catalogue of its sentences."""

from __future__ import annotations

import ast
import gettext
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.conf import settings
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.outbox import send_ready
from tests.accounts.rows import member, sign_in
from tests.words.catalogs import gaps

pytestmark = pytest.mark.django_db

CATALOGUE = Path(settings.LOCALE_PATHS[0]) / "en" / "LC_MESSAGES"
OTHER_WORDS = re.compile(
    r"\b[Ee]mails?\b|\bSign (?:In|Up|Out)\b|\b[Ss]ignup\b|\b[Ll]og(?:ged)? ?(?:in|out)\b|\b[Uu]sername\b"
)
GUEST_PAGES = ["login", "signup", "password/reset", "password/reset/done", "confirm-email", "confirm-email/x"]
OWN_PAGES = [
    "logout",
    "email",
    "password/change",
    "reauthenticate",
    "2fa",
    "2fa/totp/activate",
    "2fa/webauthn",
]
OWN_PAGES += ["sessions", "settings", "tokens", "leave"]


def words(text: str) -> str:
    """What a page says, without its tags, scripts and addresses."""
    text = re.sub(r"<(script|style).*?</\1>|<[^>]*>", " ", text, flags=re.S)
    return re.sub(r"\S+@\S+|https?://\S+", " ", text)


def sentences() -> dict[str, str]:
    """The catalogue as it is written, each sentence with ours."""
    found = {}
    for block in (CATALOGUE / "django.po").read_text().split("\n\n")[1:]:
        parts = block.removeprefix("msgid ").split("\nmsgstr ")
        said, ours = ("".join(ast.literal_eval(line) for line in part.strip().split("\n")) for part in parts)
        found[said] = ours
    return found


def test_the_compiled_catalogue_says_what_the_written_one_says() -> None:
    with (CATALOGUE / "django.mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    ours = sentences()
    assert len(ours) > 100
    assert {said: compiled.gettext(said) for said in ours} == ours


@pytest.mark.parametrize("language", ["pl", "bg"])
def test_the_words_of_allauth_are_compiled_and_keep_their_gaps(language: str) -> None:
    folder = Path(settings.BASE_DIR) / "templates" / "allauth" / "locale" / language / "LC_MESSAGES"
    with (folder / "django.po").open("rb") as lines:
        written = [message for message in read_po(lines, locale=language) if message.id]
    with (folder / "django.mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    assert len(written) > 100
    for message in written:
        if isinstance(message.id, str):
            assert compiled.gettext(message.id) == message.string
            assert gaps(message.string) == gaps(message.id), message.id
        else:
            numbers = (1, 2, 5)[: len(message.string)]
            assert [compiled.ngettext(*message.id, number) for number in numbers] == list(message.string)


@pytest.mark.parametrize("page", GUEST_PAGES)
def test_guests_read_our_words(client: Client, page: str) -> None:
    answer = client.get(f"/accounts/{page}/")
    assert answer.status_code == 200
    assert OTHER_WORDS.findall(words(answer.content.decode())) == []


@pytest.mark.parametrize("page", OWN_PAGES)
def test_people_read_our_words(client: Client, page: str) -> None:
    member("ada")
    sign_in(client, "ada")
    answer = client.get(f"/accounts/{page}/", follow=True)
    assert answer.status_code == 200
    assert OTHER_WORDS.findall(words(answer.content.decode())) == []


def test_mails_about_an_account_are_in_our_words(client: Client) -> None:
    member("ada")
    client.post("/accounts/password/reset/", {"email": "ada@example.org"})
    form = {"username": "bob", "email": "bob@example.org", "password1": "a long green door", "zone": "UTC"}
    client.post("/accounts/signup/", form)
    client.post("/accounts/signup/", form | {"username": "cid", "email": "ada@example.org"})
    send_ready(timezone.now)
    assert len(mail.outbox) == 3
    for message in mail.outbox:
        assert OTHER_WORDS.findall(words(f"{message.subject}\n{message.body}")) == []
