"""The record of a finished match: the document itself, and the same check that anyone can run offline."""

from __future__ import annotations

import msgspec
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.models import Match
from games.models.record import document_of
from games.pages.scene import Scene
from games.rules import record


@require_safe
def download(request: HttpRequest, code: str) -> HttpResponse:
    """The record as a file; only after the end."""
    scene = Scene.of(request.user, code, timezone.now())
    if scene.match.status != Match.Status.FINISHED:
        return _not_over(request, scene)
    name = f"{scene.match.game}-{scene.match.code}.json"
    return HttpResponse(
        msgspec.json.format(msgspec.json.encode(document_of(scene.match)), indent=1),
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@require_safe
def check(request: HttpRequest, code: str) -> HttpResponse:
    """What replaying the record shows: what fits and what does not."""
    scene = Scene.of(request.user, code, timezone.now())
    if scene.match.status != Match.Status.FINISHED:
        return _not_over(request, scene)
    findings = record.verify(document_of(scene.match))
    return render(request, "games/check.html", {"match": scene.match, "findings": findings})


def _not_over(request: HttpRequest, scene: Scene) -> HttpResponse:
    messages.error(request, _("This match is not over yet."))
    return redirect(scene.match)
