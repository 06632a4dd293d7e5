"""The page of what reaches one beside mail: devices, webhooks, calendar, feeds; and the service worker."""

from __future__ import annotations

import datetime
from functools import cache
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from accounts import beside, vapid
from accounts.beside_forms import DeviceForm, HookForm, KindsForm
from accounts.channels import Channel, Delivery, Feed
from accounts.envelopes import Target
from accounts.middleware import signed_in
from accounts.models import User
from accounts.names import names_of

MOST_SHOWN = 20


@never_cache
@login_required
def beside_page(request: HttpRequest) -> HttpResponse:
    """One's devices, webhooks and feeds."""
    return shown(request)


def shown(request: HttpRequest, status: int = 200, **more: Any) -> HttpResponse:
    """The page, with forms that were not right or a secret that is told this once."""
    user = signed_in(request)
    channels = [(channel, beside.host_of(channel)) for channel in Channel.objects.of(user)]
    own = [(channel, host, KindsForm.of(channel)) for channel, host in channels if not channel.table]
    known = {
        "devices": [row for row in own if row[0].form == Channel.Form.PUSH],
        "hooks": [row for row in own if row[0].form != Channel.Form.PUSH],
        "table_hooks": [row for row in channels if row[0].table],
        "push_key": push_key(),
        "device_form": DeviceForm(),
        "hook_form": HookForm(),
        "calendar": calendar_address(user),
        "feeds": names_of([feed.table for feed in Feed.objects.of(user) if feed.table]),
        "deliveries": Delivery.objects.of(user).select_related("channel")[:MOST_SHOWN],
        **more,
    }
    return render(request, "accounts/beside.html", known, status=status)


def push_key() -> str:
    """The public key of the site's push, or nothing where the host has set up none."""
    key = vapid.private_key()
    return vapid.public_key(key) if key else ""


def calendar_address(user: User) -> str:
    """The address of a person's calendar, or nothing if they have none."""
    feed = Feed.objects.filter(user=user, table="").first()
    secret = beside.secret_of(feed) if feed else ""
    return f"{settings.BASE_URL}{reverse('calendar', args=[secret])}" if secret else ""


@require_POST
@login_required
def add_device(request: HttpRequest) -> HttpResponse:
    """Send push to the browser that this comes from."""
    form = DeviceForm(request.POST)
    if not form.is_valid() or not push_key():
        messages.error(request, str(beside.WHY["keys"]))
        return redirect("account_beside")
    known = form.cleaned_data
    target = Target(known["endpoint"], p256dh=known["p256dh"], auth=known["auth"])
    try:
        device = beside.add_device(signed_in(request), target, known["name"], known["kinds"], timezone.now())
    except beside.NotTaken as error:
        messages.error(request, error.sentence)
    else:
        messages.success(request, _("“{name}” will show you what happens.").format(name=device.name))
    return redirect("account_beside")


@csrf_exempt  # the browser's service worker posts here by itself; it must know the old address, a secret
@require_POST
def renew_device(request: HttpRequest) -> HttpResponse:
    """The browser has got a new address for push in place of an old one."""
    told = request.POST
    target = Target(told.get("endpoint", ""), p256dh=told.get("p256dh", ""), auth=told.get("auth", ""))
    if not beside.renew_device(told.get("old", ""), target):
        return HttpResponseBadRequest()
    return HttpResponse(status=204)


@never_cache
@require_POST
@login_required
def add_hook(request: HttpRequest) -> HttpResponse:
    """Call an address from now on; the secret that signs is shown this once."""
    form = HookForm(request.POST)
    if form.is_valid():
        known = form.cleaned_data
        try:
            hook, secret = beside.add_hook(
                signed_in(request),
                known["form"],
                known["address"],
                known["name"],
                known["kinds"],
                timezone.now(),
            )
        except beside.NotTaken as error:
            form.add_error("address", error.sentence)
        else:
            if secret:
                return shown(request, secret=secret, of_hook=hook)
            messages.success(request, _("“{name}” will be called.").format(name=hook.name))
            return redirect("account_beside")
    return shown(request, 400, hook_form=form)


@require_POST
@login_required
def change(request: HttpRequest, pk: int) -> HttpResponse:
    """Choose the kinds, test, switch on or remove one device or webhook; which, the pressed button says."""
    user, act = signed_in(request), request.POST.get("act", "")
    if act in _ACTS:
        done, said, else_ = _ACTS[act](request, user, pk, timezone.now())
        (messages.success if done else messages.error)(request, said if done else else_)
    back = request.POST.get("back", "")
    return (
        redirect("match_beside", back) if back.isalnum() and len(back) <= 10 else redirect("account_beside")
    )


def _remove(_request: HttpRequest, user: User, pk: int, _now: datetime.datetime) -> tuple[bool, str, str]:
    return beside.remove(user, pk), _("It is removed."), _("There is no such device or webhook.")


def _choose(request: HttpRequest, user: User, pk: int, _now: datetime.datetime) -> tuple[bool, str, str]:
    done = beside.choose(user, pk, request.POST.getlist("kinds"))
    return done, _("Your choice is kept."), _("There is no such device or webhook.")


def _switch_on(_request: HttpRequest, user: User, pk: int, _now: datetime.datetime) -> tuple[bool, str, str]:
    return beside.switch_on(user, pk), _("It will be called again."), _("There is no such device or webhook.")


def _test(_request: HttpRequest, user: User, pk: int, now: datetime.datetime) -> tuple[bool, str, str]:
    said = _("A test is on its way. What becomes of it is told below.")
    return beside.test(user, pk, now), said, _("The last test left only just now. Wait a little.")


_ACTS = {"remove": _remove, "kinds": _choose, "on": _switch_on, "test": _test}


@require_POST
@login_required
def change_feed(request: HttpRequest) -> HttpResponse:
    """Make a new address for the calendar or one's feed of a table, or make it worth nothing."""
    user, table = signed_in(request), request.POST.get("table", "")
    if request.POST.get("act") == "remove":
        beside.remove_feed(user, table)
        messages.success(request, _("The address is worth nothing any more."))
    elif not table or Feed.objects.filter(user=user, table=table).exists():
        try:
            beside.make_feed(user, table, timezone.now())
        except beside.NotTaken as error:
            messages.error(request, error.sentence)
        else:
            messages.success(
                request, _("This is a new address. The old one, if there was one, is worth nothing.")
            )
    return redirect("account_beside")


@never_cache
@require_safe
def worker(_request: HttpRequest) -> HttpResponse:
    """The script that a browser runs when a push comes. It is served from the root, for the whole site."""
    response = HttpResponse(_worker(), content_type="text/javascript; charset=utf-8")
    response["Service-Worker-Allowed"] = "/"
    return response


@cache
def _worker() -> bytes:
    path = finders.find("accounts/push-worker.js")
    assert isinstance(path, str)  # noqa: S101 - it is part of the site
    with open(path, "rb") as file:
        return file.read()
