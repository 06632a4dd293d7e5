"""The record of a finished match: the document itself, and the same check that anyone can run offline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.actions.refusals import NotOver, SeedSecret
from games.models import Match
from games.models.export import export_of, exported
from games.models.record import document_of
from games.pages.refusals import sentence
from games.pages.scene import Scene
from games.rules import record
from games.rules.finding import Finding


@require_safe
def download(request: HttpRequest, code: str) -> HttpResponse:
    """The record as a file; only after the end."""
    scene = Scene.of(request.user, code, timezone.now())
    if not scene.match.provable:
        return _not_over(request, scene)
    name = f"{scene.match.game}-{scene.match.code}.json"
    return HttpResponse(
        msgspec.json.format(msgspec.json.encode(document_of(scene.match)), indent=1),
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@require_safe
def export(request: HttpRequest, code: str, name: str) -> HttpResponse:
    """The match as another text, such as PGN; of a running one what everybody may know so far."""
    scene = Scene.of(request.user, code, timezone.now())
    found = export_of(scene.match, name)
    if found is None:
        raise Http404
    return HttpResponse(
        exported(scene.match, found, settings.BASE_URL),
        content_type=f"{found.media_type}; charset=utf-8",
        headers={
            "Content-Disposition": f'attachment; filename="{scene.match.game}-{scene.match.code}.{name}"'
        },
    )


@require_safe
def check(request: HttpRequest, code: str) -> HttpResponse:
    """What replaying the record shows: what fits and what does not."""
    scene = Scene.of(request.user, code, timezone.now())
    if not scene.match.provable:
        return _not_over(request, scene)
    checks = checked(record.verify(document_of(scene.match)), scene.names)
    fits = all(check.fits for check in checks)
    return render(request, "games/check.html", {"match": scene.match, "checks": checks, "fits": fits})


@dataclass(frozen=True)
class Check:
    """One thing that was checked: what is said where it fits, and what does not."""

    promise: str
    faults: list[str]

    @property
    def fits(self) -> bool:
        """Whether nothing speaks against it."""
        return not self.faults


def checked(findings: Sequence[Finding], names: Sequence[str]) -> list[Check]:
    """Every check of a record with what it found; ``names`` are those of the seats."""
    return [
        Check(
            _(record.CHECKS[check]), [_said(finding, names) for finding in findings if finding.check == check]
        )
        for check in record.asked(noted=False)
    ]


def _said(finding: Finding, names: Sequence[str]) -> str:
    sentence = _(finding.message).format(**finding.data)
    if finding.turn is None:
        return sentence
    if finding.seat is None or finding.seat not in range(len(names)):
        return _("turn {number}: {sentence}").format(number=finding.turn, sentence=sentence)
    return _("turn {number}, {name}: {sentence}").format(
        number=finding.turn, name=names[finding.seat], sentence=sentence
    )


def _not_over(request: HttpRequest, scene: Scene) -> HttpResponse:
    messages.error(
        request, sentence(SeedSecret() if scene.match.status == Match.Status.FINISHED else NotOver())
    )
    return redirect(scene.match)
