"""What has become of orders ahead, in words for the person who gave them. Used by pages and mails alike."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.actions.receipts import Receipt


def said(receipt: Receipt) -> str:
    """What has become of orders ahead, in a sentence or two."""
    if not receipt.plan:
        return _("You have no orders ahead now.")
    if not (receipt.played or receipt.left):
        return _("Your orders ahead did not fit and were dropped.")
    if not receipt.played:
        if receipt.owed:
            return _("Your orders ahead are kept; the one you owe is not among them.")
        return _("Your orders ahead are kept.")
    return f"{_given(receipt)} {_waiting(receipt)}"


def _given(receipt: Receipt) -> str:
    if receipt.by_plan and not receipt.closed:
        return _(
            "Your orders ahead gave the order you owed, {order}; it is in, sealed, as version {version}."
        ).format(order=receipt.line, version=receipt.version)
    return ngettext(
        "{count} of your orders ahead was played at once.",
        "{count} of your orders ahead were played at once.",
        receipt.played,
    ).format(count=receipt.played)


def _waiting(receipt: Receipt) -> str:
    if receipt.left:
        return _("What still waits: {left}").format(left=receipt.left)
    return _("Nothing of them waits.")
