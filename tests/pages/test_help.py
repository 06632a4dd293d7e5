"""The pages of help: every topic, and that what can be checked of what they say is so."""

from __future__ import annotations

import hashlib
import html
import re
import subprocess
import sys
from typing import Any

import pytest
from django.conf import settings
from django.core.management import get_commands
from django.urls import reverse
from django.utils import timezone

from accounts import actions
from games.actions import practice
from games.actions.lobby import MOST_PRACTICE
from games.mailroom.commands import COMMANDS
from games.models import Order
from games.pages.help import PROGRAM, TOPICS
from tests.pages.visits import browser, person, said

pytestmark = pytest.mark.django_db


def page(topic: str) -> str:
    """A topic as it is written."""
    return browser().get(reverse("help_topic", args=[topic])).content.decode()


def test_the_list_leads_to_every_topic_and_every_page_to_the_list() -> None:
    listed = browser().get(reverse("help")).content.decode()
    assert all(f'href="{reverse("help_topic", args=[topic])}"' in listed for topic in TOPICS)
    assert f'href="{reverse("help")}"' in browser().get("/matches/").content.decode()


@pytest.mark.parametrize("topic", TOPICS)
def test_every_topic_has_sections_that_can_be_linked(topic: str) -> None:
    text = page(topic)
    anchors = re.findall(r'<h2 id="([a-z]+)">', text)
    assert len(anchors) == len(set(anchors)) > 1
    assert text.count("<h1>") == 1
    assert "help_topic" not in text


def test_there_is_no_other_topic() -> None:
    assert browser().get("/help/nothing/").status_code == 404


def test_the_commitment_of_the_example_can_be_counted_again_as_the_page_says() -> None:
    text = html.unescape(page("fairness"))
    (recipe,) = re.findall(r'<pre tabindex="0">(import hashlib.*?)</pre>', text, re.DOTALL)
    printed = subprocess.run(
        [sys.executable, "-c", recipe], capture_output=True, text=True, check=True
    ).stdout.strip()
    assert printed in re.findall(r'<dd class="hash">(\w+)</dd>', text)
    assert len(printed) == hashlib.sha256().digest_size * 2


def test_numbers_are_those_of_this_site(settings: Any) -> None:
    settings.VACATION_DAYS = 17
    assert "17 days a year" in said(browser().get(reverse("help_topic", args=["deadlines"])))
    assert f"Up to {MOST_PRACTICE} such matches" in said(browser().get(reverse("help_topic", args=["start"])))


def test_every_word_of_mail_is_explained() -> None:
    told = set(re.findall(r'<th scope="row"><code>(\w+)', page("mail")))
    assert told - {"K"} == set(COMMANDS)


def test_commands_and_settings_that_hosts_read_of_are_there() -> None:
    text = page("hosts")
    assert set(re.findall(r"manage\.py (\w+)", text)) <= set(get_commands())
    listed = (settings.BASE_DIR / "deploy/env.example").read_text()
    named = re.findall(r"<code>([A-Z_]+)</code>", text)
    assert [name for name in named if not re.search(rf"^#? ?{name}=", listed, re.MULTILINE)] == []
    assert len(named) > 5


@pytest.mark.django_db(transaction=True)
def test_the_program_on_the_page_plays(live_server: Any) -> None:
    ann = person("ann")
    practice.practise(ann, "fourbid", timezone.now())
    assert PROGRAM in html.unescape(page("programs"))
    token = actions.issue(ann, "a program", timezone.now())
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={"SITE": live_server.url, "TOKEN": token},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    order = Order.objects.opened().get(seat__user=ann)
    assert done.stdout.split()[-2:] == [order.line, order.commitment]
