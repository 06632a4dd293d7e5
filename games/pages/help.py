"""Help: a page a topic, in words that hold for this very site; figures come from where they are set."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from games.actions.lobby import MOST_PRACTICE
from games.models.reliability import OWED
from games.pace import REMINDER_SHARE, Pace
from games.rules import GAMES
from games.rules.chance import order_commitment

TOPICS = {
    "start": _("First steps"),
    "deadlines": _("Deadlines"),
    "mail": _("Playing by mail"),
    "fairness": _("Fair play that you can check"),
    "account": _("Your account"),
    "contests": _("Holding a contest"),
    "programs": _("Programs that play"),
    "hosts": _("Hosting a site"),
}
"""The topics by their addresses, in the order in which they are listed."""
PROGRAM = (settings.BASE_DIR / "templates/help/program.txt").read_text()
"""A whole program that plays, as the page of programs shows it."""


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All topics."""
    return render(request, "help/index.html", {"topics": TOPICS.items(), "games": GAMES.values()})


@require_safe
def topic(request: HttpRequest, slug: str) -> HttpResponse:
    """One topic."""
    if slug not in TOPICS:
        raise Http404
    values = {"topics": TOPICS.items(), "slug": slug, "topic": TOPICS[slug], "games": GAMES.values()}
    return render(request, f"help/{slug}.html", values | figures())


def figures() -> dict[str, Any]:
    """What the pages say in numbers."""
    return {
        "longest": settings.LONGEST_PACE.days,
        "practice": MOST_PRACTICE,
        "guest_days": settings.GUESTS_KEPT.days,
        "notice_days": settings.NOTICES_KEPT.days,
        "misses": Pace().misses,
        "reminder": round(REMINDER_SHARE * 100),
        "vacation": settings.VACATION_DAYS,
        "vacation_match": settings.VACATION_A_MATCH.days,
        "pause": settings.LONGEST_PAUSE.days,
        "outage": round(settings.OUTAGE_AFTER.total_seconds() / 60),
        "mail_wait": settings.MAIL_WAIT.days,
        "counted": OWED,
        "sample": sample(),
        "program": PROGRAM,
    }


def sample() -> dict[str, Any]:
    """A commitment to count again: of an order with its salt, as both are shown when a turn has closed."""
    salt = bytes(range(32))
    order = {"match": "k7m2p9q4rs", "turn": 12, "seat": 0, "version": 1, "line": "K 2"}
    return order | {"salt": salt.hex(), "commitment": order_commitment(salt, **order)}  # type: ignore[arg-type]
