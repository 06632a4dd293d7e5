"""What is ours about signing up and in; the rest is allauth's."""

from __future__ import annotations

import re

from allauth.account.adapter import DefaultAccountAdapter
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

NAME = re.compile(r"[A-Za-z0-9_-]{3,24}", re.ASCII)
_RESERVED = """
admin administrator anonymous api bidplay bot bots deleted everybody everyone former guest help host me
moderator nobody null owner root self server settings staff support system undefined webmaster you
"""
RESERVED = frozenset(_RESERVED.split())


class AccountAdapter(DefaultAccountAdapter):
    """Names people may take."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Refuse names that are badly formed, reserved or taken; case does not make a name another one."""
        if not NAME.fullmatch(username):
            raise ValidationError(
                _("A name has 3 to 24 letters a–z, digits, hyphens and underscores."), "name_form"
            )
        if username.lower() in RESERVED or username.lower().startswith("former-"):
            raise self.validation_error("username_blacklisted")
        return str(super().clean_username(username, shallow))
