"""Every write about ways beside mail that a door asks for: devices, webhooks, tests of them, feeds."""

from __future__ import annotations

import datetime
import hashlib
import secrets
from collections.abc import Collection, Sequence

import msgspec
from cryptography.fernet import InvalidToken
from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts import vapid, vault
from accounts.addresses import BadAddress, parted
from accounts.channels import Channel, Delivery, Feed
from accounts.couriers import TEST
from accounts.envelopes import Message, Target, plain
from accounts.models import MAIL_KINDS, User
from accounts.outbox import reading_as

MOST_DEVICES = 20
MOST_HOOKS = 20
MOST_FEEDS = 100
TEST_AFTER = datetime.timedelta(seconds=20)

WHY = {
    "malformed": _("This is no address that could be called."),
    "not_https": _("The address must begin with https://."),
    "port": _("Only port 443 and ports from 1024 on may be called."),
    "private": _("This address is not on the open internet."),
    "keys": _("Your browser gave no keys that could be used. Try again, or another browser."),
    "too_many": _("You have too many already. Remove one first."),
}
"""Why a channel is not taken, by the code of the refusal."""


class NotTaken(Exception):
    """A device or webhook is not taken; carries the code of the reason."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code

    @property
    def sentence(self) -> str:
        """The reason for the person who asked."""
        return str(WHY[self.code])


def digest(text: str) -> str:
    """What an address or a secret is known by."""
    return hashlib.sha256(text.encode()).hexdigest()


def add_device(
    user: User, target: Target, name: str, kinds: Collection[str], now: datetime.datetime
) -> Channel:
    """Send push to a browser from now on, and to nobody else in that browser. Raises ``NotTaken``."""
    _check(target.address)
    try:
        vapid.check_keys(target.p256dh, target.auth)
    except ValueError:
        raise NotTaken("keys") from None
    with transaction.atomic():
        own = Channel.objects.select_for_update().filter(user=user, form=Channel.Form.PUSH)
        known = own.filter(digest=digest(target.address)).first()
        if known is None and own.count() >= MOST_DEVICES:
            raise NotTaken("too_many")
        Channel.objects.devices().filter(digest=digest(target.address)).delete()
        return _made(user, Channel.Form.PUSH, target, name, kinds, now)


def renew_device(old: str, target: Target) -> bool:
    """The browser got a new address by itself: whoever knows the old one may tell; whether anybody did."""
    try:
        _check(target.address)
        vapid.check_keys(target.p256dh, target.auth)
    except (NotTaken, ValueError):
        return False
    sealed = vault.seal(msgspec.json.encode(target).decode())
    with transaction.atomic():
        if Channel.objects.filter(digest=digest(target.address)).exists():
            return False
        known = Channel.objects.devices().filter(digest=digest(old))
        return bool(known.update(digest=digest(target.address), sealed=sealed))


def add_hook(
    user: User,
    form: str,
    address: str,
    name: str,
    kinds: Collection[str],
    now: datetime.datetime,
    *,
    table: str = "",
) -> tuple[Channel, str]:
    """Call this address from now on; the secret that signs is told this once. Raises ``NotTaken``."""
    address = address.strip()
    _check(address)
    secret = f"bps_{secrets.token_urlsafe(32)}" if form == Channel.Form.JSON else ""
    with transaction.atomic():
        list(User.objects.select_for_update().filter(pk=user.pk).values_list("pk"))
        own = Channel.objects.hooks().filter(user=user)
        own.filter(table=table, digest=digest(address)).delete()
        if own.count() >= MOST_HOOKS:
            raise NotTaken("too_many")
        return _made(user, form, Target(address, secret=secret), name, kinds, now, table), secret


def _check(address: str) -> None:
    try:
        parted(address)
    except BadAddress as error:
        raise NotTaken(error.code) from None


def _made(
    user: User,
    form: str,
    target: Target,
    name: str,
    kinds: Collection[str],
    now: datetime.datetime,
    table: str = "",
) -> Channel:
    return Channel.objects.create(
        user=user,
        form=form,
        table=table,
        name=plain(name, 60) or str(Channel.Form(form).label),
        kinds=[] if table else [kind for kind in MAIL_KINDS if kind in kinds],
        digest=digest(target.address),
        sealed=vault.seal(msgspec.json.encode(target).decode()),
        made_at=now,
    )


def host_of(channel: Channel) -> str:
    """The host that a channel leads to, which is all its owner is shown of the address."""
    try:
        return parted(msgspec.json.decode(vault.unseal(channel.sealed), type=Target).address).hostname or ""
    except (InvalidToken, BadAddress):
        return ""


def remove(user: User, pk: int) -> bool:
    """Send nothing to one of a person's devices or webhooks any more; whether there was one."""
    deleted, _rows = Channel.objects.filter(user=user, pk=pk).delete()
    return bool(deleted)


def choose(user: User, pk: int, kinds: Collection[str]) -> bool:
    """Which kinds of their notices a device or a hook of a person's own gets; it is switched on again."""
    wanted = [kind for kind in MAIL_KINDS if kind in kinds]
    known = Channel.objects.filter(user=user, pk=pk, table="")
    return bool(known.update(kinds=wanted, off_at=None, failures=0, error=""))


def switch_on(user: User, pk: int) -> bool:
    """Call a hook again that was switched off because it failed; whether there was one."""
    return bool(Channel.objects.filter(user=user, pk=pk).update(off_at=None, failures=0, error=""))


def test(user: User, pk: int, now: datetime.datetime) -> bool:
    """Send a word to one of a person's devices or webhooks; False if there is none or the last is too new."""
    with transaction.atomic():
        channel = Channel.objects.select_for_update().filter(user=user, pk=pk, off_at=None).first()
        if channel is None:
            return False
        if channel.deliveries.filter(kind=TEST, created_at__gt=now - TEST_AFTER).exists():
            return False
        subject = secrets.token_hex(8)
        Delivery.objects.create(channel=channel, kind=TEST, subject=subject, created_at=now, send_at=now)
    return True


def trials(deliveries: Sequence[Delivery], now: datetime.datetime) -> dict[int, Message]:
    """What a test says, by delivery."""
    url = f"{settings.BASE_URL}{reverse('account_beside')}"
    messages = {}
    for delivery in deliveries:
        with reading_as(delivery.channel.user):
            text = str(_("This is a test. You will be told here when something happens."))
            messages[delivery.pk] = Message(settings.SITE_NAME, text, url, "test", facts={"event": TEST})
    return messages


def make_feed(user: User, table: str, now: datetime.datetime) -> str:
    """A new secret address for a person's calendar or for a table; the old one is worth nothing any more.

    Raises ``NotTaken``.
    """
    secret = secrets.token_urlsafe(24)
    known = {"digest": digest(secret), "sealed": vault.seal(secret), "made_at": now}
    with transaction.atomic():
        list(User.objects.select_for_update().filter(pk=user.pk).values_list("pk"))
        others = Feed.objects.filter(user=user).exclude(table=table)
        if others.count() >= MOST_FEEDS:
            raise NotTaken("too_many")
        Feed.objects.update_or_create(user=user, table=table, defaults=known)
    return secret


def remove_feed(user: User, table: str) -> bool:
    """Let nobody read this feed any more; whether there was one."""
    deleted, _rows = Feed.objects.filter(user=user, table=table).delete()
    return bool(deleted)


def feed_of(secret: str, table: str = "") -> Feed | None:
    """The feed with this secret, with its owner; None if there is none, or they have left."""
    found = Feed.objects.filter(digest=digest(secret), table=table, user__is_active=True)
    return found.select_related("user").first()


def secret_of(feed: Feed) -> str:
    """The secret of a feed, for its owner; empty if the keys that open it are gone."""
    try:
        return vault.unseal(feed.sealed)
    except InvalidToken:
        return ""
