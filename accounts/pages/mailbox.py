"""The development mailbox in the browser: every mail the site sends, for whoever looks. Off in production."""

from __future__ import annotations

import email
import email.policy
from base64 import b64encode
from email.message import EmailMessage

from csp.decorators import csp
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from accounts.models import MailboxMessage

A_PAGE = 50
SHOWN_HEADERS = (
    "From",
    "To",
    "Date",
    "Message-ID",
    "References",
    "List-Unsubscribe",
)
_LETTER_POLICY = {
    "default-src": ["'none'"],
    "img-src": ["data:"],
    "style-src": ["'unsafe-inline'"],
    "frame-ancestors": ["'self'"],
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
}


@require_safe
def messages(request: HttpRequest) -> HttpResponse:
    """The mails, newest first, or those to one address."""
    to = request.GET.get("to", "").strip()
    found = MailboxMessage.objects.defer("raw")
    if to:
        found = found.filter(sent_to__icontains=to)
    page = Paginator(found, A_PAGE).get_page(request.GET.get("page"))
    return render(request, "accounts/mailbox.html", {"page": page, "to": to})


@require_safe
def message(request: HttpRequest, pk: int) -> HttpResponse:
    """One mail: its headers, its text, and its HTML part in a frame that can do nothing."""
    kept = get_object_or_404(MailboxMessage, pk=pk)
    mail = parsed(kept)
    known = {
        "kept": kept,
        "headers": [(name, mail[name]) for name in SHOWN_HEADERS if mail[name]],
        "text": part(mail, "plain"),
        "html": bool(part(mail, "html")),
    }
    return render(request, "accounts/mailbox_message.html", known)


@require_safe
@xframe_options_sameorigin
@csp(_LETTER_POLICY)  # type: ignore[arg-type]  # its types know no view with arguments
def letter(request: HttpRequest, pk: int) -> HttpResponse:
    """The HTML part alone, its images within it, its links opening in new windows."""
    mail = parsed(get_object_or_404(MailboxMessage, pk=pk))
    html = part(mail, "html")
    for image in mail.walk():
        if image.get_content_maintype() == "image" and image["Content-ID"]:
            data = b64encode(image.get_content()).decode()
            html = html.replace(
                f"cid:{image['Content-ID'][1:-1]}", f"data:{image.get_content_type()};base64,{data}"
            )
    return HttpResponse(f'<!doctype html><base target="_blank">{html}')


@require_safe
def source(request: HttpRequest, pk: int) -> HttpResponse:
    """The mail as it would have gone over the wire."""
    raw = bytes(get_object_or_404(MailboxMessage, pk=pk).raw)
    return HttpResponse(raw, content_type="text/plain; charset=utf-8")


def parsed(kept: MailboxMessage) -> EmailMessage:
    """A kept mail, taken apart."""
    return email.message_from_bytes(bytes(kept.raw), EmailMessage, policy=email.policy.default)


def part(mail: EmailMessage, subtype: str) -> str:
    """The text of a kind in a mail, or nothing."""
    found = mail.get_body((subtype,))
    return str(found.get_content()) if found is not None else ""
