"""What holds for every kind of mail about every game, in every language."""

from __future__ import annotations

import email
import email.policy
import re

import pytest
from django.conf import settings as configured

from accounts.models import DIGEST, MAIL_KINDS
from tests.notices.everything import GAMES_OF_MANY, NAME, every_mail, raw, too_wide

pytestmark = pytest.mark.django_db
LANGUAGES = [code for code, _name in configured.LANGUAGES]
SHOWN = " ".join(NAME.split())
ESCAPED = SHOWN.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("'", "&#x27;")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES_OF_MANY)
def test_every_mail_keeps_to_what_mail_programs_take(game: str, language: str, settings) -> None:
    settings.MAIL_IN = "bid@bidplay.example"
    mails = every_mail(game, language)
    assert {kind.partition(",")[0] for kind in mails} >= {*MAIL_KINDS, DIGEST} - {"result", "missed"}
    for kind, (notice, mail) in mails.items():
        assert list(too_wide(mail.text)) == [], kind
        data = raw(notice, mail)
        assert len(data) < 100_000, kind
        message = email.message_from_bytes(data, policy=email.policy.default)
        assert message["Subject"].startswith("[bidplay] "), kind
        assert "\n" not in message["Subject"]
        assert len(message["Subject"]) <= 200
        html = message.get_body(("html",))
        text = message.get_body(("plain",))
        assert html is not None
        assert text is not None
        html, text = html.get_content(), text.get_content()
        assert re.match(
            rf'<!doctype html>\s*<html lang="{language}" dir="ltr"><head>\s*<meta charset', html
        ), kind
        assert "<title>" in html.partition("</head>")[0]
        assert "<b>'n'" not in html
        assert ESCAPED in " ".join(html.split()), kind
        assert SHOWN in " ".join(text.split()), kind
        if kind != DIGEST:
            assert html.count('class="button"') == 1, kind
            assert f"[bidplay] {message['Subject'].partition('] ')[2]}" == message["Subject"]
        assert not re.search(r"\{\w*\}|%\(", text.replace("{x}", "").replace('{"order"', "")), kind
