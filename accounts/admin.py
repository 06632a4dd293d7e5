"""The host's pages about people: what helps to help them, and nothing that lets anybody be them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import allauth.mfa.admin
import allauth.usersessions.admin  # noqa: F401 - these two register pages that ours take the place of
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.core.exceptions import PermissionDenied
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts import actions
from accounts.models import ApiToken, Notice, User, Vacation

if TYPE_CHECKING:
    AnyAdmin = admin.ModelAdmin[Any]
    AnyUserAdmin = UserAdmin[User]
else:
    AnyAdmin, AnyUserAdmin = admin.ModelAdmin, UserAdmin


class ReadOnlyAdmin(AnyAdmin):
    """Rows to look at. Addresses can ask only for what the page offers as a filter, not for hidden fields."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Nobody."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Nobody."""
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Only what the page offers as a filter: a lookup of a hidden field would tell what is in it."""
        return lookup.partition("__")[0] in self.get_list_filter(request)


@admin.register(User)
class PersonAdmin(AnyUserAdmin):
    """People. They leave by the action, which gives their seats to bots; deleting would not."""

    list_display = ("username", "email", "is_active", "is_staff", "date_joined", "mail_failed_at")
    list_filter = ("is_staff", "is_superuser", "is_active")
    fieldsets = (
        (None, {"fields": ("username", "email", "zone", "language", "mail_off", "mail_digest")}),
        (_("Mail that came back"), {"fields": ("mail_failed_at", "mail_failure", "mail_complained_at")}),
        (_("Rights"), {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("Dates"), {"fields": ("last_login", "date_joined", "erased_at")}),
    )
    # Mails with order buttons go to the address, so it is for its owner alone to change.
    readonly_fields = (
        "email",
        "mail_digest",
        "mail_failed_at",
        "mail_failure",
        "mail_complained_at",
        "last_login",
        "date_joined",
        "erased_at",
    )
    actions = ("let_leave",)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Nobody."""
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Only what the page offers as a filter."""
        return lookup.partition("__")[0] in self.list_filter

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:
        """Nobody: people choose their passwords themselves, by a mailed link if they forgot theirs."""
        raise PermissionDenied

    @admin.action(description=_("Let the selected people leave for good"), permissions=["change"])
    def let_leave(self, request: HttpRequest, people: models.QuerySet[User]) -> None:
        """Anonymise people as if they had done it themselves; staff must be made plain people first."""
        leaving = list(people.filter(is_staff=False, erased_at__isnull=True))
        for user in leaving:
            actions.erase(user, timezone.now())
        told = ngettext("%(count)d person left.", "%(count)d people left.", len(leaving))
        self.message_user(request, told % {"count": len(leaving)}, messages.SUCCESS)


@admin.register(ApiToken)
class TokenAdmin(ReadOnlyAdmin):
    """Tokens, to be taken back; neither they nor their hashes are shown."""

    list_display = fields = ("user", "name", "created_at", "used_at")
    list_select_related = ("user",)
    search_fields = ("user__username", "name")

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Who may, by the rights they were given."""
        return admin.ModelAdmin.has_delete_permission(self, request, obj)


@admin.register(Notice)
class NoticeAdmin(ReadOnlyAdmin):
    """The outbox: what waits, what left, what failed and why."""

    list_display = ("pk", "user", "kind", "subject", "status", "attempts", "send_at", "sent_at")
    fields = (*list_display, "created_at", "error")
    list_filter = ("status", "kind")
    list_select_related = ("user",)
    search_fields = ("user__username", "subject")
    show_full_result_count = False


@admin.register(Vacation)
class VacationAdmin(ReadOnlyAdmin):
    """When people are away."""

    list_display = fields = ("person", "begins_at", "ends_at", "zone")
    list_select_related = ("person",)
    search_fields = ("person__username",)


admin.site.unregister(Authenticator)
admin.site.unregister(UserSession)


@admin.register(Authenticator)
class FactorAdmin(ReadOnlyAdmin):
    """Second factors, to be taken off a person who has lost theirs; their secrets are not shown."""

    list_display = fields = ("user", "type", "created_at", "last_used_at")
    list_filter = ("type",)
    list_select_related = ("user",)
    search_fields = ("user__username",)

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Who may, by the rights they were given."""
        return admin.ModelAdmin.has_delete_permission(self, request, obj)


@admin.register(UserSession)
class SessionAdmin(ReadOnlyAdmin):
    """Who is signed in from where; the keys of sessions are not shown."""

    list_display = fields = ("user", "created_at", "last_seen_at", "ip", "user_agent")
    list_select_related = ("user",)
    search_fields = ("user__username", "ip")
