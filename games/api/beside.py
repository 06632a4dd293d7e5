"""Ways beside mail: webhooks of one's own and of tables, and the secret addresses of feeds."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.request import Request

from accounts import beside
from accounts.channels import PUSH_KINDS, Channel, Feed
from accounts.models import AT_ONCE, MAIL_KINDS, User
from games.api import hook_shapes, sent
from games.api.door import Door, PeopleDoor, answer, body, described, signed_in
from games.api.matches import seen
from games.api.problems import Problem
from games.models import Match

CALENDAR = "calendar"
"""How the feed of one's deadlines is called here; no match has a code like that."""


def _hook(channel: Channel) -> hook_shapes.Hook:
    return hook_shapes.Hook(
        id=channel.pk,
        form=channel.form,
        name=channel.name,
        match=channel.table or None,
        kinds=channel.kinds,
        host=beside.host_of(channel) if channel.form != Channel.Form.PUSH else "",
        made_at=channel.made_at,
        error=channel.error_words,
        off_at=channel.off_at,
    )


def _refused(refusal: beside.NotTaken) -> Problem:
    if refusal.code == "too_many":
        return Problem(409, refusal.code, refusal.sentence)
    return Problem(400, refusal.code, refusal.sentence, field="address")


def _kinds(kinds: list[str]) -> list[str]:
    """The kinds that were asked for, if there are such kinds."""
    known = [kind for kind in MAIL_KINDS if kind not in AT_ONCE]
    for kind in kinds:
        if kind not in known:
            sentence = _("There is no kind “{kind}”; there are {kinds}.")
            raise Problem(400, "invalid", sentence.format(kind=kind, kinds=", ".join(known)), field="kinds")
    return kinds


class Hooks(PeopleDoor):
    """Your webhooks and devices."""

    @described("hooks_list", hook_shapes.Hooks, refuses=(401,))
    def get(self, request: Request) -> HttpResponse:
        """List your webhooks, those of tables that you opened, and your devices."""
        return answer(
            hook_shapes.Hooks([_hook(channel) for channel in Channel.objects.of(signed_in(request))])
        )

    @described(
        "hooks_create",
        hook_shapes.NewHook,
        status=201,
        takes=hook_shapes.HookRequest,
        refuses=(400, 401, 404, 403, 409, 413),
    )
    def post(self, request: Request) -> HttpResponse:
        """Have an address called: for your own notices, or for the public events of a match that you opened.

        `form` is `discord`, `slack` or `json`. The address must begin with `https://` and lead to the open
        internet. It is called with POST and must answer with 2xx within 5 seconds; redirects are not
        followed. What fails is tried again for about a day. The same thing always has the same `id`, so that
        you can recognise one that comes twice. After many failures in a row, and at once after 404 or 410,
        the hook is switched off.

        A call of the form `json` has `id`, `event`, `match`, `turn`, `deadline`, `title`, `text`, `sentences`
        and `url`. Events of your own are the kinds of notices; those of a match are `started`, `closed`,
        `deserted`, `taken` and `ended`. Nothing in it is sealed or hidden. It is signed with the `secret`,
        which is told this once. Before you believe a word, check it like this, in Python:

            import hashlib, hmac, time

            def is_genuine(secret, headers, body):  # body: the bytes as they came
                stamp = headers["Bidplay-Timestamp"]
                signed = hmac.new(secret.encode(), stamp.encode() + b"." + body, hashlib.sha256).hexdigest()
                fresh = abs(time.time() - int(stamp)) < 300
                return fresh and hmac.compare_digest("v1=" + signed, headers["Bidplay-Signature"])
        """
        asked, user = body(request, hook_shapes.HookRequest), signed_in(request)
        kinds = _kinds(list(PUSH_KINDS) if asked.kinds is None else asked.kinds)
        table = _opened(request, user, asked.match) if asked.match else ""
        try:
            channel, secret = beside.add_hook(
                user, asked.form, asked.address, asked.name, kinds, timezone.now(), table=table
            )
        except beside.NotTaken as refusal:
            raise _refused(refusal) from refusal
        return answer(hook_shapes.NewHook(_hook(channel), secret or None), 201)


def _opened(request: Request, user: User, code: str) -> str:
    """The code of a match that this person opened."""
    match = seen(request, code)
    if match.size == 1:
        raise Http404
    if match.creator_id != user.pk:
        raise Problem(403, "not_allowed", _("Only whoever opened the table sets up its webhooks."))
    return match.code


def _own(request: Request, hook: int) -> Channel:
    channel = Channel.objects.of(signed_in(request)).filter(pk=hook).first()
    if channel is None:
        raise Http404
    return channel


class OneHook(PeopleDoor):
    """One of your webhooks or devices."""

    @described("hooks_update", hook_shapes.Hook, takes=hook_shapes.HookChange, refuses=(400, 401, 404, 413))
    def put(self, request: Request, hook: int) -> HttpResponse:
        """Choose which kinds of your notices it gets, and switch it on again if it was off."""
        channel, kinds = _own(request, hook), _kinds(body(request, hook_shapes.HookChange).kinds)
        user = signed_in(request)
        if channel.table or not beside.choose(user, hook, kinds):
            beside.switch_on(user, hook)
        return answer(_hook(_own(request, hook)))

    @described("hooks_delete", None, status=204, refuses=(401, 404))
    def delete(self, request: Request, hook: int) -> HttpResponse:
        """Remove it. Nothing more is sent there."""
        beside.remove(signed_in(request), _own(request, hook).pk)
        return HttpResponse(status=204)


class HookTest(PeopleDoor):
    """A test of one of your webhooks or devices."""

    @described("hooks_test", None, status=204, takes=sent.Nothing, refuses=(400, 401, 404, 409, 413))
    def post(self, request: Request, hook: int) -> HttpResponse:
        """Send it a word, soon. Whether that worked, the list of hooks tells."""
        body(request, sent.Nothing)
        if not beside.test(signed_in(request), _own(request, hook).pk, timezone.now()):
            raise Problem(409, "too_soon", _("It is switched off, or the last test left only just now."))
        return HttpResponse(status=204)


class MatchHooks(Door):
    """The webhooks of a match."""

    @described("matches_hooks", hook_shapes.TableHooks, refuses=(401, 404))
    def get(self, request: Request, code: str) -> HttpResponse:
        """Tell which webhooks get the public events of a match. Their addresses are their owner's alone."""
        channels = Channel.objects.of_table(seen(request, code).code)
        return answer(
            hook_shapes.TableHooks(
                [hook_shapes.TableHook(one.form, one.made_at, one.off_at is not None) for one in channels]
            )
        )


def _feed(feed: Feed) -> hook_shapes.Feed:
    secret = beside.secret_of(feed)
    if feed.table:
        path = reverse("match_secret_atom", args=[feed.table, secret or "-"])
    else:
        path = reverse("calendar", args=[secret or "-"])
    return hook_shapes.Feed(feed.table or CALENDAR, f"{settings.BASE_URL}{path}", feed.made_at)


class Feeds(PeopleDoor):
    """The secret addresses that you have made."""

    @described("feeds_list", hook_shapes.Feeds, refuses=(401,))
    def get(self, request: Request) -> HttpResponse:
        """List your secret addresses: your calendar (iCalendar), and feeds of matches (Atom).

        A public match has a feed for everybody at `/m/<code>/feed.atom`.
        """
        return answer(hook_shapes.Feeds([_feed(feed) for feed in Feed.objects.of(signed_in(request))]))


class OneFeed(PeopleDoor):
    """One of your secret addresses; `calendar`, or the code of a match."""

    @described(
        "feeds_create", hook_shapes.Feed, status=201, takes=sent.Nothing, refuses=(400, 401, 404, 409, 413)
    )
    def post(self, request: Request, name: str) -> HttpResponse:
        """Make a new address; the old one, if there was one, is worth nothing any more."""
        body(request, sent.Nothing)
        user, table = signed_in(request), ""
        if name != CALENDAR:
            match: Match = seen(request, name)
            if match.size == 1:
                raise Http404
            table = match.code
        try:
            beside.make_feed(user, table, timezone.now())
        except beside.NotTaken as refusal:
            raise _refused(refusal) from refusal
        return answer(_feed(Feed.objects.get(user=user, table=table)), 201)

    @described("feeds_delete", None, status=204, refuses=(401, 404))
    def delete(self, request: Request, name: str) -> HttpResponse:
        """Make the address worth nothing."""
        if not beside.remove_feed(signed_in(request), "" if name == CALENDAR else name):
            raise Http404
        return HttpResponse(status=204)
