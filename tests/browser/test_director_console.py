"""A director's evening by the pages alone: a draw, a pause, a result by decision, and all of it undone."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import Act, Contest
from games.rules import GAMES
from tests.actions.contests.cups import called, entered, plan_of, ticked
from tests.actions.tables import SECOND
from tests.actions.toy import Hush
from tests.browser.test_playing import DESK, PHONE, Visit, visit

__all__ = ["visit"]
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def hush(monkeypatch: pytest.MonkeyPatch) -> None:
    """The small game that contests of tests are held in."""
    monkeypatch.setitem(GAMES, "hush", Hush())


@pytest.fixture
def cup() -> Contest:
    """A contest whose first round is being played."""
    now = timezone.now()
    contest = called(plan_of("round_robin"), now=now, starts_at=now + SECOND)
    return ticked(entered(contest, "ann", "bob", "cid", "dan", now=now), now + 2 * SECOND)


def confirm(page: Page, why: str) -> None:
    """Give a reason, look at what it would change, and do it."""
    page.get_by_label("Why", exact=False).first.fill(why)
    page.get_by_role("button", name="See what it would change").click()
    expect(page.get_by_role("heading", name="Is this what you mean?")).to_be_visible()
    page.get_by_role("button", name="Do it").click()
    page.wait_for_url("**/director/")


@pytest.mark.parametrize(
    ("screen", "scripts"), [(DESK, True), (PHONE, False)], ids=["desk", "phone, no scripts"]
)
def test_a_director_pauses_decides_and_undoes(
    visit: Visit, cup: Contest, screen: dict[str, int], scripts: bool
) -> None:
    at = cup.get_absolute_url() + "director/"
    page = visit("dir", at, screen, java_script_enabled=scripts)
    page.goto(f"{at}pause/")
    confirm(page, "the holidays")
    cup.refresh_from_db()
    assert cup.paused_at is not None
    page.goto(f"{at}go_on/")
    confirm(page, "they are over")
    cup.refresh_from_db()
    assert cup.paused_at is None
    page.goto(f"{at}adjudicate/")
    page.locator("[name=pairing]").select_option(index=1)
    page.get_by_role("button", name="Choose this table").click()
    page.locator("select[name]:not([name=pairing])").first.select_option(index=1)
    confirm(page, "one of them is away")
    done = Act.objects.filter(contest=cup, verb="adjudicate").get()
    expect(page.get_by_text("one of them is away")).to_be_visible()
    page.locator(f"form[action$='/undo/{done.pk}/'] button").click()
    page.wait_for_url("**/director/**")
    done.refresh_from_db()
    assert done.undone_at is not None
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth") if scripts else True
