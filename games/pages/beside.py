"""What a table tells beside its page: its feed, and the webhooks that whoever opened it has set up."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import beside
from accounts.beside_forms import TableHookForm
from accounts.channels import Channel, Feed
from accounts.middleware import signed_in
from accounts.models import User
from games.models import Match


def seen(request: HttpRequest, code: str) -> Match:
    """The match with this code, if the reader may see it."""
    found = Match.objects.visible_to(request.user).filter(code=code, size__gt=1)
    match = found.defer("sealed_seed", "last_position").first()
    if match is None:
        raise Http404
    return match


@never_cache
@require_safe
def beside_page(request: HttpRequest, code: str) -> HttpResponse:
    """The feed of a table, and which webhooks it has; their addresses are nobody's business."""
    return shown(request, seen(request, code))


def shown(request: HttpRequest, match: Match, status: int = 200, **more: Any) -> HttpResponse:
    """The page, with a form that was not right or a secret that is told this once."""
    mine = request.user.is_authenticated and match.creator_id == request.user.pk
    channels = [
        (channel, beside.host_of(channel) if mine else "") for channel in Channel.objects.of_table(match.code)
    ]
    known = {
        "match": match,
        "mine": mine,
        "channels": channels,
        "feed": feed_address(request, match),
        "public": match.visibility == Match.Visibility.PUBLIC,
        "hook_form": TableHookForm(),
        **more,
    }
    return render(request, "games/beside.html", known, status=status)


def feed_address(request: HttpRequest, match: Match) -> str:
    """Where a program reads what happens here; nothing where the reader has yet to make an address."""
    if match.visibility == Match.Visibility.PUBLIC:
        return f"{settings.BASE_URL}{reverse('match_atom', args=[match.code])}"
    person = request.user if isinstance(request.user, User) else None
    feed = Feed.objects.filter(user=person, table=match.code).first() if person else None
    secret = beside.secret_of(feed) if feed else ""
    return f"{settings.BASE_URL}{reverse('match_secret_atom', args=[match.code, secret])}" if secret else ""


@require_POST
@login_required
def make_feed(request: HttpRequest, code: str) -> HttpResponse:
    """Make an address of one's own for the feed of a table that is not public."""
    match = seen(request, code)
    try:
        beside.make_feed(signed_in(request), match.code, timezone.now())
    except beside.NotTaken as error:
        messages.error(request, error.sentence)
    else:
        messages.success(
            request, _("This is a new address. The old one, if there was one, is worth nothing.")
        )
    return redirect("match_beside", match.code)


@never_cache
@require_POST
@login_required
def add_hook(request: HttpRequest, code: str) -> HttpResponse:
    """Have an address called when something happens at a table that one has opened."""
    match, user = seen(request, code), signed_in(request)
    if match.creator_id != user.pk:
        messages.error(request, _("Only whoever opened the table sets up its webhooks."))
        return redirect("match_beside", match.code)
    form = TableHookForm(request.POST)
    if form.is_valid():
        known = form.cleaned_data
        try:
            hook, secret = beside.add_hook(
                user, known["form"], known["address"], known["name"], (), timezone.now(), table=match.code
            )
        except beside.NotTaken as error:
            form.add_error("address", error.sentence)
        else:
            if secret:
                return shown(request, match, secret=secret, of_hook=hook)
            messages.success(request, _("“{name}” will be called.").format(name=hook.name))
            return redirect("match_beside", match.code)
    return shown(request, match, 400, hook_form=form)
